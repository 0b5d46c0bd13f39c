/* The history of runs, and runs held against each other. */
/* threads: run under ThreadSanitizer as well */
#include "core/runner.h"
#include "games/cirno/kernels/kernels.h"
#include "games/cirno/module.h"
#include "games/cirno/rules/cirno.h"
#include "runs/comparing.h"
#include "runs/history.h"
#include "runs/saved.h"
#include "tests/unit/null_game.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct played {
    struct nf_setup *setup;
    struct nf_run_result result;
    struct nf_span span;
    struct nf_report report;
};

/* In place, for the report points into it. */
static void play(struct played *played, const struct nf_params *params, uint64_t first,
                 uint64_t games)
{
    struct nf_error err = {""};
    const struct nf_kernel *kernel = NULL;
    *played = (struct played){.span = {first, games}};
    if (nf_prepare(&cirno_game, params, &played->setup, &err) != NF_OK ||
        nf_choose_kernel(&cirno_game, "auto", &kernel, &err) != NF_OK ||
        nf_fit_kernel(played->setup, "auto", &kernel, &err) != NF_OK)
        fail_msg("%s", err.text);
    const struct nf_run_options options = {
        .setup = played->setup, .kernel = kernel, .first = first, .games = games, .threads = 2};
    if (nf_run(&options, &played->result, &err) != NF_OK)
        fail_msg("%s", err.text);
    played->report = (struct nf_report){.tally = &played->result.tally,
                                        .spans = &played->span,
                                        .spans_count = 1,
                                        .seconds = 0.25,
                                        .threads = 2,
                                        .kernel = "auto"};
}

static void close_played(struct played *played)
{
    nf_tally_close(&played->result.tally);
    nf_release(played->setup);
}

/* ---- differences ---- */

static void assert_near(double found, double wanted, double tolerance)
{
    if (!(fabs(found - wanted) <= tolerance))
        fail_msg("found %.12g, expected %.12g", found, wanted);
}

TEST(differences_are_those_of_the_textbook)
{
    /* Zou and Donner: 0.5 (0.4 .. 0.7) less 0.2 (0.17 .. 0.24). */
    const struct nf_estimate a = {.mean = 0.2, .low = 0.17, .high = 0.24};
    const struct nf_estimate b = {.mean = 0.5, .low = 0.4, .high = 0.7};
    const struct nf_estimate apart = nf_difference_apart(&a, &b, NF_MISS);
    assert_near(apart.mean, 0.3, 1e-12);
    assert_near(apart.low, 0.3 - sqrt(0.1 * 0.1 + 0.04 * 0.04), 1e-12);
    assert_near(apart.high, 0.3 + sqrt(0.2 * 0.2 + 0.03 * 0.03), 1e-12);
    /* Four games of 10 chances; differences 1, 3, 1, -1: mean 1, variance 8/3. */
    const struct nf_estimate gap = nf_gap_between_games(4, 10, 20, 16, 12);
    assert_near(gap.mean, 0.1, 1e-12);
    assert_near(gap.high - gap.mean, 3.182446 * sqrt(8.0 / 3 / 4) / 10, 1e-7);
    assert_near(gap.mean - gap.low, gap.high - gap.mean, 1e-12);
    assert_true(isnan(nf_gap_between_games(1, 10, 5, 2, 9).low));
}

static const struct nf_params five = {.players = 5, .rounds = 40, .profile = "uniform", .seed = 8};

static struct nf_params changed(int what)
{
    struct nf_params params = five;
    params.strategy = what == 0 ? "1=last-e" : NULL;
    params.seed += what == 1;
    params.rounds += what == 2;
    params.deck = what == 3 ? 5000 : 0;
    params.profile = what == 4 ? "no-double" : params.profile;
    params.weights = what == 5 ? "A1=1,A99=1,C2=1" : NULL;
    return params;
}

TEST(runs_are_paired_where_all_but_the_strategy_is_the_same)
{
    for (int what = 0; what < 7; what++) {
        const struct nf_params other = changed(what);
        struct played a, b;
        struct nf_error err = {""};
        struct nf_comparison comparison;
        play(&a, &five, 0, 300);
        play(&b, &other, what == 6 ? 300 : 100, 400);
        const struct nf_comparing_options options = {
            .runs = {&a.report, &b.report}, .threads = 2, .miss = NF_MISS};
        if (nf_compare(&options, &comparison, &err) != NF_OK)
            fail_msg("%s", err.text);
        assert_int_equal(comparison.paired, what == 0);
        assert_true(comparison.why.size > 0);
        if (what == 0) {
            assert_int_equal(comparison.games, 200); /* 100 .. 299 */
            assert_true(comparison.apart > 0 && comparison.differences[0].high < 0);
        }
        /* A seed and indices in common without being paired call for care. */
        assert_int_equal(comparison.warning.size > 0, what >= 2 && what <= 5);
        nf_comparison_close(&comparison);
        close_played(&a);
        close_played(&b);
    }
}

