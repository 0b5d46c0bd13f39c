#include "games/cirno/simulated/strategy/strategy.h"

#include <string.h>

enum { NOBODY = UINT8_MAX };
_Static_assert(CIRNO_MAX_GROUPS + 2 < NOBODY, "a group's number fits a byte");

/* By card: those it is preferred to where they make p equal, and those that these are preferred
 * to. */
struct order {
    uint32_t under[CIRNO_CARDS];
};

struct draft {
    const struct cirno_section *section;
    struct cirno_plan *plan;
    struct order order;
    int32_t low[CIRNO_PLAN_GROUPS], high[CIRNO_PLAN_GROUPS];
    int16_t new_p[CIRNO_P_ROWS][CIRNO_CARDS];
    /* The group of the section that decides about a card, NOBODY where it cannot be played. */
    uint8_t taker[CIRNO_P_ROWS][CIRNO_CARDS];
};

static void find_takers(struct draft *draft)
{
    const struct cirno_section *const section = draft->section;
    memset(draft->taker, NOBODY, sizeof draft->taker);
    for (unsigned card = 0; card < CIRNO_CARDS; card++)
        for (int32_t p = CIRNO_P_FLOOR; p <= CIRNO_P_TOP; p++) {
            const int32_t row = p - CIRNO_P_FLOOR, new_p = cirno_apply(card, p);
            draft->new_p[row][card] = (int16_t)new_p;
            for (uint32_t i = 0; new_p <= CIRNO_P_TOP && i < section->count; i++)
                if (section->groups[i].place[card] != 0 && p >= section->groups[i].low &&
                    p <= section->groups[i].high) {
                    draft->taker[row][card] = (uint8_t)i;
                    break;
                }
        }
}

/* Has `card` preferred to `other`; false if it is the other way round already. */
static bool prefer(struct order *order, unsigned card, unsigned other)
{
    if ((order->under[card] >> other & 1) != 0)
        return true;
    if ((order->under[other] >> card & 1) != 0)
        return false;
    const uint32_t gained = UINT32_C(1) << other | order->under[other];
    for (unsigned above = 0; above < CIRNO_CARDS; above++)
        if (above == card || (order->under[above] >> card & 1) != 0)
            order->under[above] |= gained;
    return true;
}

/* Whether two cards of group i can be told apart by the p they make, largest or smallest, and by
 * tie rank; `card` is named before `other`. */
static bool can_share(struct draft *draft, uint32_t i, unsigned card, unsigned other, bool smallest)
{
    const struct cirno_group *const group = &draft->section->groups[i];
    const bool in_order = group->aim == CIRNO_AIM_FIRST;
    const bool first =
        in_order || group->tie[cirno_cards[card].class] >= group->tie[cirno_cards[other].class];
    for (uint32_t row = 0; row < CIRNO_P_ROWS; row++) {
        if (draft->taker[row][card] != i || draft->taker[row][other] != i)
            continue;
        const int32_t more = draft->new_p[row][card] - draft->new_p[row][other];
        if (more == 0 && !prefer(&draft->order, first ? card : other, first ? other : card))
            return false;
        if (more != 0 && in_order && (more < 0) != smallest)
            return false;
    }
    return true;
}

/* The cards that group i decides about somewhere, in the order they are named. */
static uint32_t cards_of(const struct draft *draft, uint32_t i, uint8_t cards[CIRNO_CARDS])
{
    uint32_t count = 0;
    for (unsigned place = 1; place <= CIRNO_CARDS; place++)
        for (unsigned card = 0; card < CIRNO_CARDS; card++) {
            bool used = false;
            if (draft->section->groups[i].place[card] != place)
                continue;
            for (uint32_t row = 0; row < CIRNO_P_ROWS && !used; row++)
                used = draft->taker[row][card] == i;
            if (used)
                cards[count++] = (uint8_t)card;
        }
    return count;
}

/* How many of the cards, from the first, can share a group of that aim; their ties are noted. */
static uint32_t run_of(struct draft *draft, uint32_t i, const uint8_t *cards, uint32_t count,
                       bool smallest)
{
    for (uint32_t length = 1; length < count; length++) {
        const struct order kept = draft->order;
        for (uint32_t k = 0; k < length; k++)
            if (!can_share(draft, i, cards[k], cards[length], smallest)) {
                draft->order = kept;
                return length;
            }
    }
    return count;
}

