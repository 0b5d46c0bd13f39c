/* Rule events of guided walls; those of games written out are in test_mahjong_rules.c. */
#include "games/mahjong/rules/events.h"
#include "games/mahjong/rules/fast.h"
#include "gen/mahjong/cases/guided.h"
#include "tests/unit/games/mahjong/mahjong_naive.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

/* All events by the rules in plain C; each alone as she who looks for walls does. */
TEST(an_event_is_counted_alike_alone_and_by_the_fast_player_with_tables)
{
    const uint64_t seed = nf_test_seed();
    const struct nf_case_limits limits = {0};
    struct mahjong_memo *const memo = mahjong_thread_memo();
    struct mahjong_memo *const quick = mahjong_thread_quick_memo();
    assert_non_null(memo);
    assert_non_null(quick);
    for (uint64_t index = 0; index < MAHJONG_EVENTS; index++) {
        FREED_BY(nf_text_free) struct nf_text text = {0};
        uint8_t wall[MAHJONG_WALL];
        uint64_t all[MAHJONG_EVENTS] = {0};
        struct mahjong_outcome outcome;
        assert_ok(mahjong_guide, seed, index, &limits, &text);
        const struct nf_input input = {.name = "guided", .data = text.data, .size = text.size};
        assert_ok(mahjong_test_read, &input, wall);
        struct mahjong_watch every = mahjong_watch(memo, NULL, all);
        mahjong_play(memo, wall, &every.observer, &outcome);
        for (unsigned event = 0; event < MAHJONG_EVENTS; event++) {
            uint64_t alone[MAHJONG_EVENTS] = {0};
            struct mahjong_watch watch = mahjong_watch(quick, NULL, alone);
            watch.wanted = (uint64_t)1 << event;
            mahjong_fast_describe(quick->tables, wall, &watch.observer);
            assert_int_equal(alone[event], all[event]);
        }
    }
}
