/* Instances of the games: whatever is accepted can be played, by every way there is to play it and
 * with the same end, and is the same game when it is printed and read again. */
#include "core/instances.h"
#include "fuzz_target.h"
#include "games/cirno/judge/judge.h"
#include "games/cirno/module.h"
#include "games/mahjong/judge/judge.h"
#include "games/mahjong/rules/format.h"
#include "games/tng/judge/judge.h"

#include <string.h>

/* ---- all games ---- */

/* What is no instance is none for anybody, and everybody says so with a place. */
static void refused_by_all(const struct nf_game *game, const struct nf_input *input)
{
    const struct nf_fuzz_ops *const fuzzing = game->fuzz;
    const struct nf_input nothing = nf_fuzz_input("", 0);
    struct nf_text text = {0};
    struct nf_error err;
    struct nf_difference difference;
    nf_fuzz_require(game->judge->verify(input, &text, &err) == NF_INVALID, "verify accepts it");
    nf_fuzz_place(input, &err);
    nf_fuzz_require(fuzzing->coverage(input, &text, NULL, &err) == NF_INVALID, "survey accepts it");
    nf_fuzz_place(input, &err);
    nf_fuzz_require(fuzzing->compare(input, &nothing, true, &difference, &err) == NF_INVALID,
                    "compare accepts it");
    nf_fuzz_place(input, &err);
    nf_text_free(&text);
}

/* The reference's own transcript: without a difference, and telling its outcome. */
static void check_transcript(const struct nf_game *game, const struct nf_input *input,
                             const struct nf_text *transcript, struct nf_text *told)
{
    const struct nf_fuzz_ops *const fuzzing = game->fuzz;
    const struct nf_input output = nf_fuzz_reread(transcript);
    uint64_t reached[NF_MAX_EVENTS] = {0};
    struct nf_text again = {0}, words = {0};
    struct nf_difference difference;
    struct nf_error err;
    nf_fuzz_require(fuzzing->coverage(input, &again, reached, &err) == NF_OK, "survey refuses it");
    nf_fuzz_require(nf_fuzz_same(transcript, &again), "play and survey differ");
    nf_fuzz_require(fuzzing->size(input, &words, &err) == NF_OK && words.size > 0,
                    "it has no size");
    nf_fuzz_require(fuzzing->compare(input, &output, true, &difference, &err) == NF_OK,
                    "compare refuses it");
    nf_fuzz_require(difference.line == 0 && difference.why.size == 0,
                    "its own transcript differs in line %llu", (unsigned long long)difference.line);
    if (fuzzing->read_outcome(input, &output, told, &err) != NF_OK) {
        /* Where two players have one name. */
        nf_fuzz_require(strstr(err.text, "a name that one player has") != NULL,
                        "its own transcript tells no outcome: %s", err.text);
        told->size = 0;
    }
    nf_text_free(&difference.why);
    nf_text_free(&words);
    nf_text_free(&again);
}

/* Every kernel plays a valid instance as the reference does and as the transcript tells. */
static void check_kernels(const struct nf_game *game, const struct nf_input *input,
                          const struct nf_text *told)
{
    struct nf_error err;
    struct nf_text first = {0};
    for (size_t i = 0; game->kernels[i] != NULL; i++) {
        struct nf_text record = {0};
        if (!game->kernels[i]->supported())
            continue;
        nf_fuzz_require(nf_play_instances(game, game->kernels[i], input, 1, &record, &err) == NF_OK,
                        "kernel %s refuses it: %s", game->kernels[i]->name, err.text);
        if (i == 0) {
            first = record;
            nf_fuzz_require(told->size == 0 || nf_fuzz_same(told, &record),
                            "the transcript tells another outcome than the reference");
            continue;
        }
        nf_fuzz_require(nf_fuzz_same(&first, &record), "kernel %s plays it otherwise",
                        game->kernels[i]->name);
        nf_text_free(&record);
    }
    nf_text_free(&first);
}

