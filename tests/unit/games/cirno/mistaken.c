#include "tests/unit/games/cirno/mistaken.h"

#include <stdio.h>
#include <string.h>

/* Pairs of classes, the one to be preferred first. */
static const char ties[2][CIRNO_TIES][3] = {
    {"CA", "CB", "CD", "CE", "AD", "AE", "BD", "BE", "DE"},
    {"DB", "DA", "DC", "DE", "BC", "BE", "AC", "AE", "CE"},
};

static const char *const mistakes[] = {
#define X(id, what) what,
    CIRNO_MISTAKES(X)
#undef X
};

const char *cirno_mistake_name(unsigned mistake, char name[60])
{
    const unsigned tie = (mistake - CIRNO_MISTAKE_TIES) % (2 * CIRNO_TIES);
    const char *const which = tie < CIRNO_TIES ? "largest" : "smallest";
    const char *const pair = ties[tie / CIRNO_TIES][tie % CIRNO_TIES];
    if (mistake < CIRNO_MISTAKE_TIES)
        snprintf(name, 60, "%s", mistakes[mistake]);
    else if (mistake < CIRNO_FIRST_HELD_TIES)
        snprintf(name, 60, "for the %s p, %c comes before %c", which, pair[1], pair[0]);
    else
        snprintf(name, 60, "for the %s p, of %c and %c the one held %s", which, pair[0], pair[1],
                 mistake < CIRNO_LAST_HELD_TIES ? "first" : "last");
    return name;
}

struct game {
    const struct cirno_naive_game *given;
    const struct cirno_naive_result *right;
    unsigned mistake;
    cirno_naive_card hands[NAIVE_MAX_PLAYERS + 1][3];
    int player, p;
    bool clockwise, doubled;
    int handed, extra; /* times the DOUBLE was handed on; cards it asks for beyond two */
    size_t drawn, line;
    bool differs;
};

#define MISTAKEN(id) (game->mistake == CIRNO_MISTAKE_##id)

static bool is_basic(cirno_naive_card card)
{
    return card->kind >= 'A' && card->kind <= 'E';
}

static int apply(const struct game *game, cirno_naive_card card)
{
    const int p = cirno_naive_apply(card, game->p);
    const bool odd = card->kind == 'D' && game->p % 2 != 0;
    static const int floors[] = {-99, -200, -512, -1000};
    if (odd && (MISTAKEN(ROUNDS_UP) || (MISTAKEN(TRUNCATES) && game->p < 0)))
        return p + 1;
    if (MISTAKEN(BYTE))
        return p < -128 ? p + 256 : p;
    if (game->mistake >= CIRNO_MISTAKE_FLOOR_99 && game->mistake <= CIRNO_MISTAKE_FLOOR_1000) {
        const int floor = floors[game->mistake - CIRNO_MISTAKE_FLOOR_99];
        return p < floor ? floor : p;
    }
    return p;
}

static bool is_safe(const struct game *game, cirno_naive_card card)
{
    const int p = apply(game, card);
    if (MISTAKEN(NEEDS_CHANGE) && p == game->p)
        return false;
    return p <= (MISTAKEN(LIMIT_98) ? 98 : MISTAKEN(LIMIT_100) ? 100 : 99);
}

static cirno_naive_card find_counter(const struct game *game)
{
    const bool doubled = game->doubled;
    const char *kinds = "PT2";
    if (doubled ? MISTAKEN(TURN_BEFORE_PASS_DOUBLED) : MISTAKEN(TURN_BEFORE_PASS))
        kinds = "TP2";
    if (doubled ? MISTAKEN(DOUBLE_BEFORE_TURN_DOUBLED) : MISTAKEN(DOUBLE_BEFORE_TURN))
        kinds = "P2T";
    for (; *kinds != '\0'; kinds++)
        for (int i = 0; i < 3; i++)
            if (game->hands[game->player][i]->kind == *kinds)
                return game->hands[game->player][i];
    return NULL;
}

