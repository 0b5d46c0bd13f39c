/* What formats promise of every game: what breaks a constraint is refused, and what is refused says
 * so at its place. That printed instances are read again the same, and so that values are those of
 * their tokens, is what verify holds, and sim/test_games.c tries. */
/* valgrind: quick enough to be run under it as well */
/* both: the fuzz targets know all there is */
#include "judge/format/suite_write.h"
#include "judge/forms/form.h"
#include "judge/judge.h"
#include "sim/game.h"
#include "tests/fuzz-targets/fuzz_target.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

/* A dealt instance of the game; the caller frees it. */
static struct nf_text deal(const struct nf_game *game, uint64_t seed)
{
    const uint32_t players = game->players.high - game->players.low + 1;
    struct nf_params params = nf_test_usual(game);
    params.players = game->players.low + (uint32_t)(seed % players);
    params.rounds = game->rounds.low;
    params.seed = seed;
    FREED_BY(nf_test_release) struct nf_setup *const setup = nf_test_prepare(game, &params);
    struct nf_text instance = {0};
    assert_ok(game->deals->deal, setup, 0, &instance, NULL);
    return instance;
}

TEST(a_padded_instance_has_the_same_transcript)
{
    const uint64_t seed = nf_test_seed();
    for (size_t i = 0; nf_games[i] != NULL; i++) {
        const struct nf_problem *const problem = nf_problems[i];
        FREED_BY(nf_text_free)
        struct nf_text text = deal(nf_games[i], seed >> 1), padded = {0}, answer = {0}, same = {0};
        const struct nf_input input = nf_text_input(&text, "dealt");
        uint32_t added;
        assert_ok(nf_instance_pad, problem->rules->format, &input, 200, &padded, &added);
        assert_int_equal(added, nf_format_pads(problem->rules->format) ? 200 : 0);
        assert_int_equal(padded.size > text.size, added > 0);
        const struct nf_input longer = nf_text_input(added > 0 ? &padded : &text, "padded");
        assert_ok(nf_play, problem->rules, &input, &answer);
        assert_ok(nf_play, problem->rules, &longer, &same);
        assert_true(nf_test_same(&same, &answer));
    }
}

struct refusal {
    const struct nf_game *game;
    size_t count;
};

static void refuse(void *owner, const char *name, struct nf_text *text)
{
    struct refusal *const refusal = owner;
    const struct nf_input input = nf_text_input(text, "broken");
    const struct nf_format_lines *const lines = refusal->game->rules->format->lines;
    FREED_BY(nf_text_free) struct nf_text report = {0};
    struct nf_error err;
    /* How many lines a package has at most is no limit of the game's. */
    const bool free_count = lines->most > 0 &&
                            strncmp(name, lines->name, strlen(lines->name)) == 0 &&
                            (strstr(name, "-none") != NULL || strstr(name, "-too-many") != NULL);
    const enum nf_status status =
        nf_verify(nf_find_problem(refusal->game->name), &input, &report, &err);
    if (status != (free_count ? NF_OK : NF_INVALID))
        fail_msg("%s: %s is taken", refusal->game->name, name);
    if (status == NF_INVALID && strncmp(err.text, "broken:", strlen("broken:")) != 0)
        fail_msg("%s: %s has no place: %s", refusal->game->name, name, err.text);
    refusal->count++;
    nf_text_free(text);
}

TEST(every_constraint_that_is_broken_is_refused)
{
    const uint64_t seed = nf_test_seed();
    for (size_t i = 0; nf_games[i] != NULL; i++) {
        const struct nf_game *const game = nf_games[i];
        struct refusal refusal = {game, 0};
        FREED_BY(nf_text_free) struct nf_text text = deal(game, seed >> 1);
        const struct nf_input input = nf_text_input(&text, "dealt");
        nf_format_break(game->rules->format, &input, &refusal, refuse);
        assert_true(refusal.count >= 4);
    }
}

/* Whatever the bytes, there is one answer by everybody: a transcript or a message with a place. */
TEST(damaged_input_is_read_or_refused_at_a_place)
{
    static const char bytes[] = "\0 \n\r\t-A19EM\xff";
    uint64_t random = nf_test_seed();
    for (size_t i = 0; nf_games[i] != NULL; i++)
        for (uint32_t trial = 0; trial < 4000; trial++) {
            FREED_BY(nf_text_free) struct nf_text text = deal(nf_games[i], trial / 100);
            for (uint32_t damage = nf_test_between(&random, 1, 3); damage > 0; damage--)
                text.data[nf_test_between(&random, 0, (uint32_t)text.size - 1)] =
                    bytes[nf_test_between(&random, 0, sizeof bytes - 2)];
            text.size =
                nf_test_between(&random, 0, 1) ? text.size : nf_test_random(&random) % text.size;
            /* Of exactly that size, so that reading past it shows under a sanitizer. */
            FREED_BY(nf_test_free) char *const exact = malloc(text.size + (text.size == 0));
            assert_non_null(exact);
            memcpy(exact, text.data, text.size);
            nf_fuzz_instance(nf_games[i], exact, text.size);
        }
}

