#include "judge/story.h"

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

bool nf_teller_hear(struct nf_teller *teller, struct nf_step *step)
{
    step->rows = &teller->rows;
    step->players = teller->players;
    const bool more = !teller->rows.failed && teller->listener->hear(teller->listener->owner, step);
    json_decref(step->frames);
    teller->rows.size = 0;
    return more;
}
