#include "commands/sim/bench_lists.h"

#include "base/shown.h"

#include <stdio.h>
#include <string.h>

enum { ITEM = 48 };

/* Copies the next item of a list and advances; returns false at the end. An item that is too long
 * is cut and then matches no name or number. */
static bool next_item(const char **text, char item[ITEM])
{
    if (**text == '\0')
        return false;
    const size_t length = strcspn(*text, ",");
    snprintf(item, ITEM, "%.*s", (int)(length < ITEM ? length : ITEM), *text);
    *text += length;
    if (**text == ',')
        *text += (*text)[1] == '\0' ? 0 : 1; /* a final comma yields an empty item */
    return true;
}

static enum nf_status fail_twice(const char *option, const char *item, struct nf_error *err)
{
    return nf_fail(err, NF_USAGE, "--%s: '%s' is given twice", option, item);
}

static enum nf_status fail_many(const char *option, struct nf_error *err)
{
    return nf_fail(err, NF_USAGE, "--%s: expected at most %d values", option, NF_BENCH_LIST);
}

/* Reads a number of at most 9 digits and advances; returns false if there is none. */
static bool read_number(const char **text, uint32_t *number)
{
    const size_t digits = strspn(*text, "0123456789");
    *number = 0;
    if (digits == 0 || digits > 9)
        return false;
    for (size_t i = 0; i < digits; i++)
        *number = *number * 10 + (uint32_t)((*text)[i] - '0');
    *text += digits;
    return true;
}

/* Reads "N" or "FIRST..LAST". */
static bool read_span(const char *item, const struct nf_range *range, uint32_t *first,
                      uint32_t *last)
{
    if (!read_number(&item, first))
        return false;
    *last = *first;
    if (strncmp(item, "..", 2) == 0) {
        item += 2;
        if (!read_number(&item, last))
            return false;
    }
    return *item == '\0' && range->low <= *first && *first <= *last && *last <= range->high;
}

enum nf_status nf_bench_numbers(const char *option, const char *text, const struct nf_range *range,
                                uint32_t list[NF_BENCH_LIST], size_t *count, struct nf_error *err)
{
    char item[ITEM];
    *count = 0;
    while (next_item(&text, item)) {
        uint32_t first, last;
        if (!read_span(item, range, &first, &last))
            return nf_fail(err, NF_USAGE,
                           "--%s: '%s': expected numbers from %u to %u, such as 1,2 or 1..8",
                           option, item, range->low, range->high);
        for (uint32_t number = first; number <= last; number++) {
            for (size_t i = 0; i < *count; i++)
                if (list[i] == number)
                    return fail_twice(option, item, err);
            if (*count == NF_BENCH_LIST)
                return fail_many(option, err);
            list[(*count)++] = number;
        }
    }
    return NF_OK;
}

static enum nf_status add_kernel(struct nf_bench_order *order, const struct nf_kernel *kernel,
                                 struct nf_error *err)
{
    for (size_t i = 0; i < order->kernel_count; i++)
        if (order->kernels[i] == kernel)
            return fail_twice("kernel", kernel->name, err);
    if (order->kernel_count == NF_BENCH_LIST)
        return fail_many("kernel", err);
    order->kernels[order->kernel_count++] = kernel;
    return NF_OK;
}

enum nf_status nf_bench_kernels(const char *text, struct nf_bench_order *order,
                                struct nf_error *err)
{
    char item[ITEM];
    order->kernel_count = 0;
    order->every_kernel = strcmp(text, "all") == 0;
    if (order->every_kernel) {
        for (size_t i = 0; order->game->kernels[i] != NULL; i++)
            if (order->game->kernels[i]->supported())
                NF_TRY(add_kernel(order, order->game->kernels[i], err));
        return NF_OK;
    }
    while (next_item(&text, item)) {
        const struct nf_kernel *kernel;
        NF_TRY(nf_choose_kernel(order->game, item, &kernel, err));
        NF_TRY(add_kernel(order, kernel, err));
        order->automatic[order->kernel_count - 1] = strcmp(item, "auto") == 0;
    }
    return NF_OK;
}

static enum nf_status add_profile(struct nf_bench_order *order, const char *name,
                                  struct nf_error *err)
{
    char question[64];
    struct nf_nearest nearest = {.typed = name};
    nf_nearest_offer(&nearest, "all");
    const struct nf_profile *profile = order->game->profiles;
    for (; profile->name != NULL && strcmp(profile->name, name) != 0; profile++)
        nf_nearest_offer(&nearest, profile->name);
    if (profile->name == NULL)
        return nf_fail(err, NF_USAGE, "--profile: '%s': unknown profile of %s%s", name,
                       order->game->name, nf_nearest_question(&nearest, "", question));
    for (size_t i = 0; i < order->profile_count; i++)
        if (order->profiles[i] == profile)
            return fail_twice("profile", name, err);
    if (order->profile_count == NF_BENCH_LIST)
        return fail_many("profile", err);
    order->profiles[order->profile_count++] = profile;
    return NF_OK;
}

enum nf_status nf_bench_profiles(const char *text, struct nf_bench_order *order,
                                 struct nf_error *err)
{
    char item[ITEM];
    order->profile_count = 0;
    if (strcmp(text, "all") == 0) {
        for (size_t i = 0; order->game->profiles[i].name != NULL; i++)
            NF_TRY(add_profile(order, order->game->profiles[i].name, err));
        return NF_OK;
    }
    while (next_item(&text, item))
        NF_TRY(add_profile(order, item, err));
    return NF_OK;
}

enum nf_status nf_bench_parts(const char *text, struct nf_bench_order *order, struct nf_error *err)
{
    static const char *const names[] = {"run", "apart", "play"};
    bool *const parts[] = {&order->run, &order->apart, &order->judge};
    char item[ITEM];
    order->run = order->apart = order->judge = false;
    while (next_item(&text, item)) {
        char question[64];
        struct nf_nearest nearest = {.typed = item};
        size_t i = 0;
        for (; i < 3 && strcmp(names[i], item) != 0; i++)
            nf_nearest_offer(&nearest, names[i]);
        if (i == 3)
            return nf_fail(err, NF_USAGE, "--parts: '%s': expected run, apart or play%s", item,
                           nf_nearest_question(&nearest, "", question));
        if (*parts[i])
            return fail_twice("parts", item, err);
        *parts[i] = true;
    }
    return NF_OK;
}
