/* What holds of shrinking in every game. */
#include "judge/format/shrink.h"
#include "tests/unit/judged.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { MANY = 5000 };

/* A program with one mistake. Instances it fails on, unless something else is wanted. */
struct program {
    const struct nf_problem *problem;
    unsigned mistake;
    char only;  /* it fails where this byte stands, whatever the game; 0: where the mistake shows */
    bool right; /* it never fails, but what was found is said to */
    uint32_t trials, limit;
    bool stopped;
    uint64_t hashes[MANY];
    bool failed[MANY]; /* on these */
};

static bool fails(const struct program *program, const struct nf_text *text)
{
    if (program->right)
        return false;
    if (program->only != 0)
        return memchr(text->data, program->only, text->size) != NULL;
    FREED_BY(nf_text_free)
    struct nf_text wrong = nf_test_play_as(program->problem, UINT64_C(1) << program->mistake, text,
                                           NULL),
                   right = nf_test_play_as(program->problem, 0, text, NULL);
    return !nf_test_same(&wrong, &right);
}

/* Candidates are valid to the byte, new, and end with STOP. */
static enum nf_trial try_candidate(void *owner, const struct nf_text *candidate)
{
    struct program *const program = owner;
    assert_false(program->stopped);
    nf_test_valid(program->problem, candidate);
    program->stopped = program->trials == program->limit;
    if (program->stopped)
        return NF_TRIAL_STOP;
    const uint64_t hash = XXH3_64bits(candidate->data, candidate->size);
    for (uint32_t i = 0; i < program->trials; i++)
        assert_true(program->hashes[i] != hash);
    const bool failed = fails(program, candidate);
    program->failed[program->trials] = failed;
    program->hashes[program->trials++] = hash;
    return failed ? NF_TRIAL_FAILS : NF_TRIAL_PASSES;
}

/* Returns the smallest instance, at most `limit` trials away. */
static struct nf_text shrink(struct program *program, const struct nf_text *text, uint32_t limit)
{
    const struct nf_trier trier = {try_candidate, program, NULL, NULL};
    const struct nf_input input = nf_text_input(text, "case");
    struct nf_text smallest = {0};
    program->trials = 0;
    program->limit = limit;
    program->stopped = false;
    assert_ok(nf_shrink, program->problem, &input, &trier, &smallest);
    return smallest;
}

/* Picks a mistake of the game, and a case that shows it. */
static struct program pick(const struct nf_problem *problem, uint64_t *random, struct nf_text *text)
{
    struct program program = {.problem = problem};
    program.mistake = nf_test_between(random, 1, nf_test_mistakes(problem));
    const uint64_t seed = nf_test_random(random);
    for (uint64_t index = 0; index < 1000; index++) {
        *text = nf_test_guide(problem, seed, index);
        if (fails(&program, text))
            return program;
        nf_text_free(text);
    }
    fail_msg("%s: no case shows mistake %u", problem->name, program.mistake);
    return program;
}

/* ---- tests ---- */

/* Checks programs with a mistake of each game that has some, and cases that show them. */
static void for_all(void (*check)(struct program *program, struct nf_text *text), uint32_t programs)
{
    uint64_t random = nf_test_seed();
    for (size_t i = 0; nf_problems[i] != NULL; i++)
        for (uint32_t k = 0; nf_test_has_mistakes(nf_problems[i]) && k < programs; k++) {
            FREED_BY(nf_text_free) struct nf_text text = {0};
            struct program program = pick(nf_problems[i], &random, &text);
            check(&program, &text);
        }
}

/* The text shrinks to `expected`. */
static void assert_shrinks(struct program *program, const struct nf_text *text,
                           const struct nf_text *expected)
{
    FREED_BY(nf_text_free) struct nf_text smallest = shrink(program, text, MANY);
    assert_true(nf_test_same(&smallest, expected));
}

/* Of lines that are games of their own there are not more than before. */
static bool is_larger(const struct nf_problem *problem, const struct nf_text *a,
                      const struct nf_text *b)
{
    const struct nf_input input_a = nf_text_input(a, "a"), input_b = nf_text_input(b, "b");
    FREED_BY(nf_instance_free) struct nf_instance read_a, read_b;
    assert_ok(nf_instance_read, &read_a, problem->rules->format, &input_a);
    assert_ok(nf_instance_read, &read_b, problem->rules->format, &input_b);
    const struct nf_size of_a = nf_instance_size(&read_a), of_b = nf_instance_size(&read_b);
    const bool by_lines = problem->rules->format->lines->by_size != NULL;
    return by_lines ? read_a.rows > read_b.rows : nf_size_less(&of_b, &of_a);
}

static void check_smallest(struct program *program, struct nf_text *text)
{
    FREED_BY(nf_text_free) struct nf_text smallest = shrink(program, text, MANY);
    assert_true(fails(program, &smallest));
    assert_false(is_larger(program->problem, &smallest, text));
    FREED_BY(nf_text_free) struct nf_text again = shrink(program, &smallest, MANY);
    assert_true(fails(program, &again));
}

TEST(no_candidate_is_tried_twice_and_what_comes_out_fails_and_is_not_larger)
{
    for_all(check_smallest, nf_test_often(4, 4, 20));
}

/* Whether it is the instance itself, or was tried and failed. */
static bool is_known_to_fail(const struct program *program, const struct nf_text *text,
                             const struct nf_text *smallest)
{
    const uint64_t hash = XXH3_64bits(smallest->data, smallest->size);
    bool known = hash == XXH3_64bits(text->data, text->size);
    for (uint32_t i = 0; i < program->trials && !known; i++)
        known = program->hashes[i] == hash && program->failed[i];
    return known;
}

