#include "games/mahjong/fuzz/shrink.h"

#include "base/lang.h"
#include "core/format/shrink.h"
#include "games/mahjong/rules/format.h"
#include "games/mahjong/rules/reference.h"

#include <stdlib.h>
#include <string.h>

/* ---- plain walls ---- */

static bool is_orphan(unsigned kind)
{
    const unsigned rank = mahjong_rank(kind);
    return kind < MAHJONG_PLAIN &&
           (kind >= MAHJONG_FIRST_HONOUR || rank == 0 || rank + 1 == MAHJONG_RANKS);
}

static void make_plain(uint8_t wall[MAHJONG_WALL])
{
    unsigned place = 0;
    for (int orphans = 1; orphans >= 0; orphans--)
        for (unsigned kind = 0; kind < MAHJONG_KINDS; kind++)
            for (unsigned copy = 0; copy < MAHJONG_COPIES && is_orphan(kind) == orphans; copy++)
                wall[place++] = (uint8_t)kind;
}

/* Returns the number of tiles out of order. */
static unsigned count_odd(const uint8_t plain[MAHJONG_WALL], const uint8_t wall[MAHJONG_WALL])
{
    unsigned odd = 0;
    for (unsigned i = 0; i < MAHJONG_WALL; i++)
        odd += wall[i] != plain[i];
    return odd;
}

/* ---- candidates ---- */

struct shrinker {
    struct nf_shrinker trials;
    uint8_t plain[MAHJONG_WALL];
    uint8_t best[MAHJONG_WALL]; /* still fails */
    bool kept[MAHJONG_WALL];    /* tiles of `best` that keep their places */
};

/* Makes the wall with the tiles of `from` at the places in `kept`. Other places get the tile of the
 * plain wall if one is left, or else the remaining tiles in order. */
static void fill(const struct shrinker *shrinker, const uint8_t from[MAHJONG_WALL],
                 const bool kept[MAHJONG_WALL], uint8_t wall[MAHJONG_WALL])
{
    unsigned left[MAHJONG_KINDS], place = 0;
    bool filled[MAHJONG_WALL];
    for (unsigned kind = 0; kind < MAHJONG_KINDS; kind++)
        left[kind] = MAHJONG_COPIES;
    for (unsigned i = 0; i < MAHJONG_WALL; i++) {
        filled[i] = kept[i];
        if (kept[i])
            left[wall[i] = from[i]]--;
    }
    for (unsigned i = 0; i < MAHJONG_WALL; i++)
        if (!filled[i] && left[shrinker->plain[i]] > 0) {
            left[wall[i] = shrinker->plain[i]]--;
            filled[i] = true;
        }
    for (unsigned i = 0; i < MAHJONG_WALL; i++) {
        if (filled[i])
            continue;
        while (left[shrinker->plain[place]] == 0)
            place++;
        left[wall[i] = shrinker->plain[place]]--;
    }
}

/* Whether it still fails. */
static bool fails(struct shrinker *shrinker, const uint8_t wall[MAHJONG_WALL])
{
    if (shrinker->trials.stopped)
        return false;
    mahjong_print(&shrinker->trials.text, wall);
    return nf_shrinker_try(&shrinker->trials);
}

/* Tries the wall with the tiles of `from` at the places in `kept`. If it fails, it is the new
 * `best`. */
static bool try_wall(struct shrinker *shrinker, const uint8_t from[MAHJONG_WALL],
                     const bool kept[MAHJONG_WALL])
{
    uint8_t wall[MAHJONG_WALL];
    fill(shrinker, from, kept, wall);
    const bool same = memcmp(wall, shrinker->best, sizeof wall) == 0; /* with fewer kept */
    if (!same && !fails(shrinker, wall))
        return false;
    memcpy(shrinker->best, wall, sizeof wall);
    memcpy(shrinker->kept, kept, sizeof shrinker->kept);
    return true;
}

/* ---- steps ---- */

/* Drops the kept tiles from place `from` on, for the smallest possible `from`. */
static void shrink_tail(struct shrinker *shrinker)
{
    unsigned passes = 0, fails = MAHJONG_WALL;
    while (fails > passes && !shrinker->kept[fails - 1])
        fails--;
    while (fails - passes > 1) {
        const unsigned middle = passes + (fails - passes) / 2;
        bool kept[MAHJONG_WALL];
        memcpy(kept, shrinker->kept, sizeof kept);
        memset(kept + middle, 0, sizeof kept - middle);
        if (try_wall(shrinker, shrinker->best, kept))
            fails = middle;
        else
            passes = middle;
    }
}

