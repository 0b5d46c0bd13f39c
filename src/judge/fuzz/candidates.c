
#include "base/format/tokens.h"
#include "base/owned.h"
#include "base/signals.h"
#include "base/threads.h"
#include "judge/format/shrink.h"
#include "judge/fuzz/fuzz_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static const double second_ns = 1e9;

struct nf_attempt {
    struct nf_trial_case run;
    uint64_t hash; /* of the instance */
    enum nf_trial answer;
    uint32_t failed;    /* runs */
    uint32_t code_runs; /* more runs, for its code */
    bool any_code;      /* it crashed with different codes */
};

struct nf_candidate_table {
    uint64_t hash; /* of the candidate; 0: a free place */
    uint64_t line; /* if it fails, where it leaves the rules; 0: unknown */
    bool fails;
};

/* ---- answers ---- */

static uint64_t hash_of(const struct nf_text *candidate)
{
    return XXH3_64bits(candidate->data, candidate->size) | 1;
}

/* The place of `hash` in a table of `room` places, a power of two: its own, or a free one. */
static struct nf_candidate_table *place_of_candidate(struct nf_candidate_table *known, size_t room,
                                                     uint64_t hash)
{
    size_t place = hash >> 1 & (room - 1);
    while (known[place].hash != 0 && known[place].hash != hash)
        place = (place + 1) & (room - 1);
    return &known[place];
}

/* The answer if it is known, else NULL. */
static const struct nf_candidate_table *recall(const struct nf_candidates *candidates,
                                               uint64_t hash)
{
    const size_t room = candidates->known_room;
    const struct nf_candidate_table *const found =
        room > 0 ? place_of_candidate(candidates->known, room, hash) : NULL;
    return found != NULL && found->hash != 0 ? found : NULL;
}

static bool grow(struct nf_candidates *candidates)
{
    const size_t room = candidates->known_room > 0 ? 2 * candidates->known_room : 1024;
    struct nf_candidate_table *const known = calloc(room, sizeof *known);
    if (known == NULL)
        return false;
    for (size_t i = 0; i < candidates->known_room; i++)
        if (candidates->known[i].hash != 0)
            *place_of_candidate(known, room, candidates->known[i].hash) = candidates->known[i];
    free(candidates->known);
    candidates->known = known;
    candidates->known_room = room;
    return true;
}

static bool remember(struct nf_candidates *candidates, const struct nf_attempt *attempt)
{
    if (2 * candidates->known_count >= candidates->known_room && !grow(candidates))
        return false;
    struct nf_candidate_table *const known =
        place_of_candidate(candidates->known, candidates->known_room, attempt->hash);
    candidates->known_count += known->hash == 0;
    *known = (struct nf_candidate_table){attempt->hash, attempt->run.judgement.line,
                                         attempt->answer == NF_TRIAL_FAILS};
    return true;
}

/* A known answer; `*line` gets where the case that fails now leaves the rules. */
static enum nf_trial known_answer(const struct nf_candidate_table *known, uint64_t *line)
{
    if (!known->fails)
        return NF_TRIAL_PASSES;
    *line = known->line;
    return NF_TRIAL_FAILS;
}

/* ---- trials ---- */

static bool is_cut_short(const struct nf_child_result *result)
{
    return result->ending == NF_OUT_OF_TIME && result->code == 2;
}

bool nf_candidates_same(const struct nf_candidates *candidates,
                        const struct nf_judgement *judgement)
{
    struct nf_judgement failure = candidates->from->judgement;
    if (candidates->any_code)
        failure.code = 0;
    return nf_judgement_same(&failure, judgement) && nf_fuzz_finds(candidates->options, judgement);
}

/* Runs the program once; NF_TRIAL_STOP if the time is over. */
static enum nf_status run_once(const struct nf_candidates *candidates, uint32_t slot,
                               struct nf_attempt *attempt, struct nf_error *err)
{
    const struct nf_judgement *const failure = &candidates->from->judgement;
    const double left = candidates->deadline - nf_now();
    attempt->answer = NF_TRIAL_STOP;
    if (left <= 0)
        return NF_OK;
    const bool last = left * second_ns < (double)candidates->wall_ns;
    const uint64_t wall_ns = last ? (uint64_t)(left * second_ns) + 1 : candidates->wall_ns;
    const enum nf_status status =
        nf_trial_run_once(&candidates->options->trials, slot, wall_ns, &attempt->run, err);
    const bool cut = is_cut_short(&attempt->run.result);
    if (status != NF_OK || (cut && last && !nf_judgement_decides(&attempt->run.judgement)))
        return status;
    const bool same = nf_candidates_same(candidates, &attempt->run.judgement) &&
                      (!cut || nf_judgement_decides(failure) || candidates->hasty);
    attempt->answer = same ? NF_TRIAL_FAILS : NF_TRIAL_PASSES;
    return NF_OK;
}

