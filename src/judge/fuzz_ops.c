#include "judge/fuzz_ops.h"

#include "base/lang.h"
#include "base/rng.h"

#include <stdarg.h>
#include <stdio.h>

enum { AT_ONCE = 16, MOST = 2000, NONE = MOST };

/* Of what a case reaches, events are worth more that few of the cases reach. */
static double worth(uint64_t reached, const uint32_t cases_with[NF_MAX_EVENTS])
{
    double sum = 0;
    for (; reached != 0; reached &= reached - 1)
        sum += 1.0 / cases_with[__builtin_ctzll(reached)];
    return sum;
}

/* Returns the number of the best one of the cases that reach one of `wanted`, or NONE. */
static uint32_t best_of(const uint64_t *reached, uint32_t count, uint64_t wanted)
{
    uint32_t cases_with[NF_MAX_EVENTS] = {0}, best = NONE;
    double most = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint64_t left = reached[i]; left != 0; left &= left - 1)
            cases_with[__builtin_ctzll(left)]++;
    for (uint32_t i = 0; i < count; i++) {
        const double here = (reached[i] & wanted) != 0 ? worth(reached[i], cases_with) : 0;
        if (here > most) {
            most = here;
            best = i;
        }
    }
    return best;
}

enum nf_status nf_guide(const struct nf_small_cases *cases, uint64_t seed, uint64_t index,
                        const struct nf_case_limits *limits, struct nf_text *instance,
                        struct nf_error *err)
{
    const uint64_t wanted = (uint64_t)1 << index % cases->events;
    uint64_t reached[MOST];
    uint32_t best = NONE;
    for (uint32_t i = 0; i < MOST && best == NONE; i++) {
        const struct nf_key key = {seed, index, NF_SMALL_CASES + i};
        NF_TRY(cases->draw(&key, limits, NULL, &reached[i], err));
        if (i + 1 == AT_ONCE)
            best = best_of(reached, AT_ONCE, wanted);
        else if (i >= AT_ONCE && (reached[i] & wanted) != 0)
            best = i;
    }
    if (best == NONE)
        best = best_of(reached, MOST, UINT64_MAX);
    if (best == NONE)
        return nf_fail(err, NF_USAGE, "no case fits these limits");
    const struct nf_key key = {seed, index, NF_SMALL_CASES + best};
    NF_TRY(cases->draw(&key, limits, instance, &reached[best], err));
    return instance->failed ? nf_fail_memory(err) : NF_OK;
}

/* ---- stories ---- */

json_t *nf_frame(json_t *state, const char *format, ...)
{
    char sentence[NF_ROW_BYTES];
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, _(format), args);
    va_end(args);
    return json_pack("{s:s, s:o}", "said", sentence, "state", state);
}

json_t *nf_cell(const char *text, const char *mark)
{
    return mark == NULL ? json_string(text) : json_pack("{s:s, s:s}", "text", text, "mark", mark);
}

bool nf_narrate_step(struct nf_narration *narration, struct nf_step *step)
{
    step->rows = &narration->rows;
    step->players = narration->players;
    const bool more =
        !narration->rows.failed && narration->listener->hear(narration->listener->owner, step);
    json_decref(step->frames);
    narration->rows.size = 0;
    return more;
}
