#include "games/pigs/judge/judge.h"

#include "base/lang.h"
#include "base/shown.h"
#include "games/pigs/kernels/setup.h"
#include "games/pigs/rules/format.h"

#include <stdlib.h>
#include <string.h>

enum nf_status pigs_deal_index(const struct nf_setup *setup, uint64_t index,
                               struct nf_text *instance, struct nf_text *answer,
                               struct nf_error *err)
{
    uint32_t rejected;
    struct pigs_match *const match = malloc(sizeof *match);
    if (match == NULL)
        return nf_fail(err, NF_IO, "out of memory for a game");
    const enum nf_status status =
        pigs_play_index((const struct pigs_setup *)setup, index, match, &rejected, err);
    if (status == NF_OK && instance != NULL)
        pigs_print(instance, &match->instance);
    if (status == NF_OK && answer != NULL)
        pigs_narrate(answer, &match->game);
    free(match);
    return status;
}

enum nf_status pigs_judge(const struct nf_input *input, struct nf_text *transcript,
                          struct nf_error *err)
{
    struct pigs_match *match;
    const enum nf_status status = pigs_read(input, NULL, &match, err);
    if (status != NF_OK)
        return status;
    pigs_narrate(transcript, &match->game);
    free(match);
    return NF_OK;
}

static void summarise(const struct nf_input *input, const struct pigs_game *game,
                      struct nf_text *report)
{
    const struct pigs_instance *const instance = game->instance;
    unsigned rebels = 0;
    for (unsigned seat = 0; seat < instance->seats; seat++)
        rebels += pigs_is_rebel(game, seat);
    nf_shown(report, input->name);
    nf_text_format(report, _(": valid: %u pigs, %u of them rebels, and a deck of %u\n"),
                   instance->seats, rebels, instance->cards);
    nf_text_string(report, game->main_wins ? _("the main pig's side wins") : _("the rebels win"));
    nf_text_format(report, _(", turns %u, cards drawn %u, J used %u, living pigs %u\n"),
                   game->turns, game->drawn, game->stops, pigs_living(game));
}

enum nf_status pigs_verify(const struct nf_input *input, struct nf_text *report,
                           struct nf_error *err)
{
    struct nf_instance read;
    struct pigs_match *match;
    enum nf_status status = nf_instance_read(&read, &pigs_format, input, err);
    if (status != NF_OK)
        return status;
    status = nf_instance_check_form(&read, input, err);
    nf_instance_free(&read);
    if (status == NF_OK)
        status = pigs_read(input, NULL, &match, err);
    if (status != NF_OK)
        return status;
    summarise(input, &match->game, report);
    free(match);
    return NF_OK;
}
