/* The rules of the mahjong simulator: choices hand by hand, turns and their events wall by wall,
 * and transcripts known to be right. */
/* valgrind: quick enough to be run under it as well */
#include "games/mahjong/rules/events.h"
#include "games/mahjong/rules/format.h"
#include "games/mahjong/simulated/module.h"
#include "gen/mahjong/deal.h"
#include "judge/judge.h"
#include "tests/unit/games/mahjong/mahjong_naive.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct mahjong_memo *memo;

/* ---- choices ---- */

static void check_discard(const char *hand, unsigned melds, const char *wanted)
{
    uint8_t count[MAHJONG_KINDS];
    mahjong_test_hand(hand, count);
    assert_string_equal(mahjong_name(mahjong_choose(memo, count, melds)), wanted);
}

TEST(special_tiles_go_first_pass_before_reverse_before_double)
{
    check_discard("DOUBLE REVERSE PASS Z 1M", 3, "PASS");
    check_discard("DOUBLE REVERSE REVERSE Z 1M", 3, "REVERSE");
    check_discard("DOUBLE DOUBLE Z Z 1M", 3, "DOUBLE");
}

TEST(equally_good_discards_go_in_the_order_of_the_statement)
{
    static const char *const order[] = {"Z",  "F",  "B",  "N",  "W",  "S",  "E",  "9S",
                                        "5S", "1S", "9P", "5P", "1P", "9M", "5M", "1M"};
    for (size_t i = 0; i + 1 < sizeof order / sizeof *order; i++) {
        char hand[32];
        snprintf(hand, sizeof hand, "%s %s", order[i], order[i + 1]);
        check_discard(hand, 4, order[i]);
        snprintf(hand, sizeof hand, "%s %s", order[i + 1], order[i]);
        check_discard(hand, 4, order[i]);
    }
}

TEST(a_better_distance_goes_before_the_order)
{
    check_discard("Z Z 1M 2M 5P", 3, "5P");
    check_discard("Z Z 1M 1M 1M 9M 9M 8S", 2, "8S");
    check_discard("1M 1M 1M 1M 2M", 3, "1M"); /* four 1M could never become five */
}

static void check_claims(const char *hand, unsigned melds, const char *tile, bool pong,
                         const char *low)
{
    uint8_t count[MAHJONG_KINDS], kind;
    mahjong_test_hand(hand, count);
    nf_test_words(&mahjong_tiles, tile, &kind, 1);
    assert_int_equal(mahjong_would_pong(memo, count, melds, kind), pong);
    const int found = mahjong_would_chow(memo, count, melds, kind);
    assert_string_equal(found < 0 ? "" : mahjong_kinds[found], low);
}

TEST(a_tile_is_claimed_only_where_that_brings_her_nearer)
{
    check_claims("5M 5M 1P Z", 3, "5M", true, "");
    check_claims("5M 5M 2P 3P 4P Z Z", 2, "5M", true, "");
    check_claims("5M 5M 2P 3P", 3, "5M", false, ""); /* her pair is worth as much */
    check_claims("4M 6M 9P Z", 3, "5M", false, "4M");
    check_claims("4M 5M 6M Z", 3, "5M", false, "");    /* has the run already */
    check_claims("5M 5M 4M 6M", 3, "5M", false, "4M"); /* PONG does not help, CHOW does */
    check_claims("4M 6M 9P Z PASS DOUBLE REVERSE", 2, "5M", false, "4M");
    check_claims("9M 1P 2P Z", 3, "9M", false, "");
    check_claims("8M 9M 1P Z", 3, "1M", false, ""); /* no run round the corner */
    check_claims("9M 2P 5P Z", 3, "1P", false, ""); /* nor from suit to suit */
    check_claims("S W Z 1P", 3, "E", false, "");    /* honours make no runs */
    check_claims("PASS PASS Z 1P", 3, "PASS", false, "");
    check_claims("Z Z 5P 9P", 3, "Z", true, "");
}

TEST(of_several_runs_that_help_the_highest_is_laid_down)
{
    check_claims("3M 4M 6M 7M Z W N", 2, "5M", false, "5M");
    check_claims("3M 4M 6M 9P Z W N", 2, "5M", false, "4M");
    check_claims("3M 4M 9S 9P Z W N", 2, "5M", false, "3M");
    check_claims("6M 7M 8M 4M Z W N", 2, "5M", false, "4M"); /* 5M 6M 7M would break 6M 7M 8M */
    check_claims("1M 2M 9P Z", 3, "3M", false, "1M");
    check_claims("7M 8M 9P Z", 3, "9M", false, "7M");
}

