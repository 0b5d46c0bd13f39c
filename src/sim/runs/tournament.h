/* Tournaments: every strategy plays alone at tables of every other one, and they are ranked. */
#ifndef NF_TOURNAMENT_H
#define NF_TOURNAMENT_H

#include "base/json_text.h"
#include "base/stats/estimate.h"
#include "sim/runs/paired.h"
#include "table/tables.h"

enum { NF_TOURNAMENT_MOST = 32 }; /* strategies */

/* Letters of a name that is shown, and the NUL behind them. */
enum { NF_TOURNAMENT_NAME = 16 };

/* What is played; everything is borrowed. */
struct nf_tournament_plan {
    const struct nf_game *game;
    struct nf_params params; /* of all tables, without a strategy */
    const char *kernel;      /* as --kernel takes it */
    uint32_t threads;
    const char *const *names;   /* the strategies, --strategy values; ended by NULL */
    uint64_t games;             /* per pairing */
    bool gauntlet;              /* only the first strategy plays against all others */
    bool partly;                /* results are of the games that were played, not of all of these */
    const struct nf_sprt *sprt; /* of the first strategy's gain on the second; NULL: none */
    /* Called now and then with the games played, over all pairings; may be NULL. Returning true
     * stops. */
    bool (*progress)(void *owner, uint64_t done, double seconds);
    void *progress_owner;
};

struct nf_tournament_entry {
    uint32_t strategy;
    struct nf_estimate difference; /* of the lone player's losses at all tables, to what she loses
                                      there if she plays as the others do */
    struct nf_estimate to_next;    /* how much more the next in the ranking loses; unknown where the
                                      two do not sit at as many tables */
};

/* The lone player's losses, and the sum of the squares of those of a game. */
struct nf_tournament_pairing {
    uint64_t losses, squares;
};

struct nf_tournament {
    const struct nf_tournament_plan *plan;
    uint32_t count;  /* of strategies */
    uint64_t games;  /* that each pairing has played */
    uint64_t done;   /* the same over all pairings, those of a chunk in progress as well */
    uint32_t trials; /* in a game: how often a seat can lose */
    /* [alone][the others]: one player with one strategy at a table where everybody else plays
     * another. */
    struct nf_tournament_pairing pairings[NF_TOURNAMENT_MOST][NF_TOURNAMENT_MOST];
    /* All tables have the same games, so losses are added up over the tables of a strategy for each
     * game. The sums of their products give the variance between games of each rate and of each
     * difference of two. */
    int32_t *losses; /* [strategy][game in the chunk] */
    uint64_t products[NF_TOURNAMENT_MOST][NF_TOURNAMENT_MOST];
    struct nf_tournament_entry ranking[NF_TOURNAMENT_MOST]; /* best first */
    enum nf_sprt_verdict verdict;
};

/* The number of games that a seat may play at a time. */
enum { NF_TOURNAMENT_CHUNK = 65536 };

/* Makes a tournament of no games yet by `plan`, which must outlive it. Reads every strategy, so
 * that a wrong one is known before anything is played. NF_USAGE, NF_INVALID or NF_IO for what
 * cannot be played. Release with nf_tournament_close(), also after a failure. */
enum nf_status nf_tournament_open(struct nf_tournament *tournament,
                                  const struct nf_tournament_plan *plan, struct nf_error *err);
void nf_tournament_close(struct nf_tournament *tournament);

/* Makes a setup by `strategy`, a --strategy value, and chooses its kernel. The caller releases
 * `*setup`, also after an error, unless it is NULL. Returns NF_USAGE, NF_INVALID or NF_IO for a
 * strategy that cannot be read or played. */
enum nf_status nf_tournament_prepare(const struct nf_tournament_plan *plan, const char *strategy,
                                     struct nf_paired_side *side, struct nf_setup **setup,
                                     struct nf_error *err);

/* Plays a range of at most NF_TOURNAMENT_CHUNK games of a seat, which has plan->games / players,
 * at every table, and ranks the strategies. NF_IO without memory or threads, NF_BUDGET if progress
 * stopped it, errors of the game: it can then only be closed. */
enum nf_status nf_tournament_chunk(struct nf_tournament *tournament, uint32_t seat,
                                   struct nf_span span, struct nf_error *err);

/* Ranks the strategies by the sums there are; and looks whether the gain of the first on the second
 * is decided, after all seats have had equal numbers of games. */
void nf_tournament_rank(struct nf_tournament *tournament);
void nf_tournament_decide(struct nf_tournament *tournament);

/* How many pairings there are; whether one with strategy `alone` sits at a table of `others`. */
uint32_t nf_tournament_pairings(const struct nf_tournament *tournament);
bool nf_tournament_plays(const struct nf_tournament *tournament, uint32_t alone, uint32_t others);

/* The lone player's rate of losses at one table. */
double nf_tournament_rate(const struct nf_tournament *tournament, uint32_t alone, uint32_t others);

/* The same, less what she loses there if she plays as the others do, with its 95% interval. That is
 * 1 in `players` on average over the seats, for each round has one loser; so it need not be played.
 * Seats differ in their rates, which makes the interval rather too wide than too narrow. */
struct nf_estimate nf_tournament_difference(const struct nf_tournament *tournament, uint32_t alone,
                                            uint32_t others);

/* The logarithm of the likelihood ratio of plan->sprt. */
double nf_tournament_ratio(const struct nf_tournament *tournament);

/* Tells what was played, in a sentence; the results for a terminal; as tables "ranking" and
 * "pairings", with a sequential test "sprt"; and as a document, NULL without memory, a new
 * reference. */
void nf_tournament_words(struct nf_text *text, const struct nf_tournament *tournament);
void nf_tournament_table(struct nf_text *text, const struct nf_tournament *tournament);
void nf_tournament_tables(struct nf_tables *tables, const struct nf_tournament *tournament);
json_t *nf_tournament_document(const struct nf_tournament *tournament);

#endif
