/* Texts held against what they should be, in every game: tokens count, white space between them is
 * reported apart, a difference is found where it is, and verify takes nothing but the judge's form.
 */
/* both: the fuzz targets know all there is */
#include "base/format/mismatch.h"
#include "judge/judge.h"
#include "judge/problem.h"
#include "sim/game.h"
#include "tests/fuzz-targets/fuzz_target.h"
#include "tests/unit/explained.h"
#include "tests/unit/judged.h"
#include "tests/unit/said.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state_of_dice;

static uint32_t between(uint32_t low, uint32_t high)
{
    return nf_test_between(&state_of_dice, low, high);
}

/* ---- texts with other white space ---- */

/* A change that is made throughout a text, or at some places. */
struct change {
    const char *name, *from, *to;
};

static const struct change changes[] = {
    {"double blanks", " ", "  "},
    {"tabs", " ", "\t"},
    {"a blank at the end of a line", "\n", " \n"},
    {"a tab at the end of a line", "\n", "\t\n"},
    {"CR LF", "\n", "\r\n"},
    {"empty lines", "\n", "\n\n"},
    {"lines of blanks", "\n", "\n  \n"},
    {"a blank before a line", "\n", "\n "},
};
enum { CHANGES = sizeof changes / sizeof *changes };

/* The text with the change made at each place with the chance of `percent`. */
static struct nf_text changed(const struct nf_text *text, const struct change *change,
                              uint32_t percent)
{
    struct nf_text made = {0};
    const size_t length = strlen(change->from);
    for (size_t at = 0; at < text->size;) {
        const bool here = text->size - at >= length &&
                          memcmp(text->data + at, change->from, length) == 0 &&
                          between(1, 100) <= percent;
        nf_text_bytes(&made, here ? change->to : text->data + at, here ? strlen(change->to) : 1);
        at += here ? length : 1;
    }
    return made;
}

/* ---- games ---- */

struct dealt {
    const struct nf_problem *problem;
    struct nf_text instance, answer;
};

static struct dealt deal(const struct nf_problem *problem)
{
    const uint64_t seed = nf_test_random(&state_of_dice) >> 1;
    struct dealt dealt = {.problem = problem,
                          .instance = nf_test_guide(problem, seed, between(0, 1000))};
    const struct nf_input instance = nf_text_input(&dealt.instance, "case");
    assert_ok(nf_play, problem->rules, &instance, &dealt.answer);
    return dealt;
}

static void dealt_free(struct dealt *dealt)
{
    nf_text_free(&dealt->instance);
    nf_text_free(&dealt->answer);
}

static struct nf_difference compare(const struct dealt *dealt, const struct nf_text *output)
{
    /* Of exactly its size, so that a sanitizer sees a byte read too far. */
    FREED_BY(nf_test_free) char *const copy = malloc(output->size + (output->size == 0));
    const struct nf_input instance = nf_text_input(&dealt->instance, "case");
    const struct nf_input printed = {"output", copy, output->size};
    struct nf_difference difference;
    assert_non_null(copy);
    if (output->size > 0)
        memcpy(copy, output->data, output->size);
    assert_ok(nf_check_output, dealt->problem, &instance, NULL, &printed, &difference);
    return difference;
}

/* Checks texts that are a transcript or an instance but for white space, of every game. */
static void with_other_white_space(bool of_instance,
                                   void (*check)(const struct dealt *dealt,
                                                 const struct nf_text *text, const char *name))
{
    for (size_t i = 0; nf_problems[i] != NULL; i++)
        for (int deals = 0; deals < (int)nf_test_often(8, 8, 20); deals++) {
            FREED_BY(dealt_free) struct dealt dealt = deal(nf_problems[i]);
            const struct nf_text *const right = of_instance ? &dealt.instance : &dealt.answer;
            for (size_t j = 0; j < CHANGES; j++) {
                const bool lines = of_instance && strstr(changes[j].to, "\n\n") != NULL;
                FREED_BY(nf_text_free)
                struct nf_text text =
                    changed(right, &changes[j], deals % 2 == 0 || lines ? 100 : 10);
                check(&dealt, &text, changes[j].name);
            }
            FREED_BY(nf_text_free) struct nf_text text = {0};
            nf_text_bytes(&text, right->data, right->size - 1);
            check(&dealt, &text, "no line end at the end");
            nf_text_string(&text, "\n\n");
            check(&dealt, &text, "an empty line at the end");
            text.size = 0;
            nf_text_string(&text, of_instance ? "" : " \n");
            nf_text_bytes(&text, right->data, right->size);
            check(&dealt, &text, "a blank line at the beginning, of outputs alone");
        }
}

