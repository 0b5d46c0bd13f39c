#include "judge/judging/judging.h"

#include "base/lang.h"
#include "base/owned.h"
#include "base/signals.h"
#include "base/threads.h"
#include "judge/judge.h"
#include "judge/suspects.h"

#include <assert.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- one test ---- */

/* A pass through all tests: of a program, or of the reference. */
struct pass {
    struct nf_pool pool; /* a job is a test */
    const struct nf_judging_options *options;
    struct nf_trials trials; /* with the program of this pass; child NULL: the reference */
    struct nf_judging_result *result;
    struct nf_program_result *program;
    pthread_mutex_t lock;
    size_t done;          /* tests */
    uint64_t done_before; /* tests of earlier programs */
    double start;
};

/* Reads the stored answer. */
static enum nf_status read_answer(const struct nf_test *test, struct nf_text *answer,
                                  struct nf_error *err)
{
    struct nf_input input;
    NF_TRY(nf_input_open(&input, nf_test_answer(test), err));
    nf_text_bytes(answer, input.data, input.size);
    nf_input_close(&input);
    return NF_OK;
}

/* Reads the instance, and has the reference play it or, where there is none, takes its answer. */
static enum nf_status read_test(const struct pass *pass, const struct nf_test *test,
                                struct nf_trial_case *run, struct nf_error *err)
{
    NF_OWNED_INPUT struct nf_input input = {0};
    NF_TRY(nf_input_open(&input, test->instance, err));
    run->name = test->instance;
    run->instance.size = run->answer.size = 0;
    nf_text_bytes(&run->instance, input.data, input.size);
    NF_TRY(pass->trials.problem->rules != NULL
               ? nf_play(pass->trials.problem->rules, &input, &run->answer, err)
               : read_answer(test, &run->answer, err));
    NF_TRY_MEMORY(!run->instance.failed && !run->answer.failed, err);
    return NF_OK;
}

/* The first line with a carriage return; 0: none. */
static uint64_t find_return(const struct nf_text *text)
{
    const char *const found = text->size > 0 ? memchr(text->data, '\r', text->size) : NULL;
    return found != NULL ? nf_newlines(text->data, (size_t)(found - text->data)) + 1 : 0;
}

/* Compares the stored answer with the reference's. */
static enum nf_status check_answer(const struct pass *pass, size_t number,
                                   const struct nf_trial_case *run, struct nf_error *err)
{
    const char *const path = nf_test_answer(&pass->options->set->tests[number]);
    const struct nf_input instance = nf_text_input(&run->instance, run->name);
    NF_FREED_BY(nf_difference_free) struct nf_difference difference = {0};
    NF_OWNED_INPUT struct nf_input stored = {0};
    if (path == NULL || pass->trials.problem->rules == NULL)
        return NF_OK;
    NF_TRY(nf_input_open(&stored, path, err));
    if (stored.size != run->answer.size || memcmp(stored.data, run->answer.data, stored.size) != 0)
        NF_TRY(nf_check_output(pass->trials.problem, &instance, &run->answer, &stored, &difference,
                               err));
    if (!difference.only_blanks)
        pass->result->differs[number] = difference.line;
    return NF_OK;
}

/* Explains a failure, if it is the first one so far. */
static enum nf_status explain(struct pass *pass, size_t number, const struct nf_trial_case *run,
                              struct nf_error *err)
{
    struct nf_program_result *const program = pass->program;
    NF_OWNED_TEXT struct nf_text why = {0};
    bool unclear;
    pthread_mutex_lock(&pass->lock);
    const bool first = number < program->first;
    pthread_mutex_unlock(&pass->lock);
    if (!first)
        return NF_OK;
    NF_TRY(nf_trial_explain(&pass->trials, run, &unclear, &why, err));
    NF_TRY_MEMORY(!why.failed, err);
    pthread_mutex_lock(&pass->lock);
    if (number < program->first) {
        const struct nf_text before = program->why;
        program->first = number;
        program->why = why;
        why = before;
    }
    pthread_mutex_unlock(&pass->lock);
    return NF_OK;
}

