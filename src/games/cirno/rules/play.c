#include "games/cirno/rules/format.h"

#include "base/lang.h"
#include "games/cirno/rules/events.h"
#include "games/cirno/rules/walk.h"

#include <pthread.h>
#include <string.h>

/* ---- lines from pieces ---- */

/* A transcript is assembled from preformatted pieces. Each is copied at its full size, in a few
 * instructions; the next piece overwrites the excess. */
enum {
    SEAT_PIECE = 32, /* "NAME used " */
    CARD_PIECE = 16, /* "CARD,now p=" */
    P_PIECE = 8,     /* "-123.\n" */
    P_LOW = -999,    /* the lowest p with a preformatted piece; lower ones are rare */
};

struct piece {
    char text[SEAT_PIECE];
    uint32_t length, name_length;
};

struct short_piece {
    char text[P_PIECE - 1];
    uint8_t length;
};

/* Pieces that are the same in every game. */
static struct piece card_pieces[CIRNO_CARDS];
static struct short_piece p_pieces[CIRNO_LIMIT - P_LOW + 1];

struct writer {
    char *to; /* NULL: write nothing */
    struct piece seats[CIRNO_MAX_PLAYERS];
};

static char *put_string(char *to, const char *string)
{
    const size_t length = strlen(string);
    memcpy(to, string, length);
    return to + length;
}

static char *print_p(char *to, int32_t number)
{
    char digits[10];
    int count = 0;
    uint32_t left = (uint32_t)(number < 0 ? -number : number);
    do
        digits[count++] = (char)('0' + left % 10);
    while ((left /= 10) != 0);
    if (number < 0)
        *to++ = '-';
    while (count > 0)
        *to++ = digits[--count];
    return to;
}

static void fill_pieces(void)
{
    for (unsigned card = 0; card < CIRNO_CARDS; card++) {
        char *const text = card_pieces[card].text;
        char *const end = put_string(put_string(text, cirno_cards[card].name), ",now p=");
        card_pieces[card].length = (uint32_t)(end - text);
    }
    for (int32_t p = P_LOW; p <= CIRNO_LIMIT; p++) {
        struct short_piece *const piece = &p_pieces[p - P_LOW];
        char *const end = put_string(print_p(piece->text, p), ".\n");
        piece->length = (uint8_t)(end - piece->text);
    }
}

static pthread_once_t pieces_once = PTHREAD_ONCE_INIT;

static void fill_seats(struct writer *writer, const struct nf_name *names, uint32_t players)
{
    for (uint32_t seat = 0; seat < players; seat++) {
        struct piece *const piece = &writer->seats[seat];
        memcpy(piece->text, names[seat].text, names[seat].length);
        char *const end = put_string(piece->text + names[seat].length, " used ");
        piece->length = (uint32_t)(end - piece->text);
        piece->name_length = names[seat].length;
    }
}

/* Makes room for the longest possible transcript: one line per deck card and two per round. Memory
 * that is never written costs nothing. */
static void open_writer(struct writer *writer, struct nf_text *transcript,
                        const struct cirno_instance *game, const struct nf_name *names)
{
    fill_seats(writer, names, game->players);
    uint32_t longest = 0;
    for (uint32_t seat = 0; seat < game->players; seat++)
        if (writer->seats[seat].length > longest)
            longest = writer->seats[seat].length;
    const size_t lines = (size_t)game->deck_size + 1 + 2 * (size_t)game->rounds;
    const size_t line_room = longest + CARD_PIECE + P_PIECE;
    writer->to = nf_text_room(transcript, lines * line_room + SEAT_PIECE);
}

static void write_round(struct writer *writer, uint32_t round)
{
    if (writer->to == NULL)
        return;
    writer->to = print_p(put_string(writer->to, "Round "), (int32_t)round);
    writer->to = put_string(writer->to, ":\n");
}

static inline void write_used(struct writer *writer, uint32_t seat, unsigned card, int32_t p)
{
    char *to = writer->to;
    if (to == NULL)
        return;
    memcpy(to, writer->seats[seat].text, SEAT_PIECE);
    to += writer->seats[seat].length;
    memcpy(to, card_pieces[card].text, CARD_PIECE);
    to += card_pieces[card].length;
    if (p >= P_LOW) {
        memcpy(to, &p_pieces[p - P_LOW], P_PIECE);
        to += p_pieces[p - P_LOW].length;
    } else {
        to = put_string(print_p(to, p), ".\n");
    }
    writer->to = to;
}

static void write_lost(struct writer *writer, uint32_t seat)
{
    if (writer->to == NULL)
        return;
    memcpy(writer->to, writer->seats[seat].text, SEAT_PIECE);
    writer->to += writer->seats[seat].name_length;
    writer->to = put_string(writer->to, " lost the game.\n");
}

