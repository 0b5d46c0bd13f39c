/* Words of options: values, parts of a range and shares of one, lists of numbers and names. Each
 * form is read here a second time, the plain way. */
#include "bench/bench_suite.h"
#include "cli/options.h"
#include "commands/parts/bench_lists.h"
#include "commands/parts/common.h"
#include "commands/parts/long_run.h"
#include "fuzz_target.h"

#include <inttypes.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- values: numbers, seeds, durations, sizes and words ---- */

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

uint64_t nf_fuzz_number(const struct nf_option *row, const void *options)
{
    const void *const place = (const char *)options + row->offset;
    return row->size == sizeof(uint32_t) ? *(const uint32_t *)place : *(const uint64_t *)place;
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
    nf_fuzz_require(nf_cli_store(row, text, &places) && nf_fuzz_number(row, &places) == number,
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
        const uint64_t found = nf_fuzz_number(row, &places);
        nf_fuzz_require(found == number, "--%s %s is read as %" PRIu64, row->name, text, found);
        check_retyped(row, number);
    }
    nf_cli_expected(&expected, row, &places);
    nf_fuzz_require(expected.size > 0, "nothing is expected of --%s", row->name);
    nf_text_free(&expected);
    free(text);
}

/* ---- parts of a range ---- */

static const char *nothing_typed(const void *owner, const char *name)
{
    (void)owner;
    (void)name;
    return NULL;
}

static enum nf_status take_shard(const char *text, struct nf_long_range *range,
                                 struct nf_error *err)
{
    const struct nf_long_options options = {.shard = text};
    struct nf_common common = {.quiet = true};
    struct nf_long job;
    const enum nf_status status =
        nf_long_open(&job, &options, &common, range, nothing_typed, NULL, err);
    nf_long_close(&job);
    return status;
}

/* Part I of N: it begins where the one before it ends, and all have the same size but for one. */
static void check_shard(const char *text, const struct nf_long_range *whole)
{
    static const uint64_t most = 1000000;
    const char *at = text;
    uint64_t part = 0, count = 0;
    struct nf_error err;
    struct nf_long_range range = *whole, next = *whole;
    const bool right = nf_fuzz_digits(&at, 10, &part) && *at++ == '/' &&
                       nf_fuzz_digits(&at, 10, &count) && *at == '\0' && part >= 1 &&
                       part <= count && count <= most;
    const enum nf_status status = take_shard(text, &range, &err);
    nf_fuzz_require(status == (right ? NF_OK : NF_USAGE), "--shard %s ends with %d", text, status);
    if (!right)
        return;
    const uint64_t each = whole->games / count, past = range.first + range.games;
    nf_fuzz_require(range.games == each || range.games == each + 1,
                    "shard %s has %" PRIu64 " games", text, range.games);
    nf_fuzz_require(part > 1 || range.first == whole->first, "the first one begins at %" PRIu64,
                    range.first);
    if (part == count) {
        nf_fuzz_require(past == whole->first + whole->games, "the last one ends at %" PRIu64, past);
        return;
    }
    char following[64];
    snprintf(following, sizeof following, "%" PRIu64 "/%" PRIu64, part + 1, count);
    nf_fuzz_require(take_shard(following, &next, &err) == NF_OK && next.first == past,
                    "shard %s begins at %" PRIu64 ", not at %" PRIu64, following, next.first, past);
}

/* ---- shares ---- */

/* Whether the text is a number, or per cent of one, above 0 and up to 1. */
static bool share_plainly(const char *text)
{
    static regex_t form;
    if (form.re_nsub == 0)
        regcomp(&form, "^([0-9]+\\.?[0-9]*|\\.[0-9]+)(e-?[0-9]+)?%?$", REG_EXTENDED);
    const double share = strtod(text, NULL) / (strchr(text, '%') != NULL ? 100 : 1);
    return regexec(&form, text, 0, NULL, 0) == 0 && share > 0 && share <= 1;
}

static void check_share(const char *text)
{
    double share = 0;
    const bool right = share_plainly(text);
    nf_fuzz_require(nf_common_share(text, &share) == right, "the share %s is %s", text,
                    right ? "refused" : "accepted");
    nf_fuzz_require(!right || (share > 0 && share <= 1), "the share %s is %g", text, share);
}

/* The first byte says what is read. */
void nf_fuzz_parts(const char *bytes, size_t size)
{
    static const struct nf_long_range ranges[] = {
        {.first = 0, .games = 7}, {.first = 5, .games = 1000003}, {.first = 9, .games = INT64_MAX}};
    if (size == 0)
        return;
    char *const text = nf_fuzz_string(bytes + 1, size - 1);
    switch (bytes[0] & 3) {
    case 0:
    case 2: check_share(text); break;
    case 1: check_shard(text, &ranges[(unsigned char)bytes[0] / 4 % 3]); break;
    default: check_shard(text, &ranges[1]); break;
    }
    free(text);
}

