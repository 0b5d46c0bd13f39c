#include "games/mahjong/fuzz/story.h"

#include "games/mahjong/fuzz/position.h"
#include "games/mahjong/rules/format.h"

struct teller {
    const struct nf_listener *listener;
    struct nf_text rows;
};

static bool tell(void *owner, const struct mahjong_position *position)
{
    struct teller *const teller = owner;
    const bool deals = mahjong_position_deals(position);
    teller->rows.size = 0;
    if (!deals && !position->wins) {
        mahjong_row_where(&teller->rows, position);
        mahjong_row_hand(&teller->rows, position, position->news.seat);
        mahjong_row_rule(&teller->rows, position);
    }
    const struct nf_step step = {position->line, deals ? "The deal" : "The play", &teller->rows};
    return !teller->rows.failed && teller->listener->hear(teller->listener->owner, &step);
}

enum nf_status mahjong_tell_story(const struct nf_input *instance, uint64_t first,
                                  const struct nf_listener *listener, struct nf_error *err)
{
    uint8_t wall[MAHJONG_WALL];
    const enum nf_status status = mahjong_parse(instance, wall, err);
    struct teller teller = {.listener = listener};
    if (status != NF_OK)
        return status;
    const bool told = mahjong_positions(wall, first, tell, &teller) && !teller.rows.failed;
    nf_text_free(&teller.rows);
    return told ? NF_OK : nf_fail(err, NF_IO, "%s: out of memory for the story", instance->name);
}
