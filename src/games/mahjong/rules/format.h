/* The judge's format of the mahjong simulator: the 148 tiles of the wall, one a line, first drawn
 * first. A line ends with LF or CRLF; the last one may end with the input. */
#ifndef NF_MAHJONG_FORMAT_H
#define NF_MAHJONG_FORMAT_H

#include "base/text.h"
#include "games/mahjong/rules/mahjong.h"

/* Reads the wall in `input`. Tiles may be separated by any run of spaces, tabs and line ends. Each
 * kind must be there exactly MAHJONG_COPIES times, and nothing else. NF_INVALID with
 * `NAME:LINE:COLUMN: found X, expected Y`. Thread-safe. */
enum nf_status mahjong_parse(const struct nf_input *input, uint8_t wall[MAHJONG_WALL],
                             struct nf_error *err);

/* Appends `wall` in the judge's format: MAHJONG_WALL lines. */
void mahjong_print(struct nf_text *text, const uint8_t wall[MAHJONG_WALL]);

/* The name of a tile in messages and transcripts, terminated. */
static inline const char *mahjong_name(unsigned kind)
{
    return mahjong_kinds[kind].name;
}

#endif
