#include "tests/unit/games/cirno/retell.h"

#include "games/cirno/rules/events.h"
#include "tests/unit/games/cirno/naive.h"
#include "tests/unit/test.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned cirno_event_named(const char *name)
{
    unsigned event = 0;
    while (cirno_events[event].name != NULL && strcmp(cirno_events[event].name, name) != 0)
        event++;
    if (cirno_events[event].name == NULL)
        fail_msg("no event is called %s", name);
    return event;
}

enum { MOST_TOKENS = 2000, HAND = 3 };

/* A game in words, and how far it has been told. */
struct story {
    char *tokens[MOST_TOKENS]; /* of the instance */
    char *storage;
    int players, round;
    cirno_naive_card hands[NAIVE_MAX_PLAYERS + 1][HAND];
    char **deck, **deck_end;
    int p, player, lines; /* who moved last in this round, 0 at its start; lines of the round */
    bool clockwise;
    /* The DOUBLE on the player to move. */
    bool doubled, by_double;
    int handed;
    /* The player to move took one; what she kept. */
    bool second;
    cirno_naive_card kept[2];
    int turns_turned, last_loser;
    bool last_back, last_doubled;
    bool now[NF_MAX_EVENTS]; /* events of this line */
    uint64_t counts[NF_MAX_EVENTS];
};

static void note(struct story *story, const char *name, bool happened)
{
    if (happened)
        story->now[cirno_event_named(name)] = true;
}

static void open_story(struct story *story, const struct nf_text *instance)
{
    memset(story, 0, sizeof *story);
    story->storage = malloc(instance->size + 1);
    assert_non_null(story->storage);
    memcpy(story->storage, instance->data, instance->size);
    story->storage[instance->size] = '\0';
    int count = 0;
    char *rest = NULL;
    for (char *token = strtok_r(story->storage, " \n", &rest); token != NULL;
         token = strtok_r(NULL, " \n", &rest)) {
        assert_true(count < MOST_TOKENS - 1);
        story->tokens[count++] = token;
    }
    story->players = atoi(story->tokens[0]);
    for (int player = 1; player <= story->players; player++)
        for (int place = 0; place < HAND; place++)
            story->hands[player][place] =
                cirno_naive_find(story->tokens[3 + 4 * (player - 1) + 1 + place]);
    story->deck = &story->tokens[3 + 4 * story->players];
    story->deck_end = &story->tokens[count];
}

static int player_named(const struct story *story, const char *name, size_t length)
{
    for (int player = 1; player <= story->players; player++) {
        const char *const own = story->tokens[3 + 4 * (player - 1)];
        if (strlen(own) == length && memcmp(own, name, length) == 0)
            return player;
    }
    fail_msg("nobody is called %.*s", (int)length, name);
    return 0;
}

static bool basic(cirno_naive_card card)
{
    return card->kind >= 'A' && card->kind <= 'E';
}

static bool has(const struct story *story, int player, char kind)
{
    for (int place = 0; place < HAND; place++)
        if (story->hands[player][place]->kind == kind)
            return true;
    return false;
}

/* What is so whether she loses or not. */
static void note_turn(struct story *story, int player)
{
    if (story->lines == 1 && story->round > 1) {
        note(story, "direction-reset", story->players > 2 && story->last_back);
        note(story, "double-cleared", story->last_doubled);
        note(story, "other-starter", player != 1);
    }
    for (int place = 0; place < HAND; place++) {
        const cirno_naive_card card = story->hands[player][place];
        note(story, "holds-100",
             !story->doubled && basic(card) && cirno_naive_apply(card, story->p) == 100);
    }
    note(story, "own-double", story->doubled && story->players == 1);
}

static void note_ties(struct story *story, int player, cirno_naive_card card)
{
    for (int place = 0; place < HAND; place++) {
        const cirno_naive_card other = story->hands[player][place];
        char name[32];
        if (!basic(other) || other->kind == card->kind ||
            cirno_naive_apply(other, story->p) != cirno_naive_apply(card, story->p))
            continue;
        snprintf(name, sizeof name, "%s-tie-%c-%c", story->doubled ? "smallest" : "largest",
                 tolower(card->kind), tolower(other->kind));
        note(story, name, true);
    }
}

static void note_basic(struct story *story, int player, cirno_naive_card card, int p)
{
    const cirno_naive_card *const hand = story->hands[player];
    note_ties(story, player, card);
    note(story, "d2-negative-odd", card->kind == 'D' && story->p < 0 && abs(story->p) % 2 == 1);
    note(story, "d2-negative-even", card->kind == 'D' && story->p < 0 && abs(story->p) % 2 == 0);
    note(story, "p-98", p == 98);
    note(story, "p-99", p == 99);
    note(story, "e99-on-99", strcmp(card->name, "E99") == 0 && story->p == 99);
    note(story, "pair", (hand[0] == card) + (hand[1] == card) + (hand[2] == card) >= 2);
    note(story, "double-taken", story->doubled);
    note(story, "stacked-taken", story->doubled && story->by_double);
    note(story, "smallest", story->doubled && cirno_naive_choose(hand, story->p, false) != card);
}

