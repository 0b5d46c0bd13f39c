#include "games/tng/judge/judge.h"
#include "base/lang.h"
#include "core/contract/game.h"

#include "base/shown.h"

#include "core/parting.h"

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

static bool no_more(struct nf_feed *feed)
{
    (void)feed;
    return false;
}

enum nf_status tng_solve_games(const struct tng_game *games, size_t count, uint32_t *records,
                               struct nf_error *err)
{
    const struct tng_kernel *const kernel = tng_best_kernel();
    struct tng_dealt *const dealt = malloc((count + 1) * sizeof *dealt);
    struct tng_deal deal = {.given = dealt};
    void *const memory = aligned_alloc(NF_CACHE_LINE, tng_play_memory(kernel, &deal));
    struct nf_feed feed = {.next = 0, .end = count, .more = no_more};
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

/* Reads and solves all games of `input`; the caller frees games and records. */
static enum nf_status solve_input(const struct nf_input *input, struct tng_instance *instance,
                                  uint32_t **records, struct nf_error *err)
{
    enum nf_status status = tng_read_all(input, instance, err);
    if (status != NF_OK)
        return status;
    *records = malloc((instance->count + 1) * sizeof **records);
    status = *records == NULL ? nf_fail(err, NF_IO, "out of memory for %zu games", instance->count)
                              : tng_solve_games(instance->games, instance->count, *records, err);
    if (status != NF_OK) {
        free(*records);
        tng_instance_free(instance);
    }
    return status;
}

enum nf_status tng_play_instance(const struct nf_input *input, struct nf_text *transcript,
                                 struct nf_error *err)
{
    struct tng_instance instance;
    uint32_t *records;
    const enum nf_status status = solve_input(input, &instance, &records, err);
    if (status != NF_OK)
        return status;
    for (size_t i = 0; i < instance.count; i++)
        tng_print_outcome(transcript, i + 1, tng_record_outcome(records[i]));
    free(records);
    tng_instance_free(&instance);
    return NF_OK;
}

/* ---- verify ---- */

/* Appends a warning for each repeated goal. A set has it once, but the statement does not forbid
 * it. */
static void warn_of_equal_goals(const struct tng_reader *reader, const struct tng_game *game,
                                struct nf_text *report)
{
    for (uint32_t i = 1; i < game->m; i++) {
        uint32_t first = 0;
        while (game->g[first] != game->g[i])
            first++; /* ends at `i` itself */
        if (first == i)
            continue;
        struct nf_error place;
        nf_fail_at(&place, reader->input, reader->goals[i],
                   "warning: goal %u is goal %u again, %u; the set has it once", i + 1, first + 1,
                   game->g[i]);
        nf_text_format(report, "%s\n", place.text);
    }
}

/* Ranges and counts for the summary. */
struct extent {
    uint8_t p_low, p_high, r_low, r_high, m_low, m_high;
};

static void extend(uint8_t *low, uint8_t *high, uint8_t value)
{
    *low = value < *low ? value : *low;
    *high = value > *high ? value : *high;
}

static enum nf_status check_form(const struct nf_input *input, const struct tng_instance *instance,
                                 struct nf_error *err)
{
    struct nf_text printed = {0};
    tng_print(&printed, instance->games, instance->count);
    const enum nf_status status = nf_check_bytes(input, &printed, err);
    nf_text_free(&printed);
    return status;
}

static void summarise(const struct nf_input *input, const struct tng_instance *instance,
                      const uint32_t *records, struct nf_text *report)
{
    uint64_t ends[3] = {0};
    struct extent extent = {UINT8_MAX, 0, UINT8_MAX, 0, UINT8_MAX, 0};
    for (size_t i = 0; i < instance->count; i++) {
        const struct tng_game *const game = &instance->games[i];
        ends[tng_record_outcome(records[i])]++;
        extend(&extent.p_low, &extent.p_high, game->p);
        extend(&extent.r_low, &extent.r_high, game->r);
        extend(&extent.m_low, &extent.m_high, game->m);
    }
    nf_shown(report, input->name);
    nf_text_format(report, P_(": valid: %zu game", ": valid: %zu games", instance->count),
                   instance->count);
    if (instance->count > 0)
        nf_text_format(report, _(", p %u to %u, r %u to %u, m %u to %u"), extent.p_low,
                       extent.p_high, extent.r_low, extent.r_high, extent.m_low, extent.m_high);
    nf_text_format(report, _("\nX wins %llu, Y wins %llu, draws %llu\n"),
                   (unsigned long long)ends[TNG_X], (unsigned long long)ends[TNG_Y],
                   (unsigned long long)ends[TNG_DRAW]);
}

enum nf_status tng_verify(const struct nf_input *input, struct nf_text *report,
                          struct nf_error *err)
{
    struct tng_reader reader = {.input = input};
    for (bool more = true; more;) {
        struct tng_game game;
        const enum nf_status status = tng_read(&reader, &game, &more, err);
        if (status != NF_OK)
            return status;
        if (more)
            warn_of_equal_goals(&reader, &game, report);
    }
    struct tng_instance instance;
    uint32_t *records;
    enum nf_status status = solve_input(input, &instance, &records, err);
    if (status != NF_OK)
        return status;
    status = check_form(input, &instance, err);
    if (status == NF_OK)
        summarise(input, &instance, records, report);
    free(records);
    tng_instance_free(&instance);
    return status;
}
