#include "games/cirno/rules/format.h"

#include "base/lang.h"

#include <string.h>

#define NAME(letters)                                                                              \
    {                                                                                              \
        letters, sizeof letters - 1                                                                \
    }
const struct nf_name cirno_seat_names[CIRNO_MAX_PLAYERS] = {
    NAME("Cirno"),     NAME("Reimu"),   NAME("Marisa"), NAME("Sakuya"),  NAME("Remilia"),
    NAME("Flandre"),   NAME("Meiling"), NAME("Rumia"),  NAME("Koakuma"), NAME("Patchouli"),
    NAME("Daiyousei"), NAME("Alice"),   NAME("Youmu"),  NAME("Yuyuko"),  NAME("Yukari"),
    NAME("Ran"),       NAME("Chen"),    NAME("Sanae"),  NAME("Kanako"),  NAME("Suwako"),
    NAME("Aya"),       NAME("Nitori"),  NAME("Hina"),   NAME("Momiji"),  NAME("Mokou"),
    NAME("Keine"),     NAME("Kaguya"),  NAME("Eirin"),  NAME("Reisen"),  NAME("Tewi"),
};
#undef NAME

const uint8_t cirno_simple[CIRNO_CARDS] = {
    CIRNO_A99, CIRNO_A1,  CIRNO_A2,  CIRNO_A5,   CIRNO_A9,   CIRNO_A19,
    CIRNO_A49, CIRNO_B1,  CIRNO_B9,  CIRNO_B19,  CIRNO_C2,   CIRNO_D2,
    CIRNO_E0,  CIRNO_E49, CIRNO_E99, CIRNO_PASS, CIRNO_TURN, CIRNO_DOUBLE,
};

const struct nf_vocabulary cirno_words = {
    .words = cirno_cards[0].name,
    .stride = sizeof cirno_cards[0],
    .count = CIRNO_CARDS,
    .name = "CARDS",
    .simple = cirno_simple,
    .list = "A1 A2 A5 A9 A19 A49 A99 B1 B9 B19 C2 D2 E0 E49 E99 PASS TURN DOUBLE",
};

enum { N, M, K, NAME, HAND, DECK };

static const struct nf_format_field fields[] = {
    [N] = {.name = "n", .what = N_("the number of players n"), .low = 1, .high = CIRNO_MAX_PLAYERS},
    [M] = {.name = "m", .what = N_("the number of rounds m"), .low = 1, .high = CIRNO_MAX_ROUNDS},
    [K] = {.name = "k", .what = N_("the number of deck cards k"), .low = 1, .high = CIRNO_MAX_DECK},
    [NAME] = {.name = "name",
              .kind = NF_IS_NAME,
              .what = N_("the name of player {row}"),
              .low = 1,
              .high = CIRNO_MAX_NAME,
              .again = N_("player {row} has the name of player {first}, '{value}'")},
    [HAND] = {.name = "hand",
              .kind = NF_IS_WORD,
              .what = N_("hand card {item} of {items} of player {row}"),
              .words = &cirno_words,
              .times = CIRNO_HAND},
    [DECK] = {.name = "deck",
              .kind = NF_IS_WORD,
              .what = N_("deck card {item} of {items}"),
              .words = &cirno_words,
              .count = &fields[K],
              .pads = true,
              .filler = CIRNO_A99}, /* which ends a round soon */
    {.name = NULL},
};

static const struct nf_format_lines lines[] = {
    {.name = "sizes", .first = &fields[N], .fields = 3},
    {.name = "player", .first = &fields[NAME], .fields = 2, .count = &fields[N]},
    {.name = "deck", .first = &fields[DECK], .fields = 1},
    {.name = NULL},
};

enum {
    TURN_PASS = 1 << CIRNO_PASS | 1 << CIRNO_TURN,
    COUNTERS = TURN_PASS | 1 << CIRNO_DOUBLE,
};

