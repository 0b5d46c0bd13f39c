/* The least that a seat can lose, against ways to play and against plain value iteration. */
/* first: takes long */
#include "base/machine.h"
#include "games/cirno/simulated/exact/rounds.h"
#include "games/cirno/simulated/exact/values.h"
#include "games/cirno/simulated/exact/values_internal.h"
#include "games/cirno/simulated/module.h"
#include "tests/unit/games/cirno/simulated/exact/plain.h"
#include "tests/unit/games/cirno/strategies.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLOOR = -60, ROUNDS = 3 };
#define TOLERANCE 1e-9

static const struct nf_exact_options options = {.threads = 1, .tolerance = TOLERANCE};

static struct cirno_chain *make_chain(const struct cirno_setup *setup, int32_t floor,
                                      uint32_t free_seat)
{
    struct cirno_chain *const chain = malloc(sizeof *chain);
    assert_non_null(chain);
    assert_ok(cirno_chain_make, chain, setup, floor, free_seat);
    return chain;
}

/* That of games of two, whose cards come by these weights. */
static struct cirno_chain *chain_of(const char *weights, int32_t floor, uint32_t free_seat)
{
    static struct cirno_setup setup;
    cirno_test_setup(&setup, 2, ROUNDS, 0, NULL, weights, 1);
    return make_chain(&setup, floor, free_seat);
}

/* For FREED_BY. */
static void free_chain(struct cirno_chain *const *chain)
{
    cirno_chain_free(*chain);
    free(*chain);
}

static struct cirno_best find_within(const struct cirno_chain *chain, uint32_t seat,
                                     enum cirno_sight sight, uint32_t threads, double tolerance)
{
    const struct nf_exact_options job = {.threads = threads, .tolerance = tolerance};
    struct cirno_best best;
    assert_ok(cirno_best_solve, &best, chain, seat, sight, ROUNDS, &job);
    return best;
}

static struct cirno_best find(const struct cirno_chain *chain, uint32_t seat,
                              enum cirno_sight sight)
{
    return find_within(chain, seat, sight, 1, TOLERANCE);
}

static struct cirno_exact *solve(const struct cirno_chain *chain)
{
    struct cirno_exact *const exact = malloc(sizeof *exact);
    assert_non_null(exact);
    assert_ok(cirno_exact_solve, exact, chain, &options);
    return exact;
}

/* `seat` plays as `exact` tells: less than `best` it must not lose. */
static void must_not_be_below(const char *what, const struct cirno_best *best,
                              const struct cirno_exact *exact, uint32_t seat)
{
    const double first = exact->rounds[0].loses[seat], error = exact->cut + exact->foreseen + 1e-9;
    const double last = exact->rounds[exact->count - 1].loses[seat];
    double mean = 0;
    for (uint32_t i = 0; i < ROUNDS; i++)
        mean += exact->rounds[i < exact->count ? i : exact->count - 1].loses[seat] / ROUNDS;
    if (!(best->first <= first + error && best->mean <= mean + exact->later + 1e-9 &&
          (!exact->settled || best->long_run <= last + exact->later + 1e-7)))
        fail_msg("%s, seat %u: loses %.9f, %.9f and %.9f, not below %.9f, %.9f and %.9f", what,
                 seat + 1, first, mean, last, best->first, best->mean, best->long_run);
}

/* ---- plain value iteration ---- */

/* Three kinds or four with which rounds end. */
static void plain_weights(uint64_t *random, uint32_t kinds, struct nf_text *text)
{
    static const char *const ends[] = {"A49", "A99", "A19"};
    static const char *const others[] = {"DOUBLE", "PASS", "TURN", "E0", "E99", "D2", "C2", "B9"};
    const uint32_t first = nf_test_between(random, 0, 7), way = nf_test_between(random, 0, 3);
    nf_text_format(text, "%s=%u", ends[nf_test_between(random, 0, 2)],
                   nf_test_between(random, 2, 8));
    for (uint32_t i = 1; i < kinds; i++)
        nf_text_format(text, ",%s=%u", others[(first + i * (2 * way + 1)) % 8],
                       nf_test_between(random, 1, 3));
}

