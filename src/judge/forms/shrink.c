/* Smaller cases: the record of a case is changed and played again, so that whatever is tried is
 * valid; what still fails is the next to be changed. */
#include "judge/forms/maker.h"

#include <stdlib.h>
#include <string.h>

/* How large a case is: the first that differs decides. */
struct form_measure {
    uint64_t tokens, length, digits, ranks;
};

struct shrinker {
    struct nf_form_machine *m;
    const struct nf_form_trier *trier;
    struct form_record best;
    struct nf_text text, *smallest;
    struct form_measure measure;
    uint64_t *tried; /* hashes of texts */
    uint32_t tried_size, tried_count;
    uint64_t work;
    bool stopped;
    bool *gone; /* entries that are left out of a candidate */
    uint32_t gone_capacity;
};

/* ---- measuring ---- */

static form_integer entry_simplest(const struct form_entry *entry)
{
    if (entry->kind == ENTRY_TEST)
        return 0;
    return nf_form_simplest(entry->low, entry->high);
}

static struct form_measure shrink_measure(const struct form_record *record,
                                          const struct nf_text *text)
{
    struct form_measure measure = {.length = text->size};
    bool word = false;
    for (size_t i = 0; i < text->size; i++) {
        const bool blank = text->data[i] == ' ' || text->data[i] == '\n';
        measure.tokens += !blank && !word;
        word = !blank;
    }
    for (uint32_t i = 0; i < record->count; i++) {
        const struct form_entry *const entry = &record->entries[i];
        if (entry->kind == ENTRY_TEXT)
            for (size_t k = 0; k < entry->length; k++)
                measure.ranks += (unsigned char)entry->text[k];
        if (entry->kind == ENTRY_REAL)
            measure.digits += entry->digits;
        if (entry->kind > ENTRY_REAL && entry->kind != ENTRY_TEST)
            continue;
        const form_integer zero = entry_simplest(entry);
        const form_integer away = entry->value > zero ? entry->value - zero : zero - entry->value;
        uint64_t rank = away > INT64_MAX / 4 ? INT64_MAX / 2 : 2 * (uint64_t)away;
        rank += entry->value < zero;
        measure.ranks = measure.ranks > UINT64_MAX - rank ? UINT64_MAX : measure.ranks + rank;
        for (; rank > 0; rank /= 2)
            measure.digits++;
    }
    return measure;
}

static bool measure_less(const struct form_measure *a, const struct form_measure *b)
{
    if (a->tokens != b->tokens)
        return a->tokens < b->tokens;
    if (a->length != b->length)
        return a->length < b->length;
    if (a->digits != b->digits)
        return a->digits < b->digits;
    return a->ranks < b->ranks;
}

/* ---- trying ---- */

/* Whether the text is tried for the first time. */
static bool shrink_is_new(struct shrinker *s, const struct nf_text *text)
{
    const struct form_value value = {.kind = FORM_STRING,
                                     .string = {.bytes = text->data, .size = text->size}};
    uint64_t hash = nf_form_hash(1, &value);
    hash += hash == 0;
    if (2 * (s->tried_count + 1) > s->tried_size) {
        const uint32_t size = s->tried_size == 0 ? 1024 : 2 * s->tried_size;
        uint64_t *const table = calloc(size, sizeof *table);
        if (table == NULL)
            return true; /* it is tried once more, then */
        for (uint32_t i = 0; i < s->tried_size; i++) {
            uint32_t slot = (uint32_t)s->tried[i] & (size - 1);
            while (s->tried[i] != 0 && table[slot] != 0)
                slot = (slot + 1) & (size - 1);
            if (s->tried[i] != 0)
                table[slot] = s->tried[i];
        }
        free(s->tried);
        s->tried = table;
        s->tried_size = size;
    }
    uint32_t slot = (uint32_t)hash & (s->tried_size - 1);
    for (; s->tried[slot] != 0; slot = (slot + 1) & (s->tried_size - 1))
        if (s->tried[slot] == hash)
            return false;
    s->tried[slot] = hash;
    s->tried_count++;
    return true;
}

