/* Rule events: situations in a game that a wrong program is likely to get wrong. The watch only
 * observes, so the reference does not change. */
#ifndef NF_MAHJONG_EVENTS_H
#define NF_MAHJONG_EVENTS_H

#include "base/format/match.h"
#include "base/lang.h"
#include "games/mahjong/rules/reference.h"

/* Identifier, name, description. */
#define MAHJONG_EVENT_LIST(X)                                                                      \
    X(PASS, "pass", N_("PASS was played"))                                                         \
    X(PASS_REVERSED, "pass-reversed", N_("PASS was played while turns go A D C B"))                \
    X(REVERSE_BACK, "reverse-back", N_("REVERSE made turns go A B C D again"))                     \
    X(DOUBLE, "double", N_("DOUBLE was played"))                                                   \
    X(DOUBLE_TWICE, "double-twice", N_("DOUBLE was played in the turn that a DOUBLE gave"))        \
    X(PASS_FIRST, "pass-first", N_("PASS was played by a player who held REVERSE or DOUBLE too"))  \
    X(REVERSE_FIRST, "reverse-first", N_("REVERSE was played by a player who held DOUBLE too"))    \
    X(SPECIAL_KEPT, "special-kept",                                                                \
      N_("a player kept a second tile of the special kind she played"))                            \
    X(CLAIM_PASS, "claim-pass", N_("PASS was played right after a chow or pong"))                  \
    X(CLAIM_REVERSE, "claim-reverse", N_("REVERSE was played right after a chow or pong"))         \
    X(CLAIM_DOUBLE, "claim-double", N_("DOUBLE was played right after a chow or pong"))            \
    X(CLAIM_WITH_SPECIAL, "claim-with-special",                                                    \
      N_("a player who held a special tile claimed one"))                                          \
    X(REVERSE_BETWEEN_CLAIMS, "reverse-between-claims",                                            \
      N_("the discard before a REVERSE was claimed, and so was the next one after it"))            \
    X(DISCARD_TIE, "discard-tie", N_("two or more kinds were equally good to discard"))            \
    X(DISCARD_TIE_SUITS, "discard-tie-suits",                                                      \
      N_("kinds of three suits were equally good to discard"))                                     \
    X(DISCARD_FORCED, "discard-forced",                                                            \
      N_("one kind alone kept the distance, and not the first one"))                               \
    X(OWN_PAIR, "own-pair", N_("a player discarded a tile of which she held two more"))            \
    X(FOUR_LIMIT, "four-limit", N_("a fifth tile of a kind would have made a distance smaller"))   \
    X(FOUR_LIMIT_CHOICE, "four-limit-choice",                                                      \
      N_("a tile was discarded only because of the limit of four"))                                \
    X(DEAD_WAIT, "dead-wait",                                                                      \
      N_("a player at distance 1 had all tiles that could have helped her"))                       \
    X(PONG_REFUSED, "pong-refused",                                                                \
      N_("a player held a pair of the discard and did not claim it"))                              \
    X(CHOW_REFUSED, "chow-refused", N_("the next player could have made a run and did not"))       \
    X(PONG_OVER_CHOW, "pong-over-chow",                                                            \
      N_("one player claimed what the next one would have chowed"))                                \
    X(PONG_NOT_CHOW, "pong-not-chow",                                                              \
      N_("a player made a triplet who could as well have made a run"))                             \
    X(CHOW_NOT_PONG, "chow-not-pong", N_("a player made a run for whom a triplet did not help"))   \
    X(PONG_NEXT, "pong-next", N_("the next player made a triplet"))                                \
    X(PONG_OPPOSITE, "pong-opposite", N_("the player after the next one made a triplet"))          \
    X(PONG_BEFORE, "pong-before", N_("the player before the discarder made a triplet"))            \
    X(PONG_REVERSED, "pong-reversed", N_("a triplet was made while turns go A D C B"))             \
    X(CHOW_REVERSED, "chow-reversed", N_("a run was made while turns go A D C B"))                 \
    X(CHOW_OF_OTHER, "chow-of-other",                                                              \
      N_("a player other than the next one would have made a run"))                                \
    X(SEVERAL_CHOWS, "several-chows", N_("two or more runs would have helped"))                    \
    X(CHOW_LOWER, "chow-lower", N_("a run with higher numbers was there but did not help"))        \
    X(CHOW_LOWEST, "chow-lowest", N_("a run was claimed by its highest tile"))                     \
    X(CLAIM_OF_CLAIM, "claim-of-claim", N_("the discard after a chow or pong was claimed"))        \
    X(CLAIM_OF_LAST, "claim-of-last", N_("a discard was claimed when the wall was empty"))         \
    X(FOURTH_MELD, "fourth-meld", N_("a player laid down her fourth meld"))                        \
    X(RON_STOLEN, "ron-stolen", N_("a player further on could have won with the same tile"))       \
    X(RON_STOLEN_REVERSED, "ron-stolen-reversed", N_("likewise, while turns go A D C B"))          \
    X(RON_OVER_PONG, "ron-over-pong", N_("another player would have made a triplet of it"))        \
    X(RON_OVER_CHOW, "ron-over-chow", N_("another player would have made a run of it"))            \
    X(RON_FAR, "ron-far", N_("the player before the discarder won with it"))                       \
    X(RON_OF_CLAIM, "ron-of-claim", N_("the discard after a chow or pong let somebody win"))       \
    X(RON_OF_LAST, "ron-of-last", N_("a discard let somebody win when the wall was empty"))        \
    X(RON_FIRST, "ron-first", N_("the first discard of a game let somebody win"))                  \
    X(SELFDRAWN_DOUBLE, "selfdrawn-double", N_("a player won with the tile drawn after DOUBLE"))   \
    X(SELFDRAWN_LAST, "selfdrawn-last", N_("a player won with the last tile of the wall"))         \
    X(WIN_ONE_TILE, "win-one-tile", N_("the winner had laid down four melds"))                     \
    X(WIN_NO_MELD, "win-no-meld", N_("the winner had laid down nothing"))                          \
    X(WIN_FOUR_OF_A_KIND, "win-four-of-a-kind", N_("the winning hand held four tiles of a kind"))  \
    X(WIN_TWIN_RUNS, "win-twin-runs", N_("the winning hand could hold two equal runs"))            \
    X(DRAW_DOUBLE, "draw-double", N_("the wall was empty when DOUBLE gave another turn"))          \
    X(DRAW_PASS, "draw-pass", N_("the wall was empty when PASS had skipped a player"))             \
    X(DRAW, "draw", N_("nobody won"))

