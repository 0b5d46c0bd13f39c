/* Runs that another version of the program has saved: their statistics can be read, but no games
 * are added to them, for a version may play otherwise. */
#include "commands/commands.h"
#include "core/version.h"
#include "runs/merge.h"
#include "tests/unit/folder.h"
#include "tests/unit/runs/played_run.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>

/* The file of 20 games of 40, in which the version, or what else, is changed so. */
static struct nf_text file_with(const char *change)
{
    static const struct nf_params params = {
        .players = 3, .rounds = 5, .profile = "uniform", .seed = 11};
    static const struct nf_plan plan = {.first = 0, .games = 40};
    FREED_BY(nf_close_played) struct nf_played_run run;
    nf_play_run(&run, &params, 0, 20);
    run.report.plan = &plan;
    FREED_BY(nf_text_free) struct nf_text file = nf_file_of_report(&run.report);
    struct nf_text changed = nf_file_changed(&file, change);
    return changed;
}

/* As far as there is a place. */
TEST(the_statistics_of_another_version_are_read_and_it_is_told_at_its_place)
{
    static const char *const others[][2] = {
        {"version \"0.0.1\"", "old:3:3: found a run of version '0.0.1'"},
        {"version \"99.1.0\"", "old:3:3: found a run of version '99.1.0'"},
        {"version \"\"", "old:3:3: found a run of version ''"},
        {"version 7", "old:3:3: found a run of version none"},
        {"version", "old:1:1: found a run of version none"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        FREED_BY(nf_text_free) struct nf_text file = file_with(others[i][0]);
        const struct nf_input input = nf_text_input(&file, "old");
        FREED_BY(nf_saved_close) struct nf_saved saved;
        char expected[100];
        assert_ok(nf_saved_read, &input, &saved);
        assert_int_equal(saved.tally.games, 20);
        snprintf(expected, sizeof expected, "%s, expected '%s', this program's", others[i][1],
                 nf_version);
        assert_ends(NF_INVALID, expected, nf_saved_check_version, &input, &saved);
    }
}

TEST(merge_refuses_a_run_of_another_version_be_it_alone_or_with_ours)
{
    struct nf_text files[] = {file_with(""), file_with("version \"0.0.1\"")};
    const struct nf_input ours = nf_text_input(&files[0], "ours"),
                          old = nf_text_input(&files[1], "old");
    for (int alone = 0; alone < 2; alone++) {
        FREED_BY(nf_merge_close) struct nf_merge merge = {.partial = true};
        if (!alone)
            assert_ok(nf_merge_add, &merge, &ours);
        assert_ends_saying(NF_INVALID, "old:3:3: found a run of version '0.0.1'", nf_merge_add,
                           &merge, &old);
    }
    nf_text_free(&files[0]);
    nf_text_free(&files[1]);
}

TEST(a_run_of_another_version_is_not_gone_on_with_and_its_file_stays)
{
    char resume[] = "--resume", quiet[] = "--quiet", path[] = "old.json";
    char *arguments[] = {quiet, resume, path, NULL};
    FREED_BY(nf_text_free) struct nf_text file = file_with("version \"0.0.1\"");
    assert_ok(nf_text_save, &file, path);
    assert_ends_saying(NF_INVALID, "found a run of version '0.0.1'", nf_cli_run, &nf_command_run,
                       arguments);
    nf_folder_has(path, nf_text_terminated(&file));
    nf_folder_lists("", "old.json ");
}

int main(void)
{
    return nf_run_tests(nf_folder_begin, nf_folder_end);
}
