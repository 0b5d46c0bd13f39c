#include "tests/unit/explained.h"

#include "judge/judge.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

size_t nf_test_line(const struct nf_text *text, uint64_t number)
{
    size_t at = 0;
    while (--number > 0) {
        const char *const end = memchr(text->data + at, '\n', text->size - at);
        if (end == NULL)
            return text->size;
        at = (size_t)(end - text->data) + 1;
    }
    return at;
}

struct nf_text nf_test_with_lines(const struct nf_problem *problem, const struct nf_input *instance,
                                  uint64_t number, const char *lines)
{
    struct nf_text answer = {0}, output = {0};
    assert_ok(nf_play, problem->rules, instance, &answer);
    const size_t rest = nf_test_line(&answer, number + 1);
    nf_text_bytes(&output, answer.data, nf_test_line(&answer, number));
    nf_text_string(&output, lines);
    nf_text_bytes(&output, answer.data + rest, answer.size - rest);
    nf_text_free(&answer);
    return output;
}

struct nf_difference nf_test_explain(const struct nf_problem *problem,
                                     const struct nf_input *instance, const struct nf_text *output)
{
    const struct nf_input found = nf_text_input(output, "output");
    struct nf_difference difference;
    assert_ok(nf_check_output, problem, instance, NULL, &found, &difference);
    nf_text_bytes(&difference.why, "", 1);
    return difference;
}

void nf_test_difference_free(struct nf_difference *difference)
{
    nf_text_free(&difference->why);
}

void nf_test_explains(const struct nf_difference *difference, const char *words)
{
    static const char indent[] = "\n           ";
    const char *const why = difference->why.data;
    FREED_BY(nf_test_free) char *const unwrapped = calloc(1, strlen(why) + 1);
    assert_non_null(unwrapped);
    for (const char *from = why, *line; *from != '\0'; from = line + strlen(indent)) {
        line = strstr(from, indent);
        strncat(unwrapped, from, line != NULL ? (size_t)(line - from) : strlen(from));
        if (line == NULL)
            break;
        strcat(unwrapped, " ");
    }
    if (strstr(why, words) == NULL && strstr(unwrapped, words) == NULL)
        fail_msg("%s, expected '%s':\n%s", difference->kind, words, why);
}
