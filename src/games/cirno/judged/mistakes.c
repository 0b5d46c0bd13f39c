#include "games/cirno/judged/fuzzing.h"

#include "base/lang.h"

#include <string.h>

const struct nf_mistake cirno_mistakes[] = {
    [0] = {"none", N_("plays by the rules")},
    [1] = {"truncated-division", N_("rounds D2 towards zero")},
    [2] = {"division-rounds-up", N_("rounds D2 up")},
    [3] = {"double-of-absolute", N_("makes a negative p positive by C2")},
    [4] = {"direction-kept", N_("starts a round in the direction in which the last one ended")},
    [5] = {"double-dropped-by-pass", N_("takes DOUBLE away by PASS instead of handing it on")},
    [6] = {"double-dropped-by-turn", N_("takes DOUBLE away by TURN instead of handing it on")},
    [7] = {"double-dropped-by-double", N_("takes DOUBLE away by answering with DOUBLE")},
    [8] = {"double-stacks",
           N_("makes the next one play three cards by answering DOUBLE with DOUBLE")},
    [9] = {"next-before-turn", N_("finds the next player before TURN flips the direction")},
    [10] = {"double-next-before-turn",
            N_("finds the next player before TURN flips the direction, but only when TURN answers "
               "DOUBLE")},
    [11] = {"largest-tie-first-held",
            N_("plays the leftmost of the cards in her hand that make the same largest p")},
    [12] = {"largest-tie-add-first", N_("prefers A to C among cards that make the same largest p")},
    [13] = {"largest-tie-divide-first",
            N_("prefers D to B among cards that make the same largest p")},
    [14] = {"largest-tie-fix-first",
            N_("prefers E to all others among cards that make the same largest p")},
    [15] = {"largest-tie-fix-before-divide",
            N_("prefers E to D among cards that make the same largest p")},
    [16] = {"largest-tie-divide-before-add",
            N_("prefers D to A among cards that make the same largest p")},
    [17] = {"smallest-tie-as-largest",
            N_("prefers cards that make the same smallest p in the order C A B D E, too")},
    [18] = {"smallest-tie-subtract-first",
            N_("prefers B to D among cards that make the same smallest p")},
    [19] = {"smallest-tie-multiply-before-add",
            N_("prefers C to A among cards that make the same smallest p")},
    [20] = {"smallest-tie-fix-first",
            N_("prefers E to all others among cards that make the same smallest p")},
    [21] = {"smallest-tie-first-held",
            N_("plays the leftmost of the cards in her hand that make the same smallest p")},
    [22] = {"limit-98", N_("may not make p 99")},
    [23] = {"limit-100", N_("may make p 100")},
    [24] = {"player-1-starts", N_("lets player 1 start every round")},
    [25] = {"next-of-loser-starts", N_("lets the player after the loser start the next round")},
    [26] = {"loser-draws-one", N_("puts back one card only when she loses")},
    [27] = {"loser-draws-two", N_("keeps one card of her hand when she loses")},
    [28] = {"loser-keeps-hand", N_("keeps her hand when she loses")},
    [29] = {"p-kept", N_("does not set p back to 0 when a round starts")},
    [30] = {"double-kept", N_("leaves DOUBLE on the loser who starts the next round")},
    [31] = {"turn-before-pass", N_("prefers TURN to PASS")},
    [32] = {"double-before-turn", N_("prefers DOUBLE to TURN")},
    [33] = {"largest-under-double", N_("makes p largest by the first card under DOUBLE")},
    [34] = {"basic-first-under-double", N_("prefers basic cards to counter cards under DOUBLE")},
    [35] = {"second-smallest", N_("makes p smallest by the second card under DOUBLE, too")},
    [36] = {"no-draw-between", N_("draws both cards after the second one under DOUBLE")},
    [37] = {"second-hands-on", N_("hands DOUBLE on by a counter card played second")},
    [38] = {"second-double-lost", N_("forgets a DOUBLE played as the second card")},
    [39] = {"second-turn-lost", N_("does not flip the direction by a TURN played second")},
    [40] = {"one-card-under-double", N_("plays one basic card only under DOUBLE")},
    [41] = {"own-double-lost", N_("forgets DOUBLE when she plays alone")},
    [42] = {"wrong-modulo", N_("takes the player before player 1 for player 1")},
    [43] = {"lost-prints-used", N_("prints a card before she loses under DOUBLE")},
    [44] = {"second-lost-silent",
            N_("prints nothing when she loses on the second card under DOUBLE")},
    [45] = {"counter-first", N_("prefers counter cards to basic cards that make p smaller")},
    [46] = {"round-from-0", N_("numbers rounds from 0")},
    [47] = {"turn-draws-nothing", N_("draws no card after TURN")},
    [48] = {"first-counter-ends-double",
            N_("plays a second card under DOUBLE after a counter card")},
    [49] = {"negative-loses", N_("may not make p less than -99")},
    [50] = {"counter-from-left", N_("plays the leftmost of her counter cards")},
    [51] = {"double-read-as-division",
            N_("takes DOUBLE for a D card by its first letter, and halves p")},
    {NULL, NULL},
};

