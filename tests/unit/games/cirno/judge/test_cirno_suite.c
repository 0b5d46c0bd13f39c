/* The judge's test set: valid, after the statement's subtasks and limits, with every rule in it.
 * What the tests of a seed are is recorded, tests/data/cirno/cases.txt. */
#include "core/format/judge.h"
#include "core/format/suite_write.h"
#include "games/cirno/judge/judge.h"
#include "games/cirno/module.h"
#include "games/cirno/rules/events.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <string.h>

enum { TESTS = 20, SAMPLES = 2 };

static uint64_t seed;

/* What the tests of a set come to. */
struct figures {
    uint64_t reached[NF_MAX_EVENTS];
    uint32_t with[NF_MAX_EVENTS]; /* tests that have the event */
    uint32_t largest, exact;      /* tests of the largest size, tests without a card left over */
};
static struct figures figures;

/* The groups, and the cards that their tests lack. */
static const struct {
    const char *name;
    bool pass, turn, doubles; /* those are there */
} groups[] = {
    {"basic", false, false, false},
    {"no-turn-pass", false, false, true},
    {"no-double", true, true, false},
    {"full", true, true, true},
};
enum { GROUPS = sizeof groups / sizeof *groups };
static bool seen[GROUPS][CIRNO_CARDS]; /* in any test of a group: a single one may lack a card */

static void note_cards(const struct cirno_parsed *parsed, const char *group)
{
    const struct cirno_instance *const game = &parsed->instance;
    uint32_t which = 0;
    while (which < GROUPS && strcmp(groups[which].name, group) != 0)
        which++;
    assert_true(which < GROUPS);
    assert_true(which > 0 || game->players <= 3);
    for (uint32_t i = 0; i < game->players * CIRNO_HAND; i++)
        seen[which][game->hands[i]] = true;
    for (uint32_t i = 0; i < game->deck_size; i++)
        seen[which][game->deck[i]] = true;
}

static void check_test(uint32_t number, const char *group)
{
    struct nf_text instance = {0}, answer = {0}, report = {0}, played = {0};
    struct nf_error err = {""};
    assert_int_equal(nf_suite_write(&cirno_game, seed, number, &instance, &answer, &err), NF_OK);
    const struct nf_input input = {"test", instance.data, instance.size};
    if (nf_verify(&cirno_game, &input, &report, &err) != NF_OK)
        fail_msg("test %u: %s", number + 1, err.text);
    assert_memory_equal(report.data, "test: valid", 11); /* no warning of equal names */
    uint64_t reached[NF_MAX_EVENTS] = {0};
    assert_int_equal(nf_cover(&cirno_game, &input, &played, reached, &err), NF_OK);
    assert_int_equal(played.size, answer.size);
    assert_memory_equal(played.data, answer.data, answer.size);
    for (unsigned event = 0; event < CIRNO_EVENTS; event++) {
        figures.reached[event] += reached[event];
        figures.with[event] += reached[event] > 0;
    }
    struct nf_match match;
    assert_int_equal(nf_match_open(&match, &cirno_game, &input, &err), NF_OK);
    if (group != NULL)
        note_cards(cirno_parsed_of(&match), group);
    const struct cirno_instance *const game = &cirno_parsed_of(&match)->instance;
    figures.largest += game->players == CIRNO_MAX_PLAYERS && game->rounds == CIRNO_MAX_ROUNDS &&
                       game->deck_size == CIRNO_MAX_DECK;
    figures.exact += reached[CIRNO_EVENT_DECK_EXACT] > 0;
    nf_match_close(&match);
    nf_text_free(&instance);
    nf_text_free(&answer);
    nf_text_free(&report);
    nf_text_free(&played);
}

TEST(test_every_test_is_valid_and_keeps_to_its_subtask)
{
    uint32_t number = 0;
    for (; cirno_suite.tests[number].group != NULL; number++)
        check_test(number, cirno_suite.tests[number].group);
    assert_int_equal(number, TESTS);
    for (uint32_t i = 0; cirno_suite.samples[i].group != NULL; i++)
        check_test(number++, NULL);
    assert_int_equal(number, TESTS + SAMPLES);
}

/* The next two run after the test above, which gathers what they look at. */
TEST(test_groups_have_all_cards_but_those_their_subtask_lacks)
{
    for (uint32_t which = 0; which < GROUPS; which++) {
        for (unsigned card = 0; card < CIRNO_PASS; card++)
            assert_true(seen[which][card]);
        assert_int_equal(seen[which][CIRNO_PASS], groups[which].pass);
        assert_int_equal(seen[which][CIRNO_TURN], groups[which].turn);
        assert_int_equal(seen[which][CIRNO_DOUBLE], groups[which].doubles);
    }
}

TEST(test_the_set_reaches_every_event_and_the_largest_size)
{
    assert_true(figures.largest >= 4);
    assert_true(figures.exact >= 4);
    for (unsigned event = 0; event < CIRNO_EVENTS; event++)
        if (figures.with[event] < 2)
            fail_msg("%s: in %u tests, %llu times", cirno_events[event].name, figures.with[event],
                     (unsigned long long)figures.reached[event]);
}

/* A sample is for people: few lines. */
TEST(test_samples_are_short)
{
    for (uint32_t i = 0; i < SAMPLES; i++) {
        struct nf_text instance = {0}, answer = {0};
        struct nf_error err = {""};
        assert_int_equal(nf_suite_write(&cirno_game, seed, TESTS + i, &instance, &answer, &err),
                         NF_OK);
        size_t lines = 0;
        for (size_t at = 0; at < answer.size; at++)
            lines += answer.data[at] == '\n';
        assert_in_range(lines, 3, 60);
        nf_text_free(&instance);
        nf_text_free(&answer);
    }
}

int main(void)
{
    seed = nf_test_seed() >> 1;
    return nf_run_tests(NULL, NULL);
}
