#include "games/cirno/rules/transcript.h"

#include <string.h>

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
