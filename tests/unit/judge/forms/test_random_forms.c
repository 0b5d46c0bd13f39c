/* Random forms: whatever is made of one, varied or made smaller can be read by it, and any other
 * text is refused with its place. */
#include "judge/forms/forms_internal.h"

#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a form by chance ---- */

enum { NUMBERS = 4, ARRAYS = 3, WORDS = 2 };

/* What has been written so far. */
struct forge {
    struct nf_text *form;
    uint64_t *state;
    uint32_t numbers, arrays, words; /* x0, x1, ...; a0, ...; w0, ... have values */
    int depth;
};

static uint32_t below(struct forge *f, uint32_t count)
{
    return nf_test_between(f->state, 0, count - 1);
}

/* A number that has a value, or a constant. */
static void forge_operand(struct forge *f)
{
    if (f->numbers > 0 && below(f, 2) == 0)
        nf_text_format(f->form, "x%u", below(f, f->numbers));
    else
        nf_text_format(f->form, "%u", below(f, 12));
}

/* A test of `value`, or of anything if that is NULL. */
static void forge_test(struct forge *f, const char *value)
{
    static const char *const comparisons[] = {"<", ">", "<=", ">=", "==", "!="};
    const bool listed = f->arrays > 0 && below(f, 2) == 0;
    nf_text_string(f->form, below(f, 3) == 0 ? "!(" : "(");
    if (listed)
        nf_text_string(f->form, "INARRAY(");
    if (value != NULL && below(f, 3) > 0)
        nf_text_string(f->form, value);
    else
        forge_operand(f);
    if (listed) {
        nf_text_format(f->form, ",a%u)", below(f, f->arrays));
    } else {
        nf_text_format(f->form, " %s ", comparisons[below(f, 6)]);
        forge_operand(f);
    }
    nf_text_string(f->form, ")");
}

static void forge_assert(struct forge *f, const char *value)
{
    nf_text_string(f->form, "ASSERT(");
    forge_test(f, value);
    if (below(f, 3) == 0) {
        nf_text_string(f->form, below(f, 2) == 0 ? " && " : " || ");
        forge_test(f, value);
    }
    nf_text_string(f->form, ")\n");
}

static void forge_number(struct forge *f)
{
    char name[8];
    const uint32_t number = f->numbers < NUMBERS ? f->numbers : below(f, NUMBERS);
    const int low = (int)below(f, 8) - 4;
    snprintf(name, sizeof name, "x%u", number);
    nf_text_format(f->form, "INT(%d,%d,%s) %s ", low, low + 1 + (int)below(f, 12), name,
                   below(f, 2) == 0 ? "SPACE" : "NEWLINE");
    f->numbers += number == f->numbers;
    if (below(f, 3) == 0)
        forge_assert(f, name);
}

/* An array, also one that had values before; an assertion of each may be about all before it. */
static void forge_array(struct forge *f)
{
    char name[16];
    const uint32_t number = f->arrays < ARRAYS ? f->arrays : below(f, ARRAYS);
    snprintf(name, sizeof name, "a%u[i]", number);
    nf_text_format(f->form, "INT(1,6,n) NEWLINE REPI(i,n,SPACE) INT(1,%u,%s) ", 4 + below(f, 12),
                   name);
    f->arrays += number == f->arrays;
    for (uint32_t times = below(f, 3); times > 0; times--)
        forge_assert(f, name);
    if (below(f, 4) == 0)
        nf_text_string(f->form, "IF(i > 0) SET(p = i - 1) "
                                "ELSE SET(p = 0) END ");
    nf_text_string(f->form, "END NEWLINE ");
    if (below(f, 2) == 0)
        nf_text_format(f->form, "ASSERT(UNIQUE(a%u)) ", number);
    if (below(f, 3) == 0)
        forge_assert(f, NULL);
}

static void forge_word(struct forge *f)
{
    static const char *const expressions[] = {"[a-c]{1,3}", "(x|yy)*z", "[()]{2}", "a?b+"};
    const uint32_t number = f->words < WORDS ? f->words : below(f, WORDS);
    nf_text_format(f->form, "REGEX(\"%s\",w%u) NEWLINE ", expressions[below(f, 4)], number);
    f->words += number == f->words;
    if (below(f, 3) == 0)
        nf_text_format(f->form, "ASSERT(w%u != w%u || STRLEN(w%u) < 3) ", number,
                       below(f, f->words), number);
}

static void forge_block(struct forge *f, uint32_t most);

/* A block of its own, whose values nothing behind it may ask for. */
static void forge_inner(struct forge *f)
{
    const struct forge before = *f;
    f->depth++;
    forge_block(f, 2);
    *f = before;
}

static void forge_command(struct forge *f)
{
    switch (below(f, f->depth < 2 ? 7 : 4)) {
    case 0: forge_number(f); return;
    case 1: forge_array(f); return;
    case 2: forge_word(f); return;
    case 3:
        nf_text_string(f->form, "SET(s = ");
        forge_operand(f);
        nf_text_string(f->form, ") STRING(\"-\") FLOAT(0,1) NEWLINE ");
        return;
    case 4:
        nf_text_string(f->form, "IF(");
        forge_test(f, NULL);
        nf_text_string(f->form, ") ");
        forge_inner(f);
        if (below(f, 2) == 0) {
            nf_text_string(f->form, "ELSE ");
            forge_inner(f);
        }
        break;
    case 5:
        nf_text_string(f->form, "REP(2) ");
        forge_inner(f);
        break;
    default:
        nf_text_string(f->form, "WHILE(!MATCH(\".\")) STRING(\"-\") ");
        forge_inner(f);
        nf_text_string(f->form, "END STRING(\".\\n\") ");
        return;
    }
    nf_text_string(f->form, "END ");
}

