/* What `verify --bounds` tells of Cirno's game. */
#include "games/cirno/judge/judge.h"

#include <string.h>

static void widen(struct nf_measured *range, uint64_t value)
{
    range->low = value < range->low ? value : range->low;
    range->high = value > range->high ? value : range->high;
}

/* A round is a line that ends with a colon, and a line for each turn. */
static void measure_rounds(const struct nf_text *transcript, struct nf_measured *range)
{
    uint64_t turns = 0;
    for (size_t at = 0; at < transcript->size; at++) {
        if (transcript->data[at] != '\n')
            continue;
        const bool starts = at > 0 && transcript->data[at - 1] == ':';
        if (starts && turns > 0)
            widen(range, turns);
        turns = starts ? 0 : turns + 1;
    }
    widen(range, turns);
}

enum nf_status cirno_measure(const struct nf_input *instance,
                             struct nf_measured ranges[NF_MAX_MEASURES], struct nf_error *err)
{
    struct cirno_parsed parsed;
    struct cirno_course course;
    struct nf_text transcript = {0};
    enum nf_status status = cirno_parse(instance, &parsed, err);
    if (status != NF_OK)
        return status;
    const struct cirno_instance *const game = &parsed.instance;
    const enum cirno_end end = cirno_narrate(game, parsed.names, &transcript, &course);
    if (end != CIRNO_COMPLETE || course.missing > 0)
        status = cirno_fail_course(instance, &parsed, end, &course, err);
    else if (transcript.failed)
        status = nf_fail(err, NF_IO, "out of memory for a transcript");
    if (status == NF_OK) {
        ranges[CIRNO_MEASURED_LEFT] =
            (struct nf_measured){game->deck_size - course.used, game->deck_size - course.used};
        /* p grows to 99 at most, so only its depth comes near the limit of |p|. */
        const uint64_t depth = course.lowest_p < 0 ? (uint64_t)-course.lowest_p : 0;
        ranges[CIRNO_MEASURED_P] = (struct nf_measured){depth, depth};
        measure_rounds(&transcript, &ranges[CIRNO_MEASURED_ROUND]);
    }
    nf_text_free(&transcript);
    cirno_parsed_free(&parsed);
    return status;
}
