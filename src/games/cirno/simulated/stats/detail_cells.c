/* What the cells of a replay stand for: the rules and their events are asked here. */
#include "games/cirno/simulated/stats/detail_internal.h"

#define BIT(id) ((cirno_event_set)1 << CIRNO_EVENT_##id)

/* Ties by the statement's rule: every event before this one. */
static const cirno_event_set all_ties = ((cirno_event_set)1 << (CIRNO_BEFORE_OTHER_EVENTS + 1)) - 1;

/* Events that follow from the place and the kind of the card; those of a round's first turn; and
 * those that are found elsewhere. All others follow from the situation. */
static const cirno_event_set of_places =
    BIT(PLAIN_PASS) | BIT(PLAIN_TURN) | BIT(PLAIN_DOUBLE) | BIT(DOUBLE_PASS) | BIT(DOUBLE_TURN) |
    BIT(DOUBLE_TURN_BACK) | BIT(DOUBLE_DOUBLE) | BIT(DOUBLE_TAKEN) | BIT(DOUBLE_LOST) |
    BIT(SECOND_LOST) | BIT(SECOND_PASS) | BIT(SECOND_TURN) | BIT(SECOND_DOUBLE) |
    BIT(HANDED_TWICE) | BIT(HANDED_THRICE) | BIT(STACKED_TAKEN) | BIT(OWN_DOUBLE) |
    BIT(TURN_AGAIN) | BIT(WRAPS_BACK);
static const cirno_event_set of_starts =
    BIT(DIRECTION_RESET) | BIT(DOUBLE_CLEARED) | BIT(OTHER_STARTER);
static const cirno_event_set of_others = BIT(SECOND_DRAWN) | BIT(SAME_LOSER) | BIT(TWO_TURN_ROUND);

/* ---- hands ---- */

static uint32_t pair_number(uint32_t a, uint32_t b)
{
    return a < b ? a + b * (b + 1) / 2 : b + a * (a + 1) / 2;
}

static void fill_hands(struct replay *replay)
{
    uint32_t hand = 0;
    for (uint8_t c = 0; c <= NONE; c++)
        for (uint8_t b = 0; b <= c; b++) {
            memcpy(replay->pair_cards[pair_number(b, c)], (const uint8_t[]){b, c}, 2);
            for (uint8_t a = 0; a <= b; a++, hand++) {
                memcpy(replay->hand_cards[hand], (const uint8_t[]){a, b, c}, CIRNO_HAND);
                replay->joined[pair_number(a, b) << PAIR_SHIFT | c] = (uint16_t)hand;
                replay->joined[pair_number(a, c) << PAIR_SHIFT | b] = (uint16_t)hand;
                replay->joined[pair_number(b, c) << PAIR_SHIFT | a] = (uint16_t)hand;
            }
        }
    assert(hand == HANDS);
}

uint32_t cirno_replay_hand(const struct replay *replay, cirno_hand hand)
{
    unsigned cards[CIRNO_HAND], found = 0;
    for (uint64_t left = cirno_types(hand); left != 0;) {
        const unsigned card = cirno_next_type(&left);
        for (uint64_t held = hand >> (2 * card) & 3; held > 0; held--)
            cards[found++] = card;
    }
    assert(found == CIRNO_HAND);
    return replay->joined[pair_number(cards[0], cards[1]) << PAIR_SHIFT | cards[2]];
}

unsigned cirno_replay_card(const struct replay *replay, uint32_t hand, uint32_t move)
{
    const uint8_t *const held = replay->hand_cards[hand], *const kept = pair_of(replay, move);
    if (move % KINDS == LOSES)
        return CIRNO_LOSES;
    return (unsigned)(held[0] + held[1] + held[2] - kept[0] - kept[1]);
}

/* ---- situations ---- */

/* Of a player who is not drawing. */
struct situation {
    cirno_hand hand;
    int32_t p;
    bool doubled;
};