TEST(a_win_takes_a_pair_all_melds_and_no_special_tile)
{
    uint8_t hand[MAHJONG_KINDS];
    mahjong_test_hand("1M 1M 1M 2M 3M 4M 5M 6M 7M 8M 9M 9M 9M 5M", hand);
    assert_true(mahjong_wins(memo, hand, 0));
    mahjong_test_hand("1M 1M 1M 2M 3M 4M 5M 6M 7M 8M 9M 9M 9M PASS", hand);
    assert_false(mahjong_wins(memo, hand, 0));
    mahjong_test_hand("1M 1M 2M 2M 3M 3M 4M 4M 5M 5M 6M 6M 8M 8M", hand);
    assert_true(mahjong_wins(memo, hand, 0)); /* as two equal runs twice over */
    mahjong_test_hand("1M 1M 2M 2M 3M 3M 4M 4M 5M 5M 7P 7P 8M 8M", hand);
    assert_false(mahjong_wins(memo, hand, 0)); /* seven pairs do not win */
}

/* ---- turns ---- */

/* Events happen as often as it is said: "name=times", or "name+" for once or more. */
static void check_events(const char *rule, const uint64_t reached[NF_MAX_EVENTS],
                         const char *events)
{
    for (const char *at = events; *at != '\0'; at += strspn(at, " ")) {
        const size_t length = strcspn(at, "=+");
        unsigned event = 0;
        while (strncmp(mahjong_events[event].name, at, length) != 0 ||
               mahjong_events[event].name[length] != '\0')
            assert_non_null(mahjong_events[++event].name);
        const uint64_t times = strtoul(at + length + 1, NULL, 10);
        if (at[length] == '+' ? reached[event] == 0 : reached[event] != times)
            fail_msg("%s: %llu times, not %s", rule, (unsigned long long)reached[event], at);
        at += strcspn(at, " ");
    }
}

/* The lines of the transcript from `first` on must begin so; of events, see above. */
static void check_play(const char *rule, const char *const hands[MAHJONG_SEATS], const char *draws,
                       const char *events, unsigned first, const char *wanted)
{
    uint8_t wall[MAHJONG_WALL];
    uint64_t reached[NF_MAX_EVENTS] = {0};
    FREED_BY(nf_text_free) struct nf_text instance = {0}, text = {0};
    mahjong_test_wall(hands, draws, wall);
    mahjong_print(&instance, wall);
    const struct nf_input input = nf_text_input(&instance, "wall");
    assert_ok(nf_cover, mahjong_game.rules, &input, &text, reached);
    const char *line = text.data;
    for (unsigned i = 0; i < first; i++)
        line = strchr(line, '\n') + 1;
    const size_t length = strlen(wanted);
    if ((size_t)(text.data + text.size - line) < length || memcmp(line, wanted, length) != 0)
        fail_msg("%s: expected '%s', found '%.*s'", rule, wanted, (int)length, line);
    check_events(rule, reached, events);
}

TEST(the_deal_goes_round_one_tile_at_a_time)
{
    static const char *const hands[] = {
        "1M 1M 1M 1M 2M 2M 2M 2M 3M 3M 3M 3M 4M", "1P 1P 1P 1P 2P 2P 2P 2P 3P 3P 3P 3P 4P",
        "1S 1S 1S 1S 2S 2S 2S 2S 3S 3S 3S 3S 4S", "E E E E S S S S W W W W N"};
    check_play("the deal", hands, "", "", 0,
               "A IN 1M\nB IN 1P\nC IN 1S\nD IN E\nA IN 1M\nB IN 1P\n");
}

#define TRIPLETS_A "1M 1M 1M 4M 4M 4M 7M 7M 7M 1P 1P 1P "
#define TRIPLETS_B "2M 2M 2M 5M 5M 5M 8M 8M 8M 2P 2P 2P "
#define TRIPLETS_C "3M 3M 3M 6M 6M 6M 9M 9M 9M 3P 3P 3P "
#define TRIPLETS_D "4P 4P 4P 7P 7P 7P 1S 1S 1S 4S 4S 4S "

/* Each rule with games in which it shows; NULL: the rule above. Hands are orphans where NULL; the
 * transcript after the deal begins with `lines`. */
