#include "base/format/format.h"

#include "base/lang.h"

#include <ctype.h>
#include <endian.h>
#include <stdio.h>
#include <string.h>

/* ---- words ---- */

/* Returns whether readers pass over a byte: a blank, tab, LF or CR. */
static bool is_space(char byte)
{
    const uint64_t set =
        (uint64_t)1 << ' ' | (uint64_t)1 << '\t' | (uint64_t)1 << '\n' | (uint64_t)1 << '\r';
    const unsigned char code = (unsigned char)byte;
    return code <= ' ' && (set >> code & 1) != 0;
}

int nf_vocabulary_find(const struct nf_vocabulary *words, const char *bytes, size_t length)
{
    char padded[NF_WORD_ROOM] = {0};
    if (length == 0 || length >= sizeof padded || bytes[length - 1] == '\0')
        return -1;
    memcpy(padded, bytes, length);
    for (uint32_t number = 0; number < words->count; number++)
        if (memcmp(nf_vocabulary_word(words, number), padded, sizeof padded) == 0)
            return (int)number;
    return -1;
}

/* The words of a vocabulary by hash, so that they are found at once. A word's key is the 64-bit
 * number of its bytes. It is multiplied, and the top bits are its slot; a multiplier is searched
 * that gives every word a slot of its own. */
enum { SLOT_BITS = 8 };
struct slots {
    const struct nf_vocabulary *words; /* NULL: not filled yet */
    uint64_t multiplier;
    uint64_t key[1 << SLOT_BITS]; /* the bytes of a word, first byte lowest */
    uint8_t word[1 << SLOT_BITS];
};

static size_t slot_of(const struct slots *slots, uint64_t key)
{
    return (size_t)(key * slots->multiplier >> (64 - SLOT_BITS));
}

static uint64_t load_bytes(const char *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return le64toh(word);
}

/* Puts the words into their slots; false if two have the same. */
static bool place_words(struct slots *slots)
{
    memset(slots->key, 0xff, sizeof slots->key); /* not a key of up to seven bytes */
    for (uint32_t i = 0; i < slots->words->count; i++) {
        const uint64_t key = load_bytes(nf_vocabulary_word(slots->words, i));
        const size_t slot = slot_of(slots, key);
        if (slots->key[slot] != UINT64_MAX)
            return false;
        slots->key[slot] = key;
        slots->word[slot] = (uint8_t)i;
    }
    return true;
}

/* Fills the slots with the words, which are borrowed. */
static void slots_fill(struct slots *slots, const struct nf_vocabulary *words)
{
    slots->words = words;
    /* The first one serves the games there are; any other odd step would do as well. */
    slots->multiplier = 0x64c371cfae7fba11u;
    while (!place_words(slots))
        slots->multiplier += 0x9e3779b97f4a7c16u;
}

/* Returns the number of the word that `length` bytes are, or -1. */
static int slots_find(const struct slots *slots, const char *bytes, size_t length)
{
    char padded[NF_WORD_ROOM] = {0};
    if (length == 0 || length >= sizeof padded)
        return -1;
    memcpy(padded, bytes, length);
    const uint64_t key = load_bytes(padded);
    const size_t slot = slot_of(slots, key);
    return slots->key[slot] == key && padded[length - 1] != '\0' ? slots->word[slot] : -1;
}

enum { BLOCK = 64 };

/* Returns a bit for each of the 64 bytes at `block` that is at most a space, first byte lowest.
 * Works on eight bytes at a time: sets the top bit of matching bytes, and gathers the top bits by a
 * multiplication. */
static uint64_t find_low_bytes(const char *block)
{
    const uint64_t each = 0x0101010101010101u, tops = each * 0x80;
    uint64_t found = 0;
    for (unsigned i = 0; i < BLOCK; i += 8) {
        const uint64_t word = load_bytes(block + i);
        const uint64_t low = ~(((word | tops) - each * (' ' + 1)) | word) & tops;
        found |= ((low >> 7) * 0x0102040810204080u >> 56) << i;
    }
    return found;
}

/* Reads words in blocks from `*at` on, where a word or white space begins, as long as they are
 * known, white space follows each, there is room to look ahead, and more words are wanted than a
 * block can hold. Stops before anything else, and moves `*at` there. Returns how many words it
 * read, fewer than `count`. Among the rest of its caller it would have too few registers, and take
 * three instructions more a word. */
