/* Making cases: choices are drawn where the machine needs a value, with a look at what later
 * assertions will want of it; where one fails, the machine goes back to a choice that had a part in
 * it and plays the rest anew. */
#include "base/lang.h"
#include "judge/forms/maker.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OUTPUT = 1 << 26 };

/* ---- failures ---- */

/* maker->failed_at is an entry + 1 as long as names are blamed. */
void nf_form_blame_name(void *owner, uint32_t name)
{
    struct form_maker *const maker = owner;
    if (maker->parts[name] > maker->failed_at)
        maker->failed_at = maker->parts[name];
}

bool nf_form_blame_end(struct nf_form_machine *m)
{
    struct form_maker *const maker = m->maker;
    maker->failed_at = maker->failed_at > 0 ? maker->failed_at - 1 : maker->record.count;
    m->status = m->status == NF_IO ? NF_IO : NF_INVALID;
    return false;
}

/* Fails so that other choices may do: those that had a part in two nodes, or else the last one. */
bool nf_form_blames(struct nf_form_machine *m, uint32_t node, uint32_t other)
{
    struct form_maker *const maker = m->maker;
    maker->failed_at = 0;
    maker->failed_choice = true;
    maker->failed_step = m->pc;
    if (node != FORM_NONE)
        nf_form_names(m->form, node, nf_form_blame_name, maker);
    if (other != FORM_NONE)
        nf_form_names(m->form, other, nf_form_blame_name, maker);
    return nf_form_blame_end(m);
}

/* ---- output ---- */

/* Writes a token; the first byte must be one that a MATCH left possible. */
static bool emit(struct nf_form_machine *m, const char *bytes, size_t size)
{
    struct form_maker *const maker = m->maker;
    if (size == 0)
        return true;
    if (!maker->next_any) {
        if (!form_bytes_has(&maker->next, (unsigned char)bytes[0]))
            return nf_form_blames(m, FORM_NONE, FORM_NONE);
        maker->next_any = true;
    }
    const bool room = size <= maker->out->capacity - maker->out->size;
    char *const to = room ? maker->out->data + maker->out->size : nf_text_room(maker->out, size);
    if (to == NULL)
        return nf_form_fails_memory(m);
    memcpy(to, bytes, size);
    maker->out->size += size;
    return maker->out->size < MOST_OUTPUT || nf_form_fails_steps(m);
}

static bool may_begin(const struct form_maker *maker, char byte)
{
    return maker->next_any || form_bytes_has(&maker->next, (unsigned char)byte);
}

static bool integer_may_begin(const struct form_maker *maker, form_integer integer)
{
    char digits[FORM_DIGITS];
    if (maker->next_any)
        return true;
    nf_form_digits(digits, integer);
    return may_begin(maker, digits[0]);
}

bool nf_form_make_matches(struct nf_form_machine *m, const struct form_node *node,
                          const struct form_value *characters, bool *holds)
{
    struct form_maker *const maker = m->maker;
    struct form_bytes in = {{0}}, out;
    if (maker->reading) {
        *holds = nf_form_read_matches(m, characters);
        const uint32_t read = nf_form_record_add(m, ENTRY_TEST, node->place);
        if (m->status == NF_OK)
            maker->record.entries[read].value = *holds;
        return m->status == NF_OK;
    }
    if (maker->next_any) {
        memset(&maker->next, 0xff, sizeof maker->next);
        maker->next_end = true;
    }
    for (size_t i = 0; characters != NULL && i < characters->string.size; i++)
        form_bytes_add(&in, (unsigned char)characters->string.bytes[i]);
    bool some = false, others = false;
    for (int i = 0; i < 4; i++) {
        in.words[i] &= maker->next.words[i];
        out.words[i] = maker->next.words[i] & ~in.words[i];
        some |= in.words[i] != 0;
        others |= out.words[i] != 0;
    }
    const bool can_hold = characters == NULL ? maker->next_end : some;
    const bool can_fail = characters == NULL ? others : others || maker->next_end;
    *holds = can_hold;
    if (can_hold && can_fail) {
        const struct form_entry *const old = nf_form_record_find(maker, node->place, ENTRY_TEST);
        if (old != NULL)
            *holds = old->value != 0;
        else if (maker->replaying)
            *holds = false;
        else if (maker->stage == STAGE_ENUMERATED)
            *holds = nf_form_enumerate(m, 2) != 0;
        else
            *holds = (int)nf_form_below(maker, 256) < nf_form_taste(maker, node->place)->bias;
        const uint32_t entry = nf_form_record_add(m, ENTRY_TEST, node->place);
        if (m->status != NF_OK)
            return false;
        maker->record.entries[entry].value = *holds;
    }
    if (*holds && characters == NULL)
        memset(&maker->next, 0, sizeof maker->next);
    else if (characters == NULL)
        maker->next_end = false;
    else
        maker->next = *holds ? in : out;
    if (*holds && characters != NULL)
        maker->next_end = false;
    maker->next_any = false;
    return true;
}