static enum nf_status run_test(struct pass *pass, uint32_t worker, size_t number,
                               struct nf_trial_case *run, struct nf_error *err)
{
    NF_TRY(read_test(pass, &pass->options->set->tests[number], run, err));
    if (pass->trials.child == NULL) {
        pass->result->returns[number] = find_return(&run->instance);
        return check_answer(pass, number, run, err);
    }
    NF_TRY(nf_trial_run(&pass->trials, worker, run, err));
    if (run->judgement.verdict != NF_AC)
        NF_TRY(explain(pass, number, run, err));
    pass->program->tests[number] = (struct nf_test_result){.done = true,
                                                           .judgement = run->judgement,
                                                           .forked = run->result.forked,
                                                           .cpu_ns = run->result.cpu_ns,
                                                           .wall_ns = run->result.wall_ns,
                                                           .memory = run->result.memory};
    return NF_OK;
}

/* ---- a pass ---- */

bool nf_judging_over(const struct nf_judging_options *options)
{
    return nf_signals_caught() != 0 || (options->deadline > 0 && nf_now() >= options->deadline);
}

static enum nf_status judge_tests(void *owner, uint32_t worker, struct nf_error *err)
{
    struct pass *const pass = owner;
    NF_FREED_BY(nf_trial_free) struct nf_trial_case run = {0};
    uint64_t number;
    while (!nf_judging_over(pass->options) && nf_pool_take_one(&pass->pool, &number)) {
        const enum nf_status status = run_test(pass, worker, number, &run, err);
        /* A test stopped by a signal is not an error; it is not done. */
        if (status != NF_OK)
            return nf_signals_caught() != 0 ? NF_OK : status;
        /* Tests are taken in their order, so those before this one are done all the same. */
        if (pass->options->first_failure && pass->trials.child != NULL &&
            run.judgement.verdict != NF_AC)
            pass->pool.stop = true;
        pthread_mutex_lock(&pass->lock);
        pass->done++;
        pthread_mutex_unlock(&pass->lock);
    }
    return NF_OK;
}

static double watch_judging(void *owner)
{
    struct pass *const pass = owner;
    const struct nf_judging_options *const options = pass->options;
    pthread_mutex_lock(&pass->lock);
    const uint64_t done = pass->done;
    pthread_mutex_unlock(&pass->lock);
    if (options->progress != NULL && pass->trials.child != NULL)
        options->progress(options->progress_owner, pass->done_before + done,
                          nf_now() - pass->start);
    return 0.2;
}

/* `program` is NULL for the reference, as is `child`. */
static enum nf_status judge_all_tests(const struct nf_judging_options *options,
                                      struct nf_child *child, size_t program, double start,
                                      struct nf_judging_result *result, struct nf_error *err)
{
    struct pass pass = {.pool = {.workers = options->jobs,
                                 .work = judge_tests,
                                 .watch = watch_judging,
                                 .end = options->set->count},
                        .options = options,
                        .trials = options->trials,
                        .result = result,
                        .program = &result->programs[program],
                        .lock = PTHREAD_MUTEX_INITIALIZER,
                        .done_before = program * options->set->count,
                        .start = start};
    pass.pool.owner = &pass;
    pass.trials.child = child;
    return nf_pool_run(&pass.pool, err);
}

/* ---- programs ---- */

static enum nf_status open_program(const struct nf_judging_options *options, size_t program,
                                   uint32_t slots, struct nf_child **child, struct nf_error *err)
{
    struct nf_child_options how = options->child;
    how.command = options->commands[program];
    return nf_child_open(&how, slots, child, err);
}

/* Tries all programs but the first, which is opened next, so that a wrong name is told at once. */
static enum nf_status try_programs(const struct nf_judging_options *options, struct nf_error *err)
{
    for (size_t i = 1; i < options->programs_count; i++) {
        NF_OWNED_CHILD struct nf_child *child = NULL;
        NF_TRY(open_program(options, i, 1, &child, err));
    }
    return NF_OK;
}