static const struct {
    const char *rule, *a, *b, *c, *d, *draws, *events, *lines;
} games[] = {
    {"pass skips the next player in the current direction", NULL, NULL, NULL, NULL, "PASS 5M 5P",
     "", "A IN PASS\nA OUT PASS B\nC IN 5M\n"},
    {NULL, NULL, NULL, NULL, NULL, "REVERSE PASS 5M", "",
     "A IN REVERSE\nA OUT REVERSE\nD IN PASS\nD OUT PASS C\nB IN 5M\n"},
    {"a skipped player is skipped once", NULL, NULL, NULL, NULL, "PASS REVERSE 5M 5P", "",
     "A IN PASS\nA OUT PASS B\nC IN REVERSE\nC OUT REVERSE\nB IN 5M\nB OUT Z\nA IN 5P\n"},
    {"reverse gives the turn to the former previous player", NULL, NULL, NULL, NULL,
     "REVERSE REVERSE 5M", "",
     "A IN REVERSE\nA OUT REVERSE\nD IN REVERSE\nD OUT REVERSE\nA IN 5M\n"},
    {"double gives another turn with a draw", NULL, NULL, NULL, NULL, "DOUBLE DOUBLE 5M 5P", "",
     "A IN DOUBLE\nA OUT DOUBLE\nA IN DOUBLE\nA OUT DOUBLE\nA IN 5M\nA OUT Z\nB IN 5P\n"},
    {"a drawn tile that completes the hand wins", TRIPLETS_A "Z", TRIPLETS_B "F", TRIPLETS_C "B",
     TRIPLETS_D "N", "Z", "selfdrawn-double=0 win-no-meld=1", "A IN Z\nA SELFDRAWN\nA WIN\n"},
    {NULL, TRIPLETS_A "Z", TRIPLETS_B "F", TRIPLETS_C "B", TRIPLETS_D "N", "DOUBLE DOUBLE Z",
     "selfdrawn-double=1 double=2 double-twice=1",
     "A IN DOUBLE\nA OUT DOUBLE\nA IN DOUBLE\nA OUT DOUBLE\nA IN Z\nA SELFDRAWN\nA WIN\n"},
    /* E E E and the pair E E would win but for the fifth E. */
    {"no hand has five of a kind", "E E E E 1M 1M 1M 4M 4M 4M 7M 7M 7M", TRIPLETS_B "9S",
     TRIPLETS_C "9P", TRIPLETS_D "2S", "Z", "four-limit-choice+", "A IN Z\nA OUT E\n"},
    {"of several who can win the nearest in the direction of play does", TRIPLETS_A "Z",
     TRIPLETS_B "Z", TRIPLETS_C "Z", TRIPLETS_D "N", "W",
     "ron-stolen=1 ron-stolen-reversed=0 ron-first=1 ron-far=0 win-no-meld=1",
     "A IN W\nA OUT Z\nB RON\nB WIN\n"},
    {NULL, TRIPLETS_A "Z", TRIPLETS_B "N", TRIPLETS_C "Z", TRIPLETS_D "Z", "W", "ron-stolen=1",
     "A IN W\nA OUT Z\nC RON\nC WIN\n"},
    {NULL, TRIPLETS_A "Z", TRIPLETS_B "N", TRIPLETS_C "F", TRIPLETS_D "Z", "W",
     "ron-stolen=0 ron-far=1", "A IN W\nA OUT Z\nD RON\nD WIN\n"},
    {NULL, TRIPLETS_A "E", TRIPLETS_B "Z", TRIPLETS_C "Z", TRIPLETS_D "Z", "REVERSE W",
     "ron-stolen=1 ron-stolen-reversed=1 ron-first=0",
     "A IN REVERSE\nA OUT REVERSE\nD IN W\nD OUT Z\nC RON\nC WIN\n"},
    {"the next player and nobody else may chow", MAHJONG_DISCARDS_5M, MAHJONG_CHOWS_5M, NULL, NULL,
     "1M", "pong-over-chow=0", "A IN 1M\nA OUT 5M\nB CHOW 4M 5M 6M\nB OUT W\n"},
    {NULL, MAHJONG_DISCARDS_5M, NULL, MAHJONG_CHOWS_5M, NULL, "1M 2M", "",
     "A IN 1M\nA OUT 5M\nB IN 2M\n"},
    {NULL, MAHJONG_DISCARDS_5M, NULL, NULL, MAHJONG_CHOWS_5M, "1M 2M", "",
     "A IN 1M\nA OUT 5M\nB IN 2M\n"},
    /* The other way round D is next. */
    {NULL, MAHJONG_DISCARDS_5M, NULL, NULL, MAHJONG_CHOWS_5M, "REVERSE PASS 9S 1M", "",
     "A IN REVERSE\nA OUT REVERSE\nD IN PASS\nD OUT PASS C\nB IN 9S\nB OUT Z\n"
     "A IN 1M\nA OUT 5M\nD CHOW 4M 5M 6M\n"},
    {"anybody else may pong and pong goes before chow", MAHJONG_DISCARDS_5M, MAHJONG_CHOWS_5M,
     MAHJONG_PONGS_5M, NULL, "1M", "pong-over-chow+ pong-opposite+",
     "A IN 1M\nA OUT 5M\nC PONG 5M 5M 5M\nC OUT W\n"},
    {NULL, MAHJONG_DISCARDS_5M, MAHJONG_CHOWS_5M, NULL, MAHJONG_PONGS_5M, "1M 9S 8M", "",
     "A IN 1M\nA OUT 5M\nD PONG 5M 5M 5M\nD OUT W\nA IN 9S\n"},
    {NULL, MAHJONG_DISCARDS_5M, MAHJONG_PONGS_5M, NULL, NULL, "1M", "pong-over-chow=0",
     "A IN 1M\nA OUT 5M\nB PONG 5M 5M 5M\n"},
    {"ron goes before pong", MAHJONG_DISCARDS_5M, MAHJONG_PONGS_5M, NULL,
     "4M 6M 2M 2M 2M 8M 8M 8M 7S 7S 7S F F", "1M", "", "A IN 1M\nA OUT 5M\nD RON\nD WIN\n"},
    /* Even a special one, which goes first; what follows it is drawn. */
    {"a claim is followed by a discard without a draw", MAHJONG_DISCARDS_5M,
     "4M 6M 3S 3S 3S 6S 6S 6S 8P 8P 8P E DOUBLE", NULL, NULL, "1M 9M",
     "claim-double=1 claim-with-special=1",
     "A IN 1M\nA OUT 5M\nB CHOW 4M 5M 6M\nB OUT DOUBLE\nB IN 9M\n"},
    {NULL, MAHJONG_DISCARDS_5M, "4M 6M 3S 3S 3S 6S 6S 6S 8P 8P 8P E PASS", NULL, NULL, "1M 9M",
     "claim-pass=1 claim-double=0", "A IN 1M\nA OUT 5M\nB CHOW 4M 5M 6M\nB OUT PASS C\nD IN 9M\n"},
};

