/* A game in the making: what it lacks is named, and what it may do without is refused. */
#include "commands/commands.h"
#include "games/tng/judged/fuzzing.h"
#include "games/tng/simulated/module.h"
#include "sim/game.h"
#include "tests/unit/null_game.h"
#include "tests/unit/test.h"
#include "tests/unit/whole.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The only game of this program: one without any part that is optional. */
static struct nf_game bare;
const struct nf_game *const nf_games[] = {&bare, NULL};

/* And the problem that it gives. */
static struct nf_problem bare_problem;
const struct nf_problem *const nf_problems[] = {&bare_problem, NULL};

TEST(the_first_part_that_a_game_lacks_is_named)
{
    assert_null(nf_game_lacks(&tng_game));
    assert_null(nf_game_lacks(&bare));
    assert_string_equal(nf_game_lacks(&null_game), "setup_size");
    struct nf_game game = tng_game;
    game.deals = NULL;
    assert_string_equal(nf_game_lacks(&game), "deals");
    game = tng_game;
    game.rules = NULL;
    assert_string_equal(nf_game_lacks(&game), "rules");
}

TEST(the_first_part_that_a_problem_lacks_is_named)
{
    assert_null(nf_problem_lacks(&tng_problem));
    assert_null(nf_problem_lacks(&bare_problem));
    struct nf_problem problem = tng_problem;
    problem.title = NULL;
    assert_string_equal(nf_problem_lacks(&problem), "title");
    problem.title = tng_problem.title;
    struct nf_rules rules = *tng_problem.rules;
    rules.play = NULL;
    problem.rules = &rules;
    assert_string_equal(nf_problem_lacks(&problem), "rules->play");
    problem = tng_problem;
    struct nf_fuzz_ops fuzz = *tng_problem.fuzz;
    fuzz.frames = 0;
    problem.fuzz = &fuzz;
    assert_string_equal(nf_problem_lacks(&problem), "fuzz->frames");
    problem.fuzz = NULL; /* of which the wrong programs of its package are */
    assert_string_equal(nf_problem_lacks(&problem), "fuzz");
}

/* Runs a command as main() does, its output left out. */
static enum nf_status run(char *line, struct nf_error *err)
{
    char *arguments[12] = {NULL}, *left = NULL;
    size_t count = 0;
    for (char *word = strtok_r(line, " ", &left); word != NULL; word = strtok_r(NULL, " ", &left))
        arguments[count++] = word;
    const struct nf_command *const command = nf_cli_find(nf_commands, arguments[0], err);
    assert_non_null(command);
    fflush(stdout);
    const int kept = dup(STDOUT_FILENO), none = open("/dev/null", O_WRONLY);
    assert_true(kept >= 0 && none >= 0);
    dup2(none, STDOUT_FILENO);
    const enum nf_status status = nf_cli_run(command, arguments + 1, err);
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    close(none);
    return status;
}

TEST(a_game_without_optional_parts_is_played_and_refuses_the_rest)
{
    static const struct {
        const char *line;
        enum nf_status status;
    } rows[] = {
        {"run --games 100 --quiet", NF_OK},
        {"replay --index 3", NF_OK},
        {"gen --index 3", NF_OK},
        {"signature", NF_OK},
        {"run --games 100 --quiet --detail", NF_USAGE},
        {"run --games 100 --quiet --check", NF_USAGE},
        {"run --quiet --exhaustive", NF_USAGE},
        {"run --games 100 --quiet --paired", NF_USAGE},
        {"replay --json -", NF_USAGE},
        {"replay --html x.html", NF_USAGE},
        {"gen --suite x", NF_USAGE},
        {"explain /dev/null /dev/null", NF_USAGE},
        {"fuzz -- true", NF_USAGE},
        {"judge --mistakes /tmp", NF_USAGE},
        {"strategies", NF_USAGE},
        {"tournament a b", NF_USAGE},
        {"optimise --seat 1", NF_USAGE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char line[80];
        struct nf_error err = {""};
        snprintf(line, sizeof line, "%s", rows[i].line);
        const enum nf_status status = run(line, &err);
        if (status != rows[i].status || (status == NF_OK) != (err.text[0] == '\0'))
            fail_msg("%s: %d, %s", rows[i].line, (int)status, err.text);
    }
}

int main(void)
{
    bare = tng_game;
    bare.words = NULL;
    bare.details = NULL;
    bare.promises = NULL;
    bare.numbered = NULL;
    bare.bench = NULL;
    bare_problem = tng_problem;
    bare_problem.suite = NULL;
    bare_problem.fuzz = NULL;
    return nf_run_tests(NULL, NULL);
}
