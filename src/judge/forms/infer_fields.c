/* What the words of a field have in common, for a first form. */
#include "judge/forms/infer.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_DIGITS = 30 };

enum infer_class nf_infer_class(const struct infer_token *token)
{
    const char *const at = token->bytes;
    const size_t sign = at[0] == '-', size = token->size;
    size_t digits = sign, decimals, end;
    while (digits < size && at[digits] >= '0' && at[digits] <= '9')
        digits++;
    const bool padded = digits > sign + 1 && at[sign] == '0';
    if (digits == size && size > sign) {
        if (!padded && size <= MOST_DIGITS && !(sign == 1 && at[1] == '0'))
            return INFER_INTEGER;
        return sign == 0 ? INFER_DIGITS : INFER_WORD;
    }
    if (digits == sign || padded || size > MOST_DIGITS)
        return INFER_WORD;
    decimals = digits + (at[digits] == '.');
    for (end = decimals; end < size && at[end] >= '0' && at[end] <= '9';)
        end++;
    if (decimals > digits && end == decimals)
        return INFER_WORD;
    if (end < size && (at[end] == 'e' || at[end] == 'E')) {
        end += end + 1 < size && (at[end + 1] == '-' || at[end + 1] == '+') ? 2 : 1;
        const size_t exponent = end;
        /* Larger ones have no limit that is an integer. */
        const size_t most = at[end - 1] == '-' ? 3 : 1;
        while (end < size && end < exponent + most && at[end] >= '0' && at[end] <= '9')
            end++;
        if (end == exponent || exponent > 20)
            return INFER_WORD;
    }
    return end == size ? INFER_REAL : INFER_WORD;
}

form_integer nf_infer_value(const struct infer_token *token)
{
    form_integer value = 0;
    for (size_t i = token->bytes[0] == '-'; i < token->size && i <= MOST_DIGITS; i++)
        value = value * 10 + (token->bytes[i] - '0');
    return token->bytes[0] == '-' ? -value : value;
}

bool nf_infer_same(const struct infer_token *a, const struct infer_token *b)
{
    return a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

static void collect_number(struct infer_field *field, enum infer_class class,
                           const struct infer_token *token)
{
    char shown[MOST_DIGITS + 2];
    const size_t size = token->size <= MOST_DIGITS ? token->size : 0;
    memcpy(shown, token->bytes, size);
    shown[size] = '\0';
    const char *const point = strchr(shown, '.');
    const int decimals = point != NULL ? (int)strspn(point + 1, "0123456789") : 0;
    const long double real = strtold(shown, NULL);
    const form_integer value = class == INFER_REAL ? 0 : nf_infer_value(token);
    const bool first = field->count == 0;
    field->exponent |= strpbrk(shown, "eE") != NULL || strncmp(shown, "-0", 3) == 0;
    field->low = first || value < field->low ? value : field->low;
    field->high = first || value > field->high ? value : field->high;
    field->real_low = first || real < field->real_low ? real : field->real_low;
    field->real_high = first || real > field->real_high ? real : field->real_high;
    field->decimals_low = first || decimals < field->decimals_low ? decimals : field->decimals_low;
    field->decimals_high = decimals > field->decimals_high ? decimals : field->decimals_high;
}

static void collect_scalars(struct infer_field *field, const int64_t scalars[INFER_SCALARS],
                            const struct infer_token *token, form_integer value)
{
    if (field->count == 0)
        field->from_one = field->from_zero = field->long_as = UINT32_MAX;
    for (uint32_t i = 0; i < INFER_SCALARS; i++) {
        const form_integer scalar = scalars[i];
        const uint32_t bit = 1U << i;
        if (scalar < 1 || value < 1 || value > scalar)
            field->from_one &= ~bit;
        if (scalar < 1 || value < 0 || value >= scalar)
            field->from_zero &= ~bit;
        if (scalar < 1 || token->size != (size_t)scalar)
            field->long_as &= ~bit;
        field->reaches_one |= value == scalar ? bit : 0;
        field->reaches_zero |= value == scalar - 1 ? bit : 0;
        field->not_small |= scalar >= 3 ? bit : 0;
    }
}

bool nf_infer_take(struct infer_field *field, const struct infer_token *token,
                   const int64_t *scalars)
{
    const enum infer_class class = nf_infer_class(token);
    const uint8_t classes = field->classes | (uint8_t) class;
    if (((classes & INFER_WORD) != 0 && classes != INFER_WORD) ||
        ((classes & INFER_DIGITS) != 0 && (classes & INFER_REAL) != 0))
        return false;
    field->classes = classes;
    if (scalars == NULL)
        return true;
    if (class != INFER_WORD)
        collect_number(field, class, token);
    collect_scalars(field, scalars, token, class == INFER_INTEGER ? nf_infer_value(token) : -1);
    for (size_t i = 0; i < token->size; i++)
        field->bytes[(unsigned char)token->bytes[i]] = true;
    size_t known = 0;
    while (known < field->word_count && !nf_infer_same(&field->words[known], token))
        known++;
    if (known == field->word_count && known <= INFER_ALTERNATIVES)
        field->words[field->word_count++] = *token;
    field->longest = token->size > field->longest ? token->size : field->longest;
    field->count++;
    return true;
}
