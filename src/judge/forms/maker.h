/* Making inside: the record of a run, what is known of a form beforehand, and the choices. */
#ifndef NF_FORMS_MAKER_H
#define NF_FORMS_MAKER_H

#include "base/rng.h"
#include "judge/forms/forms_internal.h"
#include "judge/forms/regex.h"

/* ---- records: record.c ---- */

enum form_entry_kind {
    ENTRY_NUMBER,    /* of INT */
    ENTRY_REAL,      /* of FLOAT: `value` / 10^`digits` */
    ENTRY_TEXT,      /* of REGEX */
    ENTRY_TEST,      /* of MATCH or ISEOF: 0 or 1 */
    ENTRY_LOOP,      /* iterations follow, up to `next` */
    ENTRY_ITERATION, /* choices and loops, up to `next`; the last one of WHILE is its failed test */
};

/* A run as a tree in the order it ran. What is played from a record is found by its place in the
 * form within its iteration, so that a changed record stays in step. */
struct form_entry {
    union {
        form_integer value; /* of a loop: FORM_NONE, or which entry its count came from */
        struct {
            const char *text; /* in the maker's arena */
            size_t length;
        };
    };
    int64_t low, high; /* of a number, as far as 64 bits go */
    uint32_t place, next;
    uint8_t kind, digits;
    uint32_t step;
};

enum { FORM_MAX_ENTRIES = 1 << 22 };

struct form_record {
    struct form_entry *entries;
    uint32_t count, capacity;
};

/* ---- what is known of a form: plan.c ---- */

enum { PLAN_GUARDS = 4, PLAN_GROUPS = 2 };

/* A part of an assertion that the value of a step decides. */
struct form_guard {
    uint32_t test, step; /* and the step it is at */
    uint32_t condition;  /* of the IF around it, or FORM_NONE */
    uint32_t limit;      /* what it compares the value with, and nothing else; or FORM_NONE */
    uint8_t compares;    /* how: NODE_LESS ... NODE_EQUAL, with the value on the left */
    bool chained;        /* what it asks for has other values of the same name */
};

/* Of each step that draws a value into a variable. */
struct form_site {
    bool count, bound; /* what it draws is how often a loop runs, a bound of others */
    bool computes;     /* a loop, or what is in one, without any choice or output: no record */
    uint8_t guard_count, group_count;
    struct form_guard guards[PLAN_GUARDS];
    uint32_t groups[PLAN_GROUPS]; /* of UNIQUE, whose tuples it completes */
};

struct form_plan {
    struct form_site *sites; /* of each step */
    uint32_t counts;         /* how many of them draw counts */
    bool delimits;           /* whatever is made can be read */
};

struct form_plan *nf_form_plan_new(const struct nf_form_spec *form);
void nf_form_plan_free(struct form_plan *plan);
/* Where the block of an IF at `step` ends, with its ELSE. */
uint32_t nf_form_behind_if(const struct nf_form_spec *form, uint32_t step);
/* Calls `take` for each name a node uses. */
void nf_form_names(const struct nf_form_spec *form, uint32_t node,
                   void (*take)(void *owner, uint32_t name), void *owner);

/* ---- the maker ---- */

enum form_stage { STAGE_ENUMERATED, STAGE_RANDOM, STAGE_LARGEST, STAGE_SIMPLEST };

/* How values are drawn at a place in this case. */
enum form_taste {
    TASTE_NONE,
    TASTE_UNIFORM,
    TASTE_SMALL,
    TASTE_EXTREME,
    TASTE_POOL,
    TASTE_MONOTONE,
    TASTE_LOW,
    TASTE_HIGH
};

struct form_place_taste {
    uint8_t taste;
    uint8_t bias; /* of a test: true in that many of 256; of a text: how uneven */
    uint8_t blamed;
    uint8_t number; /* of a count among the counts */
    uint32_t pool_count;
    form_integer pool[4]; /* or the last value of TASTE_MONOTONE */
};

/* Tuples a UNIQUE has so far, by hash. */
struct form_seen {
    uint64_t *table;
    uint32_t size, count, generation;
    form_integer hint; /* where a free value was found last */
    /* Of a group of one: what was free when draws began to fail, in random order. */
    form_integer *free;
    uint32_t free_count;
    form_integer free_low, free_high;
};

