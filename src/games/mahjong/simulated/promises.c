/* What the rules of the mahjong simulator promise of every step. Distances are those of the tables,
 * which the reference does not use. */
#include "games/mahjong/simulated/module.h"

#include "base/lang.h"
#include "games/mahjong/rules/fast.h"
#include "games/mahjong/rules/reference.h"
#include "games/mahjong/simulated/kernels/kernels.h"
#include "sim/kernel.h"

#include <string.h>

enum { GAME_END = MAHJONG_NEWS_WALL_OUT + 1 };

/* A step, or the end of the game, and what went before it. */
struct step {
    struct mahjong_observer observer; /* first, so that an observer is its step */
    const struct mahjong_tables *tables;
    const struct mahjong_table *now; /* after the step */
    const struct mahjong_news *news; /* of the step; at the end of the last one */
    unsigned what;                   /* enum mahjong_happening, or GAME_END */
    struct mahjong_table before;
    struct mahjong_news last;       /* the step before; of the deal MAHJONG_NEWS_DRAW */
    struct mahjong_outcome counted; /* of all steps */
    struct mahjong_outcome record;  /* at the end */
    bool broken;
    uint64_t index;
    struct nf_error *err;
};

/* A worker's memory. */
struct worker {
    struct mahjong_memo memo;
    struct step step;
    uint32_t words[MAHJONG_WORDS];
};

/* ---- hands ---- */

static unsigned distance_by_tables(const struct step *step, const uint8_t *hand, unsigned melds)
{
    return mahjong_table_distance(step->tables, hand, melds);
}

/* Returns the distance of a player's hand without one tile. */
static unsigned distance_without(const struct step *step, unsigned seat, unsigned kind)
{
    uint8_t hand[MAHJONG_KINDS];
    memcpy(hand, step->before.hands[seat], sizeof hand);
    hand[kind]--;
    return distance_by_tables(step, hand, step->before.melds[seat]);
}

/* Whether a meld with `a` and `b` of her hand brings her nearer to winning. */
static bool meld_brings_nearer(const struct step *step, unsigned seat, unsigned a, unsigned b)
{
    const unsigned melds = step->before.melds[seat];
    uint8_t hand[MAHJONG_KINDS];
    memcpy(hand, step->before.hands[seat], sizeof hand);
    const unsigned now = distance_by_tables(step, hand, melds);
    hand[a]--;
    hand[b]--;
    return distance_by_tables(step, hand, melds + 1) < now;
}

/* Whether her hand wins, with another tile if `kind` is one. */
static bool wins(const struct step *step, unsigned seat, unsigned kind)
{
    uint8_t hand[MAHJONG_KINDS];
    memcpy(hand, step->before.hands[seat], sizeof hand);
    if (kind < MAHJONG_KINDS)
        hand[kind]++;
    for (unsigned special = MAHJONG_PLAIN; special < MAHJONG_KINDS; special++)
        if (hand[special] > 0)
            return false;
    return distance_by_tables(step, hand, step->before.melds[seat]) == 0;
}

static bool pongs(const struct step *step, unsigned seat)
{
    const unsigned kind = step->last.kind;
    return step->before.hands[seat][kind] >= 2 && meld_brings_nearer(step, seat, kind, kind);
}

/* Returns the lowest tile of the highest run that helps, or -1. */
static int run_of(const struct step *step, unsigned seat)
{
    const unsigned kind = step->last.kind;
    const uint8_t *const hand = step->before.hands[seat];
    for (unsigned low = kind; low + 2 >= kind && kind < MAHJONG_FIRST_HONOUR; low--) {
        const unsigned a = kind == low ? low + 1 : low, b = kind == low + 2 ? low + 1 : low + 2;
        if (mahjong_suit(low) == mahjong_suit(low + 2) && hand[a] > 0 && hand[b] > 0 &&
            meld_brings_nearer(step, seat, a, b))
            return (int)low;
        if (low == 0)
            break;
    }
    return -1;
}

static unsigned seat_after(const struct step *step, unsigned seat, unsigned steps)
{
    return (seat + steps * step->now->step) % MAHJONG_SEATS;
}

/* Whether the step before was a discard that may be claimed. */
static bool was_open(const struct step *step)
{
    return step->last.what == MAHJONG_NEWS_DISCARD && step->last.kind < MAHJONG_PLAIN;
}

static bool is_what(const struct step *step, enum mahjong_happening what, unsigned seat)
{
    return step->what == what && step->news->seat == seat;
}

