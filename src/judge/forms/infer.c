/* A first form from sample inputs: which lines belong together, and how many there are of them. All
 * lists of items are tried that fit the lines of all samples so far, the cheapest one wins: a line
 * costs what it leaves unexplained. */
#include "judge/forms/infer.h"

#include "base/lang.h"
#include "base/owned.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WORK = 1 << 22, MOST_COST = 60 };

struct infer {
    struct infer_sample *samples;
    size_t sample_count;
    struct infer_form now, best;
    uint32_t best_cost;
    uint64_t work;
    /* The furthest line at which all lists fail. */
    size_t far_sample, far_line;
    /* Of a match. */
    const struct infer_sample *sample;
    size_t line;
    int64_t scalars[INFER_SCALARS]; /* -1: no count */
    int64_t most[INFER_ITEMS];      /* the largest count of an item */
    int64_t fewest_words[INFER_ITEMS], most_words[INFER_ITEMS];
    bool collects; /* fields are described, not only classes */
    bool open;     /* the list ends within a loop: its first round was matched */
    bool unknown;  /* that loop has no round */
};

/* Takes a word into a field; false: it is of another sort. */
static bool take_token(struct infer *infer, size_t number, const struct infer_token *token)
{
    return nf_infer_take(&infer->now.fields[number], token,
                         infer->collects ? infer->scalars : NULL);
}

/* ---- matching ---- */

static int64_t count_of(const struct infer *infer, struct infer_count count)
{
    const int64_t scalar = infer->scalars[count.scalar];
    return scalar < count.less ? -1 : scalar - count.less;
}

/* Whether a line is 1, 2, ..., its count, in some order; `from` 0 or 1. */
static bool is_permutation(const struct infer_token *tokens, size_t count)
{
    NF_OWNED bool *seen = calloc(count + 1, sizeof *seen);
    for (size_t i = 0; seen != NULL && i < count; i++) {
        const form_integer value =
            nf_infer_class(&tokens[i]) == INFER_INTEGER ? nf_infer_value(&tokens[i]) : 0;
        if (value < 1 || value > (form_integer)count || seen[value])
            return false;
        seen[value] = true;
    }
    return seen != NULL && count > 0;
}

static bool match_command(struct infer *infer, size_t number, const struct infer_token *tokens,
                          size_t count)
{
    struct infer_form *const form = &infer->now;
    struct infer_command *const commands = form->commands[number];
    size_t *const known = &form->command_count[number], which = 0;
    if (count == 0 || count > INFER_COLUMNS || tokens[0].size > 20)
        return false;
    for (size_t i = 0; i < tokens[0].size; i++) /* what a regular expression can list */
        if (strchr("^\\\"]", tokens[0].bytes[i]) != NULL)
            return false;
    while (which < *known && !nf_infer_same(&commands[which].name, &tokens[0]))
        which++;
    if (which == INFER_COMMANDS ||
        (which > 0 && nf_infer_class(&commands[0].name) != nf_infer_class(&tokens[0])))
        return false;
    if (which == *known)
        commands[(*known)++] = (struct infer_command){tokens[0], count};
    if (commands[which].width != count)
        return false;
    for (size_t i = 1; i < count; i++)
        if (!take_token(infer, form->items[number].field + which * INFER_COLUMNS + i, &tokens[i]))
            return false;
    return true;
}

static void note_words(struct infer *infer, size_t number, int64_t count)
{
    if (count < infer->fewest_words[number])
        infer->fewest_words[number] = count;
    if (count > infer->most_words[number])
        infer->most_words[number] = count;
}

