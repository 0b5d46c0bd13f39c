/* Smaller instances of formats that are lines of numbers up to an `end`. First what is tried,
 * then what a line is like, its order and its neighbours. */
#include "judge/format/shrink_internal.h"

#include "base/owned.h"

#include <assert.h>
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

/* ---- lines as values ---- */

/* ---- fields ---- */

static size_t place_in_line(const struct nf_format *format, const struct nf_format_field *field)
{
    return (size_t)(field - format->lines->first);
}

/* The list of a line, or NULL. */
static const struct nf_format_field *list_of(const struct nf_format *format)
{
    const struct nf_format_lines *const lines = format->lines;
    const struct nf_format_field *const last = lines->first + lines->fields - 1;
    return last->count != NULL ? last : NULL;
}

/* How many items the list has. */
static uint32_t length_of(const struct nf_format *format, const struct nf_numbers *line)
{
    const struct nf_format_field *const list = list_of(format);
    return list != NULL ? line->numbers[place_in_line(format, list->count)] : 0;
}

/* The largest value that a number may have, or an item of the list. */
static uint32_t most_of(const struct nf_format *format, const struct nf_format_field *field,
                        const struct nf_numbers *line)
{
    const uint32_t below =
        field->below != NULL ? line->numbers[place_in_line(format, field->below)] : UINT32_MAX;
    return field->high < below ? field->high : below - 1;
}

/* The smallest value above `value`, or, with UINT32_MAX, of all. UINT32_MAX: there is none. */
static uint32_t value_after(const struct nf_format *format, const struct nf_format_field *field,
                            const struct nf_numbers *line, uint32_t value)
{
    const uint32_t least = value == UINT32_MAX ? field->low : value + 1;
    if (field->list == NULL)
        return least <= most_of(format, field, line) ? least : UINT32_MAX;
    for (uint32_t i = 0; i < field->listed; i++)
        if (field->list[i] >= least)
            return field->list[i];
    return UINT32_MAX;
}

/* ---- text ---- */

static void read_lines(const struct nf_instance *read, struct nf_numbers *lines)
{
    struct nf_walk walk = {.instance = read};
    while (nf_walk_next(&walk)) {
        struct nf_numbers *const line = &lines[walk.row];
        const bool many = walk.field->count != NULL;
        assert(walk.field->kind == NF_IS_NUMBER && walk.count <= NF_MAX_ITEMS);
        memcpy(many ? line->items : &line->numbers[place_in_line(read->format, walk.field)],
               read->numbers + walk.first, walk.count * sizeof *read->numbers);
    }
}

enum nf_status nf_lines_read(const struct nf_format *format, const struct nf_input *input,
                             struct nf_numbers **lines, size_t *count, struct nf_error *err)
{
    NF_FREED_BY(nf_instance_free) struct nf_instance read = {0};
    NF_TRY(nf_instance_read(&read, format, input, err));
    *lines = calloc(read.rows + 1, sizeof **lines);
    *count = read.rows;
    NF_TRY_MEMORY(*lines != NULL, err);
    read_lines(&read, *lines);
    return NF_OK;
}

void nf_lines_print(struct nf_text *text, const struct nf_format *format,
                    const struct nf_numbers *lines, size_t count)
{
    struct nf_instance made = {.format = format, .rows = count};
    const size_t singles = format->lines->fields - (list_of(format) != NULL);
    for (size_t i = 0; i < count; i++) {
        for (size_t place = 0; place < singles; place++)
            nf_instance_number(&made, lines[i].numbers[place]);
        for (uint32_t item = 0; item < length_of(format, &lines[i]); item++)
            nf_instance_number(&made, lines[i].items[item]);
    }
    nf_instance_print(text, &made);
    nf_instance_free(&made);
}

/* ---- order ---- */

/* Whether `item` is among the first `count` of the list. */
static bool is_among(const struct nf_numbers *line, uint32_t count, uint32_t item)
{
    uint32_t at = 0;
    while (at < count && line->items[at] != item)
        at++;
    return at < count;
}

