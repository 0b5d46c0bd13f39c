/* What mahjong counts: the sums of a tally, their tables, and what no games can have counted. */
#include "games/mahjong/kernels/setup.h"
#include "games/mahjong/module.h"
#include "games/mahjong/rules/reference.h"
#include "games/mahjong/stats/detail_tallying.h"
#include "games/mahjong/stats/tallying.h"
#include "report/forms.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct nf_params params_of(const char *profile, uint64_t seed)
{
    return (struct nf_params){.players = 4, .rounds = 1, .profile = profile, .seed = seed};
}

static struct nf_setup *prepare(const char *profile, uint64_t seed)
{
    const struct nf_params params = params_of(profile, seed);
    return nf_test_prepare(&mahjong_game, &params);
}

/* What a transcript is counted into, apart from outcome records. */
struct counts {
    struct mahjong_observer observer;
    uint64_t won[MAHJONG_SEATS][MAHJONG_SEATS], drawn, pongs[MAHJONG_SEATS], chows[MAHJONG_SEATS];
    uint64_t played[MAHJONG_SPECIALS], turns, tiles, winning[MAHJONG_KINDS];
    uint64_t winner_melds[MAHJONG_MAX_MELDS + 1];
    unsigned in_game, claims;
};

static void count_news(struct mahjong_observer *observer, const struct mahjong_table *table,
                       const struct mahjong_news *news)
{
    struct counts *const counts = (struct counts *)observer;
    switch (news->what) {
    case MAHJONG_TOLD_DRAW: counts->tiles += table->drawn > MAHJONG_DEALT; break;
    case MAHJONG_TOLD_DISCARD:
        counts->turns++;
        counts->in_game++;
        if (news->kind >= MAHJONG_PLAIN)
            counts->played[news->kind - MAHJONG_PLAIN]++;
        break;
    case MAHJONG_TOLD_PONG:
        counts->pongs[news->seat]++;
        counts->claims++;
        break;
    case MAHJONG_TOLD_CHOW:
        counts->chows[news->seat]++;
        counts->claims++;
        break;
    case MAHJONG_TOLD_RON:
    case MAHJONG_TOLD_SELFDRAWN:
        counts->won[news->seat][news->other]++;
        counts->winning[news->kind]++;
        counts->winner_melds[table->melds[news->seat]]++;
        break;
    case MAHJONG_TOLD_WALL_OUT: counts->drawn++; break;
    }
}

/* Compares what the tally says with `counts`. */
static void check_counts(const struct nf_tally *tally, const struct counts *counts)
{
    uint64_t ron = 0, self = 0;
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        uint64_t won = 0, dealt_in = 0;
        for (unsigned other = 0; other < MAHJONG_SEATS; other++) {
            assert_int_equal(mahjong_won_from(tally, seat, other), counts->won[seat][other]);
            won += counts->won[seat][other];
            dealt_in += other != seat ? counts->won[other][seat] : 0;
        }
        assert_int_equal(mahjong_won(tally, seat), won);
        assert_int_equal(mahjong_dealt_in(tally, seat), dealt_in);
        assert_int_equal(mahjong_pongs(tally, seat), counts->pongs[seat]);
        assert_int_equal(mahjong_chows(tally, seat), counts->chows[seat]);
        ron += won - counts->won[seat][seat];
        self += counts->won[seat][seat];
    }
    assert_int_equal(mahjong_ended(tally, MAHJONG_RON), ron);
    assert_int_equal(mahjong_ended(tally, MAHJONG_SELFDRAWN), self);
    assert_int_equal(mahjong_ended(tally, MAHJONG_DRAW), counts->drawn);
    for (unsigned special = 0; special < MAHJONG_SPECIALS; special++)
        assert_int_equal(mahjong_played(tally, special), counts->played[special]);
    assert_int_equal(nf_tally_turns(tally), counts->turns);
    assert_int_equal(mahjong_drawn_tiles(tally), counts->tiles);
    for (unsigned kind = 0; kind < MAHJONG_KINDS; kind++)
        assert_int_equal(tally->sums[MAHJONG_SUM_TILE + kind], counts->winning[kind]);
    for (unsigned melds = 0; melds <= MAHJONG_MAX_MELDS; melds++)
        assert_int_equal(tally->sums[MAHJONG_SUM_MELDS + melds], counts->winner_melds[melds]);
}

