/* Smaller cases: the record of a case is changed and played again, so that whatever is tried is
 * valid; what still fails is the next to be changed. */
#include "base/format/tokens.h"
#include "judge/forms/shrinker.h"

#include <stdlib.h>
#include <string.h>

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
    const struct nf_input input = nf_text_input(text, "");
    struct form_measure measure = {.tokens = nf_tokens_count(&input), .length = text->size};
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

/* Tries s->text, of which the maker has the record, if it is smaller. */
static bool shrink_ask(struct shrinker *s)
{
    const struct form_record *const record = &s->m->maker->record;
    const struct form_measure measure = shrink_measure(record, &s->text);
    if (!measure_less(&measure, &s->measure) || !shrink_is_new(s, &s->text) ||
        !nf_form_made_reads(s->m))
        return false;
    (void)nf_text_terminated(&s->text); /* an empty text has bytes, too */
    const enum nf_form_trial trial = s->trier->try(s->trier->owner, &s->text);
    s->stopped = trial == NF_FORM_STOP;
    if (trial != NF_FORM_FAILS)
        return false;
    s->smallest->size = 0;
    nf_text_bytes(s->smallest, s->text.data, s->text.size);
    if (!nf_form_record_copy(&s->best, record) || s->smallest->failed)
        s->stopped = true;
    s->measure = measure;
    return true;
}

bool nf_form_shrink_try(struct shrinker *s)
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
    return made && !s->stopped && shrink_ask(s);
}

struct form_record *nf_form_shrink_begin(struct shrinker *s)
{
    struct form_record *const old = &s->m->maker->old;
    if (nf_form_record_copy(old, &s->best))
        return old;
    s->stopped = true;
    return NULL;
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
    struct form_record *const old =
        from < to && from < s->best.count ? nf_form_shrink_begin(s) : NULL;
    if (old == NULL)
        return false;
    for (uint32_t i = from; i < to && i < old->count; i++) {
        struct form_entry *const entry = &old->entries[i];
        if (!can_be_simpler(s, entry))
            continue;
        entry->value = entry_simplest(entry);
        entry->digits = 0;
    }
    return nf_form_shrink_try(s);
}

static bool try_value(struct shrinker *s, uint32_t at, form_integer value)
{
    struct form_record *const old = nf_form_shrink_begin(s);
    if (old == NULL || old->entries[at].value == value)
        return false;
    old->entries[at].value = value;
    return nf_form_shrink_try(s);
}

/* Values between one and the simplest by chance, nearer ones more often. */
static bool try_any_value(struct shrinker *s, uint32_t at)
{
    enum { TRIES = 24 };
    struct form_maker *const maker = s->m->maker;
    const form_integer value = s->best.entries[at].value;
    const form_integer zero = entry_simplest(&s->best.entries[at]);
    for (int i = 0; i < TRIES && !s->stopped; i++) {
        const form_integer away = value > zero ? value - zero : zero - value;
        const form_integer some = nf_form_uniform(maker, 0, away >> i / 2);
        if (try_value(s, at, value > zero ? zero + some : zero - some))
            return true;
    }
    return false;
}

/* Brings one value nearer to the simplest: all the way, without its highest power of two (so that a
 * multiple of another stays one), by one, by halves, somewhere between. */
static bool lower_value(struct shrinker *s, uint32_t at)
{
    const form_integer value = s->best.entries[at].value;
    const form_integer zero = entry_simplest(&s->best.entries[at]);
    form_integer power = value < zero ? -1 : 1;
    if (value == zero)
        return false;
    for (form_integer away = value - zero; away / 2 != 0; away /= 2)
        power *= 2;
    if (try_value(s, at, zero) || try_value(s, at, value - power))
        return true;
    /* By one: where that fails, few other steps are worth their trials. Larger steps that have
     * failed are not tried again once a smaller one did not. */
    bool any = try_value(s, at, value + (value < zero ? 1 : -1));
    const int smaller = any ? 2 : 8;
    for (form_integer away = (value - zero) / 2; away != 0 && !s->stopped; away /= smaller)
        if (at < s->best.count && is_value(&s->best.entries[at]))
            any |= try_value(s, at, s->best.entries[at].value - away);
    return any || (value < zero && try_value(s, at, -value));
}

