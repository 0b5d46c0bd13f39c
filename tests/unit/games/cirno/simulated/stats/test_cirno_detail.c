/* What run --detail counts, held against an observer of every turn; tests/data/cirno/records.py,
 * which was written apart, makes the tables of it from transcripts. */
#include "games/cirno/simulated/kernels/kernels.h"
#include "games/cirno/simulated/module.h"
#include "games/cirno/simulated/stats/tallying.h"
#include "gen/cirno/deal.h"
#include "sim/runner.h"
#include "tests/unit/games/cirno/strategies.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct nf_params usual_game = {
    .players = 5, .rounds = 20, .profile = "uniform", .seed = 3, .detail = true};

/* ---- the observer's details ---- */

/* A game being followed. */
struct follower {
    struct cirno_source source; /* first: see cirno_source_draw() */
    struct cirno_details *sums;
    int32_t lowest_p;
    struct cirno_watch watch;
};

/* Ties by the statement's rule: every event before this one. */
static const cirno_event_set all_ties = ((cirno_event_set)1 << (CIRNO_BEFORE_OTHER_EVENTS + 1)) - 1;

/* Counts a turn. */
static bool see(void *client, const struct cirno_walk *walk, unsigned card)
{
    struct follower *const follower = client;
    struct cirno_details *const sums = follower->sums;
    const struct cirno_table *const table = &walk->table;
    const cirno_hand hand = table->hands[table->seat];
    const bool usual =
        follower->source.seating == NULL || card == cirno_choose(hand, table->p, table->doubled);
    const cirno_event_set events = cirno_watch_turn(&follower->watch, table, card);
    cirno_add_events(sums, usual ? events : events & ~all_ties, 1);
    cirno_watch_pass(&follower->watch, table, card);
    if (card == CIRNO_LOSES) {
        assert_in_range(cirno_losing_hand(hand), 0, CIRNO_LOSING_HANDS - 1);
        assert_in_range((uintmax_t)table->p, 0, CIRNO_LIMIT);
        sums->hands[table->doubled][cirno_losing_hand(hand)]++;
        sums->loss_p[table->doubled][table->p]++;
        return true;
    }
    const int32_t p = cirno_apply(card, table->p);
    sums->played[table->doubled][card]++;
    follower->lowest_p = p < follower->lowest_p ? p : follower->lowest_p;
    return true;
}

/* Walks the candidate of `attempt` at `index` by the rules and adds what is seen to `sums`. Returns
 * the lowest p of the game, 0 if it was never below. */
static int32_t observe(const struct cirno_setup *setup, uint64_t index, uint64_t attempt,
                       const uint32_t *rounds, struct cirno_details *sums)
{
    static const struct cirno_callbacks callbacks = {cirno_source_choose, cirno_source_draw, see};
    const struct nf_params *const params = &setup->base.params;
    struct follower follower = {.sums = sums, .watch = cirno_watch_open()};
    struct cirno_walk walk = cirno_source_open(&follower.source, setup, index, attempt);
    for (; walk.round < params->rounds; walk.round++) {
        assert_int_equal(cirno_walk_round(&callbacks, &follower, &walk), CIRNO_COMPLETE);
        assert_int_equal(cirno_round_word(&walk), rounds[walk.round]);
    }
    const int64_t left = params->deck == 0 ? 0 : (int64_t)params->deck - walk.used;
    assert_true(left >= 0);
    cirno_add_events(sums, cirno_watch_game(params->players, left), 1);
    return follower.lowest_p;
}

/* Holds a tally of games 0 .. games-1 against the observer, who walks them again. */
static void assert_observed(const struct nf_tally *tally, const struct cirno_setup *setup,
                            uint64_t games)
{
    FREED_BY(nf_tally_close) struct nf_tally wanted = nf_test_tally(&setup->base);
    memcpy(wanted.sums, tally->sums, cirno_layout_of(&setup->base).end * sizeof *wanted.sums);
    struct nf_extreme deepest = {0, UINT64_MAX};
    for (uint64_t index = 0; index < games; index++) {
        uint32_t rounds[CIRNO_MAX_ROUNDS], rejected[NF_REJECT_KINDS];
        assert_ok(cirno_play_index, setup, index, rounds, rejected);
        const int32_t lowest_p = observe(setup, index, (uint64_t)rejected[0] + rejected[1], rounds,
                                         cirno_details_of(&wanted));
        nf_extreme_offer(&deepest, false, (uint64_t)-lowest_p, index);
    }
    for (uint32_t i = 0; i < tally->sums_count; i++)
        if (tally->sums[i] != wanted.sums[i])
            fail_msg("sum %u is %llu, the observer has %llu", i, (unsigned long long)tally->sums[i],
                     (unsigned long long)wanted.sums[i]);
    assert_int_equal(tally->extremes[CIRNO_DEEPEST_P].value, deepest.value);
    assert_int_equal(tally->extremes[CIRNO_DEEPEST_P].index, deepest.index);
}