/* The next line by an item's shape. */
static bool match_line(struct infer *infer, size_t number)
{
    const struct infer_item *const item = &infer->now.items[number];
    if (infer->line == infer->sample->line_count)
        return false;
    infer->work++;
    const struct infer_line line = infer->sample->lines[infer->line];
    const struct infer_token *const tokens = infer->sample->tokens + line.first;
    size_t from = 0;
    switch ((enum infer_shape)item->shape) {
    case INFER_COMMAND:
        if (!match_command(infer, number, tokens, line.count))
            return false;
        infer->line++;
        return true;
    case INFER_FIXED:
        if (line.count != item->width)
            return false;
        for (size_t i = 0; i < line.count; i++)
            if (!take_token(infer, item->field + i, &tokens[i]))
                return false;
        infer->line++;
        for (size_t i = 0; item->kind == INFER_LINE && i < line.count; i++) {
            const bool integer = nf_infer_class(&tokens[i]) == INFER_INTEGER && tokens[i].size < 9;
            if (item->scalar + i < INFER_SCALARS)
                infer->scalars[item->scalar + i] =
                    integer ? (int64_t)nf_infer_value(&tokens[i]) : -1;
        }
        return true;
    case INFER_COUNTED:
        if (count_of(infer, item->words) != (int64_t)line.count)
            return false;
        note_words(infer, number, (int64_t)line.count);
        if (infer->collects) {
            struct infer_field *const field = &infer->now.fields[item->field];
            const bool other = field->count > 0 && !field->permutation;
            field->permutation =
                !other && item->words.less == 0 && is_permutation(tokens, line.count);
        }
        break;
    case INFER_PREFIXED:
        if (line.count == 0 || nf_infer_class(&tokens[0]) != INFER_INTEGER ||
            nf_infer_value(&tokens[0]) != (form_integer)line.count - 1 ||
            !take_token(infer, item->field + 1U, &tokens[0]))
            return false;
        note_words(infer, number, (int64_t)line.count - 1);
        from = 1;
        break;
    case INFER_ANY: break;
    }
    infer->work += line.count / 16;
    for (size_t i = from; i < line.count; i++)
        if (!take_token(infer, item->field, &tokens[i]))
            return false;
    infer->line++;
    return true;
}

/* The END of the loop that begins at item `at`, or the end of the list. */
static size_t end_of(const struct infer_form *form, size_t at)
{
    for (int depth = 0; at < form->item_count; at++) {
        depth += form->items[at].kind == INFER_TESTS || form->items[at].kind == INFER_UNTIL;
        depth -= form->items[at].kind == INFER_END;
        if (depth == 0)
            break;
    }
    return at;
}

static bool match_items(struct infer *infer, size_t from, size_t to);

static bool match_loop(struct infer *infer, size_t at, size_t end)
{
    const struct infer_form *const form = &infer->now;
    const bool until = form->items[at].kind == INFER_UNTIL;
    const int64_t count = until ? INT64_MAX : count_of(infer, form->items[at].count);
    if (count > infer->most[at])
        infer->most[at] = count;
    if (end == form->item_count) {
        infer->open = true;
        infer->unknown = count <= 0;
        return count == 0 || (count > 0 && match_items(infer, at + 1, end));
    }
    for (int64_t i = 0; i < count && !(until && infer->line == infer->sample->line_count); i++) {
        const size_t before = infer->line;
        if (!match_items(infer, at + 1, end) || infer->line == before)
            return false;
    }
    for (size_t i = at + 1; i < end; i++) /* out of scope */
        for (size_t k = 0; form->items[i].kind == INFER_LINE && k < form->items[i].width; k++)
            if (form->items[i].scalar + k < INFER_SCALARS)
                infer->scalars[form->items[i].scalar + k] = -1;
    return count >= 0;
}

static bool match_items(struct infer *infer, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        const struct infer_item *const item = &infer->now.items[i];
        if (item->kind == INFER_LINE) {
            if (!match_line(infer, i))
                return false;
        } else if (item->kind == INFER_REPEAT) {
            const int64_t count = count_of(infer, item->count);
            if (count < 0 || count > (int64_t)(infer->sample->line_count - infer->line))
                return false;
            if (count > infer->most[i])
                infer->most[i] = count;
            for (int64_t k = 0; k < count; k++)
                if (!match_line(infer, i))
                    return false;
        } else if (item->kind != INFER_END) {
            const size_t end = end_of(&infer->now, i);
            if (!match_loop(infer, i, end))
                return false;
            i = end;
        }
    }
    return true;
}

/* Matches the present list with all samples. `*lead`: the first sample with a line left, which is
 * `*line`, or sample_count. */
static bool match_all(struct infer *infer, size_t *lead, size_t *line)
{
    struct infer_form *const form = &infer->now;
    memset(form->fields, 0, form->field_count * sizeof *form->fields);
    memset(form->command_count, 0, sizeof form->command_count);
    memset(infer->most, 0, sizeof infer->most);
    memset(infer->most_words, 0, sizeof infer->most_words);
    for (size_t i = 0; i < INFER_ITEMS; i++)
        infer->fewest_words[i] = INT64_MAX;
    *lead = infer->sample_count;
    for (size_t i = 0; i < infer->sample_count; i++) {
        infer->sample = &infer->samples[i];
        infer->line = 0;
        infer->open = infer->unknown = false;
        memset(infer->scalars, -1, sizeof infer->scalars);
        const bool matches = match_items(infer, 0, form->item_count);
        if (!matches && infer->line >= infer->far_line) {
            infer->far_sample = i;
            infer->far_line = infer->line;
        }
        if (!matches)
            return false;
        if (infer->line < infer->sample->line_count && *lead == infer->sample_count &&
            !infer->unknown) {
            *lead = i;
            *line = infer->line;
        }
    }
    return true;
}

