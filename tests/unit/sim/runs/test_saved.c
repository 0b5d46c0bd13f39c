/* Saved runs: what is written is read back the same, and nothing else is taken. */
/* valgrind: quick enough to be run under it as well */
/* both: the fuzz targets know all there is */
#include "base/version.h"
#include "commands/commands.h"
#include "games/cirno/simulated/module.h"
#include "sim/runs/saved.h"
#include "tests/fuzz-targets/fuzz_saved.h"
#include "tests/fuzz-targets/fuzz_target.h"
#include "tests/unit/folder.h"
#include "tests/unit/played.h"
#include "tests/unit/sim/runs/played_run.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct nf_params usual = {
    .players = 4, .rounds = 7, .profile = "no-double", .seed = 9};

/* Written once more, what was read makes the same file, so nothing of it got lost. */
static void assert_writes(const struct nf_saved *saved, const struct nf_text *file)
{
    const struct nf_report report = nf_saved_report(saved);
    FREED_BY(nf_text_free) struct nf_text again = nf_file_of_report(&report);
    nf_assert_same(&again, file);
}

/* The sums of all games, one by one: sim/test_tally.c. */
TEST(a_run_is_read_back_as_it_was_saved)
{
    static const struct nf_params params[] = {
        {.players = 4, .rounds = 7, .profile = "no-double", .seed = INT64_MAX},
        {.players = 30, .rounds = 100, .deck = 3500, .profile = "uniform"},
        {.players = 1, .rounds = 1, .weights = "A1=3,E99=1,PASS=2", .seed = 5},
        {.players = 3, .rounds = 20, .profile = "uniform", .strategy = "1=lowest", .paired = true},
    };
    static const uint64_t games[] = {300, 60, 0, 40};
    for (int i = 0; i < 4; i++) {
        FREED_BY(nf_close_played) struct nf_played_run run;
        nf_play_run(&run, &params[i], UINT64_C(1000000000000000000), games[i]);
        FREED_BY(nf_text_free) struct nf_text file = nf_file_of_report(&run.report);
        FREED_BY(nf_saved_close) struct nf_saved saved = nf_read_back(&file);
        assert_int_equal(saved.tally.games, games[i]);
        assert_writes(&saved, &file);
    }
}

/* Refused with a place in the file. */
static void check_damaged(const char *data, size_t size)
{
    char *const copy = malloc(size + (size == 0)); /* of its own, so that an overread is seen */
    memcpy(copy, data, size);
    const struct nf_input input = nf_fuzz_input(copy, size);
    assert_false(nf_fuzz_check_saved(&input));
    free(copy);
}

/* So is any document that has a checksum: they share their reader (sim/runs/document.h). */
TEST(a_file_cut_short_or_changed_anywhere_is_refused_at_a_place)
{
    FREED_BY(nf_text_free) struct nf_text file = nf_file_of_run(&usual, 0, 50);
    uint64_t random = nf_test_seed();
    /* The last two bytes are the brace and the end of the line, which does not matter. */
    for (size_t size = 0; size + 1 < file.size; size += size < 1000 ? 1 : 17)
        check_damaged(file.data, size);
    for (int i = 0; i < 3000; i++) {
        char *const byte = &file.data[nf_test_between(&random, 0, (uint32_t)file.size - 1)];
        const char before = *byte;
        if (before == ' ' || before == '\n')
            continue;
        *byte = before >= '0' && before < '9' ? (char)(before + 1)
                                              : (char)nf_test_between(&random, 33, 126);
        if (*byte != before)
            check_damaged(file.data, file.size);
        *byte = before;
    }
}

/* ---- files that were made up, with a checksum that fits ---- */

