/* Texts compared token by token, by every option, against a comparison that is written apart. */
#include "base/format/tokens.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct nf_token_rule exactly = {0};
static uint64_t dice;

static uint32_t between(uint32_t low, uint32_t high)
{
    return nf_test_between(&dice, low, high);
}

static enum nf_tokens compare_at(const char *a, const char *b, const struct nf_token_rule *rule,
                                 struct nf_token_place places[2])
{
    const struct nf_input one = {"a", a, strlen(a)}, other = {"b", b, strlen(b)};
    return nf_tokens_compare(&one, &other, rule, &places[0], &places[1]);
}

static enum nf_tokens compare(const char *a, const char *b, const struct nf_token_rule *rule)
{
    struct nf_token_place places[2];
    return compare_at(a, b, rule, places);
}

TEST(tokens_are_what_white_space_separates)
{
    static const struct {
        const char *found;
        enum nf_tokens how;
    } of[] = {
        {"A used A1,now p=3.\nA lost\n", NF_TOKENS_SAME},
        {"A used A1,now p=3.\nA lost", NF_TOKENS_LINES_SAME},
        {"A used A1,now p=3.\r\nA lost\r\n", NF_TOKENS_LINES_SAME},
        {"A used A1,now p=3. \nA lost\n\n \n", NF_TOKENS_LINES_SAME},
        {"A used A1,now p=3. A lost\n", NF_TOKENS_LAYOUT},
        {"A  used A1,now p=3.\nA lost\n", NF_TOKENS_LAYOUT},
        {" A used A1,now p=3.\nA lost\n", NF_TOKENS_LAYOUT},
        {"\nA used A1,now p=3.\nA lost\n", NF_TOKENS_LAYOUT},
        {"A used A1,now p=3.\n\nA lost\n", NF_TOKENS_LAYOUT},
        {"A used\nA1,now p=3.\nA lost\n", NF_TOKENS_LAYOUT},
        {"A used A1, now p=3.\nA lost\n", NF_TOKENS_DIFFER},
        {"A used A1 ,now p=3.\nA lost\n", NF_TOKENS_DIFFER},
        {"A used A1,nowp=3.\nA lost\n", NF_TOKENS_DIFFER},
        {"A used A1,now p=3.A lost\n", NF_TOKENS_DIFFER},
        {"A used A1,now p=3.\nA lost\nx", NF_TOKENS_DIFFER},
        {"A used A1,now p=3.\n", NF_TOKENS_DIFFER},
        {"a used A1,now p=3.\nA lost\n", NF_TOKENS_DIFFER},
        {"", NF_TOKENS_DIFFER},
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        assert_int_equal(compare(of[0].found, of[i].found, &exactly), of[i].how);
        assert_int_equal(compare(of[i].found, of[0].found, &exactly), of[i].how);
    }
    assert_int_equal(compare("", "", &exactly), NF_TOKENS_SAME);
    assert_int_equal(compare("", " \n", &exactly), NF_TOKENS_LINES_SAME);
}

TEST(texts_without_bytes_need_no_address)
{
    const struct nf_input none = {"a", NULL, 0}, word = {"b", "x", 1};
    struct nf_token_place places[2];
    assert_int_equal(nf_tokens_compare(&none, &none, &exactly, &places[0], &places[1]),
                     NF_TOKENS_SAME);
    assert_int_equal(nf_tokens_compare(&none, &word, &exactly, &places[0], &places[1]),
                     NF_TOKENS_DIFFER);
}

TEST(letters_agree_in_either_case_where_case_does_not_matter)
{
    const struct nf_token_rule any_case = {.any_case = true};
    assert_int_equal(compare("Yes NO\n", "yES no\n", &any_case), NF_TOKENS_SAME);
    assert_int_equal(compare("Yes NO\n", "yES  no\n", &any_case), NF_TOKENS_LAYOUT);
    assert_int_equal(compare("Yes NO\n", "yES not\n", &any_case), NF_TOKENS_DIFFER);
    assert_int_equal(compare("@[\n", "`{\n", &any_case), NF_TOKENS_DIFFER);
}

TEST(numbers_agree_within_a_tolerance)
{
    const struct nf_token_rule absolute = {.numbers = true, .absolute = 0.01};
    const struct nf_token_rule relative = {.numbers = true, .relative = 0.01};
    static const struct {
        const char *expected, *found;
        bool absolute, relative;
    } of[] = {
        {"1.0", "1.005", true, true},    {"1.0", "1", true, true},
        {"1", "1.02", false, false},     {"1000", "1009", false, true},
        {"0.001", "0.009", true, false}, {"-5", "-5.005", true, true},
        {"1e3", "1000", true, true},     {"0", "0.001", true, false},
        {"1", "one", false, false},      {"one", "1", false, false},
        {"one", "one", true, true},      {"one", "ones", false, false},
        {"1", "1x", false, false},       {"1x", "1", false, false},
        {"inf", "1e300", false, true},   {"nan", "1", false, false},
        {"1", "nan", false, false},      {"1", "inf", false, false},
        {"0x10", "16", true, true},      {"1", "", false, false},
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        assert_int_equal(compare(of[i].expected, of[i].found, &absolute),
                         of[i].absolute ? NF_TOKENS_SAME : NF_TOKENS_DIFFER);
        /* By Kattis' own words infinity is within any part of itself. */
        assert_int_equal(compare(of[i].expected, of[i].found, &relative),
                         of[i].relative ? NF_TOKENS_SAME : NF_TOKENS_DIFFER);
    }
    char long_one[2 * NF_NUMBER_BYTES], other[2 * NF_NUMBER_BYTES];
    for (int more = 0; more < 2; more++) {
        const size_t size = NF_NUMBER_BYTES + (size_t)more;
        memset(long_one, '1', size);
        long_one[1] = '.';
        long_one[size] = '\0';
        strcpy(other, long_one);
        other[size - 1] = '2';
        assert_int_equal(compare(long_one, other, &absolute),
                         more ? NF_TOKENS_DIFFER : NF_TOKENS_SAME);
    }
}

