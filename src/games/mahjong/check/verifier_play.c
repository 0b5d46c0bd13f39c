#include "games/mahjong/check/verifier_play.h"

#include <stdbool.h>
#include <string.h>

/* ---- checks ---- */

enum { KIND_WORDS = MAHJONG_KIND_ROOM / 8 };
_Static_assert(MAHJONG_KIND_ROOM >= (int)MAHJONG_KINDS && MAHJONG_KIND_ROOM % 8 == 0, "words");

/* Returns the number of tiles in a hand. Counts are small, so whole words can be added without
 * carries. */
static unsigned tiles_of(const uint8_t hand[MAHJONG_KIND_ROOM])
{
    uint64_t words[KIND_WORDS], sum = 0;
    memcpy(words, hand, sizeof words);
    for (unsigned i = 0; i < KIND_WORDS; i++)
        sum += words[i];
    return (unsigned)(sum * 0x0101010101010101u >> 56);
}

const char *mahjong_check_table(const struct mahjong_checked *checked, unsigned more)
{
    uint8_t there[MAHJONG_KIND_ROOM];
    for (unsigned kind = 0; kind < MAHJONG_KIND_ROOM; kind++) {
        unsigned tiles = 0u + checked->left[kind] + checked->laid[kind] + checked->thrown[kind];
        for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
            tiles += checked->hands[seat][kind];
        there[kind] = (uint8_t)(tiles ^ (kind < MAHJONG_KINDS ? MAHJONG_COPIES : 0));
    }
    uint8_t wrong = 0;
    for (unsigned kind = 0; kind < MAHJONG_KIND_ROOM; kind++)
        wrong |= there[kind];
    if (wrong != 0)
        return "there are not four tiles of each kind";
    if (checked->seat >= MAHJONG_SEATS)
        return "the seat of the turn is invalid";
    if (checked->step != 1 && checked->step != MAHJONG_SEATS - 1)
        return "the direction is invalid";
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
        if (tiles_of(checked->hands[seat]) + 3u * checked->melds[seat] !=
            (unsigned)MAHJONG_HAND + (seat == more))
            return "a player has too many or too few tiles";
    return NULL;
}

const char *mahjong_check_keys(const struct mahjong_checked *checked)
{
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        uint32_t keys[MAHJONG_SUITS + 1] = {0};
        for (unsigned kind = 0; kind < MAHJONG_PLAIN; kind++)
            for (unsigned held = 0; held < checked->hands[seat][kind]; held++)
                keys[mahjong_suit(kind)] += mahjong_key_step[kind][held];
        if (memcmp(keys, checked->keys[seat], sizeof keys) != 0)
            return "the look-up key of a hand is wrong";
    }
    return NULL;
}

/* Whether no check fails. */
static bool sound(struct mahjong_checked *checked, unsigned more)
{
    checked->fault = mahjong_check_table(checked, more);
    return checked->fault == NULL;
}

/* ---- tiles ---- */

static void put_in(struct mahjong_checked *checked, unsigned seat, unsigned kind)
{
    const unsigned held = checked->hands[seat][kind]++;
    checked->keys[seat][mahjong_suit(kind)] += mahjong_key_step[kind][held % MAHJONG_COPIES];
}

static void take_out(struct mahjong_checked *checked, unsigned seat, unsigned kind)
{
    const unsigned held = --checked->hands[seat][kind];
    checked->keys[seat][mahjong_suit(kind)] -= mahjong_key_step[kind][held % MAHJONG_COPIES];
}

static void draw(struct mahjong_checked *checked, unsigned seat)
{
    const unsigned kind = checked->wall[checked->drawn++];
    checked->left[kind]--;
    put_in(checked, seat, kind);
    checked->seat = seat;
}

/* ---- hands ---- */

/* A hand by the classes of its suits, prepared for changing one suit. */
struct hand {
    const struct mahjong_tables *tables;
    const uint32_t *keys;
    const uint8_t *rest[MAHJONG_SUITS]; /* by suit: joins of all other suits */
};

static struct hand look_at(const struct mahjong_checked *checked, unsigned seat)
{
    const struct mahjong_tables *const tables = checked->tables;
    struct hand hand = {.tables = tables, .keys = checked->keys[seat]};
    unsigned class[MAHJONG_SUITS];
    for (unsigned suit = 0; suit < MAHJONG_SUITS; suit++)
        class[suit] = mahjong_class(tables, suit, hand.keys[suit]);
    const unsigned low = tables->join[class[0]][class[1]], high = tables->join[class[2]][class[3]];
    for (unsigned suit = 0; suit < MAHJONG_SUITS; suit++)
        hand.rest[suit] = tables->join[tables->join[suit < 2 ? high : low][class[suit ^ 1]]];
    return hand;
}