static void forge_block(struct forge *f, uint32_t most)
{
    for (uint32_t times = 1 + below(f, most); times > 0; times--)
        forge_command(f);
}

/* ---- what holds of each ---- */

struct tried {
    const char *form;
    struct nf_form_machine *machine, *reader; /* which makes nothing */
    uint64_t *state;
    uint32_t trials;
};

static void assert_readable(const struct tried *tried, const char *what, const struct nf_text *text)
{
    struct nf_error err;
    const struct nf_input input = nf_text_input(text, "case.in");
    if (nf_form_check(tried->reader, &input, &err) != NF_OK)
        fail_msg("%s of\n%s\nis\n%.*s\n%s", what, tried->form, (int)text->size, text->data,
                 err.text);
}

static enum nf_form_trial try_by_chance(void *owner, const struct nf_text *candidate)
{
    struct tried *const tried = owner;
    assert_readable(tried, "a smaller case", candidate);
    return nf_test_between(tried->state, 0, 2) == 0 ? NF_FORM_FAILS : NF_FORM_PASSES;
}

static bool is_over(void *owner)
{
    enum { MOST = 100 };
    struct tried *const tried = owner;
    return tried->trials++ == MOST;
}

/* Another byte somewhere, one less, or one more: the text is read, or the message has a place. */
static void assert_damaged(const struct tried *tried, const struct nf_text *text)
{
    static const char bytes[] = "0123456789-.e \nax(\xff";
    FREED_BY(nf_text_free) struct nf_text damaged = {0};
    struct nf_error err;
    unsigned line, column;
    const uint32_t at = nf_test_between(tried->state, 0, (uint32_t)text->size);
    const uint32_t skipped = at < text->size ? nf_test_between(tried->state, 0, 1) : 0;
    nf_text_bytes(&damaged, text->data, at);
    nf_text_bytes(&damaged, bytes + nf_test_between(tried->state, 0, sizeof bytes - 2),
                  nf_test_between(tried->state, 0, 1));
    nf_text_bytes(&damaged, text->data + at + skipped, text->size - at - skipped);
    (void)nf_text_terminated(&damaged);
    const struct nf_input input = nf_text_input(&damaged, "case.in");
    if (nf_form_check(tried->reader, &input, &err) == NF_OK)
        return;
    const char *const place = strstr(err.text, "case.in:");
    if (place == NULL || sscanf(place, "case.in:%u:%u: ", &line, &column) != 2)
        fail_msg("%s on\n%.*s\n%s", tried->form, (int)damaged.size, damaged.data, err.text);
}

/* Returns how many cases were made. */
static uint32_t try_form(const struct nf_text *form, uint64_t *state)
{
    const struct nf_input source = nf_text_input(form, "p.ctd");
    struct tried tried = {.form = form->data, .state = state};
    const struct nf_form_trier trier = {.try = try_by_chance, .over = is_over, .owner = &tried};
    struct nf_form_spec *parsed;
    struct nf_error err;
    uint32_t made = 0;
    if (nf_form_parse(&parsed, &source, NULL, &err) != NF_OK)
        fail_msg("%s\n%s", form->data, err.text);
    tried.machine = nf_form_machine_new(parsed);
    tried.reader = nf_form_machine_new(parsed);
    tried.machine->max_run = 1 << 16; /* of what can't be met, too */
    for (int i = 0; i < 6; i++) {
        FREED_BY(nf_text_free) struct nf_text text = {0}, other = {0};
        const uint32_t index = nf_test_between(state, 0, i % 2 == 0 ? 250 : 600);
        const enum nf_status status = nf_form_make(tried.machine, *state, index, &text, &err);
        if (status != NF_OK && strstr(err.text, "no case was found") == NULL)
            fail_msg("%s\n%s", form->data, err.text);
        if (status != NF_OK)
            continue;
        made++;
        assert_readable(&tried, "a case", &text);
        for (int k = 0; k < 10; k++)
            assert_damaged(&tried, &text);
        assert_ok(nf_form_vary, tried.machine, &text, *state, index, &other);
        assert_readable(&tried, "a variation", &other);
        other.size = tried.trials = 0;
        assert_ok(nf_form_shrink, tried.machine, &text, &trier, &other);
        assert_readable(&tried, "the smallest case", &other);
    }
    nf_form_machine_free(tried.machine);
    nf_form_machine_free(tried.reader);
    nf_form_free(parsed);
    return made;
}

TEST(whatever_is_made_of_a_random_form_can_be_read_and_other_texts_are_refused_with_their_place)
{
    const uint32_t forms = nf_test_often(50, 1000, 20000);
    uint64_t state = nf_test_seed();
    uint32_t made = 0;
    for (uint32_t i = 0; i < forms; i++) {
        FREED_BY(nf_text_free) struct nf_text form = {0};
        struct forge forge = {.form = &form, .state = &state};
        forge_block(&forge, 4);
        (void)nf_text_terminated(&form);
        made += try_form(&form, &state);
    }
    assert_true(made > 6 * forms / 2); /* some of the assertions can't hold */
}
