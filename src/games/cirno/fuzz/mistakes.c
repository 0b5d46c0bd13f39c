#include "games/cirno/fuzz/mistakes.h"

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
            N_("uses the order C A B D E for cards that make the same smallest p, too")},
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

enum { MOST_PLAYERS = 30, WORD = 32 };

struct game {
    uint64_t mistakes;
    const char *at, *end; /* what is left of the input: the deck */
    FILE *out;
    size_t common; /* bytes printed before the first draw from an empty deck, or SIZE_MAX */
    int n, m, k, drawn, cur, dir, doubled;
    long long p;
    char names[MOST_PLAYERS][WORD], hands[MOST_PLAYERS][3][WORD]; /* no card: "" */
};

static int made(const struct game *game, int mistake)
{
    return (int)(game->mistakes >> mistake & 1);
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

static int read_number(struct game *game, int most)
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
    return card[0] == 'P' || card[0] == 'T' || (is_double(card) && !made(game, 51));
}

static long long half(const struct game *game, long long x)
{
    if (made(game, 1))
        return x / 2;
    if (made(game, 2))
        return x >= 0 ? (x + 1) / 2 : x / 2;
    return x >= 0 ? x / 2 : (x - 1) / 2;
}

static long long apply(const struct game *game, const char *card, long long x)
{
    const int v = number(card + 1);
    switch (card[0]) {
    case 'A': return x + v;
    case 'B': return x - v;
    case 'C': return made(game, 3) && x < 0 ? -x * v : x * v;
    case 'D': return half(game, x);
    default: return v;
    }
}

static int bad(const struct game *game, long long x)
{
    return x > (made(game, 22) ? 98 : made(game, 23) ? 100 : 99) || (made(game, 49) && x < -99);
}

static const char *largest_order(const struct game *game)
{
    return made(game, 11)   ? ""
           : made(game, 12) ? "ACBDE"
           : made(game, 13) ? "CADBE"
           : made(game, 14) ? "ECABD"
           : made(game, 15) ? "CABED"
           : made(game, 16) ? "CDABE"
                            : "CABDE";
}

static const char *smallest_order(const struct game *game)
{
    return made(game, 17)   ? "CABDE"
           : made(game, 18) ? "BDACE"
           : made(game, 19) ? "DBCAE"
           : made(game, 20) ? "EDBAC"
           : made(game, 21) ? ""
                            : "DBACE";
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
        if (bad(game, q))
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
    const char *const order = made(game, 31) ? "TPD" : made(game, 32) ? "PDT" : "PTD";
    const char(*const hand)[WORD] = game->hands[game->cur];
    int best = -1;
    for (int i = 0; i < 3; i++) {
        if (hand[i][0] == '\0' || !is_counter(game, hand[i]))
            continue;
        if (best < 0 || (!made(game, 50) && place(order, hand[i][0]) < place(order, hand[best][0])))
            best = i;
    }
    return best;
}

static void draw(struct game *game, int who, int i)
{
    game->hands[who][i][0] = '\0';
    if (game->drawn < game->k) {
        game->drawn++;
        read_word(game, game->hands[who][i]);
    } else {
        leave_rules(game);
    }
}

static void next(struct game *game)
{
    game->cur += game->dir;
    if (made(game, 42))
        game->cur = game->cur < 0 ? 0 : game->cur % game->n;
    else
        game->cur = (game->cur + game->n) % game->n;
}

static void lose(struct game *game, int second)
{
    const char *const name = game->names[game->cur];
    if (made(game, 43) && game->doubled)
        fprintf(game->out, "%s used %s,now p=%lld.\n", name, game->hands[game->cur][0], game->p);
    if (!made(game, 44) || !second)
        fprintf(game->out, "%s lost the game.\n", name);
    const int kept = made(game, 26) ? 2 : made(game, 27) ? 1 : made(game, 28) ? 3 : 0;
    for (int i = kept; i < 3; i++)
        draw(game, game->cur, i);
}

