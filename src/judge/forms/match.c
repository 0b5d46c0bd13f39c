/* Matching: by sets of steps, which are remembered as states. Each byte is looked at once, so
 * nothing takes longer than the length of the text times that of the expression, however it is
 * written. */
#include "judge/forms/regex.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_STATES = 4096,
    MOST_MEMBERS = 1 << 22, /* of all states */
    UNKNOWN = 0,
    DEAD = 1,
};

/* A set of steps at which a byte may be taken. */
struct regex_state {
    uint32_t first, count; /* in `members` */
    bool accepts;
};

struct form_matcher {
    const struct form_regex *regex;
    struct regex_state *states; /* 0 and 1 stand for UNKNOWN and DEAD */
    uint32_t state_count, state_capacity;
    uint32_t *members;
    uint32_t member_count, member_capacity;
    uint32_t *next; /* a row of classes for each state */
    uint32_t next_capacity;
    uint32_t table[4 * MOST_STATES]; /* hashed: state, or 0 */
    uint32_t *seen;                  /* of a step: the last `round` in which it was reached */
    uint32_t round;
    uint32_t *stack;
    uint64_t *steps; /* what it took */
    bool trimmed;    /* the state of the beginning is forgotten */
};

struct form_matcher *nf_form_matcher_new(const struct form_regex *regex)
{
    struct form_matcher *const matcher = calloc(1, sizeof *matcher);
    if (matcher == NULL)
        return NULL;
    matcher->regex = regex;
    matcher->seen = calloc(regex->step_count, sizeof *matcher->seen);
    matcher->stack = malloc((regex->step_count + 1) * sizeof *matcher->stack);
    if (matcher->seen == NULL || matcher->stack == NULL) {
        nf_form_matcher_free(matcher);
        return NULL;
    }
    return matcher;
}

void nf_form_matcher_free(struct form_matcher *matcher)
{
    if (matcher == NULL)
        return;
    free(matcher->states);
    free(matcher->members);
    free(matcher->next);
    free(matcher->seen);
    free(matcher->stack);
    free(matcher);
}

static void matcher_forget(struct form_matcher *m)
{
    m->state_count = DEAD + 1;
    m->member_count = 0;
    memset(m->table, 0, sizeof m->table);
}

/* Adds to the state in the making what is reached from `step` without a byte. */
static bool matcher_reach(struct form_matcher *m, uint32_t step, bool *accepts)
{
    const struct form_regex_step *const steps = m->regex->steps;
    uint32_t depth = 0;
    m->stack[depth++] = step;
    while (depth > 0) {
        const uint32_t at = m->stack[--depth];
        if (m->seen[at] == m->round)
            continue;
        m->seen[at] = m->round;
        ++*m->steps;
        /* A step is looked at once, and only then leaves one more on the stack than it took. */
        switch (steps[at].op) {
        case REGEX_BYTE:
            if (!nf_form_grow(&m->members, &m->member_capacity, m->member_count,
                              sizeof *m->members))
                return false;
            m->members[m->member_count++] = at;
            break;
        case REGEX_ACCEPT: *accepts = true; break;
        case REGEX_SPLIT:
            m->stack[depth++] = steps[at].y;
            m->stack[depth++] = at + 1;
            break;
        default: m->stack[depth++] = steps[at].y; break;
        }
    }
    return true;
}

