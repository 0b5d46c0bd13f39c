/* Cirno's game: what it reads besides instances and transcripts. These are strategy files, and
 * words of options: which strategies sit where, and cards in proportions. */
#include "games/cirno/rules/cirno.h"
#include "games/cirno/simulated/module.h"
#include "games/cirno/simulated/strategy/strategy.h"
#include "gen/cirno/deal.h"
#include "tests/fuzz-targets/fuzz_target.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- strategies ---- */

static void print(const struct nf_input *input, struct nf_text *text)
{
    static struct cirno_section sections[2];
    struct nf_error err;
    nf_fuzz_require(cirno_sections_read(input, sections, &err) == NF_OK, "it has no sections: %s",
                    err.text);
    cirno_sections_print(text, sections);
}

/* What is accepted is printed, and is the same strategy when that is read. What kernels make of any
 * strategy, and of small changes, is tried where these are tested (tests/unit/games/cirno). */
static void test_strategy(const char *bytes, size_t size)
{
    static struct cirno_strategy strategy, other;
    const struct nf_input input = nf_fuzz_input(bytes, size);
    FREED_BY(nf_text_free) struct nf_text text = {0}, again = {0};
    struct nf_error err;
    if (cirno_strategy_read(&input, "input", &strategy, &err) != NF_OK) {
        nf_fuzz_place(&input, &err);
        return;
    }
    print(&input, &text);
    const struct nf_input printed = nf_fuzz_reread(&text);
    nf_fuzz_require(cirno_strategy_read(&printed, "again", &other, &err) == NF_OK,
                    "printed, but not read again: %s\n%.*s", err.text, (int)text.size, text.data);
    nf_fuzz_require(other.rolls == strategy.rolls &&
                        memcmp(other.rank, strategy.rank, sizeof other.rank) == 0,
                    "printed it is another strategy:\n%.*s", (int)text.size, text.data);
    print(&printed, &again);
    nf_fuzz_require(nf_fuzz_same(&text, &again), "printed twice it changes:\n%.*s", (int)again.size,
                    again.data);
}

/* ---- seats ---- */

static const struct nf_strategy own[] = {
    {"mine", NULL, "normal\n  max all\ndoubled\n  random all\n"},
    {"yours", NULL, "normal\n  first E\ndoubled\n"},
    {NULL, NULL, NULL},
};

/* A strategy may also be a file; those that the machine happens to have are not what is tested. */
static bool names_files(const char *text)
{
    FREED_BY(nf_test_free) char *const copy = nf_fuzz_string(text, strlen(text));
    char *rest = copy;
    bool found = strchr(text, '/') != NULL || strcmp(text, "-") == 0 || access(text, F_OK) == 0;
    for (char *item; !found && (item = strsep(&rest, ",")) != NULL;) {
        const char *const equals = strchr(item, '=');
        found = equals != NULL && (strcmp(equals, "=-") == 0 || access(equals + 1, F_OK) == 0);
    }
    return found;
}

/* Who sits where, a name for each seat; that as a list is the same seating. */
static void check_seating(const struct cirno_seating *seating, unsigned players)
{
    FREED_BY(nf_text_free) struct nf_text list = {0};
    struct cirno_seating *again;
    struct nf_error err;
    bool rolls = false;
    nf_fuzz_require(seating->count >= 1 && seating->count <= players, "%u strategies of %u seats",
                    seating->count, players);
    for (unsigned seat = 0; seat < players; seat++) {
        const struct cirno_strategy *const strategy = seating->seats[seat];
        nf_fuzz_require(seating->number[seat] < seating->count &&
                            seating->strategies[seating->number[seat]] == strategy,
                        "the number of seat %u is %u", seat + 1, seating->number[seat]);
        rolls |= strategy->rolls;
        nf_text_format(&list, "%s%u=%s", seat > 0 ? "," : "", seat + 1, strategy->name);
    }
    nf_fuzz_require(seating->rolls == rolls, "rolls: %d", seating->rolls);
    const struct nf_strategy *kept = cirno_seating_texts(seating);
    for (; kept != NULL && kept->name != NULL; kept++)
        nf_fuzz_require(strcmp(kept->name, own[0].name) == 0 ||
                            strcmp(kept->name, own[1].name) == 0,
                        "it has kept %s", kept->name);
    nf_fuzz_require(cirno_seating_make(nf_text_terminated(&list), own, players, &again, &err) ==
                        NF_OK,
                    "as %s it is refused: %s", list.data, err.text);
    for (unsigned seat = 0; seat < players; seat++)
        nf_fuzz_require(strcmp(again->seats[seat]->name, seating->seats[seat]->name) == 0,
                        "as %s seat %u has %s", list.data, seat + 1, again->seats[seat]->name);
    cirno_seating_free(again);
}