TEST(runs_that_play_alike_differ_in_nothing_and_it_is_said)
{
    struct played a, b;
    struct nf_error err = {""};
    struct nf_comparison comparison;
    play(&a, &five, 0, 100);
    play(&b, &five, 50, 100);
    const struct nf_comparing_options options = {.runs = {&a.report, &b.report}, .threads = 1};
    assert_int_equal(nf_compare(&options, &comparison, &err), NF_OK);
    assert_true(comparison.paired && comparison.warning.size > 0);
    assert_int_equal(comparison.apart, 0);
    for (uint32_t seat = 0; seat < 5; seat++)
        assert_true(comparison.differences[seat].mean == 0);
    nf_comparison_close(&comparison);
    close_played(&a);
    close_played(&b);
}

TEST(runs_with_other_seats_are_not_compared)
{
    struct nf_params six = five;
    struct played a, b;
    struct nf_error err = {""};
    struct nf_comparison comparison;
    six.players = 6;
    play(&a, &five, 0, 10);
    play(&b, &six, 0, 10);
    const struct nf_comparing_options options = {.runs = {&a.report, &b.report}, .threads = 1};
    assert_int_equal(nf_compare(&options, &comparison, &err), NF_USAGE);
    assert_non_null(strstr(err.text, "5 and 6 players"));
    nf_comparison_close(&comparison);
    close_played(&a);
    close_played(&b);
}

TEST(runs_of_a_game_without_seats_are_not_compared)
{
    const struct nf_setup setup = {&null_game,
                                   {.players = 3, .rounds = 1, .profile = "none", .seed = 1}};
    struct nf_tally tally;
    struct nf_error err = {""};
    struct nf_comparison comparison;
    assert_int_equal(nf_tally_open(&tally, &setup, &err), NF_OK);
    const struct nf_report report = {.tally = &tally};
    const struct nf_comparing_options options = {.runs = {&report, &report}, .threads = 1};
    assert_int_equal(nf_compare(&options, &comparison, &err), NF_USAGE);
    assert_string_equal(err.text, "--compare: A game without rules has no seats to compare");
    nf_comparison_close(&comparison);
    nf_tally_close(&tally);
}

/* With 30 players: by one in two hundred, for who sits next to the first starter. */
TEST(seat_2_loses_more_often_than_seat_30)
{
    const struct nf_params thirty = {.players = 30, .rounds = 10, .profile = "uniform"};
    struct played run;
    play(&run, &thirty, 0, 60000);
    const struct nf_tally_ops *const ops = run.setup->game->tally;
    const struct nf_estimate gap = ops->gap(&run.result.tally, 1, 29);
    const struct nf_estimate back = ops->gap(&run.result.tally, 29, 1);
    assert_true(gap.low > 0);
    assert_near(back.mean, -gap.mean, 1e-12);
    close_played(&run);
}

/* Playing E cards last lowers her share by a half of a percent of the rounds, keep-e by a quarter;
 * here with fewer games and so with wider bounds. */
TEST(keeping_e_cards_lowers_losses)
{
    static const char *const strategies[] = {"1=keep-e", "1=last-e"};
    static const double at_least[] = {0.0015, 0.004}, at_most[] = {0.0045, 0.007};
    const struct nf_params usual = {.players = 30, .rounds = 100, .profile = "uniform", .seed = 1};
    for (int i = 0; i < 2; i++) {
        struct nf_params keeping = usual;
        struct played a, b;
        struct nf_error err = {""};
        struct nf_comparison comparison;
        keeping.strategy = strategies[i];
        play(&a, &usual, 0, 5000);
        play(&b, &keeping, 0, 5000);
        const struct nf_comparing_options options = {
            .runs = {&a.report, &b.report}, .threads = 2, .miss = NF_MISS};
        assert_int_equal(nf_compare(&options, &comparison, &err), NF_OK);
        assert_true(comparison.paired);
        assert_true(comparison.differences[0].high < 0);
        assert_true(-comparison.differences[0].mean > at_least[i]);
        assert_true(-comparison.differences[0].mean < at_most[i]);
        nf_comparison_close(&comparison);
        close_played(&a);
        close_played(&b);
    }
}

