/* What is told of how often each number came up, against the numbers themselves. */
#include "base/stats/counts.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdlib.h>

static int by_size(const void *a, const void *b)
{
    return (int)(*(const unsigned *)a - *(const unsigned *)b);
}

/* Few numbers, the least ones among them, so that quantiles fall between equal ones, too. */
TEST(mean_deviation_and_quantiles_are_those_of_the_numbers)
{
    enum { MOST = 40, PLACES = 256 };
    uint64_t random = nf_test_seed();
    for (int run = 0; run < 300; run++) {
        const unsigned count = nf_test_between(&random, 2, MOST);
        const unsigned highest = run % 2 == 0 ? 3 : PLACES - 1;
        unsigned numbers[MOST], sum = 0;
        uint64_t counts[PLACES] = {0};
        double squares = 0;
        for (unsigned i = 0; i < count; i++) {
            numbers[i] = nf_test_between(&random, 0, highest);
            counts[numbers[i]]++;
            sum += numbers[i];
        }
        for (unsigned i = 0; i < count; i++)
            squares += pow(numbers[i] - (double)sum / count, 2);
        qsort(numbers, count, sizeof *numbers, by_size);
        const struct nf_lengths lengths = nf_counts_lengths(counts, PLACES);
        assert_true(fabs(lengths.mean - (double)sum / count) < 1e-9);
        assert_true(fabs(lengths.sd - sqrt(squares / (count - 1))) < 1e-9);
        assert_int_equal(lengths.p50, numbers[(count - 1) / 2]);
        assert_int_equal(lengths.p90, nf_counts_quantile(counts, PLACES, 0.9));
        assert_int_equal(lengths.p99, nf_counts_quantile(counts, PLACES, 0.99));
        assert_int_equal(lengths.most, numbers[count - 1]);
        for (unsigned i = 0; i < count; i++) {
            assert_int_equal(nf_counts_quantile(counts, PLACES, (i + 0.5) / count), numbers[i]);
            if ((count & (count - 1)) == 0) /* so the share times the count is whole */
                assert_int_equal(nf_counts_quantile(counts, PLACES, (i + 1.0) / count), numbers[i]);
        }
        assert_int_equal(nf_counts_quantile(counts, PLACES, 0), numbers[0]);
    }
}

TEST(of_one_number_no_deviation_is_known_and_of_none_nothing)
{
    uint64_t counts[3] = {0};
    const struct nf_lengths none = nf_counts_lengths(counts, 3);
    assert_true(isnan(none.mean) && isnan(none.sd) && none.p50 == 0 && none.most == 0);
    counts[2] = 1;
    const struct nf_lengths one = nf_counts_lengths(counts, 3);
    assert_true(one.mean == 2 && isnan(one.sd) && one.p50 == 2 && one.most == 2);
}