/* A p below `floor` counts as won, and threads change nothing. */
static void must_be_what_is_found_plainly(const char *weights, int32_t floor, uint32_t seat,
                                          enum cirno_sight sight)
{
    FREED_BY(free_chain) struct cirno_chain *const chain = chain_of(weights, floor, seat);
    const struct cirno_best best = find(chain, seat, sight);
    const struct cirno_best far = find_within(chain, seat, sight, 1, 1e-3);
    const struct cirno_best together = find_within(chain, seat, sight, 3, 1e-3);
    const struct cirno_plain plain = cirno_plain_solve(chain, seat, sight, ROUNDS);
    assert_memory_equal(&far, &together, sizeof far);
    /* Where iteration is so slow that it ends before, it says by how much. */
    const double error = 1e-7 + 1.1 * best.left;
    if (!(fabs(best.first - plain.first) < error && fabs(best.mean - plain.mean) < error &&
          far.first < plain.first + 1e-9 && far.mean < plain.mean + 1e-9))
        fail_msg("%s from %d, seat %u: first round %.9f, soon %.9f, plainly %.9f; all rounds %.9f, "
                 "soon %.9f, plainly %.9f",
                 weights, floor, seat + 1, best.first, far.first, plain.first, best.mean, far.mean,
                 plain.mean);
}

static void random_decks_must_be_what_is_found_plainly(uint32_t count, uint32_t kinds,
                                                       enum cirno_sight sight)
{
    uint64_t random = nf_test_seed();
    while (count-- > 0) {
        FREED_BY(nf_text_free) struct nf_text weights = {0};
        const uint32_t seat = nf_test_between(&random, 0, 1);
        const int32_t floor = -(int32_t)nf_test_between(&random, 0, -CIRNO_PLAIN_FLOOR);
        plain_weights(&random, kinds, &weights);
        must_be_what_is_found_plainly(nf_text_terminated(&weights), floor, seat, sight);
    }
}

TEST(who_sees_both_hands_reaches_what_plain_value_iteration_finds)
{
    /* Long rounds, for make test-long; and values that would end above. */
    if (nf_test_often(0, 0, 1) > 0)
        must_be_what_is_found_plainly("A19=4,D2=3,E99=1", 0, 1, CIRNO_SEES_ALL);
    must_be_what_is_found_plainly("A49=3,PASS=3,E0=1", 0, 1, CIRNO_SEES_ALL);
    random_decks_must_be_what_is_found_plainly(nf_test_often(0, 1, 6), 3, CIRNO_SEES_ALL);
}

TEST(who_sees_her_hand_reaches_what_plain_value_iteration_finds)
{
    /* Levels that are no multiple of those that are made side by side. */
    must_be_what_is_found_plainly("A99=6,D2=1,A9=1", -1, 1, CIRNO_SEES_OWN);
    random_decks_must_be_what_is_found_plainly(nf_test_often(1, 1, 8), nf_test_often(3, 4, 4),
                                               CIRNO_SEES_OWN);
}

/* Values are slow to come to their limits with these cards. With the first ones over-relaxation
 * runs away, with the others they seem to be there soon. A smaller tolerance finds more of what was
 * left. */
TEST(what_is_left_is_no_more_than_is_reported)
{
    static const char *const weights[] = {"A19=5,E0=1,PASS=3", "A19=3,E0=3,C2=2",
                                          "A19=4,D2=3,E99=1"};
    for (uint32_t i = 0; i < 3; i++) {
        if (!nf_test_tries(i, 3))
            continue;
        const uint32_t seat = i > 0;
        FREED_BY(free_chain) struct cirno_chain *const chain = chain_of(weights[i], 0, seat);
        const double finest = 1 / (double)nf_test_often(3000, 100000, 100000);
        const struct cirno_best near = find_within(chain, seat, CIRNO_SEES_ALL, 1, finest);
        for (double tolerance = 1e-2; tolerance > 5 * finest; tolerance /= 10) {
            const struct cirno_best far = find_within(chain, seat, CIRNO_SEES_ALL, 1, tolerance);
            assert_true(near.left < finest && far.left < tolerance);
            assert_true(near.first - far.first <= far.left);
            assert_true(near.mean - far.mean <= far.left);
        }
    }
}

