/* Where an output leaves the outcomes, and what is seen of a game. */
#include "games/tng/judged/fuzzing.h"

#include "base/lang.h"
#include "games/tng/rules/analysis.h"
#include "games/tng/rules/format.h"
#include "judge/compare.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- explanations ---- */

static bool is_tng_outcome(const struct nf_explanation *explanation)
{
    return explanation->found.line != NF_NO_LINE &&
           explanation->found.values[0] == (int64_t)explanation->mismatch.expected_line;
}

static void describe_tng_game(const struct nf_explanation *explanation, bool full)
{
    const struct tng_game *const games = explanation->match->game;
    (void)full;
    if (explanation->mismatch.has_expected)
        tng_describe_rows(explanation->why, &games[explanation->mismatch.expected_line - 1]);
}

static void explain_tng_line(const struct nf_explanation *explanation)
{
    if (is_tng_outcome(explanation))
        nf_explanation_headline(explanation, "other-outcome", N_("wrong outcome"));
    else
        nf_explanation_headline(explanation, "game-number", N_("wrong number of the game"));
    describe_tng_game(explanation, true);
}

/* A wrong number shows no decision. */
static const char *decision(const char *kind)
{
    return strcmp(kind, "game-number") == 0 ? "" : kind;
}

const struct nf_comparer tng_comparer = {.transcript = &tng_transcript,
                                         .is_deed = is_tng_outcome,
                                         .explain = explain_tng_line,
                                         .describe = describe_tng_game,
                                         .decision = decision};

/* ---- frames ---- */

const struct nf_panel tng_panels[] = {
    {.kind = NF_PANEL_FACTS,
     .title = N_("The game"),
     .rows = {{"n", "n"},
              {"p", "p"},
              {"e", "e"},
              {N_("round"), "round"},
              {N_("moves next"), "next"},
              {N_("value for X"), "value"}}},
    {.kind = NF_PANEL_CELLS, .title = N_("The numbers below p, with the goals"), .path = "cells"},
    {.kind = NF_PANEL_CELLS, .title = N_("The moves so far"), .path = "trail"},
    {.kind = NF_PANEL_TREE,
     .title = N_("The next moves: - to the left, + to the right, the best ones thick"),
     .path = "tree"},
    {.kind = NF_PANEL_NONE},
};

/* A game at a moment of best play. */
struct moment {
    const struct tng_game *game;
    const struct tng_line *line;
    uint64_t number;  /* of the game */
    uint32_t made, n; /* moves made, and where they have led */
    bool won;         /* the last one reached a goal */
};

static bool is_goal(const struct moment *moment, uint32_t n)
{
    return (moment->line->analysis.goals >> n & 1) != 0;
}

/* ---- the tree ---- */

/* Fills the subtree at node `at`, where the number is `n` after `depth` moves from here. `best`:
 * the best moves lead there. */
static void fill_subtree(json_t *nodes, const struct moment *moment, uint32_t at, uint32_t depth,
                         uint32_t n, bool best)
{
    static const char *const values[] = {"-1", "0", "+1"};
    const struct tng_analysis *const analysis = &moment->line->analysis;
    const uint32_t made = moment->made + depth, left = moment->line->moves - made;
    const bool x_moves = made % 2 == 0, goal = depth > 0 ? is_goal(moment, n) : moment->won;
    const int value = goal ? (x_moves ? -1 : 1) : tng_minimax(analysis, n, left, x_moves);
    char text[8];
    snprintf(text, sizeof text, "%u", n);
    json_array_set_new(nodes, at,
                       json_pack("{s:s, s:s, s:s}", "text", text, "value", values[value + 1],
                                 "mark",
                                 goal && best ? "goal best"
                                 : goal       ? "goal"
                                 : best       ? "best"
                                              : ""));
    if (goal || left == 0 || 2 * at + 2 >= NF_TREE_NODES)
        return;
    const bool plus = tng_best_choice(analysis, n, left).plus;
    fill_subtree(nodes, moment, 2 * at + 1, depth + 1, analysis->maps->minus[n], best && !plus);
    fill_subtree(nodes, moment, 2 * at + 2, depth + 1, analysis->maps->plus[n], best && plus);
}

static json_t *make_tree(const struct moment *moment)
{
    json_t *const nodes = json_array();
    for (int i = 0; i < NF_TREE_NODES; i++)
        json_array_append_new(nodes, json_null());
    fill_subtree(nodes, moment, 0, 0, moment->n, true);
    return nodes;
}

/* ---- the state ---- */

static bool was_seen(const struct moment *moment, uint32_t n)
{
    for (uint32_t i = 0; i < moment->made; i++)
        if (moment->line->n[i] == n)
            return true;
    return false;
}

static json_t *make_cells(const struct moment *moment)
{
    json_t *const cells = json_array();
    for (uint32_t n = 0; n < moment->game->p; n++) {
        const bool goal = is_goal(moment, n);
        char text[8];
        snprintf(text, sizeof text, "%u", n);
        json_array_append_new(cells, nf_cell(text, n == moment->n ? (goal ? "goal now" : "now")
                                                   : goal         ? "goal"
                                                   : was_seen(moment, n) ? "seen"
                                                                         : NULL));
    }
    return cells;
}

