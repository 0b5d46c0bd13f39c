#include "games/mahjong/rules/reference.h"

#include <string.h>

/* ---- choices of one player ---- */

static unsigned distance_of_hand(struct mahjong_memo *memo, const uint8_t hand[MAHJONG_KINDS],
                                 unsigned melds)
{
    return mahjong_distance_memo(memo, hand, melds, MAHJONG_COPIES);
}

bool mahjong_wins(struct mahjong_memo *memo, const uint8_t hand[MAHJONG_KINDS], unsigned melds)
{
    return distance_of_hand(memo, hand, melds) == 0;
}

/* "Special tiles first, PASS before REVERSE before DOUBLE", or MAHJONG_KINDS. */
static unsigned special_of(const uint8_t hand[MAHJONG_KINDS])
{
    unsigned kind = MAHJONG_PLAIN;
    while (kind < MAHJONG_KINDS && hand[kind] == 0)
        kind++;
    return kind;
}

unsigned mahjong_choose(struct mahjong_memo *memo, const uint8_t hand[MAHJONG_KINDS],
                        unsigned melds)
{
    unsigned best = special_of(hand), least = UINT32_MAX;
    if (best < MAHJONG_KINDS)
        return best;
    uint8_t left[MAHJONG_KINDS];
    memcpy(left, hand, sizeof left);
    /* Z F B N W S E 9S..1S 9P..1P 9M..1M: the first of equally good ones wins. */
    for (unsigned kind = MAHJONG_PLAIN; kind-- > 0;) {
        if (hand[kind] == 0)
            continue;
        left[kind]--;
        const unsigned rest = distance_of_hand(memo, left, melds);
        left[kind]++;
        if (rest < least) {
            least = rest;
            best = kind;
        }
    }
    return best;
}

bool mahjong_claim_helps(struct mahjong_memo *memo, const uint8_t hand[MAHJONG_KINDS],
                         unsigned melds, unsigned a, unsigned b)
{
    uint8_t left[MAHJONG_KINDS];
    memcpy(left, hand, sizeof left);
    left[a]--;
    left[b]--;
    return distance_of_hand(memo, left, melds + 1) < distance_of_hand(memo, hand, melds);
}

bool mahjong_would_pong(struct mahjong_memo *memo, const uint8_t hand[MAHJONG_KINDS],
                        unsigned melds, unsigned kind)
{
    return kind < MAHJONG_PLAIN && hand[kind] >= 2 &&
           mahjong_claim_helps(memo, hand, melds, kind, kind);
}

bool mahjong_run_with(unsigned kind, unsigned below, unsigned *a, unsigned *b)
{
    const unsigned low = kind - below, rank = mahjong_rank(kind);
    *a = below == 0 ? low + 1 : low;
    *b = below == 2 ? low + 1 : low + 2;
    return kind < MAHJONG_FIRST_HONOUR && rank >= below && rank - below + 2 < MAHJONG_RANKS;
}

int mahjong_would_chow(struct mahjong_memo *memo, const uint8_t hand[MAHJONG_KINDS], unsigned melds,
                       unsigned kind)
{
    unsigned a, b;
    for (unsigned below = 0; below <= 2; below++) /* the run with the highest numbers first */
        if (mahjong_run_with(kind, below, &a, &b) && hand[a] > 0 && hand[b] > 0 &&
            mahjong_claim_helps(memo, hand, melds, a, b))
            return (int)(kind - below);
    return -1;
}

/* ---- a game ---- */

struct game {
    struct mahjong_table table;
    struct mahjong_memo *memo;
    struct mahjong_observer *observer;
    struct mahjong_outcome *outcome;
};

void mahjong_happens(struct mahjong_table *table, const struct mahjong_news *news)
{
    uint8_t *const hand = table->hands[news->seat];
    switch (news->what) {
    case MAHJONG_NEWS_DRAW:
        table->drawn++;
        hand[news->kind]++;
        break;
    case MAHJONG_NEWS_DISCARD: hand[news->kind]--; break;
    case MAHJONG_NEWS_PONG:
        table->melds[news->seat]++;
        hand[news->kind] = (uint8_t)(hand[news->kind] - 2);
        break;
    case MAHJONG_NEWS_CHOW:
        table->melds[news->seat]++;
        for (unsigned tile = news->low; tile <= news->low + 2; tile++)
            if (tile != news->kind)
                hand[tile]--;
        break;
    default: break;
    }
}

static void happens(struct game *game, struct mahjong_news news)
{
    mahjong_happens(&game->table, &news);
    if (game->observer != NULL)
        game->observer->notify(game->observer, &game->table, &news);
}

static void note_move(struct game *game, unsigned seat, enum mahjong_move move, unsigned kind)
{
    game->outcome->course = mahjong_follow(game->outcome->course, seat, move, kind);
}

static unsigned seat_in_steps(const struct mahjong_table *table, unsigned seat, unsigned steps)
{
    return (seat + steps * table->step) % MAHJONG_SEATS;
}

/* The player at `seat` draws; returns false if the wall is empty. */
static bool draw_from_wall(struct game *game, unsigned seat)
{
    struct mahjong_table *const table = &game->table;
    if (table->drawn == MAHJONG_WALL) {
        happens(game, (struct mahjong_news){MAHJONG_NEWS_WALL_OUT, .seat = seat});
        return false;
    }
    const unsigned kind = table->wall[table->drawn];
    happens(game, (struct mahjong_news){MAHJONG_NEWS_DRAW, .seat = seat, .kind = kind});
    return true;
}

