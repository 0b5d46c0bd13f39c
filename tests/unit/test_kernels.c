/* Every kernel of Cirno's game against the rules in plain C: game by game, field by field.
 * NF_TEST_TURNS=N goes on with random parameters until N turns were compared of each kernel. */
#include "adversarial.h"
#include "games/cirno/reference.h"
#include "support.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_GAMES = 1000, MOST_KERNELS = 8, PROFILES = 5 };

static const char *const profiles[PROFILES] = {"uniform", "basic", "no-turn-pass", "no-double",
                                               "max"};

static uint64_t random_state;
static uint64_t compared_turns[MOST_KERNELS], compared_games[MOST_KERNELS];

/* What the reference says of one index. */
struct expected {
    uint32_t rounds[NF_MAX_ROUNDS];
    uint32_t rejected[NF_REJECT_KINDS];
    bool seen;
};
static struct expected expected[MOST_GAMES];
static struct cirno_setup setup;

static uint32_t between(uint32_t low, uint32_t high)
{
    return nf_test_between(&random_state, low, high);
}

/* ---- a kernel between a feed and a sink --------------------------------------------------- */

/* Hands the indices out in pieces of random size. */
struct pieces {
    struct nf_feed feed;
    uint64_t last;
};

static bool next_piece(struct nf_feed *feed)
{
    const uint64_t last = ((struct pieces *)feed)->last;
    if (feed->end == last)
        return false;
    const uint64_t left = last - feed->end, size = between(1, 40);
    feed->next = feed->end;
    feed->end += size < left ? size : left;
    return true;
}

struct checker {
    struct nf_sink sink;
    const struct nf_kernel *kernel;
    uint64_t first;
    uint32_t games;
    uint64_t turns, seen, wrong;
};

static void complain(struct checker *checker, uint64_t index, const char *what)
{
    const struct nf_params *const params = &setup.base.params;
    if (checker->wrong++ > 3)
        return;
    print_error("kernel %s, players %u, rounds %u, deck %u, total %u, %s, seed %" PRIu64
                ", index %" PRIu64 ": %s\n",
                checker->kernel->name, params->players, params->rounds, setup.deck_limit,
                setup.total, setup.instances != NULL ? "explicit games" : params->profile,
                params->seed, index, what);
}

static void check_outcome(struct nf_sink *sink, const struct nf_outcome *outcome)
{
    struct checker *const checker = (struct checker *)sink;
    char what[200];
    if (outcome->index - checker->first >= checker->games) {
        complain(checker, outcome->index, "this index was not asked for");
        return;
    }
    struct expected *const right = &expected[outcome->index - checker->first];
    if (right->seen)
        complain(checker, outcome->index, "the game came twice");
    right->seen = true;
    checker->seen++;
    for (int kind = 0; kind < NF_REJECT_KINDS; kind++)
        if (outcome->rejected[kind] != right->rejected[kind]) {
            snprintf(what, sizeof what, "rejected[%d] is %u, expected %u", kind,
                     outcome->rejected[kind], right->rejected[kind]);
            complain(checker, outcome->index, what);
            return;
        }
    for (uint32_t round = 0; round < setup.base.params.rounds; round++) {
        const uint32_t got = outcome->rounds[round], want = right->rounds[round];
        if (got != want) {
            snprintf(what, sizeof what,
                     "round %u: seat %u lost after %u turns, expected seat %u after %u", round,
                     got % NF_MAX_SEATS, got >> NF_SEAT_BITS, want % NF_MAX_SEATS,
                     want >> NF_SEAT_BITS);
            complain(checker, outcome->index, what);
            return;
        }
        checker->turns += got >> NF_SEAT_BITS;
    }
}

/* Plays `games` games from `first` on; the kernel's memory ends at a guard page and starts out
 * as rubbish. */
