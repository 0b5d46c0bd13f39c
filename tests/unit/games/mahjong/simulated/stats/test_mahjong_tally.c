/* What mahjong counts: the sums of a tally, and what no games can have counted. What is estimated
 * of them is in tests/data/mahjong/records.py. */
#include "base/stats/estimate.h"
#include "games/mahjong/simulated/kernels/kernels.h"
#include "games/mahjong/simulated/module.h"
#include "games/mahjong/simulated/stats/tallying.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <math.h>
#include <string.h>

static const struct nf_params usual = {
    .players = MAHJONG_SEATS, .rounds = 1, .profile = "uniform", .seed = 1};
static const struct nf_params detailed = {
    .players = MAHJONG_SEATS, .rounds = 1, .profile = "uniform", .seed = 1, .detail = true};

TEST(a_special_tile_that_wins_is_not_consistent)
{
    FREED_BY(nf_test_played_close)
    struct nf_test_played played =
        nf_test_play(&mahjong_game, &usual, mahjong_game.kernels[1], 0, 500);
    uint64_t *const tiles = mahjong_sums_of(&played.tally)->by_tile;
    assert_true(nf_tally_consistent(&played.tally));
    tiles[0]--;
    tiles[MAHJONG_KIND_PASS]++;
    assert_false(nf_tally_consistent(&played.tally));
}

/* A tally of one game that nobody won, without a claim, of so many turns; to be closed. */
static struct nf_tally one_game(const struct nf_setup *setup, unsigned turns)
{
    struct nf_tally tally = nf_test_tally(setup);
    struct mahjong_sums *const sums = mahjong_sums_of(&tally);
    tally.games = sums->drawn = sums->by_turns[turns] = sums->by_claims[0] = 1;
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
        sums->by_pongs[seat][0] = sums->by_chows[seat][0] = 1;
    for (unsigned special = 0; special < MAHJONG_SPECIALS; special++)
        sums->by_played[special][0] = 1;
    nf_extreme_offer(&tally.extremes[MAHJONG_LONGEST_GAME], false, turns, 0);
    nf_extreme_offer(&tally.extremes[MAHJONG_SHORTEST_GAME], true, turns, 0);
    nf_extreme_offer(&tally.extremes[MAHJONG_MOST_CLAIMS], false, 0, 0);
    return tally;
}

TEST(a_game_of_any_length_is_consistent_where_its_extremes_are_known)
{
    static const unsigned lengths[] = {0, 1, 254, 255};
    FREED_BY(nf_test_release) struct nf_setup *const setup = nf_test_prepare(&mahjong_game, &usual);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        FREED_BY(nf_tally_close) struct nf_tally tally = one_game(setup, lengths[i]);
        assert_true(nf_tally_consistent(&tally));
        for (int extreme = MAHJONG_LONGEST_GAME; extreme <= MAHJONG_MOST_CLAIMS; extreme++) {
            tally.extremes[extreme].index = UINT64_MAX;
            assert_false(nf_tally_consistent(&tally));
            tally.extremes[extreme].index = 0;
        }
    }
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Even one that no game has, as of a kernel gone wrong. */
TEST(any_record_is_counted_in_its_places_or_in_the_last_ones_there_are)
{
    FREED_BY(nf_test_release) struct nf_setup *const setup = nf_test_prepare(&mahjong_game, &usual);
    uint64_t random = nf_test_seed();
    for (int i = 0; i < 300; i++) {
        const uint64_t drawn[] = {nf_test_random(&random), nf_test_random(&random)};
        struct mahjong_sums wanted = {.drawn = 0};
        struct mahjong_outcome of;
        uint32_t words[MAHJONG_WORDS], claims = 0;
        FREED_BY(nf_tally_close) struct nf_tally tally = nf_test_tally(setup);
        memcpy(words, drawn, sizeof words);
        mahjong_unpack(words, &of);
        wanted.drawn = of.end == MAHJONG_DRAW;
        if (of.end != MAHJONG_DRAW) {
            wanted.won[of.winner][of.end == MAHJONG_RON ? of.dealt_in : of.winner] = 1;
            wanted.by_tile[of.tile] = 1;
            wanted.by_melds[least(of.pongs[of.winner] + of.chows[of.winner], MAHJONG_MAX_MELDS)] =
                1;
        }
        wanted.by_turns[of.discards] = 1;
        for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
            wanted.by_pongs[seat][least(of.pongs[seat], MAHJONG_MAX_MELDS)] = 1;
            wanted.by_chows[seat][least(of.chows[seat], MAHJONG_MAX_MELDS)] = 1;
            claims += of.pongs[seat] + of.chows[seat];
        }
        wanted.by_claims[least(claims, MAHJONG_ALL_CLAIMS)] = 1;
        for (unsigned special = 0; special < MAHJONG_SPECIALS; special++)
            wanted.by_played[special][least(of.specials[special], MAHJONG_COPIES)] = 1;
        nf_tally_game(&tally, &(struct nf_outcome){.index = 5, .words = words});
        assert_memory_equal(tally.sums, &wanted, sizeof wanted);
        assert_int_equal(tally.extremes[MAHJONG_LONGEST_GAME].value, of.discards);
        assert_int_equal(tally.extremes[MAHJONG_SHORTEST_GAME].value, of.discards);
        assert_int_equal(tally.extremes[MAHJONG_MOST_CLAIMS].value, claims);
    }
}

