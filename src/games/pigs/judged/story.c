/* The course of a game in words, where an output leaves the transcript, and what is seen. */
#include "base/lang.h"
#include "games/pigs/judged/fuzzing.h"
#include "games/pigs/rules/events.h"
#include "games/pigs/rules/format.h"
#include "judge/compare.h"

#include <stdio.h>

/* ---- the course in words ---- */

enum { PIGS_KEPT = 8 };

/* Keeps the last things that happened, to all and to each seat. */
struct pigs_course {
    struct pigs_observer observer;
    struct pigs_happened {
        unsigned turn, seat, other, card;
        enum pigs_news what;
    } kept[PIGS_SEATS + 1][PIGS_KEPT]; /* of a seat; of all at PIGS_NOBODY */
    unsigned count[PIGS_SEATS + 1];
    /* The turn in which the seat, or any at PIGS_NOBODY, first drew from an empty deck, and the
     * card that it then gives; 0: none did. */
    unsigned dry[PIGS_SEATS + 1], last;
};

/* Adds what an observer sees. */
static void add_to_course(struct pigs_observer *observer, const struct pigs_game *game,
                          enum pigs_news what, unsigned seat, unsigned other, unsigned card)
{
    struct pigs_course *const course = (struct pigs_course *)(void *)observer;
    const struct pigs_happened happened = {game->turns, seat, other, card, what};
    const unsigned whose[] = {PIGS_NOBODY, seat, other};
    if (what == PIGS_DRAWS && game->drawn > game->instance->cards) {
        course->last = card;
        for (unsigned i = 0; i < 2; i++)
            if (course->dry[whose[i]] == 0)
                course->dry[whose[i]] = game->turns;
    }
    for (unsigned i = 0; i < 3; i++)
        if (i == 0 || (whose[i] != PIGS_NOBODY && (i == 1 || other != seat)))
            course->kept[whose[i]][course->count[whose[i]]++ % PIGS_KEPT] = happened;
}

/* What happened last to a seat, or to all for PIGS_NOBODY, and since when they drew from an empty
 * deck. */
static void put_course(struct nf_text *rows, const struct pigs_course *course, unsigned seat)
{
    const unsigned count = course->count[seat];
    if (course->dry[seat] > 0)
        nf_text_row(rows, "deck",
                    "it is empty: from turn %u on a draw gives its last card, %c, once more",
                    course->dry[seat], PIGS_LETTERS[course->last]);
    for (unsigned i = count > PIGS_KEPT ? count - PIGS_KEPT : 0; i < count; i++) {
        const struct pigs_happened *const happened = &course->kept[seat][i % PIGS_KEPT];
        struct nf_text words = {0};
        char label[32];
        snprintf(label, sizeof label, _("turn %u"), happened->turn);
        pigs_describe(&words, happened->what, happened->seat, happened->other, happened->card);
        nf_text_row(rows, label, "%.*s", (int)words.size, words.data != NULL ? words.data : "");
        rows->failed |= words.failed;
        nf_text_free(&words);
    }
}

/* ---- explanations ---- */

static const struct pigs_game *game_of(const struct nf_explanation *explanation)
{
    return explanation->match->course;
}

/* Plays the game once more for its course. */
static bool find_pigs_course(const struct nf_explanation *explanation)
{
    struct pigs_course *const course = explanation->situation;
    *course = (struct pigs_course){.observer = {add_to_course}};
    pigs_play(explanation->match->course, explanation->match->game, &course->observer);
    return true;
}

/* Whose line it is; PIGS_NOBODY for that of the winner. */
static unsigned seat_of(const struct nf_explanation *explanation)
{
    const uint64_t line = explanation->mismatch.expected_line;
    return line < 2 || line > game_of(explanation)->instance->seats + 1 ? PIGS_NOBODY
                                                                        : (unsigned)line - 2;
}

static void describe_pigs_course(const struct nf_explanation *explanation, bool full)
{
    if (full)
        put_course(explanation->why, explanation->situation, seat_of(explanation));
}

static bool is_pigs_action(const struct nf_explanation *explanation)
{
    (void)explanation;
    return false;
}

static void explain_pigs_line(const struct nf_explanation *explanation)
{
    const struct pigs_game *const game = game_of(explanation);
    const unsigned seat = seat_of(explanation);
    const int found = explanation->found.line;
    const char *kind = "hand", *what = N_("the pig has other cards");
    if (seat == PIGS_NOBODY) {
        kind = "winner";
        what = N_("the other side wins");
    } else if (found != PIGS_LINE_DEAD && found != PIGS_LINE_HAND) {
        kind = "second-winner";
        what = N_("the winner is told once");
    } else if (!pigs_lives(game, seat)) {
        kind = "dead";
        what = N_("the pig is dead");
    } else if (found == PIGS_LINE_DEAD) {
        kind = "alive";
        what = N_("the pig is alive");
    } else if (explanation->found.values[0] != game->pigs[seat].count) {
        kind = "cards";
        what = N_("the pig has more cards, or fewer");
    }
    nf_explanation_headline(explanation, kind, what);
    describe_pigs_course(explanation, true);
}

/* All that differs comes from the same decision, for the final state alone is printed. */
static const char *decision_of(const char *kind)
{
    (void)kind;
    return "state";
}

const struct nf_comparer pigs_comparer = {.transcript = &pigs_transcript,
                                          .situation = sizeof(struct pigs_course),
                                          .find = find_pigs_course,
                                          .is_deed = is_pigs_action,
                                          .explain = explain_pigs_line,
                                          .describe = describe_pigs_course,
                                          .decision = decision_of};