static void add_group(struct draft *draft, uint32_t i, const uint8_t *cards, uint32_t count,
                      bool smallest)
{
    struct cirno_plan *const plan = draft->plan;
    const struct cirno_group *const group = &draft->section->groups[i];
    if (plan->groups == CIRNO_PLAN_GROUPS) {
        plan->fits = false;
        return;
    }
    const uint16_t bit = (uint16_t)(1u << plan->groups);
    for (uint32_t k = 0; k < count; k++)
        plan->takes[cards[k]] |= bit;
    plan->smallest |= smallest ? bit : 0;
    plan->random |= group->aim == CIRNO_AIM_RANDOM ? bit : 0;
    draft->low[plan->groups] = group->low;
    draft->high[plan->groups] = group->high;
    plan->groups++;
}

/* Splits a group of the aim `first` where its order is neither that of p nor against it. */
static void add_in_order(struct draft *draft, uint32_t i, const uint8_t *cards, uint32_t count)
{
    for (uint32_t done = 0; done < count && draft->plan->fits;) {
        const struct order before = draft->order;
        const uint32_t rising = run_of(draft, i, cards + done, count - done, true);
        const struct order kept = draft->order;
        draft->order = before;
        const uint32_t falling = run_of(draft, i, cards + done, count - done, false);
        const bool smallest = rising > falling;
        if (smallest)
            draft->order = kept;
        const uint32_t length = smallest ? rising : falling;
        add_group(draft, i, cards + done, length, smallest);
        done += length;
    }
}

static void add_groups(struct draft *draft)
{
    struct cirno_plan *const plan = draft->plan;
    for (uint32_t i = 0; i < draft->section->count && plan->fits; i++) {
        const enum cirno_aim aim = draft->section->groups[i].aim;
        const bool smallest = aim == CIRNO_AIM_MIN;
        uint8_t cards[CIRNO_CARDS];
        const uint32_t count = cards_of(draft, i, cards);
        if (count == 0)
            continue;
        if (aim == CIRNO_AIM_FIRST) {
            add_in_order(draft, i, cards, count);
            continue;
        }
        if (aim != CIRNO_AIM_RANDOM)
            plan->fits = run_of(draft, i, cards, count, smallest) == count;
        if (plan->fits)
            add_group(draft, i, cards, count, smallest);
    }
}

/* A p where groups begin to hold or no longer do. */
static void add_bound(struct cirno_plan *plan, int32_t p)
{
    uint32_t at = 0;
    while (at < plan->bounds && plan->bound[at] < p)
        at++;
    if (p <= CIRNO_P_FLOOR || p > CIRNO_P_TOP || (at < plan->bounds && plan->bound[at] == p))
        return;
    if (plan->bounds == CIRNO_PLAN_BOUNDS) {
        plan->fits = false;
        return;
    }
    memmove(plan->bound + at + 1, plan->bound + at, (plan->bounds - at) * sizeof *plan->bound);
    plan->bound[at] = (int16_t)p;
    plan->bounds++;
}

static void find_ranges(struct draft *draft)
{
    struct cirno_plan *const plan = draft->plan;
    for (uint32_t i = 0; i < plan->groups; i++) {
        add_bound(plan, draft->low[i]);
        add_bound(plan, draft->high[i] + 1);
    }
    for (uint32_t range = 0; range <= plan->bounds; range++) {
        const int32_t p = range > 0 ? plan->bound[range - 1] : CIRNO_P_FLOOR;
        for (uint32_t i = 0; i < plan->groups; i++)
            if (p >= draft->low[i] && p <= draft->high[i])
                plan->holds[range] |= (uint16_t)(1u << i);
    }
}

void cirno_plan_make(struct cirno_plan *plan, const struct cirno_section *section)
{
    struct draft draft = {.section = section, .plan = plan};
    *plan = (struct cirno_plan){.fits = true};
    find_takers(&draft);
    add_groups(&draft);
    if (plan->fits)
        find_ranges(&draft);
    /* Who is preferred has more cards under her. */
    for (unsigned card = 0; card < CIRNO_CARDS; card++) {
        plan->under[card] = draft.order.under[card];
        plan->tie[card] = (uint8_t)(1 + __builtin_popcount(plan->under[card]));
    }
}
