/* What is made of a bench's numbers: figures, tables, JSON and back, comparisons. The numbers are
 * made up, so nothing here depends on how fast the machine is. */
#include "bench/bench_report.h"
#include "bench/bench_rows.h"
#include "tests/unit/said.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REPEAT = 5 };

static const double calm[REPEAT] = {1.00, 1.01, 1.02, 1.03, 1.04};
static const double wild[REPEAT] = {1.0, 1.9, 1.2, 2.5, 1.4};

static struct nf_bench_row row_of(enum nf_bench_part part, const char *kernel, uint32_t players,
                                  uint32_t threads, const double *seconds, double factor)
{
    struct nf_bench_row row = {.part = part,
                               .players = players,
                               .rounds = 100,
                               .threads = threads,
                               .games = 1000,
                               .turns = 4000000,
                               .repeat = REPEAT};
    strcpy(row.kernel, kernel);
    strcpy(row.profile, "uniform");
    if (part == NF_BENCH_RUN)
        strcpy(row.digest, "0123456789abcdef0123456789abcdef");
    row.seconds = calloc(REPEAT, sizeof *row.seconds);
    for (int i = 0; i < REPEAT; i++)
        row.seconds[i] = factor * seconds[i];
    row.cpu_seconds = calloc(REPEAT, sizeof *row.cpu_seconds);
    for (int i = 0; i < REPEAT; i++)
        row.cpu_seconds[i] = 0.95 * threads * row.seconds[i];
    return row;
}

/* The reference and a kernel four times as fast, with two threads of each, parts and the judge's
 * program; all times multiplied by `factor`. */
static struct nf_bench_result sample(const double *seconds, double factor)
{
    struct nf_bench_result result = {
        .game = "cirno",
        .version = "1.2.3",
        .commit = "abc",
        .compiler = "gcc 1",
        .flags = "-O2",
        .machine = "A Processor @ 2.50GHz",
        .cpus = 2,
        .tsc_hz = 2.5e9,
        .seed = 7,
        .least_seconds = 0.1,
        .warmup = 1,
        .count = 7,
    };
    const struct nf_bench_row rows[] = {
        row_of(NF_BENCH_RUN, "reference", 30, 1, seconds, factor),
        row_of(NF_BENCH_RUN, "quick", 30, 1, seconds, factor / 4),
        row_of(NF_BENCH_RUN, "reference", 30, 2, seconds, factor / 2),
        row_of(NF_BENCH_RUN, "quick", 30, 2, seconds, factor / 8),
        row_of(NF_BENCH_SIMULATE, "quick", 30, 1, seconds, factor / 5),
        row_of(NF_BENCH_DEAL, "-", 30, 1, seconds, factor / 20),
        row_of(NF_BENCH_PLAY, "-", 30, 1, seconds, factor / 2.5),
    };
    result.rows = malloc(sizeof rows);
    memcpy(result.rows, rows, sizeof rows);
    return result;
}

/* What each test is given: a bench of a calm machine, one of a busy machine, and a text. */
static struct nf_bench_result quiet, busy;
static struct nf_text text;
static struct nf_error err;

static int make_benches(void **state)
{
    (void)state;
    quiet = sample(calm, 1);
    busy = sample(wild, 1);
    text = (struct nf_text){0};
    return 0;
}

static int free_benches(void **state)
{
    (void)state;
    nf_bench_result_free(&quiet);
    nf_bench_result_free(&busy);
    nf_text_free(&text);
    return 0;
}

static void assert_near(double found, double wanted)
{
    if (!(fabs(found - wanted) <= 1e-9 * fabs(wanted)))
        fail_msg("found %.15g, expected %.15g", found, wanted);
}

/* ---- figures and tables ---- */

