#include "table/figures.h"

#include "base/lang.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

void nf_report_count(struct nf_text *text, uint64_t number)
{
    if (number >= 1000) {
        nf_report_count(text, number / 1000);
        nf_text_format(text, ",%03u", (unsigned)(number % 1000));
    } else {
        nf_text_format(text, "%u", (unsigned)number);
    }
}

void nf_report_column(struct nf_text *text, uint64_t number, int width)
{
    struct nf_text digits = {0};
    nf_report_count(&digits, number);
    nf_text_format(text, "%*.*s", width, (int)digits.size, digits.data == NULL ? "" : digits.data);
    nf_text_free_part(&digits, text);
}

void nf_report_chance(struct nf_text *text, double p)
{
    if (p < NF_HARDLY)
        nf_text_string(text, _("less than 1 in a million"));
    else
        nf_text_format(text, p < 1e-3 ? "%.7f" : "%.3g", p); /* no powers of ten */
}

json_t *nf_json_number(double number)
{
    return isfinite(number) ? json_real(number) : json_null();
}

json_t *nf_json_count(uint64_t number)
{
    return json_integer((json_int_t)number);
}
