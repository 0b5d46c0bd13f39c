#include "bench/bench_rows.h"

#include "base/json_text.h"
#include "base/shown.h"
#include "table/figures.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const nf_bench_part_names[NF_BENCH_PARTS] = {"run", "simulate", "deal", "play"};

void nf_bench_result_free(struct nf_bench_result *result)
{
    for (size_t i = 0; i < result->count; i++) {
        free(result->rows[i].seconds);
        free(result->rows[i].cpu_seconds);
    }
    free(result->rows);
    result->rows = NULL;
    result->count = 0;
}

bool nf_bench_same(const struct nf_bench_row *a, const struct nf_bench_row *b, bool any_kernel)
{
    return a->part == b->part && (any_kernel || strcmp(a->kernel, b->kernel) == 0) &&
           strcmp(a->profile, b->profile) == 0 && a->players == b->players &&
           a->rounds == b->rounds && a->deck == b->deck && a->threads == b->threads;
}

static double median_turn_rate(const struct nf_bench_row *row)
{
    return (double)row->turns / nf_samples_spread(row->seconds, row->repeat).median;
}

struct nf_bench_figures nf_bench_figures(const struct nf_bench_result *result, size_t i,
                                         const char *reference)
{
    const struct nf_bench_row *const row = &result->rows[i];
    const struct nf_spread times = nf_samples_spread(row->seconds, row->repeat);
    const double turns = (double)row->turns;
    const struct nf_spread cpu = nf_samples_spread(row->cpu_seconds, row->repeat);
    const uint32_t cpus = row->threads < result->cpus ? row->threads : result->cpus;
    struct nf_bench_figures figures = {
        .turns_per_second = {turns / times.most, turns / times.median, turns / times.least},
        .games_per_second = (double)row->games / times.median,
        .ns_per_turn = 1e9 * cpu.median / turns,
        .best_ns_per_turn = 1e9 * cpu.least / turns,
        .busy = nf_samples_busy(&times) || cpu.median < 0.9 * cpus * times.median,
    };
    figures.cycles_per_turn = figures.ns_per_turn * 1e-9 * result->tsc_hz;
    figures.best_cycles_per_turn = figures.best_ns_per_turn * 1e-9 * result->tsc_hz;
    for (size_t j = 0; j < result->count; j++)
        if (strcmp(result->rows[j].kernel, reference) == 0 &&
            nf_bench_same(&result->rows[j], row, true))
            figures.to_reference =
                figures.turns_per_second.median / median_turn_rate(&result->rows[j]);
    return figures;
}

/* ---- as JSON ---- */

static const char schema[] = "ninefold.bench/1";

/* ---- writing ---- */

static json_t *positive_or_null(double number)
{
    return number > 0 ? nf_json_number(number) : json_null();
}

static json_t *seconds_list(const double *seconds, size_t repeat)
{
    json_t *const list = json_array();
    for (size_t i = 0; i < repeat; i++)
        json_array_append_new(list, nf_json_number(seconds[i]));
    return list;
}

static json_t *row_object(const struct nf_bench_result *result, size_t i, const char *reference)
{
    const struct nf_bench_row *const row = &result->rows[i];
    const struct nf_bench_figures figures = nf_bench_figures(result, i, reference);
    json_t *const object =
        json_pack("{s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "part",
                  nf_bench_part_names[row->part], "kernel", row->kernel, "profile", row->profile,
                  "players", nf_json_count(row->players), "rounds", nf_json_count(row->rounds),
                  "deck", row->deck > 0 ? nf_json_count(row->deck) : json_null(), "threads",
                  nf_json_count(row->threads), "games", nf_json_count(row->games), "turns",
                  nf_json_count(row->turns));
    json_object_set_new(object, "digest",
                        row->digest[0] != '\0' ? json_string(row->digest) : json_null());
    json_object_set_new(object, "seconds", seconds_list(row->seconds, row->repeat));
    json_object_set_new(object, "cpu_seconds", seconds_list(row->cpu_seconds, row->repeat));
    json_object_set_new(object, "turns_per_second",
                        json_pack("{s:o, s:o, s:o}", "min",
                                  nf_json_number(figures.turns_per_second.least), "median",
                                  nf_json_number(figures.turns_per_second.median), "max",
                                  nf_json_number(figures.turns_per_second.most)));
    json_object_set_new(object, "games_per_second", nf_json_number(figures.games_per_second));
    json_object_set_new(object, "ns_per_turn", nf_json_number(figures.ns_per_turn));
    json_object_set_new(object, "cycles_per_turn", positive_or_null(figures.cycles_per_turn));
    json_object_set_new(object, "cycles_per_turn_best",
                        positive_or_null(figures.best_cycles_per_turn));
    json_object_set_new(object, "ratio_to_reference", positive_or_null(figures.to_reference));
    json_object_set_new(object, "busy", json_boolean(figures.busy));
    return object;
}