/* ---- outputs ---- */

/* The text without white space at ends of lines, and without empty lines at its end. */
static struct nf_text without_ends(const struct nf_text *text)
{
    struct nf_text made = {0};
    for (size_t i = 0; i < text->size; i++) {
        while (text->data[i] == '\n' && made.size > 0 && made.data[made.size - 1] != '\n' &&
               nf_is_blank(made.data[made.size - 1]))
            made.size--;
        nf_text_bytes(&made, text->data + i, 1);
    }
    while (made.size > 0 && nf_is_blank(made.data[made.size - 1]))
        made.size--;
    return made;
}

/* Whether two texts differ at ends of lines and of the texts alone. */
static bool at_line_ends(const struct nf_text *a, const struct nf_text *b)
{
    FREED_BY(nf_text_free) struct nf_text one = without_ends(a), other = without_ends(b);
    return nf_test_same(&one, &other);
}

static void check_blanks(const struct dealt *dealt, const struct nf_text *output, const char *name)
{
    FREED_BY(nf_test_difference_free) struct nf_difference found = compare(dealt, output);
    const bool differs = !nf_test_same(output, &dealt->answer);
    const char *const kind = !differs                               ? ""
                             : at_line_ends(&dealt->answer, output) ? NF_KIND_LINE_ENDS
                                                                    : NF_KIND_WHITE_SPACE;
    if ((found.line != 0) != differs || found.only_blanks != differs ||
        strcmp(found.kind, kind) != 0)
        fail_msg("%s, %s: line %llu, %s, expected %s\n%.*s", dealt->problem->name, name,
                 (unsigned long long)found.line, found.kind, kind, (int)found.why.size,
                 found.why.data);
}

TEST(white_space_between_tokens_is_distinguished_from_what_is_wrong)
{
    with_other_white_space(false, check_blanks);
}

/* The line of the byte at `at`, from 1. */
static uint64_t line_of(const struct nf_text *text, size_t at)
{
    uint64_t line = 1;
    for (size_t i = 0; i < at; i++)
        line += text->data[i] == '\n';
    return line;
}

TEST(a_wrong_byte_is_found_on_its_line_whatever_white_space_is_around)
{
    for (size_t i = 0; nf_problems[i] != NULL; i++)
        for (int deals = 0; deals < (int)nf_test_often(30, 30, 100); deals++) {
            FREED_BY(dealt_free) struct dealt dealt = deal(nf_problems[i]);
            FREED_BY(nf_text_free)
            struct nf_text output = changed(&dealt.answer, &changes[between(0, CHANGES - 1)], 50);
            size_t at = between(0, (uint32_t)output.size - 1);
            while (nf_is_blank(output.data[at]))
                at--;
            output.data[at] = output.data[at] == '#' ? '$' : '#';
            FREED_BY(nf_test_difference_free)
            struct nf_difference difference = compare(&dealt, &output);
            assert_int_equal(difference.line, line_of(&output, at));
            assert_false(difference.only_blanks);
        }
}

/* ---- any bytes ---- */

/* Any line of a text, with its end. */
static struct nf_line any_line(const struct nf_text *text)
{
    size_t start = between(0, (uint32_t)text->size - 1);
    while (start > 0 && text->data[start - 1] != '\n')
        start--;
    const char *const end = memchr(text->data + start, '\n', text->size - start);
    return (struct nf_line){text->data + start, (size_t)(end - text->data) - start + 1, true};
}

