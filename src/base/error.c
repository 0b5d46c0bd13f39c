#include "base/error.h"

#include "base/lang.h"
#include "base/shown.h"

#include <stdarg.h>
#include <stdio.h>

enum nf_status nf_fail(struct nf_error *err, enum nf_status code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, _(format), args);
    va_end(args);
    nf_shown_in_place(err->text, sizeof err->text);
    return code;
}

enum nf_status nf_fail_memory(struct nf_error *err)
{
    return nf_fail(err, NF_IO, "out of memory");
}
