#include "games/mahjong/judged/position.h"

#include "base/lang.h"
#include "games/mahjong/rules/format.h"

#include <stdio.h>
#include <string.h>

struct finder {
    struct mahjong_observer observer;
    struct mahjong_position *position; /* at the line shown last */
    uint64_t first, line;              /* the first line to show; that of the next event */
    bool (*visit)(void *owner, const struct mahjong_position *position);
    void *owner;
    bool over; /* that was enough */
};

/* Shows a line of an event; `wins`: the second one of a win. */
static void visit_line(struct finder *finder, const struct mahjong_table *table,
                       const struct mahjong_news *news, bool wins)
{
    struct mahjong_position *const position = finder->position;
    const uint64_t line = finder->line++;
    if (line < finder->first || finder->over)
        return;
    /* The table is needed as it was before the event. Tiles and melds have already changed, so they
     * come from the copy made at the event before. */
    position->table.step = table->step;
    position->line = line;
    position->news = *news;
    position->wins = wins;
    finder->over = finder->visit == NULL || !finder->visit(finder->owner, position);
}

static void follow_news(struct mahjong_observer *observer, const struct mahjong_table *table,
                        const struct mahjong_news *news)
{
    struct finder *const finder = (struct finder *)observer;
    struct mahjong_position *const position = finder->position;
    if (finder->over)
        return;
    if (news->what == MAHJONG_NEWS_PONG || news->what == MAHJONG_NEWS_CHOW)
        position->laid[news->seat][table->melds[news->seat] - 1] =
            (struct mahjong_laid){news->low, .run = news->what == MAHJONG_NEWS_CHOW};
    visit_line(finder, table, news, false);
    if (news->what == MAHJONG_NEWS_RON || news->what == MAHJONG_NEWS_SELFDRAWN)
        visit_line(finder, table, news, true);
    if (finder->over)
        return;
    position->table = *table;
    position->last = *news;
    position->turn += news->what == MAHJONG_NEWS_DISCARD;
}

bool mahjong_positions(struct mahjong_position *position, const uint8_t wall[MAHJONG_WALL],
                       uint64_t first,
                       bool (*visit)(void *owner, const struct mahjong_position *position),
                       void *owner)
{
    struct mahjong_memo *const memo = mahjong_thread_memo();
    struct finder finder = {{follow_news}, position, first, 1, visit, owner, false};
    struct mahjong_outcome outcome;
    if (memo == NULL)
        return false;
    *position = (struct mahjong_position){.line = first,
                                          .table = {.wall = wall, .step = 1},
                                          .last = {.what = MAHJONG_NEWS_WALL_OUT},
                                          .turn = 1};
    mahjong_play(memo, wall, &finder.observer, &outcome);
    position->ended = !finder.over;
    return true;
}

bool mahjong_position_deals(const struct mahjong_position *position)
{
    return !position->ended && position->table.drawn < MAHJONG_DEALT;
}

static unsigned seat_ahead(const struct mahjong_position *position, unsigned seat, unsigned steps)
{
    return (seat + steps * position->table.step) % MAHJONG_SEATS;
}

bool mahjong_position_open(const struct mahjong_position *position)
{
    return position->last.what == MAHJONG_NEWS_DISCARD && position->last.kind < MAHJONG_PLAIN;
}

static unsigned distance_now(const struct mahjong_position *position, unsigned seat)
{
    return mahjong_distance(position->table.hands[seat], position->table.melds[seat]);
}

unsigned mahjong_position_distance_without(const struct mahjong_position *position, unsigned seat,
                                           unsigned kind)
{
    uint8_t left[MAHJONG_KINDS];
    memcpy(left, position->table.hands[seat], sizeof left);
    left[kind]--;
    return mahjong_distance(left, position->table.melds[seat]);
}

