/* The reference against the naive player (naive.h) on random games of every kind. */
#include "games/cirno/kernels/reference.h"
#include "gen/cirno/profiles.h"
#include "gen/cirno/setup.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DECK = 40000, WEIGHTS_TEXT = 256 };

/* Weights that bring about what the profiles seldom do. */
static const char *const unusual_weights[] = {
    "C2=4,B19=3,B9=1,A1=1,E49=1,DOUBLE=4",           /* p far below zero, and past its bound */
    "B1=2,B19=1,C2=3,D2=1,PASS=1,DOUBLE=2",          /* rounds that never end */
    "A99=4,E99=4,B1=1,PASS=1,TURN=5,DOUBLE=6",       /* chains of DOUBLE and TURN */
    "A99=3,A49=3,E99=3,C2=2,D2=1",                   /* short rounds */
    "A1=3,B1=3,C2=3,D2=4,E0=3,E49=2,A49=2,DOUBLE=1", /* ties */
    "A99=5,DOUBLE=3",                                /* lost on the second card */
    "PASS=1,TURN=1,DOUBLE=1",                        /* counter cards only */
    "A1=1,A2=1,A5=1,A9=1,A19=1,A49=1,A99=1,DOUBLE=2",
};

enum { UNUSUAL = sizeof unusual_weights / sizeof *unusual_weights };

/* One random game: what it is, and its cards. */
struct random_game {
    struct cirno_setup setup;
    struct cirno_instance instance;
    uint64_t index, attempt; /* of a dealt game */
    bool dealt;              /* by the generator; or else explicit, drawn by the test */
    char weights[WEIGHTS_TEXT];
    uint8_t hands[CIRNO_MAX_PLAYERS * CIRNO_HAND], deck[MAX_DECK];
};

/* What happened in all games together: a random test must know that it met every case. */
struct coverage {
    uint32_t ends[3], players[CIRNO_MAX_PLAYERS + 1], profiles[16], dealt;
    uint64_t lines, rounds;
};

/* Weights from 0 to 7, at least one of them not 0. */
static void random_weights(uint64_t *state, char *text)
{
    const int never_zero = (int)nf_test_between(state, 0, CIRNO_CARDS - 1);
    size_t used = 0;
    for (int card = 0; card < CIRNO_CARDS; card++)
        used +=
            (size_t)snprintf(text + used, WEIGHTS_TEXT - used, "%s%s=%u", card == 0 ? "" : ",",
                             cirno_cards[card].name, nf_test_between(state, card == never_zero, 7));
}

/* Chooses the kind of cards: a profile (also into `profile`), unusual or random weights. */
static const char *choose_cards(struct random_game *game, uint64_t *state, unsigned *profile)
{
    unsigned profile_count = 0;
    while (cirno_profiles[profile_count].name != NULL)
        profile_count++;
    game->weights[0] = '\0';
    *profile = nf_test_between(state, 0, profile_count - 1);
    /* Rounds of `max` last for thousands of turns: a few games of it are enough. */
    if (strcmp(cirno_profiles[*profile].name, "max") == 0 && nf_test_between(state, 0, 9) != 0)
        *profile = 0;
    const uint32_t kind = nf_test_between(state, 0, 3);
    if (kind == 0)
        random_weights(state, game->weights);
    else if (kind == 1)
        snprintf(game->weights, sizeof game->weights, "%s",
                 unusual_weights[nf_test_between(state, 0, UNUSUAL - 1)]);
    return cirno_profiles[*profile].name;
}

/* Mostly few rounds, so that there are many games. */
static uint32_t choose_rounds(uint64_t *state)
{
    const uint32_t kind = nf_test_between(state, 0, 99);
    if (kind < 85)
        return nf_test_between(state, 1, 4);
    return kind < 98 ? nf_test_between(state, 5, 12) : nf_test_between(state, 13, NF_MAX_ROUNDS);
}

/* Game `number` of the test, a function of `seed` and `number` alone. */
static void make_game(struct random_game *game, uint64_t seed, uint64_t number,
                      struct coverage *coverage)
{
    uint64_t state = seed ^ number * 0xd1342543de82ef95u;
    unsigned profile;
    const char *const name = choose_cards(game, &state, &profile);
    const uint32_t players = nf_test_between(&state, 1, CIRNO_MAX_PLAYERS);
    const bool long_rounds = strcmp(name, "max") == 0 && game->weights[0] == '\0';
    const uint32_t rounds = long_rounds ? nf_test_between(&state, 1, 2) : choose_rounds(&state);
    uint32_t deck = long_rounds ? 10000 * rounds : rounds * nf_test_between(&state, 20, 120);
    deck += nf_test_between(&state, 0, 50);
    const char *const weights = game->weights[0] != '\0' ? game->weights : NULL;
    cirno_test_setup(&game->setup, players, rounds, deck, name, weights, nf_test_random(&state));
    game->index = nf_test_random(&state) >> nf_test_between(&state, 0, 63);
    game->attempt = nf_test_between(&state, 0, 2);
    game->dealt = number % 2 == 0;
    game->instance = (struct cirno_instance){players, rounds, deck, game->hands, game->deck};
    if (game->dealt) {
        cirno_test_deal(&game->setup, game->index, game->attempt, game->hands, game->deck, deck);
    } else {
        for (uint32_t i = 0; i < players * CIRNO_HAND; i++)
            game->hands[i] =
                game->setup.ticket_card[nf_test_between(&state, 0, game->setup.total - 1)];
        for (uint32_t i = 0; i < deck; i++)
            game->deck[i] =
                game->setup.ticket_card[nf_test_between(&state, 0, game->setup.total - 1)];
    }
    coverage->players[players]++;
    if (weights == NULL)
        coverage->profiles[profile]++;
    coverage->dealt += game->dealt;
}