/* Of a small case: for conditions that few values meet. */
static bool shrink_by_chance(struct shrinker *s)
{
    enum { SMALL = 64 };
    bool any = false;
    for (uint32_t i = 0; s->best.count <= SMALL && i < s->best.count && !s->stopped; i++)
        any |= can_be_simpler(s, &s->best.entries[i]) && try_any_value(s, i);
    return any;
}

static bool lower_decimals(struct shrinker *s, uint32_t at)
{
    struct form_record *const old = nf_form_shrink_begin(s);
    if (old == NULL || old->entries[at].kind != ENTRY_REAL || old->entries[at].digits == 0)
        return false;
    old->entries[at].digits--;
    old->entries[at].value /= 10;
    return nf_form_shrink_try(s);
}

/* ---- texts ---- */

static bool try_text(struct shrinker *s, uint32_t at, const char *bytes, size_t length)
{
    struct form_record *const old = nf_form_shrink_begin(s);
    return old != NULL && nf_form_entry_keep(s->m, &old->entries[at], bytes, length) &&
           nf_form_shrink_try(s);
}

static bool is_text_of(const struct shrinker *s, uint32_t at, size_t length)
{
    return at < s->best.count && s->best.entries[at].kind == ENTRY_TEXT &&
           s->best.entries[at].length >= length;
}

/* Leaves out parts, large ones first. */
static bool shorten_text(struct shrinker *s, uint32_t at, char *bytes)
{
    bool any = false;
    for (size_t many = s->best.entries[at].length; many >= 1 && !s->stopped; many /= 2)
        for (size_t end = SIZE_MAX; end >= many && is_text_of(s, at, many) && !s->stopped;) {
            const struct form_entry *const entry = &s->best.entries[at];
            end = end < entry->length ? end : entry->length;
            memcpy(bytes, entry->text, end - many);
            memcpy(bytes + end - many, entry->text + end, entry->length - end);
            any |= try_text(s, at, bytes, entry->length - many);
            end = end > many && end < 2 * many ? many : end - many;
        }
    return any;
}

static bool try_byte(struct shrinker *s, uint32_t at, char *bytes, size_t place, uint8_t byte)
{
    if (!is_text_of(s, at, place + 1))
        return false;
    const struct form_entry *const entry = &s->best.entries[at];
    memcpy(bytes, entry->text, entry->length);
    bytes[place] = (char)byte;
    return try_text(s, at, bytes, entry->length);
}

/* Makes one byte an earlier one of a set that has it: one of the first, or the one before; where
 * that is possible, by halves an earlier one still. */