/* After claiming the last discard with her tiles `a` and `b`. */
static unsigned distance_claimed(const struct mahjong_position *position, unsigned seat, unsigned a,
                                 unsigned b)
{
    uint8_t left[MAHJONG_KINDS];
    memcpy(left, position->table.hands[seat], sizeof left);
    left[a]--;
    left[b]--;
    return mahjong_distance(left, position->table.melds[seat] + 1u);
}

/* ---- rows of an explanation ---- */

static char letter(unsigned seat)
{
    return (char)('A' + seat);
}

/* ---- where ---- */

static const char *direction(const struct mahjong_position *position)
{
    return position->table.step == 1 ? "A B C D" : "A D C B";
}

void mahjong_row_where(struct nf_text *why, const struct mahjong_position *position)
{
    char last[80];
    snprintf(last, sizeof last, _(mahjong_wordings[position->last.what].past),
             letter(position->last.seat), mahjong_name(position->last.kind));
    if (mahjong_position_deals(position))
        nf_text_row(why, "where", "the deal, tile %u of %d", position->table.drawn + 1,
                    MAHJONG_DEALT);
    else if (position->ended)
        nf_text_row(why, "where", "after the game, which ended with: %s", last);
    else
        nf_text_row(why, "where", "turn %u; %s; %u tiles left in the wall; turns go %s",
                    position->turn,
                    position->table.drawn == MAHJONG_DEALT ? _("the tiles are dealt") : last,
                    MAHJONG_WALL - position->table.drawn, direction(position));
}

/* ---- hands ---- */

static void put_hand(struct nf_text *text, const uint8_t hand[MAHJONG_KINDS])
{
    for (unsigned kind = 0; kind < MAHJONG_KINDS; kind++)
        for (unsigned copy = 0; copy < hand[kind]; copy++)
            nf_text_format(text, " %s", mahjong_name(kind));
}

static void put_melds(struct nf_text *text, const struct mahjong_position *position, unsigned seat)
{
    for (unsigned i = 0; i < position->table.melds[seat]; i++) {
        const struct mahjong_laid laid = position->laid[seat][i];
        const unsigned step = laid.run ? 1 : 0;
        nf_text_format(text, _(", laid down %s %s %s"), mahjong_name(laid.low),
                       mahjong_name(laid.low + step), mahjong_name(laid.low + 2 * step));
    }
}

void mahjong_row_hand(struct nf_text *why, const struct mahjong_position *position, unsigned seat)
{
    struct nf_text text = {0};
    put_hand(&text, position->table.hands[seat]);
    put_melds(&text, position, seat);
    nf_text_row(why, "hand", "%c:%.*s; distance %u", letter(seat), (int)text.size,
                text.data == NULL ? "" : text.data, distance_now(position, seat));
    nf_text_free_part(&text, why);
}

/* ---- the rule that applies ---- */

static void rule_draw(struct nf_text *why, const struct mahjong_position *position)
{
    const struct mahjong_news *const last = &position->last;
    const char seat = letter(position->news.seat), from = letter(last->seat);
    if (mahjong_position_deals(position))
        nf_text_row(why, "rule",
                    "tiles are dealt one at a time, A B C D A B C D ..., one line each");
    else if (last->what != MAHJONG_NEWS_DISCARD)
        nf_text_row(why, "rule", "A has the first turn and draws");
    else if (last->kind == MAHJONG_KIND_PASS)
        nf_text_row(why, "rule", "PASS of %c skips %c, so it is %c's turn", from,
                    letter(last->other), seat);
    else if (last->kind == MAHJONG_KIND_REVERSE)
        nf_text_row(why, "rule",
                    "REVERSE turns the direction to %s, so %c comes after %c: her former previous "
                    "player",
                    direction(position), seat, from);
    else if (last->kind == MAHJONG_KIND_DOUBLE)
        nf_text_row(why, "rule", "DOUBLE gives %c another turn at once, in which she draws", from);
    else
        nf_text_row(why, "rule",
                    "nobody wins with %s or gets nearer to winning by claiming it, so the next "
                    "player draws: %c",
                    mahjong_name(last->kind), seat);
}

