#include "gen/mahjong/guided.h"

#include "games/mahjong/rules/fast.h"
#include "games/mahjong/rules/format.h"
#include "gen/mahjong/deal.h"

#include <string.h>

/* The property of an outcome record that makes an event possible. */
enum sign {
    ANY,
    NOBODY_WINS,
    RON,
    RON_AT_ONCE,
    RON_AT_END,
    SELFDRAWN,
    SELFDRAWN_AT_END,
    WALL_EMPTY,
    FOUR_MELDS, /* of one player */
};

/* How to search for an event. */
struct place {
    enum mahjong_profile profile;
    enum sign sign;
};

static const struct place places[MAHJONG_EVENTS] = {
    [MAHJONG_EVENT_DOUBLE_TWICE] = {MAHJONG_SPECIALS_EARLY, ANY},
    [MAHJONG_EVENT_PASS_FIRST] = {MAHJONG_SPECIALS_EARLY, ANY},
    [MAHJONG_EVENT_REVERSE_FIRST] = {MAHJONG_SPECIALS_EARLY, ANY},
    [MAHJONG_EVENT_SPECIAL_KEPT] = {MAHJONG_SPECIALS_EARLY, ANY},
    [MAHJONG_EVENT_CLAIM_PASS] = {MAHJONG_CLUSTERED, ANY},
    [MAHJONG_EVENT_CLAIM_REVERSE] = {MAHJONG_SPECIALS_EARLY, ANY},
    [MAHJONG_EVENT_CLAIM_DOUBLE] = {MAHJONG_SPECIALS_EARLY, ANY},
    [MAHJONG_EVENT_CLAIM_WITH_SPECIAL] = {MAHJONG_SPECIALS_EARLY, ANY},
    [MAHJONG_EVENT_REVERSE_BETWEEN_CLAIMS] = {MAHJONG_SPECIALS_EARLY, ANY},
    [MAHJONG_EVENT_OWN_PAIR] = {MAHJONG_CLUSTERED, ANY},
    [MAHJONG_EVENT_FOUR_LIMIT] = {MAHJONG_CLUSTERED, ANY},
    [MAHJONG_EVENT_FOUR_LIMIT_CHOICE] = {MAHJONG_CLUSTERED, ANY},
    [MAHJONG_EVENT_DEAD_WAIT] = {MAHJONG_CLUSTERED, ANY},
    [MAHJONG_EVENT_CLAIM_OF_LAST] = {MAHJONG_SPREAD, WALL_EMPTY},
    [MAHJONG_EVENT_FOURTH_MELD] = {MAHJONG_UNIFORM, FOUR_MELDS},
    [MAHJONG_EVENT_RON_STOLEN] = {MAHJONG_UNIFORM, RON},
    [MAHJONG_EVENT_RON_STOLEN_REVERSED] = {MAHJONG_UNIFORM, RON},
    [MAHJONG_EVENT_RON_OVER_PONG] = {MAHJONG_UNIFORM, RON},
    [MAHJONG_EVENT_RON_OVER_CHOW] = {MAHJONG_UNIFORM, RON},
    [MAHJONG_EVENT_RON_FAR] = {MAHJONG_UNIFORM, RON},
    [MAHJONG_EVENT_RON_OF_CLAIM] = {MAHJONG_UNIFORM, RON},
    [MAHJONG_EVENT_RON_OF_LAST] = {MAHJONG_SPREAD, RON_AT_END},
    [MAHJONG_EVENT_RON_FIRST] = {MAHJONG_CLUSTERED, RON_AT_ONCE},
    [MAHJONG_EVENT_SELFDRAWN_DOUBLE] = {MAHJONG_ORPHANS, SELFDRAWN},
    [MAHJONG_EVENT_SELFDRAWN_LAST] = {MAHJONG_SPREAD, SELFDRAWN_AT_END},
    [MAHJONG_EVENT_WIN_ONE_TILE] = {MAHJONG_UNIFORM, FOUR_MELDS},
    [MAHJONG_EVENT_WIN_FOUR_OF_A_KIND] = {MAHJONG_CLUSTERED, ANY},
    [MAHJONG_EVENT_DRAW_DOUBLE] = {MAHJONG_ORPHANS, NOBODY_WINS},
    [MAHJONG_EVENT_DRAW_PASS] = {MAHJONG_ORPHANS, NOBODY_WINS},
    [MAHJONG_EVENT_DRAW] = {MAHJONG_SPREAD, NOBODY_WINS},
};