TEST(the_place_is_the_first_byte_that_differs_and_the_end_of_what_agrees)
{
    static const struct {
        const char *expected, *found;
        size_t at, behind, found_at, found_behind;
    } of[] = {
        {"a,now p", "a, now p", 2, 2, 3, 2}, {"a b", "ab", 2, 1, 1, 1},
        {"a\nb", "a c", 2, 1, 2, 1},         {"a b\n", "a\n", 2, 1, 2, 1},
        {"abc", "abd", 2, 2, 2, 2},          {"a\n", "\n a b", 2, 1, 4, 3},
        {"a  b", "a\tb", 1, 1, 1, 1},        {"a \n", "a\n", 1, 1, 1, 1},
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        struct nf_token_place places[2];
        assert_true(compare_at(of[i].expected, of[i].found, &exactly, places) != NF_TOKENS_SAME);
        assert_int_equal(places[0].at, of[i].at);
        assert_int_equal(places[0].behind, of[i].behind);
        assert_int_equal(places[1].at, of[i].found_at);
        assert_int_equal(places[1].behind, of[i].found_behind);
    }
}

/* ---- against a comparison written apart ---- */

enum { MOST = 64 };

/* Cuts a text into tokens, by strtok(). */
static size_t tokens_of(char *text, char *tokens[MOST])
{
    size_t count = 0;
    for (char *at = strtok(text, " \t\n\v\f\r"); at != NULL; at = strtok(NULL, " \t\n\v\f\r"))
        tokens[count++] = at;
    return count;
}

static bool agree(const char *a, const char *b, const struct nf_token_rule *rule)
{
    char *end, *other_end;
    const double one = strtod(a, &end), other = strtod(b, &other_end);
    if (strcmp(a, b) == 0 || (rule->any_case && strcasecmp(a, b) == 0))
        return true;
    return rule->numbers && *end == '\0' && *other_end == '\0' &&
           (fabs(one - other) <= rule->absolute || fabs(one - other) <= rule->relative * fabs(one));
}

static bool all_agree(const char *a, const char *b, const struct nf_token_rule *rule)
{
    char copy[MOST], other[MOST];
    char *tokens[MOST], *others[MOST];
    strcpy(copy, a);
    strcpy(other, b);
    const size_t count = tokens_of(copy, tokens);
    if (tokens_of(other, others) != count)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!agree(tokens[i], others[i], rule))
            return false;
    return true;
}

static void any_text(char text[MOST], uint32_t most)
{
    static const char bytes[] = "aAbB12.-  \n\n\t\r";
    const uint32_t length = between(0, most);
    for (uint32_t i = 0; i < length; i++)
        text[i] = bytes[between(0, sizeof bytes - 2)];
    text[length] = '\0';
}

/* The text with a byte put in, left out or changed at some places. */
static void change(const char *text, char changed[MOST])
{
    char other[MOST];
    size_t used = 0;
    any_text(other, 20);
    for (size_t i = 0; text[i] != '\0'; i++) {
        const uint32_t how = between(0, 11);
        const char put = other[0] != '\0' ? other[i % strlen(other)] : ' ';
        if (how == 0)
            changed[used++] = put;
        if (how != 1)
            changed[used++] = how == 2 ? put : text[i];
    }
    changed[used] = '\0';
}

TEST(texts_agree_if_and_only_if_their_tokens_do_one_by_one)
{
    static const struct nf_token_rule rules[] = {
        {0},
        {.any_case = true},
        {.numbers = true, .absolute = 1},
        {.numbers = true, .any_case = true, .relative = 0.5}};
    uint32_t same = 0, laid_out = 0;
    const uint32_t all = nf_test_often(20000, 20000, 500000);
    for (uint32_t i = 0; i < all; i++) {
        char a[MOST], b[MOST];
        any_text(a, 30);
        change(a, b);
        const struct nf_token_rule *const rule = &rules[i % 4];
        const enum nf_tokens how = compare(a, b, rule);
        if ((how != NF_TOKENS_DIFFER) != all_agree(a, b, rule))
            fail_msg("'%s' and '%s', rule %u: %d", a, b, i % 4, (int)how);
        if (how == NF_TOKENS_SAME && rule == rules && strcmp(a, b) != 0)
            fail_msg("'%s' and '%s' are told to be the same", a, b);
        same += how != NF_TOKENS_DIFFER;
        laid_out += how == NF_TOKENS_LAYOUT;
    }
    assert_true(same > all / 20 && same < all / 20 * 19 && laid_out > all / 100);
}

int main(void)
{
    dice = nf_test_seed();
    return nf_run_tests(NULL, NULL);
}
