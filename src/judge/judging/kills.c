#include "judge/judging/kills.h"

#include "base/lang.h"
#include "base/owned.h"
#include "base/signals.h"
#include "base/threads.h"
#include "judge/judge.h"
#include "judge/naming/suspects.h"

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