static const struct nf_format_limit limits[] = {
    {.group = "basic", .field = &fields[N], .high = 3},
    {.group = "basic", .field = &fields[HAND], .without = COUNTERS},
    {.group = "basic", .field = &fields[DECK], .without = COUNTERS},
    {.group = "no-turn-pass", .field = &fields[HAND], .without = TURN_PASS},
    {.group = "no-turn-pass", .field = &fields[DECK], .without = TURN_PASS},
    {.group = "no-double", .field = &fields[HAND], .without = 1 << CIRNO_DOUBLE},
    {.group = "no-double", .field = &fields[DECK], .without = 1 << CIRNO_DOUBLE},
    {.group = NULL},
};

const struct nf_format cirno_format = {.fields = fields, .lines = lines, .limits = limits};

const struct nf_measure cirno_measures[] = {
    {.name = N_("players n"), .field = &fields[N]},
    {.name = N_("rounds m"), .field = &fields[M]},
    {.name = N_("deck k"), .field = &fields[K]},
    {.name = N_("letters of a name"), .field = &fields[NAME]},
    [CIRNO_MEASURED_P] = {.name = N_("p below zero"), .high = CIRNO_P_BOUND - 1},
    [CIRNO_MEASURED_ROUND] = {.name = N_("turns of a round")},
    [CIRNO_MEASURED_LEFT] = {.name = N_("cards left over")},
    {.name = NULL},
};

struct cirno_instance cirno_instance_of(const struct nf_instance *read)
{
    return (struct cirno_instance){.players = read->numbers[N],
                                   .rounds = read->numbers[M],
                                   .deck_size = read->numbers[K],
                                   .hands = read->words,
                                   .deck = read->words + read->numbers[N] * CIRNO_HAND};
}

enum nf_status cirno_make(struct nf_match *match, struct nf_error *err)
{
    (void)err;
    *(struct cirno_parsed *)match->game =
        (struct cirno_parsed){cirno_instance_of(&match->read), match->read.names};
    return NF_OK;
}

size_t cirno_deck_offset(const struct nf_match *match, uint32_t count)
{
    /* Before the deck are three numbers, and a name and a hand for each player. */
    const size_t before = 3 + (size_t)match->read.numbers[N] * (1 + CIRNO_HAND);
    const struct nf_token token = nf_token_at(match->input, before + count - 1);
    return token.start + token.length;
}

uint32_t cirno_first_of_name(const struct nf_name *names, uint32_t seat)
{
    uint32_t first = 0;
    while (names[first].length != names[seat].length ||
           memcmp(names[first].text, names[seat].text, names[seat].length) != 0)
        first++; /* ends at `seat` itself */
    return first;
}

void cirno_print(struct nf_text *text, const struct cirno_instance *instance,
                 const struct nf_name *names)
{
    struct nf_instance made = {.format = &cirno_format};
    const uint32_t numbers[] = {instance->players, instance->rounds, instance->deck_size};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        nf_instance_number(&made, numbers[i]);
    for (uint32_t seat = 0; seat < instance->players; seat++)
        nf_instance_name(&made, names[seat]);
    nf_instance_words(&made, instance->hands, (size_t)instance->players * CIRNO_HAND);
    nf_instance_words(&made, instance->deck, instance->deck_size);
    nf_instance_print(text, &made);
    nf_instance_free(&made);
}

/* ---- the transcript ---- */

static int find_seat(const void *game, const char *word, size_t length)
{
    const struct nf_match *const match = game;
    const struct nf_name *const names = match->read.names;
    for (size_t seat = 0; seat < match->read.count[NF_IS_NAME]; seat++)
        if (names[seat].length == length && memcmp(names[seat].text, word, length) == 0)
            return (int)seat;
    return -1;
}

const struct nf_transcript cirno_transcript = {
    .lines = (const char *const[]){[CIRNO_LINE_ROUND] = "Round {number}:",
                                   [CIRNO_LINE_USED] = "{name} used {card},now p={p}.",
                                   [CIRNO_LINE_LOST] = "{name} lost the game.",
                                   NULL},
    .slots = (const struct nf_slot[]){{.name = "number"},
                                      {.name = "name", .find = find_seat, .any = true},
                                      {.name = "card", .words = &cirno_words, .any = true},
                                      {.name = "p"},
                                      {.name = NULL}},
};
