#include "web/engine/engine.h"

#include "base/lang.h"
#include "core/contract/game.h"
#include "lib/ninefold.h"

#include <assert.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The run that is open. */
static struct ninefold_game *game;
static struct ninefold_batch *batch;

enum { STORY_LINES = 1000 };

/* ---- what a question has ---- */

static const char *string_of(const json_t *question, const char *name)
{
    return json_string_value(json_object_get(question, name));
}

/* A number that was not given is 0, the library's default. Those out of range, and what is no whole
 * number, are for the library to refuse, so they must not wrap around. */
static uint32_t number_of(const json_t *question, const char *name)
{
    const json_t *const given = json_object_get(question, name);
    if (given == NULL)
        return 0;
    const json_int_t value = json_is_integer(given) ? json_integer_value(given) : -1;
    return value < 0 || value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

/* Numbers beyond 2^53 come as strings. */
static uint64_t long_of(const json_t *question, const char *name)
{
    const char *const digits = string_of(question, name);
    if (digits == NULL || digits[0] == '\0')
        return 0;
    char *end;
    const uint64_t value = strtoull(digits, &end, 10);
    return digits[strspn(digits, "0123456789")] != '\0' ? UINT64_MAX : value;
}

static bool flag_of(const json_t *question, const char *name)
{
    return json_is_true(json_object_get(question, name));
}

static struct ninefold_input input_of(const json_t *question, const char *name)
{
    const json_t *const text = json_object_get(question, name);
    const bool given = json_is_string(text);
    return (struct ninefold_input){given ? json_string_value(text) : "", json_string_length(text),
                                   NULL};
}

/* ---- answers ---- */

static json_t *text_of(struct ninefold_text *text)
{
    json_t *const string = text->data == NULL ? json_null() : json_stringn(text->data, text->size);
    ninefold_text_free(text);
    return string;
}

static json_t *one_text(const char *name, struct ninefold_text *text)
{
    return json_pack("{so}", name, text_of(text));
}

static json_t *range(const struct nf_range *range)
{
    return json_pack("{sIsIsI}", "least", (json_int_t)range->low, "most", (json_int_t)range->high,
                     "usual", (json_int_t)range->normal);
}

static json_t *named(const char *name, const char *help)
{
    return json_pack("{ssss}", "name", name, "help", _(help));
}

/* A profile, with the sizes that are played where none are given. */
static json_t *profile(const struct nf_game *of, const struct nf_profile *one)
{
    json_t *const usual =
        json_pack("{sIsIsI}", "players", (json_int_t)nf_usual(&of->players, one->players), "rounds",
                  (json_int_t)nf_usual(&of->rounds, one->rounds), "deck",
                  (json_int_t)nf_usual(&of->deck, one->deck));
    json_t *const object = named(one->name, one->help);
    json_object_set_new(object, "usual", usual);
    return object;
}

/* Adds to `object` which parameters a game has, and what it says of them where they mean something
 * of its own. */
static void add_parameters(json_t *object, const struct nf_game *of)
{
    static const struct nf_words as_usual = {"", "", "", "", "", "", "", NULL};
    const struct nf_words *const words = of->words != NULL ? of->words : &as_usual;
    const bool chosen = of->strategies != NULL;
    const struct {
        const char *name, *help; /* NULL: there is none */
    } all[] = {
        {"players", words->players},    {"rounds", words->rounds},
        {"deck", words->deck},          {"profile", words->profile},
        {"weights", words->weights},    {"strategy", chosen ? words->strategy : NULL},
        {"paired", chosen ? "" : NULL}, {"detail", of->details != NULL ? words->detail : NULL},
    };
    json_t *const has = json_object(), *const help = json_object();
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        json_object_set_new(has, all[i].name, json_boolean(all[i].help != NULL));
        if (all[i].help != NULL && all[i].help[0] != '\0')
            json_object_set_new(help, all[i].name, json_string(_(all[i].help)));
    }
    json_object_set_new(object, "has", has);
    json_object_set_new(object, "help", help);
}

