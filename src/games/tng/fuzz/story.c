#include "games/tng/fuzz/fuzzing.h"

#include "base/lang.h"
#include "games/tng/judge/replay.h"
#include "games/tng/rules/format.h"

#include <stdio.h>

enum nf_status tng_tell_story(const struct nf_input *instance, uint64_t first,
                              const struct nf_listener *listener, struct nf_error *err)
{
    struct tng_instance games;
    const enum nf_status status = tng_read_all(instance, &games, err);
    if (status != NF_OK)
        return status;
    struct nf_text rows = {0};
    json_t *const players = listener->last_frame > 0 ? json_pack("[s, s]", "X", "Y") : NULL;
    bool more = true;
    for (uint64_t line = first > 0 ? first : 1; more && line <= games.count; line++) {
        char part[32];
        snprintf(part, sizeof part, _("Game %llu"), (unsigned long long)line);
        rows.size = 0;
        tng_tell_rows(&rows, &games.games[line - 1]);
        struct nf_step step = {.line = line, .part = part, .rows = &rows, .players = players};
        if (nf_wants_frames(listener, line))
            step.frames = tng_frames(&games.games[line - 1], line);
        more = !rows.failed && listener->hear(listener->owner, &step);
        json_decref(step.frames);
    }
    const bool failed = rows.failed;
    nf_text_free(&rows);
    json_decref(players);
    tng_instance_free(&games);
    return failed ? nf_fail(err, NF_IO, "%s: out of memory for the story", instance->name) : NF_OK;
}
