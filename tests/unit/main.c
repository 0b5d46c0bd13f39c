/* For programs that have nothing to do but to run their tests. */
#include "tests/unit/test.h"

int main(void)
{
    return nf_run_tests(NULL, NULL);
}
