/* Every allocation of every game made to fail in turn: the function says so and leaks nothing. */
/* both: all that a game brings is made to fail */
#include "judge/format/shrink.h"
#include "judge/format/suite_write.h"
#include "judge/judge.h"
#include "sim/instances.h"
#include "sim/runner.h"
#include "tests/unit/failing.h"
#include "tests/unit/played.h"
#include "tests/unit/test.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what may run out of memory ---- */

/* A game with what its functions are given. */
struct table {
    const struct nf_game *game;
    const struct nf_problem *problem;
    struct nf_params params;
    struct nf_setup *setup;
    struct nf_text instance, answer; /* a small one, and its transcript */
    struct nf_input input;           /* the instance */
};

/* One call of a function; what it makes is appended to `made`, if anything. */
#define JOB(name)                                                                                  \
    static enum nf_status name(const struct table *table, struct nf_text *made,                    \
                               struct nf_error *err)
typedef enum nf_status (*job)(const struct table *table, struct nf_text *made,
                              struct nf_error *err);

JOB(prepare)
{
    struct nf_setup *setup = NULL;
    const enum nf_status status = nf_prepare(table->game, &table->params, &setup, err);
    (void)made;
    if (status == NF_OK)
        nf_release(setup);
    return status;
}

JOB(deal)
{
    return table->game->deals->deal(table->setup, 1, made, made, err);
}

JOB(deal_many)
{
    return table->game->deals->deal_many == NULL
               ? NF_OK
               : table->game->deals->deal_many(table->setup, 1, 20, made, made, err);
}

JOB(tell)
{
    return table->game->deals->explain == NULL
               ? NF_OK
               : table->game->deals->explain(table->setup, 1, made, err);
}

JOB(play)
{
    return nf_play(table->problem->rules, &table->input, made, err);
}

JOB(verify)
{
    return nf_verify(table->problem, &table->input, made, err);
}

JOB(run_games)
{
    atomic_bool stop = false;
    const struct nf_run_options options = {.setup = table->setup,
                                           .kernel = table->game->kernels[0],
                                           .span = {0, 3},
                                           .threads = 1,
                                           .stop = &stop};
    struct nf_run_result result;
    const enum nf_status status = nf_run(&options, &result, err);
    if (status == NF_OK)
        nf_text_bytes(made, (const char *)&result.tally.digest, sizeof result.tally.digest);
    nf_tally_close(&result.tally);
    return status;
}

JOB(deal_ahead)
{
    struct nf_setup *ahead = NULL;
    (void)made;
    if (table->game->bench == NULL || table->game->bench->predeal == NULL)
        return NF_OK;
    const enum nf_status status = table->game->bench->predeal(table->setup, 3, &ahead, err);
    if (status == NF_OK)
        nf_release(ahead);
    return status;
}

/* Changes the first strategy that comes with the game, or drops a part of it. A caller sees to it
 * that the text is whole. */
static enum nf_status change(const struct table *table, bool drops, struct nf_text *made,
                             struct nf_error *err)
{
    const struct nf_strategy_ops *const ops = table->game->strategies;
    uint64_t random = 7;
    if (ops == NULL)
        return NF_OK;
    struct nf_text text = {0};
    nf_text_string(&text, ops->list[0].text);
    const enum nf_status status = text.failed ? NF_OK
                                  : drops     ? ops->drop(&text, 1, made, err)
                                              : ops->mutate(&text, &random, made, err);
    made->failed = made->failed || text.failed;
    nf_text_free(&text);
    return status;
}

JOB(vary)
{
    return change(table, false, made, err);
}

JOB(drop)
{
    return change(table, true, made, err);
}

JOB(guide)
{
    static const struct nf_case_limits no_limits;
    return table->problem->fuzz->guide(1, 3, &no_limits, made, err);
}

JOB(survey)
{
    uint64_t reached[NF_MAX_EVENTS] = {0};
    const enum nf_status status =
        nf_cover(table->problem->rules, &table->input, made, reached, err);
    if (status == NF_OK)
        nf_text_bytes(made, (const char *)reached, sizeof reached);
    return status;
}

JOB(pad)
{
    uint32_t added;
    return nf_instance_pad(table->problem->rules->format, &table->input, 200, made, &added, err);
}

/* Fails as long as more than a few trials are left, every third time. */
static enum nf_trial try(void *owner, const struct nf_text *candidate)
{
    unsigned *const trials = owner;
    (void)candidate;
    if (++*trials == 60)
        return NF_TRIAL_STOP;
    return *trials % 3 == 1 ? NF_TRIAL_FAILS : NF_TRIAL_PASSES;
}

JOB(shrink)
{
    unsigned trials = 0;
    const struct nf_trier trier = {try, &trials, NULL, NULL};
    return nf_shrink(table->problem, &table->input, &trier, made, err);
}

JOB(size)
{
    return nf_describe_size(table->problem, &table->input, made, err);
}

/* The transcript without its second half. */
JOB(compare)
{
    struct nf_difference difference = {0};
    struct nf_input output = nf_text_input(&table->answer, "output");
    output.size /= 2;
    const enum nf_status status =
        nf_check_output(table->problem, &table->input, NULL, &output, &difference, err);
    if (status == NF_OK) {
        nf_text_bytes(made, difference.why.data, difference.why.size);
        nf_text_free(&difference.why);
    }
    return status;
}

JOB(play_lanes)
{
    enum nf_status status = NF_OK;
    for (const struct nf_kernel *const *kernel = table->game->kernels;
         *kernel != NULL && status == NF_OK; kernel++) {
        const struct nf_input inputs[2] = {table->input, table->input};
        struct nf_text records[2] = {{0}};
        if ((*kernel)->supported())
            status = nf_play_instances(table->game, *kernel, inputs, 2, records, err);
        for (int i = 0; i < 2; i++) {
            made->failed = made->failed || records[i].failed;
            if (status == NF_OK)
                nf_text_bytes(made, records[i].data, records[i].size);
            nf_text_free(&records[i]);
        }
    }
    return status;
}

