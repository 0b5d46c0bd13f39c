#include "sim/instances.h"

#include "base/format/match.h"
#include "base/lang.h"
#include "base/owned.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What is played: the instances, where their games are, and where their records go. */
struct batch {
    const struct nf_game *game;
    const struct nf_kernel *kernel;
    const struct nf_input *instances;
    size_t count;
    struct nf_setup **setups; /* `count`, of which those behind the last are NULL */
    struct nf_place *places;  /* by instance */
    struct nf_text *records;  /* by instance */
};

/* Keeps the records of a setup's games in order of their indices. */
struct recorder {
    struct nf_sink sink;
    uint32_t *records;
    size_t words; /* of a record */
};

static void record(struct nf_sink *sink, const struct nf_outcome *outcome)
{
    const struct recorder *const recorder = (const struct recorder *)sink;
    memcpy(recorder->records + outcome->index * recorder->words, outcome->words,
           recorder->words * sizeof *recorder->records);
}

/* Hands the records of setup `number` out to its instances. */
static void hand_out(const struct batch *batch, size_t number, const struct recorder *recorder)
{
    for (size_t i = 0; i < batch->count; i++) {
        const struct nf_place *const place = &batch->places[i];
        if (place->setup == number)
            nf_text_bytes(&batch->records[i],
                          (const char *)(recorder->records + place->first * recorder->words),
                          (size_t)place->games * recorder->words * sizeof *recorder->records);
    }
}

static enum nf_status play_setup(const struct batch *batch, size_t number, struct nf_error *err)
{
    const struct nf_setup *const setup = batch->setups[number];
    const struct nf_kernel *const kernel = batch->kernel;
    uint64_t games = 0;
    for (size_t i = 0; i < batch->count; i++)
        games += batch->places[i].setup == number ? batch->places[i].games : 0;
    struct recorder recorder = {.sink = {record}, .words = nf_words_of(setup)};
    NF_OWNED uint32_t *records = calloc((size_t)games * recorder.words + 1, sizeof *records);
    NF_OWNED void *memory = aligned_alloc(NF_CACHE_LINE, kernel->memory(kernel, setup));
    struct nf_feed feed = {.next = 0, .end = games, .more = nf_no_more};
    if (memory == NULL || records == NULL)
        return nf_fail(err, NF_IO, "out of memory for kernel %s", kernel->name);
    recorder.records = records;
    NF_TRY(nf_kernel_play(kernel, setup, memory, &feed, &recorder.sink, err));
    hand_out(batch, number, &recorder);
    return NF_OK;
}

/* A kernel knows the index of a game that it cannot play, not whose instance that was and where its
 * fault is: the instances are played one by one, and the rules say it. */
static enum nf_status name_the_fault(const struct batch *batch, struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text unread = {0};
    if (batch->count == 1) {
        struct nf_match match;
        struct nf_error found;
        if (nf_match_open(&match, batch->game->rules, batch->instances, &found) == NF_OK) {
            if (nf_match_play_strictly(&match, batch->game->rules, NULL, &found) == NF_INVALID)
                *err = found;
            nf_match_close(&match);
        }
        return NF_INVALID;
    }
    for (size_t i = 0; i < batch->count; i++) {
        unread.size = 0;
        NF_TRY(
            nf_play_instances(batch->game, batch->kernel, &batch->instances[i], 1, &unread, err));
    }
    return nf_fail(err, NF_INTERNAL, "kernel %s refuses instances that are valid",
                   batch->kernel->name);
}

/* All share one setup, a block with the games behind it. */
static enum nf_status share_setup(const struct batch *batch, const struct nf_match *matches,
                                  struct nf_error *err)
{
    const struct nf_game *const game = batch->game;
    const struct nf_params params = {.players = game->players.high,
                                     .rounds = game->rounds.high,
                                     .profile = game->profiles[0].name};
    const size_t size = game->rules->game_size;
    size_t games = 0;
    NF_TRY(nf_prepare(game, &params, batch->setups, err));
    for (size_t i = 0; i < batch->count; i++) {
        batch->places[i] = (struct nf_place){.first = games, .games = matches[i].games};
        games += matches[i].games;
    }
    void *const made = realloc(batch->setups[0], game->setup_size + games * size);
    if (made == NULL)
        return nf_fail(err, NF_IO, "out of memory for %zu games", games);
    batch->setups[0] = made;
    char *const given = (char *)made + game->setup_size;
    for (size_t i = 0; i < batch->count; i++)
        memcpy(given + batch->places[i].first * size, matches[i].game, matches[i].games * size);
    game->deals->give(made, given, games);
    return NF_OK;
}