/* Whether `card` is preferred to `best`, which is held before it and leads to the same p. */
static bool wins_tie(const struct game *game, cirno_naive_card card, cirno_naive_card best,
                     bool smallest)
{
    const char *const order = smallest ? "DBACE" : "CABDE";
    const bool wins = strchr(order, card->kind) < strchr(order, best->kind);
    const unsigned tie = (game->mistake - CIRNO_MISTAKE_TIES) % (2 * CIRNO_TIES);
    if (game->mistake < CIRNO_MISTAKE_TIES || game->mistake >= CIRNO_MISTAKE_COUNT ||
        tie / CIRNO_TIES != smallest)
        return wins;
    const char *const pair = ties[smallest][tie % CIRNO_TIES];
    if (strchr(pair, card->kind) == NULL || strchr(pair, best->kind) == NULL)
        return wins;
    return game->mistake < CIRNO_FIRST_HELD_TIES ? !wins : game->mistake >= CIRNO_LAST_HELD_TIES;
}

static cirno_naive_card find_basic(const struct game *game, bool smallest)
{
    cirno_naive_card best = NULL;
    for (int i = 0; i < 3; i++) {
        const cirno_naive_card card = game->hands[game->player][i];
        if (!is_basic(card) || card == best || !is_safe(game, card))
            continue;
        if (best == NULL) {
            best = card;
            continue;
        }
        const int p = apply(game, card), best_p = apply(game, best);
        if (p == best_p ? wins_tie(game, card, best, smallest) : (p < best_p) == smallest)
            best = card;
    }
    return best;
}

static cirno_naive_card choose(const struct game *game, bool second)
{
    const bool smallest =
        game->doubled ? !MISTAKEN(LARGEST_DOUBLED) : second && MISTAKEN(SECOND_SMALLEST);
    const cirno_naive_card basic = find_basic(game, smallest), counter = find_counter(game);
    const bool counter_first =
        game->doubled ? !MISTAKEN(BASIC_FIRST_DOUBLED) : MISTAKEN(COUNTER_FIRST);
    if (counter != NULL && (counter_first || basic == NULL)) {
        const cirno_naive_card *const hand = game->hands[game->player];
        const bool any_basic = is_basic(hand[0]) || is_basic(hand[1]) || is_basic(hand[2]);
        return MISTAKEN(NO_COUNTER_FOR_LOSS) && !game->doubled && any_basic ? basic : counter;
    }
    return basic;
}

static void say(struct game *game, cirno_naive_card card)
{
    const struct cirno_naive_line *const line = &game->right->lines[game->line++];
    if (game->line > game->right->line_count || line->player != game->player ||
        line->card != card || (card != NULL && line->p != game->p))
        game->differs = true;
}

static cirno_naive_card draw(struct game *game)
{
    return game->drawn < game->given->deck_size ? game->given->deck[game->drawn++]
                                                : cirno_naive_find("E0");
}

static void replace(struct game *game, cirno_naive_card card)
{
    cirno_naive_card *const hand = game->hands[game->player];
    int place = 0;
    while (hand[place] != card)
        place++;
    hand[place] = draw(game);
    for (int i = place + 1; i < 3 && MISTAKEN(PAIR_REPLACED); i++)
        if (hand[i] == card)
            hand[i] = hand[place];
}

static void move_on(struct game *game)
{
    const int last = game->given->players;
    if (game->clockwise)
        game->player = game->player == last ? 1 : game->player + 1;
    else if (game->player > 1)
        game->player--;
    else
        game->player = MISTAKEN(WRONG_MODULO) ? 1 : last;
}

static void lose(struct game *game)
{
    const int fresh = MISTAKEN(LOSER_DRAWS_ONE)   ? 1
                      : MISTAKEN(LOSER_DRAWS_TWO) ? 2
                      : MISTAKEN(LOSER_KEEPS)     ? 0
                                                  : 3;
    say(game, NULL);
    for (int i = 0; i < fresh; i++)
        game->hands[game->player][i] = draw(game);
    if (MISTAKEN(PLAYER_1_STARTS))
        game->player = 1;
    if (MISTAKEN(NEXT_STARTS)) {
        game->clockwise = true;
        move_on(game);
    }
}

/* Where a card was that is not drawn for yet. */
static const struct cirno_naive_card gap = {"", '-', 0};

static void replace_late(struct game *game, cirno_naive_card card)
{
    cirno_naive_card *const hand = game->hands[game->player];
    int place = 0;
    while (hand[place] != card)
        place++;
    hand[place] = &gap;
}

