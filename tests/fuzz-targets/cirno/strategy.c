/* Strategy files: whatever is accepted can be printed, read again, mutated, shortened and played,
 * by every kernel alike. */
#include "games/cirno/strategy/strategy.h"
#include "core/digest.h"
#include "games/cirno/module.h"
#include "games/cirno/rules/cirno.h"
#include "games/cirno/strategy/strategy_text.h"
#include "targets.h"
#include "tests/fuzz-targets/fuzz_target.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 3 };

/* ---- played ---- */

struct digester {
    struct nf_sink sink;
    struct nf_digest digest;
    uint32_t games;
};

static void take(struct nf_sink *sink, const struct nf_outcome *outcome)
{
    struct digester *const digester = (struct digester *)sink;
    nf_digest_game(&digester->digest, outcome->index, outcome->words, 2);
    digester->games++;
}

static bool no_more(struct nf_feed *feed)
{
    (void)feed;
    return false;
}

static enum nf_status play(const struct nf_setup *setup, const struct nf_kernel *kernel,
                           struct digester *digester, struct nf_error *err)
{
    struct nf_feed feed = {0, GAMES, no_more};
    void *const memory = aligned_alloc(NF_CACHE_LINE, kernel->memory(kernel, setup));
    nf_fuzz_require(memory != NULL, "out of memory");
    *digester = (struct digester){.sink = {take}};
    const enum nf_status status = kernel->play(kernel, setup, memory, &feed, &digester->sink, err);
    free(memory);
    return status;
}

/* Plays some games by every kernel that can; a table at which no game ends is no fault. */
static void check_played(const char *text, uint64_t seed)
{
    const struct nf_strategy texts[] = {{"mine", NULL, text}, {NULL, NULL, NULL}};
    const struct nf_params params = {.players = 2,
                                     .rounds = 2,
                                     .deck = 500,
                                     .profile = cirno_game.profiles[0].name,
                                     .strategy = "1=mine",
                                     .texts = texts,
                                     .seed = seed >> 1};
    struct nf_setup *setup;
    struct digester first = {.games = 0};
    struct nf_error err, why;
    nf_fuzz_require(nf_prepare(&cirno_game, &params, &setup, &err) == NF_OK,
                    "read, but not prepared: %s", err.text);
    /* One that plays as the usual strategy does is not kept, being no other. */
    nf_fuzz_require(
        setup->params.strategy == NULL ||
            (setup->params.texts != NULL && strcmp(setup->params.texts[0].text, text) == 0),
        "the setup has not kept the text");
    const enum nf_status status = play(setup, cirno_game.kernels[0], &first, &err);
    nf_fuzz_require(status == NF_OK ? first.games == GAMES : status == NF_INVALID,
                    "playing ends with %d: %s", status, err.text);
    for (size_t i = 1; cirno_game.kernels[i] != NULL; i++) {
        struct digester other;
        if (!nf_kernel_fits(cirno_game.kernels[i], setup))
            continue;
        nf_fuzz_require(play(setup, cirno_game.kernels[i], &other, &why) == status,
                        "kernel %s ends otherwise", cirno_game.kernels[i]->name);
        nf_fuzz_require(status != NF_OK || (other.digest.low == first.digest.low &&
                                            other.digest.high == first.digest.high),
                        "kernel %s plays otherwise", cirno_game.kernels[i]->name);
    }
    nf_release(setup);
}

/* ---- printed and changed ---- */

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

static void check_changed(const struct nf_input *input, uint64_t *random)
{
    enum { PARTS = 4 };
    struct nf_text text = {0}, other = {0};
    struct nf_error err;
    nf_text_bytes(&text, input->data, input->size);
    nf_fuzz_require(cirno_mutate_strategy(&text, random, &other, &err) == NF_OK, "not varied: %s",
                    err.text);
    free(read_again(&other, "varied"));
    for (uint32_t part = 0; part < PARTS; part++) {
        other.size = 0;
        const enum nf_status status = cirno_drop(&text, part, &other, &err);
        nf_fuzz_require(status == NF_OK || status == NF_BUDGET, "part %u is not dropped: %s", part,
                        err.text);
        if (status == NF_BUDGET)
            break;
        free(read_again(&other, "shortened"));
    }
    nf_text_free(&other);
    nf_text_free(&text);
}

/* ---- the target ---- */

/* Texts reach a setup as strings in UTF-8, see cirno_strategy_text. */
static bool is_text(const char *bytes, size_t size)
{
    json_t *const text = json_stringn(bytes, size);
    json_decref(text);
    return text != NULL && (size == 0 || memchr(bytes, 0, size) == NULL);
}

void nf_fuzz_strategy(const char *bytes, size_t size)
{
    const struct nf_input input = nf_fuzz_input(bytes, size);
    struct cirno_strategy *const strategy = calloc(1, sizeof *strategy);
    struct nf_error err;
    uint64_t random = nf_fuzz_hash(bytes, size);
    nf_fuzz_require(strategy != NULL, "out of memory");
    if (cirno_strategy_read(&input, "input", strategy, &err) != NF_OK) {
        nf_fuzz_place(&input, &err);
    } else {
        check_printed(&input, strategy);
        check_changed(&input, &random);
        if (is_text(bytes, size)) {
            char *const text = nf_fuzz_string(bytes, size);
            check_played(text, random);
            free(text);
        }
    }
    free(strategy);
}
