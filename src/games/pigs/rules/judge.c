#include "games/pigs/rules/judge.h"

#include "base/lang.h"
#include "games/pigs/rules/events.h"
#include "games/pigs/rules/format.h"

static enum nf_status judge_pigs(const struct nf_match *match, struct nf_text *transcript,
                                 uint64_t *reached, struct nf_error *err)
{
    struct pigs_game *const game = match->course;
    struct pigs_watch watch = pigs_watch();
    if (!pigs_play(game, match->game, reached != NULL ? &watch.observer : NULL))
        return nf_fail_at(err, match->input, nf_token_at(match->input, 0).start,
                          "the game goes on for ever: with the deck empty nothing changes in the "
                          "round up to turn %u",
                          game->turns);
    if (transcript != NULL)
        pigs_narrate(transcript, game);
    if (reached != NULL)
        nf_add_events(reached, watch.reached);
    return NF_OK;
}

void pigs_summarise(const struct nf_match *match, struct nf_text *report)
{
    const struct pigs_instance *const instance = match->game;
    const struct pigs_game *const game = match->course;
    unsigned rebels = 0;
    for (unsigned seat = 0; seat < instance->seats; seat++)
        rebels += pigs_is_rebel(game, seat);
    nf_text_format(report, _(": valid: %u pigs, %u of them rebels, and a deck of %u\n"),
                   instance->seats, rebels, instance->cards);
    nf_text_string(report, game->main_wins ? _("the main pig's side wins") : _("the rebels win"));
    nf_text_format(report, _(", turns %u, cards drawn %u, J used %u, living pigs %u\n"),
                   game->turns, game->drawn, game->stops, pigs_living(game));
}

const struct nf_rules pigs_rules = {
    .format = &pigs_format,
    .game_size = sizeof(struct pigs_instance),
    .course_size = sizeof(struct pigs_game),
    .make = pigs_make,
    .play = judge_pigs,
};
