#include "gen/pigs/guided.h"

#include "base/lang.h"
#include "games/pigs/rules/events.h"
#include "games/pigs/rules/format.h"

#include <stdlib.h>
#include <string.h>

#define GUIDE_ATTEMPT (UINT64_C(1) << 32)
#define STAGE_ATTEMPT (UINT64_C(2) << 32)

static void leave_out_j(uint8_t *cards, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        cards[i] = cards[i] == PIGS_J ? PIGS_D : cards[i];
}

bool pigs_search_next(struct pigs_search *search, struct pigs_instance *instance,
                      struct pigs_game *game)
{
    for (uint32_t tries = 0; tries < PIGS_ATTEMPTS; tries++) {
        const uint32_t number = (uint32_t)search->key.attempt++;
        const struct pigs_deal deal = {
            .profile = (enum pigs_profile)(number % PIGS_MAX),
            .seats = search->least + number / PIGS_MAX % (search->most - search->least + 1),
            .cards = search->cards};
        pigs_deal(&deal, &search->key, instance);
        if (search->no_j) {
            leave_out_j(instance->hands[0], sizeof instance->hands);
            leave_out_j(instance->deck, instance->cards);
        }
        if (!pigs_play(game, instance, NULL))
            continue;
        if (deal.cards == 0 && game->drawn < instance->cards)
            instance->cards = game->drawn;
        return true;
    }
    return false;
}

/* Whether a game reaches an event. */
static bool reaches(struct pigs_match *match, enum pigs_event event)
{
    struct pigs_watch watch = pigs_watch();
    pigs_play(&match->game, &match->instance, &watch.observer);
    return (watch.reached >> event & 1) != 0;
}

enum nf_status pigs_guide(uint64_t seed, uint64_t index, const struct nf_case_limits *limits,
                          struct nf_text *instance, struct nf_error *err)
{
    const enum pigs_event event = (enum pigs_event)(index % PIGS_EVENTS);
    struct pigs_search search = {.least = 2,
                                 .most = event == PIGS_EVENT_TEN_PIGS ? PIGS_SEATS : 6,
                                 .cards = limits->deck,
                                 .key = {seed, index, GUIDE_ATTEMPT}};
    if (limits->players == 1 || limits->deck > PIGS_DECK)
        return nf_fail(err, NF_USAGE, "no case fits: a game has 2 to 10 pigs and 1 to 2,000 cards");
    if (limits->players != 0 && limits->players < search.most)
        search.most = limits->players;
    struct pigs_match *const match = malloc(sizeof *match);
    if (match == NULL)
        return nf_fail(err, NF_IO, "out of memory for a game");
    bool found = false, reached = false;
    for (uint32_t tries = 0; tries < PIGS_GUIDED_ATTEMPTS && !reached; tries++) {
        found = pigs_search_next(&search, &match->instance, &match->game) || found;
        reached = found && reaches(match, event);
    }
    if (found)
        pigs_print(instance, &match->instance);
    free(match);
    return found ? NF_OK : nf_fail(err, NF_USAGE, "no case fits these limits");
}

/* ---- bounds of the sizes ---- */

static enum nf_status write_stage(const struct pigs_deal *deal, uint64_t seed, uint64_t index,
                                  struct nf_text *instance, struct nf_error *err)
{
    struct nf_key key = {seed, index, STAGE_ATTEMPT};
    struct pigs_match *const match = malloc(sizeof *match);
    if (match == NULL)
        return nf_fail(err, NF_IO, "out of memory for a game");
    const bool found = pigs_deal_valid(deal, &key, &match->instance, &match->game);
    if (found)
        pigs_print(instance, &match->instance);
    free(match);
    return found ? NF_OK : nf_fail(err, NF_INTERNAL, "no game of a stage has an end");
}

static enum nf_status write_largest(uint64_t seed, uint64_t index, struct nf_text *instance,
                                    struct nf_error *err)
{
    static const struct pigs_deal deal = {PIGS_MAX, PIGS_SEATS, PIGS_DECK};
    return write_stage(&deal, seed, index, instance, err);
}

static enum nf_status write_long(uint64_t seed, uint64_t index, struct nf_text *instance,
                                 struct nf_error *err)
{
    static const struct pigs_deal deal = {PIGS_MAX, 2, 0};
    return write_stage(&deal, seed, index, instance, err);
}

const struct nf_stage pigs_stages[] = {
    {N_("ten pigs and 2,000 cards"), 60, 50, write_largest},
    {N_("two pigs and long games"), 80, 50, write_long},
    {NULL, 0, 0, NULL},
};
