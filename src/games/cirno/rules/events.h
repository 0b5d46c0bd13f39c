/* Rule events: situations in a game that a wrong program is likely to get wrong. One list names
 * them; the watch finds the events of each turn. It only observes, so the reference does not
 * change. All functions are thread-safe. */
#ifndef NF_CIRNO_EVENTS_H
#define NF_CIRNO_EVENTS_H

#include "base/format/match.h"
#include "base/lang.h"
#include "base/text.h"
#include "games/cirno/rules/rules.h"

#include <stdbool.h>

/* Two cards of different classes tie if both lead to the best p. These are all pairs of classes
 * that can tie, the preferred class first (static asserts in events.c check the order); addition
 * and subtraction cards never tie. First class, second class, their letters. */
#define CIRNO_LARGEST_TIES(X)                                                                      \
    X(MULTIPLY, ADD, c, a)                                                                         \
    X(MULTIPLY, SUBTRACT, c, b)                                                                    \
    X(MULTIPLY, DIVIDE, c, d)                                                                      \
    X(MULTIPLY, FIX, c, e)                                                                         \
    X(ADD, DIVIDE, a, d)                                                                           \
    X(ADD, FIX, a, e)                                                                              \
    X(SUBTRACT, DIVIDE, b, d)                                                                      \
    X(SUBTRACT, FIX, b, e)                                                                         \
    X(DIVIDE, FIX, d, e)
#define CIRNO_SMALLEST_TIES(X)                                                                     \
    X(DIVIDE, SUBTRACT, d, b)                                                                      \
    X(DIVIDE, ADD, d, a)                                                                           \
    X(DIVIDE, MULTIPLY, d, c)                                                                      \
    X(DIVIDE, FIX, d, e)                                                                           \
    X(SUBTRACT, MULTIPLY, b, c)                                                                    \
    X(SUBTRACT, FIX, b, e)                                                                         \
    X(ADD, MULTIPLY, a, c)                                                                         \
    X(ADD, FIX, a, e)                                                                              \
    X(MULTIPLY, FIX, c, e)

/* All other events: identifier, name, description. Unless the description says otherwise, an event
 * belongs to the turn in which a card is played. "DOUBLE on her" is the pending effect; her second
 * card, after she took it, is played without it. */
#define CIRNO_OTHER_EVENTS(X)                                                                      \
    X(D2_NEGATIVE_ODD, "d2-negative-odd", N_("D2 was played on a negative odd p"))                 \
    X(D2_NEGATIVE_EVEN, "d2-negative-even", N_("D2 was played on a negative even p"))              \
    X(P_98, "p-98", N_("a basic card made p 98"))                                                  \
    X(P_99, "p-99", N_("a basic card made p 99"))                                                  \
    X(HOLDS_100, "holds-100", N_("a card held would have made p 100, and no DOUBLE was on her"))   \
    X(E99_ON_99, "e99-on-99", N_("E99 was played on p = 99"))                                      \
    X(P_NEGATIVE, "p-negative", N_("p was negative after the card"))                               \
    X(P_BELOW_99, "p-below-99", N_("p was below -99 after the card"))                              \
    X(P_BELOW_200, "p-below-200", N_("p was below -200 after the card"))                           \
    X(P_BELOW_512, "p-below-512", N_("p was below -512 after the card"))                           \
    X(P_BELOW_1000, "p-below-1000", N_("p was below -1000 after the card"))                        \
    X(PLAIN_PASS, "plain-pass", N_("PASS was played, not under DOUBLE and not as second card"))    \
    X(PLAIN_TURN, "plain-turn", N_("TURN was played, not under DOUBLE and not as second card"))    \
    X(PLAIN_DOUBLE, "plain-double",                                                                \
      N_("DOUBLE was played, not under DOUBLE and not as second card"))                            \
    X(DOUBLE_PASS, "double-pass", N_("DOUBLE was answered by PASS"))                               \
    X(DOUBLE_TURN, "double-turn", N_("DOUBLE was answered by TURN"))                               \
    X(DOUBLE_TURN_BACK, "double-turn-back", N_("DOUBLE was answered by TURN, 3 or more players"))  \
    X(DOUBLE_DOUBLE, "double-double", N_("DOUBLE was answered by DOUBLE"))                         \
    X(DOUBLE_TAKEN, "double-taken", N_("DOUBLE was taken by a basic card"))                        \
    X(DOUBLE_LOST, "double-lost", N_("a player lost at once under DOUBLE"))                        \
    X(SECOND_LOST, "second-lost", N_("a player lost on her second card"))                          \
    X(SECOND_PASS, "second-pass", N_("the second card was PASS"))                                  \
    X(SECOND_TURN, "second-turn", N_("the second card was TURN"))                                  \
    X(SECOND_DOUBLE, "second-double", N_("the second card was DOUBLE and starts anew"))            \
    X(SECOND_DRAWN, "second-drawn", N_("the second card was drawn after the first and not held"))  \
    X(HANDED_TWICE, "handed-twice", N_("a DOUBLE was handed on for the second time"))              \
    X(HANDED_THRICE, "handed-thrice", N_("a DOUBLE was handed on for the third time or more"))     \
    X(STACKED_TAKEN, "stacked-taken",                                                              \
      N_("a DOUBLE handed on by DOUBLE was taken by a basic card"))                                \
    X(OWN_DOUBLE, "own-double", N_("a single player had her own DOUBLE on her"))                   \
    X(PASS_OVER_TURN, "pass-over-turn", N_("PASS was played with TURN in hand, no DOUBLE on her")) \
    X(TURN_OVER_DOUBLE, "turn-over-double",                                                        \
      N_("TURN was played with DOUBLE in hand, no DOUBLE on her"))                                 \
    X(DOUBLED_PASS_OVER_TURN, "doubled-pass-over-turn",                                            \
      N_("PASS was played with TURN in hand, DOUBLE on her"))                                      \
    X(DOUBLED_TURN_OVER_DOUBLE, "doubled-turn-over-double",                                        \
      N_("TURN was played with DOUBLE in hand, DOUBLE on her"))                                    \
    X(SMALLEST, "smallest",                                                                        \
      N_("DOUBLE was taken by a card that is not the one for the largest p"))                      \
    X(PAIR, "pair", N_("a basic card was played of which she held two or three"))                  \
    X(TURN_AGAIN, "turn-again", N_("TURN was played for the second time or more in the round"))    \
    X(WRAPS_BACK, "wraps-back", N_("counterclockwise from player 1 to the last of 3 or more"))     \
    X(DIRECTION_RESET, "direction-reset",                                                          \
      N_("a round started after one that ended counterclockwise, 3 or more players"))              \
    X(DOUBLE_CLEARED, "double-cleared",                                                            \
      N_("a round started after one that was lost under DOUBLE"))                                  \
    X(OTHER_STARTER, "other-starter", N_("a round was not started by player 1"))                   \
    X(SAME_LOSER, "same-loser", N_("the loser of the last round lost again, 2 or more players"))   \
    X(TWO_TURN_ROUND, "two-turn-round", N_("a round was lost in its second turn, the earliest"))   \
    X(ONE_PLAYER, "one-player", N_("the game had one player"))                                     \
    X(TWO_PLAYERS, "two-players", N_("the game had two players"))                                  \
    X(DECK_EXACT, "deck-exact", N_("the last draw took the last card of the deck"))                \
    X(DECK_LEFT, "deck-left", N_("cards of the deck were left over"))

