#include "games/mahjong/check/verifier.h"

#include "games/mahjong/check/verifier_play.h"
#include "games/mahjong/kernels/kernels.h"
#include "games/mahjong/kernels/setup.h"

#include <inttypes.h>
#include <string.h>

/* ---- hands ---- */

static unsigned distance(const struct mahjong_inspector *inspector, const uint8_t *hand,
                         unsigned melds)
{
    return mahjong_table_distance(inspector->tables, hand, melds);
}

/* Returns the distance of a player's hand after laying down `a` and `b` in a meld. */
static unsigned distance_claimed(const struct mahjong_inspector *inspector, unsigned seat,
                                 unsigned a, unsigned b)
{
    uint8_t hand[MAHJONG_KINDS];
    memcpy(hand, inspector->before.hands[seat], sizeof hand);
    hand[a]--;
    hand[b]--;
    return distance(inspector, hand, inspector->before.melds[seat] + 1u);
}

static bool holds_special(const uint8_t *hand)
{
    return hand[MAHJONG_KIND_PASS] + hand[MAHJONG_KIND_REVERSE] + hand[MAHJONG_KIND_DOUBLE] > 0;
}

static bool wins_with(const struct mahjong_inspector *inspector, unsigned seat, unsigned kind)
{
    uint8_t hand[MAHJONG_KINDS];
    memcpy(hand, inspector->before.hands[seat], sizeof hand);
    hand[kind]++;
    return !holds_special(hand) && distance(inspector, hand, inspector->before.melds[seat]) == 0;
}

static bool pongs(const struct mahjong_inspector *inspector, unsigned seat, unsigned kind)
{
    const uint8_t *const hand = inspector->before.hands[seat];
    return hand[kind] >= 2 && distance_claimed(inspector, seat, kind, kind) <
                                  distance(inspector, hand, inspector->before.melds[seat]);
}

/* Returns the lowest tile of the best run that helps, or -1. */
static int best_run(const struct mahjong_inspector *inspector, unsigned seat, unsigned kind)
{
    const uint8_t *const hand = inspector->before.hands[seat];
    int best = -1;
    for (unsigned low = kind < 2 ? 0 : kind - 2; low <= kind; low++) {
        const unsigned a = kind == low ? low + 1 : low, b = kind == low + 2 ? low + 1 : low + 2;
        if (kind < MAHJONG_FIRST_HONOUR && low / MAHJONG_RANKS == (low + 2) / MAHJONG_RANKS &&
            hand[a] > 0 && hand[b] > 0 &&
            distance_claimed(inspector, seat, a, b) <
                distance(inspector, hand, inspector->before.melds[seat]))
            best = (int)low; /* the last one found has the highest numbers */
    }
    return best;
}

static unsigned best_discard(const struct mahjong_inspector *inspector, unsigned seat)
{
    uint8_t hand[MAHJONG_KINDS];
    unsigned best = MAHJONG_KINDS, least = UINT32_MAX;
    memcpy(hand, inspector->before.hands[seat], sizeof hand);
    for (unsigned kind = MAHJONG_PLAIN; kind < MAHJONG_KINDS; kind++)
        if (hand[kind] > 0)
            return kind;
    for (unsigned kind = 0; kind < MAHJONG_PLAIN; kind++) {
        if (hand[kind] == 0)
            continue;
        hand[kind]--;
        const unsigned left = distance(inspector, hand, inspector->before.melds[seat]);
        hand[kind]++;
        if (left <= least) { /* of equal ones the last in the list is chosen */
            least = left;
            best = kind;
        }
    }
    return best;
}

/* ---- events that may follow the last one ---- */

static bool last_was_open(const struct mahjong_inspector *inspector)
{
    return inspector->last.what == MAHJONG_TOLD_DISCARD && inspector->last.kind < MAHJONG_PLAIN;
}

static unsigned after(const struct mahjong_table *table, unsigned seat, unsigned steps)
{
    return (seat + steps * table->step) % MAHJONG_SEATS;
}

