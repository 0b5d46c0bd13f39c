#include "tests/unit/games/cirno/kernels/compare.h"

#include "games/cirno/kernels/reference.h"
#include "games/cirno/module.h"
#include "games/cirno/rules/rules.h"
#include "gen/cirno/setup.h"
#include "tests/unit/games/cirno/kernels/adversarial.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MOST_KERNELS = 8 };

struct cirno_setup compare_setup;
uint64_t compare_random;
static uint64_t compared_turns[MOST_KERNELS], compared_games[MOST_KERNELS];

/* What the reference says of one index. */
struct expected {
    uint32_t rounds[NF_MAX_ROUNDS];
    uint32_t rejected[NF_REJECT_KINDS];
    bool seen;
};
static struct expected expected[COMPARE_MOST];

uint32_t compare_between(uint32_t low, uint32_t high)
{
    return nf_test_between(&compare_random, low, high);
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
    const uint64_t left = last - feed->end, size = compare_between(1, 40);
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

/* The cards in play, as --weights takes them. */
static const char *describe_weights(void)
{
    static char text[300];
    size_t used = 0;
    for (int card = 0; card < CIRNO_CARDS; card++)
        if (compare_setup.weights[card] != 0)
            used +=
                (size_t)snprintf(text + used, sizeof text - used, "%s%s=%u", used == 0 ? "" : ",",
                                 cirno_cards[card].name, compare_setup.weights[card]);
    return text;
}

static void complain(struct checker *checker, uint64_t index, const char *what)
{
    const struct nf_params *const params = &compare_setup.base.params;
    if (checker->wrong++ > 3)
        return;
    if (params->strategy != NULL && checker->wrong == 1) {
        print_error("strategies %s\n", params->strategy);
        for (const struct nf_strategy *one = params->texts; one->name != NULL; one++)
            print_error("%s:\n%s", one->name, one->text);
    }
    print_error("kernel %s, players %u, rounds %u, deck %u, %s, seed %" PRIu64 ", index %" PRIu64
                ": %s\n",
                checker->kernel->name, params->players, params->rounds, compare_setup.deck_limit,
                compare_setup.instances != NULL ? "explicit games" : describe_weights(),
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
    for (uint32_t round = 0; round < compare_setup.base.params.rounds; round++) {
        const uint32_t got = outcome->words[round], want = right->rounds[round];
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
static enum nf_status play(const struct nf_kernel *kernel, uint64_t first, uint32_t games,
                           struct checker *checker, struct nf_error *err)
{
    struct pieces pieces = {{first, first, next_piece}, first + games};
    *checker = (struct checker){{check_outcome}, kernel, first, games, 0, 0, 0};
    const size_t bytes = kernel->memory(kernel, &compare_setup.base);
    assert_int_equal(bytes % NF_CACHE_LINE, 0);
    struct guarded memory = guarded_map(bytes);
    memset(memory.bytes, (int)compare_between(0, 255), bytes);
    for (uint32_t i = 0; i < games; i++)
        expected[i].seen = false;
    const enum nf_status status =
        kernel->play(kernel, &compare_setup.base, memory.bytes, &pieces.feed, &checker->sink, err);
    guarded_unmap(&memory);
    return status;
}

static void check_kernels(uint64_t first, uint32_t games)
{
    for (size_t k = 0; cirno_game.kernels[k] != NULL; k++) {
        const struct nf_kernel *const kernel = cirno_game.kernels[k];
        struct checker checker;
        struct nf_error err;
        if (!nf_kernel_fits(kernel, &compare_setup.base))
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

void compare_games(uint64_t first, uint32_t games)
{
    struct nf_error err;
    uint32_t played = 0;
    assert_true(games <= COMPARE_MOST);
    while (played < games &&
           cirno_play_index(&compare_setup, first + played, expected[played].rounds,
                            expected[played].rejected, &err) == NF_OK)
        played++;
    check_kernels(first, played);
    if (played == games)
        return;
    if (strstr(err.text, "candidates") == NULL) /* not because they were all thrown away */
        fail_msg("the reference: %s", err.text);
    compare_refusal(first + played);
}

/* What the reference makes of game `index`; a game it refuses is expected by no kernel. */
static enum nf_status expect(uint64_t index, struct expected *game, struct nf_error *err)
{
    const enum nf_status status =
        cirno_play_index(&compare_setup, index, game->rounds, game->rejected, err);
    if (status != NF_OK)
        game->rejected[0] = UINT32_MAX;
    return status;
}

void compare_refusal(uint64_t first)
{
    const uint32_t others = nf_test_often(8, 40, 40);
    struct nf_error right, err;
    assert_int_equal(expect(first, &expected[0], &right), NF_INVALID);
    for (uint32_t i = 1; i < others && compare_setup.instances == NULL; i++)
        expect(first + i, &expected[i], &err);
    for (size_t k = 0; cirno_game.kernels[k] != NULL; k++) {
        struct checker checker;
        if (!nf_kernel_fits(cirno_game.kernels[k], &compare_setup.base))
            continue;
        assert_int_equal(play(cirno_game.kernels[k], first, 1, &checker, &err), NF_INVALID);
        assert_string_equal(err.text, right.text);
        assert_int_equal(checker.seen, 0);
        /* Among others it is refused too, though another index may be named. */
        if (compare_setup.instances == NULL)
            assert_int_equal(play(cirno_game.kernels[k], first, others, &checker, &err),
                             NF_INVALID);
        assert_int_equal(checker.wrong, 0);
    }
}

uint64_t compare_turns(void)
{
    return compared_turns[0];
}

void compare_report(void)
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
