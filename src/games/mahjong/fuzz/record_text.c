/* Outcome records: reading them from transcripts, and describing them. */
#include "base/lang.h"
#include "core/contract/game.h"
#include "games/mahjong/fuzz/explain.h"
#include "games/mahjong/rules/format.h"
#include "games/mahjong/rules/transcript.h"

#include <inttypes.h>
#include <string.h>

/* ---- transcripts ---- */

struct reader {
    struct nf_told_reader lines;
    struct mahjong_outcome outcome;
    unsigned drawn;         /* tiles drawn, including the deal */
    unsigned last_discard;  /* seat of the last discard, and its tile */
    unsigned discard, drew; /* the last tiles discarded and drawn */
};

static void note(struct reader *reader, enum mahjong_move move, unsigned kind)
{
    struct mahjong_outcome *const outcome = &reader->outcome;
    outcome->course =
        mahjong_follow(outcome->course, mahjong_told_seat(&reader->lines.told), move, kind);
}

static enum nf_status read_draw(struct reader *reader)
{
    if (reader->drawn == MAHJONG_WALL)
        return nf_told_fail(&reader->lines, N_("no more than %d tiles drawn"), MAHJONG_WALL);
    reader->drawn++;
    reader->drew = mahjong_told_tile(&reader->lines.told);
    return NF_OK;
}

static enum nf_status read_discard(struct reader *reader)
{
    struct mahjong_outcome *const outcome = &reader->outcome;
    const unsigned kind = mahjong_told_tile(&reader->lines.told);
    if (reader->drawn < MAHJONG_DEALT || outcome->discards == 255)
        return nf_told_fail(&reader->lines, reader->drawn < MAHJONG_DEALT
                                                ? N_("'x IN y' until 52 tiles are dealt")
                                                : N_("fewer than 256 discards"));
    if (kind >= MAHJONG_PLAIN && ++outcome->specials[kind - MAHJONG_PLAIN] > MAHJONG_COPIES)
        return nf_told_fail(&reader->lines, N_("no special tile played a fifth time"));
    outcome->discards++;
    reader->last_discard = mahjong_told_seat(&reader->lines.told);
    reader->discard = kind;
    note(reader, MAHJONG_OUT, kind);
    return NF_OK;
}

static enum nf_status read_claim(struct reader *reader)
{
    struct mahjong_outcome *const outcome = &reader->outcome;
    const unsigned seat = mahjong_told_seat(&reader->lines.told);
    const bool pong = reader->lines.told.line == MAHJONG_LINE_PONG;
    if (outcome->discards == 0 || outcome->pongs[seat] + outcome->chows[seat] == MAHJONG_MAX_MELDS)
        return nf_told_fail(&reader->lines, outcome->discards == 0
                                                ? N_("a discard before it is claimed")
                                                : N_("no fifth meld of a player"));
    *(pong ? &outcome->pongs[seat] : &outcome->chows[seat]) += 1;
    note(reader, pong ? MAHJONG_PONG : MAHJONG_CHOW, mahjong_told_tile(&reader->lines.told));
    return NF_OK;
}

/* Reads the line that says how the game was won, and the WIN after it. */
static enum nf_status read_win(struct reader *reader)
{
    struct mahjong_outcome *const outcome = &reader->outcome;
    const bool ron = reader->lines.told.line == MAHJONG_LINE_RON;
    const unsigned seat = mahjong_told_seat(&reader->lines.told);
    if (reader->drawn < MAHJONG_DEALT || (ron && outcome->discards == 0))
        return nf_told_fail(&reader->lines, N_("the deal, a draw and a discard first"));
    outcome->end = ron ? MAHJONG_RON : MAHJONG_SELFDRAWN;
    outcome->winner = seat;
    outcome->dealt_in = ron ? reader->last_discard : 0;
    outcome->tile = ron ? reader->discard : reader->drew;
    note(reader, MAHJONG_WINS, outcome->tile);
    if (!nf_told_next(&reader->lines) || reader->lines.told.line != MAHJONG_LINE_WIN ||
        mahjong_told_seat(&reader->lines.told) != seat)
        return nf_told_fail(&reader->lines, "'%c WIN'", 'A' + seat);
    return NF_OK;
}

static enum nf_status read_game(struct reader *reader)
{
    for (;;) {
        enum nf_status status = NF_OK;
        if (!nf_told_next(&reader->lines))
            return nf_told_fail(&reader->lines, N_("a line that ends the game: 'x WIN' or 'DRAW'"));
        switch (reader->lines.told.line) {
        case MAHJONG_LINE_IN: status = read_draw(reader); break;
        case MAHJONG_LINE_OUT:
        case MAHJONG_LINE_SKIP: status = read_discard(reader); break;
        case MAHJONG_LINE_PONG:
        case MAHJONG_LINE_CHOW: status = read_claim(reader); break;
        case MAHJONG_LINE_RON:
        case MAHJONG_LINE_SELFDRAWN: return read_win(reader);
        case MAHJONG_LINE_DRAW:
            return reader->drawn == MAHJONG_WALL
                       ? NF_OK
                       : nf_told_fail(&reader->lines, N_("all %d tiles drawn before DRAW"),
                                      MAHJONG_WALL);
        default: return nf_told_fail(&reader->lines, N_("a line of a transcript"));
        }
        if (status != NF_OK)
            return status;
    }
}

