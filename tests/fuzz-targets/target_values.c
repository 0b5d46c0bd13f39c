/* Values of options: numbers, seeds, durations, sizes and words. Each form is read here a second
 * time, the plain way. */
#include "cli/options.h"
#include "fuzz_target.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct places {
    uint64_t wide;
    uint32_t narrow;
    const char *string;
    bool flag;
};

static bool word(const void *options, size_t i, struct nf_word *found)
{
    static const char *const words[] = {"auto", "reference", "portable"};
    (void)options;
    if (i >= sizeof words / sizeof *words)
        return false;
    *found = (struct nf_word){words[i], NULL};
    return true;
}

static const struct nf_option rows[] = {
    {.name = "players", .type = NF_NUMBER, NF_INTO(struct places, narrow), .low = 1, .high = 30},
    {.name = "first", .type = NF_NUMBER, NF_INTO(struct places, wide)},
    {.name = "games", .type = NF_NUMBER, NF_INTO(struct places, wide), .low = 1, .high = INT64_MAX},
    {.name = "deck", .type = NF_NUMBER, NF_INTO(struct places, narrow), .high = UINT32_MAX},
    {.name = "seed", .type = NF_SEED, NF_INTO(struct places, wide)},
    {.name = "time", .type = NF_DURATION, NF_INTO(struct places, wide), .low = 1},
    {.name = "tl", .type = NF_DURATION, NF_INTO(struct places, wide), .high = 3600000000000},
    {.name = "ml", .type = NF_SIZE, NF_INTO(struct places, wide), .low = 1 << 20},
    {.name = "save", .argument = "FILE", .type = NF_STRING, NF_INTO(struct places, string)},
    {.name = "kernel", .type = NF_CHOICE, NF_INTO(struct places, string), .word = word},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* A number with a unit, by the rows' types. */
static bool number_plainly(enum nf_option_type type, const char *text, uint64_t *number)
{
    static const struct {
        enum nf_option_type type;
        const char *name;
        uint64_t factor;
    } units[] = {
        {NF_NUMBER, "", 1},
        {NF_NUMBER, "k", 1000},
        {NF_NUMBER, "M", 1000000},
        {NF_NUMBER, "G", 1000000000},
        {NF_DURATION, "ms", 1000000},
        {NF_DURATION, "s", 1000000000},
        {NF_DURATION, "m", 60000000000},
        {NF_DURATION, "h", 3600000000000},
        {NF_SIZE, "", 1},
        {NF_SIZE, "k", 1024},
        {NF_SIZE, "K", 1024},
        {NF_SIZE, "M", 1048576},
        {NF_SIZE, "G", 1073741824},
    };
    if (!nf_fuzz_digits(&text, 10, number))
        return false;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (units[i].type == type && strcmp(units[i].name, text) == 0) {
            const bool fits = *number <= UINT64_MAX / units[i].factor;
            *number *= units[i].factor;
            return fits;
        }
    return false;
}

static bool value_plainly(const struct nf_option *row, const char *text, uint64_t *number)
{
    struct nf_word found;
    const bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    *number = 0;
    switch (row->type) {
    case NF_FLAG: return true;
    case NF_STRING: return text[0] != '\0';
    case NF_CHOICE:
        for (size_t i = 0; word(NULL, i, &found); i++)
            if (strcmp(found.name, text) == 0)
                return true;
        return false;
    case NF_SEED:
        text += hexadecimal ? 2 : 0;
        return nf_fuzz_digits(&text, hexadecimal ? 16 : 10, number) && *text == '\0' &&
               *number <= INT64_MAX;
    case NF_NUMBER:
    case NF_DURATION:
    case NF_SIZE: break;
    }
    return number_plainly(row->type, text, number) && *number >= row->low &&
           (row->high == 0 || *number <= row->high);
}

static uint64_t stored(const struct nf_option *row, const struct places *places)
{
    return row->size == sizeof places->narrow ? places->narrow : places->wide;
}

/* The value as it would be typed, which is the value again. */
static void check_retyped(const struct nf_option *row, uint64_t number)
{
    static const uint64_t millisecond = 1000000;
    struct places places = {0};
    char text[64];
    if (row->type == NF_DURATION)
        snprintf(text, sizeof text, "%" PRIu64 "ms", number / millisecond);
    else if (row->type == NF_SEED)
        snprintf(text, sizeof text, "0x%" PRIx64, number);
    else
        snprintf(text, sizeof text, "%" PRIu64, number);
    nf_fuzz_require(nf_cli_store(row, text, &places) && stored(row, &places) == number,
                    "--%s %s is read otherwise", row->name, text);
}

/* The first byte says which option. */
void nf_fuzz_values(const char *bytes, size_t size)
{
    if (size == 0)
        return;
    const struct nf_option *const row = &rows[(unsigned char)bytes[0] % ROWS];
    char *const text = nf_fuzz_string(bytes + 1, size - 1);
    struct places places = {0};
    struct nf_text expected = {0};
    uint64_t number;
    const bool right = value_plainly(row, text, &number);
    nf_fuzz_require(nf_cli_store(row, text, &places) == right, "--%s %s is %s", row->name, text,
                    right ? "refused" : "accepted");
    if (row->type == NF_STRING || row->type == NF_CHOICE) {
        nf_fuzz_require((places.string == text) == right, "--%s is not what was typed", row->name);
    } else if (right) {
        nf_fuzz_require(stored(row, &places) == number, "--%s %s is read as %" PRIu64, row->name,
                        text, stored(row, &places));
        check_retyped(row, number);
    }
    nf_cli_expected(&expected, row, &places);
    nf_fuzz_require(expected.size > 0, "nothing is expected of --%s", row->name);
    nf_text_free(&expected);
    free(text);
}
