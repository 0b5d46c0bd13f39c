/* Rows of values by AVX2. Compiled with its own flags; where it is not, they are as values.c's.
 */
#if defined(__AVX2__)
#define ROWS_BYTES 32
#endif
#include "games/cirno/simulated/exact/rows_template.h"

const struct cirno_code cirno_code_avx2 = ROWS_CODE;
