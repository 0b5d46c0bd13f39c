/* The cases that ninefold makes of a seed: dealt games of every profile, guided cases, those of the
 * stages of a fuzz, the judge's test set. Whoever wrote down a seed and a number is to find the
 * same case, by every build and on every machine. A change that means to alter them says so and
 * records the digests anew: NF_TEST_RECORD=1 writes tests/data/G/cases.txt. */
/* first: takes long */
#include "base/format/mismatch.h"
#include "judge/format/suite_write.h"
#include "sim/game.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { DEALT = 40, GUIDED = 1000, LIMITED = 96, STAGED = 10, SEED = 20201004 };

/* Appends a line, the digest of what `cases` holds and what it is, and empties it. */
static void note(struct nf_text *lines, struct nf_text *cases, const char *kind, const char *name)
{
    assert_false(cases->failed);
    const XXH128_hash_t hash = XXH3_128bits(cases->data, cases->size);
    nf_text_format(lines, "%016llx%016llx  %s%s%s\n", (unsigned long long)hash.high64,
                   (unsigned long long)hash.low64, kind, name[0] == '\0' ? "" : " ", name);
    cases->size = 0;
}

static void note_dealt(struct nf_text *lines, const struct nf_game *game)
{
    FREED_BY(nf_text_free) struct nf_text cases = {0};
    struct nf_error err;
    for (const struct nf_profile *profile = game->profiles; profile->name != NULL; profile++) {
        const struct nf_params params = {
            .players = profile->players > 0 ? profile->players : game->players.normal,
            .rounds = profile->rounds > 0 ? profile->rounds : game->rounds.normal,
            .deck = profile->deck > 0 ? profile->deck : game->deck.normal,
            .profile = profile->name,
            .seed = SEED};
        FREED_BY(nf_test_release) struct nf_setup *const setup = nf_test_prepare(game, &params);
        for (uint64_t i = 0; i < DEALT; i++) /* an index may have no valid game */
            if (game->deals->deal(setup, i * i * i * i * 1000003, &cases, NULL, &err) != NF_OK)
                nf_text_string(&cases, "none\n");
        note(lines, &cases, "profile", profile->name);
    }
}

static void note_guided(struct nf_text *lines, const struct nf_problem *problem)
{
    const struct nf_fuzz_ops *const fuzz = problem->fuzz;
    FREED_BY(nf_text_free) struct nf_text cases = {0};
    struct nf_error err;
    for (uint64_t i = 0; i < GUIDED; i++)
        assert_ok(fuzz->guide, SEED, i, &(struct nf_case_limits){0}, &cases);
    note(lines, &cases, "guided", "");
    for (uint32_t i = 0; i < LIMITED; i++) {
        const struct nf_case_limits limits = {i % 4 * 2, i / 4 % 4, i % 3 * 31};
        if (fuzz->guide(SEED, i, &limits, &cases, &err) != NF_OK)
            nf_text_format(&cases, "%s\n", err.text);
    }
    note(lines, &cases, "guided,", "with limits");
    for (const struct nf_stage *stage = fuzz->stages; stage->name != NULL; stage++) {
        nf_text_format(&cases, "%llu %llu\n", (unsigned long long)stage->first,
                       (unsigned long long)stage->every);
        for (uint64_t i = 0; i < STAGED; i++)
            assert_ok(stage->write, stage->plan, SEED, stage->first + i * stage->every, &cases);
        note(lines, &cases, "stage", stage->name);
    }
}

/* Tests take long to find, so of all problems' groups one is tried at most; or all where `every` is
 * set.
 */
static void note_suite(struct nf_text *lines, const struct nf_problem *const *problem, bool every)
{
    enum { MOST_GROUPS = 6 };
    const struct nf_suite *const suite = (*problem)->suite;
    FREED_BY(nf_text_free) struct nf_text cases = {0}, answers = {0};
    uint32_t groups = 0, problems = 0, number = 0;
    while (nf_problems[problems] != NULL)
        problems++;
    while (suite->groups[groups].name != NULL)
        groups++;
    assert_true(groups < MOST_GROUPS);
    for (uint32_t group = 0; group <= groups; group++) {
        const char *const name = group < groups ? suite->groups[group].name : "samples";
        const bool tries =
            every || nf_test_tries((size_t)(problem - nf_problems) + group * problems,
                                   MOST_GROUPS * problems);
        const struct nf_suite_test *test = group < groups ? suite->tests + number : suite->samples;
        for (; test->group != NULL && (group == groups || strcmp(test->group, name) == 0);
             test++, number++)
            if (tries)
                assert_ok(nf_suite_write, *problem, SEED, number, &cases, &answers);
        if (tries)
            note(lines, &cases, "set,", name);
    }
}

/* Whether each of the lines is one of those recorded. */
static bool all_recorded(const struct nf_text *lines, const struct nf_input *recorded)
{
    bool all = true;
    const struct nf_input input = nf_text_input(lines, "found");
    struct nf_line line;
    for (size_t at = 0; nf_next_line(&input, &at, &line);)
        all = all && memmem(recorded->data, recorded->size, line.text, line.length + 1) != NULL;
    return all;
}

TEST(the_cases_of_a_seed_are_the_recorded_ones)
{
    const bool record = getenv("NF_TEST_RECORD") != NULL;
    for (size_t i = 0; nf_games[i] != NULL; i++) {
        FREED_BY(nf_text_free) struct nf_text lines = {0};
        FREED_BY(nf_input_close) struct nf_input recorded;
        char path[64];
        snprintf(path, sizeof path, "tests/data/%s/cases.txt", nf_games[i]->name);
        note_dealt(&lines, nf_games[i]);
        if (nf_problems[i]->fuzz != NULL)
            note_guided(&lines, nf_problems[i]);
        if (nf_problems[i]->suite != NULL)
            note_suite(&lines, &nf_problems[i], record);
        if (record)
            assert_ok(nf_text_save, &lines, path);
        assert_ok(nf_input_open, &recorded, path);
        const bool whole = nf_test_often(0, 1, 1) != 0 || record;
        if (!all_recorded(&lines, &recorded) || (whole && lines.size != recorded.size))
            fail_msg("%s, recorded:\n%.*sfound:\n%.*s", path, (int)recorded.size, recorded.data,
                     (int)lines.size, lines.data);
    }
}