/* Counts turns in which `card`, or CIRNO_LOSES, was played in a situation. */
static void add_situation(struct replay *replay, const struct situation *now, unsigned card,
                          uint64_t times)
{
    struct cirno_details *const details = replay->details;
    const struct cirno_watch watch = {.turn = 3, .loser = CIRNO_MAX_PLAYERS};
    const struct cirno_table table = {
        .hands = {now->hand}, .players = 1, .p = now->p, .doubled = now->doubled};
    const bool usual =
        replay->setup->seating == NULL || card == cirno_choose(now->hand, now->p, now->doubled);
    cirno_add_events(replay->details,
                     cirno_watch_turn(&watch, &table, card) & ~(of_places | of_starts | of_others) &
                         (usual ? ~(cirno_event_set)0 : ~all_ties),
                     times);
    if (card != CIRNO_LOSES) {
        details->played[now->doubled][card] += times;
        return;
    }
    const uint32_t number = cirno_losing_hand(now->hand);
    assert(number < CIRNO_LOSING_HANDS && now->p >= 0 && now->p <= CIRNO_LIMIT);
    details->hands[now->doubled][number] += times;
    details->loss_p[now->doubled][now->p] += times;
}

static enum kind kind_of(unsigned card)
{
    return card == CIRNO_PASS     ? PASSES
           : card == CIRNO_TURN   ? TURNS
           : card == CIRNO_DOUBLE ? DOUBLES
                                  : BASIC;
}

static uint32_t make_move(enum kind kind, uint32_t a, uint32_t b, uint32_t row)
{
    return kind | pair_number(a, b) << PAIR_SHIFT | row << ROW_SHIFT;
}

/* The place of a card, or NONE, in a hand; 0 for CIRNO_LOSES. */
static uint32_t slot_of(const uint8_t cards[CIRNO_HAND], unsigned card)
{
    return cards[1] == card && cards[0] != card ? 1 : cards[2] == card && cards[1] != card ? 2 : 0;
}

/* The move that takes `card` or NONE out of a hand. */
static uint32_t take_out(enum kind kind, const uint8_t cards[CIRNO_HAND], unsigned card,
                         uint32_t row)
{
    const uint32_t at = slot_of(cards, card);
    assert(cards[at] == card);
    return make_move(kind, cards[at == 0 ? 1 : 0], cards[at == 2 ? 1 : 2], row);
}

/* The move of `card`, or CIRNO_LOSES, from the table before it; to the p that it leads to. */
static uint32_t move_of(struct cirno_table *table, const uint8_t cards[CIRNO_HAND], unsigned card)
{
    if (card == CIRNO_LOSES) {
        cirno_start_round(table);
        return make_move(LOSES, NONE, NONE, LOST_ROW);
    }
    cirno_put(table, card);
    return take_out(kind_of(card), cards, card, row_of(table->p, table->doubled));
}

/* The cell of turns in which the player at `seat` chooses `card` in a row; NULL: there is none. Of
 * a strategy that chooses at random there is a set for each place of the card in the hand. */
static struct cell *cell_of(struct replay *replay, uint32_t seat, uint32_t row, uint32_t hand,
                            unsigned card)
{
    const struct cirno_seating *const seating = replay->setup->seating;
    const uint32_t number = seating == NULL ? 0 : seating->number[seat];
    uint32_t set = replay->set_of[number];
    if (row < 2 || set == SETS)
        return NULL;
    if (seating != NULL && seating->strategies[number]->rolls)
        set += slot_of(replay->hand_cards[hand], card);
    return &replay->cells[set * SET + row * HANDS + hand];
}

/* The card that the player to move in lane i plays after so many are drawn, or CIRNO_LOSES. Sets
 * what there is to know of the table. */
static unsigned choose_in_lane(struct replay *replay, uint32_t i, uint32_t used,
                               struct cirno_walk *walk)
{
    struct lane *const lane = &replay->lanes[i];
    const uint32_t seat = seat_of(replay->place[i]), row = replay->move[i] >> ROW_SHIFT;
    struct cirno_table *const table = &walk->table;
    walk->used = used;
    table->players = replay->setup->base.params.players;
    table->seat = seat;
    table->step = 0;
    table->hands[seat] = cirno_hand_of(replay->hand_cards[replay->held[i][seat].hand]);
    table->p = row < 2 ? lane->p : p_of_row(row);
    table->doubled = row % 2;
    return cirno_source_choose(&lane->source, walk);
}

void cirno_replay_choose(struct replay *replay, uint32_t i, uint32_t used)
{
    const uint32_t seat = seat_of(replay->place[i]), row = replay->move[i] >> ROW_SHIFT;
    const uint32_t hand = replay->held[i][seat].hand;
    struct cirno_walk walk;
    if (hand < FULL_HANDS && cell_of(replay, seat, row, hand, CIRNO_LOSES) != NULL)
        replay->cell[i] = cell_of(replay, seat, row, hand, choose_in_lane(replay, i, used, &walk));
}

