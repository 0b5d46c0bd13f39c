#include "tests/unit/games/cirno/naive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct cirno_naive_card cirno_naive_cards[NAIVE_CARDS] = {
    {"A1", 'A', 1},   {"A2", 'A', 2},   {"A5", 'A', 5},     {"A9", 'A', 9},   {"A19", 'A', 19},
    {"A49", 'A', 49}, {"A99", 'A', 99}, {"B1", 'B', 1},     {"B9", 'B', 9},   {"B19", 'B', 19},
    {"C2", 'C', 2},   {"D2", 'D', 2},   {"E0", 'E', 0},     {"E49", 'E', 49}, {"E99", 'E', 99},
    {"PASS", 'P', 0}, {"TURN", 'T', 0}, {"DOUBLE", '2', 0},
};

cirno_naive_card cirno_naive_find(const char *name)
{
    for (int i = 0; i < NAIVE_CARDS; i++)
        if (strcmp(cirno_naive_cards[i].name, name) == 0)
            return &cirno_naive_cards[i];
    return NULL;
}

static bool is_basic(cirno_naive_card card)
{
    return card->kind >= 'A' && card->kind <= 'E';
}

/* floor(p / 2): an odd number is one more than an even one, above and below zero alike. */
static int half_rounded_down(int p)
{
    if (p % 2 != 0)
        p = p - 1;
    return p / 2;
}

int cirno_naive_apply(cirno_naive_card card, int p)
{
    if (card->kind == 'A')
        return p + card->number;
    if (card->kind == 'B')
        return p - card->number;
    if (card->kind == 'C')
        return p + p; /* C2 is the only one */
    if (card->kind == 'D')
        return half_rounded_down(p); /* and so is D2 */
    return card->number;
}

/* "They will check whether they have PASS, TURN, DOUBLE in this order." */
static cirno_naive_card first_counter_card(const cirno_naive_card hand[3])
{
    for (const char *kind = "PT2"; *kind != '\0'; kind++)
        for (int i = 0; i < 3; i++)
            if (hand[i]->kind == *kind)
                return hand[i];
    return NULL;
}

/* The value that the best safe basic card leads to; false if no basic card is safe. */
static bool best_value(const cirno_naive_card hand[3], int p, bool smallest, int *best)
{
    bool found = false;
    for (int i = 0; i < 3; i++) {
        if (!is_basic(hand[i]) || cirno_naive_apply(hand[i], p) > 99)
            continue;
        const int value = cirno_naive_apply(hand[i], p);
        if (!found || (smallest && value < *best) || (!smallest && value > *best))
            *best = value;
        found = true;
    }
    return found;
}

/* First the value, then the first card in the order of `kinds` that leads to it. */
static cirno_naive_card best_basic_card(const cirno_naive_card hand[3], int p, bool smallest)
{
    int best;
    if (!best_value(hand, p, smallest, &best))
        return NULL;
    /* "multiplication card, addition card, subtraction card, division card, fixed-value card" and
     * "division card, subtraction card, addition card, multiplication card, fixed-value card" */
    for (const char *kind = smallest ? "DBACE" : "CABDE"; *kind != '\0'; kind++)
        for (int i = 0; i < 3; i++)
            if (hand[i]->kind == *kind && cirno_naive_apply(hand[i], p) == best)
                return hand[i];
    return NULL;
}

cirno_naive_card cirno_naive_choose(const cirno_naive_card hand[3], int p, bool doubled)
{
    if (!doubled) {
        cirno_naive_card card = best_basic_card(hand, p, false);
        return card != NULL ? card : first_counter_card(hand);
    }
    cirno_naive_card card = first_counter_card(hand);
    return card != NULL ? card : best_basic_card(hand, p, true);
}

/* A game being played. */
struct game {
    const struct cirno_naive_game *given;
    struct cirno_naive_result *result;
    cirno_naive_card hands[NAIVE_MAX_PLAYERS + 1][3]; /* from player 1 on */
    int player, p, turns;
    bool clockwise, doubled;
};

