/* What tests of reports look for in them. */
#ifndef NF_TEST_SAID_H
#define NF_TEST_SAID_H

#include "base/text.h"
#include "tests/unit/test.h"

#include <string.h>

/* The report that is looked at. */
static char text[20000];

/* Makes `told` the report, and releases it. */
static void take(struct nf_text *told)
{
    assert_false(told->failed);
    assert_true(told->size < sizeof text);
    memcpy(text, told->data, told->size);
    text[told->size] = '\0';
    nf_text_free(told);
}

static void says(const char *expected)
{
    if (strstr(text, expected) == NULL)
        fail_msg("expected \"%s\" in: %s", expected, text);
}

static void says_not(const char *unexpected)
{
    if (strstr(text, unexpected) != NULL)
        fail_msg("unexpected \"%s\" in: %s", unexpected, text);
}

#endif