static json_t *make_trail(const struct moment *moment)
{
    const struct tng_line *const line = moment->line;
    json_t *const trail = json_array();
    for (uint32_t i = 0; i <= moment->made; i++) {
        char text[16];
        snprintf(text, sizeof text, "%s%u",
                 i == 0                         ? ""
                 : line->move[i - 1].taken.plus ? "+ to "
                                                : "- to ",
                 line->n[i]);
        json_array_append_new(trail, nf_cell(text, i == moment->made ? "now" : NULL));
    }
    return trail;
}

static json_t *make_goals(const struct moment *moment)
{
    json_t *const goals = json_array();
    for (uint32_t n = 0; n < moment->game->p; n++)
        if (is_goal(moment, n))
            json_array_append_new(goals, json_integer(n));
    return goals;
}

/* `over`: the rounds are. */
static json_t *make_tng_state(const struct moment *moment, bool over)
{
    const struct tng_game *const game = moment->game;
    const uint32_t made = moment->made;
    const char names[2][2] = {"X", "Y"};
    const bool more = !moment->won && !over && made < moment->line->moves;
    json_t *const tree = make_tree(moment);
    json_t *const value = json_object_get(json_array_get(tree, 0), "value");
    return json_pack("{s:I, s:i, s:i, s:i, s:i, s:i, s:i, s:o, s:s?, s:s?, s:O, s:o, s:o, s:o}",
                     "game", (json_int_t)moment->number, "n", (int)moment->n, "p", (int)game->p,
                     "e", (int)game->e, "rounds", (int)game->r, "round",
                     (int)(made == 0 ? 1 : (made + 1) / 2), "move", (int)made, "goals",
                     make_goals(moment), "next", more ? names[made % 2] : NULL, "winner",
                     moment->won ? names[(made + 1) % 2] : NULL, "value", value, "cells",
                     make_cells(moment), "trail", make_trail(moment), "tree", tree);
}

/* ---- the frames ---- */

static json_t *describe_tng_move(const struct moment *moment)
{
    const struct tng_game *const game = moment->game;
    const uint32_t move = moment->made - 1, before = moment->line->n[move];
    const char who = tng_mover(move);
    const bool plus = moment->line->move[move].taken.plus;
    json_t *const state = make_tng_state(moment, false);
    if (moment->won && plus)
        return nf_frame(state, "%c adds %u**%u modulo %u and gets from %u to %u, a goal: %c wins.",
                        who, game->e, before, game->p, before, moment->n, who);
    if (moment->won)
        return nf_frame(state,
                        "%c subtracts %u**%u modulo %u and gets from %u to %u, a goal: %c wins.",
                        who, game->e, before, game->p, before, moment->n, who);
    if (plus)
        return nf_frame(state, "%c adds %u**%u modulo %u and gets from %u to %u.", who, game->e,
                        before, game->p, before, moment->n);
    return nf_frame(state, "%c subtracts %u**%u modulo %u and gets from %u to %u.", who, game->e,
                    before, game->p, before, moment->n);
}

/* The frames of a game: its start, each move of best play, and its end if it is a draw. `number`:
 * of the game, from 1. */
static json_t *make_frames(const struct tng_game *game, uint64_t number)
{
    struct tng_line line;
    tng_play_best(&line, game);
    struct moment moment = {.game = game, .line = &line, .number = number, .n = game->n0};
    json_t *const frames = json_array();
    json_array_append_new(frames, nf_frame(make_tng_state(&moment, false),
                                           "Game %" PRIu64 " starts at n = %u, and X moves first.",
                                           number, moment.n));
    while (moment.made < line.made) {
        moment.n = line.n[++moment.made];
        moment.won = line.won && moment.made == line.made;
        json_array_append_new(frames, describe_tng_move(&moment));
    }
    if (!line.won)
        json_array_append_new(frames,
                              nf_frame(make_tng_state(&moment, true),
                                       "The rounds are over without a goal: the game is a draw."));
    return frames;
}

/* ---- the story ---- */

json_t *tng_players(const struct nf_match *match)
{
    (void)match;
    return json_pack("[s, s]", "X", "Y");
}

bool tng_write_story(const struct nf_match *match, struct nf_narration *narration)
{
    const struct tng_game *const games = match->game;
    bool more = true;
    for (uint64_t line = narration->first; more && line <= match->games; line++) {
        char part[32];
        snprintf(part, sizeof part, _("Game %llu"), (unsigned long long)line);
        tng_describe_rows(&narration->rows, &games[line - 1]);
        struct nf_step step = {.line = line, .part = part};
        if (nf_wants_frames(narration->listener, line))
            step.frames = make_frames(&games[line - 1], line);
        more = nf_narrate_step(narration, &step);
    }
    return true;
}
