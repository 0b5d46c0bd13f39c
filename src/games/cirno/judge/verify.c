#include "games/cirno/judge/judge.h"

#include "base/lang.h"
#include "base/shown.h"

#include "core/parting.h"

#include <string.h>

/* Appends a warning for each player whose name an earlier player has. The statement does not forbid
 * that. */
static void warn_of_equal_names(const struct nf_input *input, const struct cirno_parsed *parsed,
                                struct nf_text *report)
{
    for (uint32_t seat = 1; seat < parsed->instance.players; seat++) {
        const struct cirno_name *const name = &parsed->names[seat];
        const uint32_t first = cirno_first_of_name(parsed->names, seat);
        if (first == seat)
            continue;
        struct nf_error place;
        nf_fail_at(&place, input, (size_t)(name->text - input->data),
                   "warning: player %u has the name of player %u, '%.*s'", seat + 1, first + 1,
                   (int)name->length, name->text);
        nf_text_format(report, "%s\n", place.text);
    }
}

static enum nf_status check_form(const struct nf_input *input, const struct cirno_parsed *parsed,
                                 struct nf_error *err)
{
    struct nf_text printed = {0};
    cirno_print(&printed, &parsed->instance, parsed->names);
    const enum nf_status status = nf_check_bytes(input, &printed, err);
    nf_text_free(&printed);
    return status;
}

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
    warn_of_equal_names(input, &parsed, report);
    if (end != CIRNO_COMPLETE || course.missing > 0)
        status = cirno_fail_course(input, &parsed, end, &course, err);
    else
        status = check_form(input, &parsed, err);
    if (status == NF_OK)
        summarise(input, &parsed.instance, &course, report);
    cirno_parsed_free(&parsed);
    return status;
}
