/* Strategies: how a player chooses among the cards she may play.
 *
 * A strategy is a text, read line by line; '#' starts a comment:
 *
 *     normal                          # a turn without DOUBLE on her
 *       max A B C D, ties C A B D     # of these, the card making p largest
 *       first PASS TURN DOUBLE        # else the first she holds of these
 *       min E, when p >= 80           # else, at a p of 80 or more, the E card making p smallest
 *     doubled                         # a turn with DOUBLE on her
 *       random all                    # any card she may play, all alike
 *
 * Groups are tried from top to bottom. A group names cards, classes (A B C D E), basic, counter or
 * all. Its ties order cards that lead to the same p; the default is the statement's order for the
 * aim. A condition is `when p >= N` or `when p <= N`, or both joined by `and`. A player who can
 * play must play: cards in no group come last, in the statement's order.
 *
 * It compiles to ranks by (DOUBLE, p, card), and to the plans that vector kernels play by. */
#ifndef NF_CIRNO_STRATEGY_H
#define NF_CIRNO_STRATEGY_H

#include "base/error.h"
#include "base/rng.h"
#include "base/text.h"
#include "games/cirno/rules/cirno.h"
#include "sim/game.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    CIRNO_P_TOP = 99,
    /* The ranks of this p hold for every lower p: there the order of the cards by resulting p is
     * constant, and conditions cannot be lower. */
    CIRNO_P_FLOOR = -200,
    CIRNO_P_ROWS = CIRNO_P_TOP - CIRNO_P_FLOOR + 1,
    CIRNO_STRATEGY_NAME = 32,
    CIRNO_SEATS = 30,
    /* Faces of the die for random groups, see cirno_die(). */
    CIRNO_DIE_FACES = 4896,
};

struct cirno_section;

/* A strategy as a few small tables, for kernels that play many games at a time and cannot look a
 * rank up for every p.
 *
 * A player looks at her groups in their order. The first one that holds at p and has a card she
 * may play decides: of its cards she plays the one that makes p largest or smallest, and the tie
 * rank distinguishes cards that make it equal. So a step needs no more than
 *     holds   the groups that hold: the bounds of p split it into ranges
 *     takes   the groups that a card is in
 *     first   the lowest bit set in `takes & holds` of any playable card
 * and one comparison of p and tie rank among the cards whose bit that is.
 *
 * Groups of the aim `first` become as many groups of the others as their order needs: counter cards
 * make p equal, A1 A2 A5 make it ever larger. Not all strategies fit, see `fits`. */
enum {
    CIRNO_PLAN_GROUPS = 10,
    CIRNO_PLAN_BOUNDS = 15,
    CIRNO_PLAN_KINDS = 4, /* different strategies at a table that kernels play by plans */
};

/* What a player does on one kind of turn. Groups are bits, bit 0 the one looked at first. */
struct cirno_plan {
    bool fits; /* else too many groups or bounds, or tie orders that contradict each other; the
                  rest means nothing then */
    uint32_t groups, bounds;
    uint16_t takes[CIRNO_CARDS]; /* groups a card is in */
    /* The cards, as bits, that a card is preferred to where they make p equal; and one order that
     * keeps to all of these, 1 .. CIRNO_CARDS, the highest preferred. */
    uint32_t under[CIRNO_CARDS];
    uint8_t tie[CIRNO_CARDS];
    uint16_t smallest, random; /* groups that make p smallest; that choose at random, whatever p */
    /* `bounds` of them, ascending. Where so many of them are at most p, holds[so many] are the
     * groups that hold. */
    int16_t bound[CIRNO_PLAN_BOUNDS];
    uint16_t holds[CIRNO_PLAN_BOUNDS + 1];
};

/* Makes the plan of a section whose groups take every card at every p. Thread-safe. */
void cirno_plan_make(struct cirno_plan *plan, const struct cirno_section *section);

struct cirno_strategy {
    char name[CIRNO_STRATEGY_NAME];
    bool rolls; /* some cards are chosen at random */
    /* The card of the highest rank is played; rank 0 may not be played. Cards of equal rank are in
     * a random group, and the die decides. Indexed by [DOUBLE on her][p - CIRNO_P_FLOOR][card]. */
    uint8_t rank[2][CIRNO_P_ROWS][CIRNO_CARDS];
    struct cirno_plan plan[2]; /* the same choices, by [DOUBLE on her] */
};

/* Reads a strategy called `name` from its text. Returns NF_INVALID with line, column, what was
 * found and what is expected, or NF_IO without memory. Thread-safe. */
enum nf_status cirno_strategy_read(const struct nf_input *input, const char *name,
                                   struct cirno_strategy *strategy, struct nf_error *err);

/* The built-in strategies, ended by a NULL name; the first is the statement's. */
extern const struct nf_strategy cirno_shipped[];

/* Appends the text of the built-in strategy `name`, or else of the file of that name; sets
 * `*shipped` to whether it is built in. Returns NF_USAGE if there is neither, NF_INVALID if the
 * file is not UTF-8. If memory runs out, sets text->failed. Thread-safe. */
enum nf_status cirno_strategy_text(const char *name, struct nf_text *text, bool *shipped,
                                   struct nf_error *err);

/* Returns CIRNO_CARDS values, one per card, for a face of the die 0 .. CIRNO_DIE_FACES-1. They are
 * a permutation of 0 .. CIRNO_CARDS-1. Of any three cards each has the largest value on exactly a
 * third of the faces, of any two on half. (The faces are the 17*18*16 maps of the projective line
 * over the field of 17 elements, which has as many points as there are cards; they are sharply
 * 3-transitive.) Thread-safe. */
