/* Runs compared by the games that both have. */
#include "games/cirno/module.h"
#include "runs/comparing.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SPANS = 5, GAMES = 400 };

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

static void open_run(struct run *run, const char *strategy, uint64_t *random)
{
    const struct nf_params params = {
        .players = 3, .rounds = 4, .profile = "uniform", .strategy = strategy, .seed = 5};
    struct nf_error err;
    *run = (struct run){.setup = nf_test_prepare(&cirno_game, &params)};
    assert_int_equal(nf_tally_open(&run->tally, run->setup, &err), NF_OK);
    draw_spans(run, random);
}

static void close_run(struct run *run)
{
    nf_tally_close(&run->tally);
    cirno_game.release(run->setup);
}

/* What the games of both would be, one by one. */
static struct nf_paired play_each(const struct run *a, const struct run *b)
{
    struct nf_paired_options job = {.games = 1, .threads = 1};
    struct nf_paired total = {.seats = 3, .trials = 4}, one;
    struct nf_error err;
    const struct run *const runs[] = {a, b};
    for (int side = 0; side < 2; side++) {
        job.sides[side].setup = runs[side]->setup;
        job.sides[side].kernel = cirno_game.kernels[0];
    }
    for (uint64_t i = 0; i < GAMES; i++) {
        job.first = first + i;
        if (!a->has[i] || !b->has[i])
            continue;
        assert_int_equal(nf_paired_run(&job, &one, &err), NF_OK);
        nf_paired_merge(&total, &one);
    }
    return total;
}

struct told {
    uint64_t last, times;
};

static void note(void *owner, uint64_t games, double seconds)
{
    struct told *const told = owner;
    assert_true(seconds >= 0);
    assert_true(games >= told->last);
    told->last = games;
    told->times++;
}

static void check_pair(uint64_t *random)
{
    struct run runs[2];
    struct nf_comparison comparison;
    struct nf_error err;
    struct told told = {0};
    open_run(&runs[0], NULL, random);
    open_run(&runs[1], "1=lowest", random);
    const struct nf_paired wanted = play_each(&runs[0], &runs[1]);
    const struct nf_comparing_options options = {.runs = {&runs[0].report, &runs[1].report},
                                                 .threads = 1,
                                                 .miss = NF_MISS,
                                                 .progress = note,
                                                 .progress_owner = &told};
    assert_int_equal(nf_common_games(&runs[0].report, &runs[1].report), wanted.games);
    assert_int_equal(nf_common_games(&runs[1].report, &runs[0].report), wanted.games);
    if (wanted.games >= 2) {
        assert_int_equal(nf_compare(&options, &comparison, &err), NF_OK);
        assert_true(comparison.paired);
        assert_int_equal(comparison.games, wanted.games);
        assert_int_equal(comparison.apart, wanted.games_apart);
        assert_int_equal(comparison.warning.size > 0, wanted.games_apart < 20);
        for (uint32_t seat = 0; seat < 3; seat++) {
            for (uint32_t side = 0; side < 2; side++)
                assert_true(comparison.shares[side][seat].mean ==
                            nf_paired_share(&wanted, side, seat));
            const struct nf_estimate difference = nf_paired_difference(&wanted, seat);
            assert_memory_equal(&comparison.differences[seat].mean, &difference.mean,
                                3 * sizeof(double));
        }
        assert_true(told.last <= wanted.games);
        nf_comparison_close(&comparison);
    }
    close_run(&runs[0]);
    close_run(&runs[1]);
}

TEST(runs_are_compared_by_the_games_that_both_have_wherever_their_ranges_lie)
{
    uint64_t random = nf_test_seed();
    for (uint32_t i = 0; i < nf_test_often(60, 1000); i++)
        check_pair(&random);
}