/* Positions of a game before some of its turns. */
struct starts {
    struct mahjong_observer observer;
    unsigned count;
    uint64_t line; /* of the last event */
    struct start {
        uint8_t tiles[MAHJONG_SEATS][MAHJONG_HAND]; /* in hand and melds */
        unsigned seat, step, drawn;
        uint64_t line; /* of the draw it begins with */
    } starts[MAHJONG_WALL];
    uint8_t laid[MAHJONG_SEATS][MAHJONG_KINDS];
    bool whole; /* everybody has 13 tiles */
};

/* Records all hands, if everybody has 13 tiles. */
static void note_start(struct starts *starts, const struct mahjong_table *table, unsigned seat,
                       unsigned drawn_kind)
{
    if (starts->count == MAHJONG_WALL)
        return;
    struct start *const start = &starts->starts[starts->count];
    for (unsigned i = 0; i < MAHJONG_SEATS; i++) {
        unsigned held = 0;
        for (unsigned kind = 0; kind < MAHJONG_KINDS; kind++) {
            unsigned copies = table->hands[i][kind] + starts->laid[i][kind];
            copies -= i == seat && kind == drawn_kind;
            for (; copies > 0; copies--) {
                if (held == MAHJONG_HAND)
                    return;
                start->tiles[i][held++] = (uint8_t)kind;
            }
        }
        if (held != MAHJONG_HAND)
            return;
    }
    start->seat = seat;
    start->step = table->step;
    start->drawn = table->drawn - 1;
    start->line = starts->line;
    starts->count++;
}

static void watch(struct mahjong_observer *observer, const struct mahjong_table *table,
                  const struct mahjong_news *news)
{
    struct starts *const starts = (struct starts *)observer;
    starts->line++; /* a win has two lines, but it ends the game */
    if (news->what == MAHJONG_TOLD_DRAW && table->drawn > MAHJONG_DEALT + 1)
        note_start(starts, table, news->seat, news->kind);
    if (news->what == MAHJONG_TOLD_PONG)
        starts->laid[news->seat][news->kind] = (uint8_t)(starts->laid[news->seat][news->kind] + 3);
    if (news->what == MAHJONG_TOLD_CHOW)
        for (unsigned kind = news->low; kind <= news->low + 2; kind++)
            starts->laid[news->seat][kind]++;
}

/* Deals the hands as they were before a turn, so that the game starts with it: the player to move
 * becomes A, and the others follow in the direction of play. */
static bool try_start(struct shrinker *shrinker, const struct start *start, unsigned reach)
{
    uint8_t wall[MAHJONG_WALL] = {0};
    bool kept[MAHJONG_WALL] = {false};
    unsigned place = 0;
    for (unsigned tile = 0; tile < MAHJONG_HAND; tile++)
        for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
            wall[place++] = start->tiles[(start->seat + seat * start->step) % MAHJONG_SEATS][tile];
    for (unsigned from = start->drawn; from < reach; from++)
        wall[place++] = shrinker->best[from];
    memset(kept, true, place);
    return try_wall(shrinker, wall, kept);
}

/* The line of the wrong decision, if the trier knows it, or else a line behind all. */
static uint64_t wrong_line(const struct shrinker *shrinker)
{
    const uint64_t line = nf_shrinker_wrong_line(&shrinker->trials);
    return line > 0 ? line : UINT64_MAX;
}

/* Starts the game as late as possible. */
static bool shrink_start(struct shrinker *shrinker, struct mahjong_memo *memo)
{
    const uint64_t latest = wrong_line(shrinker);
    struct starts *const starts = calloc(1, sizeof *starts);
    struct mahjong_outcome outcome;
    bool done = false;
    unsigned reach = MAHJONG_WALL;
    while (reach > 0 && !shrinker->kept[reach - 1])
        reach--;
    if (starts == NULL) {
        nf_shrinker_fail(&shrinker->trials);
        return false;
    }
    starts->observer.tell = watch;
    mahjong_play(memo, shrinker->best, &starts->observer, &outcome);
    for (unsigned i = starts->count; i > 0 && !done; i--)
        if (starts->starts[i - 1].drawn <= reach && starts->starts[i - 1].line <= latest)
            done = try_start(shrinker, &starts->starts[i - 1], reach);
    free(starts);
    return done;
}

