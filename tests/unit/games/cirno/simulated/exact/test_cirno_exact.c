/* Exact results against games, enumerated by the naive player and played by the reference, and
 * against rounds that are known in closed form. */
/* first: takes long */
#include "games/cirno/simulated/exact/rounds.h"
#include "games/cirno/simulated/kernels/kernels.h"
#include "games/cirno/simulated/module.h"
#include "tests/unit/games/cirno/strategies.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLOOR = -60, DEEP = -100 };
#define TOLERANCE 1e-9

static void solve_for(struct cirno_exact *exact, const struct cirno_setup *setup, int32_t floor,
                      const struct nf_exact_options *options)
{
    static struct cirno_chain chain;
    assert_ok(cirno_chain_make, &chain, setup, floor, CIRNO_CHAIN_SEATS);
    assert_ok(cirno_exact_solve, exact, &chain, options);
    cirno_chain_free(&chain);
}

static void solve(struct cirno_exact *exact, const struct cirno_setup *setup, int32_t floor,
                  uint32_t threads)
{
    const struct nf_exact_options options = {.threads = threads, .tolerance = TOLERANCE};
    solve_for(exact, setup, floor, &options);
}

/* Games of cards that come by these weights. */
static const struct cirno_setup *cards_of(uint32_t players, const char *weights)
{
    static struct cirno_setup setup;
    cirno_test_setup(&setup, players, 1, 0, NULL, weights, 1);
    return &setup;
}

static const struct cirno_exact_round *round_at(const struct cirno_exact *exact, uint32_t round)
{
    return &exact->rounds[round < exact->count ? round : exact->count - 1];
}

/* Weights like "A49=5,C2=3": those of `first`, which end rounds, and `kinds` of any other cards
 * with up to `most` each. */
static void random_weights(uint64_t *random, const char *first, uint32_t kinds, uint32_t most,
                           char *text, size_t size)
{
    size_t length = (size_t)snprintf(text, size, "%s", first);
    while (kinds > 0) {
        char name[16];
        const char *const card = cirno_cards[nf_test_between(random, 0, CIRNO_CARDS - 1)].name;
        snprintf(name, sizeof name, "%s=", card);
        if (strstr(text, name) != NULL)
            continue;
        length += (size_t)snprintf(text + length, size - length, ",%s%u", name,
                                   nf_test_between(random, 1, most));
        kinds--;
    }
}

/* ---- the naive player goes through all games ---- */

enum { COUNTED_ROUNDS = 2 };

struct tree {
    const struct cirno_setup *setup;
    double loses[COUNTED_ROUNDS][2], turns[COUNTED_ROUNDS], squares[COUNTED_ROUNDS];
    double left; /* the chance of what was not followed */
};

struct naive_state {
    cirno_naive_card hands[2][3];
    int players, round, turn, seat, p;
    bool doubled;
    double chance;
};

static void walk(struct tree *tree, struct naive_state state);

/* All that card `place` of the hand of `owner` can be, and all behind it as far as `last`. */
static void draw(struct tree *tree, struct naive_state state, int owner, int place, int last)
{
    if (state.chance < 3e-7) {
        tree->left += state.chance;
        return;
    }
    const double chance = state.chance;
    for (unsigned card = 0; card < CIRNO_CARDS; card++) {
        if (tree->setup->weights[card] == 0)
            continue;
        state.chance = chance * tree->setup->weights[card] / tree->setup->total;
        state.hands[owner][place] = cirno_test_naive_card(card);
        if (place < last)
            draw(tree, state, owner, place + 1, last);
        else if (state.turn == 0 && state.round == 0 && owner + 1 < state.players)
            draw(tree, state, owner + 1, 0, 2);
        else
            walk(tree, state);
    }
}

static void walk(struct tree *tree, struct naive_state state)
{
    const cirno_naive_card card =
        cirno_naive_choose(state.hands[state.seat], state.p, state.doubled);
    const int owner = state.seat;
    state.turn++;
    if (card == NULL) {
        tree->loses[state.round][state.seat] += state.chance;
        tree->turns[state.round] += state.chance * state.turn;
        tree->squares[state.round] += state.chance * state.turn * state.turn;
        state.p = state.turn = 0;
        state.doubled = false;
        if (++state.round < COUNTED_ROUNDS)
            draw(tree, state, owner, 0, 2);
        return;
    }
    int place = 0;
    while (state.hands[owner][place] != card)
        place++;
    const bool basic = card->kind >= 'A' && card->kind <= 'E';
    if (basic)
        state.p = cirno_naive_apply(card, state.p);
    const bool again = state.doubled && basic;
    state.doubled = (state.doubled && !basic) || card->kind == '2';
    if (!again)
        state.seat = (state.seat + 1) % state.players;
    draw(tree, state, owner, place, place);
}

