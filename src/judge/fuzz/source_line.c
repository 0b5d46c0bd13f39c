#include "judge/fuzz/source_line.h"

#include "base/format/mismatch.h"
#include "base/shown.h"

uint32_t nf_source_line(struct nf_text *code, const struct nf_input *source, uint32_t number)
{
    enum { MOST_BYTES = 400 };
    struct nf_line line;
    size_t at = 0, from = 0;
    for (uint32_t i = 1; i <= number; i++)
        if (!nf_next_line(source, &at, &line))
            return 1;
    size_t to = line.length;
    while (from < to && nf_is_blank(line.text[from]))
        from++;
    while (to > from && nf_is_blank(line.text[to - 1]))
        to--;
    nf_shown_bytes(code, line.text + from, to - from > MOST_BYTES ? MOST_BYTES : to - from);
    return (uint32_t)from + 1;
}

void nf_source_line_put(struct nf_text *text, uint32_t number, const struct nf_text *code)
{
    enum { INDENT = 9 };
    if (code->size > 0) {
        nf_text_format(text, "%6u | ", number);
        nf_text_wrapped(text, code->data, code->size, INDENT, INDENT);
    }
    text->failed |= code->failed;
}
