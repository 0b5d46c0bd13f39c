/* Forms: what the inputs of a problem look like, in the language of checktestdata
 * (doc/format-spec.md of the public repository DOMjudge/checktestdata). One program is run in
 * several ways: over a text, to check it; over random numbers, to make a case; over a changed
 * record of a case, to make a smaller one.
 *
 * A form is constant once it is parsed and may be shared by threads. All that changes is in a
 * machine, which one thread uses at a time. No text, form or input, makes these functions run for
 * more than some seconds, recurse deeply or take memory without limit: they end with NF_INVALID and
 * a message that names the limit. */
#ifndef NF_FORM_H
#define NF_FORM_H

#include "base/error.h"
#include "base/owned.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nf_form_spec;

/* Parses the form `source`, whose name and bytes are copied. NF_INVALID with "NAME:LINE:COLUMN:
 * found ..., expected ..."; then `*place`, unless NULL, is the offset of what is wrong in the
 * source. Release the form with nf_form_free(). Thread-safe. */
enum nf_status nf_form_parse(struct nf_form_spec **form, const struct nf_input *source,
                             size_t *place, struct nf_error *err);

/* Releases a form, or does nothing with NULL. Its machines must be gone. */
void nf_form_free(struct nf_form_spec *form);

static inline void nf_owned_form(struct nf_form_spec **form)
{
    nf_form_free(*form);
}
#define NF_OWNED_FORM NF_FREED_BY(nf_owned_form)

/* Appends the line of `source` in which byte `place` is, cut to the width of a terminal, and below
 * it a caret under that byte. Thread-safe. */
void nf_form_caret(const struct nf_input *source, size_t place, struct nf_text *text);

/* What a form is run by. */
struct nf_form_machine;

/* A new machine for `form`, which is borrowed; NULL without memory. Release it with
 * nf_form_machine_free(), which takes NULL too. */
struct nf_form_machine *nf_form_machine_new(const struct nf_form_spec *form);
void nf_form_machine_free(struct nf_form_machine *machine);

static inline void nf_owned_machine(struct nf_form_machine **machine)
{
    nf_form_machine_free(*machine);
}
#define NF_OWNED_MACHINE NF_FREED_BY(nf_owned_machine)

/* Checks that `input` is exactly what the form describes. NF_INVALID if not, with the place in the
 * input, what was found, the variable that was expected with its limits, and the line of the form;
 * or with the place in the form, if the form itself is at fault (a variable without a value, say).
 */
enum nf_status nf_form_check(struct nf_form_machine *machine, const struct nf_input *input,
                             struct nf_error *err);

/* A plan of cases of a form: NF_FORM_PLAN of them, the small ones first. Those of index 0 to 249
 * are the cheapest there are, in order; those up to 599 have loops of at most 8 iterations, up to
 * 963 of up to 3,000, up to 987 of 500 to 5,000; the last 12 are the largest. Larger indices go on
 * with those of up to 300. */
enum { NF_FORM_PLAN = 1000 };

/* Makes case `index` of `seed`: appends to `text`, which is empty. It depends on form, seed and
 * index alone, and is valid: nf_form_check() accepts it. NF_INVALID if none was found in a bounded
 * number of steps, with the place of what could not be met, or if the form is at fault; NF_IO
 * without memory. */
enum nf_status nf_form_make(struct nf_form_machine *machine, uint64_t seed, uint64_t index,
                            struct nf_text *text, struct nf_error *err);

/* Makes variation `index` of `seed` of a case: appends to `varied`, which is empty, a valid case
 * some of whose choices are others than those of `text`, or `text` itself if none was found in a
 * bounded number of tries. NF_INVALID if the form does not accept `text`; NF_IO without memory. */
enum nf_status nf_form_vary(struct nf_form_machine *machine, const struct nf_text *text,
                            uint64_t seed, uint64_t index, struct nf_text *varied,
                            struct nf_error *err);

/* Writes a first form from `count` > 0 sample inputs, to be edited: appends it to `text`, which is
 * empty. It accepts all samples; counts, limits and alphabets are those that explain most of them.
 * NF_INVALID, with file and line, if a sample is not as judges write inputs (one blank between
 * words, LF at the end) or the samples have no form in common; NF_IO without memory. Thread-safe.
 */
enum nf_status nf_form_infer(const struct nf_input *samples, size_t count, struct nf_text *text,
                             struct nf_error *err);

/* The same with choice `choice` alone made anew, counted from 0 in the order of the text, though
 * what depends on it may follow; `*there` is false if the case has fewer. */
enum nf_status nf_form_vary_choice(struct nf_form_machine *machine, const struct nf_text *text,
                                   uint32_t choice, uint64_t index, bool *there,
                                   struct nf_text *varied, struct nf_error *err);

/* What became of a smaller case. */
enum nf_form_trial {
    NF_FORM_PASSES, /* it fails no more, or otherwise */
    NF_FORM_FAILS,  /* it still fails in the same way */
    NF_FORM_STOP,   /* no time or trials left */
};

/* Asks whether a case still fails. The candidate is valid, smaller than the last one that failed,
 * and was not tried before. */
struct nf_form_trier {
    enum nf_form_trial (*try)(void *owner, const struct nf_text *candidate);
    /* Whether there is no time left, which is asked before each candidate is made. May be NULL. */
    bool (*over)(void *owner);
    void *owner;
};

/* Looks for the smallest case that still fails: fewest words, then fewest bytes, then lowest
 * values. `text` is one that fails, of any origin; `smallest`, empty, becomes the smallest one
 * found, `text` itself if no other fails. NF_INVALID if the form does not accept `text`; NF_IO
 * without memory. It ends when nothing smaller fails, when the trier says so, or after a bounded
 * number of steps. */
enum nf_status nf_form_shrink(struct nf_form_machine *machine, const struct nf_text *text,
                              const struct nf_form_trier *trier, struct nf_text *smallest,
                              struct nf_error *err);

#endif