TEST(the_first_rounds_are_those_of_all_games_enumerated)
{
    uint64_t random = nf_test_seed();
    for (uint32_t i = 0; i < nf_test_often(3, 3, 12); i++) {
        char weights[40], first[10];
        struct cirno_exact exact;
        /* Few kinds, most of which end rounds soon. */
        snprintf(first, sizeof first, "%s=%u", nf_test_between(&random, 0, 1) ? "A49" : "A99",
                 nf_test_between(&random, 2, 5));
        random_weights(&random, first, 1, 1, weights, sizeof weights);
        const uint32_t players = i % 2 + 1;
        struct tree tree = {.setup = cards_of(players, weights)};
        solve(&exact, tree.setup, DEEP, 1);
        draw(&tree, (struct naive_state){.players = (int)players, .chance = 1}, 0, 0, 2);
        const double error = tree.left + exact.cut + exact.later + 1e-9;
        for (uint32_t round = 0; round < COUNTED_ROUNDS; round++) {
            const struct cirno_exact_round *const found = round_at(&exact, round);
            for (uint32_t seat = 0; seat < players; seat++)
                if (!(fabs(found->loses[seat] - tree.loses[round][seat]) <= error))
                    fail_msg("%s, %u players, round %u: seat %u loses %.9f, enumerated %.9f,"
                             " not followed %.1e",
                             weights, players, round + 1, seat + 1, found->loses[seat],
                             tree.loses[round][seat], error);
            if (!(found->turns >= tree.turns[round] - 100 * error &&
                  found->squares >= tree.squares[round] - 10000 * error) ||
                (tree.left < 1e-6 && !(found->turns <= tree.turns[round] + 1e-3)))
                fail_msg("%s, %u players, round %u: %.9f turns, squares %.9f, enumerated %.9f and"
                         " %.9f, not followed %.1e",
                         weights, players, round + 1, found->turns, found->squares,
                         tree.turns[round], tree.squares[round], error);
        }
    }
}

/* ---- games that are played ---- */

/* By how many standard errors `sum` of so many numbers is off. */
static double off(double sum, double squares, double count, double mean)
{
    const double found = sum / count, variance = squares / count - found * found;
    return variance > 0 ? (found - mean) / sqrt(variance / count) : found == mean ? 0 : INFINITY;
}

/* Whether it is, as far as a single sample can tell. */
static bool is_near(const char *what, const struct cirno_setup *setup, uint32_t round, double found,
                    double errors)
{
    const bool near = fabs(errors) < 5;
    if (!near)
        print_message("%s, strategy %s, round %u: %s %.6f, %.1f standard errors off\n",
                      setup->base.params.weights,
                      setup->base.params.strategy != NULL ? setup->base.params.strategy : "usual",
                      round + 1, what, found, errors);
    return near;
}

/* Whether the exact values are near those of games from `*next` on, which moves behind them. */
static bool games_lie_around(const struct cirno_setup *setup, const struct cirno_exact *exact,
                             uint64_t *next)
{
    enum { ROUNDS = 4 };
    bool near = true;
    const uint32_t games = nf_test_often(4000, 10000, 50000);
    double lost[ROUNDS] = {0}, turns[ROUNDS] = {0}, squares[ROUNDS] = {0}, fourths[ROUNDS] = {0};
    for (uint32_t game = 0; game < games; game++, ++*next) {
        uint32_t rounds[NF_MAX_ROUNDS], rejected[NF_REJECT_KINDS];
        struct nf_error err;
        if (cirno_play_index(setup, *next, rounds, rejected, &err) != NF_OK)
            fail_msg("%s: %s", setup->base.params.weights, err.text);
        for (uint32_t round = 0; round < ROUNDS; round++) {
            const double length = rounds[round] >> NF_SEAT_BITS;
            lost[round] += (rounds[round] & ((1 << NF_SEAT_BITS) - 1)) == 0;
            turns[round] += length;
            squares[round] += length * length;
            fourths[round] += length * length * length * length;
        }
    }
    for (uint32_t round = 0; round < ROUNDS; round++) {
        const struct cirno_exact_round *const found = round_at(exact, round);
        near &= is_near("seat 1 loses", setup, round, found->loses[0],
                        off(lost[round], lost[round], games, found->loses[0]));
        near &= is_near("turns", setup, round, found->turns,
                        off(turns[round], squares[round], games, found->turns));
        near &= is_near("squared turns", setup, round, found->squares,
                        off(squares[round], fourths[round], games, found->squares));
    }
    return near;
}