/* Where a card is played: what the statement decides there, and how far it goes on to the next. */
enum {
    ROUNDS,
    LIMIT,
    START_P,
    FIRST,
    HAND,
    UNDER_DOUBLE,
    FACTOR,
    BASIC_STEP,
    PASS_STEP,
    TURN_STEP,
    DOUBLE_STEP,
    LARGEST_TIE,
    SMALLEST_TIE,
    COUNTERS,
    ROUND_NEAREST,
    ONE_DIGIT,
    BACK_TO_SECOND,
    BACK_SKIPS_LAST,
    ON_TO_SECOND,
    PREVIOUS_STARTS,
    REPLACE_OLDEST,
    REPLACE_TWO_OLDEST,
    TURN_NOT,
    TURN_NOT_UNDER,
    DOUBLE_NOT,
    DOUBLE_STAYS,
    TWO_SMALLEST,
    SECOND_COUNTER,
    SMALLEST_UNBOUND,
    UNDER_SMALLEST,
    UNDER_COUNTERS,
    UNDER_HANDS_ON,
    WITHIN_LIMIT,
    DRAW_NOT_BASIC,
    DRAW_NOT_FIRST,
    DRAW_NOT_SECOND,
    DRAW_NOT_HANDED,
    DRAW_NOT_PASS,
    DRAW_NOT_DOUBLE,
    PRINT_OLD,
};