/* Makes setups of all games. */
static enum nf_status prepare_setups(const struct batch *batch, struct nf_error *err)
{
    const struct nf_deal_ops *const deals = batch->game->deals;
    struct nf_match *const matches = malloc(batch->count * sizeof *matches);
    enum nf_status status =
        matches == NULL ? nf_fail(err, NF_IO, "out of memory for %zu instances", batch->count)
                        : NF_OK;
    size_t read = 0;
    while (status == NF_OK && read < batch->count) {
        status = nf_match_open(&matches[read], batch->game->rules, &batch->instances[read], err);
        read += status == NF_OK;
    }
    if (status == NF_OK && deals->prepare_instances != NULL)
        status = deals->prepare_instances(matches, batch->count, batch->setups, batch->places, err);
    else if (status == NF_OK)
        status = share_setup(batch, matches, err);
    while (read > 0)
        nf_match_close(&matches[--read]);
    free(matches);
    return status;
}

static enum nf_status play_batch(const struct batch *batch, struct nf_error *err)
{
    NF_TRY(prepare_setups(batch, err));
    for (size_t i = 0; i < batch->count && batch->setups[i] != NULL; i++) {
        const enum nf_status status = play_setup(batch, i, err);
        if (status == NF_INVALID)
            return name_the_fault(batch, err);
        NF_TRY(status);
    }
    for (size_t i = 0; i < batch->count; i++)
        NF_TRY_MEMORY(!batch->records[i].failed, err);
    return NF_OK;
}

enum nf_status nf_play_instances(const struct nf_game *game, const struct nf_kernel *kernel,
                                 const struct nf_input *instances, size_t count,
                                 struct nf_text *records, struct nf_error *err)
{
    assert(kernel->supported());
    if (count == 0)
        return NF_OK;
    const struct batch batch = {
        .game = game,
        .kernel = kernel,
        .instances = instances,
        .count = count,
        .setups = calloc(count, sizeof *batch.setups),
        .places = calloc(count, sizeof *batch.places),
        .records = records,
    };
    const enum nf_status status =
        batch.setups == NULL || batch.places == NULL
            ? nf_fail(err, NF_IO, "out of memory for %zu instances", count)
            : play_batch(&batch, err);
    for (size_t i = 0; batch.setups != NULL && i < count && batch.setups[i] != NULL; i++)
        nf_release(batch.setups[i]);
    free(batch.setups);
    free(batch.places);
    return status;
}

void nf_describe_records(const void *ours, const void *theirs, uint32_t words, struct nf_text *text)
{
    enum { SHOWN = 5 };
    struct nf_text shown = {0};
    uint32_t different = 0;
    for (uint32_t i = 0; i < words; i++) {
        uint32_t a, b;
        memcpy(&a, (const char *)ours + i * sizeof a, sizeof a);
        memcpy(&b, (const char *)theirs + i * sizeof b, sizeof b);
        if (a != b && different++ < SHOWN)
            nf_text_format(&shown, _("; word %u: %u and %u"), i, a, b);
    }
    nf_text_format(text, _("%u of %u words%.*s"), different, words, (int)shown.size,
                   shown.data != NULL ? shown.data : "");
    text->failed |= shown.failed;
    nf_text_free(&shown);
}

enum nf_status nf_compare_kernel(const struct nf_game *game, const struct nf_kernel *kernel,
                                 const struct nf_input *instances, size_t count,
                                 struct nf_text *const *differs, struct nf_error *err)
{
    struct nf_text *const records = calloc(2 * count, sizeof *records);
    if (records == NULL)
        return nf_fail(err, NF_IO, "out of memory for %zu cases", count);
    enum nf_status status = nf_play_instances(game, kernel, instances, count, records, err);
    if (status == NF_OK)
        status = nf_play_instances(game, game->kernels[0], instances, count, records + count, err);
    for (size_t i = 0; i < count && status == NF_OK; i++) {
        const struct nf_text *const played = &records[i], *const right = &records[count + i];
        assert(played->size == right->size);
        if (memcmp(played->data, right->data, right->size) != 0)
            nf_describe_records(played->data, right->data,
                                (uint32_t)(right->size / sizeof(uint32_t)), differs[i]);
    }
    for (size_t i = 0; i < 2 * count; i++)
        nf_text_free(&records[i]);
    free(records);
    return status;
}
