#include "games/pigs/rules/format.h"

#include "base/lang.h"
#include "games/pigs/rules/events.h"

#include <string.h>

static const char card_words[PIGS_CARDS][NF_WORD_ROOM] = {"D", "P", "K", "Z", "J", "F", "N", "W"};
static const char role_words[PIGS_ROLES][NF_WORD_ROOM] = {"FP", "ZP", "MP"};

static const struct nf_vocabulary cards = {.words = card_words[0],
                                           .stride = NF_WORD_ROOM,
                                           .count = PIGS_CARDS,
                                           .list = N_("P K D F N W J Z"),
                                           .name = "CARDS"};
static const struct nf_vocabulary roles = {.words = role_words[0],
                                           .stride = NF_WORD_ROOM,
                                           .count = PIGS_ROLES,
                                           .list = N_("MP ZP FP"),
                                           .name = "ROLES"};

enum { N, M, ROLE, HAND, DECK };

static const struct nf_format_field fields[] = {
    [N] = {.name = "n", .what = N_("the number of pigs n"), .low = 2, .high = PIGS_SEATS},
    [M] = {.name = "m", .what = N_("the number of cards m"), .low = 1, .high = PIGS_DECK},
    [ROLE] = {.name = "role",
              .kind = NF_IS_WORD,
              .what = N_("the role of pig {row}"),
              .words = &roles},
    [HAND] = {.name = "hand",
              .kind = NF_IS_WORD,
              .what = N_("card {item} of pig {row}"),
              .words = &cards,
              .times = PIGS_DEALT},
    [DECK] = {.name = "deck",
              .kind = NF_IS_WORD,
              .what = N_("card {item} of {items} of the deck"),
              .words = &cards,
              .count = &fields[M]},
    {.name = NULL},
};

static const struct nf_format_lines lines[] = {
    {.name = "sizes", .first = &fields[N], .fields = 2},
    {.name = "pig", .first = &fields[ROLE], .fields = 2, .count = &fields[N]},
    {.name = "cards", .first = &fields[DECK], .fields = 1},
    {.name = NULL},
};

static const struct nf_format_limit limits[] = {
    {.group = "no-j", .field = &fields[HAND], .without = UINT64_C(1) << PIGS_J},
    {.group = "no-j", .field = &fields[DECK], .without = UINT64_C(1) << PIGS_J},
    {.group = NULL},
};

const struct nf_format pigs_format = {
    .fields = fields, .lines = lines, .limits = limits, .rest_ignored = true};

const struct nf_measure pigs_measures[] = {
    {.name = N_("pigs n"), .field = &fields[N]},
    {.name = N_("cards m"), .field = &fields[M]},
    {.name = NULL},
};

const char *pigs_role_word(unsigned role)
{
    return role_words[role];
}

/* ---- instances ---- */

/* Fails at the role of a pig. */
static enum nf_status fail_role(const struct nf_input *input, uint32_t seat, const char *expected,
                                struct nf_error *err)
{
    char quoted[NF_QUOTED];
    const struct nf_token token = nf_token_at(input, 2 + (size_t)seat * (1 + PIGS_DEALT));
    return nf_fail_at(err, input, token.start, "found %s, expected %s",
                      nf_quote(quoted, input->data + token.start, token.length), expected);
}

enum nf_status pigs_make(struct nf_match *match, struct nf_error *err)
{
    struct pigs_instance *const instance = match->game;
    const uint8_t *word = match->read.words;
    bool rebel = false;
    instance->seats = match->read.numbers[N];
    instance->cards = match->read.numbers[M];
    for (uint32_t seat = 0; seat < instance->seats; seat++, word += PIGS_DEALT) {
        const uint8_t role = *word++;
        instance->roles[seat] = role;
        memcpy(instance->hands[seat], word, PIGS_DEALT);
        rebel = rebel || role == PIGS_REBEL;
        if ((role == PIGS_MAIN) != (seat == 0))
            return fail_role(match->input, seat,
                             seat == 0 ? _("MP: pig 1 is the main pig")
                                       : _("ZP or FP: only pig 1 is the main pig"),
                             err);
    }
    if (!rebel)
        return fail_role(match->input, instance->seats - 1, _("FP: there must be a rebel"), err);
    memcpy(instance->deck, word, instance->cards);
    return NF_OK;
}

void pigs_print(struct nf_text *text, const struct pigs_instance *instance)
{
    struct nf_instance made = {.format = &pigs_format};
    nf_instance_number(&made, instance->seats);
    nf_instance_number(&made, instance->cards);
    for (uint32_t seat = 0; seat < instance->seats; seat++) {
        nf_instance_words(&made, &instance->roles[seat], 1);
        nf_instance_words(&made, instance->hands[seat], PIGS_DEALT);
    }
    nf_instance_words(&made, instance->deck, instance->cards);
    nf_instance_print(text, &made);
    nf_instance_free(&made);
}

/* ---- transcripts ---- */

const struct nf_transcript pigs_transcript = {
    .lines = (const char *const[]){[PIGS_LINE_MAIN] = "MP",
                                   [PIGS_LINE_REBELS] = "FP",
                                   [PIGS_LINE_DEAD] = "DEAD",
                                   [PIGS_LINE_HAND] = "{hand}",
                                   NULL},
    .slots =
        (const struct nf_slot[]){{.name = "hand", .words = &cards, .list = true}, {.name = NULL}},
};

/* Appends a list of cards with blanks between them. */
static void print_cards(struct nf_text *text, const uint8_t *hand, uint32_t count)
{
    char *const to = count > 0 ? nf_text_room(text, 2 * (size_t)count - 1) : NULL;
    if (to == NULL)
        return;
    for (uint32_t place = 0; place < count; place++) {
        if (place > 0)
            to[2 * place - 1] = ' ';
        to[2 * place] = PIGS_LETTERS[hand[place]];
    }
    text->size += 2 * (size_t)count - 1;
}

void pigs_narrate(struct nf_text *text, const struct pigs_game *game)
{
    nf_text_string(text, game->main_wins ? "MP\n" : "FP\n");
    for (uint32_t seat = 0; seat < game->instance->seats; seat++) {
        const struct pigs_pig *const pig = &game->pigs[seat];
        if (pig->health == 0)
            nf_text_string(text, "DEAD");
        print_cards(text, pig->hand, pig->count);
        nf_text_string(text, "\n");
    }
}

/* ---- the judge's program, and verify ---- */

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