enum nf_status nf_bench_json_write(struct nf_text *text, const struct nf_bench_result *result,
                                   const char *reference, struct nf_error *err)
{
    json_t *const rows = json_array();
    for (size_t i = 0; i < result->count; i++)
        json_array_append_new(rows, row_object(result, i, reference));
    json_t *const document =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:{s:s, s:o, s:o}, s:s, s:o, s:f, s:o, s:o}", "schema",
                  schema, "version", result->version, "commit", result->commit, "compiler",
                  result->compiler, "flags", result->flags, "machine", "processor", result->machine,
                  "cpus", nf_json_count(result->cpus), "tsc_hz", positive_or_null(result->tsc_hz),
                  "game", result->game, "seed", nf_json_count(result->seed), "min_seconds",
                  result->least_seconds, "warmup", nf_json_count(result->warmup), "rows", rows);
    if (result->strategy[0] != '\0')
        json_object_set_new(document, "strategy", json_string(result->strategy));
    if (result->detail)
        json_object_set_new(document, "detail", json_true());
    return nf_text_json(text, document, err);
}

/* ---- reading ---- */

/* A place in the document, for messages. */
struct place {
    const char *file;
    size_t row; /* from 1; 0: not in a row */
};

static enum nf_status fail_member(const struct place *place, const char *member,
                                  const char *expected, struct nf_error *err)
{
    if (place->row == 0)
        return nf_fail(err, NF_INVALID, "%.200s: not a saved bench: '%s': expected %s", place->file,
                       member, expected);
    return nf_fail(err, NF_INVALID, "%.200s: not a saved bench: row %zu: '%s': expected %s",
                   place->file, place->row, member, expected);
}

static enum nf_status read_text(const struct place *place, const json_t *object, const char *member,
                                char *to, size_t size, struct nf_error *err)
{
    const char *const text = json_string_value(json_object_get(object, member));
    if (text == NULL || strlen(text) >= size)
        return fail_member(place, member, "a string of sensible length", err);
    nf_shown_copy(to, size, text);
    return NF_OK;
}

/* Reads an integer from `low` to `high`. */
static enum nf_status read_count(const struct place *place, const json_t *object,
                                 const char *member, uint64_t low, uint64_t high, uint64_t *to,
                                 struct nf_error *err)
{
    const json_t *const value = json_object_get(object, member);
    *to = (uint64_t)json_integer_value(value);
    if (json_is_integer(value) && *to >= low && *to <= high)
        return NF_OK;
    char expected[64];
    snprintf(expected, sizeof expected, "a number from %" PRIu64 " to %" PRIu64, low, high);
    return fail_member(place, member, expected, err);
}

static enum nf_status read_small(const struct place *place, const json_t *object,
                                 const char *member, uint32_t low, uint32_t *to,
                                 struct nf_error *err)
{
    uint64_t value;
    const enum nf_status status = read_count(place, object, member, low, UINT32_MAX, &value, err);
    *to = (uint32_t)value;
    return status;
}

static enum nf_status read_part(const struct place *place, const json_t *object,
                                enum nf_bench_part *part, struct nf_error *err)
{
    const char *const name = json_string_value(json_object_get(object, "part"));
    for (int i = 0; name != NULL && i < NF_BENCH_PARTS; i++)
        if (strcmp(nf_bench_part_names[i], name) == 0) {
            *part = (enum nf_bench_part)i;
            return NF_OK;
        }
    return fail_member(place, "part", "run, simulate, deal or play", err);
}

/* Reads a list of `*repeat` times; if that is 0, of any length, to which it is then set. Processor
 * time, `of_cpu`, may be 0: some kernels count it by ticks of milliseconds. */
static enum nf_status read_seconds(const struct place *place, const json_t *object,
                                   const char *member, bool of_cpu, double **seconds,
                                   size_t *repeat, struct nf_error *err)
{
    const json_t *const list = json_object_get(object, member);
    const size_t size = json_array_size(list);
    if (size < 1 || size > NF_SAMPLES_MAX || (*repeat != 0 && size != *repeat))
        return fail_member(place, member, "a list of 1 to 1000 numbers, as many in each list", err);
    *seconds = calloc(size, sizeof **seconds);
    NF_TRY_MEMORY(*seconds != NULL, err);
    *repeat = size;
    for (size_t i = 0; i < size; i++) {
        const json_t *const value = json_array_get(list, i);
        (*seconds)[i] = json_number_value(value);
        if (!json_is_number(value) || (*seconds)[i] < 0 || (!of_cpu && (*seconds)[i] <= 0))
            return fail_member(place, member, of_cpu ? "numbers from 0 on" : "numbers above 0",
                               err);
    }
    return NF_OK;
}

