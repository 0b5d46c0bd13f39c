/* The game tree as in the statement: - to the left, + to the right, minimax values in brackets
 * after n, or below it in the last row. Sixteen leaves of four columns and a blank take 79 columns,
 * so a drawing has at most four moves. */
#include "games/tng/rules/replay.h"

#include "base/lang.h"

#include <stdio.h>
#include <string.h>

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
