/* The tables of distances say when any allocation fails, and leak nothing. */
#include "games/mahjong/rules/fast.h"
#include "tests/unit/failing.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

TEST(tables_are_not_made_if_any_allocation_fails)
{
    struct mahjong_tables *tables = NULL;
    struct nf_error err = {{0}};
    const size_t before = nf_blocks();
    nf_fail_allocation(NF_NONE_FAILS);
    assert_ok(mahjong_tables_make, &tables);
    const uint32_t all = nf_allocations();
    free(tables);
    assert_in_range(all, 1, 100);
    for (uint32_t n = 0; n < all; n++) {
        nf_fail_allocation(n);
        const enum nf_status status = mahjong_tables_make(&tables, &err);
        nf_fail_allocation(NF_NONE_FAILS);
        assert_int_equal(status, NF_IO);
        assert_non_null(strstr(err.text, "out of memory"));
        assert_int_equal(nf_blocks(), before);
    }
}