/* ---- the search ---- */

/* Few words, always as many: a row of so many columns rather than an array. */
static uint32_t cost_of_words(const struct infer *infer, size_t number)
{
    const int64_t fewest = infer->fewest_words[number], most = infer->most_words[number];
    const bool rows = infer->now.items[number].kind == INFER_REPEAT;
    const uint32_t weak = most <= 1                    ? 3
                          : fewest < most || most >= 5 ? 0
                          : rows                       ? 4
                          : most < 3                   ? 2
                                                       : 1;
    return 2 + weak + infer->now.items[number].words.less;
}

/* Whether the loop that ends the list has no lines of its own, but loops alone. */
static bool lacks_line(const struct infer_form *form)
{
    size_t from = form->item_count - 1;
    for (int depth = 0; from > 0; from--) {
        const uint8_t kind = form->items[from].kind;
        depth += kind == INFER_END;
        depth -= kind == INFER_TESTS || kind == INFER_UNTIL;
        if (depth == 0)
            break;
        if (depth == 1 && kind == INFER_LINE)
            return false;
    }
    return true;
}

/* What an item costs: what it leaves unexplained, and 3 where its count is never above 1. */
static uint32_t cost_of(const struct infer *infer, size_t number)
{
    const struct infer_item *const item = &infer->now.items[number];
    uint32_t cost = 0;
    switch ((enum infer_kind)item->kind) {
    case INFER_END: return lacks_line(&infer->now) ? 3 : 0;
    case INFER_UNTIL: return 12;
    case INFER_TESTS:
    case INFER_REPEAT: cost = 1U + item->count.less + (infer->most[number] <= 1 ? 3 : 0); break;
    case INFER_LINE: break;
    }
    if (item->kind == INFER_TESTS)
        return cost + 2;
    switch ((enum infer_shape)item->shape) {
    case INFER_FIXED: return cost + 2 + item->width;
    case INFER_COUNTED: return cost + cost_of_words(infer, number);
    case INFER_PREFIXED: return cost + 1 + cost_of_words(infer, number);
    case INFER_COMMAND: return cost + 6 + (uint32_t)infer->now.command_count[number];
    case INFER_ANY: break;
    }
    return cost + 9;
}

static void search_items(struct infer *infer, uint32_t cost, size_t loops);

static void try_item(struct infer *infer, struct infer_item item, uint32_t cost, size_t loops)
{
    struct infer_form *const form = &infer->now;
    const size_t fields = form->field_count, scalars = form->scalar_count;
    const size_t needed = item.shape == INFER_COMMAND ? INFER_COMMANDS * INFER_COLUMNS
                          : item.shape == INFER_FIXED ? item.width
                                                      : 2;
    if (form->item_count == INFER_ITEMS || fields + needed > INFER_FIELDS)
        return;
    item.field = (uint16_t)fields;
    item.scalar = (uint8_t)scalars;
    form->items[form->item_count++] = item;
    form->field_count += needed;
    if (item.kind == INFER_LINE && item.shape == INFER_FIXED)
        form->scalar_count += item.width;
    search_items(infer, cost, loops);
    form->item_count--;
    form->field_count = fields;
    form->scalar_count = scalars;
}

/* Tries lines like the next one, once or `count` times; `rows`: by which counts words come. */
static void try_shapes(struct infer *infer, struct infer_item item, const struct infer_line *line,
                       const int64_t scalars[INFER_SCALARS], uint32_t cost, size_t loops)
{
    const size_t known = infer->now.scalar_count;
    for (uint8_t less = 0; less < 2; less++)
        for (uint8_t i = 0; i < known && i < INFER_SCALARS; i++)
            if (scalars[i] >= 0 && scalars[i] - less == (int64_t)line->count) {
                item.shape = INFER_COUNTED;
                item.words = (struct infer_count){i, less};
                try_item(infer, item, cost, loops);
            }
    item.words = (struct infer_count){0};
    item.width = (uint8_t)line->count;
    item.shape = INFER_FIXED;
    if (line->count <= INFER_COLUMNS &&
        (item.kind != INFER_LINE || known + line->count <= INFER_SCALARS))
        try_item(infer, item, cost, loops);
    item.width = 0;
    item.shape = INFER_PREFIXED;
    try_item(infer, item, cost, loops);
    item.shape = INFER_ANY;
    try_item(infer, item, cost, loops);
    item.shape = INFER_COMMAND;
    if (item.kind == INFER_REPEAT)
        try_item(infer, item, cost, loops);
}

