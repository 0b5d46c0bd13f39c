#include "tests/unit/games/cirno/exact/plain.h"

#include "tests/unit/games/cirno/strategies.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = CIRNO_PLAIN_KINDS, PAIRS = 10, HANDS = 20, HERS = 0, THEIRS = 1, NOBODY };
enum { LIMIT = 100, LEVELS = LIMIT - CIRNO_PLAIN_FLOOR };

/* What a move leads to, and what is known of the other then. */
struct way {
    uint32_t next; /* who moves; NOBODY: the other has lost */
    uint32_t info;
    bool pending;
    int p; /* not below LIMIT: it may not be made */
    double chance;
};

struct plain {
    bool all; /* she sees both hands */
    int floor;
    uint32_t kinds, pairs, hands;
    uint32_t infos; /* what is known of the other: a hand if she sees it, else a pair */
    cirno_naive_card cards[KINDS];
    double chance[KINDS], dealt[HANDS], told[HANDS]; /* of hands, and of infos */
    uint32_t pair[PAIRS][2], hand[HANDS][3];         /* as kinds */
    uint32_t joined[KINDS][KINDS], completed[PAIRS][KINDS];
    /* Her moves by DOUBLE, p - floor and her card; the other's by the info and the card drawn. */
    struct way hers[2][LEVELS][KINDS], theirs[2][LEVELS][HANDS][KINDS];
    double lost[HANDS], won[HANDS];           /* what ends cost, by info and by her hand, */
    double least;                             /* and at least, her third card to be drawn */
    double value[2][2][LEVELS][HANDS][HANDS]; /* by mover, DOUBLE, p - floor, her hand, info */
};

static uint32_t hand_of(const struct plain *plain, uint32_t a, uint32_t b, uint32_t c)
{
    return plain->completed[plain->joined[a][b]][c];
}

static void number_hands(struct plain *plain)
{
    for (uint32_t a = 0; a < plain->kinds; a++)
        for (uint32_t b = a; b < plain->kinds; b++, plain->pairs++) {
            plain->joined[a][b] = plain->joined[b][a] = plain->pairs;
            plain->pair[plain->pairs][0] = a, plain->pair[plain->pairs][1] = b;
        }
    for (uint32_t a = 0; a < plain->kinds; a++)
        for (uint32_t b = a; b < plain->kinds; b++)
            for (uint32_t c = b; c < plain->kinds; c++, plain->hands++) {
                uint32_t *const hand = plain->hand[plain->hands];
                hand[0] = a, hand[1] = b, hand[2] = c;
                plain->completed[plain->joined[a][b]][c] = plain->hands;
                plain->completed[plain->joined[a][c]][b] = plain->hands;
                plain->completed[plain->joined[b][c]][a] = plain->hands;
            }
}

static struct way play(cirno_naive_card card, uint32_t mover, bool doubled, int p)
{
    const bool basic = card->kind >= 'A' && card->kind <= 'E';
    return (struct way){.next = doubled && basic ? mover : 1 - mover,
                        .pending = (doubled && !basic) || card->kind == '2',
                        .p = basic ? cirno_naive_apply(card, p) : p};
}

/* The other's move: with the hand that is seen, and the third card drawn then; or with the pair
 * that is known, and the third card drawn before. */
static struct way respond(const struct plain *plain, bool doubled, int p, uint32_t info,
                          uint32_t drawn)
{
    const uint32_t *const pair = plain->pair[info % PAIRS], made[3] = {pair[0], pair[1], drawn};
    const uint32_t *const hand = plain->all ? plain->hand[info] : made;
    struct way way = {.next = NOBODY};
    cirno_naive_card cards[3];
    for (uint32_t i = 0; i < 3; i++)
        cards[i] = plain->cards[hand[i]];
    const cirno_naive_card chosen = cirno_naive_choose(cards, p, doubled);
    for (uint32_t i = 0; i < 3 && way.next == NOBODY; i++)
        if (cards[i] == chosen) {
            const uint32_t a = hand[(i + 1) % 3], b = hand[(i + 2) % 3];
            way = play(chosen, THEIRS, doubled, p);
            way.info = plain->all ? hand_of(plain, a, b, drawn) : plain->joined[a][b];
        }
    way.chance = plain->chance[drawn];
    return way;
}

static void list_moves(struct plain *plain)
{
    for (uint32_t i = 0; i < 2 * LEVELS * KINDS; i++) {
        const uint32_t doubled = i % 2, level = i / 2 % LEVELS, kind = i / 2 / LEVELS;
        const int p = plain->floor + (int)level;
        if (p >= LIMIT || kind >= plain->kinds)
            continue;
        plain->hers[doubled][level][kind] = play(plain->cards[kind], HERS, doubled, p);
        for (uint32_t info = 0; info < plain->infos; info++)
            plain->theirs[doubled][level][info][kind] = respond(plain, doubled, p, info, kind);
    }
}

static struct plain *make(const struct cirno_setup *setup, int32_t floor, enum cirno_sight sight)
{
    struct plain *const plain = calloc(1, sizeof *plain);
    assert_non_null(plain);
    for (unsigned card = 0; card < CIRNO_CARDS; card++)
        if (setup->weights[card] > 0) {
            assert_true(plain->kinds < KINDS);
            plain->cards[plain->kinds] = cirno_test_naive_card(card);
            plain->chance[plain->kinds++] = (double)setup->weights[card] / setup->total;
        }
    number_hands(plain);
    assert_true(floor >= CIRNO_PLAIN_FLOOR);
    plain->floor = floor;
    plain->all = sight == CIRNO_SEES_ALL;
    plain->infos = plain->all ? plain->hands : plain->pairs;
    list_moves(plain);
    for (uint32_t a = 0; a < plain->kinds; a++)
        for (uint32_t b = 0; b < plain->kinds; b++)
            for (uint32_t c = 0; c < plain->kinds; c++) {
                const uint32_t hand = hand_of(plain, a, b, c);
                const double chance = plain->chance[a] * plain->chance[b] * plain->chance[c];
                plain->dealt[hand] += chance;
                plain->told[plain->all ? hand : plain->joined[a][b]] += chance;
            }
    return plain;
}