/* Plays the candidate, maker->old, and tries it if it is smaller; true: it is the best now. */
static bool shrink_try(struct shrinker *s)
{
    const uint64_t most = (uint64_t)1 << 29;
    struct nf_form_machine *const m = s->m;
    s->stopped |= s->trier->over != NULL && s->trier->over(s->trier->owner);
    if (s->stopped)
        return false;
    const bool made = nf_form_replay(m);
    s->work += m->steps + 100;
    if (m->status == NF_IO || s->work > most)
        s->stopped = true;
    if (!made || s->stopped)
        return false;
    const struct form_measure measure = shrink_measure(&m->maker->record, &s->text);
    if (!measure_less(&measure, &s->measure) || !shrink_is_new(s, &s->text) ||
        !nf_form_made_reads(m))
        return false;
    (void)nf_text_terminated(&s->text); /* an empty text has bytes, too */
    const enum nf_form_trial trial = s->trier->try(s->trier->owner, &s->text);
    s->stopped = trial == NF_FORM_STOP;
    if (trial != NF_FORM_FAILS)
        return false;
    s->smallest->size = 0;
    nf_text_bytes(s->smallest, s->text.data, s->text.size);
    if (!nf_form_record_copy(&s->best, &m->maker->record) || s->smallest->failed)
        s->stopped = true;
    s->measure = measure;
    return true;
}

/* The candidate begins as the best; NULL without memory. */
static struct form_record *shrink_begin(struct shrinker *s)
{
    struct form_record *const old = &s->m->maker->old;
    if (nf_form_record_copy(old, &s->best))
        return old;
    s->stopped = true;
    return NULL;
}

/* ---- iterations left out ---- */

/* Loops whose counts come from one choice lose the same iterations. */
struct loop_group {
    uint32_t count; /* the entry of that choice, or FORM_NONE */
    uint32_t loop;  /* the only one, then */
    uint32_t place; /* of the first */
    uint32_t longest;
};

static uint32_t iterations_of(const struct form_record *record, uint32_t loop)
{
    uint32_t count = 0;
    for (uint32_t i = loop + 1; i < record->entries[loop].next; i = record->entries[i].next)
        count++;
    return count;
}

static uint32_t count_of(const struct shrinker *s, uint32_t loop)
{
    const struct form_entry *const entry = &s->best.entries[loop];
    const bool counted =
        s->m->form->steps[entry->step].op == FORM_REP && entry->value >= 0 && entry->value < loop;
    return counted ? (uint32_t)entry->value : FORM_NONE;
}

/* Group `number`, by the order of their first loops; false: there are fewer. */
static bool find_group(const struct shrinker *s, uint32_t number, struct loop_group *group)
{
    enum { MOST = 64 };
    uint32_t counts[MOST], known = 0, found = 0;
    for (uint32_t i = 0; i < s->best.count; i++) {
        if (s->best.entries[i].kind != ENTRY_LOOP || iterations_of(&s->best, i) == 0)
            continue;
        const uint32_t count = count_of(s, i);
        uint32_t k = 0;
        while (count != FORM_NONE && k < known && counts[k] != count)
            k++;
        if (count != FORM_NONE && k < known)
            continue;
        if (count != FORM_NONE && known < MOST)
            counts[known++] = count;
        if (found++ < number)
            continue;
        *group = (struct loop_group){.count = count, .loop = i, .place = s->best.entries[i].place};
        for (uint32_t j = i; j < s->best.count; j++) {
            if (s->best.entries[j].kind != ENTRY_LOOP ||
                (count == FORM_NONE ? j != i : count_of(s, j) != count))
                continue;
            const uint32_t iterations = iterations_of(&s->best, j);
            group->longest = iterations > group->longest ? iterations : group->longest;
        }
        return true;
    }
    return false;
}

/* Leaves out iterations [from, from + many) of the group, and `other`, if that is less than them.
 */
