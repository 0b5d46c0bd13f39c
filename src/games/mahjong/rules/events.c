#include "games/mahjong/rules/events.h"

#include <string.h>

const struct nf_event mahjong_events[MAHJONG_EVENTS + 1] = {
#define X(id, name, help) {name, help, {NULL}},
    MAHJONG_EVENT_LIST(X)
#undef X
        {NULL, NULL, {NULL}}};

static void count_event(struct mahjong_watch *watch, enum mahjong_event event, bool happened)
{
    watch->reached[event] += happened;
}

#define BIT(event) ((uint64_t)1 << MAHJONG_EVENT_##event)

/* The events for which the other hands are looked at after a discard; the latter if somebody holds
 * a pair of it. */
static const uint64_t events_of_chances =
    BIT(PONG_REFUSED) | BIT(CHOW_REFUSED) | BIT(CHOW_OF_OTHER) | BIT(SEVERAL_CHOWS);
static const uint64_t events_of_pongs = BIT(PONG_OVER_CHOW) | BIT(PONG_NOT_CHOW);

static const uint64_t events_of_choice =
    BIT(DISCARD_TIE) | BIT(DISCARD_TIE_SUITS) | BIT(DISCARD_FORCED);

static bool wanted(const struct mahjong_watch *watch, uint64_t events)
{
    return (watch->wanted & events) != 0;
}

static bool reversed(const struct mahjong_table *table)
{
    return table->step != 1;
}

static bool wall_empty(const struct mahjong_table *table)
{
    return table->drawn == MAHJONG_WALL;
}

/* Returns the number of steps in the direction of play from one seat to another. */
static unsigned steps_to(const struct mahjong_table *table, unsigned from, unsigned to)
{
    unsigned steps = 0;
    while ((from + steps * table->step) % MAHJONG_SEATS != to)
        steps++;
    return steps;
}

/* ---- discards ---- */

static void watch_special(struct mahjong_watch *watch, const struct mahjong_table *table,
                          const struct mahjong_news *news)
{
    const uint8_t *const hand = table->hands[news->seat];
    const unsigned kind = news->kind;
    const bool back = reversed(table); /* before REVERSE takes effect */
    count_event(watch, MAHJONG_EVENT_SPECIAL_KEPT, hand[kind] > 0);
    switch (kind) {
    case MAHJONG_KIND_PASS:
        count_event(watch, MAHJONG_EVENT_PASS, true);
        count_event(watch, MAHJONG_EVENT_PASS_REVERSED, reversed(table));
        count_event(watch, MAHJONG_EVENT_PASS_FIRST,
                    hand[MAHJONG_KIND_REVERSE] + hand[MAHJONG_KIND_DOUBLE] > 0);
        count_event(watch, MAHJONG_EVENT_CLAIM_PASS, watch->claimed);
        break;
    case MAHJONG_KIND_REVERSE:
        count_event(watch, MAHJONG_EVENT_REVERSE_BACK, back);
        count_event(watch, MAHJONG_EVENT_REVERSE_FIRST, hand[MAHJONG_KIND_DOUBLE] > 0);
        count_event(watch, MAHJONG_EVENT_CLAIM_REVERSE, watch->claimed);
        watch->claim_then_reverse = watch->claimed;
        break;
    default:
        count_event(watch, MAHJONG_EVENT_DOUBLE, true);
        count_event(watch, MAHJONG_EVENT_DOUBLE_TWICE, watch->last_special == MAHJONG_KIND_DOUBLE);
        count_event(watch, MAHJONG_EVENT_CLAIM_DOUBLE, watch->claimed);
        break;
    }
}

/* Returns the distance of a hand without one tile, if `copies` tiles of a kind are allowed. */
static unsigned distance_without(struct mahjong_memo *memo, const uint8_t hand[MAHJONG_KINDS],
                                 unsigned melds, unsigned kind, unsigned copies)
{
    uint8_t left[MAHJONG_KINDS];
    memcpy(left, hand, sizeof left);
    left[kind]--;
    return mahjong_distance_memo(memo, left, melds, copies);
}

static bool holds_four(const uint8_t hand[MAHJONG_KINDS])
{
    for (unsigned kind = 0; kind < MAHJONG_PLAIN; kind++)
        if (hand[kind] == MAHJONG_COPIES)
            return true;
    return false;
}

