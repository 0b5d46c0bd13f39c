/* What holds of the sums of every game, whatever they mean. */
/* both: the fuzz targets know all there is */
#include "sim/tally.h"

#include "table/forms.h"
#include "table/tables.h"
#include "tests/unit/played.h"
#include "tests/unit/sim/runs/played_run.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 200 };

static uint64_t seed;
static uint32_t games; /* that are played, at most MOST */

static struct nf_setup *prepare(const struct nf_game *game, const char *profile, bool detail)
{
    struct nf_params params = nf_test_usual(game);
    params.profile = profile;
    params.seed = seed;
    params.detail = detail;
    return nf_test_prepare(game, &params);
}

static const struct nf_kernel *fastest(const struct nf_setup *setup)
{
    const struct nf_kernel *kernel;
    assert_ok(nf_choose_kernel, setup->game, "auto", &kernel);
    return kernel;
}

static struct nf_tally play(const struct nf_setup *setup, uint64_t first, uint64_t count)
{
    return nf_test_run(setup, fastest(setup), first, count, 2, 0).tally;
}

/* Does so for every game, with `detail` if it has details: with its first profile and some others.
 */
static void for_all(void (*check)(const struct nf_setup *setup), bool detail)
{
    for (size_t i = 0; nf_games[i] != NULL; i++)
        for (const struct nf_profile *profile = nf_games[i]->profiles;
             profile->name != NULL && (!detail || nf_games[i]->details != NULL); profile++) {
            const size_t number = (size_t)(profile - nf_games[i]->profiles);
            if (number > 0 && !nf_test_tries(number % 3, 3))
                continue;
            FREED_BY(nf_test_release)
            struct nf_setup *const setup = prepare(nf_games[i], profile->name, detail);
            check(setup);
        }
}

/* ---- what is not consistent ---- */

static void notice_extremes(struct nf_tally *tally)
{
    for (uint32_t i = 0; i < nf_tally_extremes(tally); i++) {
        struct nf_extreme *const extreme = &tally->extremes[i];
        const struct nf_extreme right = *extreme;
        const bool smallest = tally->setup->game->tally->extremes[i].smallest;
        if (!nf_extreme_known(extreme))
            continue;
        extreme->index = UINT64_MAX;
        assert_false(nf_tally_consistent(tally));
        *extreme = (struct nf_extreme){smallest ? 0 : 2 * right.value + 1, right.index};
        assert_false(nf_tally_consistent(tally));
        *extreme = right;
    }
}

/* Of at most three of its sums, and of details, a game may know no more than a bound; of one detail
 * in fifty it may know nothing. */
static void notice_changes(const struct nf_setup *setup)
{
    FREED_BY(nf_tally_close) struct nf_tally tally = play(setup, 0, games);
    uint32_t missed = 0, bounds = 0;
    assert_true(nf_tally_consistent(&tally));
    for (uint32_t i = 0; i < tally.sums_count; i++) {
        const uint64_t right = tally.sums[i]++;
        if (nf_tally_consistent(&tally)) {
            if (!setup->params.detail && ++bounds > 3)
                fail_msg("%s: sum %u may be one more", setup->game->name, i);
            tally.sums[i] = UINT64_MAX;
            missed += setup->params.detail && nf_tally_consistent(&tally);
        }
        tally.sums[i] = right;
    }
    assert_in_range(missed, 0, tally.sums_count / 50);
    if (!setup->params.detail)
        notice_extremes(&tally);
    tally.games++;
    assert_false(nf_tally_consistent(&tally));
}

TEST(a_sum_or_extreme_or_number_of_games_that_is_changed_is_noticed)
{
    for_all(notice_changes, false);
    for_all(notice_changes, true);
}

/* As of a run that was stopped before its first game ended: JSON without numbers that are none. */
static void check_json(const struct nf_tables *tables)
{
    json_auto_t *list = nf_tables_json(tables);
    FREED_BY(nf_test_free) char *const text = json_dumps(list, 0);
    assert_non_null(text);
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
}

static void assert_shows_nothing(const struct nf_tally *tally)
{
    FREED_BY(nf_tables_free) struct nf_tables tables = {0};
    nf_tally_report(tally, &tables);
    assert_false(tables.failed);
    assert_true(tables.count > 0);
    check_json(&tables);
    assert_int_equal(nf_tally_turns(tally), 0);
    assert_null(tables.answer);
    assert_int_equal(tables.headlines_count, 0);
    for (size_t i = 0; i < tables.count; i++)
        for (size_t k = 0; k < tables.list[i].count; k++) {
            const struct nf_table *const table = &tables.list[i];
            const struct nf_cell *const cell = &table->cells[k];
            if (table->columns[k % table->width].kind == NF_COUNT)
                assert_int_equal(cell->count, 0);
            assert_true(isnan(cell->low) && isnan(cell->high));
        }
}

