/* What run --detail counts, held against the naive player, who was written apart. */
#include "core/runner.h"
#include "games/cirno/kernels/kernels.h"
#include "games/cirno/kernels/reference.h"
#include "games/cirno/module.h"
#include "games/cirno/stats/detail.h"
#include "gen/cirno/setup.h"
#include "runs/saved.h"
#include "tests/unit/games/cirno/observer.h"
#include "tests/unit/games/cirno/strategies.h"
#include "tests/unit/support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A run, kept with its setup. */
struct played {
    struct nf_setup *setup;
    struct nf_run_result result;
};

static struct played play(const struct nf_params *params, const struct nf_kernel *kernel,
                          uint64_t first, uint64_t games)
{
    struct played played = {0};
    struct nf_error err = {""};
    if (cirno_game.prepare(params, &played.setup, &err) != NF_OK)
        fail_msg("%s", err.text);
    const struct nf_run_options options = {
        .setup = played.setup, .kernel = kernel, .first = first, .games = games, .threads = 3};
    if (nf_run(&options, &played.result, &err) != NF_OK)
        fail_msg("%s", err.text);
    return played;
}

static void close_played(struct played *played)
{
    nf_tally_close(&played->result.tally);
    cirno_game.release(played->setup);
}

static struct nf_params with(struct nf_params params, bool detail)
{
    params.detail = detail;
    return params;
}

/* Of all kinds: short decks that are thrown away often, counter cards in masses, one player,
 * strategies, among them one that rolls. */
static const struct nf_params tables[] = {
    {.players = 5, .rounds = 20, .profile = "uniform", .seed = 3},
    {.players = 30, .rounds = 100, .deck = 3400, .profile = "uniform", .seed = 4},
    {.players = 1, .rounds = 5, .profile = "uniform", .seed = 5},
    {.players = 2, .rounds = 30, .weights = "A49=3,C2=1,DOUBLE=2,TURN=1,B1=1,D2=1", .seed = 6},
    {.players = 4, .rounds = 30, .profile = "uniform", .strategy = "1=keep-e,2=random,4=lowest"},
    {.players = 3, .rounds = 30, .profile = "uniform", .strategy = "stubborn"},
};
enum { TABLES = sizeof tables / sizeof *tables };

static void digest_and_usual_sums_are_those_without_detail(void **state)
{
    (void)state;
    for (int i = 0; i < TABLES; i++) {
        const struct nf_params plain = with(tables[i], false), detailed = with(tables[i], true);
        struct played a = play(&plain, &cirno_portable, 100, 60);
        struct played b = play(&detailed, &cirno_portable, 100, 60);
        const struct nf_tally *const x = &a.result.tally, *const y = &b.result.tally;
        assert_memory_equal(&x->digest, &y->digest, sizeof x->digest);
        assert_memory_equal(x->rejected, y->rejected, sizeof x->rejected);
        assert_memory_equal(x->sums, y->sums, x->sums_count * sizeof *x->sums);
        assert_memory_equal(x->extremes, y->extremes, 3 * sizeof *x->extremes);
        assert_true(y->sums_count > x->sums_count);
        close_played(&a);
        close_played(&b);
    }
}

static void details_fit_together_whatever_kernel_and_strategy_play(void **state)
{
    (void)state;
    static const struct nf_kernel *const kernels[] = {&cirno_reference, &cirno_portable,
                                                      &cirno_avx2, &cirno_avx512};
    for (int i = 0; i < TABLES; i++) {
        const struct nf_params detailed = with(tables[i], true);
        struct played first = play(&detailed, &cirno_reference, 0, 80);
        assert_true(cirno_detail_tally.consistent(&first.result.tally));
        for (int k = 1; k < 4; k++) {
            if (!nf_kernel_fits(kernels[k], first.setup))
                continue;
            struct played other = play(&detailed, kernels[k], 0, 80);
            assert_memory_equal(other.result.tally.sums, first.result.tally.sums,
                                first.result.tally.sums_count * sizeof(uint64_t));
            assert_memory_equal(other.result.tally.extremes, first.result.tally.extremes,
                                4 * sizeof(struct nf_extreme));
            close_played(&other);
        }
        close_played(&first);
    }
}

/* ---- the naive player's details ---- */

enum { DECK = 40000, EVENTS_CHECKED = 5 };

struct counted {
    uint64_t played[2][CIRNO_CARDS], hands[2][CIRNO_LOSING_HANDS], loss_p[2][CIRNO_LOSS_PS];
    uint64_t events[CIRNO_EVENTS];
};

static unsigned card_of(cirno_naive_card card)
{
    for (unsigned c = 0; c < CIRNO_CARDS; c++)
        if (cirno_test_naive_card(c) == card)
            return c;
    fail_msg("the naive player has a card of its own");
    return 0;
}

