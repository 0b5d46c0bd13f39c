/* Transcripts compared with the rules: the first difference is found, whatever the output is, and
 * there is something to print about it. */
#include "core/format/judge.h"
#include "games/cirno/fuzz/fuzzing.h"
#include "games/cirno/module.h"
#include "tests/unit/games/cirno/fuzz/explained.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t random_state;

static uint32_t between(uint32_t low, uint32_t high)
{
    return nf_test_between(&random_state, low, high);
}

static void expect(const struct explained_game *game, const struct nf_text *output, bool strict,
                   uint64_t line, bool only_blanks)
{
    struct nf_difference difference = explained_compare(game, output->data, output->size, strict);
    if (difference.line != line || difference.only_blanks != only_blanks)
        fail_msg("line %llu, blanks %d; expected line %llu, blanks %d, of\n%.*s%.*s",
                 (unsigned long long)difference.line, difference.only_blanks,
                 (unsigned long long)line, only_blanks, (int)output->size, output->data,
                 (int)difference.why.size, difference.why.data);
    nf_text_free(&difference.why);
}

static uint64_t count_lines(const struct nf_text *text)
{
    uint64_t count = 0;
    for (size_t i = 0; i < text->size; i++)
        count += text->data[i] == '\n';
    return count;
}

TEST(the_transcript_itself_is_no_difference)
{
    for (int i = 0; i < 200; i++) {
        struct explained_game game = explained_deal(&random_state);
        expect(&game, &game.transcript, false, 0, false);
        expect(&game, &game.transcript, true, 0, false);
        explained_free(&game);
    }
}

TEST(the_end_of_the_output_may_be_blank_unless_strictly)
{
    struct explained_game game = explained_deal(&random_state);
    const uint64_t lines = count_lines(&game.transcript);
    struct nf_text output = {0};
    nf_text_bytes(&output, game.transcript.data, game.transcript.size - 1);
    expect(&game, &output, false, 0, false);
    expect(&game, &output, true, lines, true);
    nf_text_string(&output, "\n\n \n");
    expect(&game, &output, false, 0, false);
    expect(&game, &output, true, lines + 1, true);
    nf_text_string(&output, "x"); /* what is more than white space is told first */
    expect(&game, &output, false, lines + 3, false);
    expect(&game, &output, true, lines + 3, false);
    nf_text_free(&output);
    explained_free(&game);
}

/* The cards of the last loser's new hand are in no line, so the deck may lack them. */
TEST(a_game_without_its_last_draw_is_compared_all_the_same)
{
    static const char right[] = "Round 1:\nA used A99,now p=99.\nA lost the game.\n";
    static const char longer[] = "Round 1:\nA used A99,now p=99.\nA lost the game.\nRound 2:\n";
    static const char text[] = "1 1 2\nA A99 A99 A99\nA99 A99\n";
    const struct nf_input instance = {"case", text, strlen(text)};
    struct nf_difference difference;
    struct nf_error err = {""};
    struct nf_input output = {"output", right, strlen(right)};
    assert_int_equal(nf_check_output(&cirno_game, &instance, &output, true, &difference, &err),
                     NF_OK);
    assert_int_equal(difference.line, 0);
    output = (struct nf_input){"output", longer, strlen(longer)};
    assert_int_equal(nf_check_output(&cirno_game, &instance, &output, true, &difference, &err),
                     NF_OK);
    assert_int_equal(difference.line, 4);
    assert_string_equal(difference.kind, "too-long");
    nf_text_free(&difference.why);
}

/* ---- any bytes ---- */

static bool is_white(char byte)
{
    return byte == ' ' || byte == '\n';
}

/* A byte of a text that is no white space, or its end, and the lines of it and of the one before.
 */
struct spot {
    size_t at;
    uint64_t line, last;
    bool space; /* there is white space before it */
};

