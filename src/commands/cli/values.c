/* Values of options: parsing, checking, storing. */
#include "commands/cli/options.h"

#include "base/lang.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

struct unit {
    char name[4];
    uint64_t factor;
};

static const struct unit number_units[] = {
    {"", 1}, {"k", 1000}, {"M", 1000000}, {"G", 1000000000}, {"", 0}};
static const struct unit duration_units[] = {{"ms", 1000000},
                                             {"s", 1000000000},
                                             {"m", UINT64_C(60) * 1000000000},
                                             {"h", UINT64_C(3600) * 1000000000},
                                             {"", 0}};

static const struct unit size_units[] = {{"", 1},        {"k", 1 << 10}, {"K", 1 << 10},
                                         {"M", 1 << 20}, {"G", 1 << 30}, {"", 0}};

/* Reads digits of `base` at `text`; `*end` is the first other character. Returns false if there is
 * no digit or the number exceeds 64 bits. */
static bool read_digits(const char *text, unsigned base, uint64_t *value, const char **end)
{
    *value = 0;
    for (*end = text;; ++*end) {
        const char c = (char)(**end | (**end >= 'A' ? 0x20 : 0));
        const unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                               : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a' + 10)
                                                      : base;
        if (digit >= base)
            return *end != text;
        if (__builtin_mul_overflow(*value, base, value) ||
            __builtin_add_overflow(*value, digit, value))
            return false;
    }
}

/* Reads a decimal number followed by one of `units`. */
static bool read_with_unit(const char *text, const struct unit *units, uint64_t *value)
{
    const char *end;
    if (!read_digits(text, 10, value, &end))
        return false;
    for (; units->factor != 0; units++)
        if (strcmp(end, units->name) == 0)
            return !__builtin_mul_overflow(*value, units->factor, value);
    return false;
}

/* Below 2^63, because integers in JSON reports are signed. */
static bool read_seed(const char *text, uint64_t *value)
{
    const char *end;
    const bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    return read_digits(text + (hexadecimal ? 2 : 0), hexadecimal ? 16 : 10, value, &end) &&
           *end == '\0' && *value <= INT64_MAX;
}

static bool in_bounds(const struct nf_option *row, uint64_t value)
{
    return value >= row->low && (row->high == 0 || value <= row->high);
}

static void put_number(const struct nf_option *row, uint64_t value, void *options)
{
    char *const place = (char *)options + row->offset;
    const uint32_t narrow = (uint32_t)value;
    if (row->size == sizeof narrow) {
        assert(value <= UINT32_MAX);
        memcpy(place, &narrow, sizeof narrow);
    } else {
        assert(row->size == sizeof value);
        memcpy(place, &value, sizeof value);
    }
}

static void put_string(const struct nf_option *row, const char *value, void *options)
{
    assert(row->size == sizeof value);
    memcpy((char *)options + row->offset, &value, sizeof value);
}

static void put_flag(const struct nf_option *row, bool value, void *options)
{
    assert(row->size == sizeof value);
    memcpy((char *)options + row->offset, &value, sizeof value);
}

static bool is_word(const struct nf_option *row, const char *value, const void *options)
{
    struct nf_word word;
    for (size_t i = 0; row->word(options, i, &word); i++)
        if (strcmp(word.name, value) == 0)
            return true;
    return false;
}

bool nf_cli_store(const struct nf_option *row, const char *value, void *options)
{
    uint64_t number = 0;
    switch (row->type) {
    case NF_FLAG: put_flag(row, true, options); return true;
    case NF_STRING:
        if (value[0] == '\0')
            return false;
        put_string(row, value, options);
        return true;
    case NF_CHOICE:
        if (!is_word(row, value, options))
            return false;
        put_string(row, value, options);
        return true;
    case NF_NUMBER:
        if (!read_with_unit(value, number_units, &number) || !in_bounds(row, number))
            return false;
        break;
    case NF_DURATION:
        if (!read_with_unit(value, duration_units, &number) || !in_bounds(row, number))
            return false;
        break;
    case NF_SIZE:
        if (!read_with_unit(value, size_units, &number) || !in_bounds(row, number))
            return false;
        break;
    case NF_SEED:
        if (!read_seed(value, &number))
            return false;
        break;
    }
    put_number(row, number, options);
    return true;
}

void nf_cli_store_default(const struct nf_option *row, void *options)
{
    if (row->type == NF_FLAG)
        put_flag(row, false, options);
    else if (row->type == NF_STRING || row->type == NF_CHOICE)
        put_string(row, row->normal_text, options);
    else
        put_number(row, row->normal, options);
}

/* Appends large round numbers as a user would type them: 10000G, not thirteen zeros. */
static void append_number(struct nf_text *text, uint64_t value)
{
    if (value >= 1000000000 && value % 1000000000 == 0)
        nf_text_format(text, "%" PRIu64 "G", value / 1000000000);
    else
        nf_text_format(text, "%" PRIu64, value);
}

static void append_words(struct nf_text *text, const struct nf_option *row, const void *options)
{
    struct nf_word word;
    nf_text_string(text, _("one of"));
    for (size_t i = 0; row->word(options, i, &word); i++)
        nf_text_format(text, "%s %s", i > 0 ? "," : "", word.name);
}

void nf_cli_expected(struct nf_text *text, const struct nf_option *row, const void *options)
{
    switch (row->type) {
    case NF_FLAG: nf_text_string(text, _("no value")); break;
    case NF_STRING: nf_text_format(text, _("a %s"), row->argument); break;
    case NF_CHOICE: append_words(text, row, options); break;
    case NF_SEED: nf_text_string(text, _("a number from 0 to 2^63-1, in decimal or 0x...")); break;
    case NF_DURATION: nf_text_string(text, _("a duration such as 500ms, 10s, 2m or 1h")); break;
    case NF_SIZE: nf_text_string(text, _("a size in bytes such as 64k, 256M or 1G")); break;
    case NF_NUMBER:
        if (row->high != 0 && row->low == row->high) {
            append_number(text, row->low);
            break;
        }
        nf_text_string(text, _("a number from "));
        append_number(text, row->low);
        if (row->high != 0) {
            nf_text_string(text, _(" to "));
            append_number(text, row->high);
        } else {
            nf_text_string(text, _(" up"));
        }
        if (row->high == 0 || row->high >= 10000)
            nf_text_string(text, _(", such as 500, 10k or 3M"));
        break;
    }
}
