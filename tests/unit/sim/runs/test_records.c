/* The rows of run --records. */
/* valgrind: quick enough to be run under it as well */
#include "sim/runs/records.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 3, COLUMNS = 4 };

/* A game whose records are the rows themselves. */
static const char *const words[] = {"draw", "self-drawn", "X wins"};
static const struct nf_record_column columns[] = {
    {.name = "first"},
    {.name = "end", .words = words, .count = 3},
    {.name = "a_long_name_of_a_column_1"},
    {.name = "last"},
    {.name = NULL},
};

static uint32_t count_rows(const struct nf_setup *setup)
{
    return setup->params.rounds;
}

static void copy(const struct nf_setup *setup, const uint32_t *record, uint32_t *values)
{
    memcpy(values, record, setup->params.rounds * COLUMNS * sizeof *values);
}

static const struct nf_record_ops ops = {.columns = columns, .rows = count_rows, .fill = copy};
static const struct nf_game game = {.name = "rows", .records = &ops};
static const struct nf_setup setup = {&game, {.rounds = ROWS}};

/* Numbers of all lengths, and none. */
static uint32_t draw(uint64_t *state, const struct nf_record_column *column)
{
    if (nf_test_between(state, 0, 9) == 0)
        return NF_RECORD_NONE;
    if (column->words != NULL)
        return nf_test_between(state, 0, column->count - 1);
    const uint32_t number = (uint32_t)nf_test_random(state) >> nf_test_between(state, 0, 31);
    return number == NF_RECORD_NONE ? 0 : number;
}

static void put_value(struct nf_text *text, uint32_t value, uint32_t column, bool csv)
{
    if (value == NF_RECORD_NONE)
        nf_text_string(text, csv ? "" : "null");
    else if (columns[column].words != NULL)
        nf_text_format(text, csv ? "%s" : "\"%s\"", words[value]);
    else
        nf_text_format(text, "%" PRIu32, value);
}

/* The rows, written apart from the way under test. */
static void print_rows(struct nf_text *text, uint64_t index, const uint32_t *values, bool csv)
{
    for (uint32_t row = 0; row < ROWS; row++) {
        nf_text_format(text, csv ? "%" PRIu64 : "{\"index\":%" PRIu64, index);
        for (uint32_t i = 0; i < COLUMNS; i++) {
            nf_text_string(text, ",");
            if (!csv)
                nf_text_format(text, "\"%s\":", columns[i].name);
            put_value(text, values[row * COLUMNS + i], i, csv);
        }
        nf_text_string(text, csv ? "\n" : "}\n");
    }
}

/* Makes a style, and room of its most bytes, so that a sanitizer sees more. */
static char *open_style(struct nf_record_style *style, int form)
{
    assert_ok(nf_record_style_make, style, &setup, (enum nf_record_form)form);
    char *const room = malloc(style->most);
    assert_non_null(room);
    return room;
}

TEST(rows_are_what_printf_makes_of_them)
{
    uint64_t seed = nf_test_seed();
    for (int form = NF_RECORDS_CSV; form <= NF_RECORDS_NDJSON; form++) {
        FREED_BY(nf_record_style_free) struct nf_record_style style;
        FREED_BY(nf_test_free) char *const room = open_style(&style, form);
        for (uint32_t i = 0; i < nf_test_often(20000, 20000, 1000000); i++) {
            uint32_t values[ROWS * COLUMNS];
            FREED_BY(nf_text_free) struct nf_text wanted = {0};
            const uint64_t index = nf_test_random(&seed) >> nf_test_between(&seed, 0, 63);
            for (uint32_t at = 0; at < ROWS * COLUMNS; at++)
                values[at] = draw(&seed, &columns[at % COLUMNS]);
            print_rows(&wanted, index, values, form == NF_RECORDS_CSV);
            const size_t size = (size_t)(nf_record_put(&style, index, values, room) - room);
            assert_true(size <= style.most);
            assert_int_equal(size, wanted.size);
            assert_memory_equal(room, wanted.data, size);
        }
    }
}

TEST(the_longest_row_has_room)
{
    for (int form = NF_RECORDS_CSV; form <= NF_RECORDS_NDJSON; form++) {
        FREED_BY(nf_record_style_free) struct nf_record_style style;
        FREED_BY(nf_test_free) char *const room = open_style(&style, form);
        uint32_t values[ROWS * COLUMNS];
        for (uint32_t at = 0; at < ROWS * COLUMNS; at++)
            values[at] = columns[at % COLUMNS].words != NULL ? 1 : NF_RECORD_NONE - 1;
        assert_true((size_t)(nf_record_put(&style, UINT64_MAX, values, room) - room) + NF_PIECE <=
                    style.most);
    }
}

TEST(every_game_names_its_columns_in_words_that_need_no_quotes)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
    static const char others[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ -";
    for (size_t g = 0; nf_games[g] != NULL; g++) {
        const struct nf_record_ops *const records = nf_games[g]->records;
        size_t count = 0;
        for (; records->columns[count].name != NULL; count++) {
            const struct nf_record_column *const column = &records->columns[count];
            assert_int_equal(strspn(column->name, letters), strlen(column->name));
            assert_non_null(column->help);
            assert_string_not_equal(column->name, "index");
            for (size_t before = 0; before < count; before++)
                assert_string_not_equal(column->name, records->columns[before].name);
            for (uint32_t word = 0; word < column->count; word++)
                for (const char *at = column->words[word]; *at != '\0'; at++)
                    assert_true(strchr(letters, *at) != NULL || strchr(others, *at) != NULL);
        }
        assert_in_range(count, 1, NF_MAX_RECORD_COLUMNS);
    }
}
