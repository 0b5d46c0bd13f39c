/* The games that have more than what all have to be fuzzed: a line each. */
#include "fuzz_target.h"

extern const struct nf_fuzz_more cirno_fuzz_more;

const struct nf_fuzz_more *const nf_fuzz_more[] = {&cirno_fuzz_more, NULL};