struct cell *cirno_replay_resolve(struct replay *replay, uint32_t i)
{
    struct lane *const lane = &replay->lanes[i];
    const uint32_t seat = seat_of(replay->place[i]), row = replay->move[i] >> ROW_SHIFT;
    const uint32_t hand = replay->held[i][seat].hand;
    const uint8_t *const cards = replay->hand_cards[hand];
    if (hand >= FULL_HANDS) {
        replay->cell[i]->next =
            take_out(cards[0] == NONE ? IDLES : DRAWS, cards, NONE, row_of(0, false));
        return replay->cell[i];
    }
    struct cirno_walk walk;
    const unsigned card = choose_in_lane(replay, i, replay->step - lane->start, &walk);
    struct cell *const cell = cell_of(replay, seat, row, hand, card);
    const struct situation now = {walk.table.hands[seat], walk.table.p, walk.table.doubled};
    const uint32_t move = move_of(&walk.table, cards, card);
    if (cell != NULL && walk.table.p >= LOWEST_P) {
        cell->next = move;
        return cell;
    }
    lane->astray |= walk.table.p <= -CIRNO_P_BOUND;
    lane->p = lane->astray ? 0 : walk.table.p;
    add_situation(replay, &now, card, 1);
    replay->once.next = move;
    return &replay->once;
}

static void collect_cells(struct replay *replay)
{
    for (uint32_t at = 0; at < replay->sets * SET; at++) {
        const uint32_t row = at % SET / HANDS, hand = at % HANDS;
        struct cell *const cell = &replay->cells[at];
        if (cell->count == 0 || hand >= FULL_HANDS)
            continue;
        const struct situation now = {cirno_hand_of(replay->hand_cards[hand]), p_of_row(row),
                                      row % 2};
        add_situation(replay, &now, cirno_replay_card(replay, hand, cell->next), cell->count);
        cell->count = 0;
    }
}

/* ---- places ---- */

static bool is_drawing(uint32_t place)
{
    return place >= HANDED && !(place & DOUBLED);
}

static struct cirno_watch watch_of(uint32_t place)
{
    return (struct cirno_watch){.turn = 3,
                                .turned = (place & TURNED) != 0,
                                .handed = place / HANDED,
                                .stacked = place & STACKED,
                                .second = place & SECOND,
                                .loser = CIRNO_MAX_PLAYERS};
}

/* The card that stands for those of a kind. */
static unsigned card_of(enum kind kind)
{
    static const uint8_t cards[] = {[BASIC] = CIRNO_A1,
                                    [PASSES] = CIRNO_PASS,
                                    [TURNS] = CIRNO_TURN,
                                    [DOUBLES] = CIRNO_DOUBLE,
                                    [LOSES] = CIRNO_LOSES};
    return cards[kind];
}

static struct cirno_table table_of(const struct replay *replay, uint32_t place, enum kind kind)
{
    const uint32_t players = replay->setup->base.params.players, seat = seat_of(place);
    struct cirno_table table = {.players = players, .seat = seat};
    cirno_start_round(&table);
    table.step = place & FLIPPED ? players - table.step : table.step;
    table.doubled = place & DOUBLED;
    table.hands[seat] = card_of(kind) == CIRNO_LOSES ? 0 : cirno_one(card_of(kind));
    return table;
}

static uint32_t place_after(const struct replay *replay, uint32_t place, enum kind kind)
{
    if (is_drawing(place))
        return place >= 2 * HANDED ? place - HANDED : seat_of(place) * KINDS;
    struct cirno_table table = table_of(replay, place, kind);
    struct cirno_watch watch = watch_of(place);
    cirno_watch_pass(&watch, &table, card_of(kind));
    if (kind == LOSES)
        return table.seat * KINDS | (watch.was_back ? FLIPPED : 0) |
               (watch.was_doubled ? STACKED : 0) | 2 * HANDED;
    cirno_put(&table, card_of(kind));
    return table.seat * KINDS | (table.step != 1 % table.players ? FLIPPED : 0) |
           (watch.turned ? TURNED : 0) | (table.doubled ? DOUBLED : 0) |
           (watch.stacked ? STACKED : 0) | (watch.second ? SECOND : 0) |
           (watch.handed < 2 ? watch.handed : 2) * HANDED;
}

