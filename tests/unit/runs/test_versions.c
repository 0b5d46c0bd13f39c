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

static const struct nf_params params = {
    .players = 3, .rounds = 5, .profile = "uniform", .seed = 11};

/* The file of 20 games from `first` on, which says that `version` (JSON; NULL: none) wrote it; the
 * plan has more of them where it is not `finished`. */
static struct nf_text file_of_version(uint64_t first, bool finished, const char *version)
{
    struct nf_played_run run;
    const struct nf_plan plan = {.first = first, .games = finished ? 20 : 40};
    nf_play_run(&run, &params, first, 20);
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

static const struct {
    const char *version, *message; /* "expected" follows */
} others[] = {
    {"\"0.0.1\"", "found a run of version '0.0.1', "},
    {"\"99.1.0\"", "found a run of version '99.1.0', "},
    {"\"\"", "found a run of version '', "},
    {"7", "found a run of version none, "},
    {NULL, "found a run of version none, "},
};
enum { OTHERS = sizeof others / sizeof *others };

/* That the message of the file `name` says what was found, and that this version is expected. */
static void check_message(const char *message, const char *name, size_t other)
{
    char expected[200];
    snprintf(expected, sizeof expected, "%sexpected '%s', this program's", others[other].message,
             nf_version);
    const size_t length = strlen(name);
    unsigned line = 0, column = 0;
    if (strncmp(message, name, length) != 0 || strstr(message, expected) == NULL)
        fail_msg("found '%s', expected '%s ... %s'", message, name, expected);
    assert_int_equal(sscanf(message + length, ":%u:%u: ", &line, &column), 2);
    /* At its place, as far as there is one. */
    assert_int_equal(line == 1 && column == 1, others[other].version == NULL);
}

/* A merge of the files, the first of which may be empty, refuses the second for its version. */
static void check_merge(const struct nf_text *ours, const struct nf_text *other, size_t number)
{
    struct nf_merge merge = {0};
    struct nf_error err = {""};
    const struct nf_input inputs[] = {nf_text_input(ours, "ours.json"),
                                      nf_text_input(other, "old.json")};
    if (ours->size > 0 && nf_merge_add(&merge, &inputs[0], &err) != NF_OK)
        fail_msg("%s", err.text);
    assert_int_equal(nf_merge_add(&merge, &inputs[1], &err), NF_INVALID);
    check_message(err.text, "old.json", number);
    nf_merge_close(&merge);
}

TEST(merge_refuses_a_run_of_another_version_be_it_alone_or_with_others_of_it)
{
    char version[64];
    snprintf(version, sizeof version, "\"%s\"", nf_version);
    struct nf_text none = {0}, ours = file_of_version(0, true, version);
    for (size_t i = 0; i < OTHERS; i++) {
        struct nf_text other = file_of_version(20, true, others[i].version);
        check_merge(&none, &other, i);
        check_merge(&ours, &other, i);
        nf_text_free(&other);
    }
    nf_text_free(&ours);
}

TEST(a_run_of_another_version_is_not_gone_on_with_and_its_file_stays)
{
    for (size_t i = 0; i < OTHERS; i++) {
        char resume[] = "--resume", quiet[] = "--quiet", path[] = "old.json";
        char *arguments[] = {quiet, resume, path, NULL};
        struct nf_error err = {""};
        struct nf_input after;
        struct nf_text file = file_of_version(0, false, others[i].version);
        assert_int_equal(nf_text_save(&file, path, &err), NF_OK);
        assert_int_equal(nf_cli_run(&nf_command_run, arguments, &err), NF_INVALID);
        check_message(err.text, path, i);
        assert_int_equal(nf_input_open(&after, path, &err), NF_OK);
        assert_int_equal(after.size, file.size);
        assert_memory_equal(after.data, file.data, file.size);
        nf_folder_lists("", "old.json ");
        nf_input_close(&after);
        nf_text_free(&file);
    }
}

TEST(the_statistics_of_another_version_can_still_be_read)
{
    struct nf_error err = {""};
    struct nf_saved saved;
    struct nf_text file = file_of_version(0, true, "\"0.0.1\"");
    if (nf_read_run(&file, &saved, &err) != NF_OK)
        fail_msg("%s", err.text);
    assert_int_equal(saved.tally.games, 20);
    nf_saved_close(&saved);
    nf_text_free(&file);
}

int main(void)
{
    return nf_run_tests(nf_folder_begin, nf_folder_end);
}
