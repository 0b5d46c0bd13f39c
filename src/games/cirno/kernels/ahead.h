/* Games dealt before they are played, so that dealing and playing can be timed apart. */
#ifndef NF_CIRNO_AHEAD_H
#define NF_CIRNO_AHEAD_H

#include "base/error.h"
#include "core/game.h"
#include "games/cirno/rules/cirno.h"

/* struct nf_game's deal_ahead. Plays every game once, with the reference, to know its cards. */
enum nf_exit cirno_deal_ahead(const struct nf_setup *base, uint32_t games, struct nf_setup **ahead,
                              struct nf_error *err);

/* struct nf_game's deal_again. `ahead` comes from cirno_deal_ahead. */
void cirno_deal_again(struct nf_setup *ahead, uint32_t index);

#endif
