#include "games/cirno/simulated/strategy/strategy.h"

#include "base/lang.h"
#include "base/owned.h"
#include "base/shown.h"
#include "sim/game.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    NF_OWNED struct cirno_section *sections = calloc(2, sizeof *sections);
    NF_TRY_MEMORY(sections != NULL, err);
    NF_TRY(cirno_sections_read(input, sections, err));
    snprintf(strategy->name, sizeof strategy->name, "%s", name);
    strategy->rolls = false;
    for (int doubled = 0; doubled < 2; doubled++) {
        add_rest(&sections[doubled], doubled != 0);
        cirno_plan_make(&strategy->plan[doubled], &sections[doubled]);
        for (int32_t p = CIRNO_P_FLOOR; p <= CIRNO_P_TOP; p++)
            strategy->rolls |=
                fill_row(&sections[doubled], p, strategy->rank[doubled][p - CIRNO_P_FLOOR]);
    }
    return NF_OK;
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

/* The built-in strategies. */

#define BASIC_LARGEST     "  max basic\n"
#define BASIC_SMALLEST    "  min basic\n"
#define COUNTERS          "  first PASS TURN DOUBLE\n"
#define STATEMENT_NORMAL  "normal\n" BASIC_LARGEST COUNTERS
#define STATEMENT_DOUBLED "doubled\n" COUNTERS BASIC_SMALLEST

const struct nf_strategy cirno_shipped[] = {
    {"statement", N_("the statement's: largest p, counter cards only if necessary"),
     "# The statement's strategy.\n" STATEMENT_NORMAL STATEMENT_DOUBLED},
    {"counters", N_("PASS, TURN and DOUBLE before anything else"),
     "# Counter cards first, as long as there are any.\n"
     "normal\n" COUNTERS BASIC_LARGEST STATEMENT_DOUBLED},
    {"keep-e", N_("keeps E cards until no other basic card can be played"),
     "# E cards save from any p, so they are kept for need.\n"
     "normal\n"
     "  max A B C D\n"
     "  max E\n" COUNTERS STATEMENT_DOUBLED},
    {"last-e", N_("keeps E cards even longer: counter cards go first"),
     "# E cards last of all.\n"
     "normal\n"
     "  max A B C D\n" COUNTERS "  max E\n"
     "doubled\n" COUNTERS "  min A B C D\n"
     "  min E\n"},
    {"lowest", N_("always makes p as small as possible"),
     "# Safe for her, and for everybody after her.\n"
     "normal\n" BASIC_SMALLEST COUNTERS STATEMENT_DOUBLED},
    {"hold-bd", N_("keeps B and D cards until nothing else is left"),
     "# B and D always can be played, so they are a reserve.\n"
     "normal\n"
     "  max A C E\n" COUNTERS "  max B D\n" STATEMENT_DOUBLED},
    {"ambush", N_("DOUBLE if p is 80 or more, else like the statement"),
     "# Doubles the next player when she has little room.\n"
     "normal\n"
     "  first DOUBLE, when p >= 80\n" BASIC_LARGEST COUNTERS STATEMENT_DOUBLED},
    {"stubborn", N_("under DOUBLE prefers two basic cards to a counter card"),
     "# Saves counter cards when DOUBLE lies on her.\n" STATEMENT_NORMAL
     "doubled\n" BASIC_SMALLEST COUNTERS},
    {"leap", N_("E99 first, so that the next player must answer at 99"),
     "# Straight to the edge.\n"
     "normal\n"
     "  first E99\n" BASIC_LARGEST COUNTERS STATEMENT_DOUBLED},
    {"random", N_("a random card, all playable types in hand equally likely"),
     "# No plan at all.\n"
     "normal\n"
     "  random all\n"
     "doubled\n"
     "  random all\n"},
    {NULL, NULL, NULL},
};

static const struct nf_strategy *find_shipped(const char *name)
{
    for (const struct nf_strategy *shipped = cirno_shipped; shipped->name != NULL; shipped++)
        if (strcmp(shipped->name, name) == 0)
            return shipped;
    return NULL;
}

