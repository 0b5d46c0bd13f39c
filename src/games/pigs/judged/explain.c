/* Where an output leaves the transcript. */
#include "base/lang.h"
#include "games/pigs/judged/fuzzing.h"
#include "games/pigs/judged/story.h"
#include "games/pigs/rules/format.h"
#include "judge/compare.h"

static const struct pigs_game *game_of(const struct nf_explanation *explanation)
{
    return explanation->match->course;
}

/* Plays the game once more for its course. */
static bool find_pigs_course(const struct nf_explanation *explanation)
{
    struct pigs_course *const course = explanation->situation;
    *course = pigs_course();
    pigs_play(explanation->match->course, explanation->match->game, &course->observer);
    return true;
}

/* Whose line it is; PIGS_NOBODY for that of the winner. */
static unsigned seat_of(const struct nf_explanation *explanation)
{
    const uint64_t line = explanation->mismatch.expected_line;
    return line < 2 || line > game_of(explanation)->instance->seats + 1 ? PIGS_NOBODY
                                                                        : (unsigned)line - 2;
}

static void describe_pigs_course(const struct nf_explanation *explanation, bool full)
{
    if (full)
        pigs_course_rows(explanation->why, explanation->situation, seat_of(explanation));
}

static bool is_pigs_action(const struct nf_explanation *explanation)
{
    (void)explanation;
    return false;
}

static void explain_pigs_line(const struct nf_explanation *explanation)
{
    const struct pigs_game *const game = game_of(explanation);
    const unsigned seat = seat_of(explanation);
    const int found = explanation->found.line;
    const char *kind = "hand", *what = N_("the pig has other cards");
    if (seat == PIGS_NOBODY) {
        kind = "winner";
        what = N_("the other side wins");
    } else if (found != PIGS_LINE_DEAD && found != PIGS_LINE_HAND) {
        kind = "second-winner";
        what = N_("the winner is told once");
    } else if (!pigs_lives(game, seat)) {
        kind = "dead";
        what = N_("the pig is dead");
    } else if (found == PIGS_LINE_DEAD) {
        kind = "alive";
        what = N_("the pig is alive");
    } else if (explanation->found.values[0] != game->pigs[seat].count) {
        kind = "cards";
        what = N_("the pig has more cards, or fewer");
    }
    nf_explanation_headline(explanation, kind, what);
    describe_pigs_course(explanation, true);
}

/* All that differs comes from the same decision, for the final state alone is printed. */
static const char *decision_of(const char *kind)
{
    (void)kind;
    return "state";
}

const struct nf_comparer pigs_comparer = {.transcript = &pigs_transcript,
                                          .situation = sizeof(struct pigs_course),
                                          .find = find_pigs_course,
                                          .is_deed = is_pigs_action,
                                          .explain = explain_pigs_line,
                                          .tell = describe_pigs_course,
                                          .decision = decision_of};