TEST(figures_follow_from_times_and_turns)
{
    const struct nf_bench_figures figures = nf_bench_figures(&quiet, 3, "reference");
    assert_near(figures.turns_per_second.median, 4e6 / (1.02 / 8));
    assert_near(figures.turns_per_second.least, 4e6 / (1.04 / 8));
    assert_near(figures.turns_per_second.most, 4e6 / (1.00 / 8));
    assert_near(figures.games_per_second, 1000 / (1.02 / 8));
    /* Both threads' processor time. */
    assert_near(figures.ns_per_turn, 0.95 * 2 * 1e9 * (1.02 / 8) / 4e6);
    assert_near(figures.cycles_per_turn, 0.95 * 2 * 2.5e9 * (1.02 / 8) / 4e6);
    assert_near(figures.best_cycles_per_turn, 0.95 * 2 * 2.5e9 * (1.00 / 8) / 4e6);
    assert_near(figures.to_reference, 4);
    assert_false(figures.busy);
}

TEST(too_small_a_share_of_the_processors_means_busy)
{
    for (int i = 0; i < REPEAT; i++)
        quiet.rows[3].cpu_seconds[i] *= 0.9; /* 0.855 of the wall time of both threads */
    assert_true(nf_bench_figures(&quiet, 3, "reference").busy);
    assert_false(nf_bench_figures(&quiet, 2, "reference").busy);
}

TEST(rows_without_a_reference_row_have_no_ratio_to_it)
{
    const struct nf_bench_figures figures = nf_bench_figures(&busy, 4, "reference");
    assert_true(figures.to_reference == 0);
    assert_true(figures.busy);
}

/* Tells the table of a bench. */
static void tell(const struct nf_bench_result *result, enum nf_bench_scan scan)
{
    struct nf_text table = {0};
    nf_bench_table(&table, result, "reference", scan);
    nf_said_take(&table);
}

static void keeps_to_80_columns(void)
{
    for (const char *line = said; *line != '\0'; line += strcspn(line, "\n") + 1)
        if (strcspn(line, "\n") > 80)
            fail_msg("a long line: %s", line);
}

TEST(tables_keep_to_80_columns)
{
    const double factors[] = {1e-6, 1, 1e4};
    for (size_t i = 0; i < 3; i++) {
        FREED_BY(nf_bench_result_free) struct nf_bench_result result = sample(wild, factors[i]);
        struct nf_text compared = {0};
        for (int scan = NF_SCAN_NONE; scan <= NF_SCAN_THREADS; scan++) {
            tell(&result, (enum nf_bench_scan)scan);
            keeps_to_80_columns();
        }
        nf_bench_compare(&compared, &result, &result, "old.json", 0.05, &err);
        nf_said_take(&compared);
        keeps_to_80_columns();
    }
}

TEST(busy_rows_are_marked_and_warned_of)
{
    tell(&busy, NF_SCAN_NONE);
    says("! quick");
    says("warning: in 7 of 7 rows times spread");
    tell(&quiet, NF_SCAN_NONE);
    says_not("!");
}

TEST(tables_name_machine_build_and_all_kernels)
{
    static const char *const words[] = {"A Processor @ 2.50GHz",
                                        "1.2.3",
                                        "abc",
                                        "gcc 1",
                                        "-O2",
                                        "reference",
                                        "quick",
                                        "generator",
                                        "ninefold play",
                                        "cyc/turn",
                                        "TSC 2.500 GHz"};
    tell(&quiet, NF_SCAN_NONE);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        says(words[i]);
}

TEST(without_a_counter_there_are_no_columns_of_cycles)
{
    quiet.tsc_hz = 0;
    for (int scan = NF_SCAN_NONE; scan <= NF_SCAN_THREADS; scan++) {
        tell(&quiet, (enum nf_bench_scan)scan);
        says_not("cyc");
        says_not("TSC");
    }
}

TEST(a_scan_draws_a_bar_as_long_as_the_speed)
{
    tell(&quiet, NF_SCAN_THREADS);
    says("1.00  ##########\n");
    says("2.00  ####################\n");
}

static size_t commas(const char *line)
{
    size_t count = 0;
    for (; *line != '\0' && *line != '\n'; line++)
        count += *line == ',';
    return count;
}