const struct nf_point cirno_points[] = {
    [ROUNDS] = NF_POINT_CONSTANT("rounds", 0, -1, 1, N_("plays %d rounds more than m")),
    [LIMIT] =
        NF_POINT_CONSTANT("limit", 99, 97, 101, N_("takes %d for the largest p she may make")),
    [START_P] = NF_POINT_CONSTANT("start-p", 0, -1, 1, N_("sets p to %d when a round starts")),
    [FIRST] =
        NF_POINT_CONSTANT("first-player", 1, 2, 2, N_("lets player %d start the first round")),
    [HAND] = NF_POINT_CONSTANT("loser-draws", 3, 0, 2,
                               N_("draws %d cards for all three when she loses")),
    [UNDER_DOUBLE] = NF_POINT_CONSTANT("cards-under-double", 1, 2, 3,
                                       N_("plays %d cards under DOUBLE before the free one")),
    [FACTOR] = NF_POINT_CONSTANT("factor", 2, 1, 3, N_("multiplies p by %d by C2")),
    [BASIC_STEP] =
        NF_POINT_CONSTANT("basic-step", 1, 0, 2, N_("goes on by %d players after a basic card")),
    [PASS_STEP] = NF_POINT_CONSTANT("pass-step", 1, 0, 2, N_("goes on by %d players after PASS")),
    [TURN_STEP] = NF_POINT_CONSTANT("turn-step", 1, 0, 2, N_("goes on by %d players after TURN")),
    [DOUBLE_STEP] =
        NF_POINT_CONSTANT("double-step", 1, 0, 2, N_("goes on by %d players after DOUBLE")),
    [LARGEST_TIE] = NF_POINT_ORDER(
        "largest-tie", "CABDE", N_("prefers cards that make the same largest p in the order %s")),
    [SMALLEST_TIE] = NF_POINT_ORDER(
        "smallest-tie", "DBACE", N_("prefers cards that make the same smallest p in the order %s")),
    [COUNTERS] =
        NF_POINT_ORDER("counter-cards", "PTD",
                       N_("plays counter cards in the order %s: PASS (P), TURN (T), DOUBLE (D)")),
    [ROUND_NEAREST] =
        NF_POINT_SLIP("division-nearest", N_("rounds D2 to the nearest, halves away from 0")),
    [ONE_DIGIT] =
        NF_POINT_SLIP("one-digit", N_("reads the first digit only of the number of a card")),
    [BACK_TO_SECOND] =
        NF_POINT_SLIP("back-to-second", N_("takes player 2 for the one before player 1")),
    [BACK_SKIPS_LAST] =
        NF_POINT_SLIP("back-skips-last", N_("takes the last but one for the one before player 1")),
    [ON_TO_SECOND] = NF_POINT_SLIP("on-to-second", N_("takes player 2 for the one after the last")),
    [PREVIOUS_STARTS] = NF_POINT_SLIP("previous-starts",
                                      N_("lets the player before the loser start the next round")),
    [REPLACE_OLDEST] = NF_POINT_SLIP("loser-replaces-oldest",
                                     N_("replaces only the first card of her hand when she loses")),
    [REPLACE_TWO_OLDEST] =
        NF_POINT_SLIP("loser-replaces-two-oldest",
                      N_("replaces only the first two cards of her hand when she loses")),
    [TURN_NOT] = NF_POINT_SLIP("turn-ignored", N_("does not flip the direction by TURN")),
    [TURN_NOT_UNDER] =
        NF_POINT_SLIP("turn-under-double", N_("does not flip the direction by TURN under DOUBLE")),
    [DOUBLE_NOT] = NF_POINT_SLIP("double-ignored", N_("puts no DOUBLE on the next player")),
    [DOUBLE_STAYS] = NF_POINT_SLIP(
        "double-stays", N_("does not take DOUBLE away by the first card played under it")),
    [TWO_SMALLEST] = NF_POINT_SLIP(
        "two-smallest", N_("makes p smallest by two cards under DOUBLE before the free one")),
    [SECOND_COUNTER] = NF_POINT_SLIP(
        "second-counter", N_("prefers counter cards for the second card under DOUBLE, too")),
    [SMALLEST_UNBOUND] =
        NF_POINT_SLIP("smallest-unbound", N_("looks at no limit for p when she makes it smallest")),
    [UNDER_SMALLEST] = NF_POINT_CONDITION("smallest-under-double",
                                          N_("makes p smallest %s she plays under DOUBLE")),
    [UNDER_COUNTERS] =
        NF_POINT_CONDITION("counters-under-double",
                           N_("prefers counter cards to basic cards %s she plays under DOUBLE")),
    [UNDER_HANDS_ON] = NF_POINT_CONDITION(
        "handed-on-under-double",
        N_("puts DOUBLE on the next player by PASS and TURN %s she plays under it")),
    [WITHIN_LIMIT] =
        NF_POINT_CONDITION("within-limit", N_("plays basic cards %s p stays 99 or less")),
    [DRAW_NOT_BASIC] = NF_POINT_SLIP("basic-draws-nothing", N_("draws no card after a basic card")),
    [DRAW_NOT_FIRST] =
        NF_POINT_SLIP("first-draws-nothing", N_("draws no card after the first card under DOUBLE")),
    [DRAW_NOT_SECOND] = NF_POINT_SLIP("second-draws-nothing",
                                      N_("draws no card after the second card under DOUBLE")),
    [DRAW_NOT_HANDED] =
        NF_POINT_SLIP("handed-on-draws-nothing", N_("draws no card after handing DOUBLE on")),
    [DRAW_NOT_PASS] = NF_POINT_SLIP("pass-draws-nothing", N_("draws no card after PASS")),
    [DRAW_NOT_DOUBLE] = NF_POINT_SLIP("double-draws-nothing", N_("draws no card after DOUBLE")),
    [PRINT_OLD] = NF_POINT_SLIP("old-p-printed", N_("prints p as it was before the card")),
    {.name = NULL},
};

