/* Joining saved runs, and games played a second time. */
/* threads: run under ThreadSanitizer as well */
/* valgrind: quick enough to be run under it as well */
/* both: the fuzz targets know all there is */
#include "sim/runs/audit.h"
#include "sim/runs/merge.h"
#include "tests/unit/null_game.h"
#include "tests/unit/played.h"
#include "tests/unit/sim/runs/played_run.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

static const struct nf_params usual = {
    .players = 4, .rounds = 6, .profile = "no-double", .seed = 9};

static enum nf_status add(struct nf_merge *merge, const char *name, struct nf_text file,
                          struct nf_error *err)
{
    const struct nf_input input = nf_text_input(&file, name);
    const enum nf_status status = nf_merge_add(merge, &input, err);
    nf_text_free(&file);
    return status;
}

/* Adds a part that is taken. */
static void add_part(struct nf_merge *merge, struct nf_text file)
{
    assert_ok(add, merge, "part", file);
}

/* Adds parts of the usual run, `games` each, that begin at `firsts`. */
static void add_parts(struct nf_merge *merge, const uint64_t *firsts, size_t count, uint64_t games)
{
    for (size_t i = 0; i < count; i++)
        add_part(merge, nf_file_of_run(&usual, firsts[i], games));
}

static struct nf_report finish(struct nf_merge *merge)
{
    struct nf_report report;
    assert_ok(nf_merge_finish, merge, &report);
    return report;
}

/* Ends a merge whose file is that of a single run. */
static void assert_joined(struct nf_merge *merge, const struct nf_text *single)
{
    const struct nf_report report = finish(merge);
    FREED_BY(nf_text_free) struct nf_text joined = nf_file_of_report(&report);
    nf_assert_same(&joined, single);
    nf_merge_close(merge);
}

TEST(shards_in_any_order_make_the_file_of_the_single_run)
{
    enum { GAMES = 150 };
    static const uint64_t counts[] = {1, 2, 3, 7, 64, 200};
    FREED_BY(nf_text_free) struct nf_text single = nf_file_of_run(&usual, 1000, GAMES);
    uint64_t random = nf_test_seed();
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const uint64_t count = counts[i];
        /* A step without a factor in common with the count visits every shard. */
        uint64_t at = nf_test_between(&random, 0, (uint32_t)count - 1), step = count - 1;
        struct nf_merge merge = {0};
        for (uint64_t k = 0; k < count; k++, at = (at + step) % count) {
            const uint64_t begin = GAMES * at / count, end = GAMES * (at + 1) / count;
            add_part(&merge, nf_file_of_run(&usual, 1000 + begin, end - begin));
        }
        assert_joined(&merge, &single);
    }
}

TEST(the_plan_of_shards_that_got_no_game_starts_at_the_lowest_index)
{
    static const uint64_t firsts[] = {50, 40, 60};
    FREED_BY(nf_merge_close) struct nf_merge merge = {0};
    add_parts(&merge, firsts, 3, 0);
    const struct nf_report report = finish(&merge);
    assert_int_equal(report.plan->span.first, 40);
    assert_int_equal(report.plan->span.games, 0);
}

