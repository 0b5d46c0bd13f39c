/* The rules of the pig game: tests/data/pigs/rules has, for what people read otherwise, games in
 * which it shows. */
/* valgrind: quick enough to be run under it as well */
#include "base/text.h"
#include "games/pigs/simulated/module.h"
#include "judge/judge.h"
#include "tests/unit/test.h"

#include <string.h>

/* Returns what the game prints, to be freed; fails for an instance that cannot be played. */
static struct nf_text told(const char *instance, size_t size)
{
    const struct nf_input input = {"an example", instance, size};
    struct nf_text text = {0};
    struct nf_error err;
    if (nf_play(pigs_game.rules, &input, &text, &err) != NF_OK)
        fail_msg("%.*s%s", (int)size, instance, err.text);
    return text;
}

/* A block has a line for each who plays otherwise, an instance, ==== and the answer, behind it an
 * empty line; an answer's empty lines are followed by others. */
TEST(games_end_otherwise_for_who_reads_a_rule_otherwise)
{
    static const char between[] = "====\n";
    FREED_BY(nf_input_close) struct nf_input file;
    unsigned games = 0;
    assert_ok(nf_input_open, &file, "tests/data/pigs/rules");
    for (const char *at = file.data, *const end = file.data + file.size; at < end; games++) {
        const char *instance = at;
        while (*instance < '0' || *instance > '9')
            instance = (const char *)memchr(instance, '\n', (size_t)(end - instance)) + 1;
        const char *const answer =
            (const char *)memmem(instance, (size_t)(end - instance), between, 5) + 5;
        FREED_BY(nf_text_free)
        struct nf_text text = told(instance, (size_t)(answer - 5 - instance));
        if ((size_t)(end - answer) < text.size || memcmp(answer, text.data, text.size) != 0)
            fail_msg("who %.*sfound:\n%.*s", (int)(answer - at), at, (int)text.size, text.data);
        at = answer + text.size + 1;
    }
    assert_true(games >= 10);
}

TEST(instances_of_other_pigs_or_without_an_end_are_refused)
{
    static const struct {
        const char *instance, *message;
    } refused[] = {
        {"2 1\nMP D D D D\nZP K P F N\nW\n", "there must be a rebel"},
        {"2 1\nFP D D D D\nMP K P F N\nW\n", "refused:2:1: "},
        {"3 1\nMP D D D D\nMP K P F N\nFP W W W W\nW\n", "refused:3:1: "},
        {"2 1\nMP D D D D\nFP D D D D\nD\n", "goes on for ever"},
        {"2 1\nMP D D D X\nFP D D D D\nD\n", "refused:2:10: "},
        {"2 2\nMP J J J J\nFP P P P P\nZ Z\n", "goes on for ever"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const struct nf_input input = {"refused", refused[i].instance, strlen(refused[i].instance)};
        assert_ends_saying(NF_INVALID, refused[i].message, nf_play, pigs_game.rules, &input, NULL);
    }
}