struct form_maker {
    struct form_plan *plan;
    struct form_record record, old;
    uint32_t old_limit;         /* entries from here on are not played */
    uint32_t cursor, level_end; /* in the old record: the present iteration */
    bool replaying;             /* a whole record: what is missing is simplest */
    bool fails;                 /* a case has failed without a record: all have one now */
    bool reading;               /* a text is read and recorded */
    struct {
        uint32_t loop, iteration;                    /* entries; FORM_NONE */
        uint32_t old_iteration, old_loop_end, after; /* of the old record */
        uint32_t resume, resume_end;
        uint64_t target; /* iterations that a WHILE is to have */
    } frames[FORM_MAX_DEPTH + 1];
    /* What may come next: after a MATCH. */
    struct form_bytes next;
    bool next_end, next_any;
    struct nf_text *out;
    struct form_place_taste *tastes; /* of each place */
    struct form_seen *seen;          /* of each group */
    struct nf_text text, shaped;     /* in the making */
    uint32_t latest;
    uint32_t *parts; /* of each name: entry + 1 that had the latest part in it */
    /* Drawing. */
    struct nf_rng rng;
    enum form_stage stage;
    uint64_t size; /* most of a count */
    uint32_t variant;
    uint8_t only_taste; /* the same for all places; TASTE_NONE: each its own */
    /* Enumerating. */
    uint32_t *ranks; /* of each choice of the run */
    uint32_t rank_count, ranks_given, ranks_capacity;
    uint32_t budget, spent;
    uint64_t enumerated; /* how many cases have been found: the next index */
    uint64_t enumerated_runs, enumerated_work;
    bool exhausted;
    /* How a run failed. */
    bool failed_choice; /* some other choices may do */
    uint32_t failed_at; /* entry to go back to */
    uint32_t failed_step;
    bool failed_assert;
    bool over;        /* it costs more than is to be spent, or has no such choice */
    bool over_here;   /* at its last choice */
    uint32_t reached; /* assertions that held */
    uint64_t distance;
    /* Texts. */
    struct form_arena *arena;
    size_t arena_size;
};

/* record.c */
uint32_t nf_form_record_add(struct nf_form_machine *m, uint8_t kind, uint32_t place);
/* The entry of a place in the old record, at the present iteration, or NULL. */
const struct form_entry *nf_form_record_find(struct form_maker *maker, uint32_t place,
                                             uint8_t kind);
bool nf_form_record_begin(struct nf_form_machine *m, const struct form_step *loop);
bool nf_form_record_iterate(struct nf_form_machine *m);
void nf_form_record_leave(struct nf_form_machine *m);
bool nf_form_record_copy(struct form_record *to, const struct form_record *from);
/* A copy of a text that stays as long as the case; NULL: m->status. */
char *nf_form_keep(struct nf_form_machine *m, const char *bytes, size_t size);
/* Makes a copy the text of an entry; false: m->status. */
bool nf_form_entry_keep(struct nf_form_machine *m, struct form_entry *entry, const char *bytes,
                        size_t size);
void nf_form_arena_free(struct form_maker *maker);

/* draw.c */
struct form_place_taste *nf_form_taste(struct form_maker *maker, uint32_t place);
uint64_t nf_form_below(struct form_maker *maker, uint64_t total);
form_integer nf_form_uniform(struct form_maker *maker, form_integer low, form_integer high);
form_integer nf_form_simplest(form_integer low, form_integer high);
/* A value for a place; `size` for counts and bounds. */
form_integer nf_form_draw(struct nf_form_machine *m, uint32_t place, form_integer low,
                          form_integer high, const struct form_site *site);
/* One of `total` in order of their cost, which is their rank; only in STAGE_ENUMERATED. */
uint64_t nf_form_enumerate(struct nf_form_machine *m, uint64_t total);
/* Spends 1 there, for an iteration. */
bool nf_form_spend(struct nf_form_machine *m);
uint64_t nf_form_draw_iterations(struct nf_form_machine *m, uint32_t place);
enum { FORM_TOKENS = 400000 }; /* about what the largest cases have */
/* How often the loops around run, each with the present count. */
uint64_t nf_form_outer(const struct nf_form_machine *m);
/* A count from `low` to `high`, of loops that run `outer` times. */
form_integer nf_form_draw_count(struct nf_form_machine *m, uint32_t place, form_integer low,
                                form_integer high, uint64_t outer);

/* texts.c */