__attribute__((noinline)) static size_t slots_read(const struct slots *slots,
                                                   const struct nf_input *input, size_t *at,
                                                   uint8_t *words, size_t count)
{
    const char *const data = input->data;
    const size_t size = input->size;
    size_t start = *at; /* of the next word */
    size_t done = 0;
    for (size_t block = start; size - block >= BLOCK + sizeof(uint64_t) && count - done >= BLOCK;
         block += BLOCK) {
        for (uint64_t low = find_low_bytes(data + block); low != 0; low &= low - 1) {
            const size_t end = block + (unsigned)__builtin_ctzll(low);
            const size_t length = end - start;
            if (!is_space(data[end]) || length >= NF_WORD_ROOM)
                goto unusual;
            const uint64_t key = load_bytes(data + start) & (((uint64_t)1 << (8 * length)) - 1);
            const size_t slot = slot_of(slots, key);
            if (slots->key[slot] == key)
                words[done++] = slots->word[slot];
            else if (length > 0) /* otherwise another space */
                goto unusual;
            start = end + 1;
        }
    }
unusual:
    *at = start;
    return done;
}

/* ---- reading ---- */

struct reader {
    struct nf_instance *instance;
    const struct nf_input *input;
    struct nf_error *err;
    size_t at;                                    /* behind the last token */
    struct nf_walk walk;                          /* at the field that is read */
    struct nf_token tokens[NF_MAX_FORMAT_FIELDS]; /* of numbers of this line, by field */
    struct slots slots;
};

/* ---- tokens ---- */

/* The next token from `at` on, in this line or, with `beyond`, in any. */
static struct nf_token find_token(const struct nf_input *input, size_t at, bool beyond)
{
    const char *const data = input->data;
    while (at < input->size && is_space(data[at]) && (beyond || data[at] != '\n'))
        at++;
    const size_t start = at;
    while (at < input->size && !is_space(data[at]))
        at++;
    return (struct nf_token){start, at - start};
}

/* Length 0: the end of the line, where that counts, or of the input. */
static struct nf_token next_token(struct reader *reader)
{
    const struct nf_token token =
        find_token(reader->input, reader->at, !reader->instance->format->by_lines);
    reader->at = token.start + token.length;
    return token;
}

struct nf_token nf_token_at(const struct nf_input *input, size_t number)
{
    struct nf_token token = find_token(input, 0, true);
    while (number-- > 0)
        token = find_token(input, token.start + token.length, true);
    return token;
}

/* ---- messages ---- */

static const char *fill_at(char to[NF_FILLED], const struct reader *reader, const char *form,
                           size_t item)
{
    const struct nf_blanks blanks = {
        .item = item, .items = reader->walk.count, .row = reader->walk.row + 1};
    return nf_fill(to, form, &blanks);
}

/* "found TOKEN, expected ..." at the place of `token`. */
static enum nf_status fail_found(const struct reader *reader, struct nf_token token,
                                 const char *expected)
{
    char quoted[NF_QUOTED];
    const struct nf_input *const input = reader->input;
    const char *const found = token.length > 0
                                  ? nf_quote(quoted, input->data + token.start, token.length)
                              : token.start < input->size ? _("end of line")
                                                          : _("end of input");
    return nf_fail_at(reader->err, input, token.start, "found %s, expected %s", found, expected);
}

/* Behind the last value of a line that counts as one. */
static enum nf_status fail_longer(const struct reader *reader, struct nf_token token)
{
    char what[NF_FILLED], expected[NF_FILLED + 80];
    const struct nf_walk *const walk = &reader->walk;
    const struct nf_format_field *const counted = walk->field->count;
    fill_at(what, reader, walk->field->what, walk->count);
    if (counted == NULL)
        snprintf(expected, sizeof expected, _("end of line after %s"), what);
    else
        snprintf(expected, sizeof expected, _("end of line after %s (%s is %zu)"), what,
                 counted->name, walk->count);
    return fail_found(reader, token, expected);
}

/* ---- numbers ---- */

/* Returns the number of `token`, or `high` + 1 if it is not a number or larger. */
static uint32_t number_of(const struct reader *reader, struct nf_token token, uint32_t high)
{
    const char *const text = reader->input->data + token.start;
    uint32_t value = token.length > 0 ? 0 : high + 1;
    for (size_t i = 0; i < token.length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return high + 1;
        value = value * 10 + (uint32_t)(text[i] - '0');
        if (value > high)
            value = high + 1; /* stays out of range and cannot overflow */
    }
    return value;
}

static bool is_listed(const struct nf_format_field *field, uint32_t value)
{
    for (uint32_t i = 0; i < field->listed; i++)
        if (field->list[i] == value)
            return true;
    return field->listed == 0;
}

static enum nf_status fail_number(const struct reader *reader, struct nf_token token,
                                  const struct nf_format_field *field, size_t item, uint32_t high)
{
    char what[NF_FILLED], expected[NF_FILLED + 80];
    if (field->wants != NULL)
        return fail_found(reader, token, fill_at(what, reader, field->wants, item));
    fill_at(what, reader, field->what, item);
    snprintf(expected, sizeof expected, _("%s, an integer from %u to %u"), what, field->low, high);
    return fail_found(reader, token, expected);
}

