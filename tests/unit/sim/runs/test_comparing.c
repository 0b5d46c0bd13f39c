/* Runs compared by the games that both have. */
/* both: the fuzz targets know all there is */
#include "games/cirno/simulated/module.h"
#include "sim/runs/comparing.h"
#include "tests/unit/played.h"
#include "tests/unit/sim/runs/played_run.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SPANS = 5, GAMES = 400 };

static const double miss = 0.01;

/* A run that is known by its setup and its games alone. */
struct run {
    struct nf_setup *setup;
    struct nf_tally tally;
    struct nf_span spans[SPANS];
    bool has[GAMES]; /* game first + i */
    struct nf_report report;
};

static const uint64_t first = 1000000;

/* Up to SPANS ranges of games, some of which touch. */
static void draw_spans(struct run *run, uint64_t *random)
{
    uint64_t at = nf_test_between(random, 0, 30);
    size_t count = 0;
    for (; count < SPANS; count++) {
        const uint64_t games = nf_test_between(random, 1, 60);
        if (at + games > GAMES)
            break;
        run->spans[count] = (struct nf_span){first + at, games};
        for (uint64_t i = 0; i < games; i++)
            run->has[at + i] = true;
        at += games + nf_test_between(random, 0, 30);
    }
    run->report =
        (struct nf_report){.tally = &run->tally, .spans = run->spans, .spans_count = count};
}

static void open_run(struct run *run, uint32_t rounds, const char *strategy, uint64_t *random)
{
    const struct nf_params params = {
        .players = 3, .rounds = rounds, .profile = "uniform", .strategy = strategy, .seed = 5};
    *run = (struct run){.setup = nf_test_prepare(&cirno_game, &params)};
    run->tally = nf_test_tally(run->setup);
    draw_spans(run, random);
}

static void close_run(struct run *run)
{
    nf_tally_close(&run->tally);
    nf_release(run->setup);
}

struct told {
    uint64_t last, times;
};

/* What the games of both would be, one by one; what is told of them, and in how many ranges. */
static struct nf_paired play_each(const struct run *a, const struct run *b, struct told *told)
{
    struct nf_paired_options job = {.span = {0, 1}, .threads = 1};
    struct nf_paired total = {0}, one;
    const struct run *const runs[] = {a, b};
    for (int side = 0; side < 2; side++) {
        job.sides[side].setup = runs[side]->setup;
        job.sides[side].kernel = cirno_game.kernels[0];
    }
    for (uint64_t i = 0; i < GAMES; i++) {
        job.span.first = first + i;
        if (!a->has[i] || !b->has[i])
            continue;
        if (i == 0 || !a->has[i - 1] || !b->has[i - 1])
            *told = (struct told){total.games, told->times + 1};
        assert_ok(nf_paired_run, &job, &one);
        nf_paired_merge(&total, &one);
    }
    return total;
}

static void note(void *owner, uint64_t games, double seconds)
{
    struct told *const told = owner;
    assert_true(seconds >= 0 && seconds < 600);
    assert_true(games >= told->last);
    told->last = games;
    told->times++;
}

/* Compares two runs; the comparison is to be closed. `told`: NULL, or what progress tells. */
static void compare(const struct nf_report *a, const struct nf_report *b, struct told *told,
                    struct nf_comparison *comparison)
{
    const struct nf_comparing_options options = {.runs = {a, b},
                                                 .threads = 1,
                                                 .miss = miss,
                                                 .progress = told != NULL ? note : NULL,
                                                 .progress_owner = told};
    assert_ok(nf_compare, &options, comparison);
}

static void assert_alike(const struct nf_estimate *told, const struct nf_estimate *made)
{
    assert_memory_equal(&told->mean, &made->mean, 3 * sizeof(double));
}

/* With one round a game an interval is valid for any number of games that differ. */
static void assert_warns(const struct nf_comparison *comparison, bool same, uint32_t rounds)
{
    const struct nf_text *const warning = &comparison->warning;
    assert_int_equal(warning->size > 0, same || (comparison->apart < 20 && rounds > 1));
    assert_int_equal(warning->size > 0 &&
                         memmem(warning->data, warning->size, "both runs play alike", 20) != NULL,
                     same);
}

