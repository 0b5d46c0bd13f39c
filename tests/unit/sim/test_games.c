/* What every game promises the engine: kernels by name, parts that may be left out, wrong numbers
 * refused, and what is told of no games at all. */
/* both: each game gives a problem */
#include "judge/judge.h"
#include "sim/game.h"
#include "sim/instances.h"
#include "tests/unit/judged.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"
#include "tests/unit/whole.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct nf_setup *prepare(const struct nf_game *game)
{
    const struct nf_params params = nf_test_usual(game);
    return nf_test_prepare(game, &params);
}

TEST(games_are_found_by_name)
{
    for (size_t i = 0; nf_games[i] != NULL; i++)
        assert_ptr_equal(nf_find_game(nf_games[i]->name), nf_games[i]);
    assert_null(nf_find_game("chess"));
}

TEST(each_game_gives_the_problem_of_its_name)
{
    for (size_t i = 0; nf_games[i] != NULL || nf_problems[i] != NULL; i++) {
        assert_true(nf_games[i] != NULL && nf_problems[i] != NULL);
        assert_string_equal(nf_games[i]->name, nf_problems[i]->name);
        assert_string_equal(nf_games[i]->title, nf_problems[i]->title);
        assert_ptr_equal(nf_games[i]->rules, nf_problems[i]->rules);
        assert_ptr_equal(nf_find_problem(nf_games[i]->name), nf_problems[i]);
    }
    assert_null(nf_find_problem("chess"));
}

TEST(no_game_and_no_problem_lacks_a_part_that_is_asked_for)
{
    for (size_t i = 0; nf_games[i] != NULL; i++)
        if (nf_game_lacks(nf_games[i]) != NULL)
            fail_msg("game %zu lacks its %s", i, nf_game_lacks(nf_games[i]));
    for (size_t i = 0; nf_problems[i] != NULL; i++)
        if (nf_problem_lacks(nf_problems[i]) != NULL)
            fail_msg("problem %zu lacks its %s", i, nf_problem_lacks(nf_problems[i]));
}

/* ---- kernels of a toy ---- */

static bool nowhere(void)
{
    return false;
}

static const char *refuse_strategies(const struct nf_kernel *self, const struct nf_setup *setup)
{
    (void)self;
    return setup->params.strategy != NULL ? "it plays no strategies" : NULL;
}

static const struct nf_kernel plain = {.name = "plain", .supported = nf_everywhere},
                              quick = {"quick", nf_everywhere, NULL, NULL,
                                       .unfit = refuse_strategies},
                              quantum = {.name = "quantum", .supported = nowhere};
static const struct nf_kernel *const kernels[] = {&plain, &quick, &quantum, NULL};
static const struct nf_game toy = {.name = "toy", .kernels = kernels};