/* ---- every way to play ---- */

enum { MOST_CHOICES = 7, LEVELS = 100 };

/* Makes of the chain, whose seat has all steps, that of the way to play `number`: a bit for each
 * situation where she has a choice of two. Returns how many there are that can come up. */
static uint32_t play_by(struct cirno_chain *chain, uint32_t seat, const bool *reached,
                        uint32_t number)
{
    uint32_t choices = 0;
    for (uint32_t half = 0; half < 2 * chain->levels; half++) {
        const uint32_t level = half % chain->levels;
        const uint32_t block = cirno_chain_block(chain, seat, half >= chain->levels, level);
        for (uint32_t i = chain->first[block]; i + 1 < chain->first[block + 1]; i++) {
            struct cirno_step *const step = &chain->steps[i];
            if (step[0].hand != step[1].hand)
                continue;
            const bool second = reached[level] && (number >> choices & 1) != 0;
            choices += reached[level];
            step[0].chance = second ? 0 : 1;
            step[1].chance = second ? 1 : 0;
        }
    }
    return choices;
}

/* The p that come up by these cards. */
static void reach(const struct cirno_chain *chain, bool reached[LEVELS])
{
    bool more = true;
    memset(reached, 0, LEVELS * sizeof *reached);
    reached[0] = true;
    while (more) {
        more = false;
        for (int p = 0; p < LEVELS; p++)
            for (uint32_t kind = 0; kind < chain->kinds && reached[p]; kind++) {
                const int next = cirno_apply(chain->card[kind], p);
                if (next < LEVELS && !reached[next])
                    more = reached[next] = true;
            }
    }
}

TEST(no_way_to_play_loses_less_than_the_bounds)
{
    static const char *const cards[] = {"A49", "A99", "E0", "E99", "PASS", "DOUBLE"};
    uint64_t random = nf_test_seed();
    uint32_t done = 0;
    while (done < nf_test_often(1, 2, 8)) {
        char weights[40];
        bool reached[LEVELS];
        const uint32_t seat = nf_test_between(&random, 0, 1);
        snprintf(weights, sizeof weights, "%s=%u,%s=%u", cards[nf_test_between(&random, 0, 1)],
                 nf_test_between(&random, 1, 4), cards[nf_test_between(&random, 2, 5)],
                 nf_test_between(&random, 1, 2));
        FREED_BY(free_chain) struct cirno_chain *const chain = chain_of(weights, 0, seat);
        reach(chain, reached);
        const struct cirno_best own = find(chain, seat, CIRNO_SEES_OWN);
        const struct cirno_best all = find(chain, seat, CIRNO_SEES_ALL);
        const uint32_t choices = play_by(chain, seat, reached, 0);
        for (uint32_t number = 0; choices <= MOST_CHOICES && number >> choices == 0; number++) {
            play_by(chain, seat, reached, number);
            FREED_BY(nf_test_free) struct cirno_exact *const exact = solve(chain);
            must_not_be_below(weights, &own, exact, seat);
        }
        done += choices > 0 && choices <= MOST_CHOICES;
        assert_true(all.first <= own.first + 1e-7 && all.long_run <= own.long_run + 1e-7);
    }
}

/* ---- strategies ---- */