static void check_pair(uint64_t *random)
{
    const uint32_t rounds = nf_test_between(random, 1, 4);
    const bool same = nf_test_between(random, 0, 3) == 0;
    struct run runs[2];
    struct nf_comparison comparison;
    struct told told = {0}, least = {0};
    open_run(&runs[0], rounds, NULL, random);
    open_run(&runs[1], rounds, same ? NULL : "1=lowest", random);
    const struct nf_paired wanted = play_each(&runs[0], &runs[1], &least);
    assert_int_equal(nf_common_games(&runs[0].report, &runs[1].report), wanted.games);
    assert_int_equal(nf_common_games(&runs[1].report, &runs[0].report), wanted.games);
    if (wanted.games >= 2) {
        compare(&runs[0].report, &runs[1].report, &told, &comparison);
        assert_true(comparison.paired);
        assert_int_equal(comparison.games, wanted.games);
        assert_int_equal(comparison.apart, wanted.games_apart);
        assert_warns(&comparison, same, rounds);
        for (uint32_t seat = 0; seat < 3; seat++) {
            for (uint32_t side = 0; side < 2; side++)
                assert_alike(&comparison.shares[side][seat],
                             &(struct nf_estimate){.mean = nf_paired_share(&wanted, side, seat),
                                                   .low = NAN,
                                                   .high = NAN});
            struct nf_estimate difference =
                nf_estimate_at(nf_paired_difference(&wanted, seat), miss);
            if (same)
                difference.low = difference.high = NAN;
            assert_alike(&comparison.differences[seat], &difference);
        }
        /* Each range is told of once at least, with what went before it. */
        assert_in_range(told.last, least.last, wanted.games);
        assert_in_range(told.times, least.times, UINT64_MAX);
        nf_comparison_close(&comparison);
    }
    close_run(&runs[0]);
    close_run(&runs[1]);
}

TEST(runs_are_compared_by_the_games_that_both_have_wherever_their_ranges_lie)
{
    uint64_t random = nf_test_seed();
    for (uint32_t i = 0; i < nf_test_often(60, 60, 1000); i++)
        check_pair(&random);
}

TEST(a_pair_needs_two_games_that_both_have_and_20_that_differ)
{
    uint64_t random = 1;
    for (uint32_t rounds = 1; rounds <= 4; rounds += 3) {
        struct run runs[2];
        open_run(&runs[0], rounds, NULL, &random);
        open_run(&runs[1], rounds, "1=lowest", &random);
        bool met[101] = {false};
        for (uint64_t common = 0; common <= 100; common++) {
            FREED_BY(nf_comparison_close) struct nf_comparison comparison;
            runs[0].spans[0] = (struct nf_span){first, 100};
            runs[1].spans[0] = (struct nf_span){first + 100 - common, 100};
            runs[0].report.spans_count = runs[1].report.spans_count = 1;
            compare(&runs[0].report, &runs[1].report, NULL, &comparison);
            assert_int_equal(comparison.paired, common >= 2);
            if (comparison.paired)
                assert_warns(&comparison, false, rounds);
            else /* of the same seed */
                assert_int_equal(comparison.warning.size > 0, common > 0);
            met[comparison.apart] = true;
            nf_text_bytes(&comparison.why, "", 1);
            assert_int_equal(strstr(comparison.why.data, "no two indices") != NULL, common < 2);
        }
        assert_true(met[19] && met[20]);
        close_run(&runs[0]);
        close_run(&runs[1]);
    }
}

/* Ten games each that are not paired are held to the estimates of both. */
static void check_apart(const struct nf_comparison *comparison, const struct nf_played_run *a,
                        const struct nf_played_run *b)
{
    for (uint32_t seat = 0; seat < 3; seat++) {
        uint64_t times;
        const struct nf_estimate shares[] = {
            cirno_game.tally->share(&a->result.tally, seat, &times),
            cirno_game.tally->share(&b->result.tally, seat, &times)};
        for (int side = 0; side < 2; side++)
            assert_alike(&comparison->shares[side][seat], &shares[side]);
        const struct nf_estimate apart = nf_difference_apart(&shares[0], &shares[1], miss);
        assert_alike(&comparison->differences[seat], &apart);
    }
    /* A seed and indices in common without being paired call for care. */
    assert_int_equal(comparison->warning.size > 0, a->setup->params.seed == b->setup->params.seed);
}

