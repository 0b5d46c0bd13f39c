#include "tests/unit/games/cirno/simulated/exact/plain.h"

#include "tests/unit/games/cirno/strategies.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = CIRNO_PLAIN_KINDS, HANDS = 20, HERS = 0, THEIRS = 1, NOBODY };
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
    /* For its numbers of hands and pairs, and how likely they are. */
    const struct cirno_chain *chain;
    bool all;       /* she sees both hands */
    uint32_t infos; /* what is known of the other: a hand if she sees it, else a pair */
    uint32_t hand[HANDS][3];
    double dealt[HANDS];
    const double *told; /* how likely an info is */
    /* Her moves by DOUBLE, p - floor and her card; the other's by the info and the card drawn. */
    struct way hers[2][LEVELS][KINDS], theirs[2][LEVELS][HANDS][KINDS];
    double lost[HANDS], won[HANDS];           /* what ends cost, by info and by her hand, */
    double least;                             /* and at least, her third card to be drawn */
    double value[2][2][LEVELS][HANDS][HANDS]; /* by mover, DOUBLE, p - floor, her hand, info */
};

/* The hand with `drawn` in that place. */
static uint32_t draw(const struct cirno_chain *chain, const uint32_t hand[3], uint32_t place,
                     uint32_t drawn)
{
    return chain->completed[chain->joined[hand[(place + 1) % 3]][hand[(place + 2) % 3]]][drawn];
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
    const struct cirno_chain *const chain = plain->chain;
    const uint8_t *const pair = chain->kinds_of[info];
    const uint32_t made[3] = {pair[0], pair[1], drawn};
    const uint32_t *const hand = plain->all ? plain->hand[info] : made;
    struct way way = {.next = NOBODY};
    cirno_naive_card cards[3];
    for (uint32_t i = 0; i < 3; i++)
        cards[i] = cirno_test_naive_card(chain->card[hand[i]]);
    const cirno_naive_card chosen = cirno_naive_choose(cards, p, doubled);
    for (uint32_t i = 0; i < 3 && way.next == NOBODY; i++)
        if (cards[i] == chosen) {
            way = play(chosen, THEIRS, doubled, p);
            way.info = plain->all ? draw(chain, hand, i, drawn)
                                  : chain->joined[hand[(i + 1) % 3]][hand[(i + 2) % 3]];
        }
    way.chance = chain->chance[drawn];
    return way;
}

static struct plain *make(const struct cirno_chain *chain, enum cirno_sight sight)
{
    struct plain *const plain = calloc(1, sizeof *plain);
    assert_true(plain != NULL && chain->kinds <= KINDS && chain->levels <= LEVELS);
    plain->chain = chain;
    plain->all = sight == CIRNO_SEES_ALL;
    plain->infos = plain->all ? chain->hands : chain->pairs;
    plain->told = plain->all ? plain->dealt : chain->dealt;
    for (uint32_t pair = 0; pair < chain->pairs; pair++)
        for (uint32_t kind = 0; kind < chain->kinds; kind++) {
            const uint32_t hand = chain->completed[pair][kind];
            plain->hand[hand][0] = chain->kinds_of[pair][0];
            plain->hand[hand][1] = chain->kinds_of[pair][1];
            plain->hand[hand][2] = kind;
            plain->dealt[hand] += chain->dealt[pair] * chain->chance[kind];
        }
    for (uint32_t i = 0; i < 2 * chain->levels * chain->kinds; i++) {
        const uint32_t doubled = i % 2, level = i / 2 % chain->levels, kind = i / 2 / chain->levels;
        const int p = chain->floor + (int)level;
        const cirno_naive_card card = cirno_test_naive_card(chain->card[kind]);
        plain->hers[doubled][level][kind] = play(card, HERS, doubled, p);
        for (uint32_t info = 0; info < plain->infos; info++)
            plain->theirs[doubled][level][info][kind] = respond(plain, doubled, p, info, kind);
    }
    return plain;
}