static void stop_after_each(struct program *program, struct nf_text *text)
{
    uint32_t limit = 0;
    do { /* each of the first trials, fewer of the later ones, to the end */
        FREED_BY(nf_text_free) struct nf_text smallest = shrink(program, text, limit);
        assert_true(program->trials <= limit);
        assert_true(is_known_to_fail(program, text, &smallest));
        limit += 1 + limit / 8;
    } while (program->stopped);
}

TEST(stopped_after_any_trial_it_tries_nothing_more_and_keeps_what_fails)
{
    for_all(stop_after_each, 1);
}

/* The same trials of what lacks only its last line end, after one in our layout. */
static void shrink_again(struct program *program, struct nf_text *text)
{
    FREED_BY(nf_text_free) struct nf_text smallest = shrink(program, text, MANY);
    const struct program first = *program;
    assert_shrinks(program, text, &smallest);
    assert_int_equal(program->trials, first.trials);
    assert_memory_equal(program->hashes, first.hashes, first.trials * sizeof *first.hashes);
    text->size--;
    assert_shrinks(program, text, &smallest);
    assert_int_equal(program->trials, first.trials + 1);
}

/* Nothing else decides about them: so a run can be repeated, and trials be made ahead. */
TEST(the_same_answers_lead_to_the_same_trials_and_another_layout_is_asked_about_in_ours)
{
    for_all(shrink_again, 1);
}

static void pass_all(struct program *program, struct nf_text *text)
{
    program->right = true;
    assert_shrinks(program, text, text);
    assert_true(program->trials > 0);
}

TEST(what_cannot_be_made_smaller_stays)
{
    for_all(pass_all, 1);
}

/* It has a tab in the place of a blank, or of the end of a line. */
static void fail_by_layout(struct program *program, struct nf_text *text)
{
    char *at = memchr(text->data, ' ', text->size);
    if (at == NULL)
        at = memchr(text->data, '\n', text->size);
    assert_non_null(at);
    *at = '\t';
    program->only = '\t';
    assert_shrinks(program, text, text);
    assert_int_equal(program->trials, 1);
}

/* The program sees our layout once, and then the instance comes back byte for byte. */
TEST(what_fails_by_its_layout_alone_comes_back_as_it_was)
{
    for_all(fail_by_layout, 1);
}

/* ---- when the time is over ---- */

static struct {
    const struct nf_smaller *own;
    uint32_t steps, most; /* of the game since it was last asked; the most there were */
    uint32_t asked, end;  /* how often it was asked; it is over then */
} timed;

static void step(void)
{
    assert_true(timed.asked < timed.end);
    timed.most = ++timed.steps > timed.most ? timed.steps : timed.most;
}

static uint32_t timed_takes(struct nf_instance *candidate)
{
    step();
    return timed.own->takes(candidate);
}

static bool timed_start(const struct nf_instance *from, uint64_t line, uint32_t way,
                        struct nf_instance *made)
{
    step();
    return timed.own->start(from, line, way, made);
}

static bool timed_over(void *owner)
{
    (void)owner;
    timed.steps = 0;
    return ++timed.asked >= timed.end;
}

/* Where large cases are shrunk, hours may pass between two trials. */
TEST(it_is_asked_before_each_step_whether_the_time_is_over_and_none_follows_then)
{
    uint64_t random = nf_test_seed();
    for (size_t i = 0; nf_problems[i] != NULL; i++) {
        if (!nf_test_has_mistakes(nf_problems[i]) || nf_problems[i]->fuzz->smaller == NULL)
            continue;
        timed.own = nf_problems[i]->fuzz->smaller;
        const struct nf_smaller smaller = {timed.own->takes != NULL ? timed_takes : NULL,
                                           timed.own->start != NULL ? timed_start : NULL};
        struct nf_fuzz_ops fuzz = *nf_problems[i]->fuzz;
        struct nf_problem problem = *nf_problems[i];
        FREED_BY(nf_text_free) struct nf_text text = {0};
        struct program program = pick(&problem, &random, &text);
        fuzz.smaller = &smaller;
        problem.fuzz = &fuzz;
        for (timed.end = 2; timed.end < 2000; timed.end *= 3) {
            const struct nf_trier trier = {try_candidate, &program, NULL, timed_over};
            const struct nf_input input = nf_text_input(&text, "case");
            FREED_BY(nf_text_free) struct nf_text smallest = {0};
            program.trials = 0;
            program.limit = MANY;
            timed.asked = timed.steps = timed.most = 0;
            assert_ok(nf_shrink, &problem, &input, &trier, &smallest);
            assert_true(timed.most <= 1);
            nf_test_valid(&problem, &smallest);
        }
    }
}

TEST(what_is_not_an_instance_is_refused_and_not_tried)
{
    for (size_t i = 0; nf_problems[i] != NULL; i++) {
        if (!nf_test_has_mistakes(nf_problems[i]))
            continue;
        struct program program = {.problem = nf_problems[i]};
        const struct nf_trier trier = {try_candidate, &program, NULL, NULL};
        const struct nf_input input = {"t", "?", 1};
        struct nf_text smallest = {0};
        assert_ends_saying(NF_INVALID, "t:1:1: found '?'", nf_shrink, nf_problems[i], &input,
                           &trier, &smallest);
        assert_int_equal(program.trials, 0);
        assert_int_equal(smallest.size, 0);
    }
}