/* Returns the winner with the last discard, or MAHJONG_SEATS. */
static unsigned first_winner(const struct mahjong_inspector *inspector)
{
    for (unsigned steps = 1; steps < MAHJONG_SEATS; steps++) {
        const unsigned seat = after(&inspector->before, inspector->last.seat, steps);
        if (wins_with(inspector, seat, inspector->last.kind))
            return seat;
    }
    return MAHJONG_SEATS;
}

static bool somebody_pongs(const struct mahjong_inspector *inspector)
{
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
        if (seat != inspector->last.seat && pongs(inspector, seat, inspector->last.kind))
            return true;
    return false;
}

/* Returns the seat whose turn starts with a draw, or MAHJONG_SEATS. */
static unsigned next_seat(const struct mahjong_inspector *inspector,
                          const struct mahjong_table *now)
{
    const unsigned from = inspector->last.seat;
    if (inspector->before.drawn < MAHJONG_DEALT)
        return inspector->before.drawn % MAHJONG_SEATS;
    if (inspector->before.drawn == MAHJONG_DEALT && inspector->turn == 1)
        return 0;
    if (inspector->last.what != MAHJONG_TOLD_DISCARD)
        return MAHJONG_SEATS;
    switch (inspector->last.kind) {
    case MAHJONG_KIND_PASS: return after(now, from, 2);
    case MAHJONG_KIND_DOUBLE: return from;
    default: return after(now, from, 1); /* REVERSE has changed the direction */
    }
}

static const char *check_next(const struct mahjong_inspector *inspector,
                              const struct mahjong_table *now, unsigned seat)
{
    if (seat != next_seat(inspector, now))
        return "it is not her turn";
    if (!last_was_open(inspector))
        return NULL;
    if (first_winner(inspector) < MAHJONG_SEATS)
        return "somebody wins with the last discard";
    if (somebody_pongs(inspector))
        return "somebody makes a triplet of the last discard";
    return best_run(inspector, seat, inspector->last.kind) >= 0 ? "she makes a run" : NULL;
}

static const char *check_discard(const struct mahjong_inspector *inspector,
                                 const struct mahjong_news *news)
{
    const struct mahjong_news *const last = &inspector->last;
    const uint8_t *const hand = inspector->before.hands[news->seat];
    const bool drew = last->what == MAHJONG_TOLD_DRAW;
    if (last->seat != news->seat ||
        !(drew || last->what == MAHJONG_TOLD_PONG || last->what == MAHJONG_TOLD_CHOW))
        return "she discards before she draws or claims";
    if (drew && !holds_special(hand) &&
        distance(inspector, hand, inspector->before.melds[news->seat]) == 0)
        return "she has won by drawing";
    if (best_discard(inspector, news->seat) != news->kind)
        return "she discards another tile";
    if (news->kind == MAHJONG_KIND_PASS && news->other != after(&inspector->before, news->seat, 1))
        return "PASS names another player";
    return NULL;
}

static const char *check_claim(const struct mahjong_inspector *inspector,
                               const struct mahjong_news *news)
{
    if (!last_was_open(inspector) || news->kind != inspector->last.kind ||
        news->seat == inspector->last.seat)
        return "there is nothing for her to claim";
    if (first_winner(inspector) < MAHJONG_SEATS)
        return "somebody wins with it";
    if (news->what == MAHJONG_TOLD_PONG)
        return pongs(inspector, news->seat, news->kind) ? NULL : "the triplet does not help";
    if (somebody_pongs(inspector))
        return "somebody makes a triplet of it";
    if (news->seat != after(&inspector->before, inspector->last.seat, 1))
        return "only the next player makes a run";
    return best_run(inspector, news->seat, news->kind) == (int)news->low ? NULL
                                                                         : "it is another run";
}