static bool lower_byte(struct shrinker *s, uint32_t at, char *bytes, size_t place)
{
    const struct form_entry *const entry = &s->best.entries[at];
    const struct form_step *const step = &s->m->form->steps[entry->step];
    if (step->regex == FORM_NONE)
        return false;
    const struct form_regex *const regex = s->m->form->regexes[step->regex];
    const unsigned char now = (unsigned char)entry->text[place];
    for (uint32_t set = 0; set < regex->set_count; set++) {
        const uint8_t *const members = regex->members[set];
        uint32_t rank = 0;
        while (rank < regex->member_counts[set] && members[rank] < now)
            rank++;
        if (!form_bytes_has(&regex->sets[set], now) || rank == 0)
            continue;
        if (try_byte(s, at, bytes, place, members[0]) ||
            (rank > 1 && try_byte(s, at, bytes, place, members[1])))
            return true;
        if (rank <= 2 || !try_byte(s, at, bytes, place, members[--rank]))
            continue;
        for (uint32_t away = rank / 2; away > 0; away /= 2)
            rank -= try_byte(s, at, bytes, place, members[rank - away]) ? away : 0;
        return true;
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
    any |= shorten_text(s, at, bytes);
    for (size_t i = 0; i < BYTES && is_text_of(s, at, i + 1) && !s->stopped; i++)
        any |= lower_byte(s, at, bytes, i);
    free(bytes);
    return any;
}

/* Tries two texts at once, each without a letter, or (`by` > 0) with one by as much earlier. */
static bool try_two_texts(struct shrinker *s, const uint32_t at[2], const size_t places[2], int by)
{
    struct form_record *const old = nf_form_shrink_begin(s);
    for (int i = 0; old != NULL && i < 2; i++) {
        if (!is_text_of(s, at[i], places[i] + 1))
            return false;
        struct form_entry *const entry = &old->entries[at[i]];
        char *const kept = nf_form_keep(s->m, entry->text, entry->length);
        if (kept == NULL || (unsigned char)entry->text[places[i]] < by)
            return false;
        kept[places[i]] -= (char)by;
        if (by == 0)
            memmove(kept + places[i], kept + places[i] + 1, entry->length-- - places[i] - 1);
        entry->text = kept;
    }
    return old != NULL && nf_form_shrink_try(s);
}

/* Two letters: without them, or both earlier; where they are by one, by halves of more. */
static bool shrink_two_letters(struct shrinker *s, const uint32_t at[2], const size_t places[2])
{
    enum { MOST = 16 };
    if (try_two_texts(s, at, places, 0))
        return true;
    if (!try_two_texts(s, at, places, 1))
        return false;
    for (int by = MOST; by > 0 && !s->stopped; by /= 2)
        while (try_two_texts(s, at, places, by))
            continue;
    return true;
}

/* Short texts that fail by what they have in common, such as their length or the sum of letters. */
static bool shrink_two_texts(struct shrinker *s)
{
    enum { FIRST = 40, SHORT = 20 };
    bool any = false;
    for (uint32_t k = 0; k < s->best.count && k < FIRST; k++)
        for (uint32_t i = 0; i < k; i++)
            for (size_t place = 0; is_text_of(s, i, 1) && is_text_of(s, k, 1) && !s->stopped;
                 place++) {
                const size_t lengths[] = {s->best.entries[i].length, s->best.entries[k].length};
                const size_t places[] = {place / lengths[1], place % lengths[1]};
                const uint32_t at[] = {i, k};
                if (lengths[0] > SHORT || lengths[1] > SHORT || places[0] >= lengths[0])
                    break;
                any |= shrink_two_letters(s, at, places);
            }
    return any;
}

/* Brings two numbers of a small case nearer to the simplest by as much, for what fails by how they
 * differ. */
static bool shrink_two_values(struct shrinker *s)
{
    enum { SMALL = 40 };
    bool any = false;
    for (uint32_t k = 0; k < s->best.count && k < SMALL; k++)
        for (uint32_t i = 0; i < k && k < s->best.count && !s->stopped; i++) {
            struct form_record *const old = nf_form_shrink_begin(s);
            struct form_entry *const a = &s->best.entries[i], *const b = &s->best.entries[k];
            if (old == NULL || a->kind != ENTRY_NUMBER || b->kind != ENTRY_NUMBER ||
                a->place != b->place || !can_be_simpler(s, a) || !can_be_simpler(s, b))
                continue;
            const form_integer one = a->value - entry_simplest(a);
            const form_integer other = b->value - entry_simplest(b);
            if ((one < 0) != (other < 0))
                continue;
            const form_integer by = (one < other) != (one < 0) ? one : other;
            old->entries[i].value -= by;
            old->entries[k].value -= by;
            any |= nf_form_shrink_try(s);
        }
    return any;
}

/* Lowers one number or text; a number not on and on while others are still high. */
static bool shrink_value(struct shrinker *s, uint32_t at)
{
    enum { TIMES = 3 };
    bool any = false;
    for (int time = 0; time < TIMES && at < s->best.count && is_value(&s->best.entries[at]) &&
                       (lower_value(s, at) || (at < s->best.count && lower_decimals(s, at)));
         time++)
        any = true;
    if (at < s->best.count && s->best.entries[at].kind == ENTRY_TEXT)
        any |= shrink_text(s, at);
    return any;
}

static bool shrink_values(struct shrinker *s)
{
    enum { EACH = 2000 };
    const uint32_t patience = nf_form_shrink_patience(s->best.count);
    bool any = false;
    for (uint32_t many = s->best.count; many >= 2 && !s->stopped; many /= 2)
        for (uint32_t from = 0, failures = 0;
             from < s->best.count && !s->stopped && failures < patience; from += many) {
            const bool simpler = try_simplest(s, from, from + many);
            failures = simpler ? 0 : failures + 1;
            any |= simpler;
        }
    for (uint32_t i = 0, failures = 0;
         i < s->best.count && i < EACH && !s->stopped && failures < patience; i++) {
        const uint32_t before = s->tried_count;
        const bool lower = shrink_value(s, i);
        failures = lower ? 0 : failures + (s->tried_count > before);
        any |= lower;
    }
    return any;
}

/* ---- other cases ---- */

/* Makes a small case, s->text, and its record; false: none, or none that is smaller. */
static bool make_another(struct shrinker *s, struct nf_form_machine *other, uint32_t index)
{
    struct nf_error ignored;
    s->text.size = 0;
    if (nf_form_make(other, s->measure.length + index, index, &s->text, &ignored) != NF_OK ||
        s->text.size > 2 * s->measure.length)
        return false;
    /* The record points into it. */
    struct nf_text kept = {.data = nf_form_keep(s->m, s->text.data, s->text.size),
                           .size = s->text.size};
    if (kept.data == NULL)
        return false;
    const bool read = nf_form_record_text(s->m, &kept, &ignored) == NF_OK;
    s->m->err = NULL;
    return read;
}

/* Tries small cases made by chance: of what fails by its shape, such as a grid, a smaller one may
 * be no part of it. */
static bool shrink_to_another(struct shrinker *s)
{
    enum { SMALL = 40, CASES = 700, TRIALS = 20, FIRST = 250, LAST = 599 };
    const uint32_t most = s->tried_count + TRIALS;
    struct nf_form_machine *const other =
        s->best.count <= SMALL ? nf_form_machine_new(s->m->form) : NULL;
    bool any = false;
    for (uint32_t i = 0; other != NULL && i < CASES && s->tried_count < most && !any; i++) {
        s->stopped |= s->trier->over != NULL && s->trier->over(s->trier->owner);
        if (s->stopped)
            break;
        any = make_another(s, other, FIRST + i % (LAST - FIRST + 1)) && shrink_ask(s);
    }
    nf_form_machine_free(other);
    return any;
}

/* ---- a case ---- */

/* Until nothing gets smaller, or a few times nothing but numbers, of as many bits as before: what
 * fails on half of all numbers goes on so for thousands of trials. */
static void shrink_all(struct shrinker *s, bool *steps)
{
    enum { SMALL_GAINS = 3 };
    struct form_measure before = s->measure;
    bool any = true;
    for (int small = 0; any && small < SMALL_GAINS && !s->stopped; before = s->measure) {
        any = nf_form_shrink_iterations(s, steps);
        any |= nf_form_shrink_labels(s, steps);
        any |= shrink_values(s);
        any = any || nf_form_shrink_pairs(s, steps) || shrink_two_texts(s) ||
              shrink_two_values(s) || shrink_by_chance(s) || shrink_to_another(s);
        before.ranks = s->measure.ranks;
        small = measure_less(&s->measure, &before) ? 0 : small + 1;
    }
}

enum nf_status nf_form_shrink(struct nf_form_machine *m, const struct nf_text *text,
                              const struct nf_form_trier *trier, struct nf_text *smallest,
                              struct nf_error *err)
{
    struct shrinker s = {.m = m, .trier = trier, .smallest = smallest};
    struct form_maker *const maker = nf_form_maker_of(m);
    bool *const steps = calloc(m->form->step_count, sizeof *steps);
    enum nf_status status =
        maker == NULL || steps == NULL ? nf_fail_memory(err) : nf_form_record_text(m, text, err);
    if (status == NF_OK) {
        nf_form_begin_case(m, 0, NF_FORM_PLAN, 0);
        nf_form_arena_free(maker);
        nf_text_bytes(smallest, text->data, text->size);
        maker->out = &s.text;
        if (!nf_form_record_copy(&s.best, &maker->record) || smallest->failed)
            status = nf_fail_memory(err);
    }
    if (status == NF_OK) {
        m->err = NULL;
        s.measure = shrink_measure(&s.best, text);
        if (nf_form_shrink_is_large(s.best.count)) /* then each trial is faster */
            (void)try_simplest(&s, 0, s.best.count);
        shrink_all(&s, steps);
    }
    free(steps);
    free(s.best.entries);
    free(s.tried);
    free(s.gone);
    nf_text_free(&s.text);
    return status;
}
