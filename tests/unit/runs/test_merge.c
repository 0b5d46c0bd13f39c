/* Joining saved runs, and games played a second time. */
/* threads: run under ThreadSanitizer as well */
/* valgrind: quick enough to be run under it as well */
#include "core/runner.h"
#include "games/cirno/kernels/kernels.h"
#include "games/cirno/module.h"
#include "games/cirno/rules/cirno.h"
#include "runs/audit.h"
#include "runs/merge.h"
#include "tests/unit/null_game.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

static const struct nf_params usual = {
    .players = 4, .rounds = 6, .profile = "no-double", .seed = 9};

/* The file of a run; a finished one if `asked` is `games`. It claims that so many more candidates
 * were `rejected` than there were. */
static struct nf_text made_up_run(const struct nf_params *params, uint64_t first, uint64_t games,
                                  uint64_t asked, const struct nf_kernel *kernel, uint32_t threads,
                                  uint64_t rejected)
{
    struct nf_setup *setup;
    struct nf_run_result result;
    struct nf_error err = {""};
    struct nf_text text = {0};
    assert_int_equal(nf_prepare(&cirno_game, params, &setup, &err), NF_OK);
    const struct nf_run_options options = {
        .setup = setup, .kernel = kernel, .first = first, .games = games, .threads = threads};
    assert_int_equal(nf_run(&options, &result, &err), NF_OK);
    result.tally.rejected[0] += rejected;
    setup->params.strategy = params->strategy; /* the words that were given, as once was saved */
    const struct nf_span span = {first, games};
    const struct nf_plan plan = {.first = first, .games = asked};
    const struct nf_report report = {
        .tally = &result.tally, .spans = &span, .spans_count = 1, .plan = &plan};
    assert_int_equal(nf_saved_write(&text, &report, &err), NF_OK);
    nf_tally_close(&result.tally);
    nf_release(setup);
    return text;
}

static struct nf_text saved_run(const struct nf_params *params, uint64_t first, uint64_t games,
                                uint64_t asked, const struct nf_kernel *kernel, uint32_t threads)
{
    return made_up_run(params, first, games, asked, kernel, threads, 0);
}

static enum nf_status add(struct nf_merge *merge, const char *name, struct nf_text *file,
                          struct nf_error *err)
{
    const struct nf_input input = {name, file->data, file->size};
    const enum nf_status status = nf_merge_add(merge, &input, err);
    nf_text_free(file);
    return status;
}

TEST(shards_in_any_order_make_the_file_of_the_single_run)
{
    enum { GAMES = 150 };
    static const uint64_t counts[] = {1, 2, 3, 7, 64, 200};
    static const struct nf_kernel *const kernels[] = {&cirno_reference.base, &cirno_portable};
    struct nf_text single = saved_run(&usual, 1000, GAMES, GAMES, &cirno_reference.base, 1);
    uint64_t random = nf_test_seed();
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const uint64_t count = counts[i];
        /* A step without a factor in common with the count visits every shard. */
        uint64_t at = nf_test_between(&random, 0, (uint32_t)count - 1), step = count - 1;
        struct nf_merge merge = {0};
        struct nf_report report;
        struct nf_error err = {""};
        for (uint64_t k = 0; k < count; k++, at = (at + step) % count) {
            const uint64_t begin = GAMES * at / count, end = GAMES * (at + 1) / count;
            struct nf_text file =
                saved_run(&usual, 1000 + begin, end - begin, end - begin,
                          kernels[nf_test_between(&random, 0, 1)], 1 + (uint32_t)k % 3);
            if (add(&merge, "part", &file, &err) != NF_OK)
                fail_msg("%s", err.text);
        }
        if (nf_merge_finish(&merge, &report, &err) != NF_OK)
            fail_msg("%s", err.text);
        struct nf_text joined = {0};
        assert_int_equal(nf_saved_write(&joined, &report, &err), NF_OK);
        assert_int_equal(joined.size, single.size);
        assert_memory_equal(joined.data, single.data, single.size);
        nf_text_free(&joined);
        nf_merge_close(&merge);
    }
    nf_text_free(&single);
}