/* Some bytes of one of three kinds: any, those that can be printed, those that transcripts have. */
static void add_noise(struct nf_text *text, uint32_t count)
{
    static const char usual[] = "\n\r \t\0Round1:";
    for (const uint32_t kind = between(0, 2); count > 0; count--) {
        const char byte = kind == 0   ? (char)between(0, 255)
                          : kind == 1 ? (char)between(' ', '~')
                                      : usual[between(0, sizeof usual - 2)];
        nf_text_bytes(text, &byte, 1);
    }
}

/* A copy of the transcript with one thing wrong, or more; or with a line of `other` in it. */
static struct nf_text damaged(const struct nf_text *right, const struct nf_text *other)
{
    struct nf_text made = {0};
    const size_t size = right->size;
    const size_t from = between(0, (uint32_t)size), to = between((uint32_t)from, (uint32_t)size);
    const char noise = (char)between('!', 255);
    const struct nf_line line = any_line(right), instead = any_line(other);
    const size_t line_at = (size_t)(line.text - right->data);
    switch (between(0, 8)) {
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
        add_noise(&made, between(1, 40));
        nf_text_bytes(&made, right->data + from, size - from);
        break;
    case 4: /* a byte changed */
        nf_text_bytes(&made, right->data, size);
        if (from < size && made.data[from] != ' ' && made.data[from] != '\n')
            made.data[from] = noise;
        break;
    case 5: /* a blank more or less, which may part words or join them */
        nf_text_bytes(&made, right->data, from);
        if (from == size || right->data[from] != ' ')
            nf_text_string(&made, " ");
        else
            nf_text_bytes(&made, right->data + from + 1, size - from - 1);
        if (from < size && right->data[from] != ' ')
            nf_text_bytes(&made, right->data + from, size - from);
        break;
    case 6: /* nothing right */ add_noise(&made, between(0, between(0, 3000))); break;
    default: /* a line changed */
        nf_text_bytes(&made, right->data, line_at);
        nf_text_bytes(&made, instead.text, instead.length);
        nf_text_bytes(&made, line.text + line.length, size - line_at - line.length);
        break;
    }
    return made;
}

/* And any bytes are explained in a few printable lines: see tests/fuzz-targets/target_answers.c,
 * which looks for the line letter by letter. */
TEST(the_first_line_that_differs_is_found)
{
    for (size_t i = 0; nf_problems[i] != NULL; i++)
        for (uint32_t outputs = nf_test_often(500, 1200, 6000); outputs > 0; outputs--) {
            FREED_BY(dealt_free)
            struct dealt dealt = deal(nf_problems[i]), other = deal(nf_problems[i]);
            FREED_BY(nf_text_free) struct nf_text output = damaged(&dealt.answer, &other.answer);
            nf_text_string(&dealt.instance, "====\n");
            nf_text_bytes(&dealt.instance, output.data, output.size);
            /* Of exactly its size, so that a sanitizer sees a byte read too far. */
            const size_t size = dealt.instance.size;
            FREED_BY(nf_test_free)
            char *const exact = memcpy(malloc(size), dealt.instance.data, size);
            nf_fuzz_answer(nf_find_game(dealt.problem->name), exact, size);
        }
}

/* Where two texts that differ do. */
static struct nf_mismatch mismatch_of(const struct nf_text *right, const struct nf_text *output)
{
    const struct nf_input expected = nf_text_input(right, "a"), found = nf_text_input(output, "b");
    struct nf_mismatch mismatch;
    assert_true(nf_mismatch_find(&mismatch, &expected, &found, NULL));
    return mismatch;
}

/* The same of two strings. */
static struct nf_mismatch strings_differ(const char *right, const char *output)
{
    const struct nf_text a = nf_words_text(right), b = nf_words_text(output);
    return mismatch_of(&a, &b);
}

/* Longer than what is compared at a time. */
TEST(a_difference_behind_thousands_of_bytes_that_agree_is_found)
{
    for (uint64_t lines = 1; lines < 3000; lines += 1 + lines / 2) {
        FREED_BY(nf_text_free) struct nf_text right = {0}, wrong = {0};
        for (uint64_t line = 1; line <= lines; line++)
            nf_text_string(&right, "abcdefg\n");
        nf_text_bytes(&wrong, right.data, right.size);
        wrong.data[wrong.size - 2] = '#';
        assert_int_equal(mismatch_of(&right, &wrong).line, lines);
    }
}