/* ---- promises ---- */

static bool wall_is_drawn_in_order(const void *of)
{
    const struct step *const step = of;
    const unsigned drawn = step->before.drawn;
    switch (step->what) {
    case MAHJONG_NEWS_DRAW:
        return drawn < MAHJONG_WALL && step->news->kind == step->before.wall[drawn] &&
               step->now->drawn == drawn + 1;
    case MAHJONG_NEWS_WALL_OUT: return drawn == MAHJONG_WALL && step->now->drawn == drawn;
    default: return step->now->drawn == drawn;
    }
}

static bool tiles_are_kept(const void *of)
{
    const struct step *const step = of;
    const struct mahjong_news *const news = step->news;
    struct mahjong_table table = step->before;
    uint8_t *const hand = table.hands[news->seat];
    switch (step->what) {
    case MAHJONG_NEWS_DRAW: hand[news->kind]++; break;
    case MAHJONG_NEWS_DISCARD: hand[news->kind]--; break;
    case MAHJONG_NEWS_PONG:
        hand[news->kind] = (uint8_t)(hand[news->kind] - 2);
        table.melds[news->seat]++;
        break;
    case MAHJONG_NEWS_CHOW:
        for (unsigned tile = news->low; tile < news->low + 3; tile++)
            if (tile != news->kind)
                hand[tile]--;
        table.melds[news->seat]++;
        break;
    default: break;
    }
    return memcmp(table.hands, step->now->hands, sizeof table.hands) == 0 &&
           memcmp(table.melds, step->now->melds, sizeof table.melds) == 0;
}

static bool hand_has_thirteen(const void *of)
{
    const struct step *const step = of;
    const struct mahjong_news *const news = step->news;
    unsigned held = 3u * step->now->melds[news->seat];
    for (unsigned kind = 0; kind < MAHJONG_KINDS; kind++)
        held += step->now->hands[news->seat][kind];
    switch (step->what) {
    case MAHJONG_NEWS_DRAW:
    case MAHJONG_NEWS_PONG:
    case MAHJONG_NEWS_CHOW:
    case MAHJONG_NEWS_SELFDRAWN:
        return step->now->drawn <= MAHJONG_DEALT || held == MAHJONG_HAND + 1;
    case GAME_END: return true;
    default: return held == MAHJONG_HAND;
    }
}

static bool reverse_turns(const void *of)
{
    const struct step *const step = of;
    const bool turned = step->last.what == MAHJONG_NEWS_DISCARD && !was_open(step) &&
                        step->last.kind == MAHJONG_KIND_REVERSE;
    return step->now->step == (turned ? MAHJONG_SEATS - step->before.step : step->before.step);
}

static bool turn_continues(const void *of)
{
    const struct step *const step = of;
    const unsigned kind = step->last.kind;
    if (step->what != MAHJONG_NEWS_DRAW && step->what != MAHJONG_NEWS_WALL_OUT)
        return true;
    if (step->before.drawn <= MAHJONG_DEALT && step->last.what == MAHJONG_NEWS_DRAW)
        return step->news->seat == step->before.drawn % MAHJONG_SEATS;
    return step->news->seat == seat_after(step, step->last.seat,
                                          kind == MAHJONG_KIND_PASS     ? 2
                                          : kind == MAHJONG_KIND_DOUBLE ? 0
                                                                        : 1);
}

static bool steps_follow(const void *of)
{
    const struct step *const step = of;
    const struct mahjong_news *const news = step->news, *const last = &step->last;
    switch (step->what) {
    case MAHJONG_NEWS_DISCARD:
        return step->before.drawn > MAHJONG_DEALT && last->seat == news->seat &&
               (last->what == MAHJONG_NEWS_DRAW || last->what == MAHJONG_NEWS_PONG ||
                last->what == MAHJONG_NEWS_CHOW) &&
               news->other == seat_after(step, news->seat, 1);
    case MAHJONG_NEWS_PONG:
    case MAHJONG_NEWS_CHOW:
    case MAHJONG_NEWS_RON:
        return was_open(step) && news->kind == last->kind && news->other == last->seat &&
               news->seat != last->seat;
    case MAHJONG_NEWS_SELFDRAWN: return last->kind == news->kind && last->seat == news->seat;
    case GAME_END:
        return last->what == MAHJONG_NEWS_RON || last->what == MAHJONG_NEWS_SELFDRAWN ||
               last->what == MAHJONG_NEWS_WALL_OUT;
    default: return step->before.drawn <= MAHJONG_DEALT || last->what == MAHJONG_NEWS_DISCARD;
    }
}