/* Joins two runs of the usual parameters; the message in `err` if that is refused. */
/* The plan of shards in the order given, `games` each. */
static struct nf_plan plan_of(const uint64_t *firsts, size_t count, uint64_t games)
{
    struct nf_merge merge = {0};
    struct nf_report report;
    struct nf_error err = {""};
    for (size_t i = 0; i < count; i++) {
        struct nf_text file = saved_run(&usual, firsts[i], games, games, &cirno_reference.base, 1);
        assert_int_equal(add(&merge, "part", &file, &err), NF_OK);
    }
    assert_int_equal(nf_merge_finish(&merge, &report, &err), NF_OK);
    const struct nf_plan plan = *report.plan;
    nf_merge_close(&merge);
    return plan;
}

TEST(the_plan_of_joined_runs_starts_at_the_lowest_index_in_any_order)
{
    static const uint64_t orders[][3] = {{40, 50, 60}, {60, 50, 40}, {50, 60, 40}, {50, 40, 60}};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        for (uint64_t games = 0; games <= 10; games += 10) { /* and shards that got no game */
            const struct nf_plan plan = plan_of(orders[i], 3, games);
            assert_int_equal(plan.first, 40);
            assert_int_equal(plan.games, 3 * games);
        }
}

static enum nf_status join(uint64_t first, uint64_t games, uint64_t other_first,
                           uint64_t other_games, struct nf_error *err)
{
    struct nf_merge merge = {0};
    struct nf_report report;
    struct nf_text a = saved_run(&usual, first, games, games, &cirno_portable, 1);
    struct nf_text b = saved_run(&usual, other_first, other_games, other_games, &cirno_portable, 1);
    assert_int_equal(add(&merge, "a", &a, err), NF_OK);
    assert_int_equal(add(&merge, "b", &b, err), NF_OK);
    const enum nf_status status = nf_merge_finish(&merge, &report, err);
    nf_merge_close(&merge);
    return status;
}

TEST(files_that_name_the_usual_strategy_for_everybody_join_those_that_name_none)
{
    static const char *const words[] = {NULL, "statement", "1..4=statement"};
    struct nf_text single = saved_run(&usual, 0, 30, 30, &cirno_reference.base, 1), joined = {0};
    struct nf_merge merge = {0};
    struct nf_report report;
    struct nf_error err = {""};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct nf_params params = usual;
        params.strategy = words[i];
        struct nf_text file = saved_run(&params, 10 * i, 10, 10, &cirno_reference.base, 1);
        if (add(&merge, "part", &file, &err) != NF_OK)
            fail_msg("%s", err.text);
    }
    assert_int_equal(nf_merge_finish(&merge, &report, &err), NF_OK);
    assert_int_equal(nf_saved_write(&joined, &report, &err), NF_OK);
    assert_int_equal(joined.size, single.size);
    assert_memory_equal(joined.data, single.data, single.size);
    nf_text_free(&joined);
    nf_text_free(&single);
    nf_merge_close(&merge);
}

TEST(gaps_and_overlaps_are_refused_with_their_indices)
{
    struct nf_error err = {""};
    assert_int_equal(join(10, 5, 15, 5, &err), NF_OK);
    assert_int_equal(join(15, 5, 10, 5, &err), NF_OK);
    assert_int_equal(join(10, 5, 16, 5, &err), NF_INVALID);
    assert_string_equal(err.text, "no file has the games 15 to 15, between those of a and b");
    assert_int_equal(join(30, 5, 10, 5, &err), NF_INVALID);
    assert_string_equal(err.text, "no file has the games 15 to 29, between those of b and a");
    assert_int_equal(join(10, 5, 14, 5, &err), NF_INVALID);
    assert_string_equal(err.text, "both a and b have the games 14 to 14");
    assert_int_equal(join(10, 20, 12, 5, &err), NF_INVALID);
    assert_string_equal(err.text, "both a and b have the games 12 to 16");
    assert_int_equal(join(10, 5, 10, 5, &err), NF_INVALID);
}

