#include "judge/fuzz/edits.h"

#include "base/format/mismatch.h"
#include "base/shown.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- words of the source ---- */

/* A word: an identifier, a number, a string with its quotes, or a sign. */
struct token {
    const char *at;
    size_t size;
    uint32_t line;
};

struct reader {
    const char *at, *end;
    uint32_t line;
    bool python;
};

static bool starts(const struct reader *reader, const char *word)
{
    const size_t size = strlen(word);
    return (size_t)(reader->end - reader->at) >= size && memcmp(reader->at, word, size) == 0;
}

static void skip_to(struct reader *reader, const char *word)
{
    while (reader->at < reader->end && !starts(reader, word))
        reader->line += *reader->at++ == '\n';
}

static void skip_past(struct reader *reader, const char *word)
{
    skip_to(reader, word);
    reader->at += starts(reader, word) ? strlen(word) : 0;
}

/* Skips a string, at its first quote. One that does not end on its line ends there. */
static void skip_string(struct reader *reader)
{
    const char quote = *reader->at;
    const char three[] = {quote, quote, quote, '\0'};
    if (reader->python && starts(reader, three)) {
        reader->at += 3;
        skip_past(reader, three);
        return;
    }
    for (reader->at++; reader->at < reader->end && *reader->at != quote && *reader->at != '\n';
         reader->at++)
        if (*reader->at == '\\' && reader->at + 1 < reader->end && reader->at[1] != '\n')
            reader->at++;
    reader->at += reader->at < reader->end && *reader->at == quote;
}

/* Skips blanks, comments and lines of the preprocessor. */
static void skip_blanks(struct reader *reader)
{
    while (reader->at < reader->end) {
        if (isspace((unsigned char)*reader->at))
            reader->line += *reader->at++ == '\n';
        else if (*reader->at == '#' || (!reader->python && starts(reader, "//")))
            skip_to(reader, "\n");
        else if (!reader->python && starts(reader, "/*"))
            skip_past(reader, "*/");
        else
            return;
    }
}

/* The next word; false at the end. */
static bool next(struct reader *reader, struct token *token)
{
    static const char *const signs[] = {
        "<<=", ">>=", "<=", ">=", "==", "!=", "<<", ">>", "&&", "||",
        "++",  "--",  "+=", "-=", "*=", "/=", "->", "::", NULL};
    skip_blanks(reader);
    if (reader->at == reader->end)
        return false;
    *token = (struct token){.at = reader->at, .line = reader->line};
    const unsigned char first = (unsigned char)*reader->at;
    if (first == '"' || first == '\'')
        skip_string(reader);
    else if (isalnum(first) || first == '_')
        while (reader->at < reader->end &&
               (isalnum((unsigned char)*reader->at) || *reader->at == '_' ||
                (isdigit(first) && *reader->at == '.')))
            reader->at++;
    else {
        const char *const *sign = signs;
        while (*sign != NULL && !starts(reader, *sign))
            sign++;
        reader->at += *sign != NULL ? strlen(*sign) : 1;
    }
    token->size = (size_t)(reader->at - token->at);
    return true;
}

static bool is(const struct token *token, const char *word)
{
    return strlen(word) == token->size && memcmp(token->at, word, token->size) == 0;
}

static bool is_among(const struct token *token, const char *const *words)
{
    while (*words != NULL && !is(token, *words))
        words++;
    return *words != NULL;
}

/* ---- changes of words ---- */

struct making {
    struct nf_edits *edits;
    const struct nf_input *source;
    bool python;
};

static void add_edit(const struct making *making, const char *from, size_t size, uint32_t line,
                     enum nf_edit_kind kind, const char *with, size_t with_size)
{
    struct nf_edits *const edits = making->edits;
    if (edits->count == edits->room) {
        const size_t room = edits->room > 0 ? 2 * edits->room : 256;
        struct nf_edit *const list = realloc(edits->list, room * sizeof *list);
        if (list == NULL) {
            edits->failed = true;
            return;
        }
        edits->list = list;
        edits->room = room;
    }
    char *const copy = strndup(with, with_size);
    if (copy == NULL)
        edits->failed = true;
    else
        edits->list[edits->count++] =
            (struct nf_edit){(size_t)(from - making->source->data), size, copy, line, kind};
}

