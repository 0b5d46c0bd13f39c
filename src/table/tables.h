/* Statistics as typed tables. Who counts something describes it once: columns that have a name, a
 * unit and a kind, rows of numbers, sentences about them, and what to draw of them. All forms in
 * which a run is shown are made of these (forms.h, html/).
 *
 * A table is begun, then its cells are given row by row, from left to right; the first columns of a
 * row, its keys, name it and are not in any other row. */
#ifndef NF_TABLES_H
#define NF_TABLES_H

#include "base/stats/estimate.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum nf_kind {
    NF_KEY,        /* names the row: a text, or a number that counts nothing, as a seat */
    NF_TEXT,       /* more about the row */
    NF_CODE,       /* a text to be copied: a command, a digest */
    NF_NAME,       /* a number that names something: a seed, the index of a game */
    NF_COUNT,      /* a whole number of the unit */
    NF_SHARE,      /* from 0 to 1; percent for people */
    NF_DIFFERENCE, /* between two shares, from -1 to 1; percentage points with a sign for people */
    NF_REAL,       /* any other */
    NF_CHANCE,     /* how probable chance makes what was found: a p value */
};

/* Whether a 95% interval goes with a number. */
enum nf_interval {
    NF_NO_INTERVAL,
    NF_INTERVAL,
    NF_INTERVAL_ASIDE, /* which the terminal leaves out */
};

/* Strings are borrowed and must outlive the tables, here and below; see nf_tables_text. */
struct nf_column {
    const char *name;  /* lower case words joined by '_', unique in its table */
    const char *title; /* for people, short; in a table in the language chosen, */
    const char *plain; /* and there in English: nf_tables_begin() sets it */
    const char *unit;  /* "rounds", "share of rounds"; NULL: it has none */
    enum nf_kind kind;
    enum nf_interval interval;
    bool aside; /* not in the terminal's table, for it is long or follows from the others */
    bool again; /* not in the table of the page, which shows it elsewhere */
    bool bar;   /* the terminal shows it as a bar, too */
    bool noted; /* the terminal shows it in colour */
    int digits; /* behind the decimal point for people; 0: 3 of percentages, 2 of numbers */
};

/* A column in short; its kind may be followed by further members: NF_SHARE, .bar = true. */
#define NF_COLUMN(name_, title_, unit_, ...)                                                       \
    {                                                                                              \
        .name = name_, .title = title_, .unit = unit_, .kind = __VA_ARGS__                         \
    }

enum nf_chart_kind {
    NF_NO_CHART,
    NF_DOTS,      /* a dot with its interval for each row; the axis shows what range there is */
    NF_BARS,      /* a bar from zero for each row */
    NF_HISTOGRAM, /* the same on an axis of numbers: each bar reaches from its first key to the
                     second, or is as wide as 1 */
    NF_LINE,      /* a line through the rows; their key, or the middle of their two keys, is x */
    NF_AREAS,     /* shares of a whole, one upon the other, over the same axis */
    NF_STRIPS,    /* a horizontal bar for each row; of several series shares of a whole in it */
    NF_HEAT,      /* coloured cells; of two keys the first names the row, the second the column */
};

enum { NF_MAX_COLUMNS = 24, NF_MAX_SERIES = 6, NF_MAX_CHARTS = 2, NF_MAX_HEADLINES = 4 };

/* What to draw of a table. */
struct nf_chart {
    enum nf_chart_kind kind;
    const char *title;                 /* for people; NULL: the table's */
    const char *x, *y;                 /* what the axes show: "seat", "share of rounds" */
    const char *values[NF_MAX_SERIES]; /* names of columns, each a series; of a heat map one */
    double reference;                  /* a value to draw a line at, for a heat map its middle */
    const char *reference_is;          /* "if all seats were alike"; NULL: there is none */
    const char *expected;              /* of bars: the column of what each was expected to be */
    const char *expected_is;           /* "share in the deck"; NULL: there is none */
    double kink;                       /* on an axis of numbers: a place to draw a line at */
    const char *kink_is;               /* "all have played once"; NULL: there is none */
    const char *about;                 /* sentences on how to read it; NULL: none */
    size_t rows;                       /* only that many are drawn; 0: all */
    bool log;                          /* the axis of values is logarithmic */
};

