/* The report of a game that has no seats, cards or rounds: what the engine adds to a game's own
 * figures, and nothing of any other game's. */
/* valgrind: quick enough to be run under it as well */
#include "sim/report/report.h"
#include "tests/unit/null_game.h"
#include "tests/unit/played.h"
#include "tests/unit/said.h"
#include "tests/unit/test.h"

#include <stdio.h>

static const struct nf_setup setup = {
    &null_game,
    {.players = 3, .rounds = 1, .deck = 8, .profile = "none", .seed = 42},
};

/* A tally of the games of some ranges, and the report on it. */
struct reported {
    struct nf_tally tally;
    struct nf_report report;
};

static void open_case(struct reported *made, const struct nf_span *spans, size_t count)
{
    made->tally = nf_test_tally(&setup);
    for (size_t i = 0; i < count; i++)
        for (uint64_t index = spans[i].first; index < spans[i].first + spans[i].games; index++) {
            uint32_t words[NF_MAX_SEATS + 1];
            null_words(index, setup.params.players, words);
            struct nf_outcome outcome = {.index = index, .words = words};
            outcome.rejected[1] = index % 2;
            nf_tally_game(&made->tally, &outcome);
        }
    nf_tally_settle(&made->tally);
    made->report = (struct nf_report){.tally = &made->tally,
                                      .spans = spans,
                                      .spans_count = count,
                                      .seconds = 0.5,
                                      .threads = 2,
                                      .kernel = "null"};
}

static void close_case(struct reported *made)
{
    nf_tally_close(&made->tally);
}

/* Makes the table, in `said`. */
static void tell(const struct nf_report *report)
{
    struct nf_text told = {0};
    nf_report_table(&told, report);
    nf_said_take(&told);
}

TEST(the_table_frames_what_the_game_shows)
{
    static const struct nf_span span = {10, 4};
    FREED_BY(close_case) struct reported made;
    open_case(&made, &span, 1);
    tell(&made.report);
    uint32_t words[NF_MAX_SEATS + 1];
    unsigned mood = 0;
    for (uint64_t index = 10; index < 14; index++) {
        null_words(index, 3, words);
        mood += words[3];
    }
    char line[60];
    assert_true(mood < 1000);
    snprintf(line, sizeof line, "\n\nmoods             mood %u\n\n", mood);
    says("A game without rules: 4 games among 3\n"
         "profile none, seed 42, indices 10 to 13\n\n");
    says(line);
    says("\nthrown away    2 candidates, 2 were too odd\n"
         "time           0.500 s on 2 threads, kernel null\n"
         "speed          8.00 games/s, ");
    says_not("seat");
    says_not("card");
    says_not("round");
}

TEST(extremes_are_told_with_the_game_and_the_command_that_shows_it)
{
    static const struct nf_span span = {0, 200};
    FREED_BY(close_case) struct reported made;
    open_case(&made, &span, 1);
    tell(&made.report);
    const struct nf_extreme *const most = &made.tally.extremes[NULL_MOST_TURNS];
    char line[160];
    snprintf(line, sizeof line, "most turns %6u  turns  %7u\n", (unsigned)most->value,
             (unsigned)most->index);
    says(line);
    snprintf(line, sizeof line,
             "\n  ninefold replay --game null --profile none -n 3 -k 8 --seed 42 --index %u\n",
             (unsigned)most->index);
    says(line);
}

TEST(the_headline_tells_which_games)
{
    static const struct nf_span spans[] = {{7, 1}, {20, 2}, {30, 3}};
    static const char *const told[] = {
        "1 game among 3\nprofile none, seed 42, index 7\n",
        "3 games among 3\nprofile none, seed 42\nindices 7 to 7, 20 to 21\n",
        "6 games among 3\nprofile none, seed 42\nindices 7 to 7, 20 to 21, 30 to 32\n",
    };
    for (size_t count = 1; count <= 3; count++) {
        FREED_BY(close_case) struct reported made;
        open_case(&made, spans, count);
        tell(&made.report);
        says(told[count - 1]);
    }
}

TEST(no_games_are_no_statistics)
{
    FREED_BY(close_case) struct reported made;
    open_case(&made, NULL, 0);
    tell(&made.report);
    says_only("A game without rules: 0 games among 3\n"
              "profile none, seed 42\n\n"
              "no game was finished\n");
    json_auto_t *document = nf_report_document(&made.report);
    has(document, "games", "0");
    has(document, "tables.0.name", "\"moods\"");
    has(document, "tables.1.name", "\"extremes\"");
    has(document, "tables.1.rows", "[]");
}

TEST(the_document_has_the_games_members_and_no_other_games)
{
    static const struct nf_span span = {10, 4};
    FREED_BY(close_case) struct reported made;
    open_case(&made, &span, 1);
    json_auto_t *document = nf_report_document(&made.report);
    char turns[24];
    snprintf(turns, sizeof turns, "%llu", (unsigned long long)nf_tally_turns(&made.tally));
    has(document, "turns", turns);
    has(document, "rejected", "2");
    has(document, "first", "10");
    has(document, "tables.2", "");
    static const char *const others[] = {"seats", "cards", "rounds", "turns_per_round"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        has(document, others[i], "");
}
