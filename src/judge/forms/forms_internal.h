/* Forms inside: the program a form becomes, its values, and the machine that runs it. */
#ifndef NF_FORMS_INTERNAL_H
#define NF_FORMS_INTERNAL_H

#include "judge/forms/form.h"

#ifndef __SIZEOF_INT128__
#error                                                                                             \
    "ninefold needs integers of 128 bits, as compilers have them for 64-bit machines and WebAssembly"
#endif
__extension__ typedef __int128 form_integer;
__extension__ typedef unsigned __int128 form_unsigned;

/* Limits, each with a message of its own. */
enum {
    FORM_MAX_SOURCE = 1 << 22, /* bytes of a form */
    FORM_MAX_DEPTH = 200,      /* blocks, or parentheses, within each other */
    FORM_MAX_HEIGHT = 500,     /* operators of which each takes the result of another */
    FORM_MAX_NAMES = 1000,     /* variables */
    FORM_MAX_GROUPS = 1000,    /* of variables in UNIQUE or INARRAY */
    FORM_MAX_INDICES = 8,      /* of an array */
    FORM_MAX_CELLS = 1 << 22,  /* values of variables at a time */
    FORM_MAX_REGEX = 1 << 20,  /* steps of a regular expression */
    FORM_MAX_RUN = 1 << 26,    /* steps of a run, besides some for each byte */
    FORM_BYTE_RUN = 64,
};

/* ---- values ---- */

enum form_kind { FORM_NOTHING, FORM_INTEGER, FORM_FLOAT, FORM_STRING };

struct form_value {
    union {
        form_integer integer;
        long double real;
        struct {
            const char *bytes;
            size_t size;
        } string;
    };
    uint8_t kind;
    /* Of a cell: see struct form_variable. */
    uint8_t arity;
    uint32_t generation;
    int64_t key; /* its index, or where its indices are in `tuples` */
};

enum { FORM_DIGITS = 48 }; /* room for an integer, or a float as messages show it */

/* Writes a number, or a short string in quotes, and returns `shown`. */
const char *nf_form_shown(char shown[FORM_DIGITS], const struct form_value *value);
/* Writes an integer to `to`, not terminated, and returns its length, at most 40. */
size_t nf_form_digits(char *to, form_integer integer);

/* Checked arithmetic; false: the result has more than 128 bits. */
bool nf_form_times(form_integer a, form_integer b, form_integer *product);

static inline int form_integer_compare(form_integer a, form_integer b)
{
    return a < b ? -1 : a > b;
}

/* Compares two values of the same sort, integers with floats; false if they cannot be compared. */
bool nf_form_compare(const struct form_value *a, const struct form_value *b, int *order);

/* ---- a form ---- */

enum form_node_kind {
    NODE_CONSTANT, /* `left`: of `constants` */
    NODE_VARIABLE, /* `left`: its name, `right`: first of `count` indices in `lists` */
    NODE_ADD,
    NODE_SUBTRACT,
    NODE_MULTIPLY,
    NODE_DIVIDE,
    NODE_REMAINDER,
    NODE_POWER,
    NODE_NEGATE,
    NODE_STRLEN,
    /* Tests from here on. */
    NODE_LESS,
    NODE_GREATER,
    NODE_AT_MOST,
    NODE_AT_LEAST,
    NODE_EQUAL,
    NODE_OTHER,
    NODE_NOT,
    NODE_AND,
    NODE_OR,
    NODE_MATCH,   /* `left`: the string, `place`: of the choice */
    NODE_ISEOF,   /* `place` */
    NODE_UNIQUE,  /* `left`: of `groups` */
    NODE_INARRAY, /* `left`: the value, `right`: of `groups` */
};

struct form_node {
    uint8_t kind;
    uint8_t count;
    bool unread;      /* of a variable that gets a value: nothing in the form asks for it */
    uint16_t height;  /* how many nodes are above each other in it */
    uint32_t at, end; /* in the source */
    uint32_t left, right;
    uint32_t place;
};

static inline bool form_is_test(const struct form_node *node)
{
    return node->kind >= NODE_LESS;
}

enum form_op {
    FORM_LITERAL, /* STRING, SPACE, NEWLINE: `a` the string */
    FORM_INT,     /* `a` to `b`, into `variable` */
    FORM_REAL,    /* FLOAT; with decimals from `c` to `d` FLOATP */
    FORM_REGEX,   /* `a` the expression; `regex` if that is constant */
    FORM_ASSERT,  /* `a` */
    FORM_SET,     /* `variable` to `a` */
    FORM_UNSET,   /* the name `a` */
    FORM_REP,     /* `a` times, counted in `variable`; `to`: behind the loop; `body`: what follows
                     its separator */
    FORM_WHILE,   /* the same while `a` holds */
    FORM_NEXT,    /* end of the loop that begins at `to` */
    FORM_IF,      /* `a`, else go to `to` */
    FORM_GO,
    FORM_EOF,
};

