#include "judge/suspects.h"

#include "base/format/tokens.h"
#include "base/lang.h"
#include "base/owned.h"
#include "base/rng.h"
#include "judge/format/suite_write.h"
#include "judge/judge.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is printed ---- */

enum nf_status nf_printed_set(struct nf_printed *printed, const char *bytes, size_t size,
                              bool whole, struct nf_error *err)
{
    struct nf_text *const words = &printed->words;
    words->size = 0;
    printed->whole = whole;
    char *const to = nf_text_room(words, size + 1);
    NF_TRY_MEMORY(to != NULL, err);
    size_t used = 0;
    bool apart = false;
    for (size_t i = 0; i < size; i++) {
        if (nf_is_blank(bytes[i])) {
            apart = true;
            continue;
        }
        if (apart && used > 0)
            to[used++] = ' ';
        to[used++] = bytes[i];
        apart = false;
    }
    words->size = used;
    return NF_OK;
}

enum nf_status nf_printed_by(struct nf_printed *printed, const struct nf_fuzz_ops *ops,
                             uint64_t mistakes, const struct nf_text *instance,
                             struct nf_error *err)
{
    const struct nf_played_as played = nf_played_as(ops->play_as, mistakes, instance);
    NF_OWNED char *bytes = played.bytes;
    return bytes != NULL ? nf_printed_set(printed, bytes, played.size, played.whole, err)
                         : nf_fail_memory(err);
}

static bool starts_with(const struct nf_text *text, const struct nf_text *start)
{
    return text->size >= start->size &&
           (start->size == 0 || memcmp(text->data, start->data, start->size) == 0);
}

bool nf_printed_differ(const struct nf_printed *a, const struct nf_printed *b)
{
    if (a->whole && b->whole)
        return a->words.size != b->words.size || !starts_with(&a->words, &b->words);
    /* One that is not whole goes on in some way. */
    return (b->whole || !starts_with(&a->words, &b->words)) &&
           (a->whole || !starts_with(&b->words, &a->words));
}

enum nf_agreement nf_printed_agree(const struct nf_printed *program,
                                   const struct nf_printed *variant)
{
    const struct nf_text *const words = &program->words;
    if (variant->whole)
        return program->whole && words->size == variant->words.size &&
                       starts_with(words, &variant->words)
                   ? NF_AGREES
                   : NF_DIFFERS;
    return starts_with(words, &variant->words)   ? NF_AGREES
           : starts_with(&variant->words, words) ? NF_OPEN
                                                 : NF_DIFFERS;
}

/* ---- suspects ---- */

static unsigned count_mistakes(const struct nf_fuzz_ops *ops)
{
    unsigned count = 0;
    while (ops->mistakes[count + 1].name != NULL)
        count++;
    return count;
}

enum nf_status nf_suspects_open(struct nf_suspects *suspects, const struct nf_fuzz_ops *ops,
                                bool too, struct nf_error *err)
{
    *suspects = (struct nf_suspects){
        .ops = ops, .mistakes = count_mistakes(ops), .alternatives = nf_alternatives(ops->points)};
    assert(suspects->mistakes >= 1 && suspects->mistakes <= NF_MAX_MISTAKES);
    const size_t pairs = (size_t)suspects->mistakes * suspects->mistakes;
    suspects->sets = calloc(1 + pairs + suspects->alternatives, sizeof *suspects->sets);
    NF_TRY_MEMORY(suspects->sets != NULL, err);
    if (too)
        suspects->sets[suspects->count++] = NF_BY_THE_RULES;
    for (unsigned k = 1; k <= suspects->mistakes; k++)
        suspects->sets[suspects->count++] = UINT64_C(1) << k;
    for (uint32_t i = 0; i < suspects->alternatives; i++)
        suspects->sets[suspects->count++] = NF_BY_SYSTEM | i;
    return NF_OK;
}

void nf_suspects_free(struct nf_suspects *suspects)
{
    free(suspects->sets);
}

