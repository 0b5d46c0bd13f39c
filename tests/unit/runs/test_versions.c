/* Runs that another version of the program has saved: their statistics can be read, but no games
 * are added to them, for a version may play otherwise. */
#include "commands/commands.h"
#include "core/runner.h"
#include "core/version.h"
#include "games/cirno/kernels/kernels.h"
#include "games/cirno/module.h"
#include "games/cirno/rules/cirno.h"
#include "runs/merge.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

static const struct nf_params params = {
    .players = 3, .rounds = 5, .profile = "uniform", .seed = 11};

/* The games from `first` on, of which the plan has more where it is not `finished`. */
static json_t *saved_document(uint64_t first, uint64_t games, bool finished)
{
    struct nf_setup *setup;
    struct nf_run_result result;
    struct nf_error err = {""};
    struct nf_text text = {0};
    assert_int_equal(nf_prepare(&cirno_game, &params, &setup, &err), NF_OK);
    const struct nf_run_options options = {
        .setup = setup, .kernel = &cirno_portable, .first = first, .games = games, .threads = 1};
    assert_int_equal(nf_run(&options, &result, &err), NF_OK);
    const struct nf_span span = {first, games};
    const struct nf_plan plan = {.first = first, .games = finished ? games : 2 * games};
    const struct nf_report report = {
        .tally = &result.tally, .spans = &span, .spans_count = 1, .plan = &plan};
    assert_int_equal(nf_saved_write(&text, &report, &err), NF_OK);
    json_t *const document = json_loadb(text.data, text.size, 0, NULL);
    assert_non_null(document);
    nf_text_free(&text);
    nf_tally_close(&result.tally);
    nf_release(setup);
    return document;
}

/* The file of a document with `version` (JSON; NULL: none) and a checksum that fits. Frees the
 * document. */
static char *file_of_version(json_t *document, const char *version)
{
    json_object_del(document, "checksum");
    if (version != NULL)
        json_object_set_new(document, "version", json_loads(version, JSON_DECODE_ANY, NULL));
    else
        json_object_del(document, "version");
    char *const plain = json_dumps(document, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENSURE_ASCII);
    const XXH128_hash_t hash = XXH3_128bits(plain, strlen(plain));
    char text[NF_DIGEST_TEXT];
    nf_digest_print(&(struct nf_digest){hash.low64, hash.high64}, text);
    free(plain);
    json_object_set_new(document, "checksum", json_string(text));
    char *const file = json_dumps(document, JSON_INDENT(2));
    json_decref(document);
    return file;
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

TEST(merge_refuses_a_run_of_another_version_be_it_alone_or_with_others_of_it)
{
    for (size_t i = 0; i < OTHERS; i++)
        for (int before = 0; before < 2; before++) {
            struct nf_merge merge = {0};
            struct nf_error err = {""};
            if (before == 1) {
                char text[64];
                snprintf(text, sizeof text, "\"%s\"", nf_version);
                char *const ours = file_of_version(saved_document(0, 20, true), text);
                const struct nf_input input = {"ours.json", ours, strlen(ours)};
                if (nf_merge_add(&merge, &input, &err) != NF_OK)
                    fail_msg("%s", err.text);
                free(ours);
            }
            char *const file = file_of_version(saved_document(20, 20, true), others[i].version);
            const struct nf_input input = {"old.json", file, strlen(file)};
            assert_int_equal(nf_merge_add(&merge, &input, &err), NF_INVALID);
            check_message(err.text, "old.json", i);
            free(file);
            nf_merge_close(&merge);
        }
}

TEST(a_run_of_another_version_is_not_gone_on_with_and_its_file_stays)
{
    char folder[] = "/tmp/ninefold-versions-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/old.json", folder);
    for (size_t i = 0; i < OTHERS; i++) {
        struct nf_error err = {""};
        char *const file = file_of_version(saved_document(0, 20, false), others[i].version);
        const struct nf_text text = {.data = file, .size = strlen(file)};
        assert_int_equal(nf_text_save(&text, path, &err), NF_OK);
        char resume[] = "--resume", quiet[] = "--quiet";
        char *arguments[] = {quiet, resume, path, NULL};
        assert_int_equal(nf_cli_run(&nf_command_run, arguments, &err), NF_INVALID);
        check_message(err.text, path, i);
        struct nf_input after;
        assert_int_equal(nf_input_open(&after, path, &err), NF_OK);
        assert_int_equal(after.size, text.size);
        assert_memory_equal(after.data, file, text.size);
        nf_input_close(&after);
        free(file);
    }
    unlink(path);
    assert_int_equal(rmdir(folder), 0); /* nothing else was left there */
}

TEST(the_statistics_of_another_version_can_still_be_read)
{
    struct nf_error err = {""};
    struct nf_saved saved;
    char *const file = file_of_version(saved_document(0, 20, true), "\"0.0.1\"");
    const struct nf_input input = {"old.json", file, strlen(file)};
    if (nf_saved_read(&input, &saved, &err) != NF_OK)
        fail_msg("%s", err.text);
    assert_int_equal(saved.tally.games, 20);
    nf_saved_close(&saved);
    free(file);
}
