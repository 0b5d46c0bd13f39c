/* JSON documents as text. */
#include "base/json_text.h"
#include "tests/unit/said.h"
#include "tests/unit/test.h"

TEST(a_text_is_a_string_and_what_is_not_utf_8_is_null)
{
    static const char *const good[] = {"", "abc", "\303\266 \n\""};
    for (int i = 0; i < 3; i++) {
        const struct nf_text bytes = nf_words_text(good[i]);
        json_auto_t *string = nf_json_text(&bytes);
        assert_string_equal(json_string_value(string), good[i]);
    }
    const struct nf_text nothing = {0}, broken = nf_words_text("a\303");
    json_auto_t *empty = nf_json_text(&nothing), *null = nf_json_text(&broken);
    assert_string_equal(json_string_value(empty), "");
    assert_true(json_is_null(null));
}

TEST(words_are_a_list)
{
    char *words[] = {"one", "\377", "", NULL};
    json_auto_t *list = nf_json_words(words);
    assert_int_equal(json_array_size(list), 3);
    assert_string_equal(json_string_value(json_array_get(list, 0)), "one");
    assert_true(json_is_null(json_array_get(list, 1)));
    assert_string_equal(json_string_value(json_array_get(list, 2)), "");
}

/* What a terminal would take for more than letters is written as a number. */
TEST(a_document_is_safe_to_print_ends_with_a_newline_and_is_read_as_it_was)
{
    static const char given[] = "\x1b\x7f\xc2\x9b\xe2\x80\xae\xd8\x9c\xc3\xa4\n";
    FREED_BY(nf_text_free) struct nf_text told = {0};
    assert_ok(nf_text_json, &told, json_pack("[s]", given));
    assert_string_equal(nf_text_terminated(&told),
                        "[\n  \"\\u001B\\u007F\\u009B\\u202E\\u061C\xc3\xa4\\n\"\n]\n");
    json_auto_t *read = json_loads(told.data, 0, NULL);
    assert_string_equal(json_string_value(json_array_get(read, 0)), given);
}

static int allowed; /* so many allocations until one fails, and those behind it do not */

static void *take_until(size_t size)
{
    return allowed-- == 0 ? NULL : malloc(size);
}

/* Adds by each of the ways there are. */
static json_t *build(void)
{
    json_t *const object = json_object(), *const list = json_array(), *const more = json_object();
    json_array_append_new(list, json_integer(1));
    json_array_append_new(list, nf_json_string("a"));
    json_array_set_new(list, 0, json_pack("{s:i, s:[s, f]}", "x", 2, "y", "z", 0.5));
    json_object_set_new(more, "more", json_real(1.5));
    json_object_set_new(object, "list", list);
    json_object_update(object, more);
    json_decref(more);
    return object;
}

TEST(a_document_that_lost_something_for_lack_of_memory_is_known_for_it_and_never_printed)
{
    json_malloc_t usual_take;
    json_free_t usual_release;
    json_get_alloc_funcs(&usual_take, &usual_release);
    json_auto_t *whole = build();
    bool failed = true;
    int tried = 0;
    for (; failed; tried++) {
        FREED_BY(nf_text_free) struct nf_text told = {0};
        nf_json_forget();
        allowed = tried;
        json_set_alloc_funcs(take_until, usual_release);
        json_t *const document = build();
        json_set_alloc_funcs(usual_take, usual_release);
        failed = nf_json_failed();
        if (!failed)
            assert_true(json_equal(document, whole));
        struct nf_error err;
        assert_int_equal(nf_text_json(&told, document, &err), failed ? NF_IO : NF_OK);
        assert_int_equal(told.size > 0, !failed);
    }
    assert_true(tried > 20);
}

TEST(what_is_not_utf_8_is_null_or_left_out_and_no_lack_of_memory)
{
    FREED_BY(nf_text_free) struct nf_text told = {0};
    json_t *const object = json_object();
    nf_json_forget();
    json_object_set_new(object, "a", json_string("\377"));
    json_object_set_new(object, "b", json_pack("{s:s}", "c", "\377"));
    json_object_set_new(object, "\377", json_integer(1));
    assert_false(nf_json_failed());
    assert_ok(nf_text_json, &told, object);
    assert_string_equal(nf_text_terminated(&told), "{\n  \"a\": null,\n  \"b\": null\n}\n");
}
