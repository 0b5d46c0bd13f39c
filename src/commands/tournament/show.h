/* ninefold tournament: its table, its JSON and its page. */
#ifndef NF_TOURNAMENT_SHOW_H
#define NF_TOURNAMENT_SHOW_H

#include "commands/tournament/playing.h"

/* Prints the ranking and the cross table, and writes the JSON and the page that were asked for.
 * Returns NF_IO for what cannot be written. */
enum nf_status nf_tournament_report(const struct nf_tournament *tournament, struct nf_error *err);

#endif