/* What one of two players loses the other does not: so their difference varies twice as much. */
TEST(the_gap_of_two_players_is_twice_as_wide_as_a_share)
{
    const struct nf_params two = {.players = 2, .rounds = 50, .profile = "uniform"};
    struct played run;
    uint64_t times;
    play(&run, &two, 0, 500);
    const struct nf_tally_ops *const ops = run.setup->game->tally;
    const struct nf_estimate gap = ops->gap(&run.result.tally, 0, 1);
    const struct nf_estimate share = ops->share(&run.result.tally, 0, &times);
    assert_near(gap.mean, 2 * share.mean - 1, 1e-12);
    assert_near(gap.high - gap.low, 2 * (share.high - share.low), 1e-12);
    assert_near((double)times, share.mean * 25000, 1e-6);
    close_played(&run);
}

/* ---- strategies in saved runs ---- */

static void write_file(const char *path, const char *bytes, size_t size)
{
    FILE *const file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* A path of its own for a test, in a folder for temporary files. */
static const char *temporary(const char *name)
{
    static char path[512];
    const char *const folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/ninefold-%ld-%s", folder != NULL ? folder : "/tmp",
             (long)getpid(), name);
    unlink(path);
    return path;
}

static const char lowest[] = "normal\n min basic\n first PASS TURN DOUBLE\ndoubled\n min basic\n";

TEST(a_loaded_run_plays_by_the_text_it_was_saved_with)
{
    struct played played;
    struct nf_error err = {""};
    struct nf_text file = {0};
    struct nf_saved saved;
    const char *const path = temporary("strategy");
    struct nf_params params = five;
    char list[600];
    snprintf(list, sizeof list, "2=%s", path);
    params.strategy = list;
    write_file(path, lowest, strlen(lowest));
    play(&played, &params, 0, 50);
    assert_int_equal(nf_saved_write(&file, &played.report, &err), NF_OK);
    for (int gone = 0; gone < 2; gone++) {
        if (gone == 0)
            write_file(path, "normal\n max all\ndoubled\n max all\n", 34);
        else
            unlink(path);
        if (nf_saved_read(&(struct nf_input){"run", file.data, file.size}, &saved, &err) != NF_OK)
            fail_msg("%s", err.text);
        struct nf_run_result again;
        const struct nf_run_options options = {
            .setup = saved.setup, .kernel = &cirno_reference.base, .games = 50, .threads = 1};
        assert_int_equal(nf_run(&options, &again, &err), NF_OK);
        assert_memory_equal(&again.tally.digest, &saved.tally.digest, sizeof(struct nf_digest));
        nf_tally_close(&again.tally);
        nf_saved_close(&saved);
    }
    nf_text_free(&file);
    close_played(&played);
}

TEST(a_strategy_file_that_is_no_text_is_refused)
{
    static const char zero[] = "normal\n max all\n#\0\ndoubled\n max all\n";
    static const char latin[] = "normal\n max all\n# \xe9\ndoubled\n max all\n";
    const char *const path = temporary("bytes");
    struct nf_params params = five;
    struct nf_setup *setup;
    struct nf_error err = {""};
    params.strategy = path;
    write_file(path, zero, sizeof zero - 1);
    assert_int_equal(nf_prepare(&cirno_game, &params, &setup, &err), NF_INVALID);
    assert_non_null(strstr(err.text, ":3:2: found a zero byte"));
    write_file(path, latin, sizeof latin - 1);
    assert_int_equal(nf_prepare(&cirno_game, &params, &setup, &err), NF_INVALID);
    assert_non_null(strstr(err.text, "UTF-8"));
    unlink(path);
}

/* ---- the history ---- */

static size_t count_runs(const char *path, const struct nf_history_filter *filter)
{
    json_t *runs;
    struct nf_error err = {""};
    if (nf_history_list(path, filter, &runs, &err) != NF_OK)
        fail_msg("%s", err.text);
    const size_t count = json_array_size(runs);
    json_decref(runs);
    return count;
}