static void fill_places(struct replay *replay)
{
    for (uint32_t place = 0; place < PLACES; place += KINDS) {
        if (seat_of(place) >= replay->setup->base.params.players)
            continue;
        for (enum kind kind = BASIC; kind <= LOSES; kind++)
            replay->places[place + kind].next = place_after(replay, place, kind);
        replay->places[place + DRAWS].next = place_after(replay, place, BASIC);
        replay->places[place + IDLES].next = place;
    }
}

static cirno_event_set events_of(const struct replay *replay, uint32_t place, enum kind kind)
{
    if (!is_drawing(place)) {
        const struct cirno_watch watch = watch_of(place);
        const struct cirno_table table = table_of(replay, place, kind);
        return cirno_watch_turn(&watch, &table, card_of(kind)) & of_places;
    }
    if (place >= 2 * HANDED)
        return 0;
    /* Her last card: then the round starts. */
    const struct cirno_watch watch = {.turn = 1,
                                      .was_back = place & FLIPPED,
                                      .was_doubled = place & STACKED,
                                      .loser = CIRNO_MAX_PLAYERS};
    const struct cirno_table table = table_of(replay, seat_of(place) * KINDS, BASIC);
    return cirno_watch_turn(&watch, &table, card_of(BASIC)) & of_starts;
}

static void collect_places(struct replay *replay)
{
    for (uint32_t i = 0; i < PLACES; i++) {
        struct cell *const cell = &replay->places[i];
        if (cell->count > 0 && i % KINDS != IDLES)
            cirno_add_events(replay->details, events_of(replay, i - i % KINDS, i % KINDS),
                             cell->count);
        cell->count = 0;
    }
}

/* ---- the whole ---- */

/* Gives each strategy its sets, as far as there are any; returns how many that took. */
static uint32_t share_sets(const struct cirno_setup *setup, uint32_t set_of[CIRNO_MAX_PLAYERS])
{
    const struct cirno_seating *const seating = setup->seating;
    uint32_t sets = 0;
    for (uint32_t i = 0; i < (seating == NULL ? 1 : seating->count); i++) {
        const uint32_t more = seating != NULL && seating->strategies[i]->rolls ? CIRNO_HAND : 1;
        set_of[i] = sets + more <= SETS ? sets : SETS;
        sets += sets + more <= SETS ? more : 0;
    }
    return sets;
}

size_t cirno_replay_bytes(const struct nf_setup *base)
{
    const struct cirno_setup *const setup = (const struct cirno_setup *)base;
    uint32_t set_of[CIRNO_MAX_PLAYERS];
    const uint32_t sets = share_sets(setup, set_of) + (setup->seating != NULL);
    return sizeof(struct replay) + (size_t)sets * SET * sizeof(struct cell);
}

void cirno_replay_open(struct replay *replay, struct nf_tally *tally)
{
    const struct cirno_setup *const setup = (const struct cirno_setup *)tally->setup;
    const struct cirno_seating *const seating = setup->seating;
    replay->tally = tally;
    replay->details = cirno_details_of(tally);
    replay->setup = setup;
    replay->sets = share_sets(setup, replay->set_of);
    for (uint32_t seat = 0; seating != NULL && seat < setup->base.params.players; seat++) {
        const uint32_t set = replay->set_of[seating->number[seat]];
        const bool rolls = seating->seats[seat]->rolls;
        for (uint32_t i = 0; i < LANES; i++)
            replay->held[i][seat].set_at = (rolls || set == SETS ? replay->sets : set) * SET;
    }
    fill_hands(replay);
    fill_places(replay);
}

void cirno_replay_collect(struct replay *replay)
{
    uint64_t *const events = replay->details->events;
    const uint32_t players = replay->setup->base.params.players;
    collect_cells(replay);
    collect_places(replay);
    replay->uncollected = 0;
    /* Rounds are counted in the usual sums. */
    events[CIRNO_EVENT_TWO_TURN_ROUND] =
        replay->tally->sums[cirno_layout_of(replay->tally->setup).turns + 2];
    events[CIRNO_EVENT_SAME_LOSER] = 0;
    for (uint32_t seat = 0; seat < players && players > 1; seat++)
        events[CIRNO_EVENT_SAME_LOSER] += cirno_losses_after(replay->tally, seat, seat);
}
