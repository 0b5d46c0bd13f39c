/* Who may have written a program: the sets of mistakes with which a player prints what it printed.
 * Those of a game are numbered as nf_fuzz_ops.play_as takes them. Nothing here runs a program. */
#ifndef NF_SUSPECTS_H
#define NF_SUSPECTS_H

#include "judge/fuzz_ops.h"
#include "judge/problem.h"

/* ---- what is printed ---- */

/* What programs print, held against what a player with mistakes prints. Thread-safe. */

/* The tokens of an output (base/format/tokens.h). Starts as {0}; freed by nf_printed_free(). */
struct nf_printed {
    struct nf_text words; /* a blank is between two of them */
    bool whole; /* a program: it ended as it should; a variant: all its bytes are common to programs
                   with these mistakes */
};

static inline void nf_printed_free(struct nf_printed *printed)
{
    nf_text_free(&printed->words);
}

/* Fills `printed` with `size` bytes of output. NF_IO without memory. */
enum nf_status nf_printed_set(struct nf_printed *printed, const char *bytes, size_t size,
                              bool whole, struct nf_error *err);

/* Fills `printed` with what a player with these mistakes prints (nf_fuzz_ops.play_as), as far as it
 * is common. NF_IO without memory. */
enum nf_status nf_printed_by(struct nf_printed *printed, const struct nf_fuzz_ops *ops,
                             uint64_t mistakes, const struct nf_text *instance,
                             struct nf_error *err);

/* Whether two variants differ as far as both are common to all programs with their mistakes. */
bool nf_printed_differ(const struct nf_printed *a, const struct nf_printed *b);

enum nf_agreement {
    NF_DIFFERS,
    NF_AGREES,
    NF_OPEN, /* the program's output ends before the part that is common, where it may do anything:
                it may have crashed and lost the rest */
};

/* Whether a program printed what the variant does. */
enum nf_agreement nf_printed_agree(const struct nf_printed *program,
                                   const struct nf_printed *variant);

/* ---- suspects ---- */

/* The set of a player who plays by the rules. */
#define NF_BY_THE_RULES UINT64_C(1)

/* How many of several sets that fit are listed; of how many the pairs are compared. */
enum { NF_MAX_NAMED = 4, NF_PAIRED = 64 };

struct nf_suspects {
    const struct nf_fuzz_ops *ops;
    unsigned mistakes;     /* how many the catalogue has */
    uint32_t alternatives; /* how many the rule points have */
    uint64_t *sets;        /* in the order in which they are meant */
    uint32_t count;
};

/* Takes each mistake of the catalogue and each alternative alone, behind the rules themselves where
 * they are meant `too`. NF_IO without memory. Free with nf_suspects_free() in any case. */
enum nf_status nf_suspects_open(struct nf_suspects *suspects, const struct nf_fuzz_ops *ops,
                                bool too, struct nf_error *err);
void nf_suspects_free(struct nf_suspects *suspects);

/* Takes all pairs of mistakes of the catalogue instead. */
void nf_suspects_take_pairs(struct nf_suspects *suspects);

/* Leaves out the sets that have become 0. */
void nf_suspects_close_up(struct nf_suspects *suspects);

/* Of sets that nothing told apart those of the catalogue are meant, or the first alternative: many
 * alternatives come to the same, such as two orders of classes that never tie. Some come to the
 * rules; so where the program was not `wrong` on any case none of them is meant. */
void nf_suspects_prefer_named(struct nf_suspects *suspects, bool wrong);

/* Appends what a player does who makes these mistakes, in the chosen language: "finds the next
 * player too early (mistake 9), and rounds D2 up (mistake 2)". */
void nf_suspect_does(struct nf_text *words, const struct nf_fuzz_ops *ops, uint64_t set);

/* Appends what is to say of `count` sets that agree with a program on all of `cases` cases: that it
 * does what a player would do who has one of them, or that none of the mistakes known does that.
 * `sets` has the first NF_MAX_NAMED of them. */
void nf_suspects_describe(struct nf_text *words, const struct nf_fuzz_ops *ops,
                          const uint64_t *sets, uint32_t count, uint32_t cases);

/* How a player with a set agrees with what a program printed. NF_IO without memory. Thread-safe. */
enum nf_status nf_suspect_agree(const struct nf_fuzz_ops *ops, uint64_t set,
                                const struct nf_text *instance, const struct nf_printed *program,
                                enum nf_agreement *agreement, struct nf_error *err);

/* A case and what the program printed for it. */
struct nf_answer {
    struct nf_text instance, output; /* a valid instance; any bytes, all that was printed */
};

/* Leaves those who print all that was told, with something in it that is common to all programs
 * with their mistakes. NF_IO without memory. */
enum nf_status nf_suspects_narrow(struct nf_suspects *suspects, const struct nf_answer *given,
                                  struct nf_error *err);

/* Pairs of suspects: i and j < i is one of them where bit j of with[i] is set. */
struct nf_pairs {
    uint64_t with[NF_PAIRED];
};

/* Sets `*apart` to the pairs of suspects that a valid instance surely distinguishes. Most of them
 * are looked at: the first ones, which are those of the catalogue. NF_IO without memory.
 * Thread-safe. */
enum nf_status nf_suspects_apart(const struct nf_suspects *suspects, const struct nf_text *instance,
                                 struct nf_pairs *apart, struct nf_error *err);

/* How many pairs there are beside those `known`. */
uint32_t nf_pairs_count(const struct nf_pairs *pairs, const struct nf_pairs *known);

/* Appends the name of an alternative, "limit-97" or "largest-tie-ecabd", and what a player does who
 * makes it, in the chosen language. */
void nf_alternative_name(struct nf_text *text, const struct nf_alternative *alternative);
void nf_alternative_does(struct nf_text *text, const struct nf_alternative *alternative);

/* ---- questions ---- */

/* Names the mistake of a program that somebody else runs: on a page, where a person copies a small
 * case, runs her program, and pastes what it printed. Each answer leaves fewer suspects, and the
 * next case is the one that best distinguishes those that are left. What is asked depends on the
 * answers alone. Thread-safe. */

/* Opens `suspects` with those who agree with everything that was told: the rules, single mistakes
 * and alternatives, or, if none of these does, pairs of mistakes. NF_IO without memory. Free with
 * nf_suspects_free() in any case. */
enum nf_status nf_questions_narrow(struct nf_suspects *suspects, const struct nf_problem *problem,
                                   const struct nf_answer *given, uint32_t count,
                                   struct nf_error *err);

/* Appends the next small case that distinguishes the suspects; nothing if none is found. `number`
 * is how many were asked before; another number gives another case. NF_IO without memory. */
enum nf_status nf_questions_next(const struct nf_suspects *suspects,
                                 const struct nf_problem *problem, uint32_t number,
                                 struct nf_text *instance, struct nf_error *err);

/* ---- cases for all at once ---- */

/* Cases for somebody who runs her program on all of them at once and looks at the outputs then:
 * small guided ones that distinguish the mistakes of the catalogue, and behind them tests of the
 * judge's set, up to its largest. They are the same wherever they are made. Thread-safe. */

enum { NF_CASES = 60 };

/* Appends case `number` of NF_CASES. They are made in this order, for each depends on the mistakes
 * that those before it distinguish: `*known`, empty at first, gets those of this one. NF_IO without
 * memory. */
enum nf_status nf_case_write(const struct nf_problem *problem, uint32_t number,
                             struct nf_pairs *known, struct nf_text *instance,
                             struct nf_error *err);

#endif
