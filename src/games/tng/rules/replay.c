#include "games/tng/rules/analysis.h"

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

static void put_outcome(struct nf_text *text, const struct tng_line *line)
{
    if (!line->won)
        nf_text_format(text, _("draw: nobody can force a win in %u moves"), line->moves);
    else
        nf_text_format(text, P_("%c wins in %u move", "%c wins in %u moves", line->made),
                       tng_mover(line->made - 1), line->made);
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

static struct move_words words_of_move(const struct tng_game *game, const struct tng_line *line,
                                       uint32_t move)
{
    struct move_words words;
    const struct tng_choice *const taken = &line->move[move].taken;
    const struct tng_choice *const other = &line->move[move].other;
    const char sign = taken->plus ? '+' : '-';
    const int value = move % 2 == 0 ? taken->ends : -taken->ends;
    snprintf(words.move, sizeof words.move, _("%c moves %c: n = ( %u %c %u**%u ) mod %u = %u"),
             tng_mover(move), sign, line->n[move], sign, game->e, line->n[move], game->p, taken->n);
    snprintf(words.value, sizeof words.value, value == 0 ? "[%d]" : "[%+d]", value);
    if (taken->goal && other->goal)
        snprintf(words.other, sizeof words.other, _("goal; so is %u"), other->n);
    else if (taken->goal)
        snprintf(words.other, sizeof words.other, "%s", _("goal"));
    else
        snprintf(words.other, sizeof words.other, verdict(taken, other), other->plus ? '+' : '-',
                 other->n);
    return words;
}

void tng_describe_line(struct nf_text *text, const struct tng_game *game)
{
    struct tng_line line;
    tng_play_best(&line, game);
    for (uint32_t move = 0; move < line.made; move++) {
        const struct move_words words = words_of_move(game, &line, move);
        char round[24] = "";
        if (move % 2 == 0)
            snprintf(round, sizeof round, _("Round %u:"), move / 2 + 1);
        nf_text_padded(text, round, 9);
        nf_text_padded(text, words.move, 42);
        nf_text_format(text, " %-4s  %s\n", words.value, words.other);
    }
    if (line.won)
        nf_text_format(text, _("         %c wins!\n"), tng_mover(line.made - 1));
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
    struct tng_line line;
    tng_play_best(&line, game);
    put_game(&words, game, " ");
    row_words(text, "game", &words);
    put_outcome(&words, &line);
    row_words(text, "outcome", &words);
    nf_text_free(&words);
    for (uint32_t move = 0; move < line.made; move++) {
        const struct move_words parts = words_of_move(game, &line, move);
        char round[24];
        snprintf(round, sizeof round, move % 2 == 0 ? _("round %u") : _("then"), move / 2 + 1);
        nf_text_row(text, round, "%s %s; %s", parts.move, parts.value, parts.other);
    }
    if (line.won)
        nf_text_row(text, "end", "%c has reached a goal and wins", tng_mover(line.made - 1));
    else
        nf_text_row(text, "end", "the rounds are over: draw");
}

/* ---- the game tree ----
 *
 * As in the statement: - to the left, + to the right, minimax values in brackets after n, or below
 * it in the last row. Sixteen leaves of four columns and a blank take 79 columns, so a drawing has
 * at most four moves. */

enum {
    DEEPEST = 4,
    NODES = 1 << (DEEPEST + 1), /* a heap from 1: the children of i are 2i and 2i + 1 */
    COLUMNS = 80,
    LABEL_ROOM = 16,
    CAPTION = 9, /* at least the columns of "  X moves" */
};

/* A node; missing ones have no label. */
struct node {
    bool goal;
    char label[LABEL_ROOM];
    const char *value;
    int centre;
};

struct tree {
    const struct tng_analysis *analysis;
    uint32_t depth, moves; /* depth of a full drawing; moves of the game */
    uint32_t deepest;      /* deepest existing move: goals may come early */
    struct node nodes[NODES];
    char rows[2 * DEEPEST + 2][COLUMNS + 1];
};

static bool is_leaf(const struct tree *tree, uint32_t at, uint32_t depth)
{
    return 2 * at >= NODES || depth == tree->depth || tree->nodes[at].goal;
}

static void fill_tree(struct tree *tree, uint32_t at, uint32_t depth, uint32_t n)
{
    const struct tng_analysis *const analysis = tree->analysis;
    struct node *const node = &tree->nodes[at];
    const bool x_moves = depth % 2 == 0;
    tree->deepest = depth > tree->deepest ? depth : tree->deepest;
    node->goal = at > 1 && (analysis->goals >> n & 1) != 0; /* n0 does not win */
    const int value =
        node->goal ? (x_moves ? -1 : 1) : tng_minimax(analysis, n, tree->moves - depth, x_moves);
    static const char *const values[] = {"[-1]", "[0]", "[+1]"};
    node->value = values[value + 1];
    snprintf(node->label, sizeof node->label, "%u%s", n, depth == tree->depth ? "" : node->value);
    if (is_leaf(tree, at, depth))
        return;
    fill_tree(tree, 2 * at, depth + 1, analysis->maps->minus[n]);
    fill_tree(tree, 2 * at + 1, depth + 1, analysis->maps->plus[n]);
}

/* Assigns columns to a subtree that starts at column `left`; returns the column after it. */
static int lay_out(struct tree *tree, uint32_t at, uint32_t depth, int left)
{
    struct node *const node = &tree->nodes[at];
    if (is_leaf(tree, at, depth)) {
        const int label = (int)strlen(node->label), value = (int)strlen(node->value);
        const int width = label > value ? label : value;
        node->centre = left + (width - 1) / 2;
        return left + width;
    }
    const int middle = lay_out(tree, 2 * at, depth + 1, left);
    const int right = lay_out(tree, 2 * at + 1, depth + 1, middle + 1);
    node->centre = (tree->nodes[2 * at].centre + tree->nodes[2 * at + 1].centre) / 2;
    return right;
}

/* Writes `text` centred at `centre` and returns its first column. */
static int put_centred(char *row, int centre, const char *text)
{
    const int length = (int)strlen(text), start = centre - (length - 1) / 2;
    memcpy(row + start, text, (size_t)length);
    return start;
}

static void draw_subtree(struct tree *tree, uint32_t at, uint32_t depth)
{
    const struct node *const node = &tree->nodes[at];
    char *const row = tree->rows[2 * depth];
    const int start = put_centred(row, node->centre, node->label);
    if (depth == tree->depth)
        put_centred(tree->rows[2 * depth + 1], node->centre, node->value);
    if (is_leaf(tree, at, depth))
        return;
    const int minus = tree->nodes[2 * at].centre, plus = tree->nodes[2 * at + 1].centre;
    for (int column = minus + 1; column < start; column++)
        row[column] = '_';
    for (int column = start + (int)strlen(node->label); column < plus; column++)
        row[column] = '_';
    char *const edges = tree->rows[2 * depth + 1];
    memcpy(edges + minus - 1, "-/", 2);
    memcpy(edges + plus, "\\+", 2);
    draw_subtree(tree, 2 * at, depth + 1);
    draw_subtree(tree, 2 * at + 1, depth + 1);
}

/* Appends a row without trailing blanks, or its first `width` columns and a caption. */
static void print_row(struct nf_text *text, const char *row, int width, const char *caption)
{
    size_t length = caption[0] != '\0' ? (size_t)width : COLUMNS;
    while (caption[0] == '\0' && length > 0 && row[length - 1] == ' ')
        length--;
    nf_text_bytes(text, row, length);
    nf_text_format(text, "%s\n", caption);
}

void tng_draw_tree(struct nf_text *text, const struct tng_game *game)
{
    struct tng_analysis analysis;
    tng_analyse(&analysis, game);
    struct tree tree = {.analysis = &analysis, .moves = 2u * game->r};
    tree.depth = tree.moves < DEEPEST ? tree.moves : DEEPEST;
    memset(tree.rows, ' ', sizeof tree.rows);
    fill_tree(&tree, 1, 0, game->n0);
    const int width = lay_out(&tree, 1, 0, 0);
    draw_subtree(&tree, 1, 0);
    const bool captions = width + CAPTION < COLUMNS;
    const uint32_t rows = 2 * tree.deepest + (tree.deepest == tree.depth ? 2 : 1);
    for (uint32_t i = 0; i < rows; i++) {
        const bool moves = captions && i % 2 == 1 && i < 2 * tree.deepest;
        print_row(text, tree.rows[i], width,
                  !moves       ? ""
                  : i % 4 == 1 ? _("  X moves")
                               : _("  Y moves"));
    }
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
    struct tng_line line;
    tng_play_best(&line, game);
    nf_text_string(text, _("Game: "));
    /* Nine goals or more do not fit into 80 columns. */
    put_game(text, game, game->m > 8 ? "\n      " : " ");
    nf_text_string(text, _("\nOutcome: "));
    put_outcome(text, &line);
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