/* Goes on from behind the byte at `spot` to the next one. */
static struct spot next_spot(const struct nf_text *text, struct spot spot)
{
    const size_t from = spot.at;
    spot.last = spot.line;
    for (; spot.at < text->size && is_white(text->data[spot.at]); spot.at++)
        spot.line += text->data[spot.at] == '\n';
    spot.space = spot.at > from;
    return spot;
}

/* The line of the output `b` that differs first from `a`, found byte by byte; 0: none. A line that
 * ends too early differs itself, not the one after it; where the output ends with a line, it is the
 * next one of `a`. */
static uint64_t naive_line(const struct nf_text *a, const struct nf_text *b)
{
    struct spot x = next_spot(a, (struct spot){0, 1, 0, false});
    struct spot y = next_spot(b, (struct spot){0, 1, 0, false});
    while (x.at < a->size && y.at < b->size && a->data[x.at] == b->data[y.at]) {
        const char before = a->data[x.at];
        x.at++, y.at++;
        x = next_spot(a, x), y = next_spot(b, y);
        if (x.at < a->size && x.space != y.space && isalnum((unsigned char)before) &&
            isalnum((unsigned char)a->data[x.at]))
            break;
    }
    if (x.at == a->size && y.at == b->size)
        return 0;
    const bool within = x.at < a->size && x.line == x.last;
    const bool ended = y.at == b->size, out_within = !ended && y.line == y.last;
    if (within && !out_within)
        return y.last;
    return ended ? x.line : y.line;
}

/* A copy of the transcript with one thing wrong, or more. */
static struct nf_text damaged(const struct nf_text *right)
{
    struct nf_text made = {0};
    const size_t size = right->size;
    const size_t from = between(0, (uint32_t)size), to = between((uint32_t)from, (uint32_t)size);
    char noise[40];
    for (size_t i = 0; i < sizeof noise; i++)
        noise[i] = (char)between('!', 255); /* no white space, or naive_line would be wrong */
    switch (between(0, 4)) {
    case 0: /* cut */ nf_text_bytes(&made, right->data, from); break;
    case 1: /* a part left out */
        nf_text_bytes(&made, right->data, from);
        nf_text_bytes(&made, right->data + to, size - to);
        break;
    case 2: /* a part twice */
        nf_text_bytes(&made, right->data, to);
        nf_text_bytes(&made, right->data + from, size - from);
        break;
    case 3: /* something put in */
        nf_text_bytes(&made, right->data, from);
        nf_text_bytes(&made, noise, between(1, sizeof noise));
        nf_text_bytes(&made, right->data + from, size - from);
        break;
    default: /* a byte changed */
        nf_text_bytes(&made, right->data, size);
        if (from < size && made.data[from] != ' ' && made.data[from] != '\n')
            made.data[from] = noise[0];
        break;
    }
    return made;
}

static bool has_odd_blanks(const struct nf_text *text)
{
    for (size_t i = 0; i < text->size; i++) {
        const char last = i > 0 ? text->data[i - 1] : '\n';
        const char next = i + 1 < text->size ? text->data[i + 1] : '\n';
        if (text->data[i] == ' ' && (last == ' ' || last == '\n' || next == '\n'))
            return true;
        if (text->data[i] == '\n' && last == '\n')
            return true;
    }
    return false;
}

TEST(the_first_line_that_differs_is_found)
{
    for (int i = 0; i < 400; i++) {
        struct explained_game game = explained_deal(&random_state);
        for (int j = 0; j < 10; j++) {
            struct nf_text output = damaged(&game.transcript);
            if (!has_odd_blanks(&output)) {
                const uint64_t line = naive_line(&game.transcript, &output);
                struct nf_difference difference =
                    explained_compare(&game, output.data, output.size, false);
                assert_int_equal(difference.line, line);
                nf_text_free(&difference.why);
            }
            struct nf_difference strict = explained_compare(&game, output.data, output.size, true);
            assert_int_equal(strict.line != 0,
                             output.size != game.transcript.size ||
                                 memcmp(output.data, game.transcript.data, output.size) != 0);
            nf_text_free(&strict.why);
            nf_text_free(&output);
        }
        explained_free(&game);
    }
}

