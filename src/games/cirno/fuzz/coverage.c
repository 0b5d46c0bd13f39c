/* Plays an instance for the fuzzer: makes the transcript of the judge's program and counts rule
 * events. */
#include "games/cirno/judge/judge.h"
#include "games/cirno/kernels/source.h"
#include "games/cirno/rules/choices.h"
#include "games/cirno/rules/events.h"

static void count_events(cirno_event_set events, uint64_t reached[NF_MAX_EVENTS])
{
    for (; events != 0; events &= events - 1)
        reached[__builtin_ctzll(events)]++;
}

struct event_counter {
    struct cirno_source source; /* first: see cirno_source_draw_given() */
    const struct cirno_choices *choices;
    struct cirno_watch watch;
    uint64_t *reached;
};

static unsigned choose(void *client, const struct cirno_walk *walk)
{
    const struct event_counter *const counter = client;
    const struct cirno_table *const table = &walk->table;
    return cirno_choices_pick(counter->choices, table->hands[table->seat], table->p,
                              table->doubled);
}

static bool see(void *client, const struct cirno_walk *walk, unsigned card)
{
    struct event_counter *const counter = client;
    count_events(cirno_watch_turn(&counter->watch, &walk->table, card), counter->reached);
    cirno_watch_pass(&counter->watch, &walk->table, card);
    return true;
}

/* Counts the events of a complete game, which was narrated. The deck may run out in the last draw,
 * which is never played. */
static void watch_game(const struct cirno_instance *game, const struct cirno_course *course,
                       uint64_t reached[NF_MAX_EVENTS])
{
    static const struct cirno_callbacks callbacks = {choose, cirno_source_draw_given, see};
    struct event_counter counter = {
        .choices = cirno_choices(), .watch = cirno_watch_open(), .reached = reached};
    struct cirno_walk walk = cirno_source_given(&counter.source, game, NULL, NULL);
    for (; walk.round < game->rounds; walk.round++)
        cirno_walk_round(&callbacks, &counter, &walk);
    const int64_t left = (int64_t)game->deck_size - course->used - course->missing;
    count_events(cirno_watch_game(game->players, left), reached);
}

enum nf_status cirno_coverage(const struct nf_input *instance, struct nf_text *answer,
                              uint64_t reached[NF_MAX_EVENTS], struct nf_error *err)
{
    struct cirno_parsed parsed;
    enum nf_status status = cirno_parse(instance, &parsed, err);
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