enum mahjong_event {
#define X(id, name, help) MAHJONG_EVENT_##id,
    MAHJONG_EVENT_LIST(X)
#undef X
        MAHJONG_EVENTS
};

/* By enum mahjong_event, ended by a NULL name. */
extern const struct nf_event mahjong_events[MAHJONG_EVENTS + 1];

/* What other players can do with the last discard. */
struct mahjong_chances {
    unsigned winners; /* how many could win */
    unsigned ponger;  /* seat that would make a triplet, or MAHJONG_SEATS */
    bool pair_held,
        run_held; /* another player has a pair; the next player has two tiles of a run */
    bool chow[MAHJONG_SEATS]; /* would make a run if she were the next player */
    unsigned runs_of_next;    /* how many runs would help the next one */
};

/* An observer that counts events. */
struct mahjong_watch {
    struct mahjong_observer observer;
    struct mahjong_observer *other; /* gets every event first; or NULL */
    struct mahjong_memo *memo;
    uint64_t *reached;
    uint64_t wanted; /* bit e: event e is counted; those left out may not be, which saves time */
    struct mahjong_chances chances;
    unsigned discards;
    int last_special;                           /* kind of the last discard if special, else -1 */
    bool claimed;                               /* this turn started with a chow or pong */
    bool claim_then_reverse;                    /* and its discard was REVERSE */
    uint8_t laid[MAHJONG_SEATS][MAHJONG_KINDS]; /* tiles in melds */
};

/* Returns a watch that adds all events of one game to `reached` (by enum mahjong_event). `memo` and
 * `other` (may be NULL) are borrowed. */
struct mahjong_watch mahjong_watch(struct mahjong_memo *memo, struct mahjong_observer *other,
                                   uint64_t reached[MAHJONG_EVENTS]);

#endif
