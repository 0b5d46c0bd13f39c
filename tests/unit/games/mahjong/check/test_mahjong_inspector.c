/* What run --check sees of a game of mahjong whose reference tells one thing otherwise. */
#include "games/mahjong/check/verifier.h"
#include "games/mahjong/kernels/setup.h"
#include "games/mahjong/module.h"
#include "games/mahjong/rules/reference.h"
#include "gen/mahjong/profiles.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct nf_setup *prepare(const char *profile, uint64_t seed)
{
    const struct nf_params params = {.players = 4, .rounds = 1, .profile = profile, .seed = seed};
    return nf_test_prepare(&mahjong_game, &params);
}

/* Passes on what the reference tells, but for one thing told otherwise. */
struct liar {
    struct mahjong_observer observer;
    struct mahjong_inspector inspector;
    enum mahjong_happening what; /* the first of these is told otherwise, */
    unsigned kind;               /* of this kind, or MAHJONG_KINDS: any */
    int way;
    bool lied;
};

static void lie(struct mahjong_observer *observer, const struct mahjong_table *table,
                const struct mahjong_news *news)
{
    struct liar *const liar = (struct liar *)observer;
    struct mahjong_table other = *table;
    struct mahjong_news told = *news;
    if (!liar->lied && table->drawn > MAHJONG_DEALT && news->what == liar->what &&
        (liar->kind == MAHJONG_KINDS || liar->kind == news->kind)) {
        liar->lied = true;
        switch (liar->way) {
        case 0: told.seat = (told.seat + 1) % MAHJONG_SEATS; break;
        case 1: told.kind = (told.kind + 1) % MAHJONG_KINDS; break;
        case 2: other.step = MAHJONG_SEATS - other.step; break;
        case 3: other.hands[told.seat][0]++; break;
        case 4: told.other = (told.other + 1) % MAHJONG_SEATS; break;
        case 5: told.low++; break;
        case 6: told.what = MAHJONG_TOLD_WALL_OUT; break;
        case 7: told.what = MAHJONG_TOLD_CHOW; break;
        case 8: told.what = MAHJONG_TOLD_PONG; break;
        default: /* as if the next player drew */
            told.what = MAHJONG_TOLD_DRAW;
            told.seat = (told.other + table->step) % MAHJONG_SEATS;
            told.kind = table->wall[table->drawn % MAHJONG_WALL];
            break;
        }
    }
    liar->inspector.observer.tell(&liar->inspector.observer, &other, &told);
}

/* Whether the inspector says `fault` of some game in which one thing is told otherwise, and of
 * every game in which it is. */
static void check_lie(enum mahjong_happening what, unsigned kind, int way, const char *fault)
{
    struct nf_setup *const setup = prepare("specials", 1);
    const struct mahjong_run *const game = &((const struct mahjong_setup *)setup)->run;
    struct mahjong_memo *const memo = malloc(sizeof *memo);
    unsigned lied = 0, said = 0;
    mahjong_memo_clear(memo);
    for (uint64_t index = 0; index < 40; index++) {
        uint8_t wall[MAHJONG_WALL];
        struct mahjong_outcome outcome;
        mahjong_wall(game, index, wall);
        struct liar liar = {{lie}, mahjong_inspector(game->tables, wall), what, kind, way, false};
        mahjong_play(memo, wall, &liar.observer, &outcome);
        if (liar.lied && liar.inspector.fault == NULL)
            fail_msg("game %u: nothing said, expected '%s'", (unsigned)index, fault);
        if (!liar.lied && liar.inspector.fault != NULL)
            fail_msg("game %u: %s", (unsigned)index, liar.inspector.fault);
        lied += liar.lied;
        said += liar.lied && strcmp(liar.inspector.fault, fault) == 0;
    }
    if (lied == 0 || said == 0)
        fail_msg("'%s' in %u of %u games", fault, said, lied);
    mahjong_game.release(setup);
    free(memo);
}

static void the_checking_player_sees_what_is_against_the_rules(void **state)
{
    (void)state;
    check_lie(MAHJONG_TOLD_DRAW, MAHJONG_KINDS, 0, "it is not her turn");
    check_lie(MAHJONG_TOLD_DRAW, MAHJONG_KINDS, 1, "it is not the next tile of the wall");
    check_lie(MAHJONG_TOLD_DRAW, MAHJONG_KINDS, 2, "the direction is wrong");
    check_lie(MAHJONG_TOLD_DRAW, MAHJONG_KINDS, 3, "a player has too many or too few tiles");
    check_lie(MAHJONG_TOLD_DRAW, MAHJONG_KINDS, 6, "the wall is not empty");
    check_lie(MAHJONG_TOLD_DISCARD, MAHJONG_KINDS, 0, "she discards before she draws or claims");
    check_lie(MAHJONG_TOLD_DISCARD, MAHJONG_KINDS, 1, "she discards another tile");
    check_lie(MAHJONG_TOLD_DISCARD, MAHJONG_KIND_PASS, 4, "PASS names another player");
    check_lie(MAHJONG_TOLD_PONG, MAHJONG_KINDS, 1, "there is nothing for her to claim");
    check_lie(MAHJONG_TOLD_PONG, MAHJONG_KINDS, 0, "the triplet does not help");
    check_lie(MAHJONG_TOLD_CHOW, MAHJONG_KINDS, 5, "it is another run");
    check_lie(MAHJONG_TOLD_CHOW, MAHJONG_KINDS, 0, "only the next player makes a run");
    check_lie(MAHJONG_TOLD_PONG, MAHJONG_KINDS, 7, "somebody makes a triplet of it");
    check_lie(MAHJONG_TOLD_RON, MAHJONG_KINDS, 8, "somebody wins with it");
    check_lie(MAHJONG_TOLD_RON, MAHJONG_KINDS, 9, "somebody wins with the last discard");
    check_lie(MAHJONG_TOLD_PONG, MAHJONG_KINDS, 9, "somebody makes a triplet of the last discard");
    check_lie(MAHJONG_TOLD_CHOW, MAHJONG_KINDS, 9, "she makes a run");
    check_lie(MAHJONG_TOLD_RON, MAHJONG_KINDS, 0, "she does not win with the last discard");
    check_lie(MAHJONG_TOLD_SELFDRAWN, MAHJONG_KINDS, 0, "she has not won by drawing");
}

static void the_checking_player_plays_the_same_games(void **state)
{
    (void)state;
    const uint64_t seed = nf_test_seed();
    for (unsigned i = 0; i < MAHJONG_PROFILES; i++) {
        struct nf_setup *const setup = prepare(mahjong_profiles[i].name, seed);
        struct nf_run_result fast = nf_test_run(setup, mahjong_game.kernels[1], 9, 200, 1, 0);
        struct nf_run_result checked = nf_test_run(setup, mahjong_game.verifier, 9, 200, 2, 0);
        assert_memory_equal(&fast.tally.digest, &checked.tally.digest, sizeof fast.tally.digest);
        nf_tally_close(&fast.tally);
        nf_tally_close(&checked.tally);
        mahjong_game.release(setup);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_checking_player_sees_what_is_against_the_rules),
        cmocka_unit_test(the_checking_player_plays_the_same_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