/* What follows when `card`, a basic one, was played under DOUBLE: more cards. The last of them, or
 * NULL if she loses. */
static cirno_naive_card play_more(struct game *game, cirno_naive_card card)
{
    int more = MISTAKEN(ONE_CARD) ? 0 : 1 + game->extra;
    game->doubled = false;
    game->extra = 0;
    for (; more > 0 && is_basic(card); more--) {
        card = choose(game, true);
        if (card == NULL)
            return NULL;
        if (is_basic(card))
            game->p = apply(game, card);
        say(game, card);
        if (MISTAKEN(NO_DRAW_BETWEEN))
            replace(game, &gap);
        replace(game, card);
    }
    return card;
}

/* What DOUBLE is after `card`, which answers one. */
static void answer(struct game *game, cirno_naive_card card)
{
    game->handed++;
    if (card->kind == '2' && MISTAKEN(STACKS))
        game->extra++;
    const bool drops = card->kind == 'P'   ? MISTAKEN(PASS_DROPS)
                       : card->kind == 'T' ? MISTAKEN(TURN_DROPS)
                                           : MISTAKEN(DOUBLE_DROPS);
    if (drops || (MISTAKEN(CHAIN_OF_ONE) && game->handed > 1) ||
        (MISTAKEN(CHAIN_OF_TWO) && game->handed > 2))
        game->doubled = false;
}

/* What a counter card does to the one who played it and the next. */
static void counter(struct game *game, cirno_naive_card card, bool answered, bool second)
{
    const bool turns = card->kind == 'T' && !(second && MISTAKEN(SECOND_TURN_LOST));
    const bool late =
        MISTAKEN(NEXT_BEFORE_TURN) || (answered && MISTAKEN(NEXT_BEFORE_TURN_DOUBLED));
    if (answered) {
        answer(game, card);
    } else if (card->kind == '2') {
        game->doubled = !(second && MISTAKEN(SECOND_DOUBLE_LOST)) &&
                        !(game->given->players == 1 && MISTAKEN(OWN_DOUBLE_LOST));
        game->handed = 0;
    } else if (second && (card->kind == 'P' ? MISTAKEN(SECOND_PASS_HANDS_ON)
                                            : MISTAKEN(SECOND_TURN_HANDS_ON))) {
        game->doubled = true;
    }
    if (turns && late)
        move_on(game);
    if (turns)
        game->clockwise = !game->clockwise;
    if (!(turns && late))
        move_on(game);
}

/* One visit of the player to move; false if she loses. */
static bool visit(struct game *game)
{
    const bool doubled = game->doubled;
    cirno_naive_card card = choose(game, false);
    const bool taken = doubled && card != NULL && is_basic(card);
    if (card != NULL) {
        if (is_basic(card))
            game->p = apply(game, card);
        say(game, card);
        if (taken && MISTAKEN(NO_DRAW_BETWEEN))
            replace_late(game, card);
        else
            replace(game, card);
    }
    if (taken)
        card = play_more(game, card);
    if (card == NULL)
        lose(game);
    else if (is_basic(card))
        move_on(game);
    else
        counter(game, card, doubled && !taken, taken);
    return card != NULL;
}

bool cirno_mistaken_agrees(const struct cirno_naive_game *given,
                           const struct cirno_naive_result *right, unsigned mistake)
{
    struct game one = {.given = given, .right = right, .mistake = mistake, .player = 1};
    struct game *const game = &one;
    for (int player = 1; player <= given->players; player++)
        memcpy(game->hands[player], given->hands + 3 * (player - 1), sizeof game->hands[player]);
    game->clockwise = true;
    for (int round = 0; round < given->rounds && !game->differs; round++) {
        game->p = MISTAKEN(KEEPS_P) ? game->p : 0;
        game->clockwise = MISTAKEN(KEEPS_DIRECTION) ? game->clockwise : true;
        game->doubled = MISTAKEN(KEEPS_DOUBLE) ? game->doubled : false;
        game->extra = 0;
        while (visit(game) && !game->differs)
            ;
    }
    return !game->differs && game->line == right->line_count;
}