/* How people are shown a table. */
enum nf_layout {
    NF_ROWS,
    NF_LINE_OF_TEXT, /* of one row at most, in one line */
    NF_CROSS, /* of two keys: the first down, the second across, the last column in the cells */
};

struct nf_about {
    const char *name; /* as a column's; unique among the tables of a run */
    const char
        *title; /* for people: "Rounds lost by each seat"; in a table in the language chosen */
    const char *plain; /* there in English: nf_tables_begin() sets it */
    enum nf_layout layout;
    bool aside;   /* the terminal leaves it out: it is long */
    bool beside;  /* in the terminal at the right of the table before, if there is room */
    bool exact;   /* its numbers are no estimates of anything, so there are no intervals to show */
    bool nonzero; /* the terminal leaves out rows of zeros */
    size_t top;   /* the terminal shows so many rows, of NF_CROSS first keys; 0: all */
    struct nf_chart charts[NF_MAX_CHARTS];
};

struct nf_cell {
    enum { NF_CELL_UNKNOWN, NF_CELL_TEXT, NF_CELL_COUNT, NF_CELL_NUMBER } is;
    const char *text, *shown; /* for programs, and for people in the language chosen */
    uint64_t count;
    double number, low, high; /* low and high are NAN where there is no interval */
    enum nf_method method;    /* of the interval */
};

/* A sentence about a table, in English and in the language chosen. */
struct nf_note {
    const char *plain, *shown;
};

struct nf_table {
    struct nf_about about;
    struct nf_column columns[NF_MAX_COLUMNS];
    size_t width, keys; /* columns; those of them that are keys */
    struct nf_cell *cells;
    size_t count, capacity;
    struct nf_note *notes;
    size_t notes_count, notes_capacity;
};

/* What a page leads with: a number as people read it, and what it is of. */
struct nf_headline {
    const char *number, *words;
};

/* A growing list, {0} to start with; belongs to one thread. When memory runs out `failed` is set
 * and further calls do nothing: so callers check once. */
struct nf_tables {
    struct nf_table *list;
    size_t count, capacity;
    char **texts; /* that they own */
    size_t texts_count, texts_capacity;
    const char *answer; /* a sentence or two: what was found; NULL: nothing was */
    struct nf_headline headlines[NF_MAX_HEADLINES];
    size_t headlines_count;
    bool failed;
};

/* Frees the tables and their texts, and sets `tables` to {0}. */
void nf_tables_free(struct nf_tables *tables);

/* Begins a table, into which the following cells and notes go; `columns` ends with one without a
 * name. The texts for people in `about` and `columns` are translated. */
void nf_tables_begin(struct nf_tables *tables, const struct nf_about *about,
                     const struct nf_column *columns);

/* Append the next cell, whose kind must be that of the column: a text, which is copied; a text as
 * programs read it and in the language chosen, both copied; a count; a number, unknown if it is not
 * finite; a number with its interval; nothing known. */
void nf_cell_text(struct nf_tables *tables, const char *text);
void nf_cell_words(struct nf_tables *tables, const char *text, const char *shown);
void nf_cell_count(struct nf_tables *tables, uint64_t count);
void nf_cell_number(struct nf_tables *tables, double number);
void nf_cell_estimate(struct nf_tables *tables, struct nf_estimate estimate);
void nf_cell_unknown(struct nf_tables *tables);

/* Appends a cell of a name from outside, made safe to print, of which at most the last `most`
 * columns are shown, 4 or more. */
void nf_cell_shown(struct nf_tables *tables, const char *name, size_t most);

