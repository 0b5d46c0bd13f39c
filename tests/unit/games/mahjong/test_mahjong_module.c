/* Mahjong as the engine runs it: setups, kernels behind the engine's interface, tallies. */
#include "core/runner.h"
#include "games/mahjong/check/verifier.h"
#include "games/mahjong/judge/judge.h"
#include "games/mahjong/kernels/setup.h"
#include "games/mahjong/module.h"
#include "games/mahjong/rules/reference.h"
#include "games/mahjong/stats/detail_tallying.h"
#include "games/mahjong/stats/tallying.h"
#include "gen/mahjong/profiles.h"
#include "report/forms.h"
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
    struct nf_setup *setup;
    struct nf_error err;
    if (mahjong_game.prepare(&params, &setup, &err) != NF_OK)
        fail_msg("%s", err.text);
    return setup;
}

static struct nf_run_result run(const struct nf_setup *setup, const struct nf_kernel *kernel,
                                uint64_t first, uint64_t games, uint32_t threads, uint32_t block)
{
    const struct nf_run_options options = {.setup = setup,
                                           .kernel = kernel,
                                           .first = first,
                                           .games = games,
                                           .threads = threads,
                                           .block = block};
    struct nf_run_result result;
    struct nf_error err;
    if (nf_run(&options, &result, &err) != NF_OK)
        fail_msg("%s", err.text);
    nf_tally_settle(&result.tally);
    return result;
}

