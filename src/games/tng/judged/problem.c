
#include "base/lang.h"

#include "games/tng/judged/fuzzing.h"
#include "games/tng/rules/events.h"
#include "games/tng/rules/format.h"
#include "games/tng/rules/transcript.h"
#include "gen/tng/cases/guided.h"

static struct nf_measured range(const struct nf_match *match, enum tng_field field)
{
    return nf_instance_range(&match->read, &tng_format.fields[field]);
}

static void summarise(const struct nf_match *match, struct nf_text *report)
{
    uint64_t ends[3] = {0};
    const uint32_t *const records = match->course;
    const struct nf_measured p = range(match, TNG_FIELD_P), r = range(match, TNG_FIELD_R),
                             m = range(match, TNG_FIELD_M);
    for (size_t i = 0; i < match->games; i++)
        ends[tng_record_outcome(records[i])]++;
    nf_text_format(report, P_(": valid: %zu game", ": valid: %zu games", match->games),
                   match->games);
    if (match->games > 0)
        nf_text_format(report, _(", p %u to %u, r %u to %u, m %u to %u"), (unsigned)p.low,
                       (unsigned)p.high, (unsigned)r.low, (unsigned)r.high, (unsigned)m.low,
                       (unsigned)m.high);
    nf_text_format(report, _("\nX wins %llu, Y wins %llu, draws %llu\n"),
                   (unsigned long long)ends[TNG_X], (unsigned long long)ends[TNG_Y],
                   (unsigned long long)ends[TNG_DRAW]);
}

static const struct nf_fuzz_ops fuzz_ops = {
    .events = tng_events,
    .guide = tng_guide,
    .stages = tng_stages,
    .size = tng_size,
    .comparer = &tng_comparer,
    .tell_story = tng_write_story,
    .players = tng_players,
    .panels = tng_panels,
    .frames = TNG_MAX_FRAMES,
    .mistakes = tng_mistakes,
    .points = tng_points,
    .play_as = tng_play_as,
};

const struct nf_problem tng_problem = {
    .name = "tng",
    .title = N_("The Number Game"),
    .rules = &tng_rules,
    .summarise = summarise,
    .measures = tng_measures,
    .fuzz = &fuzz_ops,
    .suite = &tng_suite,
};