JOB(write_test)
{
    const struct nf_suite *const suite = table->problem->suite;
    uint32_t sample = 0;
    while (suite->tests[sample].group != NULL)
        sample++;
    return nf_suite_write(table->problem, 1, sample, made, made, err);
}

static const struct {
    const char *name;
    job run;
} jobs[] = {
    {"prepare", prepare},
    {"deal", deal},
    {"deal_many", deal_many},
    {"tell", tell},
    {"play", play},
    {"verify", verify},
    {"run_games", run_games},
    {"deal_ahead", deal_ahead},
    {"vary", vary},
    {"drop", drop},
    {"guide", guide},
    {"survey", survey},
    {"shrink", shrink},
    {"size", size},
    {"compare", compare},
    {"pad", pad},
    {"play_lanes", play_lanes},
    {"suite", write_test},
};

/* A call in a thread of its own, which keeps nothing from the calls before. */
struct apart {
    const struct table *table;
    size_t job;
    struct nf_text *made;
    struct nf_error *err;
    enum nf_status status;
};

static void *run(void *given)
{
    struct apart *const apart = given;
    apart->status = jobs[apart->job].run(apart->table, apart->made, apart->err);
    return NULL;
}

static enum nf_status run_apart(const struct table *table, size_t j, struct nf_text *made,
                                struct nf_error *err)
{
    struct apart apart = {table, j, made, err, NF_OK};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, run, &apart), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    return apart.status;
}

/* ---- the rule ---- */

/* Plays a job with call `n` failing: either it says that memory ran out, or what it made is
 * marked as incomplete, or it needed none of it and made the same. */
static void fail_one(const struct table *table, size_t j, uint32_t n, const struct nf_text *right)
{
    struct nf_text made = {0};
    struct nf_error err = {{0}};
    const size_t before = nf_blocks();
    nf_fail_allocation(n);
    const enum nf_status status = run_apart(table, j, &made, &err);
    nf_fail_allocation(NF_NONE_FAILS);
    const bool told = status == NF_IO && strstr(err.text, "out of memory") != NULL;
    const bool same = status == NF_OK && made.size == right->size &&
                      (made.size == 0 || memcmp(made.data, right->data, made.size) == 0);
    if (!told && !same && !(status == NF_OK && made.failed))
        fail_msg("%s of %s, allocation %u failing: exit code %d, '%s'", jobs[j].name,
                 table->game->name, n, status, err.text);
    nf_text_free(&made);
    if (nf_blocks() != before)
        fail_msg("%s of %s, allocation %u failing: %zu blocks leaked", jobs[j].name,
                 table->game->name, n, nf_blocks() - before);
}

static void fail_each(const struct nf_params *params, const struct nf_game *game)
{
    struct table table = {.game = game, .problem = nf_find_problem(game->name), .params = *params};
    struct nf_error err;
    struct nf_params plain = *params;
    plain.strategy = NULL;
    table.setup = nf_test_prepare(game, &plain);
    assert_int_equal(
        game->deals->deal_many != NULL
            ? game->deals->deal_many(table.setup, 1, 20, &table.instance, &table.answer, &err)
            : game->deals->deal(table.setup, 1, &table.instance, &table.answer, &err),
        NF_OK);
    nf_release(table.setup);
    table.input = nf_text_input(&table.instance, "case");
    table.setup = nf_test_prepare(game, params);
    for (size_t j = 0; j < sizeof jobs / sizeof *jobs; j++) {
        struct nf_text right = {0};
        nf_fail_allocation(NF_NONE_FAILS);
        if (run_apart(&table, j, &right, &err) != NF_OK)
            fail_msg("%s of %s: %s", jobs[j].name, game->name, err.text);
        const uint32_t all = nf_allocations();
        assert_false(right.failed);
        for (uint32_t n = 0; n < all; n++)
            fail_one(&table, j, n, &right);
        nf_text_free(&right);
    }
    nf_text_free(&table.instance);
    nf_text_free(&table.answer);
    nf_release(table.setup);
}

static uint32_t about(uint32_t wish, const struct nf_range *range)
{
    return wish < range->low ? range->low : wish > range->high ? range->high : wish;
}

/* Few players and rounds, for there are many allocations to fail. */
static struct nf_params small(const struct nf_game *game)
{
    struct nf_params params = nf_test_usual(game);
    params.players = about(3, &game->players);
    params.rounds = about(2, &game->rounds);
    return params;
}

TEST(every_game_says_when_any_allocation_fails)
{
    for (size_t i = 0; nf_games[i] != NULL; i++) {
        const struct nf_params params = small(nf_games[i]);
        fail_each(&params, nf_games[i]);
    }
}

/* The last strategies that come with the game; the first is that of a table without any. */
TEST(every_game_says_so_with_strategies_at_the_table)
{
    for (size_t i = 0; nf_games[i] != NULL; i++) {
        struct nf_params params = small(nf_games[i]);
        char seats[256] = "";
        if (nf_games[i]->strategies == NULL)
            continue;
        const struct nf_strategy *each = nf_games[i]->strategies->list;
        while (each[params.players].name != NULL)
            each++;
        for (uint32_t seat = 0; seat < params.players; seat++) {
            const size_t used = strlen(seats);
            snprintf(seats + used, sizeof seats - used, "%s%u=%s", seat > 0 ? "," : "", seat + 1,
                     each[seat].name);
        }
        params.strategy = seats;
        fail_each(&params, nf_games[i]);
    }
}
