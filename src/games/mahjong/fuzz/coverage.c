/* The rule events that an instance reaches. */
#include "games/mahjong/fuzz/fuzzing.h"

#include "games/mahjong/judge/judge.h"
#include "games/mahjong/rules/events.h"
#include "games/mahjong/rules/format.h"

enum nf_status mahjong_coverage(const struct nf_input *instance, struct nf_text *answer,
                                uint64_t reached[NF_MAX_EVENTS], struct nf_error *err)
{
    _Static_assert((int)MAHJONG_EVENTS <= (int)NF_MAX_EVENTS, "events fit");
    uint8_t wall[MAHJONG_WALL];
    const enum nf_status status = mahjong_parse(instance, wall, err);
    if (status != NF_OK)
        return status;
    struct mahjong_memo *const memo = mahjong_thread_memo();
    struct mahjong_memo *const quick = mahjong_thread_quick_memo();
    if (memo == NULL || quick == NULL)
        return nf_fail(err, NF_IO, "out of memory");
    uint64_t none[MAHJONG_EVENTS] = {0};
    struct mahjong_outcome outcome;
    struct mahjong_transcriber transcriber = mahjong_transcriber(answer);
    struct mahjong_watch watch = mahjong_watch(quick, answer != NULL ? &transcriber.observer : NULL,
                                               reached != NULL ? reached : none);
    mahjong_play(memo, wall, &watch.observer, &outcome);
    return NF_OK;
}