/* Returns the name of a strategy file: its path without folders. */
/* Checks that a file is UTF-8, because saved runs store it as JSON. */
static enum nf_status check_text(const struct nf_input *input, struct nf_error *err)
{
    const char *const zero = memchr(input->data, 0, input->size);
    if (zero != NULL)
        return nf_fail_at(err, input, (size_t)(zero - input->data),
                          "found a zero byte, expected text");
    const size_t valid = nf_shown_valid(input->data, input->size);
    return valid == input->size ? NF_OK : nf_fail_at(err, input, valid, "expected text in UTF-8");
}

static enum nf_status file_text(const char *name, struct nf_text *text, struct nf_error *err)
{
    NF_OWNED_INPUT struct nf_input input = {0};
    if (access(name, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR))
        return nf_fail(err, NF_USAGE,
                       "strategy '%.100s': expected a strategy file or one of those that `ninefold "
                       "strategies` lists (%.200s: %s)",
                       name, name, strerror(errno));
    NF_TRY(nf_input_open(&input, name, err));
    NF_TRY(check_text(&input, err));
    nf_text_bytes(text, input.data, input.size);
    return NF_OK;
}

enum nf_status cirno_strategy_text(const char *name, struct nf_text *text, bool *shipped,
                                   struct nf_error *err)
{
    const struct nf_strategy *const found = find_shipped(name);
    *shipped = found != NULL;
    if (found == NULL)
        return file_text(name, text, err);
    nf_text_string(text, found->text);
    return NF_OK;
}

/* ---- the die ---- */

static struct nf_key dice_key(const struct nf_key *key)
{
    return (struct nf_key){key->seed, key->index, key->attempt | UINT64_C(1) << 63};
}

struct cirno_dice cirno_dice_start(const struct nf_key *key)
{
    struct cirno_dice dice = {.key = *key};
    const struct nf_key own = dice_key(key);
    dice.rng = nf_rng_start(&own);
    return dice;
}

uint32_t cirno_dice_redraw(const struct nf_key *key, uint64_t position)
{
    const struct nf_key own = dice_key(key);
    return nf_redraw(&own, position, CIRNO_DIE_FACES);
}

uint32_t cirno_dice_throw(struct cirno_dice *dice, uint64_t position)
{
    while (dice->next_word <= position / 4) {
        dice->word = nf_rng_next(&dice->rng);
        dice->next_word++;
    }
    uint32_t face;
    const uint32_t chunk = (uint32_t)(dice->word >> 16 * (position % 4)) & 0xffff;
    if (nf_draw(chunk, CIRNO_DIE_FACES, nf_reject_below(CIRNO_DIE_FACES), &face))
        return face;
    return cirno_dice_redraw(&dice->key, position);
}

/* The faces of the die, see cirno_die(). */

enum { FIELD = 17, INFINITY_POINT = FIELD };

static uint8_t faces[CIRNO_DIE_FACES][CIRNO_CARDS];
static pthread_once_t die_once = PTHREAD_ONCE_INIT;
_Static_assert(CIRNO_CARDS == FIELD + 1, "the cards are the points of the line");

static int inverse(int number)
{
    int result = 1;
    for (int i = 0; i < FIELD - 2; i++)
        result = result * number % FIELD;
    return result;
}

/* x -> (a x + b) / (c x + d) on the projective line. */
static uint8_t image(int a, int b, int c, int d, int x)
{
    const int above = x == INFINITY_POINT ? a : (a * x + b) % FIELD;
    const int below = x == INFINITY_POINT ? c : (c * x + d) % FIELD;
    return (uint8_t)(below == 0 ? INFINITY_POINT : above * inverse(below) % FIELD);
}

static void fill_die(void)
{
    uint32_t face = 0;
    for (int c = 0; c < 2; c++)
        for (int d = c == 0 ? 1 : 0; d < (c == 0 ? 2 : FIELD); d++)
            for (int a = 0; a < FIELD; a++)
                for (int b = 0; b < FIELD; b++) {
                    if ((a * d - b * c) % FIELD == 0)
                        continue;
                    for (int x = 0; x <= FIELD; x++)
                        faces[face][x] = image(a, b, c, d, x);
                    face++;
                }
}

const uint8_t *cirno_die(uint32_t face)
{
    pthread_once(&die_once, fill_die);
    return faces[face];
}
