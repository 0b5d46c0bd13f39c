/* The small changes of a source. */
#include "judge/fuzz/edits.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <string.h>

/* Whether one of the edits of the first bytes of `source` makes `wanted` of them. */
static bool makes_of(const char *source, size_t size, bool python, const char *wanted)
{
    const struct nf_input input = {"", source, size};
    FREED_BY(nf_edits_free) struct nf_edits edits;
    bool found = false;
    nf_edits_make(&edits, &input, python, NF_STRINGS_BEHIND);
    for (size_t i = 0; i < edits.count; i++) {
        FREED_BY(nf_text_free) struct nf_text text = {0};
        nf_edit_apply(&text, &input, &edits.list[i]);
        found = found || strcmp(nf_text_terminated(&text), wanted) == 0;
    }
    return found;
}

static bool makes(const char *source, bool python, const char *wanted)
{
    return makes_of(source, strlen(source), python, wanted);
}

static size_t count(const char *source, bool python)
{
    const struct nf_input input = {"", source, strlen(source)};
    FREED_BY(nf_edits_free) struct nf_edits edits;
    nf_edits_make(&edits, &input, python, NF_STRINGS_BEHIND);
    return edits.count;
}

TEST(strings_can_be_kept)
{
    const struct nf_input input = {"", "puts(\"yes\");\n", 13};
    FREED_BY(nf_edits_free) struct nf_edits edits;
    nf_edits_make(&edits, &input, false, NF_STRINGS_KEPT);
    assert_int_equal(edits.count, 1); /* the line left out */
    assert_int_equal(edits.list[0].kind, NF_EDIT_LEFT);
}

