#include "tests/unit/games/cirno/fuzz/explained.h"

#include "core/format/judge.h"
#include "games/cirno/fuzz/fuzzing.h"
#include "games/cirno/module.h"
#include "games/cirno/rules/transcript.h"
#include "tests/unit/support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_LINES = 12, MOST_COLUMNS = 80 };

struct nf_input explained_input(const char *name, const struct nf_text *text)
{
    return (struct nf_input){name, text->data, text->size};
}

/* ---- games ---- */

void explained_free(struct explained_game *game)
{
    nf_text_free(&game->instance);
    nf_text_free(&game->transcript);
}

struct explained_game explained_deal(uint64_t *random)
{
    static const char *const profiles[] = {"uniform", "basic", "no-turn-pass", "no-double"};
    const struct nf_params params = {.players = nf_test_between(random, 1, 6),
                                     .rounds = nf_test_between(random, 1, 4),
                                     .profile = profiles[nf_test_between(random, 0, 3)],
                                     .seed = nf_test_random(random) >> 1};
    struct explained_game game = {{0}, {0}};
    struct nf_setup *setup;
    struct nf_error err;
    assert_int_equal(nf_prepare(&cirno_game, &params, &setup, &err), NF_OK);
    assert_int_equal(setup->game->judge->deal(setup, 0, &game.instance, &game.transcript, &err),
                     NF_OK);
    nf_release(setup);
    return game;
}

void explained_tells(const struct explained_game *game, const struct nf_text *record)
{
    const struct nf_input instance = explained_input("game", &game->instance);
    const struct nf_input transcript = explained_input("out", &game->transcript);
    struct nf_match match;
    struct nf_error err;
    struct nf_line line;
    uint32_t rounds = 0, turns = 0;
    assert_int_equal(nf_match_open(&match, &cirno_game, &instance, &err), NF_OK);
    for (size_t at = 0; nf_next_line(&transcript, &at, &line);) {
        const struct nf_told told = nf_told_read(&cirno_transcript, &match, &line);
        uint32_t word;
        assert_int_not_equal(told.line, NF_NO_LINE);
        turns = told.line == CIRNO_LINE_ROUND ? 0 : turns + 1;
        if (told.line != CIRNO_LINE_LOST)
            continue;
        assert_true((rounds + 1) * sizeof word <= record->size);
        memcpy(&word, record->data + rounds++ * sizeof word, sizeof word);
        assert_int_equal(word, turns << NF_SEAT_BITS | (uint32_t)told.values[0]);
    }
    assert_int_equal(record->size, rounds * sizeof(uint32_t));
    nf_match_close(&match);
}

struct explained_game explained_read(const char *instance)
{
    struct explained_game game = {{0}, {0}};
    struct nf_error err;
    nf_text_string(&game.instance, instance);
    const struct nf_input input = explained_input("game", &game.instance);
    if (nf_verify(&cirno_game, &input, &game.transcript, &err) != NF_OK)
        fail_msg("%s", err.text);
    game.transcript.size = 0;
    assert_int_equal(nf_play(&cirno_game, &input, &game.transcript, &err), NF_OK);
    return game;
}

/* ---- comparing ---- */

/* What is promised of every explanation, good or bad the output. */
static void check_form(const struct nf_difference *difference)
{
    size_t lines = 0, column = 0;
    const size_t kind = strnlen(difference->kind, sizeof difference->kind);
    assert_int_equal(strspn(difference->kind, "abcdefghijklmnopqrstuvwxyz-"), kind);
    if (difference->line == 0) {
        assert_int_equal(kind, 0);
        assert_int_equal(difference->why.size, 0);
        assert_false(difference->only_blanks);
        return;
    }
    assert_in_range(kind, 1, sizeof difference->kind - 1);
    assert_true(difference->why.size > 0);
    for (size_t i = 0; i < difference->why.size; i++) {
        const char byte = difference->why.data[i];
        lines += byte == '\n';
        column = byte == '\n' ? 0 : column + 1;
        if (column > MOST_COLUMNS || (byte != '\n' && (byte < ' ' || byte > '~')))
            fail_msg("not fit to print: %.*s", (int)difference->why.size, difference->why.data);
    }
    assert_int_equal(column, 0);
    assert_in_range(lines, 3, MOST_LINES);
}

struct nf_difference explained_compare(const struct explained_game *game, const char *bytes,
                                       size_t size, bool strict)
{
    /* Of exactly its size, so that a sanitizer sees a byte read too far. */
    char *const copy = malloc(size + (size == 0));
    struct nf_difference difference;
    struct nf_error err = {""};
    assert_non_null(copy);
    if (size > 0)
        memcpy(copy, bytes, size);
    const struct nf_input instance = explained_input("game", &game->instance);
    const struct nf_input output = {"output", size > 0 ? copy : NULL, size};
    if (nf_check_output(&cirno_game, &instance, &output, strict, &difference, &err) != NF_OK)
        fail_msg("%s", err.text);
    free(copy);
    check_form(&difference);
    return difference;
}
