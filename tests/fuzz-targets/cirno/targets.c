/* Cirno's game: what it reads besides instances and transcripts. These are strategy files, and
 * words of options: which strategies sit where, and cards in proportions, which are read here a
 * second time, the plain way. */
#include "games/cirno/module.h"
#include "games/cirno/rules/cards.h"
#include "games/cirno/strategy/seating.h"
#include "games/cirno/strategy/strategy.h"
#include "games/cirno/strategy/strategy_text.h"
#include "gen/cirno/profiles.h"
#include "tests/fuzz-targets/fuzz_target.h"

#include <stdio.h>
#include <stdlib.h>
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
    struct nf_text text = {0}, again = {0};
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
    nf_text_free(&again);
    nf_text_free(&text);
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
    char *const copy = nf_fuzz_string(text, strlen(text)), *rest = copy;
    bool found = strchr(text, '/') != NULL || strcmp(text, "-") == 0 || access(text, F_OK) == 0;
    for (char *item; !found && (item = strsep(&rest, ",")) != NULL;) {
        const char *const equals = strchr(item, '=');
        found = equals != NULL && (strcmp(equals, "=-") == 0 || access(equals + 1, F_OK) == 0);
    }
    free(copy);
    return found;
}

static bool known_name(const char *name)
{
    const struct nf_strategy *const lists[] = {own, cirno_shipped};
    for (int i = 0; i < 2; i++)
        for (const struct nf_strategy *each = lists[i]; each->name != NULL; each++)
            if (strcmp(each->name, name) == 0)
                return true;
    return false;
}

/* Reads the list: names[seat] becomes who sits there, within `copy`. False if it is not right. */
static bool read_plainly(char *copy, unsigned players, const char *names[CIRNO_SEATS])
{
    for (unsigned seat = 0; seat < players; seat++)
        names[seat] = strchr(copy, '=') == NULL ? copy : NULL;
    if (strchr(copy, '=') == NULL)
        return known_name(copy);
    for (char *item; (item = strsep(&copy, ",")) != NULL;) {
        const char *at = item;
        uint64_t first, last;
        bool right = nf_fuzz_digits(&at, 10, &first);
        last = first;
        if (strncmp(at, "..", 2) == 0) {
            at += 2;
            right &= nf_fuzz_digits(&at, 10, &last);
        }
        if (!right || *at != '=' || first < 1 || first > last || last > players ||
            !known_name(at + 1))
            return false;
        for (uint64_t seat = first; seat <= last; seat++) {
            if (names[seat - 1] != NULL)
                return false;
            names[seat - 1] = at + 1;
        }
    }
    for (unsigned seat = 0; seat < players; seat++)
        if (names[seat] == NULL)
            names[seat] = cirno_shipped[0].name;
    return true;
}

static void check_seating(const struct cirno_seating *seating, unsigned players,
                          const char *const names[CIRNO_SEATS])
{
    bool rolls = false;
    nf_fuzz_require(seating->count >= 1 && seating->count <= players, "%u strategies of %u seats",
                    seating->count, players);
    for (unsigned seat = 0; seat < players; seat++) {
        const struct cirno_strategy *const strategy = seating->seats[seat];
        nf_fuzz_require(strcmp(strategy->name, names[seat]) == 0, "seat %u has %s, expected %s",
                        seat + 1, strategy->name, names[seat]);
        nf_fuzz_require(seating->number[seat] < seating->count &&
                            seating->strategies[seating->number[seat]] == strategy,
                        "the number of seat %u is %u", seat + 1, seating->number[seat]);
        rolls |= strategy->rolls;
    }
    nf_fuzz_require(seating->rolls == rolls, "rolls: %d", seating->rolls);
    const struct nf_strategy *kept = cirno_seating_texts(seating);
    for (; kept != NULL && kept->name != NULL; kept++)
        nf_fuzz_require(strcmp(kept->name, own[0].name) == 0 ||
                            strcmp(kept->name, own[1].name) == 0,
                        "it has kept %s", kept->name);
}

/* The first byte says how many players there are. */
static void test_seating(const char *bytes, size_t size)
{
    if (size == 0)
        return;
    const unsigned players = 1 + (unsigned char)bytes[0] % CIRNO_SEATS;
    char *const text = nf_fuzz_string(bytes + 1, size - 1);
    char *const copy = nf_fuzz_string(bytes + 1, size - 1);
    const char *names[CIRNO_SEATS];
    struct cirno_seating *seating;
    struct nf_error err;
    if (!names_files(text)) {
        const bool right = read_plainly(copy, players, names);
        const enum nf_status status = cirno_seating_make(text, own, players, &seating, &err);
        nf_fuzz_require((status == NF_OK) == right, "'%s' ends with %d: %s", text, status,
                        status == NF_OK ? "accepted" : err.text);
        nf_fuzz_require(status == NF_OK || status == NF_USAGE, "'%s' ends with %d", text, status);
        if (status == NF_OK) {
            check_seating(seating, players, names);
            cirno_seating_free(seating);
        } else {
            nf_fuzz_require(strstr(err.text, "strategy") != NULL, "no option in: %s", err.text);
        }
    }
    free(copy);
    free(text);
}

