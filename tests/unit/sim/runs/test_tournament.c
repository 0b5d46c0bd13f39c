/* How often the intervals of a tournament hold. `make check-sequential` plays 1,000 of them in each
 * case, a quarter of an hour of processor time, and prints what bench/NOTES.md holds. */
/* first: takes long */
#include "games/cirno/simulated/kernels/kernels.h"
#include "games/cirno/simulated/module.h"
#include "sim/runs/tournament.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const alone = "last-e";
static const char *const names[] = {"last-e", "statement", NULL};

/* `few`, or `many` in `make check-sequential`. */
static uint32_t often(uint32_t few, uint32_t many)
{
    return getenv("NF_TEST_SEQUENTIAL") == NULL ? few : many;
}

/* A match of two; free() it. */
static struct nf_tournament *play(uint32_t players, uint32_t rounds, uint64_t games, uint64_t seed)
{
    const struct nf_tournament_plan plan = {
        .game = &cirno_game,
        .params = {.players = players, .rounds = rounds, .profile = "uniform", .seed = seed},
        .threads = 1,
        .kernel = "auto",
        .names = names,
        .games = games};
    struct nf_tournament *const tournament = calloc(1, sizeof *tournament);
    const uint64_t each = games / players;
    assert_non_null(tournament);
    assert_ok(nf_tournament_open, tournament, &plan);
    for (uint32_t seat = 0; seat < players; seat++)
        for (uint64_t first = 0; first < each; first += NF_TOURNAMENT_CHUNK) {
            const uint64_t left = each - first;
            const struct nf_span span = {seat * each + first,
                                         left < NF_TOURNAMENT_CHUNK ? left : NF_TOURNAMENT_CHUNK};
            assert_ok(nf_tournament_chunk, tournament, seat, span);
        }
    nf_tournament_close(tournament);
    tournament->plan = NULL;
    return tournament;
}

/* The place in the ranking of the player whose gain is looked at. */
static const struct nf_tournament_entry *entry_of(const struct nf_tournament *tournament)
{
    return &tournament->ranking[tournament->ranking[0].strategy == 0 ? 0 : 1];
}

/* How much less the first strategy loses than the second. */
static struct nf_estimate first_to_second(const struct nf_tournament *tournament)
{
    struct nf_estimate gap = tournament->ranking[0].to_next;
    if (tournament->ranking[0].strategy != 0)
        gap = (struct nf_estimate){.mean = -gap.mean, .low = -gap.high, .high = -gap.low};
    return gap;
}

/* The lone player's difference to playing as the others do, averaged over seats, with both played.
 */
static struct nf_estimate with_both_played(uint32_t players, uint32_t rounds, uint64_t games)
{
    struct nf_estimate mean = {.mean = 0};
    for (uint32_t seat = 0; seat < players; seat++) {
        char list[30];
        struct nf_setup *setups[2];
        struct nf_paired_options job = {.span = {0, games / players}, .threads = 2};
        struct nf_paired result;
        snprintf(list, sizeof list, "%u=%s", seat + 1, alone);
        for (int side = 0; side < 2; side++) {
            const struct nf_params params = {.players = players,
                                             .rounds = rounds,
                                             .profile = "uniform",
                                             .strategy = side == 0 ? NULL : list,
                                             .seed = 1000 + seat};
            setups[side] = nf_test_prepare(&cirno_game, &params);
            job.sides[side] = (struct nf_paired_side){setups[side], &cirno_portable};
        }
        assert_ok(nf_paired_run, &job, &result);
        const struct nf_estimate difference = nf_paired_difference(&result, seat);
        mean.mean += difference.mean / players;
        mean.error = hypot(mean.error, difference.error / players);
        for (int side = 0; side < 2; side++)
            nf_release(setups[side]);
    }
    return mean;
}

TEST(what_is_known_of_those_alike_is_what_playing_them_finds)
{
    static const struct {
        uint32_t players, rounds;
    } cases[] = {{2, 1}, {2, 20}, {5, 1}, {5, 20}, {30, 3}};
    const uint64_t games = often(nf_test_often(1000, 4000, 20000), 300000);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint32_t players = cases[i].players, rounds = cases[i].rounds;
        const struct nf_estimate both = with_both_played(players, rounds, games);
        struct nf_tournament *const one = play(players, rounds, games, 1);
        const struct nf_estimate known = entry_of(one)->difference;
        assert_true(fabs(known.mean - both.mean) < 4.5 * hypot(both.error, known.error));
        free(one);
    }
}

/* How many intervals of so many runs hold. */
struct coverage {
    uint32_t runs, held, gaps_held;
};

static struct coverage coverage_of(uint32_t players, uint32_t rounds, uint64_t games,
                                   uint64_t *seed, const struct nf_tournament *truth)
{
    struct coverage found = {.runs = often(nf_test_often(6, 20, 50), 1000)};
    const double gain = entry_of(truth)->difference.mean, gap = first_to_second(truth).mean;
    for (uint32_t run = 0; run < found.runs; run++) {
        struct nf_tournament *const played = play(players, rounds, games, (*seed)++);
        const struct nf_estimate *const one = &entry_of(played)->difference;
        const struct nf_estimate two = first_to_second(played);
        found.held += one->low <= gain && gain <= one->high;
        found.gaps_held += two.low <= gap && gap <= two.high;
        free(played);
    }
    print_message("note: | %u | %u | %u | %.1f%% | %.1f%% |\n", players, rounds, (unsigned)games,
                  100.0 * found.held / found.runs, 100.0 * found.gaps_held / found.runs);
    return found;
}

/* Whether 92% hold, as they do of few games, less so many standard errors. */
static bool is_enough(const struct coverage *found, double errors)
{
    const double least = 0.92 * found->runs - errors * sqrt(0.92 * 0.08 * found->runs);
    return found->held >= least && found->gaps_held >= least;
}

/* Whether enough hold of each table and number of games, and of all. The next ones have other
 * seeds. */
static bool intervals_hold(uint64_t *seed)
{
    static const uint32_t tables[][2] = {{2, 1}, {5, 1}, {5, 100}, {30, 1}, {30, 100}};
    static const uint64_t games[] = {5, 10, 50, 2000};
    struct coverage all = {0};
    bool each = true;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        const uint32_t players = tables[i][0], rounds = tables[i][1];
        struct nf_tournament *const truth =
            play(players, rounds, often(nf_test_often(1500, 1500, 5000), 200000),
                 *seed + UINT64_C(5000000000));
        for (size_t j = 0; j < sizeof games / sizeof *games; j++)
            if (games[j] >= players && games[j] <= often(50, 2000)) {
                const struct coverage one = coverage_of(players, rounds, games[j], seed, truth);
                each &= is_enough(&one, one.runs < 100 ? 6 : 4); /* luck has more of a say in few */
                all.runs += one.runs;
                all.held += one.held;
                all.gaps_held += one.gaps_held;
            }
        free(truth);
    }
    return each && is_enough(&all, 3);
}

TEST(intervals_hold_at_few_games_and_at_many)
{
    uint64_t seed = nf_test_seed() % 1000000007;
    print_message("note: | players | rounds | games | gain holds | gap holds |\n"
                  "note: |---|---|---|---|---|\n");
    assert_beyond_luck(intervals_hold(&seed));
}