TEST(a_made_up_file_is_refused_and_the_message_names_what_is_wrong)
{
    static const struct {
        const char *change, *message; /* a part of it */
    } rows[] = {
        {"odd 1", "'odd': no such member"},
        {"schema \"ninefold.saved/2\"", "found schema 'ninefold.saved/2', expected"},
        {"schema", "not a saved run: no schema"},
        {"game \"chess\"", "found game 'chess', which this program does not know"},
        {"game 3", "\"game\": expected a text"},
        {"layout \"cirno.tally/0\"", "found sums 'cirno.tally/0', expected 'cirno.tally/"},
        {"params {}", "\"params\": expected players, rounds, deck"},
        {"params []", "\"params\": expected players"},
        {"params.deck 0", "\"params\": expected players"},
        {"params.profile \"x\"", "'x'"},
        {"params.players 31", "expected a number from 1 to 30"},
        {"params.players 5", "\"sums\": expected a list of"},
        {"params.strategy 1", "\"params\": expected players"},
        {"params.a 1", "\"params\": expected players"},
        {"params.strategies {}", "\"strategies\": expected the texts of \"strategy\""},
        {"params.strategy \"1=mine\"\nparams.strategies [\"normal\"]",
         "\"strategies\": expected the texts of \"strategy\""},
        {"params.strategy \"1=mine\"\nparams.strategies {\"mine\": 3}",
         "\"strategies\": expected texts by name"},
        {"seed -1", "\"seed\": expected an integer from 0"},
        {"seed 1.5", "\"seed\": expected an integer"},
        {"ranges 7", "\"ranges\": expected a list"},
        {"ranges [[0,49]]", "\"ranges\": hold 49 games, not 50"},
        {"ranges [[0,30],[29,20]]", "\"ranges\": expected [first, games], disjoint"},
        {"ranges [[20,30],[0,20]]", "\"ranges\": expected"},
        {"ranges [[0,50],[60,0]]", "\"ranges\": expected"},
        {"ranges [[0,50,1]]", "\"ranges\": expected"},
        {"ranges [[100,50]]", "\"extremes\": expected {name, value, index} of longest_round"},
        {"games 51", "\"ranges\": hold 50 games, not 51"},
        {"games \"50\"", "\"games\": expected an integer"},
        {"rejected [0]", "\"rejected\": expected a list of 2 numbers, found 1"},
        {"rejected [0,0,0]", "\"rejected\": expected a list of 2 numbers, found 3"},
        {"rejected [0,-1]", "\"rejected\": number 2 is not a non-negative integer"},
        {"digest \"0123\"", "\"digest\": expected 32 hexadecimal digits"},
        {"digest \"0123456789ABCDEF0123456789abcdef\"", "\"digest\": expected 32"},
        {"digest \"0123456789abcdef0123456789abcdeg\"", "\"digest\": expected 32"},
        {"digest \"0123456789abcdef0123456789abcdef0\"", "\"digest\": expected 32"},
        {"digest \"0123456789abcdef 123456789abcdef\"", "\"digest\": expected 32"},
        {"digest \"\"", "\"digest\": expected 32"},
        {"digest \"0123456789abcdef0123456789abcdef\"", "\"blocks\": expected 50 digests that"},
        {"extremes []", "\"extremes\": expected a list of 3"},
        {"extremes.0.odd 1", "\"extremes\": expected {name, value, index} of "},
        {"extremes null", "\"extremes\": expected a list of 3"},
        {"sums []", "\"sums\": expected a list of"},
        {"sums", "\"sums\": expected a list of"},
        {"sums.3 123456", "\"sums\": no 50 games can have these numbers"},
        {"blocks 7", "\"blocks\": expected 50 digests that add up to \"digest\""},
        {"blocks []", "\"blocks\": expected 50 digests"},
        {"plan", "\"plan\": expected first, games and until_width"},
        {"plan.until_width", "\"plan\": expected first, games"},
        {"plan.games -1", "\"plan\": expected first"},
        {"plan.until_width 1", "\"plan\": expected first"},
        {"plan.games 49", "\"plan\": does not contain the indices of \"ranges\""},
        {"plan.first 1", "\"plan\": does not contain the indices"},
        {"plan.first 51\nplan.games null", "\"plan\": does not contain the indices"},
    };
    FREED_BY(nf_text_free) struct nf_text file = nf_file_of_run(&usual, 0, 50);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        FREED_BY(nf_text_free) struct nf_text changed = nf_file_changed(&file, rows[i].change);
        struct nf_saved saved;
        assert_ends_saying(NF_INVALID, rows[i].message, nf_read_run, &changed, &saved);
    }
}