#define FORM_NONE UINT32_MAX
enum form_style { FORM_ANY_STYLE, FORM_FIXED, FORM_SCIENTIFIC };

struct form_step {
    uint8_t op, style;
    uint32_t at, end; /* in the source: the command with its arguments */
    uint32_t a, b, c, d;
    uint32_t variable; /* a node, or FORM_NONE */
    uint32_t to, body;
    uint32_t place; /* of its choice, or of its loop in the record */
    uint32_t regex;
};

/* Variables of which tuples are looked up: by UNIQUE, or one of them by INARRAY. */
struct form_group {
    uint32_t first, count; /* names in `lists` */
};

struct form_regex;

struct nf_form_spec {
    struct nf_input source; /* a copy; so is its name */
    char *name;
    char (*names)[32];
    uint32_t name_count;
    struct form_node *nodes;
    uint32_t node_count;
    struct form_value *constants; /* strings are in `bytes` */
    uint32_t constant_count;
    uint32_t *lists; /* nodes of indices, names of groups */
    uint32_t list_count;
    struct form_step *steps;
    uint32_t step_count;
    struct form_group *groups;
    uint32_t group_count;
    struct form_regex **regexes;
    uint32_t regex_count;
    uint32_t places; /* how many choices and loops there are */
    char **strings;
    uint32_t string_count;
};

/* The line of the form that has the byte at `at` of its source, from 1. */
static inline size_t nf_form_line_of(const struct nf_form_spec *form, uint32_t at)
{
    return (size_t)nf_newlines(form->source.data, at) + 1;
}

/* Grows `*list`, of `each` bytes a member, to hold `wanted`, and at least to twice its size; false
 * without memory. */
bool nf_form_reserve(void *list, uint32_t *capacity, size_t wanted, size_t each);
/* The same for `count` + 1. Nearly always there is room: that is seen where it is called. */
static inline bool nf_form_grow(void *list, uint32_t *capacity, size_t count, size_t each)
{
    return count < *capacity || nf_form_reserve(list, capacity, count + 1, each);
}

/* ---- regular expressions: regex.c ---- */

/* Parses an extended regular expression. Without one, `*wrong` is where it is wrong, from 0, and
 * `*expected` a translated text, or NULL without memory. */
struct form_regex *nf_form_regex_parse(const char *bytes, size_t size, size_t *wrong,
                                       const char **expected);
void nf_form_regex_free(struct form_regex *regex);

/* Matches it, remembering what it has found out about it so far. */
struct form_matcher;
struct form_matcher *nf_form_matcher_new(const struct form_regex *regex);
void nf_form_matcher_free(struct form_matcher *matcher);

/* The length of the longest text at `bytes` that it matches; -1: none; -2: no memory; -3: it
 * would take more than `most` steps. Adds to `*steps` what it took. */
ptrdiff_t nf_form_matcher_longest(struct form_matcher *matcher, const char *bytes, size_t size,
                                  uint64_t *steps, uint64_t most);

/* ---- variables: values.c ---- */

/* A name's values, by indices. Each has a cell, which stays when its value goes. Cells whose
 * generation is not the variable's have none. */
struct form_variable {
    struct form_value *cells;
    uint32_t count, capacity;
    uint32_t single; /* cell + 1 of the name without indices */
    uint32_t *dense; /* cell + 1 of index 0, 1, ... */
    uint32_t dense_capacity;
    uint32_t *hashed; /* cell + 1 of all others */
    uint32_t hashed_size, hashed_count;
    int64_t *tuples;
    uint32_t tuple_count, tuple_capacity;
    uint32_t generation;
    uint32_t *order; /* cells with a value, as they got one */
    uint32_t order_count, order_capacity;
    uint32_t on_trial; /* the last so many of them are given for a trial: see ahead.c */
    uint32_t changes;  /* of values that were there already */
};

/* The value of a name without indices, or NULL. */
static inline const struct form_value *form_single(const struct form_variable *v)
{
    const struct form_value *const value = v->single == 0 ? NULL : &v->cells[v->single - 1];
    return value != NULL && value->generation == v->generation ? value : NULL;
}

