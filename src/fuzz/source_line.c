#include "fuzz/source_line.h"

#include "base/shown.h"

#include <ctype.h>
#include <string.h>

void nf_source_line(struct nf_text *code, const struct nf_input *source, uint32_t line)
{
    char shown[NF_TERMINAL - 8]; /* "    57 | " stands before it */
    const char *at = source->data, *const end = source->data + source->size;
    for (uint32_t number = 1; number < line && at < end; number++) {
        const char *const newline = memchr(at, '\n', (size_t)(end - at));
        at = newline != NULL ? newline + 1 : end;
    }
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    const char *const newline = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    size_t length = (size_t)((newline != NULL ? newline : end) - at);
    while (length > 0 && isspace((unsigned char)at[length - 1]))
        length--;
    struct nf_text whole = {0};
    nf_text_bytes(&whole, at, length);
    nf_text_string(code, nf_shown_copy(shown, sizeof shown, nf_text_terminated(&whole)));
    nf_text_free_part(&whole, code);
}

void nf_source_line_put(struct nf_text *text, uint32_t line, const struct nf_text *code)
{
    if (code->size > 0)
        nf_text_format(text, "%6u | %.*s\n", line, (int)code->size, code->data);
    text->failed |= code->failed;
}