/* ---- tokens ---- */

static int64_t within_64(form_integer value)
{
    return value < INT64_MIN ? INT64_MIN : value > INT64_MAX ? INT64_MAX : (int64_t)value;
}

/* Gives the step's variable a value; where there is a record, that of its last entry. */
static bool make_assign(struct nf_form_machine *m, const struct form_step *step,
                        const struct form_value *value)
{
    const struct form_site *const site = &m->maker->plan->sites[m->pc];
    if (step->variable == FORM_NONE)
        return true;
    if (m->recording)
        m->maker->parts[m->form->nodes[step->variable].left] = m->maker->record.count;
    return (site->group_count == 0 || nf_form_unique_take(m, step, site, value)) &&
           nf_form_assign(m, step->variable, value);
}

static bool make_integer(struct nf_form_machine *m, const struct form_step *step)
{
    struct form_maker *const maker = m->maker;
    const struct form_site *const site = &maker->plan->sites[m->pc];
    struct form_value value = {.kind = FORM_INTEGER};
    form_integer low, high;
    char digits[FORM_DIGITS];
    if (!nf_form_evaluate_integer(m, step->a, &low) || !nf_form_evaluate_integer(m, step->b, &high))
        return nf_form_blames(m, step->a, step->b);
    if (low > high)
        return nf_form_blames(m, step->a, step->b);
    const struct form_entry *const old = nf_form_record_find(maker, step->place, ENTRY_NUMBER);
    const bool played = old != NULL && !maker->replaying;
    if (old != NULL)
        value.integer = old->value < low ? low : old->value > high ? high : old->value;
    else
        value.integer = maker->replaying ? nf_form_simplest(low, high)
                                         : nf_form_draw(m, step->place, low, high, site);
    for (int i = 0; i < 12 && m->status == NF_OK && !integer_may_begin(maker, value.integer); i++) {
        if (maker->replaying || maker->stage == STAGE_ENUMERATED)
            return nf_form_blames(m, FORM_NONE, FORM_NONE);
        value.integer = i < 4 ? nf_form_draw(m, step->place, low, high, site)
                              : nf_form_uniform(maker, low, high);
    }
    if (m->status != NF_OK)
        return false;
    if (!played && site->guard_count > 0 &&
        !nf_form_ahead_integer(m, step, site, low, high, &value.integer))
        return false;
    if (!played && site->group_count > 0 &&
        !nf_form_unique_integer(m, step, site, low, high, &value.integer))
        return false;
    if (m->recording) {
        const uint32_t entry = nf_form_record_add(m, ENTRY_NUMBER, step->place);
        if (m->status != NF_OK)
            return false;
        maker->record.entries[entry].value = value.integer;
        maker->record.entries[entry].low = within_64(low);
        maker->record.entries[entry].high = within_64(high);
    }
    return make_assign(m, step, &value) && emit(m, digits, nf_form_digits(digits, value.integer));
}

/* 10^decimals as far as they are made. */
enum { MOST_DECIMALS = 15 };

enum { FLOAT_ROOM = 96 };

