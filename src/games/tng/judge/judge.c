#include "games/tng/judge/judge.h"
#include "base/lang.h"
#include "core/contract/game.h"
#include "games/tng/rules/transcript.h"

#include "base/shown.h"

#include <stdlib.h>

/* ---- play ---- */

/* A sink that puts records in the order of their games. */
struct ordered_sink {
    struct tng_sink sink;
    uint32_t *records;
};

static void take(struct tng_sink *sink, const uint64_t *indices, const uint32_t *records,
                 uint32_t count)
{
    uint32_t *const ordered = ((struct ordered_sink *)sink)->records;
    for (uint32_t i = 0; i < count; i++)
        ordered[indices[i]] = records[i];
}

enum nf_status tng_solve_games(const struct tng_game *games, size_t count, uint32_t *records,
                               struct nf_error *err)
{
    const struct tng_kernel *const kernel = tng_best_kernel();
    struct tng_dealt *const dealt = malloc((count + 1) * sizeof *dealt);
    struct tng_deal deal = {.given = dealt};
    void *const memory = aligned_alloc(NF_CACHE_LINE, tng_play_memory(kernel, &deal));
    struct nf_feed feed = {.next = 0, .end = count, .more = nf_no_more};
    struct ordered_sink sink = {{take}, records};
    enum nf_status status = NF_OK;
    if (dealt == NULL || memory == NULL) {
        status = nf_fail(err, NF_IO, "out of memory for %zu games", count);
    } else {
        for (size_t i = 0; i < count; i++)
            dealt[i] = tng_pack_game(&games[i]);
        deal = tng_give(dealt, count);
        tng_play(kernel, &deal, memory, &feed, &sink.sink);
    }
    free(dealt);
    free(memory);
    return status;
}

/* Solves all games that were read; the caller frees the records. */
static enum nf_status solve_read(const struct nf_instance *read, uint32_t **records,
                                 struct nf_error *err)
{
    struct tng_instance instance;
    enum nf_status status = tng_games_of(read, &instance, err);
    if (status != NF_OK)
        return status;
    *records = malloc((instance.count + 1) * sizeof **records);
    status = *records == NULL ? nf_fail(err, NF_IO, "out of memory for %zu games", instance.count)
                              : tng_solve_games(instance.games, instance.count, *records, err);
    if (status != NF_OK)
        free(*records);
    tng_instance_free(&instance);
    return status;
}

enum nf_status tng_play_instance(const struct nf_input *input, struct nf_text *transcript,
                                 struct nf_error *err)
{
    struct nf_instance read;
    uint32_t *records;
    enum nf_status status = nf_instance_read(&read, &tng_format, input, err);
    if (status != NF_OK)
        return status;
    status = solve_read(&read, &records, err);
    for (size_t i = 0; status == NF_OK && i < read.rows; i++)
        tng_print_outcome(transcript, i + 1, tng_record_outcome(records[i]));
    if (status == NF_OK)
        free(records);
    nf_instance_free(&read);
    return status;
}

/* ---- verify ---- */

static struct nf_measured range(const struct nf_instance *read, enum tng_field field)
{
    return nf_instance_range(read, &tng_format.fields[field]);
}

static void summarise(const struct nf_input *input, const struct nf_instance *read,
                      const uint32_t *records, struct nf_text *report)
{
    uint64_t ends[3] = {0};
    const struct nf_measured p = range(read, TNG_FIELD_P), r = range(read, TNG_FIELD_R),
                             m = range(read, TNG_FIELD_M);
    for (size_t i = 0; i < read->rows; i++)
        ends[tng_record_outcome(records[i])]++;
    nf_shown(report, input->name);
    nf_text_format(report, P_(": valid: %zu game", ": valid: %zu games", read->rows), read->rows);
    if (read->rows > 0)
        nf_text_format(report, _(", p %u to %u, r %u to %u, m %u to %u"), (unsigned)p.low,
                       (unsigned)p.high, (unsigned)r.low, (unsigned)r.high, (unsigned)m.low,
                       (unsigned)m.high);
    nf_text_format(report, _("\nX wins %llu, Y wins %llu, draws %llu\n"),
                   (unsigned long long)ends[TNG_X], (unsigned long long)ends[TNG_Y],
                   (unsigned long long)ends[TNG_DRAW]);
}

enum nf_status tng_verify(const struct nf_input *input, struct nf_text *report,
                          struct nf_error *err)
{
    struct nf_instance read;
    uint32_t *records = NULL;
    enum nf_status status = nf_instance_read(&read, &tng_format, input, err);
    if (status != NF_OK)
        return status;
    nf_instance_warn(&read, input, report);
    status = nf_instance_check_form(&read, input, err);
    if (status == NF_OK)
        status = solve_read(&read, &records, err);
    if (status == NF_OK) {
        summarise(input, &read, records, report);
        free(records);
    }
    nf_instance_free(&read);
    return status;
}
