#include "games/cirno/check/verifier.h"

#include "games/cirno/kernels/reference.h"
#include "games/cirno/kernels/source.h"

#include <inttypes.h>
#include <string.h>

/* ---- checks ---- */

static uint32_t count_of(cirno_hand hand, unsigned card)
{
    return (uint32_t)(hand >> 2 * card & 3);
}

/* Whether a hand has three cards, all of the game. Adds neighbouring counts in parallel. */
static bool is_hand(cirno_hand hand)
{
    const uint64_t pairs = (hand & 0x3333333333333333u) + (hand >> 2 & 0x3333333333333333u);
    const uint64_t fours = (pairs & 0x0f0f0f0f0f0f0f0fu) + (pairs >> 4 & 0x0f0f0f0f0f0f0f0fu);
    return fours * 0x0101010101010101u >> 56 == CIRNO_HAND && hand >> 2 * CIRNO_CARDS == 0;
}

/* Counts each card in all hands. Each sum has every fourth count in a byte, enough for 85 hands. */
static void count_held(const struct cirno_table *table, uint32_t held[CIRNO_CARDS])
{
    _Static_assert(CIRNO_MAX_PLAYERS * CIRNO_HAND <= UINT8_MAX, "a byte holds all cards");
    uint64_t sums[4] = {0};
    for (uint32_t seat = 0; seat < table->players; seat++)
        for (unsigned i = 0; i < 4; i++)
            sums[i] += table->hands[seat] >> 2 * i & 0x0303030303030303u;
    for (unsigned card = 0; card < CIRNO_CARDS; card++)
        held[card] = sums[card % 4] >> 8 * (card / 4) & 0xff;
}

static bool is_playable(unsigned card, int32_t p)
{
    return cirno_cards[card].class == CIRNO_COUNTER || cirno_apply(card, p) <= CIRNO_LIMIT;
}

enum cirno_fault cirno_verify_turn(const struct cirno_table *table, unsigned card)
{
    const uint32_t forward = 1 % table->players;
    if (table->seat >= table->players ||
        (table->step != forward && table->step != table->players - forward))
        return CIRNO_FAULT_SEAT;
    const cirno_hand hand = table->hands[table->seat];
    if (!is_hand(hand))
        return CIRNO_FAULT_HAND;
    if (table->p > CIRNO_LIMIT || table->p <= -CIRNO_P_BOUND)
        return CIRNO_FAULT_VALUE;
    if (card != CIRNO_LOSES)
        return card < CIRNO_CARDS && count_of(hand, card) > 0 && is_playable(card, table->p)
                   ? CIRNO_FAULTLESS
                   : CIRNO_FAULT_CHOICE;
    for (uint64_t left = cirno_types(hand); left != 0;)
        if (is_playable(cirno_next_type(&left), table->p))
            return CIRNO_FAULT_LOSER;
    return CIRNO_FAULTLESS;
}

enum cirno_fault cirno_verify_cards(const struct cirno_table *table,
                                    const struct cirno_census *census)
{
    for (uint32_t seat = 0; seat < table->players; seat++)
        if (!is_hand(table->hands[seat]))
            return CIRNO_FAULT_HAND;
    uint32_t held[CIRNO_CARDS];
    count_held(table, held);
    for (unsigned card = 0; card < CIRNO_CARDS; card++)
        if (census->dealt[card] - census->gone[card] != held[card])
            return CIRNO_FAULT_CARDS;
    return CIRNO_FAULTLESS;
}

static void hand_text(struct nf_text *text, cirno_hand hand)
{
    for (unsigned card = 0; card < CIRNO_CARDS; card++)
        for (uint32_t i = count_of(hand, card); i > 0; i--)
            nf_text_format(text, " %s", cirno_cards[card].name);
}

void cirno_fault_text(struct nf_text *text, enum cirno_fault fault, const struct cirno_table *table,
                      unsigned card)
{
    const cirno_hand hand = table->hands[table->seat % CIRNO_MAX_PLAYERS];
    switch (fault) {
    case CIRNO_FAULTLESS: break;
    case CIRNO_FAULT_SEAT:
        nf_text_format(text, "the turn is at seat %u of %u, the step is %u", table->seat + 1,
                       table->players, table->step);
        break;
    case CIRNO_FAULT_HAND:
        nf_text_string(text, "a hand does not hold three cards of the game; hers is");
        hand_text(text, hand);
        break;
    case CIRNO_FAULT_VALUE:
        nf_text_format(text, "p is %d, expected at most %d and above -%d", table->p, CIRNO_LIMIT,
                       CIRNO_P_BOUND);
        break;
    case CIRNO_FAULT_CHOICE:
        nf_text_format(text, "plays %s at p = %d, expected a card that she can play of",
                       card < CIRNO_CARDS ? cirno_cards[card].name : "no card", table->p);
        hand_text(text, hand);
        break;
    case CIRNO_FAULT_LOSER:
        nf_text_format(text, "lost at p = %d, although she could play one of", table->p);
        hand_text(text, hand);
        break;
    case CIRNO_FAULT_CARDS:
        nf_text_string(text, "the cards dealt are not those played, discarded and in hands");
        break;
    }
}

