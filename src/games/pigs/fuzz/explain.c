/* Where an output leaves the transcript, and outcome records. */
#include "base/lang.h"
#include "core/contract/game.h"
#include "games/pigs/fuzz/fuzzing.h"
#include "games/pigs/fuzz/story.h"
#include "games/pigs/rules/format.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- differences ---- */

/* What is known of the game. */
struct situation {
    struct pigs_course course;
    struct pigs_match *match;
};

/* Whose line it is; PIGS_NOBODY for that of the winner. */
static unsigned seat_of(const struct nf_explanation *explanation)
{
    const struct situation *const situation = explanation->owner;
    const uint64_t line = explanation->mismatch.expected_line;
    return line < 2 || line > situation->match->instance.seats + 1 ? PIGS_NOBODY
                                                                   : (unsigned)line - 2;
}

static void tell(const struct nf_explanation *explanation, bool full)
{
    const struct situation *const situation = explanation->owner;
    if (full)
        pigs_course_rows(explanation->why, &situation->course, seat_of(explanation));
}

static bool is_deed(const struct nf_explanation *explanation)
{
    (void)explanation;
    return false;
}

static void explain(const struct nf_explanation *explanation)
{
    const struct situation *const situation = explanation->owner;
    const unsigned seat = seat_of(explanation);
    const int found = explanation->found.line;
    const char *kind = "hand", *what = N_("the pig has other cards");
    if (seat == PIGS_NOBODY) {
        kind = "winner";
        what = N_("the other side wins");
    } else if (found != PIGS_LINE_DEAD && found != PIGS_LINE_HAND) {
        kind = "second-winner";
        what = N_("the winner is told once");
    } else if (!pigs_lives(&situation->match->game, seat)) {
        kind = "dead";
        what = N_("the pig is dead");
    } else if (found == PIGS_LINE_DEAD) {
        kind = "alive";
        what = N_("the pig is alive");
    } else if (explanation->found.values[0] != situation->match->game.pigs[seat].count) {
        kind = "cards";
        what = N_("the pig has more cards, or fewer");
    }
    nf_explanation_headline(explanation, kind, what);
    tell(explanation, true);
}

/* All that differs comes from the same decision, for the final state alone is printed. */
static const char *decision_of(const char *kind)
{
    (void)kind;
    return "state";
}

static const struct nf_comparer comparer = {&pigs_transcript, NULL, is_deed,
                                            explain,          tell, decision_of};

enum nf_status pigs_compare(const struct nf_input *instance, const struct nf_input *output,
                            bool strict, struct nf_difference *difference, struct nf_error *err)
{
    struct situation situation = {.course = pigs_course()};
    struct nf_text right = {0};
    *difference = (struct nf_difference){0};
    enum nf_status status = pigs_read(instance, &situation.course.observer, &situation.match, err);
    if (status != NF_OK)
        return status;
    pigs_narrate(&right, &situation.match->game);
    status =
        nf_transcript_compare(&comparer, &situation, NULL, &right, output, strict, difference, err);
    nf_text_free(&right);
    free(situation.match);
    return status;
}

/* ---- outcomes ---- */

/* Reads the next line; one that is missing at the end is one without cards. */
static struct nf_line next_line(struct nf_told_reader *reader)
{
    struct nf_line line = {reader->input->data + reader->input->size, 0, false};
    nf_next_line(reader->input, &reader->at, &line);
    while (line.length > 0 && nf_is_blank(line.text[line.length - 1]))
        line.length--;
    reader->line = line;
    reader->told = nf_told_read(&pigs_transcript, NULL, &line);
    return line;
}

/* Sets `dead` and follows the hand of a pig. */
static enum nf_status read_pig(struct nf_told_reader *reader, unsigned seat, uint32_t *dead,
                               uint32_t *hands)
{
    const struct nf_line line = next_line(reader);
    const bool died = reader->told.line == PIGS_LINE_DEAD;
    if (line.length > 0 && !died && reader->told.line != PIGS_LINE_HAND)
        return nf_told_fail(reader, N_("the cards of pig %u, or DEAD"), seat + 1);
    *dead |= (uint32_t)died << seat;
    for (size_t i = 0; i < line.length && !died; i++)
        if (!nf_is_blank(line.text[i]))
            *hands =
                pigs_follow(*hands, (uint32_t)(strchr(PIGS_LETTERS, line.text[i]) - PIGS_LETTERS));
    *hands = pigs_follow(*hands, PIGS_CARDS);
    return NF_OK;
}

enum nf_status pigs_read_outcome(const struct nf_input *instance, const struct nf_input *transcript,
                                 struct nf_text *record, struct nf_error *err)
{
    struct nf_told_reader reader = {
        .transcript = &pigs_transcript, .input = transcript, .err = err};
    struct pigs_match *match;
    uint32_t words[PIGS_WORDS] = {0}, dead = 0;
    enum nf_status status = pigs_read(instance, NULL, &match, err);
    if (status != NF_OK)
        return status;
    const unsigned seats = match->instance.seats;
    next_line(&reader);
    const bool main_wins = reader.told.line == PIGS_LINE_MAIN;
    if (!main_wins && reader.told.line != PIGS_LINE_REBELS)
        status = nf_told_fail(&reader, N_("MP or FP, who wins"));
    for (unsigned seat = 0; seat < seats && status == NF_OK; seat++)
        status = read_pig(&reader, seat, &dead, &words[3]);
    words[0] = seats | (uint32_t)main_wins << 4 | dead << 15;
    for (unsigned seat = 0; seat < seats; seat++)
        words[0] |= (uint32_t)pigs_is_rebel(&match->game, seat) << (5 + seat);
    free(match);
    if (status == NF_OK && nf_told_next(&reader))
        status = nf_told_fail(&reader, N_("end of transcript after pig %u"), seats);
    if (status != NF_OK)
        return status;
    nf_text_bytes(record, (const char *)words, sizeof words);
    return record->failed ? nf_fail(err, NF_IO, "out of memory for an outcome") : NF_OK;
}

void pigs_tell_records(const struct nf_text *ours, const struct nf_text *theirs,
                       struct nf_text *words)
{
    uint32_t a[PIGS_WORDS], b[PIGS_WORDS];
    if (ours->size != sizeof a || theirs->size != sizeof b) {
        nf_text_format(words, _("ours has %zu bytes, theirs %zu, expected %zu"), ours->size,
                       theirs->size, sizeof a);
        return;
    }
    memcpy(a, ours->data, sizeof a);
    memcpy(b, theirs->data, sizeof b);
    struct pigs_outcome our, their;
    pigs_unpack(a, &our);
    pigs_unpack(b, &their);
    if (our.main_wins != their.main_wins)
        nf_text_format(words, _("ours says %s; theirs says %s"), our.main_wins ? "MP" : "FP",
                       their.main_wins ? "MP" : "FP");
    else if (our.dead != their.dead)
        nf_text_format(words, _("other pigs are dead: %03" PRIx32 ", theirs %03" PRIx32), our.dead,
                       their.dead);
    else if (our.hands != their.hands)
        nf_text_string(words, _("the hands differ"));
    else if (memcmp(a, b, sizeof a) != 0)
        nf_text_string(words, _("the games end alike after different moves"));
    else
        nf_text_string(words, _("both have the same outcome"));
}
