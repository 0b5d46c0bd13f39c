/* How Cirno's game goes on from turn to turn, one test a rule (which card a player chooses:
 * test_cirno_choice.c; how deep p may fall: test_cirno_play.c); what is expected is written
 * down by hand. That it is so in every turn of any game is promised, simulated/promises.c.
 *
 * Games are text: hands "E99 A1 A1 / PASS A1 A1" of players 1, 2, ..., a deck from its top, and a
 * transcript of "player:card=p" and "player:lost". Most end with their deck ("end:deck"), which
 * keeps them short. */
#include "games/cirno/simulated/kernels/kernels.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <string.h>

enum { DECK_SIZE = 1024 };

/* A game as it is told: "1:A99=99 2:lost 2:E0=0 end:deck" (or end:p, or nothing behind a complete
 * game). */
struct told {
    struct cirno_source source; /* first: see cirno_source_draw() */
    struct nf_text text;
};

static bool tell(void *client, const struct cirno_walk *walk, unsigned card)
{
    struct told *const told = client;
    const char *const space = told->text.size > 0 ? " " : "";
    const uint32_t player = walk->table.seat + 1;
    if (card == CIRNO_LOSES) {
        nf_text_format(&told->text, "%s%u:lost", space, player);
        return true;
    }
    nf_text_format(&told->text, "%s%u:%s=%d", space, player, cirno_cards[card].name,
                   cirno_apply(card, walk->table.p));
    return true;
}

/* What is told of a game; to be freed. */
static struct nf_text play(const struct cirno_instance *instance)
{
    static const struct cirno_callbacks callbacks = {cirno_source_choose, cirno_source_draw, tell};
    static const char *const ends[] = {
        [CIRNO_COMPLETE] = "", [CIRNO_DECK_OUT] = " end:deck", [CIRNO_P_OUT] = " end:p"};
    struct told told = {.text = {0}};
    struct cirno_walk walk = cirno_source_given(&told.source, instance, NULL, NULL);
    enum cirno_end end = CIRNO_COMPLETE;
    for (; end == CIRNO_COMPLETE && walk.round < instance->rounds; walk.round++)
        end = cirno_walk_round(&callbacks, &told, &walk);
    nf_text_string(&told.text, ends[end]);
    return told.text;
}

/* A game of `rounds` rounds, written as text. */
static void check_game(const char *rule, uint32_t rounds, const char *hands, const char *deck,
                       const char *expected)
{
    uint8_t hand_cards[CIRNO_MAX_PLAYERS * CIRNO_HAND], deck_cards[DECK_SIZE];
    const uint32_t hand_count = nf_test_words(&cirno_words, hands, hand_cards, sizeof hand_cards);
    assert_int_equal(hand_count % CIRNO_HAND, 0);
    const struct cirno_instance instance = {
        .players = hand_count / CIRNO_HAND,
        .rounds = rounds,
        .deck_size = nf_test_words(&cirno_words, deck, deck_cards, sizeof deck_cards),
        .hands = hand_cards,
        .deck = deck_cards,
    };
    FREED_BY(nf_text_free) struct nf_text told = play(&instance);
    if (strcmp(nf_text_terminated(&told), expected) != 0)
        fail_msg("%s: %s\nexpected %s", rule, told.data, expected);
}

