/* Smaller instances of formats that are lines of numbers up to an `end`. What a line is like, its
 * order and its neighbours, is in line.h; here is what is tried. */
#include "judge/format/line.h"
#include "judge/format/shrink_internal.h"

#include <stdlib.h>
#include <string.h>

enum {
    CROWD = 128,        /* small lines tried at once; twice as many each time after */
    MOST_CROWD = 512,   /* up to these, for there are slow programs, */
    ALL_CROWDS = 51200, /* and these in all */
};

struct shrinker {
    struct nf_shrinker trials;
    const struct nf_format *format;
    struct nf_numbers *lines; /* the smallest instance known to fail */
    size_t count;
};

/* Tries an instance of these lines; returns whether it fails. */
static bool fails(struct shrinker *shrinker, const struct nf_numbers *lines, size_t count)
{
    if (nf_shrinker_stopped(&shrinker->trials))
        return false;
    nf_lines_print(&shrinker->trials.text, shrinker->format, lines, count);
    return nf_shrinker_try(&shrinker->trials);
}

/* ---- fewer lines ---- */

/* Halves `lines`, which fail, while one half fails. Returns the new count. */
static size_t halve(struct shrinker *shrinker, struct nf_numbers *lines, size_t count)
{
    while (count > 1) {
        const size_t half = count / 2;
        if (fails(shrinker, lines, half)) {
            count = half;
        } else if (fails(shrinker, lines + half, count - half)) {
            memmove(lines, lines + half, (count - half) * sizeof *lines);
            count -= half;
        } else {
            break;
        }
    }
    return count;
}

/* Leaves out parts, large ones first. Returns the new count. */
static size_t leave_out_lines(struct shrinker *shrinker, struct nf_numbers *lines, size_t count)
{
    struct nf_numbers *const rest = malloc(count * sizeof *rest);
    if (rest == NULL) {
        nf_shrinker_fail(&shrinker->trials);
        return count;
    }
    for (size_t piece = count / 2; piece > 0 && count > 1; piece /= 2)
        for (size_t at = 0; at < count && count > 1;) {
            const size_t end = at + piece < count ? at + piece : count;
            const size_t left = count - (end - at);
            memcpy(rest, lines, at * sizeof *rest);
            memcpy(rest + at, lines + end, (count - end) * sizeof *rest);
            if (left > 0 && fails(shrinker, rest, left)) {
                memcpy(lines, rest, left * sizeof *rest);
                count = left;
            } else {
                at = end;
            }
        }
    free(rest);
    return count;
}

/* Keeps the line alone whose line of output is wrong, if the trier knows it. Returns the new
 * count. */
static size_t keep_wrong(struct shrinker *shrinker, struct nf_numbers *lines, size_t count)
{
    const uint64_t wrong = nf_shrinker_wrong_line(&shrinker->trials);
    if (count == 1 || wrong == 0 || wrong > count || !fails(shrinker, lines + wrong - 1, 1))
        return count;
    lines[0] = lines[wrong - 1];
    return 1;
}

static size_t keep_few(struct shrinker *shrinker, struct nf_numbers *lines, size_t count)
{
    return leave_out_lines(shrinker, lines, halve(shrinker, lines, count));
}

/* ---- the smallest line ---- */

/* Tries lines smaller than the known one; with `twice` each has its first item again at the end.
 * Returns true if one fails; it is the smallest of these, provided that lines fail alone as they do
 * among others. */