TEST(turns_go_as_the_statement_says)
{
    const char *rule = NULL;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        const char *const hands[] = {games[i].a, games[i].b, games[i].c, games[i].d};
        rule = games[i].rule != NULL ? games[i].rule : rule;
        check_play(rule, hands, games[i].draws, games[i].events, MAHJONG_DEALT, games[i].lines);
    }
}

/* ---- the judges' answers ---- */

/* What is drawn in it comes from a wall that goes on with the other tiles. */
static void check_answer(const char *answer, size_t size)
{
    uint8_t wall[MAHJONG_WALL];
    unsigned drawn = 0;
    FREED_BY(nf_text_free) struct nf_text lines = {0}, played = {0};
    struct mahjong_outcome outcome;
    for (const char *at = answer; at < answer + size; at += strspn(at, ", \n")) {
        char line[40], tile[8];
        assert_int_equal(sscanf(at, "%39[^,\n]", line), 1);
        nf_text_format(&lines, "%s\n", line);
        if (sscanf(line, "%*c IN %7s", tile) == 1)
            drawn += nf_test_words(&mahjong_tiles, tile, wall + drawn, 1);
        at += strlen(line);
    }
    mahjong_test_fill(wall, drawn);
    assert_ok(mahjong_narrate, wall, &played, &outcome);
    assert_int_equal(played.size, lines.size);
    assert_memory_equal(played.data, lines.data, lines.size);
}

TEST(games_go_as_in_the_answers_of_the_judges)
{
    FREED_BY(nf_input_close) struct nf_input file;
    FREED_BY(nf_text_free) struct nf_text text = {0};
    unsigned answers = 0;
    assert_ok(nf_input_open, &file, "tests/data/mahjong/judges");
    nf_text_bytes(&text, file.data, file.size);
    for (const char *at = nf_text_terminated(&text); *at != '\0'; answers++) {
        const char *const end = strstr(at, "\n\n");
        const size_t size = end != NULL ? (size_t)(end - at) + 2 : strlen(at);
        check_answer(at, size);
        at += size;
    }
    assert_int_equal(answers, 5);
}

static void open_memo(void)
{
    memo = calloc(1, sizeof *memo);
    if (memo == NULL)
        abort();
}

int main(void)
{
    open_memo();
    return nf_run_tests(NULL, NULL);
}