TEST(csv_has_a_header_and_as_many_cells_in_every_line)
{
    static const char names[] = "part,kernel,threads,profile,players,rounds,deck,games,turns,";
    quiet.tsc_hz = 0;
    nf_bench_csv(&text, &quiet, "reference");
    const char *line = nf_text_terminated(&text);
    assert_memory_equal(line, names, sizeof names - 1);
    const size_t cells = commas(line);
    size_t lines = 0;
    for (; *line != '\0'; line = strchr(line, '\n') + 1, lines++)
        assert_int_equal(commas(line), cells);
    assert_int_equal(lines, 8);
}

/* ---- JSON ---- */

static enum nf_status read_back(const char *json, size_t size, struct nf_bench_result *result,
                                struct nf_error *error)
{
    const struct nf_input input = {.name = "old.json", .data = json, .size = size};
    return nf_bench_json_read(&input, result, error);
}

/* Written once more, what was read makes the same document, so nothing of it got lost. */
TEST(a_bench_written_as_json_reads_back_the_same)
{
    FREED_BY(nf_bench_result_free) struct nf_bench_result back;
    struct nf_text again = {0};
    busy.rows[1].deck = 300000;
    busy.rows[2].cpu_seconds[1] = 0; /* less than a tick of the kernel's clock */
    assert_ok(nf_bench_json_write, &text, &busy, "reference");
    assert_ok(read_back, text.data, text.size, &back);
    assert_int_equal(back.count, busy.count);
    assert_ok(nf_bench_json_write, &again, &back, "reference");
    assert_text(&again, nf_text_terminated(&text));
}