/* Sums up the tests of a program. */
static void sum_up(const struct nf_test_set *set, struct nf_program_result *program)
{
    program->slowest = program->largest = set->count;
    for (size_t i = 0; i < set->count; i++) {
        const struct nf_test_result *const test = &program->tests[i];
        if (!test->done)
            continue;
        program->done++;
        program->forked += test->forked;
        program->verdicts[test->judgement.verdict]++;
        nf_spacings_add(&program->spacings, i, &test->judgement);
        if (program->slowest == set->count ||
            test->cpu_ns > program->tests[program->slowest].cpu_ns)
            program->slowest = i;
        if (program->largest == set->count ||
            test->memory > program->tests[program->largest].memory)
            program->largest = i;
    }
    assert(program->done <= set->count);
    program->accepted = program->verdicts[NF_AC] == set->count;
}

static uint64_t slowest_ns(const struct nf_program_result *program)
{
    return program->tests[program->slowest].cpu_ns;
}

static void find_slowest(const struct nf_judging_options *options, struct nf_judging_result *result)
{
    result->slowest = options->programs_count;
    for (size_t i = 0; i < options->programs_count; i++) {
        const struct nf_program_result *const program = &result->programs[i];
        if (program->accepted &&
            (result->slowest == options->programs_count ||
             slowest_ns(program) > slowest_ns(&result->programs[result->slowest])))
            result->slowest = i;
    }
}

static enum nf_status run_programs(const struct nf_judging_options *options, double start,
                                   struct nf_judging_result *result, struct nf_error *err)
{
    NF_TRY(judge_all_tests(options, NULL, 0, start, result, err));
    for (size_t i = 0; i < options->set->count; i++) {
        result->wrong_answers += result->differs[i] != 0;
        result->with_returns += result->returns[i] != 0;
    }
    NF_TRY(try_programs(options, err));
    for (size_t i = 0; !nf_judging_over(options) && i < options->programs_count; i++) {
        NF_OWNED_CHILD struct nf_child *child = NULL;
        NF_TRY(open_program(options, i, options->jobs, &child, err));
        NF_TRY(judge_all_tests(options, child, i, start, result, err));
        strcpy(result->programs[i].restart_reason, nf_child_restart_reason(child));
        strcpy(result->programs[i].estimate_reason, nf_child_estimate_reason(child));
    }
    return NF_OK;
}

static bool allocate(const struct nf_judging_options *options, struct nf_judging_result *result)
{
    const size_t tests = options->set->count;
    result->differs = calloc(tests, sizeof *result->differs);
    result->returns = calloc(tests, sizeof *result->returns);
    result->programs = calloc(options->programs_count, sizeof *result->programs);
    if (result->differs == NULL || result->returns == NULL || result->programs == NULL)
        return false;
    for (size_t i = 0; i < options->programs_count; i++) {
        struct nf_program_result *const program = &result->programs[i];
        program->first = tests;
        program->tests = calloc(tests, sizeof *program->tests);
        if (program->tests == NULL)
            return false;
    }
    return true;
}

enum nf_status nf_judge(const struct nf_judging_options *options, struct nf_judging_result *result,
                        struct nf_error *err)
{
    assert(options->set->count > 0 && options->programs_count > 0 && options->jobs > 0);
    *result = (struct nf_judging_result){0};
    if (!allocate(options, result)) {
        nf_judging_free(options, result);
        return nf_fail_memory(err);
    }
    /* A program that ends at once is seen with the memory of its supervisor, a fork of this
     * process. So give back large buffers when they are freed; the C library musl always does. */
#ifdef M_MMAP_THRESHOLD
    mallopt(M_MMAP_THRESHOLD, 128 << 10);
#endif
    const double start = nf_now();
    nf_child_hold_signals();
    const enum nf_status status = run_programs(options, start, result, err);
    result->seconds = nf_now() - start;
    result->signal = nf_signals_caught();
    nf_signals_release();
    for (size_t i = 0; i < options->programs_count; i++)
        sum_up(options->set, &result->programs[i]);
    find_slowest(options, result);
    /* A signal may also have interrupted the start of a program. */
    return result->signal != 0 ? NF_OK : status;
}