static void note_counter(struct story *story, int player, cirno_naive_card card)
{
    static const char kinds[] = "PT2";
    static const char *const names[] = {"pass", "turn", "double"};
    const char *const how = story->doubled ? "double" : story->second ? "second" : "plain";
    char name[32];
    snprintf(name, sizeof name, "%s-%s", how, names[strchr(kinds, card->kind) - kinds]);
    note(story, name, true);
    const bool over_turn = card->kind == 'P' && has(story, player, 'T');
    const bool over_double = card->kind == 'T' && has(story, player, '2');
    note(story, story->doubled ? "doubled-pass-over-turn" : "pass-over-turn", over_turn);
    note(story, story->doubled ? "doubled-turn-over-double" : "turn-over-double", over_double);
    note(story, "handed-twice", story->doubled && story->handed + 1 == 2);
    note(story, "handed-thrice", story->doubled && story->handed + 1 >= 3);
    note(story, "double-turn-back", story->doubled && card->kind == 'T' && story->players >= 3);
    note(story, "turn-again", card->kind == 'T' && story->turns_turned >= 1);
}

static cirno_naive_card draw(struct story *story)
{
    assert_true(story->deck < story->deck_end);
    return cirno_naive_find(*story->deck++);
}

static void tell_used(struct story *story, int player, cirno_naive_card card, int p)
{
    note_turn(story, player);
    note(story, "p-negative", p < 0);
    note(story, "p-below-99", p <= -100);
    note(story, "p-below-200", p <= -201);
    note(story, "p-below-512", p <= -513);
    note(story, "p-below-1000", p <= -1001);
    note(story, "second-drawn", story->second && story->kept[0] != card && story->kept[1] != card);
    if (basic(card))
        note_basic(story, player, card, p);
    else
        note_counter(story, player, card);
    /* On to the next line. */
    int place = 0, kept = 0;
    while (story->hands[player][place] != card)
        place++;
    for (int i = 0; i < HAND; i++)
        if (i != place)
            story->kept[kept++] = story->hands[player][i];
    story->hands[player][place] = draw(story);
    story->second = story->doubled && basic(card);
    const bool answered = story->doubled && !basic(card);
    story->handed = answered ? story->handed + 1 : 0;
    story->by_double = answered && (story->by_double || card->kind == '2');
    story->doubled = answered || card->kind == '2';
    if (card->kind == 'T') {
        story->clockwise = !story->clockwise;
        story->turns_turned++;
    }
    story->p = p;
}

static void tell_lost(struct story *story, int player)
{
    note_turn(story, player);
    note(story, "double-lost", story->doubled);
    note(story, "second-lost", story->second);
    note(story, "same-loser", player == story->last_loser && story->players > 1);
    note(story, "two-turn-round", story->lines == 2);
    for (int place = 0; place < HAND; place++)
        story->hands[player][place] = draw(story);
    story->last_loser = player;
    story->last_back = !story->clockwise;
    story->last_doubled = story->doubled;
}

static void start_round(struct story *story)
{
    story->round++;
    story->p = story->player = story->lines = story->handed = story->turns_turned = 0;
    story->doubled = story->by_double = story->second = false;
    story->clockwise = true;
}

static void flush(struct story *story)
{
    for (int event = 0; event < NF_MAX_EVENTS; event++)
        story->counts[event] += story->now[event];
    memset(story->now, 0, sizeof story->now);
}

static void tell_line(struct story *story, const char *line)
{
    char card[8];
    int p, length = 0;
    if (strncmp(line, "Round ", 6) == 0 && isdigit((unsigned char)line[6])) {
        start_round(story);
        return;
    }
    const int player = player_named(story, line, strcspn(line, " "));
    /* From player 1 to the last: only counterclockwise where there are three. */
    note(story, "wraps-back", story->players > 2 && story->player == 1 && player == story->players);
    story->player = player;
    story->lines++;
    line += strcspn(line, " ");
    if (sscanf(line, " used %7[A-Z0-9],now p=%d.%n", card, &p, &length) == 2 && length > 0)
        tell_used(story, player, cirno_naive_find(card), p);
    else if (strcmp(line, " lost the game.") == 0)
        tell_lost(story, player);
    else
        fail_msg("no such line: %s", line);
    flush(story);
}

void cirno_retell(const struct nf_text *instance, const struct nf_text *answer,
                  uint64_t counts[NF_MAX_EVENTS])
{
    struct story *const story = malloc(sizeof *story);
    assert_non_null(story);
    open_story(story, instance);
    for (const char *at = answer->data; at < answer->data + answer->size;) {
        char line[80];
        const size_t length = (size_t)((const char *)memchr(at, '\n', 80) - at);
        memcpy(line, at, length);
        line[length] = '\0';
        tell_line(story, line);
        at += length + 1;
    }
    note(story, "one-player", story->players == 1);
    note(story, "two-players", story->players == 2);
    note(story, "deck-exact", story->deck == story->deck_end);
    note(story, "deck-left", story->deck < story->deck_end);
    flush(story);
    memcpy(counts, story->counts, sizeof story->counts);
    free(story->storage);
    free(story);
}