/* Counts from the lines of a transcript, with hands that are lists of three. */
static void recount(const struct cirno_naive_result *result, uint8_t (*hands)[CIRNO_HAND],
                    const uint8_t *deck, struct counted *counted)
{
    bool doubled = false;
    int p = 0;
    for (size_t i = 0; i < result->line_count; i++) {
        const struct cirno_naive_line *const line = &result->lines[i];
        uint8_t *const hand = hands[line->player - 1];
        if (line->card == NULL) {
            cirno_hand held = 0;
            for (int c = 0; c < CIRNO_HAND; c++)
                held += cirno_one(hand[c]);
            counted->hands[doubled][cirno_losing_hand(held)]++;
            counted->loss_p[doubled][p]++;
            counted->events[CIRNO_EVENT_DOUBLE_LOST] += doubled;
            for (int c = 0; c < CIRNO_HAND; c++)
                hand[c] = *deck++;
            doubled = false;
            p = 0;
            continue;
        }
        const unsigned card = card_of(line->card);
        const bool counter = card >= CIRNO_PASS;
        counted->played[doubled][card]++;
        counted->events[CIRNO_EVENT_DOUBLE_TAKEN] += doubled && !counter;
        counted->events[CIRNO_EVENT_DOUBLE_PASS] += doubled && card == CIRNO_PASS;
        counted->events[CIRNO_EVENT_P_99] += !counter && line->p == 99;
        counted->events[CIRNO_EVENT_P_NEGATIVE] += line->p < 0;
        doubled = card == CIRNO_DOUBLE || (doubled && counter);
        p = line->p;
        int place = 0;
        while (hand[place] != card)
            place++;
        hand[place] = *deck++;
    }
}

static void details_are_those_of_the_naive_player(void **state)
{
    (void)state;
    static uint8_t dealt[CIRNO_MAX_PLAYERS * CIRNO_HAND], deck[DECK];
    uint64_t random = nf_test_seed();
    for (int game = 0; game < 150; game++) {
        struct cirno_setup setup;
        cirno_test_setup(&setup, nf_test_between(&random, 1, 8), 20, 0,
                         game % 3 == 0 ? NULL : "uniform",
                         game % 3 == 0 ? "A49=2,A99=1,C2=2,DOUBLE=3,PASS=1,B19=2,E0=1" : NULL,
                         nf_test_random(&random) >> 1);
        const uint32_t players = setup.base.params.players;
        cirno_test_deal(&setup, (uint64_t)game, 0, dealt, deck, DECK);
        const struct cirno_instance instance = {players, 20, DECK, dealt, deck};
        struct cirno_naive_result result;
        cirno_test_play_naive(&instance, &result);
        if (result.end != NAIVE_COMPLETE) {
            cirno_naive_free(&result);
            continue; /* not a valid game, so nothing is counted of it */
        }
        uint32_t rounds[20];
        for (int round = 0; round < 20; round++)
            rounds[round] =
                (uint32_t)result.turns[round] << NF_SEAT_BITS | (uint32_t)(result.loser[round] - 1);
        static struct counted wanted;
        memset(&wanted, 0, sizeof wanted);
        struct nf_tally tally;
        struct nf_error err;
        const struct nf_outcome outcome = {.index = (uint64_t)game, .words = rounds};
        setup.base.params.detail = true;
        assert_int_equal(nf_tally_open(&tally, &setup.base, &err), NF_OK);
        nf_tally_game(&tally, &outcome);
        nf_tally_settle(&tally);
        assert_true(cirno_detail_tally.consistent(&tally));
        const struct cirno_detail_sums found = cirno_detail_sums_of(&tally);
        recount(&result, (uint8_t(*)[CIRNO_HAND])dealt, deck, &wanted);
        assert_memory_equal(found.played[0], wanted.played, sizeof wanted.played);
        assert_memory_equal(found.hands[0], wanted.hands, sizeof wanted.hands);
        assert_memory_equal(found.loss_p[0], wanted.loss_p, sizeof wanted.loss_p);
        static const int checked[EVENTS_CHECKED] = {
            CIRNO_EVENT_DOUBLE_LOST, CIRNO_EVENT_DOUBLE_TAKEN, CIRNO_EVENT_DOUBLE_PASS,
            CIRNO_EVENT_P_99, CIRNO_EVENT_P_NEGATIVE};
        for (int i = 0; i < EVENTS_CHECKED; i++)
            assert_int_equal(found.events[checked[i]], wanted.events[checked[i]]);
        const uint64_t depth = result.lowest_p < 0 ? (uint64_t)-result.lowest_p : 0;
        assert_int_equal(tally.extremes[CIRNO_DEEPEST_P].value, depth);
        nf_tally_close(&tally);
        cirno_naive_free(&result);
    }
}

/* ---- the observer's details ---- */

