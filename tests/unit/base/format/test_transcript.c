/* Lines of a transcript printed and parsed by their templates. */
/* valgrind: quick enough to be run under it as well */
#include "base/format/transcript.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <string.h>

static const char names[3][NF_WORD_ROOM] = {"red", "blue", "r"};
static const struct nf_vocabulary colours = {names[0], NF_WORD_ROOM, 3, .list = NULL};

static bool differ(const struct nf_transcript_line *parsed)
{
    return parsed->line != 2 || parsed->values[0] != parsed->values[1];
}

static const struct nf_transcript transcript = {
    .lines = (const char *const[]){"Move {n}:", "{c} takes {any},now n={n}.", "{c} {c} swap", NULL},
    .slots = (const struct nf_slot[]){{.name = "n"},
                                      {.name = "c", .words = &colours},
                                      {.name = "any", .words = &colours, .any = true},
                                      {.name = NULL}},
    .holds = differ,
};

static struct nf_transcript_line read(const char *text)
{
    const struct nf_line line = {text, strlen(text), true};
    return nf_transcript_read_line(&transcript, NULL, &line);
}

TEST(what_is_printed_reads_back)
{
    uint64_t random = nf_test_seed();
    for (int i = 0; i < 2000; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        const uint64_t bits = random >> 20;
        struct nf_transcript_line parsed = {.line = (int)(bits % 3)};
        const int64_t number = (int64_t)(bits >> 8) % 1000000 - 500000, colour = bits >> 4 & 1;
        if (parsed.line == 0) {
            parsed.values[0] = number;
        } else {
            parsed.values[0] = colour;
            parsed.values[1] = 1 - colour;
            parsed.values[2] = parsed.line == 1 ? number : 0;
        }
        FREED_BY(nf_text_free) struct nf_text text = {0};
        nf_transcript_print_line(&transcript, &parsed, &text);
        const struct nf_line line = {text.data, text.size - 1, true};
        const struct nf_transcript_line back = nf_transcript_read_line(&transcript, NULL, &line);
        assert_int_equal(text.data[text.size - 1], '\n');
        assert_int_equal(back.line, parsed.line);
        assert_memory_equal(back.values, parsed.values, sizeof parsed.values);
    }
}

TEST(white_space_separates_tokens_however_much_of_it_there_is)
{
    static const char *const same[] = {" red  takes blue,now n=3. ", "red\ttakes blue,now n=3.",
                                       "red takes blue,now n=3.\r"};
    static const char *const other[] = {"redtakes blue,now n=3.",
                                        "red takes blue, now n=3.",
                                        "red takes blue ,now n=3.",
                                        "red takes blue,now n =3.",
                                        "red takes blue,now n=3 .",
                                        "red takes blue,now n=3. x",
                                        "red takes blue,no w n=3.",
                                        "red takes blue,now n=3",
                                        "red takes blue,now n=.",
                                        "",
                                        "red"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        assert_int_equal(read(same[i]).line, 1);
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        assert_int_equal(read(other[i]).line, NF_NO_LINE);
}

TEST(a_slot_takes_what_has_a_value_or_any_word_where_it_allows_that)
{
    assert_int_equal(read("green takes red,now n=3.").line, NF_NO_LINE);
    const struct nf_transcript_line parsed = read("red takes green,now n=-3.");
    assert_int_equal(parsed.line, 1);
    assert_int_equal(parsed.values[1], -1);
    assert_int_equal(parsed.words[1].length, strlen("green"));
    assert_int_equal(parsed.values[2], -3);
    assert_int_equal(read("r takes red,now n=1.").values[0], 2);
}

TEST(numbers_count_in_their_usual_form_alone)
{
    assert_int_equal(read("Move 120:").values[0], 120);
    assert_true(read("Move 012:").values[0] == INT64_MIN);
    assert_true(read("Move -0:").values[0] == INT64_MIN);
    assert_true(read("Move 1234567890123456789:").values[0] == INT64_MIN);
    assert_true(read("Move 123456789012345678:").values[0] == 123456789012345678);
    assert_int_equal(read("Move 1a:").line, NF_NO_LINE);
}

TEST(a_line_whose_values_do_not_go_together_is_none)
{
    assert_int_equal(read("red blue swap").line, 2);
    assert_int_equal(read("red red swap").line, NF_NO_LINE);
}