/* Counts effects of the limit of four tiles on a player who discards `kind` from `hand`. */
static void watch_limit(struct mahjong_watch *watch, const uint8_t hand[MAHJONG_KINDS],
                        unsigned melds, unsigned kind)
{
    if (!holds_four(hand))
        return;
    /* A tile less makes no distance smaller. */
    if (!wanted(watch, BIT(FOUR_LIMIT_CHOICE)) &&
        mahjong_distance_memo(watch->memo, hand, melds, MAHJONG_COPIES + 1) >=
            mahjong_distance_memo(watch->memo, hand, melds, MAHJONG_COPIES))
        return;
    unsigned choice = MAHJONG_KINDS, least = UINT32_MAX;
    for (unsigned other = MAHJONG_PLAIN; other-- > 0;) {
        const unsigned distance =
            hand[other] > 0 ? distance_without(watch->memo, hand, melds, other, MAHJONG_COPIES + 1)
                            : UINT32_MAX;
        if (distance < least) {
            least = distance;
            choice = other;
        }
    }
    count_event(watch, MAHJONG_EVENT_FOUR_LIMIT,
                least < distance_without(watch->memo, hand, melds, kind, MAHJONG_COPIES));
    count_event(watch, MAHJONG_EVENT_FOUR_LIMIT_CHOICE, choice != kind);
}

/* Counts how the kind discarded from `hand` was chosen. */
static void watch_choice(struct mahjong_watch *watch, const uint8_t hand[MAHJONG_KINDS],
                         unsigned melds, unsigned kind)
{
    const unsigned least = distance_without(watch->memo, hand, melds, kind, MAHJONG_COPIES);
    unsigned equal = 0, suits = 0;
    bool first = true;
    for (unsigned other = 0; other < MAHJONG_PLAIN; other++)
        if (hand[other] > 0 &&
            distance_without(watch->memo, hand, melds, other, MAHJONG_COPIES) == least) {
            equal++;
            suits |= 1u << mahjong_suit(other);
        }
    for (unsigned other = kind + 1; other < MAHJONG_PLAIN; other++)
        first = first && hand[other] == 0;
    count_event(watch, MAHJONG_EVENT_DISCARD_TIE, equal > 1);
    count_event(watch, MAHJONG_EVENT_DISCARD_TIE_SUITS, __builtin_popcount(suits) >= 3);
    count_event(watch, MAHJONG_EVENT_DISCARD_FORCED, equal == 1 && !first);
}

/* Whether a player has four tiles of a kind, some of them in melds. */
static bool has_four(const struct mahjong_watch *watch, const struct mahjong_table *table,
                     unsigned seat)
{
    bool four = false;
    for (unsigned kind = 0; kind < MAHJONG_PLAIN; kind++)
        four |= table->hands[seat][kind] + watch->laid[seat][kind] == MAHJONG_COPIES &&
                watch->laid[seat][kind] > 0;
    return four;
}

/* Whether a player at distance 1 has, in hand and melds, all tiles of every kind that could
 * complete her hand. */
static bool waits_in_vain(const struct mahjong_watch *watch, const struct mahjong_table *table,
                          unsigned seat)
{
    const uint8_t *const hand = table->hands[seat];
    /* What completes a hand is no kind of which the hand holds four. */
    if (table->melds[seat] == 0 || !has_four(watch, table, seat))
        return false;
    if (mahjong_distance_memo(watch->memo, hand, table->melds[seat], MAHJONG_COPIES) != 1)
        return false;
    for (unsigned kind = 0; kind < MAHJONG_PLAIN; kind++) {
        uint8_t with[MAHJONG_KINDS];
        if (hand[kind] + watch->laid[seat][kind] >= MAHJONG_COPIES)
            continue;
        memcpy(with, hand, sizeof with);
        with[kind]++;
        if (mahjong_wins(watch->memo, with, table->melds[seat]))
            return false;
    }
    return true;
}

