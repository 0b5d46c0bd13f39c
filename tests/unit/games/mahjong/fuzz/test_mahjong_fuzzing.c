/* What is mahjong's own in fuzzing: explanations, smaller walls. What holds of
 * every game is in core/test_mismatch.c, test_guided.c and format/test_shrink.c. */
#include "core/format/instances.h"
#include "core/format/judge.h"
#include "core/format/shrink.h"
#include "games/mahjong/fuzz/fuzzing.h"
#include "games/mahjong/fuzz/position.h"
#include "games/mahjong/kernels/setup.h"
#include "games/mahjong/module.h"
#include "games/mahjong/rules/events.h"
#include "games/mahjong/rules/format.h"
#include "games/mahjong/rules/reference.h"
#include "games/mahjong/rules/transcript.h"
#include "gen/mahjong/guided.h"
#include "tests/unit/games/mahjong/mahjong_naive.h"
#include "tests/unit/games/mahjong/read_wall.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A case with its transcript. */
struct game_case {
    struct nf_text instance, answer;
};

static struct game_case make_case(uint64_t seed, uint64_t index)
{
    const struct nf_case_limits limits = {0, 0, 0};
    struct game_case made = {{0}, {0}};
    struct nf_error err;
    if (mahjong_fuzz_ops.guide(seed, index, &limits, &made.instance, &err) != NF_OK)
        fail_msg("%s", err.text);
    const struct nf_input input = nf_text_input(&made.instance, "text");
    if (nf_play(&mahjong_game, &input, &made.answer, &err) != NF_OK)
        fail_msg("%s", err.text);
    return made;
}

static void free_case(struct game_case *made)
{
    nf_text_free(&made->instance);
    nf_text_free(&made->answer);
}

/* Where line `number` (from 1) of a text starts; its size behind the last line. */
static size_t line_start(const struct nf_text *text, uint64_t number)
{
    size_t at = 0;
    while (--number > 0) {
        const char *const end = memchr(text->data + at, '\n', text->size - at);
        if (end == NULL)
            return text->size;
        at = (size_t)(end - text->data) + 1;
    }
    return at;
}

/* ---- comparisons ---- */

static struct nf_difference compare(const struct game_case *made, const struct nf_text *output)
{
    struct nf_difference difference;
    struct nf_error err;
    const struct nf_input instance = nf_text_input(&made->instance, "text"),
                          found = nf_text_input(output, "text");
    if (nf_check_output(&mahjong_game, &instance, &found, false, &difference, &err) != NF_OK)
        fail_msg("%s", err.text);
    return difference;
}

static uint64_t count_lines(const struct nf_text *text)
{
    uint64_t lines = 0;
    for (size_t i = 0; i < text->size; i++)
        lines += text->data[i] == '\n';
    return lines;
}

/* The transcript with `line` in the place of line `number`. */
static struct nf_text with_line(const struct game_case *made, uint64_t number, const char *line)
{
    struct nf_text text = {0};
    nf_text_bytes(&text, made->answer.data, line_start(&made->answer, number));
    const size_t rest = line_start(&made->answer, number + 1);
    nf_text_format(&text, "%s\n", line);
    nf_text_bytes(&text, made->answer.data + rest, made->answer.size - rest);
    return text;
}

static bool has_words(const struct nf_text *text, uint64_t line, const char *words)
{
    const size_t start = line_start(text, line), end = line_start(text, line + 1);
    return memmem(text->data + start, end - start, words, strlen(words)) != NULL;
}

/* The number of the first line behind the deal that has `words` in it; 0: none. */
static uint64_t find_line(const struct nf_text *text, const char *words)
{
    const uint64_t lines = count_lines(text);
    for (uint64_t number = MAHJONG_DEALT + 1; number <= lines; number++)
        if (has_words(text, number, words))
            return number;
    return 0;
}

/* Joins the lines of wrapped rows. */
static void unwrap(char *words)
{
    static const char indent[] = "\n           ";
    for (char *at; (at = strstr(words, indent)) != NULL;) {
        *at = ' ';
        memmove(at + 1, at + sizeof indent - 1, strlen(at + sizeof indent - 1) + 1);
    }
}

