/* The fast player: 2.5 microseconds per game including the deal, 390,000 games/s on a server core.
 *
 * How it saves work:
 * - A player's distance is known at all times. Drawing a tile keeps it or lowers it by 1, and then
 *   at least one discard keeps it. So the search for a discard goes through the kinds in the order
 *   of the rules and stops at the first that keeps the distance.
 * - A claimed tile lowers the distance by 1 or does not help.
 * - Only a player at distance 1 can win with a discard.
 * - Masks of the kinds that players hold reject most claims without computing distances.
 *
 * What limits it: three unpredictable branches per turn, each waiting for some look-ups, and the
 * few look-ups that miss the first-level cache. Playing the same ten games repeatedly, which the
 * branch predictor learns, takes less than half the time.
 *
 * What did not help: scoring all kinds of a suit without branches and picking the highest by its
 * bit (a fifth slower, up to half in long games); instruction sets beyond the baseline; for each
 * suit a table of all spare or helpful kinds at once; several games in turns, or side by side as
 * vectors. Larger tables lost in the caches what they saved in branches. bench/NOTES.md has the
 * figures. */
#include "games/mahjong/rules/fast.h"

#include <stdbool.h>
#include <string.h>

/* A player. The key of suit 4, special tiles, stays 0. */
struct seat {
    uint64_t held; /* bit k: she has kind k */
    uint32_t keys[MAHJONG_SUITS + 1];
    uint8_t classes[MAHJONG_SUITS];
    uint8_t halves[2]; /* classes of M with P, of S with the honours */
    uint8_t melds, distance;
    uint8_t count[MAHJONG_KINDS];
};

struct table {
    const struct mahjong_tables *tables;
    struct seat seats[MAHJONG_SEATS];
    uint8_t pairs[MAHJONG_KINDS]; /* bit s: seat s holds two or more of the kind */
    uint8_t ready;                /* bit s: seat s is at distance 1 */
    uint32_t course, melds;       /* words of the outcome record */
};

#define BIT(kind) ((uint64_t)1 << (kind))

static const uint64_t special_mask = BIT(MAHJONG_KINDS) - BIT(MAHJONG_PLAIN);

/* ---- hands ---- */

static inline void take_tile(struct table *table, unsigned number, unsigned kind)
{
    struct seat *const seat = &table->seats[number];
    const unsigned count = seat->count[kind]++;
    seat->keys[mahjong_suit(kind)] += mahjong_key_step[kind][count];
    seat->held |= BIT(kind);
    table->pairs[kind] |= (uint8_t)((count > 0) << number);
}

static inline void give_tile(struct table *table, unsigned number, unsigned kind)
{
    struct seat *const seat = &table->seats[number];
    const unsigned count = --seat->count[kind];
    seat->keys[mahjong_suit(kind)] -= mahjong_key_step[kind][count];
    seat->held &= ~((uint64_t)(count == 0) << kind);
    table->pairs[kind] &= (uint8_t) ~((count < 2) << number);
}

/* Returns the class of all suits of a seat but one. */
static inline unsigned others(const struct table *table, const struct seat *seat, unsigned suit)
{
    return table->tables->join[seat->halves[suit / 2 ^ 1]][seat->classes[suit ^ 1]];
}

/* Updates the class of a suit after its key changed. */
static inline void renew(const struct table *table, struct seat *seat, unsigned suit)
{
    seat->classes[suit] = (uint8_t)mahjong_class(table->tables, suit, seat->keys[suit]);
    seat->halves[suit / 2] =
        table->tables->join[seat->classes[suit & ~1u]][seat->classes[suit | 1]];
}

/* Returns the distance of a seat with another key of one suit. */
static inline unsigned distance_with(const struct table *table, const struct seat *seat,
                                     unsigned melds, unsigned suit, uint32_t key)
{
    const struct mahjong_tables *const tables = table->tables;
    const unsigned class = mahjong_class(tables, suit, key);
    return tables->distance[melds][tables->join[others(table, seat, suit)][class]];
}

static inline unsigned distance_of(const struct table *table, const struct seat *seat)
{
    const struct mahjong_tables *const tables = table->tables;
    return tables->distance[seat->melds][tables->join[seat->halves[0]][seat->halves[1]]];
}

static inline void set_distance(struct table *table, unsigned number, unsigned distance)
{
    table->seats[number].distance = (uint8_t)distance;
    table->ready =
        (uint8_t)((table->ready & ~(1u << number)) | (unsigned)(distance == 1) << number);
}

