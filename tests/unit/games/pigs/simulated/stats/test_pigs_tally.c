/* What the pig game counts, and what no games can have counted. */
#include "games/pigs/simulated/module.h"
#include "games/pigs/simulated/stats/tallying.h"
#include "sim/game.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

enum { SEATS = 5, REWARDS = 3 * (SEATS - 1), REBEL = 1 << 1, MAIN = 1 << 0 };

static struct nf_setup *prepare(uint32_t seats)
{
    const struct nf_params params = {.players = seats, .rounds = 1, .profile = "uniform"};
    return nf_test_prepare(&pigs_game, &params);
}

static void count_dead(struct nf_tally *tally, bool main_wins, uint32_t rebels, uint32_t dead,
                       uint32_t turns, uint32_t drawn)
{
    const uint32_t seats = tally->setup->params.players;
    const uint32_t words[PIGS_WORDS] = {seats | (uint32_t)main_wins << 4 | rebels << 5 | dead << 15,
                                        turns, drawn};
    const struct nf_outcome outcome = {.index = tally->games, .words = words};
    pigs_tally.count(tally, &outcome);
    tally->games++;
}

/* Counts a game whose main side, if it wins, has killed the rebels, and else lost the main pig. */
static void count(struct nf_tally *tally, bool main_wins, uint32_t rebels, uint32_t turns,
                  uint32_t drawn)
{
    count_dead(tally, main_wins, rebels, main_wins ? rebels : MAIN, turns, drawn);
}