static const char *check_win(const struct mahjong_inspector *inspector,
                             const struct mahjong_news *news)
{
    if (news->what == MAHJONG_TOLD_RON)
        return last_was_open(inspector) && first_winner(inspector) == news->seat
                   ? NULL
                   : "she does not win with the last discard";
    const uint8_t *const hand = inspector->before.hands[news->seat];
    return inspector->last.what == MAHJONG_TOLD_DRAW && inspector->last.seat == news->seat &&
                   !holds_special(hand) &&
                   distance(inspector, hand, inspector->before.melds[news->seat]) == 0
               ? NULL
               : "she has not won by drawing";
}

static const char *check_news(const struct mahjong_inspector *inspector,
                              const struct mahjong_table *table, const struct mahjong_news *news)
{
    const struct mahjong_table *const before = &inspector->before;
    const bool turned = inspector->last.what == MAHJONG_TOLD_DISCARD &&
                        inspector->last.kind == MAHJONG_KIND_REVERSE;
    if (table->step != (turned ? MAHJONG_SEATS - before->step : before->step))
        return "the direction is wrong";
    switch (news->what) {
    case MAHJONG_TOLD_DRAW:
        if (before->drawn == MAHJONG_WALL || before->wall[before->drawn] != news->kind)
            return "it is not the next tile of the wall";
        return check_next(inspector, table, news->seat);
    case MAHJONG_TOLD_WALL_OUT:
        if (before->drawn < MAHJONG_WALL)
            return "the wall is not empty";
        return check_next(inspector, table, news->seat);
    case MAHJONG_TOLD_DISCARD: return check_discard(inspector, news);
    case MAHJONG_TOLD_PONG:
    case MAHJONG_TOLD_CHOW: return check_claim(inspector, news);
    default: return check_win(inspector, news);
    }
}

/* ---- tiles ---- */

static void move_tiles(struct mahjong_inspector *inspector, const struct mahjong_news *news)
{
    const unsigned step = news->what == MAHJONG_TOLD_CHOW;
    if (news->what == MAHJONG_TOLD_DISCARD)
        inspector->thrown[news->kind]++;
    if (news->what != MAHJONG_TOLD_PONG && news->what != MAHJONG_TOLD_CHOW)
        return;
    inspector->thrown[news->kind]--;
    for (unsigned i = 0; i < 3; i++)
        inspector->laid[news->low + i * step]++;
}

/* Checks that everybody has 13 tiles in hand and melds, one more after a draw or claim, and that
 * there are four tiles of each kind. */
static const char *check_tiles(const struct mahjong_inspector *inspector,
                               const struct mahjong_table *table, const struct mahjong_news *news)
{
    unsigned there[MAHJONG_KINDS];
    const bool more = news->what == MAHJONG_TOLD_DRAW || news->what == MAHJONG_TOLD_PONG ||
                      news->what == MAHJONG_TOLD_CHOW || news->what == MAHJONG_TOLD_SELFDRAWN;
    for (unsigned kind = 0; kind < MAHJONG_KINDS; kind++)
        there[kind] = inspector->laid[kind] + inspector->thrown[kind];
    for (unsigned i = table->drawn; i < MAHJONG_WALL; i++)
        there[table->wall[i]]++;
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        unsigned held = 3u * table->melds[seat];
        for (unsigned kind = 0; kind < MAHJONG_KINDS; kind++) {
            held += table->hands[seat][kind];
            there[kind] += table->hands[seat][kind];
        }
        const unsigned wanted = more && seat == news->seat ? MAHJONG_HAND + 1 : MAHJONG_HAND;
        if (table->drawn > MAHJONG_DEALT && held != wanted)
            return "a player has too many or too few tiles";
    }
    for (unsigned kind = 0; kind < MAHJONG_KINDS; kind++)
        if (there[kind] != MAHJONG_COPIES)
            return "there are not four tiles of each kind";
    return NULL;
}

