/* Plays an instance for the fuzzer: the transcript as the judge's program writes it, and a count of
 * the rule events on the way. */
#include "games/cirno/judge/judge.h"
#include "games/cirno/rules/events.h"

static void count_events(cirno_event_set events, uint64_t reached[NF_MAX_EVENTS])
{
    for (; events != 0; events &= events - 1)
        reached[__builtin_ctzll(events)]++;
}

/* Follows the game that `course` says is complete, `course->turns` turns in all. */
static void watch_game(const struct cirno_instance *game, const struct cirno_course *course,
                       uint64_t reached[NF_MAX_EVENTS])
{
    struct cirno_watch watch = cirno_watch_open();
    struct cirno_table table = {.players = game->players};
    const uint8_t *deck = game->deck;
    for (uint32_t seat = 0; seat < game->players; seat++)
        table.hands[seat] = cirno_hand_of(game->hands + seat * CIRNO_HAND);
    cirno_start_round(&table);
    for (uint32_t turn = 0; turn < course->turns; turn++) {
        cirno_hand *const hand = &table.hands[table.seat];
        const unsigned card = cirno_choose(*hand, table.p, table.doubled);
        count_events(cirno_watch_turn(&watch, &table, card), reached);
        cirno_watch_pass(&watch, &table, card);
        if (card != CIRNO_LOSES) {
            cirno_put(&table, card);
            *hand += cirno_one(*deck++);
        } else if (watch.round <= game->rounds) { /* the last hand drawn is not played from */
            *hand = cirno_hand_of(deck);
            deck += CIRNO_HAND;
            cirno_start_round(&table);
        }
    }
    const int64_t left = (int64_t)game->deck_size - course->used - course->missing;
    count_events(cirno_watch_game(game->players, left), reached);
}

enum nf_exit cirno_survey(const struct nf_input *instance, struct nf_text *answer,
                          uint64_t reached[NF_MAX_EVENTS], struct nf_error *err)
{
    struct cirno_parsed parsed;
    enum nf_exit status = cirno_parse(instance, &parsed, err);
    if (status != NF_OK)
        return status;
    struct cirno_course course;
    const enum cirno_end end = cirno_narrate(&parsed.instance, parsed.names, answer, &course);
    if (end != CIRNO_COMPLETE)
        status = cirno_fail_course(instance, &parsed, end, &course, err);
    else if (reached != NULL)
        watch_game(&parsed.instance, &course, reached);
    cirno_parsed_free(&parsed);
    return status;
}
