/* libninefold: turn-based games whose players follow fixed strategies, by the hundred million.
 *
 * A game is opened with parameters. Its games are numbered: the hands and the deck of game `index`
 * follow from the parameters, the seed and the index alone, whatever the machine, the kernel and
 * the number of threads. Ranges of indices are run into arrays of the caller's and into statistics;
 * any single index is dealt and told as an instance and a transcript in the judge's format.
 *
 *     struct ninefold_error err;
 *     const struct ninefold_parameters parameters = {.players = 5, .seed = 1};
 *     struct ninefold_game *game;
 *     struct ninefold_batch *batch;
 *     if (ninefold_open(&parameters, &game, &err) != NINEFOLD_OK ||
 *         ninefold_batch_open(game, 0, &batch, &err) != NINEFOLD_OK ||
 *         ninefold_run(batch, 20000, NULL, NULL, &err) != NINEFOLD_OK) {
 *         fprintf(stderr, "%s\n", err.text);
 *         return 1;
 *     }
 *     for (uint32_t seat = 0; seat < ninefold_players(game); seat++) {
 *         const struct ninefold_share share = ninefold_batch_share(batch, seat);
 *         printf("seat %u: %.3f%%, from %.3f to %.3f\n", (unsigned)seat + 1, 100 * share.mean,
 *                100 * share.low, 100 * share.high);
 *     }
 *     ninefold_batch_close(batch);
 *     ninefold_close(game);
 *
 * Functions that can fail return a status and write a message of one line into `err`; what they
 * were to make is then not made, and pointers to it are NULL. No pointer may be NULL but where its
 * function says so. There is no state but what the caller holds. Games are constant once opened:
 * any number of threads may use one. A batch belongs to one thread at a time. Messages and
 * explanations are in English. Jansson, which the library writes JSON with, keeps the allocator
 * that its host gave it (json_set_alloc_funcs). */
#ifndef NINEFOLD_H
#define NINEFOLD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* The program's exit codes, as results. */
enum ninefold_status {
    NINEFOLD_OK = 0,
    NINEFOLD_DIFFERENT = 1, /* a transcript is wrong */
    NINEFOLD_USAGE = 2,     /* an argument is out of its range, or unknown */
    NINEFOLD_INVALID = 3, /* input that breaks the rules, or parameters for which no game exists */
    NINEFOLD_RESOURCES = 4, /* memory, threads, files of strategies */
    NINEFOLD_INTERNAL = 5,  /* a bug in ninefold */
    NINEFOLD_ENDED = 6,     /* `progress` ended what has no result before its end */
};

/* A message: one line, safe to print whatever it quotes. */
struct ninefold_error {
    char text[640];
};

/* Bytes that a function made. `data` has a zero behind its `size` bytes. Release it with
 * ninefold_text_free(). */
struct ninefold_text {
    char *data;
    size_t size;
};

/* Releases a text, and sets it to {NULL, 0}. A text without bytes may be released. Thread-safe. */
void ninefold_text_free(struct ninefold_text *text);

/* Bytes of the caller's: an instance or a transcript of up to 2^30 bytes. `name` stands in messages
 * ("NAME:3:7: ..."); NULL: "instance" or "transcript". */
struct ninefold_input {
    const char *data;
    size_t size;
    const char *name;
};

/* ---- what there is ---- */

/* Returns the version of the library, "1.0.0". Thread-safe, as all functions of this part, whose
 * strings live as long as the library. */
const char *ninefold_version(void);

/* Return the name of game `i`, or of profile, kernel or strategy `i` of a game, from 0; NULL if
 * there are fewer, or no such game. The first game is the default, as are the first profile
 * and the first strategy. Kernels stand from the reference to the fastest, also those that this
 * machine cannot run; a game whose players have no choice has no strategies. */
const char *ninefold_game_name(size_t i);
const char *ninefold_profile_name(const char *game, size_t i);
const char *ninefold_kernel_name(const char *game, size_t i);
const char *ninefold_strategy_name(const char *game, size_t i);

/* Returns a strategy that comes with a game as the text of a strategy file; NULL: there is none of
 * that name. Here and above, NULL for a name is the first there is. */