static void deal_fast(struct table *table, const uint8_t *wall)
{
    for (unsigned i = 0; i < MAHJONG_DEALT; i++)
        take_tile(table, i % MAHJONG_SEATS, wall[i]);
    for (unsigned number = 0; number < MAHJONG_SEATS; number++) {
        struct seat *const seat = &table->seats[number];
        for (unsigned suit = 0; suit < MAHJONG_SUITS; suit++)
            seat->classes[suit] = (uint8_t)mahjong_class(table->tables, suit, seat->keys[suit]);
        renew(table, seat, 0);
        renew(table, seat, 2);
        set_distance(table, number, distance_of(table, seat));
    }
}

/* ---- discards ---- */

/* Returns the highest kind of `suit` that can be discarded without increasing the distance, or
 * -1. */
static inline int spare_of(const struct table *table, const struct seat *seat, unsigned suit)
{
    const struct mahjong_tables *const tables = table->tables;
    const uint8_t *const join = tables->join[others(table, seat, suit)];
    const uint8_t *const distance = tables->distance[seat->melds];
    const unsigned first = suit * MAHJONG_RANKS;
    uint64_t left = seat->held >> first & (BIT(MAHJONG_RANKS) - 1);
    while (left != 0) {
        const unsigned rank = 63 - (unsigned)__builtin_clzll(left);
        const unsigned kind = first + rank;
        const uint32_t key = seat->keys[suit] - mahjong_key_step[kind][seat->count[kind] - 1];
        if (distance[join[mahjong_class(tables, suit, key)]] <= seat->distance)
            return (int)kind;
        left ^= BIT(rank);
    }
    return -1;
}

static unsigned choose_discard_fast(const struct table *table, const struct seat *seat)
{
    if ((seat->held & special_mask) != 0)
        return (unsigned)__builtin_ctzll(seat->held & special_mask);
    for (unsigned suit = MAHJONG_SUITS; suit-- > 1;) {
        const int kind = spare_of(table, seat, suit);
        if (kind >= 0)
            return (unsigned)kind;
    }
    return (unsigned)spare_of(table, seat, 0);
}

static inline void note_move_fast(struct table *table, unsigned number, unsigned move,
                                  unsigned kind)
{
    table->course = mahjong_follow(table->course, number, move, kind);
}

static unsigned discard(struct table *table, unsigned number)
{
    struct seat *const seat = &table->seats[number];
    const unsigned kind = choose_discard_fast(table, seat);
    give_tile(table, number, kind);
    if (kind < MAHJONG_PLAIN)
        renew(table, seat, mahjong_suit(kind));
    note_move_fast(table, number, MAHJONG_OUT, kind);
    return kind;
}

/* ---- claims of others ---- */

/* Returns the winner with the discard `kind`, or MAHJONG_SEATS. */
static unsigned find_winner(const struct table *table, unsigned from, unsigned step, unsigned kind)
{
    const unsigned suit = mahjong_suit(kind);
    for (unsigned number = (from + step) % MAHJONG_SEATS; number != from;
         number = (number + step) % MAHJONG_SEATS) {
        const struct seat *const seat = &table->seats[number];
        /* She holds at most three: the fourth one was just discarded. */
        if ((table->ready >> number & 1) != 0 &&
            distance_with(table, seat, seat->melds, suit,
                          seat->keys[suit] + mahjong_key_step[kind][seat->count[kind]]) == 0)
            return number;
    }
    return MAHJONG_SEATS;
}

/* Whether laying down a meld, which leaves `key` in its suit, reduces the distance. */
static inline bool meld_helps(const struct table *table, const struct seat *seat, unsigned suit,
                              uint32_t key)
{
    return distance_with(table, seat, seat->melds + 1u, suit, key) < seat->distance;
}

/* Removes two tiles from a hand for a meld. */
static void lay_down(struct table *table, unsigned number, unsigned a, unsigned b)
{
    struct seat *const seat = &table->seats[number];
    give_tile(table, number, a);
    give_tile(table, number, b);
    seat->melds++;
    renew(table, seat, mahjong_suit(a));
    set_distance(table, number, seat->distance - 1u);
}

static bool pong(struct table *table, unsigned number, unsigned kind)
{
    const struct seat *const seat = &table->seats[number];
    const unsigned suit = mahjong_suit(kind), count = seat->count[kind];
    const uint32_t key =
        seat->keys[suit] - mahjong_key_step[kind][count - 1] - mahjong_key_step[kind][count - 2];
    if (!meld_helps(table, seat, suit, key))
        return false;
    lay_down(table, number, kind, kind);
    table->melds += 1u << 4 * number;
    note_move_fast(table, number, MAHJONG_PONG, kind);
    return true;
}