/* Returns the distance of the hand with another key of one suit. */
static unsigned distance_with(const struct hand *hand, unsigned melds, unsigned suit, uint32_t key)
{
    return hand->tables->distance[melds][hand->rest[suit][mahjong_class(hand->tables, suit, key)]];
}

static unsigned distance_of(const struct hand *hand, unsigned melds)
{
    return distance_with(hand, melds, 0, hand->keys[0]);
}

/* ---- choices ---- */

/* Returns the tile to discard from a hand of 14-3n tiles. */
static unsigned choose(const struct mahjong_checked *checked, unsigned seat)
{
    const uint8_t *const tiles = checked->hands[seat];
    for (unsigned kind = MAHJONG_PLAIN; kind < MAHJONG_KINDS; kind++)
        if (tiles[kind] > 0)
            return kind;
    const struct hand hand = look_at(checked, seat);
    unsigned best = MAHJONG_KINDS, least = UINT32_MAX;
    for (unsigned kind = 0; kind < MAHJONG_PLAIN; kind++) {
        if (tiles[kind] == 0)
            continue;
        const unsigned suit = mahjong_suit(kind);
        const unsigned left = distance_with(
            &hand, checked->melds[seat], suit,
            hand.keys[suit] - mahjong_key_step[kind][(tiles[kind] - 1u) % MAHJONG_COPIES]);
        if (left <= least) { /* of equally good ones the last in the list is chosen */
            least = left;
            best = kind;
        }
    }
    return best;
}

/* Whether she wins with the discard. */
static bool wins_with(const struct mahjong_checked *checked, unsigned seat, unsigned kind)
{
    const struct hand hand = look_at(checked, seat);
    const unsigned suit = mahjong_suit(kind), held = checked->hands[seat][kind] % MAHJONG_COPIES;
    return distance_with(&hand, checked->melds[seat], suit,
                         hand.keys[suit] + mahjong_key_step[kind][held]) == 0;
}

/* Whether laying down two of her tiles with a discard reduces her distance. */
static bool helps(const struct mahjong_checked *checked, unsigned seat, unsigned a, unsigned b)
{
    const uint8_t *const tiles = checked->hands[seat];
    const unsigned suit = mahjong_suit(a), first = tiles[a] - 1u, second = tiles[b] - 1u - (a == b);
    const struct hand hand = look_at(checked, seat);
    const uint32_t key = hand.keys[suit] - mahjong_key_step[a][first % MAHJONG_COPIES] -
                         mahjong_key_step[b][second % MAHJONG_COPIES];
    return distance_with(&hand, checked->melds[seat] + 1u, suit, key) <
           distance_of(&hand, checked->melds[seat]);
}

/* Returns the lowest tile of the run that she lays down, or -1. */
static int choose_run(const struct mahjong_checked *checked, unsigned seat, unsigned kind)
{
    const uint8_t *const tiles = checked->hands[seat];
    int best = -1;
    if (kind >= MAHJONG_FIRST_HONOUR)
        return best;
    for (unsigned low = kind < 2 ? 0 : kind - 2; low <= kind; low++) {
        const unsigned a = kind == low ? low + 1 : low, b = kind == low + 2 ? low + 1 : low + 2;
        if (mahjong_suit(low) == mahjong_suit(low + 2) && tiles[a] > 0 && tiles[b] > 0 &&
            helps(checked, seat, a, b))
            best = (int)low; /* the last one found has the highest numbers */
    }
    return best;
}

/* ---- moves ---- */

static unsigned after(const struct mahjong_checked *checked, unsigned seat, unsigned steps)
{
    return (seat + steps * checked->step) % MAHJONG_SEATS;
}

static void note(struct mahjong_outcome *outcome, unsigned seat, enum mahjong_move move,
                 unsigned kind)
{
    outcome->course = mahjong_follow(outcome->course, seat, move, kind);
}

static void win(struct mahjong_outcome *outcome, enum mahjong_end end, unsigned seat, unsigned from,
                unsigned kind)
{
    outcome->end = end;
    outcome->winner = seat;
    outcome->dealt_in = from;
    outcome->tile = kind;
    note(outcome, seat, MAHJONG_WINS, kind);
}

/* Lays down the meld of three tiles from `low` on, `step` kinds apart, of which `kind` is the
 * discard. */
static void lay_down(struct mahjong_checked *checked, unsigned seat, unsigned kind, unsigned low,
                     unsigned step)
{
    bool claimed = false;
    for (unsigned i = 0; i < 3; i++) {
        const unsigned tile = low + i * step;
        if (tile == kind && !claimed) {
            claimed = true;
            checked->thrown[kind]--;
        } else {
            take_out(checked, seat, tile);
        }
        checked->laid[tile]++;
    }
    checked->melds[seat]++;
    checked->seat = seat;
}

