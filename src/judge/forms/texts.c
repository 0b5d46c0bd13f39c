/* Texts of regular expressions, drawn byte by byte; some then get a shape that bytes drawn apart
 * from each other hardly ever have. */
#include "judge/forms/maker.h"

#include <string.h>

/* ---- bytes ---- */

struct text_drawing {
    struct nf_form_machine *m;
    const struct form_regex *regex;
    uint32_t place;
    struct nf_text *text;
    bool shortest;
};

static uint8_t draw_byte(struct text_drawing *d, uint32_t set)
{
    struct form_maker *const maker = d->m->maker;
    const uint64_t count = d->regex->member_counts[set];
    uint64_t i;
    if (count == 0)
        return ' '; /* of [^...] that leaves nothing; reading will refuse it */
    if (d->shortest) {
        i = 0;
    } else if (maker->stage == STAGE_ENUMERATED) {
        i = count < 2 ? 0 : nf_form_enumerate(d->m, count);
        if (count > 3 && (i == 2 || i == count - 1)) /* the last one costs 2 */
            i = count + 1 - i;
    } else {
        struct form_place_taste *const taste = nf_form_taste(maker, d->place);
        i = nf_form_below(maker, count);
        if (taste->bias % 10 >= 7) { /* of a pool */
            const uint64_t again = nf_form_below(maker, 1 + taste->bias % 3);
            i = (again + 1) * 2654435761u * (taste->bias + 1u) % count;
        } else if (taste->bias % 10 >= 4) { /* rather the first ones */
            const uint64_t other = nf_form_below(maker, count);
            i = other < i ? other : i;
        }
    }
    return d->regex->members[set][i];
}

/* How often a part is repeated. A size of the case bounds it, but not in half of the cases where
 * the form itself allows no more than words have. */
static uint64_t draw_times(struct text_drawing *d, uint64_t low, uint64_t high, uint64_t outer)
{
    enum { WORD = 32, SMALL = 8 };
    struct form_maker *const maker = d->m->maker;
    if (maker->stage == STAGE_ENUMERATED)
        return low + nf_form_enumerate(d->m, high - low + 1);
    if (maker->size > SMALL && high <= WORD && nf_form_taste(maker, d->place)->bias % 2 == 0)
        return low + nf_form_below(maker, high - low + 1);
    return (uint64_t)nf_form_draw_count(d->m, d->place, (form_integer)low, (form_integer)high,
                                        outer);
}

static void draw_node(struct text_drawing *d, uint32_t number, uint64_t outer)
{
    struct form_maker *const maker = d->m->maker;
    const struct form_regex_node *const node = &d->regex->nodes[number];
    if (d->m->status != NF_OK || d->text->failed || d->text->size > FORM_TOKENS)
        return;
    d->m->steps += maker->stage == STAGE_ENUMERATED; /* of thousands of runs */
    switch ((enum form_regex_kind)node->kind) {
    case REGEX_SET: {
        const char byte = (char)draw_byte(d, node->first);
        nf_text_bytes(d->text, &byte, 1);
        return;
    }
    case REGEX_SEQUENCE:
        for (uint32_t i = node->first; i != FORM_NONE; i = d->regex->nodes[i].next)
            draw_node(d, i, outer);
        return;
    case REGEX_ALTERNATIVES: {
        uint64_t count = 0, chosen = 0;
        for (uint32_t i = node->first; i != FORM_NONE; i = d->regex->nodes[i].next)
            count++;
        if (!d->shortest)
            chosen = maker->stage == STAGE_ENUMERATED ? nf_form_enumerate(d->m, count)
                                                      : nf_form_below(maker, count);
        uint32_t i = node->first;
        for (; chosen > 0; chosen--)
            i = d->regex->nodes[i].next;
        draw_node(d, i, outer);
        return;
    }
    default: break;
    }
    const uint64_t high = node->high == FORM_NONE ? (uint64_t)FORM_TOKENS : node->high;
    const uint64_t times =
        d->shortest || high <= node->low ? node->low : draw_times(d, node->low, high, outer);
    for (uint64_t i = 0; i < times && d->m->status == NF_OK && d->text->size <= FORM_TOKENS; i++)
        draw_node(d, node->first, outer * (times > 0 ? times : 1));
}

void nf_form_draw_text(struct nf_form_machine *m, const struct form_regex *regex, uint32_t place,
                       struct nf_text *text)
{
    struct text_drawing d = {.m = m, .regex = regex, .place = place, .text = text};
    draw_node(&d, regex->root, nf_form_outer(m));
}

bool nf_form_redraw_text(struct nf_form_machine *m, struct form_entry *entry)
{
    struct nf_text *const text = &m->maker->text;
    const struct form_step *const step = &m->form->steps[entry->step];
    if (step->regex == FORM_NONE)
        return false;
    text->size = 0;
    m->depth = 0; /* a run that failed may have left it, and its status */
    m->status = NF_OK;
    nf_form_draw_text(m, m->form->regexes[step->regex], entry->place, text);
    return !text->failed && nf_form_entry_keep(m, entry, text->data, text->size);
}

