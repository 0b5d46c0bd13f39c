/* Parsing inside: words, then expressions, then commands. All functions return false after a
 * failure, which they have reported. */
#ifndef NF_FORMS_PARSER_H
#define NF_FORMS_PARSER_H

#include "judge/forms/forms_internal.h"

enum form_word_kind {
    WORD_END,
    WORD_COMMAND,
    WORD_NAME,
    WORD_INTEGER,
    WORD_FLOAT,
    WORD_STRING,
    WORD_MARK
};

struct form_word {
    enum form_word_kind kind;
    char mark[3]; /* of WORD_MARK */
    uint32_t at, end;
};

struct form_parser {
    struct nf_form_spec *form;
    struct form_word word, last; /* the next one, and the one before */
    uint32_t depth;
    uint32_t names, nodes, constants, lists, steps, groups, regexes, strings; /* capacities */
    enum nf_status status;
    size_t wrong;
    struct nf_error *err;
};

/* lex.c: failures; "found X, expected Y" at the next word, `expected` translated. */
bool nf_form_parser_memory(struct form_parser *p);
bool nf_form_parser_expected(struct form_parser *p, const char *expected);
bool nf_form_parser_fails(struct form_parser *p, uint32_t at, const char *message);
bool nf_form_parser_too_deep(struct form_parser *p, uint32_t at);

/* Reads the next word. */
bool nf_form_parser_next(struct form_parser *p);
/* Whether the present word is a command or a mark. */
bool nf_form_word_is(const struct form_parser *p, const char *text);
/* Reads the next word if the present one is `text`; with `expected`, anything else is wrong. */
bool nf_form_parser_takes(struct form_parser *p, const char *text);
bool nf_form_parser_needs(struct form_parser *p, const char *text, const char *expected);
bool nf_form_parser_opens(struct form_parser *p);

/* expressions.c: each adds a node. */
bool nf_form_parser_constant(struct form_parser *p, const struct form_value *value,
                             uint32_t *number);
bool nf_form_parser_name(struct form_parser *p, uint32_t *name);
bool nf_form_parse_variable(struct form_parser *p, uint32_t *number);
bool nf_form_parse_value(struct form_parser *p, uint32_t *number);
bool nf_form_parse_expression(struct form_parser *p, uint32_t *number);
bool nf_form_parse_test(struct form_parser *p, uint32_t *number);

#endif
