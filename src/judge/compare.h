/* An output is compared with the right transcript, and what differs is explained in terms of the
 * game. All functions are thread-safe. */
#ifndef NF_COMPARE_H
#define NF_COMPARE_H

#include "base/format/transcript.h"
#include "judge/fuzz_ops.h"

/* The first difference of an output, while it is explained. */
struct nf_explanation {
    const struct nf_match *match; /* the instance, played */
    void *situation;              /* nf_comparer.situation bytes */
    struct nf_mismatch mismatch;
    struct nf_transcript_line found; /* the line found there, or NF_NO_LINE */
    struct nf_difference *difference;
    struct nf_text *why; /* of `difference` */
};

/* What a game says of a difference. */
struct nf_comparer {
    const struct nf_transcript *transcript;
    /* Called once, before the others: finds the situation at explanation->mismatch.expected_line,
     * so many bytes. Returns false without memory. NULL: there is none. */
    size_t situation;
    bool (*find)(const struct nf_explanation *explanation);
    /* Whether the line found breaks a rule by itself, whatever follows: so that it is wrong, and
     * not a line that should stand elsewhere. */
    bool (*is_deed)(const struct nf_explanation *explanation);
    /* Explains a line of the right form with the wrong content: nf_explanation_headline(), then
     * rows.
     */
    void (*explain)(const struct nf_explanation *explanation);
    /* Appends the rows after any other headline; `full`: with the hand and the rule there. */
    void (*describe)(const struct nf_explanation *explanation, bool full);
    /* nf_difference.decision of a kind; NULL: each kind is its own. */
    const char *(*decision)(const char *kind);
};

/* Sets the kind of a difference; appends its headline, marked with N_(), and the two lines. */
void nf_explanation_headline(const struct nf_explanation *explanation, const char *kind,
                             const char *what);

/* Compares `output` with `right`, the transcript of `match`, which is also the `game` of slots.
 * Fills `difference`. NF_IO without memory. */
enum nf_status nf_transcript_compare(const struct nf_comparer *comparer,
                                     const struct nf_match *match, const struct nf_text *right,
                                     const struct nf_input *output,
                                     struct nf_difference *difference, struct nf_error *err);

/* The same for outputs of any kind, whose tokens agree by `rule`, NULL: to the byte. What differs
 * is explained by line, column, found and expected; of numbers that only rounding may have made
 * different under a rule that compares none, a note says how they are compared. */
enum nf_status nf_compare_plainly(const struct nf_text *right, const struct nf_input *output,
                                  const struct nf_token_rule *rule,
                                  struct nf_difference *difference, struct nf_error *err);

#endif