/* The first byte says how many players there are. */
static void test_seating(const char *bytes, size_t size)
{
    if (size == 0)
        return;
    const unsigned players = 1 + (unsigned char)bytes[0] % CIRNO_SEATS;
    FREED_BY(nf_test_free) char *const text = nf_fuzz_string(bytes + 1, size - 1);
    struct cirno_seating *seating;
    struct nf_error err;
    if (!names_files(text)) {
        const enum nf_status status = cirno_seating_make(text, own, players, &seating, &err);
        nf_fuzz_require(status == NF_OK || status == NF_USAGE, "'%s' ends with %d", text, status);
        if (status == NF_OK) {
            check_seating(seating, players);
            cirno_seating_free(seating);
        } else {
            nf_fuzz_require(strstr(err.text, "strategy") != NULL, "no option in: %s", err.text);
        }
    }
}

/* ---- weights ---- */

/* The weights as a list, and that read again. */
static void check_relisted(const uint32_t weights[CIRNO_CARDS])
{
    uint32_t again[CIRNO_CARDS];
    FREED_BY(nf_text_free) struct nf_text text = {0};
    struct nf_error err;
    for (int card = 0; card < CIRNO_CARDS; card++)
        nf_text_format(&text, "%s%s=%u", card > 0 ? "," : "", cirno_cards[card].name,
                       weights[card]);
    nf_fuzz_require(cirno_find_weights(NULL, nf_text_terminated(&text), again, &err) == NF_OK &&
                        memcmp(weights, again, sizeof again) == 0,
                    "%s is read otherwise", text.data);
}

static void test_weights(const char *bytes, size_t size)
{
    FREED_BY(nf_test_free) char *const text = nf_fuzz_string(bytes, size);
    uint32_t weights[CIRNO_CARDS];
    struct nf_error err;
    const enum nf_status status = cirno_find_weights(NULL, text, weights, &err);
    if (status == NF_OK) {
        check_relisted(weights);
    } else {
        size_t column = 1;
        nf_fuzz_require(status == NF_USAGE, "ends with %d: %s", status, err.text);
        nf_fuzz_require(strncmp(err.text, "--weights: ", 11) == 0, "no option in: %s", err.text);
        sscanf(err.text, "--weights: column %zu", &column);
        nf_fuzz_require(column >= 1 && column <= strlen(text) + 1, "column %zu of %zu", column,
                        strlen(text));
    }
}

/* ---- the targets ---- */

static const struct nf_fuzz_target targets[] = {
    {.name = "strategy", 2048, test_strategy},
    {.name = "seating", 256, test_seating},
    {.name = "weights", 512, test_weights},
    {.name = NULL},
};

static const struct nf_strategy texts[] = {
    {"mine", NULL, "normal\n  max A B\ndoubled\n  random all\n"}, {NULL, NULL, NULL}};

static const struct nf_params runs[] = {
    {.players = 1, .rounds = 1, .profile = "uniform", .seed = 1},
    {.players = 2, .rounds = 3, .profile = "basic", .strategy = "1=mine,2=keep-e", .texts = texts},
    {.players = 3, .rounds = 2, .deck = 400, .weights = "A1=3,PASS=2,C2=1", .seed = 7},
    {.players = 1, .rounds = 2, .profile = "no-double", .seed = 1, .detail = true},
    {0},
};

const struct nf_fuzz_more cirno_fuzz_more = {&cirno_game, targets, runs};
