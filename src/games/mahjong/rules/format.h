/* The judge's format of the mahjong simulator: the 148 tiles of the wall, one per line, in the
 * order of drawing. Lines end with LF or CRLF; the last one may lack it. */
#ifndef NF_MAHJONG_FORMAT_H
#define NF_MAHJONG_FORMAT_H

#include "base/format/match.h"
#include "games/mahjong/rules/mahjong.h"

/* nf_rules.format. */
extern const struct nf_format mahjong_format;

/* Appends `wall` in the judge's format: MAHJONG_WALL lines. */
void mahjong_print(struct nf_text *text, const uint8_t wall[MAHJONG_WALL]);

/* Returns the name of a tile, NUL-terminated. */
static inline const char *mahjong_name(unsigned kind)
{
    return mahjong_kinds[kind];
}

#endif