/* ---- lines left out ---- */

/* Lines left out near the beginning of a long text are told to be so, and how many; lines that come
 * with another fault further down are not. */
TEST(lines_left_out_are_reported_where_all_else_agrees_to_the_end)
{
    for (int i = 0; i < 300; i++) {
        const uint32_t lines = between(40, 80), gap = between(1, 12), from = between(0, 8);
        const bool more = i % 2 != 0, broken = i % 3 == 0;
        FREED_BY(nf_text_free) struct nf_text whole = {0}, part = {0};
        for (uint32_t line = 0; line < lines; line++) {
            char text[40];
            snprintf(text, sizeof text, "%u %u\n", line, between(0, 1000000));
            nf_text_string(&whole, text);
            if (line < from || line >= from + gap)
                nf_text_string(&part, text);
        }
        if (broken) {
            part.data[part.size - 2] = '#';
            whole.data[whole.size - 2] = '!';
        }
        const struct nf_mismatch mismatch =
            mismatch_of(more ? &part : &whole, more ? &whole : &part);
        assert_int_equal(mismatch.line, from + 1);
        assert_int_equal(mismatch.shift, broken ? 0 : more ? -(int64_t)gap : (int64_t)gap);
    }
}

/* The lines that are told to be left out of the beginning of `all`, which are unlike each other, or
 * of the end, where not the last line is missing. */
static int64_t lines_told(uint32_t all, uint32_t left, bool within)
{
    FREED_BY(nf_text_free) struct nf_text whole = {0}, part = {0};
    for (uint32_t line = 0; line < all; line++) {
        const size_t start = whole.size;
        nf_text_format(&whole, "line %u\n", line);
        /* Within: every other line, and all from where so many are left. */
        if (within ? line % 2 != 0 || line >= 2 * (all - left) : line >= all - left)
            nf_text_bytes(&part, whole.data + start, whole.size - start);
    }
    const struct nf_mismatch mismatch = mismatch_of(&whole, &part);
    assert_int_equal(mismatch.expected_left, all);
    assert_int_equal(mismatch.found_left, left);
    return mismatch.shift;
}

/* Where too little agrees it may be chance: 4 lines at least, and twice as many as are missing
 * or 16. */
TEST(lines_left_out_are_reported_where_enough_lines_agree)
{
    for (uint32_t left = 1; left < 24; left++)
        for (uint32_t missing = 1; missing < 40; missing++) {
            const bool enough = left >= 4 && (left > 2 * missing || left >= 16);
            assert_int_equal(lines_told(left + missing, left, false), enough ? missing : 0);
            /* Of lines missing at many places only the first gap is told. */
            if (left > missing)
                assert_int_equal(
                    lines_told(left + missing, left, true),
                    left >= 4 && (left > 2 * missing || (left >= 16 && missing == 1)) ? 1 : 0);
        }
}

/* Lines that agree but for words that a blank parts are not the same lines. */
TEST(a_line_whose_words_are_parted_is_not_one_that_was_left_out)
{
    static const char whole[] = "a\nb\nc 1\nd 12\ne\nf\n";
    static const char left_out[] = "b\nc1\nd 12\ne\nf\n", parted[] = "b\nc 1\nd 1 2\ne\nf\n";
    static const char spread[] = "b\n c  1\nd\t12\ne\nf\n";
    const char *const outputs[] = {left_out, parted, spread};
    for (int i = 0; i < 3; i++) {
        const struct nf_mismatch mismatch = strings_differ(whole, outputs[i]);
        assert_int_equal(mismatch.line, 1);
        assert_int_equal(mismatch.shift, outputs[i] == spread ? 1 : 0);
    }
}

/* A transcript with a blank put in before the `n`-th byte of the first line, or left out there. */
static struct nf_difference with_blank(const struct dealt *dealt, size_t n, bool put)
{
    FREED_BY(nf_text_free) struct nf_text output = {0};
    nf_text_bytes(&output, dealt->answer.data, n);
    nf_text_string(&output, put ? " " : "");
    const size_t rest = put ? n : n + 1;
    nf_text_bytes(&output, dealt->answer.data + rest, dealt->answer.size - rest);
    return compare(dealt, &output);
}