const char *ninefold_strategy_text(const char *game, const char *name);

/* ---- a game ---- */

/* A strategy of the caller's own. */
struct ninefold_strategy {
    const char *name; /* as `strategy` below names it */
    const char *text; /* as a strategy file has it; not NULL */
};

/* What is played. What is 0 or NULL has its default. All is copied. */
struct ninefold_parameters {
    const char *game;         /* default: the first there is */
    const char *profile;      /* how likely each card is; default: the game's first */
    const char *weights;      /* "A1=3,PASS=2": exact proportions instead of a profile */
    uint32_t players, rounds; /* default: the profile's, or the most of the game */
    uint32_t deck;            /* cards below the hands; default: as many as a game uses */
    /* Who plays by what: "1=keep-e,2..5=lowest", or a name for everybody. Names are those of
     * `strategies`, of strategies that come with the game, and of files. */
    const char *strategy;
    const struct ninefold_strategy *strategies; /* ended by a NULL name; NULL: none */
    uint64_t seed;                              /* 0 to 2^63-1 */
    const char *kernel; /* who plays; all give the same games. Default: the fastest here */
    int detail;         /* 1: statistics count more, and games take longer */
    /* 1: games of other strategies share as much chance as they can, so that comparing them needs
     * fewer; of games with strategies alone. They are other games than with 0. */
    int paired;
};

struct ninefold_game; /* parameters that were checked, with what follows from them */

/* Checks parameters and opens a game. NINEFOLD_USAGE or NINEFOLD_INVALID name what is wrong and
 * what is expected, NINEFOLD_RESOURCES is for memory and files of strategies. `parameters` may be
 * NULL: all defaults. Thread-safe. The caller closes *game, after all of its batches; closing NULL
 * does nothing. */
enum ninefold_status ninefold_open(const struct ninefold_parameters *parameters,
                                   struct ninefold_game **game, struct ninefold_error *err);
void ninefold_close(struct ninefold_game *game);

/* Return the numbers that are played: of players (seats are 0 .. players-1), and of words in the
 * outcome record of a game. Thread-safe. */
uint32_t ninefold_players(const struct ninefold_game *game);
uint32_t ninefold_words(const struct ninefold_game *game);

/* Returns how many games there are, each with an index below that: 10^15, or fewer where they are
 * all there can be. Thread-safe. */
uint64_t ninefold_most_games(const struct ninefold_game *game);

/* Return how many rows a game's record has, and the name of column `i` of them, from 0; NULL if
 * there are fewer. Where the values of a column stand for words, ninefold_column_word()
 * returns that of a value, else NULL. A value of NINEFOLD_NONE is none. Thread-safe; names and
 * words live as long as the library. */
#define NINEFOLD_NONE UINT32_MAX
uint32_t ninefold_rows(const struct ninefold_game *game);
const char *ninefold_column_name(const struct ninefold_game *game, size_t i);
const char *ninefold_column_word(const struct ninefold_game *game, size_t i, uint32_t value);

/* Returns what is counted for each seat: "losses". Thread-safe; it lives as long as the library. */
const char *ninefold_event(const struct ninefold_game *game);

/* ---- many games ---- */

/* Where a run puts what it finds of each game, row i for game `next + i`, `next` being
 * ninefold_batch_next() before the run. Each may be NULL: it is not wanted. The caller's. */
struct ninefold_arrays {
    /* games x ninefold_words(): outcome records, which the digest is taken of. What a word means is
     * the game's own. */
    uint32_t *outcomes;
    /* games x ninefold_players(): how often the event of ninefold_event() happened to each seat. */
    uint16_t *events;
    uint64_t *turns; /* games: turns played */
    /* games x ninefold_rows() x columns: what the records say, as the rows of `run --records` have
     * it behind the index. Seats count from 1. */
    uint32_t *values;
};

/* How a run goes. */
struct ninefold_options {
    uint32_t threads; /* 1 to 1024; 0: one for each processor */
    /* Called in the caller's thread some ten times a second, with the games played by this run and
     * the seconds it has taken; the run ends early if it returns other than 0. NULL: none. */
    int (*progress)(void *owner, uint64_t games, double seconds);
    void *owner;
};