static bool specials_come_first(const void *of)
{
    const struct step *const step = of;
    unsigned kind = MAHJONG_PLAIN;
    if (step->what != MAHJONG_NEWS_DISCARD)
        return true;
    while (kind < MAHJONG_KINDS && step->before.hands[step->news->seat][kind] == 0)
        kind++;
    return kind == MAHJONG_KINDS || step->news->kind == kind;
}

static bool discard_is_best(const void *of)
{
    const struct step *const step = of;
    const unsigned seat = step->news->seat, mine = step->news->kind;
    if (step->what != MAHJONG_NEWS_DISCARD || mine >= MAHJONG_PLAIN)
        return true;
    const unsigned left = distance_without(step, seat, mine);
    for (unsigned kind = 0; kind < MAHJONG_PLAIN; kind++) {
        if (step->before.hands[seat][kind] == 0 || kind == mine)
            continue;
        const unsigned other = distance_without(step, seat, kind);
        if (other < left || (other == left && kind > mine)) /* Z F B N W S E 9S..1S 9P..1P 9M..1M */
            return false;
    }
    return true;
}

static bool winner_wins(const void *of)
{
    const struct step *const step = of;
    const struct mahjong_news *const last = &step->last;
    if (last->what == MAHJONG_NEWS_DRAW && step->before.drawn > MAHJONG_DEALT)
        return wins(step, last->seat, MAHJONG_KINDS) ==
               is_what(step, MAHJONG_NEWS_SELFDRAWN, last->seat);
    for (unsigned steps = 1; was_open(step) && steps < MAHJONG_SEATS; steps++) {
        const unsigned seat = seat_after(step, last->seat, steps);
        if (wins(step, seat, last->kind))
            return is_what(step, MAHJONG_NEWS_RON, seat);
    }
    return step->what != MAHJONG_NEWS_RON && step->what != MAHJONG_NEWS_SELFDRAWN;
}

static bool triplet_is_made(const void *of)
{
    const struct step *const step = of;
    if (!was_open(step) || step->what == MAHJONG_NEWS_RON)
        return step->what != MAHJONG_NEWS_PONG;
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
        if (seat != step->last.seat && pongs(step, seat))
            return is_what(step, MAHJONG_NEWS_PONG, seat);
    return step->what != MAHJONG_NEWS_PONG;
}

static bool run_is_made(const void *of)
{
    const struct step *const step = of;
    const unsigned next = seat_after(step, step->last.seat, 1);
    if (!was_open(step) || step->what == MAHJONG_NEWS_RON || step->what == MAHJONG_NEWS_PONG)
        return step->what != MAHJONG_NEWS_CHOW;
    const int low = run_of(step, next);
    return low < 0 ? step->what != MAHJONG_NEWS_CHOW
                   : is_what(step, MAHJONG_NEWS_CHOW, next) && step->news->low == (unsigned)low;
}

static bool record_is_true(const void *of)
{
    const struct step *const step = of;
    return step->what != GAME_END ||
           memcmp(&step->counted, &step->record, sizeof step->counted) == 0;
}

static const struct nf_promise promises[] = {
    {N_("the wall is drawn in its order"), wall_is_drawn_in_order},
    {N_("tiles are neither lost nor made"), tiles_are_kept},
    {N_("a player has 13 tiles, and one more in her turn"), hand_has_thirteen},
    {N_("REVERSE alone turns the direction"), reverse_turns},
    {N_("the turn goes to the next player, PASS leaves her out and DOUBLE keeps it"),
     turn_continues},
    {N_("a discard follows a draw or a claim, and a claim another's discard"), steps_follow},
    {N_("special tiles go first, PASS before REVERSE before DOUBLE"), specials_come_first},
    {N_("no discard leaves her nearer to winning than hers"), discard_is_best},
    {N_("whoever can win wins, the next player first"), winner_wins},
    {N_("a triplet that brings somebody nearer is made, unless somebody wins"), triplet_is_made},
    {N_("the next player makes the highest run that brings her nearer, after the others' claims"),
     run_is_made},
    {N_("the record says what the steps did"), record_is_true},
    {NULL, NULL},
};