TEST(rebels_are_one_or_more_of_the_seats_there_are)
{
    for (uint32_t seats = 2; seats <= PIGS_SEATS; seats += 4) {
        FREED_BY(nf_test_release) struct nf_setup *const setup = prepare(seats);
        for (uint32_t sides = 0; sides < PIGS_SIDES; sides++)
            for (int won = 1; won <= 3; won++) { /* by the rebels, the main side, or a game each */
                FREED_BY(nf_tally_close) struct nf_tally tally = nf_test_tally(setup);
                for (int main_wins = 0; main_wins <= 1; main_wins++)
                    if (won >> main_wins & 1)
                        count(&tally, main_wins, sides << 1, 10, 20);
                assert_int_equal(nf_tally_consistent(&tally),
                                 sides > 0 && sides < 1u << (seats - 1));
            }
    }
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Even one that no game has, as of a kernel gone wrong. */
TEST(any_record_is_counted_in_its_places_or_in_the_last_ones_there_are)
{
    FREED_BY(nf_test_release) struct nf_setup *const setup = prepare(PIGS_SEATS);
    uint64_t random = nf_test_seed();
    for (int i = 0; i < 300; i++) {
        uint64_t wanted[PIGS_SUMS] = {0};
        struct pigs_outcome of;
        uint32_t words[PIGS_WORDS];
        FREED_BY(nf_tally_close) struct nf_tally tally = nf_test_tally(setup);
        for (int word = 0; word < PIGS_WORDS; word++)
            words[word] = (uint32_t)nf_test_random(&random);
        words[1] &= i % 2 ? 0x01ff01ff : UINT32_MAX; /* about as many turns as are told apart */
        pigs_unpack(words, &of);
        wanted[PIGS_SUM_ENDS + (of.rebels >> 1) * 2 + of.main_wins] = 1;
        for (uint32_t seat = 0; seat < PIGS_SEATS; seat++)
            wanted[PIGS_SUM_DEATHS + seat * 2 + of.main_wins] = of.dead >> seat & 1;
        const uint32_t living = of.seats - (uint32_t)__builtin_popcount(of.dead);
        wanted[PIGS_SUM_LIVING + least(living, PIGS_SEATS)] = 1;
        wanted[PIGS_SUM_TURNS + least(of.turns, PIGS_LENGTHS - 1)] = 1;
        wanted[PIGS_SUM_DRAWN + least(of.drawn, PIGS_LENGTHS - 1)] = 1;
        memcpy(&wanted[PIGS_SUM_TOTALS],
               (uint64_t[]){of.turns, (uint64_t)of.turns * of.turns, of.drawn, of.used, of.stops},
               5 * sizeof *wanted);
        nf_tally_game(&tally, &(struct nf_outcome){.index = 5, .words = words});
        assert_memory_equal(tally.sums, wanted, sizeof wanted);
        assert_int_equal(tally.extremes[PIGS_LONGEST_GAME].value, of.turns);
        assert_int_equal(tally.extremes[PIGS_MOST_DRAWN].value, of.drawn);
    }
}

TEST(the_main_pig_is_dead_where_the_rebels_won_and_lives_where_they_did_not)
{
    FREED_BY(nf_test_release) struct nf_setup *const setup = prepare(PIGS_SEATS);
    for (uint32_t dead = 0; dead < 1 << PIGS_SEATS; dead++)
        for (int main_wins = 0; main_wins <= 1; main_wins++) {
            FREED_BY(nf_tally_close) struct nf_tally tally = nf_test_tally(setup);
            count_dead(&tally, main_wins, REBEL, dead, 10, 20);
            assert_int_equal(nf_tally_consistent(&tally), (dead & MAIN) == (main_wins ? 0 : MAIN));
            for (unsigned seat = 0; seat < PIGS_SEATS; seat++)
                for (int won = 0; won <= 1; won++)
                    assert_int_equal(pigs_deaths(&tally, seat, won),
                                     won == main_wins && (dead >> seat & 1));
        }
}

TEST(a_turn_draws_two_cards_and_each_rebel_that_dies_brings_three_at_most)
{
    static const uint32_t lengths[] = {1, 2, 100, 126, 127, 128, 254, 255, 256, 300};
    FREED_BY(nf_test_release) struct nf_setup *const setup = prepare(SEATS);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (uint32_t more = 0; more <= REWARDS + 2; more++) {
            FREED_BY(nf_tally_close) struct nf_tally tally = nf_test_tally(setup);
            count(&tally, true, REBEL, lengths[i], 2 * lengths[i] - 1 + more);
            assert_int_equal(nf_tally_consistent(&tally), more > 0 && more <= REWARDS + 1);
        }
}

/* Each by the longest game and the most cards drawn alone, or by the sums alone. */
TEST(draws_of_several_games_fit_their_turns_in_all_and_at_most)
{
    static const struct {
        uint32_t turns[2], drawn[2];
        bool right;
    } cases[] = {
        {{10, 10}, {20, 20}, true},
        {{10, 10}, {20 + REWARDS, 20}, true},
        {{10, 10}, {20 + REWARDS + 1, 20}, false},
        {{10, 5}, {20, 9}, false},
        {{10, 5}, {19, 15}, false},
        {{10, 1}, {20, 2 + 2 * REWARDS}, true},
        {{10, 1}, {20, 2 + 2 * REWARDS + 1}, false},
    };
    FREED_BY(nf_test_release) struct nf_setup *const setup = prepare(SEATS);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        FREED_BY(nf_tally_close) struct nf_tally tally = nf_test_tally(setup);
        for (int game = 0; game < 2; game++)
            count(&tally, false, REBEL, cases[i].turns[game], cases[i].drawn[game]);
        assert_int_equal(nf_tally_consistent(&tally), cases[i].right);
    }
}

/* Sums of longer games, which one place of the histogram stands for, are known by bounds. */
TEST(turns_and_their_squares_are_those_of_the_histogram)
{
    FREED_BY(nf_test_release) struct nf_setup *const setup = prepare(SEATS);
    for (uint32_t turns = 250; turns < 260; turns++) {
        FREED_BY(nf_tally_close) struct nf_tally tally = nf_test_tally(setup);
        const bool longer = turns >= PIGS_LENGTHS - 1;
        count(&tally, true, REBEL, turns, 2 * turns + REWARDS);
        uint64_t *const sum = &tally.sums[PIGS_TURNS];
        uint64_t *const squares = &tally.sums[PIGS_TURNS_SQUARED];
        *sum += 2;
        assert_int_equal(nf_tally_consistent(&tally), longer);
        *sum -= 2;
        assert_int_equal(*squares, turns * turns);
        *squares += 1; /* a number and its square are odd together */
        assert_false(nf_tally_consistent(&tally));
        *squares += 1;
        assert_int_equal(nf_tally_consistent(&tally), longer);
        *squares -= 2 + (uint64_t)turns * turns;
        assert_false(nf_tally_consistent(&tally));
    }
}