static void watch_plain(struct mahjong_watch *watch, const struct mahjong_table *table,
                        const struct mahjong_news *news)
{
    uint8_t before[MAHJONG_KINDS];
    const unsigned melds = table->melds[news->seat];
    memcpy(before, table->hands[news->seat], sizeof before);
    before[news->kind]++;
    if (wanted(watch, events_of_choice))
        watch_choice(watch, before, melds, news->kind);
    if (wanted(watch, BIT(FOUR_LIMIT) | BIT(FOUR_LIMIT_CHOICE)))
        watch_limit(watch, before, melds, news->kind);
    count_event(watch, MAHJONG_EVENT_OWN_PAIR, before[news->kind] > 2);
    if (wanted(watch, BIT(DEAD_WAIT)))
        count_event(watch, MAHJONG_EVENT_DEAD_WAIT, waits_in_vain(watch, table, news->seat));
}

/* ---- what others can do ---- */

/* Whether the hand makes a run with `kind` that starts `below` ranks below it, and whether that
 * helps. */
static void look_at_run(struct mahjong_memo *memo, const uint8_t hand[MAHJONG_KINDS],
                        unsigned melds, unsigned kind, unsigned below, bool *there, bool *good)
{
    unsigned a, b;
    *there = mahjong_run_with(kind, below, &a, &b) && hand[a] > 0 && hand[b] > 0;
    *good = *there && mahjong_claim_helps(memo, hand, melds, a, b);
}

/* Counts the runs with `kind`, and those of them that help. */
static unsigned good_runs(struct mahjong_memo *memo, const struct mahjong_table *table,
                          unsigned seat, unsigned kind, bool *any)
{
    unsigned runs = 0;
    *any = false;
    for (unsigned below = 0; below < 3; below++) {
        bool there, good;
        look_at_run(memo, table->hands[seat], table->melds[seat], kind, below, &there, &good);
        *any = *any || there;
        runs += good;
    }
    return runs;
}

static struct mahjong_chances look_round(struct mahjong_memo *memo,
                                         const struct mahjong_table *table, unsigned from,
                                         unsigned kind)
{
    struct mahjong_chances chances = {.ponger = MAHJONG_SEATS};
    for (unsigned steps = 1; steps < MAHJONG_SEATS; steps++) {
        const unsigned seat = (from + steps * table->step) % MAHJONG_SEATS;
        const unsigned melds = table->melds[seat];
        uint8_t with[MAHJONG_KINDS];
        memcpy(with, table->hands[seat], sizeof with);
        chances.pair_held = chances.pair_held || with[kind] >= 2;
        if (mahjong_would_pong(memo, with, melds, kind))
            chances.ponger = seat;
        bool any;
        const unsigned runs = good_runs(memo, table, seat, kind, &any);
        chances.chow[seat] = runs > 0;
        if (steps == 1) {
            chances.run_held = any;
            chances.runs_of_next = runs;
        }
        with[kind]++;
        chances.winners += mahjong_wins(memo, with, melds);
    }
    return chances;
}

/* Whether a player other than `from` holds a pair of `kind`. */
static bool somebody_has_pair(const struct mahjong_table *table, unsigned from, unsigned kind)
{
    for (unsigned steps = 1; steps < MAHJONG_SEATS; steps++)
        if (table->hands[(from + steps) % MAHJONG_SEATS][kind] >= 2)
            return true;
    return false;
}

static bool somebody_would_chow(const struct mahjong_chances *chances)
{
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
        if (chances->chow[seat])
            return true;
    return false;
}

static void watch_discard(struct mahjong_watch *watch, const struct mahjong_table *table,
                          const struct mahjong_news *news)
{
    watch->discards++;
    watch->claim_then_reverse = watch->claim_then_reverse && watch->last_special >= 0;
    if (news->kind >= MAHJONG_PLAIN) {
        watch_special(watch, table, news);
        watch->last_special = (int)news->kind;
        return;
    }
    watch_plain(watch, table, news);
    watch->last_special = -1;
    if (!wanted(watch, events_of_chances) &&
        !(wanted(watch, events_of_pongs) && somebody_has_pair(table, news->seat, news->kind)))
        return;
    watch->chances = look_round(watch->memo, table, news->seat, news->kind);
    const struct mahjong_chances *const chances = &watch->chances;
    const bool nobody = chances->winners == 0 && chances->ponger == MAHJONG_SEATS;
    count_event(watch, MAHJONG_EVENT_PONG_REFUSED, nobody && chances->pair_held);
    count_event(watch, MAHJONG_EVENT_CHOW_REFUSED,
                nobody && chances->run_held && chances->runs_of_next == 0);
    count_event(watch, MAHJONG_EVENT_CHOW_OF_OTHER,
                nobody && chances->runs_of_next == 0 && somebody_would_chow(chances));
}

