/* Lists of numbers and names, each read here a second time, the plain way. */
#include "bench/bench_suite.h"
#include "commands/parts/bench_lists.h"
#include "fuzz_target.h"

#include <stdlib.h>
#include <string.h>

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

static bool kernels_plainly(const struct nf_game *game, char *copy)
{
    const char *known[16] = {NULL};
    size_t count = 0;
    for (size_t i = 0; game->kernels[i] != NULL; i++)
        if (game->kernels[i]->supported())
            known[count++] = game->kernels[i]->name;
    return strcmp(copy, "all") == 0 || names_plainly(copy, known, "auto");
}

static bool profiles_plainly(const struct nf_game *game, char *copy)
{
    const char *known[32] = {NULL};
    for (size_t i = 0; game->profiles[i].name != NULL; i++)
        known[i] = game->profiles[i].name;
    return strcmp(copy, "all") == 0 || names_plainly(copy, known, NULL);
}

/* The first byte says which list. */
void nf_fuzz_lists(const char *bytes, size_t size)
{
    static const char *const parts[] = {"run", "apart", "play", NULL};
    size_t games = 0;
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
        status = nf_bench_kernels(text, &order, &err);
        right = kernels_plainly(order.game, copy);
        break;
    case 2:
        status = nf_bench_profiles(text, &order, &err);
        right = profiles_plainly(order.game, copy);
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
