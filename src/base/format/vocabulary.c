#include "base/format/vocabulary.h"

#include <string.h>

int nf_vocabulary_find(const struct nf_vocabulary *words, const char *bytes, size_t length)
{
    char padded[NF_WORD_ROOM] = {0};
    if (length == 0 || length >= sizeof padded || bytes[length - 1] == '\0')
        return -1;
    memcpy(padded, bytes, length);
    for (uint32_t number = 0; number < words->count; number++)
        if (memcmp(nf_vocabulary_word(words, number), padded, sizeof padded) == 0)
            return (int)number;
    return -1;
}