static bool leave_out(struct shrinker *s, const struct loop_group *group, uint32_t from,
                      uint32_t many, uint32_t other)
{
    struct form_record *const old = shrink_begin(s);
    if (old == NULL)
        return false;
    if (old->count > s->gone_capacity) {
        free(s->gone);
        s->gone = malloc(old->count * sizeof *s->gone);
        s->gone_capacity = s->gone == NULL ? 0 : old->count;
    }
    uint32_t *const moved = malloc((old->count + 1) * sizeof *moved);
    if (s->gone == NULL || moved == NULL) {
        free(moved);
        s->stopped = true;
        return false;
    }
    memset(s->gone, 0, old->count * sizeof *s->gone);
    for (uint32_t i = 0; i < old->count; i++) {
        uint32_t number = 0;
        if (old->entries[i].kind != ENTRY_LOOP ||
            (group->count == FORM_NONE ? i != group->loop : count_of(s, i) != group->count))
            continue;
        for (uint32_t k = i + 1; k < old->entries[i].next; k = old->entries[k].next, number++)
            if ((number >= from && number - from < many) || number == other)
                memset(s->gone + k, 1, (old->entries[k].next - k) * sizeof *s->gone);
    }
    if (group->count != FORM_NONE) {
        struct form_entry *const count = &old->entries[group->count];
        count->value -= many + (other != FORM_NONE);
        if (count->value < count->low)
            count->value = count->low;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < old->count; i++) {
        moved[i] = kept;
        kept += !s->gone[i];
    }
    moved[old->count] = kept;
    for (uint32_t i = 0, to = 0; i < old->count; i++) {
        if (s->gone[i])
            continue;
        old->entries[to] = old->entries[i];
        old->entries[to++].next = moved[old->entries[i].next];
    }
    old->count = kept;
    free(moved);
    return true;
}

/* ---- labels: numbers whose bounds depend on a count ---- */

struct label_search {
    const struct nf_form_spec *form;
    bool wanted[FORM_MAX_NAMES];
    bool found;
};

static void search_name(void *owner, uint32_t name)
{
    struct label_search *const search = owner;
    search->found |= search->wanted[name];
}

/* Marks the steps whose bounds depend on the count of a group, or on its loops' variables. */
static bool find_labels(const struct shrinker *s, const struct loop_group *group, bool *steps)
{
    const struct nf_form_spec *const form = s->m->form;
    struct label_search search = {.form = form};
    bool any = false;
    if (group->count == FORM_NONE)
        return false;
    const struct form_step *const count = &form->steps[s->best.entries[group->count].step];
    if (count->variable == FORM_NONE)
        return false;
    search.wanted[form->nodes[count->variable].left] = true;
    for (uint32_t i = 0; i < form->step_count; i++) {
        const struct form_step *const step = &form->steps[i];
        if (step->op != FORM_REP || step->variable == FORM_NONE)
            continue;
        search.found = false;
        nf_form_names(form, step->a, search_name, &search);
        if (search.found)
            search.wanted[form->nodes[step->variable].left] = true;
    }
    for (uint32_t i = 0; i < form->step_count; i++) {
        search.found = false;
        if (form->steps[i].op == FORM_INT) {
            nf_form_names(form, form->steps[i].a, search_name, &search);
            nf_form_names(form, form->steps[i].b, search_name, &search);
        }
        steps[i] = search.found && &form->steps[i] != count;
        any |= steps[i];
    }
    return any;
}

/* Lowers by `by` the labels from `from` on. */
static void lower_labels(struct form_record *record, const bool *steps, form_integer from,
                         form_integer by)
{
    for (uint32_t i = 0; i < record->count; i++) {
        struct form_entry *const entry = &record->entries[i];
        if (entry->kind == ENTRY_NUMBER && steps[entry->step] && entry->value >= from)
            entry->value -= by;
    }
}