/* Runs a program again that crashed, but not with the code that it should, until it does or has
 * done so as often as a failing case is run: where codes change from run to run, the first runs may
 * have had the same one by chance. */
static enum nf_status run_for_code(const struct nf_candidates *candidates, uint32_t slot,
                                   struct nf_attempt *attempt, struct nf_error *err)
{
    enum { MOST = 3 * NF_REPEATS }; /* in all: most codes do not change */
    struct nf_judgement any = candidates->from->judgement;
    any.code = 0;
    while (attempt->answer == NF_TRIAL_PASSES && nf_judgement_same(&any, &attempt->run.judgement) &&
           attempt->code_runs < NF_REPEATS && candidates->code_runs + attempt->code_runs < MOST) {
        attempt->code_runs++;
        NF_TRY(run_once(candidates, slot, attempt, err));
    }
    attempt->any_code = attempt->code_runs > 0 && attempt->answer == NF_TRIAL_FAILS;
    return NF_OK;
}

/* Of a flaky program: runs it again and again. */
static enum nf_status run_often(const struct nf_candidates *candidates, uint32_t slot,
                                struct nf_attempt *attempt, struct nf_error *err)
{
    const enum nf_status status =
        nf_flaky_run(&candidates->options->trials, slot, candidates->wall_ns, candidates->needed,
                     &attempt->run, &attempt->failed, err);
    attempt->answer = attempt->failed >= candidates->needed ? NF_TRIAL_FAILS : NF_TRIAL_PASSES;
    return status;
}

/* Answers one of the attempts. */
static enum nf_status try_candidates(void *owner, uint32_t number, struct nf_error *err)
{
    const struct nf_candidates *const candidates = owner;
    struct nf_attempt *const attempt = &candidates->attempts[number];
    attempt->answer = NF_TRIAL_STOP;
    attempt->code_runs = 0;
    attempt->any_code = false;
    attempt->run.index = candidates->from->index;
    attempt->run.ends = candidates->from->ends;
    NF_TRY(nf_trial_answer_if_any(&candidates->options->trials, &attempt->run, err));
    if (candidates->needed > 0)
        return run_often(candidates, number, attempt, err);
    NF_TRY(run_once(candidates, number, attempt, err));
    if (candidates->from->judgement.verdict == NF_RE)
        NF_TRY(run_for_code(candidates, number, attempt, err));
    /* A timeout counts only if it happens twice, because the machine may have been busy. */
    const struct nf_judgement *const judgement = &attempt->run.judgement;
    if (attempt->answer == NF_TRIAL_FAILS && judgement->verdict == NF_TLE &&
        !nf_judgement_decides(judgement) && !candidates->hasty)
        NF_TRY(run_once(candidates, number, attempt, err));
    return NF_OK;
}

/* Whether `used` is near a limit, and much more than the least there is, which a program may need
 * to start. */
static bool comes_near(uint64_t used, uint64_t limit, uint64_t *least)
{
    enum { NEAR = 4, MUCH = 2 };
    *least = *least == 0 || used < *least ? used : *least;
    return limit > 0 && used > limit / NEAR && used > MUCH * *least;
}

static size_t words_in(const struct nf_text *text)
{
    const struct nf_input input = nf_text_input(text, "case");
    return nf_tokens_count(&input);
}

/* Notes a case that passes, but comes near the limit that others exceed. */
static void note_near(struct nf_candidates *candidates, const struct nf_attempt *attempt)
{
    const struct nf_child_limits *const allowed = &candidates->options->trials.allowed;
    const struct nf_judgement *const failure = &candidates->from->judgement;
    const struct nf_child_result *const result = &attempt->run.result;
    const struct nf_text *const instance = &attempt->run.instance;
    const bool time = failure->verdict == NF_TLE;
    if (attempt->answer != NF_TRIAL_PASSES || attempt->run.left_out ||
        nf_judgement_decides(failure) || (!time && failure->verdict != NF_MLE))
        return;
    const uint64_t limit = !time               ? allowed->memory
                           : candidates->hasty ? candidates->wall_ns
                                               : allowed->cpu_ns;
    const uint64_t used = !time               ? result->memory
                          : candidates->hasty ? result->wall_ns
                                              : result->cpu_ns;
    if (!comes_near(used, limit, &candidates->least_used))
        return;
    const size_t words = words_in(instance);
    candidates->near = instance->size > candidates->near ? instance->size : candidates->near;
    candidates->near_words = words > candidates->near_words ? words : candidates->near_words;
}