/* A format and the form that packages have of it. */
struct form_and_format {
    const struct nf_format *format;
    struct nf_form_machine *machine;
    uint32_t accepted, refused;
};

static bool format_accepts(const struct nf_format *format, const struct nf_input *input)
{
    FREED_BY(nf_instance_free) struct nf_instance read = {0};
    struct nf_error err;
    const uint32_t most = format->lines->most;
    return nf_instance_read(&read, format, input, &err) == NF_OK &&
           nf_instance_check_form(&read, input, &err) == NF_OK &&
           (most == 0 || (read.rows >= 1 && read.rows <= most));
}

static void hold_together(struct form_and_format *both, const struct nf_text *text)
{
    const struct nf_input input = nf_text_input(text, "input");
    struct nf_error err = {.text = ""};
    const bool accepted = nf_form_check(both->machine, &input, &err) == NF_OK;
    if (accepted != format_accepts(both->format, &input))
        fail_msg("the form %s, the format does not:\n%.*s\n%s", accepted ? "accepts" : "refuses",
                 (int)text->size, text->data, err.text);
    accepted ? both->accepted++ : both->refused++;
}

static void hold_broken(void *owner, const char *name, struct nf_text *text)
{
    (void)name;
    hold_together(owner, text);
    nf_text_free(text);
}

/* A word of the text in place of another, some bytes replaced, or the rest cut off. */
static void damage(struct nf_text *damaged, const struct nf_input *input, uint64_t *random)
{
    static const char bytes[] = " \n0129-AEM";
    const uint32_t kind = nf_test_between(random, 0, 5), last = (uint32_t)input->size - 1;
    const uint32_t at = nf_test_between(random, 0, last), from = nf_test_between(random, 0, last);
    const size_t length = strcspn(input->data + at, " \n"),
                 new = strcspn(input->data + from, " \n");
    const char byte = bytes[nf_test_between(random, 0, sizeof bytes - 2)];
    nf_text_bytes(damaged, input->data, at);
    if (kind == 0)
        return;
    if (kind <= 3)
        nf_text_bytes(damaged, input->data + from, new);
    else
        nf_text_bytes(damaged, &byte, 1);
    const size_t behind = at + (kind <= 3 ? length : kind - 4);
    nf_text_bytes(damaged, input->data + behind, input->size - behind);
}

TEST(the_form_in_packages_accepts_what_the_format_accepts)
{
    uint64_t random = nf_test_seed();
    for (size_t i = 0; nf_games[i] != NULL; i++) {
        struct form_and_format both = {.format = nf_games[i]->rules->format};
        FREED_BY(nf_text_free) struct nf_text source = {0};
        nf_validator_form(&source, both.format, nf_games[i]->name);
        const struct nf_input form = nf_text_input(&source, "form");
        struct nf_form_spec *spec;
        assert_ok(nf_form_parse, &spec, &form, NULL);
        both.machine = nf_form_machine_new(spec);
        assert_non_null(both.machine);
        for (uint32_t trial = 0; trial < 20; trial++) {
            FREED_BY(nf_text_free) struct nf_text text = deal(nf_games[i], nf_test_random(&random));
            hold_together(&both, &text);
            assert_true(both.accepted > trial);
            nf_text_bytes(&text, "", 1); /* for damage(), which looks for white space */
            const struct nf_input input = {.data = text.data, .size = text.size - 1, .name = "a"};
            nf_format_break(both.format, &input, &both, hold_broken);
            for (uint32_t damages = 0; damages < 30; damages++) {
                FREED_BY(nf_text_free) struct nf_text damaged = {0};
                damage(&damaged, &input, &random);
                hold_together(&both, &damaged);
            }
        }
        assert_true(both.accepted > 25 && both.refused > 100);
        nf_form_machine_free(both.machine);
        nf_form_free(spec);
    }
}