static enum nf_exit play(const struct nf_kernel *kernel, uint64_t first, uint32_t games,
                         struct checker *checker, struct nf_error *err)
{
    struct pieces pieces = {{first, first, next_piece}, first + games};
    *checker = (struct checker){{check_outcome}, kernel, first, games, 0, 0, 0};
    const size_t bytes = kernel->memory(&setup.base);
    assert_int_equal(bytes % NF_CACHE_LINE, 0);
    struct guarded memory = guarded_map(bytes);
    memset(memory.bytes, (int)between(0, 255), bytes);
    for (uint32_t i = 0; i < games; i++)
        expected[i].seen = false;
    const enum nf_exit end =
        kernel->play(&setup.base, memory.bytes, &pieces.feed, &checker->sink, err);
    guarded_unmap(&memory);
    return end;
}

static void check_kernels(uint64_t first, uint32_t games)
{
    for (size_t k = 0; cirno_game.kernels[k] != NULL; k++) {
        const struct nf_kernel *const kernel = cirno_game.kernels[k];
        struct checker checker;
        struct nf_error err;
        if (!kernel->supported())
            continue;
        if (play(kernel, first, games, &checker, &err) != NF_OK) {
            complain(&checker, first, err.text);
            fail();
        }
        if (checker.seen != games)
            complain(&checker, first, "not every game arrived");
        assert_int_equal(checker.wrong, 0);
        compared_turns[k] += checker.turns;
        compared_games[k] += games;
    }
}

/* Compares all kernels on the games first .. first+games-1 of `setup`. */
static void compare(uint64_t first, uint32_t games)
{
    assert_true(games <= MOST_GAMES);
    for (uint32_t i = 0; i < games; i++) {
        struct nf_error err;
        if (cirno_play_index(&setup, first + i, expected[i].rounds, expected[i].rejected, &err) !=
            NF_OK)
            fail_msg("the reference: %s", err.text);
    }
    check_kernels(first, games);
}

/* No kernel plays index `first`, and each says why in the reference's words. */
static void compare_refusal(uint64_t first)
{
    struct nf_error right, err;
    assert_int_equal(
        cirno_play_index(&setup, first, expected[0].rounds, expected[0].rejected, &right),
        NF_INVALID);
    for (size_t k = 0; cirno_game.kernels[k] != NULL; k++) {
        struct checker checker;
        if (!cirno_game.kernels[k]->supported())
            continue;
        assert_int_equal(play(cirno_game.kernels[k], first, 1, &checker, &err), NF_INVALID);
        assert_string_equal(err.text, right.text);
        assert_int_equal(checker.seen, 0);
        /* Among others it is refused too, though another index may be named. */
        if (setup.instances == NULL)
            assert_int_equal(play(cirno_game.kernels[k], first, 40, &checker, &err), NF_INVALID);
    }
}

/* ---- dealt games -------------------------------------------------------------------------- */

static void deal_setup(uint32_t players, uint32_t rounds, uint32_t deck, const char *profile,
                       const char *weights)
{
    cirno_test_setup(&setup, players, rounds, deck, profile, weights,
                     nf_test_random(&random_state));
}

static void every_number_of_players_agrees_in_every_profile(void **state)
{
    (void)state;
    for (uint32_t players = 1; players <= CIRNO_MAX_PLAYERS; players++)
        for (int i = 0; i < PROFILES; i++) {
            const bool longer = strcmp(profiles[i], "max") == 0;
            deal_setup(players, longer ? 2 : between(5, 30), 0, profiles[i], NULL);
            compare(between(0, 1000000), longer ? 33 : 75);
        }
}

static void the_longest_games_agree(void **state)
{
    (void)state;
    deal_setup(30, 100, 0, "uniform", NULL);
    compare(0, 200);
    deal_setup(30, 100, CIRNO_MAX_DECK, "max", NULL);
    compare(0, 3);
}

static void any_number_of_games_agrees(void **state)
{
    static const uint32_t counts[] = {0,  1,  2,  3,  7,  8,  15, 16,  17,  31,  32,  33,
                                      47, 48, 49, 63, 64, 65, 95, 127, 128, 129, 1000};
    (void)state;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        deal_setup(between(1, 30), between(1, 8), 0, "uniform", NULL);
        compare(between(0, 100), counts[i]);
        setup.base.params.rounds = 1;
        compare(between(0, 100), counts[i]);
    }
}