/* Returns whether the instance can be played. */
static bool check_instance(const struct nf_game *game, const struct nf_input *input,
                           struct nf_text *transcript)
{
    struct nf_text report = {0}, told = {0};
    struct nf_error err;
    if (game->judge->play(input, transcript, &err) != NF_OK) {
        nf_fuzz_place(input, &err);
        refused_by_all(game, input);
        return false;
    }
    check_transcript(game, input, transcript, &told);
    if (game->judge->verify(input, &report, &err) == NF_OK) {
        nf_fuzz_lines(&report, "the summary");
        nf_fuzz_require(report.size > 0, "there is no summary");
        check_kernels(game, input, &told);
    } else {
        nf_fuzz_place(input, &err);
    }
    nf_text_free(&report);
    nf_text_free(&told);
    return true;
}

/* What was printed is a valid instance wherever the input was, and the same game. */
static void check_printed(const struct nf_game *game, const struct nf_text *printed, bool playable,
                          bool complete, const struct nf_text *transcript)
{
    const struct nf_input input = nf_fuzz_reread(printed);
    struct nf_text again = {0}, report = {0};
    struct nf_error err;
    nf_fuzz_require((game->judge->play(&input, &again, &err) == NF_OK) == playable,
                    "playable before it was printed, or after, but not both");
    if (playable)
        nf_fuzz_require(nf_fuzz_same(&again, transcript), "another game once it is printed");
    if (complete)
        nf_fuzz_require(game->judge->verify(&input, &report, &err) == NF_OK,
                        "printed, but invalid: %s", err.text);
    if (complete)
        check_kernels(game, &input, &(struct nf_text){0});
    nf_text_free(&again);
    nf_text_free(&report);
}

/* ---- Cirno's game ---- */

static void check_cirno_bounds(const struct nf_input *input, const struct cirno_parsed *parsed)
{
    const struct cirno_instance *const game = &parsed->instance;
    nf_fuzz_require(game->players >= 1 && game->players <= CIRNO_MAX_PLAYERS, "%u players",
                    game->players);
    nf_fuzz_require(game->rounds >= 1 && game->rounds <= CIRNO_MAX_ROUNDS, "%u rounds",
                    game->rounds);
    nf_fuzz_require(game->deck_size >= 1 && game->deck_size <= CIRNO_MAX_DECK, "%u cards",
                    game->deck_size);
    for (uint32_t i = 0; i < game->players * CIRNO_HAND; i++)
        nf_fuzz_require(game->hands[i] < CIRNO_CARDS, "hand card %u is %u", i, game->hands[i]);
    for (uint32_t i = 0; i < game->deck_size; i++)
        nf_fuzz_require(game->deck[i] < CIRNO_CARDS, "deck card %u is %u", i, game->deck[i]);
    for (uint32_t seat = 0; seat < game->players; seat++) {
        const struct cirno_name *const name = &parsed->names[seat];
        nf_fuzz_require(name->length >= 1 && name->length <= CIRNO_MAX_NAME &&
                            name->text >= input->data &&
                            name->text + name->length <= input->data + input->size,
                        "the name of player %u is %u letters", seat, name->length);
    }
    nf_fuzz_require(cirno_deck_offset(input, parsed, game->deck_size) <= input->size,
                    "the deck ends behind the input");
}

static void check_cirno_same(const struct cirno_parsed *a, const struct cirno_parsed *b)
{
    const struct cirno_instance *const one = &a->instance, *const other = &b->instance;
    nf_fuzz_require(one->players == other->players && one->rounds == other->rounds &&
                        one->deck_size == other->deck_size,
                    "printed and read again its sizes differ");
    nf_fuzz_require(memcmp(one->hands, other->hands, (size_t)one->players * CIRNO_HAND) == 0 &&
                        memcmp(one->deck, other->deck, one->deck_size) == 0,
                    "printed and read again its cards differ");
    for (uint32_t seat = 0; seat < one->players; seat++)
        nf_fuzz_require(
            a->names[seat].length == b->names[seat].length &&
                memcmp(a->names[seat].text, b->names[seat].text, a->names[seat].length) == 0,
            "printed and read again its names differ");
}

