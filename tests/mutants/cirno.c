/* Programs with the mistakes of cirno's catalogue; see program.h. */
#include "games/cirno/fuzz/mistakes.c"
#include "tests/mutants/program.h"

int main(void)
{
    return run(cirno_play_as);
}
