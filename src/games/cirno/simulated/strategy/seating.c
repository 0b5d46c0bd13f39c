#include "games/cirno/simulated/strategy/strategy.h"

#include "base/owned.h"
#include "sim/game.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A seating with the strategies it points to. */
struct owned {
    struct cirno_seating seating; /* first */
    const struct nf_strategy *texts;
    uint32_t count;
    struct cirno_strategy strategies[CIRNO_SEATS + 1];
    char names[CIRNO_SEATS + 1][256];
    uint32_t kept_count;
    struct nf_strategy
        kept[CIRNO_SEATS + 2]; /* strategies that are not built in, ended by a NULL name */
};

/* Appends the text of a strategy; sets `*own` if it is not built in. */
static enum nf_status find_text(const struct nf_strategy *texts, const char *name,
                                struct nf_text *text, bool *own, struct nf_error *err)
{
    for (; texts != NULL && texts->name != NULL; texts++)
        if (strcmp(texts->name, name) == 0) {
            nf_text_string(text, texts->text);
            *own = true;
            return NF_OK;
        }
    bool shipped;
    const enum nf_status status = cirno_strategy_text(name, text, &shipped, err);
    *own = !shipped;
    return status;
}

/* Loads the strategy `name`, a string that outlives the seating, and keeps its text if it is not
 * built in. */
static enum nf_status load(struct owned *owned, const char *name, struct cirno_strategy *strategy,
                           struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text text = {0};
    bool own = false;
    NF_TRY(find_text(owned->texts, name, &text, &own, err));
    nf_text_bytes(&text, "", 1); /* ends the string */
    NF_TRY_MEMORY(!text.failed, err);
    NF_TRY(cirno_strategy_read(&(struct nf_input){name, text.data, text.size - 1}, name, strategy,
                               err));
    if (own) {
        owned->kept[owned->kept_count++] = (struct nf_strategy){name, NULL, text.data};
        text = (struct nf_text){0};
    }
    return NF_OK;
}

/* Finds the strategy of that name; loads it if it is new. */
static enum nf_status find_strategy(struct owned *owned, const char *name,
                                    const struct cirno_strategy **strategy, struct nf_error *err)
{
    for (uint32_t i = 0; i < owned->count; i++)
        if (strcmp(owned->names[i], name) == 0) {
            *strategy = &owned->strategies[i];
            return NF_OK;
        }
    if (strlen(name) >= sizeof owned->names[0])
        return nf_fail(err, NF_USAGE, "--strategy: '%.100s...': the name is too long", name);
    assert(owned->count <= CIRNO_SEATS); /* one for everybody, and one for each seat */
    strcpy(owned->names[owned->count], name);
    NF_TRY(load(owned, owned->names[owned->count], &owned->strategies[owned->count], err));
    *strategy = &owned->strategies[owned->count++];
    return NF_OK;
}

/* Reads "3" or "2..5" at `text` up to '='; returns false if it is neither. */
static bool read_seats(const char *text, const char *equals, unsigned long *first,
                       unsigned long *last)
{
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    *first = *last = strtoul(text, &end, 10);
    if (end != equals && strncmp(end, "..", 2) == 0 && end[2] >= '0' && end[2] <= '9')
        *last = strtoul(end + 2, &end, 10);
    return end == equals;
}