static void indices_beyond_32_bits_agree(void **state)
{
    static const uint64_t firsts[] = {UINT32_MAX - 20u, (uint64_t)1 << 40, UINT64_MAX - 60};
    (void)state;
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++) {
        deal_setup(between(1, 30), 10, 0, "uniform", NULL);
        compare(firsts[i], 50);
    }
}

static void any_weights_agree(void **state)
{
    static const char *const weights[] = {
        "A99=1",                                     /* one ticket */
        "A99=1,DOUBLE=1,PASS=1,TURN=1",              /* a power of two: nothing is redrawn */
        "A1=40000,A99=1000,B1=7,DOUBLE=9",           /* nearly half of the chunks are redrawn */
        "A49=32768,A99=1",                           /* nearly all that can be */
        "A99=65520,DOUBLE=15,TURN=1",                /* every chunk as it is */
        "A99=30000,B19=20000,C2=10000,D2=5520,E0=1", /* a prime total, 65521 */
        "A1=1,A2=2,A5=3,A9=4,A19=5,A49=6,A99=7,B1=8,B9=9,B19=1,C2=2,D2=3,E0=4,E49=5,E99=1,PASS=2,"
        "TURN=3,DOUBLE=4",
        "A19=3,A99=6,B19=9,C2=6,DOUBLE=6,PASS=2", /* p far below zero */
        "A99=16,B19=8,C2=4,DOUBLE=5",             /* 33 tickets */
        "A99=16,B19=8,C2=4,DOUBLE=4",             /* 32 */
        "A99=32,B19=16,C2=8,DOUBLE=9",            /* 65 */
        "A99=130,B19=60,C2=32,DOUBLE=34",         /* 256 */
        "A99=130,B19=60,C2=32,DOUBLE=35",
    };
    (void)state;
    for (size_t i = 0; i < sizeof weights / sizeof *weights; i++)
        for (int repeat = 0; repeat < 6; repeat++) {
            deal_setup(repeat < 2 ? (uint32_t)repeat + 1 : between(3, 30), between(1, 12), 0, NULL,
                       weights[i]);
            compare(between(0, 1000000), 50);
        }
}

/* Cards the first games use, sorted: limits between them reject as many as one likes. */
static int by_size(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static uint32_t deck_for(uint32_t percent)
{
    enum { GAMES = 100 };
    uint32_t cards[GAMES], rounds[NF_MAX_ROUNDS];
    for (uint32_t i = 0; i < GAMES; i++) {
        cards[i] = 2 * setup.base.params.rounds;
        assert_int_equal(cirno_play_candidate(&setup, i, 0, rounds), CIRNO_COMPLETE);
        for (uint32_t round = 0; round < setup.base.params.rounds; round++)
            cards[i] += rounds[round] >> NF_SEAT_BITS;
    }
    qsort(cards, GAMES, sizeof *cards, by_size);
    return cards[percent * (GAMES - 1) / 100];
}

static void decks_that_reject_many_candidates_agree(void **state)
{
    static const uint32_t percents[] = {100, 90, 50, 20, 10};
    (void)state;
    for (uint32_t players = 1; players <= CIRNO_MAX_PLAYERS; players += between(1, 4))
        for (size_t i = 0; i < sizeof percents / sizeof *percents; i++) {
            deal_setup(players, between(1, 10), 0, profiles[between(0, 3)], NULL);
            setup.deck_limit = deck_for(percents[i]);
            compare(0, 60);
        }
}

static void parameters_no_game_can_be_made_of_are_refused_alike(void **state)
{
    (void)state;
    deal_setup(between(1, 30), 10, 29, "uniform", NULL); /* each round takes four cards or more */
    compare_refusal(between(0, 1000));
    deal_setup(between(1, 30), 1, 2000, NULL, "B19=1"); /* p falls to -10^4 */
    compare_refusal(between(0, 1000));
    deal_setup(between(1, 30), 1, 1000, NULL, "PASS=3,TURN=2"); /* nobody ever loses */
    compare_refusal(between(0, 1000));
}

/* ---- explicit games ----------------------------------------------------------------------- */

enum { BATCH = 70 };
static struct guarded hand_memory[BATCH], deck_memory[BATCH];
static struct cirno_instance instances[BATCH];

static void explicit_setup(uint32_t players, uint32_t rounds)
{
    deal_setup(players, rounds, 0, "uniform", NULL);
    setup.instances = instances;
}

static void make_batch(enum adversarial_kind kind, uint32_t players, uint32_t rounds,
                       uint32_t count, struct adversarial_events *events)
{
    explicit_setup(players, rounds);
    for (uint32_t i = 0; i < count; i++)
        instances[i] = adversarial_game(kind, players, rounds, &random_state, &hand_memory[i],
                                        &deck_memory[i], events);
}

static void free_batch(uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        guarded_unmap(&hand_memory[i]);
        guarded_unmap(&deck_memory[i]);
    }
}

