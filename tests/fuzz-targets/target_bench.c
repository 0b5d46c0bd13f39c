/* Saved benches: what is read can be written and is the same when it is read again. */
#include "bench/bench_rows.h"
#include "fuzz_target.h"

#include <math.h>
#include <string.h>

static bool same_row(const struct nf_bench_row *a, const struct nf_bench_row *b)
{
    return nf_bench_same(a, b, false) && a->games == b->games && a->turns == b->turns &&
           a->repeat == b->repeat && strcmp(a->digest, b->digest) == 0;
}

static void check_figures(const struct nf_bench_result *result)
{
    for (size_t i = 0; i < result->count; i++) {
        const struct nf_bench_figures figures = nf_bench_figures(result, i, "reference");
        nf_fuzz_require(!isnan(figures.turns_per_second.median) && !isnan(figures.ns_per_turn),
                        "row %zu has no figures", i + 1);
    }
}

void nf_fuzz_bench_file(const char *bytes, size_t size)
{
    const struct nf_input input = nf_fuzz_input(bytes, size);
    FREED_BY(nf_bench_result_free) struct nf_bench_result result = {0}, again = {0};
    FREED_BY(nf_text_free) struct nf_text text = {0};
    struct nf_error err;
    if (nf_bench_json_read(&input, &result, &err) != NF_OK) {
        nf_fuzz_message(&err);
        if (strstr(err.text, "in JSON") != NULL)
            nf_fuzz_place(&input, &err);
        return;
    }
    check_figures(&result);
    nf_fuzz_require(nf_bench_json_write(&text, &result, "reference", &err) == NF_OK,
                    "read, but not written: %s", err.text);
    const struct nf_input reread = nf_fuzz_reread(&text);
    nf_fuzz_require(nf_bench_json_read(&reread, &again, &err) == NF_OK,
                    "written, but not read again: %s", err.text);
    nf_fuzz_require(again.count == result.count && again.seed == result.seed &&
                        again.warmup == result.warmup && strcmp(again.game, result.game) == 0,
                    "written and read again it is another bench");
    for (size_t i = 0; i < result.count; i++)
        nf_fuzz_require(same_row(&result.rows[i], &again.rows[i]), "row %zu differs", i + 1);
}