TEST(what_is_no_json_object_is_refused_at_its_place)
{
    static const char *const files[][2] = {
        {"", "run:1:1: not a saved run: "},
        {"x", "run:1:1: not a saved run: "},
        {"{\"a\": 1\n!", "run:2:1: not a saved run: "},
        {"{\"a\": 1\n  !}", "run:2:3: not a saved run: "},
        {"{\"a\": 1", "run:1:8: not a saved run: "},
        {"{\"a\": 1\n", "run:2:1: not a saved run: "},
        {"{} {}", "run:1:4: not a saved run: "},
        {"{\"a\": 1, \"a\": 2}", "run:1:12: not a saved run: "},
        {"[]", "run:1:1: not a saved run: expected a JSON object"},
        {"[{\"schema\": \"ninefold.saved/1\"}]",
         "run:1:1: not a saved run: expected a JSON object"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct nf_saved saved;
        const struct nf_input input = {"run", files[i][0], strlen(files[i][0])};
        assert_ends_saying(NF_INVALID, files[i][1], nf_saved_read, &input, &saved);
    }
}

TEST(counts_are_saved_up_to_what_is_read_again)
{
    FREED_BY(nf_close_played) struct nf_played_run run;
    nf_play_run(&run, &usual, 0, 5);
    struct nf_tally *const tally = &run.result.tally;
    const struct nf_report report = {.tally = tally};
    const struct {
        uint64_t *count, most;
    } rows[] = {{&tally->games, nf_saved_most_games},
                {&tally->rejected[0], INT64_MAX},
                {&tally->sums[0], INT64_MAX},
                {&tally->sums[tally->sums_count - 1], INT64_MAX}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int more = 0; more < 2; more++) {
            const uint64_t before = *rows[i].count;
            struct nf_error err = {""};
            FREED_BY(nf_text_free) struct nf_text text = {0};
            *rows[i].count = rows[i].most + (uint64_t)more;
            assert_int_equal(nf_saved_write(&text, &report, &err), more ? NF_INVALID : NF_OK);
            *rows[i].count = before;
        }
}

/* JSON holds UTF-8 alone, and a file's name may be any bytes. */
TEST(a_run_whose_strategy_file_has_a_name_that_is_no_text_is_not_saved)
{
    FREED_BY(nf_close_played) struct nf_played_run run;
    struct nf_text text = {0};
    nf_play_run(&run, &usual, 0, 5);
    run.setup->params.strategy = "1=\xff.txt";
    assert_ends_saying(NF_INVALID, "the name of a strategy file is not UTF-8", nf_saved_write,
                       &text, &run.report);
    assert_int_equal(text.size, 0);
    run.setup->params.strategy = NULL;
}

/* Earlier builds saved the words that were given. */
TEST(a_file_that_names_the_usual_strategy_for_everybody_is_that_of_a_run_without)
{
    static const char *const words[] = {"statement", "1..4=statement", "2=statement,1=statement"};
    FREED_BY(nf_close_played) struct nf_played_run run;
    nf_play_run(&run, &usual, 0, 20);
    FREED_BY(nf_text_free) struct nf_text unnamed = nf_file_of_report(&run.report);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        run.setup->params.strategy = words[i];
        FREED_BY(nf_text_free) struct nf_text named = nf_file_of_report(&run.report);
        assert_int_not_equal(named.size, unnamed.size);
        FREED_BY(nf_saved_close) struct nf_saved saved = nf_read_back(&named);
        assert_null(saved.setup->params.strategy);
        assert_writes(&saved, &unnamed);
    }
    run.setup->params.strategy = NULL;
}

/* Whatever has become of the strategy's file meanwhile. */
TEST(a_loaded_run_plays_by_the_text_it_was_saved_with)
{
    static const char before[] =
        "normal\n min basic\n first PASS TURN DOUBLE\ndoubled\n min basic\n",
                      after[] = "normal\n max all\ndoubled\n max all\n";
    struct nf_params params = usual;
    params.strategy = "2=./strategy";
    nf_folder_put("strategy", before, 0600);
    FREED_BY(nf_text_free) struct nf_text file = nf_file_of_run(&params, 0, 50);
    for (int gone = 0; gone < 2; gone++) {
        if (gone == 0)
            nf_folder_put("strategy", after, 0600);
        else
            assert_int_equal(unlink("strategy"), 0);
        FREED_BY(nf_saved_close) struct nf_saved saved = nf_read_back(&file);
        struct nf_run_result again =
            nf_test_run(saved.setup, saved.setup->game->kernels[0], 0, 50, 1, 0);
        assert_memory_equal(&again.tally.digest, &saved.tally.digest, sizeof(struct nf_digest));
        nf_tally_close(&again.tally);
    }
}