/* Each rule with games in which it shows; NULL: the rule above. */
static const struct {
    const char *rule;
    uint32_t rounds;
    const char *hands, *deck, *expected;
} games[] = {
    /* ---- rounds, seats, drawing ---- */
    /* Round 1 ends counterclockwise, at p=99, with DOUBLE pending. Player 3 holds DOUBLE in round 2
     * and would have to play it first if the effect still lay on her. */
    {"a round starts at zero clockwise and undoubled", 2,
     "E99 DOUBLE DOUBLE / TURN TURN TURN / A99 A99 A99", "DOUBLE A2 A1 DOUBLE A9 A9 B1 B1",
     "1:E99=99 2:TURN=99 1:DOUBLE=99 3:lost 3:A9=9 1:A1=10 2:A2=12 end:deck"},
    {"player 1 starts the first round and the loser the next", 1, "A1 A1 A1 / A2 A2 A2 / A5 A5 A5",
     "E0 E0", "1:A1=1 2:A2=3 3:A5=8 end:deck"}, /* clockwise is 1, 2, 3 */
    {NULL, 2, "E99 A1 A1 / E99 E99 E99", "A1 E99 C2 C2 A5",
     "1:E99=99 2:E99=99 1:lost 1:A5=5 end:deck"},
    {NULL, 3, "E99 E99 E99 / A1 A1 A1", "A1 E99 A49 A49 A9 A9 A1 A1 A1 A2 A2",
     "1:E99=99 2:lost 2:E99=99 1:E99=99 2:lost 2:A1=1 1:E99=99 2:lost end:deck"},
    /* Each player draws at once, so that the card is in her hand at her very next play. */
    {"one card is drawn after each card played", 1, "A1 B1 B1 / A2 B1 B1", "A5 A9 A19 E0",
     "1:A1=1 2:A2=3 1:A5=8 2:A9=17 1:A19=36 end:deck"},
    /* Player 1 loses holding A1 A1 A1; had she kept one, A1 would beat B9 and B19 in round 2. */
    {"the loser discards two cards and draws three", 2, "E99 A1 A1 / E99 E99 E99",
     "A1 E99 B9 B19 B9 B19 B9", "1:E99=99 2:E99=99 1:lost 1:B9=-9 2:E99=99 1:B9=90 end:deck"},
    {"the draw after the last round counts", 1, "E99 A1 A1 / A1 A1 A1", "B1 A1 A1 A1",
     "1:E99=99 2:lost"},
    {NULL, 1, "E99 A1 A1 / A1 A1 A1", "B1 A1 A1", "1:E99=99 2:lost end:deck"},
    {NULL, 1, "E99 A1 A1 / A1 A1 A1", "B1", "1:E99=99 2:lost end:deck"},
    {NULL, 1, "E99 A1 A1 / A1 A1 A1", "", "1:E99=99 end:deck"},
    {"a round goes on at 99 and ends at 100", 1, "E49 A1 A1 / A49 A49 A49 / A1 A1 A1",
     "E0 E0 E0 E0 E0", "1:E49=49 2:A49=98 3:A1=99 1:E0=0 2:A49=49 3:A1=50 end:deck"},
    {NULL, 1, "A49 A1 A1 / A49 A1 A1 / A2 A2 A2", "E0 E0 A1 A1 A1", "1:A49=49 2:A49=98 3:lost"},
    /* -1/2 is -1, -2/2 is -1; -3/2 is -2 */
    {"d2 rounds down on negative odd p", 1, "B1 B1 B1 / D2 D2 D2", "B1 D2 B1 D2 B1",
     "1:B1=-1 2:D2=-1 1:B1=-2 2:D2=-1 1:B1=-2 2:D2=-1 end:deck"},
    {NULL, 1, "B9 B9 B9 / D2 D2 D2", "B1 D2 B1 D2",
     "1:B9=-9 2:D2=-5 1:B1=-6 2:D2=-3 1:B1=-4 end:deck"},
    {NULL, 1, "E0 B9 B9 / B1 B1 B1 / B1 B1 B1 / B1 B1 B1 / D2 D2 D2", "B1 B1 B1 B1",
     "1:E0=0 2:B1=-1 3:B1=-2 4:B1=-3 5:D2=-2 end:deck"},
    /* ---- DOUBLE ---- */
    /* Player 3 shows that the effect reached her: she plays her smallest card, then her largest. */
    {"double answered by pass moves to the next player", 1,
     "DOUBLE DOUBLE DOUBLE / PASS A1 A1 / A1 A5 A5", "E0 E0 B1 E0",
     "1:DOUBLE=0 2:PASS=0 3:A1=1 3:A5=6 1:E0=0 end:deck"},
    /* The direction flips first, so "the next player" after player 2 is player 1. */
    {"double answered by turn flips first and moves to the next player", 1,
     "DOUBLE A99 A99 / TURN A1 A1 / A1 A5 A5", "A1 A1 A1 A1 A1",
     "1:A99=99 2:TURN=99 1:DOUBLE=99 3:lost end:deck"},
    {NULL, 1, "DOUBLE DOUBLE DOUBLE / TURN A1 A1 / A1 A5 A5", "A1 A1 A1 A1 A2",
     "1:DOUBLE=0 2:TURN=0 1:DOUBLE=0 3:A1=1 3:A5=6 2:A1=7 end:deck"},
    /* Two players: the next one is the same either way, and she has the effect. */
    {NULL, 1, "DOUBLE DOUBLE DOUBLE / TURN A1 A1", "A5 B1 E0 E0",
     "1:DOUBLE=0 2:TURN=0 1:DOUBLE=0 2:B1=-1 2:A1=0 end:deck"},
    {"double answered by double moves on and never stacks", 1,
     "DOUBLE DOUBLE DOUBLE / DOUBLE A1 A1 / A1 A5 A5", "E0 E0 A19 A49 E0",
     "1:DOUBLE=0 2:DOUBLE=0 3:A1=1 3:A19=20 1:E0=0 2:A1=1 end:deck"},
    {NULL, 1, "DOUBLE DOUBLE DOUBLE / DOUBLE A1 A1 / DOUBLE A1 A1 / DOUBLE A1 A1 / A1 A5 A9",
     "E0 E0 E0 E0 A19 A49",
     "1:DOUBLE=0 2:DOUBLE=0 3:DOUBLE=0 4:DOUBLE=0 5:A1=1 5:A19=20 1:E0=0 end:deck"},
    /* She draws in between: the card she drew for her first one may be the second. */
    {"double answered by a basic card is followed by an undoubled card", 1,
     "DOUBLE DOUBLE DOUBLE / B19 A9 A1 / A1 A1 A2", "E0 A5 E0 E0",
     "1:DOUBLE=0 2:B19=-19 2:A9=-10 3:A2=-8 1:E0=0 end:deck"},
    {NULL, 1, "DOUBLE DOUBLE DOUBLE / B19 A9 A1 / A1 A1 A2", "E0 A99 E0",
     "1:DOUBLE=0 2:B19=-19 2:A99=80 3:A2=82 end:deck"},
    /* A basic card before a counter card again: the PASS she drew is not her second card. */
    {NULL, 1, "DOUBLE DOUBLE DOUBLE / B19 A9 A1 / A1 A1 A2", "E0 PASS E0",
     "1:DOUBLE=0 2:B19=-19 2:A9=-10 3:A2=-8 end:deck"},
    /* Under DOUBLE player 3 (or 1) would play her counter card; she plays a basic one. */
    {"pass as second card transfers nothing", 1, "DOUBLE DOUBLE DOUBLE / A99 A99 A99 / PASS B1 B1",
     "E0 PASS A1", "1:DOUBLE=0 2:A99=99 2:PASS=99 3:B1=98 end:deck"},
    {"turn as second card turns and transfers nothing", 1,
     "DOUBLE DOUBLE DOUBLE / A99 A99 A99 / PASS B1 B1", "B9 TURN A1",
     "1:DOUBLE=0 2:A99=99 2:TURN=99 1:B9=90 end:deck"},
    {"double as second card starts a new effect", 1,
     "DOUBLE DOUBLE DOUBLE / A99 A99 A99 / B1 E49 B9", "E0 DOUBLE A1 B19 E0",
     "1:DOUBLE=0 2:A99=99 2:DOUBLE=99 3:E49=49 3:B1=48 1:E0=0 end:deck"},
    {NULL, 1, "DOUBLE DOUBLE DOUBLE / A99 A99 A99 / PASS B1 B1", "E0 DOUBLE A1 E0",
     "1:DOUBLE=0 2:A99=99 2:DOUBLE=99 3:PASS=99 1:DOUBLE=99 end:deck"},
    {"losing on the second card keeps the first line", 1, "DOUBLE DOUBLE DOUBLE / A99 A99 A99",
     "E0 A99 A1 A2 A5", "1:DOUBLE=0 2:A99=99 2:lost"},
    {NULL, 2, "DOUBLE DOUBLE DOUBLE / A99 A99 A99 / A1 A1 A1", "E0 A99 PASS PASS A5 A1",
     "1:DOUBLE=0 2:A99=99 2:lost 2:A5=5 3:A1=6 end:deck"},
    {"double with neither counter nor safe basic card loses at once", 1,
     "E99 DOUBLE DOUBLE / PASS A1 A1", "DOUBLE A2 A1 B1 B1 B1",
     "1:E99=99 2:PASS=99 1:DOUBLE=99 2:lost"},
    /* ---- one player ---- */
    /* She answers her own DOUBLE with counter cards as long as she has any, then with two basic
     * cards, the smallest and the largest; after that she is free. */
    {"alone her double falls on her own next turn", 1, "DOUBLE DOUBLE DOUBLE", "A1 A5 A9 E0 E0",
     "1:DOUBLE=0 1:DOUBLE=0 1:DOUBLE=0 1:A1=1 1:A9=10 1:A5=15 end:deck"},
    {"alone pass and turn come back to her", 2, "PASS TURN TURN", "A9 A49 A99 A99 E99 E0 E0",
     "1:PASS=0 1:A9=9 1:A49=58 1:TURN=58 1:TURN=58 1:E99=99 1:E0=0 1:A99=99 end:deck"},
    {NULL, 1, "A99 A99 A99", "A99 C2 C2 C2", "1:A99=99 1:lost"},
};

TEST(games_go_as_the_statement_says)
{
    const char *rule = NULL;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        rule = games[i].rule != NULL ? games[i].rule : rule;
        check_game(rule, games[i].rounds, games[i].hands, games[i].deck, games[i].expected);
    }
}
