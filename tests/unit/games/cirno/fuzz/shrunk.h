/* What tests of shrinking Cirno's game share: programs that fail where a game has a property.
 * Failures end the test. */
#ifndef CIRNO_TEST_SHRUNK_H
#define CIRNO_TEST_SHRUNK_H

#include "core/format/shrink.h"
#include "games/cirno/rules/format.h"

/* What a candidate is tested for. */
struct cirno_test_judged {
    const struct cirno_parsed *parsed;
    const char *transcript; /* terminated */
    const struct nf_text *text;
};
typedef bool (*cirno_property)(const struct cirno_test_judged *judged);

/* Whether the instance has the property. */
bool cirno_test_has(cirno_property property, const struct nf_text *text);

/* Shrinks `text` for a program that fails where the property is, by at most `limit` trials. Free
 * `small` afterwards. Returns the number of trials. */
uint32_t cirno_test_shrink(cirno_property property, uint32_t limit, const struct nf_text *text,
                           struct nf_text *small);

/* Shrinks it to the end, which must be `expected`. */
void cirno_test_shrinks_to(cirno_property property, const struct nf_text *text,
                           const char *expected);

/* A string as a text, and an instance with more of a card at the end of its
 * deck, up to a number of cards, each to be freed. */
struct nf_text cirno_test_text(const char *string);
struct nf_text cirno_test_longer(const struct nf_text *text, uint32_t deck, uint8_t card);

/* What an instance has. */
void cirno_test_size(const struct nf_text *text, uint32_t *players, uint32_t *rounds,
                     uint32_t *deck);

/* Weights for cards that make ties, DOUBLE and negative p frequent. */
#define CIRNO_TEST_WEIGHTS                                                                         \
    "A1=3,A9=2,A19=1,A49=1,A99=2,B1=4,B9=3,B19=2,"                                                 \
    "C2=3,D2=4,E0=2,E49=1,E99=2,PASS=1,TURN=1,DOUBLE=3"

/* A dealt instance, to be freed; `weights` may be NULL, for all types equally likely. */
struct nf_text cirno_test_dealt(uint32_t players, uint32_t rounds, const char *weights,
                                uint64_t seed);

#endif