static void describe_mahjong_step(const void *of, struct nf_text *text)
{
    static const char *const words[] = {
        [MAHJONG_NEWS_DRAW] = "DRAW", [MAHJONG_NEWS_DISCARD] = "OUT",
        [MAHJONG_NEWS_PONG] = "PONG", [MAHJONG_NEWS_CHOW] = "CHOW",
        [MAHJONG_NEWS_RON] = "RON",   [MAHJONG_NEWS_SELFDRAWN] = "SELFDRAWN",
    };
    const struct step *const step = of;
    const struct mahjong_news *const news = step->news;
    nf_text_format(text, _("after %u discards"), step->counted.discards);
    if (step->what < MAHJONG_NEWS_WALL_OUT)
        nf_text_format(text, ": %c %s %s", 'A' + (int)(news->seat % MAHJONG_SEATS),
                       words[step->what], mahjong_kinds[news->kind % MAHJONG_KINDS]);
}

/* ---- the reference, watched ---- */

/* Adds a step to what was counted of the game. */
static void add_mahjong_step(struct mahjong_outcome *counted, const struct mahjong_table *now,
                             const struct mahjong_news *news)
{
    enum mahjong_move move = MAHJONG_MOVES;
    switch (news->what) {
    case MAHJONG_NEWS_DRAW: counted->draws += now->drawn > MAHJONG_DEALT; break;
    case MAHJONG_NEWS_DISCARD:
        move = MAHJONG_OUT;
        counted->discards++;
        if (news->kind >= MAHJONG_PLAIN)
            counted->specials[news->kind - MAHJONG_PLAIN]++;
        break;
    case MAHJONG_NEWS_PONG:
        move = MAHJONG_PONG;
        counted->pongs[news->seat]++;
        break;
    case MAHJONG_NEWS_CHOW:
        move = MAHJONG_CHOW;
        counted->chows[news->seat]++;
        break;
    case MAHJONG_NEWS_RON:
    case MAHJONG_NEWS_SELFDRAWN:
        move = MAHJONG_WINS;
        counted->end = news->what == MAHJONG_NEWS_RON ? MAHJONG_RON : MAHJONG_SELFDRAWN;
        counted->winner = news->seat;
        counted->dealt_in = news->what == MAHJONG_NEWS_RON ? news->other : 0;
        counted->tile = news->kind;
        break;
    default: break;
    }
    if (move < MAHJONG_MOVES)
        counted->course = mahjong_follow(counted->course, news->seat, move,
                                         move == MAHJONG_CHOW ? news->low : news->kind);
}

static bool hold(struct step *step, const struct mahjong_table *now,
                 const struct mahjong_news *news, unsigned what)
{
    step->now = now;
    step->news = news;
    step->what = what;
    return nf_promises_hold(&mahjong_promises, step->index, step, step->err);
}

static void watch_mahjong_step(struct mahjong_observer *observer, const struct mahjong_table *now,
                               const struct mahjong_news *news)
{
    struct step *const step = (struct step *)(void *)observer;
    step->broken = step->broken || !hold(step, now, news, news->what);
    add_mahjong_step(&step->counted, now, news);
    step->before = *now;
    step->last = *news;
}

static enum nf_status play_mahjong_watched(const struct nf_setup *setup, void *memory,
                                           struct nf_outcome *outcome, struct nf_error *err)
{
    const struct mahjong_run *const run = &((const struct mahjong_setup *)setup)->run;
    struct worker *const worker = memory;
    struct step *const step = &worker->step;
    uint8_t wall[MAHJONG_WALL];
    mahjong_wall(run, outcome->index, wall);
    *step = (struct step){.observer = {watch_mahjong_step},
                          .tables = run->tables,
                          .before = {.wall = wall, .step = 1},
                          .last = {.what = MAHJONG_NEWS_DRAW},
                          .counted = {.end = MAHJONG_DRAW},
                          .index = outcome->index,
                          .err = err};
    struct mahjong_outcome played;
    mahjong_play(&worker->memo, wall, &step->observer, &played);
    mahjong_pack(&played, worker->words);
    mahjong_unpack(worker->words, &step->record);
    step->broken = step->broken || !hold(step, &step->before, &step->last, GAME_END);
    outcome->words = worker->words;
    return step->broken ? NF_INTERNAL : NF_OK;
}

const struct nf_promise_ops mahjong_promises = {
    promises, describe_mahjong_step, {sizeof(struct worker), play_mahjong_watched}};