static void deal_from_wall(struct game *game)
{
    for (unsigned i = 0; i < MAHJONG_DEALT; i++)
        draw_from_wall(game, i % MAHJONG_SEATS);
}

static void win(struct game *game, enum mahjong_end end, unsigned seat, unsigned from,
                unsigned kind)
{
    game->outcome->end = end;
    game->outcome->winner = seat;
    game->outcome->dealt_in = end == MAHJONG_RON ? from : 0;
    game->outcome->tile = kind;
    note_move(game, seat, MAHJONG_WINS, kind);
    happens(game, (struct mahjong_news){
                      end == MAHJONG_RON ? MAHJONG_NEWS_RON : MAHJONG_NEWS_SELFDRAWN,
                      .seat = seat,
                      .other = from,
                      .kind = kind,
                  });
}

/* "RON first, the first player from the next one on who can." */
static bool somebody_wins(struct game *game, unsigned from, unsigned kind)
{
    struct mahjong_table *const table = &game->table;
    for (unsigned steps = 1; steps < MAHJONG_SEATS; steps++) {
        const unsigned seat = seat_in_steps(table, from, steps);
        uint8_t with[MAHJONG_KINDS];
        memcpy(with, table->hands[seat], sizeof with);
        with[kind]++;
        if (mahjong_wins(game->memo, with, table->melds[seat])) {
            win(game, MAHJONG_RON, seat, from, kind);
            return true;
        }
    }
    return false;
}

/* "Then PONG by any other player." At most one of them holds two of the three other tiles. */
static bool somebody_pongs(struct game *game, unsigned from, unsigned kind, unsigned *claimer)
{
    struct mahjong_table *const table = &game->table;
    for (unsigned steps = 1; steps < MAHJONG_SEATS; steps++) {
        const unsigned seat = seat_in_steps(table, from, steps);
        if (!mahjong_would_pong(game->memo, table->hands[seat], table->melds[seat], kind))
            continue;
        game->outcome->pongs[seat]++;
        note_move(game, seat, MAHJONG_PONG, kind);
        happens(game, (struct mahjong_news){MAHJONG_NEWS_PONG, seat, from, kind, kind});
        *claimer = seat;
        return true;
    }
    return false;
}

/* "Then CHOW, only by the next player in the current direction." */
static bool next_chows(struct game *game, unsigned from, unsigned kind, unsigned *claimer)
{
    struct mahjong_table *const table = &game->table;
    const unsigned seat = seat_in_steps(table, from, 1);
    const int low = mahjong_would_chow(game->memo, table->hands[seat], table->melds[seat], kind);
    if (low < 0)
        return false;
    game->outcome->chows[seat]++;
    note_move(game, seat, MAHJONG_CHOW, (unsigned)low);
    happens(game, (struct mahjong_news){MAHJONG_NEWS_CHOW, seat, from, kind, (unsigned)low});
    *claimer = seat;
    return true;
}

static unsigned discard(struct game *game, unsigned seat)
{
    struct mahjong_table *const table = &game->table;
    const unsigned kind = mahjong_choose(game->memo, table->hands[seat], table->melds[seat]);
    game->outcome->discards++;
    note_move(game, seat, MAHJONG_OUT, kind);
    happens(game, (struct mahjong_news){MAHJONG_NEWS_DISCARD, seat, seat_in_steps(table, seat, 1),
                                        kind, 0});
    return kind;
}

/* Returns the seat of the next turn after `seat` played a special tile. */
static unsigned play_special(struct game *game, unsigned seat, unsigned kind)
{
    struct mahjong_table *const table = &game->table;
    game->outcome->specials[kind - MAHJONG_PLAIN]++;
    switch (kind) {
    case MAHJONG_KIND_PASS: return seat_in_steps(table, seat, 2);
    case MAHJONG_KIND_REVERSE:
        table->step = MAHJONG_SEATS - table->step;
        return seat_in_steps(table, seat, 1);
    default: return seat; /* DOUBLE */
    }
}

/* Plays one turn: draws a tile unless one was claimed, and discards one, which may be claimed.
 * Returns false if the game is over; else sets `seat` and `claimed` for the next turn. */
static bool take_turn(struct game *game, unsigned *seat, bool *claimed)
{
    struct mahjong_table *const table = &game->table;
    if (!*claimed) {
        if (!draw_from_wall(game, *seat))
            return false;
        if (mahjong_wins(game->memo, table->hands[*seat], table->melds[*seat])) {
            win(game, MAHJONG_SELFDRAWN, *seat, *seat, table->wall[table->drawn - 1]);
            return false;
        }
    }
    const unsigned from = *seat;
    const unsigned kind = discard(game, from);
    *claimed = false;
    if (kind >= MAHJONG_PLAIN) {
        *seat = play_special(game, from, kind);
        return true;
    }
    if (somebody_wins(game, from, kind))
        return false;
    *claimed = somebody_pongs(game, from, kind, seat) || next_chows(game, from, kind, seat);
    if (!*claimed)
        *seat = seat_in_steps(table, from, 1);
    return true;
}

void mahjong_play(struct mahjong_memo *memo, const uint8_t wall[MAHJONG_WALL],
                  struct mahjong_observer *observer, struct mahjong_outcome *outcome)
{
    struct game game = {
        .table = {.wall = wall, .step = 1}, .memo = memo, .observer = observer, .outcome = outcome};
    *outcome = (struct mahjong_outcome){.end = MAHJONG_DRAW};
    deal_from_wall(&game);
    unsigned seat = 0;
    bool claimed = false;
    while (take_turn(&game, &seat, &claimed))
        continue;
    outcome->draws = game.table.drawn - MAHJONG_DEALT;
}
