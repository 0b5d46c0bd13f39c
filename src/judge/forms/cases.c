/* Cases: runs of the machine until one is valid. Where a run fails, the machine goes back to a
 * choice that had a part in it; small cases are enumerated by what their choices cost. */
#include "judge/forms/maker.h"

#include <stdlib.h>
#include <string.h>

/* ---- runs ---- */

static bool run_making(struct nf_form_machine *m)
{
    struct form_maker *const maker = m->maker;
    maker->record.count = 0;
    maker->cursor = 0;
    maker->level_end = maker->old.count;
    maker->next_any = true;
    maker->out->size = 0;
    maker->reached = 0;
    maker->distance = UINT64_MAX;
    maker->failed_choice = maker->failed_assert = maker->over = maker->over_here = false;
    maker->rank_count = maker->spent = 0;
    memset(maker->parts, 0, m->form->name_count * sizeof *maker->parts);
    m->making = true;
    const bool made = nf_form_run(m);
    m->making = false;
    return made;
}

static bool run_once(struct nf_form_machine *m)
{
    m->recording = true;
    m->most_steps = m->max_run / 4;
    const bool made = run_making(m);
    m->recording = false;
    return made;
}

static void exchange_records(struct form_maker *maker)
{
    const struct form_record record = maker->record;
    maker->record = maker->old;
    maker->old = record;
}

enum nf_status nf_form_record_text(struct nf_form_machine *m, const struct nf_text *text,
                                   struct nf_error *err)
{
    const struct nf_input input = nf_text_input(text, "");
    struct form_maker *const maker = m->maker;
    maker->reading = m->making = m->recording = true;
    maker->record.count = maker->old.count = maker->old_limit = 0;
    maker->cursor = maker->level_end = 0;
    memset(maker->parts, 0, m->form->name_count * sizeof *maker->parts);
    const enum nf_status status = nf_form_check(m, &input, err);
    maker->reading = m->making = m->recording = false;
    return status;
}

bool nf_form_replay(struct nf_form_machine *m)
{
    m->maker->replaying = true;
    m->maker->old_limit = m->maker->old.count;
    const bool made = run_once(m);
    m->maker->replaying = false;
    return made;
}

/* The choice before entry `at`; its count if there is none. */
static uint32_t choice_before(const struct form_record *record, uint32_t at)
{
    while (at > 0)
        if (record->entries[--at].kind <= ENTRY_TEST)
            return at;
    return FORM_NONE;
}

/* The first run of a case without a record, which only those need that fail: false if it did, and
 * begins anew. Each step adds at most one entry to a record: what has a room for one is made. */
static bool play_unrecorded(struct nf_form_machine *m)
{
    struct form_maker *const maker = m->maker;
    const struct nf_rng rng = maker->rng;
    if (maker->fails || !maker->plan->delimits)
        return false;
    m->most_steps = m->max_run / 4 < FORM_MAX_ENTRIES ? m->max_run / 4 : FORM_MAX_ENTRIES;
    if (run_making(m))
        return true;
    maker->fails = true;
    maker->rng = rng;
    for (uint32_t i = 0; i < m->form->places; i++)
        maker->tastes[i] = (struct form_place_taste){.number = maker->tastes[i].number};
    return false;
}

bool nf_form_play(struct nf_form_machine *m)
{
    enum { MOST_FAILURES = 60, MOST_AT_A_STEP = 8, CHEAP = 20000 };
    struct form_maker *const maker = m->maker;
    uint64_t work = 0, least = UINT64_MAX;
    uint32_t last = FORM_NONE, same = 0, step = FORM_NONE, at_step = 0;
    maker->old.count = maker->old_limit = 0;
    if (play_unrecorded(m))
        return true;
    for (int failures = 0;; failures++) {
        if (run_once(m))
            return true;
        work += m->steps;
        if (least == UINT64_MAX)
            least = m->steps;
        if (m->status == NF_IO || failures == MOST_FAILURES || m->steps > m->most_steps ||
            work > 3 * least + 400000)
            return false;
        at_step = maker->failed_assert && maker->failed_step == step ? at_step + 1 : 0;
        step = maker->failed_step;
        if (at_step >= MOST_AT_A_STEP && work > CHEAP) /* to be repaired */
            return false;
        uint32_t at = maker->failed_choice ? maker->failed_at : maker->record.count;
        if (at >= maker->record.count || maker->record.entries[at].kind > ENTRY_TEST)
            at = choice_before(&maker->record, maker->record.count);
        same = at == last ? same + 1 : 0;
        last = at;
        if (at == FORM_NONE)
            return false;
        for (uint32_t back = same / 6; back > 0; back--) {
            const uint32_t before = choice_before(&maker->record, at);
            at = before != FORM_NONE ? before : at;
        }
        struct form_place_taste *const taste = &maker->tastes[maker->record.entries[at].place];
        if (taste->blamed < 255)
            taste->blamed++;
        exchange_records(maker);
        maker->old_limit = at;
    }
}

/* ---- small cases by cost ---- */

/* Goes on to the next choices; false: there are none of this budget. */
static bool next_ranks(struct form_maker *maker)
{
    uint32_t count = maker->rank_count;
    if (maker->over_here && count > 0)
        count--;
    if (count == 0)
        return false;
    maker->ranks[count - 1]++;
    maker->ranks_given = count;
    return true;
}