/* ---- claims ---- */

/* Counts the events of a discard that is claimed, to win or for a meld. */
static void watch_claim(struct mahjong_watch *watch, const struct mahjong_table *table,
                        const struct mahjong_news *news)
{
    const uint8_t *const hand = table->hands[news->seat];
    unsigned specials = 0;
    for (unsigned kind = MAHJONG_PLAIN; kind < MAHJONG_KINDS; kind++)
        specials += hand[kind];
    count_event(watch, MAHJONG_EVENT_CLAIM_WITH_SPECIAL, specials > 0);
    count_event(watch, MAHJONG_EVENT_REVERSE_BETWEEN_CLAIMS, watch->claim_then_reverse);
    count_event(watch, MAHJONG_EVENT_CLAIM_OF_CLAIM, watch->claimed);
    count_event(watch, MAHJONG_EVENT_CLAIM_OF_LAST, wall_empty(table));
    count_event(watch, MAHJONG_EVENT_FOURTH_MELD, table->melds[news->seat] == MAHJONG_MAX_MELDS);
    watch->claimed = true;
    watch->claim_then_reverse = false;
}

static void watch_pong(struct mahjong_watch *watch, const struct mahjong_table *table,
                       const struct mahjong_news *news)
{
    const unsigned steps = steps_to(table, news->other, news->seat);
    const unsigned next = (news->other + table->step) % MAHJONG_SEATS;
    count_event(watch, MAHJONG_EVENT_PONG_NEXT, steps == 1);
    count_event(watch, MAHJONG_EVENT_PONG_OPPOSITE, steps == 2);
    count_event(watch, MAHJONG_EVENT_PONG_BEFORE, steps == 3);
    count_event(watch, MAHJONG_EVENT_PONG_REVERSED, reversed(table));
    count_event(watch, MAHJONG_EVENT_PONG_OVER_CHOW, steps > 1 && watch->chances.chow[next]);
    count_event(watch, MAHJONG_EVENT_PONG_NOT_CHOW, steps == 1 && watch->chances.chow[next]);
    watch->laid[news->seat][news->kind] = 3;
    watch_claim(watch, table, news);
}

static void watch_chow(struct mahjong_watch *watch, const struct mahjong_table *table,
                       const struct mahjong_news *news)
{
    const unsigned melds = table->melds[news->seat] - 1u;
    uint8_t before[MAHJONG_KINDS];
    memcpy(before, table->hands[news->seat], sizeof before);
    for (unsigned tile = news->low; tile <= news->low + 2; tile++) {
        before[tile] = (uint8_t)(before[tile] + (tile != news->kind));
        watch->laid[news->seat][tile]++;
    }
    bool there, good, higher = false;
    for (unsigned below = 0; news->low + below < news->kind; below++) {
        look_at_run(watch->memo, before, melds, news->kind, below, &there, &good);
        higher = higher || there;
    }
    count_event(watch, MAHJONG_EVENT_CHOW_LOWER, higher);
    count_event(watch, MAHJONG_EVENT_CHOW_LOWEST, news->low + 2 == news->kind);
    count_event(watch, MAHJONG_EVENT_CHOW_NOT_PONG, before[news->kind] >= 2);
    count_event(watch, MAHJONG_EVENT_CHOW_REVERSED, reversed(table));
    count_event(watch, MAHJONG_EVENT_SEVERAL_CHOWS, watch->chances.runs_of_next > 1);
    watch_claim(watch, table, news);
}

/* ---- ends ---- */

