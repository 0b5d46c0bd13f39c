#include "core/json_text.h"

#include <stdlib.h>

enum nf_exit nf_text_json(struct nf_text *text, json_t *document, struct nf_error *err)
{
    /* Twelve digits: more than any measurement has, and no 0.30000000000000004. */
    char *const dump =
        document == NULL ? NULL : json_dumps(document, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    json_decref(document);
    if (dump == NULL)
        return nf_fail(err, NF_IO, "out of memory for the JSON document");
    nf_text_string(text, dump);
    nf_text_string(text, "\n");
    free(dump);
    return NF_OK;
}
