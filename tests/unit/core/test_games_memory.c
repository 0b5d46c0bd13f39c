/* Every allocation of every game made to fail in turn: the function says so and leaks nothing.
 *
 * The linker leads the calls of malloc() and its kin here, see the Makefile. */
#include "core/instances.h"
#include "games/cirno/module.h"
#include "games/cirno/rules/cirno.h"
#include "games/mahjong/kernels/setup.h"
#include "games/mahjong/module.h"
#include "games/mahjong/rules/tables.h"
#include "games/tng/kernels/setup.h"
#include "games/tng/module.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- the allocator ---- */

enum { MOST_LIVE = 4096 };
static const uint32_t never = UINT32_MAX;

static uint32_t calls;                /* of allocating functions */
static uint32_t failing = UINT32_MAX; /* the call that fails, from 0; `never` */
static const void *live[MOST_LIVE];   /* what was given out and not back */
static size_t live_count;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *old);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *old);

static void *give(void *made)
{
    if (made != NULL && live_count < MOST_LIVE)
        live[live_count++] = made;
    return made;
}

/* What the library has allocated by itself is not known here. */
static void take_back(const void *old)
{
    for (size_t i = 0; old != NULL && i < live_count; i++)
        if (live[i] == old) {
            live[i] = live[--live_count];
            return;
        }
}