/* Writes `scaled` / 10^`digits` with so many decimals; returns its length. */
static int write_float(char shown[FLOAT_ROOM], form_integer scaled, uint32_t digits,
                       long double scale, bool scientific)
{
    if (scientific) {
        const int size =
            snprintf(shown, FLOAT_ROOM, "%.*Le", (int)digits, (long double)scaled / scale);
        char *const zeros = strchr(shown, 'e') + 2; /* e-05 is written e-5 */
        size_t skipped = strspn(zeros, "0");
        skipped -= zeros[skipped] == '\0';
        memmove(zeros, zeros + skipped, strlen(zeros + skipped) + 1);
        return size - (int)skipped;
    }
    char text[64], padded[64];
    const size_t length = nf_form_digits(text, scaled < 0 ? -scaled : scaled);
    const size_t wanted = digits + 1 > length ? digits + 1 : length;
    memset(padded, '0', wanted - length);
    memcpy(padded + wanted - length, text, length);
    return snprintf(shown, FLOAT_ROOM, "%s%.*s%s%.*s", scaled < 0 ? "-" : "",
                    (int)(wanted - digits), padded, digits > 0 ? "." : "", (int)digits,
                    padded + wanted - digits);
}

static bool make_float(struct nf_form_machine *m, const struct form_step *step)
{
    struct form_maker *const maker = m->maker;
    const struct form_site none = {.guard_count = 0};
    struct form_value value = {.kind = FORM_FLOAT}, low, high;
    form_integer least = 0, most = 6;
    char shown[FLOAT_ROOM];
    if (!nf_form_evaluate_real(m, step->a, &low) || !nf_form_evaluate_real(m, step->b, &high))
        return nf_form_blames(m, step->a, step->b);
    if (step->c != FORM_NONE && (!nf_form_evaluate_integer(m, step->c, &least) ||
                                 !nf_form_evaluate_integer(m, step->d, &most)))
        return false;
    most = most > MOST_DECIMALS ? MOST_DECIMALS : most;
    if (least > most)
        return nf_form_fails(m, step->at, _("numbers of more than 15 decimals cannot be made"));
    const struct form_entry *const old = nf_form_record_find(maker, step->place, ENTRY_REAL);
    const uint32_t digits =
        old != NULL        ? (uint32_t)old->digits
        : maker->replaying ? (uint32_t)least
        : maker->stage == STAGE_ENUMERATED
            ? (uint32_t)(least + (form_integer)nf_form_enumerate(m, (uint64_t)(most - least) + 1))
            : (uint32_t)nf_form_uniform(maker, least, most);
    if (m->status != NF_OK)
        return false;
    long double scale = 1;
    for (uint32_t i = 0; i < digits; i++)
        scale *= 10;
    /* Whole numbers of the last decimal. */
    const long double from = low.real * scale, to = high.real * scale;
    form_integer first = from < -1e18L ? (form_integer)-1e18L : (form_integer)from;
    form_integer last = to > 1e18L ? (form_integer)1e18L : (form_integer)to;
    first += (long double)first < from;
    last -= (long double)last > to;
    if (first > last)
        return nf_form_blames(m, step->a, step->b);
    form_integer scaled = old != NULL        ? (old->value < first  ? first
                                                : old->value > last ? last
                                                                    : old->value)
                          : maker->replaying ? nf_form_simplest(first, last)
                                             : nf_form_draw(m, step->place, first, last, &none);
    const bool random = !maker->replaying && maker->stage != STAGE_ENUMERATED;
    for (int i = 0; i < 12 && random && !may_begin(maker, scaled < 0 ? '-' : '0'); i++)
        scaled = nf_form_uniform(maker, first, last);
    if (m->status != NF_OK)
        return false;
    const int size = write_float(shown, scaled, digits, scale, step->style == FORM_SCIENTIFIC);
    value.real = strtold(shown, NULL);
    if (value.real < low.real || value.real > high.real)
        return nf_form_blames(m, step->a, step->b);
    const uint32_t entry = nf_form_record_add(m, ENTRY_REAL, step->place);
    if (m->status != NF_OK)
        return false;
    maker->record.entries[entry].value = scaled;
    maker->record.entries[entry].digits = (uint8_t)digits;
    maker->record.entries[entry].low = within_64(first);
    maker->record.entries[entry].high = within_64(last);
    return make_assign(m, step, &value) && emit(m, shown, (size_t)size);
}

