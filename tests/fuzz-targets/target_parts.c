/* Parts of a range of games and shares of one, each read here a second time, the plain way. */
#include "commands/parts/common.h"
#include "commands/parts/long_run.h"
#include "fuzz_target.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Whether the text is DIGITS[.DIGITS][e[-]DIGITS][%] above 0 and up to 1. */
static bool share_plainly(const char *text)
{
    const char *at = text;
    const size_t whole = strspn(at, "0123456789");
    at += whole;
    const size_t rest = *at == '.' ? strspn(at + 1, "0123456789") : 0;
    at += *at == '.' ? rest + 1 : 0;
    if (whole + rest == 0)
        return false;
    if (*at == 'e') {
        at += 1 + (at[1] == '-');
        const size_t exponent = strspn(at, "0123456789");
        if (exponent == 0)
            return false;
        at += exponent;
    }
    const bool percent = *at == '%';
    const double share = strtod(text, NULL) / (percent ? 100 : 1);
    return at[percent] == '\0' && share > 0 && share <= 1;
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
