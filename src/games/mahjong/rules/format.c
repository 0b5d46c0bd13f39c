#include "games/mahjong/rules/format.h"

#include "base/lang.h"

#include <stdbool.h>
#include <string.h>

static bool is_space(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

/* A word of the input; length 0: end of the input. */
struct word {
    size_t start, length;
};

static struct word next_word(const struct nf_input *input, size_t at)
{
    while (at < input->size && is_space(input->data[at]))
        at++;
    const size_t start = at;
    while (at < input->size && !is_space(input->data[at]))
        at++;
    return (struct word){start, at - start};
}

static const char *quote_word(char quoted[NF_QUOTED], const struct nf_input *input,
                              struct word word)
{
    return word.length > 0 ? nf_quote(quoted, input->data + word.start, word.length)
                           : _("end of input");
}

/* Returns the kind that a word in lower case may mean, or -1. */
static int kind_meant(const char *bytes, size_t length)
{
    char upper[sizeof mahjong_kinds[0].name];
    if (length > sizeof upper)
        return -1;
    for (size_t i = 0; i < length; i++)
        upper[i] = bytes[i] >= 'a' && bytes[i] <= 'z' ? (char)(bytes[i] - 'a' + 'A') : bytes[i];
    return mahjong_find_kind(upper, length);
}

static enum nf_status fail_tile(const struct nf_input *input, struct word word, unsigned number,
                                struct nf_error *err)
{
    char quoted[NF_QUOTED];
    const int meant = kind_meant(input->data + word.start, word.length);
    return nf_fail_at(err, input, word.start,
                      meant < 0 ? N_("found %s, expected tile %u of %d (1M to 9M, 1P to 9P, 1S to "
                                     "9S, E S W N B F Z, PASS REVERSE DOUBLE)")
                                : N_("found %s, expected tile %u of %d (1M to 9M, 1P to 9P, 1S to "
                                     "9S, E S W N B F Z, PASS REVERSE DOUBLE); did you mean '%s'?"),
                      quote_word(quoted, input, word), number, MAHJONG_WALL,
                      meant < 0 ? "" : mahjong_kinds[meant].name);
}

enum nf_status mahjong_parse(const struct nf_input *input, uint8_t wall[MAHJONG_WALL],
                             struct nf_error *err)
{
    unsigned count[MAHJONG_KINDS] = {0};
    struct word word = {0, 0};
    char quoted[NF_QUOTED];
    for (unsigned i = 0; i < MAHJONG_WALL; i++) {
        word = next_word(input, word.start + word.length);
        const int kind =
            word.length == 0 ? -1 : mahjong_find_kind(input->data + word.start, word.length);
        if (kind < 0)
            return fail_tile(input, word, i + 1, err);
        if (count[kind]++ == MAHJONG_COPIES)
            return nf_fail_at(err, input, word.start,
                              "found %s a fifth time, expected every kind of tile exactly %d times",
                              quote_word(quoted, input, word), MAHJONG_COPIES);
        wall[i] = (uint8_t)kind;
    }
    /* 148 tiles, none more than four times, so each occurs four times. */
    word = next_word(input, word.start + word.length);
    if (word.length > 0)
        return nf_fail_at(err, input, word.start, "found %s, expected the end after %d tiles",
                          quote_word(quoted, input, word), MAHJONG_WALL);
    return NF_OK;
}

void mahjong_print(struct nf_text *text, const uint8_t wall[MAHJONG_WALL])
{
    enum { LONGEST = sizeof "REVERSE\n" - 1 };
    char *const room = nf_text_room(text, (size_t)MAHJONG_WALL * LONGEST);
    if (room == NULL)
        return;
    char *to = room;
    for (unsigned i = 0; i < MAHJONG_WALL; i++) {
        const struct mahjong_kind_info *const info = &mahjong_kinds[wall[i]];
        memcpy(to, info->name, info->name_length);
        to += info->name_length;
        *to++ = '\n';
    }
    text->size += (size_t)(to - room);
}