/* What tuples a group has so far. */
struct form_set {
    uint32_t *table; /* position in the order of the first variable + 1 */
    uint32_t size, capacity;
    uint32_t taken;      /* positions that were taken in: none that is on trial */
    uint32_t duplicate;  /* position + 1 of the first tuple that was there before */
    uint32_t generation; /* of the first variable */
    uint32_t changes;    /* of all variables */
    bool unequal;        /* a position of the first variable that another one does not have */
};

/* The cell of `name` at some indices; with `make` a new one if there is none. FORM_NONE: there is
 * none, or, with `make`, m->status. */
struct nf_form_machine;
uint32_t nf_form_cell(struct nf_form_machine *m, uint32_t name, const int64_t *indices,
                      uint32_t count, bool make);
void nf_form_unset(struct nf_form_machine *m, uint32_t name);
/* Brings a group's set up to date; false: m->status. */
bool nf_form_set_update(struct nf_form_machine *m, uint32_t group);
/* The cell that variable `which` of a group has at a position of the first one; FORM_NONE. */
uint32_t nf_form_set_cell(const struct nf_form_machine *m, uint32_t group, uint32_t which,
                          uint32_t position);
/* The cell of `name` at the same indices as a cell of another name; FORM_NONE: it has no value. */
uint32_t nf_form_cell_like(const struct nf_form_machine *m, uint32_t name, uint32_t other,
                           uint32_t cell);
uint64_t nf_form_hash(uint64_t hash, const struct form_value *value);
/* Whether a group of one variable has a value. */
bool nf_form_set_has(const struct nf_form_machine *m, uint32_t group,
                     const struct form_value *value);
void nf_form_variables_reset(struct nf_form_machine *m);
void nf_form_variables_free(struct nf_form_machine *m);
/* Writes a cell's name with its indices. */
enum { FORM_NAMED = 32 + 24 * FORM_MAX_INDICES };
const char *nf_form_cell_named(const struct nf_form_machine *m, uint32_t name, uint32_t cell,
                               char named[FORM_NAMED]);

/* ---- the machine: machine.c ---- */

struct form_frame {
    uint32_t step;
    uint64_t i, count;
};

struct form_maker; /* maker.h */

struct nf_form_machine {
    const struct nf_form_spec *form;
    struct form_maker *maker; /* NULL, until a case is made */
    bool making;              /* choices are drawn, played or recorded: not a plain check */
    bool recording;           /* and they are kept: see struct form_record */
    struct form_variable *variables;
    struct form_set *sets;
    struct form_matcher **matchers;
    struct {
        struct form_regex *regex;
        char *bytes;
        size_t size;
    } dynamic; /* the last regular expression that is not constant */
    struct form_matcher *dynamic_matcher;
    struct form_frame frames[FORM_MAX_DEPTH + 1];
    uint32_t depth;
    uint64_t steps, most_steps;
    uint64_t max_run; /* FORM_MAX_RUN; less in tests */
    uint32_t cells;   /* of all variables */
    uint32_t pc;
    /* Of reading. */
    const struct nf_input *input;
    const char *at, *end;
    const char *token; /* where the last one begins that was not a literal */
    /* How it ended. */
    enum nf_status status;
    struct nf_error *err;
};

/* What most bounds, indices and texts are, without a call: a constant, or a variable without
 * indices; else, or if it has no value, NULL. */
static inline const struct form_value *form_known(const struct nf_form_machine *m, uint32_t number)
{
    const struct form_node *const node = &m->form->nodes[number];
    if (node->kind == NODE_CONSTANT)
        return &m->form->constants[node->left];
    return node->kind == NODE_VARIABLE && node->count == 0 ? form_single(&m->variables[node->left])
                                                           : NULL;
}

/* Index `i` of a variable, if that is known and has at most 64 bits. */
static inline const struct form_value *form_index(const struct nf_form_machine *m,
                                                  const struct form_node *node, uint32_t i)
{
    const struct form_value *const index = form_known(m, m->form->lists[node->right + i]);
    const bool fits =
        index != NULL && index->kind == FORM_INTEGER && index->integer == (int64_t)index->integer;
    return fits ? index : NULL;
}

/* Fails: at a place of the form, or of the input. All return false. */
__attribute__((format(printf, 3, 4))) bool nf_form_fails(struct nf_form_machine *m, uint32_t at,
                                                         const char *format, ...);
bool nf_form_fails_memory(struct nf_form_machine *m);
bool nf_form_fails_steps(struct nf_form_machine *m);

