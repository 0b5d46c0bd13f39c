/* The judge's format of the pig game: `n m`, a line with role and four cards for each pig, the
 * deck. Any white space parts them. */
#ifndef NF_PIGS_FORMAT_H
#define NF_PIGS_FORMAT_H

#include "base/format/match.h"
#include "base/format/transcript.h"
#include "games/pigs/rules/pigs.h"

/* nf_rules.format and nf_problem.measures. */
extern const struct nf_format pigs_format;
extern const struct nf_measure pigs_measures[];

/* Lines of a transcript by their numbers. The winning side is first, then each pig; a hand without
 * cards is an empty line. */
enum pigs_line { PIGS_LINE_MAIN, PIGS_LINE_REBELS, PIGS_LINE_DEAD, PIGS_LINE_HAND };
extern const struct nf_transcript pigs_transcript;

/* An instance with its game, played. */
struct pigs_match {
    struct pigs_instance instance;
    struct pigs_game game;
};

/* nf_rules.make, of a struct pigs_instance: pig 1 is the main pig and no other, and there is a
 * rebel. Returns NF_INVALID with the place otherwise. Thread-safe. */
enum nf_status pigs_make(struct nf_match *match, struct nf_error *err);

/* Appends an instance, and the transcript of a game that is over. */
void pigs_print(struct nf_text *text, const struct pigs_instance *instance);
void pigs_narrate(struct nf_text *text, const struct pigs_game *game);

/* Returns MP, ZP or FP. */
const char *pigs_role_word(unsigned role);

/* ---- the judge's program, and verify ----
 *
 * The course of a game is a struct pigs_game. */

/* nf_problem.summarise. Thread-safe. */
void pigs_summarise(const struct nf_match *match, struct nf_text *report);

/* What an instance of the game looks like and how it is played. */
extern const struct nf_rules pigs_rules;

#endif
