/* The games of a detailed tally, played again; see detail_internal.h. */
#include "games/cirno/simulated/stats/detail_internal.h"

#define RARE(condition) __builtin_expect((condition), 0)
#define ALWAYS_INLINE   __attribute__((always_inline)) static inline

/* ---- steps ---- */

/* Lane i lost a round in this step: as its outcome says? */
static void see_loss(struct replay *replay, uint32_t i)
{
    struct lane *const lane = &replay->lanes[i];
    const uint32_t turns = replay->step - lane->round_start + 1;
    if (lane->lost == replay->setup->base.params.rounds ||
        lane->rounds[lane->lost++] != (turns << NF_SEAT_BITS | seat_of(replay->place[i])))
        lane->astray = true;
    lane->round_start += turns + CIRNO_CARDS_PER_ROUND;
}

/* Moves to a p as low as the lowest so far are rare, and all below P_ROWS. A p that is new comes
 * without DOUBLE, so the row of both is not. */
static void set_rare(struct replay *replay)
{
    const uint64_t depth = replay->tally->extremes[CIRNO_DEEPEST_P].value;
    const uint32_t row = row_of(depth > 1 ? -(int32_t)depth : -1, true);
    replay->rare_move = (row > P_ROWS ? row : P_ROWS) << ROW_SHIFT;
}

/* Offers the p that lane i comes to in `row`. */
static void see_depth(struct replay *replay, uint32_t i, uint32_t row)
{
    const struct lane *const lane = &replay->lanes[i];
    const int32_t p = row < LOST_ROW ? lane->p : p_of_row(row);
    nf_extreme_offer(&replay->tally->extremes[CIRNO_DEEPEST_P], false, (uint64_t)-p, lane->index);
    set_rare(replay);
}

/* Lane i makes a move that is below rare_move, or that is not known yet. Returns the cell where it
 * is to be counted. */
static __attribute__((noinline)) struct cell *see_rare(struct replay *replay, uint32_t i)
{
    struct cell *const cell =
        replay->cell[i]->next == 0 ? cirno_replay_resolve(replay, i) : replay->cell[i];
    if (cell->next % KINDS == LOSES)
        see_loss(replay, i);
    else if (cell->next < replay->rare_move)
        see_depth(replay, i, cell->next >> ROW_SHIFT);
    return cell;
}

/* The player who took a DOUBLE plays from `hand`. */
static __attribute__((noinline)) void see_second(struct replay *replay, uint32_t hand,
                                                 uint32_t before, uint32_t move)
{
    const uint8_t *const kept = pair_of(replay, before);
    const unsigned card = cirno_replay_card(replay, hand, move);
    if (card != CIRNO_LOSES && card != kept[0] && card != kept[1])
        replay->details->events[CIRNO_EVENT_SECOND_DRAWN]++;
}

/* Finds the cell of lane i's situation in `step`, some steps of other lanes before it is needed.
 * `seated`: there are strategies. */
ALWAYS_INLINE void find_cell(struct replay *replay, uint32_t i, uint32_t move, uint32_t place,
                             uint32_t step, bool seated)
{
    const struct held *const held = &replay->held[i][seat_of(place)];
    struct cell *const cells = replay->cells + (seated ? held->set_at : 0);
    replay->move[i] = move;
    replay->place[i] = place;
    replay->cell[i] = cells + ((size_t)(move >> ROW_SHIFT) * HANDS + held->hand);
    if (seated && held->set_at == replay->sets * SET)
        cirno_replay_choose(replay, i, step - replay->lanes[i].start);
    __builtin_prefetch(replay->cell[i], 1);
}

ALWAYS_INLINE void step_lane(struct replay *replay, uint32_t i, uint32_t at, bool seated)
{
    const uint32_t place = replay->place[i];
    struct held *const held = &replay->held[i][seat_of(place)];
    struct cell *cell = replay->cell[i];
    if (RARE(cell->next < replay->rare_move))
        cell = see_rare(replay, i);
    const uint32_t move = cell->next;
    cell->count++;
    if (RARE(place & SECOND))
        see_second(replay, held->hand, replay->move[i], move);
    struct cell *const turn = &replay->places[place + move % KINDS];
    turn->count++;
    held->hand = replay->joined[(move & PAIR_MASK) + replay->cards[i][at]];
    find_cell(replay, i, move, turn->next, replay->step + 1, seated);
}

ALWAYS_INLINE void play_steps(struct replay *replay, uint32_t steps, bool seated)
{
    for (uint32_t at = 0; at < steps; at++, replay->step++) {
#pragma GCC unroll 16
        for (uint32_t i = 0; i < LANES; i++)
            step_lane(replay, i, at, seated);
    }
}

/* ---- games ---- */