static enum nf_status read_row(const struct place *place, const json_t *object,
                               struct nf_bench_row *row, struct nf_error *err)
{
    const json_t *const deck = json_object_get(object, "deck");
    NF_TRY(read_part(place, object, &row->part, err));
    NF_TRY(read_text(place, object, "kernel", row->kernel, sizeof row->kernel, err));
    NF_TRY(read_text(place, object, "profile", row->profile, sizeof row->profile, err));
    NF_TRY(read_small(place, object, "players", 1, &row->players, err));
    NF_TRY(read_small(place, object, "rounds", 1, &row->rounds, err));
    if (!json_is_null(deck))
        NF_TRY(read_small(place, object, "deck", 1, &row->deck, err));
    NF_TRY(read_small(place, object, "threads", 1, &row->threads, err));
    NF_TRY(read_count(place, object, "games", 1, INT64_MAX, &row->games, err));
    NF_TRY(read_count(place, object, "turns", 1, INT64_MAX, &row->turns, err));
    if (!json_is_null(json_object_get(object, "digest")))
        NF_TRY(read_text(place, object, "digest", row->digest, sizeof row->digest, err));
    NF_TRY(read_seconds(place, object, "seconds", false, &row->seconds, &row->repeat, err));
    return read_seconds(place, object, "cpu_seconds", true, &row->cpu_seconds, &row->repeat, err);
}

static enum nf_status read_rows(struct place *place, const json_t *document,
                                struct nf_bench_result *result, struct nf_error *err)
{
    const json_t *const rows = json_object_get(document, "rows");
    const size_t size = json_array_size(rows);
    if (size < 1)
        return fail_member(place, "rows", "a list of at least one row", err);
    result->rows = calloc(size, sizeof *result->rows);
    NF_TRY_MEMORY(result->rows != NULL, err);
    result->count = size;
    for (size_t i = 0; i < size; i++) {
        place->row = i + 1;
        NF_TRY(read_row(place, json_array_get(rows, i), &result->rows[i], err));
    }
    return NF_OK;
}

static enum nf_status read_document(const char *file, const json_t *document,
                                    struct nf_bench_result *result, struct nf_error *err)
{
    struct place place = {file, 0};
    char found[64];
    const json_t *const machine = json_object_get(document, "machine");
    NF_TRY(read_text(&place, document, "schema", found, sizeof found, err));
    if (strcmp(found, schema) != 0)
        return fail_member(&place, "schema", schema, err);
    NF_TRY(read_text(&place, document, "version", result->version, sizeof result->version, err));
    NF_TRY(read_text(&place, document, "commit", result->commit, sizeof result->commit, err));
    NF_TRY(read_text(&place, document, "compiler", result->compiler, sizeof result->compiler, err));
    NF_TRY(read_text(&place, document, "flags", result->flags, sizeof result->flags, err));
    NF_TRY(read_text(&place, machine, "processor", result->machine, sizeof result->machine, err));
    NF_TRY(read_small(&place, machine, "cpus", 1, &result->cpus, err));
    NF_TRY(read_text(&place, document, "game", result->game, sizeof result->game, err));
    NF_TRY(read_small(&place, document, "warmup", 0, &result->warmup, err));
    if (json_object_get(document, "strategy") != NULL)
        NF_TRY(read_text(&place, document, "strategy", result->strategy, sizeof result->strategy,
                         err));
    result->detail = json_is_true(json_object_get(document, "detail"));
    result->tsc_hz = fmax(0, json_number_value(json_object_get(machine, "tsc_hz")));
    result->least_seconds = json_number_value(json_object_get(document, "min_seconds"));
    result->seed = (uint64_t)json_integer_value(json_object_get(document, "seed"));
    return read_rows(&place, document, result, err);
}

enum nf_status nf_bench_json_read(const struct nf_input *input, struct nf_bench_result *result,
                                  struct nf_error *err)
{
    json_error_t wrong;
    *result = (struct nf_bench_result){.count = 0};
    json_t *const document = json_loadb(input->size > 0 ? input->data : "", input->size, 0, &wrong);
    if (document == NULL && nf_json_failed())
        return nf_fail_memory(err);
    if (document == NULL)
        return nf_fail_at(err, input, nf_json_place(&wrong, input),
                          "%.200s, expected a saved bench in JSON", wrong.text);
    const enum nf_status status = read_document(input->name, document, result, err);
    json_decref(document);
    if (status != NF_OK)
        nf_bench_result_free(result);
    return status;
}
