#include "games/mahjong/judged/fuzzing.h"

#include "base/lang.h"
#include "games/mahjong/judged/frames.h"
#include "games/mahjong/judged/position.h"
#include "games/mahjong/rules/format.h"

struct narrator {
    struct nf_teller *teller;
    struct mahjong_river river;
};

static bool narrate_mahjong(void *owner, const struct mahjong_position *position)
{
    struct narrator *const narrator = owner;
    struct nf_teller *const teller = narrator->teller;
    const bool deals = mahjong_position_deals(position);
    mahjong_river_follow(&narrator->river, position);
    if (position->line < teller->first)
        return true;
    if (!deals && !position->wins) {
        mahjong_row_where(&teller->rows, position);
        mahjong_row_hand(&teller->rows, position, position->news.seat);
        mahjong_row_rule(&teller->rows, position);
    }
    struct nf_step step = {
        .line = position->line, .part = deals ? _("The deal") : _("The play"), .deals = deals};
    if (nf_wants_frames(teller->listener, position->line))
        step.frames = json_pack("[o]", mahjong_frame(&narrator->river, position));
    return nf_teller_hear(teller, &step);
}

bool mahjong_write_story(const struct nf_match *match, struct nf_teller *teller)
{
    struct narrator narrator = {.teller = teller};
    return mahjong_positions(match->game, 1, narrate_mahjong, &narrator);
}
