/* Elements of the viewer that follow a state: their first content, drawn without scripts. */
/* valgrind: quick enough to be run under it as well */
#include "judge/story/view.h"
#include "tests/unit/said.h"
#include "tests/unit/test.h"

#include <string.h>

static json_t *make_state(void)
{
    json_t *const state = json_loads(
        "{\"p\": -7, \"none\": null, \"no\": false, \"yes\": true, \"seat\": 12, \"way\": \"left\","
        " \"word\": \"<b>&\\\"\", \"hands\": [[\"A1\", {\"text\": \"<i>\", \"mark\": \"played\"}], "
        "[]],"
        " \"tree\": [{\"mark\": \"goal best\"}, null]}",
        0, NULL);
    assert_non_null(state);
    return state;
}

TEST(a_text_is_the_value_at_its_path_and_never_markup)
{
    json_auto_t *state = make_state();
    struct nf_text text = {0};
    nf_bound_text(&text, state, "b", "x", "p");
    assert_text(&text, "<b class=\"x\" data-text=\"p\">-7</b>");
    nf_bound_text(&text, state, "b", "x", "word");
    assert_text(&text, "<b class=\"x\" data-text=\"word\">&lt;b&gt;&amp;&quot;</b>");
    nf_bound_text(&text, state, "b", "x", "none");
    assert_text(&text, "<b class=\"x\" data-text=\"none\"></b>");
    nf_bound_text(&text, state, "b", "x", "hands.7.p.way");
    assert_text(&text, "<b class=\"x\" data-text=\"hands.7.p.way\"></b>");
}

TEST(cells_are_those_of_the_list_with_their_marks)
{
    json_auto_t *state = make_state();
    struct nf_text text = {0};
    nf_bound_cells(&text, state, "hands.0");
    assert_text(&text, "<ul class=\"cells\" data-cells=\"hands.0\"><li>A1</li><li "
                       "class=\"played\">&lt;i&gt;</li></ul>");
    nf_bound_cells(&text, state, "hands.1");
    assert_text(&text, "<ul class=\"cells\" data-cells=\"hands.1\"></ul>");
    nf_bound_cells(&text, state, "p");
    assert_text(&text, "<ul class=\"cells\" data-cells=\"p\"><li>-7</li></ul>");
}

static void classes(const json_t *state, const char *when, const char *wanted)
{
    FREED_BY(nf_text_free) struct nf_text text = {0};
    nf_bound_class(&text, state, "x", when);
    nf_text_bytes(&text, "", 1);
    const char *const found = strstr(text.data, "class=\"");
    assert_non_null(found);
    assert_string_equal(found + strlen("class=\""), wanted);
}

TEST(a_class_is_there_where_its_condition_holds)
{
    json_auto_t *state = make_state();
    classes(state, "seat=12:on", "x on\"");
    classes(state, "seat=1:on seat=12:off", "x off\"");
    classes(state, "way=left:a way=lef:b way=leftmost:c", "x a\"");
    classes(state, "yes:a no:b none:c absent:d p:e", "x a e\"");
    classes(state, "tree.0.mark~best:a tree.0.mark~goal:b tree.0.mark~be:c tree.0.mark~oal:d",
            "x a b\"");
    classes(state, "tree.0:a tree.1:b tree.1.mark~best:c tree.9:d", "x a\"");
}
