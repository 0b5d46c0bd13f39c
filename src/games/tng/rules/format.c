#include "games/tng/rules/format.h"

#include "base/lang.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- tokens of a line ---- */

/* Length 0: end of the line or of the input. */
struct token {
    size_t start, length;
};

struct line {
    const struct nf_input *input;
    struct nf_error *err;
    size_t at, end; /* behind the last token; the line's LF, or the end of the input */
};

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r';
}

static struct token next_token(struct line *line)
{
    const char *const data = line->input->data;
    size_t start = line->at;
    while (start < line->end && is_blank(data[start]))
        start++;
    size_t end = start;
    while (end < line->end && !is_blank(data[end]))
        end++;
    line->at = end;
    return (struct token){start, end - start};
}

static struct line line_at(const struct nf_input *input, size_t at, struct nf_error *err)
{
    const char *const found =
        at < input->size ? memchr(input->data + at, '\n', input->size - at) : NULL;
    return (struct line){input, err, at,
                         found != NULL ? (size_t)(found - input->data) : input->size};
}

/* "found TOKEN, expected ..." at the place of `token`. */
__attribute__((format(printf, 3, 4))) static enum nf_status
fail_found(const struct line *line, struct token token, const char *expected, ...)
{
    char quoted[NF_QUOTED], wanted[256];
    va_list args;
    va_start(args, expected);
    vsnprintf(wanted, sizeof wanted, _(expected), args);
    va_end(args);
    const char *found = line->end < line->input->size ? _("end of line") : _("end of input");
    if (token.length > 0)
        found = nf_quote(quoted, line->input->data + token.start, token.length);
    return nf_fail_at(line->err, line->input, token.start, "found %s, expected %s", found, wanted);
}

/* ---- numbers ---- */