TEST(games_of_the_reference_lie_around_the_exact_values)
{
    uint64_t random = nf_test_seed();
    const uint32_t compared = nf_test_often(2, 2, 6);
    uint32_t i = 0;
    for (uint32_t drawn = 0; i < compared && drawn < 100; drawn++) {
        char weights[200];
        FREED_BY(random_seats_free) struct random_seats seats;
        random_weights(&random, "A49=3,A99=3,E99=1", nf_test_often(2, 3, 3), 9, weights,
                       sizeof weights);
        random_seats_make(&seats, &random, 2, 2, 4, i % 2 == 0);
        const struct nf_params params = {.players = 2,
                                         .rounds = 4,
                                         .weights = weights,
                                         .profile = "uniform",
                                         .strategy = i > 0 ? seats.list : NULL,
                                         .texts = i > 0 ? seats.strategies : NULL,
                                         .seed = nf_test_random(&random) >> 1};
        FREED_BY(nf_test_release)
        struct nf_setup *const base = nf_test_prepare(&cirno_game, &params);
        struct cirno_exact exact;
        solve(&exact, (struct cirno_setup *)base, DEEP, 1);
        /* Where p falls and falls, little is told, and games of which nothing comes are left out.
         */
        if (exact.later < 1e-6) {
            uint64_t next = 0;
            assert_beyond_luck(games_lie_around((struct cirno_setup *)base, &exact, &next));
            i++;
        }
    }
    assert_int_equal(i, compared);
}

/* ---- what must hold without any games ---- */

TEST(chances_add_up_to_one_and_do_not_depend_on_threads)
{
    uint64_t random = nf_test_seed();
    for (uint32_t i = 0; i < nf_test_often(1, 1, 4); i++) {
        char weights[200];
        struct cirno_exact alone, together;
        random_weights(&random, "A49=2,A99=2", nf_test_often(3, 4, 4), 9, weights, sizeof weights);
        solve(&alone, cards_of(2, weights), FLOOR, 1);
        solve(&together, cards_of(2, weights), FLOOR, 3);
        assert_int_equal(alone.count, together.count);
        assert_memory_equal(alone.rounds, together.rounds, sizeof alone.rounds);
        for (uint32_t round = 0; round < alone.count; round++)
            if (!(fabs(alone.rounds[round].loses[0] + alone.rounds[round].loses[1] - 1) < 1e-7))
                fail_msg("%s: round %u", weights, round + 1);
    }
}

/* All play alike, so in the long run who starts is all that tells them apart, and both do. So near
 * comes only who knows of each round what it is with the seats changed over. */
TEST(two_who_play_alike_lose_alike_in_the_long_run)
{
    struct cirno_exact exact;
    solve(&exact, cards_of(2, "A49=3,A99=2,B19=1,DOUBLE=1,E99=1"), FLOOR, 2);
    assert_true(exact.settled);
    assert_true(fabs(exact.rounds[0].loses[0] - 0.5) > 0.001);
    assert_true(fabs(exact.rounds[exact.count - 1].loses[0] - 0.5) < 1e-7);
}

