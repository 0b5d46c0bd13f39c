/* Strategies other than the statement's: how a player chooses among the cards she may play.
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
 * A group is tried after those above it. It names cards, or A B C D E for all cards of a class,
 * basic, counter, all. Cards of equal p are told apart by the group's ties (statement's order of
 * the aim where none are given). A condition is `when p >= N` or `when p <= N`, or both joined by
 * `and`. Whoever can play must play: cards she holds that no group takes come last, in the
 * statement's order.
 *
 * It compiles to ranks by (DOUBLE, p, card), and to the plans that vector kernels play by. */
#ifndef NF_CIRNO_STRATEGY_H
#define NF_CIRNO_STRATEGY_H

#include "base/text.h"
#include "core/contract/game.h"
#include "games/cirno/rules/cards.h"
#include "games/cirno/strategy/plan.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    CIRNO_P_TOP = 99,
    /* The ranks of this p hold for all below it: there the order of the cards by resulting p stays
     * the same, and conditions look no lower. */
    CIRNO_P_FLOOR = -200,
    CIRNO_P_ROWS = CIRNO_P_TOP - CIRNO_P_FLOOR + 1,
    CIRNO_STRATEGY_NAME = 32,
    CIRNO_SEATS = 30,
    /* Faces of the die that random groups throw, see cirno_die(). */
    CIRNO_DIE_FACES = 4896,
};

struct cirno_strategy {
    char name[CIRNO_STRATEGY_NAME];
    bool rolls; /* some cards are chosen at random */
    /* The card of the highest rank is played; 0: it may not be. Cards of equal rank stand in a
     * random group, and the die tells them apart. By [DOUBLE on her][p - CIRNO_P_FLOOR][card]. */
    uint8_t rank[2][CIRNO_P_ROWS][CIRNO_CARDS];
    struct cirno_plan plan[2]; /* the same choices, by [DOUBLE on her] */
};

/* Reads a strategy from its text; `name` is what it is called. NF_INVALID with line and column,
 * what was found and what is expected. Thread-safe. */
enum nf_status cirno_strategy_read(const struct nf_input *input, const char *name,
                                   struct cirno_strategy *strategy, struct nf_error *err);

/* The shipped ones, ended by a NULL name; the first is the statement's. */
extern const struct nf_strategy cirno_shipped[];

/* Appends the text of the strategy of that name, or else of the file of that name; *shipped says
 * which of the two. NF_USAGE when there is neither, NF_INVALID for a file that is no text in UTF-8.
 * Memory that runs out shows in text->failed. */
enum nf_status cirno_strategy_text(const char *name, struct nf_text *text, bool *shipped,
                                   struct nf_error *err);

/* The value of each card on a face of the die, 0 .. CIRNO_DIE_FACES-1: different numbers 0 ..
 * CIRNO_CARDS-1, and of any three cards each is the largest on exactly a third of the faces, of any
 * two on half. (The faces are the 17*18*16 maps of the projective line over the field of 17
 * elements, which has as many points as there are cards; they are sharply 3-transitive.)
 * Thread-safe. */
const uint8_t *cirno_die(uint32_t face);

/* Who plays by what; a strategy may be at several seats. */
struct cirno_seating {
    const struct cirno_strategy *seats[CIRNO_SEATS];
    bool rolls;     /* any of them does */
    uint32_t count; /* different strategies at the table */
    const struct cirno_strategy *strategies[CIRNO_SEATS];
    uint8_t number[CIRNO_SEATS]; /* which of them a seat has */
};

/* The card `strategy` plays from the types of a hand (see cirno_types), or CIRNO_CARDS if none may
 * be played. `die` is a face, or NULL where the strategy does not roll. */
unsigned cirno_strategy_choose(const struct cirno_strategy *strategy, uint64_t types, int32_t p,
                               bool doubled, const uint8_t *die);

#endif
