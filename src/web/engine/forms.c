/* Questions about inputs of any problem: whether one is what a form describes, and cases by it. */
#include "web/engine/engine_internal.h"

/* Opens the form of a question; false and a message if it is none. */
static bool forms_open(const json_t *question, struct ninefold_format **format,
                       struct ninefold_error *err)
{
    const struct ninefold_input source = nf_web_input(question, "form");
    return ninefold_format_open(&source, format, err) == NINEFOLD_OK;
}

json_t *nf_web_fits(const json_t *question, struct ninefold_error *err)
{
    const struct ninefold_input input = nf_web_input(question, "input");
    struct ninefold_format *format;
    if (!forms_open(question, &format, err))
        return NULL;
    const enum ninefold_status status = ninefold_format_verify(format, &input, err);
    ninefold_format_close(format);
    return status == NINEFOLD_OK ? json_pack("{sb}", "valid", true) : NULL;
}

json_t *nf_web_make(const json_t *question, struct ninefold_error *err)
{
    struct ninefold_text made = {0};
    struct ninefold_format *format;
    if (!forms_open(question, &format, err))
        return NULL;
    const enum ninefold_status status = ninefold_format_case(
        format, nf_web_long(question, "seed"), nf_web_long(question, "index"), &made, err);
    ninefold_format_close(format);
    return status == NINEFOLD_OK ? nf_web_answer("input", &made) : NULL;
}
