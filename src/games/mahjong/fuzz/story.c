#include "games/mahjong/fuzz/fuzzing.h"

#include "base/lang.h"
#include "games/mahjong/fuzz/frames.h"
#include "games/mahjong/fuzz/position.h"
#include "games/mahjong/rules/format.h"

struct narrator {
    const struct nf_listener *listener;
    uint64_t first; /* the first line to tell */
    struct nf_text rows;
    struct mahjong_river river;
    json_t *players;
};

static bool tell(void *owner, const struct mahjong_position *position)
{
    struct narrator *const narrator = owner;
    const bool deals = mahjong_position_deals(position);
    mahjong_river_follow(&narrator->river, position);
    if (position->line < narrator->first)
        return true;
    narrator->rows.size = 0;
    if (!deals && !position->wins) {
        mahjong_row_where(&narrator->rows, position);
        mahjong_row_hand(&narrator->rows, position, position->news.seat);
        mahjong_row_rule(&narrator->rows, position);
    }
    struct nf_step step = {.line = position->line,
                           .part = deals ? _("The deal") : _("The play"),
                           .deals = deals,
                           .rows = &narrator->rows,
                           .players = narrator->players};
    if (nf_wants_frames(narrator->listener, position->line))
        step.frames = json_pack("[o]", mahjong_frame(&narrator->river, position));
    const bool more =
        !narrator->rows.failed && narrator->listener->hear(narrator->listener->owner, &step);
    json_decref(step.frames);
    return more;
}

enum nf_status mahjong_tell_story(const struct nf_input *instance, uint64_t first,
                                  const struct nf_listener *listener, struct nf_error *err)
{
    uint8_t wall[MAHJONG_WALL];
    const enum nf_status status = mahjong_parse(instance, wall, err);
    struct narrator narrator = {.listener = listener, .first = first};
    if (status != NF_OK)
        return status;
    if (listener->last_frame > 0)
        narrator.players = mahjong_frame_players();
    const bool told = mahjong_positions(wall, 1, tell, &narrator) && !narrator.rows.failed;
    nf_text_free(&narrator.rows);
    json_decref(narrator.players);
    return told ? NF_OK : nf_fail(err, NF_IO, "%s: out of memory for the story", instance->name);
}