static void watch_win(struct mahjong_watch *watch, const struct mahjong_table *table,
                      const struct mahjong_news *news, bool ron)
{
    uint8_t hand[MAHJONG_KINDS];
    const unsigned melds = table->melds[news->seat];
    memcpy(hand, table->hands[news->seat], sizeof hand);
    hand[news->kind] = (uint8_t)(hand[news->kind] + ron);
    bool twins = false;
    for (unsigned low = 0; low + 2 < MAHJONG_FIRST_HONOUR; low++) {
        if (mahjong_rank(low) + 2 >= MAHJONG_RANKS || hand[low] < 2 || hand[low + 1] < 2 ||
            hand[low + 2] < 2)
            continue;
        uint8_t left[MAHJONG_KINDS];
        memcpy(left, hand, sizeof left);
        for (unsigned tile = low; tile <= low + 2; tile++)
            left[tile] = (uint8_t)(left[tile] - 2);
        /* A player with six tiles in hand has at most two melds. */
        twins = twins || mahjong_wins(watch->memo, left, melds + 2);
    }
    count_event(watch, MAHJONG_EVENT_WIN_TWIN_RUNS, twins);
    count_event(watch, MAHJONG_EVENT_WIN_FOUR_OF_A_KIND, holds_four(hand));
    count_event(watch, MAHJONG_EVENT_WIN_ONE_TILE, melds == MAHJONG_MAX_MELDS);
    count_event(watch, MAHJONG_EVENT_WIN_NO_MELD, melds == 0);
}

static void watch_ron(struct mahjong_watch *watch, const struct mahjong_table *table,
                      const struct mahjong_news *news)
{
    const unsigned next = (news->other + table->step) % MAHJONG_SEATS;
    /* All hands are still as they were at the discard. */
    const struct mahjong_chances chances = look_round(watch->memo, table, news->other, news->kind);
    count_event(watch, MAHJONG_EVENT_RON_STOLEN, chances.winners > 1);
    count_event(watch, MAHJONG_EVENT_RON_STOLEN_REVERSED, chances.winners > 1 && reversed(table));
    count_event(watch, MAHJONG_EVENT_RON_OVER_PONG,
                chances.ponger < MAHJONG_SEATS && chances.ponger != news->seat);
    count_event(watch, MAHJONG_EVENT_RON_OVER_CHOW, next != news->seat && chances.chow[next]);
    count_event(watch, MAHJONG_EVENT_RON_FAR, steps_to(table, news->other, news->seat) == 3);
    count_event(watch, MAHJONG_EVENT_RON_OF_CLAIM, watch->claimed);
    count_event(watch, MAHJONG_EVENT_RON_OF_LAST, wall_empty(table));
    count_event(watch, MAHJONG_EVENT_RON_FIRST, watch->discards == 1);
    watch_win(watch, table, news, true);
}

static void watch_mahjong_news(struct mahjong_observer *observer, const struct mahjong_table *table,
                               const struct mahjong_news *news)
{
    struct mahjong_watch *const watch = (struct mahjong_watch *)observer;
    if (watch->other != NULL)
        watch->other->notify(watch->other, table, news);
    switch (news->what) {
    case MAHJONG_NEWS_DRAW: watch->claimed = false; break;
    case MAHJONG_NEWS_DISCARD: watch_discard(watch, table, news); break;
    case MAHJONG_NEWS_PONG: watch_pong(watch, table, news); break;
    case MAHJONG_NEWS_CHOW: watch_chow(watch, table, news); break;
    case MAHJONG_NEWS_RON: watch_ron(watch, table, news); break;
    case MAHJONG_NEWS_SELFDRAWN:
        count_event(watch, MAHJONG_EVENT_SELFDRAWN_DOUBLE,
                    watch->last_special == MAHJONG_KIND_DOUBLE);
        count_event(watch, MAHJONG_EVENT_SELFDRAWN_LAST, wall_empty(table));
        watch_win(watch, table, news, false);
        break;
    case MAHJONG_NEWS_WALL_OUT:
        count_event(watch, MAHJONG_EVENT_DRAW, true);
        count_event(watch, MAHJONG_EVENT_DRAW_DOUBLE, watch->last_special == MAHJONG_KIND_DOUBLE);
        count_event(watch, MAHJONG_EVENT_DRAW_PASS, watch->last_special == MAHJONG_KIND_PASS);
        break;
    }
}

struct mahjong_watch mahjong_watch(struct mahjong_memo *memo, struct mahjong_observer *other,
                                   uint64_t reached[MAHJONG_EVENTS])
{
    return (struct mahjong_watch){.observer = {watch_mahjong_news},
                                  .other = other,
                                  .memo = memo,
                                  .reached = reached,
                                  .wanted = UINT64_MAX,
                                  .chances = {.ponger = MAHJONG_SEATS},
                                  .last_special = -1};
}