/* A share of trials, with its 95% interval: NAN where there are too few games. */
struct ninefold_share {
    uint64_t times; /* how often */
    double mean, low, high;
};

struct ninefold_batch; /* statistics of the games from one index to another */

/* Makes a batch of no games yet, from index `first` on. The game must outlive it. NINEFOLD_USAGE
 * for a number that is no index, NINEFOLD_RESOURCES without memory. The caller closes *batch;
 * closing NULL does nothing. */
enum ninefold_status ninefold_batch_open(const struct ninefold_game *game, uint64_t first,
                                         struct ninefold_batch **batch, struct ninefold_error *err);
void ninefold_batch_close(struct ninefold_batch *batch);

/* Plays the next `games` games of a batch, and adds them to it. A run that `progress` ends early
 * has played the first of them, and returns NINEFOLD_OK: ninefold_batch_next() says how far it
 * came. `arrays` and `options` may be NULL. Catches no signals; its threads block none that the
 * caller does not. NINEFOLD_USAGE for numbers out of range, NINEFOLD_INVALID for parameters by
 * which no game ends, NINEFOLD_RESOURCES for memory and threads: the batch is then as before. */
enum ninefold_status ninefold_run(struct ninefold_batch *batch, uint64_t games,
                                  const struct ninefold_arrays *arrays,
                                  const struct ninefold_options *options,
                                  struct ninefold_error *err);

/* Return the games there are, the turns played in them, the next index, and the digest as 32 hex
 * digits. */
uint64_t ninefold_batch_games(const struct ninefold_batch *batch);
uint64_t ninefold_batch_turns(const struct ninefold_batch *batch);
uint64_t ninefold_batch_next(const struct ninefold_batch *batch);
void ninefold_batch_digest(const struct ninefold_batch *batch, char digest[33]);

/* Writes the command that plays the games of a batch: "ninefold run --profile uniform ...".
 * Strategies of the caller's own are named as files. NINEFOLD_RESOURCES without memory. */
enum ninefold_status ninefold_batch_command(const struct ninefold_batch *batch,
                                            struct ninefold_text *text, struct ninefold_error *err);

/* Returns how often ninefold_event() happened to a seat, as a share of all the times that it could:
 * rounds lost of all rounds, say. Rounds of one game share hands, so the interval is taken between
 * games (src/base/stats/estimate.h has the sources). */
struct ninefold_share ninefold_batch_share(const struct ninefold_batch *batch, uint32_t seat);

/* Writes all statistics: as the table of `ninefold run`, as its JSON (run.schema.json), as
 * Markdown, as a page of HTML with charts that needs nothing beside it. NINEFOLD_USAGE for what is
 * no form, NINEFOLD_RESOURCES without memory. */
enum ninefold_form { NINEFOLD_TABLE, NINEFOLD_JSON, NINEFOLD_MARKDOWN, NINEFOLD_HTML };
enum ninefold_status ninefold_batch_report(const struct ninefold_batch *batch,
                                           enum ninefold_form form, struct ninefold_text *text,
                                           struct ninefold_error *err);

/* ---- two settings ---- */

struct ninefold_pair; /* the same indices played by two games, to be compared */

/* Makes a pair of two games, which must outlive it, of no games yet, from index `first` on.
 * NINEFOLD_USAGE for what is no index, and for games that cannot be compared: with other rules, or
 * with unequal numbers of players. The caller closes *pair; closing NULL does nothing. */
enum ninefold_status ninefold_pair_open(const struct ninefold_game *a,
                                        const struct ninefold_game *b, uint64_t first,
                                        struct ninefold_pair **pair, struct ninefold_error *err);
void ninefold_pair_close(struct ninefold_pair *pair);

/* Plays the next `games` games of both, by `threads` threads, 0: one for each processor. Errors are
 * those of ninefold_run(); the pair can then only be closed. */
enum ninefold_status ninefold_pair_run(struct ninefold_pair *pair, uint64_t games, uint32_t threads,
                                       struct ninefold_error *err);