static void tallies_count_what_the_transcripts_tell(void **state)
{
    enum { GAMES = 400 };
    (void)state;
    struct nf_setup *const setup = prepare("spread", nf_test_seed());
    struct mahjong_memo *const memo = malloc(sizeof *memo);
    struct counts counts = {.observer.tell = count_news};
    unsigned turns[GAMES], longest = 0, shortest = 0;
    uint64_t most_claims = 0, most_claims_index = 0;
    double sum = 0, squares = 0;
    mahjong_memo_clear(memo);
    for (unsigned index = 0; index < GAMES; index++) {
        uint8_t wall[MAHJONG_WALL];
        struct mahjong_outcome outcome;
        counts.in_game = counts.claims = 0;
        mahjong_wall(&((const struct mahjong_setup *)setup)->run, index, wall);
        mahjong_play(memo, wall, &counts.observer, &outcome);
        turns[index] = counts.in_game;
        longest = turns[index] > turns[longest] ? index : longest;
        shortest = turns[index] < turns[shortest] ? index : shortest;
        if (counts.claims > most_claims) {
            most_claims = counts.claims;
            most_claims_index = index;
        }
        sum += turns[index];
        squares += (double)turns[index] * turns[index];
    }
    struct nf_run_result result = nf_test_run(setup, mahjong_game.kernels[1], 0, GAMES, 2, 7);
    const struct nf_tally *const tally = &result.tally;
    check_counts(tally, &counts);
    assert_int_equal(tally->extremes[MAHJONG_LONGEST_GAME].value, turns[longest]);
    assert_int_equal(tally->extremes[MAHJONG_LONGEST_GAME].index, longest);
    assert_int_equal(tally->extremes[MAHJONG_SHORTEST_GAME].value, turns[shortest]);
    assert_int_equal(tally->extremes[MAHJONG_SHORTEST_GAME].index, shortest);
    assert_int_equal(tally->extremes[MAHJONG_MOST_CLAIMS].value, most_claims);
    assert_int_equal(tally->extremes[MAHJONG_MOST_CLAIMS].index, most_claims_index);
    const double variance = (squares - sum * sum / GAMES) / (GAMES - 1);
    assert_true(fabs(mahjong_turns_sd(tally) - sqrt(variance)) < 1e-6);
    unsigned below = 0, median = mahjong_turns_quantile(tally, 0.5);
    for (unsigned index = 0; index < GAMES; index++)
        below += turns[index] < median;
    assert_in_range(below, 0, GAMES / 2 - 1);
    nf_tally_close(&result.tally);
    mahjong_game.release(setup);
    free(memo);
}

static void made_up_sums_are_not_consistent(void **state)
{
    (void)state;
    struct nf_setup *const setup = prepare("uniform", 1);
    struct nf_run_result result = nf_test_run(setup, mahjong_game.kernels[1], 0, 500, 1, 0);
    for (uint32_t sum = 0; sum < MAHJONG_SUMS; sum++) {
        result.tally.sums[sum]++;
        assert_false(mahjong_tally.consistent(&result.tally));
        result.tally.sums[sum]--;
    }
    for (int i = MAHJONG_LONGEST_GAME; i <= MAHJONG_MOST_CLAIMS; i++) {
        result.tally.extremes[i].value++;
        assert_false(mahjong_tally.consistent(&result.tally));
        result.tally.extremes[i].value--;
    }
    /* A special tile that wins. */
    uint64_t *const tiles = result.tally.sums + MAHJONG_SUM_TILE;
    tiles[0]--;
    tiles[MAHJONG_KIND_PASS]++;
    assert_false(mahjong_tally.consistent(&result.tally));
    nf_tally_close(&result.tally);
    mahjong_game.release(setup);
}

