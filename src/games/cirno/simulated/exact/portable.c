/* Rows of values by what every processor has. */
#include "games/cirno/simulated/exact/rows_template.h"

const struct cirno_code cirno_code_portable = ROWS_CODE;
