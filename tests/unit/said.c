#include "tests/unit/said.h"

#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

char said[20000];

void nf_said_take(struct nf_text *told)
{
    assert_false(told->failed);
    assert_true(told->size < sizeof said);
    memcpy(said, nf_text_terminated(told), told->size + 1);
    nf_text_free(told);
}

void says(const char *expected)
{
    if (strstr(said, expected) == NULL)
        fail_msg("expected \"%s\" in: %s", expected, said);
}

void says_not(const char *unexpected)
{
    if (strstr(said, unexpected) != NULL)
        fail_msg("unexpected \"%s\" in: %s", unexpected, said);
}

void says_only(const char *expected)
{
    if (strcmp(said, expected) != 0)
        fail_msg("found:\n%s\nexpected:\n%s", said, expected);
}

struct nf_text nf_words_text(const char *words)
{
    return (struct nf_text){.data = (char *)(uintptr_t)words, .size = strlen(words)};
}

void assert_text(struct nf_text *text, const char *expected)
{
    assert_false(text->failed);
    assert_string_equal(nf_text_terminated(text), expected);
    nf_text_free(text);
}

void has(const json_t *document, const char *path, const char *expected)
{
    char copy[200], *rest = NULL;
    const json_t *value = document;
    snprintf(copy, sizeof copy, "%s", path);
    for (char *name = strtok_r(copy, ".", &rest); name != NULL; name = strtok_r(NULL, ".", &rest))
        value = json_is_array(value) ? json_array_get(value, strtoul(name, NULL, 10))
                                     : json_object_get(value, name);
    char *const found = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    if (strcmp(found != NULL ? found : "", expected) != 0)
        fail_msg("%s: found %s, expected %s", path, found, expected);
    free(found);
}