/* Whether a text may stand here and become the variable's value. */
static bool text_fits(struct nf_form_machine *m, const struct form_step *step,
                      const struct form_site *site, const struct form_value *value)
{
    uint32_t name, cell;
    if (!m->maker->next_any &&
        (value->string.size == 0 || !may_begin(m->maker, value->string.bytes[0])))
        return false;
    if (step->variable == FORM_NONE)
        return true;
    if (!nf_form_ahead_holds(m, site, value))
        return false;
    return site->group_count == 0 || (nf_form_place(m, step->variable, true, &name, &cell) &&
                                      nf_form_unique_fresh(m, site, name, cell, value));
}

static void draw_text(struct nf_form_machine *m, const struct form_step *step,
                      const struct form_site *site, const struct form_regex *regex,
                      struct nf_text *text)
{
    const struct form_value *const listed =
        m->maker->stage != STAGE_ENUMERATED ? nf_form_listed(m, site) : NULL;
    if (listed != NULL && listed->kind == FORM_STRING) {
        nf_text_bytes(text, listed->string.bytes, listed->string.size);
        return;
    }
    nf_form_draw_text(m, regex, step->place, text);
    struct form_matcher *const matcher = nf_form_matcher_of(m, step);
    if (matcher != NULL && m->status == NF_OK && !text->failed)
        nf_form_shape_text(m, regex, matcher, text);
}

static bool make_text(struct nf_form_machine *m, const struct form_step *step)
{
    struct form_maker *const maker = m->maker;
    const struct form_site *const site = &maker->plan->sites[m->pc];
    struct form_value value = {.kind = FORM_STRING};
    struct form_matcher **matcher;
    const struct form_regex *const regex = nf_form_regex_of(m, step, &matcher);
    if (regex == NULL)
        return false;
    const struct form_entry *const old = nf_form_record_find(maker, step->place, ENTRY_TEXT);
    if (old != NULL) {
        value.string.bytes = old->text;
        value.string.size = old->length;
        if (maker->replaying) {
            struct form_matcher *const checked = nf_form_matcher_of(m, step);
            if (checked == NULL ||
                nf_form_matcher_longest(checked, old->text, old->length, &m->steps,
                                        m->most_steps) != (ptrdiff_t)old->length ||
                !text_fits(m, step, site, &value))
                return nf_form_blames(m, FORM_NONE, FORM_NONE);
        }
    }
    const uint64_t size = maker->size;
    for (int i = 0; old == NULL; i++) {
        struct nf_text *const text = &maker->text;
        text->size = 0;
        if (maker->replaying)
            nf_form_shortest_text(m, regex, text);
        else
            draw_text(m, step, site, regex, text);
        if (text->failed)
            return nf_form_fails_memory(m);
        if (m->status != NF_OK)
            return false;
        value.string.bytes = text->data != NULL ? text->data : "";
        value.string.size = text->size;
        const bool fits = text_fits(m, step, site, &value);
        if (!fits && (i == 24 || maker->replaying || maker->stage == STAGE_ENUMERATED)) {
            maker->size = size;
            return nf_form_blames(m, site->guard_count > 0 ? site->guards[0].test : FORM_NONE,
                                  FORM_NONE);
        }
        if (!fits) { /* longer ones, where all short ones are taken */
            if (i % 6 == 5 && maker->size < 64)
                maker->size *= 2;
            continue;
        }
        value.string.bytes = nf_form_keep(m, text->data, text->size);
        if (value.string.bytes == NULL)
            return false;
        break;
    }
    maker->size = size;
    const uint32_t entry = nf_form_record_add(m, ENTRY_TEXT, step->place);
    if (m->status != NF_OK)
        return false;
    maker->record.entries[entry].text = value.string.bytes;
    maker->record.entries[entry].length = value.string.size;
    return make_assign(m, step, &value) && emit(m, value.string.bytes, value.string.size);
}

