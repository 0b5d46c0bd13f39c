/* Manual pages: whatever words say, roff prints it, and what depends on the game is told of each.
 */
#include "base/version.h"
#include "commands/cli/man.h"
#include "tests/unit/said.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TEST(bytes_that_roff_takes_for_its_own_are_escaped)
{
    static const struct {
        const char *words, *roff;
    } cases[] = {
        {"", ""},
        {"plain words, 3 of them; (100%)", "plain words, 3 of them; (100%)"},
        {".SH is no request here", "\\&.SH is no request here"},
        {"...", "\\&..."},
        {"'br nor is this", "\\(aqbr nor is this"},
        {"a\\fBb\\", "a\\efBb\\e"},
        {"--no-hyphen", "\\-\\-no\\-hyphen"},
        {"say \"x\" `y` ^z ~", "say \\(dqx\\(dq \\(gay\\(ga \\(haz \\(ti"},
        {"two\n.lines", "two .lines"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct nf_text text = {0};
        nf_roff_plain(&text, cases[i].words);
        assert_text(&text, cases[i].roff);
        /* A line begins behind a newline as well, and nowhere else. */
        nf_text_string(&text, "x\n");
        nf_roff_escape(&text, ".y.", 3);
        assert_text(&text, "x\n\\&.y.");
    }
}

TEST(a_text_has_paragraphs_terms_and_lines_shown_as_they_are)
{
    static const char words[] = "# HOW\nGive --it\nnow:\n\n    a  b\n    .c\n\nDone.\n\n"
                                "# TERMS\n* FILE of --it\nFILE is\n.it.\n\n* B\nb\n@\nbehind\n";
    struct nf_text text = {0};
    assert_string_equal(nf_roff_text(&text, words, "FILE"), "behind\n");
    assert_text(&text,
                ".SH HOW\nGive \\fB\\-\\-it\\fR now:\n.PP\n.RS 4\n.nf\na  b\n\\&.c\n.fi\n.RE\n.PP\n"
                "Done.\n.SH TERMS\n.TP\n\\fBFILE of \\-\\-it\\fR\n\\fIFILE\\fR is .it.\n"
                ".TP\n\\fBB\\fR\nb\n");
    assert_string_equal(nf_roff_text(&text, "Done.", NULL), "");
    assert_text(&text, "Done.\n");
}

TEST(words_that_name_something_are_set_off)
{
    static const struct {
        const char *words, *names, *roff;
    } cases[] = {
        {"write to FILE, not FILES", "FILE", "write to \\fIFILE\\fR, not FILES"},
        {"FILE", NULL, "FILE"},
        {"part I of N; I-th", "I/N", "part \\fII\\fR of \\fIN\\fR; \\fII\\fR\\-th"},
        {"A3 and A of a", "A", "A3 and \\fIA\\fR of a"},
        {"FEEDBACK_DIR/x", "IN FEEDBACK_DIR", "\\fIFEEDBACK_DIR\\fR/x"},
        {"a file", "a file", "a file"},
        {"(--db) or --until-width.", NULL, "(\\fB\\-\\-db\\fR) or \\fB\\-\\-until\\-width\\fR."},
        {"--x- and -- or -q", NULL, "\\fB\\-\\-x\\fR\\- and \\-\\- or \\-q"},
        {"see `ninefold run`, `", NULL, "see \\fBninefold run\\fR, \\(ga"},
        {"`.x` first", NULL, "\\fB.x\\fR first"},
        {"`` none", NULL, "\\(ga\\(ga none"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct nf_text text = {0};
        nf_roff_words(&text, cases[i].words, cases[i].names);
        assert_text(&text, cases[i].roff);
    }
}

/* ---- a command whose options depend on its game ---- */

struct options {
    const char *game, *word, *name;
    uint64_t count;
    bool only, late;
};

static bool game_word(const void *options, size_t i, struct nf_word *to)
{
    static const struct nf_word words[] = {{"first", "usual"}, {"second", NULL}, {"third", NULL}};
    (void)options;
    if (i >= sizeof words / sizeof words[0])
        return false;
    *to = words[i];
    return true;
}

static bool is_second(const void *options)
{
    return strcmp(((const struct options *)options)->game, "second") == 0;
}

static void adapt_count(struct nf_option *row, const void *options)
{
    row->high = is_second(options) ? 5 : 9;
}

static void adapt_name(struct nf_option *row, const void *options)
{
    if (is_second(options))
        row->absent = "not with that";
}

static void adapt_only(struct nf_option *row, const void *options)
{
    if (!is_second(options))
        row->absent = "not with that";
}

static enum nf_status run(void *options, char **operands, struct nf_error *err)
{
    (void)options, (void)operands, (void)err;
    return NF_OK;
}

static const struct nf_option rows[] = {
    {"game", 0, NF_CHOICE, "NAME", NF_INTO(struct options, game), "what is played",
     .normal_text = "first", .word = game_word},
    {"count", 'c', NF_NUMBER, "N", NF_INTO(struct options, count), "not 'N' \\ nor more", .low = 1,
     .normal = 2, .adapt = adapt_count},
    {"the-name", 0, NF_STRING, "NAME", NF_INTO(struct options, name), ".hidden of ninefold other",
     .adapt = adapt_name},
    {.name = NULL},
};

static const struct nf_option more[] = {
    {"only", 0, NF_FLAG, NULL, NF_INTO(struct options, only), "there at times",
     .adapt = adapt_only},
    {"late", 'l', NF_FLAG, NULL, NF_INTO(struct options, late), "so is this", .adapt = adapt_name},
    {.name = NULL},
};

static const struct nf_option_group groups[] = {
    {"Options", rows}, {"At \"times\"", more}, {NULL, NULL}};
static const struct nf_option_group no_groups[] = {{NULL, NULL}};

static const struct nf_command command = {.name = "try",
                                          .summary = "tries - a thing",
                                          .details = "Reads FILE twice.",
                                          .operand = "FILE",
                                          .operands = 2,
                                          .needed = 1,
                                          .groups = groups,
                                          .options_size = sizeof(struct options),
                                          .run = run};
static const struct nf_command other = {.name = "other",
                                        .summary = "another: try --count",
                                        .usage = "-- WORD...",
                                        .groups = no_groups,
                                        .options_size = 1,
                                        .run = run};
static const struct nf_command third = {.name = "third",
                                        .summary = "a third one",
                                        .details = "As ninefold trying, or retry --count.",
                                        .groups = no_groups,
                                        .options_size = 1,
                                        .run = run};
static const struct nf_command *const commands[] = {&command, &other, &third, NULL};

/* The page of a command, as a string; NULL: that of the program. */
static struct nf_text page_of(const struct nf_command *of, const struct nf_command *const *all)
{
    struct nf_text page = {0};
    if (of != NULL)
        assert_ok(nf_cli_man, &page, of, all);
    else
        assert_ok(nf_cli_man_program, &page, all);
    nf_text_terminated(&page);
    return page;
}

/* The part of a page that begins with `from` and ends before `to`. */
static void expect_part(const struct nf_text *page, const char *from, const char *to,
                        const char *wanted)
{
    const char *const start = strstr(page->data, from);
    assert_non_null(start);
    const char *const end = strstr(start, to);
    assert_non_null(end);
    struct nf_text part = {0};
    nf_text_bytes(&part, start, (size_t)(end - start));
    assert_text(&part, wanted);
}

TEST(a_page_describes_the_default_game_and_then_what_is_different)
{
    FREED_BY(nf_text_free) struct nf_text page = page_of(&command, commands);
    expect_part(&page, ".SH NAME", ".SS Common",
                ".SH NAME\n"
                "ninefold\\-try \\- tries \\- a thing\n"
                ".SH SYNOPSIS\n"
                "\\fBninefold try\\fR [\\fIOPTION\\fR]... \\fIFILE\\fR [\\fIFILE\\fR]\n"
                ".SH DESCRIPTION\n"
                "Reads \\fIFILE\\fR twice.\n"
                ".SH OPTIONS\n"
                "Ranges, defaults and choices are those of \\fB\\-\\-game first\\fR, and of the "
                "machine where this page was made. For other options and for this machine see "
                "\\fBninefold try\\fR \\fIOPTION\\fR... \\fB\\-\\-help\\fR.\n"
                ".TP\n"
                "\\fB\\-\\-game\\fR \\fINAME\\fR\n"
                "what is played (default first):\n"
                ".RS\n"
                ".PD 0\n"
                ".TP 7\n"
                "\\fBfirst\\fR\n"
                "usual\n"
                ".PP\n"
                "\\fBsecond\\fR, \\fBthird\\fR\n"
                ".PD\n"
                ".RE\n"
                ".TP\n"
                "\\fB\\-c\\fR, \\fB\\-\\-count\\fR \\fIN\\fR\n"
                "not \\(aq\\fIN\\fR\\(aq \\e nor more (1 to 9, default 2)\n"
                ".TP\n"
                "\\fB\\-\\-the\\-name\\fR \\fINAME\\fR\n"
                "\\&.hidden of ninefold other\n"
                ".SS At \\(dqtimes\\(dq\n"
                ".TP\n"
                "\\fB\\-l\\fR, \\fB\\-\\-late\\fR\n"
                "so is this\n");
    expect_part(&page, ".SH OTHER GAMES", ".SH EXIT STATUS",
                ".SH OTHER GAMES\n"
                ".SS \\-\\-game second\n"
                "Without \\fB\\-\\-the\\-name\\fR, \\fB\\-l\\fR, \\fB\\-\\-late\\fR.\n"
                ".TP\n"
                "\\fB\\-c\\fR, \\fB\\-\\-count\\fR \\fIN\\fR\n"
                "not \\(aq\\fIN\\fR\\(aq \\e nor more (1 to 5, default 2)\n"
                ".TP\n"
                "\\fB\\-\\-only\\fR\n"
                "there at times\n");
    assert_non_null(
        strstr(page.data, ".SH SEE ALSO\n\\fBninefold\\fR(1), \\fBninefold\\-other\\fR(1)\n"));
}

TEST(a_page_of_few_words_has_no_more_than_they_say)
{
    FREED_BY(nf_text_free) struct nf_text page = page_of(&other, commands);
    expect_part(&page, ".SH NAME", ".SH EXIT STATUS",
                ".SH NAME\n"
                "ninefold\\-other \\- another: try \\-\\-count\n"
                ".SH SYNOPSIS\n"
                "\\fBninefold other\\fR [\\fIOPTION\\fR]... \\-\\- \\fIWORD\\fR...\n"
                ".SH DESCRIPTION\n"
                "Another: try \\fB\\-\\-count\\fR.\n"
                ".SH OPTIONS\n"
                ".SS Common\n"
                ".TP\n"
                "\\fB\\-\\-lang\\fR \\fINAME\\fR\n"
                "language of help, messages and reports, instead of that of LANG:\n"
                ".RS\n.PD 0\n"
                ".TP 4\n\\fBen\\fR\nEnglish\n"
                ".TP 4\n\\fBzh\\fR\nChinese\n"
                ".PD\n.RE\n"
                ".TP\n"
                "\\fB\\-h\\fR, \\fB\\-\\-help\\fR\n"
                "print this page and exit\n");
    /* "ninefold trying" and "retry --count" speak of other commands than try. */
    FREED_BY(nf_text_free) struct nf_text alone = page_of(&third, commands);
    assert_non_null(strstr(alone.data, ".SH SEE ALSO\n\\fBninefold\\fR(1)\n"));
}

TEST(the_program_has_a_page_with_and_without_games)
{
    static const struct nf_command *const without[] = {&other, NULL};
    FREED_BY(nf_text_free) struct nf_text page = page_of(NULL, commands);
    expect_part(&page, ".SH COMMANDS", ".SH OPTIONS",
                ".SH COMMANDS\n.SS Simulate games:\n"
                ".TP\n\\fBninefold\\-try\\fR(1)\ntries \\- a thing\n"
                ".TP\n\\fBninefold\\-other\\fR(1)\nanother: try \\fB\\-\\-count\\fR\n"
                ".TP\n\\fBninefold\\-third\\fR(1)\na third one\n"
                ".SH GAMES\n"
                "Chosen by \\fB\\-\\-game\\fR \\fINAME\\fR; the first one is the default.\n"
                ".PP\n.PD 0\n"
                ".TP 12\n\\fBfirst\\fR\nusual\n"
                ".TP 12\n\\fBsecond\\fR\nsecond\n"
                ".TP 12\n\\fBthird\\fR\nthird\n"
                ".PD\n");
    FREED_BY(nf_text_free) struct nf_text bare = page_of(NULL, without);
    assert_null(strstr(bare.data, ".SH GAMES"));
}

TEST(a_page_is_dated_by_source_date_epoch_alone_and_what_is_no_date_is_refused)
{
    static const struct {
        const char *epoch, *day;
    } dates[] = {{NULL, ""},
                 {"", ""},
                 {"0", "1970-01-01"},
                 {"86400", "1970-01-02"},
                 {"1700000000", "2023-11-14"},
                 {"99999999999", "5138-11-16"}};
    static const char *const wrong[] = {"86400x", "today", "-1", "1.5", " 1", "100000000000"};
    char text[128];
    for (size_t i = 0; i < sizeof dates / sizeof dates[0]; i++) {
        unsetenv("SOURCE_DATE_EPOCH");
        if (dates[i].epoch != NULL)
            setenv("SOURCE_DATE_EPOCH", dates[i].epoch, 1);
        FREED_BY(nf_text_free) struct nf_text page = page_of(&command, commands);
        snprintf(text, sizeof text, ".TH NINEFOLD\\-TRY 1 \"%s\" \"ninefold %s\" \"ninefold\"\n",
                 dates[i].day, nf_version);
        assert_memory_equal(page.data, text, strlen(text));
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        FREED_BY(nf_text_free) struct nf_text page = {0};
        setenv("SOURCE_DATE_EPOCH", wrong[i], 1);
        snprintf(text, sizeof text,
                 "SOURCE_DATE_EPOCH=%s: expected seconds since 1970, in at most 11 digits",
                 wrong[i]);
        assert_ends(NF_USAGE, text, nf_cli_man, &page, &command, commands);
        assert_ends(NF_USAGE, text, nf_cli_man_program, &page, commands);
    }
    unsetenv("SOURCE_DATE_EPOCH");
}

int main(void)
{
    unsetenv("SOURCE_DATE_EPOCH");
    return nf_run_tests(NULL, NULL);
}