/* Leaves out iterations; where numbers are names of them, those behind get lower ones. */
static bool shrink_leave_out(struct shrinker *s, const struct loop_group *group, bool *steps,
                             uint32_t from, uint32_t many, uint32_t other)
{
    if (leave_out(s, group, from, many, other) && shrink_try(s))
        return true;
    if (s->stopped || group->longest > 60 || !find_labels(s, group, steps))
        return false;
    for (uint32_t first = from; first <= from + 2; first++) {
        if (!leave_out(s, group, from, many, other))
            return false;
        lower_labels(&s->m->maker->old, steps, first + many, many);
        if (other != FORM_NONE)
            lower_labels(&s->m->maker->old, steps, other + (first - from) + 1, 1);
        if (shrink_try(s))
            return true;
    }
    return false;
}

static bool shrink_iterations(struct shrinker *s, bool *steps)
{
    bool any = false;
    struct loop_group group;
    for (uint32_t number = 0; !s->stopped && number < 60 && find_group(s, number, &group); number++)
        for (uint32_t many = group.longest; many >= 1 && !s->stopped; many /= 2)
            for (uint32_t end = group.longest; end >= many && !s->stopped;) {
                const bool smaller =
                    shrink_leave_out(s, &group, steps, end - many, many, FORM_NONE);
                any |= smaller;
                if (!smaller) {
                    end -= many < end ? many : end;
                    continue;
                }
                if (!find_group(s, number, &group))
                    return any;
                end = end - many < group.longest ? end - many : group.longest;
                if (end < many)
                    end = group.longest < many ? 0 : end;
            }
    return any;
}

static bool shrink_pairs(struct shrinker *s, bool *steps)
{
    enum { MOST = 14 };
    struct loop_group group;
    for (uint32_t number = 0; !s->stopped && number < 10 && find_group(s, number, &group); number++)
        for (uint32_t i = 1; group.longest <= MOST && i < group.longest; i++)
            for (uint32_t k = 0; k < i && !s->stopped; k++)
                if (shrink_leave_out(s, &group, steps, i, 1, k))
                    return true;
    return false;
}

static int by_integer(const void *a, const void *b)
{
    const form_integer x = *(const form_integer *)a, y = *(const form_integer *)b;
    return x < y ? -1 : x > y;
}

/* Gives the labels that are used the lowest numbers, and lowers their count. */
static bool shrink_labels(struct shrinker *s, bool *steps)
{
    enum { MOST = 3000 };
    bool any = false;
    for (uint32_t i = 0; i < s->best.count && i < MOST && !s->stopped; i++) {
        const struct form_entry *const entry = &s->best.entries[i];
        struct loop_group group = {.count = i};
        if (entry->kind != ENTRY_NUMBER || entry->value <= entry->low ||
            !s->m->maker->plan->sites[entry->step].bound || !find_labels(s, &group, steps))
            continue;
        form_integer *const used = malloc((s->best.count + 1) * sizeof *used);
        uint32_t all = 0, count = 0;
        if (used == NULL)
            return any;
        for (uint32_t k = 0; k < s->best.count; k++)
            if (s->best.entries[k].kind == ENTRY_NUMBER && steps[s->best.entries[k].step])
                used[all++] = s->best.entries[k].value;
        qsort(used, all, sizeof *used, by_integer);
        for (uint32_t k = 0; k < all; k++)
            if (count == 0 || used[count - 1] != used[k])
                used[count++] = used[k];
        for (int more = 0; more < 2 && all > 0; more++) {
            struct form_record *const old = shrink_begin(s);
            if (old == NULL)
                break;
            const form_integer first = used[0] < 1 ? used[0] : 1;
            for (uint32_t k = 0; k < old->count; k++) {
                struct form_entry *const label = &old->entries[k];
                if (label->kind != ENTRY_NUMBER || !steps[label->step])
                    continue;
                const form_integer *const place =
                    bsearch(&label->value, used, count, sizeof *used, by_integer);
                label->value = first + (place - used);
            }
            old->entries[i].value = first + (form_integer)count - 1 + more;
            if (shrink_try(s)) {
                any = true;
                break;
            }
        }
        free(used);
    }
    return any;
}

/* ---- values ---- */

static bool is_value(const struct form_entry *entry)
{
    return entry->kind == ENTRY_NUMBER || entry->kind == ENTRY_REAL || entry->kind == ENTRY_TEST;
}

