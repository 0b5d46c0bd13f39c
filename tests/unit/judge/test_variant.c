/* What programs print, held against players with mistakes. */
#include "judge/suspects.h"
#include "tests/unit/test.h"

#include <string.h>

static struct nf_printed printed(const char *output, bool whole)
{
    struct nf_printed made = {{0}, false};
    assert_ok(nf_printed_set, &made, output, strlen(output), whole);
    return made;
}

static enum nf_agreement agree(const char *program, bool ended, const char *variant, bool whole)
{
    struct nf_printed a = printed(program, ended), b = printed(variant, whole);
    const enum nf_agreement agreement = nf_printed_agree(&a, &b);
    nf_text_free(&a.words);
    nf_text_free(&b.words);
    return agreement;
}

static bool differ(const char *one, bool whole, const char *other, bool other_whole)
{
    struct nf_printed a = printed(one, whole), b = printed(other, other_whole);
    const bool differs = nf_printed_differ(&a, &b);
    assert_int_equal(nf_printed_differ(&b, &a), differs);
    nf_text_free(&a.words);
    nf_text_free(&b.words);
    return differs;
}

TEST(tokens_count_and_not_the_white_space_between_them)
{
    assert_int_equal(agree("A  used D2,now\tp=-1.\r\n\n", true, "A used D2,now p=-1.\n", true),
                     NF_AGREES);
    assert_int_equal(agree("A used D2, now p=-1.\n", true, "A used D2,now p=-1.\n", true),
                     NF_DIFFERS);
    assert_int_equal(agree("Round 12:\n", true, "Round 1 2:\n", true), NF_DIFFERS);
    assert_int_equal(agree("Round12:\n", true, "Round 12:\n", true), NF_DIFFERS);
    assert_int_equal(agree("\n \n", true, "", true), NF_AGREES);
}

TEST(a_program_agrees_if_it_prints_all_and_ends_as_it_should)
{
    assert_int_equal(agree("a\nb\n", true, "a\nb\n", true), NF_AGREES);
    assert_int_equal(agree("a\nb\n", false, "a\nb\n", true), NF_DIFFERS);
    assert_int_equal(agree("a\n", true, "a\nb\n", true), NF_DIFFERS);
    assert_int_equal(agree("a\n", false, "a\nb\n", true), NF_DIFFERS);
    assert_int_equal(agree("a\nb\nc\n", true, "a\nb\n", true), NF_DIFFERS);
}

TEST(where_the_rules_have_no_word_programs_go_on_as_they_like)
{
    assert_int_equal(agree("a\nb\nc\n", true, "a\nb\n", false), NF_AGREES);
    assert_int_equal(agree("a\nb\n", false, "a\nb\n", false), NF_AGREES);
    assert_int_equal(agree("a\nc\n", true, "a\nb\n", false), NF_DIFFERS);
}

TEST(lost_output_says_neither_yes_nor_no)
{
    assert_int_equal(agree("", false, "a\nb\n", false), NF_OPEN);
    assert_int_equal(agree("a\n", true, "a\nb\n", false), NF_OPEN);
}

TEST(variants_differ_only_where_both_are_common)
{
    assert_false(differ("a\nb\n", true, "a\nb\n", true));
    assert_true(differ("a\nb\n", true, "a\n", true));
    assert_false(differ("a\nb\n", true, "a\n", false));
    assert_true(differ("a\n", true, "a\nb\n", false));
    assert_true(differ("a\nb\n", false, "a\nc\n", false));
    assert_false(differ("a\nb\n", false, "a\n", false));
}