void *__wrap_malloc(size_t size)
{
    return calls++ == failing ? NULL : give(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return calls++ == failing ? NULL : give(__real_calloc(count, size));
}

void *__wrap_realloc(void *old, size_t size)
{
    if (calls++ == failing)
        return NULL;
    take_back(old);
    return give(__real_realloc(old, size));
}

char *__wrap_strdup(const char *text)
{
    return calls++ == failing ? NULL : give(__real_strdup(text));
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return calls++ == failing ? NULL : give(__real_aligned_alloc(alignment, size));
}

void __wrap_free(void *old)
{
    take_back(old);
    __real_free(old);
}

/* ---- what may run out of memory ---- */

/* A game with what its functions are given. */
struct table {
    const struct nf_game *game;
    struct nf_params params;
    struct nf_setup *setup;
    struct nf_text instance, answer; /* a small one, and its transcript */
};

/* One call of a function; what it makes is appended to `made`, if anything. */
typedef enum nf_status (*job)(const struct table *table, struct nf_text *made,
                              struct nf_error *err);

static struct nf_input input_of(const char *name, const struct nf_text *text)
{
    return (struct nf_input){name, text->data, text->size};
}

static enum nf_status prepare(const struct table *table, struct nf_text *made, struct nf_error *err)
{
    struct nf_setup *setup = NULL;
    const enum nf_status status = table->game->prepare(&table->params, &setup, err);
    (void)made;
    if (status == NF_OK)
        table->game->release(setup);
    return status;
}

static enum nf_status deal(const struct table *table, struct nf_text *made, struct nf_error *err)
{
    return table->game->judge->deal(table->setup, 1, made, made, err);
}

static enum nf_status deal_many(const struct table *table, struct nf_text *made,
                                struct nf_error *err)
{
    return table->game->judge->deal_many == NULL
               ? NF_OK
               : table->game->judge->deal_many(table->setup, 1, 20, made, made, err);
}

static enum nf_status tell(const struct table *table, struct nf_text *made, struct nf_error *err)
{
    return table->game->judge->tell == NULL ? NF_OK
                                            : table->game->judge->tell(table->setup, 1, made, err);
}

static enum nf_status play(const struct table *table, struct nf_text *made, struct nf_error *err)
{
    const struct nf_input input = input_of("case", &table->instance);
    return table->game->judge->play(&input, made, err);
}

static enum nf_status verify(const struct table *table, struct nf_text *made, struct nf_error *err)
{
    const struct nf_input input = input_of("case", &table->instance);
    return table->game->judge->verify(&input, made, err);
}

static enum nf_status deal_ahead(const struct table *table, struct nf_text *made,
                                 struct nf_error *err)
{
    struct nf_setup *ahead = NULL;
    (void)made;
    if (table->game->bench == NULL || table->game->bench->predeal == NULL)
        return NF_OK;
    const enum nf_status status = table->game->bench->predeal(table->setup, 3, &ahead, err);
    if (status == NF_OK)
        table->game->release(ahead);
    return status;
}

static enum nf_status vary(const struct table *table, struct nf_text *made, struct nf_error *err)
{
    uint64_t random = 7;
    if (table->game->strategies == NULL)
        return NF_OK;
    struct nf_text text = {0};
    nf_text_string(&text, table->game->strategies->list[0].text);
    /* A caller sees to it that the text is whole. */
    const enum nf_status status =
        text.failed ? NF_OK : table->game->strategies->mutate(&text, &random, made, err);
    made->failed = made->failed || text.failed;
    nf_text_free(&text);
    return status;
}

static enum nf_status drop(const struct table *table, struct nf_text *made, struct nf_error *err)
{
    if (table->game->strategies == NULL)
        return NF_OK;
    struct nf_text text = {0};
    nf_text_string(&text, table->game->strategies->list[0].text);
    const enum nf_status status =
        text.failed ? NF_OK : table->game->strategies->drop(&text, 1, made, err);
    made->failed = made->failed || text.failed;
    nf_text_free(&text);
    return status;
}

static enum nf_status guide(const struct table *table, struct nf_text *made, struct nf_error *err)
{
    static const struct nf_case_limits no_limits;
    return table->game->fuzz->guide(1, 3, &no_limits, made, err);
}

static enum nf_status survey(const struct table *table, struct nf_text *made, struct nf_error *err)
{
    uint64_t reached[NF_MAX_EVENTS] = {0};
    const struct nf_input input = input_of("case", &table->instance);
    const enum nf_status status = table->game->fuzz->coverage(&input, made, reached, err);
    if (status == NF_OK)
        nf_text_bytes(made, (const char *)reached, sizeof reached);
    return status;
}

static enum nf_status pad(const struct table *table, struct nf_text *made, struct nf_error *err)
{
    const struct nf_input input = input_of("case", &table->instance);
    uint32_t added;
    if (table->game->fuzz->pad == NULL)
        return NF_OK;
    return table->game->fuzz->pad(&input, 200, made, &added, err);
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

static enum nf_status shrink(const struct table *table, struct nf_text *made, struct nf_error *err)
{
    unsigned trials = 0;
    const struct nf_trier trier = {try, &trials};
    const struct nf_input input = input_of("case", &table->instance);
    return table->game->fuzz->shrink(&input, &trier, made, err);
}

static enum nf_status size(const struct table *table, struct nf_text *made, struct nf_error *err)
{
    const struct nf_input input = input_of("case", &table->instance);
    return table->game->fuzz->size(&input, made, err);
}

/* The transcript without its second half. */
static enum nf_status compare(const struct table *table, struct nf_text *made, struct nf_error *err)
{
    struct nf_difference difference = {0};
    const struct nf_input input = input_of("case", &table->instance);
    struct nf_input output = input_of("output", &table->answer);
    output.size /= 2;
    const enum nf_status status =
        table->game->fuzz->compare(&input, &output, true, &difference, err);
    if (status == NF_OK) {
        nf_text_bytes(made, difference.why.data, difference.why.size);
        nf_text_free(&difference.why);
    }
    return status;
}

static enum nf_status play_lanes(const struct table *table, struct nf_text *made,
                                 struct nf_error *err)
{
    enum nf_status status = NF_OK;
    for (const struct nf_kernel *const *kernel = table->game->kernels;
         *kernel != NULL && status == NF_OK; kernel++) {
        const struct nf_input inputs[2] = {input_of("case", &table->instance),
                                           input_of("case", &table->instance)};
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

static enum nf_status read_outcome(const struct table *table, struct nf_text *made,
                                   struct nf_error *err)
{
    const struct nf_input input = input_of("case", &table->instance);
    const struct nf_input transcript = input_of("transcript", &table->answer);
    return table->game->fuzz->read_outcome(&input, &transcript, made, err);
}

static enum nf_status write_test(const struct table *table, struct nf_text *made,
                                 struct nf_error *err)
{
    const struct nf_suite *const suite = table->game->suite;
    uint32_t sample = 0;
    if (suite == NULL)
        return NF_OK;
    while (suite->tests[sample].group != NULL)
        sample++;
    return suite->write(1, sample, made, made, err);
}

static enum nf_status make_tables(const struct table *table, struct nf_text *made,
                                  struct nf_error *err)
{
    struct mahjong_tables *tables = NULL;
    (void)made;
    if (table->game != &mahjong_game)
        return NF_OK;
    const enum nf_status status = mahjong_tables_make(&tables, err);
    if (status == NF_OK)
        free(tables);
    return status;
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
    {"make_tables", make_tables},
    {"read_outcome", read_outcome},
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
    const size_t before = live_count;
    calls = 0;
    failing = n;
    const enum nf_status status = run_apart(table, j, &made, &err);
    failing = never;
    const bool told = status == NF_IO && strstr(err.text, "out of memory") != NULL;
    const bool same = status == NF_OK && made.size == right->size &&
                      (made.size == 0 || memcmp(made.data, right->data, made.size) == 0);
    if (!told && !same && !(status == NF_OK && made.failed))
        fail_msg("%s of %s, allocation %u failing: exit code %d, '%s'", jobs[j].name,
                 table->game->name, n, status, err.text);
    nf_text_free(&made);
    if (live_count != before)
        fail_msg("%s of %s, allocation %u failing: %zu blocks leaked", jobs[j].name,
                 table->game->name, n, live_count - before);
}

static void fail_each(const struct nf_params *params, const struct nf_game *game)
{
    struct table table = {.game = game, .params = *params};
    struct nf_error err;
    struct nf_params plain = *params;
    plain.strategy = NULL;
    assert_int_equal(game->prepare(&plain, &table.setup, &err), NF_OK);
    assert_int_equal(
        game->judge->deal_many != NULL
            ? game->judge->deal_many(table.setup, 1, 20, &table.instance, &table.answer, &err)
            : game->judge->deal(table.setup, 1, &table.instance, &table.answer, &err),
        NF_OK);
    game->release(table.setup);
    assert_int_equal(game->prepare(params, &table.setup, &err), NF_OK);
    for (size_t j = 0; j < sizeof jobs / sizeof *jobs; j++) {
        struct nf_text right = {0};
        calls = 0;
        if (run_apart(&table, j, &right, &err) != NF_OK)
            fail_msg("%s of %s: %s", jobs[j].name, game->name, err.text);
        const uint32_t all = calls;
        assert_false(right.failed);
        for (uint32_t n = 0; n < all; n++)
            fail_one(&table, j, n, &right);
        nf_text_free(&right);
    }
    nf_text_free(&table.instance);
    nf_text_free(&table.answer);
    game->release(table.setup);
}

static struct nf_params usual(const struct nf_game *game)
{
    return (struct nf_params){.players = game->players.normal,
                              .rounds = game->rounds.normal,
                              .deck = game->deck.normal,
                              .profile = game->profiles[0].name,
                              .seed = 1};
}

static void test_cirno_says_when_any_allocation_fails(void **state)
{
    struct nf_params params = usual(&cirno_game);
    (void)state;
    params.players = 3;
    params.rounds = 2;
    fail_each(&params, &cirno_game);
}

static void test_cirno_says_so_with_strategies_at_the_table(void **state)
{
    struct nf_params params = usual(&cirno_game);
    (void)state;
    params.players = 3;
    params.rounds = 2;
    params.strategy = "1=keep-e,2=random,3=leap";
    fail_each(&params, &cirno_game);
}

static void test_mahjong_says_when_any_allocation_fails(void **state)
{
    const struct nf_params params = usual(&mahjong_game);
    (void)state;
    assert_non_null(mahjong_shared_tables());
    fail_each(&params, &mahjong_game);
}

static void test_tng_says_when_any_allocation_fails(void **state)
{
    const struct nf_params params = usual(&tng_game);
    (void)state;
    fail_each(&params, &tng_game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cirno_says_when_any_allocation_fails),
        cmocka_unit_test(test_cirno_says_so_with_strategies_at_the_table),
        cmocka_unit_test(test_mahjong_says_when_any_allocation_fails),
        cmocka_unit_test(test_tng_says_when_any_allocation_fails),
    };
    return cmocka_run_group_tests_name("memory of games", tests, NULL, NULL);
}