/* ---- the game ---- */

/* The client of a walk that writes the transcript and counts events. */
struct narrator {
    struct cirno_given given;
    const struct cirno_chooser *chooser; /* or NULL */
    struct writer writer;
    struct cirno_course *course;
    struct cirno_watch watch;
    uint64_t *reached; /* NULL: no events are counted */
};

static unsigned choose_otherwise(void *client, const struct cirno_walk *walk)
{
    const struct narrator *const narrator = client;
    return narrator->chooser->choose(narrator->chooser->owner, walk);
}

__attribute__((always_inline)) static inline bool
narrate_card(void *client, const struct cirno_walk *walk, unsigned card)
{
    struct narrator *const narrator = client;
    struct cirno_course *const course = narrator->course;
    const struct cirno_table *const table = &walk->table;
    course->seat = table->seat;
    course->card = card;
    if (card == CIRNO_LOSES) {
        write_lost(&narrator->writer, table->seat);
        return true;
    }
    course->p = cirno_apply(card, table->p);
    course->lowest_p = course->p < course->lowest_p ? course->p : course->lowest_p;
    if (course->p > -CIRNO_P_BOUND)
        write_used(&narrator->writer, table->seat, card, course->p);
    return true;
}

static bool narrate_and_watch(void *client, const struct cirno_walk *walk, unsigned card)
{
    struct narrator *const narrator = client;
    nf_add_events(narrator->reached, cirno_watch_turn(&narrator->watch, &walk->table, card));
    cirno_watch_pass(&narrator->watch, &walk->table, card);
    return narrate_card(client, walk, card);
}

static enum cirno_end narrate(struct narrator *narrator, const struct cirno_instance *game)
{
    static const struct cirno_callbacks usual = {cirno_given_choose, cirno_given_draw,
                                                 narrate_card};
    static const struct cirno_callbacks watched = {cirno_given_choose, cirno_given_draw,
                                                   narrate_and_watch};
    static const struct cirno_callbacks otherwise = {choose_otherwise, cirno_given_draw,
                                                     narrate_card};
    struct cirno_course *const course = narrator->course;
    struct cirno_walk walk = cirno_walk_open(game->players, game->hands);
    *course = (struct cirno_course){.shortest = UINT32_MAX};
    enum cirno_end end = CIRNO_COMPLETE;
    for (; end == CIRNO_COMPLETE && walk.round < game->rounds; walk.round++) {
        write_round(&narrator->writer, walk.round + 1);
        end = narrator->chooser != NULL   ? cirno_walk_round(&otherwise, narrator, &walk)
              : narrator->reached != NULL ? cirno_walk_round(&watched, narrator, &walk)
                                          : cirno_walk_round(&usual, narrator, &walk);
        course->turns += walk.turn;
        course->shortest = walk.turn < course->shortest ? walk.turn : course->shortest;
        course->longest = walk.turn > course->longest ? walk.turn : course->longest;
    }
    course->round = walk.round;
    course->turn = walk.turn;
    course->used = walk.used;
    if (end != CIRNO_DECK_OUT || course->card != CIRNO_LOSES)
        return end;
    /* The last hand drawn is never played, so the game is complete without it. */
    uint32_t drawn = 0;
    for (cirno_hand hand = walk.table.hands[walk.table.seat]; hand != 0; hand >>= 2)
        drawn += hand & 3;
    course->missing = CIRNO_HAND - drawn;
    return course->round < game->rounds ? CIRNO_DECK_OUT : CIRNO_COMPLETE;
}

/* Of `narrator` chooser, course and reached are set. */
static enum cirno_end narrate_as(struct narrator *narrator, const struct cirno_instance *instance,
                                 const struct nf_name *names, struct nf_text *transcript)
{
    pthread_once(&pieces_once, fill_pieces);
    narrator->given = cirno_given(instance);
    narrator->watch = cirno_watch_open();
    narrator->writer.to = NULL;
    if (transcript != NULL)
        open_writer(&narrator->writer, transcript, instance, names);
    const enum cirno_end end = narrate(narrator, instance);
    if (narrator->writer.to != NULL)
        transcript->size = (size_t)(narrator->writer.to - transcript->data);
    return end;
}

enum cirno_end cirno_narrate(const struct cirno_instance *instance, const struct nf_name *names,
                             const struct cirno_chooser *chooser, struct nf_text *transcript,
                             struct cirno_course *course)
{
    struct narrator narrator;
    narrator.chooser = chooser;
    narrator.course = course;
    narrator.reached = NULL;
    return narrate_as(&narrator, instance, names, transcript);
}

/* ---- the judge ---- */

/* Fills `err` with the reason why a game is invalid, according to `end` and its course (complete
 * games: cards are missing). */