/* ---- frames ---- */

const struct nf_panel pigs_panels[] = {
    {.kind = NF_PANEL_FACTS,
     .title = N_("The game"),
     .rows = {{N_("turn"), "turn"}, {N_("cards left in the deck"), "deck"}}},
    {.kind = NF_PANEL_SEATS,
     .title = N_("The pigs"),
     .rows = {{N_("role"), "roles"},
              {N_("side"), "shown"},
              {N_("health"), "health"},
              {N_("weapon"), "weapons"},
              {N_("hand"), "hands"}}},
    {.kind = NF_PANEL_NONE},
};

static json_t *make_hand(const struct pigs_pig *pig, bool drawn)
{
    json_t *const cells = json_array();
    for (unsigned place = 0; place < pig->count; place++) {
        const char card[] = {PIGS_LETTERS[pig->hand[place]], '\0'};
        json_array_append_new(cells,
                              nf_cell(card, drawn && place + 1 == pig->count ? "drawn" : NULL));
    }
    return cells;
}

/* The state after what happened; the dead have no weapon and no cards. */
static json_t *make_pigs_state(const struct pigs_game *game, const struct pigs_happened *happened)
{
    static const char *const events[] = {"turn",    "draws", "uses",    "shows",   "stops",
                                         "spared",  "gives", "refuses", "wounded", "saved",
                                         "suspect", "dies",  "reward",  "penalty", "ends"};
    static const char *const shown[] = {"hidden", "quasi-rebel", "shown"};
    json_t *const roles = json_array(), *const sides = json_array(), *const health = json_array(),
                  *const weapons = json_array(), *const hands = json_array();
    const char card[] = {PIGS_LETTERS[happened->card], '\0'};
    const unsigned left = game->instance->cards;
    for (unsigned seat = 0; seat < game->instance->seats; seat++) {
        const struct pigs_pig *const pig = &game->pigs[seat];
        json_array_append_new(roles, json_string(pigs_role_word(pig->role)));
        json_array_append_new(sides, json_string(shown[pig->shown]));
        json_array_append_new(health, json_integer(pig->health));
        json_array_append_new(weapons, json_string(pig->weapon ? "Z" : ""));
        json_array_append_new(
            hands, make_hand(pig, seat == happened->seat && happened->what == PIGS_DRAWS));
    }
    return json_pack(
        "{s:s, s:i, s:i, s:i, s:o, s:s, s:i, s:o, s:o, s:o, s:o, s:o}", "event",
        events[happened->what], "turn", (int)game->turns, "player", (int)game->seat + 1, "seat",
        (int)happened->seat + 1, "other",
        happened->other == PIGS_NOBODY ? json_null() : json_integer(happened->other + 1), "card",
        card, "deck", (int)(game->drawn < left ? left - game->drawn : 0), "roles", roles, "shown",
        sides, "health", health, "weapons", weapons, "hands", hands);
}

/* Keeps the course, and makes frames of it. */
struct painter {
    struct pigs_course course; /* first, so that its observer is the painter's */
    json_t *frames;            /* NULL: none are wanted */
    bool failed;
};

static void paint(struct pigs_observer *observer, const struct pigs_game *game, enum pigs_news what,
                  unsigned seat, unsigned other, unsigned card)
{
    static const char sentence[] = "%.*s.";
    struct painter *const painter = (struct painter *)(void *)observer;
    add_to_course(observer, game, what, seat, other, card);
    if (painter->frames == NULL || json_array_size(painter->frames) == PIGS_MAX_FRAMES)
        return;
    const struct pigs_happened happened = {game->turns, seat, other, card, what};
    struct nf_text words = {0};
    pigs_describe(&words, what, seat, other, card);
    painter->failed |= words.failed;
    if (words.size > 0 && words.data[0] >= 'a' && words.data[0] <= 'z')
        words.data[0] = (char)(words.data[0] - 'a' + 'A');
    json_array_append_new(painter->frames,
                          nf_frame(make_pigs_state(game, &happened), sentence, (int)words.size,
                                   words.data != NULL ? words.data : ""));
    nf_text_free(&words);
}

/* ---- the story ---- */

json_t *pigs_players(const struct nf_match *match)
{
    const struct pigs_instance *const instance = match->game;
    json_t *const players = json_array();
    for (unsigned seat = 1; seat <= instance->seats; seat++) {
        char name[32];
        snprintf(name, sizeof name, _("pig %u"), seat);
        json_array_append_new(players, json_string(name));
    }
    return players;
}

/* The first line has the course of all, each other one that of its pig. The frames, all
 * of them before the first line is printed, go with the first line whose frames are wanted. */
bool pigs_write_story(const struct nf_match *match, struct nf_narration *narration)
{
    const struct nf_listener *const listener = narration->listener;
    const struct pigs_instance *const instance = match->game;
    const uint64_t first = narration->first;
    const uint64_t framed = listener->first_frame > first ? listener->first_frame : first;
    struct painter painter = {.course.observer = {paint}};
    if (nf_wants_frames(listener, framed))
        painter.frames = json_array();
    pigs_play(match->course, instance, &painter.course.observer);
    bool more = true;
    for (uint64_t line = first; more && line <= instance->seats + 1; line++) {
        put_course(&narration->rows, &painter.course, line == 1 ? PIGS_NOBODY : (unsigned)line - 2);
        struct nf_step step = {.line = line, .part = _("The game")};
        if (nf_wants_frames(listener, line))
            step.frames = line == framed ? json_incref(painter.frames) : json_array();
        more = nf_narrate_step(narration, &step);
    }
    json_decref(painter.frames);
    return !painter.failed;
}
