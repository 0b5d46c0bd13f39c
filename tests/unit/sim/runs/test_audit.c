/* Games of saved runs played again, to find those that are not what they should be. */
/* threads: run under ThreadSanitizer as well */
/* both: the fuzz targets know all there is */
#include "sim/runs/audit.h"
#include "tests/unit/sim/runs/played_run.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <math.h>

enum { FIRST = 700, GAMES = 300 }; /* blocks of a game each */

/* A saved run that lies. */
struct lie {
    uint32_t blocks; /* so many of the first blocks have wrong games */
    bool sums;       /* games are right, and sums wrong */
    bool none;       /* there are no digests of blocks */
};

static struct nf_text file_of(uint64_t games, const struct lie *lie)
{
    static const struct nf_params params = {
        .players = 4, .rounds = 6, .profile = "no-double", .seed = 9};
    FREED_BY(nf_close_played) struct nf_played_run run;
    nf_play_run(&run, &params, FIRST, games);
    struct nf_tally *const tally = &run.result.tally;
    for (uint32_t i = 0; i < lie->blocks; i++) {
        static const struct nf_digest wrong = {1, 1};
        nf_digest_merge(&tally->digest, &wrong);
        nf_digest_merge(&tally->blocks->list[i], &wrong);
    }
    tally->rejected[0] += lie->sums;
    tally->blocks->count *= !lie->none;
    struct nf_text file = nf_file_of_report(&run.report);
    return file;
}

/* Checks a file; how many games were played again in `*games`. */
static enum nf_status check(const struct nf_text *file, double share, uint64_t *games,
                            struct nf_error *err)
{
    FREED_BY(nf_saved_close) struct nf_saved saved = nf_read_back(file);
    struct nf_spot_check check = {.share = share, .threads = 2};
    const struct nf_input input = nf_text_input(file, "file");
    const enum nf_status status = nf_spot_check_run(&check, &input, &saved, err);
    *games = check.games;
    return status;
}

/* Checks a file that is as it should be; returns how many games were played again. */
static uint64_t games_checked(const struct nf_text *file, double share)
{
    uint64_t games;
    assert_ok(check, file, share, &games);
    return games;
}

TEST(of_an_honest_run_the_share_asked_for_is_played_again_one_block_at_least)
{
    static const struct {
        double share;
        uint64_t games;
    } cases[] = {{1e-9, 1}, {0.001, 1}, {0.1, 30}, {0.5, 150}, {1, GAMES}};
    FREED_BY(nf_text_free) struct nf_text file = file_of(GAMES, &(struct lie){0});
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(games_checked(&file, cases[i].share), cases[i].games);
}

TEST(blocks_of_many_games_are_played_whole)
{
    FREED_BY(nf_text_free)
    struct nf_text file = file_of(2500, &(struct lie){0}); /* blocks of four games */
    assert_int_equal(games_checked(&file, 1e-9), 4);
    assert_int_equal(games_checked(&file, 1), 2500);
}

TEST(wrong_games_are_found_as_often_as_chance_picks_their_block)
{
    const uint32_t trials = nf_test_often(100, 300, 1000);
    uint32_t found = 0;
    FREED_BY(nf_text_free) struct nf_text file = file_of(GAMES, &(struct lie){.blocks = 1});
    for (uint32_t i = 0; i < trials; i++) {
        struct nf_error err = {""};
        uint64_t games;
        const enum nf_status status = check(&file, 0.5, &games, &err);
        found += status == NF_DIFFERENT;
        if (status == NF_DIFFERENT)
            assert_string_equal(err.text, "file: of the games 700 to 700, played again, some are "
                                          "not as they were saved");
        else
            assert_int_equal(status, NF_OK);
    }
    /* Six standard deviations of a binomial distribution. */
    const double off = fabs(found - trials / 2.0);
    assert_true(off <= 6 * sqrt(trials / 4.0));
    struct nf_error err = {""};
    uint64_t games;
    assert_int_equal(check(&file, 1, &games, &err), NF_DIFFERENT);
}

TEST(wrong_sums_of_right_games_are_found_where_all_are_played_again)
{
    FREED_BY(nf_text_free) struct nf_text file = file_of(GAMES, &(struct lie){.sums = true});
    uint64_t games;
    assert_ok(check, &file, 0.9, &games);
    assert_ends(NF_DIFFERENT,
                "file: the games, played again, are as they were saved, but add "
                "up to other sums",
                check, &file, 1, &games);
}

TEST(a_run_without_digests_of_blocks_is_read_and_not_checked)
{
    FREED_BY(nf_text_free) struct nf_text file = file_of(GAMES, &(struct lie){.none = true});
    uint64_t games;
    assert_ends_saying(NF_INVALID,
                       "found no digests of blocks, expected those that --replay "
                       "compares; runs of early versions have none",
                       check, &file, 0.1, &games);
}
