#include "tests/unit/whole.h"

/* Leaves the function with the name of a part that is not there. */
#define NEEDS(object, part)                                                                        \
    do {                                                                                           \
        if (object->part == 0)                                                                     \
            return #part;                                                                          \
    } while (0)

static const char *counting_lacks(const struct nf_game *game)
{
    NEEDS(game, tally);
    NEEDS(game, tally->layout);
    NEEDS(game, tally->extremes);
    if (game->tally->size == 0)
        NEEDS(game, tally->sums);
    NEEDS(game, tally->count);
    NEEDS(game, tally->per_seat);
    NEEDS(game, tally->event);
    NEEDS(game, tally->turns_of);
    NEEDS(game, tally->turns);
    NEEDS(game, tally->consistent);
    if (game->tally->width == NULL)
        NEEDS(game, tally->share);
    NEEDS(game, tally->describe);
    NEEDS(game, tally->report);
    NEEDS(game, records);
    NEEDS(game, records->columns);
    NEEDS(game, records->fill);
    if (game->details != NULL) {
        NEEDS(game, details->layout);
        if (game->details->size == 0)
            NEEDS(game, details->sums);
        NEEDS(game, details->count);
        NEEDS(game, details->consistent);
        NEEDS(game, details->report);
    }
    return NULL;
}

static const char *other_parts_lack(const struct nf_game *game)
{
    if (game->promises != NULL) {
        NEEDS(game, promises->promises);
        NEEDS(game, promises->describe);
        NEEDS(game, promises->each.play);
    }
    if (game->strategies != NULL) {
        NEEDS(game, strategies->list);
        NEEDS(game, strategies->mutate);
        NEEDS(game, strategies->drop);
    }
    if (game->numbered != NULL) {
        NEEDS(game, numbered->profile);
        NEEDS(game, numbered->count);
    }
    if (game->exact != NULL)
        NEEDS(game, exact->solve);
    return NULL;
}

const char *nf_game_lacks(const struct nf_game *game)
{
    NEEDS(game, name);
    NEEDS(game, title);
    NEEDS(game, players.low);
    NEEDS(game, rounds.low);
    NEEDS(game, profiles);
    NEEDS(game, profiles[0].name);
    NEEDS(game, setup_size);
    NEEDS(game, kernels);
    NEEDS(game, kernels[0]);
    NEEDS(game, rules);
    NEEDS(game, deals);
    NEEDS(game, deals->deal);
    if (game->deals->prepare_instances == NULL)
        NEEDS(game, deals->give);
    const char *const lacks = counting_lacks(game);
    return lacks != NULL ? lacks : other_parts_lack(game);
}

static const char *suite_lacks(const struct nf_problem *problem)
{
    NEEDS(problem, suite->groups);
    NEEDS(problem, suite->tests);
    NEEDS(problem, suite->samples);
    NEEDS(problem, suite->deal);
    NEEDS(problem, suite->tries);
    NEEDS(problem, suite->package);
    NEEDS(problem, suite->package->statements[NF_ENGLISH]);
    NEEDS(problem, suite->package->statements[NF_CHINESE]);
    NEEDS(problem, suite->package->solution_py);
    NEEDS(problem, suite->package->solution_cpp);
    if (problem->suite->package->wrong != NULL) { /* with mistakes of the catalogue */
        NEEDS(problem, fuzz);
        NEEDS(problem, fuzz->mistakes);
    }
    return NULL;
}

static const char *fuzz_lacks(const struct nf_problem *problem)
{
    NEEDS(problem, fuzz->guide);
    if (problem->fuzz->write_story != NULL) {
        NEEDS(problem, fuzz->players);
        NEEDS(problem, fuzz->panels);
        NEEDS(problem, fuzz->frames);
    }
    if (problem->fuzz->points != NULL)
        NEEDS(problem, fuzz->mistakes);
    if (problem->fuzz->mistakes != NULL)
        NEEDS(problem, fuzz->play_as);
    return NULL;
}

const char *nf_problem_lacks(const struct nf_problem *problem)
{
    NEEDS(problem, name);
    NEEDS(problem, title);
    NEEDS(problem, rules);
    NEEDS(problem, rules->format);
    NEEDS(problem, rules->play);
    const char *const lacks = problem->fuzz != NULL ? fuzz_lacks(problem) : NULL;
    return lacks == NULL && problem->suite != NULL ? suite_lacks(problem) : lacks;
}
