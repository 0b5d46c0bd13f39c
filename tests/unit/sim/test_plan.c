/* Ranges that are played bit by bit. */
/* valgrind: quick enough to be run under it as well */
#include "sim/plan.h"

#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST = 50, GAMES = 200 };

/* The ranges hold the games that `is` says, and as few ranges as that takes. */
static void assert_are(const struct nf_spans *spans, const bool is[GAMES])
{
    bool found[GAMES] = {false};
    assert_int_equal(spans->list[0].first, FIRST);
    for (size_t i = 0; i < spans->count; i++) {
        const struct nf_span *const span = &spans->list[i];
        assert_true(i == 0 || span->games > 0);
        assert_true(i == 0 || span->first > span[-1].first + span[-1].games);
        for (uint64_t game = span->first; game < span->first + span->games; game++)
            found[game - FIRST] = true;
    }
    assert_memory_equal(found, is, sizeof found);
}

TEST(ranges_added_in_any_order_and_gaps_that_are_played_make_the_whole)
{
    uint64_t random = nf_test_seed();
    for (int trial = 0; trial < 300; trial++) {
        struct nf_spans spans;
        bool is[GAMES] = {false};
        assert_ok(nf_spans_open, &spans, FIRST, FIRST + GAMES);
        for (int i = 0; i < 12; i++) {
            const uint64_t at = nf_test_between(&random, 0, GAMES - 1);
            const uint64_t most = GAMES - at < 30 ? GAMES - at : 30;
            const struct nf_span span = {FIRST + at, nf_test_between(&random, 1, (uint32_t)most)};
            uint64_t common = 0;
            for (uint64_t game = at; game < at + span.games; game++)
                common += is[game];
            assert_int_equal(nf_spans_common(&spans, span), common);
            if (common > 0)
                continue;
            assert_ok(nf_spans_add, &spans, span);
            memset(is + at, true, span.games);
            assert_are(&spans, is);
        }
        for (struct nf_span gap; (gap = nf_spans_gap(&spans)).games > 0;) {
            const uint32_t games = nf_test_between(&random, 1, (uint32_t)gap.games);
            for (uint64_t game = gap.first; game < gap.first + gap.games; game++)
                assert_false(is[game - FIRST]);
            memset(is + gap.first - FIRST, true, games);
            nf_spans_played(&spans, games);
            assert_are(&spans, is);
        }
        assert_int_equal(spans.count, 1);
        assert_int_equal(spans.list[0].games, GAMES);
        nf_spans_close(&spans);
    }
}