void nf_judging_free(const struct nf_judging_options *options, struct nf_judging_result *result)
{
    for (size_t i = 0; result->programs != NULL && i < options->programs_count; i++) {
        free(result->programs[i].tests);
        nf_text_free(&result->programs[i].why);
    }
    free(result->programs);
    free(result->differs);
    free(result->returns);
    *result = (struct nf_judging_result){0};
}

uint64_t nf_suggest_limit(uint64_t cpu_ns, uint32_t factor, uint64_t *step)
{
    static const uint64_t second = 1000000000;
    const uint64_t least = cpu_ns * factor;
    *step = least <= second ? second / 10 : least <= 10 * second ? second / 2 : second;
    const uint64_t steps = (least + *step - 1) / *step;
    return (steps > 0 ? steps : 1) * *step;
}

/* ---- which tests find which programs ---- */

enum nf_status nf_kills(const struct nf_problem *problem, const struct nf_input *instance,
                        uint64_t *killed, struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text answer = {0}, text = {0};
    NF_FREED_BY(nf_printed_free) struct nf_printed right = {.whole = true}, variant = {0};
    *killed = 0;
    NF_TRY(nf_play(problem->rules, instance, &answer, err));
    nf_text_bytes(&text, instance->data, instance->size);
    NF_TRY_MEMORY(!answer.failed && !text.failed, err);
    NF_TRY(nf_printed_set(&right, answer.data, answer.size, true, err));
    for (unsigned k = 0; problem->fuzz->mistakes[k].name != NULL; k++) {
        NF_TRY(nf_printed_by(&variant, problem->fuzz, UINT64_C(1) << k, &text, err));
        if (nf_printed_differ(&right, &variant))
            *killed |= UINT64_C(1) << k;
    }
    return NF_OK;
}

/* The tests of a set, each a job. */
struct playing {
    struct nf_pool pool;
    const struct nf_problem *problem;
    const struct nf_test_set *set;
    uint64_t *killed;
};

static enum nf_status try_mistakes(void *owner, uint32_t worker, struct nf_error *err)
{
    struct playing *const playing = owner;
    uint64_t number;
    (void)worker;
    while (nf_signals_caught() == 0 && nf_pool_take_one(&playing->pool, &number)) {
        NF_OWNED_INPUT struct nf_input input = {0};
        NF_TRY(nf_input_open(&input, playing->set->tests[number].instance, err));
        NF_TRY(nf_kills(playing->problem, &input, &playing->killed[number], err));
    }
    return NF_OK;
}

enum nf_status nf_kills_of_set(const struct nf_problem *problem, const struct nf_test_set *set,
                               uint32_t jobs, uint64_t *killed, struct nf_error *err)
{
    struct playing playing = {.problem = problem, .set = set, .killed = killed};
    playing.pool = (struct nf_pool){
        .workers = jobs, .owner = &playing, .work = try_mistakes, .end = set->count};
    return nf_pool_run(&playing.pool, err);
}

enum { LONGEST_NAME = 39 }; /* of a test, as it is shown */

static size_t count_kills(const struct nf_test_set *set, const uint64_t *killed, unsigned mistake)
{
    size_t kills = 0;
    for (size_t i = 0; i < set->count; i++)
        kills += killed[i] >> mistake & 1;
    return kills;
}