TEST(a_measure_of_a_field_lies_within_its_limits)
{
    const uint64_t seed = nf_test_seed();
    for (size_t i = 0; nf_games[i] != NULL; i++) {
        const struct nf_problem *const problem = nf_problems[i];
        FREED_BY(nf_text_free) struct nf_text text = deal(nf_games[i], seed >> 1);
        const struct nf_input input = nf_text_input(&text, "dealt");
        struct nf_measured ranges[NF_MAX_MEASURES];
        for (size_t k = 0; k < NF_MAX_MEASURES; k++)
            ranges[k] = (struct nf_measured){UINT64_MAX, 0};
        assert_ok(nf_measure, problem, &input, ranges);
        for (size_t k = 0; problem->measures[k].name != NULL; k++) {
            const struct nf_measured limits = nf_measure_limits(&problem->measures[k]);
            assert_true(ranges[k].low <= ranges[k].high);
            assert_true(limits.high == 0 ||
                        (ranges[k].low >= limits.low && ranges[k].high <= limits.high));
        }
    }
}

/* Two words whose keys share a slot at first, a list of numbers, and lines without an end. */
TEST(a_format_may_have_lines_without_end_lists_of_numbers_and_any_words)
{
    enum { N, LIST, WORD };
    static const char suits[][NF_WORD_ROOM] = {"P", "K", "D", "F", "N", "W", "J", "Z", "MP", "ZP"};
    static const struct nf_vocabulary words = {.words = suits[0],
                                               .stride = sizeof suits[0],
                                               .count = sizeof suits / sizeof *suits,
                                               .list = "P K D F N W J Z MP ZP",
                                               .name = "WORDS"};
    static const struct nf_format_field fields[] = {
        [N] = {.name = "n", .what = "n", .high = 5},
        [LIST] = {.name = "x", .what = "number {item} of {items}", .high = 9, .count = &fields[N]},
        [WORD] = {.name = "w", .kind = NF_IS_WORD, .what = "word {row}", .words = &words},
        {.name = NULL},
    };
    static const struct nf_format_lines lines[] = {
        {.name = "numbers", .first = fields, .fields = 2},
        {.name = "word", .first = &fields[WORD], .fields = 1, .count = &fields[N]},
        {.name = NULL},
    };
    static const struct nf_format toy = {.fields = fields, .lines = lines, .by_lines = true};
    static const struct {
        const char *text, *message; /* NULL: it is read */
    } cases[] = {
        {"2 7 8\nP\nZP\n", NULL},
        {"0\n", NULL},
        {"2 7\n8\n", "f:1:4: found end of line, expected number 2 of 2, an integer from 0 to 9"},
        {"1 7 8\n", "f:1:5: found '8', expected end of line after number 1 of 1 (n is 1)"},
        {"1 7\nmp\n", "f:2:1: found 'mp', expected word 1 (P K D F N W J Z MP ZP); did you mean "
                      "'MP'?"},
        {"2 7 7\nMP\n", "f:3:1: found end of input, expected word 2 (P K D F N W J Z MP ZP)"},
        {"1 7\nMP K\n", "f:2:4: found 'K', expected end of line after word 1"},
        {"1 7\nMP\n\nK", "f:4:1: found 'K', expected end of input after word 1"},
        {"6", "f:1:1: found '6', expected n, an integer from 0 to 5"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct nf_input input = {"f", cases[i].text, strlen(cases[i].text)};
        struct nf_instance instance;
        FREED_BY(nf_text_free) struct nf_text printed = {0};
        struct nf_error err;
        const enum nf_status status = nf_instance_read(&instance, &toy, &input, &err);
        assert_int_equal(status, cases[i].message == NULL ? NF_OK : NF_INVALID);
        if (status != NF_OK) {
            assert_string_equal(err.text, cases[i].message);
            continue;
        }
        nf_instance_print(&printed, &instance);
        assert_int_equal(printed.size, input.size);
        assert_memory_equal(printed.data, input.data, input.size);
        nf_instance_free(&instance);
    }
}

/* Such as published tests have where a program reads no further. */
TEST(
    words_behind_the_last_line_are_passed_over_where_the_format_says_so_but_not_by_the_strict_check)
{
    static const struct nf_format_field fields[] = {{.name = "n", .what = "n", .high = 5},
                                                    {.name = NULL}};
    static const struct nf_format_lines lines[] = {{.name = "number", .first = fields, .fields = 1},
                                                   {.name = NULL}};
    static const struct nf_format toy = {.fields = fields, .lines = lines, .rest_ignored = true};
    const struct nf_input input = {"f", "3\nany word\n", 11};
    FREED_BY(nf_instance_free) struct nf_instance instance;
    assert_ok(nf_instance_read, &instance, &toy, &input);
    assert_int_equal(instance.count[NF_IS_NUMBER], 1);
    assert_ends(NF_INVALID, "f:2:1: found 'any', expected end of input", nf_instance_check_form,
                &instance, &input);
}
