#include "tests/unit/support.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A test that is written wrong: nothing to report to the test's own rules. */
__attribute__((noreturn, format(printf, 1, 2))) static void give_up(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    abort();
}

uint64_t nf_test_seed(void)
{
    const char *const given = getenv("NF_TEST_SEED");
    uint64_t seed;
    if (given != NULL && *given != '\0') {
        char *end;
        errno = 0;
        seed = strtoull(given, &end, 10);
        if (*given < '0' || *given > '9' || *end != '\0' || errno != 0)
            give_up("NF_TEST_SEED: found '%s', expected a whole number below 2^64", given);
    } else {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        uint64_t state = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
        seed = nf_test_random(&state) >> 32; /* short enough to be typed */
    }
    printf("note: seed %" PRIu64 "\n", seed);
    fflush(stdout);
    return seed;
}

uint32_t nf_test_often(uint32_t few, uint32_t some, uint32_t many)
{
    const char *const level = getenv("NF_TEST_LEVEL");
    if (level == NULL || strcmp(level, "") == 0 || strcmp(level, "0") == 0)
        return few;
    if (strcmp(level, "1") != 0 && strcmp(level, "2") != 0)
        give_up("NF_TEST_LEVEL: found '%s', expected 0, 1 or 2", level);
    return *level == '1' ? some : many;
}

bool nf_test_tries(size_t number, size_t count)
{
    static uint64_t seed;
    static bool drawn;
    if (!drawn)
        seed = nf_test_seed();
    drawn = true;
    return nf_test_often(seed % count == number, 1, 1) != 0;
}

uint64_t nf_test_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

uint32_t nf_test_between(uint64_t *state, uint32_t low, uint32_t high)
{
    const uint64_t count = (uint64_t)high - low + 1;
    return low + (uint32_t)((nf_test_random(state) >> 32) * count >> 32);
}

double nf_test_chi_square(const uint64_t *observed, const uint32_t *weights, size_t count)
{
    double total = 0, all = 0, sum = 0;
    for (size_t i = 0; i < count; i++) {
        total += (double)observed[i];
        all += weights != NULL ? weights[i] : 1;
    }
    for (size_t i = 0; i < count; i++) {
        const uint32_t weight = weights != NULL ? weights[i] : 1;
        const double expected = total * weight / all;
        const double difference = (double)observed[i] - expected;
        if (weight != 0)
            sum += difference * difference / expected;
        else if (observed[i] != 0)
            return INFINITY;
    }
    return sum;
}

double nf_test_chi_square_limit(unsigned degrees)
{
    const double z = 6.361341; /* a normal variable exceeds it once in 10^10 */
    const double part = 2.0 / (9.0 * degrees);
    return degrees * pow(1 - part + z * sqrt(part), 3);
}

bool nf_test_same(const struct nf_text *a, const struct nf_text *b)
{
    return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

uint32_t nf_test_words(const struct nf_vocabulary *vocabulary, const char *text, uint8_t *found,
                       size_t capacity)
{
    for (uint32_t count = 0;; count++) {
        text += strspn(text, " /");
        const size_t length = strcspn(text, " /");
        if (length == 0)
            return count;
        const int word = nf_vocabulary_find(vocabulary, text, length);
        if (word < 0 || count == capacity)
            give_up("word %u of the test's text is wrong or too many: '%s'", count + 1, text);
        found[count] = (uint8_t)word;
        text += length;
    }
}