enum { MOST_PLAYERS = 30, WORD = 32 };

struct game {
    uint64_t mistakes;
    struct nf_alternative other; /* made by system */
    const char *at, *end;        /* what is left of the input: the deck */
    FILE *out;
    size_t common; /* bytes printed before the first draw from an empty deck, or SIZE_MAX */
    int n, m, k, drawn, cur, dir, doubled;
    long long p;
    char names[MOST_PLAYERS][WORD], hands[MOST_PLAYERS][3][WORD]; /* no card: "" */
    int since[MOST_PLAYERS][3]; /* cards go to the end of a hand: the first has the lowest */
};

static int cirno_errs(const struct game *game, int mistake)
{
    return (int)(game->mistakes >> mistake & 1);
}

static int slips(const struct game *game, int point)
{
    return nf_slips(&game->other, &cirno_points[point]);
}

static int constant(const struct game *game, int point)
{
    return nf_constant(&game->other, &cirno_points[point]);
}

static int condition(const struct game *game, int point, int holds)
{
    return nf_condition(&game->other, &cirno_points[point], holds);
}

static const char *order_at(const struct game *game, int point)
{
    return nf_order(&game->other, &cirno_points[point]);
}

/* Does the same from here on in no two programs. */
static void leave_rules(struct game *game)
{
    if (game->common == SIZE_MAX)
        game->common = (size_t)ftell(game->out);
}