/* Claims are pongs of all seats, or chows; special tiles are played as often as there are of each.
 */
TEST(a_game_of_any_number_of_claims_and_special_tiles_is_consistent)
{
    FREED_BY(nf_test_release) struct nf_setup *const setup = nf_test_prepare(&mahjong_game, &usual);
    for (unsigned i = 0; i <= 2 * MAHJONG_ALL_CLAIMS + 1; i++) {
        FREED_BY(nf_tally_close) struct nf_tally tally = one_game(setup, 100);
        struct mahjong_sums *const sums = mahjong_sums_of(&tally);
        const unsigned claims = i / 2, played = claims % (MAHJONG_COPIES + 1);
        sums->by_claims[0] = 0;
        sums->by_claims[claims] = 1;
        tally.extremes[MAHJONG_MOST_CLAIMS].value = claims;
        for (unsigned seat = 0, left = claims; seat < MAHJONG_SEATS; seat++) {
            const unsigned hers = left < MAHJONG_MAX_MELDS ? left : MAHJONG_MAX_MELDS;
            uint64_t *const melds = i % 2 ? sums->by_pongs[seat] : sums->by_chows[seat];
            melds[0] = 0;
            melds[hers] = 1;
            left -= hers;
            assert_int_equal(mahjong_pongs(&tally, seat), i % 2 ? hers : 0);
            assert_int_equal(mahjong_chows(&tally, seat), i % 2 ? 0 : hers);
        }
        for (unsigned special = 0; special < MAHJONG_SPECIALS; special++) {
            sums->by_played[special][0] = 0;
            sums->by_played[special][played] = 1;
            assert_int_equal(mahjong_played(&tally, special), played);
        }
        assert_true(nf_tally_consistent(&tally));
        assert_int_equal(mahjong_drawn_tiles(&tally), 100 - claims);
        tally.extremes[MAHJONG_MOST_CLAIMS].value++;
        assert_false(nf_tally_consistent(&tally));
    }
}

/* ---- showing ---- */

TEST(charts_refer_to_an_equal_share_and_end_where_few_still_play)
{
    enum { GAMES = 400 };
    FREED_BY(nf_test_played_close)
    struct nf_test_played played =
        nf_test_play(&mahjong_game, &detailed, mahjong_game.kernels[1], 0, GAMES);
    FREED_BY(nf_tables_free) struct nf_tables tables = {0};
    nf_tally_report(&played.tally, &tables);
    const double won = 1 - (double)mahjong_ended(&played.tally, MAHJONG_DRAW) / GAMES;
    const struct nf_table *const seats = nf_tables_find(&tables, "seats");
    assert_true(fabs(seats->about.charts[0].reference * MAHJONG_SEATS - won) < 1e-9);
    const struct nf_table *const distance = nf_tables_find(&tables, "mean_distance");
    /* After the deal, and discards that any came to, or one in a hundred. */
    size_t rows[2] = {1, 1};
    for (unsigned turn = 0; turn < MAHJONG_MOST_TURNS; turn++) {
        const uint64_t came = NF_TOTAL(mahjong_details_of(&played.tally)->after[turn]);
        rows[0] += came > 0;
        rows[1] += 100 * came > MAHJONG_SEATS * GAMES;
    }
    assert_int_equal(nf_table_rows(distance), rows[0]);
    assert_int_equal(distance->about.charts[0].rows, rows[1]);
    assert_int_equal(distance->about.top, rows[1]);
    assert_in_range(rows[1], 6, rows[0] - 1);
}

TEST(a_table_of_discards_ends_with_the_last_there_was_or_can_be)
{
    FREED_BY(nf_test_release)
    struct nf_setup *const setup = nf_test_prepare(&mahjong_game, &detailed);
    FREED_BY(nf_tally_close) struct nf_tally tally = nf_test_tally(setup);
    struct mahjong_details *const details = mahjong_details_of(&tally);
    FREED_BY(nf_tables_free) struct nf_tables none = {0};
    nf_tally_report(&tally, &none);
    assert_int_equal(nf_table_rows(nf_tables_find(&none, "mean_distance")), 1); /* the deal */
    tally.games = 1;
    for (unsigned turn = 0; turn < MAHJONG_MOST_TURNS; turn++)
        details->after[turn][2] = 1;
    details->waits[0] = UINT64_MAX; /* what a count one too high would read */
    FREED_BY(nf_tables_free) struct nf_tables tables = {0};
    nf_tally_report(&tally, &tables);
    assert_int_equal(nf_table_rows(nf_tables_find(&tables, "mean_distance")),
                     1 + MAHJONG_MOST_TURNS);
}