/* Holds a tally of games 0 .. games-1 against the observer, who walks them again. */
static void assert_observed(const struct nf_tally *tally, const struct cirno_setup *setup,
                            uint64_t games)
{
    struct nf_tally wanted;
    struct nf_error err = {""};
    assert_int_equal(nf_tally_open(&wanted, &setup->base, &err), NF_OK);
    memcpy(wanted.sums, tally->sums, cirno_layout_of(&setup->base).end * sizeof *wanted.sums);
    const struct cirno_detail_sums sums = cirno_detail_sums_of(&wanted);
    struct nf_extreme deepest = {0, UINT64_MAX};
    for (uint64_t index = 0; index < games; index++) {
        uint32_t rounds[CIRNO_MAX_ROUNDS], rejected[NF_REJECT_KINDS];
        int32_t lowest_p;
        assert_int_equal(cirno_play_index(setup, index, rounds, rejected, &err), NF_OK);
        assert_true(
            observe(setup, index, (uint64_t)rejected[0] + rejected[1], rounds, &sums, &lowest_p));
        nf_extreme_offer(&deepest, false, (uint64_t)-lowest_p, index);
    }
    for (uint32_t i = 0; i < tally->sums_count; i++)
        if (tally->sums[i] != wanted.sums[i])
            fail_msg("sum %u is %llu, the observer has %llu", i, (unsigned long long)tally->sums[i],
                     (unsigned long long)wanted.sums[i]);
    assert_int_equal(tally->extremes[CIRNO_DEEPEST_P].value, deepest.value);
    assert_int_equal(tally->extremes[CIRNO_DEEPEST_P].index, deepest.index);
    nf_tally_close(&wanted);
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

static void details_are_those_of_an_observer_of_every_turn(void **state)
{
    (void)state;
    static struct random_seats seats;
    uint64_t random = nf_test_seed();
    for (uint32_t run = 0; run < nf_test_often(60, 500); run++) {
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
        struct nf_setup *setup;
        if (cirno_game.prepare(&params, &setup, &err) != NF_OK)
            fail_msg("%s", err.text);
        uint32_t rounds[CIRNO_MAX_ROUNDS], rejected[NF_REJECT_KINDS];
        const uint64_t games = nf_test_between(&random, 1, 40);
        uint64_t valid = 0; /* where candidates are thrown away too often there is no game */
        while (valid < games && cirno_play_index((struct cirno_setup *)setup, valid, rounds,
                                                 rejected, &err) == NF_OK)
            valid++;
        if (valid > 0) {
            struct played played = play(&setup->params, &cirno_portable, 0, valid);
            assert_observed(&played.result.tally, (struct cirno_setup *)setup, valid);
            close_played(&played);
        }
        cirno_game.release(setup);
        if (seated)
            random_seats_free(&seats);
    }
}

/* ---- hands ---- */

static void losing_hands_have_numbers_of_their_own_and_no_other_hand_has_one(void **state)
{
    (void)state;
    bool seen[CIRNO_LOSING_HANDS] = {false};
    for (unsigned a = 0; a < CIRNO_CARDS; a++)
        for (unsigned b = a; b < CIRNO_CARDS; b++)
            for (unsigned c = b; c < CIRNO_CARDS; c++) {
                const cirno_hand hand = cirno_one(a) + cirno_one(b) + cirno_one(c);
                bool can_lose = false;
                for (int32_t p = -200; p <= CIRNO_LIMIT; p++)
                    can_lose |= cirno_choose(hand, p, false) == CIRNO_LOSES;
                const uint32_t number = cirno_losing_hand(hand);
                assert_int_equal(number < CIRNO_LOSING_HANDS, can_lose);
                if (!can_lose)
                    continue;
                uint8_t cards[CIRNO_HAND];
                assert_false(seen[number]);
                seen[number] = true;
                cirno_losing_cards(number, cards);
                assert_true(hand == cirno_hand_of(cards));
            }
    for (uint32_t number = 0; number < CIRNO_LOSING_HANDS; number++)
        assert_true(seen[number]);
}

/* ---- merging, saving, refusing ---- */

static void parts_add_up_to_the_whole(void **state)
{
    (void)state;
    const struct nf_params params = with(tables[4], true);
    struct played whole = play(&params, &cirno_portable, 0, 90);
    struct played left = play(&params, &cirno_portable, 0, 31);
    struct played right = play(&params, &cirno_portable, 31, 59);
    nf_tally_merge(&left.result.tally, &right.result.tally);
    const struct nf_tally *const x = &whole.result.tally, *const y = &left.result.tally;
    assert_memory_equal(x->sums, y->sums, x->sums_count * sizeof *x->sums);
    assert_memory_equal(x->extremes, y->extremes, sizeof x->extremes);
    assert_memory_equal(&x->digest, &y->digest, sizeof x->digest);
    close_played(&whole);
    close_played(&left);
    close_played(&right);
}

static void a_detailed_run_is_read_back_as_it_was_saved(void **state)
{
    (void)state;
    const struct nf_params params = with(tables[0], true);
    struct played played = play(&params, &cirno_portable, 7, 40);
    const struct nf_span span = {7, 40};
    const struct nf_report report = {
        .tally = &played.result.tally, .spans = &span, .spans_count = 1, .kernel = "portable"};
    struct nf_text file = {0};
    struct nf_saved saved;
    struct nf_error err = {""};
    assert_int_equal(nf_saved_write(&file, &report, &err), NF_OK);
    if (nf_saved_read(&(struct nf_input){"run", file.data, file.size}, &saved, &err) != NF_OK)
        fail_msg("%s", err.text);
    assert_true(saved.setup->params.detail);
    assert_int_equal(saved.tally.sums_count, played.result.tally.sums_count);
    assert_memory_equal(saved.tally.sums, played.result.tally.sums,
                        saved.tally.sums_count * sizeof *saved.tally.sums);
    assert_memory_equal(saved.tally.extremes, played.result.tally.extremes,
                        sizeof saved.tally.extremes);
    nf_saved_close(&saved);
    nf_text_free(&file);
    close_played(&played);
}

static void sums_that_no_games_have_are_not_consistent(void **state)
{
    (void)state;
    const struct nf_params params = with(tables[0], true);
    struct played played = play(&params, &cirno_portable, 0, 50);
    struct nf_tally *const tally = &played.result.tally;
    const struct cirno_detail_layout layout = cirno_detail_layout_of(played.setup);
    assert_true(cirno_detail_tally.consistent(tally));
    const uint32_t places[] = {0, /* of those counted without details, too */
                               layout.played,
                               layout.played + CIRNO_CARDS + 5,
                               layout.hands + 3,
                               layout.hands + CIRNO_LOSING_HANDS,
                               layout.loss_p + 99,
                               layout.loss_p + CIRNO_LOSS_PS + 98,
                               layout.events + CIRNO_EVENT_DOUBLE_LOST,
                               layout.events + CIRNO_EVENT_P_BELOW_1000,
                               layout.astray};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        tally->sums[places[i]]++;
        assert_false(cirno_detail_tally.consistent(tally));
        tally->sums[places[i]]--;
    }
    tally->extremes[CIRNO_DEEPEST_P].value += 1000;
    assert_false(cirno_detail_tally.consistent(tally));
    close_played(&played);
}