/* Drops `count` kept tiles from number `first` on, with distance `step` among the kept ones. */
static bool try_without(struct shrinker *shrinker, unsigned first, unsigned count, unsigned step)
{
    bool kept[MAHJONG_WALL];
    unsigned removed = 0;
    memcpy(kept, shrinker->kept, sizeof kept);
    for (unsigned i = first; i < MAHJONG_WALL && count > 0; i += step, count--) {
        removed += kept[i];
        kept[i] = false;
    }
    return removed > 0 && try_wall(shrinker, shrinker->best, kept);
}

/* Drops hands, then parts of hands and of the wall, then single tiles. */
static void shrink_tiles(struct shrinker *shrinker)
{
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
        try_without(shrinker, seat, MAHJONG_HAND, MAHJONG_SEATS);
    for (unsigned size = 8; size > 0; size /= 2) {
        for (unsigned i = MAHJONG_WALL; i > MAHJONG_DEALT;) {
            i = i > MAHJONG_DEALT + size ? i - size : MAHJONG_DEALT;
            try_without(shrinker, i, size, 1);
        }
        for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
            for (unsigned i = 0; i < MAHJONG_HAND; i += size)
                try_without(shrinker, seat + i * MAHJONG_SEATS,
                            size < MAHJONG_HAND - i ? size : MAHJONG_HAND - i, MAHJONG_SEATS);
    }
}

/* Tiles in order need not be kept: they get their places anyway. Tiles that fill a place because
 * others are kept are not kept either; otherwise a tile could only be dropped together with the one
 * it displaced. */
static void forget_plain(struct shrinker *shrinker)
{
    for (unsigned i = 0; i < MAHJONG_WALL; i++)
        shrinker->kept[i] = shrinker->kept[i] && shrinker->best[i] != shrinker->plain[i];
}

/* Keeps only one of a few tiles. Dropping single ones may fail because somebody wins too soon. */
static void shrink_to_one(struct shrinker *shrinker)
{
    enum { FEW = 40 };
    unsigned count = 0;
    for (unsigned i = 0; i < MAHJONG_WALL; i++)
        count += shrinker->kept[i];
    for (unsigned i = 0; count > 1 && count <= FEW && i < MAHJONG_WALL; i++) {
        bool kept[MAHJONG_WALL] = {false};
        kept[i] = true;
        if (shrinker->kept[i] && try_wall(shrinker, shrinker->best, kept))
            return;
    }
}

static void shrink_all(struct shrinker *shrinker, struct mahjong_memo *memo)
{
    unsigned before, now = MAHJONG_WALL + 1;
    shrink_tail(shrinker);
    /* A later start may make the failure come sooner, which allows an even later start. */
    while (shrink_start(shrinker, memo))
        shrink_tail(shrinker);
    do {
        before = now;
        forget_plain(shrinker);
        shrink_tail(shrinker);
        shrink_tiles(shrinker);
        shrink_to_one(shrinker);
        now = count_odd(shrinker->plain, shrinker->best);
    } while (!shrinker->trials.stopped && now < before);
}

/* ---- shrinking ---- */

enum nf_status mahjong_shrink(const struct nf_input *instance, const struct nf_trier *trier,
                              struct nf_text *smallest, struct nf_error *err)
{
    struct shrinker shrinker = {.trials = {.trier = trier}};
    struct nf_text *const text = &shrinker.trials.text;
    const enum nf_status status = mahjong_parse(instance, shrinker.best, err);
    if (status != NF_OK)
        return status;
    struct mahjong_memo *const memo = mahjong_thread_memo();
    if (memo == NULL)
        nf_shrinker_fail(&shrinker.trials);
    make_plain(shrinker.plain);
    memset(shrinker.kept, true, sizeof shrinker.kept);
    mahjong_print(text, shrinker.best);
    if (nf_shrinker_start(&shrinker.trials, instance)) {
        shrink_all(&shrinker, memo);
        mahjong_print(text, shrinker.best);
    }
    return nf_shrinker_end(&shrinker.trials, instance, smallest, err);
}

enum nf_status mahjong_size(const struct nf_input *instance, struct nf_text *words,
                            struct nf_error *err)
{
    uint8_t wall[MAHJONG_WALL], plain[MAHJONG_WALL];
    const enum nf_status status = mahjong_parse(instance, wall, err);
    if (status != NF_OK)
        return status;
    make_plain(plain);
    const unsigned odd = count_odd(plain, wall);
    nf_text_format(words, P_("%u tile out of order", "%u tiles out of order", odd), odd);
    return NF_OK;
}