static json_t *describe(const struct nf_game *of)
{
    json_t *const profiles = json_array(), *const strategies = json_array();
    for (const struct nf_profile *one = of->profiles; one->name != NULL; one++)
        json_array_append_new(profiles, profile(of, one));
    if (of->strategies != NULL)
        for (const struct nf_strategy *one = of->strategies->list; one->name != NULL; one++)
            json_array_append_new(strategies, named(one->name, one->help));
    json_t *const object =
        json_pack("{sssssssososososo}", "name", of->name, "title", _(of->title), "event",
                  of->tally->event, "players", range(&of->players), "rounds", range(&of->rounds),
                  "deck", range(&of->deck), "profiles", profiles, "strategies", strategies);
    add_parameters(object, of);
    return object;
}

static json_t *catalogue(const json_t *question, struct ninefold_error *err)
{
    json_t *const games = json_array();
    (void)question, (void)err;
    for (const struct nf_game *const *one = nf_games; *one != NULL; one++)
        json_array_append_new(games, describe(*one));
    return json_pack("{ssso}", "version", ninefold_version(), "games", games);
}

static json_t *language(const json_t *question, struct ninefold_error *err)
{
    const char *const name = string_of(question, "name");
    (void)err;
    return json_pack("{sb}", "known", name != NULL && nf_lang_choose(name));
}

/* ---- a run ---- */

static void close_run(void)
{
    ninefold_batch_close(batch);
    ninefold_close(game);
    batch = NULL;
    game = NULL;
}

static bool open_game(const json_t *question, struct ninefold_game **opened,
                      struct ninefold_error *err)
{
    const json_t *const given = json_object_get(question, "parameters");
    const struct ninefold_parameters parameters = {.game = string_of(given, "game"),
                                                   .profile = string_of(given, "profile"),
                                                   .weights = string_of(given, "weights"),
                                                   .players = number_of(given, "players"),
                                                   .rounds = number_of(given, "rounds"),
                                                   .deck = number_of(given, "deck"),
                                                   .strategy = string_of(given, "strategy"),
                                                   .seed = long_of(given, "seed"),
                                                   .kernel = string_of(given, "kernel"),
                                                   .detail = flag_of(given, "detail"),
                                                   .paired = flag_of(given, "paired")};
    return ninefold_open(&parameters, opened, err) == NINEFOLD_OK;
}

static json_t *state(void)
{
    char digest[33];
    struct ninefold_text command = {0};
    struct ninefold_error ignored;
    ninefold_batch_digest(batch, digest);
    ninefold_batch_command(batch, &command, &ignored);
    return json_pack("{sIsIsIssso}", "games", (json_int_t)ninefold_batch_games(batch), "left",
                     (json_int_t)(ninefold_most_games(game) - ninefold_batch_next(batch)), "turns",
                     (json_int_t)ninefold_batch_turns(batch), "digest", digest, "command",
                     text_of(&command));
}

static json_t *open_run(const json_t *question, struct ninefold_error *err)
{
    close_run();
    if (!open_game(question, &game, err) ||
        ninefold_batch_open(game, long_of(json_object_get(question, "parameters"), "first"), &batch,
                            err) != NINEFOLD_OK)
        return NULL;
    return state();
}

static json_t *play_on(const json_t *question, struct ninefold_error *err)
{
    const struct ninefold_options options = {.threads = 1};
    if (batch == NULL ||
        ninefold_run(batch, long_of(question, "games"), NULL, &options, err) != NINEFOLD_OK)
        return NULL;
    return state();
}

static json_t *report(const json_t *question, struct ninefold_error *err)
{
    static const char *const forms[] = {"table", "json", "markdown", "html"};
    enum { FORMS = sizeof forms / sizeof *forms };
    static_assert(NINEFOLD_TABLE == 0 && NINEFOLD_HTML == FORMS - 1, "in the order of the library");
    const char *const wanted = string_of(question, "form");
    struct ninefold_text text = {0};
    int form = 0;
    while (form < FORMS && (wanted == NULL || strcmp(forms[form], wanted) != 0))
        form++;
    const char *const wrong = batch == NULL   ? "report: nothing was played"
                              : form == FORMS ? "report: expected table, json, markdown or html"
                                              : NULL;
    if (wrong != NULL) {
        snprintf(err->text, sizeof err->text, "%s", wrong);
        return NULL;
    }
    return ninefold_batch_report(batch, (enum ninefold_form)form, &text, err) == NINEFOLD_OK
               ? one_text("text", &text)
               : NULL;
}

