/* What verify tells of Cirno's game. */
#include "games/cirno/rules/judge.h"

#include "base/lang.h"

void cirno_summarise(const struct nf_match *match, struct nf_text *report)
{
    const struct cirno_instance *const game = &cirno_parsed_of(match)->instance;
    const struct cirno_course *const course = match->course;
    nf_text_format(report, _(": valid: n = %u, m = %u, k = %u\n"), game->players, game->rounds,
                   game->deck_size);
    nf_text_format(report, _("turns %u, cards used %u, cards left over %u, lowest p %d\n"),
                   course->turns, course->used, game->deck_size - course->used, course->lowest_p);
}

/* ---- --bounds ---- */

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
