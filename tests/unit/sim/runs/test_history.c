/* The history of runs: all that are added are read back, by one process or many at once, and what
 * is no history is left alone. */
/* threads: run under ThreadSanitizer as well */
/* both: the fuzz targets know all there is */
#include "sim/runs/history.h"
#include "tests/unit/folder.h"
#include "tests/unit/sim/runs/played_run.h"
#include "tests/unit/test.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char path[] = "history";
static struct nf_played_run played; /* which is added */

static int begin(void **state)
{
    static const struct nf_params params = {
        .players = 5, .rounds = 40, .profile = "uniform", .strategy = "1=last-e", .seed = 8};
    nf_play_run(&played, &params, 5, 20);
    played.result.tally.blocks->count = 0; /* which the history does not keep */
    played.report.seconds = 0.25;
    played.report.threads = 2;
    played.report.kernel = "reference";
    return nf_folder_begin(state);
}

static int end(void **state)
{
    nf_close_played(&played);
    return nf_folder_end(state);
}

static enum nf_status add(uint64_t *id, struct nf_error *err)
{
    return nf_history_add(path, &played.report, id, err);
}

/* The runs that the history lists, a list to be released. */
static json_t *listed(const struct nf_history_filter *filter)
{
    json_t *runs;
    assert_ok(nf_history_list, path, filter, &runs);
    return runs;
}

static size_t count_runs(const char *game, uint32_t players)
{
    json_auto_t *runs = listed(&(struct nf_history_filter){game, players});
    const size_t count = json_array_size(runs);
    return count;
}

TEST(a_run_is_read_back_from_the_history_as_it_was)
{
    struct nf_error err;
    uint64_t id = 0;
    assert_ok(nf_history_check, path);
    nf_folder_lists("", ""); /* asking makes nothing */
    for (uint64_t wanted = 1; wanted <= 3; wanted++) {
        assert_ok(add, &id);
        assert_int_equal(id, wanted);
    }
    assert_ok(nf_history_check, path);
    assert_int_equal(count_runs(NULL, 0), 3);
    assert_int_equal(count_runs("cirno", 5), 3);
    assert_int_equal(count_runs(NULL, 4), 0);
    assert_int_equal(count_runs("mahjong", 0), 0);
    FREED_BY(nf_text_free) struct nf_text loaded = {0}, file = nf_file_of_report(&played.report);
    assert_ok(nf_history_load, path, 2, &loaded);
    FREED_BY(nf_saved_close) struct nf_saved saved = nf_read_back(&loaded);
    const struct nf_report report = nf_saved_report(&saved);
    FREED_BY(nf_text_free) struct nf_text again = nf_file_of_report(&report);
    nf_assert_same(&again, &file);
    assert_int_equal(nf_history_load(path, 4, &loaded, &err), NF_USAGE);
    nf_folder_lists("", "history ");
}

enum { WRITERS = 8, EACH = 5 };

/* What one of the processes does; returns its exit code. */
static int write_some(void)
{
    struct nf_error err;
    uint64_t id, before = 0;
    for (int run = 0; run < EACH; run++, before = id)
        if (add(&id, &err) != NF_OK || id <= before) {
            fprintf(stderr, "%s\n", err.text);
            return 1;
        }
    return 0;
}

TEST(eight_processes_that_write_at_once_lose_nothing)
{
    pid_t writers[WRITERS];
    for (int i = 0; i < WRITERS; i++) {
        writers[i] = fork();
        assert_true(writers[i] >= 0);
        if (writers[i] == 0)
            _exit(write_some());
    }
    for (int i = 0; i < WRITERS; i++) {
        int status;
        assert_int_equal(waitpid(writers[i], &status, 0), writers[i]);
        assert_int_equal(status, 0);
    }
    json_auto_t *runs = listed(&(struct nf_history_filter){0});
    assert_int_equal(json_array_size(runs), WRITERS * EACH);
    for (size_t i = 0; i < WRITERS * EACH; i++)
        assert_int_equal(json_integer_value(json_object_get(json_array_get(runs, i), "id")), i + 1);
}

/* That nobody takes what is in the file, nor changes a byte of it. */
static void check_refused(const char *message)
{
    FREED_BY(nf_input_close) struct nf_input before, after;
    struct nf_error err;
    json_t *runs;
    uint64_t id;
    assert_ok(nf_input_open, &before, path);
    assert_ends_saying(NF_INVALID, message, nf_history_check, path);
    assert_int_equal(add(&id, &err), NF_INVALID);
    assert_int_equal(nf_history_list(path, &(struct nf_history_filter){0}, &runs, &err),
                     NF_INVALID);
    assert_ok(nf_input_open, &after, path);
    assert_int_equal(after.size, before.size);
    assert_memory_equal(after.data, before.data, before.size);
    nf_folder_lists("", "history ");
    assert_int_equal(unlink(path), 0);
}

TEST(what_is_no_history_is_refused_and_stays_as_it_is)
{
    static const char zeros[5000];
    static const struct nf_text contents[] = {{.data = (char *)"hello\n", .size = 6},
                                              {.data = (char *)zeros, .size = sizeof zeros}};
    static const char *const makers[] = {"CREATE TABLE mine (x)", "PRAGMA application_id = 5",
                                         "PRAGMA user_version = 1"};
    for (size_t i = 0; i < sizeof contents / sizeof *contents; i++) {
        assert_ok(nf_text_save, &contents[i], path);
        check_refused("");
    }
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
        sqlite3 *db;
        assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
        assert_int_equal(sqlite3_exec(db, makers[i], NULL, NULL, NULL), SQLITE_OK);
        assert_int_equal(sqlite3_close(db), SQLITE_OK);
        check_refused("another program");
    }
}

static void *take_none(size_t size)
{
    (void)size;
    return NULL;
}

TEST(a_run_that_memory_does_not_suffice_for_begins_no_history)
{
    struct nf_error err;
    uint64_t id;
    json_malloc_t usual_take;
    json_free_t usual_release;
    json_get_alloc_funcs(&usual_take, &usual_release);
    json_set_alloc_funcs(take_none, usual_release);
    const enum nf_status status = add(&id, &err);
    json_set_alloc_funcs(usual_take, usual_release);
    assert_int_equal(status, NF_IO);
    assert_non_null(strstr(err.text, "out of memory"));
    nf_folder_lists("", "");
}

int main(void)
{
    return nf_run_tests(begin, end);
}