/* Weights with many B and C cards, so that p falls far; or any. */
static void weigh(uint64_t *random, char *text, size_t size)
{
    const bool deep = nf_test_between(random, 0, 2) == 0;
    size_t used = 0;
    for (int card = 0; card < CIRNO_CARDS; card++) {
        const bool sinks = cirno_cards[card].class == CIRNO_SUBTRACT || card == CIRNO_C2;
        const uint32_t weight =
            nf_test_between(random, card == CIRNO_A99 || card == CIRNO_A49, deep && !sinks ? 2 : 9);
        used += (size_t)snprintf(text + used, size - used, "%s%s=%u", used == 0 ? "" : ",",
                                 cirno_cards[card].name, weight);
    }
}

TEST(details_are_those_of_an_observer_of_every_turn)
{
    static struct random_seats seats;
    uint64_t random = nf_test_seed();
    for (uint32_t run = 0; run < nf_test_often(10, 60, 500); run++) {
        char weights[300];
        struct nf_error err = {""};
        const uint32_t players = nf_test_between(&random, 1, run % 2 == 0 ? 5 : 30);
        const bool seated = nf_test_between(&random, 0, 1) != 0;
        struct nf_params params = {.players = players,
                                   .rounds = nf_test_between(&random, 1, run % 3 == 0 ? 100 : 8),
                                   .profile = "uniform",
                                   .seed = nf_test_random(&random) >> 1,
                                   .detail = true};
        weigh(&random, weights, sizeof weights);
        params.weights = nf_test_between(&random, 0, 1) != 0 ? weights : NULL;
        params.profile = params.weights == NULL ? "uniform" : NULL;
        params.deck = nf_test_between(&random, 0, 3) != 0 ? 0 : 60 * params.rounds;
        if (seated) {
            random_seats_make(&seats, &random, players, nf_test_between(&random, 1, players), 4,
                              nf_test_between(&random, 0, 2) != 0);
            params.strategy = seats.list;
            params.texts = seats.strategies;
        }
        FREED_BY(nf_test_release)
        struct nf_setup *const setup = nf_test_prepare(&cirno_game, &params);
        uint32_t rounds[CIRNO_MAX_ROUNDS], rejected[NF_REJECT_KINDS];
        const uint64_t games = nf_test_between(&random, 1, 40);
        uint64_t valid = 0; /* where candidates are thrown away too often there is no game */
        while (valid < games && cirno_play_index((struct cirno_setup *)setup, valid, rounds,
                                                 rejected, &err) == NF_OK)
            valid++;
        if (valid > 0) {
            FREED_BY(nf_test_played_close)
            struct nf_test_played played =
                nf_test_play(&cirno_game, &setup->params, &cirno_portable, 0, valid);
            assert_observed(&played.tally, (struct cirno_setup *)setup, valid);
        }
        if (seated)
            random_seats_free(&seats);
    }
}

TEST(a_deck_of_the_cards_that_a_game_uses_is_exact_and_one_more_is_left_over)
{
    struct nf_params params = usual_game;
    FREED_BY(nf_test_played_close)
    struct nf_test_played usual = nf_test_play(&cirno_game, &params, &cirno_portable, 5, 1);
    const struct nf_tally *const wanted = &usual.tally;
    const uint64_t cards = nf_tally_turns(wanted) + (uint64_t)CIRNO_CARDS_PER_ROUND * params.rounds;
    for (uint32_t left = 0; left <= 1; left++) {
        params.deck = (uint32_t)cards + left;
        FREED_BY(nf_test_played_close)
        struct nf_test_played played = nf_test_play(&cirno_game, &params, &cirno_portable, 5, 1);
        uint64_t *const events = cirno_details_of(&played.tally)->events;
        assert_int_equal(events[CIRNO_EVENT_DECK_EXACT], left == 0);
        assert_int_equal(events[CIRNO_EVENT_DECK_LEFT], left > 0);
        memcpy(&events[CIRNO_EVENT_DECK_EXACT],
               &cirno_details_of(wanted)->events[CIRNO_EVENT_DECK_EXACT], 2 * sizeof *events);
        assert_memory_equal(played.tally.sums, wanted->sums, wanted->sums_count * sizeof(uint64_t));
    }
}