static void seats_that_win_equally_often_are_alike(void **state)
{
    (void)state;
    struct nf_setup *const setup = prepare("uniform", 1);
    struct nf_tally tally;
    struct nf_error err;
    assert_int_equal(nf_tally_open(&tally, setup, &err), NF_OK);
    static const uint64_t wins[MAHJONG_SEATS] = {100, 120, 80, 100};
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
        tally.sums[MAHJONG_SUM_WON + seat * (MAHJONG_SEATS + 1)] = 100;
    assert_true(mahjong_alike(&tally).known);
    assert_true(mahjong_alike(&tally).t2 < 1e-9);
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
        tally.sums[MAHJONG_SUM_WON + seat * (MAHJONG_SEATS + 1)] = wins[seat];
    /* Pearson's statistic is (20^2 + 20^2) / 100 = 8; this one weighs by what was found instead of
     * by what is expected: n * X / (n - X) of Neyman's 400/120 + 400/80 = 8.33. */
    assert_in_range((uint64_t)(mahjong_alike(&tally).t2 * 10), 80, 90);
    assert_int_equal(mahjong_alike(&tally).over, 3);
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
        tally.sums[MAHJONG_SUM_WON + seat * (MAHJONG_SEATS + 1)] = 3;
    assert_false(mahjong_alike(&tally).known);
    nf_tally_close(&tally);
    mahjong_game.release(setup);
}

/* A tally of one game that nobody won, without a claim, of so many turns; to be closed. */
static struct nf_tally one_game(const struct nf_setup *setup, unsigned turns)
{
    struct nf_tally tally;
    struct nf_error err;
    assert_int_equal(nf_tally_open(&tally, setup, &err), NF_OK);
    uint64_t *const sums = tally.sums;
    tally.games = sums[MAHJONG_SUM_DRAWN] = sums[MAHJONG_SUM_TURNS + turns] = 1;
    sums[MAHJONG_SUM_CLAIMS] = 1;
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        sums[MAHJONG_SUM_PONGS + seat * (MAHJONG_MAX_MELDS + 1)] = 1;
        sums[MAHJONG_SUM_CHOWS + seat * (MAHJONG_MAX_MELDS + 1)] = 1;
    }
    for (unsigned special = 0; special < MAHJONG_SPECIALS; special++)
        sums[MAHJONG_SUM_PLAYED + special * (MAHJONG_COPIES + 1)] = 1;
    nf_extreme_offer(&tally.extremes[MAHJONG_LONGEST_GAME], false, turns, 0);
    nf_extreme_offer(&tally.extremes[MAHJONG_SHORTEST_GAME], true, turns, 0);
    nf_extreme_offer(&tally.extremes[MAHJONG_MOST_CLAIMS], false, 0, 0);
    return tally;
}

static void a_game_of_any_length_is_consistent_where_its_extremes_are_known(void **state)
{
    static const unsigned lengths[] = {0, 1, 254, 255};
    (void)state;
    struct nf_setup *const setup = prepare("uniform", 1);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        struct nf_tally tally = one_game(setup, lengths[i]);
        assert_true(mahjong_tally.consistent(&tally));
        for (int extreme = MAHJONG_LONGEST_GAME; extreme <= MAHJONG_MOST_CLAIMS; extreme++) {
            tally.extremes[extreme].index = UINT64_MAX;
            assert_false(mahjong_tally.consistent(&tally));
            tally.extremes[extreme].index = 0;
        }
        nf_tally_close(&tally);
    }
    mahjong_game.release(setup);
}

static void the_width_is_that_of_the_widest_interval(void **state)
{
    (void)state;
    struct nf_setup *const setup = prepare("uniform", 1);
    struct nf_tally empty;
    struct nf_error err;
    assert_int_equal(nf_tally_open(&empty, setup, &err), NF_OK);
    assert_true(isnan(mahjong_tally.width(&empty)));
    nf_tally_close(&empty);
    struct nf_run_result result = nf_test_run(setup, mahjong_game.kernels[1], 0, 500, 1, 0);
    double widest = 0;
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        const struct nf_estimate share = nf_share_exact(mahjong_won(&result.tally, seat), 500);
        widest = fmax(widest, share.high - share.low);
    }
    assert_true(widest > 0);
    assert_true(mahjong_tally.width(&result.tally) == widest);
    nf_tally_close(&result.tally);
    mahjong_game.release(setup);
}