TEST(what_is_no_bench_is_refused_with_its_place)
{
    static const char *const wrong[][2] = {
        {"", "old.json:1:1: "},
        {"{\"schema\":\n!", "old.json:2:1: "},
        {"[1]", "old.json: not a saved bench: 'schema': expected a string"},
        {"{\"schema\": \"ninefold.run/1\"}",
         "old.json: not a saved bench: 'schema': expected ninefold.bench/1"},
        {"{\"schema\": \"ninefold.bench/1\", \"version\": 3}",
         "old.json: not a saved bench: 'version': expected a string"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct nf_bench_result result;
        assert_ends_saying(NF_INVALID, wrong[i][1], read_back, wrong[i][0], strlen(wrong[i][0]),
                           &result);
    }
}

/* Replaces one text by another of the same length, somewhere in a good document. */
TEST(a_wrong_member_of_a_row_is_refused_by_name)
{
    static const char *const changes[][3] = {
        {"\"part\": \"simulate\"", "\"part\": \"simulant\"", "row 5: 'part': expected run,"},
        {"\"turns\": 4000000", "\"turns\": -400000", "row 1: 'turns': expected a number from 1"},
        {"\"threads\": 2", "\"threads\": 0", "row 3: 'threads': expected a number from 1"},
        {"\"seconds\": [", "\"secomds\": [", "row 1: 'seconds': expected a list"},
        {"\"cpu_seconds\": [", "\"cpu_secomds\": [", "row 1: 'cpu_seconds': expected a list"},
        {"\"rows\": [", "\"rowz\": [", "'rows': expected a list"},
        {"\"seconds\": [\n        0.", "\"seconds\": [\n       -0.",
         "'seconds': expected numbers above 0"},
        {"\"cpu_seconds\": [\n        0.", "\"cpu_seconds\": [\n       -0.",
         "'cpu_seconds': expected numbers from 0 on"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct nf_bench_result back;
        text.size = 0;
        assert_ok(nf_bench_json_write, &text, &quiet, "reference");
        nf_text_terminated(&text);
        char *const place = strstr(text.data, changes[i][0]);
        assert_non_null(place);
        assert_int_equal(strlen(changes[i][0]), strlen(changes[i][1]));
        memcpy(place, changes[i][1], strlen(changes[i][1]));
        assert_ends_saying(NF_INVALID, changes[i][2], read_back, text.data, text.size, &back);
    }
}

/* ---- comparisons ---- */

/* Compares two benches; what is told is in `said` and `err`. */
static enum nf_status compare(const struct nf_bench_result *now, const struct nf_bench_result *then,
                              double tolerance)
{
    struct nf_text told = {0};
    const enum nf_status status = nf_bench_compare(&told, now, then, "old.json", tolerance, &err);
    nf_said_take(&told);
    return status;
}

/* The same with one whose times are `factor` times those of the older one. */
static enum nf_status compare_times(const double *seconds, double factor, double tolerance)
{
    FREED_BY(nf_bench_result_free)
    struct nf_bench_result now = sample(seconds, factor), then = sample(seconds, 1);
    const enum nf_status status = compare(&now, &then, tolerance);
    return status;
}

TEST(a_bench_compared_with_itself_has_ratio_1_within_the_interval)
{
    assert_int_equal(compare(&quiet, &quiet, 0), NF_OK);
    says("  1.000 0.");
    says_not("slower");
    says_not("faster");
}

TEST(a_regression_beyond_the_tolerance_ends_with_1_and_names_the_worst_row)
{
    FREED_BY(nf_bench_result_free) struct nf_bench_result now = sample(calm, 1.12);
    for (int i = 0; i < REPEAT; i++)
        now.rows[1].seconds[i] *= 2;
    assert_int_equal(compare(&now, &quiet, 0.05), NF_DIFFERENT);
    assert_string_equal(err.text,
                        "7 of 7 rows are more than 5% slower than then; the worst is run quick, "
                        "profile uniform, 30 players, -j1: 0.446 times");
    says(" slower");
}

TEST(a_slowdown_within_tolerance_or_noise_is_no_regression_and_progress_no_error)
{
    assert_int_equal(compare_times(calm, 1.12, 0.2), NF_OK);
    assert_int_equal(compare_times(calm, 1.04, 0.05), NF_OK);
    assert_int_equal(compare_times(wild, 1.12, 0.05), NF_OK);
    assert_int_equal(compare_times(wild, 4, 0.05), NF_DIFFERENT);
    assert_int_equal(compare_times(calm, 0.5, 0.05), NF_OK);
    says(" faster");
    says("  2.000 ");
}

TEST(with_two_repetitions_the_ratio_alone_decides)
{
    FREED_BY(nf_bench_result_free) struct nf_bench_result now = sample(wild, 1.12);
    busy.rows[0].repeat = now.rows[0].repeat = 2;
    const struct nf_bench_change change = nf_bench_change(&now.rows[0], &busy.rows[0], 0.05);
    assert_true(change.regression && isnan(change.speed.low));
}

TEST(speed_is_compared_by_the_turn_whatever_a_repetition_holds)
{
    FREED_BY(nf_bench_result_free) struct nf_bench_result now = sample(calm, 3);
    now.rows[0].turns *= 3;
    assert_near(nf_bench_change(&now.rows[0], &quiet.rows[0], 0.05).speed.ratio, 1);
}

TEST(rows_of_one_bench_only_are_counted_not_compared)
{
    FREED_BY(nf_bench_result_free) struct nf_bench_result now = sample(calm, 9);
    for (size_t i = 1; i < now.count; i++)
        now.rows[i].players = 5;
    now.rows[0].seconds[2] = now.rows[0].seconds[1] = now.rows[0].seconds[0] = 1;
    assert_int_equal(compare(&now, &quiet, 0.05), NF_OK);
    says("6 rows that are only in now, 6 only in then");
    now.rows[0].rounds = 7;
    assert_int_equal(compare(&now, &quiet, 0.05), NF_INVALID);
    strcpy(quiet.game, "tng");
    assert_int_equal(compare(&now, &quiet, 0.05), NF_INVALID);
}

int main(void)
{
    return nf_run_tests(make_benches, free_benches);
}