TEST(gaps_and_overlaps_are_refused_with_their_indices)
{
    static const struct {
        struct nf_span a, b;
        const char *message; /* NULL: they are joined */
    } pairs[] = {
        {{10, 5}, {15, 5}, NULL},
        {{15, 5}, {10, 5}, NULL},
        {{10, 5}, {16, 5}, "no file has the games 15 to 15, between those of a and b"},
        {{30, 5}, {10, 5}, "no file has the games 15 to 29, between those of b and a"},
        {{10, 5}, {14, 5}, "both a and b have the games 14 to 14"},
        {{10, 20}, {12, 5}, "both a and b have the games 12 to 16"},
        {{10, 5}, {10, 5}, "both a and b have the games 10 to 14"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (int partial = 0; partial < 2; partial++) { /* which may have gaps */
            const char *const message =
                partial && pairs[i].message != NULL && *pairs[i].message == 'n' ? NULL
                                                                                : pairs[i].message;
            FREED_BY(nf_merge_close) struct nf_merge merge = {.partial = partial};
            struct nf_report report;
            const struct nf_span a = pairs[i].a, b = pairs[i].b;
            assert_ok(add, &merge, "a", nf_file_of_run(&usual, a.first, a.games));
            assert_ok(add, &merge, "b", nf_file_of_run(&usual, b.first, b.games));
            assert_ends(message == NULL ? NF_OK : NF_INVALID, message == NULL ? "" : message,
                        nf_merge_finish, &merge, &report);
        }
}

TEST(runs_of_other_parameters_are_refused_by_name)
{
    static const struct {
        struct nf_params params;
        const char *message;
    } others[] = {
        {{.players = 5, .rounds = 6, .profile = "no-double", .seed = 9},
         "b:7:5: \"players\": found 5, expected 4 as in a"},
        {{.players = 4, .rounds = 7, .profile = "no-double", .seed = 9},
         "b:8:5: \"rounds\": found 7, expected 6 as in a"},
        {{.players = 4, .rounds = 6, .deck = 3000, .profile = "no-double", .seed = 9},
         "b:9:5: \"deck\": found 3000, expected none as in a"},
        {{.players = 4, .rounds = 6, .profile = "uniform", .seed = 9},
         "b:10:5: \"profile\": found \"uniform\", expected \"no-double\" as in a"},
        {{.players = 4, .rounds = 6, .weights = "A1=1,A2=3,E99=2", .seed = 9},
         "b:11:5: \"profile\": found none, expected \"no-double\" as in a"},
        {{.players = 4, .rounds = 6, .profile = "no-double", .strategy = "1=lowest", .seed = 9},
         "b:11:5: \"strategy\": found \"1=lowest\", expected none as in a"},
        {{.players = 4, .rounds = 6, .profile = "no-double", .seed = 8},
         "b:12:3: \"seed\": found 8, expected 9 as in a"},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        FREED_BY(nf_merge_close) struct nf_merge merge = {0};
        assert_ok(add, &merge, "a", nf_file_of_run(&usual, 0, 10));
        assert_ends(NF_INVALID, others[i].message, add, &merge, "b",
                    nf_file_of_run(&others[i].params, 10, 10));
    }
}

TEST(a_run_of_another_version_is_refused_be_it_alone_or_with_ours)
{
    FREED_BY(nf_text_free) struct nf_text file = nf_file_of_run(&usual, 10, 10);
    for (int alone = 0; alone < 2; alone++) {
        FREED_BY(nf_merge_close) struct nf_merge merge = {.partial = true};
        if (!alone)
            add_part(&merge, nf_file_of_run(&usual, 0, 10));
        assert_ends_saying(NF_INVALID, "old:3:3: found a run of version '0.0.1'", add, &merge,
                           "old", nf_file_changed(&file, "version \"0.0.1\""));
    }
}

/* The file of a run that has played `games` of `asked` games. */
static struct nf_text unfinished_run(uint64_t first, uint64_t games, uint64_t asked)
{
    FREED_BY(nf_close_played) struct nf_played_run run;
    const struct nf_plan plan = {.span = {first, asked}};
    nf_play_run(&run, &usual, first, games);
    run.report.plan = &plan;
    struct nf_text file = nf_file_of_report(&run.report);
    return file;
}

TEST(a_run_that_is_not_finished_is_refused)
{
    FREED_BY(nf_merge_close) struct nf_merge merge = {0};
    assert_ends_saying(NF_INVALID,
                       "the run has played 10 of its 25 games: finish it with ninefold "
                       "run --resume a",
                       add, &merge, "a", unfinished_run(0, 10, 25));
}

TEST(a_partial_merge_says_which_games_it_holds_and_is_the_single_run_once_it_has_all)
{
    static const uint64_t some[] = {50, 20, 30}, others[] = {60, 40};
    struct nf_merge merge = {.partial = true}, later = {.partial = true};
    FREED_BY(nf_text_free) struct nf_text single = nf_file_of_run(&usual, 20, 50);
    add_parts(&merge, some, 3, 10);
    const struct nf_report report = finish(&merge);
    const struct nf_span held[] = {{20, 20}, {50, 10}};
    assert_int_equal(report.spans_count, 2);
    assert_memory_equal(report.spans, held, sizeof held);
    assert_int_equal(report.plan->span.first, 20);
    assert_int_equal(report.plan->span.games, 40);
    assert_true(nf_plan_unfinished(report.plan, report.tally->games));
    add_part(&later, nf_file_of_report(&report));
    nf_merge_close(&merge);
    add_parts(&later, others, 2, 10);
    assert_joined(&later, &single);
}

TEST(of_an_unfinished_run_a_partial_merge_knows_what_it_was_to_play)
{
    static const uint64_t firsts[] = {40};
    FREED_BY(nf_merge_close) struct nf_merge merge = {.partial = true};
    add_part(&merge, unfinished_run(60, 5, 30));
    add_parts(&merge, firsts, 1, 10);
    const struct nf_report report = finish(&merge);
    assert_int_equal(report.spans_count, 2);
    assert_int_equal(report.plan->span.first, 40);
    assert_int_equal(report.plan->span.games, 50);
}

TEST(a_file_that_is_refused_leaves_the_merge_as_it_was)
{
    static const uint64_t firsts[] = {0, 10};
    struct nf_params seed = usual;
    seed.seed = 8;
    FREED_BY(nf_merge_close) struct nf_merge merge = {.partial = true};
    struct nf_error err;
    add_parts(&merge, firsts, 1, 10);
    assert_int_equal(add(&merge, "seed", nf_file_of_run(&seed, 10, 10), &err), NF_INVALID);
    add_parts(&merge, firsts + 1, 1, 10);
    const struct nf_report report = finish(&merge);
    assert_int_equal(report.tally->games, 20);
    assert_int_equal(report.spans_count, 1);
}

TEST(joined_with_a_run_that_has_no_digests_of_blocks_none_are_kept)
{
    for (uint64_t which = 0; which < 2; which++) {
        FREED_BY(nf_merge_close) struct nf_merge merge = {0};
        for (uint64_t part = 0; part < 2; part++) {
            FREED_BY(nf_close_played) struct nf_played_run run;
            nf_play_run(&run, &usual, 10 * part, 10);
            if (part == which) /* as early versions saved it */
                run.result.tally.blocks->count = 0;
            add_part(&merge, nf_file_of_report(&run.report));
        }
        assert_int_equal(finish(&merge).tally->blocks->count, 0);
    }
}

TEST(counts_that_64_bits_do_not_hold_together_are_refused)
{
    FREED_BY(nf_merge_close) struct nf_merge merge = {0};
    struct nf_error err = {""};
    for (uint64_t part = 0; part < 3; part++) {
        FREED_BY(nf_close_played) struct nf_played_run run;
        nf_play_run(&run, &usual, 10 * part, 10);
        run.result.tally.rejected[0] += INT64_MAX - 1000;
        assert_int_equal(add(&merge, "made-up", nf_file_of_report(&run.report), &err),
                         part < 2 ? NF_OK : NF_INVALID);
    }
    assert_non_null(strstr(err.text, "found numbers whose sum with the earlier files, "
                                     "from made-up on, exceeds 64 bits; expected"));
}

/* ---- games played twice ---- */

static const struct nf_setup null_setup = {&null_game,
                                           {.players = 3, .rounds = 1, .profile = "none"}};

static struct nf_audit audit;

static enum nf_status audited_run(const struct nf_kernel *played, const struct nf_kernel *other,
                                  double share, uint64_t games, struct nf_run_result *result,
                                  struct nf_error *err)
{
    nf_audit_open(&audit, played, other, share);
    const struct nf_run_options options = {
        .setup = &null_setup, .kernel = &audit.kernel, .span = {7, games}, .threads = 3};
    return nf_run(&options, result, err);
}

TEST(an_audit_changes_no_count_and_plays_the_games_it_picks)
{
    static const double shares[] = {0.01, 0.5, 1};
    struct nf_run_result plain, audited;
    const struct nf_run_options options = {
        .setup = &null_setup, .kernel = &null_kernel, .span = {7, 5000}, .threads = 1};
    assert_ok(nf_run, &options, &plain);
    for (int i = 0; i < 3; i++) {
        assert_ok(audited_run, &null_kernel, &null_late_kernel, shares[i], 5000, &audited);
        assert_int_equal(audited.tally.games, 5000);
        assert_memory_equal(&audited.tally.digest, &plain.tally.digest, sizeof plain.tally.digest);
        uint64_t picked = 0;
        for (uint64_t index = 7; index < 5007; index++)
            picked += nf_audit_picks(index, shares[i]);
        assert_int_equal(nf_audit_games(&audit), picked);
        /* Six standard deviations of a binomial distribution; all of them for a share of 1. */
        assert_true((double)picked > 5000 * shares[i] - 6 * 35.4 &&
                    (double)picked < 5000 * shares[i] + 6 * 35.4);
        nf_tally_close(&audited.tally);
    }
    assert_int_equal(nf_audit_games(&audit), 5000);
    nf_tally_close(&plain.tally);
}

/* The null game with a fault at one index. */
static enum { WORD, REJECTED, MISSING } fault;
static uint32_t wrong_word;

static enum nf_status play_wrong(const struct nf_kernel *self, const struct nf_setup *setup,
                                 void *block, struct nf_feed *feed, struct nf_sink *sink,
                                 struct nf_error *err)
{
    (void)self, (void)block, (void)err;
    struct nf_outcome outcome;
    while (nf_feed_take(feed, &outcome.index)) {
        uint32_t words[NF_MAX_SEATS + 1];
        const bool wrong = outcome.index == 777;
        null_words(outcome.index, setup->params.players, words);
        words[wrong_word] += wrong && fault == WORD;
        outcome.words = words;
        outcome.rejected[0] = outcome.index % 10 == 0;
        outcome.rejected[1] = wrong && fault == REJECTED;
        if (!wrong || fault != MISSING)
            sink->take(sink, &outcome);
    }
    return NF_OK;
}

/* Two kernels that play 1,000 games each, which end with that message. */
static void check_difference(const struct nf_kernel *played, const struct nf_kernel *other,
                             const char *message)
{
    FREED_BY(nf_test_close_run) struct nf_run_result result;
    assert_ends(NF_DIFFERENT, message, audited_run, played, other, 1, 1000, &result);
}

TEST(a_difference_ends_the_run_and_names_index_and_words)
{
    struct nf_kernel wrong = null_kernel;
    uint32_t words[NF_MAX_SEATS + 1];
    char message[200];
    wrong.name = "wrong";
    wrong.play = play_wrong;
    null_words(777, 3, words);
    fault = WORD;
    for (wrong_word = 0; wrong_word < 4; wrong_word++) {
        const unsigned right = words[wrong_word];
        const char *const form = "game 777: %s and %s differ in 1 of 4 words; word %u: %u and %u";
        snprintf(message, sizeof message, form, "wrong", "null", wrong_word, right + 1, right);
        check_difference(&wrong, &null_kernel, message);
        snprintf(message, sizeof message, form, "null", "wrong", wrong_word, right, right + 1);
        check_difference(&null_kernel, &wrong, message);
    }
    fault = REJECTED;
    check_difference(&wrong, &null_kernel,
                     "game 777: wrong and null differ in 0 of 4 words; candidates that were too "
                     "odd: 1 and 0");
    fault = MISSING;
    check_difference(&null_kernel, &wrong, "game 777: wrong did not play it");
}

TEST(a_second_kernel_that_fails_ends_the_run_with_its_error)
{
    for (int bad = 0; bad < 2; bad++) {
        const struct nf_kernel *const kernels[] = {&null_kernel, &null_bad_kernel};
        FREED_BY(nf_test_close_run) struct nf_run_result result;
        assert_ends(NF_INVALID, "game 1000 is hopeless", audited_run, kernels[bad],
                    kernels[1 - bad], 1, 2000, &result);
    }
}
