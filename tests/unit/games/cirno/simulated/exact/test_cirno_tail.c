/* The rest of a long round whose turns are known in closed form. */
#include "games/cirno/simulated/exact/rounds.h"
#include "tests/unit/test.h"

#include <math.h>

enum { TURNS = 60, FOR_EVER = 20000 };

/* Two states that live on: what is lost at turn t. */
static double lost_at(uint32_t i, double turn)
{
    return (1 + i) * pow(0.97, turn) * 1e-7 + (i % 3) * pow(0.6, turn) * 1e-6;
}

/* sd of exact is printed to more digits than a sum that ends at 1e-9 has. */
TEST(the_moments_of_what_follows_are_summed_until_nothing_is_left)
{
    static struct cirno_tail tail;
    struct cirno_rest rest;
    double lost[CIRNO_TAIL_SIZE] = {0}, turns = 0, squares = 0;
    for (uint32_t t = 1; t <= TURNS; t++) {
        cirno_handover turn;
        double *const of = turn[0];
        for (uint32_t i = 0; i < CIRNO_TAIL_SIZE; i++)
            of[i] = lost_at(i, t);
        cirno_tail_add(&tail, turn);
    }
    for (uint32_t t = FOR_EVER; t > TURNS; t--) /* the small ones first */
        for (uint32_t i = 0; i < CIRNO_TAIL_SIZE; i++) {
            lost[i] += lost_at(i, t);
            turns += t * lost_at(i, t);
            squares += (double)t * t * lost_at(i, t);
        }
    assert_true(cirno_tail_rest(&tail, &rest));
    const double *const rest_lost = rest.lost[0];
    for (uint32_t i = 0; i < CIRNO_TAIL_SIZE; i++)
        assert_true(fabs(rest_lost[i] - lost[i]) <= 1e-9 * lost[i]);
    assert_true(fabs(rest.turns - turns) <= 1e-9 * turns);
    assert_true(fabs(rest.squares - squares) <= 1e-9 * squares);
}

int main(void)
{
    return nf_run_tests(NULL, NULL);
}
