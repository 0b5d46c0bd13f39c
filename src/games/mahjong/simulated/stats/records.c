/* The rows of run --records: a game each. */
#include "base/lang.h"
#include "games/mahjong/rules/mahjong.h"
#include "games/mahjong/simulated/stats/tallying.h"
#include "sim/game.h"

static const char *const tiles[] = {
#define X(name) #name,
    MAHJONG_KIND_LIST(X)
#undef X
};

#define NUMBER(name_, help_)                                                                       \
    {                                                                                              \
        name_, help_, NULL, 0                                                                      \
    }
#define WORD(name_, help_, words_)                                                                 \
    {                                                                                              \
        name_, help_, words_, sizeof words_ / sizeof words_[0]                                     \
    }

static const struct nf_record_column columns[] = {
    WORD("end", N_("draw, RON or self-drawn"), mahjong_ends),
    WORD("winner", N_("A to D"), mahjong_letters),
    WORD("discarder", N_("who discarded the tile of a RON"), mahjong_letters),
    WORD("tile", N_("the winning tile"), tiles),
    NUMBER("draws", N_("tiles drawn after the deal")),
    NUMBER("discards", N_("tiles discarded")),
    NUMBER("pongs_a", N_("pongs of A")),
    NUMBER("pongs_b", N_("pongs of B")),
    NUMBER("pongs_c", N_("pongs of C")),
    NUMBER("pongs_d", N_("pongs of D")),
    NUMBER("chows_a", N_("chows of A")),
    NUMBER("chows_b", N_("chows of B")),
    NUMBER("chows_c", N_("chows of C")),
    NUMBER("chows_d", N_("chows of D")),
    NUMBER("pass", N_("PASS played")),
    NUMBER("reverse", N_("REVERSE played")),
    NUMBER("double", N_("DOUBLE played")),
    {NULL, NULL, NULL, 0},
};

static void fill_mahjong_record(const struct nf_setup *setup, const uint32_t *words,
                                uint32_t *values)
{
    struct mahjong_outcome outcome;
    (void)setup;
    mahjong_unpack(words, &outcome);
    const bool won = outcome.end != MAHJONG_DRAW;
    *values++ = outcome.end;
    *values++ = won ? outcome.winner : NF_RECORD_NONE;
    *values++ = outcome.end == MAHJONG_RON ? outcome.dealt_in : NF_RECORD_NONE;
    *values++ = won ? outcome.tile : NF_RECORD_NONE;
    *values++ = outcome.draws;
    *values++ = outcome.discards;
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
        *values++ = outcome.pongs[seat];
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
        *values++ = outcome.chows[seat];
    for (unsigned special = 0; special < MAHJONG_SPECIALS; special++)
        *values++ = outcome.specials[special];
}

const struct nf_record_ops mahjong_records = {.columns = columns, .fill = fill_mahjong_record};
