#include "games/cirno/simulated/strategy/strategy.h"

#include "games/cirno/simulated/strategy/strategy_text.h"

#include <stdio.h>
#include <stdlib.h>

/* A card and its sort keys; sorted from the least preferred. */
struct candidate {
    uint8_t card;
    uint32_t group;     /* lower is preferred */
    int64_t preference; /* within the group, higher is preferred */
};

static int by_preference(const void *a, const void *b)
{
    const struct candidate *const x = a, *const y = b;
    if (x->group != y->group)
        return x->group > y->group ? -1 : 1;
    return x->preference < y->preference ? -1 : x->preference > y->preference;
}

static int64_t preference_in(const struct cirno_group *group, unsigned card, int32_t p)
{
    const int64_t new_p = cirno_apply(card, p);
    const int64_t last = CIRNO_CARDS - group->place[card]; /* earlier ones are preferred */
    if (group->aim == CIRNO_AIM_RANDOM)
        return 0;
    if (group->aim == CIRNO_AIM_FIRST)
        return last;
    return ((group->aim == CIRNO_AIM_MAX ? new_p : -new_p) * 16 +
            group->tie[cirno_cards[card].class]) *
               32 +
           last;
}

static struct candidate judge_card(const struct cirno_section *section, unsigned card, int32_t p)
{
    for (uint32_t i = 0; i < section->count; i++) {
        const struct cirno_group *const group = &section->groups[i];
        if (group->place[card] != 0 && p >= group->low && p <= group->high)
            return (struct candidate){(uint8_t)card, i, preference_in(group, card, p)};
    }
    return (struct candidate){(uint8_t)card, UINT32_MAX, 0};
}

/* Adds the groups of the statement's strategy, for cards in no group. */
static void add_rest(struct cirno_section *section, bool doubled)
{
    struct cirno_group basic = {
        .aim = doubled ? CIRNO_AIM_MIN : CIRNO_AIM_MAX, .low = CIRNO_P_FLOOR, .high = CIRNO_P_TOP};
    struct cirno_group counter = {
        .aim = CIRNO_AIM_FIRST, .low = CIRNO_P_FLOOR, .high = CIRNO_P_TOP};
    cirno_usual_ties(&basic);
    for (unsigned card = 0; card < CIRNO_CARDS; card++)
        if (cirno_cards[card].class == CIRNO_COUNTER)
            counter.place[card] = (uint8_t)(card + 1);
        else
            basic.place[card] = (uint8_t)(card + 1);
    section->groups[section->count++] = doubled ? counter : basic;
    section->groups[section->count++] = doubled ? basic : counter;
}

static bool fill_row(const struct cirno_section *section, int32_t p, uint8_t ranks[CIRNO_CARDS])
{
    struct candidate playable[CIRNO_CARDS];
    size_t count = 0;
    bool equal = false;
    for (unsigned card = 0; card < CIRNO_CARDS; card++) {
        ranks[card] = 0;
        if (cirno_cards[card].class == CIRNO_COUNTER || cirno_apply(card, p) <= CIRNO_P_TOP)
            playable[count++] = judge_card(section, card, p);
    }
    qsort(playable, count, sizeof *playable, by_preference);
    for (size_t i = 0, rank = 0; i < count; i++) {
        const bool same = i > 0 && by_preference(&playable[i - 1], &playable[i]) == 0;
        equal |= same;
        rank += !same;
        ranks[playable[i].card] = (uint8_t)rank;
    }
    return equal;
}

enum nf_status cirno_strategy_read(const struct nf_input *input, const char *name,
                                   struct cirno_strategy *strategy, struct nf_error *err)
{
    /* Two sections may be too large for a thread's stack. */
    struct cirno_section *const sections = calloc(2, sizeof *sections);
    if (sections == NULL)
        return nf_fail(err, NF_IO, "out of memory for a strategy");
    const enum nf_status status = cirno_sections_read(input, sections, err);
    if (status == NF_OK) {
        snprintf(strategy->name, sizeof strategy->name, "%s", name);
        strategy->rolls = false;
        for (int doubled = 0; doubled < 2; doubled++) {
            add_rest(&sections[doubled], doubled != 0);
            cirno_plan_make(&strategy->plan[doubled], &sections[doubled]);
            for (int32_t p = CIRNO_P_FLOOR; p <= CIRNO_P_TOP; p++)
                strategy->rolls |=
                    fill_row(&sections[doubled], p, strategy->rank[doubled][p - CIRNO_P_FLOOR]);
        }
    }
    free(sections);
    return status;
}

unsigned cirno_strategy_choose(const struct cirno_strategy *strategy, uint64_t types, int32_t p,
                               bool doubled, const uint8_t *die_face)
{
    const uint8_t *const rank =
        strategy->rank[doubled][(p > CIRNO_P_FLOOR ? p : CIRNO_P_FLOOR) - CIRNO_P_FLOOR];
    unsigned best = CIRNO_CARDS, most = 0;
    for (uint64_t left = types; left != 0; left &= left - 1) {
        const unsigned card = (unsigned)__builtin_ctzll(left) / 2;
        /* The die only decides between equal ranks. */
        const unsigned preference = rank[card] == 0    ? 0
                                    : die_face != NULL ? rank[card] * 32u + die_face[card]
                                                       : rank[card] * 32u;
        if (preference > most) {
            most = preference;
            best = card;
        }
    }
    return best;
}
