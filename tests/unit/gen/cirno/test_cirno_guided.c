/* Guided cases of Cirno's game: their sizes and names, and what they stand for. What holds of the
 * cases of every game is in judge/test_guided.c. */
#include "games/cirno/judged/fuzzing.h"
#include "gen/cirno/cases/guided.h"

#include "gen/cirno/deal.h"
#include "judge/judge.h"
#include "tests/unit/judged.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <string.h>

enum { CASES = 1000 };

/* That cases are valid: judge/test_guided.c. */
TEST(test_cases_are_small_but_for_some_and_their_names_differ)
{
    enum { PLAYERS, ROUNDS, DECK, NAME }; /* of cirno_measures */
    const uint64_t seed = nf_test_seed();
    struct nf_measured most[NF_MAX_MEASURES] = {{0, 0}};
    uint32_t small = 0;
    for (uint64_t index = 0; index < 5 * CASES; index++) {
        FREED_BY(nf_text_free) struct nf_text instance = nf_test_guide(&cirno_problem, seed, index);
        FREED_BY(nf_text_free) struct nf_text report = {0};
        const struct nf_input input = nf_text_input(&instance, "case");
        struct nf_measured of[NF_MAX_MEASURES] = {{0, 0}};
        assert_ok(nf_verify, &cirno_problem, &input, &report);
        if (strstr(nf_text_terminated(&report), "warning") != NULL)
            fail_msg("%s%.*s", report.data, (int)instance.size, instance.data);
        assert_ok(nf_measure, &cirno_problem, &input, of);
        small += of[PLAYERS].high <= 9 && of[ROUNDS].high <= 4 && of[DECK].high < 60;
        for (int i = PLAYERS; i <= NAME; i++)
            most[i].high = of[i].high > most[i].high ? of[i].high : most[i].high;
    }
    assert_true(small > 4 * CASES);
    assert_true(most[PLAYERS].high > 20 && most[ROUNDS].high > 8);
    assert_int_equal(most[NAME].high, CIRNO_MAX_NAME);
}

/* ---- what leads to a case ---- */

/* Dealt games have small attempts, dice and suites one of the two highest bits. */
TEST(test_no_stream_is_one_that_something_else_reads)
{
    const uint64_t taken = UINT64_C(3) << 62;
    for (uint64_t attempt = 0; attempt < 1000; attempt++) {
        const uint64_t guided = CIRNO_GUIDE_STREAM + attempt;
        assert_true(guided >= cirno_attempts(1));
        assert_int_equal(guided & taken, 0);
        assert_true(guided < CIRNO_ORDER_STREAM);
    }
    assert_int_equal(CIRNO_ORDER_STREAM & taken, 0);
}