/* Returns what side 0 or 1 has played. It is the pair's. */
const struct ninefold_batch *ninefold_pair_side(const struct ninefold_pair *pair, uint32_t side);

/* Writes how the second side differs from the first at each seat: what `ninefold stats --compare`
 * reports of two saved runs. Games of one deal are compared one by one; where seed, cards, rounds
 * or deck differ, the sides are taken as independent. `names` are what they are called; the rest as
 * in ninefold_batch_report(). */
enum ninefold_status ninefold_pair_report(const struct ninefold_pair *pair,
                                          const char *const names[2], enum ninefold_form form,
                                          struct ninefold_text *text, struct ninefold_error *err);

/* ---- strategies against each other ---- */

struct ninefold_tournament; /* one player of each strategy at tables of each other one */

/* Makes a tournament of no games yet, of strategies called `names`, ended by NULL, as `strategy` of
 * parameters has them. `parameters` are those of all tables, without a strategy; `games` is how
 * many each pairing will play, an equal share with the lone player at each seat. All is copied.
 * NINEFOLD_USAGE, NINEFOLD_INVALID for what cannot be played. The caller closes *tournament;
 * closing NULL does nothing. */
enum ninefold_status ninefold_tournament_open(const struct ninefold_parameters *parameters,
                                              const char *const *names, uint64_t games,
                                              struct ninefold_tournament **tournament,
                                              struct ninefold_error *err);
void ninefold_tournament_close(struct ninefold_tournament *tournament);

/* Plays the next games of each pairing, equally many at each seat: `games` or a few more, or what
 * is left of them. `threads` as in the options of a run. After an error it can only be closed. */
enum ninefold_status ninefold_tournament_run(struct ninefold_tournament *tournament, uint64_t games,
                                             uint32_t threads, struct ninefold_error *err);

/* Return how many games each pairing has played, and how many are left to it. */
uint64_t ninefold_tournament_games(const struct ninefold_tournament *tournament);
uint64_t ninefold_tournament_left(const struct ninefold_tournament *tournament);

/* Writes the command that plays all of it: "ninefold tournament ...". NINEFOLD_RESOURCES without
 * memory. */
enum ninefold_status ninefold_tournament_command(const struct ninefold_tournament *tournament,
                                                 struct ninefold_text *text,
                                                 struct ninefold_error *err);

/* Writes the ranking and who loses how much alone at whose table, of the games played so far: what
 * `ninefold tournament` reports, in the forms of ninefold_batch_report(). */
enum ninefold_status ninefold_tournament_report(const struct ninefold_tournament *tournament,
                                                enum ninefold_form form, struct ninefold_text *text,
                                                struct ninefold_error *err);

/* ---- all games ---- */

/* How results are calculated. */
struct ninefold_exact_options {
    uint32_t threads; /* 1 to 1024; 0: one for each processor */
    uint64_t memory; /* at most that many bytes, 64 MiB or more; 0: 960 MiB. More: smaller errors */
    uint32_t best;   /* a seat from 1 on: instead, how little she could lose; 0: none */
    /* Called in the caller's thread after each turn that was followed, or each sweep, with how many
     * there were and about how many there will be; it ends early if it returns other than 0. NULL:
     * none. */
    int (*progress)(void *owner, uint64_t turns, uint64_t expected);
    void *owner;
};

/* Calculates what all games of these parameters come to, whatever the seed, without playing them:
 * what `ninefold exact` reports, with the errors that remain, as its table, as its JSON
 * (exact.schema.json), as Markdown, as a page. Takes up to minutes. `options` may be NULL.
 * NINEFOLD_USAGE for a game, a number of players or a form of which it cannot be had,
 * NINEFOLD_ENDED if `progress` ended it, NINEFOLD_RESOURCES for memory and threads. Thread-safe. */
enum ninefold_status ninefold_exact(const struct ninefold_game *game,
                                    const struct ninefold_exact_options *options,
                                    enum ninefold_form form, struct ninefold_text *text,
                                    struct ninefold_error *err);

/* ---- one game ---- */