#define PARAMS(...)                                                                                \
    {                                                                                              \
        .players = 3, .rounds = 4, .seed = 5, __VA_ARGS__                                          \
    }

TEST(runs_whose_deals_differ_are_compared_apart_and_it_says_why)
{
    static const struct {
        struct nf_params a, b;
        const char *why; /* NULL: they are paired */
    } pairs[] = {
        {PARAMS(.profile = "uniform"), PARAMS(.profile = "no-double"),
         "their cards differ, so their deals differ"},
        {PARAMS(.weights = "A1=1"), PARAMS(.profile = "uniform"),
         "their cards differ, so their deals differ"},
        {PARAMS(.weights = "A1=1"), PARAMS(.weights = "A1=1,A2=1"),
         "their cards differ, so their deals differ"},
        {PARAMS(.weights = "A1=1"), PARAMS(.weights = "A1=1"), NULL},
        {PARAMS(.weights = "A1=1", .profile = "uniform"),
         PARAMS(.weights = "A1=1", .profile = "no-double"), NULL},
        {PARAMS(.profile = "uniform"), PARAMS(.profile = "uniform", .detail = true), NULL},
        {PARAMS(.profile = "uniform"),
         {.players = 3, .rounds = 4, .seed = 6, .profile = "uniform"},
         "their seeds, 5 and 6, differ"},
        {PARAMS(.profile = "uniform"),
         {.players = 3, .rounds = 5, .seed = 5, .profile = "uniform"},
         "their games have 4 and 5 rounds"},
        {PARAMS(.profile = "uniform"), PARAMS(.profile = "uniform", .deck = 2000),
         "their decks are not of the same size"},
        {PARAMS(.profile = "uniform"), PARAMS(.profile = "uniform", .paired = true),
         "one of them is --paired, so their deals differ"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        FREED_BY(nf_close_played) struct nf_played_run a, b;
        FREED_BY(nf_comparison_close) struct nf_comparison comparison;
        char wanted[256] = "paired: seed, cards and 10 indices are common to both runs, so these "
                           "games were played again with both and compared pair by pair";
        if (pairs[i].why != NULL)
            snprintf(wanted, sizeof wanted,
                     "not paired: %s; so the intervals of the differences treat the runs as "
                     "independent",
                     pairs[i].why);
        nf_play_run(&a, &pairs[i].a, first, 10);
        nf_play_run(&b, &pairs[i].b, first, 10);
        compare(&a.report, &b.report, NULL, &comparison);
        assert_int_equal(comparison.paired, pairs[i].why == NULL);
        if (!comparison.paired)
            check_apart(&comparison, &a, &b);
        nf_text_terminated(&comparison.why);
        assert_string_equal(comparison.why.data, wanted);
    }
}

TEST(what_no_two_runs_have_in_common_is_refused_as_misuse)
{
    struct nf_tally_ops without_seats = *cirno_game.tally, without_share = *cirno_game.tally;
    struct nf_game unseated = cirno_game, unshared = cirno_game;
    without_seats.per_seat = NULL;
    without_share.share = NULL;
    unseated.title = "a game without seats";
    unseated.tally = &without_seats;
    unshared.title = "a game without shares";
    unshared.tally = &without_share;
    const struct {
        const struct nf_game *a, *b;
        uint32_t players;
        const char *error;
    } cases[] = {
        {&unseated, &unshared, 3,
         "--compare: the runs are of a game without seats and of a game without shares"},
        {&cirno_game, &cirno_game, 4,
         "--compare: the runs have 3 and 4 players; expected equal numbers"},
        {&unseated, &unseated, 3, "--compare: a game without seats has no seats to compare"},
        {&unshared, &unshared, 3,
         "--compare: seats of a game without shares can only be compared by common games"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct nf_setup a = {cases[i].a, PARAMS(.profile = "uniform")},
                              b = {cases[i].b, {.players = cases[i].players, .rounds = 4}};
        const struct nf_tally tallies[] = {{.setup = &a}, {.setup = &b}};
        const struct nf_report reports[] = {{.tally = &tallies[0]}, {.tally = &tallies[1]}};
        FREED_BY(nf_comparison_close) struct nf_comparison comparison;
        assert_ends(NF_USAGE, cases[i].error, nf_compare,
                    &(struct nf_comparing_options){.runs = {&reports[0], &reports[1]}},
                    &comparison);
    }
}