static double cost(const struct plain *plain, const struct way *way, uint32_t hers, uint32_t info)
{
    return way->p < plain->chain->floor
               ? plain->least
               : plain->value[way->next][way->pending][way->p - plain->chain->floor][hers][info];
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
        for (uint32_t kind = 0; kind < plain->chain->kinds; kind++) {
            const uint32_t drawn = draw(plain->chain, hand, place, kind);
            for (uint32_t i = 0; i < count; i++)
                sum += plain->chain->chance[kind] * ways[i].chance *
                       cost(plain, &to, drawn, ways[i].info);
        }
        least = fmin(sum, least);
    }
    return least < INFINITY ? least : lost;
}

/* The other moves; ways may look alike. */
static double let_move(const struct plain *plain, bool doubled, uint32_t level, uint32_t hers,
                       uint32_t info)
{
    struct way ways[KINDS], alike[KINDS];
    uint32_t count = 0;
    double sum = 0;
    for (uint32_t drawn = 0; drawn < plain->chain->kinds; drawn++) {
        const struct way *const way = &plain->theirs[doubled][level][info][drawn];
        if (way->next == NOBODY)
            sum += way->chance * plain->won[hers];
        else if (way->next == THEIRS || plain->all || way->p < plain->chain->floor)
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
        sum += choose(plain, first.pending, (uint32_t)(first.p - plain->chain->floor), hers, alike,
                      same);
    }
    return sum;
}

/* Iterates to the end for these ends, then makes starts of them. */
static void add_round(struct plain *plain)
{
    const struct cirno_chain *const chain = plain->chain;
    const uint32_t hands = chain->hands, start = (uint32_t)-chain->floor;
    double change = 1;
    plain->least = INFINITY;
    for (uint32_t i = 0; i < plain->infos; i++)
        plain->least = fmin(plain->least, ++plain->lost[i]);
    for (uint32_t pair = 0; pair < chain->pairs; pair++) {
        double won = 0;
        for (uint32_t kind = 0; kind < chain->kinds; kind++)
            won += chain->chance[kind] * plain->won[chain->completed[pair][kind]];
        plain->least = fmin(plain->least, won);
    }
    while (change > 1e-11) {
        change = 0;
        for (uint32_t i = 4 * chain->levels * hands * plain->infos; i-- > 0;) {
            const uint32_t mover = i % 2, info = i / 4 % plain->infos;
            const uint32_t hers = i / 4 / plain->infos % hands;
            const bool doubled = i / 2 % 2 != 0;
            const uint32_t level = i / 4 / plain->infos / hands;
            const struct way way = {.info = info, .chance = 1};
            double *const value = &plain->value[mover][doubled][level][hers][info];
            const double old = *value;
            *value = mover == HERS ? choose(plain, doubled, level, hers, &way, 1)
                                   : let_move(plain, doubled, level, hers, info);
            change = fmax(change, fabs(*value - old));
        }
    }
    memset(plain->lost, 0, sizeof plain->lost);
    memset(plain->won, 0, sizeof plain->won);
    for (uint32_t hers = 0; hers < hands; hers++)
        for (uint32_t info = 0; info < plain->infos; info++) {
            plain->lost[info] += plain->dealt[hers] * plain->value[HERS][false][start][hers][info];
            plain->won[hers] += plain->told[info] * plain->value[THEIRS][false][start][hers][info];
        }
}

struct cirno_plain cirno_plain_solve(const struct cirno_chain *chain, uint32_t seat,
                                     enum cirno_sight sight, uint32_t rounds)
{
    struct plain *const plain = make(chain, sight);
    struct cirno_plain found = {0, 0};
    for (uint32_t round = 1; round <= rounds; round++) {
        double sum = 0; /* seat 1 starts */
        add_round(plain);
        for (uint32_t i = 0; i < (seat == 0 ? plain->infos : chain->hands); i++)
            sum += seat == 0 ? plain->told[i] * plain->lost[i] : plain->dealt[i] * plain->won[i];
        found.first = round == 1 ? sum : found.first;
        found.mean = sum / rounds;
    }
    free(plain);
    return found;
}