static void compare_kind(enum adversarial_kind kind, uint32_t rounds,
                         struct adversarial_events *events)
{
    memset(events, 0, sizeof *events);
    for (uint32_t players = 1; players <= CIRNO_MAX_PLAYERS;
         players += players < 6 ? 1 : between(1, 6)) {
        const uint32_t count = between(1, BATCH);
        make_batch(kind, players, between(1, rounds), count, events);
        compare(0, count);
        free_batch(count);
    }
}

static void games_far_below_zero_agree(void **state)
{
    struct adversarial_events events;
    (void)state;
    compare_kind(ADVERSARIAL_DEEP, 12, &events);
    for (int i = 0; i < 4; i++)
        assert_true(events.below[i] > 100);
}

static void chains_of_double_and_turn_agree(void **state)
{
    struct adversarial_events events;
    (void)state;
    compare_kind(ADVERSARIAL_CHAINS, 40, &events);
    assert_true(events.passed_on * 20 > events.turns);
}

static void ties_agree(void **state)
{
    struct adversarial_events events;
    (void)state;
    compare_kind(ADVERSARIAL_TIES, 40, &events);
    assert_true(events.ties * 20 > events.turns);
}

static void rounds_lost_on_the_second_card_agree(void **state)
{
    struct adversarial_events events;
    (void)state;
    compare_kind(ADVERSARIAL_SECOND, 60, &events);
    assert_true(events.second_lost > 1000);
}

static void rounds_of_two_turns_agree(void **state)
{
    struct adversarial_events events;
    (void)state;
    compare_kind(ADVERSARIAL_SHORT, 100, &events);
    assert_true(events.two_turns > 1000);
}

static void rounds_of_thousands_of_turns_agree(void **state)
{
    struct adversarial_events events;
    (void)state;
    compare_kind(ADVERSARIAL_LONG, 6, &events);
}

static void an_explicit_game_without_its_last_card_is_refused_alike(void **state)
{
    struct adversarial_events events = {0};
    (void)state;
    for (enum adversarial_kind kind = 0; kind < ADVERSARIAL_KINDS; kind++) {
        make_batch(kind, between(1, 30), between(1, 5), 1, &events);
        instances[0].deck_size--;
        instances[0].deck++; /* still ends at the guard page; other cards, but too few of them */
        struct nf_error err;
        if (cirno_play_index(&setup, 0, expected[0].rounds, expected[0].rejected, &err) == NF_OK)
            compare(0, 1); /* or those very cards end sooner */
        else
            compare_refusal(0);
        free_batch(1);
        make_batch(kind, between(1, 30), between(1, 5), 1, &events);
        instances[0].deck_size--;
        compare_refusal(0);
        free_batch(1);
    }
}

static void an_explicit_game_whose_p_leaves_its_bounds_is_refused_alike(void **state)
{
    enum { CARDS = 1000 };
    (void)state;
    hand_memory[0] = guarded_map(CIRNO_HAND);
    deck_memory[0] = guarded_map(CARDS);
    memset(hand_memory[0].bytes, CIRNO_B19, CIRNO_HAND);
    memset(deck_memory[0].bytes, CIRNO_B19, CARDS);
    instances[0] = (struct cirno_instance){1, 1, CARDS, hand_memory[0].bytes, deck_memory[0].bytes};
    explicit_setup(1, 1);
    compare_refusal(0);
    free_batch(1);
}

/* ---- random parameters, as long as one likes ---------------------------------------------- */

