#include "games/tng/simulated/kernels/kernels.h"

#include "base/owned.h"
#include "games/tng/rules/events.h"
#include "games/tng/rules/format.h"
#include "games/tng/rules/tng.h"

#include <stdlib.h>

/* ---- play ---- */

/* A sink that puts records in the order of their games. */
struct ordered_sink {
    struct tng_sink sink;
    uint32_t *records;
};

static void take_records(struct tng_sink *sink, const uint64_t *indices, const uint32_t *records,
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
    const struct tng_deal deal = tng_give(games, count);
    NF_OWNED void *memory = aligned_alloc(NF_CACHE_LINE, tng_play_memory(kernel, &deal));
    struct nf_feed feed = {.next = 0, .end = count, .more = nf_no_more};
    struct ordered_sink sink = {{take_records}, records};
    NF_TRY_MEMORY(memory != NULL, err);
    tng_play(kernel, &deal, memory, &feed, &sink.sink);
    return NF_OK;
}

/* The same by the rules in plain C, for the fuzzer, with the events. */
static void solve_plainly(const struct tng_game *games, size_t count, uint32_t *records,
                          uint64_t *reached)
{
    for (size_t i = 0; i < count; i++) {
        records[i] = tng_reference_record(&games[i]);
        nf_add_events(reached, tng_events_of(&games[i]));
    }
    reached[TNG_SEVERAL_GAMES] += count > 1;
}

/* The course of a game is its record. */
static enum nf_status judge_tng(const struct nf_match *match, struct nf_text *transcript,
                                uint64_t *reached, struct nf_error *err)
{
    uint32_t *const records = match->course;
    if (reached != NULL)
        solve_plainly(match->game, match->games, records, reached);
    else
        NF_TRY(tng_solve_games(match->game, match->games, records, err));
    for (size_t i = 0; transcript != NULL && i < match->games; i++)
        tng_print_outcome(transcript, i + 1, tng_record_outcome(records[i]));
    return NF_OK;
}

const struct nf_rules tng_rules = {
    .format = &tng_format,
    .game_size = sizeof(struct tng_game),
    .course_size = sizeof(uint32_t),
    .make = tng_make,
    .play = judge_tng,
};
