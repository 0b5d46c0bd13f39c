/* Outcome records: reading them from transcripts, and describing them. */
#include "base/lang.h"
#include "core/parting.h"
#include "games/cirno/fuzz/explain.h"
#include "games/cirno/rules/format.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_WORDS = 4 }; /* in a line: "NAME lost the game." */

struct word {
    const char *text;
    size_t length;
};

/* A transcript read line by line. */
struct reader {
    const struct nf_input *input;
    struct nf_error *err;
    size_t at;                     /* start of the next line */
    struct word words[MOST_WORDS]; /* of the last line read */
    size_t count;                  /* number of words; MOST_WORDS + 1: too many */
    size_t start, end;             /* of its text without surrounding blanks */
};

/* Reads the next line that has words; returns false at the end of the input. */
static bool next_line(struct reader *reader)
{
    const char *const data = reader->input->data;
    const size_t size = reader->input->size;
    size_t at = reader->at;
    reader->count = 0;
    while (at < size && nf_is_blank(data[at]))
        at++;
    reader->start = reader->end = at;
    while (at < size && data[at] != '\n') {
        const size_t start = at;
        while (at < size && !nf_is_blank(data[at]))
            at++;
        if (reader->count < MOST_WORDS)
            reader->words[reader->count] = (struct word){data + start, at - start};
        if (reader->count <= MOST_WORDS)
            reader->count++;
        reader->end = at;
        while (at < size && data[at] != '\n' && nf_is_blank(data[at]))
            at++;
    }
    reader->at = at;
    return reader->count > 0;
}

static bool word_is(struct word word, const char *text)
{
    return word.length == strlen(text) && memcmp(word.text, text, word.length) == 0;
}

__attribute__((format(printf, 2, 3))) static enum nf_status fail_line(const struct reader *reader,
                                                                      const char *expected, ...)
{
    char quoted[NF_QUOTED], wanted[128];
    va_list args;
    va_start(args, expected);
    vsnprintf(wanted, sizeof wanted, _(expected), args);
    va_end(args);
    const size_t length = reader->end - reader->start;
    return nf_fail_at(reader->err, reader->input, reader->start, "found %s, expected %s",
                      length > 0 ? nf_quote(quoted, reader->input->data + reader->start, length)
                                 : _("end of transcript"),
                      wanted);
}

/* Finds the seat of that name; fails if there is none or, if `one_wanted`, more than one. */
static enum nf_status find_seat(const struct reader *reader, const struct cirno_parsed *parsed,
                                bool one_wanted, uint32_t *seat)
{
    const struct word word = reader->words[0];
    uint32_t found = 0;
    for (uint32_t i = parsed->instance.players; i-- > 0;) {
        const struct cirno_name *const name = &parsed->names[i];
        if (name->length != word.length || memcmp(name->text, word.text, word.length) != 0)
            continue;
        *seat = i;
        found++;
    }
    if (found == 0)
        return fail_line(reader, N_("the name of a player first"));
    if (found > 1 && one_wanted)
        return fail_line(reader, N_("a unique name of the loser"));
    return NF_OK;
}

/* Checks the two words after "used": CARD,now p=NUMBER. */
static bool is_move(const struct word *card, const struct word *value)
{
    static const char behind[] = ",now", before[] = "p=";
    const size_t tail = sizeof behind - 1, head = sizeof before - 1;
    if (card->length <= tail || memcmp(card->text + card->length - tail, behind, tail) != 0 ||
        cirno_find_card(card->text, card->length - tail) < 0)
        return false;
    if (value->length <= head + 1 || memcmp(value->text, before, head) != 0 ||
        value->text[value->length - 1] != '.')
        return false;
    size_t at = head + (value->text[head] == '-');
    if (at + 1 == value->length)
        return false;
    for (; at + 1 < value->length; at++)
        if (value->text[at] < '0' || value->text[at] > '9')
            return false;
    return true;
}

static enum nf_status read_round(struct reader *reader, const struct cirno_parsed *parsed,
                                 uint32_t round, uint32_t *record)
{
    char number[16];
    snprintf(number, sizeof number, "%u:", round);
    next_line(reader);
    if (reader->count != 2 || !word_is(reader->words[0], "Round") ||
        !word_is(reader->words[1], number))
        return fail_line(reader, "'Round %s'", number);
    for (uint32_t turns = 1; turns <= CIRNO_MAX_DECK + 1; turns++) {
        const struct word *const words = reader->words;
        next_line(reader);
        const bool used = reader->count == 4 && word_is(words[1], "used");
        const bool lost = reader->count == 4 && word_is(words[1], "lost") &&
                          word_is(words[2], "the") && word_is(words[3], "game.");
        if (!lost && !(used && is_move(&words[2], &words[3])))
            return fail_line(reader,
                             N_("'NAME used CARD,now p=NUMBER.' or 'NAME lost the game.' in round "
                                "%u"),
                             round);
        uint32_t seat = 0;
        const enum nf_status status = find_seat(reader, parsed, lost, &seat);
        if (status != NF_OK)
            return status;
        if (lost) {
            *record = turns << NF_SEAT_BITS | seat;
            return NF_OK;
        }
    }
    return fail_line(reader, N_("fewer turns in round %u than a deck has cards"), round);
}

static enum nf_status read_rounds(struct reader *reader, const struct cirno_parsed *parsed,
                                  struct nf_text *record)
{
    uint32_t rounds[CIRNO_MAX_ROUNDS];
    const uint32_t count = parsed->instance.rounds;
    for (uint32_t round = 0; round < count; round++) {
        const enum nf_status status = read_round(reader, parsed, round + 1, &rounds[round]);
        if (status != NF_OK)
            return status;
    }
    if (next_line(reader))
        return fail_line(reader, N_("end of transcript after round %u"), count);
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
    struct reader reader = {.input = transcript, .err = err};
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
