/* The course of a game in words. */
#ifndef NF_PIGS_STORY_H
#define NF_PIGS_STORY_H

#include "base/text.h"
#include "games/pigs/rules/pigs.h"

enum { PIGS_KEPT = 8 };

/* Keeps the last things that happened, to all and to each seat. */
struct pigs_course {
    struct pigs_observer observer;
    struct pigs_happened {
        unsigned turn, seat, other, card;
        enum pigs_news what;
    } kept[PIGS_SEATS + 1][PIGS_KEPT]; /* of a seat; of all at PIGS_NOBODY */
    unsigned count[PIGS_SEATS + 1];
    /* The turn in which the seat, or any at PIGS_NOBODY, first drew from an empty deck, and the
     * card that it then gives; 0: none did. */
    unsigned dry[PIGS_SEATS + 1], last;
};

struct pigs_course pigs_course(void);

/* Adds what an observer is told. */
void pigs_course_add(struct pigs_course *course, const struct pigs_game *game, enum pigs_news what,
                     unsigned seat, unsigned other, unsigned card);

/* Appends rows with what happened last to a seat, or to all for PIGS_NOBODY, and since when they
 * drew from an empty deck. */
void pigs_course_rows(struct nf_text *rows, const struct pigs_course *course, unsigned seat);

#endif