TEST(a_pair_needs_two_games_that_both_have)
{
    uint64_t random = 1;
    struct run runs[2];
    struct nf_error err;
    open_run(&runs[0], NULL, &random);
    open_run(&runs[1], "1=lowest", &random);
    const struct nf_comparing_options options = {
        .runs = {&runs[0].report, &runs[1].report}, .threads = 1, .miss = NF_MISS};
    for (uint64_t common = 0; common <= 3; common++) {
        struct nf_comparison comparison;
        runs[0].spans[0] = (struct nf_span){first, 10};
        runs[1].spans[0] = (struct nf_span){first + 10 - common, 10};
        runs[0].report.spans_count = runs[1].report.spans_count = 1;
        assert_int_equal(nf_compare(&options, &comparison, &err), NF_OK);
        assert_int_equal(comparison.paired, common >= 2);
        nf_text_bytes(&comparison.why, "", 1);
        assert_int_equal(strstr(comparison.why.data, "no two indices") != NULL, common < 2);
        nf_comparison_close(&comparison);
    }
    close_run(&runs[0]);
    close_run(&runs[1]);
}

/* Each range is told of once at least, with what went before it. */
TEST(progress_goes_on_from_range_to_range)
{
    uint64_t random = 1;
    struct run runs[2];
    struct nf_comparison comparison;
    struct nf_error err;
    struct told told = {0};
    open_run(&runs[0], NULL, &random);
    open_run(&runs[1], "1=lowest", &random);
    for (int side = 0; side < 2; side++) {
        runs[side].spans[0] = (struct nf_span){first, 100};
        runs[side].spans[1] = (struct nf_span){first + 200, 100};
        runs[side].report.spans_count = 2;
    }
    const struct nf_comparing_options options = {.runs = {&runs[0].report, &runs[1].report},
                                                 .threads = 1,
                                                 .miss = NF_MISS,
                                                 .progress = note,
                                                 .progress_owner = &told};
    assert_int_equal(nf_compare(&options, &comparison, &err), NF_OK);
    assert_true(told.times >= 2);
    assert_in_range(told.last, 100, 200);
    nf_comparison_close(&comparison);
    close_run(&runs[0]);
    close_run(&runs[1]);
}

/* Compares a run of `a` with one of `b`; returns the status, and whether they were paired. */
static enum nf_status compare(const struct nf_params *a, const struct nf_params *b, char why[256])
{
    struct nf_span span = {first, 10};
    const struct nf_params *const params[] = {a, b};
    struct nf_run_result played[2];
    struct nf_report reports[2];
    struct nf_setup *setups[2];
    struct nf_comparison comparison;
    struct nf_error err;
    for (int side = 0; side < 2; side++) {
        setups[side] = nf_test_prepare(&cirno_game, params[side]);
        played[side] = nf_test_run(setups[side], cirno_game.kernels[0], first, 10, 1, 0);
        reports[side] =
            (struct nf_report){.tally = &played[side].tally, .spans = &span, .spans_count = 1};
    }
    const struct nf_comparing_options options = {
        .runs = {&reports[0], &reports[1]}, .threads = 1, .miss = NF_MISS};
    const enum nf_status status = nf_compare(&options, &comparison, &err);
    snprintf(why, 256, "%.*s", (int)comparison.why.size, comparison.why.data);
    assert_true(status != NF_OK || !comparison.paired);
    nf_comparison_close(&comparison);
    for (int side = 0; side < 2; side++) {
        nf_tally_close(&played[side].tally);
        cirno_game.release(setups[side]);
    }
    return status;
}

TEST(runs_whose_deals_differ_are_compared_apart_and_it_says_why)
{
    const struct nf_params like = {.players = 3, .rounds = 4, .profile = "uniform", .seed = 5};
    static const struct {
        struct nf_params params;
        const char *why;
    } others[] = {
        {{.players = 3, .rounds = 4, .profile = "no-double", .seed = 5}, "cards differ"},
        {{.players = 3, .rounds = 4, .profile = "uniform", .seed = 6}, "seeds, 5 and 6, differ"},
        {{.players = 3, .rounds = 5, .profile = "uniform", .seed = 5}, "have 4 and 5 rounds"},
        {{.players = 3, .rounds = 4, .deck = 2000, .profile = "uniform", .seed = 5},
         "decks are not of the same size"},
        {{.players = 3, .rounds = 4, .profile = "uniform", .seed = 5, .paired = true}, "--paired"},
    };
    char why[256];
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_int_equal(compare(&like, &others[i].params, why), NF_OK);
        if (strstr(why, others[i].why) == NULL)
            fail_msg("%s: expected %s", why, others[i].why);
    }
    const struct nf_params more = {.players = 4, .rounds = 4, .profile = "uniform", .seed = 5};
    assert_int_equal(compare(&like, &more, why), NF_USAGE);
}
