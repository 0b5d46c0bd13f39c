/* Texts that a judge's function (nf_play, nf_verify) takes or refuses. */
#ifndef NF_TEST_JUDGED_H
#define NF_TEST_JUDGED_H

#include "core/contract/game.h"

typedef enum nf_status nf_test_judge(const struct nf_game *game, const struct nf_input *input,
                                     struct nf_text *printed, struct nf_error *err);

/* The function takes a text, which it knows as "in", and prints what is expected. */
void nf_test_prints(nf_test_judge *judge, const struct nf_game *game, const char *text,
                    const char *expected);

/* The function refuses a text with a message, of which this stands behind "in:". */
void nf_test_refuses(nf_test_judge *judge, const struct nf_game *game, const char *text,
                     const char *message);

/* nf_play and nf_verify do. */
void nf_test_refuse_both(const struct nf_game *game, const char *text, const char *message);

#endif
