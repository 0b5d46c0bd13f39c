/* What is mahjong's own in fuzzing: outcome records, explanations, smaller walls. What holds of
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

/* ---- outcome records ---- */

/* The record of a game as its transcript tells it. */
static void record_of(const struct nf_text *answer, uint32_t words[MAHJONG_WORDS])
{
    const struct nf_input input = nf_text_input(answer, "text");
    struct mahjong_outcome outcome = {.end = MAHJONG_DRAW};
    struct nf_line line;
    unsigned drawn = 0, drew = 0, discard = 0, from = 0;
    for (size_t at = 0; nf_next_line(&input, &at, &line);) {
        static const uint8_t moves[] = {
            [MAHJONG_LINE_OUT] = MAHJONG_OUT,   [MAHJONG_LINE_SKIP] = MAHJONG_OUT,
            [MAHJONG_LINE_PONG] = MAHJONG_PONG, [MAHJONG_LINE_CHOW] = MAHJONG_CHOW,
            [MAHJONG_LINE_RON] = MAHJONG_WINS,  [MAHJONG_LINE_SELFDRAWN] = MAHJONG_WINS};
        const struct nf_told told = nf_told_read(&mahjong_transcript, NULL, &line);
        const unsigned seat = mahjong_told_seat(&told);
        unsigned tile = told.line < MAHJONG_LINE_RON ? mahjong_told_tile(&told) : 0;
        assert_int_not_equal(told.line, NF_NO_LINE);
        if (told.line == MAHJONG_LINE_IN) {
            drawn++;
            drew = tile;
            continue;
        }
        if (told.line == MAHJONG_LINE_WIN || told.line == MAHJONG_LINE_DRAW)
            break;
        outcome.pongs[seat] += told.line == MAHJONG_LINE_PONG;
        outcome.chows[seat] += told.line == MAHJONG_LINE_CHOW;
        if (moves[told.line] == MAHJONG_OUT) {
            outcome.discards++;
            discard = tile;
            from = seat;
            if (tile >= MAHJONG_PLAIN)
                outcome.specials[tile - MAHJONG_PLAIN]++;
        } else if (moves[told.line] == MAHJONG_WINS) {
            const bool ron = told.line == MAHJONG_LINE_RON;
            outcome.end = ron ? MAHJONG_RON : MAHJONG_SELFDRAWN;
            outcome.winner = seat;
            outcome.dealt_in = ron ? from : 0;
            outcome.tile = tile = ron ? discard : drew;
        }
        outcome.course = mahjong_follow(outcome.course, seat, moves[told.line], tile);
    }
    outcome.draws = drawn - MAHJONG_DEALT;
    mahjong_pack(&outcome, words);
}