static bool four_melds(const struct mahjong_outcome *outcome)
{
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
        if (outcome->pongs[seat] + outcome->chows[seat] == MAHJONG_MAX_MELDS)
            return true;
    return false;
}

static bool shows(const struct mahjong_outcome *outcome, enum sign sign)
{
    const bool empty = outcome->draws == MAHJONG_WALL - MAHJONG_DEALT;
    switch (sign) {
    case NOBODY_WINS: return outcome->end == MAHJONG_DRAW;
    case RON: return outcome->end == MAHJONG_RON;
    case RON_AT_ONCE: return outcome->end == MAHJONG_RON && outcome->discards == 1;
    case RON_AT_END: return outcome->end == MAHJONG_RON && empty;
    case SELFDRAWN: return outcome->end == MAHJONG_SELFDRAWN;
    case SELFDRAWN_AT_END: return outcome->end == MAHJONG_SELFDRAWN && empty;
    case WALL_EMPTY: return empty;
    case FOUR_MELDS: return four_melds(outcome);
    default: return true;
    }
}

/* Whether a player other than A could win with the first discard. */
static bool somebody_waits(const struct mahjong_tables *tables, const uint8_t wall[MAHJONG_WALL])
{
    uint8_t hands[MAHJONG_SEATS][MAHJONG_KINDS] = {{0}};
    for (unsigned i = 0; i < MAHJONG_DEALT; i++)
        hands[i % MAHJONG_SEATS][wall[i]]++;
    for (unsigned seat = 1; seat < MAHJONG_SEATS; seat++)
        if (mahjong_table_distance(tables, hands[seat], 0) == 1)
            return true;
    return false;
}

static bool promises(const struct mahjong_tables *tables, const uint8_t wall[MAHJONG_WALL],
                     enum sign sign)
{
    uint32_t words[MAHJONG_WORDS];
    struct mahjong_outcome outcome;
    if (sign == ANY)
        return true;
    if (sign == RON_AT_ONCE && !somebody_waits(tables, wall))
        return false;
    mahjong_fast_play(tables, wall, words);
    mahjong_unpack(words, &outcome);
    return shows(&outcome, sign);
}

static bool happens(struct mahjong_memo *memo, const uint8_t wall[MAHJONG_WALL],
                    const struct mahjong_wish *wish)
{
    uint64_t reached[MAHJONG_EVENTS] = {0};
    struct mahjong_outcome outcome;
    struct mahjong_watch watch = mahjong_watch(memo, NULL, reached);
    watch.wanted = (uint64_t)1 << wish->event | (uint64_t)1 << wish->also;
    mahjong_play(memo, wall, &watch.observer, &outcome);
    return reached[wish->event] > 0 && reached[wish->also] > 0;
}

/* Moves the special tiles behind all others; both keep their order. */
static void put_specials_last(uint8_t wall[MAHJONG_WALL])
{
    uint8_t specials[MAHJONG_SPECIALS * MAHJONG_COPIES];
    unsigned plain = 0, special = 0;
    for (unsigned i = 0; i < MAHJONG_WALL; i++)
        if (wall[i] >= MAHJONG_PLAIN)
            specials[special++] = wall[i];
        else
            wall[plain++] = wall[i];
    memcpy(wall + plain, specials, special);
}

enum nf_status mahjong_search(const struct mahjong_wish *wish, struct nf_key *key,
                              uint8_t wall[MAHJONG_WALL], struct nf_error *err)
{
    const struct mahjong_tables *const tables = mahjong_shared_tables();
    struct mahjong_memo *const memo = mahjong_thread_quick_memo();
    if (memo == NULL || tables == NULL)
        return nf_fail(err, NF_IO, "out of memory");
    const struct place place = places[wish->event];
    bool found = false;
    for (uint32_t tries = 0; !found && tries < MAHJONG_GUIDED_ATTEMPTS; tries++) {
        mahjong_deal(place.profile, key, wall);
        key->attempt++;
        if (wish->specials_last)
            put_specials_last(wall);
        found = promises(tables, wall, place.sign) && happens(memo, wall, wish);
    }
    return NF_OK;
}

