/* Looks for a small change of a source with which its program passes. */
#ifndef NF_REPAIR_H
#define NF_REPAIR_H

#include "judge/fuzz/edits.h"
#include "judge/fuzz/fuzzer.h"
#include "judge/sandbox/build.h"

struct nf_repair {
    bool found;
    uint32_t line; /* of the source, from 1 */
    enum nf_edit_kind kind;
    struct nf_text was, now; /* NF_EDIT_LINE: the word that is replaced, and what by; may be "" */
    struct nf_text code;     /* the line as it passes; of one that is left out, as it is */
    uint32_t cases;          /* that were to pass */
    uint32_t tried, changes; /* of that many changes; 0 changes: it was not asked for */
};

/* Tries the changes of nf_edits_make() on the source command[0], in their order, on all jobs of
 * `options`, for at most `seconds`: each is compiled, several of C++ together, and run on the cases
 * of `finding` and on 100 cases of `options` from the first on, until one differs from the rules in
 * more than blanks. The first that passes all is the result. Nothing is tried unless the source is
 * C, C++ or Python, or `build` has a command. `built` is what nf_build() made of it; this works in
 * its folder. Progress goes to options->progress. Returns NF_IO if it cannot work, 128+n after
 * signal n. Not with a child open, from the main thread. Free `repair` with nf_repair_free() in any
 * case. */
enum nf_status nf_repair_find(char *const *command, const struct nf_build *build,
                              const struct nf_built *built, const struct nf_fuzz_options *options,
                              const struct nf_finding *finding, double seconds,
                              struct nf_repair *repair, struct nf_error *err);

/* Appends "With <= for < in line 57 of mine.cpp all 102 cases pass:" of a change that was found.
 * `source` is the name as typed. */
void nf_repair_describe(struct nf_text *words, const struct nf_repair *repair, const char *source);

/* Appends what was found, in 80 columns, or that nothing was; nothing if it was not asked for. */
void nf_repair_put(struct nf_text *text, const struct nf_repair *repair, const char *source);

void nf_repair_free(struct nf_repair *repair);

#endif