static void every_kernel_and_cut_gives_one_digest_and_tally(void **state)
{
    (void)state;
    const uint64_t seed = nf_test_seed();
    for (unsigned i = 0; i < MAHJONG_PROFILES; i++) {
        struct nf_setup *const setup = prepare(mahjong_profiles[i].name, seed);
        char expected[NF_DIGEST_TEXT], found[NF_DIGEST_TEXT];
        struct nf_run_result whole = run(setup, mahjong_game.kernels[0], 7, 300, 1, 0);
        nf_digest_print(&whole.tally.digest, expected);
        for (unsigned k = 0; mahjong_game.kernels[k] != NULL; k++) {
            struct nf_run_result one = run(setup, mahjong_game.kernels[k], 7, 120, 2, 10);
            struct nf_run_result rest = run(setup, mahjong_game.kernels[k], 127, 180, 1, 99);
            nf_tally_merge(&one.tally, &rest.tally);
            nf_digest_print(&one.tally.digest, found);
            assert_string_equal(found, expected);
            assert_memory_equal(one.tally.sums, whole.tally.sums,
                                MAHJONG_SUMS * sizeof *whole.tally.sums);
            assert_memory_equal(one.tally.extremes, whole.tally.extremes,
                                3 * sizeof *whole.tally.extremes);
            assert_true(mahjong_tally.consistent(&one.tally));
            nf_tally_close(&one.tally);
            nf_tally_close(&rest.tally);
        }
        nf_tally_close(&whole.tally);
        mahjong_game.release(setup);
    }
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
    struct nf_run_result result = run(setup, mahjong_game.kernels[1], 0, GAMES, 2, 7);
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
    struct nf_run_result result = run(setup, mahjong_game.kernels[1], 0, 500, 1, 0);
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
    struct nf_run_result result = run(setup, mahjong_game.kernels[1], 0, 500, 1, 0);
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
    struct nf_run_result result = run(setup, mahjong_game.kernels[1], 0, GAMES, 1, 0);
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
    struct nf_run_result usual = run(plain, mahjong_game.kernels[1], 3, 300, 1, 0);
    struct nf_run_result more = run(detailed, mahjong_game.kernels[1], 3, 300, 2, 11);
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

/* Passes on what the reference tells, but for one thing told otherwise. */
struct liar {
    struct mahjong_observer observer;
    struct mahjong_inspector inspector;
    enum mahjong_happening what; /* the first of these is told otherwise, */
    unsigned kind;               /* of this kind, or MAHJONG_KINDS: any */
    int way;
    bool lied;
};

static void lie(struct mahjong_observer *observer, const struct mahjong_table *table,
                const struct mahjong_news *news)
{
    struct liar *const liar = (struct liar *)observer;
    struct mahjong_table other = *table;
    struct mahjong_news told = *news;
    if (!liar->lied && table->drawn > MAHJONG_DEALT && news->what == liar->what &&
        (liar->kind == MAHJONG_KINDS || liar->kind == news->kind)) {
        liar->lied = true;
        switch (liar->way) {
        case 0: told.seat = (told.seat + 1) % MAHJONG_SEATS; break;
        case 1: told.kind = (told.kind + 1) % MAHJONG_KINDS; break;
        case 2: other.step = MAHJONG_SEATS - other.step; break;
        case 3: other.hands[told.seat][0]++; break;
        case 4: told.other = (told.other + 1) % MAHJONG_SEATS; break;
        case 5: told.low++; break;
        case 6: told.what = MAHJONG_TOLD_WALL_OUT; break;
        case 7: told.what = MAHJONG_TOLD_CHOW; break;
        case 8: told.what = MAHJONG_TOLD_PONG; break;
        default: /* as if the next player drew */
            told.what = MAHJONG_TOLD_DRAW;
            told.seat = (told.other + table->step) % MAHJONG_SEATS;
            told.kind = table->wall[table->drawn % MAHJONG_WALL];
            break;
        }
    }
    liar->inspector.observer.tell(&liar->inspector.observer, &other, &told);
}

/* Whether the inspector says `fault` of some game in which one thing is told otherwise, and of
 * every game in which it is. */
static void check_lie(enum mahjong_happening what, unsigned kind, int way, const char *fault)
{
    struct nf_setup *const setup = prepare("specials", 1);
    const struct mahjong_run *const game = &((const struct mahjong_setup *)setup)->run;
    struct mahjong_memo *const memo = malloc(sizeof *memo);
    unsigned lied = 0, said = 0;
    mahjong_memo_clear(memo);
    for (uint64_t index = 0; index < 40; index++) {
        uint8_t wall[MAHJONG_WALL];
        struct mahjong_outcome outcome;
        mahjong_wall(game, index, wall);
        struct liar liar = {{lie}, mahjong_inspector(game->tables, wall), what, kind, way, false};
        mahjong_play(memo, wall, &liar.observer, &outcome);
        if (liar.lied && liar.inspector.fault == NULL)
            fail_msg("game %u: nothing said, expected '%s'", (unsigned)index, fault);
        if (!liar.lied && liar.inspector.fault != NULL)
            fail_msg("game %u: %s", (unsigned)index, liar.inspector.fault);
        lied += liar.lied;
        said += liar.lied && strcmp(liar.inspector.fault, fault) == 0;
    }
    if (lied == 0 || said == 0)
        fail_msg("'%s' in %u of %u games", fault, said, lied);
    mahjong_game.release(setup);
    free(memo);
}

static void the_checking_player_sees_what_is_against_the_rules(void **state)
{
    (void)state;
    check_lie(MAHJONG_TOLD_DRAW, MAHJONG_KINDS, 0, "it is not her turn");
    check_lie(MAHJONG_TOLD_DRAW, MAHJONG_KINDS, 1, "it is not the next tile of the wall");
    check_lie(MAHJONG_TOLD_DRAW, MAHJONG_KINDS, 2, "the direction is wrong");
    check_lie(MAHJONG_TOLD_DRAW, MAHJONG_KINDS, 3, "a player has too many or too few tiles");
    check_lie(MAHJONG_TOLD_DRAW, MAHJONG_KINDS, 6, "the wall is not empty");
    check_lie(MAHJONG_TOLD_DISCARD, MAHJONG_KINDS, 0, "she discards before she draws or claims");
    check_lie(MAHJONG_TOLD_DISCARD, MAHJONG_KINDS, 1, "she discards another tile");
    check_lie(MAHJONG_TOLD_DISCARD, MAHJONG_KIND_PASS, 4, "PASS names another player");
    check_lie(MAHJONG_TOLD_PONG, MAHJONG_KINDS, 1, "there is nothing for her to claim");
    check_lie(MAHJONG_TOLD_PONG, MAHJONG_KINDS, 0, "the triplet does not help");
    check_lie(MAHJONG_TOLD_CHOW, MAHJONG_KINDS, 5, "it is another run");
    check_lie(MAHJONG_TOLD_CHOW, MAHJONG_KINDS, 0, "only the next player makes a run");
    check_lie(MAHJONG_TOLD_PONG, MAHJONG_KINDS, 7, "somebody makes a triplet of it");
    check_lie(MAHJONG_TOLD_RON, MAHJONG_KINDS, 8, "somebody wins with it");
    check_lie(MAHJONG_TOLD_RON, MAHJONG_KINDS, 9, "somebody wins with the last discard");
    check_lie(MAHJONG_TOLD_PONG, MAHJONG_KINDS, 9, "somebody makes a triplet of the last discard");
    check_lie(MAHJONG_TOLD_CHOW, MAHJONG_KINDS, 9, "she makes a run");
    check_lie(MAHJONG_TOLD_RON, MAHJONG_KINDS, 0, "she does not win with the last discard");
    check_lie(MAHJONG_TOLD_SELFDRAWN, MAHJONG_KINDS, 0, "she has not won by drawing");
}

static void the_checking_player_plays_the_same_games(void **state)
{
    (void)state;
    const uint64_t seed = nf_test_seed();
    for (unsigned i = 0; i < MAHJONG_PROFILES; i++) {
        struct nf_setup *const setup = prepare(mahjong_profiles[i].name, seed);
        struct nf_run_result fast = run(setup, mahjong_game.kernels[1], 9, 200, 1, 0);
        struct nf_run_result checked = run(setup, mahjong_game.verifier, 9, 200, 2, 0);
        assert_memory_equal(&fast.tally.digest, &checked.tally.digest, sizeof fast.tally.digest);
        nf_tally_close(&fast.tally);
        nf_tally_close(&checked.tally);
        mahjong_game.release(setup);
    }
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

static void dealt_games_are_those_that_kernels_play(void **state)
{
    (void)state;
    const uint64_t seed = nf_test_seed();
    struct nf_setup *const setup = prepare("clustered", seed);
    for (uint64_t index = 0; index < 20; index++) {
        struct nf_text instance = {0}, answer = {0}, transcript = {0}, report = {0};
        struct nf_error err;
        assert_int_equal(mahjong_game.judge->deal(setup, index, &instance, &answer, &err), NF_OK);
        const struct nf_input input = {"game", instance.data, instance.size};
        assert_int_equal(mahjong_game.judge->verify(&input, &report, &err), NF_OK);
        assert_int_equal(mahjong_game.judge->play(&input, &transcript, &err), NF_OK);
        assert_int_equal(transcript.size, answer.size);
        assert_memory_equal(transcript.data, answer.data, answer.size);
        nf_text_free(&instance);
        nf_text_free(&answer);
        nf_text_free(&transcript);
        nf_text_free(&report);
    }
    mahjong_game.release(setup);
}

static void options_without_a_meaning_are_refused(void **state)
{
    (void)state;
    struct nf_params wrong[6];
    static const char *const words[] = {"--players", "--rounds",   "--deck",
                                        "--weights", "--strategy", "--profile"};
    for (unsigned i = 0; i < 6; i++)
        wrong[i] = params_of("uniform", 1);
    wrong[0].players = 3;
    wrong[1].rounds = 2;
    wrong[2].deck = 147;
    wrong[3].weights = "1M=2";
    wrong[4].strategy = "lowest";
    wrong[5].profile = "max";
    for (unsigned i = 0; i < 6; i++) {
        struct nf_setup *setup = NULL;
        struct nf_error err;
        assert_int_equal(mahjong_game.prepare(&wrong[i], &setup, &err), NF_USAGE);
        assert_non_null(strstr(err.text, words[i]));
        assert_null(setup);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kernel_and_cut_gives_one_digest_and_tally),
        cmocka_unit_test(tallies_count_what_the_transcripts_tell),
        cmocka_unit_test(made_up_sums_are_not_consistent),
        cmocka_unit_test(seats_that_win_equally_often_are_alike),
        cmocka_unit_test(a_game_of_any_length_is_consistent_where_its_extremes_are_known),
        cmocka_unit_test(the_width_is_that_of_the_widest_interval),
        cmocka_unit_test(tables_share_out_all_games),
        cmocka_unit_test(a_table_of_discards_ends_with_the_last_there_can_be),
        cmocka_unit_test(seats_that_cannot_be_alike_have_a_p_below_what_is_shown),
        cmocka_unit_test(details_come_on_top_of_the_usual_sums),
        cmocka_unit_test(the_checking_player_plays_the_same_games),
        cmocka_unit_test(the_checking_player_sees_what_is_against_the_rules),
        cmocka_unit_test(one_seat_or_none_wins_a_game),
        cmocka_unit_test(dealt_games_are_those_that_kernels_play),
        cmocka_unit_test(options_without_a_meaning_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
