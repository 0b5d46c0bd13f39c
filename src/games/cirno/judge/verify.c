#include "games/cirno/judge/judge.h"

#include "base/lang.h"
#include "base/shown.h"

static void summarise(const struct nf_input *input, const struct cirno_instance *game,
                      const struct cirno_course *course, struct nf_text *report)
{
    nf_shown(report, input->name);
    nf_text_format(report, _(": valid: n = %u, m = %u, k = %u\n"), game->players, game->rounds,
                   game->deck_size);
    nf_text_format(report, _("turns %u, cards used %u, cards left over %u, lowest p %d\n"),
                   course->turns, course->used, game->deck_size - course->used, course->lowest_p);
}

enum nf_status cirno_verify(const struct nf_input *input, struct nf_text *report,
                            struct nf_error *err)
{
    struct cirno_parsed parsed;
    enum nf_status status = cirno_parse(input, &parsed, err);
    if (status != NF_OK)
        return status;
    struct cirno_course course;
    const enum cirno_end end = cirno_narrate(&parsed.instance, parsed.names, NULL, &course);
    nf_instance_warn(&parsed.read, input, report);
    if (end != CIRNO_COMPLETE || course.missing > 0)
        status = cirno_fail_course(input, &parsed, end, &course, err);
    else
        status = nf_instance_check_form(&parsed.read, input, err);
    if (status == NF_OK)
        summarise(input, &parsed.instance, &course, report);
    cirno_parsed_free(&parsed);
    return status;
}