/* Checks the numbers of the line that must be below this one and stand before it. */
static enum nf_status check_below(const struct reader *reader, const struct nf_format_field *field,
                                  uint32_t value)
{
    char what[NF_FILLED], expected[NF_FILLED + 80];
    const struct nf_format_field *const fields = reader->instance->format->fields;
    for (const struct nf_format_field *low = reader->walk.lines->first; low < field; low++)
        if (low->below == field && nf_walk_number(&reader->walk, low) >= value) {
            fill_at(what, reader, low->what, 1);
            snprintf(expected, sizeof expected, _("%s, an integer from %u to %u (%s is %u)"), what,
                     low->low, value - 1, field->name, value);
            return fail_found(reader, reader->tokens[low - fields], expected);
        }
    return NF_OK;
}

static enum nf_status read_numbers(struct reader *reader)
{
    const struct nf_walk *const walk = &reader->walk;
    const struct nf_format_field *const field = walk->field;
    const bool limited = field->below != NULL && field->below < field;
    const uint32_t high = limited ? nf_walk_number(walk, field->below) - 1 : field->high;
    struct nf_token token = {0};
    uint32_t value = 0;
    for (size_t i = 0; i < walk->count; i++) {
        token = next_token(reader);
        value = number_of(reader, token, high);
        if (value < field->low || value > high || !is_listed(field, value))
            return fail_number(reader, token, field, i + 1, high);
        reader->instance->numbers[walk->first + i] = value;
    }
    reader->tokens[field - reader->instance->format->fields] = token;
    return check_below(reader, field, value);
}

/* ---- names ---- */

static bool is_letter(char byte)
{
    return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
}

static enum nf_status read_names(struct reader *reader)
{
    const struct nf_walk *const walk = &reader->walk;
    const struct nf_format_field *const field = walk->field;
    for (size_t i = 0; i < walk->count; i++) {
        const struct nf_token token = next_token(reader);
        const char *const text = reader->input->data + token.start;
        size_t letters = 0;
        while (letters < token.length && letters <= field->high && is_letter(text[letters]))
            letters++;
        if (letters < field->low || letters < token.length || letters > field->high) {
            char what[NF_FILLED], expected[NF_FILLED + 80];
            fill_at(what, reader, field->what, i + 1);
            snprintf(expected, sizeof expected, _("%s (%u to %u Latin letters)"), what, field->low,
                     field->high);
            return fail_found(reader, token, expected);
        }
        reader->instance->names[walk->first + i] = (struct nf_name){text, (uint32_t)letters};
    }
    return NF_OK;
}

/* ---- words ---- */

/* Returns the word that the token may mean, in another case, or NULL. */
static const char *word_meant(const struct reader *reader, struct nf_token token)
{
    const struct nf_vocabulary *const words = reader->walk.field->words;
    const char *const text = reader->input->data + token.start;
    for (uint32_t i = 0; i < words->count; i++) {
        const char *const word = nf_vocabulary_word(words, i);
        size_t same = 0;
        while (same < token.length && word[same] != '\0' &&
               toupper((unsigned char)word[same]) == toupper((unsigned char)text[same]))
            same++;
        if (same > 0 && same == token.length && word[same] == '\0')
            return word;
    }
    return NULL;
}

static enum nf_status fail_word(const struct reader *reader, struct nf_token token, size_t item)
{
    char what[NF_FILLED], expected[NF_FILLED + 200];
    const char *const meant = word_meant(reader, token);
    fill_at(what, reader, reader->walk.field->what, item);
    if (meant == NULL)
        snprintf(expected, sizeof expected, _("%s (%s)"), what, _(reader->walk.field->words->list));
    else
        snprintf(expected, sizeof expected, _("%s (%s); did you mean '%s'?"), what,
                 _(reader->walk.field->words->list), meant);
    return fail_found(reader, token, expected);
}

/* Fails at the first of `count` items that the list has once too often. As all words have the same
 * number of copies, none can then be missing in a whole list. */
static enum nf_status check_copies(const struct reader *reader, size_t count)
{
    const struct nf_walk *const walk = &reader->walk;
    const struct nf_format_field *const field = walk->field;
    const uint8_t *const words = reader->instance->words + walk->first;
    uint32_t copies[NF_MAX_VOCABULARY] = {0};
    for (size_t i = 0; i < count; i++)
        if (copies[words[i]]++ == field->copies) {
            char quoted[NF_QUOTED];
            const struct nf_token token = nf_token_at(reader->input, walk->token + i);
            return nf_fail_at(reader->err, reader->input, token.start,
                              "found %s once too often, expected every %s exactly %u times",
                              nf_quote(quoted, reader->input->data + token.start, token.length),
                              field->name, field->copies);
        }
    return NF_OK;
}