/* What came of one card: the round goes on, is over, or the whole game has to stop. */
enum step { PLAYED, LOST, STOPPED };

static void write_line(struct game *game, cirno_naive_card card)
{
    struct cirno_naive_result *const result = game->result;
    result->lines[result->line_count].player = game->player;
    result->lines[result->line_count].card = card;
    result->lines[result->line_count].p = game->p;
    result->line_count++;
    game->turns++;
}

static bool draw(struct game *game, int place)
{
    if (game->result->drawn == game->given->deck_size) {
        game->result->end = NAIVE_DECK_OUT;
        return false;
    }
    game->hands[game->player][place] = game->given->deck[game->result->drawn];
    game->result->drawn++;
    return true;
}

/* The player loses: she throws away what she holds and draws three cards. */
static enum step lose(struct game *game)
{
    write_line(game, NULL);
    game->result->loser[game->result->rounds_done] = game->player;
    game->result->turns[game->result->rounds_done] = game->turns;
    for (int place = 0; place < 3; place++)
        if (!draw(game, place))
            return STOPPED;
    game->result->rounds_done++;
    return LOST;
}

/* One card of the player to move: chosen, played, and another drawn into its place. */
static enum step play_card(struct game *game, cirno_naive_card *card)
{
    cirno_naive_card *const hand = game->hands[game->player];
    *card = cirno_naive_choose(hand, game->p, game->doubled);
    if (*card == NULL)
        return lose(game);
    if (is_basic(*card))
        game->p = cirno_naive_apply(*card, game->p);
    write_line(game, *card);
    if (game->p < game->result->lowest_p)
        game->result->lowest_p = game->p;
    if (game->p <= -10000 || game->p >= 10000) {
        game->result->end = NAIVE_P_OUT;
        return STOPPED;
    }
    int place = 0;
    while (hand[place] != *card)
        place++;
    return draw(game, place) ? PLAYED : STOPPED;
}

static void move_on(struct game *game)
{
    if (game->clockwise)
        game->player = game->player == game->given->players ? 1 : game->player + 1;
    else
        game->player = game->player == 1 ? game->given->players : game->player - 1;
}

/* A whole visit of one player: one card, or two where DOUBLE lies on her and her first card is
 * a basic one. */
static enum step visit(struct game *game)
{
    cirno_naive_card card;
    enum step step = play_card(game, &card);
    if (step != PLAYED)
        return step;
    if (game->doubled && is_basic(card)) {
        game->doubled = false;
        step = play_card(game, &card);
        if (step != PLAYED)
            return step;
    }
    if (card->kind == 'T')
        game->clockwise = !game->clockwise;
    if (card->kind == '2')
        game->doubled = true;
    move_on(game);
    return PLAYED;
}

void cirno_naive_play(const struct cirno_naive_game *given, struct cirno_naive_result *result)
{
    /* A card is drawn after each line but the last one and those of the losers. */
    const size_t most_lines = given->deck_size + (size_t)given->rounds + 1;
    struct game game = {.given = given, .result = result, .player = 1};
    memset(result, 0, sizeof *result);
    result->lines = malloc(most_lines * sizeof *result->lines);
    if (result->lines == NULL) {
        fprintf(stderr, "no memory for %zu lines\n", most_lines);
        abort();
    }
    for (int player = 1; player <= given->players; player++)
        for (int place = 0; place < 3; place++)
            game.hands[player][place] = given->hands[3 * (player - 1) + place];
    while (result->rounds_done < given->rounds) {
        game.p = 0;
        game.turns = 0;
        game.clockwise = true;
        game.doubled = false;
        enum step step;
        do
            step = visit(&game);
        while (step == PLAYED);
        if (step == STOPPED)
            return; /* `end` says why */
    }
    result->end = NAIVE_COMPLETE;
}

void cirno_naive_free(struct cirno_naive_result *result)
{
    free(result->lines);
    result->lines = NULL;
    result->line_count = 0;
}
