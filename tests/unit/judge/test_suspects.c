/* What is said of the alternatives of rule points. */
#include "judge/suspects.h"
#include "tests/unit/said.h"
#include "tests/unit/test.h"

static const struct nf_point points[] = {
    NF_POINT_CONSTANT("limit", 99, 98, 100, "may make p %d"),
    NF_POINT_ORDER("specials", "PRD", "plays %s"),
    NF_POINT_SLIP("p-kept", "does not set p back"),
    NF_POINT_CONDITION("helps", "claims tiles %s that helps her"),
    {.name = NULL},
};

/* All alternatives, a line each: its name and what a player does who makes it. */
static void print_all(struct nf_text *text)
{
    for (uint32_t i = 0; i < nf_alternatives(points); i++) {
        const struct nf_alternative alternative = nf_alternative(points, NF_BY_SYSTEM | i);
        nf_alternative_name(text, &alternative);
        nf_text_string(text, ": ");
        nf_alternative_does(text, &alternative);
        nf_text_string(text, "\n");
    }
}

TEST(numbers_orders_things_left_out_and_conditions_have_a_name_and_a_sentence_each)
{
    struct nf_text text = {0};
    print_all(&text);
    static const char expected[] = "limit-98: may make p 98\n"
                                   "limit-100: may make p 100\n"
                                   "specials-rpd: plays R P D\n"
                                   "specials-pdr: plays P D R\n"
                                   "specials-drp: plays D R P\n"
                                   "specials-rdp: plays R D P\n"
                                   "specials-dpr: plays D P R\n"
                                   "p-kept: does not set p back\n"
                                   "helps-left-out: claims tiles whether or not that helps her\n"
                                   "helps-turned: claims tiles unless that helps her\n";
    assert_text(&text, expected);
}

TEST(a_condition_left_out_always_holds_and_a_turned_one_where_it_should_not)
{
    const struct nf_point *const helps = &points[3];
    const struct nf_alternative none = {.point = NULL}, left_out = {helps, NF_LEFT_OUT, ""},
                                turned = {helps, NF_TURNED, ""};
    assert_true(nf_condition(&none, helps, true) && !nf_condition(&none, helps, false));
    assert_true(nf_condition(&left_out, helps, true) && nf_condition(&left_out, helps, false));
    assert_true(!nf_condition(&turned, helps, true) && nf_condition(&turned, helps, false));
}
