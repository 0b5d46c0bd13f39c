/* ninefold judge --mistakes: which mistakes of the catalogue a test set exposes. */
#ifndef NF_KILL_MATRIX_H
#define NF_KILL_MATRIX_H

#include "fuzz/judging/kills.h"

/* Plays all mistakes on all tests with `jobs` threads and prints the tables to standard output, and
 * as a page to `html` if that is not NULL. Returns NF_DIFFERENT if a mistake dies on no test,
 * NF_INVALID, NF_IO, or 128+n if signal n was caught. */
enum nf_status nf_kill_matrix(const struct nf_game *game, const struct nf_test_set *set,
                              uint32_t jobs, const char *html, struct nf_error *err);

#endif
