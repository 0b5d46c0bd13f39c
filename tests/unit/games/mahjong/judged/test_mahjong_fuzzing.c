/* What is mahjong's own in fuzzing: explanations, smaller walls. What holds of
 * every game is in base/format/test_mismatch.c, judge/test_guided.c and format/test_shrink.c. */
/* both: it is dealt by the simulator */
#include "games/mahjong/judged/fuzzing.h"
#include "games/mahjong/judged/position.h"
#include "games/mahjong/rules/events.h"
#include "games/mahjong/rules/format.h"
#include "games/mahjong/simulated/module.h"
#include "judge/judge.h"
#include "tests/unit/explained.h"
#include "tests/unit/games/mahjong/mahjong_naive.h"
#include "tests/unit/judged.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct nf_text answer_of(const struct nf_text *instance)
{
    const struct nf_input input = nf_text_input(instance, "text");
    struct nf_text answer = {0};
    assert_ok(nf_play, mahjong_game.rules, &input, &answer);
    return answer;
}

/* ---- comparisons ---- */

/* The number of the first line behind the deal that has `words` in it. */
static uint64_t find_line(const struct nf_text *text, const char *words)
{
    for (uint64_t number = MAHJONG_DEALT + 1;; number++) {
        const size_t start = nf_test_line(text, number), end = nf_test_line(text, number + 1);
        assert_true(start < end);
        if (memmem(text->data + start, end - start, words, strlen(words)) != NULL)
            return number;
    }
}

/* Line `number` replaced by `line` makes a difference there; to be freed. */
static struct nf_difference replace(const struct nf_text *instance, uint64_t number,
                                    const char *line)
{
    const struct nf_input input = nf_text_input(instance, "text");
    char ended[48];
    snprintf(ended, sizeof ended, "%s\n", line);
    FREED_BY(nf_text_free)
    struct nf_text output = nf_test_with_lines(&mahjong_problem, &input, number, ended);
    const struct nf_difference difference = nf_test_explain(&mahjong_problem, &input, &output);
    assert_int_equal(difference.line, number);
    return difference;
}

/* The line found by `words` in the case of an event, replaced by `line` (its player's letter in the
 * place of '?', the next one's for '+'), makes a difference of this kind, and the explanation says
 * `rule`. */
struct broken {
    enum mahjong_event event;
    const char *words, *line, *kind, *rule;
};

static void check_kind(const struct broken *broken)
{
    FREED_BY(nf_text_free)
    struct nf_text instance = nf_test_guide(&mahjong_problem, 5, broken->event),
                   answer = answer_of(&instance);
    const uint64_t number = find_line(&answer, broken->words);
    const char seat = answer.data[nf_test_line(&answer, number)];
    char changed[40];
    snprintf(changed, sizeof changed, "%s", broken->line);
    for (char *at = changed; *at != '\0'; at++)
        *at = *at == '?' ? seat : *at == '+' ? (char)('A' + (seat - 'A' + 1) % 4) : *at;
    FREED_BY(nf_test_difference_free)
    struct nf_difference difference = replace(&instance, number, changed);
    assert_string_equal(difference.kind, broken->kind);
    nf_test_explains(&difference, broken->rule);
}

TEST(a_difference_is_named_by_the_rule_that_was_broken)
{
    static const struct broken list[] = {
        {MAHJONG_EVENT_PASS, "OUT PASS", "? OUT Z", "special-first", "special tiles go first"},
        {MAHJONG_EVENT_PASS, "OUT PASS", "? OUT PASS ?", "pass-names", "who is skipped"},
        {MAHJONG_EVENT_RON_FAR, " RON", "+ IN 1M", "ron-missed", "of those who can win"},
        {MAHJONG_EVENT_RON_FAR, " RON", "+ RON", "ron-order", "of those who can win"},
        {MAHJONG_EVENT_PONG_NEXT, " PONG", "? IN 1M", "pong-missed", "her distance is"},
        {MAHJONG_EVENT_PONG_NEXT, " PONG", "+ PONG E E E", "other-pong", "was discarded"},
        {MAHJONG_EVENT_CHOW_LOWER, " CHOW", "? IN 1M", "chow-missed", "highest numbers"},
        {MAHJONG_EVENT_CHOW_LOWER, " CHOW", "+ PONG E E E", "chow-not-pong", "was discarded"},
        {MAHJONG_EVENT_SELFDRAWN_LAST, " SELFDRAWN", "? OUT 1M", "selfdrawn-missed", "wins"},
        {MAHJONG_EVENT_DRAW, "DRAW", "A IN 1M", "draw-missed", "the wall is empty"},
        {MAHJONG_EVENT_DRAW, " OUT", "? SELFDRAWN", "no-selfdrawn", "with which no hand wins"},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        check_kind(&list[i]);
}

TEST(a_claim_that_does_not_come_is_told_with_its_distances)
{
#define MELDS "3S 3S 3S 6S 6S 6S 8P 8P 8P "
    static const char pongs[] = "5M 5M 8S 8S 8S 5P 5P 5P 9P 9P 9P E W";
    /* Hands of B and C, a claim that A's discard of 5M does not bring, and why. */
    static const char *const rows[][4] = {
        {MELDS "5M 5M 2P 3P", MAHJONG_ORPHAN_HAND, "B PONG 5M 5M 5M", "claiming would not help"},
        {pongs, MELDS "4M 6M E E", "B PONG 5M 5M 5M", "it would help"},
        {MELDS "4M 6M E W", pongs, "B CHOW 4M 5M 6M", "it would help"},
    };
#undef MELDS
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *const hands[] = {MAHJONG_DISCARDS_5M, rows[i][0], rows[i][1],
                                     MAHJONG_ORPHAN_HAND};
        uint8_t wall[MAHJONG_WALL];
        FREED_BY(nf_text_free) struct nf_text instance = {0};
        mahjong_test_wall(hands, "1M 9M", wall);
        mahjong_print(&instance, wall);
        FREED_BY(nf_test_difference_free)
        struct nf_difference difference = replace(&instance, MAHJONG_DEALT + 3, rows[i][2]);
        nf_test_explains(&difference, rows[i][3]);
    }
}