TEST(a_run_is_read_back_from_the_history_as_it_was)
{
    struct played played;
    struct nf_error err = {""};
    const char *const path = temporary("history");
    const struct nf_params params = changed(0);
    uint64_t id = 0;
    play(&played, &params, 5, 60);
    assert_int_equal(nf_history_check(path, &err), NF_OK);
    assert_int_equal(access(path, F_OK), -1); /* asking makes nothing */
    for (uint64_t wanted = 1; wanted <= 3; wanted++) {
        if (nf_history_add(path, &played.report, &id, &err) != NF_OK)
            fail_msg("%s", err.text);
        assert_int_equal(id, wanted);
    }
    assert_int_equal(nf_history_check(path, &err), NF_OK);
    assert_int_equal(count_runs(path, &(struct nf_history_filter){0}), 3);
    assert_int_equal(count_runs(path, &(struct nf_history_filter){"cirno", 5}), 3);
    assert_int_equal(count_runs(path, &(struct nf_history_filter){NULL, 4}), 0);
    assert_int_equal(count_runs(path, &(struct nf_history_filter){"mahjong", 0}), 0);
    struct nf_text text = {0};
    struct nf_saved saved;
    assert_int_equal(nf_history_load(path, 2, &text, &err), NF_OK);
    if (nf_saved_read(&(struct nf_input){"run", text.data, text.size}, &saved, &err) != NF_OK)
        fail_msg("%s", err.text);
    assert_memory_equal(saved.tally.sums, played.result.tally.sums,
                        saved.tally.sums_count * sizeof *saved.tally.sums);
    assert_string_equal(saved.setup->params.strategy, "1=last-e");
    assert_int_equal(nf_history_load(path, 4, &text, &err), NF_USAGE);
    nf_saved_close(&saved);
    nf_text_free(&text);
    close_played(&played);
    unlink(path);
}

enum { WRITERS = 8, EACH = 5 };

TEST(eight_processes_that_write_at_once_lose_nothing)
{
    struct played played;
    struct nf_error err = {""};
    const char *const path = temporary("many");
    pid_t writers[WRITERS];
    play(&played, &five, 0, 20);
    for (int i = 0; i < WRITERS; i++) {
        writers[i] = fork();
        assert_true(writers[i] >= 0);
        if (writers[i] == 0) {
            uint64_t id, before = 0;
            for (int run = 0; run < EACH; run++, before = id)
                if (nf_history_add(path, &played.report, &id, &err) != NF_OK || id <= before) {
                    fprintf(stderr, "%s\n", err.text);
                    _exit(1);
                }
            _exit(0);
        }
    }
    for (int i = 0; i < WRITERS; i++) {
        int status;
        assert_int_equal(waitpid(writers[i], &status, 0), writers[i]);
        assert_int_equal(status, 0);
    }
    json_t *runs;
    assert_int_equal(nf_history_list(path, &(struct nf_history_filter){0}, &runs, &err), NF_OK);
    assert_int_equal(json_array_size(runs), WRITERS * EACH);
    for (size_t i = 0; i < WRITERS * EACH; i++)
        assert_int_equal(json_integer_value(json_object_get(json_array_get(runs, i), "id")), i + 1);
    json_decref(runs);
    close_played(&played);
    unlink(path);
}

TEST(what_is_no_history_is_refused_and_stays_as_it_is)
{
    struct played played;
    uint64_t id;
    play(&played, &five, 0, 5);
    static const char hello[] = "hello\n";
    static char zeros[5000];
    const struct {
        const char *bytes;
        size_t size;
    } contents[] = {{hello, sizeof hello - 1}, {zeros, sizeof zeros}};
    const char *const path = temporary("foreign");
    for (size_t i = 0; i < sizeof contents / sizeof *contents; i++) {
        struct nf_error err = {""};
        char found[sizeof zeros + 1];
        json_t *runs;
        write_file(path, contents[i].bytes, contents[i].size);
        assert_int_equal(nf_history_check(path, &err), NF_INVALID);
        assert_int_equal(nf_history_add(path, &played.report, &id, &err), NF_INVALID);
        assert_int_equal(nf_history_list(path, &(struct nf_history_filter){0}, &runs, &err),
                         NF_INVALID);
        FILE *const file = fopen(path, "rb");
        assert_int_equal(fread(found, 1, sizeof found, file), contents[i].size);
        fclose(file);
        assert_memory_equal(found, contents[i].bytes, contents[i].size);
    }
    unlink(path);
    close_played(&played);
}

TEST(a_database_of_another_program_is_refused)
{
    static const char *const makers[] = {"CREATE TABLE mine (x)", "PRAGMA application_id = 5",
                                         "PRAGMA user_version = 1"};
    struct played played;
    uint64_t id;
    play(&played, &five, 0, 5);
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
        const char *const path = temporary("other");
        struct nf_error err = {""};
        sqlite3 *db;
        assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
        assert_int_equal(sqlite3_exec(db, makers[i], NULL, NULL, NULL), SQLITE_OK);
        assert_int_equal(sqlite3_close(db), SQLITE_OK);
        assert_int_equal(nf_history_check(path, &err), NF_INVALID);
        assert_non_null(strstr(err.text, "another program"));
        assert_int_equal(nf_history_add(path, &played.report, &id, &err), NF_INVALID);
        unlink(path);
    }
    close_played(&played);
}