/* Evaluates an expression, a test; false: it failed. */
bool nf_form_evaluate_slow(struct nf_form_machine *m, uint32_t node, struct form_value *value);
static inline bool nf_form_evaluate(struct nf_form_machine *m, uint32_t node,
                                    struct form_value *value)
{
    const struct form_value *const known = form_known(m, node);
    if (known == NULL)
        return nf_form_evaluate_slow(m, node, value);
    *value = *known;
    return true;
}
bool nf_form_test(struct nf_form_machine *m, uint32_t node, bool *holds);
bool nf_form_evaluate_integer_slow(struct nf_form_machine *m, uint32_t node, form_integer *integer);
static inline bool nf_form_evaluate_integer(struct nf_form_machine *m, uint32_t node,
                                            form_integer *integer)
{
    const struct form_value *const known = form_known(m, node);
    if (known == NULL || known->kind != FORM_INTEGER)
        return nf_form_evaluate_integer_slow(m, node, integer);
    *integer = known->integer;
    return true;
}
bool nf_form_evaluate_string(struct nf_form_machine *m, uint32_t node, struct form_value *value);
/* A number; integers become floats. */
bool nf_form_evaluate_real(struct nf_form_machine *m, uint32_t node, struct form_value *value);
/* Finds a variable's name and cell, with `make` a new one. */
bool nf_form_place_slow(struct nf_form_machine *m, uint32_t node, bool make, uint32_t *name,
                        uint32_t *cell);
static inline bool nf_form_place(struct nf_form_machine *m, uint32_t number, bool make,
                                 uint32_t *name, uint32_t *cell)
{
    const struct form_node *const node = &m->form->nodes[number];
    const struct form_variable *const v = &m->variables[node->left];
    *name = node->left;
    if (node->count == 0 && v->single != 0) {
        *cell = v->single - 1;
        return true;
    }
    if (node->count != 1)
        return nf_form_place_slow(m, number, make, name, cell);
    /* Of one index, which nearly always is a plain variable. */
    const struct form_value *const index = form_index(m, node, 0);
    if (index == NULL)
        return nf_form_place_slow(m, number, make, name, cell);
    const int64_t key = (int64_t)index->integer;
    *cell = (uint64_t)key < v->dense_capacity ? v->dense[key] - 1 : FORM_NONE;
    if (*cell == FORM_NONE)
        *cell = nf_form_cell(m, node->left, &key, 1, make);
    return *cell != FORM_NONE || m->status == NF_OK;
}

/* Gives a cell a value; false without memory. */
static inline bool nf_form_cell_set(struct nf_form_machine *m, uint32_t name, uint32_t cell,
                                    const struct form_value *value)
{
    struct form_variable *const v = &m->variables[name];
    if (v->cells[cell].generation == v->generation) {
        v->changes++;
    } else {
        if (!nf_form_grow(&v->order, &v->order_capacity, v->order_count, sizeof *v->order))
            return nf_form_fails_memory(m);
        v->order[v->order_count++] = cell;
        v->cells[cell].generation = v->generation;
    }
    v->cells[cell].integer = value->integer;
    v->cells[cell].kind = value->kind;
    return true;
}

bool nf_form_assign_kept(struct nf_form_machine *m, uint32_t node, const struct form_value *value);
/* Gives a variable a value, which is kept if anything asks for it. */
static inline bool nf_form_assign(struct nf_form_machine *m, uint32_t number,
                                  const struct form_value *value)
{
    const struct form_node *const node = &m->form->nodes[number];
    if (node->unread) { /* its indices must have values all the same */
        uint32_t i = 0;
        while (i < node->count && form_index(m, node, i) != NULL)
            i++;
        if (i == node->count)
            return true;
    }
    return nf_form_assign_kept(m, number, value);
}

/* Runs the form from its first step; false: it failed. */
bool nf_form_run(struct nf_form_machine *m);

/* The regular expression of a REGEX step, which may be a variable, and where its matcher belongs;
 * NULL: it failed. */
const struct form_regex *nf_form_regex_of(struct nf_form_machine *m, const struct form_step *step,
                                          struct form_matcher ***matcher);
/* Its matcher; NULL: it failed. */
struct form_matcher *nf_form_matcher_of(struct nf_form_machine *m, const struct form_step *step);

/* ---- reading: read.c ---- */

/* A token, EOF or ASSERT. */
bool nf_form_read_token(struct nf_form_machine *m, const struct form_step *step);
/* Reads digits; false: more than 128 bits. */
bool nf_form_read_digits(const char *at, const char *end, form_integer *integer);
bool nf_form_read_matches(const struct nf_form_machine *m, const struct form_value *characters);

#endif