TEST(a_strategy_file_that_is_no_text_is_refused)
{
    static const struct {
        struct nf_text file;
        const char *message;
    } files[] = {
        {{.data = (char *)"normal\n max all\n#\0\ndoubled\n max all\n", .size = 36},
         ":3:2: found a zero byte"},
        {{.data = (char *)"normal\n max all\n# \xe9\ndoubled\n max all\n", .size = 37}, "UTF-8"},
    };
    struct nf_params params = usual;
    params.strategy = "./strategy";
    for (size_t i = 0; i < 2; i++) {
        struct nf_setup *setup;
        assert_ok(nf_text_save, &files[i].file, "strategy");
        assert_ends_saying(NF_INVALID, files[i].message, nf_prepare, &cirno_game, &params, &setup);
    }
}

/* ---- runs that another version has saved ----
 *
 * Their statistics can be read, but no games are added to them, for a version may play otherwise.
 * That no merge takes them is in test_merge.c. */

/* As far as there is a place. */
TEST(the_statistics_of_another_version_are_read_and_it_is_told_at_its_place)
{
    static const char *const others[][2] = {
        {"version \"0.0.1\"", "run:3:3: found a run of version '0.0.1'"},
        {"version \"99.1.0\"", "run:3:3: found a run of version '99.1.0'"},
        {"version \"\"", "run:3:3: found a run of version ''"},
        {"version 7", "run:3:3: found a run of version none"},
        {"version", "run:1:1: found a run of version none"}};
    FREED_BY(nf_text_free) struct nf_text file = nf_file_of_run(&usual, 0, 20);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        FREED_BY(nf_text_free) struct nf_text changed = nf_file_changed(&file, others[i][0]);
        FREED_BY(nf_saved_close) struct nf_saved saved = nf_read_back(&changed);
        const struct nf_input input = nf_text_input(&changed, "run");
        char expected[100];
        assert_int_equal(saved.tally.games, 20);
        snprintf(expected, sizeof expected, "%s, expected '%s', this program's", others[i][1],
                 nf_version);
        assert_ends(NF_INVALID, expected, nf_saved_check_version, &input, &saved);
    }
}

/* Expects that a command ends with `message` and leaves the file. */
static void assert_stays(const struct nf_command *command, char *const arguments[12],
                         const char *path, const struct nf_text *file, const char *message)
{
    char *moved[13] = {NULL}; /* by the command */
    memcpy(moved, arguments, 12 * sizeof *moved);
    assert_ok(nf_text_save, file, path);
    assert_ends_saying(NF_INVALID, message, nf_cli_run, command, moved);
    FREED_BY(nf_test_free) char *const text = strndup(file->data, file->size);
    nf_folder_has(path, text);
}

TEST(a_run_of_another_version_or_without_its_last_games_is_no_run_of_a_sweep_nor_gone_on_with)
{
    static const struct nf_plan plan = {.span = {0, 40}};
    static char *const resume[12] = {"--quiet", "--resume", "old.json"};
    static char *const sweep[12] = {"--quiet",   "--save", ".", "--rounds", "7",  "--profile",
                                    "no-double", "--seed", "9", "--games",  "40", "players=4"};
    FREED_BY(nf_close_played) struct nf_played_run run;
    nf_play_run(&run, &usual, 0, 20);
    run.report.plan = &plan;
    FREED_BY(nf_text_free) struct nf_text file = nf_file_of_report(&run.report);
    FREED_BY(nf_text_free) struct nf_text old = nf_file_changed(&file, "version \"0.0.1\"");
    assert_stays(&nf_command_run, resume, "old.json", &old,
                 "old.json:3:3: \"version\": this run was started with \"0.0.1\"");
    assert_stays(&nf_command_sweep, sweep, "001.json", &old,
                 "001.json:3:3: \"version\": this run was started with \"0.0.1\"");
    assert_stays(&nf_command_sweep, sweep, "001.json", &file,
                 "001.json:13:3: the run has played 20 of its 40 games: finish it with ");
    nf_folder_lists("", "001.json old.json ");
}

int main(void)
{
    return nf_run_tests(nf_folder_begin, nf_folder_end);
}