/* The card she plays, or -1. */
static int choose(const struct game *game, int under, int second)
{
    const int basic_first = under ? made(game, 34) : !made(game, 45);
    const int small = (under && !made(game, 33)) || (second && made(game, 35));
    const int counter = find_counter(game), basic = find_basic(game, small);
    if (counter < 0 || (basic >= 0 && basic_first))
        return basic;
    if (made(game, 45) && !under && basic >= 0 &&
        apply(game, game->hands[game->cur][basic], game->p) >= game->p)
        return basic;
    return counter;
}

/* Puts the card down, says so and draws. */
static void put(struct game *game, int i, int counter, int under, int second)
{
    static const long long bound = 1000000000000;
    char *const card = game->hands[game->cur][i];
    if (!counter)
        game->p = apply(game, card, game->p);
    if (game->p > bound || game->p < -bound) { /* more than an int holds */
        leave_rules(game);
        game->p = 0;
    }
    fprintf(game->out, "%s used %s,now p=%lld.\n", game->names[game->cur], card, game->p);
    if ((made(game, 36) && under && !counter) || (made(game, 47) && card[0] == 'T'))
        card[0] = '\0';
    else
        draw(game, game->cur, i);
    for (int j = 0; made(game, 36) && second && j < 3; j++)
        if (game->hands[game->cur][j][0] == '\0')
            draw(game, game->cur, j);
}

/* After a card that ends the turn. */
static void pass_on(struct game *game, const char *card, int counter, int under, int second)
{
    const int turn = card[0] == 'T', played_double = is_double(card);
    if (turn && (made(game, 9) || (made(game, 10) && under))) {
        next(game);
        game->dir = -game->dir;
    } else {
        if (turn && !(made(game, 39) && second))
            game->dir = -game->dir;
        next(game);
    }
    if (under) {
        game->doubled = made(game, 8) && played_double ? under + 1 : under;
        if ((made(game, 5) && card[0] == 'P') || (made(game, 6) && turn) ||
            (made(game, 7) && played_double))
            game->doubled = 0;
    } else if (played_double) {
        game->doubled = !(made(game, 38) && second) && !(made(game, 41) && game->n == 1);
    } else if (made(game, 37) && second && counter) {
        game->doubled = 1;
    }
}

/* Plays a turn; 0 if she loses. */
static int play(struct game *game)
{
    for (int under = game->doubled, second = 0;; under--, second = 1) {
        const int i = choose(game, under, second);
        if (i < 0) {
            lose(game, second);
            return 0;
        }
        char card[WORD];
        memcpy(card, game->hands[game->cur][i], sizeof card);
        const int counter = is_counter(game, card);
        put(game, i, counter, under, second);
        if (under == 0 || (counter && !made(game, 48))) {
            pass_on(game, card, counter, under, second);
            return 1;
        }
        game->doubled = 0;
        if (made(game, 40)) {
            next(game);
            return 1;
        }
    }
}

size_t cirno_play_as(uint64_t mistakes, const struct nf_input *instance, FILE *out)
{
    struct game game = {.mistakes = mistakes,
                        .at = instance->data,
                        .end = instance->data + instance->size,
                        .out = out,
                        .common = SIZE_MAX,
                        .dir = 1};
    game.n = read_number(&game, MOST_PLAYERS);
    game.m = read_number(&game, 1000000);
    game.k = read_number(&game, 1000000);
    for (int i = 0; i < game.n; i++) {
        read_word(&game, game.names[i]);
        for (int j = 0; j < 3; j++)
            read_word(&game, game.hands[i][j]);
    }
    for (int r = 1; r <= game.m && game.n > 0; r++) {
        fprintf(out, "Round %d:\n", made(&game, 46) ? r - 1 : r);
        if (!made(&game, 29))
            game.p = 0;
        if (!made(&game, 4))
            game.dir = 1;
        if (!made(&game, 30))
            game.doubled = 0;
        if (made(&game, 24))
            game.cur = 0;
        while (play(&game))
            ;
        if (made(&game, 25))
            next(&game);
    }
    return game.common;
}
