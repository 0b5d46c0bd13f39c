#include "judge/files/file_problem.h"

#include "base/lang.h"
#include "base/owned.h"
#include "judge/files/checker.h"
#include "judge/format/shrink.h"
#include "judge/sandbox/child.h"

#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What one case at a time is worked on with. */
struct slot {
    struct nf_form_machine *machine;
    struct nf_child_result result;
    bool taken;
};

/* On cases of which sizes a reference is in time, and in its memory. Cases from the least on which
 * it was not to MUCH times the largest are left out: where even smaller ones take too long, it may
 * be for another reason, and some of much larger ones are answered. Those tell that it is no matter
 * of size. */
struct pace {
    size_t answered;     /* bytes of the largest case that was answered */
    uint64_t longest_ns; /* that an answer has taken */
    size_t slow,
        slowest; /* bytes of the least and the largest on which it took too long; 0: none */
};

enum { MUCH = 8 };

struct nf_file_problem {
    struct nf_problem problem; /* first, so that it is the whole */
    const struct nf_file_problem_options *options;
    struct nf_child *references[NF_REFERENCES], *generator; /* NULL: there is none */
    struct slot *slots;
    uint32_t count;
    pthread_mutex_t lock;
    pthread_cond_t freed;
    struct pace paces[NF_REFERENCES]; /* `lock` guards them */
};

static struct nf_file_problem *whole_of(const struct nf_problem *problem)
{
    return (struct nf_file_problem *)(uintptr_t)problem;
}

/* ---- slots ---- */

static uint32_t take_slot(struct nf_file_problem *files)
{
    uint32_t number = 0;
    pthread_mutex_lock(&files->lock);
    for (;;) {
        for (number = 0; number < files->count && files->slots[number].taken;)
            number++;
        if (number < files->count)
            break;
        pthread_cond_wait(&files->freed, &files->lock);
    }
    files->slots[number].taken = true;
    pthread_mutex_unlock(&files->lock);
    return number;
}

static void free_slot(struct nf_file_problem *files, uint32_t number)
{
    pthread_mutex_lock(&files->lock);
    files->slots[number].taken = false;
    pthread_cond_signal(&files->freed);
    pthread_mutex_unlock(&files->lock);
}

/* ---- the pace of a reference ---- */

/* Whether the system refused it memory, by what its language says of that. */
static bool was_refused_memory(const struct nf_child_result *result)
{
    static const char *const words[] = {"std::bad_alloc", "MemoryError", "OutOfMemoryError"};
    const bool failed =
        result->ending == NF_KILLED || (result->ending == NF_ENDED && result->code != 0);
    for (size_t i = 0; failed && i < sizeof words / sizeof *words; i++)
        if (strstr(result->errors, words[i]) != NULL)
            return true;
    return false;
}

/* Whether it may answer smaller cases: time and memory grow with a case. */
static bool ended_over_limit(const struct nf_child_result *result)
{
    return result->ending == NF_OUT_OF_TIME || result->ending == NF_OUT_OF_MEMORY ||
           was_refused_memory(result);
}

/* Whether a reference is to answer a case of that size, and in what time; 0: in its limit. */
static bool pace_allows(struct nf_file_problem *files, size_t which, size_t size, uint64_t *wall_ns)
{
    const struct pace *const pace = &files->paces[which];
    pthread_mutex_lock(&files->lock);
    const bool allowed = pace->slow == 0 || size < pace->slow || size / MUCH >= pace->slowest;
    *wall_ns = size <= pace->answered / MUCH ? 200000000 + 10 * pace->longest_ns : 0;
    pthread_mutex_unlock(&files->lock);
    return allowed;
}

static void pace_learns(struct nf_file_problem *files, size_t which, size_t size,
                        const struct nf_child_result *result)
{
    struct pace *const pace = &files->paces[which];
    pthread_mutex_lock(&files->lock);
    if (!ended_over_limit(result)) {
        pace->answered = size > pace->answered ? size : pace->answered;
        pace->longest_ns = result->wall_ns > pace->longest_ns ? result->wall_ns : pace->longest_ns;
        if (pace->answered / MUCH >= pace->slow)
            pace->slow = pace->slowest = 0;
    } else if (size > pace->answered / MUCH) {
        pace->slow = pace->slow == 0 || size < pace->slow ? size : pace->slow;
        pace->slowest = size > pace->slowest ? size : pace->slowest;
    }
    pthread_mutex_unlock(&files->lock);
}

