#include "games/tng/rules/format.h"

#include "base/lang.h"

enum {
    N0 = TNG_FIELD_N0,
    R = TNG_FIELD_R,
    E = TNG_FIELD_E,
    P = TNG_FIELD_P,
    M = TNG_FIELD_M,
    GOAL = TNG_FIELD_G
};

static const struct nf_format_field fields[] = {
    [N0] = {.name = "n0", .what = "n0", .high = TNG_MAX_P - 1, .below = &fields[P]},
    [R] = {.name = "r", .what = "r", .low = 1, .high = TNG_MAX_ROUNDS},
    [E] = {.name = "e", .what = "e", .low = 2, .high = TNG_MAX_P - 1, .below = &fields[P]},
    [P] = {.name = "p",
           .what = "p",
           .wants = N_("p, a prime from 3 to 47 (p = 2 leaves no e with 2 <= e < p)"),
           .low = TNG_MIN_P,
           .high = TNG_MAX_P,
           .list = tng_primes,
           .listed = TNG_PRIMES},
    [M] = {.name = "m", .what = "m", .high = TNG_MAX_GOALS},
    [GOAL] = {.name = "g",
              .what = N_("goal {item} of {items}"),
              .high = TNG_MAX_P - 1,
              .below = &fields[P],
              .count = &fields[M],
              .again = N_("goal {item} is goal {first} again, {value}; the set has it once")},
    {.name = NULL},
};

static const struct nf_format_field *const by_size[] = {
    &fields[P], &fields[R], &fields[M], &fields[E], &fields[GOAL], &fields[N0], NULL};

static const struct nf_format_lines lines[] = {
    {.name = "game",
     .what = N_("game {row} (n0 r e p m and m goals)"),
     .first = fields,
     .fields = GOAL + 1,
     .end = "-1",
     .most = 1000,
     .by_size = by_size},
    {.name = NULL},
};

static const struct nf_format_limit limits[] = {
    {.group = "one-round", .field = &fields[R], .high = 1},
    {.group = "small", .field = &fields[P], .high = 11},
    {.group = "small", .field = &fields[R], .high = 3},
    {.group = "small", .field = &fields[M], .high = 3},
    {.group = NULL},
};

const struct nf_format tng_format = {
    .fields = fields, .lines = lines, .by_lines = true, .limits = limits};

const struct nf_measure tng_measures[] = {
    {.name = N_("games"), .rows = true},
    {.name = N_("prime p"), .field = &fields[P]},
    {.name = N_("rounds r"), .field = &fields[R]},
    {.name = N_("base e"), .field = &fields[E]},
    {.name = N_("goals m"), .field = &fields[M]},
    {.name = N_("start n0"), .field = &fields[N0]},
    {.name = NULL},
};

enum nf_status tng_make(struct nf_match *match, struct nf_error *err)
{
    const uint32_t *number = match->read.numbers;
    (void)err;
    for (size_t i = 0; i < match->games; i++) {
        struct tng_game *const game = (struct tng_game *)match->game + i;
        *game = (struct tng_game){.n0 = (uint8_t)number[N0],
                                  .r = (uint8_t)number[R],
                                  .e = (uint8_t)number[E],
                                  .p = (uint8_t)number[P],
                                  .m = (uint8_t)number[M]};
        for (uint32_t goal = 0; goal < game->m && goal < TNG_MAX_GOALS; goal++)
            game->g[goal] = (uint8_t)number[GOAL + goal];
        number += GOAL + game->m;
    }
    return NF_OK;
}

void tng_size(const struct nf_instance *read, struct nf_text *words)
{
    const unsigned p = (unsigned)nf_instance_range(read, &fields[P]).high;
    const unsigned r = (unsigned)nf_instance_range(read, &fields[R]).high;
    const unsigned m = (unsigned)nf_instance_range(read, &fields[M]).high;
    nf_text_format(words, P_("%zu game", "%zu games", read->rows), read->rows);
    if (read->rows == 1) {
        nf_text_format(words, _(", p %u"), p);
        nf_text_format(words, P_(", %u round", ", %u rounds", r), r);
        nf_text_format(words, P_(", %u goal", ", %u goals", m), m);
    } else if (read->rows > 1) {
        nf_text_format(words, _(", p up to %u"), p);
        nf_text_format(words, P_(", up to %u round", ", up to %u rounds", r), r);
        nf_text_format(words, P_(", up to %u goal", ", up to %u goals", m), m);
    }
}

void tng_print(struct nf_text *text, const struct tng_game *games, size_t count)
{
    struct nf_instance made = {.format = &tng_format, .rows = count};
    for (size_t i = 0; i < count; i++) {
        const struct tng_game *const game = &games[i];
        const uint8_t numbers[] = {game->n0, game->r, game->e, game->p, game->m};
        for (size_t number = 0; number < sizeof numbers; number++)
            nf_instance_number(&made, numbers[number]);
        for (uint32_t goal = 0; goal < game->m; goal++)
            nf_instance_number(&made, game->g[goal]);
    }
    nf_instance_print(text, &made);
    nf_instance_free(&made);
}

const struct nf_transcript tng_transcript = {
    .lines = (const char *const[]){[TNG_DRAW] = "Game {game}: draw",
                                   [TNG_X] = "Game {game}: X wins",
                                   [TNG_Y] = "Game {game}: Y wins",
                                   NULL},
    .slots = (const struct nf_slot[]){{.name = "game"}, {.name = NULL}},
};
