#include "judge/naming/cases.h"

#include "base/owned.h"
#include "judge/format/suite_write.h"

enum {
    FROM_SUITE = 20, /* cases at most */
    GUIDED = 12,     /* cases of which the best is taken, */
    BYTES = 1500,    /* of about so many bytes in all, for those of some games take long to play */
    SEED = 4,
};

/* Of a few guided cases the one that tells most pairs apart that were not told apart before. Where
 * none is left each pair is told apart once more. */
static enum nf_status write_guided(const struct nf_suspects *suspects, uint32_t number,
                                   struct nf_pairs *known, struct nf_text *instance,
                                   struct nf_error *err)
{
    static const struct nf_case_limits none = {0};
    NF_OWNED_TEXT struct nf_text made = {0}, best = {0};
    struct nf_pairs apart, pairs = {{0}};
    size_t bytes = 0;
    for (uint32_t i = 0; i < GUIDED && bytes < BYTES; i++) {
        made.size = 0;
        NF_TRY(suspects->ops->guide(SEED, (uint64_t)number * GUIDED + i, &none, &made, err));
        bytes += made.size;
        NF_TRY(nf_suspects_apart(suspects, &made, &apart, err));
        if (i == 0 || nf_pairs_count(&apart, known) > nf_pairs_count(&pairs, known)) {
            const struct nf_text worse = best;
            best = made;
            made = worse;
            pairs = apart;
        }
    }
    if (nf_pairs_count(&pairs, known) == 0)
        *known = (struct nf_pairs){{0}};
    for (uint32_t i = 0; i < NF_PAIRED; i++)
        known->with[i] |= pairs.with[i];
    nf_text_bytes(instance, best.data, best.size);
    return NF_OK;
}

enum nf_status nf_case_write(const struct nf_problem *problem, uint32_t number,
                             struct nf_pairs *known, struct nf_text *instance, struct nf_error *err)
{
    const uint32_t tests = nf_suite_count(problem->suite->tests),
                   judged = tests < FROM_SUITE ? tests : FROM_SUITE, guided = NF_CASES - judged;
    if (number >= guided) {
        NF_OWNED_TEXT struct nf_text answer = {0};
        const uint32_t test = (uint32_t)((uint64_t)(number - guided + 1) * tests / judged) - 1;
        return nf_suite_write(problem, SEED, test, instance, &answer, err);
    }
    NF_FREED_BY(nf_suspects_free) struct nf_suspects suspects = {0};
    NF_TRY(nf_suspects_open(&suspects, problem->fuzz, true, err));
    return write_guided(&suspects, number, known, instance, err);
}
