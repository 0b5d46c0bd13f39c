#include "judge/naming/questions.h"

#include "base/owned.h"
#include "base/rng.h"
#include "judge/format/suite_write.h"
#include "judge/judge.h"

/* A case is copied by hand: of each game as small as its guided cases can be. */
static const struct nf_case_limits small = {.players = 4, .deck = 12};

/* How much is tried for a question: a second's worth. The more words a game has, the longer it
 * takes, and the less comes of a change. */
enum {
    GUIDED = 100,   /* guided cases, */
    BYTES = 30000,  /* of about so many bytes in all, */
    CHANGED = 1000, /* and changes of the best of them, */
    PAIRS = 600000, /* but so many by the square of its words */
    SEED = 3,
};

enum nf_status nf_questions_narrow(struct nf_suspects *suspects, const struct nf_problem *problem,
                                   const struct nf_answer *told, uint32_t count,
                                   struct nf_error *err)
{
    NF_TRY(nf_suspects_open(suspects, problem->fuzz, true, err));
    for (int round = 0; round < 2 && (round == 0 || suspects->count == 0); round++) {
        if (round == 1)
            nf_suspects_take_pairs(suspects);
        for (uint32_t i = 0; i < count; i++)
            NF_TRY(nf_suspects_narrow(suspects, &told[i], err));
    }
    return NF_OK;
}

/* The best case so far. */
struct best {
    const struct nf_suspects *suspects;
    struct nf_text instance;
    uint32_t apart; /* pairs that it tells apart */
};

static void free_best(struct best *best)
{
    nf_text_free(&best->instance);
}

/* Takes a case that is as good, and frees it otherwise. */
static enum nf_status offer(struct best *best, struct nf_text *instance, struct nf_error *err)
{
    static const struct nf_pairs none = {{0}};
    struct nf_pairs pairs;
    NF_TRY(nf_suspects_apart(best->suspects, instance, &pairs, err));
    const uint32_t apart = nf_pairs_count(&pairs, &none);
    const bool better = apart >= best->apart;
    nf_text_free(better ? &best->instance : instance);
    if (better)
        *best = (struct best){best->suspects, *instance, apart};
    *instance = (struct nf_text){0};
    return NF_OK;
}

static enum nf_status make_guided(const struct nf_fuzz_ops *ops, uint64_t index,
                                  struct nf_text *instance, struct nf_error *err)
{
    static const struct nf_case_limits none = {0};
    const enum nf_status status = ops->guide(SEED, index, &small, instance, err);
    return status == NF_USAGE ? ops->guide(SEED, index, &none, instance, err) : status;
}

/* Makes a word another one, or exchanges two where the format says how many there are of each. */
static void change_word(struct nf_instance *instance, struct nf_dice *dice)
{
    const size_t at = nf_roll(dice, (uint32_t)instance->count[NF_IS_WORD]);
    uint8_t *const words = instance->words;
    struct nf_walk walk = {.instance = instance};
    while (nf_walk_next(&walk))
        if (walk.field->kind == NF_IS_WORD && at >= walk.first && at < walk.first + walk.count) {
            const size_t other = walk.first + nf_roll(dice, (uint32_t)walk.count);
            const uint8_t word = words[at];
            words[at] = walk.field->copies != 0 ? words[other]
                                                : (uint8_t)nf_roll(dice, walk.field->words->count);
            if (walk.field->copies != 0)
                words[other] = word;
            return;
        }
}

/* Appends `from` with one or two words changed; nothing if that is no valid case. */
static enum nf_status make_changed(const struct nf_problem *problem, const struct nf_text *from,
                                   struct nf_dice *dice, struct nf_text *instance,
                                   struct nf_error *err)
{
    const struct nf_input input = nf_text_input(from, "case");
    NF_FREED_BY(nf_instance_free) struct nf_instance read = {0};
    NF_OWNED_TEXT struct nf_text report = {0};
    NF_TRY(nf_instance_read(&read, problem->rules->format, &input, err));
    for (uint32_t left = 1 + nf_roll(dice, 2); left > 0; left--)
        change_word(&read, dice);
    nf_instance_print(instance, &read);
    const struct nf_input changed = nf_text_input(instance, "case");
    const enum nf_status status = nf_verify(problem, &changed, &report, err);
    if (status != NF_OK)
        nf_text_free(instance);
    return status == NF_INVALID ? NF_OK : status;
}

/* How many changes of a case are tried. */
static enum nf_status count_changes(const struct nf_problem *problem,
                                    const struct nf_text *instance, uint32_t *changes,
                                    struct nf_error *err)
{
    const struct nf_input input = nf_text_input(instance, "case");
    NF_FREED_BY(nf_instance_free) struct nf_instance read = {0};
    NF_TRY(nf_instance_read(&read, problem->rules->format, &input, err));
    const size_t words = read.count[NF_IS_WORD], many = words > 0 ? PAIRS / (words * words) : 0;
    *changes = many < CHANGED ? (uint32_t)many : CHANGED;
    return NF_OK;
}

enum nf_status nf_questions_next(const struct nf_suspects *suspects,
                                 const struct nf_problem *problem, uint32_t number,
                                 struct nf_text *instance, struct nf_error *err)
{
    NF_FREED_BY(free_best) struct best best = {.suspects = suspects};
    NF_OWNED_TEXT struct nf_text made = {0};
    const uint64_t first = (uint64_t)number * GUIDED;
    size_t bytes = 0;
    for (uint64_t i = first; i < first + GUIDED && bytes < BYTES; i++) {
        NF_TRY(make_guided(suspects->ops, i, &made, err));
        bytes += made.size;
        NF_TRY(offer(&best, &made, err));
    }
    const struct nf_key key = {SEED, number, 0};
    struct nf_dice dice = nf_dice_start(&key);
    uint32_t changes = 0;
    NF_TRY(count_changes(problem, &best.instance, &changes, err));
    for (uint32_t i = 0; i < changes; i++) {
        NF_TRY(make_changed(problem, &best.instance, &dice, &made, err));
        if (made.size > 0)
            NF_TRY(offer(&best, &made, err));
    }
    if (best.apart > 0)
        nf_text_bytes(instance, best.instance.data, best.instance.size);
    return NF_OK;
}

/* ---- cases for all at once ---- */

enum {
    FROM_SUITE = 20,   /* cases at most */
    CASES_GUIDED = 12, /* cases of which the best is taken, */
    CASES_BYTES =
        1500, /* of about so many bytes in all, for those of some games take long to play */
    CASES_SEED = 4,
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
    for (uint32_t i = 0; i < CASES_GUIDED && bytes < CASES_BYTES; i++) {
        made.size = 0;
        NF_TRY(suspects->ops->guide(CASES_SEED, (uint64_t)number * CASES_GUIDED + i, &none, &made,
                                    err));
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
        return nf_suite_write(problem, CASES_SEED, test, instance, &answer, err);
    }
    NF_FREED_BY(nf_suspects_free) struct nf_suspects suspects = {0};
    NF_TRY(nf_suspects_open(&suspects, problem->fuzz, true, err));
    return write_guided(&suspects, number, known, instance, err);
}