/* ---- lists ---- */

/* Whether the names of a list are all in `known` (ended by NULL) and different. `last` is another
 * name of the last one, or NULL. */
static bool names_plainly(char *copy, const char *const *known, const char *last)
{
    uint64_t seen = 0;
    if (*copy == '\0')
        return true;
    for (char *item; (item = strsep(&copy, ",")) != NULL;) {
        const bool is_last = last != NULL && strcmp(last, item) == 0;
        size_t i = 0;
        while (known[i] != NULL && (is_last ? known[i + 1] != NULL : strcmp(known[i], item) != 0))
            i++;
        if (known[i] == NULL || (seen >> i & 1) != 0)
            return false;
        seen |= (uint64_t)1 << i;
    }
    return true;
}

/* Reads a list of numbers and spans of them; false if it is not right. */
static bool numbers_plainly(char *copy, const struct nf_range *range, uint32_t *list, size_t *count)
{
    *count = 0;
    if (*copy == '\0')
        return true;
    for (char *item; (item = strsep(&copy, ",")) != NULL;) {
        const char *at = item;
        uint64_t first, last;
        if (!nf_fuzz_digits(&at, 10, &first) || at - item > 9)
            return false;
        last = first;
        if (strncmp(at, "..", 2) == 0) {
            const char *const start = at += 2;
            if (!nf_fuzz_digits(&at, 10, &last) || at - start > 9)
                return false;
        }
        if (*at != '\0' || first < range->low || first > last || last > range->high)
            return false;
        for (uint64_t number = first; number <= last; number++) {
            for (size_t i = 0; i < *count; i++)
                if (list[i] == number)
                    return false;
            if (*count == NF_BENCH_LIST)
                return false;
            list[(*count)++] = (uint32_t)number;
        }
    }
    return true;
}

static void check_numbers(const char *text, char *copy)
{
    const struct nf_range range = {1, 300, 1};
    uint32_t list[NF_BENCH_LIST], expected[NF_BENCH_LIST];
    size_t count, expected_count;
    struct nf_error err;
    const bool right = numbers_plainly(copy, &range, expected, &expected_count);
    const enum nf_status status = nf_bench_numbers("players", text, &range, list, &count, &err);
    nf_fuzz_require(status == (right ? NF_OK : NF_USAGE), "--players %s ends with %d", text,
                    status);
    nf_fuzz_require(
        !right || (count == expected_count && memcmp(list, expected, count * sizeof *list) == 0),
        "--players %s is read otherwise", text);
}

/* The first byte says which list. */
void nf_fuzz_lists(const char *bytes, size_t size)
{
    static const char *const parts[] = {"run", "apart", "play", NULL};
    const char *known[32] = {NULL};
    size_t games = 0, count = 0;
    while (nf_games[games] != NULL)
        games++;
    if (size == 0)
        return;
    const unsigned which = (unsigned char)bytes[0];
    char *const text = nf_fuzz_string(bytes + 1, size - 1);
    char *const copy = nf_fuzz_string(bytes + 1, size - 1);
    struct nf_bench_order order = {.game = nf_games[which / 4 % games]};
    struct nf_error err;
    enum nf_status status = NF_OK;
    bool right = true;
    switch (which % 4) {
    case 0: check_numbers(text, copy); break;
    case 1:
        for (const struct nf_kernel *const *each = order.game->kernels; *each != NULL; each++)
            if ((*each)->supported())
                known[count++] = (*each)->name;
        status = nf_bench_kernels(text, &order, &err);
        right = strcmp(copy, "all") == 0 || names_plainly(copy, known, "auto");
        break;
    case 2:
        for (; order.game->profiles[count].name != NULL; count++)
            known[count] = order.game->profiles[count].name;
        status = nf_bench_profiles(text, &order, &err);
        right = strcmp(copy, "all") == 0 || names_plainly(copy, known, NULL);
        break;
    default:
        status = nf_bench_parts(text, &order, &err);
        right = names_plainly(copy, parts, NULL);
        break;
    }
    nf_fuzz_require(status == (right ? NF_OK : NF_USAGE), "'%s' ends with %d: %s", text, status,
                    status == NF_OK ? "accepted" : err.text);
    free(copy);
    free(text);
}

void nf_fuzz_lists_words(void)
{
    for (const struct nf_game *const *game = nf_games; *game != NULL; game++) {
        for (size_t i = 0; (*game)->kernels[i] != NULL; i++)
            nf_fuzz_word("%s", (*game)->kernels[i]->name);
        for (size_t i = 0; (*game)->profiles[i].name != NULL; i++)
            nf_fuzz_word("%s", (*game)->profiles[i].name);
    }
}
