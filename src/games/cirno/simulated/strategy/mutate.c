
#include "base/owned.h"
#include "games/cirno/simulated/strategy/strategy.h"

#include <stdlib.h>
#include <string.h>

/* splitmix64 by Sebastiano Vigna (public domain, https://prng.di.unimi.it/splitmix64.c). The choice
 * need not be unbiased, so a number below n is taken by multiplication. */
static uint32_t random_below(uint64_t *random, uint32_t n)
{
    uint64_t z = (*random += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return (uint32_t)((z >> 32) * n >> 32);
}

static enum nf_status read_text(const struct nf_text *text, struct cirno_section sections[2],
                                struct nf_error *err)
{
    const struct nf_input input = {"strategy", text->data, text->size};
    return cirno_sections_read(&input, sections, err);
}

/* As many as people care to read, and as the plans of vector kernels hold. */
enum { MOST_GROUPS = 8 };

static void insert(struct cirno_section *section, uint32_t at, const struct cirno_group *group)
{
    if (section->count >= MOST_GROUPS)
        return;
    memmove(section->groups + at + 1, section->groups + at,
            (section->count - at) * sizeof *section->groups);
    section->groups[at] = *group;
    section->count++;
}

static void take_out(struct cirno_section *section, uint32_t at)
{
    section->count--;
    memmove(section->groups + at, section->groups + at + 1,
            (section->count - at) * sizeof *section->groups);
}

/* ---- the changes ---- */

static void set_condition(struct cirno_group *group, uint64_t *random)
{
    /* Conditions near the limit matter most. */
    const int32_t p = random_below(random, 3) == 0 ? (int32_t)random_below(random, 200) - 100
                                                   : 100 - (int32_t)(1 + random_below(random, 60));
    group->low = CIRNO_P_FLOOR;
    group->high = CIRNO_P_TOP;
    if (random_below(random, 2) == 0)
        group->low = p;
    else
        group->high = p;
}

static void name_cards(struct cirno_group *group, uint64_t *random)
{
    uint8_t place = 0;
    memset(group->place, 0, sizeof group->place);
    const uint32_t class = random_below(random, CIRNO_CLASSES);
    const bool whole_class = random_below(random, 3) == 0;
    const uint32_t one = random_below(random, CIRNO_CARDS);
    for (uint32_t card = 0; card < CIRNO_CARDS; card++)
        if (whole_class ? cirno_cards[card].class == class : card == one)
            group->place[card] = ++place;
}

static void add_group(struct cirno_section *section, uint64_t *random)
{
    struct cirno_group group = {
        .aim = (enum cirno_aim)random_below(random, 3), .low = CIRNO_P_FLOOR, .high = CIRNO_P_TOP};
    name_cards(&group, random);
    cirno_usual_ties(&group);
    if (random_below(random, 4) == 0)
        set_condition(&group, random);
    insert(section, random_below(random, section->count + 1), &group);
}

static void swap_groups(struct cirno_section *section, uint64_t *random)
{
    if (section->count < 2)
        return;
    const uint32_t at = random_below(random, section->count - 1);
    const struct cirno_group kept = section->groups[at];
    section->groups[at] = section->groups[at + 1];
    section->groups[at + 1] = kept;
}

/* The cards of the next group follow those of the group, under its aim and condition. */
static void join_groups(struct cirno_section *section, uint32_t at)
{
    struct cirno_group *const group = &section->groups[at];
    uint8_t last = 0;
    if (at + 1 == section->count)
        return;
    for (uint32_t i = 0; i < CIRNO_CARDS; i++)
        last = group->place[i] > last ? group->place[i] : last;
    for (uint32_t place = 1; place <= CIRNO_CARDS; place++)
        for (uint32_t i = 0; i < CIRNO_CARDS; i++)
            if (section->groups[at + 1].place[i] == place && group->place[i] == 0)
                group->place[i] = ++last;
    take_out(section, at + 1);
}

static void move_condition(struct cirno_group *group, uint64_t *random)
{
    static const int32_t steps[] = {-20, -5, -1, 1, 5, 20};
    const int32_t step = steps[random_below(random, 6)];
    if (group->low == CIRNO_P_FLOOR && group->high == CIRNO_P_TOP) {
        set_condition(group, random);
        return;
    }
    if (group->low > CIRNO_P_FLOOR) {
        const int32_t low = group->low + step;
        group->low = low > CIRNO_P_TOP ? CIRNO_P_TOP : low;
    } else {
        group->high += step;
    }
    if (group->low <= CIRNO_P_FLOOR)
        group->low = CIRNO_P_FLOOR;
    if (group->high > CIRNO_P_TOP || group->high <= CIRNO_P_FLOOR)
        group->high = CIRNO_P_TOP;
}

/* Appends a card to the group, or removes it; a group keeps at least one card. */
static void toggle_card(struct cirno_group *group, uint64_t *random)
{
    const uint32_t card = random_below(random, CIRNO_CARDS);
    uint8_t last = 0;
    for (uint32_t i = 0; i < CIRNO_CARDS; i++)
        last = group->place[i] > last ? group->place[i] : last;
    if (group->place[card] == 0) {
        group->place[card] = (uint8_t)(last + 1);
        return;
    }
    if (last == 1)
        return;
    for (uint32_t i = 0; i < CIRNO_CARDS; i++)
        if (i != card && group->place[i] > group->place[card])
            group->place[i]--;
    group->place[card] = 0;
}

/* Swaps two cards of a group, which matters if the aim is `first`. */
static void swap_cards(struct cirno_group *group, uint64_t *random)
{
    const uint32_t a = random_below(random, CIRNO_CARDS), b = random_below(random, CIRNO_CARDS);
    if (group->place[a] == 0 || group->place[b] == 0)
        return;
    const uint8_t kept = group->place[a];
    group->place[a] = group->place[b];
    group->place[b] = kept;
}

static void change_aim(struct cirno_group *group, uint64_t *random)
{
    group->aim = (enum cirno_aim)random_below(random, 3);
    cirno_usual_ties(group);
}

static void swap_ties(struct cirno_group *group, uint64_t *random)
{
    const uint32_t a = random_below(random, CIRNO_COUNTER), b = random_below(random, CIRNO_COUNTER);
    const uint8_t kept = group->tie[a];
    if (group->aim != CIRNO_AIM_MAX && group->aim != CIRNO_AIM_MIN)
        return;
    group->tie[a] = group->tie[b];
    group->tie[b] = kept;
}

/* Groups of their own, without a condition, are what helps most often. */
static void change(struct cirno_section sections[2], uint64_t *random)
{
    struct cirno_section *const section = &sections[random_below(random, 4) == 0];
    const uint32_t kind = random_below(random, 14);
    if (section->count == 0 || kind < 5) {
        add_group(section, random);
        return;
    }
    const uint32_t at = random_below(random, section->count);
    struct cirno_group *const group = &section->groups[at];
    switch (kind) {
    case 5: swap_groups(section, random); break;
    case 6: take_out(section, at); break;
    case 7: move_condition(group, random); break;
    case 8:
    case 9: toggle_card(group, random); break;
    case 10: swap_cards(group, random); break;
    case 11: change_aim(group, random); break;
    case 12: join_groups(section, at); break;
    default: swap_ties(group, random); break;
    }
}

enum nf_status cirno_mutate_strategy(const struct nf_text *text, uint64_t *random,
                                     struct nf_text *mutated, struct nf_error *err)
{
    NF_OWNED struct cirno_section *sections = malloc(2 * sizeof *sections);
    NF_TRY_MEMORY(sections != NULL, err);
    NF_TRY(read_text(text, sections, err));
    change(sections, random);
    for (uint32_t more = 0; more < 2 && random_below(random, 3) == 0; more++)
        change(sections, random);
    cirno_sections_print(mutated, sections);
    return NF_OK;
}

/* ---- simplification ---- */

static bool drop_part(struct cirno_section sections[2], uint32_t part)
{
    for (int doubled = 0; doubled < 2; doubled++)
        for (uint32_t i = 0; i < sections[doubled].count; i++) {
            struct cirno_group *const group = &sections[doubled].groups[i];
            const bool conditional = group->low > CIRNO_P_FLOOR || group->high < CIRNO_P_TOP;
            if (part == 0) {
                take_out(&sections[doubled], i);
                return true;
            }
            if (conditional && part == 1) {
                group->low = CIRNO_P_FLOOR;
                group->high = CIRNO_P_TOP;
                return true;
            }
            part -= 1 + conditional;
        }
    return false;
}

enum nf_status cirno_drop(const struct nf_text *text, uint32_t part, struct nf_text *shorter,
                          struct nf_error *err)
{
    NF_OWNED struct cirno_section *sections = malloc(2 * sizeof *sections);
    NF_TRY_MEMORY(sections != NULL, err);
    NF_TRY(read_text(text, sections, err));
    if (!drop_part(sections, part))
        return NF_BUDGET;
    cirno_sections_print(shorter, sections);
    return NF_OK;
}
