#include "games/pigs/judged/fuzzing.h"
#include "games/pigs/rules/format.h"
#include "games/pigs/rules/judge.h"
#include "gen/pigs/deal.h"

#include <stdlib.h>
#include <string.h>

/* Half of the statement's tests have no J. */
static const struct nf_suite_group groups[] = {
    {"no-j", 50, {"no J", "没有 J"}},
    {"full", 50, {"nothing more", "没有其他限制"}},
    {.name = NULL},
};

/* Least and most pigs, cards of the deck (0: as many as are used). */
struct plan {
    uint32_t least, most, cards;
};
#define PLAN(least, most, cards) (&(const struct plan){least, most, cards})

static const struct nf_suite_test tests[] = {
    {"no-j", "two or three pigs", {11, 33, 44, 45}, PLAN(2, 3, 0)},
    {"no-j", "the last peach, and an empty deck", {34, 35, 46, 47}, PLAN(2, 6, 0)},
    {"no-j", "weapons, and the last peach", {8, 12, 35}, PLAN(3, 5, 0)},
    {"no-j", "the next living pig, and who is shown", {13, 14, 15, 20}, PLAN(3, 6, 0)},
    {"no-j", "quasi-rebels and shown pigs", {1, 2, 4, 7}, PLAN(4, 8, 0)},
    {"no-j", "a quasi-rebel that is loyal", {4, 6}, PLAN(4, 8, 0)},
    {"no-j", "a quasi-rebel and a peach", {5}, PLAN(4, 8, 0)},
    {"no-j", "the same with fewer pigs", {5}, PLAN(3, 8, 0)},
    {"no-j", "duels", {18, 19, 21, 22}, PLAN(3, 8, 0)},
    {"no-j", "who kills in a duel", {23, 24}, PLAN(3, 8, 0)},
    {"no-j", "the same, and a weapon put on late", {9, 23, 24}, PLAN(2, 6, 0)},
    {"no-j", "rewards, the end, and an empty deck", {36, 37, 42, 43, 47}, PLAN(3, 9, 0)},
    {"no-j", "a weapon put on late, once more", {9}, PLAN(3, 8, 0)},
    {"no-j", "penalties", {39, 40, 41}, PLAN(3, 10, 0)},
    {"no-j", "a penalty, and K without the weapon", {10, 41}, PLAN(3, 10, 0)},
    {"no-j", "ten pigs and 2,000 cards", {48, 49, 50}, PLAN(10, 10, 2000)},
    {"full", "J against J", {16, 17, 29, 30, 31}, PLAN(3, 6, 0)},
    {"full", "J against N and W, and quasi-rebels", {3}, PLAN(3, 6, 0)},
    {"full", "who is asked first", {25, 26, 38}, PLAN(4, 8, 0)},
    {"full", "the same with a quasi-rebel that is loyal", {6, 25, 26}, PLAN(5, 10, 0)},
    {"full", "J and hidden pigs, and who kills in a duel", {23, 24, 27, 28}, PLAN(3, 8, 0)},
    {"full", "J and quasi-rebels, and who is asked first", {3, 25, 26}, PLAN(4, 8, 0)},
    {"full", "J and quasi-rebels", {3, 26}, PLAN(3, 8, 0)},
    {"full", "the same with more pigs", {3}, PLAN(4, 8, 0)},
    {"full", "a quasi-rebel, a peach, and J", {5}, PLAN(4, 8, 0)},
    {"full", "a penalty, J, and K without the weapon", {10}, PLAN(4, 9, 0)},
    {"full", "the same with more pigs", {10}, PLAN(4, 10, 0)},
    {"full", "J and a quasi-rebel that is loyal", {4, 6}, PLAN(3, 8, 0)},
    {"full", "J against duels, and a reward kept back", {16, 21, 38}, PLAN(2, 8, 0)},
    {"full", "a weapon put on late, and duels", {9, 21}, PLAN(3, 9, 0)},
    {"full", "the same with fewer cards", {9}, PLAN(3, 8, 0)},
    {"full", "an empty deck, and the last peach", {35, 46, 47}, PLAN(2, 8, 0)},
    {"full", "who is asked first, once more", {25, 26}, PLAN(4, 8, 0)},
    {"full", "the same with fewer pigs", {25}, PLAN(3, 8, 0)},
    {"full", "a reward kept back", {37, 38}, PLAN(3, 9, 0)},
    {"full", "penalties, and J", {39, 40, 41}, PLAN(3, 10, 0)},
    {"full", "J on one target of many", {32}, PLAN(4, 8, 0)},
    {"full", "the same with more pigs", {32}, PLAN(5, 9, 0)},
    {"full", "a reward kept back, once more", {37, 38}, PLAN(4, 9, 0)},
    {"full", "a J that stops a trick of a hidden pig", {3}, PLAN(5, 9, 0)},
    {"full", "weapons and J", {9, 12}, PLAN(3, 8, 0)},
    {"full", "who is asked first, with more pigs", {25}, PLAN(5, 9, 0)},
    {"full", "the next living pig, and who is shown by K", {14, 15}, PLAN(3, 6, 0)},
    {"full", "an empty deck", {46, 47}, PLAN(2, 6, 0)},
    {"full", "a quasi-rebel that is loyal", {6}, PLAN(4, 8, 0)},
    {"full", "a duel with the main pig", {16, 21}, PLAN(3, 8, 0)},
    {"full", "the last peach", {35}, PLAN(2, 6, 0)},
    {"full", "ten pigs and 2,000 cards", {16, 17, 36, 45}, PLAN(10, 10, 2000)},
    {.group = NULL},
};

static const struct nf_suite_test samples[] = {
    {"sample", "two pigs", {0}, PLAN(2, 2, 0)},
    {"sample", "four pigs and J", {30}, PLAN(4, 4, 0)},
    {.group = NULL},
};

static void leave_out_j(uint8_t *cards, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        cards[i] = cards[i] == PIGS_J ? PIGS_D : cards[i];
}

/* Profiles and numbers of pigs take turns. */
static enum nf_status deal_pigs_test(const struct nf_suite_test *test, struct nf_key *key,
                                     struct nf_text *instance, struct nf_error *err)
{
    const struct plan *const plan = test->plan;
    const uint32_t number = (uint32_t)key->attempt++;
    const struct pigs_deal shape = {.profile = (enum pigs_profile)(number % PIGS_MAX),
                                    .seats = plan->least +
                                             number / PIGS_MAX % (plan->most - plan->least + 1),
                                    .cards = plan->cards};
    struct pigs_match *const match = malloc(sizeof *match);
    NF_TRY_MEMORY(match != NULL, err);
    struct pigs_instance *const dealt = &match->instance;
    pigs_deal(&shape, key, dealt);
    if (strcmp(test->group, "no-j") == 0) {
        leave_out_j(dealt->hands[0], sizeof dealt->hands);
        leave_out_j(dealt->deck, dealt->cards);
    }
    const bool ends = pigs_play(&match->game, dealt, NULL);
    if (shape.cards == 0 && match->game.drawn < dealt->cards)
        dealt->cards = match->game.drawn;
    if (ends)
        pigs_print(instance, dealt);
    free(match);
    return ends ? NF_OK : NF_INVALID;
}

const struct nf_suite pigs_suite = {groups,        tests,          samples,
                                    &pigs_package, .tries = 80000, .deal = deal_pigs_test};
