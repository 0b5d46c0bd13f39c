/* Rule events: each is counted when what its help says has happened, and only then, in games that
 * are short enough to be followed by hand. tests/data/cirno/records.py counts those that a single
 * turn tells once more, in transcripts of any games. */
#include "games/cirno/rules/events.h"
#include "games/cirno/simulated/module.h"
#include "judge/judge.h"
#include "tests/unit/said.h"
#include "tests/unit/test.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void survey(const char *instance, struct nf_text *answer, uint64_t counts[])
{
    const struct nf_input input = {"case", instance, strlen(instance)};
    memset(counts, 0, NF_MAX_EVENTS * sizeof counts[0]);
    assert_ok(nf_cover, cirno_game.rules, &input, answer, counts);
}

static unsigned event_named(const char *name)
{
    unsigned event = 0;
    while (cirno_events[event].name != NULL && strcmp(cirno_events[event].name, name) != 0)
        event++;
    if (cirno_events[event].name == NULL)
        fail_msg("no event is called %s", name);
    return event;
}

/* ---- games to be followed by hand ---- */

struct told {
    const char *what;     /* the game, in the judge's format */
    const char *expected; /* all its events, "name" or "name=count" */
};

static const struct told games[] = {
    /* A99, then nothing goes. */
    {"1 1 4\nA A99 A99 A99\nA99 A99 A99 A99\n", "p-99 pair two-turn-round one-player deck-exact"},
    /* A deck without the last draw is neither exact nor left. */
    {"1 1 1\nA A99 A99 A99\nA99\n", "p-99 pair two-turn-round one-player"},
    /* Her own DOUBLE twice: she answers the first by the second, and loses under that. */
    {"1 1 6\nA DOUBLE DOUBLE A99\nA99 A99 A99 A99 A99 A99\n",
     "p-99 plain-double own-double=2 double-double double-lost one-player deck-exact"},
    /* B19 -19, C2 -38 (B19 would do the same), B19 -57, B19 -76, four times C2, E99. */
    {"1 1 12\nA B19 B19 B19\nC2 C2 C2 C2 C2 C2 C2 E99 A99 A99 A99 A99\n",
     "p-negative=8 largest-tie-c-b pair=6 p-below-99=4 p-below-200=3 p-below-512=2 p-below-1000 "
     "p-99 one-player deck-exact"},
    /* A DOUBLE goes from 1 over 2 (PASS), 3 (TURN), 2 (TURN) and 3 (DOUBLE) to 4, who takes it by
     * B1 and draws E99; 1 plays another, 2 hands it on by DOUBLE, 3 loses. */
    {"4 1 12\nA DOUBLE DOUBLE DOUBLE\nB PASS TURN DOUBLE\nC TURN DOUBLE A1\nD A1 A2 B1\n"
     "A99 A99 A1 A99 A2 E99 A1 A1 A1 A1 A1 A1\n",
     "plain-double=2 double-pass doubled-pass-over-turn double-turn=2 double-turn-back=2 "
     "doubled-turn-over-double=2 handed-twice handed-thrice=2 turn-again double-double=2 "
     "double-taken stacked-taken smallest p-negative second-drawn p-99 double-lost deck-exact"},
    /* 2 loses twice, both times counterclockwise: 1 TURN, 3 E99, 2 lost; 2 A99, 3 E99, 1 TURN,
     * 3 E99, 2 lost; 2 DOUBLE, 3 A1 and E99, 1 TURN, 3 lost. */
    {"3 3 20\nA TURN TURN TURN\nB A99 A99 A99\nC E99 E99 E99\n"
     "A99 A1 A99 A99 A99 A99 A5 A99 A9 DOUBLE DOUBLE DOUBLE A99 E99 A1 A99 A1 A1 A1 A1\n",
     "plain-turn=3 wraps-back=3 p-99=5 pair=3 direction-reset=2 other-starter=2 e99-on-99=2 "
     "holds-100=3 same-loser plain-double double-taken smallest second-drawn deck-left"},
    /* 1 A99, 2 DOUBLE, 1 DOUBLE, 2 lost; 2 E99, 1 lost; 1 DOUBLE, 2 DOUBLE, 1 DOUBLE, 2 A1 and A49,
     * 1 DOUBLE, 2 PASS, 1 lost. */
    {"2 3 20\nA A99 A99 DOUBLE\nB DOUBLE A99 A99\n"
     "A99 A99 A99 E99 A49 DOUBLE A1 DOUBLE DOUBLE DOUBLE A99 A99 A99 A99 PASS A99 B1 A1 A1 A1\n",
     "p-99=2 pair plain-double=3 double-double=3 double-lost=2 double-cleared other-starter "
     "two-turn-round handed-twice double-taken stacked-taken smallest holds-100 double-pass "
     "same-loser two-players deck-exact"},
    /* 1 A99, 2 DOUBLE, 1 B1 and PASS, 2 TURN, 1 lost; 1 A99, 2 DOUBLE, 1 B1 and DOUBLE, 2 lost;
     * 2 PASS, 1 A49, 2 A1, 1 A49, 2 TURN, 1 B9, 2 DOUBLE, 1 TURN, 2 lost; 2 A99, 1 lost. */
    {"2 4 30\nA A99 B1 A49\nB DOUBLE A99 A99\n"
     "A19 TURN PASS A99 DOUBLE A99 B1 A49 A19 A99 DOUBLE TURN DOUBLE TURN PASS A1 A49 A99 B9 A99 "
     "A99 A99 A99 A99 A49 A49 A99 A99 A99 A99\n",
     "p-99=4 p-98=2 plain-double=3 double-taken=2 second-pass second-double second-drawn=2 "
     "plain-turn=2 double-lost=2 double-cleared=2 other-starter=2 plain-pass pass-over-turn "
     "turn-over-double double-turn turn-again same-loser two-turn-round two-players deck-exact"},
    /* B1 -1, D2 -1, B1 -2, D2 -1, A99 98, A1 99, E99 99, then by B9 and B1 down to 61. */
    {"3 1 16\nA B1 B1 B1\nB D2 B9 B9\nC B1 B9 B9\n"
     "D2 A99 A1 E99 A99 DOUBLE TURN A99 DOUBLE A49 A99 A99 A49 A1 A1 A1\n",
     "p-negative=4 pair=4 d2-negative-odd d2-negative-even p-98 p-99=2 e99-on-99 deck-exact"},
    /* 1 A99, 2 DOUBLE, 3 B1 and TURN, 2 lost; 2 A99, 3 lost; 3 A99, 1 B1, 2 DOUBLE, 3 B9, lost. */
    {"3 3 18\nA A99 B1 A99\nB DOUBLE A99 A99\nC B1 A99 A99\n"
     "A99 A99 TURN A99 A99 DOUBLE A49 A99 A19 B9 A99 A99 A99 A99 A49 A99 A99 A99\n",
     "p-99=3 pair p-98=2 plain-double=2 double-taken=2 second-turn second-drawn direction-reset "
     "other-starter=2 two-turn-round second-lost same-loser deck-exact"},
    /* Eleven times B9 -99, B1 -100, C2 -200; E0; B1, nine times C2 -512, B1; E0; down to -125,
     * three times C2 -1000; E99, and her two PASS before she loses. */
    {"1 1 44\nA B9 PASS PASS\n"
     "B9 B9 B9 B9 B9 B9 B9 B9 B9 B9 B1 C2 E0 B1 C2 C2 C2 C2 C2 C2 C2 C2 C2 B1 E0 "
     "B19 B19 B19 B19 B19 B19 B9 B1 B1 C2 C2 C2 E99 A99 A99 A99 A99 A99 A99\n",
     "p-99 p-negative=36 p-below-99=13 p-below-200=6 p-below-512=2 plain-pass=2 one-player "
     "deck-exact"},
    /* 1 A99, 2 TURN, 1 DOUBLE, which 5 answers by DOUBLE and 4 by PASS, 3 B1 and A1, 2 lost. */
    {"5 1 12\nA A99 DOUBLE A99\nB TURN A99 A99\nC B1 A99 A99\nD PASS A99 A99\nE DOUBLE A99 A99\n"
     "A99 A99 A99 A99 A99 A1 A99 A99 A99 A99 A99 A99\n",
     "p-98 p-99=2 plain-turn plain-double double-pass double-double double-taken second-drawn "
     "handed-twice stacked-taken pair wraps-back deck-left"},
    /* D2 0, nine times B19 -171, B9 -198, B1 -202, D2 -101; E99, B19 61, lost; A99, lost. */
    {"1 2 28\nA D2 B19 B19\n"
     "B19 B19 B19 B19 B19 B19 B19 B19 B19 B9 B9 B9 B1 B1 B1 B1 D2 E99 "
     "A99 A99 A99 A99 A99 A99 A99 A99 A99 A99\n",
     "p-negative=17 p-below-99=12 p-below-200=2 d2-negative-even pair=11 p-99=2 two-turn-round "
     "one-player deck-exact"},
    /* 1 A99, 2 DOUBLE, 3 TURN, 2 B1 98 and lost. */
    {"3 1 7\nA A99 A99 A99\nB DOUBLE A99 A99\nC TURN A99 A99\nA99 B1 A99 A99 A99 A99 A99\n",
     "p-99 pair plain-double double-turn double-turn-back double-taken p-98 second-lost "
     "deck-exact"},
    /* 1 TURN, 4 A99, 3 DOUBLE, which 2, 1 and 4 answer by PASS and 3 by B1 and the B1 she draws; 2
     * A1, 1 A1 99, 4 lost. */
    {"4 1 13\nA TURN TURN TURN\nB PASS A1 A1\nC DOUBLE A99 A99\nD A99 PASS A1\n"
     "PASS A99 B1 A1 A1 A99 B1 A99 A99 A99 A99 A99 A99\n",
     "plain-turn wraps-back=3 p-99=2 plain-double double-pass=3 handed-twice handed-thrice "
     "doubled-pass-over-turn double-taken second-drawn p-98=2 pair holds-100 deck-exact"},
};