/* Whether a candidate would say little new of a limit: how far above it the case is need not be
 * known to the byte; and as time and memory grow with a size that is not small, what is no larger
 * than a case near the limit passes, too: neither in bytes nor in words, for a case of many small
 * numbers may need more than one of few large ones. */
static bool is_vain(const struct nf_candidates *candidates, const struct nf_text *candidate)
{
    enum { PART = 8, SMALL = 64 };
    const size_t best = candidates->best;
    return candidates->near > 0 && (candidate->size + best / PART >= best ||
                                    (best > SMALL && candidate->size <= candidates->near &&
                                     words_in(candidate) <= candidates->near_words));
}

/* Runs all attempts and remembers the answers. */
static enum nf_status run_attempts(struct nf_candidates *candidates)
{
    const double start = nf_now();
    struct nf_pool pool = {
        .workers = candidates->attempts_count, .owner = candidates, .work = try_candidates};
    const enum nf_status status = pool.workers == 1 ? try_candidates(candidates, 0, candidates->err)
                                                    : nf_pool_run(&pool, candidates->err);
    for (uint32_t i = 0; status == NF_OK && i < candidates->attempts_count; i++) {
        const struct nf_attempt *const attempt = &candidates->attempts[i];
        candidates->code_runs += attempt->code_runs;
        candidates->any_code |= attempt->any_code;
        note_near(candidates, attempt);
        if (attempt->answer != NF_TRIAL_STOP && !remember(candidates, attempt))
            return nf_fail_memory(candidates->err);
    }
    candidates->trial_seconds = nf_now() - start;
    return status;
}

/* ---- candidates ---- */

static bool add_attempt(struct nf_candidates *candidates, const struct nf_text *candidate,
                        uint64_t hash)
{
    assert(candidates->attempts_count < candidates->options->jobs);
    struct nf_attempt *const attempt = &candidates->attempts[candidates->attempts_count++];
    struct nf_text *const instance = &attempt->run.instance;
    attempt->hash = hash;
    instance->size = 0;
    nf_text_bytes(instance, candidate->data, candidate->size);
    return !instance->failed;
}

/* Whether no time is left; shows progress. */
static bool is_over(void *owner)
{
    struct nf_candidates *const candidates = owner;
    const struct nf_fuzz_options *const options = candidates->options;
    const double now = nf_now();
    const bool over = nf_signals_caught() != 0 || now >= candidates->deadline;
    candidates->stopped |= over;
    if (options->shrinking != NULL && !over)
        options->shrinking(options->shrinking_owner, candidates->trials, now - candidates->start);
    return over;
}

/* Collects candidates that come next, as if those not answered yet passed: most do. */
static enum nf_trial collect(void *owner, const struct nf_text *candidate)
{
    struct nf_candidates *const candidates = owner;
    const uint64_t hash = hash_of(candidate);
    const struct nf_candidate_table *const known = recall(candidates, hash);
    if (known != NULL)
        return known_answer(known, &candidates->line_ahead);
    for (uint32_t i = 0; i < candidates->attempts_count; i++)
        if (candidates->attempts[i].hash == hash)
            return NF_TRIAL_PASSES;
    const bool added = add_attempt(candidates, candidate, hash);
    return added && candidates->attempts_count < candidates->options->jobs ? NF_TRIAL_PASSES
                                                                           : NF_TRIAL_STOP;
}

static uint64_t line_ahead(void *owner)
{
    return ((const struct nf_candidates *)owner)->line_ahead;
}

/* Adds candidates for the jobs that have none, by going the way of the game once more. That pays
 * where a trial takes much longer than all steps of the game so far. Of a flaky program no answer
 * is remembered: run anew, the case may fail more rarely than it did. */