static bool make_assert(struct nf_form_machine *m, const struct form_step *step)
{
    bool holds;
    if (!nf_form_test(m, step->a, &holds))
        return nf_form_blames(m, step->a, FORM_NONE);
    if (holds) {
        m->maker->reached++;
        return true;
    }
    m->maker->distance = nf_form_distance(m, step->a, false);
    m->maker->failed_assert = true;
    return nf_form_blames(m, step->a, FORM_NONE);
}

static bool make_literal(struct nf_form_machine *m, const struct form_step *step)
{
    struct form_value text;
    return nf_form_evaluate_string(m, step->a, &text) ? emit(m, text.string.bytes, text.string.size)
                                                      : nf_form_blames(m, step->a, FORM_NONE);
}

/* The value of an entry with its bounds, as it is written. */
static void record_number(struct form_entry *entry, const struct form_step *step, const char *from,
                          const char *end, const struct form_value *low,
                          const struct form_value *high)
{
    form_integer scaled = 0;
    long double scale = 1;
    if (step->op == FORM_INT) {
        (void)nf_form_read_digits(from + (*from == '-'), end, &scaled);
        entry->value = *from == '-' ? -scaled : scaled;
        entry->low = within_64(low->integer);
        entry->high = within_64(high->integer);
        return;
    }
    bool point = false;
    for (const char *at = from; at < end && *at != 'e' && *at != 'E'; at++) {
        if (*at == '.')
            point = true;
        if (*at < '0' || *at > '9' || (point && entry->digits == MOST_DECIMALS) ||
            scaled > INT64_MAX)
            continue;
        entry->digits += point;
        scaled = scaled * 10 + (*at - '0');
    }
    entry->value = *from == '-' ? -scaled : scaled;
    for (int i = 0; i < entry->digits; i++)
        scale *= 10;
    const long double most = 9e18L, least = low->real * scale, greatest = high->real * scale;
    entry->low = least < -most ? INT64_MIN : (int64_t)least;
    entry->high = greatest > most ? INT64_MAX : (int64_t)greatest;
}

/* Reads a token and records it as if it had been made. */
static bool record_token(struct nf_form_machine *m, const struct form_step *step)
{
    static const uint8_t kinds[] = {
        [FORM_INT] = ENTRY_NUMBER, [FORM_REAL] = ENTRY_REAL, [FORM_REGEX] = ENTRY_TEXT};
    struct form_maker *const maker = m->maker;
    const char *const from = m->at;
    struct form_value low = {.kind = FORM_NOTHING}, high = low;
    const bool value = step->op == FORM_INT || step->op == FORM_REAL || step->op == FORM_REGEX;
    if (step->op == FORM_INT && (!nf_form_evaluate_integer(m, step->a, &low.integer) ||
                                 !nf_form_evaluate_integer(m, step->b, &high.integer)))
        return false;
    if (step->op == FORM_REAL &&
        (!nf_form_evaluate_real(m, step->a, &low) || !nf_form_evaluate_real(m, step->b, &high)))
        return false;
    if (!nf_form_read_token(m, step))
        return false;
    if (!value)
        return true;
    const uint32_t number = nf_form_record_add(m, kinds[step->op], step->place);
    if (m->status != NF_OK)
        return false;
    struct form_entry *const entry = &maker->record.entries[number];
    if (step->variable != FORM_NONE)
        maker->parts[m->form->nodes[step->variable].left] = number + 1;
    if (step->op == FORM_REGEX) {
        entry->text = from;
        entry->length = (size_t)(m->at - from);
        return true;
    }
    record_number(entry, step, from, m->at, &low, &high);
    return true;
}

bool nf_form_make_token(struct nf_form_machine *m, const struct form_step *step)
{
    struct form_maker *const maker = m->maker;
    if (maker->reading)
        return record_token(m, step);
    switch (step->op) {
    case FORM_LITERAL: return make_literal(m, step);
    case FORM_INT: return make_integer(m, step);
    case FORM_REAL: return make_float(m, step);
    case FORM_REGEX: return make_text(m, step);
    case FORM_ASSERT: return make_assert(m, step);
    default: break;
    }
    return maker->next_any || maker->next_end || nf_form_blames(m, FORM_NONE, FORM_NONE);
}

static void latest_part(void *owner, uint32_t name)
{
    struct form_maker *const maker = owner;
    if (maker->parts[name] > maker->latest)
        maker->latest = maker->parts[name];
}

