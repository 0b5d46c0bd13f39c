#include "gen/mahjong/cases/guided.h"

#include "base/lang.h"
#include "games/mahjong/rules/fast.h"
#include "games/mahjong/rules/format.h"
#include "gen/mahjong/deal.h"

#include <assert.h>
#include <string.h>

/* The property of an outcome record that makes an event possible. */
enum sign {
    ANY,
    RON_AT_END,
    SELFDRAWN_AT_END,
    WALL_EMPTY,
};

/* A wall that makes a rare event likely: the hands of the seats, then the tiles drawn first.
 * Letters are suited kinds and digits are honours, whatever the wall has, 1 below 2 below 3; dots
 * and NULL are any tiles. */
#define PATTERN(name) const char *const name[MAHJONG_SEATS + 1]

/* B claims the honour 1 that A discards first, and then draws the fourth one. */
static PATTERN(pointless_wait) = {"1ddee", "aaabbbccc1123", NULL, NULL, "....1"};
/* B waits for the honour 1 that A discards first. */
static PATTERN(wait_at_once) = {"1eeffgg", "aaabbbcccddd1"};
/* A has four pairs, of which B and C have the other tiles, and has no other way to win soon. */
static PATTERN(four_pairs) = {"1122334456", "1234", "1234"};

/* How to search for an event. */
struct place {
    enum mahjong_profile profile;
    enum sign sign;
    uint8_t last;               /* kind of the last tile of the wall; 0: any */
    const char *const *pattern; /* or NULL */
};

/* Of uniform walls, whatever is not here. */
static const struct place places[MAHJONG_EVENTS] = {
    [MAHJONG_EVENT_DOUBLE_TWICE] = {.profile = MAHJONG_SPECIALS_EARLY},
    [MAHJONG_EVENT_PASS_FIRST] = {.profile = MAHJONG_SPECIALS_EARLY},
    [MAHJONG_EVENT_REVERSE_FIRST] = {.profile = MAHJONG_SPECIALS_EARLY},
    [MAHJONG_EVENT_SPECIAL_KEPT] = {.profile = MAHJONG_SPECIALS_EARLY},
    [MAHJONG_EVENT_CLAIM_PASS] = {.profile = MAHJONG_CLUSTERED},
    [MAHJONG_EVENT_CLAIM_REVERSE] = {.profile = MAHJONG_SPECIALS_EARLY},
    [MAHJONG_EVENT_CLAIM_DOUBLE] = {.profile = MAHJONG_SPECIALS_EARLY},
    [MAHJONG_EVENT_CLAIM_WITH_SPECIAL] = {.profile = MAHJONG_SPECIALS_EARLY},
    [MAHJONG_EVENT_REVERSE_BETWEEN_CLAIMS] = {.profile = MAHJONG_SPECIALS_EARLY},
    [MAHJONG_EVENT_OWN_PAIR] = {.profile = MAHJONG_CLUSTERED},
    [MAHJONG_EVENT_FOUR_LIMIT] = {.profile = MAHJONG_CLUSTERED},
    [MAHJONG_EVENT_FOUR_LIMIT_CHOICE] = {.profile = MAHJONG_CLUSTERED},
    [MAHJONG_EVENT_DEAD_WAIT] = {.profile = MAHJONG_CLUSTERED, .pattern = pointless_wait},
    [MAHJONG_EVENT_CLAIM_OF_LAST] = {.profile = MAHJONG_SPREAD, .sign = WALL_EMPTY},
    [MAHJONG_EVENT_FOURTH_MELD] = {.profile = MAHJONG_UNIFORM, .pattern = four_pairs},
    [MAHJONG_EVENT_RON_OF_LAST] = {.profile = MAHJONG_SPREAD, .sign = RON_AT_END},
    [MAHJONG_EVENT_RON_FIRST] = {.profile = MAHJONG_UNIFORM, .pattern = wait_at_once},
    [MAHJONG_EVENT_SELFDRAWN_DOUBLE] = {.profile = MAHJONG_ORPHANS},
    [MAHJONG_EVENT_SELFDRAWN_LAST] = {.profile = MAHJONG_SPREAD, .sign = SELFDRAWN_AT_END},
    [MAHJONG_EVENT_WIN_ONE_TILE] = {.profile = MAHJONG_UNIFORM, .pattern = four_pairs},
    [MAHJONG_EVENT_WIN_FOUR_OF_A_KIND] = {.profile = MAHJONG_CLUSTERED},
    [MAHJONG_EVENT_DRAW_DOUBLE] = {.profile = MAHJONG_SPREAD, .last = MAHJONG_KIND_DOUBLE},
    [MAHJONG_EVENT_DRAW_PASS] = {.profile = MAHJONG_SPREAD, .last = MAHJONG_KIND_PASS},
    [MAHJONG_EVENT_DRAW] = {.profile = MAHJONG_SPREAD},
};