/* Writes game `index`, 0 to 10^15-1 as everywhere, as an instance in the judge's format, and its
 * transcript; each may be NULL.
 * NINEFOLD_INVALID if there is no valid game of that index, NINEFOLD_USAGE for a number that is no
 * index. Thread-safe, as the functions below. */
enum ninefold_status ninefold_deal(const struct ninefold_game *game, uint64_t index,
                                   struct ninefold_text *instance, struct ninefold_text *transcript,
                                   struct ninefold_error *err);

/* Plays an instance by the statement's rules: the judge's program. `name` of a game here and below:
 * NULL is the default. NINEFOLD_INVALID names line and column of what is not valid. */
enum ninefold_status ninefold_play(const char *name, const struct ninefold_input *instance,
                                   struct ninefold_text *transcript, struct ninefold_error *err);

/* Checks every byte of an instance, and writes a line that describes it, behind warnings. */
enum ninefold_status ninefold_verify(const char *name, const struct ninefold_input *instance,
                                     struct ninefold_text *report, struct ninefold_error *err);

/* Where a transcript leaves the rules. */
struct ninefold_difference {
    uint64_t line; /* of the transcript, from 1; 0: it is right */
    char kind[24]; /* what sort of difference, "other-card"; of a right one "white-space" or
                      "line-ends" where only that differs, which `why` then explains; or "" */
    struct ninefold_text why; /* explained in some lines; the caller releases it */
};

/* Checks the transcript of an instance, token by token; a token is what white space separates. How
 * much of it there is, and where lines end, counts with `strict` only. NINEFOLD_DIFFERENT if it is
 * wrong: `difference` then says where and why; NINEFOLD_INVALID for an instance that is
 * not valid. */
enum ninefold_status ninefold_check(const char *name, const struct ninefold_input *instance,
                                    const struct ninefold_input *transcript, int strict,
                                    struct ninefold_difference *difference,
                                    struct ninefold_error *err);

/* Tells an instance turn by turn as JSON (game.schema.json): each line of its transcript and why it
 * is so, and the frames by which it can be drawn. Of a long game `lines` lines at most. */
enum ninefold_status ninefold_story(const char *name, const struct ninefold_input *instance,
                                    uint32_t lines, struct ninefold_text *json,
                                    struct ninefold_error *err);

/* The same as a page of HTML to step through, as `explain --html` writes it. `transcript`, if it is
 * not NULL, stands beside what is right from where it leaves the rules; white space counts with
 * `strict` only. NINEFOLD_OK also where it is wrong. */
enum ninefold_status ninefold_page(const char *name, const struct ninefold_input *instance,
                                   const struct ninefold_input *transcript, int strict,
                                   uint32_t lines, struct ninefold_text *html,
                                   struct ninefold_error *err);

/* ---- inputs of any problem ---- */

struct ninefold_format; /* a form: what inputs look like */

/* Parses a form, in the language of checktestdata, and copies it. NINEFOLD_INVALID names line and
 * column, what is found and what is expected ("form:2:5: ..."). Thread-safe, as the functions
 * below: any number of threads may use one form. The caller closes *format; closing NULL does
 * nothing. */
enum ninefold_status ninefold_format_open(const struct ninefold_input *source,
                                          struct ninefold_format **format,
                                          struct ninefold_error *err);
void ninefold_format_close(struct ninefold_format *format);

/* Checks that an input is exactly what the form describes. NINEFOLD_INVALID if not, with line and
 * column of the input ("input:3:7: ..."), what is found and what the form expects there; or with
 * those of the form if it is at fault itself: a variable without a value. */
enum ninefold_status ninefold_format_verify(const struct ninefold_format *format,
                                            const struct ninefold_input *instance,
                                            struct ninefold_error *err);

/* Makes case `index` of `seed`: valid inputs, of which 1,000 go from the smallest, of index 0 on,
 * to the largest. NINEFOLD_INVALID if none was found in a bounded number of steps. */
enum ninefold_status ninefold_format_case(const struct ninefold_format *format, uint64_t seed,
                                          uint64_t index, struct ninefold_text *instance,
                                          struct ninefold_error *err);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
