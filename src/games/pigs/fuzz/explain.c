/* Where an output leaves the transcript. */
#include "base/lang.h"
#include "core/contract/game.h"
#include "games/pigs/fuzz/fuzzing.h"
#include "games/pigs/fuzz/story.h"
#include "games/pigs/rules/format.h"

#include <stdlib.h>

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