TEST(runs_of_other_parameters_are_refused_by_name)
{
    static const struct {
        struct nf_params params;
        const char *message;
    } others[] = {
        {{.players = 5, .rounds = 6, .profile = "no-double", .seed = 9},
         "\"players\": found 5, expected 4 as in a"},
        {{.players = 4, .rounds = 7, .profile = "no-double", .seed = 9},
         "\"rounds\": found 7, expected 6 as in a"},
        {{.players = 4, .rounds = 6, .deck = 3000, .profile = "no-double", .seed = 9},
         "\"deck\": found 3000, expected null as in a"},
        {{.players = 4, .rounds = 6, .profile = "uniform", .seed = 9},
         "\"profile\": found \"uniform\", expected \"no-double\" as in a"},
        {{.players = 4, .rounds = 6, .weights = "A1=1,A2=3,E99=2", .seed = 9},
         "expected \"no-double\" as in a"},
        {{.players = 4, .rounds = 6, .profile = "no-double", .strategy = "1=lowest", .seed = 9},
         "\"strategy\": found \"1=lowest\", expected none as in a"},
        {{.players = 4, .rounds = 6, .profile = "no-double", .seed = 8},
         "\"seed\": found 8, expected 9 as in a"},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct nf_merge merge = {0};
        struct nf_error err = {""};
        struct nf_text a = saved_run(&usual, 0, 10, 10, &cirno_reference.base, 1);
        struct nf_text b = saved_run(&others[i].params, 10, 10, 10, &cirno_reference.base, 1);
        assert_int_equal(add(&merge, "a", &a, &err), NF_OK);
        assert_int_equal(add(&merge, "b", &b, &err), NF_INVALID);
        if (strncmp(err.text, "b:", 2) != 0 || strstr(err.text, others[i].message) == NULL)
            fail_msg("found '%s', expected '%s'", err.text, others[i].message);
        nf_merge_close(&merge);
    }
}

TEST(a_run_that_is_not_finished_is_refused)
{
    struct nf_merge merge = {0};
    struct nf_error err = {""};
    struct nf_text a = saved_run(&usual, 0, 10, 25, &cirno_reference.base, 1);
    assert_int_equal(add(&merge, "a", &a, &err), NF_INVALID);
    assert_non_null(strstr(err.text,
                           "the run has played 10 of its 25 games: finish it with ninefold "
                           "run --resume a"));
    nf_merge_close(&merge);
}

/* Joins parts of 10 games each that begin at `firsts`, those in `merge` before included. */
static void add_parts(struct nf_merge *merge, const uint64_t *firsts, size_t count)
{
    struct nf_error err = {""};
    for (size_t i = 0; i < count; i++) {
        struct nf_text file = saved_run(&usual, firsts[i], 10, 10, &cirno_reference.base, 1);
        if (add(merge, "part", &file, &err) != NF_OK)
            fail_msg("%s", err.text);
    }
}

TEST(a_partial_merge_says_which_games_it_holds_and_is_the_single_run_once_it_has_all)
{
    static const uint64_t some[] = {50, 20, 30}, others[] = {60, 40};
    struct nf_merge merge = {.partial = true}, later = {0};
    struct nf_report report;
    struct nf_error err = {""};
    struct nf_text part = {0}, whole = {0};
    struct nf_text single = saved_run(&usual, 20, 50, 50, &cirno_reference.base, 1);
    add_parts(&merge, some, 3);
    assert_int_equal(nf_merge_finish(&merge, &report, &err), NF_OK);
    assert_int_equal(report.spans_count, 2);
    assert_int_equal(report.spans[0].first, 20);
    assert_int_equal(report.spans[0].games, 20);
    assert_int_equal(report.spans[1].first, 50);
    assert_int_equal(report.spans[1].games, 10);
    assert_int_equal(report.plan->first, 20);
    assert_int_equal(report.plan->games, 40);
    assert_true(nf_plan_unfinished(report.plan, report.tally->games));
    assert_int_equal(nf_saved_write(&part, &report, &err), NF_OK);
    nf_merge_close(&merge);
    later.partial = true;
    assert_int_equal(add(&later, "partial", &part, &err), NF_OK);
    add_parts(&later, others, 2);
    assert_int_equal(nf_merge_finish(&later, &report, &err), NF_OK);
    assert_int_equal(nf_saved_write(&whole, &report, &err), NF_OK);
    assert_int_equal(whole.size, single.size);
    assert_memory_equal(whole.data, single.data, single.size);
    nf_text_free(&whole);
    nf_text_free(&single);
    nf_merge_close(&later);
}

