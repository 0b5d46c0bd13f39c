/* Two texts compared as judges do it: token by token. A token is what white space separates. The
 * tokens decide; where all of them agree, the texts may still be laid out in another way, which is
 * reported apart. Nothing here knows what the texts are about. All functions are thread-safe and
 * allocate nothing. */
#ifndef NF_TOKENS_H
#define NF_TOKENS_H

#include "base/text.h"

/* Whether a byte is white space: a blank, or '\t' to '\r'. */
static inline bool nf_is_blank(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* The bytes of a token, borrowed from its text. */
struct nf_text_token {
    const char *bytes;
    size_t length;
};

/* Sets `token` to the one at or behind the offset `*at`, which moves behind it; returns false if
 * there is none, and `*at` is then the end. */
bool nf_token_next(const struct nf_input *text, size_t *at, struct nf_text_token *token);

/* Returns how many tokens a text has. */
size_t nf_tokens_count(const struct nf_input *text);

/* Whether two tokens are the same bytes. */
bool nf_token_same(const struct nf_text_token *a, const struct nf_text_token *b);

/* Returns how many bytes two texts have in common from their beginnings on. */
size_t nf_tokens_common(const struct nf_input *a, const struct nf_input *b);

/* When two tokens agree; {0}: when they are the same to the byte. */
struct nf_token_rule {
    bool any_case; /* ASCII letters agree in upper and lower case */
    /* A token that is a number, by the whole of strtod()'s grammar, agrees with a number that
     * differs from it by at most `absolute`, or by at most `relative` of the expected one. Tokens
     * of more than NF_NUMBER_BYTES are no numbers. */
    bool numbers;
    double absolute, relative;
};

enum { NF_NUMBER_BYTES = 512 };

enum nf_tokens {
    NF_TOKENS_SAME,       /* the texts are the same, but for tokens that agree by the rule */
    NF_TOKENS_LINES_SAME, /* white space differs at the ends of lines and of the text alone */
    NF_TOKENS_LAYOUT,     /* white space differs elsewhere, too: lines are joined or broken, or it
                             is another between the tokens of a line */
    NF_TOKENS_DIFFER,
};

/* A place in a text, as an offset. */
struct nf_token_place {
    size_t at;     /* NF_TOKENS_DIFFER: the first byte that is another, which is no white space, or
                      the end of the text; else the first byte of white space that is another */
    size_t behind; /* NF_TOKENS_DIFFER: the end of what agrees before it, without white space */
};

/* Compares two texts. Fills both places unless the texts are the same. Where a token is split or
 * joined with another, both places are at the byte behind the white space. */
enum nf_tokens nf_tokens_compare(const struct nf_input *expected, const struct nf_input *found,
                                 const struct nf_token_rule *rule,
                                 struct nf_token_place *in_expected,
                                 struct nf_token_place *in_found);

#endif
