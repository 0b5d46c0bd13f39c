/* What is counted of every game: the frame around a game's own sums (struct nf_tally_ops). All sums
 * are integers, so merging tallies in any order gives the same numbers. */
#ifndef NF_TALLY_H
#define NF_TALLY_H

#include "sim/digest.h"
#include "sim/game.h"

/* A tally belongs to one thread. {0} can be closed. */
struct nf_tally {
    const struct nf_setup *setup; /* borrowed; must outlive the tally */
    uint64_t games;
    uint64_t rejected[NF_REJECT_KINDS];
    struct nf_digest digest;
    struct nf_blocks *blocks; /* of the same games; none if they are not known of some */
    struct nf_extreme extremes[NF_MAX_EXTREMES]; /* in the order of nf_tally_ops.extremes */
    uint64_t *sums;                              /* sums_count of them */
    uint64_t *details; /* those among them that --detail counts, the last ones; or NULL */
    uint32_t sums_count;
    bool without_added; /* see nf_tally_drop_added() */
    uint32_t words;     /* of an outcome */
    void *scratch, *detail_scratch;
    void *allocated; /* what nf_tally_close frees, or NULL */
};

/* Makes an empty tally for games of `setup`. NF_IO without memory; the tally is then {0}. Release
 * with nf_tally_close. */
enum nf_status nf_tally_open(struct nf_tally *tally, const struct nf_setup *setup,
                             struct nf_error *err);
void nf_tally_close(struct nf_tally *tally);

/* The same in the caller's memory, of nf_tally_bytes(setup) bytes (a multiple of NF_CACHE_LINE)
 * aligned to NF_CACHE_LINE and zeroed; nothing is to be closed. */
size_t nf_tally_bytes(const struct nf_setup *setup);
void nf_tally_place(struct nf_tally *tally, const struct nf_setup *setup, void *memory);

/* Counts one game. */
void nf_tally_game(struct nf_tally *tally, const struct nf_outcome *outcome);

/* Completes the sums. Needed between the last nf_tally_game and reading anything of the tally but
 * games, rejected and digest. */
void nf_tally_settle(struct nf_tally *tally);

/* Whether all counts of the two stay below 2^64 when they are added. Those of games that were
 * played do; those of a file somebody made up may not. */
bool nf_tally_fits(const struct nf_tally *tally, const struct nf_tally *other);

/* Adds the games of `other`, a settled tally of games with the same parameters. */
void nf_tally_merge(struct nf_tally *tally, const struct nf_tally *other);

/* Turns played, by the game's notion of one. The tally is settled. */
uint64_t nf_tally_turns(const struct nf_tally *tally);

/* How many of the sums the files of the layout before lack, the last of the usual ones. */
uint32_t nf_tally_added(const struct nf_tally *tally);

/* Clears them, as they are not known of all games; so they stay whatever is merged. */
void nf_tally_drop_added(struct nf_tally *tally);

/* How many extremes the game keeps. */
uint32_t nf_tally_extremes(const struct nf_tally *tally);

/* The functions below are given settled tallies; see struct nf_tally_ops.
 *
 * Whether the sums and extremes can come from tally->games games; the width of the widest 95%
 * interval, NAN where there are too few games; the game's tables. */
bool nf_tally_consistent(const struct nf_tally *tally);
double nf_tally_width(const struct nf_tally *tally);
void nf_tally_report(const struct nf_tally *tally, struct nf_tables *tables);

static inline bool nf_extreme_known(const struct nf_extreme *extreme)
{
    return extreme->index != UINT64_MAX;
}

/* Keeps the better one of two, of equal ones that of the lower index. */
static inline void nf_extreme_offer(struct nf_extreme *extreme, bool smallest, uint64_t value,
                                    uint64_t index)
{
    if (extreme->index != UINT64_MAX) {
        if (smallest ? value > extreme->value : value < extreme->value)
            return;
        if (value == extreme->value && index >= extreme->index)
            return;
    }
    extreme->value = value;
    extreme->index = index;
}

#endif