static int is_blank(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static void read_word(struct game *game, char word[WORD])
{
    int length = 0;
    while (game->at < game->end && is_blank(*game->at))
        game->at++;
    for (; game->at < game->end && !is_blank(*game->at); game->at++)
        if (length < WORD - 1)
            word[length++] = *game->at;
    word[length] = '\0';
}

static int number(const char *digits)
{
    int x = 0;
    for (; *digits >= '0' && *digits <= '9' && x < 1000000; digits++)
        x = x * 10 + (*digits - '0');
    return x;
}

static int read_cirno_number(struct game *game, int most)
{
    char word[WORD];
    read_word(game, word);
    const int x = number(word);
    return x < most ? x : most;
}

/* The smaller, the better; in an order of classes for ties. */
static int place(const char *order, char kind)
{
    const char *const found = strchr(order, kind);
    return found != NULL ? (int)(found - order) : 9;
}

static int is_double(const char *card)
{
    return card[0] == 'D' && card[1] == 'O';
}

static int is_counter(const struct game *game, const char *card)
{
    return card[0] == 'P' || card[0] == 'T' || (is_double(card) && !cirno_errs(game, 51));
}

static long long half(const struct game *game, long long x)
{
    if (cirno_errs(game, 1))
        return x / 2;
    if (cirno_errs(game, 2))
        return x >= 0 ? (x + 1) / 2 : x / 2;
    if (slips(game, ROUND_NEAREST))
        return x >= 0 ? (x + 1) / 2 : (x - 1) / 2;
    return x >= 0 ? x / 2 : (x - 1) / 2;
}

static long long apply(const struct game *game, const char *card, long long x)
{
    const int whole = number(card + 1);
    const int v = slips(game, ONE_DIGIT) ? card[1] - '0' : whole;
    switch (card[0]) {
    case 'A': return x + v;
    case 'B': return x - v;
    case 'C': return (cirno_errs(game, 3) && x < 0 ? -x : x) * constant(game, FACTOR);
    case 'D': return half(game, x);
    default: return v;
    }
}

static int bad(const struct game *game, long long x)
{
    return x > (cirno_errs(game, 22)   ? 98
                : cirno_errs(game, 23) ? 100
                                       : constant(game, LIMIT)) ||
           (cirno_errs(game, 49) && x < -99);
}

static const char *largest_order(const struct game *game)
{
    return cirno_errs(game, 11)   ? ""
           : cirno_errs(game, 12) ? "ACBDE"
           : cirno_errs(game, 13) ? "CADBE"
           : cirno_errs(game, 14) ? "ECABD"
           : cirno_errs(game, 15) ? "CABED"
           : cirno_errs(game, 16) ? "CDABE"
                                  : order_at(game, LARGEST_TIE);
}

static const char *smallest_order(const struct game *game)
{
    return cirno_errs(game, 17)   ? "CABDE"
           : cirno_errs(game, 18) ? "BDACE"
           : cirno_errs(game, 19) ? "DBCAE"
           : cirno_errs(game, 20) ? "EDBAC"
           : cirno_errs(game, 21) ? ""
                                  : order_at(game, SMALLEST_TIE);
}

static int find_basic(const struct game *game, int small)
{
    const char *const order = small ? smallest_order(game) : largest_order(game);
    const char(*const hand)[WORD] = game->hands[game->cur];
    int best = -1;
    long long best_p = 0;
    for (int i = 0; i < 3; i++) {
        if (hand[i][0] == '\0' || is_counter(game, hand[i]))
            continue;
        const long long q = apply(game, hand[i], game->p);
        if (!condition(game, WITHIN_LIMIT, !bad(game, q)) &&
            !(small && slips(game, SMALLEST_UNBOUND)))
            continue;
        if (best < 0 || (small ? q < best_p : q > best_p) ||
            (q == best_p && place(order, hand[i][0]) < place(order, hand[best][0]))) {
            best = i;
            best_p = q;
        }
    }
    return best;
}

static int find_counter(const struct game *game)
{
    const char *const order = cirno_errs(game, 31)   ? "TPD"
                              : cirno_errs(game, 32) ? "PDT"
                                                     : order_at(game, COUNTERS);
    const char(*const hand)[WORD] = game->hands[game->cur];
    int best = -1;
    for (int i = 0; i < 3; i++) {
        if (hand[i][0] == '\0' || !is_counter(game, hand[i]))
            continue;
        if (best < 0 ||
            (!cirno_errs(game, 50) && place(order, hand[i][0]) < place(order, hand[best][0])))
            best = i;
    }
    return best;
}

static void draw_card(struct game *game, int who, int i)
{
    game->hands[who][i][0] = '\0';
    if (game->drawn < game->k) {
        game->since[who][i] = ++game->drawn;
        read_word(game, game->hands[who][i]);
    } else {
        leave_rules(game);
    }
}

static void next(struct game *game)
{
    game->cur += game->dir;
    if (game->cur < 0 && slips(game, BACK_TO_SECOND))
        game->cur = 1 % game->n;
    else if (game->cur < 0 && slips(game, BACK_SKIPS_LAST))
        game->cur = game->n > 1 ? game->n - 2 : 0;
    else if (game->cur == game->n && slips(game, ON_TO_SECOND))
        game->cur = 1 % game->n;
    else if (cirno_errs(game, 42))
        game->cur = game->cur < 0 ? 0 : game->cur % game->n;
    else
        game->cur = (game->cur + game->n) % game->n;
}

/* Draws for the first one or two cards of the hand, in their places. */
static void replace_first(struct game *game, int count)
{
    int *const since = game->since[game->cur];
    int slots[3] = {0, 1, 2};
    for (int i = 1; i < 3; i++)
        for (int j = i; j > 0 && since[slots[j]] < since[slots[j - 1]]; j--) {
            const int slot = slots[j];
            slots[j] = slots[j - 1];
            slots[j - 1] = slot;
        }
    for (int i = 0; i < count; i++) {
        const int place = since[slots[i]];
        draw_card(game, game->cur, slots[i]);
        since[slots[i]] = place;
    }
}

static void lose(struct game *game, int second)
{
    const char *const name = game->names[game->cur];
    if (cirno_errs(game, 43) && game->doubled)
        fprintf(game->out, "%s used %s,now p=%lld.\n", name, game->hands[game->cur][0], game->p);
    if (!cirno_errs(game, 44) || !second)
        fprintf(game->out, "%s lost the game.\n", name);
    if (slips(game, REPLACE_OLDEST) || slips(game, REPLACE_TWO_OLDEST)) {
        replace_first(game, slips(game, REPLACE_OLDEST) ? 1 : 2);
        return;
    }
    const int kept = cirno_errs(game, 26)   ? 2
                     : cirno_errs(game, 27) ? 1
                     : cirno_errs(game, 28) ? 3
                                            : 0;
    for (int i = kept; i < 3; i++) {
        game->hands[game->cur][i][0] = '\0';
        if (i < constant(game, HAND))
            draw_card(game, game->cur, i);
    }
}

/* The card she plays, or -1. */
static int choose_card(const struct game *game, int under, int second)
{
    const int counter_first =
        condition(game, UNDER_COUNTERS, under && !cirno_errs(game, 34)) ||
        (!under && (cirno_errs(game, 45) || (second && slips(game, SECOND_COUNTER))));
    const int small = condition(game, UNDER_SMALLEST, under && !cirno_errs(game, 33)) ||
                      (second && cirno_errs(game, 35));
    const int counter = under && second && slips(game, TWO_SMALLEST) ? -1 : find_counter(game);
    const int basic = find_basic(game, small);
    if (counter < 0 || (basic >= 0 && !counter_first))
        return basic;
    if (cirno_errs(game, 45) && !under && basic >= 0 &&
        apply(game, game->hands[game->cur][basic], game->p) >= game->p)
        return basic;
    return counter;
}

/* Of two cards alike the first in the hand is played. */
static void take_first(struct game *game, int i)
{
    int *const since = game->since[game->cur];
    char(*const hand)[WORD] = game->hands[game->cur];
    for (int j = 0; j < 3; j++)
        if (since[j] < since[i] && strcmp(hand[j], hand[i]) == 0) {
            const int first = since[j];
            since[j] = since[i];
            since[i] = first;
        }
}

/* A19 and A1 are the same to her who reads one digit; the rules do not say which of them goes. */
static void leave_rules_at_tie(struct game *game, int i)
{
    char(*const hand)[WORD] = game->hands[game->cur];
    for (int j = 0; j < 3; j++)
        if (hand[j][0] == hand[i][0] && !is_counter(game, hand[j]) &&
            strcmp(hand[j], hand[i]) != 0 &&
            apply(game, hand[j], game->p) == apply(game, hand[i], game->p))
            leave_rules(game);
}

static int draws_nothing(const struct game *game, const char *card, int counter, int under,
                         int second)
{
    return (cirno_errs(game, 36) && under && !counter) ||
           (cirno_errs(game, 47) && card[0] == 'T') || (slips(game, DRAW_NOT_BASIC) && !counter) ||
           (slips(game, DRAW_NOT_FIRST) && under && !counter) ||
           (slips(game, DRAW_NOT_SECOND) && second) ||
           (slips(game, DRAW_NOT_HANDED) && under && counter) ||
           (slips(game, DRAW_NOT_PASS) && card[0] == 'P') ||
           (slips(game, DRAW_NOT_DOUBLE) && is_double(card));
}

/* Puts the card down, says so and draws. */
static void put_card_down(struct game *game, int i, int counter, int under, int second)
{
    static const long long bound = INT32_MAX;
    char *const card = game->hands[game->cur][i];
    const long long before = game->p;
    take_first(game, i);
    if (slips(game, ONE_DIGIT) && !counter)
        leave_rules_at_tie(game, i);
    if (!counter)
        game->p = apply(game, card, game->p);
    if (game->p > bound || game->p < -bound) { /* more than an int holds */
        leave_rules(game);
        game->p = 0;
    }
    fprintf(game->out, "%s used %s,now p=%lld.\n", game->names[game->cur], card,
            slips(game, PRINT_OLD) ? before : game->p);
    if (draws_nothing(game, card, counter, under, second))
        card[0] = '\0';
    else
        draw_card(game, game->cur, i);
    for (int j = 0; cirno_errs(game, 36) && second && j < 3; j++)
        if (game->hands[game->cur][j][0] == '\0')
            draw_card(game, game->cur, j);
}

/* Goes on to the next player after a card. */
static void step_to_next(struct game *game, const char *card, int counter)
{
    const int point = !counter          ? BASIC_STEP
                      : is_double(card) ? DOUBLE_STEP
                      : card[0] == 'T'  ? TURN_STEP
                                        : PASS_STEP;
    for (int steps = constant(game, point); steps > 0; steps--)
        next(game);
}

/* After a card that ends the turn. */
static void pass_on(struct game *game, const char *card, int counter, int under, int second)
{
    const int turn = card[0] == 'T', played_double = is_double(card);
    if (turn && (cirno_errs(game, 9) || (cirno_errs(game, 10) && under))) {
        next(game);
        game->dir = -game->dir;
    } else {
        if (turn && !(cirno_errs(game, 39) && second) && !slips(game, TURN_NOT) &&
            !(under && slips(game, TURN_NOT_UNDER)))
            game->dir = -game->dir;
        step_to_next(game, card, counter);
    }
    if (under) {
        game->doubled = cirno_errs(game, 8) && played_double ? under + 1 : under;
        if ((cirno_errs(game, 5) && card[0] == 'P') || (cirno_errs(game, 6) && turn) ||
            (cirno_errs(game, 7) && played_double))
            game->doubled = 0;
    } else if (played_double) {
        if (!(cirno_errs(game, 38) && second) && !(cirno_errs(game, 41) && game->n == 1) &&
            !slips(game, DOUBLE_NOT))
            game->doubled = slips(game, TWO_SMALLEST) ? 2 : constant(game, UNDER_DOUBLE);
    } else if (cirno_errs(game, 37) && second && counter) {
        game->doubled = 1;
    }
    if (slips(game, UNDER_HANDS_ON) && counter && !played_double)
        game->doubled = condition(game, UNDER_HANDS_ON, under);
}

/* Plays a turn; 0 if she loses. */
static int play_cirno_turn(struct game *game)
{
    for (int under = game->doubled, second = 0;; under--, second = 1) {
        const int i = choose_card(game, under, second);
        if (i < 0) {
            lose(game, second);
            return 0;
        }
        char card[WORD];
        memcpy(card, game->hands[game->cur][i], sizeof card);
        const int counter = is_counter(game, card);
        put_card_down(game, i, counter, under, second);
        if (under == 0 || (counter && !cirno_errs(game, 48))) {
            pass_on(game, card, counter, under, second);
            return 1;
        }
        if (!slips(game, DOUBLE_STAYS))
            game->doubled = 0;
        if (cirno_errs(game, 40)) {
            next(game);
            return 1;
        }
    }
}

static void begin_round(struct game *game, int round)
{
    fprintf(game->out, "Round %d:\n", cirno_errs(game, 46) ? round - 1 : round);
    if (!cirno_errs(game, 29))
        game->p = constant(game, START_P);
    if (!cirno_errs(game, 4))
        game->dir = 1;
    if (!cirno_errs(game, 30))
        game->doubled = 0;
    if (cirno_errs(game, 24))
        game->cur = 0;
}

static void end_round(struct game *game)
{
    if (cirno_errs(game, 25))
        next(game);
    if (slips(game, PREVIOUS_STARTS))
        game->cur = (game->cur + game->n - 1) % game->n;
}

size_t cirno_play_as(uint64_t mistakes, const struct nf_input *instance, FILE *out)
{
    struct game game = {.mistakes = mistakes & NF_BY_SYSTEM ? 0 : mistakes,
                        .other = nf_alternative(cirno_points, mistakes),
                        .at = instance->data,
                        .end = instance->data + instance->size,
                        .out = out,
                        .common = SIZE_MAX,
                        .dir = 1};
    game.n = read_cirno_number(&game, MOST_PLAYERS);
    game.m = read_cirno_number(&game, 1000000);
    game.k = read_cirno_number(&game, 1000000);
    for (int i = 0; i < game.n; i++) {
        read_word(&game, game.names[i]);
        for (int j = 0; j < 3; j++) {
            read_word(&game, game.hands[i][j]);
            game.since[i][j] = j - 3;
        }
    }
    if (game.n > 0)
        game.cur = (constant(&game, FIRST) - 1 + game.n) % game.n;
    for (int r = 1; r <= game.m + constant(&game, ROUNDS) && game.n > 0; r++) {
        begin_round(&game, r);
        while (play_cirno_turn(&game))
            ;
        end_round(&game);
    }
    return game.common;
}