static void random_weights(char *text, size_t size)
{
    static const uint32_t largest[] = {1, 3, 10, 100, 3000};
    const uint32_t most = largest[between(0, 4)];
    size_t used = 0;
    for (int card = 0; card < CIRNO_CARDS; card++)
        if (card == CIRNO_A99 || between(0, 3) != 0)
            used += (size_t)snprintf(text + used, size - used, "%s%s=%u", used == 0 ? "" : ",",
                                     cirno_cards[card].name, between(1, most));
}

/* Sets random parameters up; returns the turns of a game, or 0 if games are too often thrown
 * away to be worth the time. */
static uint32_t random_setup(void)
{
    char weights[300];
    random_weights(weights, sizeof weights);
    const bool own = between(0, 1) != 0;
    deal_setup(between(1, 30), between(1, between(0, 1) ? 100 : 5),
               between(0, 2) != 0 ? 0 : between(100, 20000), profiles[between(0, PROFILES - 1)],
               own ? weights : NULL);
    setup.base.params.weights = NULL; /* does not outlive this call, and is used no more */
    uint32_t rounds[NF_MAX_ROUNDS], turns = 0;
    for (uint64_t attempt = 0; attempt < 3; attempt++)
        if (cirno_play_candidate(&setup, 0, attempt, rounds) == CIRNO_COMPLETE) {
            for (uint32_t round = 0; round < setup.base.params.rounds; round++)
                turns += rounds[round] >> NF_SEAT_BITS;
            return turns;
        }
    return 0;
}

static void random_parameters_agree(void **state)
{
    const char *const wish = getenv("NF_TEST_TURNS");
    const uint64_t goal = wish != NULL ? strtoull(wish, NULL, 10) : 0, least = 10000000;
    const uint64_t before = compared_turns[0];
    (void)state;
    while (compared_turns[0] < goal || compared_turns[0] - before < least) {
        const uint32_t turns = random_setup();
        if (turns == 0)
            continue;
        const uint32_t most = 600000 / turns + 1;
        compare(between(0, 1u << 30), between(1, most < MOST_GAMES ? most : MOST_GAMES));
    }
}

/* ---- the whole ---------------------------------------------------------------------------- */

static void the_game_offers_every_kernel_slowest_first(void **state)
{
    static const char *const names[] = {"reference", "portable", "avx2", "avx512"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_non_null(cirno_game.kernels[i]);
        assert_string_equal(cirno_game.kernels[i]->name, names[i]);
    }
    assert_null(cirno_game.kernels[4]);
    assert_true(cirno_portable.supported());
}

static void report(void)
{
    for (size_t k = 0; cirno_game.kernels[k] != NULL; k++) {
        const struct nf_kernel *const kernel = cirno_game.kernels[k];
        if (kernel->supported())
            printf("note: kernel %s: %" PRIu64 " turns of %" PRIu64 " games compared\n",
                   kernel->name, compared_turns[k], compared_games[k]);
        else
            printf("note: kernel %s: skipped, this machine cannot run it\n", kernel->name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_game_offers_every_kernel_slowest_first),
        cmocka_unit_test(every_number_of_players_agrees_in_every_profile),
        cmocka_unit_test(the_longest_games_agree),
        cmocka_unit_test(any_number_of_games_agrees),
        cmocka_unit_test(indices_beyond_32_bits_agree),
        cmocka_unit_test(any_weights_agree),
        cmocka_unit_test(decks_that_reject_many_candidates_agree),
        cmocka_unit_test(parameters_no_game_can_be_made_of_are_refused_alike),
        cmocka_unit_test(games_far_below_zero_agree),
        cmocka_unit_test(chains_of_double_and_turn_agree),
        cmocka_unit_test(ties_agree),
        cmocka_unit_test(rounds_lost_on_the_second_card_agree),
        cmocka_unit_test(rounds_of_two_turns_agree),
        cmocka_unit_test(rounds_of_thousands_of_turns_agree),
        cmocka_unit_test(an_explicit_game_without_its_last_card_is_refused_alike),
        cmocka_unit_test(an_explicit_game_whose_p_leaves_its_bounds_is_refused_alike),
        cmocka_unit_test(random_parameters_agree),
    };
    random_state = nf_test_seed();
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    report();
    return failed != 0;
}
