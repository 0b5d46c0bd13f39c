/* Cases of fuzz that the engine steers: a toy's, whose small case `attempt` is that number, and
 * those of all games. */
#include "core/contract/game.h"
#include "core/format/judge.h"
#include "core/guided.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

enum { TOY_EVENTS = 5 };

/* The events of each of the toy's cases; further ones have none. */
static uint64_t events_of[3000];
static unsigned drawn;

static enum nf_status draw(const struct nf_key *key, const struct nf_case_limits *limits,
                           struct nf_text *instance, uint64_t *reached, struct nf_error *err)
{
    const uint64_t number = key->attempt - NF_SMALL_CASES;
    assert_true(number < sizeof events_of / sizeof *events_of);
    drawn++;
    if (limits->players == 1)
        return nf_fail(err, NF_USAGE, "no toy for one");
    *reached = events_of[number];
    if (instance != NULL)
        nf_text_format(instance, "%llu %llu %llu", (unsigned long long)key->seed,
                       (unsigned long long)key->index, (unsigned long long)number);
    return NF_OK;
}

static const struct nf_small_cases toy = {TOY_EVENTS, draw};
static const struct nf_case_limits no_limits;

/* Fills `said` with the case, or with the message. */
static enum nf_status guide(uint64_t index, const struct nf_case_limits *limits,
                            struct nf_error *said)
{
    struct nf_text text = {0};
    drawn = 0;
    const enum nf_status status = nf_guide(&toy, 7, index, limits, &text, said);
    nf_text_bytes(&text, "", 1);
    if (status == NF_OK)
        snprintf(said->text, sizeof said->text, "%s", text.data);
    nf_text_free(&text);
    return status;
}

static void expect(uint64_t index, const char *expected)
{
    struct nf_error said;
    assert_int_equal(guide(index, &no_limits, &said), NF_OK);
    assert_string_equal(said.text, expected);
}

TEST(of_16_cases_that_reach_the_event_the_one_with_rare_others_is_taken)
{
    memset(events_of, 0, sizeof events_of);
    for (unsigned i = 0; i < 16; i++)
        events_of[i] = 1 | (i % 2 == 0 ? 2 : 0);
    events_of[6] |= 4;
    events_of[9] |= 4 | 8;
    events_of[12] = 8 | 16; /* rarer, but without event 0 */
    events_of[16] = 31;     /* not looked at */
    expect(10, "7 10 9");
    expect(11, "7 11 6");
    expect(14, "7 14 12");
    assert_int_equal(drawn, 16 + 1);
}

TEST(further_cases_are_drawn_until_one_reaches_the_event)
{
    memset(events_of, 0, sizeof events_of);
    events_of[3] = 1;
    events_of[1998] = 1 | 2;
    events_of[1999] = 4;
    events_of[2000] = 8;
    expect(1, "7 1 1998");
    expect(2, "7 2 1999");
    assert_int_equal(drawn, 2000 + 1);
    expect(0, "7 0 3");
    assert_int_equal(drawn, 16 + 1);
}

TEST(where_no_case_reaches_the_event_it_is_one_that_reaches_another)
{
    memset(events_of, 0, sizeof events_of);
    events_of[5] = events_of[20] = 1;
    events_of[400] = 2;
    expect(3, "7 3 400");
}

TEST(limits_that_no_case_fits_are_refused)
{
    const struct nf_case_limits alone = {.players = 1};
    struct nf_error said;
    memset(events_of, 0, sizeof events_of);
    assert_int_equal(guide(0, &alone, &said), NF_USAGE);
    assert_string_equal(said.text, "no toy for one");
    assert_int_equal(guide(0, &no_limits, &said), NF_USAGE);
    assert_string_equal(said.text, "no case fits these limits");
}

/* The promise of nf_fuzz_ops.guide. */
TEST(in_every_game_any_1000_cases_reach_every_event)
{
    uint64_t random = nf_test_seed();
    for (const struct nf_game *const *game = nf_games; *game != NULL; game++) {
        const struct nf_fuzz_ops *const ops = (*game)->fuzz;
        uint64_t reached[NF_MAX_EVENTS] = {0}, seed = nf_test_random(&random) >> 1,
                 first = nf_test_random(&random) >> 8;
        for (uint64_t index = first; ops != NULL && index < first + 1000; index++) {
            struct nf_text text = {0};
            struct nf_error err;
            assert_int_equal(ops->guide(seed, index, &no_limits, &text, &err), NF_OK);
            const struct nf_input input = nf_text_input(&text, "case");
            assert_int_equal(nf_cover(*game, &input, NULL, reached, &err), NF_OK);
            nf_text_free(&text);
        }
        for (int event = 0; ops != NULL && ops->events[event].name != NULL; event++)
            if (reached[event] == 0)
                fail_msg("%s: %s is not reached from %llu on", (*game)->name,
                         ops->events[event].name, (unsigned long long)first);
    }
}
