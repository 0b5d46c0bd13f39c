#include "games/cirno/check/checking_games.h"

#include "games/cirno/kernels/reference.h"
#include "games/cirno/rules/rules.h"
#include "gen/cirno/setup.h"

#include <inttypes.h>
#include <string.h>

/* Deals the candidate game->attempt of game->index. */
static void deal(const struct cirno_checker *checker, struct cirno_checked_game *game,
                 uint8_t *hands)
{
    const struct cirno_setup *const setup = checker->setup;
    game->round = 0;
    if (setup->instances != NULL) {
        const struct cirno_instance *const instance = &setup->instances[game->index];
        memcpy(hands, instance->hands, (size_t)instance->players * CIRNO_HAND);
        game->given = instance->deck;
        game->limit = instance->deck_size;
        return;
    }
    const struct nf_key key = {setup->base.params.seed, game->index, game->attempt};
    cirno_deal_hands(&game->dealer, setup, &key, hands);
    game->given = NULL;
    game->limit = setup->deck_limit;
}

bool cirno_checked_take(struct cirno_checker *checker, struct cirno_checked_game *game,
                        uint8_t *hands)
{
    game->busy = checker->end == NF_OK && nf_feed_take(checker->feed, &game->index);
    if (!game->busy)
        return false;
    game->attempt = 0;
    memset(game->rejected, 0, sizeof game->rejected);
    deal(checker, game, hands);
    return true;
}

bool cirno_checked_reject(struct cirno_checker *checker, struct cirno_checked_game *game,
                          enum nf_reject why, uint8_t *hands)
{
    const struct cirno_setup *const setup = checker->setup;
    game->rejected[why]++;
    if (setup->instances != NULL)
        checker->end =
            nf_fail(checker->err, NF_INVALID, "instance %" PRIu64 " is not valid", game->index);
    else if (++game->attempt == cirno_attempts(setup->deck_limit))
        checker->end = cirno_hopeless(setup, game->index, game->rejected, checker->err);
    else
        deal(checker, game, hands);
    game->busy = checker->end == NF_OK;
    return game->busy;
}

bool cirno_checked_adds_up(const struct cirno_checked_game *game, uint32_t used)
{
    uint32_t cards = 0;
    for (uint32_t round = 0; round < game->round; round++)
        cards += (game->rounds[round] >> NF_SEAT_BITS) - 1 + CIRNO_HAND;
    return cards == used;
}

bool cirno_checked_complete(struct cirno_checker *checker, struct cirno_checked_game *game,
                            uint8_t *hands)
{
    struct nf_outcome outcome = {.index = game->index, .words = game->rounds};
    memcpy(outcome.rejected, game->rejected, sizeof outcome.rejected);
    checker->sink->take(checker->sink, &outcome);
    return cirno_checked_take(checker, game, hands);
}