static void put(const struct making *making, const struct token *token, const char *with)
{
    add_edit(making, token->at, token->size, token->line, NF_EDIT_LINE, with, strlen(with));
}

/* What stands in place of what, in the order in which it is tried. */
static const struct exchange {
    const char *from, *with;
} exchanges[] = {
    {"<", "<="},
    {"<=", "<"},
    {">", ">="},
    {">=", ">"},
    {"==", "!="},
    {"!=", "=="},
    {"<", ">"},
    {">", "<"},
    {"<=", ">="},
    {">=", "<="},
    {"&&", "||"},
    {"||", "&&"},
    {"and", "or"},
    {"or", "and"},
    {"max", "min"},
    {"min", "max"},
    {"true", "false"},
    {"false", "true"},
    {"True", "False"},
    {"False", "True"},
    {"break", "continue"},
    {"continue", "break"},
    {"!", ""},
    {"not", ""},
    {"+", "-"},
    {"-", "+"},
    {"+=", "-="},
    {"-=", "+="},
    {"++", "--"},
    {"--", "++"},
    {"/", "*"},
    {NULL, NULL},
};

static void change_number(const struct making *making, const struct token *token)
{
    char with[24];
    long number = 0;
    for (size_t i = 0; i < token->size; i++) {
        if (!isdigit((unsigned char)token->at[i]) || token->size > 9)
            return;
        number = 10 * number + (token->at[i] - '0'); /* no 0 need stand behind the source */
    }
    snprintf(with, sizeof with, "%ld", number + 1);
    put(making, token, with);
    snprintf(with, sizeof with, number > 0 ? "%ld" : "(%ld)", number - 1);
    put(making, token, with);
}

/* Exchanges each two letters of a string such as "CABDE". */
static void change_order(const struct making *making, const struct token *token)
{
    enum { LEAST = 3, MOST = 8 };
    const size_t letters = token->size - 2;
    char with[MOST + 2];
    if (token->size < LEAST + 2 || letters > MOST)
        return;
    for (size_t i = 1; i <= letters; i++)
        if (!isupper((unsigned char)token->at[i]) ||
            memchr(token->at + 1, token->at[i], i - 1) != NULL)
            return;
    for (size_t i = 1; i <= letters; i++)
        for (size_t j = i + 1; j <= letters; j++) {
            memcpy(with, token->at, token->size);
            with[i] = token->at[j];
            with[j] = token->at[i];
            add_edit(making, token->at, token->size, token->line, NF_EDIT_LINE, with, token->size);
        }
}

/* What is changed at the ends of strings, in the order in which it is tried. */
enum { TEXT_STOP, TEXT_MARK, TEXT_CASE, TEXT_BLANK_LESS, TEXT_BLANK_MORE, TEXT_WAYS };

/* Changes what a string says in one way, at its end before line ends, or at its start: a full stop
 * more, a mark or a blank less, a blank more, a letter large or small. In C++ a line end alone may
 * have lost the full stop. */
