/* Things that the rules let happen, the rare ones among them. */
#ifndef NF_PIGS_EVENTS_H
#define NF_PIGS_EVENTS_H

#include "base/format/match.h"
#include "games/pigs/rules/pigs.h"

#define PIGS_EVENT_LIST(X)                                                                         \
    X(HEALS, "heals", N_("a P heals in the own turn"))                                             \
    X(SAVED, "saved", N_("a pig at health 0 uses a P"))                                            \
    X(SAVED_IN_TURN, "saved-in-turn", N_("a pig at health 0 uses a P in her own turn"))            \
    X(LAST_REPEATS, "last-repeats", N_("the deck is empty, and its last card is drawn again"))     \
    X(K_PARRIED, "k-parried", N_("a D parries a K"))                                               \
    X(K_AGAIN, "k-again", N_("two K are used in a turn"))                                          \
    X(WEAPON_LATE, "weapon-late", N_("a K is used, then the weapon put on, then another K"))       \
    X(WEAPON_TWICE, "weapon-twice", N_("a second weapon is put on"))                               \
    X(DUEL_BY_USER, "duel-lost-by-user", N_("the user of F loses the duel"))                       \
    X(DUEL_LONG, "duel-long", N_("both give a K in a duel"))                                       \
    X(DUEL_REFUSED, "duel-refused", N_("a loyal pig gives no K against the main pig"))             \
    X(DUEL_STOPPED, "duel-stopped", N_("J stops a duel"))                                          \
    X(DUEL_KILLS_USER, "duel-kills-user", N_("the user of F dies in the duel"))                    \
    X(REBEL_PAST_LOYAL, "rebel-past-loyal",                                                        \
      N_("a rebel duels the main pig though a loyal pig shown sits nearer"))                       \
    X(RAID_STOPPED, "raid-stopped", N_("J saves one target of N or W"))                            \
    X(J_AGAINST_J, "j-against-j", N_("a J stops a J"))                                             \
    X(J_THRICE, "j-thrice", N_("three J are used for one target"))                                 \
    X(J_OF_USER, "j-of-user", N_("the user of N or W stops it for another pig"))                   \
    X(J_SHOWS, "j-shows", N_("a hidden pig uses a J"))                                             \
    X(SUSPECT, "quasi-rebel", N_("a pig becomes a quasi-rebel"))                                   \
    X(SUSPECT_PARRIED, "no-quasi-rebel", N_("the main pig parries N or W of a hidden pig"))        \
    X(SUSPECT_STRUCK, "quasi-rebel-struck", N_("the main pig attacks a quasi-rebel"))              \
    X(SUSPECT_SAVED, "quasi-rebel-saved",                                                          \
      N_("the main pig attacks a quasi-rebel whose N or W she outlived by a P"))                   \
    X(SUSPECT_LOYAL, "quasi-rebel-loyal", N_("a quasi-rebel shows that she is loyal"))             \
    X(SHOWN_RAIDS_MAIN, "shown-hurts-main", N_("N or W of a loyal pig shown hurts the main pig"))  \
    X(REWARD, "reward", N_("three cards for a dead rebel"))                                        \
    X(REWARD_REBEL, "reward-rebel", N_("a rebel gets three cards for a dead rebel"))               \
    X(REWARD_IN_RAID, "reward-in-raid", N_("three cards in the midst of N or W"))                  \
    X(PENALTY, "penalty", N_("the main pig kills a loyal pig"))                                    \
    X(PENALTY_IN_RAID, "penalty-in-raid", N_("the main pig kills a loyal pig by N or W"))          \
    X(PENALTY_WEAPON, "penalty-weapon", N_("the main pig loses her weapon for a loyal pig"))       \
    X(WEAPON_MISSED, "weapon-missed",                                                              \
      N_("the main pig keeps a K for which she has lost her weapon"))                              \
    X(PENALTY_DRAWS, "penalty-then-reward",                                                        \
      N_("after the penalty the main pig draws for a rebel killed by the same N or W"))            \
    X(LOYAL_KILLS_LOYAL, "loyal-kills-loyal", N_("a loyal pig kills a loyal pig"))                 \
    X(LOYAL_KILLS_MAIN, "loyal-kills-main", N_("N or W of a loyal pig kills the main pig"))        \
    X(ENDS_IN_RAID, "ends-in-raid", N_("the game ends with targets of N or W left"))               \
    X(ENDS_WITH_CARDS, "ends-with-cards", N_("the game ends, and a usable card is left in hand"))  \
    X(TEN_PIGS, "ten-pigs", N_("ten pigs play"))

enum pigs_event {
#define X(id, name, help) PIGS_EVENT_##id,
    PIGS_EVENT_LIST(X)
#undef X
        PIGS_EVENTS
};

/* nf_fuzz_ops.events. */
extern const struct nf_event pigs_events[];

/* Sets a bit for each event of a game while it is played. Start with pigs_watch(). */
struct pigs_watch {
    struct pigs_observer observer;
    uint64_t reached;
    uint32_t suspects;       /* seats that are quasi-rebels */
    uint32_t outlived;       /* those whose N or W the main pig outlived by a P */
    bool saved;              /* the main pig was, from the wound that was reported last */
    unsigned strikes, stops; /* K in this turn; J for this target */
    unsigned gave[2];        /* K given by the target and the user in this duel */
    unsigned card, user;     /* used last */
    unsigned died;           /* the last one who did */
    bool armed, armed_late;  /* a weapon is on; was put on after a K of this turn */
    bool penalty;            /* there was one by the card used last */
    bool disarmed;           /* the main pig lost her weapon for a loyal pig */
    unsigned turn;           /* whose turn it is */
};

struct pigs_watch pigs_watch(void);

/* Appends what happened as a sentence. */
void pigs_describe(struct nf_text *text, enum pigs_news what, unsigned seat, unsigned other,
                   unsigned card);

#endif