void nf_form_shortest_text(struct nf_form_machine *m, const struct form_regex *regex,
                           struct nf_text *text)
{
    struct text_drawing d = {.m = m, .regex = regex, .text = text, .shortest = true};
    draw_node(&d, regex->root, 1);
}

/* ---- shapes ---- */

/* The bytes that occur in texts of the regular expression, in order. */
static uint32_t text_alphabet(const struct form_regex *regex, char alphabet[256])
{
    bool there[256] = {false};
    uint32_t count = 0;
    for (uint32_t set = 0; set < regex->set_count; set++)
        for (uint32_t i = 0; i < regex->member_counts[set]; i++)
            there[regex->members[set][i]] = true;
    for (int byte = 0; byte < 256; byte++)
        if (there[byte])
            alphabet[count++] = (char)byte;
    return count;
}

static void text_exchange(struct form_maker *maker, char *bytes, size_t size)
{
    const size_t i = nf_form_below(maker, size), j = nf_form_below(maker, size);
    const char byte = bytes[i];
    bytes[i] = bytes[j];
    bytes[j] = byte;
}

/* Pairs that are nested or follow each other: of a byte and the next one of the alphabet, as
 * brackets are, or of equal ones, which gives palindromes. Now and then two bytes are exchanged. */
static void text_nest(struct form_maker *maker, const char *alphabet, uint32_t count, char *bytes,
                      size_t size)
{
    enum { DEEPEST = 256 };
    char open[DEEPEST];
    size_t depth = 0;
    const bool equal = nf_form_below(maker, 3) == 0;
    const bool deep = nf_form_below(maker, 2) == 0;
    for (size_t i = 0; i < size; i++) {
        const bool close = depth == size - i || depth == DEEPEST ||
                           (depth > 0 && !deep && nf_form_below(maker, 2) == 0);
        if (close) {
            bytes[i] = open[--depth];
            continue;
        }
        const uint64_t pair = nf_form_below(maker, (count + 1) / 2) * 2;
        bytes[i] = alphabet[pair];
        open[depth++] = alphabet[equal || pair + 1 == count ? pair : pair + 1];
    }
    if (nf_form_below(maker, 3) == 0)
        text_exchange(maker, bytes, size);
}

/* The text before this one, changed a little: bytes exchanged, one replaced by its neighbour in the
 * alphabet and another one the other way, another end, or all in reverse. */
static bool text_relate(struct form_maker *maker, const char *alphabet, uint32_t count,
                        struct nf_text *text)
{
    enum { BACK = 64, MOST = 1 << 16 };
    const struct form_entry *before = NULL;
    for (uint32_t i = maker->record.count;
         before == NULL && i > 0 && i + BACK > maker->record.count;)
        if (maker->record.entries[--i].kind == ENTRY_TEXT)
            before = &maker->record.entries[i];
    if (before == NULL || before->length == 0 || before->length > MOST)
        return false;
    text->size = 0;
    nf_text_bytes(text, before->text, before->length);
    if (text->failed)
        return false;
    char *const bytes = text->data;
    const size_t size = text->size;
    switch (nf_form_below(maker, 5)) {
    case 0:
        for (size_t i = 0; i < size / 2; i++) {
            const char byte = bytes[i];
            bytes[i] = bytes[size - 1 - i];
            bytes[size - 1 - i] = byte;
        }
        break;
    case 1:
        for (uint64_t times = 1 + nf_form_below(maker, size); times > 0; times--)
            text_exchange(maker, bytes, size);
        break;
    case 2:
        if (nf_form_below(maker, 2) == 0)
            text->size--;
        else
            nf_text_bytes(text, &alphabet[nf_form_below(maker, count)], 1);
        break;
    default:
        for (int way = -1; way <= 1; way += 2) {
            char *const byte = &bytes[nf_form_below(maker, size)];
            const char *const at = memchr(alphabet, *byte, count);
            if (at != NULL && at + way >= alphabet && at + way < alphabet + count)
                *byte = at[way];
        }
    }
    return !text->failed;
}

void nf_form_shape_text(struct nf_form_machine *m, const struct form_regex *regex,
                        struct form_matcher *matcher, struct nf_text *text)
{
    struct form_maker *const maker = m->maker;
    char alphabet[256];
    if (maker->stage == STAGE_ENUMERATED || text->size < 2 || nf_form_below(maker, 10) >= 3)
        return;
    const uint32_t count = text_alphabet(regex, alphabet);
    struct nf_text *const shaped = &maker->shaped;
    const bool related = nf_form_below(maker, 3) < 2 && text_relate(maker, alphabet, count, shaped);
    if (!related) {
        shaped->size = 0;
        nf_text_bytes(shaped, text->data, text->size);
        if (!shaped->failed)
            text_nest(maker, alphabet, count, shaped->data, shaped->size);
    }
    if (shaped->failed || nf_form_matcher_longest(matcher, shaped->data, shaped->size, &m->steps,
                                                  m->most_steps) != (ptrdiff_t)shaped->size)
        return;
    text->size = 0;
    nf_text_bytes(text, shaped->data, shaped->size);
}