static void change_text(const struct making *making, const struct token *token, int way)
{
    enum { MOST = 200 };
    const char quote = *token->at;
    const bool string = quote == '"' || making->python;
    size_t end = token->size - 1;
    char with[MOST + 8];
    if (token->size < 2 || token->size > MOST || token->at[token->size - 1] != quote ||
        (token->size > 2 && token->at[1] == quote))
        return;
    while (end >= 3 && memcmp(token->at + end - 2, "\\n", 2) == 0)
        end -= 2;
    const size_t rest = token->size - end;
    if (!string && (end != 1 || rest != 3))
        return;
    const char last = token->at[end - 1], first = token->at[1];
    const bool any = end > 1;
    if (way == TEXT_STOP && (!any || last != '.')) {
        snprintf(with, sizeof with, "\"%.*s.%.*s", (int)end - 1, token->at + 1, (int)rest,
                 token->at + end);
        with[0] = with[token->size] = string ? quote : '"';
        put(making, token, with);
    }
    if (!string || !any)
        return;
    if (way == TEXT_MARK && strchr(".,:;!? ", last) != NULL) {
        snprintf(with, sizeof with, "%.*s%.*s", (int)end - 1, token->at, (int)rest,
                 token->at + end);
        put(making, token, with);
    }
    if (way == TEXT_CASE && isalpha((unsigned char)first)) {
        snprintf(with, sizeof with, "%.*s", (int)token->size, token->at);
        with[1] ^= 32;
        put(making, token, with);
    }
    if (way == TEXT_BLANK_LESS && first == ' ') {
        snprintf(with, sizeof with, "%c%.*s", quote, (int)token->size - 2, token->at + 2);
        put(making, token, with);
    }
    if (way == TEXT_BLANK_MORE && last != ' ') {
        snprintf(with, sizeof with, "%.*s %.*s", (int)end, token->at, (int)rest, token->at + end);
        put(making, token, with);
    }
    if (way == TEXT_BLANK_MORE && first != ' ') {
        snprintf(with, sizeof with, "%c %.*s", quote, (int)token->size - 1, token->at + 1);
        put(making, token, with);
    }
}

/* Calls `change` for each word that may be changed: not the brackets of types such as vector<int>.
 */
static void each_word(const struct making *making, const void *owner,
                      void (*change)(const struct making *, const void *, const struct token *))
{
    static const char *const types[] = {"vector",         "map",           "set",      "pair",
                                        "queue",          "deque",         "array",    "stack",
                                        "multiset",       "unordered_map", "list",     "tuple",
                                        "static_cast",    "template",      "function", "greater",
                                        "priority_queue", "unordered_set", NULL};
    struct reader reader = {making->source->data, making->source->data + making->source->size, 1,
                            making->python};
    struct token token, before = {.at = "", .size = 0};
    int open = 0; /* brackets of types */
    for (; next(&reader, &token); before = token) {
        const bool opens = is(&token, "<") && (open > 0 || is_among(&before, types));
        const bool closes = open > 0 && (is(&token, ">") || is(&token, ">>"));
        if (!opens && !closes)
            change(making, owner, &token);
        open += opens - closes - (closes && token.size == 2);
        if (open < 0 || is(&token, ";"))
            open = 0;
    }
}

static void exchange(const struct making *making, const void *owner, const struct token *token)
{
    const struct exchange *const change = owner;
    if (is(token, change->from))
        put(making, token, change->with);
}

static void change_other(const struct making *making, const void *owner, const struct token *token)
{
    (void)owner;
    if (isdigit((unsigned char)*token->at))
        change_number(making, token);
    else if (*token->at == '"' || *token->at == '\'')
        change_order(making, token);
}

static void change_string(const struct making *making, const void *owner, const struct token *token)
{
    const int *const way = owner;
    if (*token->at == '"' || *token->at == '\'')
        change_text(making, token, *way);
    else if (*way == TEXT_STOP && !making->python && is(token, "endl"))
        put(making, token, "\".\" << endl");
}

static void change_strings(const struct making *making)
{
    for (int way = 0; way < TEXT_WAYS; way++)
        each_word(making, &way, change_string);
}

/* ---- changes of lines ---- */

/* A line, and whether it is a statement by itself: for C that it ends so and its brackets are
 * closed, for Python that they are and nothing hangs on it. */
struct row {
    const char *at;
    size_t indent, size; /* without the newline */
    bool whole;
};

