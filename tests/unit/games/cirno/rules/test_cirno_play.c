/* The judge's program and the validator: every way in which a game that can be read is still not
 * valid. That transcripts are right to the byte is asked of all games in judge/test_mistakes.c, by
 * a player who was written apart. */
#include "games/cirno/judged/fuzzing.h"
#include "judge/judge.h"
#include "tests/unit/judged.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>

/* A game as a string: `head`, then `count` times `card`, then `tail`. To be freed. */
static struct nf_text game_text(const char *head, int count, const char *card, const char *tail)
{
    struct nf_text text = {0};
    nf_text_string(&text, head);
    for (int i = 0; i < count; i++)
        nf_text_string(&text, card);
    nf_text_bytes(&text, tail, strlen(tail) + 1);
    return text;
}

TEST(what_is_no_game_is_refused_by_both_where_it_ends)
{
    nf_test_refuse_both(&cirno_problem, "",
                        "1:1: found end of input, expected the number of players n, an "
                        "integer from 1 to 30");
    nf_test_refuse_both(&cirno_problem, "2 1 3\nCirno A1 B1 B1\nReimu A1 B9 B9\nB1 B1 B9  \n\n",
                        "4:9: round 1 of 1, turn 4: the deck of 3 cards runs out: player 2 "
                        "(Reimu) played B1 and draws; expected more cards");
    /* A draw may be missing after the last round alone. */
    nf_test_refuse_both(&cirno_problem, "1 2 3\nCirno A99 A99 A99\nA99 A99 A99\n",
                        "3:12: round 1 of 2, turn 2: the deck of 3 cards runs out: player 1 "
                        "(Cirno) lost and draws 3, found 2 left; expected 1 more");
}

/* The loser of the only round draws three: `missing` of them are not there. */
TEST(only_the_last_draw_may_be_missing_and_only_for_play)
{
    static const char transcript[] = "Round 1:\nCirno used A99,now p=99.\nCirno lost the game.\n";
    static const char *const decks[] = {"A99", "A99 A99", "A99 A99 A99"};
    for (int missing = 3; missing > 0; missing--) {
        char game[128], message[256];
        const char *const deck = decks[3 - missing];
        snprintf(game, sizeof game, "1 1 %d\nCirno A99 A99 A99\n%s\n", 4 - missing, deck);
        nf_test_prints(nf_judged_play, &cirno_problem, game, transcript);
        snprintf(message, sizeof message,
                 "3:%zu: round 1 of 1, turn 2: the deck of %d cards runs out: player 1 "
                 "(Cirno) lost and draws 3, found %d left; expected %d more",
                 strlen(deck) + 1, 4 - missing, 3 - missing, missing);
        nf_test_refuses(nf_verify, &cirno_problem, game, message);
    }
    nf_test_prints(nf_judged_play, &cirno_problem, "1 1 4\nCirno A99 A99 A99\nA99 A99 A99 A99\n",
                   transcript);
    nf_test_prints(nf_verify, &cirno_problem, "1 1 4\nCirno A99 A99 A99\nA99 A99 A99 A99\n",
                   "in: valid: n = 1, m = 1, k = 4\n"
                   "turns 2, cards used 4, cards left over 0, lowest p 0\n");
    nf_test_prints(nf_verify, &cirno_problem,
                   "1 2 9\nCirno A99 A99 A99\nA99 A99 A99 A99 A99 A99 A99 A99 A99\n",
                   "in: valid: n = 1, m = 2, k = 9\n"
                   "turns 4, cards used 8, cards left over 1, lowest p 0\n");
}

TEST(p_stays_above_minus_10000)
{
    /* p falls by 9 a turn: to -9999 on turn 1111, which is valid, and by 1 on turn 1112. */
    FREED_BY(nf_text_free)
    struct nf_text short_deck = game_text("1 1 1110\nCirno B9 B9 B9\n", 1110, "B9 ", "\n");
    FREED_BY(nf_text_free)
    struct nf_text long_deck = game_text("1 1 1111\nCirno B9 B9 B9\n", 1110, "B9 ", "B1\n");
    nf_test_refuses(nf_judged_play, &cirno_problem, short_deck.data,
                    "3:3330: round 1 of 1, turn 1111: the deck of 1110 cards runs out: player 1 "
                    "(Cirno) played B9 and draws; expected more cards");
    nf_test_refuse_both(&cirno_problem, long_deck.data,
                        "3:3333: round 1, turn 1112: p becomes -10000 when player 1 (Cirno) plays "
                        "B1, after 1111 cards of the deck; expected |p| below 10000 at all times");
}

TEST(equal_names_are_a_warning_of_verify_only)
{
    static const char game[] =
        "3 1 5\nCirno A99 A99 A99\nReimu A99 A99 A99\nCirno A99 A99 A99\nA1 A1 A1 A1 A1\n";
    nf_test_prints(nf_judged_play, &cirno_problem, game,
                   "Round 1:\nCirno used A99,now p=99.\nReimu lost the game.\n");
    nf_test_prints(nf_verify, &cirno_problem, game,
                   "in:4:1: warning: player 3 has the name of player 1, 'Cirno'\n"
                   "in: valid: n = 3, m = 1, k = 5\n"
                   "turns 2, cards used 4, cards left over 1, lowest p 0\n");
}

/* B1 makes p -1, and thirteen C2 double it, to where no number is written ahead. */
TEST(names_of_any_length_and_p_of_any_depth_are_written)
{
    static const char *const names[] = {"r", "ABCDEFGHIJKLMNOPQRST"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *const name = names[i];
        FREED_BY(nf_text_free) struct nf_text head = {0}, expected = {0};
        nf_text_format(&head, "1 1 20\n%s B1 PASS PASS\n", name);
        nf_text_format(&expected, "Round 1:\n%s used B1,now p=-1.\n", name);
        for (int p = -2; p > -10000; p *= 2)
            nf_text_format(&expected, "%s used C2,now p=%d.\n", name, p);
        for (int plays = 0; plays < 3; plays++)
            nf_text_format(&expected, "%s used %s,now p=99.\n", name, plays > 0 ? "PASS" : "E99");
        nf_text_format(&expected, "%s lost the game.\n", name);
        FREED_BY(nf_text_free)
        struct nf_text game =
            game_text(nf_text_terminated(&head), 13, "C2 ", "E99 A99 A99 A99 A99 A99 A99\n");
        nf_test_prints(nf_judged_play, &cirno_problem, game.data, nf_text_terminated(&expected));
    }
}