static enum nf_status read_words(struct reader *reader)
{
    const struct nf_walk *const walk = &reader->walk;
    const struct nf_format_field *const field = walk->field;
    uint8_t *const words = reader->instance->words + walk->first;
    struct slots *const slots = &reader->slots;
    struct nf_token token = {0};
    size_t done = 0;
    if (slots->words != field->words)
        slots_fill(slots, field->words);
    while (done < walk->count) {
        if (!reader->instance->format->by_lines)
            done += slots_read(slots, reader->input, &reader->at, words + done, walk->count - done);
        token = next_token(reader);
        const int word = slots_find(slots, reader->input->data + token.start, token.length);
        if (word < 0)
            break;
        words[done++] = (uint8_t)word;
    }
    if (field->copies > 0)
        NF_TRY(check_copies(reader, done));
    return done < walk->count ? fail_word(reader, token, done + 1) : NF_OK;
}

/* ---- lines ---- */

/* Only white space may follow the word that ends the lines. */
static enum nf_status read_end(struct reader *reader)
{
    char expected[NF_FILLED];
    const char *const end = reader->walk.lines->end;
    struct nf_token token = next_token(reader);
    if (token.length > 0) {
        snprintf(expected, sizeof expected, _("end of line after %s"), end);
        return fail_found(reader, token, expected);
    }
    token = find_token(reader->input, reader->at, true);
    if (token.length == 0)
        return NF_OK;
    snprintf(expected, sizeof expected, _("end of input after the line with %s"), end);
    return fail_found(reader, token, expected);
}

/* Passes over empty lines, and finds out whether another line follows or the end of all. */
static enum nf_status start_line(struct reader *reader, bool *more)
{
    const struct nf_format_lines *const lines = reader->walk.lines;
    const struct nf_token token = find_token(reader->input, reader->at, true);
    *more = true;
    if (reader->instance->format->by_lines)
        reader->at = token.start;
    if (lines->end == NULL)
        return NF_OK;
    if (token.length == 0) {
        char what[NF_FILLED], expected[NF_FILLED + 80];
        fill_at(what, reader, lines->what, 1);
        snprintf(expected, sizeof expected, _("%s, or %s"), what, lines->end);
        return fail_found(reader, token, expected);
    }
    *more = token.length != strlen(lines->end) ||
            memcmp(reader->input->data + token.start, lines->end, token.length) != 0;
    if (*more)
        return NF_OK;
    reader->instance->rows = reader->walk.row;
    reader->at = token.start + token.length;
    return read_end(reader);
}

static enum nf_status read_field(struct reader *reader)
{
    const struct nf_walk *const walk = &reader->walk;
    const enum nf_value_kind kind = walk->field->kind;
    NF_TRY_MEMORY(nf_instance_reserve(reader->instance, kind, walk->count), reader->err);
    const enum nf_status status = kind == NF_IS_NUMBER ? read_numbers(reader)
                                  : kind == NF_IS_WORD ? read_words(reader)
                                                       : read_names(reader);
    reader->instance->count[kind] += walk->count;
    if (status != NF_OK || !nf_walk_ends_line(walk) || !reader->instance->format->by_lines)
        return status;
    const struct nf_token token = next_token(reader);
    return token.length > 0 ? fail_longer(reader, token) : NF_OK;
}

/* Only white space may follow the last line, if no word ends them and the format does not say that
 * the rest is ignored. */
static enum nf_status read_rest(struct reader *reader)
{
    char what[NF_FILLED], expected[NF_FILLED + 80];
    const struct nf_token token = find_token(reader->input, reader->at, true);
    const struct nf_instance *const instance = reader->instance;
    if (token.length == 0 || reader->walk.lines->end != NULL || instance->format->rest_ignored)
        return NF_OK;
    fill_at(what, reader, reader->walk.field->what, reader->walk.count);
    snprintf(expected, sizeof expected, _("end of input after %s"), what);
    return fail_found(reader, token, expected);
}

static enum nf_status read_all(struct reader *reader)
{
    bool more = true;
    while (more && nf_walk_next(&reader->walk)) {
        if (nf_walk_starts_line(&reader->walk))
            NF_TRY(start_line(reader, &more));
        if (more)
            NF_TRY(read_field(reader));
    }
    return read_rest(reader);
}

enum nf_status nf_instance_read(struct nf_instance *instance, const struct nf_format *format,
                                const struct nf_input *input, struct nf_error *err)
{
    *instance = (struct nf_instance){.format = format, .rows = SIZE_MAX};
    struct reader reader = {.instance = instance, .input = input, .err = err};
    reader.walk.instance = instance;
    const enum nf_status status = read_all(&reader);
    if (status != NF_OK)
        nf_instance_free(instance);
    return status;
}