static bool shows(const struct mahjong_outcome *outcome, enum sign sign)
{
    const bool empty = outcome->draws == MAHJONG_WALL - MAHJONG_DEALT;
    switch (sign) {
    case RON_AT_END: return outcome->end == MAHJONG_RON && empty;
    case SELFDRAWN_AT_END: return outcome->end == MAHJONG_SELFDRAWN && empty;
    case WALL_EMPTY: return empty;
    default: return true;
    }
}

static bool promises(const struct mahjong_tables *tables, const uint8_t wall[MAHJONG_WALL],
                     enum sign sign)
{
    uint32_t words[MAHJONG_WORDS];
    struct mahjong_outcome outcome;
    if (sign == ANY)
        return true;
    mahjong_fast_play(tables, wall, words);
    mahjong_unpack(words, &outcome);
    return shows(&outcome, sign);
}

static bool happens(struct mahjong_memo *memo, const uint8_t wall[MAHJONG_WALL],
                    const struct mahjong_wish *wish)
{
    uint64_t reached[MAHJONG_EVENTS] = {0};
    struct mahjong_watch watch = mahjong_watch(memo, NULL, reached);
    watch.wanted = (uint64_t)1 << wish->event | (uint64_t)1 << wish->also;
    mahjong_fast_describe(memo->tables, wall, &watch.observer);
    return reached[wish->event] > 0 && reached[wish->also] > 0;
}

/* ---- patterns ---- */

/* What letters and digits of a pattern stand for. */
struct kinds {
    uint8_t suited[MAHJONG_FIRST_HONOUR], honours[MAHJONG_HONOURS];
};

/* Returns the number of honours in a pattern. */
static unsigned count_honours(const char *const *pattern)
{
    unsigned most = 0;
    for (unsigned part = 0; part <= MAHJONG_SEATS; part++)
        for (const char *at = pattern[part]; at != NULL && *at != '\0'; at++)
            if (*at > '0' && *at <= '9' && (unsigned)(*at - '0') > most)
                most = (unsigned)(*at - '0');
    assert(most <= MAHJONG_HONOURS);
    return most;
}

/* Takes kinds in the order in which they turn up from the end of the wall on, and sorts the first
 * `sorted` honours. */
static struct kinds find_kinds(const uint8_t wall[MAHJONG_WALL], unsigned sorted)
{
    struct kinds kinds;
    unsigned suited = 0, honours = 0;
    uint64_t seen = 0;
    for (unsigned i = MAHJONG_WALL; i-- > 0;) {
        const uint8_t kind = wall[i];
        if (kind >= MAHJONG_PLAIN || (seen >> kind & 1) != 0)
            continue;
        seen |= (uint64_t)1 << kind;
        if (kind < MAHJONG_FIRST_HONOUR) {
            kinds.suited[suited++] = kind;
            continue;
        }
        unsigned place = honours++;
        for (; place > 0 && place < sorted && kinds.honours[place - 1] > kind; place--)
            kinds.honours[place] = kinds.honours[place - 1];
        kinds.honours[place] = kind;
    }
    return kinds;
}

/* Puts tiles to `wall[at]` and every `step`-th place from there on, in exchange for what lies
 * there; `fixed` has the places that are done. */
