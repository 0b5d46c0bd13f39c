/* A search, shared by what goes on with it, saves it and chooses among several. */
#ifndef NF_SEARCH_INTERNAL_H
#define NF_SEARCH_INTERNAL_H

#include "sim/runs/checkpoint.h"
#include "sim/runs/search.h"

/* A strategy at the seat, ready to play. */
struct nf_player {
    struct nf_setup *setup; /* NULL: not ready */
    const struct nf_kernel *kernel;
    struct nf_text list; /* the setup's list of seats */
};

enum { NF_FIRST_GAMES = 128 };

/* A strategy that is changed for the better, step by step. */
struct nf_climb {
    struct nf_text text;
    struct nf_player player;
    struct nf_paired known;         /* games of the strategy, none of which chose it */
    uint64_t first;                 /* of the games that each change of it plays first */
    int32_t losses[NF_FIRST_GAMES]; /* of the strategy itself in these */
};

/* So many climbs start, for a single one may well end where no small change gains. Each seeks gains
 * so many times as large as in the end, which takes as many games less, squared. Then the better
 * half goes on, for gains half as large, until one is left. */
enum { NF_FIRST_CLIMBS = 8 };

struct nf_searching {
    const struct nf_search_options *options;
    struct nf_search_found *found;
    struct nf_error *err;
    uint64_t random;
    uint64_t next_game; /* the next new game */
    struct nf_climb climbs[NF_FIRST_CLIMBS];
    struct nf_climb *climb; /* the one that goes on */
    uint32_t count;         /* of climbs now */
    struct nf_paired start; /* games of the strategy that the search starts from */
    bool stopped;
    bool simplifying;          /* the climbs are over; */
    uint32_t part;             /* the part of the strategy to be dropped next */
    struct nf_checkpoint file; /* open if the state is saved */
    json_t *job;               /* what a saved search must be to be this one */
    uint64_t saved_steps;
    double next_save; /* by nf_now() */
    bool unsaved;     /* the state is not yet that of the file */
};

/* Sits a strategy, a string that outlives the player, down at the seat for games of a seed.
 * nf_search_release() in any case. */
enum nf_status nf_search_prepare(const struct nf_search_options *options, const char *strategy,
                                 uint64_t seed, struct nf_player *player, struct nf_error *err);
void nf_search_release(struct nf_player *player);

/* Has the climb's strategy at the seat, and what it loses in its first games, from climb->first on;
 * adds these to `sum`. */
enum nf_status nf_search_seat(struct nf_searching *search, struct nf_climb *climb,
                              struct nf_paired *sum);

/* Opens the file of the state and, if it is there, goes on from it. NF_INVALID, NF_IO. Call
 * nf_search_close() in any case. */
enum nf_status nf_search_open(struct nf_searching *search);
void nf_search_close(struct nf_searching *search);

/* Saves the state, if it is to be: now and then, or `at_once`, if it has changed. NF_IO. */
enum nf_status nf_search_save(struct nf_searching *search, bool at_once);

#endif
