/* Many games: a run, two side by side, or a tournament. One of them is open at a time. */
#include "web/engine/engine_internal.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Of strategies the library takes fewer. */
enum { SIDES = 2, MOST_STRATEGIES = 100 };

/* What is open; the second game is there with a pair alone. */
static struct ninefold_game *games[SIDES];
static struct ninefold_batch *batch;
static struct ninefold_pair *pair;
static char names[SIDES][100]; /* of the sides of a pair */
static struct ninefold_tournament *tournament;

static void close_all(void)
{
    ninefold_batch_close(batch);
    ninefold_pair_close(pair);
    ninefold_tournament_close(tournament);
    batch = NULL;
    pair = NULL;
    tournament = NULL;
    for (int side = 0; side < SIDES; side++) {
        ninefold_close(games[side]);
        games[side] = NULL;
    }
}

/* ---- how far it is ---- */

static const struct ninefold_batch *side_of(uint32_t side)
{
    return pair != NULL ? ninefold_pair_side(pair, side) : batch;
}

static uint64_t left_of(uint32_t side)
{
    return ninefold_most_games(games[side]) - ninefold_batch_next(side_of(side));
}

/* The command that plays what a side has played, and what it has found. */
static void add_side(json_t *state, uint32_t side, const char *command, const char *digest)
{
    char digits[33];
    struct ninefold_text words = {0};
    struct ninefold_error ignored;
    ninefold_batch_digest(side_of(side), digits);
    ninefold_batch_command(side_of(side), &words, &ignored);
    json_object_set_new(state, command, nf_web_text(&words));
    json_object_set_new(state, digest, json_string(digits));
}

static json_t *tournament_state(void)
{
    struct ninefold_text command = {0};
    struct ninefold_error ignored;
    ninefold_tournament_command(tournament, &command, &ignored);
    return json_pack("{sIsIso}", "games", (json_int_t)ninefold_tournament_games(tournament), "left",
                     (json_int_t)ninefold_tournament_left(tournament), "command",
                     nf_web_text(&command));
}

static json_t *state(void)
{
    if (tournament != NULL)
        return tournament_state();
    uint64_t left = left_of(0), turns = ninefold_batch_turns(side_of(0));
    if (pair != NULL) {
        left = left_of(1) < left ? left_of(1) : left;
        turns += ninefold_batch_turns(side_of(1));
    }
    json_t *const found =
        json_pack("{sIsIsI}", "games", (json_int_t)ninefold_batch_games(side_of(0)), "left",
                  (json_int_t)left, "turns", (json_int_t)turns);
    add_side(found, 0, "command", "digest");
    if (pair != NULL)
        add_side(found, 1, "otherCommand", "otherDigest");
    return found;
}

/* ---- playing ---- */

static bool open_pair(const json_t *question, uint64_t first, struct ninefold_error *err)
{
    for (size_t side = 0; side < SIDES; side++) {
        const char *const given =
            json_string_value(json_array_get(json_object_get(question, "names"), side));
        snprintf(names[side], sizeof names[side], "%s", given != NULL ? given : "");
    }
    return nf_web_open_game(json_object_get(question, "other"), &games[1], err) &&
           ninefold_pair_open(games[0], games[1], first, &pair, err) == NINEFOLD_OK;
}

static bool open_tournament(const json_t *question, struct ninefold_error *err)
{
    const struct ninefold_parameters parameters =
        nf_web_parameters(json_object_get(question, "parameters"));
    const json_t *const strategies = json_object_get(question, "strategies");
    const char *of[MOST_STRATEGIES + 1] = {NULL};
    for (size_t i = 0; i < json_array_size(strategies) && i < MOST_STRATEGIES; i++) {
        const char *const name = json_string_value(json_array_get(strategies, i));
        of[i] = name != NULL ? name : "";
    }
    return ninefold_tournament_open(&parameters, of, nf_web_long(question, "games"), &tournament,
                                    err) == NINEFOLD_OK;
}

static bool open_games(const json_t *question, struct ninefold_error *err)
{
    const json_t *const given = json_object_get(question, "parameters");
    const uint64_t first = nf_web_long(given, "first");
    if (!nf_web_open_game(given, &games[0], err))
        return false;
    return json_object_get(question, "other") != NULL
               ? open_pair(question, first, err)
               : ninefold_batch_open(games[0], first, &batch, err) == NINEFOLD_OK;
}

json_t *nf_web_open(const json_t *question, struct ninefold_error *err)
{
    close_all();
    if (json_object_get(question, "strategies") != NULL ? open_tournament(question, err)
                                                        : open_games(question, err))
        return state();
    close_all();
    return NULL;
}

json_t *nf_web_run(const json_t *question, struct ninefold_error *err)
{
    enum { THREADS = 1 };
    const struct ninefold_options options = {.threads = THREADS};
    const uint64_t count = nf_web_long(question, "games");
    enum ninefold_status status = NINEFOLD_USAGE;
    if (tournament != NULL)
        status = ninefold_tournament_run(tournament, count, THREADS, err);
    else if (pair != NULL)
        status = ninefold_pair_run(pair, count, THREADS, err);
    else if (batch != NULL)
        status = ninefold_run(batch, count, NULL, &options, err);
    return status == NINEFOLD_OK ? state() : NULL;
}

/* The form that a question asks for, the number of forms if it is none. */
static int form_of(const json_t *question)
{
    static const char *const forms[] = {"table", "json", "markdown", "html"};
    enum { FORMS = sizeof forms / sizeof *forms };
    static_assert(NINEFOLD_TABLE == 0 && NINEFOLD_HTML == FORMS - 1, "in the order of the library");
    const char *const wanted = nf_web_string(question, "form");
    int form = 0;
    while (form < FORMS && (wanted == NULL || strcmp(forms[form], wanted) != 0))
        form++;
    return form;
}

json_t *nf_web_report(const json_t *question, struct ninefold_error *err)
{
    const int form = form_of(question);
    const char *const of[SIDES] = {names[0], names[1]};
    struct ninefold_text text = {0};
    enum ninefold_status status = NINEFOLD_USAGE;
    if (games[0] == NULL && tournament == NULL)
        snprintf(err->text, sizeof err->text, "report: nothing was played");
    else if (form > NINEFOLD_HTML)
        snprintf(err->text, sizeof err->text, "report: expected table, json, markdown or html");
    else if (tournament != NULL)
        status = ninefold_tournament_report(tournament, (enum ninefold_form)form, &text, err);
    else if (pair != NULL)
        status = ninefold_pair_report(pair, of, (enum ninefold_form)form, &text, err);
    else
        status = ninefold_batch_report(batch, (enum ninefold_form)form, &text, err);
    return status == NINEFOLD_OK ? nf_web_answer("text", &text) : NULL;
}
