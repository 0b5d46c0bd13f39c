#include "judge/naming/variant.h"

#include "base/owned.h"
#include "judge/played_as.h"

#include "base/format/tokens.h"

#include <stdlib.h>
#include <string.h>

enum nf_status nf_printed_set(struct nf_printed *printed, const char *bytes, size_t size,
                              bool whole, struct nf_error *err)
{
    struct nf_text *const words = &printed->words;
    words->size = 0;
    printed->whole = whole;
    char *const to = nf_text_room(words, size + 1);
    if (to == NULL)
        return nf_fail(err, NF_IO, "out of memory for an output");
    size_t used = 0;
    bool apart = false;
    for (size_t i = 0; i < size; i++) {
        if (nf_is_blank(bytes[i])) {
            apart = true;
            continue;
        }
        if (apart && used > 0)
            to[used++] = ' ';
        to[used++] = bytes[i];
        apart = false;
    }
    words->size = used;
    return NF_OK;
}

enum nf_status nf_printed_by(struct nf_printed *printed, const struct nf_fuzz_ops *ops,
                             uint64_t mistakes, const struct nf_text *instance,
                             struct nf_error *err)
{
    const struct nf_played_as played = nf_played_as(ops->play_as, mistakes, instance);
    NF_OWNED char *bytes = played.bytes;
    return bytes != NULL ? nf_printed_set(printed, bytes, played.size, played.whole, err)
                         : nf_fail(err, NF_IO, "out of memory for an output");
}

static bool starts_with(const struct nf_text *text, const struct nf_text *start)
{
    return text->size >= start->size &&
           (start->size == 0 || memcmp(text->data, start->data, start->size) == 0);
}

bool nf_printed_differ(const struct nf_printed *a, const struct nf_printed *b)
{
    if (a->whole && b->whole)
        return a->words.size != b->words.size || !starts_with(&a->words, &b->words);
    /* One that is not whole goes on in some way. */
    return (b->whole || !starts_with(&a->words, &b->words)) &&
           (a->whole || !starts_with(&b->words, &a->words));
}

enum nf_agreement nf_printed_agree(const struct nf_printed *program,
                                   const struct nf_printed *variant)
{
    const struct nf_text *const words = &program->words;
    if (variant->whole)
        return program->whole && words->size == variant->words.size &&
                       starts_with(words, &variant->words)
                   ? NF_AGREES
                   : NF_DIFFERS;
    return starts_with(words, &variant->words)   ? NF_AGREES
           : starts_with(&variant->words, words) ? NF_OPEN
                                                 : NF_DIFFERS;
}