/* The line found by `words` in the case of `event`, replaced by `line` (its player's letter in the
 * place of '?', the next one's for '+'), makes a difference of this kind, and the explanation says
 * `rule`. */
static void check_kind(enum mahjong_event event, const char *words, const char *line,
                       const char *kind, const char *rule)
{
    struct game_case made = make_case(5, event);
    const uint64_t number = find_line(&made.answer, words);
    char changed[48];
    assert_true(number > 0);
    const char seat = made.answer.data[line_start(&made.answer, number)];
    snprintf(changed, sizeof changed, "%s", line);
    for (char *at = changed; *at != '\0'; at++)
        *at = *at == '?' ? seat : *at == '+' ? (char)('A' + (seat - 'A' + 1) % 4) : *at;
    struct nf_text output = with_line(&made, number, changed);
    struct nf_difference difference = compare(&made, &output);
    nf_text_bytes(&difference.why, "", 1);
    unwrap(difference.why.data);
    assert_int_equal(difference.line, number);
    if (strcmp(difference.kind, kind) != 0 || strstr(difference.why.data, rule) == NULL)
        fail_msg("kind %s, expected %s with '%s':\n%s", difference.kind, kind, rule,
                 difference.why.data);
    nf_text_free(&difference.why);
    nf_text_free(&output);
    free_case(&made);
}

TEST(a_difference_is_named_by_the_rule_that_was_broken)
{
    check_kind(MAHJONG_EVENT_PASS, "OUT PASS", "? OUT Z", "special-first",
               "special tiles go first");
    check_kind(MAHJONG_EVENT_PASS, "OUT PASS", "? OUT PASS ?", "pass-names", "who is skipped");
    check_kind(MAHJONG_EVENT_RON_FAR, " RON", "+ IN 1M", "ron-missed", "of those who can win");
    check_kind(MAHJONG_EVENT_RON_FAR, " RON", "+ RON", "ron-order", "of those who can win");
    check_kind(MAHJONG_EVENT_PONG_NEXT, " PONG", "? IN 1M", "pong-missed", "her distance is");
    check_kind(MAHJONG_EVENT_PONG_NEXT, " PONG", "+ PONG E E E", "other-pong", "was discarded");
    check_kind(MAHJONG_EVENT_CHOW_LOWER, " CHOW", "? IN 1M", "chow-missed", "highest numbers");
    check_kind(MAHJONG_EVENT_CHOW_LOWER, " CHOW", "+ PONG E E E", "chow-not-pong", "was discarded");
    check_kind(MAHJONG_EVENT_SELFDRAWN_LAST, " SELFDRAWN", "? OUT 1M", "selfdrawn-missed", "wins");
    check_kind(MAHJONG_EVENT_DRAW, "DRAW", "A IN 1M", "draw-missed", "the wall is empty");
    check_kind(MAHJONG_EVENT_DRAW, " OUT", "? SELFDRAWN", "no-selfdrawn",
               "with which no hand wins");
}

/* Of a wall of these hands, whose A draws 1M and discards 5M, the next line replaced by `claim` is
 * explained by `words`. */
static void check_claim(const char *b, const char *c, const char *claim, const char *words)
{
    const char *const hands[] = {"2P 2P 2P 4P 4P 4P 7P 7P 7P 2S 2S 2S 5M", b, c,
                                 MAHJONG_ORPHAN_HAND};
    uint8_t wall[MAHJONG_WALL];
    struct game_case made = {{0}, {0}};
    struct nf_error err;
    mahjong_test_wall(hands, "1M 9M", wall);
    mahjong_print(&made.instance, wall);
    const struct nf_input input = nf_text_input(&made.instance, "text");
    assert_int_equal(nf_play(&mahjong_game, &input, &made.answer, &err), NF_OK);
    struct nf_text output = with_line(&made, MAHJONG_DEALT + 3, claim);
    struct nf_difference difference = compare(&made, &output);
    nf_text_bytes(&difference.why, "", 1);
    unwrap(difference.why.data);
    assert_int_equal(difference.line, MAHJONG_DEALT + 3);
    if (strstr(difference.why.data, words) == NULL)
        fail_msg("expected '%s':\n%s", words, difference.why.data);
    nf_text_free(&difference.why);
    nf_text_free(&output);
    free_case(&made);
}

