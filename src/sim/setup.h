/* What is played: parameters as a user gives them, and a setup, which is these checked. */
#ifndef NF_SETUP_H
#define NF_SETUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nf_game;
struct nf_strategy;

/* Indices are below this, and so no run has more games: small enough that sums cannot overflow. */
#define NF_MOST_GAMES UINT64_C(1000000000000000)

enum {
    NF_MAX_SEATS = 32,
    NF_MAX_ROUNDS = 100,
    NF_SEAT_BITS = 5,
    NF_CACHE_LINE = 64,
    /* Kinds of reasons to throw a candidate game away: 0 .. NF_REJECT_KINDS-1, which the game
     * names (nf_game.reject_reasons). */
    NF_REJECT_KINDS = 2,
};

/* The bytes of so many whole cache lines as `bytes` need. */
static inline size_t nf_cache_lines(size_t bytes)
{
    return (bytes + NF_CACHE_LINE - 1) / NF_CACHE_LINE * NF_CACHE_LINE;
}

/* The first whole cache line of a block. */
static inline void *nf_first_cache_line(void *block)
{
    return (char *)block + (NF_CACHE_LINE - (uintptr_t)block % NF_CACHE_LINE) % NF_CACHE_LINE;
}

/* What a user asks for. Strings are borrowed and must outlive the setup made of them. */
struct nf_params {
    uint32_t players, rounds;
    uint32_t deck;       /* cards below the hands; 0: as many as the game uses */
    const char *profile; /* one of the game's profiles */
    const char *weights; /* "A1=3,PASS=2,..." instead of a profile, or NULL */
    /* Which strategy sits where: "1=keep-e,2..5=lowest"; NULL: the usual one everywhere, and in a
     * setup always NULL where the list comes to that. */
    const char *strategy;
    /* Strategies of the caller's own that `strategy` may name, ended by a NULL name; or NULL. In a
     * setup: the text of each one at the table that does not come with the game, so that a game can
     * be played again whatever has become of the files; the setup's own. */
    const struct nf_strategy *texts;
    bool detail; /* count nf_game.details, too */
    /* Deal so that runs of other strategies share as much chance as they can; only of games whose
     * players have strategies. */
    bool paired;
    uint64_t seed;
};

/* Checked parameters with what a game derives from them once; constant while games are played,
 * so shared by all threads. A game puts it first into a larger struct of its own. */
struct nf_setup {
    const struct nf_game *game;
    struct nf_params params;
};

#endif
