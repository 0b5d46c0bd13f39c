#include "games/cirno/simulated/strategy/dice.h"

#include "games/cirno/simulated/strategy/strategy.h"

#include <pthread.h>

static struct nf_key dice_key(const struct nf_key *key)
{
    return (struct nf_key){key->seed, key->index, key->attempt | UINT64_C(1) << 63};
}

struct cirno_dice cirno_dice_start(const struct nf_key *key)
{
    struct cirno_dice dice = {.key = *key};
    const struct nf_key own = dice_key(key);
    dice.rng = nf_rng_start(&own);
    return dice;
}

uint32_t cirno_dice_redraw(const struct nf_key *key, uint64_t position)
{
    const struct nf_key own = dice_key(key);
    return nf_redraw(&own, position, CIRNO_DIE_FACES);
}

uint32_t cirno_dice_throw(struct cirno_dice *dice, uint64_t position)
{
    while (dice->next_word <= position / 4) {
        dice->word = nf_rng_next(&dice->rng);
        dice->next_word++;
    }
    uint32_t face;
    const uint32_t chunk = (uint32_t)(dice->word >> 16 * (position % 4)) & 0xffff;
    if (nf_draw(chunk, CIRNO_DIE_FACES, nf_reject_below(CIRNO_DIE_FACES), &face))
        return face;
    return cirno_dice_redraw(&dice->key, position);
}

/* The faces of the die, see cirno_die(). */

enum { FIELD = 17, INFINITY_POINT = FIELD };

static uint8_t faces[CIRNO_DIE_FACES][CIRNO_CARDS];
static pthread_once_t die_once = PTHREAD_ONCE_INIT;
_Static_assert(CIRNO_CARDS == FIELD + 1, "the cards are the points of the line");

static int inverse(int number)
{
    int result = 1;
    for (int i = 0; i < FIELD - 2; i++)
        result = result * number % FIELD;
    return result;
}

/* x -> (a x + b) / (c x + d) on the projective line. */
static uint8_t image(int a, int b, int c, int d, int x)
{
    const int above = x == INFINITY_POINT ? a : (a * x + b) % FIELD;
    const int below = x == INFINITY_POINT ? c : (c * x + d) % FIELD;
    return (uint8_t)(below == 0 ? INFINITY_POINT : above * inverse(below) % FIELD);
}

static void fill_die(void)
{
    uint32_t face = 0;
    for (int c = 0; c < 2; c++)
        for (int d = c == 0 ? 1 : 0; d < (c == 0 ? 2 : FIELD); d++)
            for (int a = 0; a < FIELD; a++)
                for (int b = 0; b < FIELD; b++) {
                    if ((a * d - b * c) % FIELD == 0)
                        continue;
                    for (int x = 0; x <= FIELD; x++)
                        faces[face][x] = image(a, b, c, d, x);
                    face++;
                }
}

const uint8_t *cirno_die(uint32_t face)
{
    pthread_once(&die_once, fill_die);
    return faces[face];
}
