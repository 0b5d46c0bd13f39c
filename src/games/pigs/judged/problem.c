
#include "base/lang.h"
#include "games/pigs/judged/fuzzing.h"
#include "games/pigs/rules/events.h"
#include "games/pigs/rules/format.h"
#include "games/pigs/rules/judge.h"
#include "gen/pigs/cases/guided.h"

#include <stdlib.h>

/* nf_smaller.takes: it has a main pig, a rebel and an end. */
static uint32_t takes(struct nf_instance *candidate)
{
    static const struct nf_input unnamed = {"case", "", 0};
    struct nf_error err;
    uint32_t cards = UINT32_MAX;
    struct pigs_instance *const game = malloc(sizeof *game);
    void *const course = malloc(sizeof(struct pigs_game));
    struct nf_match match = {.input = &unnamed, .read = *candidate, .game = game};
    candidate->failed = game == NULL || course == NULL;
    if (!candidate->failed && pigs_make(&match, &err) == NF_OK && pigs_play(course, game, NULL))
        cards = game->cards;
    free(game);
    free(course);
    return cards;
}

static const struct nf_smaller smaller = {.takes = takes};

static void size(const struct nf_instance *read, struct nf_text *words)
{
    const uint32_t cards = read->numbers[1];
    nf_text_format(words, _("%u pigs"), read->numbers[0]);
    nf_text_format(words, P_(", %u card", ", %u cards", cards), cards);
}

static const struct nf_fuzz_ops fuzz_ops = {
    .events = pigs_events,
    .guide = pigs_guide,
    .stages = pigs_stages,
    .smaller = &smaller,
    .size = size,
    .comparer = &pigs_comparer,
    .tell_story = pigs_write_story,
    .players = pigs_players,
    .panels = pigs_panels,
    .frames = PIGS_MAX_FRAMES,
    .mistakes = pigs_mistakes,
    .points = pigs_points,
    .play_as = pigs_play_as,
};

const struct nf_problem pigs_problem = {
    .name = "pigs",
    .title = N_("The Pig Game"),
    .rules = &pigs_rules,
    .summarise = pigs_summarise,
    .measures = pigs_measures,
    .fuzz = &fuzz_ops,
    .suite = &pigs_suite,
};