TEST(comparisons_numbers_words_orders_and_lines_are_changed)
{
    static const struct {
        const char *source, *wanted;
        bool python;
    } cases[] = {
        {"if (a < b)", "if (a <= b)", false},   {"if (a < b)", "if (a > b)", false},
        {"if (a >= b)", "if (a > b)", false},   {"if (a && !b)", "if (a || !b)", false},
        {"if (a && !b)", "if (a && b)", false}, {"x = max(a, 9);", "x = min(a, 9);", false},
        {"x = a[9];", "x = a[10];", false},     {"x = a[9];", "x = a[8];", false},
        {"x = 0;", "x = (-1);", false},         {"s = \"CAB\";", "s = \"BAC\";", false},
        {"f();\ng();\n", "f();\n;\n", false},   {"f();\ng();\n", "g();\nf();\n", false},
        {"x = not y", "x =  y", true},          {"f()\n    g(1)\n", "f()\n    pass\n", true},
        {"f()\ng()\n", "g()\nf()\n", true},     {"if x and y:\n", "if x or y:\n", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (!makes(cases[i].source, cases[i].python, cases[i].wanted))
            fail_msg("no edit makes '%s' of '%s'", cases[i].wanted, cases[i].source);
}

TEST(strings_lose_and_get_full_stops_marks_blanks_and_large_letters_at_their_ends)
{
    static const struct {
        const char *source, *wanted;
        bool python;
    } cases[] = {
        {"puts(\"lost\");", "puts(\"lost.\");", false},
        {"printf(\"%s lost\\n\", s);", "printf(\"%s lost.\\n\", s);", false},
        {"printf(\"lost.\\n\");", "printf(\"lost\\n\");", false},
        {"o << p << \"\\n\";", "o << p << \".\\n\";", false},
        {"o << p << '\\n';", "o << p << \".\\n\";", false},
        {"o << p << endl;", "o << p << \".\" << endl;", false},
        {"o << \"Now p\";", "o << \"now p\";", false},
        {"o << \" now\";", "o << \"now\";", false},
        {"o << \"now\";", "o << \" now\";", false},
        {"o << \"now\";", "o << \"now \";", false},
        {"o << \"now, \";", "o << \"now,\";", false},
        {"print('lost')", "print('lost.')", true},
        {"print(f\"{p}.\")", "print(f\"{p}\")", true},
        {"print(end='')", "print(end='.')", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (!makes(cases[i].source, cases[i].python, cases[i].wanted))
            fail_msg("no edit makes '%s' of '%s'", cases[i].wanted, cases[i].source);
    assert_int_equal(count("\"\"\" a \"\"\" 'open :", true), 0);
}

TEST(types_comments_letters_and_the_preprocessor_stay)
{
    assert_int_equal(count("#include <vector> // a < 1\n/* b < 2\n 3 */ 'a'\n", false), 0);
    assert_int_equal(count("vector<pair<int, int>> x", false), 0);
    assert_int_equal(count("vector<int> x(n < m)", false), 2);
    assert_int_equal(count("# a < 1\n", true), 0);
    assert_false(makes("'''\nb < 2\n'''\n", true, "'''\nb <= 2\n'''\n"));
    assert_int_equal(count("def f(x):\nimport sys\nclass A:\n", true), 0);
    assert_int_equal(count("1.5 + 0x10", false), 1);
    assert_false(makes("\"AAB\"", false, "\"BAA\""));
    assert_false(makes("\"ab\"", false, "\"ba\""));
    assert_false(makes("\"ABCDEFGHI\"", false, "\"BACDEFGHI\""));
}

TEST(a_number_at_the_end_of_the_source_is_not_read_on)
{
    assert_true(makes_of("x = 127", 6, false, "x = 13"));
    assert_true(makes_of("x = 127", 6, false, "x = 11"));
}

/* Pieces of sources in any order: whatever they come to, an edit changes what it says. */
TEST(an_edit_changes_its_line_alone_and_the_source_is_not_read_beyond_its_end)
{
    static const char *const pieces[] = {"a",      " < ", ">",  "vector<", "\"AB", "CD\"",
                                         "'''",    "/*",  "*/", "//",      "\n",   "    ",
                                         "f(1);",  "\\",  "#",  "&&",      "12",   "not ",
                                         "pass\n", "{",   "}",  "\"\"\"",  "'",    "for x in y:\n",
                                         "\t"};
    uint64_t random = nf_test_seed();
    for (uint32_t i = 0; i < nf_test_often(100, 500, 20000); i++) {
        FREED_BY(nf_text_free) struct nf_text source = {0};
        FREED_BY(nf_edits_free) struct nf_edits edits;
        for (uint64_t left = nf_test_random(&random) % 30; left > 0; left--)
            nf_text_string(&source,
                           pieces[nf_test_random(&random) % (sizeof pieces / sizeof *pieces)]);
        const struct nf_input input = nf_text_input(&source, "");
        nf_edits_make(&edits, &input, i % 2 == 0, i % 3 == 0);
        for (size_t k = 0; k < edits.count; k++) {
            const struct nf_edit *const edit = &edits.list[k];
            uint32_t line = 1;
            assert_true(edit->from + edit->size <= input.size);
            for (size_t at = 0; at < edit->from; at++)
                line += input.data[at] == '\n';
            assert_int_equal(line, edit->line - (edit->kind == NF_EDIT_RAISED));
            assert_true(edit->kind == NF_EDIT_LEFT || strlen(edit->with) != edit->size ||
                        memcmp(edit->with, input.data + edit->from, edit->size) != 0 ||
                        edit->kind == NF_EDIT_RAISED);
        }
    }
}

/* The first line that opens a file, of a source in Python or another language. */
static uint32_t opens(const char *source, bool python)
{
    const struct nf_input input = {"", source, strlen(source)};
    return nf_source_opens(&input, python);
}

TEST(the_first_line_that_opens_a_file_is_found_outside_of_comments_and_strings)
{
    assert_int_equal(opens("int n;\nfreopen(\"a.in\", \"r\", stdin);\nifstream more;\n", false), 2);
    assert_int_equal(
        opens("#include <fstream>\n// freopen\n/* ifstream\n */ std::ifstream in(a);\n", false), 4);
    assert_int_equal(opens("puts(\"open(\"); reopen(popen(a)); int open, File;\n", false), 0);
    assert_int_equal(opens("Scanner in = new Scanner(\n  new File(\"a\"));\n", false), 2);
    assert_int_equal(opens("f, _ := os.Open(a)\n", false), 1);
    assert_int_equal(opens("# open(a)\nwith open(a) as f:\n", true), 2);
    assert_int_equal(opens("for line in sys.stdin: pass\n", true), 0);
}

TEST(strings_are_changed_first_where_that_is_wanted_and_the_changes_are_the_same)
{
    static const char source[] = "if (a < 9) puts(\"on\");\n";
    const struct nf_input input = {"", source, strlen(source)};
    FREED_BY(nf_edits_free) struct nf_edits last, first;
    nf_edits_make(&last, &input, false, NF_STRINGS_BEHIND);
    nf_edits_make(&first, &input, false, NF_STRINGS_BEFORE);
    assert_int_equal(first.count, last.count);
    assert_int_equal(source[last.list[0].from], '<');
    assert_int_equal(source[first.list[0].from], '"');
    assert_string_equal(first.list[0].with, "\"on.\"");
}
