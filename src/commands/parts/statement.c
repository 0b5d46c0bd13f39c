#include "commands/parts/statement.h"

#include <stdbool.h>
#include <string.h>

/* Appends a line: code between ` becomes \texttt, mathematics between $ stays. */
static void put_line(struct nf_text *text, const char *line, size_t size)
{
    bool code = false, maths = false;
    for (size_t i = 0; i < size; i++) {
        const char byte = line[i];
        maths ^= byte == '$' && !code;
        if (byte == '`') {
            nf_text_string(text, code ? "}" : "\\texttt{");
            code = !code;
            continue;
        }
        if (!maths && strchr("_%&#{}", byte) != NULL)
            nf_text_string(text, "\\");
        nf_text_bytes(text, &byte, 1);
    }
    nf_text_string(text, "\n");
}

/* A line of the whole statement; `*items` says whether it stands in a list. */
static void put(struct nf_text *text, const char *line, size_t size, bool *items)
{
    const bool item = size > 1 && memcmp(line, "- ", 2) == 0;
    const bool goes_on = *items && size > 1 && memcmp(line, "  ", 2) == 0;
    if (item && !*items)
        nf_text_string(text, "\\begin{itemize}\n");
    if (*items && !item && !goes_on)
        nf_text_string(text, "\\end{itemize}\n");
    *items = item || goes_on;
    if (item)
        nf_text_string(text, "\\item ");
    if (size > 3 && memcmp(line, "## ", 3) == 0)
        nf_text_format(text, "\\section*{%.*s}\n", (int)(size - 3), line + 3);
    else
        put_line(text, line + (item ? 2 : 0), size - (item ? 2 : 0));
}

void nf_statement_tex(struct nf_text *text, const char *markdown, enum nf_statement_part part)
{
    enum nf_statement_part here = NF_STATEMENT_LEGEND;
    bool items = false;
    for (const char *line = markdown; *line != '\0';) {
        const size_t size = strcspn(line, "\n");
        const bool head = memcmp(line, "## ", 3) == 0;
        here += head;
        if (part == NF_STATEMENT_ALL || (here == part && !head))
            put(text, line, size, &items);
        line += size + (line[size] == '\n');
    }
    if (items)
        nf_text_string(text, "\\end{itemize}\n");
}
