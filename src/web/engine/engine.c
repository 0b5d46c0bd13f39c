/* The engine of the web page and of the package for npm: libninefold behind one function, which
 * takes a question as JSON and returns an answer as JSON. worker.js calls what is here, client.js
 * has what pages and programs call.
 *
 * A question is {"ask": NAME, ...}; the answer {"error": MESSAGE}, or what is here for it. One
 * run is open at a time. One thread. */
#include "web/engine/engine_internal.h"

#include "base/lang.h"
#include "sim/game.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { STORY_LINES = 1000 };

/* ---- what there is ---- */

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

static json_t *describe_game(const struct nf_game *of)
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
        json_array_append_new(games, describe_game(*one));
    return json_pack("{ssso}", "version", ninefold_version(), "games", games);
}

static json_t *language(const json_t *question, struct ninefold_error *err)
{
    const char *const name = nf_web_string(question, "name");
    (void)err;
    return json_pack("{sb}", "known", name != NULL && nf_lang_choose(name));
}

/* ---- one game ---- */

static json_t *answer_deal(const json_t *question, struct ninefold_error *err)
{
    struct ninefold_game *opened;
    struct ninefold_text instance = {0}, transcript = {0};
    if (!nf_web_open_game(json_object_get(question, "parameters"), &opened, err))
        return NULL;
    const enum ninefold_status status =
        ninefold_deal(opened, nf_web_long(question, "index"), &instance, &transcript, err);
    ninefold_close(opened);
    return status != NINEFOLD_OK ? NULL
                                 : json_pack("{soso}", "instance", nf_web_text(&instance),
                                             "transcript", nf_web_text(&transcript));
}

static json_t *answer_play(const json_t *question, struct ninefold_error *err)
{
    const struct ninefold_input instance = nf_web_input(question, "instance");
    struct ninefold_text transcript = {0};
    return ninefold_play(nf_web_string(question, "game"), &instance, &transcript, err) ==
                   NINEFOLD_OK
               ? nf_web_answer("transcript", &transcript)
               : NULL;
}

static json_t *verify(const json_t *question, struct ninefold_error *err)
{
    const struct ninefold_input instance = nf_web_input(question, "instance");
    struct ninefold_text report = {0};
    return ninefold_verify(nf_web_string(question, "game"), &instance, &report, err) == NINEFOLD_OK
               ? nf_web_answer("report", &report)
               : NULL;
}

static json_t *answer_check(const json_t *question, struct ninefold_error *err)
{
    const struct ninefold_input instance = nf_web_input(question, "instance"),
                                transcript = nf_web_input(question, "transcript");
    struct ninefold_difference difference = {0};
    const enum ninefold_status status =
        ninefold_check(nf_web_string(question, "game"), &instance, &transcript,
                       nf_web_flag(question, "strict"), &difference, err);
    if (status != NINEFOLD_OK && status != NINEFOLD_DIFFERENT)
        return NULL;
    return json_pack("{sbsIssso}", "right", status == NINEFOLD_OK, "line",
                     (json_int_t)difference.line, "kind", difference.kind, "why",
                     nf_web_text(&difference.why));
}

static json_t *page(const json_t *question, struct ninefold_error *err)
{
    const struct ninefold_input instance = nf_web_input(question, "instance"),
                                transcript = nf_web_input(question, "transcript");
    const bool both = json_is_string(json_object_get(question, "transcript"));
    struct ninefold_text html = {0};
    return ninefold_page(nf_web_string(question, "game"), &instance, both ? &transcript : NULL,
                         nf_web_flag(question, "strict"), STORY_LINES, &html, err) == NINEFOLD_OK
               ? nf_web_answer("html", &html)
               : NULL;
}

/* ---- asking ---- */

static const struct {
    const char *name;
    /* Returns the answer, or NULL and a message. */
    json_t *(*answer)(const json_t *question, struct ninefold_error *err);
} answers[] = {
    {"catalogue", catalogue},  {"language", language}, {"open", nf_web_open}, {"run", nf_web_run},
    {"report", nf_web_report}, {"deal", answer_deal},  {"play", answer_play}, {"verify", verify},
    {"check", answer_check},   {"page", page},         {"name", nf_web_name}, {"case", nf_web_case},
    {"narrow", nf_web_narrow}, {"fits", nf_web_fits},  {"make", nf_web_make},
};

static json_t *answer(const json_t *question, struct ninefold_error *err)
{
    const char *const name = nf_web_string(question, "ask");
    for (size_t i = 0; name != NULL && i < sizeof answers / sizeof *answers; i++)
        if (strcmp(answers[i].name, name) == 0)
            return answers[i].answer(question, err);
    return NULL;
}