/* A loop begins: a WHILE gets the number of iterations it is to have. */
bool nf_form_make_loop(struct nf_form_machine *m, const struct form_step *loop)
{
    struct form_maker *const maker = m->maker;
    const uint32_t depth = m->depth - 1;
    if (!nf_form_record_begin(m, loop))
        return false;
    if (loop->op == FORM_REP) {
        maker->latest = 0;
        nf_form_names(m->form, loop->a, latest_part, maker);
        maker->record.entries[maker->frames[depth].loop].value = (form_integer)maker->latest - 1;
        return true;
    }
    m->depth--; /* this loop is not around itself */
    if (maker->reading)
        maker->frames[depth].target = 0;
    else if (maker->frames[depth].old_iteration != FORM_NONE && !maker->replaying)
        maker->frames[depth].target =
            (uint64_t)maker->old.entries[maker->frames[depth].old_iteration - 1].value;
    else if (!maker->replaying && maker->stage != STAGE_ENUMERATED)
        maker->frames[depth].target = nf_form_draw_iterations(m, loop->place);
    m->depth++;
    maker->record.entries[maker->frames[depth].loop].value =
        (form_integer)maker->frames[depth].target;
    return true;
}

/* An iteration costs something where a choice had a part in how many there are: loops that always
 * run as often would make even the smallest case dear. */
bool nf_form_make_iteration(struct nf_form_machine *m, const struct form_step *loop)
{
    const struct form_maker *const maker = m->maker;
    const bool enumerated =
        maker->stage == STAGE_ENUMERATED && !maker->replaying && !maker->reading;
    const bool costs = enumerated && loop->op == FORM_REP &&
                       maker->record.entries[maker->frames[m->depth - 1].loop].value >= 0;
    if (costs && !nf_form_spend(m))
        return false;
    return nf_form_record_iterate(m);
}

bool nf_form_make_while(struct nf_form_machine *m, const struct form_step *loop, bool *goes_on)
{
    enum { TRIES = 40 };
    struct form_maker *const maker = m->maker;
    const uint32_t depth = m->depth - 1, cursor = maker->cursor;
    const struct form_bytes next = maker->next;
    const bool any = maker->next_any, end = maker->next_end;
    const uint32_t count = maker->record.count, level_end = maker->level_end;
    if (maker->reading)
        return nf_form_test(m, loop->a, goes_on);
    if (maker->stage == STAGE_ENUMERATED && !maker->replaying)
        return nf_form_test(m, loop->a, goes_on) &&
               (!*goes_on || m->frames[depth].i == 0 || nf_form_spend(m));
    const bool more = maker->frames[depth].old_iteration != FORM_NONE &&
                      maker->frames[depth].old_iteration < maker->frames[depth].old_loop_end &&
                      level_end > 0;
    const bool wanted = maker->replaying ? more : m->frames[depth].i < maker->frames[depth].target;
    for (int i = 0; i < TRIES; i++) {
        maker->next = next;
        maker->next_any = any;
        maker->next_end = end;
        maker->record.count = count;
        maker->cursor = i == 0 ? cursor : 0;
        maker->level_end = i == 0 ? level_end : 0;
        const bool replaying = maker->replaying;
        maker->replaying = replaying && i == 0;
        const bool tested = nf_form_test(m, loop->a, goes_on);
        maker->replaying = replaying;
        if (!tested)
            return nf_form_blames(m, loop->a, FORM_NONE);
        if (*goes_on == wanted || maker->record.count == count)
            break;
    }
    maker->cursor = maker->cursor == 0 && level_end > 0 ? cursor : maker->cursor;
    maker->level_end = level_end;
    if (maker->replaying && *goes_on && !wanted)
        return nf_form_blames(m, loop->a, FORM_NONE);
    return true;
}

void nf_form_make_set(struct nf_form_machine *m, const struct form_step *step)
{
    m->maker->latest = 0;
    nf_form_names(m->form, step->a, latest_part, m->maker);
    m->maker->parts[m->form->nodes[step->variable].left] = m->maker->latest;
}
