/* Strategy files: whatever is accepted can be printed and is the same strategy when it is read
 * again. What kernels make of any strategy, and of small changes, is tried where these are tested
 * (tests/unit/games/cirno). */
#include "games/cirno/strategy/strategy.h"
#include "games/cirno/strategy/strategy_text.h"
#include "targets.h"
#include "tests/fuzz-targets/fuzz_target.h"

#include <stdlib.h>
#include <string.h>

static struct cirno_strategy *read_again(const struct nf_text *text, const char *how)
{
    struct cirno_strategy *const strategy = calloc(1, sizeof *strategy);
    const struct nf_input input = nf_fuzz_reread(text);
    struct nf_error err;
    nf_fuzz_require(strategy != NULL, "out of memory");
    nf_fuzz_require(cirno_strategy_read(&input, "again", strategy, &err) == NF_OK,
                    "%s, but not read again: %s\n%.*s", how, err.text, (int)text->size, text->data);
    return strategy;
}

static void print(const struct nf_input *input, struct nf_text *text)
{
    struct cirno_section *const sections = calloc(2, sizeof *sections);
    struct nf_error err;
    nf_fuzz_require(sections != NULL, "out of memory");
    nf_fuzz_require(cirno_sections_read(input, sections, &err) == NF_OK, "it has no sections: %s",
                    err.text);
    cirno_sections_print(text, sections);
    free(sections);
}

static void check_printed(const struct nf_input *input, const struct cirno_strategy *strategy)
{
    struct nf_text text = {0}, again = {0};
    print(input, &text);
    struct cirno_strategy *const other = read_again(&text, "printed");
    nf_fuzz_require(other->rolls == strategy->rolls &&
                        memcmp(other->rank, strategy->rank, sizeof other->rank) == 0,
                    "printed it is another strategy:\n%.*s", (int)text.size, text.data);
    const struct nf_input reread = nf_fuzz_reread(&text);
    print(&reread, &again);
    nf_fuzz_require(nf_fuzz_same(&text, &again), "printed twice it changes:\n%.*s", (int)again.size,
                    again.data);
    free(other);
    nf_text_free(&again);
    nf_text_free(&text);
}

void nf_fuzz_strategy(const char *bytes, size_t size)
{
    const struct nf_input input = nf_fuzz_input(bytes, size);
    struct cirno_strategy *const strategy = calloc(1, sizeof *strategy);
    struct nf_error err;
    nf_fuzz_require(strategy != NULL, "out of memory");
    if (cirno_strategy_read(&input, "input", strategy, &err) == NF_OK)
        check_printed(&input, strategy);
    else
        nf_fuzz_place(&input, &err);
    free(strategy);
}