const char *nf_web_ask(const char *bytes, size_t size)
{
    static struct nf_text last;
    struct ninefold_error err = {"out of memory"};
    nf_text_free(&last);
    nf_json_forget();
    json_t *const question = json_loadb(bytes, size, JSON_ALLOW_NUL, NULL);
    json_t *found = answer(question, &err);
    if (found == NULL) {
        nf_json_forget();
        found = json_pack("{ss}", "error", err.text);
    }
    const bool dumped = nf_json_dump(&last, found, JSON_COMPACT);
    json_decref(found);
    json_decref(question);
    return dumped ? nf_text_terminated(&last) : NULL;
}

void *nf_web_room(size_t size)
{
    return malloc(size);
}

void nf_web_forget(void *room)
{
    free(room);
}

/* ---- reading questions and making answers ---- */

const char *nf_web_string(const json_t *question, const char *name)
{
    return json_string_value(json_object_get(question, name));
}

uint32_t nf_web_number(const json_t *question, const char *name)
{
    const json_t *const given = json_object_get(question, name);
    if (given == NULL)
        return 0;
    const json_int_t value = json_is_integer(given) ? json_integer_value(given) : -1;
    return value < 0 || value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

uint64_t nf_web_digits(const char *digits)
{
    if (digits == NULL || digits[0] == '\0')
        return 0;
    char *end;
    const uint64_t value = strtoull(digits, &end, 10);
    return digits[strspn(digits, "0123456789")] != '\0' ? UINT64_MAX : value;
}

uint64_t nf_web_long(const json_t *question, const char *name)
{
    return nf_web_digits(nf_web_string(question, name));
}

bool nf_web_flag(const json_t *question, const char *name)
{
    return json_is_true(json_object_get(question, name));
}

struct ninefold_input nf_web_input(const json_t *question, const char *name)
{
    const json_t *const text = json_object_get(question, name);
    const bool given = json_is_string(text);
    return (struct ninefold_input){given ? json_string_value(text) : "", json_string_length(text),
                                   NULL};
}

json_t *nf_web_text(struct ninefold_text *text)
{
    json_t *const string = text->data == NULL ? json_null() : json_stringn(text->data, text->size);
    ninefold_text_free(text);
    return string;
}

json_t *nf_web_string_of(struct nf_text *text)
{
    json_t *const string = text->size == 0 ? json_null() : json_stringn(text->data, text->size);
    nf_text_free(text);
    return string;
}

json_t *nf_web_answer(const char *name, struct ninefold_text *text)
{
    return json_pack("{so}", name, nf_web_text(text));
}

struct ninefold_parameters nf_web_parameters(const json_t *given)
{
    return (struct ninefold_parameters){.game = nf_web_string(given, "game"),
                                        .profile = nf_web_string(given, "profile"),
                                        .weights = nf_web_string(given, "weights"),
                                        .players = nf_web_number(given, "players"),
                                        .rounds = nf_web_number(given, "rounds"),
                                        .deck = nf_web_number(given, "deck"),
                                        .strategy = nf_web_string(given, "strategy"),
                                        .seed = nf_web_long(given, "seed"),
                                        .kernel = nf_web_string(given, "kernel"),
                                        .detail = nf_web_flag(given, "detail"),
                                        .paired = nf_web_flag(given, "paired")};
}

bool nf_web_open_game(const json_t *given, struct ninefold_game **opened,
                      struct ninefold_error *err)
{
    const struct ninefold_parameters parameters = nf_web_parameters(given);
    return ninefold_open(&parameters, opened, err) == NINEFOLD_OK;
}

/* ---- inputs of any problem ---- */

/* Opens the form of a question; false and a message if it is none. */
static bool forms_open(const json_t *question, struct ninefold_format **format,
                       struct ninefold_error *err)
{
    const struct ninefold_input source = nf_web_input(question, "form");
    return ninefold_format_open(&source, format, err) == NINEFOLD_OK;
}

json_t *nf_web_fits(const json_t *question, struct ninefold_error *err)
{
    const struct ninefold_input input = nf_web_input(question, "input");
    struct ninefold_format *format;
    if (!forms_open(question, &format, err))
        return NULL;
    const enum ninefold_status status = ninefold_format_verify(format, &input, err);
    ninefold_format_close(format);
    return status == NINEFOLD_OK ? json_pack("{sb}", "valid", true) : NULL;
}

json_t *nf_web_make(const json_t *question, struct ninefold_error *err)
{
    struct ninefold_text made = {0};
    struct ninefold_format *format;
    if (!forms_open(question, &format, err))
        return NULL;
    const enum ninefold_status status = ninefold_format_case(
        format, nf_web_long(question, "seed"), nf_web_long(question, "index"), &made, err);
    ninefold_format_close(format);
    return status == NINEFOLD_OK ? nf_web_answer("input", &made) : NULL;
}

/* ---- what the C library of emscripten 3.1.6 does not have ---- */

void *reallocarray(void *array, size_t count, size_t size)
{
    size_t bytes;
    if (!__builtin_mul_overflow(count, size, &bytes))
        return realloc(array, bytes);
    errno = ENOMEM;
    return NULL;
}