static bool can_be_simpler(const struct shrinker *s, const struct form_entry *entry)
{
    return is_value(entry) && !s->m->maker->plan->sites[entry->step].count &&
           (entry->value != entry_simplest(entry) || entry->digits > 0);
}

/* Makes all values of some entries the simplest. */
static bool try_simplest(struct shrinker *s, uint32_t from, uint32_t to)
{
    while (from < to && from < s->best.count && !can_be_simpler(s, &s->best.entries[from]))
        from++;
    struct form_record *const old = from < to && from < s->best.count ? shrink_begin(s) : NULL;
    if (old == NULL)
        return false;
    for (uint32_t i = from; i < to && i < old->count; i++) {
        struct form_entry *const entry = &old->entries[i];
        if (!can_be_simpler(s, entry))
            continue;
        entry->value = entry_simplest(entry);
        entry->digits = 0;
    }
    return shrink_try(s);
}

static bool try_value(struct shrinker *s, uint32_t at, form_integer value)
{
    struct form_record *const old = shrink_begin(s);
    if (old == NULL || old->entries[at].value == value)
        return false;
    old->entries[at].value = value;
    return shrink_try(s);
}

/* Of a small case: values between it and the simplest one by chance, nearer ones more often, for
 * conditions that few values meet. */
static bool try_any_value(struct shrinker *s, uint32_t at)
{
    enum { SMALL = 64, TRIES = 24 };
    struct form_maker *const maker = s->m->maker;
    const form_integer value = s->best.entries[at].value;
    const form_integer zero = entry_simplest(&s->best.entries[at]);
    if (s->best.count > SMALL)
        return false;
    for (int i = 0; i < TRIES && !s->stopped; i++) {
        const form_integer away = value > zero ? value - zero : zero - value;
        const form_integer some = nf_form_uniform(maker, 0, away >> i / 2);
        if (try_value(s, at, value > zero ? zero + some : zero - some))
            return true;
    }
    return false;
}

/* Brings one value nearer to the simplest: all the way, by halves, by one, somewhere between. */
static bool lower_value(struct shrinker *s, uint32_t at)
{
    const form_integer value = s->best.entries[at].value;
    const form_integer zero = entry_simplest(&s->best.entries[at]);
    if (value == zero)
        return false;
    if (try_value(s, at, zero))
        return true;
    for (form_integer away = (value - zero) / 2; away != 0 && !s->stopped; away /= 2)
        if (try_value(s, at, value - away))
            return true;
    return (value < zero && try_value(s, at, -value)) ||
           try_value(s, at, value + (value < zero ? 1 : -1)) || try_any_value(s, at);
}

static bool lower_decimals(struct shrinker *s, uint32_t at)
{
    struct form_record *const old = shrink_begin(s);
    if (old == NULL || old->entries[at].kind != ENTRY_REAL || old->entries[at].digits == 0)
        return false;
    old->entries[at].digits--;
    old->entries[at].value /= 10;
    return shrink_try(s);
}

/* ---- texts ---- */

static bool try_text(struct shrinker *s, uint32_t at, const char *bytes, size_t length)
{
    struct form_record *const old = shrink_begin(s);
    char *const kept = nf_form_arena(s->m, length + 1);
    if (old == NULL || kept == NULL)
        return false;
    memcpy(kept, bytes, length);
    old->entries[at].text = kept;
    old->entries[at].length = length;
    return shrink_try(s);
}

static bool shorten_text(struct shrinker *s, uint32_t at, char *bytes)
{
    for (size_t many = s->best.entries[at].length; many >= 1 && !s->stopped; many /= 2)
        for (size_t from = s->best.entries[at].length - many;; from -= many < from ? many : from) {
            const struct form_entry *const entry = &s->best.entries[at];
            memcpy(bytes, entry->text, from);
            memcpy(bytes + from, entry->text + from + many, entry->length - from - many);
            if (try_text(s, at, bytes, entry->length - many))
                return true;
            if (from == 0 || s->stopped)
                break;
        }
    return false;
}