enum nf_status mahjong_read_outcome(const struct nf_input *instance,
                                    const struct nf_input *transcript, struct nf_text *record,
                                    struct nf_error *err)
{
    uint8_t wall[MAHJONG_WALL];
    uint32_t words[MAHJONG_WORDS];
    enum nf_status status = mahjong_parse(instance, wall, err);
    if (status != NF_OK)
        return status;
    struct reader reader = {
        .lines = {.transcript = &mahjong_transcript, .input = transcript, .err = err}};
    status = read_game(&reader);
    if (status == NF_OK && nf_told_next(&reader.lines))
        status = nf_told_fail(&reader.lines, N_("end of transcript after the game"));
    if (status != NF_OK)
        return status;
    reader.outcome.draws = reader.drawn - MAHJONG_DEALT;
    mahjong_pack(&reader.outcome, words);
    nf_text_bytes(record, (const char *)words, sizeof words);
    return record->failed ? nf_fail(err, NF_IO, "out of memory for an outcome") : NF_OK;
}

/* ---- descriptions ---- */

static void tell_end(struct nf_text *words, const struct mahjong_outcome *outcome)
{
    const char winner = (char)('A' + outcome->winner);
    const char *const tile =
        outcome->tile < MAHJONG_KINDS ? mahjong_name(outcome->tile) : _("no tile");
    if (outcome->end == MAHJONG_RON)
        nf_text_format(words, _("%c wins by RON with %s of %c"), winner, tile,
                       (char)('A' + outcome->dealt_in));
    else if (outcome->end == MAHJONG_SELFDRAWN)
        nf_text_format(words, _("%c wins by SELFDRAWN with %s"), winner, tile);
    else
        nf_text_string(words, _("nobody wins"));
}

static void tell_melds(struct nf_text *words, const struct mahjong_outcome *outcome)
{
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
        nf_text_format(words, seat > 0 ? _(", %c %u pongs %u chows") : _("%c %u pongs %u chows"),
                       (char)('A' + seat), outcome->pongs[seat], outcome->chows[seat]);
}

static void tell_numbers(struct nf_text *words, const struct mahjong_outcome *outcome)
{
    nf_text_format(words, _("discards %u, draws %u, PASS %u, REVERSE %u, DOUBLE %u"),
                   outcome->discards, outcome->draws, outcome->specials[0], outcome->specials[1],
                   outcome->specials[2]);
}

static void tell_both(struct nf_text *words,
                      void (*tell)(struct nf_text *, const struct mahjong_outcome *),
                      const struct mahjong_outcome *ours, const struct mahjong_outcome *theirs)
{
    struct nf_text our = {0}, their = {0};
    tell(&our, ours);
    tell(&their, theirs);
    nf_text_format(words, _("ours says %.*s; theirs says %.*s"), (int)our.size,
                   our.size > 0 ? our.data : "", (int)their.size, their.size > 0 ? their.data : "");
    words->failed |= our.failed || their.failed;
    nf_text_free(&our);
    nf_text_free(&their);
}

void mahjong_tell_records(const struct nf_text *ours, const struct nf_text *theirs,
                          struct nf_text *words)
{
    uint32_t a[MAHJONG_WORDS], b[MAHJONG_WORDS];
    struct mahjong_outcome our, their;
    if (ours->size != sizeof a || theirs->size != sizeof b) {
        nf_text_format(words, _("ours has %zu bytes, theirs %zu, expected %zu"), ours->size,
                       theirs->size, sizeof a);
        return;
    }
    memcpy(a, ours->data, sizeof a);
    memcpy(b, theirs->data, sizeof b);
    mahjong_unpack(a, &our);
    mahjong_unpack(b, &their);
    enum { NUMBERS = 12 }; /* bit of discards and draws in the first word */
    if ((a[0] ^ b[0]) << (32 - NUMBERS) != 0)
        tell_both(words, tell_end, &our, &their);
    else if (a[1] != b[1])
        tell_both(words, tell_melds, &our, &their);
    else if (a[0] != b[0] || a[2] != b[2])
        tell_both(words, tell_numbers, &our, &their);
    else if (a[3] != b[3])
        nf_text_string(words, _("the games end alike after different moves"));
    else
        nf_text_string(words, _("both have the same outcome"));
}
