#include "tests/unit/runs/played_run.h"

#include "games/cirno/module.h"
#include "tests/unit/played.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

void nf_play_run(struct nf_played_run *run, const struct nf_params *params, uint64_t first,
                 uint64_t games)
{
    *run = (struct nf_played_run){.setup = nf_test_prepare(&cirno_game, params),
                                  .span = {first, games}};
    run->result = nf_test_run(run->setup, cirno_game.kernels[0], first, games, 2, 0);
    run->report =
        (struct nf_report){.tally = &run->result.tally, .spans = &run->span, .spans_count = 1};
}

void nf_close_played(struct nf_played_run *run)
{
    nf_tally_close(&run->result.tally);
    nf_release(run->setup);
}

struct nf_text nf_file_of_report(const struct nf_report *report)
{
    struct nf_text file = {0};
    assert_ok(nf_saved_write, &file, report);
    return file;
}

struct nf_text nf_file_of_run(const struct nf_params *params, uint64_t first, uint64_t games)
{
    struct nf_played_run run;
    nf_play_run(&run, params, first, games);
    struct nf_text file = nf_file_of_report(&run.report);
    nf_close_played(&run);
    return file;
}

enum nf_status nf_read_run(const struct nf_text *file, struct nf_saved *saved, struct nf_error *err)
{
    const struct nf_input input = nf_text_input(file, "run");
    return nf_saved_read(&input, saved, err);
}

struct nf_saved nf_read_back(const struct nf_text *file)
{
    struct nf_saved saved;
    assert_ok(nf_read_run, file, &saved);
    return saved;
}

struct nf_text nf_file_of_document(json_t *document)
{
    json_object_del(document, "checksum");
    char *const plain = json_dumps(document, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENSURE_ASCII);
    const XXH128_hash_t hash = XXH3_128bits(plain, strlen(plain));
    char checksum[NF_DIGEST_TEXT];
    nf_digest_print(&(struct nf_digest){hash.low64, hash.high64}, checksum);
    json_object_set_new(document, "checksum", json_string(checksum));
    char *const whole = json_dumps(document, JSON_INDENT(2));
    struct nf_text file = {0};
    nf_text_string(&file, whole);
    json_decref(document);
    free(plain);
    free(whole);
    return file;
}

void nf_assert_same(const struct nf_text *found, const struct nf_text *expected)
{
    assert_int_equal(found->size, expected->size);
    assert_memory_equal(found->data, expected->data, expected->size);
}
