/* Finding problems, and their optional parts. */
#include "judge/problem.h"

#include <string.h>

const struct nf_problem *nf_problem_at(size_t i)
{
    for (const struct nf_problem *const *problem = nf_problems; *problem != NULL; problem++)
        if (i-- == 0)
            return *problem;
    return NULL;
}

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

bool nf_problem_has_stories(const struct nf_problem *problem)
{
    return problem->fuzz != NULL && problem->fuzz->tell_story != NULL;
}