static bool try_crowds(struct shrinker *shrinker, bool twice)
{
    const struct nf_format *const format = shrinker->format;
    struct nf_numbers next = nf_line_smallest(format), crowd[MOST_CROWD];
    bool smaller = true;
    size_t size = CROWD;
    for (size_t walked = 0;
         walked < ALL_CROWDS && smaller && !nf_shrinker_stopped(&shrinker->trials);
         walked += size, size = size < MOST_CROWD ? 2 * size : size) {
        size_t count = 0;
        while (smaller && count < size) {
            crowd[count] = next;
            if (twice)
                nf_line_repeat(format, &crowd[count]);
            smaller = nf_line_compare(format, &crowd[count], &shrinker->lines[0]) < 0;
            count += smaller;
            smaller = nf_line_next(format, &next) && smaller;
        }
        if (count == 0 || !fails(shrinker, crowd, count))
            continue;
        count = keep_wrong(shrinker, crowd, count);
        if (halve(shrinker, crowd, count) == 1) {
            shrinker->lines[0] = crowd[0];
            return true;
        }
    }
    return false;
}

/* Replaces lines that only fail together by some of the smallest lines. */
static void try_small_crowd(struct shrinker *shrinker)
{
    struct nf_numbers crowd[CROWD] = {nf_line_smallest(shrinker->format)};
    size_t count = 1;
    while (count < CROWD) {
        crowd[count] = crowd[count - 1];
        if (!nf_line_next(shrinker->format, &crowd[count]))
            break;
        count++;
    }
    if (!fails(shrinker, crowd, count))
        return;
    count = keep_few(shrinker, crowd, count);
    if (count > shrinker->count)
        return;
    memcpy(shrinker->lines, crowd, count * sizeof *crowd);
    shrinker->count = count;
}

/* ---- smaller numbers ---- */

/* What is tried in the place of a line. */
struct attempt {
    struct shrinker *shrinker;
    size_t at;
};

static bool take_lines(void *owner, const struct nf_numbers *candidate)
{
    const struct attempt *const attempt = owner;
    struct shrinker *const shrinker = attempt->shrinker;
    struct nf_numbers *const line = &shrinker->lines[attempt->at], before = *line;
    *line = *candidate;
    if (fails(shrinker, shrinker->lines, shrinker->count))
        return true;
    *line = before;
    return false;
}

/* Reduces a line until nothing helps. Every step makes it smaller in a well-founded order. */
static bool descend(struct shrinker *shrinker, size_t at)
{
    struct attempt attempt = {shrinker, at};
    bool any = false;
    while (!nf_shrinker_stopped(&shrinker->trials) &&
           nf_line_reduce(shrinker->format, &shrinker->lines[at], take_lines, &attempt))
        any = true;
    return any;
}

/* ---- shrinking ---- */

static void shrink_list_of_lines(struct shrinker *shrinker)
{
    shrinker->count = keep_wrong(shrinker, shrinker->lines, shrinker->count);
    shrinker->count = keep_few(shrinker, shrinker->lines, shrinker->count);
    if (shrinker->count == 1 && try_crowds(shrinker, false))
        return;
    if (shrinker->count == 1 && nf_line_repeats(shrinker->format, &shrinker->lines[0]) &&
        try_crowds(shrinker, true))
        return;
    if (shrinker->count > 1)
        try_small_crowd(shrinker);
    for (bool any = true; any;) {
        any = false;
        for (size_t at = 0; at < shrinker->count; at++)
            any = descend(shrinker, at) || any;
        if (any)
            shrinker->count = keep_few(shrinker, shrinker->lines, shrinker->count);
    }
}

enum nf_status nf_shrink_lines(const struct nf_format *format, const struct nf_input *instance,
                               const struct nf_trier *trier, struct nf_text *smallest,
                               struct nf_error *err)
{
    struct shrinker shrinker = {.trials = {.trier = trier}, .format = format};
    struct nf_text *const text = &shrinker.trials.text;
    NF_TRY(nf_lines_read(format, instance, &shrinker.lines, &shrinker.count, err));
    nf_lines_print(text, format, shrinker.lines, shrinker.count);
    if (nf_shrinker_start(&shrinker.trials, instance)) {
        shrink_list_of_lines(&shrinker);
        nf_lines_print(text, format, shrinker.lines, shrinker.count);
    }
    free(shrinker.lines);
    return nf_shrinker_end(&shrinker.trials, smallest, err);
}