static struct row read_row(const char *at, const char *end, bool python)
{
    const char *const newline = memchr(at, '\n', (size_t)(end - at));
    struct row row = {.at = at, .size = (size_t)((newline != NULL ? newline : end) - at)};
    size_t last = row.size;
    int open = 0;
    while (row.indent < row.size && (at[row.indent] == ' ' || at[row.indent] == '\t'))
        row.indent++;
    while (last > row.indent && isspace((unsigned char)at[last - 1]))
        last--;
    for (size_t i = row.indent; i < last; i++)
        open += strchr("([{", at[i]) != NULL ? 1 : strchr(")]}", at[i]) != NULL ? -1 : 0;
    static const char *const bound[] = {"#", "@", "def ", "class ", "import ", "from ", "pass"};
    row.whole = open == 0 && last > row.indent &&
                (python ? at[last - 1] != ':' && at[last - 1] != '\\' : at[last - 1] == ';');
    for (size_t i = 0; i < sizeof bound / sizeof *bound; i++)
        if (row.size - row.indent >= strlen(bound[i]) &&
            memcmp(at + row.indent, bound[i], strlen(bound[i])) == 0)
            row.whole = false;
    return row;
}

static void leave_out_row(const struct making *making, const struct row *row,
                          const struct row *above, uint32_t line)
{
    const char *const with = making->python ? "pass" : ";";
    (void)above;
    add_edit(making, row->at + row->indent, row->size - row->indent, line, NF_EDIT_LEFT, with,
             strlen(with));
}

static void raise_line(const struct making *making, const struct row *row, const struct row *above,
                       uint32_t line)
{
    struct nf_text both = {0};
    if (!above->whole || above->indent != row->indent)
        return;
    nf_text_bytes(&both, row->at, row->size);
    nf_text_bytes(&both, "\n", 1);
    nf_text_bytes(&both, above->at, above->size);
    if (!both.failed)
        add_edit(making, above->at, above->size + 1 + row->size, line, NF_EDIT_RAISED, both.data,
                 both.size);
    making->edits->failed |= both.failed;
    nf_text_free(&both);
}

/* Calls `change` for each line that is a statement, with the line above it. */
static void each_line(const struct making *making,
                      void (*change)(const struct making *, const struct row *, const struct row *,
                                     uint32_t line))
{
    const char *at = making->source->data, *const end = at + making->source->size;
    struct row above = {.whole = false};
    for (uint32_t line = 1; at < end; line++) {
        const struct row row = read_row(at, end, making->python);
        if (row.whole)
            change(making, &row, &above, line);
        above = row;
        at += row.size + 1;
    }
}

void nf_edits_make(struct nf_edits *edits, const struct nf_input *source, bool python,
                   enum nf_edit_strings strings)
{
    const struct making making = {edits, source, python};
    *edits = (struct nf_edits){0};
    if (strings == NF_STRINGS_BEFORE)
        change_strings(&making);
    for (const struct exchange *change = exchanges; change->from != NULL; change++)
        each_word(&making, change, exchange);
    each_word(&making, NULL, change_other);
    if (strings == NF_STRINGS_BEHIND)
        change_strings(&making);
    each_line(&making, leave_out_row);
    each_line(&making, raise_line);
}

void nf_edit_apply(struct nf_text *text, const struct nf_input *source, const struct nf_edit *edit)
{
    nf_text_bytes(text, source->data, edit->from);
    nf_text_string(text, edit->with);
    nf_text_bytes(text, source->data + edit->from + edit->size,
                  source->size - edit->from - edit->size);
}

void nf_edits_free(struct nf_edits *edits)
{
    for (size_t i = 0; i < edits->count; i++)
        free(edits->list[i].with);
    free(edits->list);
    *edits = (struct nf_edits){0};
}

uint32_t nf_source_opens(const struct nf_input *source, bool python)
{
    static const char *const types[] = {"freopen", "fopen", "ifstream", "fstream", NULL};
    static const char *const calls[] = {"open", "Open", "File", "FileReader", "FileInputStream",
                                        NULL};
    struct reader reader = {source->data, source->data + source->size, 1, python};
    struct token token, before = {.at = "", .size = 0};
    for (; next(&reader, &token); before = token)
        if (is_among(&token, types) || (is(&token, "(") && is_among(&before, calls)))
            return token.line;
    return 0;
}

/* ---- a line ---- */

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