/* ---- the player ---- */

struct verifier {
    struct cirno_source source; /* first: see cirno_source_draw() */
    struct cirno_census census;
    uint64_t index;
    struct nf_error *err;
    uint32_t rounds[NF_MAX_ROUNDS];
};

static bool fails(struct verifier *verifier, const struct cirno_walk *walk, unsigned card,
                  enum cirno_fault fault)
{
    if (fault == CIRNO_FAULTLESS)
        return false;
    struct nf_text text = {0};
    cirno_fault_text(&text, fault, &walk->table, card);
    nf_fail(verifier->err, NF_INTERNAL, "game %" PRIu64 ", round %u, turn %u, seat %u: %.*s",
            verifier->index, walk->round + 1, walk->turn, walk->table.seat + 1, (int)text.size,
            text.data == NULL ? "" : text.data);
    nf_text_free(&text);
    return true;
}

static unsigned draw(void *client, const struct cirno_walk *walk)
{
    struct verifier *const verifier = client;
    const unsigned card = cirno_source_draw(&verifier->source, walk);
    if (card < CIRNO_CARDS)
        verifier->census.dealt[card]++;
    return card;
}

static bool see(void *client, const struct cirno_walk *walk, unsigned card)
{
    struct verifier *const verifier = client;
    const struct cirno_table *const table = &walk->table;
    if (fails(verifier, walk, card, cirno_verify_turn(table, card)))
        return false;
    if (card != CIRNO_LOSES) {
        verifier->census.gone[card]++;
        return true;
    }
    if (fails(verifier, walk, card, cirno_verify_cards(table, &verifier->census)))
        return false;
    for (unsigned held = 0; held < CIRNO_CARDS; held++)
        verifier->census.gone[held] += count_of(table->hands[table->seat], held);
    return true;
}

static enum cirno_end play_candidate(void *client, const struct cirno_setup *setup, uint64_t index,
                                     uint64_t attempt)
{
    static const struct cirno_walker walker = {cirno_source_choose, draw, see};
    struct verifier *const verifier = client;
    struct cirno_walk walk = cirno_source_open(&verifier->source, setup, index, attempt);
    memset(&verifier->census, 0, sizeof verifier->census);
    count_held(&walk.table, verifier->census.dealt);
    uint32_t cards = 0;
    for (; walk.round < setup->base.params.rounds; walk.round++) {
        const enum cirno_end end = cirno_walk_round(&walker, verifier, &walk);
        if (end != CIRNO_COMPLETE)
            return end;
        verifier->rounds[walk.round] = cirno_round_word(&walk);
        cards += walk.turn + CIRNO_CARDS_PER_ROUND;
    }
    const enum cirno_fault fault =
        cards == walk.used ? cirno_verify_cards(&walk.table, &verifier->census) : CIRNO_FAULT_CARDS;
    return fails(verifier, &walk, CIRNO_LOSES, fault) ? CIRNO_STOPPED : CIRNO_COMPLETE;
}

static size_t memory(const struct nf_kernel *self, const struct nf_setup *setup)
{
    (void)self;
    (void)setup;
    return nf_cache_lines(sizeof(struct verifier));
}

static enum nf_status play(const struct nf_kernel *self, const struct nf_setup *setup, void *memory,
                           struct nf_feed *feed, struct nf_sink *sink, struct nf_error *err)
{
    (void)self;
    struct verifier *const verifier = memory;
    struct nf_outcome outcome = {.words = verifier->rounds};
    verifier->err = err;
    while (nf_feed_take(feed, &verifier->index)) {
        outcome.index = verifier->index;
        const enum nf_status status =
            cirno_first_valid((const struct cirno_setup *)setup, outcome.index, play_candidate,
                              verifier, outcome.rejected, err);
        if (status != NF_OK)
            return status;
        sink->take(sink, &outcome);
    }
    return NF_OK;
}

const struct nf_kernel cirno_verifier = {"checking", nf_everywhere, memory, play, NULL};
