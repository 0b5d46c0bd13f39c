/* What holds of the sums of every game, whatever they mean. */
#include "core/tally.h"

#include "core/tables.h"
#include "runs/saved.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 200 };

static uint64_t seed;

static struct nf_setup *prepare(const struct nf_game *game, const char *profile, bool detail)
{
    const struct nf_params params = {.players = game->players.normal,
                                     .rounds = game->rounds.normal,
                                     .deck = game->deck.normal,
                                     .profile = profile,
                                     .seed = seed,
                                     .detail = detail};
    return nf_test_prepare(game, &params);
}

static struct nf_tally play(const struct nf_setup *setup, uint64_t first, uint64_t games)
{
    const struct nf_kernel *kernel;
    struct nf_error err;
    assert_int_equal(nf_choose_kernel(setup->game, "auto", &kernel, &err), NF_OK);
    return nf_test_run(setup, kernel, first, games, 2, 0).tally;
}

static void assert_same(const struct nf_tally *a, const struct nf_tally *b)
{
    assert_int_equal(a->games, b->games);
    assert_memory_equal(&a->digest, &b->digest, sizeof a->digest);
    assert_memory_equal(a->rejected, b->rejected, sizeof a->rejected);
    for (uint32_t i = 0; i < a->sums_count; i++)
        if (a->sums[i] != b->sums[i])
            fail_msg("%s: sum %u differs", a->setup->game->name, i);
    assert_memory_equal(a->extremes, b->extremes, nf_tally_extremes(a) * sizeof *a->extremes);
}

/* Does so for every game, with `detail` if it has details. */
static void for_all(void (*check)(const struct nf_setup *setup), bool detail)
{
    for (size_t i = 0; nf_games[i] != NULL; i++)
        for (const struct nf_profile *profile = nf_games[i]->profiles;
             profile->name != NULL && (!detail || nf_games[i]->details != NULL); profile++) {
            struct nf_setup *const setup = prepare(nf_games[i], profile->name, detail);
            check(setup);
            nf_games[i]->release(setup);
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

/* Of three sums a game may know no more than a bound. */
static void notice_changes(const struct nf_setup *setup)
{
    struct nf_tally tally = play(setup, 0, GAMES);
    uint32_t unnoticed = 0;
    assert_true(nf_tally_consistent(&tally));
    for (uint32_t i = 0; i < tally.sums_count; i++) {
        tally.sums[i]++;
        unnoticed += nf_tally_consistent(&tally);
        tally.sums[i]--;
    }
    assert_in_range(unnoticed, 0, 3);
    notice_extremes(&tally);
    tally.games++;
    assert_false(nf_tally_consistent(&tally));
    nf_tally_close(&tally);
}

TEST(a_sum_or_extreme_or_number_of_games_that_is_changed_is_noticed)
{
    for_all(notice_changes, false);
}

static void notice_sums_of_nothing(const struct nf_setup *setup)
{
    struct nf_tally tally;
    struct nf_error err;
    assert_int_equal(nf_tally_open(&tally, setup, &err), NF_OK);
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
    nf_tally_close(&tally);
}

TEST(a_tally_of_no_games_is_empty_and_tells_no_width)
{
    for_all(notice_sums_of_nothing, false);
    for_all(notice_sums_of_nothing, true);
}

static void play_by_each_kernel(const struct nf_setup *setup)
{
    const struct nf_kernel *const *kernel = setup->game->kernels;
    struct nf_tally reference = nf_test_run(setup, *kernel, 7, GAMES, 1, 0).tally;
    while (*++kernel != NULL)
        if ((*kernel)->supported()) {
            struct nf_tally other = nf_test_run(setup, *kernel, 7, GAMES, 2, 10).tally;
            assert_same(&other, &reference);
            nf_tally_close(&other);
        }
    nf_tally_close(&reference);
}

TEST(every_kernel_and_number_of_threads_gives_one_tally)
{
    for_all(play_by_each_kernel, false);
}

/* ---- details ---- */

static void compare_with_plain(const struct nf_setup *setup)
{
    struct nf_params params = setup->params;
    params.detail = false;
    struct nf_setup *const plain = nf_test_prepare(setup->game, &params);
    struct nf_tally usual = play(plain, 3, GAMES), detailed = play(setup, 3, GAMES);
    assert_same(&usual, &detailed);
    assert_true(detailed.sums_count > usual.sums_count);
    assert_ptr_equal(detailed.details, detailed.sums + usual.sums_count);
    assert_true(nf_tally_consistent(&detailed));
    detailed.sums[0]++;
    assert_false(nf_tally_consistent(&detailed));
    nf_tally_close(&usual);
    nf_tally_close(&detailed);
    setup->game->release(plain);
}

TEST(details_come_on_top_of_the_usual_sums_and_digest)
{
    for_all(compare_with_plain, true);
}

static void merge_and_save(const struct nf_setup *setup)
{
    struct nf_tally whole = play(setup, 7, GAMES);
    struct nf_tally left = play(setup, 7, 31), right = play(setup, 38, GAMES - 31);
    nf_tally_merge(&left, &right);
    assert_same(&left, &whole);
    const struct nf_span span = {7, GAMES};
    const struct nf_report report = {.tally = &whole, .spans = &span, .spans_count = 1};
    struct nf_text file = {0};
    struct nf_saved saved;
    struct nf_error err = {""};
    assert_int_equal(nf_saved_write(&file, &report, &err), NF_OK);
    if (nf_saved_read(&(struct nf_input){"run", file.data, file.size}, &saved, &err) != NF_OK)
        fail_msg("%s", err.text);
    assert_int_equal(saved.setup->params.detail, setup->params.detail);
    assert_int_equal(saved.tally.sums_count, whole.sums_count);
    assert_same(&saved.tally, &whole);
    nf_saved_close(&saved);
    nf_text_free(&file);
    nf_tally_close(&whole);
    nf_tally_close(&left);
    nf_tally_close(&right);
}

TEST(parts_add_up_to_the_whole_which_is_read_back_as_it_was_saved)
{
    for_all(merge_and_save, false);
    for_all(merge_and_save, true);
}

int main(void)
{
    seed = nf_test_seed() >> 1;
    return nf_run_tests(NULL, NULL);
}