/* ---- programs of the problem ---- */

static bool ended_well(const struct nf_child_result *result)
{
    return result->ending == NF_ENDED && result->code == 0;
}

/* Runs a reference on an instance. NF_BUDGET if it takes too long or too much memory. */
static enum nf_status run_reference(struct nf_file_problem *files, size_t which, uint32_t slot,
                                    const struct nf_input *instance, struct nf_text *answer,
                                    struct nf_error *err)
{
    struct nf_child *const child = files->references[which];
    struct nf_child_result *const result = &files->slots[slot].result;
    uint64_t wall_ns;
    if (!pace_allows(files, which, instance->size, &wall_ns))
        return NF_BUDGET;
    for (int tries = 0; tries < 2; tries++) {
        NF_TRY(
            nf_child_run_within(child, slot, instance->data, instance->size, wall_ns, result, err));
        const bool late = files->options->differ && result->ending == NF_OUT_OF_TIME;
        if (ended_well(result) || !(result->forked || late))
            break;
        nf_child_renew(child, slot); /* it may be the fork that fails, or the machine is busy */
    }
    if (files->options->differ) {
        nf_judge_as_output(result, &files->options->references[which].child.limits);
        nf_text_bytes(answer, result->output.data, result->output.size);
        return NF_OK;
    }
    if (ended_well(result) || ended_over_limit(result))
        pace_learns(files, which, instance->size, result);
    if (ended_over_limit(result))
        return NF_BUDGET;
    if (!ended_well(result)) {
        char on[NF_FAULTY_CASE];
        nf_faulty_case(on, instance);
        return nf_program_fault(N_("reference"), files->options->references[which].name, result,
                                NULL, on, err);
    }
    nf_text_bytes(answer, result->output.data, result->output.size);
    return NF_OK;
}

/* Runs the second reference, whose answer must be right by the first one's. */
static enum nf_status ask_second(struct nf_file_problem *files, uint32_t slot,
                                 const struct nf_input *instance, const struct nf_text *answer,
                                 struct nf_error *err)
{
    const struct nf_file_program *const both = files->options->references;
    NF_OWNED_TEXT struct nf_text other = {0};
    struct nf_difference difference = {0};
    NF_TRY(run_reference(files, 1, slot, instance, &other, err));
    const struct nf_input output = nf_text_input(&other, both[1].name);
    NF_TRY(nf_comparison_check(&files->options->comparison, instance, answer, &output, &difference,
                               err));
    nf_text_free(&difference.why);
    if (difference.line == 0 || difference.only_blanks)
        return NF_OK;
    char on[NF_FAULTY_CASE];
    nf_faulty_case(on, instance);
    return nf_fail(err, NF_INVALID,
                   "the references %s and %s do not agree: line %llu differs on %s", both[0].name,
                   both[1].name, (unsigned long long)difference.line, on);
}

/* Has the generator print case `number`. */
static enum nf_status run_generator(struct nf_file_problem *files, uint32_t slot, uint64_t number,
                                    struct nf_text *instance, struct nf_error *err)
{
    const struct nf_file_program *const generator = &files->options->generator;
    struct nf_child_result *const result = &files->slots[slot].result;
    char input[32], on[64];
    struct nf_error why;
    const int size = snprintf(input, sizeof input, "%llu\n", (unsigned long long)number);
    snprintf(on, sizeof on, _("the number %llu"), (unsigned long long)number);
    NF_TRY(nf_child_run(files->generator, slot, input, (size_t)size, result, err));
    if (!ended_well(result))
        return nf_program_fault(N_("generator"), generator->name, result, NULL, on, err);
    nf_text_bytes(instance, result->output.data, result->output.size);
    const struct nf_input made = nf_text_input(instance, generator->name);
    return nf_form_check(files->slots[slot].machine, &made, &why) == NF_OK
               ? NF_OK
               : nf_fail(err, NF_INVALID, "the generator, with %s: %s", on, why.text);
}

/* ---- the functions of a problem ---- */

/* A case that exists, or a variation of one. */
static enum nf_status take_existing(struct nf_file_problem *files, uint32_t slot, uint64_t seed,
                                    uint64_t index, struct nf_text *instance, struct nf_error *err)
{
    const struct nf_file_problem_options *const options = files->options;
    const uint64_t count = options->existing_count;
    const struct nf_text *const text = &options->existing[index % count];
    if (index >= count)
        return nf_form_vary(files->slots[slot].machine, text, seed, index, instance, err);
    nf_text_bytes(instance, text->data, text->size);
    return NF_OK;
}

