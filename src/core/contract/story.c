#include "core/contract/story.h"

#include "base/lang.h"

#include <stdarg.h>
#include <stdio.h>

json_t *nf_frame(json_t *state, const char *format, ...)
{
    char said[NF_ROW_BYTES];
    va_list args;
    va_start(args, format);
    vsnprintf(said, sizeof said, _(format), args);
    va_end(args);
    return json_pack("{s:s, s:o}", "said", said, "state", state);
}

json_t *nf_cell(const char *text, const char *mark)
{
    return mark == NULL ? json_string(text) : json_pack("{s:s, s:s}", "text", text, "mark", mark);
}