/* The order is: ties for largest, ties for smallest, the others. */
enum cirno_event {
#define X(first, second, a, b) CIRNO_LARGEST_##first##_##second,
    CIRNO_LARGEST_TIES(X)
#undef X
        CIRNO_LARGEST_TIES_END,
    CIRNO_BEFORE_SMALLEST_TIES = CIRNO_LARGEST_TIES_END - 1,
#define X(first, second, a, b) CIRNO_SMALLEST_##first##_##second,
    CIRNO_SMALLEST_TIES(X)
#undef X
        CIRNO_SMALLEST_TIES_END,
    CIRNO_BEFORE_OTHER_EVENTS = CIRNO_SMALLEST_TIES_END - 1,
#define X(id, name, help) CIRNO_EVENT_##id,
    CIRNO_OTHER_EVENTS(X)
#undef X
        CIRNO_EVENTS
};

/* Bit e stands for event e. */
typedef uint64_t cirno_event_set;
_Static_assert((int)CIRNO_EVENTS <= NF_MAX_EVENTS && NF_MAX_EVENTS == 64, "a bit for every event");

static inline cirno_event_set cirno_event_bit(enum cirno_event event)
{
    return (cirno_event_set)1 << event;
}

/* struct nf_fuzz_ops's events, indexed by enum cirno_event. */
extern const struct nf_event cirno_events[];

/* History that the events of a turn depend on, besides the table. */
struct cirno_watch {
    uint32_t round, turn; /* of the next turn, from 1 */
    uint32_t turned;      /* TURNs played in this round */
    uint32_t handed;      /* how many times the DOUBLE on the player to move was passed on */
    bool stacked;         /* at least once by DOUBLE */
    bool second;          /* the player to move took a DOUBLE and plays her second card */
    cirno_hand kept;      /* if `second`: her hand after the first card and before drawing */
    bool was_back;        /* the last round ended counterclockwise */
    bool was_doubled;     /* the last round was lost under DOUBLE */
    uint32_t loser;       /* loser of the last round, or CIRNO_MAX_PLAYERS in the first */
};

/* Returns the watch before the first turn of a game. */
struct cirno_watch cirno_watch_open(void);

/* Returns the events of the turn in which the player to move at `table` plays `card` or
 * CIRNO_LOSES. The card is that of cirno_choose() and still in her hand. */
cirno_event_set cirno_watch_turn(const struct cirno_watch *watch, const struct cirno_table *table,
                                 unsigned card);

/* Advances the watch past that turn; `table` as for cirno_watch_turn(). */
void cirno_watch_pass(struct cirno_watch *watch, const struct cirno_table *table, unsigned card);

/* Returns the events of a whole game, from its number of players and the number of cards left over;
 * `left` is negative if the deck did not cover the last draw. */
cirno_event_set cirno_watch_game(uint32_t players, int64_t left);

#endif
