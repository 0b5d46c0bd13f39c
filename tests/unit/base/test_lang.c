/* The language of texts: what chooses it, and lines of characters that take two columns. */
/* valgrind: quick enough to be run under it as well */
#include "base/error.h"
#include "base/lang.h"
#include "base/text.h"
#include "tests/unit/said.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

/* Whether the program has been built with msgfmt. */
static bool has_chinese(void)
{
    const bool has = nf_lang_choose("zh");
    assert_true(nf_lang_choose("en"));
    return has;
}

/* The language by the variables, each NULL if it is not set. */
static const char *language(const char *all, const char *messages, const char *lang,
                            const char *list)
{
    const struct {
        const char *name, *value;
    } set[] = {{"LC_ALL", all}, {"LC_MESSAGES", messages}, {"LANG", lang}, {"LANGUAGE", list}};
    for (size_t i = 0; i < sizeof set / sizeof *set; i++)
        if (set[i].value != NULL)
            setenv(set[i].name, set[i].value, 1);
        else
            unsetenv(set[i].name);
    assert_true(nf_lang_choose("en"));
    nf_lang_init();
    return nf_lang_name();
}

TEST(the_locale_and_then_language_choose)
{
    if (!has_chinese())
        skip();
    assert_string_equal(language(NULL, NULL, NULL, NULL), "en");
    assert_string_equal(language(NULL, NULL, "zh_CN.UTF-8", NULL), "zh");
    assert_string_equal(language(NULL, NULL, "zh_CN", NULL), "zh");
    assert_string_equal(language(NULL, NULL, "zh_CN.utf8", ""), "zh");
    assert_string_equal(language(NULL, "zh_CN.UTF-8", "en_US.UTF-8", NULL), "zh");
    assert_string_equal(language("en_US.UTF-8", "zh_CN.UTF-8", "zh_CN.UTF-8", NULL), "en");
    assert_string_equal(language("", "zh_CN.UTF-8", NULL, NULL), "zh");
    assert_string_equal(language(NULL, NULL, "en_US.UTF-8", "zh_CN:en"), "zh");
    assert_string_equal(language(NULL, NULL, "zh_CN.UTF-8", "de:en:zh"), "en");
    assert_string_equal(language(NULL, NULL, "C.UTF-8", "fr:zh"), "zh");
    assert_string_equal(language(NULL, NULL, "fr_FR.UTF-8", NULL), "en");
}

TEST(every_language_that_is_known_can_be_chosen)
{
    const char *name, *title;
    size_t count = 0;
    for (; nf_lang_at(count, &name, &title); count++) {
        assert_true(nf_lang_choose(name));
        assert_string_equal(nf_lang_name(), name);
    }
    assert_true(count > 0);
    assert_true(nf_lang_choose("en"));
}

/* gettext ignores LANGUAGE in the locale C, too; and text is UTF-8. */
TEST(locales_that_cannot_show_it_are_english)
{
    assert_string_equal(language("C", NULL, "zh_CN.UTF-8", "zh_CN"), "en");
    assert_string_equal(language("POSIX", NULL, NULL, "zh_CN"), "en");
    assert_string_equal(language(NULL, NULL, "zh_CN.GB18030", NULL), "en");
    assert_string_equal(language(NULL, NULL, "zhuang", NULL), "en");
    assert_false(nf_lang_choose("zh_CN"));
    assert_false(nf_lang_choose(""));
}

TEST(messages_are_in_the_chosen_language)
{
    if (!has_chinese())
        skip();
    struct nf_error err;
    assert_true(nf_lang_choose("zh"));
    assert_string_equal(_("out of memory"), "内存不足");
    assert_string_equal(_("no text of the program"), "no text of the program");
    assert_string_equal(_(""), "");
    assert_int_equal(nf_fail(&err, NF_IO, "out of memory"), NF_IO);
    assert_string_equal(err.text, "内存不足");
    assert_true(nf_lang_choose("en"));
    assert_string_equal(_("out of memory"), "out of memory");
    assert_string_equal(P_("one thing", "things", 1), "one thing");
    assert_string_equal(P_("one thing", "things", 0), "things");
}

TEST(text_is_padded_by_its_columns)
{
    struct nf_text text = {0};
    nf_text_padded(&text, "牌堆", 6);
    nf_text_padded(&text, "hand", 3);
    nf_text_padded(&text, "", 2);
    assert_text(&text, "牌堆  hand  ");
}

TEST(words_are_wrapped_at_80_columns_behind_what_is_there_without_a_blank_at_either_end)
{
    FREED_BY(nf_text_free) struct nf_text text = {0};
    char words[200] = "";
    for (int i = 0; i < 40; i++)
        strcat(words, "牌");
    nf_text_string(&text, "label ");
    nf_text_wrapped(&text, words, strlen(words), 6, 2);
    nf_text_bytes(&text, "", 1);
    const char *const second = strchr(text.data, '\n') + 1;
    assert_int_equal(second - text.data, 6 + 37 * 3 + 1);
    assert_string_equal(second, "  牌牌牌\n");
    text.size = 0;
    nf_text_wrapped(&text, "one   two", 9, NF_TERMINAL - 3, 2);
    assert_string_equal(nf_text_terminated(&text), "one\n  two\n");
}
