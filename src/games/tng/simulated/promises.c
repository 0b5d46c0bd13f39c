/* What the rules of The Number Game promise of its moves and values. The values of all n prove each
 * other from the goals backwards; the reference, which knows n0 alone, must have found the same. */
#include "games/tng/simulated/module.h"

#include "base/lang.h"
#include "games/tng/rules/analysis.h"
#include "games/tng/rules/tng.h"
#include "games/tng/simulated/kernels/kernels.h"
#include "sim/kernel.h"

#include <string.h>

/* A game, solved. */
struct step {
    struct tng_game game;
    struct tng_analysis analysis;
    uint32_t record; /* the reference's */
};

static bool moves_are_powers(const void *of)
{
    const struct step *const step = of;
    const struct tng_game *const game = &step->game;
    const struct tng_maps *const maps = step->analysis.maps;
    uint32_t power = 1;
    for (uint32_t n = 0; n < game->p; n++, power = power * game->e % game->p) {
        const uint32_t plus = tng_move(game, n, true), minus = tng_move(game, n, false);
        if (plus >= game->p || minus >= game->p || plus != (n + power) % game->p ||
            n != (minus + power) % game->p || plus != maps->plus[n] || minus != maps->minus[n])
            return false;
    }
    return true;
}

/* The worth of an end in so many moves to who moves next; 0 moves: none. Wins are worth more than a
 * draw and a draw more than losses; early wins and late losses are better. */
static int worth_of(uint32_t moves)
{
    enum { WIN = 100 };
    return moves == 0 ? 0 : moves % 2 == 1 ? WIN - (int)moves : (int)moves - WIN;
}

/* The worth of moving to n. */
static int worth_of_move(const struct step *step, uint32_t n)
{
    const uint32_t moves = step->analysis.moves[n];
    if (tng_is_goal(&step->game, n))
        return worth_of(1);
    return worth_of(moves == 0 || moves == TNG_MAX_MOVES ? 0 : moves + 1);
}

static bool values_follow_from_moves(const void *of)
{
    const struct step *const step = of;
    const struct tng_maps *const maps = step->analysis.maps;
    for (uint32_t n = 0; n < step->game.p; n++) {
        const int plus = worth_of_move(step, maps->plus[n]);
        const int minus = worth_of_move(step, maps->minus[n]);
        if (worth_of(step->analysis.moves[n]) != (plus > minus ? plus : minus))
            return false;
    }
    return true;
}

/* Plays from n0 by best moves. Returns the moves until somebody moved to a goal; 0: a draw. */
static uint32_t play_out(const struct step *step)
{
    uint32_t n = step->game.n0;
    for (uint32_t moves = 1; moves <= 2u * step->game.r; moves++) {
        n = tng_best_choice(&step->analysis, n, 2u * step->game.r - moves + 1).n;
        if (tng_is_goal(&step->game, n))
            return moves;
    }
    return 0;
}

static bool record_is_true(const void *of)
{
    const struct step *const step = of;
    const struct tng_game *const game = &step->game;
    const uint32_t record = step->record, moves = play_out(step);
    const enum tng_outcome outcome = moves == 0 ? TNG_DRAW : moves % 2 == 1 ? TNG_X : TNG_Y;
    uint32_t goals = 0;
    for (uint32_t n = 0; n < game->p; n++)
        goals += tng_is_goal(game, n);
    return tng_record_outcome(record) == outcome && tng_record_moves(record) == moves &&
           tng_record_n0(record) == game->n0 && tng_record_r(record) == game->r &&
           tng_record_e(record) == game->e && tng_record_p(record) == game->p &&
           tng_record_m(record) == goals;
}

static const struct nf_promise promises[] = {
    {N_("a move adds or subtracts e^n modulo p"), moves_are_powers},
    {N_("the value of every n is the better one of those after its moves"),
     values_follow_from_moves},
    {N_("the record says how best moves from n0 end"), record_is_true},
    {NULL, NULL},
};

static void describe_tng_promise(const void *of, struct nf_text *text)
{
    const struct tng_game *const game = &((const struct step *)of)->game;
    nf_text_format(text, "n0 = %u, r = %u, e = %u, p = %u, m = %u", game->n0, game->r, game->e,
                   game->p, game->m);
}

static enum nf_status play_tng_watched(const struct nf_setup *setup, void *memory,
                                       struct nf_outcome *outcome, struct nf_error *err)
{
    struct step step = {
        .game = tng_deal_game(&((const struct tng_setup *)setup)->deal, outcome->index)};
    tng_analyse(&step.analysis, &step.game);
    step.record = tng_reference_record(&step.game);
    outcome->words = memcpy(memory, &step.record, sizeof step.record);
    return nf_promises_hold(&tng_promises, outcome->index, &step, err) ? NF_OK : NF_INTERNAL;
}

const struct nf_promise_ops tng_promises = {
    promises, describe_tng_promise, {sizeof(uint32_t), play_tng_watched}};