/* The values of the scalars where the next line of a sample is; those that count the loops around
 * count nothing else. */
static void scalars_there(struct infer *infer, size_t sample, int64_t scalars[INFER_SCALARS])
{
    const struct infer_form *const form = &infer->now;
    infer->sample = &infer->samples[sample];
    infer->line = 0;
    memset(infer->scalars, -1, sizeof infer->scalars);
    (void)match_items(infer, 0, form->item_count);
    memcpy(scalars, infer->scalars, sizeof infer->scalars);
    for (size_t i = 0; i < form->item_count; i++)
        if (form->items[i].kind == INFER_TESTS && end_of(form, i) == form->item_count)
            scalars[form->items[i].count.scalar] = -1;
}

static void search_items(struct infer *infer, uint32_t cost, size_t loops)
{
    struct infer_form *const form = &infer->now;
    int64_t scalars[INFER_SCALARS];
    size_t lead, line = 0;
    if (infer->work > MOST_WORK || !match_all(infer, &lead, &line))
        return;
    if (form->item_count > 0)
        cost += cost_of(infer, form->item_count - 1);
    if (cost >= infer->best_cost)
        return;
    if (lead == infer->sample_count && loops == 0) {
        infer->best = *form;
        infer->best_cost = cost;
        return;
    }
    const struct infer_item *const last = &form->items[form->item_count - (form->item_count > 0)];
    const bool begun =
        form->item_count > 0 && (last->kind == INFER_TESTS || last->kind == INFER_UNTIL);
    if (loops > 0 && !begun)
        try_item(infer, (struct infer_item){.kind = INFER_END}, cost, loops - 1);
    if (lead == infer->sample_count)
        return;
    scalars_there(infer, lead, scalars);
    const struct infer_line next = infer->samples[lead].lines[line];
    struct infer_item item = {.kind = INFER_REPEAT};
    const size_t known = form->scalar_count;
    for (uint8_t less = 0; less < 2; less++)
        for (size_t i = 0; i < known && i < INFER_SCALARS; i++) {
            /* Words come in rows, pairs rather by the last of two sizes. */
            const size_t which = next.count > 1 ? known - 1 - i : i;
            if (which >= INFER_SCALARS || scalars[which] < less)
                continue;
            item.count = (struct infer_count){(uint8_t)which, less};
            try_shapes(infer, item, &next, scalars, cost, loops);
        }
    try_shapes(infer, (struct infer_item){.kind = INFER_LINE}, &next, scalars, cost, loops);
    for (size_t i = 0; i < known && i < INFER_SCALARS && loops < 2; i++)
        if (scalars[i] > 0)
            try_item(infer,
                     (struct infer_item){.kind = INFER_TESTS,
                                         .count = {.scalar = (uint8_t)i, .less = 0}},
                     cost, loops + 1);
    if (loops == 0)
        try_item(infer, (struct infer_item){.kind = INFER_UNTIL}, cost, 1);
}

/* ---- samples ---- */

static void sample_free(struct infer_sample *sample)
{
    free(sample->tokens);
    free(sample->lines);
}

/* Cuts a sample into lines and words, which are to be as judges write them. */
static enum nf_status sample_open(struct infer_sample *sample, const struct nf_input *input,
                                  struct nf_error *err)
{
    const char *const data = input->data;
    size_t tokens = 0, lines = 0;
    if (input->size == 0)
        return nf_fail(err, NF_INVALID, "%.400s: the file is empty, expected a sample input",
                       input->name);
    for (size_t i = 0; i < input->size; i++) {
        const bool end = i + 1 == input->size;
        const bool blank = data[i] == ' ' && (i == 0 || data[i - 1] == ' ' || data[i - 1] == '\n' ||
                                              end || data[i + 1] == '\n');
        if (blank)
            return nf_fail_at(err, input, i,
                              "found a blank that does not part two words; forms want one blank "
                              "between words and none elsewhere");
        if (data[i] != '\n' && (data[i] < ' ' || data[i] > '~')) {
            char quoted[NF_QUOTED];
            return nf_fail_at(err, input, i, "found %s, expected printable ASCII, blanks and LF",
                              nf_quote(quoted, data + i, 1));
        }
        if (end && data[i] != '\n')
            return nf_fail_at(err, input, input->size, "expected a newline at the end of the file");
        tokens += data[i] == ' ' || data[i] == '\n';
        lines += data[i] == '\n';
    }
    sample->input = input;
    sample->tokens = calloc(tokens + 1, sizeof *sample->tokens);
    sample->lines = calloc(lines + 1, sizeof *sample->lines);
    NF_TRY_MEMORY(sample->tokens != NULL && sample->lines != NULL, err);
    sample->line_count = lines;
    tokens = lines = 0;
    for (size_t i = 0, from = 0; i < input->size; i++) {
        if (data[i] != ' ' && data[i] != '\n')
            continue;
        if (i > from)
            sample->tokens[tokens++] = (struct infer_token){data + from, i - from};
        from = i + 1;
        if (data[i] != '\n')
            continue;
        sample->lines[lines].count = tokens - sample->lines[lines].first;
        sample->lines[++lines].first = tokens;
    }
    return NF_OK;
}