static int matcher_by_step(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* The number of the state whose members stand from `first` on; 0 without memory. */
static uint32_t matcher_state(struct form_matcher *m, uint32_t first, bool accepts)
{
    const uint32_t count = m->member_count - first, classes = m->regex->class_count;
    uint32_t hash = accepts;
    if (count == 0 && !accepts)
        return DEAD;
    if (count > 1)
        qsort(m->members + first, count, sizeof *m->members, matcher_by_step);
    for (uint32_t i = 0; i < count; i++)
        hash = (hash ^ m->members[first + i]) * 2654435761u;
    const uint32_t mask = sizeof m->table / sizeof *m->table - 1;
    uint32_t slot = hash >> 8 & mask;
    for (; m->table[slot] != 0; slot = (slot + 1) & mask) {
        const struct regex_state *const state = &m->states[m->table[slot]];
        if (state->count == count && state->accepts == accepts &&
            memcmp(m->members + state->first, m->members + first, count * sizeof *m->members) ==
                0) {
            m->member_count = first;
            return m->table[slot];
        }
    }
    if (!nf_form_grow(&m->states, &m->state_capacity, m->state_count, sizeof *m->states))
        return 0;
    while ((size_t)(m->state_count + 1) * classes > m->next_capacity)
        if (!nf_form_grow(&m->next, &m->next_capacity, m->next_capacity, sizeof *m->next))
            return 0;
    m->states[m->state_count] =
        (struct regex_state){.first = first, .count = count, .accepts = accepts};
    memset(m->next + (size_t)m->state_count * classes, 0, classes * sizeof *m->next);
    m->table[slot] = m->state_count;
    return m->state_count++;
}

static void matcher_round(struct form_matcher *m)
{
    if (++m->round == 0) {
        memset(m->seen, 0, m->regex->step_count * sizeof *m->seen);
        m->round = 1;
    }
}

static uint32_t matcher_start(struct form_matcher *m)
{
    bool accepts = false;
    matcher_forget(m);
    matcher_round(m);
    if (!matcher_reach(m, 0, &accepts))
        return 0;
    return matcher_state(m, 0, accepts);
}

/* Where a byte leads from a state; 0 without memory. */
static uint32_t matcher_step(struct form_matcher *m, uint32_t from, unsigned char byte)
{
    const struct form_regex *const regex = m->regex;
    const uint32_t first = m->member_count;
    bool accepts = false;
    matcher_round(m);
    for (uint32_t i = 0; i < m->states[from].count; i++) {
        const uint32_t step = m->members[m->states[from].first + i];
        ++*m->steps;
        if (form_bytes_has(&regex->sets[regex->steps[step].x], byte) &&
            !matcher_reach(m, step + 1, &accepts))
            return 0;
    }
    const uint32_t to = matcher_state(m, first, accepts);
    m->next[(size_t)from * regex->class_count + regex->classes[byte]] = to;
    return to;
}

/* Makes room where too many states are known: the present one is all that stays. */
static uint32_t matcher_trim(struct form_matcher *m, uint32_t state)
{
    if (m->state_count < MOST_STATES && m->member_count < MOST_MEMBERS)
        return state;
    const struct regex_state kept = m->states[state];
    memmove(m->members, m->members + kept.first, kept.count * sizeof *m->members);
    matcher_forget(m);
    m->member_count = kept.count;
    return matcher_state(m, 0, kept.accepts);
}

ptrdiff_t nf_form_matcher_longest(struct form_matcher *m, const char *bytes, size_t size,
                                  uint64_t *steps, uint64_t most)
{
    const uint32_t classes = m->regex->class_count;
    ptrdiff_t longest = -1;
    m->steps = steps;
    /* The first state made is that of the beginning, until others take its place. */
    uint32_t state = DEAD + 1;
    if (m->state_count <= DEAD + 1 || m->trimmed)
        state = matcher_start(m);
    m->trimmed = false;
    for (size_t i = 0; state > DEAD; i++) {
        if (m->states[state].accepts)
            longest = (ptrdiff_t)i;
        if (i == size)
            return longest;
        const unsigned char byte = (unsigned char)bytes[i];
        const uint32_t to = m->next[(size_t)state * classes + m->regex->classes[byte]];
        if (to != UNKNOWN) {
            state = to;
            continue;
        }
        const uint32_t count = m->state_count;
        state = matcher_trim(m, state);
        m->trimmed |= m->state_count < count;
        if (*steps > most)
            return -3;
        if (state != 0)
            state = matcher_step(m, state, byte);
    }
    return state == DEAD ? longest : -2;
}