/* Lets a player claim the discard of `from`. Returns her seat, or MAHJONG_SEATS. */
static unsigned claim(struct mahjong_checked *checked, unsigned from, unsigned kind,
                      struct mahjong_outcome *outcome)
{
    for (unsigned steps = 1; steps < MAHJONG_SEATS; steps++) {
        const unsigned seat = after(checked, from, steps);
        if (checked->hands[seat][kind] < 2 || !helps(checked, seat, kind, kind))
            continue;
        lay_down(checked, seat, kind, kind, 0);
        outcome->pongs[seat]++;
        note(outcome, seat, MAHJONG_PONG, kind);
        return seat;
    }
    const unsigned next = after(checked, from, 1);
    const int low = choose_run(checked, next, kind);
    if (low < 0)
        return MAHJONG_SEATS;
    lay_down(checked, next, kind, (unsigned)low, 1);
    outcome->chows[next]++;
    note(outcome, next, MAHJONG_CHOW, (unsigned)low);
    return next;
}

/* Returns the seat of the next turn after a special tile. */
static unsigned play_special(struct mahjong_checked *checked, unsigned from, unsigned kind)
{
    switch (kind) {
    case MAHJONG_KIND_PASS: return after(checked, from, 2);
    case MAHJONG_KIND_REVERSE:
        checked->step = MAHJONG_SEATS - checked->step;
        return after(checked, from, 1);
    default: return from; /* DOUBLE */
    }
}

/* Draws a tile. Returns false if that ends the game: by a win, an empty wall, or a fault. */
static bool draw_and_go_on(struct mahjong_checked *checked, unsigned seat,
                           struct mahjong_outcome *outcome)
{
    if (checked->drawn == MAHJONG_WALL)
        return false;
    draw(checked, seat);
    if (!sound(checked, seat))
        return false;
    const struct hand hand = look_at(checked, seat);
    if (distance_of(&hand, checked->melds[seat]) != 0)
        return true;
    win(outcome, MAHJONG_SELFDRAWN, seat, 0, checked->wall[checked->drawn - 1]);
    return false;
}

/* Plays a turn of `*seat`. Returns false if the game is over; else sets `*seat` and `*claimed` for
 * the next turn. */
static bool take_turn(struct mahjong_checked *checked, unsigned *seat, bool *claimed,
                      struct mahjong_outcome *outcome)
{
    const unsigned from = *seat;
    if (!*claimed && !draw_and_go_on(checked, from, outcome))
        return false;
    const unsigned kind = choose(checked, from);
    take_out(checked, from, kind);
    checked->thrown[kind]++;
    outcome->discards++;
    note(outcome, from, MAHJONG_OUT, kind);
    if (!sound(checked, MAHJONG_SEATS))
        return false;
    checked->turn++;
    *claimed = false;
    if (kind >= MAHJONG_PLAIN) {
        outcome->specials[kind - MAHJONG_PLAIN]++;
        *seat = play_special(checked, from, kind);
        return true;
    }
    for (unsigned steps = 1; steps < MAHJONG_SEATS; steps++)
        if (wins_with(checked, after(checked, from, steps), kind)) {
            win(outcome, MAHJONG_RON, after(checked, from, steps), from, kind);
            return false;
        }
    const unsigned claimer = claim(checked, from, kind, outcome);
    *claimed = claimer < MAHJONG_SEATS;
    *seat = *claimed ? claimer : after(checked, from, 1);
    return !*claimed || sound(checked, claimer);
}

void mahjong_checked_play(struct mahjong_checked *checked, const struct mahjong_tables *tables,
                          const uint8_t wall[MAHJONG_WALL], struct mahjong_outcome *outcome)
{
    *checked = (struct mahjong_checked){.tables = tables, .wall = wall, .step = 1, .turn = 1};
    *outcome = (struct mahjong_outcome){.end = MAHJONG_DRAW};
    for (unsigned i = 0; i < MAHJONG_WALL; i++)
        checked->left[wall[i] % MAHJONG_KIND_ROOM]++;
    for (unsigned i = 0; i < MAHJONG_DEALT; i++)
        draw(checked, i % MAHJONG_SEATS);
    unsigned seat = 0;
    bool claimed = false;
    if (!sound(checked, MAHJONG_SEATS))
        return;
    while (take_turn(checked, &seat, &claimed, outcome))
        continue;
    outcome->draws = checked->drawn - MAHJONG_DEALT;
    if (checked->fault == NULL)
        checked->fault = mahjong_check_keys(checked);
}
