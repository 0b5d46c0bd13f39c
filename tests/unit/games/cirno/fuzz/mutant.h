/* Players with the mistakes of the catalogue. */
#ifndef CIRNO_MUTANT_H
#define CIRNO_MUTANT_H

#include <stddef.h>

enum { CIRNO_MUTANTS = 51 }; /* numbered from 1; 0 is the correct program */

/* Plays with mistake `bug` on the `size` bytes at `input`, a valid instance. Returns
 * what it prints, terminated and allocated. */
char *cirno_mutant_play(int bug, const char *input, size_t size);

#endif
