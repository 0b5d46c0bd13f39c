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

/* The file of 20 games of 40, which says that `version` wrote it (JSON; NULL: it does not say). */
static struct nf_text file_of_version(const char *version)
{
    static const struct nf_params params = {
        .players = 3, .rounds = 5, .profile = "uniform", .seed = 11};
    static const struct nf_plan plan = {.first = 0, .games = 40};
    struct nf_played_run run;
    nf_play_run(&run, &params, 0, 20);
    run.report.plan = &plan;
    struct nf_text file = nf_file_of_report(&run.report);
    json_t *const document = json_loadb(file.data, file.size, 0, NULL);
    assert_non_null(document);
    nf_text_free(&file);
    nf_close_played(&run);
    if (version != NULL)
        json_object_set_new(document, "version", json_loads(version, JSON_DECODE_ANY, NULL));
    else
        json_object_del(document, "version");
    return nf_file_of_document(document);
}

TEST(the_statistics_of_another_version_are_read_and_it_is_told_at_its_place)
{
    static const char *const others[][2] = {{"\"0.0.1\"", "'0.0.1'"},
                                            {"\"99.1.0\"", "'99.1.0'"},
                                            {"\"\"", "''"},
                                            {"7", "none"},
                                            {NULL, "none"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct nf_text file = file_of_version(others[i][0]);
        const struct nf_input input = nf_text_input(&file, "old");
        struct nf_saved saved;
        struct nf_error err;
        char expected[100];
        unsigned line = 0, column = 0;
        assert_ok(nf_saved_read, &input, &saved);
        assert_int_equal(saved.tally.games, 20);
        assert_int_equal(nf_saved_check_version(&input, &saved, &err), NF_INVALID);
        snprintf(expected, sizeof expected,
                 "found a run of version %s, expected '%s', this program's", others[i][1],
                 nf_version);
        if (sscanf(err.text, "old:%u:%u: ", &line, &column) != 2 ||
            strstr(err.text, expected) == NULL)
            fail_msg("found '%s', expected '%s'", err.text, expected);
        /* As far as there is one. */
        assert_int_equal(line == 1 && column == 1, others[i][0] == NULL);
        nf_saved_close(&saved);
        nf_text_free(&file);
    }
}

TEST(merge_refuses_a_run_of_another_version_be_it_alone_or_with_ours)
{
    char version[64];
    snprintf(version, sizeof version, "\"%s\"", nf_version);
    struct nf_text files[] = {file_of_version(version), file_of_version("\"0.0.1\"")};
    for (int first = 0; first < 2; first++) {
        struct nf_merge merge = {.partial = true};
        struct nf_error err = {""};
        for (int i = first; i < 2; i++) {
            const struct nf_input input = nf_text_input(&files[i], i == 0 ? "ours" : "old");
            assert_int_equal(nf_merge_add(&merge, &input, &err), i == 0 ? NF_OK : NF_INVALID);
        }
        assert_memory_equal(err.text, "old:", 4);
        assert_non_null(strstr(err.text, "found a run of version '0.0.1'"));
        nf_merge_close(&merge);
    }
    nf_text_free(&files[0]);
    nf_text_free(&files[1]);
}

TEST(a_run_of_another_version_is_not_gone_on_with_and_its_file_stays)
{
    char resume[] = "--resume", quiet[] = "--quiet", path[] = "old.json";
    char *arguments[] = {quiet, resume, path, NULL};
    struct nf_text file = file_of_version("\"0.0.1\"");
    assert_ok(nf_text_save, &file, path);
    assert_ends_saying(NF_INVALID, "found a run of version '0.0.1'", nf_cli_run, &nf_command_run,
                       arguments);
    nf_folder_has(path, nf_text_terminated(&file));
    nf_folder_lists("", "old.json ");
    nf_text_free(&file);
}

int main(void)
{
    return nf_run_tests(nf_folder_begin, nf_folder_end);
}