/* Writes the form and checks that it accepts all samples. */
static enum nf_status write_checked(const struct infer *infer, bool loose, struct nf_text *text,
                                    struct nf_error *err)
{
    struct nf_form_spec *form;
    size_t place;
    text->size = 0;
    nf_infer_write(&infer->best, loose, text);
    NF_TRY_MEMORY(!text->failed, err);
    const struct nf_input source = nf_text_input(text, "the form");
    NF_TRY(nf_form_parse(&form, &source, &place, err));
    struct nf_form_machine *const machine = nf_form_machine_new(form);
    enum nf_status status = machine != NULL ? NF_OK : nf_fail_memory(err);
    for (size_t i = 0; i < infer->sample_count && status == NF_OK; i++)
        status = nf_form_check(machine, infer->samples[i].input, err);
    nf_form_machine_free(machine);
    nf_form_free(form);
    return status;
}

/* The columns of a line share what they reach (both ends of an edge are nodes); header lines have
 * no limits by other numbers. */
static void share_limits(struct infer_form *form)
{
    for (size_t i = 0; i < form->item_count; i++) {
        const struct infer_item *const item = &form->items[i];
        uint32_t one = 0, zero = 0;
        if (item->shape != INFER_FIXED || item->kind > INFER_REPEAT)
            continue;
        for (size_t k = 0; item->kind == INFER_REPEAT && k < item->width; k++) {
            one |= form->fields[item->field + k].reaches_one;
            zero |= form->fields[item->field + k].reaches_zero;
        }
        for (size_t k = 0; k < item->width; k++) {
            form->fields[item->field + k].reaches_one = one;
            form->fields[item->field + k].reaches_zero = zero;
        }
    }
}

static enum nf_status infer_samples(struct infer *infer, struct nf_text *text, struct nf_error *err)
{
    size_t lead, line;
    for (uint32_t most = 8; infer->best.item_count == 0 && most <= MOST_COST; most += most / 2) {
        infer->best_cost = most;
        search_items(infer, 0, 0);
    }
    const struct infer_sample *const far = &infer->samples[infer->far_sample];
    const size_t far_line = infer->far_line + (infer->far_line < far->line_count);
    if (infer->best.item_count == 0 && infer->work > MOST_WORK)
        return nf_fail(err, NF_INVALID,
                       "%.400s:%zu: no form was found up to this line; give smaller samples",
                       far->input->name, far_line);
    if (infer->best.item_count == 0)
        return nf_fail(err, NF_INVALID,
                       "%.400s:%zu: no form was found that fits this line and the samples so far: "
                       "do all of them belong to one problem?",
                       far->input->name, far_line);
    infer->now = infer->best;
    infer->collects = true;
    (void)match_all(infer, &lead, &line);
    share_limits(&infer->now);
    infer->best = infer->now;
    const enum nf_status status = write_checked(infer, false, text, err);
    return status == NF_INVALID ? write_checked(infer, true, text, err) : status;
}

enum nf_status nf_form_infer(const struct nf_input *inputs, size_t count, struct nf_text *text,
                             struct nf_error *err)
{
    NF_OWNED struct infer *infer = calloc(1, sizeof *infer);
    NF_OWNED struct infer_sample *samples = calloc(count + 1, sizeof *samples);
    NF_TRY_MEMORY(infer != NULL && samples != NULL, err);
    infer->samples = samples;
    infer->sample_count = count;
    enum nf_status status = NF_OK;
    for (size_t i = 0; i < count && status == NF_OK; i++)
        status = sample_open(&samples[i], &inputs[i], err);
    if (status == NF_OK)
        status = infer_samples(infer, text, err);
    for (size_t i = 0; i < count; i++)
        sample_free(&samples[i]);
    return status;
}
