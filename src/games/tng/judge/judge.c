#include "games/tng/judge/judge.h"
#include "core/game.h"

#include "base/shown.h"

#include "core/parting.h"

#include <stdlib.h>

/* ---- play ---- */

/* Games ordered by their pair of p and e, as kernels want them: packed[i] is of game order[i];
 * those of a pair end at last[pair]. */
struct sorted {
    uint64_t *packed;
    size_t *order;
    size_t last[TNG_PAIRS];
    void *memory; /* the kernel's */
};

static void sorted_free(struct sorted *sorted)
{
    free(sorted->packed);
    free(sorted->order);
    free(sorted->memory);
}

static bool allocate(struct sorted *sorted, const struct tng_kernel *kernel, size_t count)
{
    const struct tng_deal numbered = {.every = true}; /* one bin is enough */
    const size_t bytes = tng_play_memory(kernel, &numbered);
    *sorted = (struct sorted){
        .packed = malloc((count + 1) * sizeof *sorted->packed),
        .order = malloc((count + 1) * sizeof *sorted->order),
        .memory = aligned_alloc(NF_CACHE_LINE,
                                (bytes + NF_CACHE_LINE - 1) / NF_CACHE_LINE * NF_CACHE_LINE),
    };
    if (sorted->packed != NULL && sorted->order != NULL && sorted->memory != NULL)
        return true;
    sorted_free(sorted);
    return false;
}

/* A counting sort. */
static void sort(struct sorted *sorted, const struct tng_maps *maps, const struct tng_game *games,
                 size_t count)
{
    for (size_t i = 0; i < count; i++)
        sorted->last[tng_maps_of(games[i].p, games[i].e) - maps]++;
    size_t sum = 0;
    for (uint32_t pair = 0; pair < TNG_PAIRS; pair++) {
        const size_t own = sorted->last[pair];
        sorted->last[pair] = sum;
        sum += own;
    }
    for (size_t i = 0; i < count; i++) {
        const size_t at = sorted->last[tng_maps_of(games[i].p, games[i].e) - maps]++;
        sorted->packed[at] = tng_pack(tng_goal_set(&games[i]), games[i].n0, games[i].r);
        sorted->order[at] = i;
    }
}

enum nf_status tng_solve_games_by(const struct tng_kernel *kernel, const struct tng_game *games,
                                  size_t count, uint32_t *records, struct nf_error *err)
{
    const struct tng_maps *const maps = tng_all_maps();
    struct sorted sorted;
    if (!allocate(&sorted, kernel, count))
        return nf_fail(err, NF_IO, "out of memory for %zu games", count);
    sort(&sorted, maps, games, count);
    size_t done = 0;
    for (uint32_t pair = 0; pair < TNG_PAIRS; pair++) {
        tng_solve_packed(kernel, &maps[pair], sorted.packed + done, sorted.last[pair] - done,
                         sorted.memory);
        for (; done < sorted.last[pair]; done++) {
            const uint64_t packed = sorted.packed[done];
            const uint32_t m = (uint32_t)__builtin_popcountll(packed & TNG_GOAL_MASK);
            records[sorted.order[done]] =
                tng_record(tng_record_fields(maps[pair].p, maps[pair].e, m), tng_packed_n0(packed),
                           tng_packed_r(packed), (uint32_t)(packed >> TNG_MOVES_SHIFT));
        }
    }
    sorted_free(&sorted);
    return NF_OK;
}

enum nf_status tng_solve_games(const struct tng_game *games, size_t count, uint32_t *records,
                               struct nf_error *err)
{
    return tng_solve_games_by(tng_best_kernel(), games, count, records, err);
}

/* The records of all games of `input`; the caller frees both. */
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

/* One warning for each goal that stands before. A set has it once, but nothing forbids it. */
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

/* What a summary tells of all games. */
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
    nf_text_format(report, ": valid: %zu %s", instance->count,
                   instance->count == 1 ? "game" : "games");
    if (instance->count > 0)
        nf_text_format(report, ", p %u to %u, r %u to %u, m %u to %u", extent.p_low, extent.p_high,
                       extent.r_low, extent.r_high, extent.m_low, extent.m_high);
    nf_text_format(report, "\nX wins %llu, Y wins %llu, draws %llu\n",
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