static uint64_t set_of(const struct nf_format *format, const struct nf_numbers *line)
{
    uint64_t set = 0;
    for (uint32_t i = 0; i < length_of(format, line); i++)
        set |= UINT64_C(1) << line->items[i];
    return set;
}

int nf_line_compare(const struct nf_format *format, const struct nf_numbers *a,
                    const struct nf_numbers *b)
{
    for (const struct nf_format_field *const *field = format->lines->by_size; *field != NULL;
         field++) {
        const bool many = (*field)->count != NULL;
        const size_t place = place_in_line(format, *field);
        const uint64_t of_a = many ? set_of(format, a) : a->numbers[place];
        const uint64_t of_b = many ? set_of(format, b) : b->numbers[place];
        if (of_a != of_b)
            return of_a < of_b ? -1 : 1;
    }
    return 0;
}

/* ---- all lines ---- */

static void set_smallest(const struct nf_format *format, const struct nf_format_field *field,
                         struct nf_numbers *line)
{
    if (field->count == NULL)
        line->numbers[place_in_line(format, field)] = value_after(format, field, line, UINT32_MAX);
    else
        for (uint32_t i = 0; i < length_of(format, line); i++)
            line->items[i] = field->low + i;
}

/* Sets the next larger set of as many items, which ascend; false behind the last one. */
static bool advance_list(const struct nf_format *format, const struct nf_format_field *list,
                         struct nf_numbers *line)
{
    const uint32_t count = length_of(format, line), most = most_of(format, list, line);
    for (uint32_t i = 0; i < count; i++)
        if (i + 1 < count ? line->items[i] + 1 < line->items[i + 1] : line->items[i] < most) {
            line->items[i]++;
            for (uint32_t before = 0; before < i; before++)
                line->items[before] = list->low + before;
            return true;
        }
    return false;
}

/* Sets the next larger value of a field; false behind the last one. */
static bool advance(const struct nf_format *format, const struct nf_format_field *field,
                    struct nf_numbers *line)
{
    if (field->count != NULL)
        return advance_list(format, field, line);
    const struct nf_format_field *const list = list_of(format);
    uint32_t *const number = &line->numbers[place_in_line(format, field)];
    const uint32_t after = value_after(format, field, line, *number);
    const bool counts = list != NULL && list->count == field;
    if (after == UINT32_MAX || (counts && after > most_of(format, list, line) - list->low + 1))
        return false; /* a set has no more items than there are */
    *number = after;
    return true;
}

struct nf_numbers nf_line_smallest(const struct nf_format *format)
{
    struct nf_numbers line = {0};
    for (const struct nf_format_field *const *field = format->lines->by_size; *field != NULL;
         field++)
        set_smallest(format, *field, &line);
    return line;
}

bool nf_line_next(const struct nf_format *format, struct nf_numbers *line)
{
    const struct nf_format_field *const *const by_size = format->lines->by_size;
    size_t at = format->lines->fields;
    while (at > 0 && !advance(format, by_size[at - 1], line))
        at--;
    for (size_t later = at; at > 0 && by_size[later] != NULL; later++)
        set_smallest(format, by_size[later], line);
    return at > 0;
}

/* ---- lists with repetitions ---- */

void nf_line_repeat(const struct nf_format *format, struct nf_numbers *line)
{
    const struct nf_format_field *const list = list_of(format);
    const uint32_t count = length_of(format, line);
    if (count == 0 || count == list->count->high)
        return;
    line->items[count] = line->items[0];
    line->numbers[place_in_line(format, list->count)]++;
}

bool nf_line_repeats(const struct nf_format *format, const struct nf_numbers *line)
{
    for (uint32_t i = 1; i < length_of(format, line); i++)
        if (is_among(line, i, line->items[i]))
            return true;
    return false;
}

/* ---- smaller lines ---- */

struct proposing {
    const struct nf_format *format;
    const struct nf_numbers *line;
    bool (*take)(void *owner, const struct nf_numbers *candidate);
    void *owner;
};