/* Gives some texts that were drawn another shape, if the regular expression matches it: nested
 * pairs of bytes, or the text before this one in the case, changed a little. */
void nf_form_shape_text(struct nf_form_machine *m, const struct form_regex *regex,
                        struct form_matcher *matcher, struct nf_text *text);
/* Appends a random text of a regular expression to `text`; a first byte of `first`, if that can be.
 */
void nf_form_draw_text(struct nf_form_machine *m, const struct form_regex *regex, uint32_t place,
                       struct nf_text *text);
/* The text that is shortest, then lowest. */
void nf_form_shortest_text(struct nf_form_machine *m, const struct form_regex *regex,
                           struct nf_text *text);
/* Makes another text of the same regular expression the text of an entry of a changed record;
 * false: the expression is not constant, or there is no memory. */
bool nf_form_redraw_text(struct nf_form_machine *m, struct form_entry *entry);
void nf_form_begin_case(struct nf_form_machine *m, uint64_t seed, uint64_t index, uint64_t attempt);

/* ahead.c: make `*value` one that later assertions allow, or whose tuples are not there yet; false:
 * none was found. */
/* Any value of the array that one has to be in, by an assertion ahead; NULL: there is no such
 * assertion, or the array has none. */
const struct form_value *nf_form_listed(struct nf_form_machine *m, const struct form_site *site);
bool nf_form_ahead_integer(struct nf_form_machine *m, const struct form_step *step,
                           const struct form_site *site, form_integer low, form_integer high,
                           form_integer *value);
bool nf_form_unique_integer(struct nf_form_machine *m, const struct form_step *step,
                            const struct form_site *site, form_integer low, form_integer high,
                            form_integer *value);
/* Whether later assertions allow a value, as far as can be seen; whether its tuples are new. */
bool nf_form_ahead_holds(struct nf_form_machine *m, const struct form_site *site,
                         const struct form_value *value);
bool nf_form_unique_fresh(struct nf_form_machine *m, const struct form_site *site, uint32_t name,
                          uint32_t cell, const struct form_value *value);
/* Remembers the tuples that a value completes, before it is assigned. */
bool nf_form_unique_take(struct nf_form_machine *m, const struct form_step *step,
                         const struct form_site *site, const struct form_value *value);

/* make.c */
/* Fails so that other choices may do: those that had a part in two nodes, or else the last one. */
bool nf_form_blames(struct nf_form_machine *m, uint32_t node, uint32_t other);
/* The same in parts, with failed_at 0 before: a name, then the end, which fails. */
void nf_form_blame_name(void *maker, uint32_t name);
bool nf_form_blame_end(struct nf_form_machine *m);
struct form_maker *nf_form_maker_of(struct nf_form_machine *m);
void nf_form_maker_free(struct nf_form_machine *m);
bool nf_form_make_token(struct nf_form_machine *m, const struct form_step *step);
/* Writes a byte, if it needs no further thought. */
static inline bool nf_form_make_blank(struct form_maker *maker, char byte)
{
    struct nf_text *const out = maker->out;
    if (maker->reading || !maker->next_any || out->size == out->capacity)
        return false;
    out->data[out->size++] = byte;
    return true;
}
bool nf_form_make_matches(struct nf_form_machine *m, const struct form_node *node,
                          const struct form_value *characters, bool *holds);
bool nf_form_make_loop(struct nf_form_machine *m, const struct form_step *loop);
bool nf_form_make_iteration(struct nf_form_machine *m, const struct form_step *loop);
bool nf_form_make_while(struct nf_form_machine *m, const struct form_step *loop, bool *goes_on);
void nf_form_make_set(struct nf_form_machine *m, const struct form_step *step);
/* Plays the old record up to its limit, then draws; true: a valid case in maker->out. */
bool nf_form_play(struct nf_form_machine *m);
/* Records the run over a text, which must be accepted. */
enum nf_status nf_form_record_text(struct nf_form_machine *m, const struct nf_text *text,
                                   struct nf_error *err);
/* Whether what was made can be read: a form can write what it does not read, two numbers side by
 * side. */
bool nf_form_made_reads(struct nf_form_machine *m);
/* Plays maker->old, a whole changed record. */
bool nf_form_replay(struct nf_form_machine *m);

/* repair.c */
uint64_t nf_form_distance(struct nf_form_machine *m, uint32_t test, bool negated);
bool nf_form_repair(struct nf_form_machine *m);

#endif