TEST(any_bytes_are_explained_in_printable_lines)
{
    struct explained_game game = explained_deal(&random_state);
    char *const noise = malloc(100000);
    assert_non_null(noise);
    for (int i = 0; i < 300; i++) {
        const uint32_t size = i < 100 ? between(0, 80) : between(0, 3000);
        for (uint32_t at = 0; at < size; at++)
            noise[at] = i % 3 == 0   ? (char)between(0, 255)
                        : i % 3 == 1 ? (char)between(' ', '~')
                                     : "\n\r \t\0Round1:"[between(0, 11)];
        struct nf_difference difference = explained_compare(&game, noise, size, i % 2 == 0);
        assert_true(difference.line > 0);
        nf_text_free(&difference.why);
    }
    memset(noise, 0, 100000);
    struct nf_difference difference = explained_compare(&game, noise, 100000, false);
    assert_int_equal(difference.line, 1);
    nf_text_free(&difference.why);
    free(noise);
    explained_free(&game);
}

/* The largest numbers and longest names keep the explanation within its bounds. */
TEST(long_names_and_any_changed_byte_keep_within_12_lines_of_80_columns)
{
    struct nf_text instance = {0};
    nf_text_string(&instance, "30 1 40\n");
    for (int seat = 0; seat < 30; seat++)
        nf_text_format(&instance, "Abcdefghijklmnopqr%c%c TURN DOUBLE DOUBLE\n", 'a' + seat % 26,
                       'a' + seat / 26);
    for (int i = 0; i < 40; i++)
        nf_text_format(&instance, "%sA99", i == 0 ? "" : " ");
    nf_text_bytes(&instance, "\n", 2);
    struct explained_game game = explained_read(instance.data);
    nf_text_free(&instance);
    for (size_t at = 0; at < game.transcript.size; at++) {
        struct nf_text output = {0};
        nf_text_bytes(&output, game.transcript.data, game.transcript.size);
        if (output.data[at] != ' ' && output.data[at] != '\n')
            output.data[at] = output.data[at] == 'a' ? 'b' : 'a';
        struct nf_difference difference = explained_compare(&game, output.data, output.size, false);
        nf_text_free(&difference.why);
        nf_text_free(&output);
    }
    explained_free(&game);
}

TEST(an_instance_that_is_not_valid_is_named)
{
    static const char text[] = "1 1 1\nCirno A1 A1 A1\nA1\n";
    const struct nf_input game = {"game", text, sizeof text - 1}, output = {"out", "", 0};
    struct nf_difference difference;
    struct nf_error err = {""};
    assert_int_equal(nf_check_output(&cirno_game, &game, &output, false, &difference, &err),
                     NF_INVALID);
    assert_memory_equal(err.text, "game:3:3: ", 10);
}

/* The draw of the last loser does not show in the transcript. */
TEST(the_last_draw_may_be_missing)
{
    static const char text[] = "1 1 1\nCirno A99 A99 A99\nA99\n";
    static const char right[] = "Round 1:\nCirno used A99,now p=99.\nCirno lost the game.\n";
    const struct nf_input game = {"game", text, sizeof text - 1};
    const struct nf_input output = {"out", right, sizeof right - 1};
    const struct nf_input longer = {"out", right, sizeof right - 2};
    struct nf_difference difference;
    struct nf_error err = {""};
    assert_int_equal(nf_check_output(&cirno_game, &game, &output, true, &difference, &err), NF_OK);
    assert_int_equal(difference.line, 0);
    assert_int_equal(nf_check_output(&cirno_game, &game, &longer, true, &difference, &err), NF_OK);
    assert_int_equal(difference.line, 3);
    nf_text_free(&difference.why);
}

int main(void)
{
    random_state = nf_test_seed();
    return nf_run_tests(NULL, NULL);
}
