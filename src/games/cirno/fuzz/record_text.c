/* Outcome records: reading them from transcripts, and describing them. */
#include "base/lang.h"
#include "games/cirno/fuzz/explain.h"
#include "games/cirno/rules/transcript.h"

#include <inttypes.h>
#include <string.h>

/* Whether the loser's name is that of another seat, too. */
static bool is_shared(const struct cirno_parsed *parsed, uint32_t seat)
{
    for (uint32_t other = seat + 1; other < parsed->instance.players; other++)
        if (cirno_first_of_name(parsed->names, other) == seat)
            return true;
    return false;
}

static enum nf_status read_round(struct nf_told_reader *reader, const struct cirno_parsed *parsed,
                                 uint32_t round, uint32_t *record)
{
    const struct nf_told *const told = &reader->told;
    nf_told_next(reader);
    if (told->line != CIRNO_LINE_ROUND || told->values[0] != (int64_t)round)
        return nf_told_fail(reader, "'Round %u:'", round);
    for (uint32_t turns = 1; turns <= CIRNO_MAX_DECK + 1; turns++) {
        nf_told_next(reader);
        const bool lost = told->line == CIRNO_LINE_LOST;
        if (!lost && (told->line != CIRNO_LINE_USED || told->values[1] < 0))
            return nf_told_fail(reader,
                                N_("'NAME used CARD,now p=NUMBER.' or 'NAME lost the game.' in "
                                   "round %u"),
                                round);
        if (told->values[0] < 0)
            return nf_told_fail(reader, N_("the name of a player first"));
        if (!lost)
            continue;
        if (is_shared(parsed, (uint32_t)told->values[0]))
            return nf_told_fail(reader, N_("a unique name of the loser"));
        *record = turns << NF_SEAT_BITS | (uint32_t)told->values[0];
        return NF_OK;
    }
    return nf_told_fail(reader, N_("fewer turns in round %u than a deck has cards"), round);
}

static enum nf_status read_rounds(struct nf_told_reader *reader, const struct cirno_parsed *parsed,
                                  struct nf_text *record)
{
    uint32_t rounds[CIRNO_MAX_ROUNDS];
    const uint32_t count = parsed->instance.rounds;
    for (uint32_t round = 0; round < count; round++) {
        const enum nf_status status = read_round(reader, parsed, round + 1, &rounds[round]);
        if (status != NF_OK)
            return status;
    }
    if (nf_told_next(reader))
        return nf_told_fail(reader, N_("end of transcript after round %u"), count);
    nf_text_bytes(record, (const char *)rounds, count * sizeof rounds[0]);
    return NF_OK;
}

enum nf_status cirno_read_outcome(const struct nf_input *instance,
                                  const struct nf_input *transcript, struct nf_text *record,
                                  struct nf_error *err)
{
    struct cirno_parsed parsed;
    enum nf_status status = cirno_parse(instance, &parsed, err);
    if (status != NF_OK)
        return status;
    struct nf_told_reader reader = {
        .transcript = &cirno_transcript, .game = &parsed, .input = transcript, .err = err};
    status = read_rounds(&reader, &parsed, record);
    cirno_parsed_free(&parsed);
    return status;
}

/* ---- descriptions ---- */

static uint32_t record_at(const struct nf_text *record, size_t round)
{
    uint32_t word;
    memcpy(&word, record->data + round * sizeof word, sizeof word);
    return word;
}

void cirno_tell_records(const struct nf_text *ours, const struct nf_text *theirs,
                        struct nf_text *words)
{
    const size_t mine = ours->size / sizeof(uint32_t), yours = theirs->size / sizeof(uint32_t);
    for (size_t round = 0; round < mine && round < yours; round++) {
        const uint32_t a = record_at(ours, round), b = record_at(theirs, round);
        if (a == b)
            continue;
        nf_text_format(words,
                       _("round %zu: ours says player %u loses on turn %u, theirs says player %u"
                         " loses on turn %u"),
                       round + 1, a % NF_MAX_SEATS + 1, a >> NF_SEAT_BITS, b % NF_MAX_SEATS + 1,
                       b >> NF_SEAT_BITS);
        return;
    }
    if (mine != yours)
        nf_text_format(words, _("ours has %zu rounds, theirs %zu"), mine, yours);
    else
        nf_text_string(words, _("both have the same outcome"));
}