/* A lower floor changes chances by no more than the higher one tells. */
TEST(the_floor_costs_no_more_than_is_reported)
{
    static const char *const weights[] = {"A49=3,A99=2,B19=2,DOUBLE=2",
                                          "A49=3,A99=2,B19=2,C2=2,DOUBLE=2,E0=1"};
    const struct cirno_setup *const setup = cards_of(2, weights[nf_test_often(0, 1, 1)]);
    struct cirno_exact high, low;
    solve(&high, setup, 0, 1);
    solve(&low, setup, DEEP, 1);
    assert_true(low.cut < high.cut && low.later < high.later);
    for (uint32_t round = 0; round < NF_MAX_ROUNDS; round++) {
        const double told = round == 0 ? low.cut + high.cut : low.later + high.later;
        assert_true(fabs(round_at(&low, round)->loses[0] - round_at(&high, round)->loses[0]) <=
                    told);
    }
    assert_true(fabs(low.rounds[0].loses[0] - high.rounds[0].loses[0]) > 1e-7);
}

/* Plays turns from p = 0 and adds up what ended, then returns all that was cut. */
static double play_turns(const struct cirno_chain *chain, uint32_t lowest, cirno_handover ended)
{
    enum { TURNS = 20 };
    cirno_handover start = {{0}};
    struct cirno_flow *flow;
    struct cirno_turn turn;
    double cut = 0;
    for (uint32_t pair = 0; pair < chain->pairs; pair++)
        start[pair % 2][pair] = pair % 3 == 0 ? -0.5 : 1;
    assert_ok(cirno_flow_open, &flow, chain);
    cirno_flow_start(flow, start, lowest);
    for (uint32_t i = 0; i < TURNS; i++) {
        assert_ok(cirno_flow_turn, flow, 1, 0, &turn);
        cut += turn.cut;
        for (uint32_t seat = 0; seat < CIRNO_CHAIN_SEATS; seat++)
            for (uint32_t pair = 0; pair < chain->pairs; pair++)
                ended[seat][pair] += turn.lost[seat][pair];
    }
    cirno_flow_close(flow);
    return cut;
}

TEST(rounds_followed_less_far_down_are_those_of_a_higher_floor)
{
    enum { LOWER = 30, HIGHER = 12 };
    static struct cirno_chain chains[2];
    const struct cirno_setup *const setup = cards_of(2, "A49=2,B19=3,C2=2,DOUBLE=2,E99=1");
    cirno_handover low = {{0}}, high = {{0}};
    assert_ok(cirno_chain_make, &chains[0], setup, -LOWER, CIRNO_CHAIN_SEATS);
    assert_ok(cirno_chain_make, &chains[1], setup, -HIGHER, CIRNO_CHAIN_SEATS);
    const double cut = play_turns(&chains[0], LOWER - HIGHER, low);
    assert_true(cut > 0.1 && fabs(cut - play_turns(&chains[1], 0, high)) < 1e-12);
    for (uint32_t seat = 0; seat < CIRNO_CHAIN_SEATS; seat++) {
        for (uint32_t pair = 0; pair < chains[0].pairs; pair++)
            assert_true(fabs(low[seat][pair] - high[seat][pair]) < 1e-12);
        cirno_chain_free(&chains[seat]);
    }
}

/* Rounds that hardly come to rest, rounds of which some end otherwise when p has risen to its limit
 * step by step, rounds of which two looks ahead agree by luck, and any others. */
TEST(a_smaller_tolerance_finds_no_more_than_is_reported)
{
    uint64_t random = nf_test_seed();
    for (uint32_t i = 0; i < nf_test_often(4, 7, 31); i++) {
        static const char *const fixed[] = {"A49=4,C2=4,A2=4", "A99=3,TURN=7,A2=6,A1=2",
                                            "A99=3,B19=7,A1=3,A19=1"};
        char weights[200];
        struct cirno_exact near, far;
        const struct nf_exact_options coarse = {.threads = 1, .tolerance = 1e-8},
                                      fine = {.threads = 1, .tolerance = 1e-12};
        if (i < sizeof fixed / sizeof *fixed)
            strcpy(weights, fixed[i]);
        else
            random_weights(&random, "A99=3", 3, 9, weights, sizeof weights);
        solve_for(&far, cards_of(2, weights), FLOOR, &coarse);
        solve_for(&near, cards_of(2, weights), FLOOR, &fine);
        for (uint32_t round = 0; round < NF_MAX_ROUNDS; round++) {
            const double found = round_at(&far, round)->loses[0];
            const double told = round == 0 ? far.foreseen : far.later;
            if (!(fabs(found - round_at(&near, round)->loses[0]) <= told + 1e-12))
                fail_msg("%s, round %u: %.12f, then %.12f, told %.1e", weights, round + 1, found,
                         round_at(&near, round)->loses[0], told);
        }
    }
}

