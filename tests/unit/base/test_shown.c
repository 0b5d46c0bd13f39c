/* Text from outside by characters: UTF-8 against a table of its forms, what is not printed, columns
 * and where lines are broken; and the names that are suggested. */
#include "base/lang.h"
#include "base/shown.h"
#include "base/text.h"
#include "tests/unit/said.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

/* ---- characters ---- */

static size_t encode(uint32_t character, char to[5])
{
    static const unsigned char heads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    const size_t length = character < 0x80      ? 1
                          : character < 0x800   ? 2
                          : character < 0x10000 ? 3
                                                : 4;
    for (size_t i = length; i-- > 1; character >>= 6)
        to[i] = (char)(0x80 | (character & 0x3f));
    to[0] = (char)(heads[length] | character);
    to[length] = '\0';
    return length;
}

/* The well-formed sequences: Unicode 15, table 3-7. */
static size_t well_formed(const unsigned char *bytes, size_t count)
{
    static const unsigned char forms[][8] = {
        /* first byte from, to; second from, to; how many bytes */
        {0x00, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (bytes[0] < forms[i][0] || bytes[0] > forms[i][1] || count < forms[i][4])
            continue;
        bool right = forms[i][4] == 1 || (bytes[1] >= forms[i][2] && bytes[1] <= forms[i][3]);
        for (size_t k = 2; k < forms[i][4]; k++)
            right = right && bytes[k] >= 0x80 && bytes[k] <= 0xbf;
        return right ? forms[i][4] : 0;
    }
    return 0;
}

/* What controls a terminal, breaks a line or turns its direction, as shown.h lists it. */
static bool is_harmful(uint32_t character)
{
    static const uint32_t single[] = {0x61c, 0x200e, 0x200f, 0x2028, 0x2029, 0xfeff};
    for (size_t i = 0; i < sizeof single / sizeof *single; i++)
        if (character == single[i])
            return true;
    return character <= 0x1f || (character >= 0x7f && character <= 0x9f) ||
           (character >= 0x202a && character <= 0x202e) ||
           (character >= 0x2066 && character <= 0x2069);
}

TEST(every_character_is_known_and_the_harmful_ones_are_not_clean)
{
    for (uint32_t character = 0; character <= 0x10ffff; character++) {
        char bytes[5];
        bool clean;
        if (character == 0xd800)
            character = 0xe000;
        const size_t length = encode(character, bytes);
        if (nf_shown_length(bytes, length, &clean) != length || clean == is_harmful(character))
            fail_msg("U+%04X", character);
        /* Without its last byte it is none. */
        if (length > 1 && (nf_shown_length(bytes, length - 1, &clean) != 1 || clean))
            fail_msg("U+%04X cut short", character);
    }
}

TEST(only_well_formed_bytes_are_a_character)
{
    uint64_t random = nf_test_seed();
    for (uint32_t i = 0; i < 256 * 256 * 4; i++) {
        /* All pairs, and then what may follow more often than by chance. */
        unsigned char bytes[4] = {(unsigned char)(i >> 8), (unsigned char)i};
        for (size_t k = 2; k < 4; k++)
            bytes[k] = (unsigned char)nf_test_between(&random, i % 8 == 0 ? 0 : 0x7f,
                                                      i % 8 == 0 ? 255 : 0xc0);
        bool clean;
        const size_t wanted = well_formed(bytes, 4);
        if (nf_shown_length((char *)bytes, 4, &clean) != (wanted > 0 ? wanted : 1) ||
            (wanted == 0 && clean))
            fail_msg("%02x %02x %02x %02x", bytes[0], bytes[1], bytes[2], bytes[3]);
        size_t valid = 0;
        for (size_t length = 1; valid < 4 && length > 0; valid += length)
            length = well_formed(bytes + valid, 4 - valid);
        if (nf_shown_valid((char *)bytes, 4) != valid)
            fail_msg("valid to %zu: %02x %02x %02x %02x", valid, bytes[0], bytes[1], bytes[2],
                     bytes[3]);
    }
}

TEST(lines_of_another_program_are_indented_and_ended)
{
    static const char *const rows[][2] = {
        {"", ""},
        {"a", "  a\n"},
        {"a\n", "  a\n"},
        {"a\n\nb\n", "  a\n  \n  b\n"},
        {"\ta\tb\nc\t\n\n", "      a    b\n  c    \n  \n"},
        {"x\x1b\ty\n\xffz", "  x\\x1b    y\n  \\xffz\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct nf_text text = {0};
        nf_shown_lines(&text, rows[i][0]);
        assert_text(&text, rows[i][1]);
    }
}

TEST(a_copy_has_the_whole_characters_that_fit)
{
    static const char given[] = "ab\xc3\xa4\x01z\xe2\x80\xae"
                                "e\xff";
    FREED_BY(nf_text_free) struct nf_text whole = {0};
    nf_shown(&whole, given);
    const struct nf_input all = nf_text_input(&whole, "");
    for (size_t size = 1; size < 64; size++) {
        char copy[64], next = 0, *const end = copy + size;
        memset(copy, '#', sizeof copy);
        assert_ptr_equal(nf_shown_copy(copy, size, given), copy);
        const size_t length = strlen(copy);
        assert_true(length < size && length <= all.size);
        assert_memory_equal(copy, all.data, length);
        assert_true(size == sizeof copy || *end == '#');
        next = length < all.size ? all.data[length] : 0;
        /* What comes next did not fit. */
        const size_t step = next == '\0'                                  ? 64
                            : next != '\\'                                ? 2 - (next > 0)
                            : strncmp(all.data + length, "\\xe2", 4) == 0 ? 12
                                                                          : 4;
        assert_true(length + step >= size);
        char line[64];
        strcpy(line, given);
        nf_shown_in_place(line, size < strlen(given) + 1 ? sizeof line : size);
        assert_memory_equal(line, all.data, strlen(line));
    }
}

/* ---- columns ---- */

static size_t columns_of(uint32_t character)
{
    char bytes[5];
    encode(character, bytes);
    return nf_shown_columns(bytes);
}

TEST(wide_characters_take_two_columns_and_marks_none)
{
    /* The blocks' first and last characters: Hangul Jamo, radicals and CJK punctuation, Kana to Yi,
     * Hangul, compatibility ideographs, their forms, full-width forms and signs, pictures,
     * ideographs of the other planes. */
    static const uint32_t wide[][2] = {
        {0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},   {0xac00, 0xd7a3},
        {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},
        {0x1f300, 0x1f64f}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd},
    };
    static const uint32_t marks[][2] = {{0x300, 0x36f}, {0x200b, 0x200d}};
    size_t at = 0;
    for (uint32_t character = 0x20; character < 0x40000; character++) {
        if (character == 0xd800)
            character = 0xe000;
        while (at < 11 && character > wide[at][1])
            at++;
        size_t wanted = at < 11 && character >= wide[at][0] ? 2 : 1;
        for (size_t i = 0; i < 2; i++)
            if (character >= marks[i][0] && character <= marks[i][1])
                wanted = 0;
        if (columns_of(character) != wanted)
            fail_msg("U+%04X", character);
    }
    assert_int_equal(nf_shown_columns("\xff\xe7\x90"), 3);
    assert_int_equal(nf_shown_columns_of("abc", 2), 2);
    assert_int_equal(nf_shown_columns_of("\xe7\x90\x83z", 3), 2);
}

TEST(as_many_whole_characters_are_within_as_columns_let)
{
    static const char words[] = "a\xe7\x90\x83z\xcc\x81!"; /* 1 2 1 0 1 columns */
    static const size_t within[] = {0, 1, 1, 4, 7, 8, 8};
    for (size_t columns = 0; columns < 7; columns++)
        assert_int_equal(nf_shown_within(words, sizeof words - 1, columns), within[columns]);
}

static void assert_shows_end(const char *name, size_t columns, const char *expected)
{
    FREED_BY(nf_text_free) struct nf_text text = {0};
    nf_shown_end(&text, name, strlen(name), columns);
    assert_string_equal(nf_text_terminated(&text), expected);
}

TEST(of_a_name_that_is_too_wide_the_end_is_shown_in_whole_characters)
{
    assert_shows_end("", 4, "");
    assert_shows_end("a/1234", 6, "a/1234");
    assert_shows_end("a/1234", 5, "...34");
    assert_shows_end("ab\xe7\x90\x83z", 5, "ab\xe7\x90\x83z");
    assert_shows_end("abc\xe7\x90\x83z", 5, "...z"); /* the wide one would be a column too many */
    assert_shows_end("abcde\xe7\x90\x83z", 6, "...\xe7\x90\x83z");
    assert_shows_end("abcde\xc3\xbc", 4, "...\xc3\xbc");
}

/* Where `words` in plain letters are broken, said in another way: before the last blank at or
 * before the line's end that a word stands before; if there is none, before the first one. */
static size_t naive_fit(const char *words, size_t size, size_t columns)
{
    size_t best = 0;
    if (size <= columns)
        return size;
    for (size_t at = 1; at < size; at++)
        if (words[at] == ' ' && words[at - 1] != ' ' && (at <= columns || best == 0))
            best = at;
    return best > 0 ? best : size;
}

TEST(lines_of_letters_are_broken_at_blanks)
{
    uint64_t random = nf_test_seed();
    for (int i = 0; i < 20000; i++) {
        char words[24];
        const size_t size = nf_test_between(&random, 1, sizeof words);
        for (size_t k = 0; k < size; k++)
            words[k] = nf_test_between(&random, 0, 3) == 0 ? ' ' : 'a';
        const size_t columns = nf_test_between(&random, 0, 26);
        if (nf_shown_fit(words, size, columns) != naive_fit(words, size, columns))
            fail_msg("'%.*s' in %zu columns: %zu", (int)size, words, columns,
                     nf_shown_fit(words, size, columns));
    }
}

TEST(a_line_is_broken_beside_a_wide_character_but_for_its_punctuation)
{
    static const uint32_t closing[] = {
        0x3001, 0x3002, 0xff0c, 0xff1a, 0xff1b, 0xff01, 0xff1f, 0xff09, 0x300b, 0x300d,
        0x300f, 0x2019, 0x201d, ',',    '.',    ':',    ';',    ')',    ']',    '\'',
    };
    static const uint32_t opening[] = {0xff08, 0x300a, 0x300c, 0x300e, 0x2018, 0x201c, '(', '['};
    char line[32], sign[5];
    for (uint32_t character = 0x21; character < 0x10000; character++) {
        if (character == 0xd800)
            character = 0xe000;
        bool closes = false, opens = false;
        for (size_t i = 0; i < sizeof closing / sizeof *closing; i++)
            closes = closes || character == closing[i];
        for (size_t i = 0; i < sizeof opening / sizeof *opening; i++)
            opens = opens || character == opening[i];
        const size_t length = encode(character, sign);
        /* Three wide ones and the sign in 6 columns: broken before it, or one character earlier. */
        strcpy(line, "\xe7\x90\x83\xe7\x90\x83\xe7\x90\x83");
        strcat(line, sign);
        if (nf_shown_columns(sign) > 0 && nf_shown_fit(line, 9 + length, 6) != (closes ? 6u : 9u))
            fail_msg("U+%04X behind a wide character", character);
        /* The sign before wide ones: broken behind it, or if it opens behind the wide one after. */
        sprintf(line, "%s\xe7\x90\x83\xe7\x90\x83", sign);
        if (nf_shown_fit(line, length + 6, nf_shown_columns(sign)) != (opens ? length + 3 : length))
            fail_msg("U+%04X before a wide character", character);
    }
    /* Letters are not parted from each other. */
    assert_int_equal(nf_shown_fit("ab\xe7\x90\x83", 5, 1), 2);
    assert_int_equal(nf_shown_fit("ab\xe7\x90\x83", 5, 2), 2);
    assert_int_equal(nf_shown_fit("ab\xe7\x90\x83", 5, 4), 5);
}

static bool parted(const char *line, const char *next)
{
    return nf_shown_parted(line, strlen(line), next, strlen(next));
}

TEST(a_blank_stood_where_letters_meet_but_not_between_wide_characters)
{
    static const char ball[] = "\xe7\x90\x83", stop[] = "\xe3\x80\x82", mark[] = "\xef\xbc\x81";
    assert_true(parted("a", "b") && parted("ab", "cd") && parted("ab", ball) && parted(ball, "ab"));
    assert_true(parted("\xe7\x90\x83z", ball) && parted("a", "z\xe7\x90\x83"));
    assert_true(parted("\xc3\xa4", "\xc3\xa4"));
    assert_false(parted(ball, ball) || parted("z\xe7\x90\x83", ball));
    assert_false(parted(stop, "a") || parted("a", stop) || parted(mark, "a") || parted("a", mark));
    char first[5], last[5];
    for (uint32_t i = 0; i < 2; i++) {
        encode(i == 0 ? 0x3000 : 0xff00, first);
        encode(i == 0 ? 0x303f : 0xff60, last);
        assert_false(parted(first, "a") || parted("a", first) || parted(last, "a") ||
                     parted("a", last));
        encode(i == 0 ? 0x2fff : 0xfeff, first);
        encode(i == 0 ? 0x3041 : 0xff61, last);
        assert_true(parted(first, "a") && parted("a", first) && parted(last, "a") &&
                    parted("a", last));
    }
}

/* ---- suggestions ---- */

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* The optimal string alignment distance, by its definition. */
static unsigned naive_distance(const char *a, size_t i, const char *b, size_t j)
{
    if (i == 0 || j == 0)
        return (unsigned)(i + j);
    unsigned best = least(naive_distance(a, i - 1, b, j), naive_distance(a, i, b, j - 1)) + 1;
    best = least(best, naive_distance(a, i - 1, b, j - 1) + (a[i - 1] != b[j - 1]));
    if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        best = least(best, naive_distance(a, i - 2, b, j - 2) + 1);
    return best;
}

static void random_word(uint64_t *random, char *word, uint32_t most)
{
    const uint32_t length = nf_test_between(random, 0, most);
    for (uint32_t i = 0; i < length; i++)
        word[i] = (char)('a' + nf_test_between(random, 0, 2));
    word[length] = '\0';
}

TEST(a_name_is_near_by_a_third_of_its_letters_or_if_it_begins_so)
{
    uint64_t random = nf_test_seed();
    for (int i = 0; i < 3000; i++) {
        char typed[8], name[8];
        random_word(&random, typed, 7);
        random_word(&random, name, 7);
        struct nf_nearest nearest = {.typed = typed};
        nf_nearest_offer(&nearest, name);
        const size_t length = strlen(typed);
        const unsigned limit = least((unsigned)((length + 2) / 3), 3);
        unsigned distance = naive_distance(typed, length, name, strlen(name));
        if (strncmp(typed, name, length) == 0)
            distance = 1;
        const bool wanted = length > 0 && distance <= limit;
        if ((nearest.name != NULL) != wanted || (wanted && nearest.distance != distance))
            fail_msg("'%s' for '%s': distance %u", name, typed, distance);
    }
}

TEST(long_words_are_near_by_three_letters_at_most_and_up_to_32)
{
    static const char word[] = "abcdefghijklmnopqrstuvwxyzabcdefg"; /* 33 letters */
    static const struct {
        size_t typed, name;
        bool near;
    } rows[] = {{12, 9, true},  {12, 8, false},  {32, 29, true},  {32, 28, false},
                {32, 32, true}, {33, 32, false}, {31, 33, false}, {31, 32, true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char typed[40], name[40];
        snprintf(typed, sizeof typed, "%.*s", (int)rows[i].typed, word);
        snprintf(name, sizeof name, "%.*s", (int)rows[i].name, word);
        struct nf_nearest nearest = {.typed = typed};
        nf_nearest_offer(&nearest, name);
        assert_true((nearest.name == name) == rows[i].near);
    }
}

TEST(of_equally_near_names_the_first_is_asked_for)
{
    char question[64];
    struct nf_nearest nearest = {.typed = "gamse"};
    assert_true(nf_lang_choose("en"));
    assert_string_equal(nf_nearest_question(&nearest, "--", question), "");
    nf_nearest_offer(&nearest, "gmae");
    nf_nearest_offer(&nearest, "games");
    nf_nearest_offer(&nearest, "gamsed");
    assert_string_equal(nf_nearest_question(&nearest, "--", question), ", did you mean --games?");
    nf_nearest_offer(&nearest, "gamse");
    assert_string_equal(nf_nearest_question(&nearest, "", question), ", did you mean games?");
}