static void rule_discard(struct nf_text *why, const struct mahjong_position *position)
{
    const unsigned seat = position->news.seat, right = position->news.kind;
    struct nf_text ties = {0};
    unsigned equal = 0;
    if (right >= MAHJONG_PLAIN) {
        nf_text_row(why, "rule",
                    right == MAHJONG_KIND_PASS
                        ? _("special tiles go first: PASS, then REVERSE, then DOUBLE; PASS names "
                            "the next player, who is skipped")
                        : _("special tiles go first: PASS, then REVERSE, then DOUBLE"));
        return;
    }
    const unsigned least = mahjong_position_distance_without(position, seat, right);
    for (unsigned kind = MAHJONG_PLAIN; kind-- > 0;)
        if (position->table.hands[seat][kind] > 0 &&
            mahjong_position_distance_without(position, seat, kind) == least) {
            nf_text_format(&ties, " %s", mahjong_name(kind));
            equal++;
        }
    if (equal == 1)
        nf_text_row(why, "rule", "only without %s the distance is %u, the least",
                    mahjong_name(right), least);
    else
        nf_text_row(why, "rule",
                    "the distance is least, %u, without one of%.*s; of these the first in the order"
                    " Z F B N W S E 9S..1S 9P..1P 9M..1M goes: %s",
                    least, (int)ties.size, ties.data == NULL ? "" : ties.data, mahjong_name(right));
    nf_text_free_part(&ties, why);
}

static void rule_pong(struct nf_text *why, const struct mahjong_position *position)
{
    const unsigned seat = position->news.seat, kind = position->news.kind;
    nf_text_row(why, "rule",
                "nobody wins with %s; PONG comes before CHOW, and it helps %c: her distance is %u,"
                " and %u with the triplet laid down",
                mahjong_name(kind), letter(seat), distance_now(position, seat),
                distance_claimed(position, seat, kind, kind));
}

static void rule_chow(struct nf_text *why, const struct mahjong_position *position)
{
    const unsigned seat = position->news.seat;
    unsigned a, b;
    mahjong_run_with(position->news.kind, position->news.kind - position->news.low, &a, &b);
    nf_text_row(why, "rule",
                "%c is the next player, and of the runs that make her distance (now %u) smaller"
                " that with the highest numbers is %s %s %s: distance %u",
                letter(seat), distance_now(position, seat), mahjong_name(position->news.low),
                mahjong_name(position->news.low + 1), mahjong_name(position->news.low + 2),
                distance_claimed(position, seat, a, b));
}

void mahjong_row_rule(struct nf_text *why, const struct mahjong_position *position)
{
    const char seat = letter(position->news.seat);
    if (position->ended) {
        nf_text_row(why, "rule", "WIN or DRAW is the last line");
        return;
    }
    if (position->wins) {
        nf_text_row(why, "rule", "WIN follows, and ends the game");
        return;
    }
    switch (position->news.what) {
    case MAHJONG_NEWS_DRAW: rule_draw(why, position); break;
    case MAHJONG_NEWS_DISCARD: rule_discard(why, position); break;
    case MAHJONG_NEWS_PONG: rule_pong(why, position); break;
    case MAHJONG_NEWS_CHOW: rule_chow(why, position); break;
    case MAHJONG_NEWS_RON:
        nf_text_row(why, "rule",
                    "of those who can win with %s, %c is the first after %c; RON comes before PONG"
                    " and CHOW",
                    mahjong_name(position->news.kind), seat, letter(position->news.other));
        break;
    case MAHJONG_NEWS_SELFDRAWN:
        nf_text_row(why, "rule", "with the tile %c drew her hand wins: four melds and a pair",
                    seat);
        break;
    case MAHJONG_NEWS_WALL_OUT:
        nf_text_row(why, "rule", "%c should draw and the wall is empty: DRAW", seat);
        break;
    }
}

/* ---- rules that do not apply ---- */