/* ---- showing ---- */

/* The sum of a column. */
static double sum_of(const struct nf_tables *tables, const char *name, const char *column)
{
    const struct nf_table *const table = nf_tables_find(tables, name);
    double sum = 0;
    assert_non_null(table);
    for (size_t row = 0; row < nf_table_rows(table); row++)
        sum += nf_table_cell(table, row, nf_table_column(table, column))->number;
    return sum;
}

static void tables_share_out_all_games(void **state)
{
    enum { GAMES = 400 };
    (void)state;
    struct nf_params params = params_of("uniform", 1);
    struct nf_setup *setup;
    struct nf_tables tables = {0};
    struct nf_error err;
    params.detail = true;
    assert_int_equal(mahjong_game.prepare(&params, &setup, &err), NF_OK);
    struct nf_run_result result = nf_test_run(setup, mahjong_game.kernels[1], 0, GAMES, 1, 0);
    const struct nf_tally *const tally = &result.tally;
    mahjong_game.detail_tally->report(tally, &tables);
    assert_false(tables.failed);
    const double won = 1 - (double)mahjong_ended(tally, MAHJONG_DRAW) / GAMES;
    const struct nf_table *const seats = nf_tables_find(&tables, "seats");
    assert_int_equal(nf_table_rows(seats), MAHJONG_SEATS);
    assert_true(fabs(sum_of(&tables, "seats", "win_rate") - won) < 1e-9);
    assert_true(fabs(seats->about.charts[0].reference * MAHJONG_SEATS - won) < 1e-9);
    assert_int_equal(nf_table_rows(nf_tables_find(&tables, "won_from")),
                     MAHJONG_SEATS * MAHJONG_SEATS);
    assert_true(fabs(sum_of(&tables, "won_from", "share") - won) < 1e-9);
    assert_int_equal(nf_table_rows(nf_tables_find(&tables, "turns")),
                     tally->extremes[MAHJONG_LONGEST_GAME].value + 1);
    assert_true(fabs(sum_of(&tables, "turns", "share") - 1) < 1e-9);
    assert_int_equal(nf_table_rows(nf_tables_find(&tables, "claims")), MAHJONG_ALL_CLAIMS + 1);
    assert_true(fabs(sum_of(&tables, "claims", "share") - 1) < 1e-9);
    const struct nf_table *const distance = nf_tables_find(&tables, "mean_distance");
    const size_t mean = nf_table_column(distance, "mean"), rows = distance->about.charts[0].rows;
    assert_in_range(rows, 6, 41);
    assert_true(nf_table_cell(distance, 0, mean)->number >
                nf_table_cell(distance, rows - 1, mean)->number);
    nf_tables_free(&tables);
    nf_tally_close(&result.tally);
    mahjong_game.release(setup);
}

static void a_table_of_discards_ends_with_the_last_there_can_be(void **state)
{
    (void)state;
    struct nf_params params = params_of("uniform", 1);
    struct nf_setup *setup;
    struct nf_tally tally;
    struct nf_error err;
    params.detail = true;
    assert_int_equal(mahjong_game.prepare(&params, &setup, &err), NF_OK);
    assert_int_equal(nf_tally_open(&tally, setup, &err), NF_OK);
    struct mahjong_details *const details = mahjong_details_of(&tally);
    tally.games = 1;
    for (unsigned turn = 0; turn < MAHJONG_MOST_TURNS; turn++)
        details->after[turn][2] = 1;
    details->waits[0] = UINT64_MAX; /* what a count one too high would read */
    struct nf_tables tables = {0};
    mahjong_game.detail_tally->report(&tally, &tables);
    assert_int_equal(nf_table_rows(nf_tables_find(&tables, "mean_distance")),
                     1 + MAHJONG_MOST_TURNS);
    nf_tables_free(&tables);
    nf_tally_close(&tally);
    mahjong_game.release(setup);
}

