/* Words of options: parts of a range and shares of one, lists of numbers and names. Each form is
 * read here a second time, the plain way. */
#include "bench/bench_suite.h"
#include "commands/parts/common.h"
#include "commands/sim/long_run.h"
#include "fuzz_target.h"

#include <inttypes.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- parts of a range ---- */

static bool nothing_typed(const void *owner, const char *name)
{
    (void)owner;
    (void)name;
    return false;
}

static enum nf_status take_shard(const char *text, struct nf_plan *plan, struct nf_error *err)
{
    const struct nf_long_options options = {.shard = text};
    struct nf_common common = {.quiet = true};
    FREED_BY(nf_long_close) struct nf_long job;
    const enum nf_status status =
        nf_long_open(&job, &options, plan, &common, nothing_typed, NULL, err);
    *plan = job.plan;
    return status;
}

/* Part I of N: it begins where the one before it ends, and all have the same size but for one. */
static void check_shard(const char *text, const struct nf_plan *whole)
{
    static const uint64_t most = 1000000;
    const char *at = text;
    uint64_t part = 0, count = 0;
    struct nf_error err;
    struct nf_plan range = *whole, next = *whole;
    const bool right = nf_fuzz_digits(&at, &part) && *at++ == '/' && nf_fuzz_digits(&at, &count) &&
                       *at == '\0' && part >= 1 && part <= count && count <= most;
    const enum nf_status status = take_shard(text, &range, &err);
    nf_fuzz_require(status == (right ? NF_OK : NF_USAGE), "--shard %s ends with %d", text, status);
    if (!right)
        return;
    const uint64_t each = whole->span.games / count, past = nf_span_end(range.span);
    nf_fuzz_require(range.span.games == each || range.span.games == each + 1,
                    "shard %s has %" PRIu64 " games", text, range.span.games);
    nf_fuzz_require(part > 1 || range.span.first == whole->span.first,
                    "the first one begins at %" PRIu64, range.span.first);
    if (part == count) {
        nf_fuzz_require(past == nf_span_end(whole->span), "the last one ends at %" PRIu64, past);
        return;
    }
    char following[64];
    snprintf(following, sizeof following, "%" PRIu64 "/%" PRIu64, part + 1, count);
    nf_fuzz_require(take_shard(following, &next, &err) == NF_OK && next.span.first == past,
                    "shard %s begins at %" PRIu64 ", not at %" PRIu64, following, next.span.first,
                    past);
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
    static const struct nf_plan ranges[] = {
        {.span = {0, 7}}, {.span = {5, 1000003}}, {.span = {9, INT64_MAX}}};
    if (size == 0)
        return;
    FREED_BY(nf_test_free) char *const text = nf_fuzz_string(bytes + 1, size - 1);
    switch (bytes[0] & 3) {
    case 0:
    case 2: check_share(text); break;
    case 1: check_shard(text, &ranges[(unsigned char)bytes[0] / 4 % 3]); break;
    default: check_shard(text, &ranges[1]); break;
    }
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
        if (!nf_fuzz_digits(&at, &first) || at - item > 9)
            return false;
        last = first;
        if (strncmp(at, "..", 2) == 0) {
            const char *const start = at += 2;
            if (!nf_fuzz_digits(&at, &last) || at - start > 9)
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
    FREED_BY(nf_test_free) char *const text = nf_fuzz_string(bytes + 1, size - 1);
    FREED_BY(nf_test_free) char *const copy = nf_fuzz_string(bytes + 1, size - 1);
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
}
