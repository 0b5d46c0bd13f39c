#include "judge/naming/alternative.h"

#include "base/lang.h"

#include <ctype.h>

void nf_alternative_name(struct nf_text *text, const struct nf_alternative *alternative)
{
    nf_text_string(text, alternative->point->name);
    if (alternative->point->kind == NF_CONSTANT)
        nf_text_format(text, "-%d", alternative->number);
    if (alternative->point->kind == NF_CONDITION)
        nf_text_string(text, alternative->number == NF_TURNED ? "-turned" : "-left-out");
    char order[NF_MAX_CLASSES + 1] = "";
    for (int i = 0; alternative->order[i] != '\0'; i++)
        order[i] = (char)tolower((unsigned char)alternative->order[i]);
    if (alternative->point->kind == NF_ORDER)
        nf_text_format(text, "-%s", order);
}

void nf_alternative_does(struct nf_text *text, const struct nf_alternative *alternative)
{
    char order[2 * NF_MAX_CLASSES + 1] = "";
    for (int i = 0; alternative->order[i] != '\0'; i++) {
        order[2 * i] = alternative->order[i];
        order[2 * i + 1] = alternative->order[i + 1] != '\0' ? ' ' : '\0';
    }
    switch (alternative->point->kind) {
    case NF_SLIP: nf_text_string(text, _(alternative->point->does)); break;
    case NF_CONSTANT: nf_text_format(text, _(alternative->point->does), alternative->number); break;
    case NF_ORDER: nf_text_format(text, _(alternative->point->does), order); break;
    case NF_CONDITION:
        nf_text_format(text, _(alternative->point->does),
                       alternative->number == NF_TURNED ? _("unless") : _("whether or not"));
        break;
    }
}