/* Makes one byte an earlier one of a set that has it. */
static bool lower_byte(struct shrinker *s, uint32_t at, char *bytes, size_t place)
{
    enum { TRIED = 4 };
    const struct form_entry *const entry = &s->best.entries[at];
    const struct form_step *const step = &s->m->form->steps[entry->step];
    if (step->regex == FORM_NONE)
        return false;
    const struct form_regex *const regex = s->m->form->regexes[step->regex];
    const unsigned char now = (unsigned char)entry->text[place];
    for (uint32_t set = 0; set < regex->set_count; set++)
        for (uint32_t i = 0;
             form_bytes_has(&regex->sets[set], now) && i < regex->member_counts[set] && i < TRIED;
             i++) {
            if (regex->members[set][i] >= now)
                break;
            memcpy(bytes, entry->text, entry->length);
            bytes[place] = (char)regex->members[set][i];
            if (try_text(s, at, bytes, entry->length))
                return true;
            if (s->stopped)
                return false;
        }
    return false;
}

static bool shrink_text(struct shrinker *s, uint32_t at)
{
    enum { BYTES = 400 };
    bool any = false;
    if (s->best.entries[at].length == 0)
        return false;
    char *const bytes = malloc(s->best.entries[at].length);
    if (bytes == NULL)
        return false;
    while (!s->stopped && s->best.count > at && s->best.entries[at].kind == ENTRY_TEXT &&
           s->best.entries[at].length > 0 && shorten_text(s, at, bytes))
        any = true;
    for (size_t i = 0; !s->stopped && s->best.count > at && i < s->best.entries[at].length &&
                       i < BYTES && s->best.entries[at].kind == ENTRY_TEXT;
         i++)
        any |= lower_byte(s, at, bytes, i);
    free(bytes);
    return any;
}

static bool shrink_values(struct shrinker *s)
{
    enum { EACH = 2000 };
    bool any = false;
    for (uint32_t many = s->best.count; many >= 2 && !s->stopped; many /= 2)
        for (uint32_t from = 0; from < s->best.count && !s->stopped; from += many)
            any |= try_simplest(s, from, from + many);
    for (uint32_t i = 0; i < s->best.count && i < EACH && !s->stopped; i++) {
        while (i < s->best.count && is_value(&s->best.entries[i]) &&
               (lower_value(s, i) || (i < s->best.count && lower_decimals(s, i))))
            any = true;
        if (i < s->best.count && s->best.entries[i].kind == ENTRY_TEXT)
            any |= shrink_text(s, i);
    }
    return any;
}

/* ---- a case ---- */

static void shrink_all(struct shrinker *s, bool *steps)
{
    bool any = true;
    while (any && !s->stopped) {
        any = shrink_iterations(s, steps);
        any |= shrink_labels(s, steps);
        any |= shrink_values(s);
        any = any || shrink_pairs(s, steps);
    }
}

enum nf_status nf_form_shrink(struct nf_form_machine *m, const struct nf_text *text,
                              const struct nf_form_trier *trier, struct nf_text *smallest,
                              struct nf_error *err)
{
    struct shrinker s = {.m = m, .trier = trier, .smallest = smallest};
    struct form_maker *const maker = nf_form_maker_of(m);
    bool *const steps = calloc(m->form->step_count, sizeof *steps);
    enum nf_status status = maker == NULL || steps == NULL
                                ? nf_fail(err, NF_IO, "out of memory for the form")
                                : nf_form_record_text(m, text, err);
    if (status == NF_OK) {
        nf_form_begin_case(m, 0, NF_FORM_PLAN, 0);
        nf_form_arena_free(maker);
        nf_text_bytes(smallest, text->data, text->size);
        maker->out = &s.text;
        if (!nf_form_record_copy(&s.best, &maker->record) || smallest->failed)
            status = nf_fail(err, NF_IO, "out of memory for the case");
    }
    if (status == NF_OK) {
        m->err = NULL;
        s.measure = shrink_measure(&s.best, text);
        shrink_all(&s, steps);
    }
    free(steps);
    free(s.best.entries);
    free(s.tried);
    free(s.gone);
    nf_text_free(&s.text);
    return status;
}