static void read_expected(const char *text, uint64_t counts[NF_MAX_EVENTS])
{
    memset(counts, 0, NF_MAX_EVENTS * sizeof counts[0]);
    while (*text != '\0') {
        char name[40];
        unsigned count = 1;
        int length = 0;
        assert_int_equal(sscanf(text, "%39[^= ]%n", name, &length), 1);
        text += length;
        if (sscanf(text, "=%u%n", &count, &length) == 1)
            text += length;
        counts[event_named(name)] = count;
        text += strspn(text, " ");
    }
}

TEST(test_short_games_have_the_events_found_by_hand)
{
    uint64_t reached[NF_MAX_EVENTS] = {0};
    for (size_t game = 0; game < sizeof games / sizeof games[0]; game++) {
        uint64_t counts[NF_MAX_EVENTS], expected[NF_MAX_EVENTS];
        survey(games[game].what, NULL, counts);
        read_expected(games[game].expected, expected);
        for (unsigned event = 0; event < CIRNO_EVENTS; event++) {
            if (counts[event] != expected[event])
                fail_msg("game %zu: %s: counted %" PRIu64 ", expected %" PRIu64, game,
                         cirno_events[event].name, counts[event], expected[event]);
            reached[event] += counts[event];
        }
    }
    for (unsigned event = CIRNO_SMALLEST_TIES_END; event < CIRNO_EVENTS; event++)
        if (reached[event] == 0)
            fail_msg("%s is in none of the games", cirno_events[event].name);
}

