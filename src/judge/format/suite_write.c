#include "judge/format/suite_write.h"

#include "base/owned.h"
#include "base/rng.h"
#include "base/signals.h"
#include "judge/judge.h"
#include "judge/suite.h"

#include <stdlib.h>
#include <string.h>

static const struct nf_suite_test *find_test(const struct nf_suite *suite, uint32_t number)
{
    const uint32_t tests = nf_suite_count(suite->tests);
    return number < tests ? &suite->tests[number] : &suite->samples[number - tests];
}

/* Whether a player who makes a mistake prints something else than the rules: 1 or 0; -1 without
 * memory. */
static int shows(const struct nf_problem *problem, unsigned mistake, const struct nf_text *instance,
                 const struct nf_text *answer)
{
    const struct nf_played_as played =
        nf_played_as(problem->fuzz->play_as, UINT64_C(1) << mistake, instance);
    if (played.bytes == NULL)
        return -1;
    const int otherwise =
        played.size > answer->size || memcmp(played.bytes, answer->data, played.size) != 0;
    free(played.bytes);
    return otherwise;
}

/* How many of the mistakes show that the test is to expose; -1 without memory. */
static int count_exposed(const struct nf_problem *problem, const struct nf_suite_test *test,
                         const struct nf_text *instance, const struct nf_text *answer)
{
    int count = 0;
    for (const uint8_t *mistake = test->exposes; *mistake != 0; mistake++) {
        const int exposed = shows(problem, *mistake, instance, answer);
        if (exposed < 0)
            return -1;
        count += exposed;
    }
    return count;
}

/* The next candidate of a test with its answer. `*exposed` of its mistakes show; -1: it is no game.
 */
static enum nf_status deal(const struct nf_problem *problem, const struct nf_suite_test *test,
                           struct nf_key *key, struct nf_text *instance, struct nf_text *answer,
                           int *exposed, struct nf_error *err)
{
    instance->size = answer->size = 0;
    *exposed = -1;
    const enum nf_status status = problem->suite->deal(test, key, instance, err);
    if (status == NF_INVALID)
        return NF_OK;
    NF_TRY(status);
    NF_TRY_MEMORY(!instance->failed, err);
    const struct nf_input input = nf_text_input(instance, "test");
    NF_TRY(nf_play(problem->rules, &input, answer, err));
    if (!answer->failed)
        *exposed = count_exposed(problem, test, instance, answer);
    NF_TRY_MEMORY(*exposed >= 0, err);
    return NF_OK;
}

enum nf_status nf_suite_write(const struct nf_problem *problem, uint64_t seed, uint32_t number,
                              struct nf_text *instance, struct nf_text *answer,
                              struct nf_error *err)
{
    const struct nf_suite_test *const test = find_test(problem->suite, number);
    const size_t instance_size = instance->size, answer_size = answer->size;
    const int wanted = (int)strlen((const char *)test->exposes);
    struct nf_key key = {seed, number, NF_SUITE_STREAM};
    NF_OWNED_TEXT struct nf_text dealt = {0}, played = {0};
    int best = -1;
    for (uint32_t tries = 0;
         best < wanted && tries < problem->suite->tries && nf_signals_caught() == 0; tries++) {
        int exposed;
        NF_TRY(deal(problem, test, &key, &dealt, &played, &exposed, err));
        if (exposed <= best)
            continue;
        best = exposed;
        instance->size = instance_size;
        answer->size = answer_size;
        nf_text_bytes(instance, dealt.data, dealt.size);
        nf_text_bytes(answer, played.data, played.size);
    }
    return best >= 0 ? NF_OK
                     : nf_fail(err, NF_INTERNAL, "test %u of the set cannot be dealt", number + 1);
}