TEST(a_kernel_is_chosen_by_name_and_auto_is_the_last_that_runs_here)
{
    static const struct {
        const char *name;
        const struct nf_kernel *kernel; /* NULL: it is refused */
        const char *message;
    } rows[] = {
        {"auto", &quick, ""},
        {"plain", &plain, ""},
        {"quantum", NULL,
         "--kernel quantum: this processor or system lacks its instructions, expected auto or a "
         "slower one (now auto is quick)"},
        {"plian", NULL, "--kernel plian: unknown kernel of toy, did you mean plain?"},
        {"abacus", NULL,
         "--kernel abacus: unknown kernel of toy, expected one of auto, plain, quick, quantum"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct nf_kernel *kernel;
        assert_ends(rows[i].kernel != NULL ? NF_OK : NF_USAGE, rows[i].message, nf_choose_kernel,
                    &toy, rows[i].name, &kernel);
        if (rows[i].kernel != NULL)
            assert_ptr_equal(kernel, rows[i].kernel);
    }
}

TEST(auto_takes_the_last_kernel_that_can_play_the_setup_and_others_say_why_they_cannot)
{
    static const struct {
        const char *strategy, *name;
        const struct nf_kernel *chosen, *kernel; /* NULL: it is refused */
    } rows[] = {
        {NULL, "auto", &quick, &quick},   {"some", "auto", &quick, &plain},
        {"some", "quick", &quick, NULL},  {"some", "plain", &plain, &plain},
        {NULL, "auto", &quantum, &quick}, /* chosen on another machine, say */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct nf_setup setup = {&toy, {.strategy = rows[i].strategy}};
        const struct nf_kernel *kernel = rows[i].chosen;
        if (rows[i].kernel != NULL) {
            assert_ok(nf_fit_kernel, &setup, rows[i].name, &kernel);
            assert_ptr_equal(kernel, rows[i].kernel);
        } else {
            assert_ends(NF_USAGE,
                        "--kernel quick: it plays no strategies, expected auto (now plain)",
                        nf_fit_kernel, &setup, rows[i].name, &kernel);
        }
    }
}

/* ---- all games ---- */

TEST(instance_transcript_and_events_are_the_same_when_asked_for_apart)
{
    for (size_t i = 0; nf_games[i] != NULL; i++) {
        const struct nf_game *const game = nf_games[i];
        const struct nf_problem *const problem = nf_problems[i];
        if (problem->fuzz == NULL)
            continue;
        FREED_BY(nf_test_release) struct nf_setup *const setup = prepare(game);
        FREED_BY(nf_text_free)
        struct nf_text instance = {0}, answer = {0}, answers = {0}, alone = {0}, twice = {0};
        uint64_t reached[2][NF_MAX_EVENTS] = {{0}};
        assert_ok(game->deals->deal, setup, 5, &instance, &answers);
        assert_ok(game->deals->deal, setup, 5, &alone, NULL);
        assert_ok(game->deals->deal, setup, 5, NULL, &answer);
        assert_true(nf_test_same(&instance, &alone) && nf_test_same(&answers, &answer));
        /* All are added to what is there. */
        const struct nf_input input = nf_text_input(&instance, "case");
        nf_text_bytes(&answers, answer.data, answer.size);
        assert_ok(nf_cover, problem->rules, &input, &twice, NULL);
        assert_ok(nf_cover, problem->rules, &input, NULL, reached[0]);
        memcpy(reached[1], reached[0], sizeof reached[0]);
        assert_ok(nf_cover, problem->rules, &input, &twice, reached[1]);
        assert_true(nf_test_same(&twice, &answers));
        for (int event = 0; event < NF_MAX_EVENTS; event++)
            assert_int_equal(reached[1][event], 2 * reached[0][event]);
    }
}

TEST(events_have_names_of_their_own_and_a_line_of_help)
{
    for (size_t i = 0; nf_games[i] != NULL; i++) {
        if (nf_problems[i]->fuzz == NULL)
            continue;
        const struct nf_event *const events = nf_problems[i]->fuzz->events;
        size_t count = 0;
        for (; events[count].name != NULL; count++) {
            const char *const name = events[count].name, *const help = events[count].help;
            assert_int_equal(strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-"), strlen(name));
            assert_true(strlen(help) > 5 && help[strlen(help) - 1] != '.');
            assert_null(strchr(help, '\n'));
            for (size_t other = 0; other < count; other++)
                assert_string_not_equal(name, events[other].name);
        }
        assert_in_range(count, 1, NF_MAX_EVENTS);
    }
}

/* A dealt game of any size; of numbered games one that there is. */
static void check_dealt(const struct nf_game *game, const char *profile, uint64_t *random)
{
    const struct nf_problem *const problem = nf_find_problem(game->name);
    const uint32_t most_rounds =
        game->rounds.low + 3 < game->rounds.high ? game->rounds.low + 3 : game->rounds.high;
    const struct nf_params params = {
        .players = nf_test_between(random, game->players.low, game->players.high),
        .rounds = nf_test_between(random, game->rounds.low, most_rounds),
        .deck = game->deck.normal,
        .profile = profile,
        .seed = nf_test_random(random) >> 1};
    const uint64_t count = game->numbered != NULL ? game->numbered->count(&params) : 0;
    const uint64_t any = nf_test_random(random) >> nf_test_between(random, 0, 63);
    FREED_BY(nf_test_release) struct nf_setup *const setup = nf_test_prepare(game, &params);
    FREED_BY(nf_text_free) struct nf_text instance = {0}, answer = {0}, report = {0}, again = {0};
    struct nf_error err;
    assert_ok(game->deals->deal, setup, count > 0 ? any % count : any, &instance, &answer);
    const struct nf_input input = nf_text_input(&instance, "dealt");
    if (nf_verify(problem, &input, &report, &err) != NF_OK)
        fail_msg("%s\n%.*s", err.text, (int)instance.size, instance.data);
    assert_memory_equal(report.data, "dealt: valid", 12); /* without a warning */
    assert_ok(nf_play, problem->rules, &input, &again);
    assert_true(nf_test_same(&again, &answer));
}

TEST(dealt_games_are_valid_in_every_profile_and_answered_by_their_transcripts)
{
    uint64_t random = nf_test_seed();
    for (size_t i = 0; nf_games[i] != NULL; i++)
        for (const struct nf_profile *profile = nf_games[i]->profiles; profile->name != NULL;
             profile++)
            for (uint32_t often = nf_test_often(30, 100, 1000); often > 0; often--)
                check_dealt(nf_games[i], profile->name, &random);
}

/* Those of statements, where they have any. */
TEST(samples_are_answered_byte_for_byte)
{
    for (size_t i = 0; nf_games[i] != NULL; i++) {
        char pattern[64];
        glob_t found;
        snprintf(pattern, sizeof pattern, "tests/data/%s/*.in", nf_games[i]->name);
        assert_int_equal(glob(pattern, 0, NULL, &found), 0);
        for (size_t k = 0; k < found.gl_pathc; k++) {
            char *const path = found.gl_pathv[k];
            FREED_BY(nf_input_close) struct nf_input input, right;
            FREED_BY(nf_text_free) struct nf_text answer = {0};
            struct nf_error err;
            if (nf_input_open(&input, path, &err) != NF_OK ||
                nf_play(nf_games[i]->rules, &input, &answer, &err) != NF_OK)
                fail_msg("%s", err.text);
            char answer_path[100];
            snprintf(answer_path, sizeof answer_path, "%.*s.out", (int)strlen(path) - 3, path);
            assert_ok(nf_input_open, &right, answer_path);
            assert_int_equal(answer.size, right.size);
            assert_memory_equal(answer.data, right.data, right.size);
        }
        globfree(&found);
    }
}

/* Every kernel that runs here makes these records of the instances, given all at once. */
static void assert_played(const struct nf_game *game, const struct nf_text *instances, size_t count,
                          const struct nf_text *records)
{
    FREED_BY(nf_test_free) struct nf_input *const inputs = calloc(count, sizeof *inputs);
    FREED_BY(nf_test_free) struct nf_text *const found = calloc(count, sizeof *found);
    for (size_t k = 0; k < count; k++)
        inputs[k] = nf_text_input(&instances[k], "case");
    for (const struct nf_kernel *const *kernel = game->kernels; *kernel != NULL; kernel++) {
        if (!(*kernel)->supported())
            continue;
        assert_ok(nf_play_instances, game, *kernel, inputs, count, found);
        for (size_t k = 0; k < count; k++) {
            if (!nf_test_same(&found[k], &records[k]))
                fail_msg("%s plays otherwise:\n%.*s", (*kernel)->name, (int)instances[k].size,
                         instances[k].data);
            nf_text_free(&found[k]);
        }
    }
}

/* And where an instance can hold several games, all of them in one. */
TEST(dealt_games_written_as_instances_are_played_as_dealt_by_every_kernel)
{
    enum { GAMES = 40 };
    for (size_t i = 0; nf_games[i] != NULL; i++) {
        const struct nf_game *const game = nf_games[i];
        FREED_BY(nf_test_release) struct nf_setup *const setup = prepare(game);
        const size_t words = nf_words_of(setup), bytes = words * sizeof(uint32_t);
        struct nf_text instances[GAMES + 1] = {{0}}, records[GAMES + 1];
        FREED_BY(nf_test_free)
        uint32_t *const kept = nf_test_records(setup, game->kernels[0], 0, GAMES);
        for (size_t k = 0; k < GAMES; k++) {
            records[k] = (struct nf_text){.data = (char *)&kept[k * words], .size = bytes};
            assert_ok(game->deals->deal, setup, k, &instances[k], NULL);
        }
        records[GAMES] = (struct nf_text){.data = (char *)kept, .size = GAMES * bytes};
        if (game->deals->deal_many != NULL)
            assert_ok(game->deals->deal_many, setup, 0, GAMES, &instances[GAMES], NULL);
        assert_played(game, instances, GAMES + (game->deals->deal_many != NULL), records);
        for (size_t k = 0; k <= GAMES; k++)
            nf_text_free(&instances[k]);
    }
}

/* Cases of all sizes together, each as the reference plays it alone. */
TEST(guided_cases_are_played_alike_by_every_kernel_however_they_are_mixed)
{
    enum { CASES = 150 };
    const uint64_t seed = nf_test_seed() >> 1;
    for (size_t i = 0; nf_games[i] != NULL; i++) {
        const struct nf_game *const game = nf_games[i];
        const struct nf_problem *const problem = nf_problems[i];
        struct nf_text cases[CASES] = {{0}}, alone[CASES] = {{0}};
        if (problem->fuzz == NULL)
            continue;
        for (size_t k = 0; k < CASES; k++) {
            cases[k] = nf_test_guide(problem, seed, k);
            const struct nf_input input = nf_text_input(&cases[k], "case");
            assert_ok(nf_play_instances, game, game->kernels[0], &input, 1, &alone[k]);
        }
        assert_played(game, cases, CASES, alone);
        for (size_t k = 0; k < CASES; k++) {
            nf_text_free(&cases[k]);
            nf_text_free(&alone[k]);
        }
    }
}

TEST(an_instance_that_is_not_valid_is_named_by_every_game_and_kernel)
{
    static const char bad[] = "bad:1:";
    for (size_t i = 0; nf_games[i] != NULL; i++) {
        const struct nf_game *const game = nf_games[i];
        const struct nf_problem *const problem = nf_problems[i];
        FREED_BY(nf_test_release) struct nf_setup *const setup = prepare(game);
        FREED_BY(nf_text_free) struct nf_text good = {0}, words = {0};
        struct nf_text records[3] = {{0}};
        struct nf_difference difference;
        uint64_t reached[NF_MAX_EVENTS] = {0};
        assert_ok(game->deals->deal, setup, 0, &good, NULL);
        const struct nf_input inputs[3] = {
            {"good", good.data, good.size}, {"bad", "1 x", 3}, {"good", good.data, good.size}};
        for (const struct nf_kernel *const *kernel = game->kernels; *kernel != NULL; kernel++) {
            if (!(*kernel)->supported())
                continue;
            assert_ends_saying(NF_INVALID, bad, nf_play_instances, game, *kernel, inputs, 3,
                               records);
            assert_ok(nf_play_instances, game, *kernel, inputs, 0, records);
            for (size_t k = 0; k < 3; k++)
                nf_text_free(&records[k]);
        }
        if (problem->fuzz != NULL) {
            assert_ends_saying(NF_INVALID, bad, nf_describe_size, problem, &inputs[1], &words);
            assert_ends_saying(NF_INVALID, bad, nf_check_output, problem, &inputs[1], NULL,
                               &inputs[0], &difference);
            assert_ends_saying(NF_INVALID, bad, nf_cover, problem->rules, &inputs[1], &words,
                               reached);
            assert_int_equal(words.size, 0);
            for (int event = 0; event < NF_MAX_EVENTS; event++)
                assert_int_equal(reached[event], 0);
        }
    }
}

/* The engine's options hold the bounds of help; a game holds its own against other callers. */
TEST(numbers_out_of_range_are_refused_by_every_game)
{
    for (size_t i = 0; nf_games[i] != NULL; i++) {
        const struct nf_game *const game = nf_games[i];
        const struct nf_params right = nf_test_usual(game);
        struct nf_params wrong[8] = {right, right, right, right, right, right, right, right};
        wrong[0].players = game->players.low - 1;
        wrong[1].players = game->players.high + 1;
        wrong[2].rounds = game->rounds.low - 1;
        wrong[3].rounds = game->rounds.high + 1;
        wrong[4].deck = game->deck.high + 1;
        wrong[5].profile = "no-such-profile";
        wrong[6].weights = "A1=x";
        wrong[7].strategy = "0=any"; /* no seat, or no game of strategies */
        static const char *const options[8] = {"--players", "--players", "--rounds",  "--rounds",
                                               "--deck",    "--profile", "--weights", "--strategy"};
        for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
            struct nf_setup *setup = NULL;
            struct nf_error err = {""};
            if (nf_prepare(game, &wrong[k], &setup, &err) != NF_USAGE)
                fail_msg("%s took row %zu of wrong parameters", game->name, k);
            assert_null(setup);
            if (strstr(err.text, options[k]) == NULL)
                fail_msg("%s: '%s' does not name %s", game->name, err.text, options[k]);
        }
    }
}

TEST(profiles_are_found_by_name_and_for_an_unknown_one_the_nearest_is_named)
{
    for (size_t i = 0; nf_games[i] != NULL; i++) {
        const struct nf_game *const game = nf_games[i];
        struct nf_params params = nf_test_usual(game);
        for (uint32_t number = 0; game->profiles[number].name != NULL; number++) {
            uint32_t found = UINT32_MAX;
            params.profile = game->profiles[number].name;
            assert_ok(nf_check_params, game, &params, &found);
            assert_int_equal(found, number);
        }
        uint32_t found;
        char expected[100];
        params.profile = "unifrom";
        snprintf(expected, sizeof expected,
                 "--profile: 'unifrom' is not a profile of %s, did you mean uniform?", game->name);
        assert_ends(NF_USAGE, expected, nf_check_params, game, &params, &found);
    }
}