TEST(the_scene_of_a_line_is_the_table_before_it)
{
    FREED_BY(nf_text_free)
    struct nf_text made =
                       nf_test_guide(&mahjong_problem, nf_test_seed(), MAHJONG_EVENT_FOURTH_MELD),
                   answer = answer_of(&made);
    const struct nf_input instance = nf_text_input(&made, "text");
    uint8_t wall[MAHJONG_WALL];
    assert_ok(mahjong_test_read, &instance, wall);
    bool ended = false;
    for (uint64_t number = MAHJONG_DEALT + 1; !ended; number++) {
        struct mahjong_position position;
        ended = nf_test_line(&answer, number) == answer.size;
        assert_true(mahjong_positions(&position, wall, number, NULL, NULL));
        assert_int_equal(position.ended, ended);
        const enum mahjong_happening last = position.last.what;
        const bool more = position.turn + position.table.drawn > MAHJONG_DEALT + 1 &&
                          last != MAHJONG_NEWS_DISCARD && last != MAHJONG_NEWS_RON &&
                          last != MAHJONG_NEWS_WALL_OUT;
        for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
            unsigned held = 3u * position.table.melds[seat];
            for (unsigned kind = 0; kind < MAHJONG_KINDS; kind++)
                held += position.table.hands[seat][kind];
            assert_int_equal(held, more && seat == position.last.seat ? 14 : 13);
        }
    }
}

/* ---- smaller walls ---- */

/* A program that fails wherever an event happens. */
struct failing {
    enum mahjong_event event;
    unsigned trials;
};

static bool reaches(const struct nf_text *instance, enum mahjong_event event)
{
    uint64_t reached[NF_MAX_EVENTS] = {0};
    struct nf_error err;
    const struct nf_input input = nf_text_input(instance, "text");
    if (nf_cover(mahjong_game.rules, &input, NULL, reached, &err) != NF_OK)
        fail_msg("a candidate is not valid: %s", err.text);
    return reached[event] > 0;
}

static enum nf_trial try_candidate(void *owner, const struct nf_text *candidate)
{
    struct failing *const failing = owner;
    failing->trials++;
    return reaches(candidate, failing->event) ? NF_TRIAL_FAILS : NF_TRIAL_PASSES;
}

static unsigned odd_tiles(const struct nf_text *instance)
{
    FREED_BY(nf_text_free) struct nf_text words = {0};
    const struct nf_input input = nf_text_input(instance, "text");
    assert_ok(nf_describe_size, &mahjong_problem, &input, &words);
    return (unsigned)strtoul(nf_text_terminated(&words), NULL, 10);
}

TEST(walls_shrink_and_still_fail)
{
    static const struct {
        enum mahjong_event event;
        unsigned odd; /* no more tiles out of order */
    } rows[] = {
        {MAHJONG_EVENT_PASS, 40},        {MAHJONG_EVENT_DISCARD_TIE, 0},
        {MAHJONG_EVENT_DOUBLE, 40},      {MAHJONG_EVENT_PONG_REVERSED, 50},
        {MAHJONG_EVENT_RON_STOLEN, 120}, {MAHJONG_EVENT_CHOW_LOWER, 80},
    };
    const uint64_t seed = nf_test_seed();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        FREED_BY(nf_text_free)
        struct nf_text made = nf_test_guide(&mahjong_problem, seed, rows[i].event);
        struct failing failing = {rows[i].event, 0};
        const struct nf_trier trier = {try_candidate, &failing, NULL, NULL};
        assert_true(reaches(&made, rows[i].event));
        FREED_BY(nf_text_free)
        struct nf_text smallest = nf_test_shrink(&mahjong_problem, &made, &trier);
        assert_true(reaches(&smallest, rows[i].event));
        if (odd_tiles(&smallest) > rows[i].odd)
            fail_msg("%s: %u tiles out of order after %u trials, expected at most %u:\n%.*s",
                     mahjong_events[rows[i].event].name, odd_tiles(&smallest), failing.trials,
                     rows[i].odd, (int)smallest.size, smallest.data);
    }
}
