/* Forms of others' problems, any bytes, and inputs that are checked by them. An input is a form, a
 * line "====", and the text to be checked. */
#include "fuzz_target.h"
#include "judge/forms/forms_internal.h"

#include <string.h>

/* A message of one of the two, by the name it begins with. */
static void require_place(const struct nf_input *form, const struct nf_input *text,
                          const struct nf_error *err)
{
    nf_fuzz_place(strncmp(err->text, "form:", 5) == 0 ? form : text, err);
}

/* Makes some cases: what is made is accepted, and the same a second time. */
static void require_cases(const struct nf_input *source, struct nf_form_machine *machine)
{
    static const uint64_t indices[] = {0, 300, 995};
    for (size_t i = 0; i < sizeof indices / sizeof *indices; i++) {
        FREED_BY(nf_text_free) struct nf_text made = {0}, again = {0};
        struct nf_error err;
        const enum nf_status status = nf_form_make(machine, 1, indices[i], &made, &err);
        nf_fuzz_require(status == NF_OK || status == NF_INVALID, "a case ends with %d", status);
        if (status == NF_INVALID) {
            nf_fuzz_place(source, &err);
            continue;
        }
        const struct nf_input text = nf_fuzz_reread(&made);
        nf_fuzz_require(nf_form_check(machine, &text, &err) == NF_OK, "a case is refused: %s",
                        err.text);
        nf_fuzz_require(nf_form_make(machine, 1, indices[i], &again, &err) == NF_OK &&
                            nf_fuzz_same(&made, &again),
                        "case %d is another a second time", (int)indices[i]);
    }
}

/* A first form from the text, if it is as judges write inputs: it accepts the text. */
static void require_first_form(const struct nf_input *text)
{
    FREED_BY(nf_text_free) struct nf_text form = {0};
    struct nf_error err;
    struct nf_form_spec *parsed;
    const enum nf_status status = nf_form_infer(text, 1, &form, &err);
    nf_fuzz_require(status == NF_OK || status == NF_INVALID, "a first form ends with %d", status);
    if (status == NF_INVALID)
        return;
    const struct nf_input source = nf_fuzz_reread(&form);
    nf_fuzz_require(nf_form_parse(&parsed, &source, NULL, &err) == NF_OK, "refused: %s", err.text);
    struct nf_form_machine *const machine = nf_form_machine_new(parsed);
    nf_fuzz_require(machine != NULL && nf_form_check(machine, text, &err) == NF_OK,
                    "a first form refuses its sample: %s", err.text);
    nf_form_machine_free(machine);
    nf_form_free(parsed);
}

void nf_fuzz_form(const char *bytes, size_t size)
{
    static const char line[] = "====\n";
    const char *const parted = memmem(bytes, size, line, sizeof line - 1);
    const size_t length = parted != NULL ? (size_t)(parted - bytes) : size;
    const struct nf_input source = {"form", bytes, length};
    const struct nf_input text =
        parted == NULL ? nf_fuzz_input("", 0)
                       : nf_fuzz_input(parted + sizeof line - 1, size - length - sizeof line + 1);
    struct nf_error err, again;
    struct nf_form_spec *form;
    size_t place;
    require_first_form(&text);
    const enum nf_status parsed = nf_form_parse(&form, &source, &place, &err);
    nf_fuzz_require(parsed == NF_OK || parsed == NF_INVALID, "a form ends with %d", parsed);
    if (parsed == NF_INVALID) {
        FREED_BY(nf_text_free) struct nf_text caret = {0};
        nf_fuzz_place(&source, &err);
        nf_form_caret(&source, place, &caret);
        nf_fuzz_lines(&caret, "a caret");
        return;
    }
    struct nf_form_machine *const machine = nf_form_machine_new(form);
    nf_fuzz_require(machine != NULL, "out of memory");
    machine->max_run = 1 << 16;
    const enum nf_status status = nf_form_check(machine, &text, &err);
    nf_fuzz_require(status == NF_OK || status == NF_INVALID, "an input ends with %d", status);
    if (status == NF_INVALID)
        require_place(&source, &text, &err);
    nf_fuzz_require(nf_form_check(machine, &text, &again) == status &&
                        (status == NF_OK || strcmp(err.text, again.text) == 0),
                    "a second time it is: %s", again.text);
    require_cases(&source, machine);
    nf_form_machine_free(machine);
    nf_form_free(form);
}