/* Appends a cell of a share without an interval; unknown where `whole` is 0. */
void nf_cell_share(struct nf_tables *tables, uint64_t part, uint64_t whole);

/* Adds a sentence to the table begun last, for people who look at it in any form. The format is
 * translated. */
__attribute__((format(printf, 2, 3))) void nf_tables_note(struct nf_tables *tables,
                                                          const char *format, ...);

/* Adds the table "seats_alike" with the result of the test, or where it is not known the note
 * `why_not`, a format that may print how many games are `needed`. */
__attribute__((format(printf, 3, 0))) void nf_tables_alike(struct nf_tables *tables,
                                                           const struct nf_alike *alike,
                                                           const char *why_not, uint32_t needed);

/* Adds a table of games by a number, called `key`: a row for each number i from `low` to `count` -
 * 1, or for the name that `name_of` returns if that is not NULL, with games[i] and its share of all
 * `count`, in `unit`: "share of games". */
void nf_tables_games(struct nf_tables *tables, const struct nf_about *about, const char *key,
                     const char *unit, const uint64_t *games, uint32_t low, uint32_t count,
                     const char *(*name_of)(unsigned i));

/* Adds a table of one row: how many `unit` (turns) there were of each of something. */
void nf_tables_lengths(struct nf_tables *tables, const char *name, const char *title,
                       const char *unit, const struct nf_lengths *lengths);

/* Adds a number that the page leads with, NF_MAX_HEADLINES at most; `number` must live as long as
 * the tables, `words` for ever. */
void nf_tables_headline(struct nf_tables *tables, const char *number, const char *words);

/* Returns how sure it is that seats differ, a sentence at the end of an answer, which the tables
 * own. */
const char *nf_tables_differ(struct nf_tables *tables, const struct nf_alike *alike);

/* Returns a text that the tables own; "" without memory. The format is translated by the caller. */
__attribute__((format(printf, 2, 3))) const char *nf_tables_text(struct nf_tables *tables,
                                                                 const char *format, ...);

/* ---- reading: thread-safe while nobody adds; what is returned belongs to the tables ---- */

/* Return the number of rows; and a cell of them, which must be there. */
size_t nf_table_rows(const struct nf_table *table);
const struct nf_cell *nf_table_cell(const struct nf_table *table, size_t row, size_t column);

/* Return the table of that name, NULL if there is none; the place of a column, which must be there.
 */
const struct nf_table *nf_tables_find(const struct nf_tables *tables, const char *name);
size_t nf_table_column(const struct nf_table *table, const char *name);

/* Returns whether two keys are the same. */
bool nf_cell_same(const struct nf_cell *a, const struct nf_cell *b);

/* Returns how many rows from the first on have its first key: the columns of a cross. */
size_t nf_table_across(const struct nf_table *table);

/* Returns whether the column's interval is shown to people: some cell has one, or might have one.
 */
bool nf_table_interval(const struct nf_table *table, size_t column);

/* For programs each number with an interval makes three fields: itself, the low and the high end,
 * called NAME, NAME_low and NAME_high. */
enum nf_end { NF_VALUE, NF_LOW, NF_HIGH };
struct nf_field {
    size_t column;
    enum nf_end end;
};
enum { NF_MAX_FIELDS = 3 * NF_MAX_COLUMNS };

/* Fills the list of a table's fields; returns how many there are. */
size_t nf_table_fields(const struct nf_table *table, struct nf_field fields[NF_MAX_FIELDS]);

/* Return "", "_low" or "_high"; and the number of a cell that it stands for, NAN if unknown. */
const char *nf_end_name(enum nf_end end);
double nf_cell_value(const struct nf_cell *cell, enum nf_end end);

/* Return the name of a kind, "share", and that of an interval's method, "clopper-pearson". */
const char *nf_kind_name(enum nf_kind kind);
const char *nf_method_name(enum nf_method method);

#endif