TEST(transcripts_tell_the_records_that_kernels_make)
{
    enum { CASES = MAHJONG_EVENTS };
    const uint64_t seed = nf_test_seed();
    struct game_case cases[CASES];
    struct nf_input inputs[CASES];
    for (unsigned i = 0; i < CASES; i++) {
        cases[i] = make_case(seed, i);
        inputs[i] = nf_text_input(&cases[i].instance, "text");
    }
    for (unsigned k = 0; mahjong_game.kernels[k] != NULL; k++) {
        struct nf_text records[CASES];
        struct nf_error err;
        memset(records, 0, sizeof records);
        if (nf_play_instances(&mahjong_game, mahjong_game.kernels[k], inputs, CASES, records,
                              &err) != NF_OK)
            fail_msg("%s", err.text);
        for (unsigned i = 0; i < CASES; i++) {
            uint32_t told[MAHJONG_WORDS];
            record_of(&cases[i].answer, told);
            assert_int_equal(records[i].size, sizeof told);
            assert_memory_equal(records[i].data, told, sizeof told);
            nf_text_free(&records[i]);
        }
    }
    for (unsigned i = 0; i < CASES; i++)
        free_case(&cases[i]);
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

/* Puts a claim of `seat` with her tiles `a` and `b` in the place of the position's line, and checks
 * what is said of it. Returns whether it would help her. */
static bool check_claim(const struct game_case *made, const struct mahjong_position *position,
                        unsigned seat, unsigned a, unsigned b)
{
    const unsigned kind = position->last.kind, low = a < kind ? a : kind;
    const bool helps = mahjong_position_distance_claimed(position, seat, a, b) <
                       mahjong_position_distance(position, seat);
    const char *const expected = helps ? "it would help" : "claiming would not help";
    struct nf_text output = {0};
    nf_text_bytes(&output, made->answer.data, line_start(&made->answer, position->line));
    nf_text_format(&output, "%c %s %s %s %s\n", 'A' + (int)seat, a == b ? "PONG" : "CHOW",
                   mahjong_name(low), mahjong_name(a == b ? low : low + 1),
                   mahjong_name(a == b ? low : low + 2));
    struct nf_difference difference = compare(made, &output);
    nf_text_bytes(&difference.why, "", 1);
    unwrap(difference.why.data);
    assert_int_equal(difference.line, position->line);
    if (strstr(difference.why.data, expected) == NULL)
        fail_msg("expected '%s':\n%s", expected, difference.why.data);
    nf_text_free(&difference.why);
    nf_text_free(&output);
    return helps;
}

/* Puts claims in the place of `line` that could have been made of the discard before it: pongs, or
 * runs that it is the lowest of. Counts in claims[1] those that would have helped. */
static void check_claims(const struct game_case *made, uint64_t line, bool pong, unsigned claims[2])
{
    const struct nf_input instance = nf_text_input(&made->instance, "text");
    uint8_t wall[MAHJONG_WALL];
    struct mahjong_position position;
    struct nf_error err;
    assert_int_equal(mahjong_test_read(&instance, wall, &err), NF_OK);
    assert_true(mahjong_position_find(&position, wall, line));
    if (position.wins || !mahjong_position_open(&position))
        return;
    const unsigned kind = position.last.kind,
                   next = mahjong_position_after(&position, position.last.seat, 1);
    for (unsigned seat = 0; pong && seat < MAHJONG_SEATS; seat++)
        if (seat != position.last.seat && position.table.hands[seat][kind] >= 2)
            claims[check_claim(made, &position, seat, kind, kind)]++;
    if (!pong && kind < 27 && kind % 9 < 7 && position.table.hands[next][kind + 1] > 0 &&
        position.table.hands[next][kind + 2] > 0)
        claims[check_claim(made, &position, next, kind + 1, kind + 2)]++;
}

TEST(a_claim_that_does_not_come_is_told_with_its_distances)
{
    static const struct {
        enum mahjong_event event;
        const char *words; /* of the line that comes in its place */
        bool pong, helps;
    } rows[] = {
        {MAHJONG_EVENT_PONG_REFUSED, " IN ", true, false},
        {MAHJONG_EVENT_RON_OVER_PONG, " RON", true, true},
        {MAHJONG_EVENT_PONG_OVER_CHOW, " PONG", false, true},
    };
    const uint64_t seed = nf_test_seed();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        unsigned claims[2] = {0};
        for (uint64_t at = rows[i].event; claims[rows[i].helps] == 0; at += MAHJONG_EVENTS) {
            struct game_case made = make_case(seed, at);
            const uint64_t lines = count_lines(&made.answer);
            for (uint64_t line = MAHJONG_DEALT + 1; line <= lines; line++)
                if (has_words(&made.answer, line, rows[i].words))
                    check_claims(&made, line, rows[i].pong, claims);
            free_case(&made);
        }
    }
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
    unsigned trials, most;
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
    if (failing->trials == failing->most)
        return NF_TRIAL_STOP;
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
        struct failing failing = {rows[i].event, 0, 10000};
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