TEST(a_blank_put_into_a_token_or_left_out_between_two_is_wrong_and_named)
{
    for (size_t i = 0; nf_games[i] != NULL; i++)
        for (int deals = 0; deals < 10; deals++) {
            FREED_BY(dealt_free) struct dealt dealt = deal(nf_problems[i]);
            const char *const line = dealt.answer.data;
            for (size_t n = 1; line[n] != '\n'; n++) {
                const bool between_tokens = line[n] == ' ', behind = line[n - 1] == ' ';
                FREED_BY(nf_test_difference_free)
                struct nf_difference found = with_blank(&dealt, n, !between_tokens);
                assert_int_equal(found.line, 1);
                assert_int_equal(found.only_blanks, behind);
                assert_string_equal(found.kind, behind ? NF_KIND_WHITE_SPACE : NF_KIND_BLANKS);
                nf_text_bytes(&found.why, "", 1);
                if (!behind)
                    nf_test_explains(&found,
                                     between_tokens
                                         ? "a blank is left out here, which makes one word of two"
                                         : "a blank is put in here, which makes two words of one");
            }
        }
}

TEST(a_line_that_differs_in_its_last_byte_differs_in_more_than_blanks)
{
    assert_false(strings_differ("a b\n", "a c\n").same_but_blanks);
    assert_false(strings_differ("a b\n", "a bb\n").same_but_blanks);
    assert_true(strings_differ("a b\n", "ab\n").same_but_blanks);
}

static void check_note(const char *output, const char *note)
{
    const struct nf_input right = {"a", "a b\nc d\n", 8}, own = {"b", output, strlen(output)};
    struct nf_mismatch mismatch;
    FREED_BY(nf_text_free) struct nf_text why = {0};
    assert_true(nf_mismatch_find(&mismatch, &right, &own, NULL));
    nf_mismatch_describe_blanks(&mismatch, &why);
    if (strstr(nf_text_terminated(&why), note) == NULL)
        fail_msg("'%s': expected '%s', found\n%s", output, note, why.data);
}

TEST(white_space_that_differs_is_named_and_who_refuses_it)
{
    check_note("a b c d\n", "the next line is joined to this one; judges that compare line by");
    check_note("a\nb\nc d\n", "the line is broken here; judges that compare line by line refuse");
    check_note("a b\n\nc d\n", "an empty line where none is expected; judges that compare line");
    check_note("a  b\nc d\n", "blanks stand at other places than expected; judges that compare");
    check_note("a b \nc d\n", "blanks at the end of the line; judges that compare byte by byte");
    check_note("a b\r\nc d\n", "the line ends in CR LF, expected LF alone; judges that compare");
    check_note("a b\nc d", "the last line of the output is not ended; judges that compare byte");
    check_note("a b\nc d\n\n", "white space after the last line; judges that compare byte by byte");
}

TEST(only_an_output_that_ends_within_a_line_is_cut)
{
    static const char *const whole[] = {"one\ntw\n", "one\n", "one", "", "one\ntwo\nthree"};
    assert_true(strings_differ("one\ntwo\n", "one\ntw").cut);
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        assert_false(strings_differ("one\ntwo\n", whole[i]).cut);
}

/* ---- instances ---- */

static enum nf_status verify(const struct nf_problem *problem, const struct nf_text *text,
                             struct nf_error *err)
{
    const struct nf_input input = nf_text_input(text, "i");
    FREED_BY(nf_text_free) struct nf_text report = {0};
    const enum nf_status status = nf_verify(problem, &input, &report, err);
    return status;
}

