/* Programs with the mistakes of tng's catalogue; see program.h. */
#include "games/tng/fuzz/mistakes.c"
#include "tests/mutants/program.h"

int main(void)
{
    return run(tng_play_as);
}