/* Appends why nobody may claim, or that it is her own tile; returns false if neither holds. */
static bool put_closed(struct nf_text *why, const struct mahjong_position *position, unsigned seat)
{
    if (position->last.what == MAHJONG_NEWS_DISCARD && position->last.kind >= MAHJONG_PLAIN)
        nf_text_row(why, "note", "a special tile cannot be claimed");
    else if (!mahjong_position_open(position))
        nf_text_row(why, "note", "there is no discard to claim here");
    else if (seat == position->last.seat)
        nf_text_row(why, "note", "%c discarded %s herself, and nobody claims her own discard",
                    letter(seat), mahjong_name(position->last.kind));
    else
        return false;
    return true;
}

static void put_helps_not(struct nf_text *why, const struct mahjong_position *position,
                          unsigned seat, unsigned a, unsigned b)
{
    const unsigned now = distance_now(position, seat);
    const unsigned then = distance_claimed(position, seat, a, b);
    if (then >= now)
        nf_text_row(why, "note", "claiming would not help %c: her distance is %u, and %u after it",
                    letter(seat), now, then);
    else
        nf_text_row(why, "note", "it would help %c (distance %u, then %u), but comes after that",
                    letter(seat), now, then);
}

void mahjong_row_no_pong(struct nf_text *why, const struct mahjong_position *position,
                         unsigned seat)
{
    const unsigned kind = position->last.kind;
    if (put_closed(why, position, seat))
        return;
    if (position->table.hands[seat][kind] < 2)
        nf_text_row(why, "note", "%c does not have two tiles %s", letter(seat), mahjong_name(kind));
    else
        put_helps_not(why, position, seat, kind, kind);
}

void mahjong_row_no_chow(struct nf_text *why, const struct mahjong_position *position,
                         unsigned seat, unsigned low)
{
    const unsigned kind = position->last.kind, next = seat_ahead(position, position->last.seat, 1);
    unsigned a, b;
    if (put_closed(why, position, seat))
        return;
    mahjong_run_with(kind, kind - low, &a, &b);
    if (seat != next)
        nf_text_row(why, "note", "only the next player can make a run: %c", letter(next));
    else if (kind < low || kind > low + 2)
        nf_text_row(why, "note", "%s is not part of this run", mahjong_name(kind));
    else if (position->table.hands[seat][a] == 0 || position->table.hands[seat][b] == 0)
        nf_text_row(why, "note", "%c does not have both %s and %s", letter(seat), mahjong_name(a),
                    mahjong_name(b));
    else
        put_helps_not(why, position, seat, a, b);
}

void mahjong_row_no_win(struct nf_text *why, const struct mahjong_position *position, unsigned seat,
                        bool ron)
{
    uint8_t hand[MAHJONG_KINDS];
    if (ron && put_closed(why, position, seat))
        return;
    memcpy(hand, position->table.hands[seat], sizeof hand);
    if (ron)
        hand[position->last.kind]++;
    const unsigned distance = mahjong_distance(hand, position->table.melds[seat]);
    if (hand[MAHJONG_KIND_PASS] + hand[MAHJONG_KIND_REVERSE] + hand[MAHJONG_KIND_DOUBLE] > 0)
        nf_text_row(why, "note", "%c holds a special tile, with which no hand wins", letter(seat));
    else if (distance == 0)
        nf_text_row(why, "note", "%c could win, too, but comes later", letter(seat));
    else
        nf_text_row(why, "note",
                    ron ? _("%c with this tile would still have distance %u")
                        : _("%c would still have distance %u"),
                    letter(seat), distance);
}

void mahjong_row_no_discard(struct nf_text *why, const struct mahjong_position *position,
                            unsigned kind)
{
    const unsigned seat = position->news.seat;
    if (position->table.hands[seat][kind] == 0)
        nf_text_row(why, "note", "%c does not hold %s", letter(seat), mahjong_name(kind));
    else if (position->news.kind < MAHJONG_PLAIN)
        nf_text_row(why, "note", "without %s the distance is %u", mahjong_name(kind),
                    mahjong_position_distance_without(position, seat, kind));
}