static void lay(const struct kinds *kinds, const char *tiles, unsigned at, unsigned step,
                bool fixed[MAHJONG_WALL], uint8_t wall[MAHJONG_WALL])
{
    for (; *tiles != '\0'; tiles++, at += step) {
        if (*tiles == '.')
            continue;
        const uint8_t kind =
            *tiles <= '9' ? kinds->honours[*tiles - '1'] : kinds->suited[*tiles - 'a'];
        unsigned from = MAHJONG_WALL - 1;
        while (fixed[from] || wall[from] != kind) {
            assert(from > 0); /* a pattern has at most four of a kind */
            from--;
        }
        wall[from] = wall[at];
        wall[at] = kind;
        fixed[at] = true;
    }
}

static void lay_pattern(const char *const *pattern, uint8_t wall[MAHJONG_WALL])
{
    bool fixed[MAHJONG_WALL] = {false};
    const struct kinds kinds = find_kinds(wall, count_honours(pattern));
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
        if (pattern[seat] != NULL)
            lay(&kinds, pattern[seat], seat, MAHJONG_SEATS, fixed, wall);
    if (pattern[MAHJONG_SEATS] != NULL)
        lay(&kinds, pattern[MAHJONG_SEATS], MAHJONG_DEALT, 1, fixed, wall);
}

/* Exchanges the last tile for one of `kind`. */
static void put_last(uint8_t kind, uint8_t wall[MAHJONG_WALL])
{
    uint8_t *const from = memchr(wall, kind, MAHJONG_WALL);
    assert(from != NULL);
    *from = wall[MAHJONG_WALL - 1];
    wall[MAHJONG_WALL - 1] = kind;
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
    NF_TRY_MEMORY(memo != NULL && tables != NULL, err);
    const struct place place = places[wish->event];
    bool found = false;
    for (uint32_t tries = 0; !found && tries < MAHJONG_GUIDED_ATTEMPTS; tries++) {
        mahjong_deal(place.profile, key, wall);
        key->attempt++;
        if (place.pattern != NULL)
            lay_pattern(place.pattern, wall);
        if (place.last != 0)
            put_last(place.last, wall);
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
    NF_TRY(check_limits(limits, err));
    NF_TRY(mahjong_search(&wish, &key, wall, err));
    mahjong_print(instance, wall);
    return NF_OK;
}

/* ---- bounds of the sizes ---- */

enum {
    STAGE_ATTEMPTS = 50,
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

/* Walls of a profile; with `whole` those drawn to the end, if there is one. */
struct walls {
    enum mahjong_profile profile;
    bool whole;
};

/* Writes the wall with the longest transcript of some. */
static enum nf_status write_longest(const void *plan, uint64_t seed, uint64_t index,
                                    struct nf_text *instance, struct nf_error *err)
{
    const struct walls *const walls = plan;
    const struct mahjong_tables *const tables = mahjong_shared_tables();
    uint8_t wall[MAHJONG_WALL], longest[MAHJONG_WALL];
    uint32_t most = 0;
    NF_TRY_MEMORY(tables != NULL, err);
    for (unsigned i = 0; i < STAGE_ATTEMPTS; i++) {
        const struct nf_key key = {.seed = seed, .index = index, .attempt = STAGE_FIRST + i};
        uint32_t words[MAHJONG_WORDS];
        struct mahjong_outcome outcome;
        mahjong_deal(walls->profile, &key, wall);
        mahjong_fast_play(tables, wall, words);
        mahjong_unpack(words, &outcome);
        const bool fits = !walls->whole || shows(&outcome, WALL_EMPTY);
        if (most > 0 && (!fits || lines_of(&outcome) <= most))
            continue;
        most = fits ? lines_of(&outcome) : 1;
        memcpy(longest, wall, sizeof wall);
    }
    mahjong_print(instance, longest);
    return NF_OK;
}

#define WALLS(...) (&(const struct walls){__VA_ARGS__})

const struct nf_stage mahjong_stages[] = {
    {N_("walls drawn to the last tile"), 60, 50, write_longest, WALLS(MAHJONG_SPREAD, true)},
    {N_("the longest of 50 games"), 80, 50, write_longest, WALLS(MAHJONG_ORPHANS, false)},
    {.name = NULL},
};