static enum nf_status look_ahead(struct nf_candidates *candidates)
{
    enum { PAYS = 8 };
    static const double least_seconds = 0.002;
    const struct nf_trials *const trials = &candidates->options->trials;
    const double seconds = candidates->trial_seconds;
    if (candidates->options->jobs == 1 || candidates->needed > 0 || candidates->near > 0 ||
        seconds < least_seconds || seconds < PAYS * candidates->own_seconds)
        return NF_OK;
    const struct nf_trier trier = {collect, candidates, line_ahead, is_over};
    const struct nf_input from = nf_text_input(&candidates->from->instance, "case");
    NF_OWNED_TEXT struct nf_text smallest = {0};
    candidates->line_ahead = candidates->from->judgement.line;
    return nf_shrink(trials->problem, &from, &trier, &smallest, candidates->err);
}

/* Keeps the case of the first attempt. */
static void keep_least(struct nf_candidates *candidates)
{
    const struct nf_trial_case least = candidates->attempts[0].run;
    candidates->attempts[0].run = candidates->least;
    candidates->least = least;
    candidates->least_failed = candidates->attempts[0].failed;
    const uint32_t needed = nf_flaky_needed(candidates->least_failed, NF_REPEATS);
    if (candidates->needed > 0 && needed > candidates->needed)
        candidates->needed = needed;
}

static enum nf_trial answer(struct nf_candidates *candidates, const struct nf_text *candidate)
{
    const uint64_t hash = hash_of(candidate);
    const struct nf_candidate_table *known = recall(candidates, hash);
    if (known != NULL)
        return known_answer(known, &candidates->line);
    if (candidates->hasty && candidates->near > 0)
        return NF_TRIAL_STOP;
    candidates->attempts_count = 0;
    if (!add_attempt(candidates, candidate, hash))
        candidates->failed = nf_fail_memory(candidates->err);
    if (candidates->failed == NF_OK)
        candidates->failed = look_ahead(candidates);
    if (candidates->failed == NF_OK)
        candidates->failed = run_attempts(candidates);
    if (candidates->failed != NF_OK)
        return NF_TRIAL_STOP;
    const enum nf_trial now = candidates->attempts[0].answer;
    if (now != NF_TRIAL_FAILS)
        return now;
    candidates->line = candidates->attempts[0].run.judgement.line;
    keep_least(candidates);
    return NF_TRIAL_FAILS;
}

static enum nf_trial try_candidate(void *owner, const struct nf_text *candidate)
{
    struct nf_candidates *const candidates = owner;
    candidates->own_seconds += nf_now() - candidates->left_at;
    enum nf_trial trial = NF_TRIAL_STOP;
    if (is_vain(candidates, candidate)) {
        trial = NF_TRIAL_PASSES;
    } else if (candidates->trials < candidates->options->shrink_trials && !is_over(candidates)) {
        candidates->trials++;
        trial = answer(candidates, candidate);
        candidates->best = trial == NF_TRIAL_FAILS ? candidate->size : candidates->best;
    }
    candidates->stopped |= trial == NF_TRIAL_STOP;
    candidates->left_at = nf_now();
    return trial;
}

static uint64_t wrong_line(void *owner)
{
    return ((const struct nf_candidates *)owner)->line;
}

enum nf_status nf_candidates_shrink(struct nf_candidates *candidates, struct nf_text *smallest,
                                    struct nf_error *err)
{
    const struct nf_trier trier = {try_candidate, candidates, wrong_line, is_over};
    const struct nf_input from = nf_text_input(&candidates->from->instance, "case");
    candidates->err = err;
    candidates->left_at = nf_now();
    candidates->line = candidates->from->judgement.line;
    candidates->best = candidates->from->instance.size;
    candidates->trial_seconds = (double)candidates->from->result.wall_ns / second_ns;
    if (candidates->attempts == NULL)
        candidates->attempts = calloc(candidates->options->jobs, sizeof *candidates->attempts);
    NF_TRY_MEMORY(candidates->attempts != NULL, err);
    const enum nf_status status =
        nf_shrink(candidates->options->trials.problem, &from, &trier, smallest, err);
    return candidates->failed != NF_OK ? candidates->failed : status;
}

void nf_candidates_free(struct nf_candidates *candidates)
{
    for (uint32_t i = 0; candidates->attempts != NULL && i < candidates->options->jobs; i++)
        nf_trial_free(&candidates->attempts[i].run);
    free(candidates->attempts);
    free(candidates->known);
    nf_trial_free(&candidates->least);
}