void nf_suspects_take_pairs(struct nf_suspects *suspects)
{
    suspects->count = 0;
    for (unsigned k = 2; k <= suspects->mistakes; k++)
        for (unsigned j = 1; j < k; j++)
            suspects->sets[suspects->count++] = UINT64_C(1) << k | UINT64_C(1) << j;
}

void nf_suspects_close_up(struct nf_suspects *suspects)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < suspects->count; i++)
        if (suspects->sets[i] != 0)
            suspects->sets[left++] = suspects->sets[i];
    suspects->count = left;
}

void nf_suspects_prefer_named(struct nf_suspects *suspects, bool wrong)
{
    uint32_t named = 0;
    while (named < suspects->count && (suspects->sets[named] & NF_BY_SYSTEM) == 0)
        named++;
    if (suspects->count > named)
        suspects->count = named > 0 || !wrong ? named : 1;
}

void nf_suspect_does(struct nf_text *words, const struct nf_fuzz_ops *ops, uint64_t set)
{
    if ((set & NF_BY_SYSTEM) != 0) {
        const struct nf_alternative alternative = nf_alternative(ops->points, set);
        nf_alternative_does(words, &alternative);
        return;
    }
    bool first = true;
    for (unsigned k = 1; k <= NF_MAX_MISTAKES; k++)
        if ((set >> k & 1) != 0) {
            nf_text_format(words, first ? _("%s (mistake %u)") : _(", and %s (mistake %u)"),
                           _(ops->mistakes[k].does), k);
            first = false;
        }
}

void nf_suspects_describe(struct nf_text *words, const struct nf_fuzz_ops *ops,
                          const uint64_t *sets, uint32_t count, uint32_t cases)
{
    struct nf_text does = {0};
    for (uint32_t i = 0; i < count && i < NF_MAX_NAMED; i++) {
        if (count > 1)
            nf_text_string(&does, i > 0 ? _("; or she ") : _("she "));
        nf_suspect_does(&does, ops, sets[i]);
    }
    if (count > NF_MAX_NAMED)
        nf_text_format(&does, _("; or %u others"), count - NF_MAX_NAMED);
    if (count == 0)
        nf_text_format(words,
                       _("None of the %u mistakes known does what your program does on all of %u "
                         "cases."),
                       count_mistakes(ops) + nf_alternatives(ops->points), cases);
    else
        nf_text_format(
            words,
            count == 1 ? _("On %u of %u cases your program does what a player would do who %.*s.")
                       : _("On %u of %u cases your program does what a player would do who makes "
                           "one of these mistakes, which no case told apart: %.*s."),
            cases, cases, (int)does.size, does.data);
    nf_text_free_part(&does, words);
}

enum nf_status nf_suspect_agree(const struct nf_fuzz_ops *ops, uint64_t set,
                                const struct nf_text *instance, const struct nf_printed *program,
                                enum nf_agreement *agreement, struct nf_error *err)
{
    NF_FREED_BY(nf_printed_free) struct nf_printed printed = {{0}, false};
    NF_TRY(nf_printed_by(&printed, ops, set, instance, err));
    *agreement = nf_printed_agree(program, &printed);
    return NF_OK;
}

/* Whether a suspect prints this, all of it: where nothing is common to all programs with her
 * mistakes, anything could be hers, which says nothing. */
static enum nf_status prints_this(const struct nf_suspects *suspects, uint32_t number,
                                  const struct nf_text *instance, const struct nf_printed *printed,
                                  bool *prints, struct nf_error *err)
{
    NF_FREED_BY(nf_printed_free) struct nf_printed hers = {{0}, false};
    NF_TRY(nf_printed_by(&hers, suspects->ops, suspects->sets[number], instance, err));
    *prints = hers.words.size > 0 && nf_printed_agree(printed, &hers) == NF_AGREES;
    return NF_OK;
}

