/* Which case tells a mistake from all others, where the smallest one of the finding will do: by a
 * game of one line. */
#include "judge/fuzz/fuzz_internal.h"
#include "sim/game.h"
#include "tests/unit/test.h"

#include <string.h>

/* A line that names the mistakes. In a case that starts with 'd' only its first byte is common to
 * all programs that make them. */
static size_t play_as(uint64_t mistakes, const struct nf_input *instance, FILE *out)
{
    fprintf(out, "%llu are made\n", (unsigned long long)mistakes);
    return instance->data[0] == 'd' ? 1 : SIZE_MAX;
}

static const struct nf_fuzz_ops ops = {.play_as = play_as};

/* Whether the case tells mistake 1 from the rules and from mistake 2. */
static bool distinguished(const char *instance)
{
    struct nf_diagnosis diagnosis = {.distinguished = NF_DISTINGUISHED_NOT};
    uint64_t candidate = 1 << 1;
    struct nf_diagnosing diagnosing = {
        .ops = &ops,
        .diagnosis = &diagnosis,
        .suspects = {.ops = &ops, .mistakes = 2, .sets = &candidate, .count = 1}};
    const struct nf_finding finding = {
        .shrunk = true,
        .smallest.instance = {.data = (char *)(uintptr_t)instance, .size = strlen(instance)}};
    assert_ok(nf_diagnosing_distinguish, &diagnosing, &finding);
    const bool told = diagnosis.distinguished == NF_DISTINGUISHED_BY_SMALLEST;
    assert_int_equal(diagnosis.alike, told ? 0 : 1 << 2);
    return told;
}

TEST(the_smallest_case_tells_a_mistake_if_all_of_its_output_does)
{
    assert_true(distinguished("whole"));
    assert_false(distinguished("dry"));
}