static bool chow(struct table *table, unsigned number, unsigned kind)
{
    /* The two other tiles of a run, as bits from two ranks below `kind` on, by the number of ranks
     * that the run starts below `kind`. */
    static const uint8_t pattern[3] = {0x18, 0x0a, 0x03};
    const struct seat *const seat = &table->seats[number];
    const unsigned suit = mahjong_suit(kind), rank = mahjong_rank(kind);
    if (suit == MAHJONG_SUITS - 1)
        return false;
    const uint64_t ranks = seat->held >> suit * MAHJONG_RANKS & (BIT(MAHJONG_RANKS) - 1);
    const unsigned near = (unsigned)(ranks << 2 >> rank);
    for (unsigned below = 0; below < 3; below++) {
        if ((near & pattern[below]) != pattern[below])
            continue;
        const unsigned a = below == 0 ? kind + 1 : kind - below;
        const unsigned b = below == 2 ? kind - 1 : kind + 2 - below;
        if (!meld_helps(table, seat, suit,
                        seat->keys[suit] - mahjong_key_step[a][0] - mahjong_key_step[b][0]))
            continue;
        lay_down(table, number, a, b);
        table->melds += 1u << (16 + 4 * number);
        note_move_fast(table, number, MAHJONG_CHOW, kind - below);
        return true;
    }
    return false;
}

/* Lets a player claim the discard for a meld. Returns her seat, or MAHJONG_SEATS. */
static unsigned find_claimer(struct table *table, unsigned from, unsigned step, unsigned kind)
{
    /* The player who discarded it may have two more; then nobody else has. */
    const unsigned holders = table->pairs[kind] & ~(1u << from);
    if (holders != 0) {
        const unsigned number = (unsigned)__builtin_ctz(holders);
        if (pong(table, number, kind))
            return number;
    }
    const unsigned next = (from + step) % MAHJONG_SEATS;
    return chow(table, next, kind) ? next : (unsigned)MAHJONG_SEATS;
}

/* ---- a game ---- */

/* The seat draws `kind`; returns true if she wins with it. */
static bool draw_fast(struct table *table, unsigned number, unsigned kind)
{
    struct seat *const seat = &table->seats[number];
    take_tile(table, number, kind);
    if (kind >= MAHJONG_PLAIN)
        return false;
    renew(table, seat, mahjong_suit(kind));
    set_distance(table, number, distance_of(table, seat));
    return seat->distance == 0;
}

/* Returns the seat of the next turn after a special tile. */
static inline unsigned play_special(unsigned from, unsigned kind, unsigned *step)
{
    if (kind == MAHJONG_KIND_PASS)
        return (from + 2) % MAHJONG_SEATS;
    if (kind == MAHJONG_KIND_DOUBLE)
        return from;
    *step = MAHJONG_SEATS - *step;
    return (from + *step) % MAHJONG_SEATS;
}

static inline void report_distance(struct mahjong_distance_observer *observer,
                                   const struct table *table, enum mahjong_distance_when what,
                                   unsigned number)
{
    if (observer != NULL)
        observer->notify(observer, what, number, table->seats[number].distance);
}

/* The table as the rules see it, for an observer of theirs. */
struct story {
    struct mahjong_observer *observer;
    struct mahjong_table table;
};

static inline void report_news(struct story *story, struct mahjong_news news)
{
    if (story == NULL)
        return;
    mahjong_happens(&story->table, &news);
    story->observer->notify(story->observer, &story->table, &news);
}

static inline void report_draw(struct story *story, unsigned seat, unsigned step, unsigned kind)
{
    if (story == NULL)
        return;
    story->table.step = step;
    report_news(story, (struct mahjong_news){MAHJONG_NEWS_DRAW, .seat = seat, .kind = kind});
}

static inline void report_discard(struct story *story, unsigned seat, unsigned step, unsigned kind)
{
    report_news(story, (struct mahjong_news){MAHJONG_NEWS_DISCARD, seat,
                                             (seat + step) % MAHJONG_SEATS, kind, 0});
}

/* `now`: the claimer after she laid down two tiles of her hand with `kind`. */
static void report_claim(struct story *story, const struct seat *now, unsigned claimer,
                         unsigned from, unsigned kind)
{
    unsigned low = 0;
    while (story->table.hands[claimer][low] == now->count[low])
        low++;
    const enum mahjong_happening what = low == kind ? MAHJONG_NEWS_PONG : MAHJONG_NEWS_CHOW;
    report_news(story, (struct mahjong_news){what, claimer, from, kind, low < kind ? low : kind});
}