static void seats_that_cannot_be_alike_have_a_p_below_what_is_shown(void **state)
{
    (void)state;
    struct nf_setup *const setup = prepare("uniform", 1);
    struct nf_text text = {0};
    struct nf_tally tally = one_game(setup, 5);
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        tally.sums[MAHJONG_SUM_WON + seat * (MAHJONG_SEATS + 1)] = seat == 0 ? 100000 : 100;
        tally.games += seat == 0 ? 100000 : 100;
    }
    struct nf_tables tables = {0};
    mahjong_tally.report(&tally, &tables);
    nf_tables_terminal(&text, &tables);
    nf_tables_free(&tables);
    nf_text_bytes(&text, "", 1);
    assert_non_null(strstr(text.data, "  p less than 1 in a million\n"));
    nf_text_free(&text);
    nf_tally_close(&tally);
    mahjong_game.release(setup);
}

static void details_come_on_top_of_the_usual_sums(void **state)
{
    (void)state;
    struct nf_params params = params_of("spread", nf_test_seed());
    struct nf_setup *const plain = prepare(params.profile, params.seed), *detailed;
    struct nf_error err;
    params.detail = true;
    assert_int_equal(mahjong_game.prepare(&params, &detailed, &err), NF_OK);
    struct nf_run_result usual = nf_test_run(plain, mahjong_game.kernels[1], 3, 300, 1, 0);
    struct nf_run_result more = nf_test_run(detailed, mahjong_game.kernels[1], 3, 300, 2, 11);
    const struct nf_tally_ops *const ops = mahjong_game.detail_tally;
    assert_memory_equal(more.tally.sums, usual.tally.sums, MAHJONG_SUMS * sizeof(uint64_t));
    assert_memory_equal(&more.tally.digest, &usual.tally.digest, sizeof more.tally.digest);
    assert_true(ops->consistent(&more.tally));
    const struct mahjong_details *const details = mahjong_details_of(&more.tally);
    assert_int_equal(details->games, 300);
    for (uint32_t sum = 0; sum < MAHJONG_DETAILED_SUMS; sum++) {
        uint64_t *const changed = &more.tally.sums[sum];
        const bool waits = changed >= details->waits && changed < details->waits + MAHJONG_SEATS;
        const uint64_t before = *changed;
        *changed += waits ? 301 : 1;
        assert_false(ops->consistent(&more.tally));
        *changed = before;
    }
    nf_tally_close(&usual.tally);
    nf_tally_close(&more.tally);
    mahjong_game.release(plain);
    mahjong_game.release(detailed);
}

static void one_seat_or_none_wins_a_game(void **state)
{
    (void)state;
    struct nf_setup *const setup = prepare("spread", 1);
    for (unsigned end = MAHJONG_DRAW; end <= MAHJONG_SELFDRAWN; end++) {
        const struct mahjong_outcome outcome = {.end = end, .winner = end == MAHJONG_DRAW ? 0 : 2};
        uint32_t words[MAHJONG_WORDS];
        uint16_t counts[MAHJONG_SEATS];
        mahjong_pack(&outcome, words);
        const struct nf_outcome record = {.words = words};
        mahjong_tally.per_seat(setup, &record, counts);
        for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
            assert_int_equal(counts[seat], end != MAHJONG_DRAW && seat == 2);
    }
    assert_int_equal(mahjong_tally.trials(setup), 1);
    mahjong_game.release(setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tallies_count_what_the_transcripts_tell),
        cmocka_unit_test(made_up_sums_are_not_consistent),
        cmocka_unit_test(seats_that_win_equally_often_are_alike),
        cmocka_unit_test(a_game_of_any_length_is_consistent_where_its_extremes_are_known),
        cmocka_unit_test(the_width_is_that_of_the_widest_interval),
        cmocka_unit_test(tables_share_out_all_games),
        cmocka_unit_test(a_table_of_discards_ends_with_the_last_there_can_be),
        cmocka_unit_test(seats_that_cannot_be_alike_have_a_p_below_what_is_shown),
        cmocka_unit_test(details_come_on_top_of_the_usual_sums),
        cmocka_unit_test(one_seat_or_none_wins_a_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
