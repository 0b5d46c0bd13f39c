/* Games dealt before they are played, so that dealing and playing can be timed apart. */
#ifndef NF_CIRNO_PREDEAL_H
#define NF_CIRNO_PREDEAL_H

#include "base/error.h"
#include "games/cirno/rules/cirno.h"
#include "sim/game.h"

/* struct nf_bench_ops's predeal. Plays every game once, with the reference, to know its cards. */
enum nf_status cirno_predeal(const struct nf_setup *base, uint32_t games, struct nf_setup **ahead,
                             struct nf_error *err);

/* struct nf_bench_ops's redeal. `ahead` comes from cirno_predeal. */
void cirno_redeal(struct nf_setup *ahead, uint32_t index);

#endif
