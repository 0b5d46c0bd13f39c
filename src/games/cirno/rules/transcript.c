#include "games/cirno/rules/transcript.h"

#include <string.h>

static int find_seat(const void *game, const char *word, size_t length)
{
    const struct cirno_parsed *const parsed = game;
    for (uint32_t seat = 0; seat < parsed->instance.players; seat++)
        if (parsed->names[seat].length == length &&
            memcmp(parsed->names[seat].text, word, length) == 0)
            return (int)seat;
    return -1;
}

static int find_card(const void *game, const char *word, size_t length)
{
    (void)game;
    return cirno_find_card(word, length);
}

const struct nf_transcript cirno_transcript = {
    .lines = (const char *const[]){[CIRNO_LINE_ROUND] = "Round {number}:",
                                   [CIRNO_LINE_USED] = "{name} used {card},now p={p}.",
                                   [CIRNO_LINE_LOST] = "{name} lost the game.",
                                   NULL},
    .slots = (const struct nf_slot[]){{.name = "number"},
                                      {.name = "name", .find = find_seat, .any = true},
                                      {.name = "card", .find = find_card, .any = true},
                                      {.name = "p"},
                                      {.name = NULL}},
};