static size_t put_mistakes(struct nf_tables *tables, const struct nf_problem *problem,
                           const struct nf_test_set *set, const uint64_t *killed)
{
    enum { SHOWN = 30 };
    static const struct nf_about about = {.name = "mistakes",
                                          .title = N_("Mistakes, and the tests they die on")};
    static const struct nf_column columns[] = {
        NF_COLUMN("mistake", "no", NULL, NF_KEY),
        NF_COLUMN("name", "mistake", NULL, NF_TEXT),
        NF_COLUMN("kills", "dies on", "tests", NF_COUNT),
        NF_COLUMN("tests", "x: this test", NULL, NF_CODE),
        {.name = NULL},
    };
    size_t survive = 0;
    nf_tables_begin(tables, &about, columns);
    for (unsigned k = 1; problem->fuzz->mistakes[k].name != NULL; k++) {
        const size_t kills = count_kills(set, killed, k);
        char marks[SHOWN + 1] = "";
        for (size_t i = 0; i < set->count && i < SHOWN; i++)
            marks[i] = killed[i] >> k & 1 ? 'x' : '.';
        nf_cell_count(tables, k);
        nf_cell_text(tables, problem->fuzz->mistakes[k].name);
        nf_cell_count(tables, kills);
        nf_cell_text(tables, marks);
        survive += kills == 0;
    }
    if (set->count > SHOWN)
        nf_tables_note(tables, "The first %d of %zu tests are shown.", SHOWN, set->count);
    if (survive > 0)
        nf_tables_note(tables, "%zu die on no test.", survive);
    return survive;
}

/* Which mistakes a test alone exposes, by their names. */
static const char *only_killer_of(struct nf_tables *tables, const struct nf_problem *problem,
                                  const struct nf_test_set *set, const uint64_t *killed,
                                  size_t test)
{
    const char *names = "";
    for (unsigned k = 1; problem->fuzz->mistakes[k].name != NULL; k++)
        if ((killed[test] >> k & 1) != 0 && count_kills(set, killed, k) == 1)
            names = nf_tables_text(tables, "%s%s%s", names, names[0] != '\0' ? ", " : "",
                                   problem->fuzz->mistakes[k].name);
    return names;
}

static void put_tests(struct nf_tables *tables, const struct nf_problem *problem,
                      const struct nf_test_set *set, const uint64_t *killed)
{
    static const struct nf_about about = {.name = "tests",
                                          .title = N_("Tests, and the mistakes that die on them")};
    static const struct nf_column columns[] = {
        NF_COLUMN("test", "test", NULL, NF_KEY),
        NF_COLUMN("kills", "mistakes", "mistakes", NF_COUNT),
        NF_COLUMN("only", "only killer of", NULL, NF_TEXT),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    for (size_t i = 0; i < set->count; i++) {
        nf_cell_shown(tables, set->tests[i].name, LONGEST_NAME);
        nf_cell_count(tables, (uint64_t)__builtin_popcountll(killed[i] & ~UINT64_C(1)));
        nf_cell_text(tables, only_killer_of(tables, problem, set, killed, i));
    }
}

static void put_matrix(struct nf_tables *tables, const struct nf_problem *problem,
                       const struct nf_test_set *set, const uint64_t *killed)
{
    static const struct nf_about about = {
        .name = "kills", .title = N_("Mistakes by tests"), .layout = NF_CROSS, .aside = true};
    static const struct nf_column columns[] = {
        NF_COLUMN("mistake", "mistake", NULL, NF_KEY),
        NF_COLUMN("test", "test", NULL, NF_KEY),
        NF_COLUMN("dies", "dies", NULL, NF_TEXT),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    for (unsigned k = 1; problem->fuzz->mistakes[k].name != NULL; k++)
        for (size_t i = 0; i < set->count; i++) {
            nf_cell_text(tables, problem->fuzz->mistakes[k].name);
            nf_cell_shown(tables, set->tests[i].name, LONGEST_NAME);
            nf_cell_text(tables, killed[i] >> k & 1 ? "x" : "");
        }
}

size_t nf_kills_tables(struct nf_tables *tables, const struct nf_problem *problem,
                       const struct nf_test_set *set, const uint64_t *killed)
{
    const size_t survive = put_mistakes(tables, problem, set, killed);
    put_tests(tables, problem, set, killed);
    put_matrix(tables, problem, set, killed);
    return survive;
}