static void inspect(struct mahjong_observer *observer, const struct mahjong_table *table,
                    const struct mahjong_news *news)
{
    struct mahjong_inspector *const inspector = (struct mahjong_inspector *)observer;
    if (inspector->fault != NULL)
        return;
    inspector->fault = check_news(inspector, table, news);
    move_tiles(inspector, news);
    if (inspector->fault == NULL)
        inspector->fault = check_tiles(inspector, table, news);
    inspector->seat = news->seat;
    inspector->before = *table;
    inspector->last = *news;
    inspector->turn += inspector->fault == NULL && news->what == MAHJONG_TOLD_DISCARD;
}

struct mahjong_inspector mahjong_inspector(const struct mahjong_tables *tables,
                                           const uint8_t wall[MAHJONG_WALL])
{
    return (struct mahjong_inspector){.observer = {inspect},
                                      .tables = tables,
                                      .before = {.wall = wall, .step = 1},
                                      .last = {.what = MAHJONG_TOLD_WALL_OUT},
                                      .turn = 1};
}

/* ---- the kernel ---- */

/* One game in this many is also played by the reference, with the inspector. Distances by the rules
 * take some thirty times as long as by the tables. */
enum { INSPECTED = 128 };

/* A worker's memory; the reference's memory follows. */
struct worker {
    _Alignas(NF_CACHE_LINE) struct mahjong_checked checked;
    bool open; /* the reference's memory is initialised */
};

static size_t memory(const struct nf_kernel *self, const struct nf_setup *setup)
{
    (void)self;
    (void)setup;
    return sizeof(struct worker) + mahjong_reference_kernel.bytes;
}

static enum nf_status fail_turn(struct nf_error *err, uint64_t index, unsigned turn, unsigned seat,
                                const char *fault)
{
    return nf_fail(err, NF_INTERNAL, "game %" PRIu64 ", turn %u, player %c: %s", index, turn,
                   'A' + (int)(seat % MAHJONG_SEATS), fault);
}

/* Plays the game again with the reference. */
static enum nf_status inspect_game(const struct mahjong_run *run, struct worker *worker,
                                   const uint8_t wall[MAHJONG_WALL], const struct nf_outcome *found,
                                   struct nf_error *err)
{
    void *const memo = worker + 1;
    uint32_t words[MAHJONG_WORDS];
    struct mahjong_outcome played;
    if (!worker->open)
        mahjong_reference_kernel.open(memo);
    worker->open = true;
    struct mahjong_inspector inspector = mahjong_inspector(run->tables, wall);
    mahjong_play(memo, wall, &inspector.observer, &played);
    if (inspector.fault != NULL)
        return fail_turn(err, found->index, inspector.turn, inspector.seat, inspector.fault);
    mahjong_pack(&played, words);
    return memcmp(words, found->words, sizeof words) == 0
               ? NF_OK
               : nf_fail(err, NF_INTERNAL,
                         "game %" PRIu64 ": the tables and the rules give different games",
                         found->index);
}

static enum nf_status play(const struct nf_kernel *self, const struct nf_setup *setup,
                           void *memory_block, struct nf_feed *feed, struct nf_sink *sink,
                           struct nf_error *err)
{
    (void)self;
    const struct mahjong_run *const run = &((const struct mahjong_setup *)setup)->run;
    struct worker *const worker = memory_block;
    struct mahjong_checked *const checked = &worker->checked;
    uint32_t words[MAHJONG_WORDS];
    struct nf_outcome outcome = {.words = words};
    worker->open = false;
    while (nf_feed_take(feed, &outcome.index)) {
        uint8_t wall[MAHJONG_WALL];
        struct mahjong_outcome played;
        mahjong_wall(run, outcome.index, wall);
        mahjong_checked_play(checked, run->tables, wall, &played);
        if (checked->fault != NULL)
            return fail_turn(err, outcome.index, checked->turn, checked->seat, checked->fault);
        mahjong_pack(&played, words);
        if (outcome.index % INSPECTED == 0) {
            const enum nf_status status = inspect_game(run, worker, wall, &outcome, err);
            if (status != NF_OK)
                return status;
        }
        sink->take(sink, &outcome);
    }
    return NF_OK;
}

const struct nf_kernel mahjong_verifier = {"checking", nf_everywhere, memory, play, NULL};
