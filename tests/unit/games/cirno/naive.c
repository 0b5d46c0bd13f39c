#include "tests/unit/games/cirno/naive.h"

#include <stddef.h>
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