TEST(no_strategy_loses_less_than_the_bounds)
{
    uint64_t random = nf_test_seed();
    for (uint32_t i = 0; i < nf_test_often(1, 1, 5); i++) {
        char weights[80];
        FREED_BY(random_seats_free) struct random_seats seats;
        snprintf(weights, sizeof weights, "A49=3,A99=2,%s=1,%s=1",
                 cirno_cards[nf_test_between(&random, CIRNO_B1, CIRNO_B19)].name,
                 nf_test_between(&random, 0, 1) == 0 ? "DOUBLE" : "E99");
        random_seats_make(&seats, &random, 2, 2, 4, true);
        const struct nf_params params = {.players = 2,
                                         .rounds = ROUNDS,
                                         .weights = weights,
                                         .profile = "uniform",
                                         .strategy = seats.list,
                                         .texts = seats.strategies};
        FREED_BY(nf_test_release)
        struct nf_setup *const base = nf_test_prepare(&cirno_game, &params);
        FREED_BY(free_chain)
        struct cirno_chain *const both =
            make_chain((struct cirno_setup *)base, FLOOR, CIRNO_CHAIN_SEATS);
        FREED_BY(nf_test_free) struct cirno_exact *const exact = solve(both);
        for (uint32_t seat = 0; seat < 2; seat++) {
            FREED_BY(free_chain)
            struct cirno_chain *const chain = make_chain((struct cirno_setup *)base, FLOOR, seat);
            const struct cirno_best own = find(chain, seat, CIRNO_SEES_OWN);
            const struct cirno_best all = find(chain, seat, CIRNO_SEES_ALL);
            must_not_be_below(weights, &own, exact, seat);
            must_not_be_below(weights, &all, exact, seat);
            assert_true(all.first <= own.first + 1e-7 && all.long_run <= own.long_run + 1e-7);
        }
    }
}

/* Of rows by pair, those of a kind's pairs. */
static void must_have_sums(const struct cirno_values *values)
{
    const struct cirno_chain *const chain = values->chain;
    for (uint32_t table = 0; table < CIRNO_TABLES; table++)
        for (uint32_t i = 0; i < chain->levels * chain->kinds && values->parts[table].summed; i++)
            for (uint32_t pair = 0; pair < chain->pairs; pair++) {
                const uint32_t level = i / chain->kinds, kind = i % chain->kinds;
                double sum = 0;
                for (uint32_t other = 0; other < chain->kinds; other++)
                    sum += chain->chance[other] *
                           cirno_row_of(values, table, level, chain->joined[kind][other])[pair];
                const double *const made =
                    cirno_row_of(values, table, level, cirno_sum_of(values, kind));
                assert_true(fabs(made[pair] - sum) < 1e-12);
            }
}

TEST(avx2_makes_the_same_values_and_sums_are_those_of_the_rows)
{
    enum { SWEEPS = 6 };
    if (!nf_machine_has_avx2())
        skip();
    FREED_BY(free_chain)
    struct cirno_chain *const chain =
        chain_of("A49=3,A99=2,B19=2,C2=1,DOUBLE=2,PASS=1,E0=1", -21, 0);
    for (enum cirno_sight sight = CIRNO_SEES_OWN; sight <= CIRNO_SEES_ALL; sight++) {
        struct cirno_values *values[2];
        static struct cirno_ends ends[2];
        for (uint32_t i = 0; i < 2; i++) {
            struct cirno_change change;
            assert_ok(cirno_values_open, &values[i], chain, 0, sight);
            assert_ptr_equal(values[i]->code, &cirno_code_avx2);
            if (i == 0)
                values[i]->code = &cirno_code_portable;
            for (uint32_t hand = 0; hand < CIRNO_CHAIN_HANDS; hand++)
                ends[i].lost[hand] = 1 + hand / 100.;
            for (uint32_t sweep = 0; sweep < SWEEPS; sweep++)
                assert_ok(cirno_values_sweep, values[i], &ends[i], sweep % 2 == 0 ? 1.2 : 1, 1,
                          &change);
            assert_true(change.rise > 0);
            must_have_sums(values[i]);
            cirno_values_lower(values[i], -0.01);
            must_have_sums(values[i]);
            cirno_values_starts(values[i], &ends[i]);
        }
        for (uint32_t table = 0; table < CIRNO_TABLES; table++)
            if (values[0]->parts[table].phase != 0 && !values[0]->parts[table].passing)
                for (uint32_t level = 0; level < chain->levels; level++)
                    assert_memory_equal(cirno_row_of(values[0], table, level, 0),
                                        cirno_row_of(values[1], table, level, 0),
                                        cirno_rows_of(values[0], table) * values[0]->columns *
                                            sizeof(double));
        assert_memory_equal(&ends[0], &ends[1], sizeof ends[0]);
        cirno_values_close(values[0]);
        cirno_values_close(values[1]);
    }
}