static double cost(const struct plain *plain, const struct way *way, uint32_t hers, uint32_t info)
{
    return way->p < plain->floor
               ? plain->least
               : plain->value[way->next][way->pending][way->p - plain->floor][hers][info];
}

/* She moves, and does not know which of the ways was taken: her card must be one for all. */
static double choose(const struct plain *plain, bool doubled, uint32_t level, uint32_t hers,
                     const struct way *ways, uint32_t count)
{
    const uint32_t *const hand = plain->hand[hers];
    double least = INFINITY, lost = 0;
    for (uint32_t i = 0; i < count; i++)
        lost += ways[i].chance * plain->lost[ways[i].info];
    for (uint32_t place = 0; place < 3; place++) {
        const struct way to = plain->hers[doubled][level][hand[place]];
        double sum = 0;
        if (to.p >= LIMIT)
            continue;
        for (uint32_t kind = 0; kind < plain->kinds; kind++) {
            const uint32_t drawn =
                hand_of(plain, kind, hand[(place + 1) % 3], hand[(place + 2) % 3]);
            for (uint32_t i = 0; i < count; i++)
                sum += plain->chance[kind] * ways[i].chance * cost(plain, &to, drawn, ways[i].info);
        }
        least = fmin(sum, least);
    }
    return least < INFINITY ? least : lost;
}

/* The other moves; ways may look alike. */
static double wait(const struct plain *plain, bool doubled, uint32_t level, uint32_t hers,
                   uint32_t info)
{
    struct way ways[KINDS], alike[KINDS];
    uint32_t count = 0;
    double sum = 0;
    for (uint32_t drawn = 0; drawn < plain->kinds; drawn++) {
        const struct way *const way = &plain->theirs[doubled][level][info][drawn];
        if (way->next == NOBODY)
            sum += way->chance * plain->won[hers];
        else if (way->next == THEIRS || plain->all || way->p < plain->floor)
            sum += way->chance * cost(plain, way, hers, way->info);
        else
            ways[count++] = *way;
    }
    while (count > 0) {
        const struct way first = ways[0];
        uint32_t same = 0, left = 0;
        for (uint32_t i = 0; i < count; i++)
            if (ways[i].pending == first.pending && ways[i].p == first.p)
                alike[same++] = ways[i];
            else
                ways[left++] = ways[i];
        count = left;
        sum += choose(plain, first.pending, (uint32_t)(first.p - plain->floor), hers, alike, same);
    }
    return sum;
}

/* Iterates to the end for these ends, then makes starts of them. */
static void add_round(struct plain *plain)
{
    const uint32_t levels = (uint32_t)(LIMIT - plain->floor), start = (uint32_t)-plain->floor;
    double change = 1;
    plain->least = INFINITY;
    for (uint32_t i = 0; i < plain->infos; i++)
        plain->least = fmin(plain->least, ++plain->lost[i]);
    for (uint32_t pair = 0; pair < plain->pairs; pair++) {
        double won = 0;
        for (uint32_t kind = 0; kind < plain->kinds; kind++)
            won += plain->chance[kind] * plain->won[plain->completed[pair][kind]];
        plain->least = fmin(plain->least, won);
    }
    while (change > 1e-10) {
        change = 0;
        for (uint32_t i = 4 * levels * plain->hands * plain->infos; i-- > 0;) {
            const uint32_t mover = i % 2, info = i / 4 % plain->infos;
            const uint32_t hers = i / 4 / plain->infos % plain->hands;
            const bool doubled = i / 2 % 2 != 0;
            const uint32_t level = i / 4 / plain->infos / plain->hands;
            const struct way way = {.info = info, .chance = 1};
            double *const value = &plain->value[mover][doubled][level][hers][info];
            const double old = *value;
            *value = mover == HERS ? choose(plain, doubled, level, hers, &way, 1)
                                   : wait(plain, doubled, level, hers, info);
            change = fmax(change, fabs(*value - old));
        }
    }
    memset(plain->lost, 0, sizeof plain->lost);
    memset(plain->won, 0, sizeof plain->won);
    for (uint32_t hers = 0; hers < plain->hands; hers++)
        for (uint32_t info = 0; info < plain->infos; info++) {
            plain->lost[info] += plain->dealt[hers] * plain->value[HERS][false][start][hers][info];
            plain->won[hers] += plain->told[info] * plain->value[THEIRS][false][start][hers][info];
        }
}

struct cirno_plain cirno_plain_solve(const struct cirno_setup *setup, int32_t floor, uint32_t seat,
                                     enum cirno_sight sight, uint32_t rounds)
{
    struct plain *const plain = make(setup, floor, sight);
    struct cirno_plain found = {0, 0};
    for (uint32_t round = 1; round <= rounds; round++) {
        double sum = 0; /* seat 1 starts */
        add_round(plain);
        for (uint32_t i = 0; i < plain->hands; i++)
            sum += seat == 0 ? plain->told[i] * plain->lost[i] : plain->dealt[i] * plain->won[i];
        found.first = round == 1 ? sum : found.first;
        found.mean = sum / rounds;
    }
    free(plain);
    return found;
}