TEST(of_an_unfinished_run_a_partial_merge_knows_what_it_was_to_play)
{
    static const uint64_t firsts[] = {40};
    struct nf_merge merge = {.partial = true};
    struct nf_report report;
    struct nf_error err = {""};
    struct nf_text file = saved_run(&usual, 60, 5, 30, &cirno_reference.base, 1);
    assert_int_equal(add(&merge, "unfinished", &file, &err), NF_OK);
    add_parts(&merge, firsts, 1);
    assert_int_equal(nf_merge_finish(&merge, &report, &err), NF_OK);
    assert_int_equal(report.spans_count, 2);
    assert_int_equal(report.plan->first, 40);
    assert_int_equal(report.plan->games, 50);
    nf_merge_close(&merge);
}

TEST(a_partial_merge_refuses_games_that_two_files_have)
{
    static const uint64_t firsts[] = {40, 44};
    struct nf_merge merge = {.partial = true};
    struct nf_report report;
    struct nf_error err = {""};
    add_parts(&merge, firsts, 2);
    assert_int_equal(nf_merge_finish(&merge, &report, &err), NF_INVALID);
    assert_string_equal(err.text, "both part and part have the games 44 to 49");
    nf_merge_close(&merge);
}

TEST(a_file_that_is_refused_leaves_the_merge_as_it_was)
{
    static const uint64_t firsts[] = {0}, others[] = {10};
    struct nf_params seed = usual;
    seed.seed = 8;
    struct nf_merge merge = {.partial = true};
    struct nf_report report;
    struct nf_error err = {""};
    struct nf_text file = saved_run(&seed, 10, 10, 10, &cirno_reference.base, 1);
    add_parts(&merge, firsts, 1);
    assert_int_equal(add(&merge, "seed", &file, &err), NF_INVALID);
    add_parts(&merge, others, 1);
    assert_int_equal(nf_merge_finish(&merge, &report, &err), NF_OK);
    assert_int_equal(report.tally->games, 20);
    assert_int_equal(report.spans_count, 1);
    nf_merge_close(&merge);
}

/* The file without its digests of blocks, as early versions wrote it. */
static void forget_blocks(struct nf_text *file)
{
    struct nf_saved saved;
    struct nf_error err = {""};
    assert_int_equal(nf_saved_read(&(struct nf_input){"run", file->data, file->size}, &saved, &err),
                     NF_OK);
    saved.tally.blocks->count = 0;
    file->size = 0;
    const struct nf_report report = nf_saved_report(&saved);
    assert_int_equal(nf_saved_write(file, &report, &err), NF_OK);
    assert_null(memmem(file->data, file->size, "blocks", 6));
    nf_saved_close(&saved);
}

TEST(joined_with_a_run_that_has_no_digests_of_blocks_none_are_kept)
{
    for (int which = 0; which < 2; which++) {
        struct nf_merge merge = {0};
        struct nf_report report;
        struct nf_error err = {""};
        struct nf_text files[2] = {saved_run(&usual, 0, 10, 10, &cirno_reference.base, 1),
                                   saved_run(&usual, 10, 10, 10, &cirno_reference.base, 1)};
        forget_blocks(&files[which]);
        assert_int_equal(add(&merge, "a", &files[0], &err), NF_OK);
        assert_int_equal(add(&merge, "b", &files[1], &err), NF_OK);
        assert_int_equal(nf_merge_finish(&merge, &report, &err), NF_OK);
        assert_int_equal(report.tally->blocks->count, 0);
        nf_merge_close(&merge);
    }
}