static void notice_sums_of_nothing(const struct nf_setup *setup)
{
    FREED_BY(nf_tally_close) struct nf_tally tally = nf_test_tally(setup);
    for (uint32_t i = 0; i < tally.sums_count; i++) {
        tally.sums[i] = 1;
        assert_false(nf_tally_consistent(&tally));
        tally.sums[i] = 0;
    }
    for (uint32_t i = 0; i < nf_tally_extremes(&tally); i++) {
        tally.extremes[i].index = 7;
        assert_false(nf_tally_consistent(&tally));
        tally.extremes[i].index = UINT64_MAX;
    }
    assert_true(nf_tally_consistent(&tally));
    assert_true(isnan(nf_tally_width(&tally)) || nf_tally_width(&tally) == 1);
    assert_shows_nothing(&tally);
}

TEST(a_tally_of_no_games_is_empty_and_tells_nothing)
{
    for_all(notice_sums_of_nothing, false);
    for_all(notice_sums_of_nothing, true);
}

/* Without details it is one since the records are: sim/test_every_kernel.c, test_runner.c. */
static void play_by_each_kernel(const struct nf_setup *setup)
{
    const struct nf_kernel *const *kernel = setup->game->kernels;
    FREED_BY(nf_tally_close)
    struct nf_tally reference = nf_test_run(setup, *kernel, 7, games, 1, 0).tally;
    while (*++kernel != NULL)
        if ((*kernel)->supported()) {
            FREED_BY(nf_tally_close)
            struct nf_tally other = nf_test_run(setup, *kernel, 7, games, 2, 10).tally;
            nf_test_same_tally(&other, &reference);
        }
}

TEST(every_kernel_and_number_of_threads_gives_one_tally_with_details)
{
    for_all(play_by_each_kernel, true);
}

/* ---- what it says of seats, against the records of its games ---- */

static void assert_end(double told, double made)
{
    assert_true(isnan(made) ? isnan(told) : fabs(told - made) < 1e-12);
}

/* Games in their order are no sample, and have no interval. */
static void assert_estimate(const struct nf_setup *setup, struct nf_estimate told,
                            struct nf_estimate made)
{
    const struct nf_numbered_ops *const numbered = setup->game->numbered;
    if (numbered != NULL && numbered->count(&setup->params) > 0)
        made.low = made.high = NAN;
    assert_end(told.mean, made.mean);
    assert_end(told.low, made.low);
    assert_end(told.high, made.high);
}

static void compare_with_records(const struct nf_setup *setup)
{
    static uint16_t counts[MOST][NF_MAX_SEATS];
    const struct nf_tally_ops *const ops = setup->game->tally;
    const uint32_t seats = setup->params.players, trials = nf_trials_of(setup);
    FREED_BY(nf_tally_close) struct nf_tally tally = play(setup, 0, games);
    FREED_BY(nf_test_free) uint32_t *const kept = nf_test_records(setup, fastest(setup), 0, games);
    uint64_t sums[NF_MAX_SEATS] = {0}, turns = 0, times;
    for (uint32_t game = 0; game < games; game++) {
        const struct nf_outcome outcome = {.index = game,
                                           .words = kept + game * nf_words_of(setup)};
        ops->per_seat(setup, &outcome, counts[game]);
        turns += ops->turns_of(setup, &outcome);
    }
    assert_int_equal(nf_tally_turns(&tally), turns);
    for (uint32_t seat = 0; seat < seats; seat++) {
        uint64_t squares = 0;
        for (uint32_t game = 0; game < games; game++) {
            sums[seat] += counts[game][seat];
            squares += (uint64_t)counts[game][seat] * counts[game][seat];
        }
        assert_estimate(setup, ops->share(&tally, seat, &times),
                        nf_share_between_games(games, trials, sums[seat], squares));
        assert_int_equal(times, sums[seat]);
    }
    for (uint32_t pair = 0; pair < seats * seats; pair++) {
        const uint32_t a = pair / seats, b = pair % seats;
        uint64_t squares = 0;
        for (uint32_t game = 0; game < games; game++) {
            const int more = counts[game][a] - counts[game][b];
            squares += (uint64_t)(more * more);
        }
        if (a != b)
            assert_estimate(setup, ops->gap(&tally, a, b),
                            nf_gap_between_games(games, trials, sums[a], sums[b], squares));
    }
}

TEST(turns_and_shares_of_seats_and_their_gaps_are_those_of_the_records)
{
    for_all(compare_with_records, false);
}

/* The widest interval of the seats' shares, of some games, of which each is that now and then. */
static void check_widths(const struct nf_setup *setup)
{
    enum { EACH = 7 };
    const struct nf_tally_ops *const ops = setup->game->tally;
    const uint32_t all = EACH * nf_test_often(10, 60, 300);
    FREED_BY(nf_test_free) uint32_t *const kept = nf_test_records(setup, fastest(setup), 0, all);
    for (uint32_t from = 0; from < all; from += EACH) {
        FREED_BY(nf_tally_close) struct nf_tally tally = nf_test_tally(setup);
        for (uint32_t game = from; game < from + EACH; game++)
            nf_tally_game(&tally, &(struct nf_outcome){.index = game,
                                                       .words = kept + game * nf_words_of(setup)});
        nf_tally_settle(&tally);
        const double width = nf_tally_width(&tally);
        double widest = 0;
        for (uint32_t seat = 0; seat < setup->params.players; seat++) {
            uint64_t times;
            const struct nf_estimate share = ops->share(&tally, seat, &times);
            widest = fmax(widest, share.high - share.low);
        }
        assert_true(ops->width != NULL ? width >= widest - 1e-12 : width == widest);
    }
}