static enum nf_status take_game(const struct nf_trials *game, uint64_t index,
                                struct nf_text *instance, struct nf_error *err)
{
    struct nf_trial_case made = {0};
    const enum nf_status status = nf_trial_make(game, index, &made, err);
    if (status == NF_OK)
        nf_text_bytes(instance, made.instance.data, made.instance.size);
    nf_trial_free(&made);
    return status;
}

static enum nf_status make_case(const struct nf_problem *problem, uint64_t seed, uint64_t index,
                                struct nf_text *instance, struct nf_error *err)
{
    struct nf_file_problem *const files = whole_of(problem);
    if (files->options->game != NULL)
        return take_game(files->options->game, index, instance, err);
    const uint32_t slot = take_slot(files);
    const enum nf_status status =
        files->generator != NULL ? run_generator(files, slot, seed + index, instance, err)
        : files->options->existing_count > 0
            ? take_existing(files, slot, seed, index, instance, err)
            : nf_form_make(files->slots[slot].machine, seed, index, instance, err);
    free_slot(files, slot);
    return status;
}

static enum nf_status answer_case(const struct nf_problem *problem, const struct nf_input *instance,
                                  struct nf_text *answer, struct nf_error *err)
{
    struct nf_file_problem *const files = whole_of(problem);
    const uint32_t slot = take_slot(files);
    enum nf_status status = run_reference(files, 0, slot, instance, answer, err);
    if (status == NF_OK && files->references[1] != NULL)
        status = ask_second(files, slot, instance, answer, err);
    free_slot(files, slot);
    return status;
}

static enum nf_status compare_outputs(const struct nf_problem *problem,
                                      const struct nf_input *instance, const struct nf_text *right,
                                      const struct nf_input *output,
                                      struct nf_difference *difference, struct nf_error *err)
{
    return nf_comparison_check(&whole_of(problem)->options->comparison, instance, right, output,
                               difference, err);
}

static enum nf_status vary_case(const struct nf_problem *problem, const struct nf_text *instance,
                                uint32_t choice, uint64_t index, bool *there,
                                struct nf_text *varied, struct nf_error *err)
{
    struct nf_file_problem *const files = whole_of(problem);
    const uint32_t slot = take_slot(files);
    struct nf_form_machine *const machine = files->slots[slot].machine;
    *there = true;
    const enum nf_status status =
        choice == UINT32_MAX
            ? nf_form_vary(machine, instance, 0, index, varied, err)
            : nf_form_vary_choice(machine, instance, choice, index, there, varied, err);
    free_slot(files, slot);
    return status;
}

static bool trier_is_over(void *owner)
{
    const struct nf_trier *const trier = owner;
    return trier->over != NULL && trier->over(trier->owner);
}

static enum nf_form_trial try_candidate(void *owner, const struct nf_text *candidate)
{
    const struct nf_trier *const trier = owner;
    switch (trier->try(trier->owner, candidate)) {
    case NF_TRIAL_FAILS: return NF_FORM_FAILS;
    case NF_TRIAL_STOP: return NF_FORM_STOP;
    case NF_TRIAL_PASSES: break;
    }
    return NF_FORM_PASSES;
}

static enum nf_status shrink_case(const struct nf_problem *problem, const struct nf_input *instance,
                                  const struct nf_trier *trier, struct nf_text *smallest,
                                  struct nf_error *err)
{
    struct nf_file_problem *const files = whole_of(problem);
    const struct nf_form_trier asked = {try_candidate, trier_is_over, (void *)(uintptr_t)trier};
    struct nf_text text = {0}, small = {0};
    if (files->options->game != NULL)
        return nf_shrink(files->options->game->problem, instance, trier, smallest, err);
    nf_text_bytes(&text, instance->data, instance->size);
    const uint32_t number = take_slot(files);
    enum nf_status status =
        text.failed ? nf_fail_memory(err)
                    : nf_form_shrink(files->slots[number].machine, &text, &asked, &small, err);
    free_slot(files, number);
    if (status == NF_OK)
        nf_text_bytes(smallest, small.data, small.size);
    nf_text_free(&text);
    nf_text_free(&small);
    return status;
}

/* ---- opening ---- */

static const struct nf_problem_ops file_ops = {.make = make_case,
                                               .answer = answer_case,
                                               .compare = compare_outputs,
                                               .vary = vary_case,
                                               .shrink = shrink_case};