enum nf_status nf_suspects_narrow(struct nf_suspects *suspects, const struct nf_answer *given,
                                  struct nf_error *err)
{
    NF_FREED_BY(nf_printed_free) struct nf_printed printed = {{0}, false};
    NF_TRY(nf_printed_set(&printed, given->output.data, given->output.size, true, err));
    for (uint32_t i = 0; i < suspects->count; i++) {
        bool prints = false;
        NF_TRY(prints_this(suspects, i, &given->instance, &printed, &prints, err));
        if (!prints)
            suspects->sets[i] = 0;
    }
    nf_suspects_close_up(suspects);
    return NF_OK;
}

/* Whether programs of two suspects print something else: where a part is not common to all programs
 * with a set of mistakes, they can print anything there, and lose what stands before. */
static bool are_apart(const struct nf_printed *a, const struct nf_printed *b)
{
    const size_t both = a->words.size < b->words.size ? a->words.size : b->words.size;
    return (a->words.size != b->words.size && a->whole && b->whole) ||
           (both > 0 && memcmp(a->words.data, b->words.data, both) != 0);
}

enum nf_status nf_suspects_apart(const struct nf_suspects *suspects, const struct nf_text *instance,
                                 struct nf_pairs *apart, struct nf_error *err)
{
    struct nf_printed printed[NF_PAIRED] = {{{0}, false}};
    enum nf_status status = NF_OK;
    *apart = (struct nf_pairs){{0}};
    for (uint32_t i = 0; status == NF_OK && i < suspects->count && i < NF_PAIRED; i++) {
        status = nf_printed_by(&printed[i], suspects->ops, suspects->sets[i], instance, err);
        for (uint32_t j = 0; status == NF_OK && j < i; j++)
            apart->with[i] |= (uint64_t)are_apart(&printed[i], &printed[j]) << j;
    }
    for (uint32_t i = 0; i < NF_PAIRED; i++)
        nf_printed_free(&printed[i]);
    return status;
}

uint32_t nf_pairs_count(const struct nf_pairs *pairs, const struct nf_pairs *known)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < NF_PAIRED; i++)
        count += (uint32_t)__builtin_popcountll(pairs->with[i] & ~known->with[i]);
    return count;
}

/* ---- alternatives in words ---- */

void nf_alternative_name(struct nf_text *text, const struct nf_alternative *alternative)
{
    nf_text_string(text, alternative->point->name);
    if (alternative->point->kind == NF_CONSTANT)
        nf_text_format(text, "-%d", alternative->number);
    if (alternative->point->kind == NF_CONDITION)
        nf_text_string(text, alternative->number == NF_TURNED ? "-turned" : "-left-out");
    char order[NF_MAX_CLASSES + 1] = "";
    for (int i = 0; alternative->order[i] != '\0'; i++)
        order[i] = (char)tolower((unsigned char)alternative->order[i]);
    if (alternative->point->kind == NF_ORDER)
        nf_text_format(text, "-%s", order);
}

void nf_alternative_does(struct nf_text *text, const struct nf_alternative *alternative)
{
    char order[2 * NF_MAX_CLASSES + 1] = "";
    for (int i = 0; alternative->order[i] != '\0'; i++) {
        order[2 * i] = alternative->order[i];
        order[2 * i + 1] = alternative->order[i + 1] != '\0' ? ' ' : '\0';
    }
    switch (alternative->point->kind) {
    case NF_SLIP: nf_text_string(text, _(alternative->point->does)); break;
    case NF_CONSTANT: nf_text_format(text, _(alternative->point->does), alternative->number); break;
    case NF_ORDER: nf_text_format(text, _(alternative->point->does), order); break;
    case NF_CONDITION:
        nf_text_format(text, _(alternative->point->does),
                       alternative->number == NF_TURNED ? _("unless") : _("whether or not"));
        break;
    }
}

/* ---- questions ---- */

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
                                   const struct nf_answer *given, uint32_t count,
                                   struct nf_error *err)
{
    NF_TRY(nf_suspects_open(suspects, problem->fuzz, true, err));
    for (int round = 0; round < 2 && (round == 0 || suspects->count == 0); round++) {
        if (round == 1)
            nf_suspects_take_pairs(suspects);
        for (uint32_t i = 0; i < count; i++)
            NF_TRY(nf_suspects_narrow(suspects, &given[i], err));
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