TEST(no_share_of_a_seat_has_an_interval_wider_than_the_width)
{
    for_all(check_widths, false);
}

/* ---- what the games were ---- */

static void must_tell(const struct nf_game *game, const struct nf_params *params, uint32_t number)
{
    FREED_BY(nf_test_release) struct nf_setup *const setup = nf_test_prepare(game, params);
    FREED_BY(nf_text_free) struct nf_text text = {0};
    char word[16];
    game->tally->describe(setup, &text);
    nf_text_bytes(&text, " ", 2);
    snprintf(word, sizeof word, " %u ", number);
    if (strstr(text.data, word) == NULL)
        fail_msg("%s: '%s' does not tell of %u", game->name, text.data, number);
}

TEST(what_games_were_is_told_with_their_players_and_rounds)
{
    for (size_t i = 0; nf_games[i] != NULL; i++) {
        const struct nf_game *const game = nf_games[i];
        const struct nf_range *const ranges[] = {&game->players, &game->rounds};
        struct nf_params params = nf_test_usual(game);
        uint32_t *const numbers[] = {&params.players, &params.rounds};
        for (size_t which = 0; which < 2; which++) {
            const uint32_t usual = *numbers[which], low = ranges[which]->low;
            const uint32_t tried[] = {low, low + 1, (low + ranges[which]->high) / 2};
            for (size_t k = 0; k < 3 && low < ranges[which]->high; k++) {
                *numbers[which] = tried[k];
                must_tell(game, &params, tried[k]);
            }
            *numbers[which] = usual;
        }
    }
}

/* ---- details ---- */

static void assert_same_cells(const struct nf_table *a, const struct nf_table *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        assert_int_equal(a->cells[i].is, b->cells[i].is);
        assert_int_equal(a->cells[i].count, b->cells[i].count);
        assert_memory_equal(&a->cells[i].number, &b->cells[i].number, 3 * sizeof(double));
    }
}

static void compare_with_plain(const struct nf_setup *setup)
{
    struct nf_params params = setup->params;
    params.detail = false;
    FREED_BY(nf_test_release) struct nf_setup *const plain = nf_test_prepare(setup->game, &params);
    FREED_BY(nf_tally_close)
    struct nf_tally usual = play(plain, 3, games), detailed = play(setup, 3, games);
    nf_test_same_tally(&usual, &detailed);
    assert_true(detailed.sums_count > usual.sums_count);
    assert_ptr_equal(detailed.details, detailed.sums + usual.sums_count);
    assert_true(nf_tally_consistent(&detailed));
    assert_int_equal(nf_tally_turns(&detailed), nf_tally_turns(&usual));
    FREED_BY(nf_tables_free) struct nf_tables few = {0}, more = {0};
    nf_tally_report(&usual, &few);
    nf_tally_report(&detailed, &more);
    for (size_t i = 0; i < few.count; i++)
        assert_same_cells(&few.list[i], nf_tables_find(&more, few.list[i].about.name));
    assert_true(more.count > few.count);
    detailed.sums[0]++;
    assert_false(nf_tally_consistent(&detailed));
}

TEST(details_come_on_top_of_the_usual_sums_tables_and_digest)
{
    for_all(compare_with_plain, true);
}

static void merge_and_save(const struct nf_setup *setup)
{
    FREED_BY(nf_tally_close) struct nf_tally whole = play(setup, 7, games);
    FREED_BY(nf_tally_close)
    struct nf_tally left = play(setup, 7, 31), right = play(setup, 38, games - 31);
    nf_tally_merge(&left, &right);
    nf_test_same_tally(&left, &whole);
    const struct nf_span span = {7, games};
    const struct nf_report report = {.tally = &whole, .spans = &span, .spans_count = 1};
    FREED_BY(nf_text_free) struct nf_text file = nf_file_of_report(&report);
    FREED_BY(nf_saved_close) struct nf_saved saved = nf_read_back(&file);
    assert_int_equal(saved.setup->params.detail, setup->params.detail);
    assert_int_equal(saved.tally.sums_count, whole.sums_count);
    nf_test_same_tally(&saved.tally, &whole);
}

TEST(parts_add_up_to_the_whole_which_is_read_back_as_it_was_saved)
{
    for_all(merge_and_save, false);
    for_all(merge_and_save, true);
}

int main(void)
{
    seed = nf_test_seed() >> 1;
    games = nf_test_often(40, 40, MOST);
    return nf_run_tests(NULL, NULL);
}