/* What is run is the same for all cases, so the number comes by standard input. */
static enum nf_status open_generator(struct nf_file_problem *files, struct nf_error *err)
{
    static const char *const front[] = {"sh", "-c", "read -r number; exec \"$@\" \"$number\"", "sh",
                                        NULL};
    struct nf_child_options child = files->options->generator.child;
    char **const command = nf_words_join(front, child.command);
    NF_TRY_MEMORY(command != NULL, err);
    child.command = command;
    child.forkserver = false; /* it is the shell that reads first */
    const enum nf_status status = nf_child_open(&child, files->count, &files->generator, err);
    nf_words_free(command);
    return status;
}

enum nf_status nf_file_problem_open(const struct nf_file_problem_options *options,
                                    struct nf_file_problem **problem, struct nf_error *err)
{
    struct nf_file_problem *const files = calloc(1, sizeof *files);
    *problem = files;
    NF_TRY_MEMORY(files != NULL, err);
    files->problem =
        (struct nf_problem){.name = options->name, .title = options->name, .ops = &file_ops};
    files->problem.cases = options->generator.name != NULL ? N_("cases made by the generator")
                           : options->existing_count > 0
                               ? N_("cases that exist, and variations of them")
                           : options->game != NULL ? N_("cases of the game")
                                                   : N_("cases made by the form");
    files->options = options;
    files->count = 2 * options->jobs + 1; /* whoever shrinks keeps one while trials take others */
    pthread_mutex_init(&files->lock, NULL);
    pthread_cond_init(&files->freed, NULL);
    files->slots = calloc(files->count, sizeof *files->slots);
    bool whole = files->slots != NULL;
    for (uint32_t i = 0; whole && options->form != NULL && i < files->count; i++)
        whole = (files->slots[i].machine = nf_form_machine_new(options->form)) != NULL;
    enum nf_status status = whole ? NF_OK : nf_fail_memory(err);
    for (size_t i = 0; status == NF_OK && i < NF_REFERENCES; i++)
        if (options->references[i].name != NULL)
            status = nf_child_open(&options->references[i].child, files->count,
                                   &files->references[i], err);
    if (status == NF_OK && options->generator.name != NULL)
        status = open_generator(files, err);
    if (status != NF_OK) {
        nf_file_problem_close(files);
        *problem = NULL;
    }
    return status;
}

void nf_file_problem_close(struct nf_file_problem *files)
{
    if (files == NULL)
        return;
    nf_child_close(files->generator);
    for (size_t i = NF_REFERENCES; i-- > 0;)
        nf_child_close(files->references[i]);
    for (uint32_t i = 0; files->slots != NULL && i < files->count; i++) {
        nf_form_machine_free(files->slots[i].machine);
        nf_child_result_free(&files->slots[i].result);
    }
    free(files->slots);
    pthread_cond_destroy(&files->freed);
    pthread_mutex_destroy(&files->lock);
    free(files);
}

const struct nf_problem *nf_file_problem_of(const struct nf_file_problem *files)
{
    return &files->problem;
}

/* ---- the stored answers of a test set ---- */

enum { ANSWERED_CHECKERS = 16 }; /* each has its own processes */

/* Tests with the same arguments. */
struct answered_group {
    char *flags;
    struct nf_comparison comparison;
    struct nf_checker_options checker;
};

/* A test, found by the path of its instance. */
struct answered_test {
    const char *path;
    size_t group;
};

struct nf_answered_problem {
    struct nf_problem problem; /* first, so that it is the whole */
    const struct nf_answered_options *options;
    struct answered_group *groups;
    size_t groups_count;
    struct answered_test *tests;
};

/* ---- a problem ---- */

static int answered_by_path(const void *a, const void *b)
{
    return strcmp(((const struct answered_test *)a)->path, ((const struct answered_test *)b)->path);
}

static enum nf_status answered_compare(const struct nf_problem *problem,
                                       const struct nf_input *instance, const struct nf_text *right,
                                       const struct nf_input *output,
                                       struct nf_difference *difference, struct nf_error *err)
{
    const struct nf_answered_problem *const answered = (const void *)problem;
    const struct answered_test key = {instance->name, 0};
    const struct answered_test *const test =
        bsearch(&key, answered->tests, answered->options->set->count, sizeof *answered->tests,
                answered_by_path);
    return nf_comparison_check(&answered->groups[test != NULL ? test->group : 0].comparison,
                               instance, right, output, difference, err);
}

