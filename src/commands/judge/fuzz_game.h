/* What the simulator does for a fuzz of a game: it deals cases by a profile or by weights, and a
 * kernel plays them. To be called by the main thread. */
#ifndef NF_FUZZ_GAME_H
#define NF_FUZZ_GAME_H

#include "commands/parts/common.h"
#include "judge/fuzz/trial.h"

/* Starts as {0}. */
struct nf_fuzz_game {
    struct nf_setup *setup; /* NULL: cases are guided */
    const struct nf_game *game;
    const struct nf_kernel *kernel; /* NULL: none is tried */
    struct nf_dealer dealer;
    struct nf_second_player player;
};

/* --profile, --weights, --players, --rounds, --deck, --kernel, into struct nf_common. */
extern const struct nf_option nf_rows_fuzz_game[];

/* What cases are made of that nobody deals: the default of --profile. */
extern const char nf_profile_guided[];

/* Whether cases are guided; else they are dealt. */
bool nf_fuzz_game_guided(const struct nf_common *common);

/* Whether any option of these rows was given. */
bool nf_fuzz_game_given(const struct nf_common *common);

/* Sets what the trials take from the game; they keep pointers into `game`. NF_USAGE if no case fits
 * the limits, or the errors of nf_choose_kernel() and nf_common_prepare(). Release it with
 * nf_fuzz_game_close() in any case. */
enum nf_status nf_fuzz_game_open(const struct nf_common *common, uint64_t first,
                                 struct nf_trials *trials, struct nf_fuzz_game *game,
                                 struct nf_error *err);
void nf_fuzz_game_close(struct nf_fuzz_game *game);

#endif