const uint8_t *cirno_die(uint32_t face);

/* The strategies of a table; several seats may share one. */
struct cirno_seating {
    const struct cirno_strategy *seats[CIRNO_SEATS];
    bool rolls;     /* any strategy rolls */
    uint32_t count; /* number of different strategies at the table */
    const struct cirno_strategy *strategies[CIRNO_SEATS];
    uint8_t number[CIRNO_SEATS]; /* by seat: index in `strategies` */
};

/* Returns the card that `strategy` plays from the types of a hand (see cirno_types()) at `p`, or
 * CIRNO_CARDS if none may be played. `die` is a face of cirno_die(), or NULL if the strategy does
 * not roll. Thread-safe. */
unsigned cirno_strategy_choose(const struct cirno_strategy *strategy, uint64_t types, int32_t p,
                               bool doubled, const uint8_t *die);

/* The strategy of each seat: "1=keep-e,2..5=statement". */

/* Makes the seating described by `text` for a table of `players`: one strategy for everybody, or a
 * comma-separated list of SEAT=STRATEGY and FIRST..LAST=STRATEGY; other seats play the statement's
 * strategy. A strategy is one of `texts` (ended by a NULL name; may be NULL), a built-in one, or a
 * file. Each strategy is read once. Release it with cirno_seating_free(). Returns NF_USAGE for an
 * invalid list, NF_INVALID for an invalid file, NF_IO. Thread-safe. */
enum nf_status cirno_seating_make(const char *text, const struct nf_strategy *texts,
                                  uint32_t players, struct cirno_seating **seating,
                                  struct nf_error *err);

/* Returns the strategies of the seating that came from `texts` or files, ended by a NULL name; NULL
 * if there are none. The seating owns them. */
const struct nf_strategy *cirno_seating_texts(const struct cirno_seating *seating);

/* Sets `*usual` to whether every strategy at the table makes the same choices as the statement's,
 * whatever its name. Returns NF_IO without memory. */
enum nf_status cirno_seating_is_usual(const struct cirno_seating *seating, bool *usual,
                                      struct nf_error *err);

/* Frees a seating. NULL is allowed. */
void cirno_seating_free(struct cirno_seating *seating);

/* The die of strategies that choose at random: one throw for each card drawn from the deck, a
 * function of (seed, index) like the cards. */

/* The throws of one game, read in order. */
struct cirno_dice {
    struct nf_key key; /* key of the deck */
    struct nf_rng rng;
    uint64_t word, next_word; /* the last word read, and the number of the next one */
};

/* Starts the throws for the deck of `key`. They have their own stream: that of the key with the
 * highest bit of the attempt set, which no deck uses. */
struct cirno_dice cirno_dice_start(const struct nf_key *key);

/* Returns the face for a turn before which `position` cards of the deck were drawn: 0 ..
 * CIRNO_DIE_FACES-1, all equally likely. Positions must not decrease. */
uint32_t cirno_dice_throw(struct cirno_dice *dice, uint64_t position);

/* Returns the face for `position` of the throws of `key` if its chunk was rejected. Thread-safe. */
uint32_t cirno_dice_redraw(const struct nf_key *key, uint64_t position);

/* The groups of a strategy: the form between text and ranks. */
enum {
    CIRNO_MAX_GROUPS = 64, /* per section */
};

enum cirno_aim { CIRNO_AIM_MAX, CIRNO_AIM_MIN, CIRNO_AIM_FIRST, CIRNO_AIM_RANDOM };

struct cirno_group {
    enum cirno_aim aim;
    uint8_t place[CIRNO_CARDS]; /* 1, 2, ... in the order of the text; 0: not in the group */
    uint8_t tie[CIRNO_CLASSES]; /* higher is preferred for equal p */
    int32_t low, high;          /* the range of p for which it applies */
};

/* The groups for one kind of turn. */
struct cirno_section {
    struct cirno_group groups[CIRNO_MAX_GROUPS + 2]; /* two more for cards in no group */
    uint32_t count;
    bool given;
};

/* Reads a text into its sections: [0] for normal turns, [1] for turns under DOUBLE. Both are zeroed
 * first. Returns the errors of cirno_strategy_read(). Thread-safe. */
enum nf_status cirno_sections_read(const struct nf_input *input, struct cirno_section sections[2],
                                   struct nf_error *err);

/* Appends the sections as a text; reading it gives the same strategy. */
void cirno_sections_print(struct nf_text *text, const struct cirno_section sections[2]);

/* Sets group->tie to the statement's order of classes for its aim: C, A, B, D, E for the largest p,
 * D, B, A, C, E for the smallest; counter cards last. */
void cirno_usual_ties(struct cirno_group *group);

/* nf_strategy_ops.mutate. Makes one to three small changes: swaps groups, gives a card its own
 * group, perhaps with a condition, moves a condition, changes an aim, a tie order or a set of
 * cards, drops or adds a group. */
enum nf_status cirno_mutate_strategy(const struct nf_text *text, uint64_t *random,
                                     struct nf_text *mutated, struct nf_error *err);

/* nf_strategy_ops.drop. A part is a group or the condition of a group; normal turns come first. */
enum nf_status cirno_drop(const struct nf_text *text, uint32_t part, struct nf_text *shorter,
                          struct nf_error *err);

#endif
