/* What the rules of Cirno's game promise of every turn. */
#include "games/cirno/simulated/module.h"

#include "base/lang.h"
#include "games/cirno/simulated/kernels/kernels.h"
#include "sim/kernel.h"

#include <string.h>

enum { ROUND_END = CIRNO_LOSES + 1 }; /* instead of a card: the loser has drawn */

/* A turn, or the end of a round, and what went before it: the last turn or end of a round. Before
 * the first turn it is a round's end at which nobody drew. */
struct step {
    struct cirno_source source; /* first: see cirno_source_draw() */
    const struct cirno_walk *walk;
    unsigned card; /* that is played; or CIRNO_LOSES, or ROUND_END */
    struct cirno_table before;
    unsigned played;
    cirno_hand drawn;     /* since then */
    uint32_t turns, used; /* of this round, and cards drawn in all */
    uint32_t word;        /* of the record, at the end of a round */
    uint64_t index;
    struct nf_error *err;
    uint32_t rounds[NF_MAX_ROUNDS];
};

/* ---- cards ---- */

static uint32_t cards_of_kind(cirno_hand hand, unsigned card)
{
    return (uint32_t)(hand >> 2 * card & 3);
}

static cirno_hand hand_of(const struct step *step)
{
    return step->walk->table.hands[step->walk->table.seat];
}

static bool is_counter(unsigned card)
{
    return cirno_cards[card].class == CIRNO_COUNTER;
}

static int32_t p_after(unsigned card, int32_t p)
{
    const int32_t number = cirno_cards[card].number;
    switch ((enum cirno_class)cirno_cards[card].class) {
    case CIRNO_ADD: return p + number;
    case CIRNO_SUBTRACT: return p - number;
    case CIRNO_MULTIPLY: return p * number;
    case CIRNO_DIVIDE: return p >= 0 ? p / number : -((number - 1 - p) / number);
    case CIRNO_FIX: return number;
    default: return p;
    }
}

static bool is_playable(unsigned card, int32_t p)
{
    return is_counter(card) || p_after(card, p) <= CIRNO_LIMIT;
}

/* Whether `card` goes before another one that may be played, too. */
static bool comes_before(unsigned card, unsigned other, int32_t p, bool doubled)
{
    if (is_counter(card) != is_counter(other))
        return is_counter(card) == doubled;
    if (is_counter(card))
        return card < other; /* PASS, TURN, DOUBLE */
    const int32_t mine = p_after(card, p), others = p_after(other, p);
    const char *const order = doubled ? "DBACE" : "CABDE";
    return mine != others ? (mine < others) == doubled
                          : strchr(order, cirno_cards[card].name[0]) <
                                strchr(order, cirno_cards[other].name[0]);
}

/* ---- promises ---- */

/* Nobody's hand changes but that of whoever had the turn. */
static bool cards_are_kept(const void *of)
{
    const struct step *const step = of;
    const struct cirno_table *const before = &step->before;
    const cirno_hand *const hands = step->walk->table.hands;
    const cirno_hand kept = step->played == CIRNO_LOSES ? 0 : before->hands[before->seat];
    const cirno_hand gone = step->played < CIRNO_CARDS ? cirno_one(step->played) : 0;
    uint64_t changes = 0;
    for (uint32_t seat = 0; seat < before->players; seat++)
        changes |= seat == before->seat ? 0 : hands[seat] ^ before->hands[seat];
    return changes == 0 && hands[before->seat] == kept - gone + step->drawn;
}

static bool hand_has_three(const void *of)
{
    const cirno_hand hand = hand_of(of);
    /* Adds neighbouring counts in parallel. */
    uint64_t sums = (hand & 0x3333333333333333u) + (hand >> 2 & 0x3333333333333333u);
    sums = (sums & 0x0f0f0f0f0f0f0f0fu) + (sums >> 4 & 0x0f0f0f0f0f0f0f0fu);
    return sums * 0x0101010101010101u >> 56 == CIRNO_HAND && hand >> 2 * CIRNO_CARDS == 0;
}

static bool p_is_in_bounds(const void *of)
{
    const int32_t p = ((const struct step *)of)->walk->table.p;
    return p <= CIRNO_LIMIT && p > -CIRNO_P_BOUND;
}

static bool card_may_be_played(const void *of)
{
    const struct step *const step = of;
    return step->card >= CIRNO_CARDS || (cards_of_kind(hand_of(step), step->card) > 0 &&
                                         is_playable(step->card, step->walk->table.p));
}

static bool loser_could_not_play(const void *of)
{
    const struct step *const step = of;
    if (step->card != CIRNO_LOSES)
        return true;
    for (uint64_t left = cirno_types(hand_of(step)); left != 0;)
        if (is_playable(cirno_next_type(&left), step->walk->table.p))
            return false;
    return true;
}

static bool choice_is_the_statement_s(const void *of)
{
    const struct step *const step = of;
    const struct cirno_table *const table = &step->walk->table;
    if (step->card >= CIRNO_CARDS || step->source.seating != NULL)
        return true;
    for (uint64_t left = cirno_types(hand_of(step)); left != 0;) {
        const unsigned other = cirno_next_type(&left);
        if (other != step->card && is_playable(other, table->p) &&
            !comes_before(step->card, other, table->p, table->doubled))
            return false;
    }
    return true;
}