/* A hand whose best two cards tie on the p that `opening` makes of 0; for smallest DOUBLE comes in
 * between. */
static const struct tie {
    const char *name, *opening, *hand, *played;
} ties[] = {
    {"largest-tie-c-a", "A5", "A5 C2 A1", "C2"},
    {"largest-tie-c-b", "B1", "B1 C2 B9", "C2"},
    {"largest-tie-c-d", "E0", "B1 D2 C2", "C2"},
    {"largest-tie-c-e", "E0", "B1 E0 C2", "C2"},
    {"largest-tie-a-d", "B19", "D2 A9 B1", "A9"},
    {"largest-tie-a-e", "B19", "E0 A19 B1", "A19"},
    {"largest-tie-b-d", "A1", "D2 B1 B9", "B1"},
    {"largest-tie-b-e", "A1", "E0 B1 B9", "B1"},
    {"largest-tie-d-e", "A1", "E0 D2 B9", "D2"},
    {"smallest-tie-d-b", "A1", "B1 D2 A1", "D2"},
    {"smallest-tie-d-a", "B19", "A9 D2 E0", "D2"},
    {"smallest-tie-d-c", "E0", "C2 D2 A1", "D2"},
    {"smallest-tie-d-e", "A1", "E0 D2 A1", "D2"},
    {"smallest-tie-b-c", "B1", "C2 B1 A1", "B1"},
    {"smallest-tie-b-e", "A1", "E0 B1 A1", "B1"},
    {"smallest-tie-a-c", "A5", "C2 A5 A9", "A5"},
    {"smallest-tie-a-e", "E0", "E49 A49 A99", "A49"},
    {"smallest-tie-c-e", "E0", "E0 C2 A1", "C2"},
};

/* That tie alone, once, and her line says the right card. */
TEST(test_each_tie_for_largest_or_smallest_is_told_by_its_classes)
{
    assert_int_equal(sizeof ties / sizeof *ties, CIRNO_SMALLEST_TIES_END);
    for (const struct tie *tie = ties; tie < ties + CIRNO_SMALLEST_TIES_END; tie++) {
        const unsigned number = event_named(tie->name);
        const bool smallest = number >= CIRNO_LARGEST_TIES_END;
        struct nf_text answer = {0};
        uint64_t counts[NF_MAX_EVENTS];
        char instance[200], line[40];
        snprintf(instance, sizeof instance, "%s\nSet %s %s %s\n%sTie %s\n%sEnd A99 A99 A99\n%s\n",
                 smallest ? "4 1 7" : "4 1 6", tie->opening, tie->opening, tie->opening,
                 smallest ? "Two DOUBLE DOUBLE DOUBLE\n" : "", tie->hand,
                 smallest ? "" : "Top E99 E99 E99\n",
                 smallest ? "A99 A99 E99 A99 A99 A99 A99" : "A99 A99 A99 A99 A99 A99");
        snprintf(line, sizeof line, "Tie used %s,", tie->played);
        survey(instance, &answer, counts);
        for (unsigned event = 0; event < CIRNO_SMALLEST_TIES_END; event++)
            if (counts[event] != (event == number))
                fail_msg("%s: %s is counted %" PRIu64 " times", tie->name, cirno_events[event].name,
                         counts[event]);
        nf_said_take(&answer);
        says(line);
    }
}