/* ---- hands ---- */

/* Those that can lose have the numbers in their order, each its own. */
TEST(losing_hands_have_numbers_of_their_own_and_no_other_hand_has_one)
{
    uint32_t losing = 0;
    for (unsigned a = 0; a < CIRNO_CARDS; a++)
        for (unsigned b = a; b < CIRNO_CARDS; b++)
            for (unsigned c = b; c < CIRNO_CARDS; c++) {
                const cirno_hand hand = cirno_one(a) + cirno_one(b) + cirno_one(c);
                const uint32_t number = cirno_losing_hand(hand);
                uint8_t cards[CIRNO_HAND];
                bool can_lose = false;
                for (int32_t p = -200; p <= CIRNO_LIMIT; p++)
                    can_lose |= cirno_choose(hand, p, false) == CIRNO_LOSES;
                assert_int_equal(number < CIRNO_LOSING_HANDS, can_lose);
                losing += can_lose;
                cirno_losing_cards(can_lose ? number : 0, cards);
                assert_true(!can_lose || hand == cirno_hand_of(cards));
            }
    assert_int_equal(losing, CIRNO_LOSING_HANDS);
}

/* ---- refusing ---- */

TEST(the_lowest_p_is_as_low_as_its_events_show)
{
    static const struct {
        uint32_t event;
        uint64_t below; /* 0 less so much */
    } depths[] = {
        {CIRNO_EVENT_P_NEGATIVE, 0},      {CIRNO_EVENT_P_BELOW_99, 99},
        {CIRNO_EVENT_P_BELOW_200, 200},   {CIRNO_EVENT_P_BELOW_512, 512},
        {CIRNO_EVENT_P_BELOW_1000, 1000}, {CIRNO_EVENTS, CIRNO_P_BOUND - 1},
    };
    FREED_BY(nf_test_played_close)
    struct nf_test_played played = nf_test_play(&cirno_game, &usual_game, &cirno_portable, 0, 1);
    struct nf_tally *const tally = &played.tally;
    uint64_t *const events = cirno_details_of(tally)->events;
    events[CIRNO_EVENT_DOUBLE_LOST]++; /* more than losing hands under DOUBLE */
    assert_false(nf_tally_consistent(tally));
    events[CIRNO_EVENT_DOUBLE_LOST]--;
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++)
        for (uint64_t more = 0; more <= 1; more++) {
            const uint64_t depth = depths[i].below + more;
            tally->extremes[CIRNO_DEEPEST_P].value = depth;
            for (size_t k = 0; k < 5; k++)
                events[depths[k].event] = depth > depths[k].below;
            assert_int_equal(nf_tally_consistent(tally), depth < CIRNO_P_BOUND);
            for (size_t k = 0; k < 5; k++) {
                events[depths[k].event] ^= 1;
                assert_false(nf_tally_consistent(tally));
                events[depths[k].event] ^= 1;
            }
        }
}

TEST(a_game_that_a_kernel_plays_wrongly_is_reported)
{
    FREED_BY(nf_test_release)
    struct nf_setup *const setup = nf_test_prepare(&cirno_game, &usual_game);
    uint32_t rounds[CIRNO_MAX_ROUNDS], rejected[NF_REJECT_KINDS];
    for (int fault = 0; fault < 5; fault++) {
        FREED_BY(nf_tally_close) struct nf_tally tally = nf_test_tally(setup);
        assert_ok(cirno_play_index, (struct cirno_setup *)setup, 11, rounds, rejected);
        /* Nothing; another loser; a turn more, a turn less; another attempt. */
        struct nf_outcome outcome = {.index = 11, .words = rounds};
        rounds[7] ^= fault == 1;
        rounds[7] += fault == 2 ? 1u << NF_SEAT_BITS : 0;
        rounds[7] -= fault == 3 ? 1u << NF_SEAT_BITS : 0;
        outcome.rejected[CIRNO_REJECT_VALUE] = fault == 4;
        nf_tally_game(&tally, &outcome);
        nf_tally_settle(&tally);
        assert_int_equal(cirno_details_of(&tally)->astray, fault != 0);
        assert_int_equal(nf_tally_consistent(&tally), fault == 0);
    }
}