TEST(a_claim_that_does_not_come_is_told_with_its_distances)
{
    static const char melds[] = "3S 3S 3S 6S 6S 6S 8P 8P 8P ";
    char pair[60], wins[60], run[60];
    snprintf(pair, sizeof pair, "%s5M 5M 2P 3P", melds);
    snprintf(wins, sizeof wins, "%s4M 6M E E", melds);
    snprintf(run, sizeof run, "%s4M 6M E W", melds);
    check_claim(pair, MAHJONG_ORPHAN_HAND, "B PONG 5M 5M 5M", "claiming would not help");
    check_claim("5M 5M 8S 8S 8S 5P 5P 5P 9P 9P 9P E W", wins, "B PONG 5M 5M 5M", "it would help");
    check_claim(run, "5M 5M 8S 8S 8S 5P 5P 5P 9P 9P 9P E W", "B CHOW 4M 5M 6M", "it would help");
}

TEST(the_scene_of_a_line_is_the_table_before_it)
{
    struct game_case made = make_case(nf_test_seed(), MAHJONG_EVENT_FOURTH_MELD);
    const struct nf_input instance = nf_text_input(&made.instance, "text");
    uint8_t wall[MAHJONG_WALL];
    struct nf_error err;
    assert_int_equal(mahjong_test_read(&instance, wall, &err), NF_OK);
    const uint64_t lines = count_lines(&made.answer);
    for (uint64_t number = MAHJONG_DEALT + 1; number <= lines + 1; number++) {
        struct mahjong_position position;
        assert_true(mahjong_position_find(&position, wall, number));
        assert_int_equal(position.ended, number > lines);
        const enum mahjong_happening last = position.last.what;
        const bool more = position.turn + position.table.drawn > MAHJONG_DEALT + 1 &&
                          last != MAHJONG_TOLD_DISCARD && last != MAHJONG_TOLD_RON &&
                          last != MAHJONG_TOLD_WALL_OUT;
        for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
            unsigned held = 3u * position.table.melds[seat];
            for (unsigned kind = 0; kind < MAHJONG_KINDS; kind++)
                held += position.table.hands[seat][kind];
            assert_int_equal(held, more && seat == position.last.seat ? 14 : 13);
        }
    }
    free_case(&made);
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
    if (nf_cover(&mahjong_game, &input, NULL, reached, &err) != NF_OK)
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
    struct nf_text words = {0};
    struct nf_error err;
    const struct nf_input input = nf_text_input(instance, "text");
    assert_int_equal(nf_tell_size(&mahjong_game, &input, &words, &err), NF_OK);
    nf_text_bytes(&words, "", 1);
    const unsigned odd = (unsigned)strtoul(words.data, NULL, 10);
    nf_text_free(&words);
    return odd;
}

static struct nf_text shrink(const struct game_case *made, struct failing *failing)
{
    const struct nf_trier trier = {try_candidate, failing, NULL};
    const struct nf_input input = nf_text_input(&made->instance, "text");
    struct nf_text smallest = {0};
    struct nf_error err;
    if (nf_shrink(&mahjong_game, &input, &trier, &smallest, &err) != NF_OK)
        fail_msg("%s", err.text);
    return smallest;
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
        struct game_case made = make_case(seed, rows[i].event);
        struct failing failing = {rows[i].event, 0};
        assert_true(reaches(&made.instance, rows[i].event));
        struct nf_text smallest = shrink(&made, &failing);
        assert_true(reaches(&smallest, rows[i].event));
        if (odd_tiles(&smallest) > rows[i].odd)
            fail_msg("%s: %u tiles out of order after %u trials, expected at most %u:\n%.*s",
                     mahjong_events[rows[i].event].name, odd_tiles(&smallest), failing.trials,
                     rows[i].odd, (int)smallest.size, smallest.data);
        nf_text_free(&smallest);
        free_case(&made);
    }
}
