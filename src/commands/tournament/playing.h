/* ninefold tournament: plays all pairings, ranks the strategies, and tells the results. */
#ifndef NF_TOURNAMENT_PLAYING_H
#define NF_TOURNAMENT_PLAYING_H

#include "commands/parts/common.h"
#include "core/tables.h"
#include "runs/checkpoint.h"
#include "runs/paired.h"
#include "runs/spans.h"
#include "stats/sprt.h"

enum { NF_TOURNAMENT_MOST = 32 }; /* strategies */

/* Letters of a name that is shown, and the NUL behind them. */
enum { NF_TOURNAMENT_NAME = 16 };

struct nf_tournament_options {
    struct nf_common common;
    uint64_t games;    /* per pairing */
    const char *sprt;  /* as typed, or NULL */
    const char *html;  /* file for a page, or NULL */
    const char *csv;   /* folder for tables, or NULL */
    bool gauntlet;     /* only the first strategy plays against all others */
    const char *save;  /* folder for what is played, or NULL */
    const char *shard; /* as typed, or NULL */
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
    const struct nf_tournament_options *options;
    char **names; /* the entries' strategies */
    uint32_t count;
    uint64_t games;            /* that each pairing has played */
    struct nf_spans played;    /* of the games of a seat, from the first to the last to be played */
    struct nf_checkpoint file; /* for --save; see saving.c */
    json_t *identity;          /* what a saved tournament must be to be this one */
    uint32_t trials;           /* in a game: how often a seat can lose */
    /* [alone][the others]: one player with one strategy at a table where everybody else plays
     * another. */
    struct nf_tournament_pairing pairings[NF_TOURNAMENT_MOST][NF_TOURNAMENT_MOST];
    /* All tables have the same games, so losses are added up over the tables of a strategy for each
     * game. The sums of their products give the variance between games of each rate and of each
     * difference of two. */
    int32_t *losses; /* [strategy][game in the chunk] */
    uint64_t products[NF_TOURNAMENT_MOST][NF_TOURNAMENT_MOST];
    struct nf_tournament_entry ranking[NF_TOURNAMENT_MOST]; /* best first */
    struct nf_sprt sprt; /* of the first strategy's gain on the second */
    enum nf_sprt_verdict verdict;
    struct nf_progress progress;
    char estimate[80]; /* what progress shows of the chunks that are counted */
};

/* Makes a setup by `strategy`, a --strategy value, and chooses its kernel. The caller releases
 * `*setup`, also after an error, unless it is NULL. Returns NF_USAGE, NF_INVALID or NF_IO for a
 * strategy that cannot be read or played. */
enum nf_status nf_tournament_prepare(const struct nf_tournament *tournament, const char *strategy,
                                     struct nf_paired_side *side, struct nf_setup **setup,
                                     struct nf_error *err);

/* Prepares the games to be played: all, or those of options->shard; with options->save, less those
 * that are saved, whose sums are added. Returns NF_USAGE for a shard that is none, NF_INVALID for a
 * file that is none of this tournament, NF_IO. Release with nf_tournament_close(), also after a
 * failure. */
enum nf_status nf_tournament_open(struct nf_tournament *tournament, struct nf_error *err);
void nf_tournament_close(struct nf_tournament *tournament);

/* Saves what is played, where it is to be. NF_IO. */
enum nf_status nf_tournament_save(struct nf_tournament *tournament, struct nf_error *err);

/* Plays all pairings and ranks the strategies. `options`, `names`, `count` and `sprt` must be set,
 * all else 0, and then it must be opened. With options->sprt it stops when the test is decided.
 * Returns NF_IO without memory or threads, errors of the game, and with options->save 128+n if
 * signal n stopped it, with what was saved before. */
enum nf_status nf_tournament_play(struct nf_tournament *tournament, struct nf_error *err);

/* Whether one with strategy `alone` sits at a table of `others`. */
bool nf_tournament_plays(const struct nf_tournament *tournament, uint32_t alone, uint32_t others);

/* The lone player's rate of losses at one table. */
double nf_tournament_rate(const struct nf_tournament *tournament, uint32_t alone, uint32_t others);

/* The same, less what she loses there if she plays as the others do, with its 95% interval. That is
 * 1 in `players` on average over the seats, for each round has one loser; so it need not be played.
 * Seats differ in their rates, which makes the interval rather too wide than too narrow. */
struct nf_estimate nf_tournament_difference(const struct nf_tournament *tournament, uint32_t alone,
                                            uint32_t others);

/* The logarithm of the likelihood ratio of `sprt`. */
double nf_tournament_ratio(const struct nf_tournament *tournament);

/* Adds the tables "ranking" and "pairings", with a sequential test "sprt", to the page's. The
 * tournament must be over. */
void nf_tournament_tables(struct nf_tables *tables, const struct nf_tournament *tournament);

/* Prints the ranking and the cross table, and writes the JSON and the page that were asked for.
 * Returns NF_IO for what cannot be written. */
enum nf_status nf_tournament_report(const struct nf_tournament *tournament, struct nf_error *err);

#endif