/* Returns the number of `token`, or `high` + 1 if it is not a number or larger. */
static uint32_t number_of(const struct line *line, struct token token, uint32_t high)
{
    const char *const text = line->input->data + token.start;
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

static enum nf_status read_number(struct line *line, const char *what, uint32_t low, uint32_t high,
                                  struct token *token, uint8_t *number)
{
    *token = next_token(line);
    const uint32_t value = number_of(line, *token, high);
    if (value < low || value > high)
        return fail_found(line, *token, N_("%s, an integer from %u to %u"), what, low, high);
    *number = (uint8_t)value;
    return NF_OK;
}

static enum nf_status read_prime(struct line *line, uint8_t *p)
{
    const struct token token = next_token(line);
    const uint32_t value = number_of(line, token, TNG_MAX_P);
    if (value > TNG_MAX_P || value < TNG_MIN_P || !tng_is_prime(value))
        return fail_found(line, token,
                          value == 2 ? N_("p, a prime from %d to %d (p = 2 leaves no e with 2 <= e "
                                          "< p)")
                                     : N_("p, a prime from %d to %d"),
                          TNG_MIN_P, TNG_MAX_P);
    *p = (uint8_t)value;
    return NF_OK;
}

/* Checks numbers that are read before p, which limits them. */
static enum nf_status check_below_p(const struct line *line, const char *what, uint32_t low,
                                    uint32_t value, uint32_t p, struct token token)
{
    if (value < p)
        return NF_OK;
    return fail_found(line, token, N_("%s, an integer from %u to %u (p is %u)"), what, low, p - 1,
                      p);
}

/* ---- games ---- */

static enum nf_status read_goals(struct tng_reader *reader, struct line *line,
                                 struct tng_game *game)
{
    char what[32];
    struct token token;
    for (uint32_t i = 0; i < game->m; i++) {
        snprintf(what, sizeof what, _("goal %u of %u"), i + 1, game->m);
        const enum nf_status status = read_number(line, what, 0, game->p - 1u, &token, &game->g[i]);
        if (status != NF_OK)
            return status;
        reader->goals[i] = token.start;
    }
    token = next_token(line);
    if (token.length > 0)
        return fail_found(line, token, N_("end of line after %u goals (m is %u)"), game->m,
                          game->m);
    return NF_OK;
}

static enum nf_status read_game(struct tng_reader *reader, struct line *line, struct tng_game *game)
{
    struct token n0, r, e, m;
    enum nf_status status = read_number(line, "n0", 0, TNG_MAX_P - 1, &n0, &game->n0);
    if (status == NF_OK)
        status = read_number(line, "r", 1, TNG_MAX_ROUNDS, &r, &game->r);
    if (status == NF_OK)
        status = read_number(line, "e", 2, TNG_MAX_P - 1, &e, &game->e);
    if (status == NF_OK)
        status = read_prime(line, &game->p);
    if (status == NF_OK)
        status = check_below_p(line, "n0", 0, game->n0, game->p, n0);
    if (status == NF_OK)
        status = check_below_p(line, "e", 2, game->e, game->p, e);
    if (status == NF_OK)
        status = read_number(line, "m", 0, TNG_MAX_GOALS, &m, &game->m);
    if (status == NF_OK)
        status = read_goals(reader, line, game);
    return status;
}

/* Only white space may follow the -1. */
static enum nf_status read_end(struct tng_reader *reader, struct line *line)
{
    struct token token = next_token(line);
    if (token.length > 0)
        return fail_found(line, token, N_("end of line after -1"));
    while (line->end < reader->input->size) {
        *line = line_at(reader->input, line->end + 1, line->err);
        token = next_token(line);
        if (token.length > 0)
            return fail_found(line, token, N_("end of input after the line with -1"));
    }
    reader->at = reader->input->size;
    return NF_OK;
}

enum nf_status tng_read(struct tng_reader *reader, struct tng_game *game, bool *more,
                        struct nf_error *err)
{
    const struct nf_input *const input = reader->input;
    struct line line;
    struct token token;
    do {
        line = line_at(input, reader->at, err);
        const size_t start = line.at;
        token = next_token(&line);
        if (token.length == 0 && line.end == input->size)
            return fail_found(&line, token, N_("game %llu (n0 r e p m and m goals), or -1"),
                              (unsigned long long)reader->count + 1);
        reader->line_start = start;
        reader->at = line.end + 1;
    } while (token.length == 0);
    *more = token.length != 2 || memcmp(input->data + token.start, "-1", 2) != 0;
    if (!*more)
        return read_end(reader, &line);
    line.at = token.start;
    if (line.end == input->size)
        reader->at = input->size;
    *game = (struct tng_game){0};
    const enum nf_status status = read_game(reader, &line, game);
    reader->count += status == NF_OK;
    return status;
}

enum nf_status tng_read_all(const struct nf_input *input, struct tng_instance *instance,
                            struct nf_error *err)
{
    struct tng_reader reader = {.input = input};
    size_t capacity = 0;
    *instance = (struct tng_instance){0};
    for (;;) {
        if (instance->count == capacity) {
            capacity = capacity > 0 ? 2 * capacity : 16;
            struct tng_game *const grown =
                realloc(instance->games, capacity * sizeof *instance->games);
            if (grown == NULL) {
                tng_instance_free(instance);
                return nf_fail(err, NF_IO, "%s: out of memory for %zu games", input->name,
                               capacity);
            }
            instance->games = grown;
        }
        bool more;
        const enum nf_status status =
            tng_read(&reader, &instance->games[instance->count], &more, err);
        if (status != NF_OK)
            tng_instance_free(instance);
        if (status != NF_OK || !more)
            return status;
        instance->count++;
    }
}

void tng_instance_free(struct tng_instance *instance)
{
    free(instance->games);
    *instance = (struct tng_instance){0};
}

/* ---- printing ---- */

/* Appends a number; a format would take longer than all else of a line. */
static void put_number(struct nf_text *text, uint64_t number)
{
    char digits[20]; /* of 2^64 - 1 */
    char *const end = digits + sizeof digits, *to = end;
    do
        *--to = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    nf_text_bytes(text, to, (size_t)(end - to));
}

/* Appends the line of a game. */
static void print_game(struct nf_text *text, const struct tng_game *game)
{
    const uint8_t numbers[] = {game->n0, game->r, game->e, game->p, game->m};
    for (uint32_t i = 0; i < sizeof numbers; i++) {
        nf_text_string(text, i > 0 ? " " : "");
        put_number(text, numbers[i]);
    }
    for (uint32_t i = 0; i < game->m; i++) {
        nf_text_string(text, " ");
        put_number(text, game->g[i]);
    }
    nf_text_string(text, "\n");
}

void tng_print(struct nf_text *text, const struct tng_game *games, size_t count)
{
    for (size_t i = 0; i < count; i++)
        print_game(text, &games[i]);
    nf_text_string(text, "-1\n");
}

void tng_print_outcome(struct nf_text *text, uint64_t number, enum tng_outcome outcome)
{
    nf_text_string(text, "Game ");
    put_number(text, number);
    nf_text_string(text, ": ");
    nf_text_string(text, tng_outcome_words[outcome]);
    nf_text_string(text, "\n");
}