/* verify refuses `text` at the first byte that is not as in the judge's form; play takes it. */
static void check_refused(const struct dealt *dealt, const struct nf_text *text, const char *name)
{
    const struct nf_input input = nf_text_input(text, "i");
    FREED_BY(nf_text_free) struct nf_text answer = {0};
    struct nf_error err, place;
    size_t at = 0;
    if (nf_test_same(text, &dealt->instance)) {
        assert_ok(verify, dealt->problem, text);
        return;
    }
    if (verify(dealt->problem, text, &err) != NF_INVALID)
        fail_msg("%s, %s: verify takes\n%.*s", dealt->problem->name, name, (int)text->size,
                 text->data);
    while (at < text->size && at < dealt->instance.size &&
           text->data[at] == dealt->instance.data[at])
        at++;
    nf_fail_at(&place, &input, at, "found ");
    if (strncmp(err.text, place.text, strlen(place.text)) != 0 ||
        strstr(err.text, ", expected ") == NULL)
        fail_msg("%s, %s: expected %s..., found %s", dealt->problem->name, name, place.text,
                 err.text);
    assert_ok(nf_play, dealt->problem->rules, &input, &answer);
    assert_true(nf_test_same(&answer, &dealt->answer));
}

TEST(verify_takes_the_form_of_the_judge_alone_and_play_any_white_space)
{
    with_other_white_space(true, check_refused);
}

static void check_bytes(const char *found, const char *expected, const char *message)
{
    const struct nf_input input = {"i", found, strlen(found)};
    const struct nf_text printed = nf_words_text(expected);
    assert_ends(*message == '\0' ? NF_OK : NF_INVALID, message, nf_check_bytes, &input, &printed);
}

TEST(what_is_found_and_what_is_expected_are_named)
{
    check_bytes("1 2\n", "1 2\n", "");
    check_bytes("1  2\n", "1 2\n", "i:1:3: found a blank, expected '2'");
    check_bytes("1\t2\n", "1 2\n", "i:1:2: found a tab, expected a blank");
    check_bytes("1 2\r\n", "1 2\n", "i:1:4: found CR LF, expected the end of the line");
    check_bytes("1\r2\n", "1 2\n", "i:1:2: found a carriage return, expected a blank");
    check_bytes("1 2 \n", "1 2\n", "i:1:4: found a blank, expected the end of the line");
    check_bytes("1 2", "1 2\n", "i:1:4: found end of input, expected the end of the line");
    check_bytes("1 2\n\n", "1 2\n", "i:2:1: found the end of the line, expected end of input");
    check_bytes("1\n2\n", "1 2\n", "i:1:2: found the end of the line, expected a blank");
    check_bytes("1 2\n3 4\n", "1 2 3 4\n", "i:1:4: found the end of the line, expected a blank");
    check_bytes("01 2\n", "1 2\n", "i:1:1: found '01', expected '1'");
    check_bytes("1 00\n", "1 0\n", "i:1:3: found '00', expected '0'");
    check_bytes("1 010\n", "1 10\n", "i:1:3: found '010', expected '10'");
}

/* ---- rows ---- */

static void check_row(const char *bytes, size_t at, const char *row)
{
    struct nf_text why = {0};
    nf_row_bytes(&why, "found", bytes, strlen(bytes), at);
    assert_true(why.size - 1 <= NF_TERMINAL);
    assert_text(&why, row);
}

#define TENS  "0123456789"
#define FORTY TENS TENS TENS TENS

TEST(a_long_line_is_cut_around_the_difference)
{
    check_row("A RON", 2, "  found    'A RON'\n");
    check_row(FORTY TENS TENS "0123456", 20, "  found    '" FORTY TENS TENS "0123456'\n");
    check_row(FORTY FORTY, 3, "  found    '" TENS TENS TENS "012345'... (80 bytes)\n");
    check_row(FORTY FORTY, 20, "  found    '" TENS TENS TENS "012345'... (80 bytes)\n");
    check_row(FORTY FORTY, 21, "  found    ...'56789" TENS TENS TENS "0'... (80 bytes)\n");
    check_row(FORTY FORTY, 30, "  found    ...'456789" TENS TENS TENS "'... (80 bytes)\n");
    check_row(FORTY FORTY, 75, "  found    ...'9" TENS TENS "' (80 bytes)\n");
    check_row("\x01\x02 \x7f", 0, "  found    '\\x01\\x02 \\x7f'\n");
}

int main(void)
{
    state_of_dice = nf_test_seed();
    return nf_run_tests(NULL, NULL);
}