static const struct nf_problem_ops answered_ops = {.compare = answered_compare};

/* ---- opening ---- */

/* Appends the arguments of a test. The package's root is above the set's folder or is it. */
static enum nf_status answered_flags(const struct nf_answered_options *options,
                                     const struct nf_test *test, struct nf_text *flags,
                                     struct nf_error *err)
{
    if (options->flags != NULL) {
        nf_text_string(flags, options->flags);
        return NF_OK;
    }
    NF_OWNED char *real = realpath(test->instance, NULL);
    NF_OWNED char *root = realpath(options->package->root, NULL);
    const bool within = real != NULL && root != NULL && nf_package_within(real, root);
    const char *const below = within ? real + strlen(root) : test->instance;
    return nf_package_settings_flags(options->package, *below == '/' ? below + 1 : below, flags,
                                     err);
}

/* Opens what compares tests with these arguments, which it takes over. */
static enum nf_status answered_open_group(struct nf_answered_problem *answered, char *flags,
                                          const char *test, struct nf_error *err)
{
    const struct nf_answered_options *const options = answered->options;
    struct answered_group *const group = &answered->groups[answered->groups_count++];
    *group = (struct answered_group){.flags = flags, .checker = options->checker};
    const bool exactly = options->flags == NULL && !options->package->kattis;
    if (options->checker.command == NULL && exactly)
        return NF_OK;
    if (options->checker.command == NULL) {
        struct nf_error why;
        const enum nf_status status = nf_comparison_parse(flags, &group->comparison, &why);
        return status == NF_OK
                   ? NF_OK
                   : nf_fail(err, status, "%.300s: output validator: %s", test, why.text);
    }
    if (answered->groups_count > ANSWERED_CHECKERS)
        return nf_fail(err, NF_INVALID,
                       "%.300s: arguments of the output validator of more than %d kinds", test,
                       ANSWERED_CHECKERS);
    group->checker.flags = flags;
    return nf_checker_open(&group->checker, &group->comparison.checker, err);
}

static enum nf_status answered_add(struct nf_answered_problem *answered, size_t number,
                                   struct nf_error *err)
{
    const struct nf_test *const test = &answered->options->set->tests[number];
    NF_OWNED_TEXT struct nf_text text = {0};
    if (nf_test_answer(test) == NULL)
        return nf_fail(err, NF_INVALID, "%.400s: expected its answer beside it, as .ans or .out",
                       test->instance);
    NF_TRY(answered_flags(answered->options, test, &text, err));
    const char *const flags = nf_text_terminated(&text);
    size_t group = 0;
    while (group < answered->groups_count && strcmp(answered->groups[group].flags, flags) != 0)
        group++;
    answered->tests[number] = (struct answered_test){test->instance, group};
    if (group < answered->groups_count)
        return NF_OK;
    char *const copy = strdup(flags);
    NF_TRY_MEMORY(copy != NULL, err);
    return answered_open_group(answered, copy, test->instance, err);
}

enum nf_status nf_answered_open(const struct nf_answered_options *options,
                                struct nf_answered_problem **problem, struct nf_error *err)
{
    struct nf_answered_problem *const answered = *problem = calloc(1, sizeof *answered);
    const size_t count = options->set->count;
    NF_TRY_MEMORY(answered != NULL, err);
    answered->options = options;
    answered->problem =
        (struct nf_problem){.name = options->name, .title = options->name, .ops = &answered_ops};
    answered->groups = calloc(count, sizeof *answered->groups);
    answered->tests = calloc(count, sizeof *answered->tests);
    NF_TRY_MEMORY(answered->groups != NULL && answered->tests != NULL, err);
    for (size_t i = 0; i < count; i++)
        NF_TRY(answered_add(answered, i, err));
    qsort(answered->tests, count, sizeof *answered->tests, answered_by_path);
    return NF_OK;
}

void nf_answered_close(struct nf_answered_problem *answered)
{
    if (answered == NULL)
        return;
    for (size_t i = 0; i < answered->groups_count; i++) {
        nf_checker_close(answered->groups[i].comparison.checker);
        free(answered->groups[i].flags);
    }
    free(answered->groups);
    free(answered->tests);
    free(answered);
}

const struct nf_problem *nf_answered_of(const struct nf_answered_problem *answered)
{
    return &answered->problem;
}
