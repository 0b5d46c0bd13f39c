/* Whether a game has all parts that the engine asks for. */
#include "sim/game.h"

/* Leaves the function with the name of a part that is not there. */
#define NEEDS(part)                                                                                \
    do {                                                                                           \
        if (game->part == 0)                                                                       \
            return #part;                                                                          \
    } while (0)

static const char *counting_lacks(const struct nf_game *game)
{
    NEEDS(tally);
    NEEDS(tally->layout);
    NEEDS(tally->extremes);
    if (game->tally->size == 0)
        NEEDS(tally->sums);
    NEEDS(tally->count);
    NEEDS(tally->per_seat);
    NEEDS(tally->event);
    NEEDS(tally->turns_of);
    NEEDS(tally->turns);
    NEEDS(tally->consistent);
    if (game->tally->width == NULL)
        NEEDS(tally->share);
    NEEDS(tally->describe);
    NEEDS(tally->report);
    NEEDS(records);
    NEEDS(records->columns);
    NEEDS(records->fill);
    if (game->details != NULL) {
        NEEDS(details->layout);
        if (game->details->size == 0)
            NEEDS(details->sums);
        NEEDS(details->count);
        NEEDS(details->consistent);
        NEEDS(details->report);
    }
    return NULL;
}

static const char *other_parts_lack(const struct nf_game *game)
{
    if (game->promises != NULL) {
        NEEDS(promises->promises);
        NEEDS(promises->tell);
        NEEDS(promises->each.play);
    }
    if (game->strategies != NULL) {
        NEEDS(strategies->list);
        NEEDS(strategies->mutate);
        NEEDS(strategies->drop);
    }
    if (game->numbered != NULL) {
        NEEDS(numbered->profile);
        NEEDS(numbered->count);
    }
    if (game->exact != NULL)
        NEEDS(exact->solve);
    return NULL;
}

const char *nf_game_lacks(const struct nf_game *game)
{
    NEEDS(name);
    NEEDS(title);
    NEEDS(players.low);
    NEEDS(rounds.low);
    NEEDS(profiles);
    NEEDS(profiles[0].name);
    NEEDS(setup_size);
    NEEDS(kernels);
    NEEDS(kernels[0]);
    NEEDS(rules);
    NEEDS(deals);
    NEEDS(deals->deal);
    if (game->deals->prepare_instances == NULL)
        NEEDS(deals->give);
    const char *const lacks = counting_lacks(game);
    return lacks != NULL ? lacks : other_parts_lack(game);
}
