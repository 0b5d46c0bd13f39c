#include "tests/unit/sim/runs/played_run.h"

#include "games/cirno/simulated/module.h"
#include "tests/fuzz-targets/fuzz_saved.h"
#include "tests/unit/played.h"
#include "tests/unit/test.h"

#include <string.h>

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
    FREED_BY(nf_close_played) struct nf_played_run run;
    nf_play_run(&run, params, first, games);
    struct nf_text file = nf_file_of_report(&run.report);
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

struct nf_text nf_file_changed(const struct nf_text *file, const char *changes)
{
    json_auto_t *document = json_loadb(file->data, file->size, 0, NULL);
    struct nf_text changed = {0};
    assert_non_null(document);
    for (const char *line = changes, *end; *line != '\0'; line = end + (*end != '\0')) {
        end = line + strcspn(line, "\n");
        nf_fuzz_edit(document, line, (size_t)(end - line));
    }
    nf_fuzz_seal(document, &changed);
    return changed;
}

void nf_assert_same(const struct nf_text *found, const struct nf_text *expected)
{
    assert_int_equal(found->size, expected->size);
    assert_memory_equal(found->data, expected->data, expected->size);
}
