/* Reading questions and making answers. */
#include "web/engine/engine_internal.h"

#include <stdlib.h>
#include <string.h>

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