void nf_fuzz_cirno_instance(const char *bytes, size_t size)
{
    const struct nf_input input = nf_fuzz_input(bytes, size);
    struct cirno_parsed parsed, again;
    struct nf_text transcript = {0}, printed = {0};
    struct nf_error err;
    const bool playable = check_instance(&cirno_game, &input, &transcript);
    if (cirno_parse(&input, &parsed, &err) != NF_OK) {
        nf_fuzz_require(!playable, "played, but not read");
        nf_fuzz_place(&input, &err);
        return;
    }
    check_cirno_bounds(&input, &parsed);
    struct cirno_course course;
    const bool complete =
        cirno_narrate(&parsed.instance, parsed.names, NULL, &course) == CIRNO_COMPLETE &&
        course.missing == 0;
    cirno_print(&printed, &parsed.instance, parsed.names);
    const struct nf_input reread = nf_fuzz_reread(&printed);
    nf_fuzz_require(cirno_parse(&reread, &again, &err) == NF_OK, "printed, but not read again: %s",
                    err.text);
    check_cirno_same(&parsed, &again);
    check_printed(&cirno_game, &printed, playable, complete, &transcript);
    cirno_parsed_free(&again);
    cirno_parsed_free(&parsed);
    nf_text_free(&printed);
    nf_text_free(&transcript);
}

/* ---- the mahjong simulator ---- */

void nf_fuzz_mahjong_instance(const char *bytes, size_t size)
{
    const struct nf_game *const game = nf_find_game("mahjong");
    const struct nf_input input = nf_fuzz_input(bytes, size);
    uint8_t wall[MAHJONG_WALL];
    unsigned count[MAHJONG_KINDS] = {0};
    struct nf_text transcript = {0}, printed = {0};
    struct nf_error err;
    const bool playable = check_instance(game, &input, &transcript);
    nf_fuzz_require((mahjong_parse(&input, wall, &err) == NF_OK) == playable,
                    "what can be read can be played, and nothing else");
    if (playable) {
        for (unsigned i = 0; i < MAHJONG_WALL; i++)
            nf_fuzz_require(wall[i] < MAHJONG_KINDS && ++count[wall[i]] <= MAHJONG_COPIES,
                            "tile %u is %u", i, wall[i]);
        mahjong_print(&printed, wall);
        check_printed(game, &printed, true, true, &transcript);
    }
    nf_text_free(&printed);
    nf_text_free(&transcript);
}

/* ---- The Number Game ---- */

static void check_tng_bounds(const struct tng_game *game)
{
    nf_fuzz_require(game->p >= TNG_MIN_P && game->p <= TNG_MAX_P && tng_is_prime(game->p), "p %u",
                    game->p);
    nf_fuzz_require(game->e >= 2 && game->e < game->p && game->n0 < game->p, "e %u, n0 %u", game->e,
                    game->n0);
    nf_fuzz_require(game->r >= 1 && game->r <= TNG_MAX_ROUNDS && game->m <= TNG_MAX_GOALS,
                    "r %u, m %u", game->r, game->m);
    for (uint32_t i = 0; i < game->m; i++)
        nf_fuzz_require(game->g[i] < game->p, "goal %u is %u", i, game->g[i]);
}

void nf_fuzz_tng_instance(const char *bytes, size_t size)
{
    const struct nf_game *const game = nf_find_game("tng");
    const struct nf_input input = nf_fuzz_input(bytes, size);
    struct tng_instance games, again;
    struct nf_text transcript = {0}, printed = {0};
    struct nf_error err;
    const bool playable = check_instance(game, &input, &transcript);
    nf_fuzz_require((tng_read_all(&input, &games, &err) == NF_OK) == playable,
                    "what can be read can be played, and nothing else");
    if (playable) {
        for (size_t i = 0; i < games.count; i++)
            check_tng_bounds(&games.games[i]);
        tng_print(&printed, games.games, games.count);
        const struct nf_input reread = nf_fuzz_reread(&printed);
        nf_fuzz_require(tng_read_all(&reread, &again, &err) == NF_OK,
                        "printed, but not read again: %s", err.text);
        nf_fuzz_require(again.count == games.count &&
                            memcmp(again.games, games.games, games.count * sizeof *games.games) ==
                                0,
                        "printed and read again they are other games");
        check_printed(game, &printed, true, true, &transcript);
        tng_instance_free(&again);
        tng_instance_free(&games);
    }
    nf_text_free(&printed);
    nf_text_free(&transcript);
}
