/* Programs with the mistakes of mahjong's catalogue; see program.h. */
#include "games/mahjong/fuzz/mistakes.c"
#include "tests/mutants/program.h"

int main(void)
{
    return run(mahjong_play_as);
}