static inline void report_end(struct story *story, enum mahjong_end end, unsigned seat,
                              unsigned from, unsigned tile, unsigned step)
{
    if (story == NULL)
        return;
    story->table.step = step; /* the last tile may have been a REVERSE */
    if (end == MAHJONG_DRAW)
        report_news(story, (struct mahjong_news){MAHJONG_NEWS_WALL_OUT, .seat = seat});
    else if (end == MAHJONG_RON)
        report_news(story, (struct mahjong_news){MAHJONG_NEWS_RON, seat, from, tile, 0});
    else
        report_news(story, (struct mahjong_news){MAHJONG_NEWS_SELFDRAWN, seat, seat, tile, 0});
}

/* Plays a game. Compiled for each observer, so that without one the calls cost nothing. */
static inline void play_fast(const struct mahjong_tables *tables, const uint8_t wall[MAHJONG_WALL],
                             struct mahjong_distance_observer *observer, struct story *story,
                             uint32_t words[MAHJONG_WORDS])
{
    struct table table;
    memset(&table, 0, sizeof table);
    table.tables = tables;
    deal_fast(&table, wall);
    for (unsigned seat = 0; observer != NULL && seat < MAHJONG_SEATS; seat++)
        report_distance(observer, &table, MAHJONG_DEALT_AT, seat);
    for (unsigned i = 0; story != NULL && i < MAHJONG_DEALT; i++)
        report_draw(story, i % MAHJONG_SEATS, 1, wall[i]);
    unsigned drawn = MAHJONG_DEALT, number = 0, step = 1, discards = 0, specials = 0;
    unsigned end = MAHJONG_DRAW, winner = 0, dealt_in = 0, tile = 0;
    for (bool claimed = false;;) {
        if (!claimed) {
            if (drawn == MAHJONG_WALL)
                break;
            const unsigned kind = wall[drawn++];
            report_draw(story, number, step, kind);
            if (draw_fast(&table, number, kind)) {
                end = MAHJONG_SELFDRAWN;
                winner = number;
                tile = kind;
                break;
            }
        }
        const unsigned from = number, kind = discard(&table, from);
        discards++;
        claimed = false;
        report_distance(observer, &table, MAHJONG_DISCARDED_AT, from);
        report_discard(story, from, step, kind);
        if (kind >= MAHJONG_PLAIN) {
            specials += 1u << 4 * (kind - MAHJONG_PLAIN);
            number = play_special(from, kind, &step);
            continue;
        }
        winner = find_winner(&table, from, step, kind);
        if (winner < MAHJONG_SEATS) {
            end = MAHJONG_RON;
            dealt_in = from;
            tile = kind;
            break;
        }
        const unsigned claimer = find_claimer(&table, from, step, kind);
        claimed = claimer < MAHJONG_SEATS;
        if (observer != NULL && claimed)
            observer->notify(observer, MAHJONG_CLAIMED_AT, claimer,
                             table.seats[claimer].distance + 1u); /* a claim lowers it by 1 */
        if (story != NULL && claimed)
            report_claim(story, &table.seats[claimer], claimer, from, kind);
        number = claimed ? claimer : (from + step) % MAHJONG_SEATS;
    }
    if (end == MAHJONG_DRAW)
        winner = 0;
    else
        note_move_fast(&table, winner, MAHJONG_WINS, tile);
    report_end(story, end, end == MAHJONG_DRAW ? number : winner, dealt_in, tile, step);
    words[0] = end | winner << 2 | dealt_in << 4 | tile << 6 | discards << 12 |
               (drawn - MAHJONG_DEALT) << 20;
    words[1] = table.melds;
    words[2] = specials;
    words[3] = table.course;
}

void mahjong_fast_play(const struct mahjong_tables *tables, const uint8_t wall[MAHJONG_WALL],
                       uint32_t words[MAHJONG_WORDS])
{
    play_fast(tables, wall, NULL, NULL, words);
}

void mahjong_fast_follow(const struct mahjong_tables *tables, const uint8_t wall[MAHJONG_WALL],
                         struct mahjong_distance_observer *observer)
{
    uint32_t words[MAHJONG_WORDS];
    play_fast(tables, wall, observer, NULL, words);
}

void mahjong_fast_describe(const struct mahjong_tables *tables, const uint8_t wall[MAHJONG_WALL],
                           struct mahjong_observer *observer)
{
    uint32_t words[MAHJONG_WORDS];
    struct story story = {.observer = observer, .table = {.wall = wall}};
    play_fast(tables, wall, NULL, &story, words);
}