static bool p_follows(const void *of)
{
    const struct step *const step = of;
    return step->played >= CIRNO_CARDS ||
           step->walk->table.p == p_after(step->played, step->before.p);
}

static bool double_follows(const void *of)
{
    const struct step *const step = of;
    return step->played >= CIRNO_CARDS ||
           step->walk->table.doubled ==
               (step->played == CIRNO_DOUBLE || (step->before.doubled && is_counter(step->played)));
}

static bool turn_follows(const void *of)
{
    const struct step *const step = of;
    const struct cirno_table *const before = &step->before, *const now = &step->walk->table;
    if (step->played >= CIRNO_CARDS)
        return step->played == ROUND_END || now->seat == before->seat;
    const bool again = before->doubled && !is_counter(step->played);
    return now->step ==
               (step->played == CIRNO_TURN ? before->players - before->step : before->step) &&
           now->seat == (before->seat + (again ? 0 : now->step)) % before->players;
}

static bool round_starts_anew(const void *of)
{
    const struct step *const step = of;
    const struct cirno_table *const now = &step->walk->table;
    return step->played != ROUND_END ||
           (now->p == 0 && !now->doubled && now->step == 1 % now->players &&
            now->seat == step->before.seat);
}

static bool record_is_true(const void *of)
{
    const struct step *const step = of;
    return step->card != ROUND_END ||
           (step->word == (step->turns << NF_SEAT_BITS | step->before.seat) &&
            step->walk->used == step->used);
}

static const struct nf_promise promises[] = {
    {N_("cards are neither lost nor made"), cards_are_kept},
    {N_("every hand has three cards of the game"), hand_has_three},
    {N_("p is at most 99 and above -10,000"), p_is_in_bounds},
    {N_("whoever plays a card holds it and may play it"), card_may_be_played},
    {N_("nobody loses who could play"), loser_could_not_play},
    {N_("no other card goes before the one she plays"), choice_is_the_statement_s},
    {N_("p becomes what the card before says"), p_follows},
    {N_("DOUBLE lies on players until one of them plays a basic card"), double_follows},
    {N_("the turn goes to the next player, and TURN alone turns the direction"), turn_follows},
    {N_("the loser starts a round at p = 0, clockwise and without DOUBLE"), round_starts_anew},
    {N_("the record says what the steps did"), record_is_true},
    {NULL, NULL},
};

static void describe_cirno_step(const void *of, struct nf_text *text)
{
    const struct step *const step = of;
    const struct cirno_table *const table = &step->walk->table;
    struct nf_text hand = {0};
    for (unsigned card = 0; card < CIRNO_CARDS; card++)
        for (uint32_t i = cards_of_kind(hand_of(step), card); i > 0; i--)
            nf_text_format(&hand, " %s", cirno_cards[card].name);
    nf_text_format(text, _("round %u, turn %u: seat %u with%.*s at p = %d, which plays %s"),
                   step->walk->round + 1, step->walk->turn, table->seat + 1, (int)hand.size,
                   hand.data == NULL ? "" : hand.data, table->p,
                   step->card < CIRNO_CARDS ? cirno_cards[step->card].name : _("no card"));
    nf_text_free(&hand);
}

/* ---- the reference, watched ---- */

static unsigned draw_watched(void *client, const struct cirno_walk *walk)
{
    struct step *const step = client;
    const unsigned card = cirno_source_draw(&step->source, walk);
    if (card < CIRNO_CARDS) {
        step->drawn += cirno_one(card);
        step->used++;
    }
    return card;
}

static bool watch_cirno_step(void *client, const struct cirno_walk *walk, unsigned card)
{
    struct step *const step = client;
    step->walk = walk;
    step->card = card;
    if (!nf_promises_hold(&cirno_promises, step->index, step, step->err))
        return false;
    step->before = walk->table;
    step->played = card;
    step->drawn = 0;
    step->turns = card == ROUND_END ? 0 : step->turns + 1;
    return true;
}

static enum cirno_end play_candidate(void *client, const struct cirno_setup *setup, uint64_t index,
                                     uint64_t attempt)
{
    static const struct cirno_callbacks callbacks = {cirno_source_choose, draw_watched,
                                                     watch_cirno_step};
    struct step *const step = client;
    struct cirno_walk walk = cirno_source_open(&step->source, setup, index, attempt);
    step->before = walk.table;
    step->played = ROUND_END;
    step->drawn = 0;
    step->turns = step->used = 0;
    for (; walk.round < setup->base.params.rounds; walk.round++) {
        const enum cirno_end end = cirno_walk_round(&callbacks, step, &walk);
        if (end != CIRNO_COMPLETE)
            return end;
        step->word = step->rounds[walk.round] = cirno_round_word(&walk);
        if (!watch_cirno_step(step, &walk, ROUND_END))
            return CIRNO_STOPPED;
    }
    return CIRNO_COMPLETE;
}

static enum nf_status play_cirno_watched(const struct nf_setup *setup, void *memory,
                                         struct nf_outcome *outcome, struct nf_error *err)
{
    struct step *const step = memory;
    step->index = outcome->index;
    step->err = err;
    outcome->words = step->rounds;
    return cirno_first_valid((const struct cirno_setup *)setup, outcome->index, play_candidate,
                             step, outcome->rejected, err);
}

const struct nf_promise_ops cirno_promises = {
    promises, describe_cirno_step, {sizeof(struct step), play_cirno_watched}};