/* ---- weights ---- */

enum { MOST_WEIGHT = 1000000000, MOST_DIGITS = 10 };

static uint32_t divisor(uint32_t a, uint32_t b)
{
    return b == 0 ? a : divisor(b, a % b);
}

/* Reads the list into weights in lowest terms. False if it is not right. */
static bool weigh_plainly(char *copy, uint32_t weights[CIRNO_CARDS])
{
    bool given[CIRNO_CARDS] = {false};
    uint32_t common = 0;
    uint64_t total = 0;
    memset(weights, 0, CIRNO_CARDS * sizeof *weights);
    for (char *item; (item = strsep(&copy, ",")) != NULL;) {
        char *number = item;
        char *const name = strsep(&number, "=");
        const int card = cirno_find_card(name, strlen(name));
        if (number == NULL || card < 0 || given[card] || *number == '\0' ||
            strlen(number) > MOST_DIGITS || strspn(number, "0123456789") != strlen(number) ||
            strtoull(number, NULL, 10) > MOST_WEIGHT)
            return false;
        given[card] = true;
        weights[card] = (uint32_t)strtoull(number, NULL, 10);
        common = divisor(weights[card], common);
    }
    for (int card = 0; common > 0 && card < CIRNO_CARDS; card++)
        total += weights[card] /= common;
    return total >= 1 && total <= NF_MAX_TOTAL;
}

/* The weights as a list, and that read again. */
static void check_relisted(const uint32_t weights[CIRNO_CARDS])
{
    uint32_t again[CIRNO_CARDS];
    struct nf_text text = {0};
    struct nf_error err;
    for (int card = 0; card < CIRNO_CARDS; card++)
        nf_text_format(&text, "%s%s=%u", card > 0 ? "," : "", cirno_cards[card].name,
                       weights[card]);
    nf_text_bytes(&text, "", 1);
    nf_fuzz_require(!text.failed, "out of memory");
    nf_fuzz_require(cirno_find_weights(NULL, text.data, again, &err) == NF_OK &&
                        memcmp(weights, again, sizeof again) == 0,
                    "%s is read otherwise", text.data);
    nf_text_free(&text);
}

static void test_weights(const char *bytes, size_t size)
{
    char *const text = nf_fuzz_string(bytes, size);
    char *const copy = nf_fuzz_string(bytes, size);
    uint32_t weights[CIRNO_CARDS], expected[CIRNO_CARDS];
    struct nf_error err;
    const bool right = weigh_plainly(copy, expected);
    const enum nf_status status = cirno_find_weights(NULL, text, weights, &err);
    nf_fuzz_require(status == (right ? NF_OK : NF_USAGE), "ends with %d: %s", status,
                    status == NF_OK ? "accepted" : err.text);
    if (right) {
        nf_fuzz_require(memcmp(weights, expected, sizeof weights) == 0, "other weights");
        check_relisted(weights);
    } else {
        size_t column = 1;
        nf_fuzz_require(strncmp(err.text, "--weights: ", 11) == 0, "no option in: %s", err.text);
        sscanf(err.text, "--weights: column %zu", &column);
        nf_fuzz_require(column >= 1 && column <= strlen(text) + 1, "column %zu of %zu", column,
                        strlen(text));
    }
    free(copy);
    free(text);
}

/* ---- the targets ---- */

static void card_words(void)
{
    nf_fuzz_vocabulary(&cirno_words);
}

static void strategy_names(void)
{
    for (const struct nf_strategy *each = cirno_shipped; each->name != NULL; each++)
        nf_fuzz_word("%s", each->name);
}

static const struct nf_fuzz_row targets[] = {
    {"strategy", 2048, test_strategy,
     "normal\n|doubled\n| max | min | first | random |basic|counter|all|, ties |, when |p >= |p <= "
     "|"
     " and |# |-199|99|\r\n",
     card_words},
    {"seating", 256, test_seating, "mine|yours|=|..|,", strategy_names},
    {"weights", 512, test_weights, "=|,|1000000000|65536", card_words},
    {NULL, 0, NULL, NULL, NULL},
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
