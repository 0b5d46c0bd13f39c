/* Finding problems, and whether one has all parts that the tester asks for. */
#include "judge/problem.h"

#include <string.h>

const struct nf_problem *nf_find_problem(const char *name)
{
    for (const struct nf_problem *const *problem = nf_problems; *problem != NULL; problem++)
        if (strcmp((*problem)->name, name) == 0)
            return *problem;
    return NULL;
}

const struct nf_event *nf_problem_events(const struct nf_problem *problem)
{
    static const struct nf_event none[] = {{.name = NULL}};
    return problem->fuzz != NULL && problem->fuzz->events != NULL ? problem->fuzz->events : none;
}

const struct nf_stage *nf_problem_stages(const struct nf_problem *problem)
{
    static const struct nf_stage none[] = {{.name = NULL}};
    return problem->fuzz != NULL && problem->fuzz->stages != NULL ? problem->fuzz->stages : none;
}

const struct nf_mistake *nf_problem_mistakes(const struct nf_problem *problem)
{
    return problem->fuzz != NULL ? problem->fuzz->mistakes : NULL;
}

bool nf_problem_tells(const struct nf_problem *problem)
{
    return problem->fuzz != NULL && problem->fuzz->tell_story != NULL;
}

/* Leaves the function with the name of a part that is not there. */
#define NEEDS(part)                                                                                \
    do {                                                                                           \
        if (problem->part == 0)                                                                    \
            return #part;                                                                          \
    } while (0)

static const char *suite_lacks(const struct nf_problem *problem)
{
    NEEDS(suite->groups);
    NEEDS(suite->tests);
    NEEDS(suite->samples);
    NEEDS(suite->deal);
    NEEDS(suite->tries);
    NEEDS(suite->package);
    NEEDS(suite->package->statements[NF_ENGLISH]);
    NEEDS(suite->package->statements[NF_CHINESE]);
    NEEDS(suite->package->solution_py);
    NEEDS(suite->package->solution_cpp);
    if (problem->suite->package->wrong != NULL) { /* with mistakes of the catalogue */
        NEEDS(fuzz);
        NEEDS(fuzz->mistakes);
    }
    return NULL;
}

static const char *fuzz_lacks(const struct nf_problem *problem)
{
    NEEDS(fuzz->guide);
    if (problem->fuzz->tell_story != NULL) {
        NEEDS(fuzz->players);
        NEEDS(fuzz->panels);
        NEEDS(fuzz->frames);
    }
    if (problem->fuzz->points != NULL)
        NEEDS(fuzz->mistakes);
    if (problem->fuzz->mistakes != NULL)
        NEEDS(fuzz->play_as);
    return NULL;
}

const char *nf_problem_lacks(const struct nf_problem *problem)
{
    NEEDS(name);
    NEEDS(title);
    NEEDS(rules);
    NEEDS(rules->format);
    NEEDS(rules->play);
    const char *const lacks = problem->fuzz != NULL ? fuzz_lacks(problem) : NULL;
    return lacks == NULL && problem->suite != NULL ? suite_lacks(problem) : lacks;
}