static const char *const end_names[] = {"complete", "deck out", "p out"};

/* Compares the end and each round of one way to play with the naive player's. */
static void compare(const struct random_game *game, const struct cirno_naive_result *naive,
                    enum cirno_end end, const uint32_t *rounds, const char *way, const char *where)
{
    if ((int)end != (int)naive->end)
        fail_msg("%s: %s: reference ends with '%s', naive player with '%s' in round %d", where, way,
                 end_names[end], end_names[naive->end], naive->rounds_done + 1);
    if (end != CIRNO_COMPLETE)
        return;
    for (uint32_t round = 0; round < game->instance.rounds; round++) {
        const int loser = (int)(rounds[round] & ((1u << NF_SEAT_BITS) - 1)) + 1;
        const int turns = (int)(rounds[round] >> NF_SEAT_BITS);
        if (loser != naive->loser[round] || turns != naive->turns[round])
            fail_msg("%s: %s: round %u: reference: player %d loses after %d turns; naive player:"
                     " player %d after %d",
                     where, way, round + 1, loser, turns, naive->loser[round], naive->turns[round]);
    }
}

/* One game played by the naive player, by the reference from explicit cards, by the reference
 * from the generator, and by the reference turn by turn. */
static void check_game(struct random_game *game, const char *where, struct coverage *coverage)
{
    struct cirno_naive_result naive;
    uint32_t rounds[NF_MAX_ROUNDS];
    char what[512];
    cirno_test_play_naive(&game->instance, &naive);
    if (cirno_test_follow(&game->instance, &naive, what, sizeof what) != naive.line_count)
        fail_msg("%s: round %d: %s", where, naive.rounds_done, what);
    if (game->dealt)
        compare(game, &naive,
                cirno_play_candidate(&game->setup, game->index, game->attempt, rounds), rounds,
                "dealt", where);
    game->setup.instances = &game->instance;
    compare(game, &naive, cirno_play_candidate(&game->setup, 0, 0, rounds), rounds, "explicit",
            where);
    coverage->ends[naive.end]++;
    coverage->lines += naive.line_count;
    coverage->rounds += (uint64_t)naive.rounds_done;
    cirno_naive_free(&naive);
}

static void check_coverage(const struct coverage *coverage, uint32_t games)
{
    printf("note: %u games, %" PRIu64 " rounds, %" PRIu64 " turns; %u complete, %u out of cards,"
           " %u out of p's bound\n",
           games, coverage->rounds, coverage->lines, coverage->ends[0], coverage->ends[1],
           coverage->ends[2]);
    for (int end = 0; end < 3; end++)
        assert_true(coverage->ends[end] > games / 1000);
    for (int players = 1; players <= CIRNO_MAX_PLAYERS; players++)
        assert_true(coverage->players[players] > games / 100);
    for (int profile = 0; cirno_profiles[profile].name != NULL; profile++)
        assert_true(coverage->profiles[profile] > games / 1000);
    assert_true(coverage->dealt == games / 2);
}

TEST(test_reference_and_naive_player_agree_on_random_games)
{
    static struct random_game game;
    struct coverage coverage = {.lines = 0};
    const uint64_t seed = nf_test_seed();
    const uint32_t games = nf_test_often(30000, 30000, 100000);
    for (uint64_t number = 0; number < games; number++) {
        make_game(&game, seed, number, &coverage);
        const struct nf_params *const params = &game.setup.base.params;
        char where[640];
        snprintf(where, sizeof where,
                 "NF_TEST_SEED=%" PRIu64 " game %" PRIu64 " (%s %s, n=%u m=%u k=%u, %s)", seed,
                 number, params->profile, game.weights, params->players, params->rounds,
                 params->deck, game.dealt ? "dealt" : "explicit");
        check_game(&game, where, &coverage);
    }
    check_coverage(&coverage, games);
}

/* Both choose the same card: each of the 1,140 hands, doubled or not, at each p of -300..99 and
 * at some far below. */
static void check_hand(const uint8_t cards[CIRNO_HAND], int32_t p)
{
    cirno_naive_card hand[CIRNO_HAND];
    for (int place = 0; place < CIRNO_HAND; place++)
        hand[place] = cirno_test_naive_card(cards[place]);
    for (int doubled = 0; doubled <= 1; doubled++) {
        const unsigned reference = cirno_choose(cirno_hand_of(cards), p, doubled);
        const cirno_naive_card naive = cirno_naive_choose(hand, p, doubled);
        const cirno_naive_card same =
            reference == CIRNO_LOSES ? NULL : cirno_test_naive_card(reference);
        if (same != naive)
            fail_msg("hand %s %s %s, p=%d, doubled=%d: reference %s, naive player %s",
                     hand[0]->name, hand[1]->name, hand[2]->name, p, doubled,
                     same == NULL ? "loses" : same->name, naive == NULL ? "loses" : naive->name);
    }
}

TEST(test_reference_and_naive_player_choose_the_same_card_from_every_hand)
{
    unsigned hands = 0;
    for (uint8_t a = 0; a < CIRNO_CARDS; a++)
        for (uint8_t b = a; b < CIRNO_CARDS; b++)
            for (uint8_t c = b; c < CIRNO_CARDS; c++) {
                /* In another order for each hand: the naive player sees an order. */
                const uint8_t cards[][CIRNO_HAND] = {{a, b, c}, {b, c, a}, {c, a, b}, {c, b, a}};
                for (int32_t p = -300; p <= CIRNO_LIMIT; p++)
                    check_hand(cards[hands % 4], p);
                for (int32_t p = -9999; p < -300; p += 997)
                    check_hand(cards[hands % 4], p);
                hands++;
            }
    assert_int_equal(hands, 1140);
}
