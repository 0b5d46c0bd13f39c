/* ninefold tournament: its results as typed tables, for the page. */
#ifndef NF_TOURNAMENT_TABLES_H
#define NF_TOURNAMENT_TABLES_H

#include "commands/tournament/playing.h"
#include "core/tables.h"

/* Adds the tables "ranking" and "pairings", with a sequential test "sprt". The tournament must be
 * over. */
void nf_tournament_tables(struct nf_tables *tables, const struct nf_tournament *tournament);

#endif