/* ---- one game ---- */

static json_t *deal(const json_t *question, struct ninefold_error *err)
{
    struct ninefold_game *opened;
    struct ninefold_text instance = {0}, transcript = {0};
    if (!open_game(question, &opened, err))
        return NULL;
    const enum ninefold_status status =
        ninefold_deal(opened, long_of(question, "index"), &instance, &transcript, err);
    ninefold_close(opened);
    return status != NINEFOLD_OK ? NULL
                                 : json_pack("{soso}", "instance", text_of(&instance), "transcript",
                                             text_of(&transcript));
}

static json_t *play(const json_t *question, struct ninefold_error *err)
{
    const struct ninefold_input instance = input_of(question, "instance");
    struct ninefold_text transcript = {0};
    return ninefold_play(string_of(question, "game"), &instance, &transcript, err) == NINEFOLD_OK
               ? one_text("transcript", &transcript)
               : NULL;
}

static json_t *verify(const json_t *question, struct ninefold_error *err)
{
    const struct ninefold_input instance = input_of(question, "instance");
    struct ninefold_text told = {0};
    return ninefold_verify(string_of(question, "game"), &instance, &told, err) == NINEFOLD_OK
               ? one_text("report", &told)
               : NULL;
}

static json_t *check(const json_t *question, struct ninefold_error *err)
{
    const struct ninefold_input instance = input_of(question, "instance"),
                                transcript = input_of(question, "transcript");
    struct ninefold_difference difference = {0};
    const enum ninefold_status status =
        ninefold_check(string_of(question, "game"), &instance, &transcript,
                       flag_of(question, "strict"), &difference, err);
    if (status != NINEFOLD_OK && status != NINEFOLD_DIFFERENT)
        return NULL;
    return json_pack("{sbsIssso}", "right", status == NINEFOLD_OK, "line",
                     (json_int_t)difference.line, "kind", difference.kind, "why",
                     text_of(&difference.why));
}

static json_t *page(const json_t *question, struct ninefold_error *err)
{
    const struct ninefold_input instance = input_of(question, "instance"),
                                transcript = input_of(question, "transcript");
    const bool both = json_is_string(json_object_get(question, "transcript"));
    struct ninefold_text html = {0};
    return ninefold_page(string_of(question, "game"), &instance, both ? &transcript : NULL,
                         flag_of(question, "strict"), STORY_LINES, &html, err) == NINEFOLD_OK
               ? one_text("html", &html)
               : NULL;
}

/* ---- asking ---- */

static const struct {
    const char *name;
    /* Returns the answer, or NULL and a message. */
    json_t *(*answer)(const json_t *question, struct ninefold_error *err);
} answers[] = {
    {"catalogue", catalogue}, {"language", language}, {"open", open_run}, {"run", play_on},
    {"report", report},       {"deal", deal},         {"play", play},     {"verify", verify},
    {"check", check},         {"page", page},
};

static json_t *answer(const json_t *question, struct ninefold_error *err)
{
    const char *const name = string_of(question, "ask");
    for (size_t i = 0; name != NULL && i < sizeof answers / sizeof *answers; i++)
        if (strcmp(answers[i].name, name) == 0)
            return answers[i].answer(question, err);
    return NULL;
}

const char *nf_web_ask(const char *bytes, size_t size)
{
    static char *last;
    struct ninefold_error err = {"out of memory"};
    free(last);
    json_t *const question = json_loadb(bytes, size, JSON_ALLOW_NUL, NULL);
    json_t *found = answer(question, &err);
    if (found == NULL)
        found = json_pack("{ss}", "error", err.text);
    last = json_dumps(found, JSON_COMPACT);
    json_decref(found);
    json_decref(question);
    return last;
}

void *nf_web_room(size_t size)
{
    return malloc(size);
}

void nf_web_forget(void *room)
{
    free(room);
}