/* Leaves lane i without a game: a hand of no cards, to which none is added. */
static void free_lane(struct replay *replay, uint32_t i)
{
    replay->lanes[i].left = UINT32_MAX;
    replay->held[i][0].hand = HANDS - 1;
    memset(replay->cards[i], NONE, CHUNK);
    find_cell(replay, i, row_of(0, false) << ROW_SHIFT, 0, replay->step, true);
}

static void add_astray(struct replay *replay)
{
    replay->details->astray++;
}

/* Draws the cards of lane i for as many steps. */
static void draw_ahead(struct replay *replay, uint32_t i, uint32_t steps)
{
    struct lane *const lane = &replay->lanes[i];
    uint8_t *const cards = replay->cards[i];
    if (lane->source.given != NULL) {
        memcpy(cards, lane->source.given + (replay->step - lane->start), steps);
        return;
    }
    const uint32_t words = (steps - lane->ahead + 3) / 4;
    cirno_deal_words(&lane->source.dealer, replay->setup, cards + lane->ahead, words);
    lane->ahead += 4 * words;
}

/* Plays until a game ends. */
static void advance(struct replay *replay)
{
    uint32_t steps = CHUNK;
    for (uint32_t i = 0; i < LANES; i++)
        steps = replay->lanes[i].left < steps ? replay->lanes[i].left : steps;
    for (uint32_t i = 0; i < LANES; i++)
        if (replay->lanes[i].left != UINT32_MAX)
            draw_ahead(replay, i, steps);
    if (replay->setup->seating != NULL)
        play_steps(replay, steps, true);
    else
        play_steps(replay, steps, false);
    for (uint32_t i = 0; i < LANES; i++) {
        struct lane *const lane = &replay->lanes[i];
        if (lane->left == UINT32_MAX)
            continue;
        if ((lane->left -= steps) > 0) {
            lane->ahead -= steps;
            memmove(replay->cards[i], replay->cards[i] + steps, 4);
            continue;
        }
        if (lane->astray || lane->lost < replay->setup->base.params.rounds)
            add_astray(replay);
        free_lane(replay, i);
        replay->busy--;
    }
    replay->uncollected += steps;
    if (replay->uncollected > UINT32_MAX / LANES - CHUNK)
        cirno_replay_collect(replay);
}

/* ---- the tally ---- */

static void open_replay(struct replay *replay, struct nf_tally *tally)
{
    cirno_replay_open(replay, tally);
    set_rare(replay);
    for (uint32_t i = 0; i < LANES; i++)
        free_lane(replay, i);
}

/* Puts a game that used so many `cards` into a lane that is free. */
static void take_game(struct replay *replay, const struct nf_outcome *outcome, uint64_t attempt,
                      uint64_t cards)
{
    const struct nf_params *const params = &replay->setup->base.params;
    uint32_t i = 0;
    while (replay->lanes[i].left != UINT32_MAX)
        i++;
    struct lane *const lane = &replay->lanes[i];
    const struct cirno_walk walk =
        cirno_source_open(&lane->source, replay->setup, outcome->index, attempt);
    if (cards > lane->source.limit) {
        add_astray(replay);
        return;
    }
    for (uint32_t seat = 0; seat < params->players; seat++)
        replay->held[i][seat].hand = cirno_replay_hand(replay, walk.table.hands[seat]);
    memcpy(lane->rounds, outcome->words, params->rounds * sizeof *lane->rounds);
    lane->index = outcome->index;
    lane->start = replay->step;
    lane->left = (uint32_t)cards - (CIRNO_HAND - 1); /* without what the last loser draws */
    lane->astray = false;
    lane->lost = lane->ahead = 0;
    lane->round_start = replay->step;
    find_cell(replay, i, row_of(0, false) << ROW_SHIFT, 0, replay->step, true);
    replay->busy++;
}

void cirno_replay_count(struct nf_tally *tally, const struct nf_outcome *outcome)
{
    struct replay *const replay = tally->detail_scratch;
    const struct nf_params *const params = &tally->setup->params;
    uint64_t cards = (uint64_t)params->rounds * CIRNO_CARDS_PER_ROUND;
    for (uint32_t round = 0; round < params->rounds; round++)
        cards += outcome->words[round] >> NF_SEAT_BITS;
    if (replay->setup == NULL)
        open_replay(replay, tally);
    while (replay->busy == LANES)
        advance(replay);
    cirno_add_events(
        replay->details,
        cirno_watch_game(params->players, params->deck == 0 ? 0 : (int64_t)(params->deck - cards)),
        1);
    nf_extreme_offer(&tally->extremes[CIRNO_DEEPEST_P], false, 0, outcome->index);
    take_game(replay, outcome,
              (uint64_t)outcome->rejected[CIRNO_REJECT_DECK] +
                  outcome->rejected[CIRNO_REJECT_VALUE],
              cards);
}

void cirno_replay_settle(struct nf_tally *tally)
{
    struct replay *const replay = tally->detail_scratch;
    if (replay->setup == NULL)
        return;
    while (replay->busy > 0)
        advance(replay);
    cirno_replay_collect(replay);
}