/* Makes the next enumerated case. */
static bool enumerate_next(struct nf_form_machine *m)
{
    enum { MOST_BUDGET = 60, MOST_RUNS = 20000, MOST_STEPS = 1 << 22 };
    struct form_maker *const maker = m->maker;
    while (maker->budget <= MOST_BUDGET && !maker->exhausted) {
        maker->old.count = maker->old_limit = 0;
        const bool made = run_once(m);
        if (m->status == NF_IO)
            return false;
        maker->enumerated_work += m->steps;
        const bool exact = made && maker->spent == maker->budget;
        if (!next_ranks(maker)) {
            maker->budget++;
            maker->ranks_given = 0;
        }
        if (++maker->enumerated_runs > MOST_RUNS || maker->enumerated_work > MOST_STEPS)
            maker->exhausted = true;
        if (exact)
            return true;
    }
    maker->exhausted = true;
    return false;
}

static bool make_enumerated(struct nf_form_machine *m, uint64_t index)
{
    struct form_maker *const maker = m->maker;
    if (maker->enumerated > index) {
        maker->enumerated = maker->enumerated_runs = maker->enumerated_work = 0;
        maker->budget = maker->ranks_given = 0;
        maker->exhausted = false;
    }
    if (maker->exhausted)
        return false;
    maker->stage = STAGE_ENUMERATED;
    while (maker->enumerated <= index) {
        if (!enumerate_next(m))
            return false;
        maker->enumerated++;
    }
    return true;
}

/* ---- cases ---- */

struct form_maker *nf_form_maker_of(struct nf_form_machine *m)
{
    if (m->maker != NULL)
        return m->maker;
    struct form_maker *const maker = m->maker = calloc(1, sizeof *maker);
    if (maker == NULL)
        return NULL;
    maker->plan = nf_form_plan_new(m->form);
    maker->tastes = calloc(m->form->places + 1, sizeof *maker->tastes);
    maker->seen = calloc(m->form->group_count + 1, sizeof *maker->seen);
    maker->parts = calloc(m->form->name_count + 1, sizeof *maker->parts);
    if (maker->plan != NULL && maker->tastes != NULL && maker->seen != NULL && maker->parts != NULL)
        return maker;
    nf_form_maker_free(m);
    return NULL;
}

void nf_form_maker_free(struct nf_form_machine *m)
{
    struct form_maker *const maker = m->maker;
    if (maker == NULL)
        return;
    for (uint32_t i = 0; maker->seen != NULL && i < m->form->group_count; i++)
        free(maker->seen[i].table), free(maker->seen[i].free);
    nf_form_plan_free(maker->plan);
    nf_form_arena_free(maker);
    nf_text_free(&maker->text);
    nf_text_free(&maker->shaped);
    free(maker->record.entries);
    free(maker->old.entries);
    free(maker->tastes);
    free(maker->seen);
    free(maker->parts);
    free(maker->ranks);
    free(maker);
    m->maker = NULL;
}

bool nf_form_made_reads(struct nf_form_machine *m)
{
    struct nf_error ignored;
    const struct nf_input input = nf_text_input(m->maker->out, "");
    if (m->maker->plan->delimits)
        return true;
    const bool reads = nf_form_check(m, &input, &ignored) == NF_OK;
    m->err = NULL;
    return reads;
}

enum nf_status nf_form_make(struct nf_form_machine *m, uint64_t seed, uint64_t index,
                            struct nf_text *text, struct nf_error *err)
{
    enum { ATTEMPTS = 6, ENUMERATED = 250 };
    struct form_maker *const maker = nf_form_maker_of(m);
    uint32_t failed = 0;
    NF_TRY_MEMORY(maker != NULL, err);
    maker->out = text;
    m->err = NULL;
    for (uint64_t attempt = 0; attempt < ATTEMPTS; attempt++) {
        nf_form_arena_free(maker);
        nf_form_begin_case(m, seed, index, attempt);
        const bool enumerated = attempt == 0 && index < ENUMERATED;
        bool made = enumerated ? make_enumerated(m, index) : nf_form_play(m);
        maker->stage = maker->stage == STAGE_ENUMERATED ? STAGE_RANDOM : maker->stage;
        if (!made && !enumerated && m->status != NF_IO && maker->failed_assert)
            made = nf_form_repair(m);
        failed = made || maker->failed_step >= m->form->step_count ? failed : maker->failed_step;
        if (m->status == NF_IO || text->failed)
            return nf_fail_memory(err);
        if (!made && m->steps > m->most_steps)
            break;
        if (made && nf_form_made_reads(m))
            return NF_OK;
    }
    /* What random numbers do not meet, one of the smallest cases may. */
    if (m->steps <= m->most_steps) {
        enum { SMALLEST = 64 };
        bool made = make_enumerated(m, index % SMALLEST);
        if (!made && m->status != NF_IO && maker->enumerated > 0)
            made = make_enumerated(m, index % maker->enumerated);
        maker->stage = STAGE_RANDOM;
        if (made && nf_form_made_reads(m))
            return NF_OK;
    }
    /* Once more for the message, if it is the form that is at fault. */
    m->err = err;
    err->text[0] = '\0';
    maker->old_limit = maker->old.count = 0;
    nf_form_begin_case(m, seed, index, ATTEMPTS);
    if (nf_form_play(m) && nf_form_made_reads(m))
        return NF_OK;
    m->err = NULL;
    if (err->text[0] != '\0')
        return NF_INVALID;
    return nf_fail_at(err, &m->form->source, m->form->steps[failed].at,
                      "no case was found that meets this: change the form, or make cases by a "
                      "program");
}
