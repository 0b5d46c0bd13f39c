/* What inputs of any problem look like: forms, by which texts are checked and cases made. */
#include "base/owned.h"
#include "judge/forms/form.h"
#include "lib/lib_internal.h"

#include <stdlib.h>

struct ninefold_format {
    struct nf_form_spec *spec;
};

enum ninefold_status ninefold_format_open(const struct ninefold_input *source,
                                          struct ninefold_format **format,
                                          struct ninefold_error *err)
{
    const struct nf_input input = nf_lib_input(source, "form");
    struct nf_form_spec *spec;
    *format = NULL;
    enum nf_status status = nf_form_parse(&spec, &input, NULL, nf_lib_error(err));
    if (status != NF_OK)
        return (enum ninefold_status)status;
    *format = malloc(sizeof **format);
    if (*format == NULL) {
        nf_form_free(spec);
        return (enum ninefold_status)nf_fail_memory(nf_lib_error(err));
    }
    (*format)->spec = spec;
    return NINEFOLD_OK;
}

void ninefold_format_close(struct ninefold_format *format)
{
    if (format != NULL)
        nf_form_free(format->spec);
    free(format);
}

enum ninefold_status ninefold_format_verify(const struct ninefold_format *format,
                                            const struct ninefold_input *instance,
                                            struct ninefold_error *err)
{
    const struct nf_input input = nf_lib_input(instance, "input");
    NF_OWNED_MACHINE struct nf_form_machine *machine = nf_form_machine_new(format->spec);
    return (enum ninefold_status)(machine != NULL
                                      ? nf_form_check(machine, &input, nf_lib_error(err))
                                      : nf_fail_memory(nf_lib_error(err)));
}

enum ninefold_status ninefold_format_case(const struct ninefold_format *format, uint64_t seed,
                                          uint64_t index, struct ninefold_text *instance,
                                          struct ninefold_error *err)
{
    struct nf_text made = {0};
    NF_OWNED_MACHINE struct nf_form_machine *machine = nf_form_machine_new(format->spec);
    const enum nf_status status = machine != NULL
                                      ? nf_form_make(machine, seed, index, &made, nf_lib_error(err))
                                      : nf_fail_memory(nf_lib_error(err));
    return nf_lib_give(instance, &made, status, nf_lib_error(err));
}