static enum nf_status fail_course(const struct nf_match *match, enum cirno_end end,
                                  struct nf_error *err)
{
    const struct nf_input *const input = match->input;
    const struct cirno_parsed *const parsed = match->game;
    const struct cirno_course *const course = match->course;
    const struct nf_name *const name = &parsed->names[course->seat];
    const int length = (int)name->length;
    if (end == CIRNO_P_OUT)
        return nf_fail_at(err, input, cirno_deck_offset(match, course->used),
                          "round %u, turn %u: p becomes %d when player %u (%.*s) plays %s, after %u"
                          " cards of the deck; expected |p| below %d at all times",
                          course->round, course->turn, course->p, course->seat + 1, length,
                          name->text, cirno_cards[course->card].name, course->used, CIRNO_P_BOUND);
    const size_t deck_end = cirno_deck_offset(match, parsed->instance.deck_size);
    if (course->card == CIRNO_LOSES)
        return nf_fail_at(err, input, deck_end,
                          "round %u of %u, turn %u: the deck of %u cards runs out: player %u (%.*s)"
                          " lost and draws %d, found %u left; expected %u more",
                          course->round, parsed->instance.rounds, course->turn,
                          parsed->instance.deck_size, course->seat + 1, length, name->text,
                          CIRNO_HAND, CIRNO_HAND - course->missing, course->missing);
    return nf_fail_at(err, input, deck_end,
                      "round %u of %u, turn %u: the deck of %u cards runs out: player %u (%.*s)"
                      " played %s and draws; expected more cards",
                      course->round, parsed->instance.rounds, course->turn,
                      parsed->instance.deck_size, course->seat + 1, length, name->text,
                      cirno_cards[course->card].name);
}

/* The deck may lack cards of the loser's draw after the last round, because that draw is not in the
 * transcript. */
static enum nf_status play_cirno(const struct nf_match *match, struct nf_text *transcript,
                                 uint64_t *reached, struct nf_error *err)
{
    const struct cirno_parsed *const parsed = match->game;
    const struct cirno_instance *const game = &parsed->instance;
    struct cirno_course *const course = match->course;
    uint64_t counts[NF_MAX_EVENTS] = {0}; /* of a game that may turn out invalid */
    struct narrator narrator;
    narrator.chooser = NULL;
    narrator.course = course;
    narrator.reached = reached != NULL ? counts : NULL;
    const enum cirno_end end = narrate_as(&narrator, game, parsed->names, transcript);
    if (end != CIRNO_COMPLETE)
        return fail_course(match, end, err);
    if (reached == NULL)
        return NF_OK;
    for (unsigned event = 0; event < CIRNO_EVENTS; event++)
        reached[event] += counts[event];
    const int64_t left = (int64_t)game->deck_size - course->used - course->missing;
    nf_add_events(reached, cirno_watch_game(game->players, left));
    return NF_OK;
}

/* The deck must cover the last draw, too. */
static enum nf_status check_cirno(const struct nf_match *match, struct nf_error *err)
{
    const struct cirno_course *const course = match->course;
    return course->missing > 0 ? fail_course(match, CIRNO_COMPLETE, err) : NF_OK;
}

const struct nf_rules cirno_rules = {
    .format = &cirno_format,
    .game_size = sizeof(struct cirno_parsed),
    .course_size = sizeof(struct cirno_course),
    .make = cirno_make,
    .play = play_cirno,
    .check = check_cirno,
};

/* ---- verify ---- */

void cirno_summarise(const struct nf_match *match, struct nf_text *report)
{
    const struct cirno_instance *const game = &cirno_parsed_of(match)->instance;
    const struct cirno_course *const course = match->course;
    nf_text_format(report, _(": valid: n = %u, m = %u, k = %u\n"), game->players, game->rounds,
                   game->deck_size);
    nf_text_format(report, _("turns %u, cards used %u, cards left over %u, lowest p %d\n"),
                   course->turns, course->used, game->deck_size - course->used, course->lowest_p);
}

void cirno_measure(const struct nf_match *match, struct nf_measured ranges[NF_MAX_MEASURES])
{
    const struct cirno_instance *const game = &cirno_parsed_of(match)->instance;
    const struct cirno_course *const course = match->course;
    const uint64_t left = game->deck_size - course->used;
    /* p grows to 99 at most, so only its depth comes near the limit of |p|. */
    const uint64_t depth = course->lowest_p < 0 ? (uint64_t)-course->lowest_p : 0;
    ranges[CIRNO_MEASURED_LEFT] = (struct nf_measured){left, left};
    ranges[CIRNO_MEASURED_P] = (struct nf_measured){depth, depth};
    ranges[CIRNO_MEASURED_ROUND] = (struct nf_measured){course->shortest, course->longest};
}
