/* Programs with the mistakes of the pig game's catalogue; see program.h. */
#include "games/pigs/fuzz/mistakes.c"
#include "tests/mutants/program.h"

int main(void)
{
    return run(pigs_play_as);
}
