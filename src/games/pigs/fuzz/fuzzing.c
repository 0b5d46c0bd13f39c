#include "games/pigs/fuzz/fuzzing.h"

#include "base/lang.h"
#include "games/pigs/fuzz/mistakes.h"
#include "games/pigs/rules/events.h"
#include "games/pigs/rules/format.h"
#include "gen/pigs/guided.h"

#include <stdlib.h>

/* nf_smaller.takes: it has a main pig, a rebel and an end. */
static uint32_t takes(struct nf_instance *candidate)
{
    static const struct nf_input unnamed = {"case", "", 0};
    struct nf_error err;
    uint32_t cards = UINT32_MAX;
    struct pigs_match *const match = malloc(sizeof *match);
    candidate->failed = match == NULL;
    if (match != NULL && pigs_instance_of(candidate, &unnamed, &match->instance, &err) == NF_OK &&
        pigs_play(&match->game, &match->instance, NULL))
        cards = match->instance.cards;
    free(match);
    return cards;
}

static const struct nf_smaller smaller = {.takes = takes};

static enum nf_status size(const struct nf_input *instance, struct nf_text *words,
                           struct nf_error *err)
{
    struct pigs_match *match;
    const enum nf_status status = pigs_read(instance, NULL, &match, err);
    if (status != NF_OK)
        return status;
    const unsigned cards = match->instance.cards;
    nf_text_format(words, _("%u pigs"), match->instance.seats);
    nf_text_format(words, P_(", %u card", ", %u cards", cards), cards);
    free(match);
    return NF_OK;
}

const struct nf_fuzz_ops pigs_fuzz_ops = {
    .events = pigs_events,
    .guide = pigs_guide,
    .stages = pigs_stages,
    .coverage = pigs_coverage,
    .smaller = &smaller,
    .size = size,
    .compare = pigs_compare,
    .tell_story = pigs_tell_story,
    .panels = pigs_panels,
    .frames = PIGS_MAX_FRAMES,
    .mistakes = pigs_mistakes,
    .points = pigs_points,
    .play_as = pigs_play_as,
};
