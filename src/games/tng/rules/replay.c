#include "games/tng/rules/replay.h"

#include "base/lang.h"

#include <stdio.h>
#include <string.h>

enum { LINE_ROOM = 96 };

/* Appends the game; `before_goals` parts it in two. */
static void put_game(struct nf_text *text, const struct tng_game *game, const char *before_goals)
{
    nf_text_format(text, "n0 = %u, r = %u, e = %u, p = %u,%sg = {", game->n0, game->r, game->e,
                   game->p, before_goals);
    for (uint32_t i = 0; i < game->m; i++)
        nf_text_format(text, "%s%u", i > 0 ? ", " : " ", game->g[i]);
    nf_text_string(text, " }");
}

void tng_describe_game(struct nf_text *text, const struct tng_game *game)
{
    /* Nine goals or more do not fit into 80 columns. */
    put_game(text, game, game->m > 8 ? "\n      " : " ");
}

void tng_describe_outcome(struct nf_text *text, const struct tng_game *game)
{
    struct tng_analysis analysis;
    tng_analyse(&analysis, game);
    const uint32_t moves = analysis.moves[game->n0];
    if (moves == 0 || moves > 2u * game->r)
        nf_text_format(text, _("draw: nobody can force a win in %u moves"), 2u * game->r);
    else
        nf_text_format(text, P_("%c wins in %u move", "%c wins in %u moves", moves),
                       moves % 2 == 1 ? 'X' : 'Y', moves);
}

/* ---- the line of best play ---- */

/* Describes the other move from the mover's point of view: a format of its sign and number. */
static const char *verdict(const struct tng_choice *taken, const struct tng_choice *other)
{
    const int order = tng_compare_choices(taken, other);
    if (order == 0)
        return _("%c to %u is as good");
    if (taken->ends == other->ends)
        return taken->ends > 0 ? _("%c to %u wins later") : _("%c to %u loses sooner");
    return other->ends == 0 ? _("%c to %u only draws") : _("%c to %u loses");
}

/* A move of best play in words: "X moves +: n = ( 3 + 7**3 ) mod 11 = 5", its value, and what the
 * other move does. */
struct move_words {
    char move[LINE_ROOM], value[8], other[64];
};

static void describe_move(struct move_words *words, const struct tng_analysis *analysis, uint32_t e,
                          uint32_t n, uint32_t move, uint32_t moves_left)
{
    const struct tng_choice taken = tng_best_choice(analysis, n, moves_left);
    const struct tng_choice other = tng_look(analysis, n, moves_left, !taken.plus);
    const bool x_moves = move % 2 == 0;
    snprintf(words->move, sizeof words->move, _("%c moves %c: n = ( %u %c %u**%u ) mod %u = %u"),
             x_moves ? 'X' : 'Y', taken.plus ? '+' : '-', n, taken.plus ? '+' : '-', e, n,
             analysis->maps->p, taken.n);
    snprintf(words->value, sizeof words->value, "[%+d]", x_moves ? taken.ends : -taken.ends);
    if (taken.ends == 0)
        snprintf(words->value, sizeof words->value, "[0]");
    if (taken.goal && other.goal)
        snprintf(words->other, sizeof words->other, _("goal; so is %u"), other.n);
    else if (taken.goal)
        snprintf(words->other, sizeof words->other, "%s", _("goal"));
    else
        snprintf(words->other, sizeof words->other, verdict(&taken, &other), other.plus ? '+' : '-',
                 other.n);
}

static void print_move(struct nf_text *text, const struct move_words *words, uint32_t move)
{
    char round[24] = "";
    if (move % 2 == 0)
        snprintf(round, sizeof round, _("Round %u:"), move / 2 + 1);
    nf_text_padded(text, round, 9);
    nf_text_padded(text, words->move, 42);
    nf_text_format(text, " %-4s  %s\n", words->value, words->other);
}

static void print_move_row(struct nf_text *text, const struct move_words *words, uint32_t move)
{
    char round[24] = "";
    if (move % 2 == 0)
        snprintf(round, sizeof round, _("round %u"), move / 2 + 1);
    else
        snprintf(round, sizeof round, "%s", _("then"));
    nf_text_row(text, round, "%s %s; %s", words->move, words->value, words->other);
}

/* Prints the moves of best play one by one; returns who wins, or 0. */
static char print_moves(struct nf_text *text, const struct tng_game *game,
                        void (*print)(struct nf_text *, const struct move_words *, uint32_t))
{
    struct tng_analysis analysis;
    tng_analyse(&analysis, game);
    uint32_t n = game->n0;
    const uint32_t moves = 2u * game->r;
    for (uint32_t move = 0; move < moves; move++) {
        struct move_words words;
        const struct tng_choice taken = tng_best_choice(&analysis, n, moves - move);
        describe_move(&words, &analysis, game->e, n, move, moves - move);
        print(text, &words, move);
        n = taken.n;
        if (taken.goal)
            return move % 2 == 0 ? 'X' : 'Y';
    }
    return 0;
}

void tng_describe_line(struct nf_text *text, const struct tng_game *game)
{
    const char winner = print_moves(text, game, print_move);
    if (winner != 0)
        nf_text_format(text, _("         %c wins!\n"), winner);
    else
        nf_text_string(text, _("         The rounds are over: draw.\n"));
}

static void row_words(struct nf_text *text, const char *label, struct nf_text *words)
{
    nf_text_row(text, label, "%.*s", (int)words->size, words->data != NULL ? words->data : "");
    text->failed |= words->failed;
    words->size = 0;
}

void tng_describe_rows(struct nf_text *text, const struct tng_game *game)
{
    struct nf_text words = {0};
    put_game(&words, game, " ");
    row_words(text, "game", &words);
    tng_describe_outcome(&words, game);
    row_words(text, "outcome", &words);
    nf_text_free(&words);
    const char winner = print_moves(text, game, print_move_row);
    if (winner != 0)
        nf_text_row(text, "end", "%c has reached a goal and wins", winner);
    else
        nf_text_row(text, "end", "the rounds are over: draw");
}

/* ---- the whole explanation ---- */

static void print_chances(struct nf_text *text, const char *who, const struct tng_chances *chances)
{
    nf_text_padded(text, who, 30);
    nf_text_format(text, _(" X wins %u/%u, Y wins %u/%u, draw %u/%u\n"), chances->x_wins,
                   chances->of, chances->y_wins, chances->of, chances->draws, chances->of);
}

void tng_describe(struct nf_text *text, const struct tng_game *game)
{
    nf_text_string(text, _("Game: "));
    tng_describe_game(text, game);
    nf_text_string(text, _("\nOutcome: "));
    tng_describe_outcome(text, game);
    nf_text_string(text, _("\n\nBest play, with minimax values:\n"));
    tng_describe_line(text, game);
    const struct tng_chances hunter = tng_hunter_against_random(game);
    const struct tng_chances perfect = tng_perfect_against_random(game);
    nf_text_string(text, _("\nIf Y tossed a coin for every move:\n"));
    print_chances(text, _("  X plays for the best chance:"), &hunter);
    print_chances(text, _("  X plays as against perfect Y:"), &perfect);
    nf_text_string(text, game->r > 2 ? _("\nGame tree, its first two rounds with the values of the "
                                         "whole game:\n")
                                     : _("\nGame tree:\n"));
    tng_draw_tree(text, game);
}