enum { SEEN_TURNS = 1000 };

/* The bounds after each turn. */
struct seen {
    struct nf_exact_course course;
    double low[SEEN_TURNS], high[SEEN_TURNS];
    uint32_t count;
};

static bool see(void *owner, uint64_t turns, uint64_t expected)
{
    struct seen *const seen = owner;
    assert_true(seen->count > 0 || turns == 0); /* it is called before the first */
    assert_true(expected > 0 && seen->course.seconds > 0);
    if (seen->count < SEEN_TURNS) {
        seen->low[seen->count] = seen->course.low;
        seen->high[seen->count++] = seen->course.high;
    }
    return true;
}

TEST(bounds_hold_the_first_round_from_the_start_and_narrow)
{
    static struct seen seen;
    uint64_t random = nf_test_seed();
    for (uint32_t i = 0; i < nf_test_often(3, 3, 12); i++) {
        char weights[200];
        struct cirno_exact exact;
        random_weights(&random, "A99=2", 4, 9, weights, sizeof weights);
        seen = (struct seen){.course = {.high = 1}};
        const struct nf_exact_options options = {.threads = 1,
                                                 .tolerance = 1e-6,
                                                 .progress = see,
                                                 .progress_owner = &seen,
                                                 .course = &seen.course};
        solve_for(&exact, cards_of(nf_test_between(&random, 1, 2), weights),
                  nf_test_between(&random, 0, 1) != 0 ? 0 : FLOOR, &options);
        const double loses = exact.rounds[0].loses[0], error = exact.cut + exact.foreseen + 1e-9;
        for (uint32_t turn = 0; turn < seen.count; turn++) {
            if (!(seen.low[turn] <= loses + error && seen.high[turn] >= loses - error))
                fail_msg("%s, turn %u: %.9f is not from %.9f to %.9f", weights, turn, loses,
                         seen.low[turn], seen.high[turn]);
            assert_true(turn == 0 || (seen.low[turn] >= seen.low[turn - 1] &&
                                      seen.high[turn] <= seen.high[turn - 1]));
        }
        assert_true(seen.low[0] == 0 && seen.high[0] >= 1 - error);
        /* What has not ended is open, and both bounds allow for errors. */
        assert_true(seen.course.high - seen.course.low <= 3 * error);
    }
}

/* ---- the rest of a long round ---- */

enum { TURNS = 60, FOR_EVER = 20000 };

/* Two states that live on: what is lost at turn t. */
static double lost_at(uint32_t i, double turn)
{
    return (1 + i) * pow(0.97, turn) * 1e-7 + (i % 3) * pow(0.6, turn) * 1e-6;
}

/* sd of exact is printed to more digits than a sum that ends at 1e-9 has. */
TEST(the_moments_of_what_follows_are_summed_until_nothing_is_left)
{
    static struct cirno_tail tail;
    struct cirno_rest rest;
    double lost[CIRNO_TAIL_SIZE] = {0}, turns = 0, squares = 0;
    for (uint32_t t = 1; t <= TURNS; t++) {
        cirno_handover turn;
        double *const of = turn[0];
        for (uint32_t i = 0; i < CIRNO_TAIL_SIZE; i++)
            of[i] = lost_at(i, t);
        cirno_tail_add(&tail, turn);
    }
    for (uint32_t t = FOR_EVER; t > TURNS; t--) /* the small ones first */
        for (uint32_t i = 0; i < CIRNO_TAIL_SIZE; i++) {
            lost[i] += lost_at(i, t);
            turns += t * lost_at(i, t);
            squares += (double)t * t * lost_at(i, t);
        }
    assert_true(cirno_tail_rest(&tail, &rest));
    const double *const rest_lost = rest.lost[0];
    for (uint32_t i = 0; i < CIRNO_TAIL_SIZE; i++)
        assert_true(fabs(rest_lost[i] - lost[i]) <= 1e-9 * lost[i]);
    assert_true(fabs(rest.turns - turns) <= 1e-9 * turns);
    assert_true(fabs(rest.squares - squares) <= 1e-9 * squares);
}

int main(void)
{
    return nf_run_tests(NULL, NULL);
}
