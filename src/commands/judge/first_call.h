/* What a new user may type first: calls that work in this folder, made of what lies in it. To be
 * called by the main thread. */
#ifndef NF_FIRST_CALL_H
#define NF_FIRST_CALL_H

#include "base/text.h"

/* Appends four lines, one for each kind of reader. */
void nf_first_calls(struct nf_text *text);

/* Appends the shortest useful call of fuzz; nf_command.missing. */
void nf_first_call_fuzz(struct nf_text *text);

#endif