/* Reads an item of the list; `taken` has a bit for each seat named by earlier items. */
static enum nf_status seat_item(struct owned *owned, char *item, uint32_t players, uint32_t *taken,
                                struct nf_error *err)
{
    char *const equals = strchr(item, '=');
    const struct cirno_strategy *strategy;
    unsigned long first = 0, last = 0;
    if (equals == NULL || !read_seats(item, equals, &first, &last))
        return nf_fail(err, NF_USAGE,
                       "--strategy: '%.100s': expected SEAT=STRATEGY or FIRST..LAST=STRATEGY",
                       item);
    if (first < 1 || last < first || last > players)
        return nf_fail(err, NF_USAGE, "--strategy: '%.100s': expected seats from 1 to %u", item,
                       players);
    for (unsigned long seat = first; seat <= last; seat++) {
        if ((*taken >> seat & 1) != 0)
            return nf_fail(err, NF_USAGE, "--strategy: seat %lu is named twice", seat);
        *taken |= UINT32_C(1) << seat;
    }
    NF_TRY(find_strategy(owned, equals + 1, &strategy, err));
    for (unsigned long seat = first; seat <= last; seat++)
        owned->seating.seats[seat - 1] = strategy;
    return NF_OK;
}

/* Numbers the strategies at the table, each once. */
static void number_strategies(struct cirno_seating *seating, uint32_t players)
{
    for (uint32_t seat = 0; seat < players; seat++) {
        const struct cirno_strategy *const strategy = seating->seats[seat];
        uint8_t number = 0;
        while (number < seating->count && seating->strategies[number] != strategy)
            number++;
        if (number == seating->count)
            seating->strategies[seating->count++] = strategy;
        seating->number[seat] = number;
        seating->rolls |= strategy->rolls;
    }
}

static enum nf_status seat_all(struct owned *owned, char *text, uint32_t players,
                               struct nf_error *err)
{
    const struct cirno_strategy *strategy;
    uint32_t taken = 0;
    const bool list = strchr(text, '=') != NULL;
    NF_TRY(find_strategy(owned, list ? cirno_shipped[0].name : text, &strategy, err));
    for (uint32_t seat = 0; seat < CIRNO_SEATS; seat++)
        owned->seating.seats[seat] = strategy;
    char *rest = list ? text : NULL, *item;
    while ((item = strsep(&rest, ",")) != NULL)
        NF_TRY(seat_item(owned, item, players, &taken, err));
    number_strategies(&owned->seating, players);
    return NF_OK;
}

static void free_owned(struct owned *owned)
{
    for (uint32_t i = 0; owned != NULL && i < owned->kept_count; i++)
        free((void *)owned->kept[i].text);
    free(owned);
}

enum nf_status cirno_seating_make(const char *text, const struct nf_strategy *texts,
                                  uint32_t players, struct cirno_seating **seating,
                                  struct nf_error *err)
{
    NF_OWNED char *copy = strdup(text);
    NF_TRY_MEMORY(copy != NULL, err);
    struct owned *const owned = calloc(1, sizeof *owned);
    NF_TRY_MEMORY(owned != NULL, err);
    owned->texts = texts;
    const enum nf_status status = seat_all(owned, copy, players, err);
    if (status == NF_OK)
        *seating = &owned->seating;
    else
        free_owned(owned);
    return status;
}

const struct nf_strategy *cirno_seating_texts(const struct cirno_seating *seating)
{
    const struct owned *const owned = (const struct owned *)seating;
    return owned->kept_count > 0 ? owned->kept : NULL;
}

enum nf_status cirno_seating_is_usual(const struct cirno_seating *seating, bool *usual,
                                      struct nf_error *err)
{
    *usual = false;
    NF_OWNED struct cirno_strategy *statement = malloc(sizeof *statement);
    NF_TRY_MEMORY(statement != NULL, err);
    const char *const name = cirno_shipped[0].name, *const text = cirno_shipped[0].text;
    NF_TRY(cirno_strategy_read(&(struct nf_input){name, text, strlen(text)}, name, statement, err));
    /* Ranks are numbered from 1 without gaps, so equal choices have equal ranks. */
    *usual = true;
    for (uint32_t i = 0; i < seating->count && *usual; i++)
        *usual = memcmp(seating->strategies[i]->rank, statement->rank, sizeof statement->rank) == 0;
    return NF_OK;
}

void cirno_seating_free(struct cirno_seating *seating)
{
    free_owned((struct owned *)seating);
}