static void a_game_that_a_kernel_plays_wrongly_is_told(void **state)
{
    (void)state;
    const struct nf_params params = with(tables[0], true);
    struct nf_error err = {""};
    struct nf_setup *setup;
    struct nf_tally tally;
    assert_int_equal(cirno_game.prepare(&params, &setup, &err), NF_OK);
    uint32_t rounds[CIRNO_MAX_ROUNDS], rejected[NF_REJECT_KINDS];
    for (int fault = 0; fault < 5; fault++) {
        assert_int_equal(nf_tally_open(&tally, setup, &err), NF_OK);
        assert_int_equal(cirno_play_index((struct cirno_setup *)setup, 11, rounds, rejected, &err),
                         NF_OK);
        /* Nothing; another loser; a turn more, a turn less; another attempt. */
        struct nf_outcome outcome = {.index = 11, .words = rounds};
        rounds[7] ^= fault == 1;
        rounds[7] += fault == 2 ? 1u << NF_SEAT_BITS : 0;
        rounds[7] -= fault == 3 ? 1u << NF_SEAT_BITS : 0;
        outcome.rejected[CIRNO_REJECT_VALUE] = fault == 4;
        nf_tally_game(&tally, &outcome);
        nf_tally_settle(&tally);
        assert_int_equal(tally.sums[cirno_detail_layout_of(setup).astray], fault != 0);
        assert_int_equal(cirno_detail_tally.consistent(&tally), fault == 0);
        nf_tally_close(&tally);
    }
    cirno_game.release(setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digest_and_usual_sums_are_those_without_detail),
        cmocka_unit_test(details_fit_together_whatever_kernel_and_strategy_play),
        cmocka_unit_test(details_are_those_of_the_naive_player),
        cmocka_unit_test(details_are_those_of_an_observer_of_every_turn),
        cmocka_unit_test(losing_hands_have_numbers_of_their_own_and_no_other_hand_has_one),
        cmocka_unit_test(parts_add_up_to_the_whole),
        cmocka_unit_test(a_detailed_run_is_read_back_as_it_was_saved),
        cmocka_unit_test(sums_that_no_games_have_are_not_consistent),
        cmocka_unit_test(a_game_that_a_kernel_plays_wrongly_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
