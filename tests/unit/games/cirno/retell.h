/* Rule events counted a second time, from the transcript as a reader sees it: lines of text, with
 * the cards as the naive player knows them. It shares nothing with src/games/cirno/rules/events.c
 * but the names of the events. */
#ifndef CIRNO_RETELL_H
#define CIRNO_RETELL_H

#include "core/contract/fuzz_ops.h"

/* The place of the event of that name in cirno_events; fails the test if there is none. */
unsigned cirno_event_named(const char *name);

/* Counts the events of a valid `instance`, whose players have different names, by its transcript
 * `answer`, both as the program writes them. Fails the test where a line makes no sense. */
void cirno_retell(const struct nf_text *instance, const struct nf_text *answer,
                  uint64_t counts[NF_MAX_EVENTS]);

#endif