static enum nf_status check_limits(const struct nf_case_limits *limits, struct nf_error *err)
{
    if (limits->players != 0 && limits->players != MAHJONG_SEATS)
        return nf_fail(err, NF_USAGE, "--players %u: mahjong has %d players", limits->players,
                       MAHJONG_SEATS);
    if (limits->deck != 0 && limits->deck != MAHJONG_WALL)
        return nf_fail(err, NF_USAGE, "--deck %u: a wall of mahjong has %d tiles", limits->deck,
                       MAHJONG_WALL);
    return NF_OK;
}

enum nf_status mahjong_guide(uint64_t seed, uint64_t index, const struct nf_case_limits *limits,
                             struct nf_text *instance, struct nf_error *err)
{
    const enum mahjong_event event = (enum mahjong_event)(index % MAHJONG_EVENTS);
    const struct mahjong_wish wish = {.event = event, .also = event};
    struct nf_key key = {.seed = seed, .index = index, .attempt = 1};
    uint8_t wall[MAHJONG_WALL];
    enum nf_status status = check_limits(limits, err);
    if (status == NF_OK)
        status = mahjong_search(&wish, &key, wall, err);
    if (status == NF_OK)
        mahjong_print(instance, wall);
    return status;
}

/* ---- bounds of the sizes ---- */

enum {
    STAGE_ATTEMPTS = 500,
    STAGE_FIRST = MAHJONG_GUIDED_ATTEMPTS + 1, /* first attempt that no guided case has */
};

/* The lines of its transcript, but for one or two at its end. */
static uint32_t lines_of(const struct mahjong_outcome *outcome)
{
    uint32_t lines = outcome->draws + outcome->discards;
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
        lines += outcome->pongs[seat] + outcome->chows[seat];
    return lines;
}

/* Writes the wall with the longest transcript of some; with `whole` of those drawn to the end, if
 * there is one. */
static enum nf_status write_longest(uint64_t seed, uint64_t index, enum mahjong_profile profile,
                                    bool whole, struct nf_text *instance, struct nf_error *err)
{
    const struct mahjong_tables *const tables = mahjong_shared_tables();
    uint8_t wall[MAHJONG_WALL], longest[MAHJONG_WALL];
    uint32_t most = 0;
    if (tables == NULL)
        return nf_fail(err, NF_IO, "out of memory");
    for (unsigned i = 0; i < STAGE_ATTEMPTS; i++) {
        const struct nf_key key = {.seed = seed, .index = index, .attempt = STAGE_FIRST + i};
        uint32_t words[MAHJONG_WORDS];
        struct mahjong_outcome outcome;
        mahjong_deal(profile, &key, wall);
        mahjong_fast_play(tables, wall, words);
        mahjong_unpack(words, &outcome);
        const bool fits = !whole || shows(&outcome, WALL_EMPTY);
        if (most > 0 && (!fits || lines_of(&outcome) <= most))
            continue;
        most = fits ? lines_of(&outcome) : 1;
        memcpy(longest, wall, sizeof wall);
    }
    mahjong_print(instance, longest);
    return instance->failed ? nf_fail(err, NF_IO, "out of memory") : NF_OK;
}

static enum nf_status write_whole(uint64_t seed, uint64_t index, struct nf_text *instance,
                                  struct nf_error *err)
{
    return write_longest(seed, index, MAHJONG_SPREAD, true, instance, err);
}

static enum nf_status write_long(uint64_t seed, uint64_t index, struct nf_text *instance,
                                 struct nf_error *err)
{
    return write_longest(seed, index, MAHJONG_UNIFORM, false, instance, err);
}

const struct nf_stage mahjong_stages[] = {
    {"walls drawn to the last tile", 60, 50, write_whole},
    {"the longest of 500 games", 80, 50, write_long},
    {NULL, 0, 0, NULL},
};