static bool propose(const struct proposing *proposing, const struct nf_numbers *candidate)
{
    return nf_line_compare(proposing->format, candidate, proposing->line) < 0 &&
           proposing->take(proposing->owner, candidate);
}

static uint32_t reduced(const struct nf_format *format, const struct nf_format_field *field,
                        const struct nf_numbers *line, uint32_t value)
{
    const uint32_t most = most_of(format, field, line);
    return value <= most ? value : field->low + (value - field->low) % (most - field->low + 1);
}

/* Reduces the numbers that are no longer below another one. Items that become equal are merged;
 * those that were repeated stay repeated. */
static struct nf_numbers repaired(const struct nf_format *format, const struct nf_numbers *line)
{
    const struct nf_format_field *const list = list_of(format), *const first = format->lines->first;
    struct nf_numbers made = *line;
    for (const struct nf_format_field *field = first; field < first + format->lines->fields;
         field++)
        if (field != list && field->below != NULL)
            made.numbers[place_in_line(format, field)] =
                reduced(format, field, line, line->numbers[place_in_line(format, field)]);
    uint32_t count = 0;
    for (uint32_t i = 0; i < length_of(format, line); i++) {
        const uint32_t item = reduced(format, list, line, line->items[i]);
        if (!is_among(&made, count, item) || is_among(line, i, line->items[i]))
            made.items[count++] = item;
    }
    if (list != NULL)
        made.numbers[place_in_line(format, list->count)] = count;
    return made;
}

static bool propose_smaller(const struct proposing *proposing, const struct nf_format_field *field)
{
    const struct nf_format *const format = proposing->format;
    const size_t place = place_in_line(format, field);
    const uint32_t number = proposing->line->numbers[place];
    struct nf_numbers candidate = *proposing->line;
    for (uint32_t value = UINT32_MAX;
         (value = value_after(format, field, proposing->line, value)) < number;) {
        candidate.numbers[place] = value;
        const struct nf_numbers made = repaired(format, &candidate);
        if (propose(proposing, &made))
            return true;
    }
    return false;
}

/* No items; else leaves them out one by one, last ones first. */
static bool propose_fewer(const struct proposing *proposing, const struct nf_format_field *count)
{
    const size_t place = place_in_line(proposing->format, count);
    struct nf_numbers candidate = *proposing->line;
    candidate.numbers[place] = count->low;
    bool taken = propose(proposing, &candidate);
    for (uint32_t at = proposing->line->numbers[place];
         at-- > 0 && proposing->line->numbers[place] > count->low;) {
        candidate = *proposing->line;
        const uint32_t left = --candidate.numbers[place];
        memmove(candidate.items + at, candidate.items + at + 1,
                (left - at) * sizeof *candidate.items);
        taken = propose(proposing, &candidate) || taken;
    }
    return taken;
}

/* Smaller items that the list does not have yet. */
static bool propose_items(const struct proposing *proposing, const struct nf_format_field *list)
{
    const uint32_t count = length_of(proposing->format, proposing->line);
    for (uint32_t i = 0; i < count; i++) {
        struct nf_numbers candidate = *proposing->line;
        for (uint32_t item = list->low; item < proposing->line->items[i]; item++) {
            candidate.items[i] = item;
            if (!is_among(proposing->line, count, item) && propose(proposing, &candidate))
                return true;
        }
    }
    return false;
}

bool nf_line_reduce(const struct nf_format *format, const struct nf_numbers *line,
                    bool (*take)(void *owner, const struct nf_numbers *candidate), void *owner)
{
    const struct proposing proposing = {format, line, take, owner};
    const struct nf_format_field *const list = list_of(format);
    bool taken = false;
    for (const struct nf_format_field *const *field = format->lines->by_size;
         *field != NULL && !taken; field++)
        if (list != NULL && *field == list->count)
            taken = propose_fewer(&proposing, *field);
        else if (*field != list)
            taken = propose_smaller(&proposing, *field);
    return taken || (list != NULL && propose_items(&proposing, list));
}