TEST(counts_that_64_bits_do_not_hold_together_are_refused)
{
    struct nf_merge merge = {0};
    struct nf_error err = {""};
    for (uint64_t part = 0; part < 3; part++) {
        struct nf_text file =
            made_up_run(&usual, 10 * part, 10, 10, &cirno_reference.base, 1, INT64_MAX - 1000);
        assert_int_equal(add(&merge, "made-up", &file, &err), part < 2 ? NF_OK : NF_INVALID);
    }
    assert_non_null(strstr(err.text, "found numbers whose sum with the earlier files, "
                                     "from made-up on, exceeds 64 bits; expected"));
    nf_merge_close(&merge);
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
        .setup = &null_setup, .kernel = &audit.kernel, .first = 7, .games = games, .threads = 3};
    return nf_run(&options, result, err);
}

TEST(an_audit_changes_no_count_and_plays_the_games_it_picks)
{
    static const double shares[] = {0.01, 0.5, 1};
    struct nf_run_result plain, audited;
    struct nf_error err = {""};
    const struct nf_run_options options = {
        .setup = &null_setup, .kernel = &null_kernel, .first = 7, .games = 5000, .threads = 1};
    assert_int_equal(nf_run(&options, &plain, &err), NF_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(
            audited_run(&null_kernel, &null_late_kernel, shares[i], 5000, &audited, &err), NF_OK);
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
static uint32_t wrong_word = 2;

static bool supported(void)
{
    return true;
}

static size_t memory(const struct nf_kernel *self, const struct nf_setup *setup)
{
    (void)self;
    (void)setup;
    return NF_CACHE_LINE;
}

static enum nf_status play_wrong(const struct nf_kernel *self, const struct nf_setup *setup,
                                 void *block, struct nf_feed *feed, struct nf_sink *sink,
                                 struct nf_error *err)
{
    (void)self;
    (void)block;
    (void)err;
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

static const struct nf_kernel wrong_kernel = {"wrong", supported, memory, play_wrong, NULL};

TEST(a_difference_ends_the_run_and_names_index_and_words)
{
    struct nf_run_result result;
    struct nf_error err = {""};
    uint32_t words[NF_MAX_SEATS + 1];
    char expected[200];
    null_words(777, 3, words);
    fault = WORD;
    for (wrong_word = 0; wrong_word < 4; wrong_word++) {
        assert_int_equal(audited_run(&wrong_kernel, &null_kernel, 1, 1000, &result, &err),
                         NF_DIFFERENT);
        snprintf(expected, sizeof expected,
                 "game 777: wrong and null differ in 1 of 4 words; word %u: %u and %u", wrong_word,
                 words[wrong_word] + 1, words[wrong_word]);
        assert_string_equal(err.text, expected);
        nf_tally_close(&result.tally);
    }
    wrong_word = 2;
    assert_int_equal(audited_run(&null_kernel, &wrong_kernel, 1, 1000, &result, &err),
                     NF_DIFFERENT);
    nf_tally_close(&result.tally);
    fault = REJECTED;
    assert_int_equal(audited_run(&wrong_kernel, &null_kernel, 1, 1000, &result, &err),
                     NF_DIFFERENT);
    assert_string_equal(err.text, "game 777: wrong and null differ in 0 of 4 words; candidates "
                                  "that were too odd: 1 and 0");
    nf_tally_close(&result.tally);
    fault = MISSING;
    assert_int_equal(audited_run(&null_kernel, &wrong_kernel, 1, 1000, &result, &err),
                     NF_DIFFERENT);
    assert_string_equal(err.text, "game 777: wrong did not play it");
    nf_tally_close(&result.tally);
}

TEST(a_second_kernel_that_fails_ends_the_run_with_its_error)
{
    struct nf_run_result result;
    struct nf_error err = {""};
    assert_int_equal(audited_run(&null_kernel, &null_bad_kernel, 1, 2000, &result, &err),
                     NF_INVALID);
    assert_string_equal(err.text, "game 1000 is hopeless");
    nf_tally_close(&result.tally);
    assert_int_equal(audited_run(&null_bad_kernel, &null_kernel, 1, 2000, &result, &err),
                     NF_INVALID);
    nf_tally_close(&result.tally);
}
