/* libninefold: what its header promises, over random parameters of all games. */
/* threads: run under ThreadSanitizer as well */
/* valgrind: quick enough to be run under it as well */
#include "sim/digest.h"
#include "tests/unit/lib/opened.h"
#include "tests/unit/support.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t random_state;

static uint32_t between(uint32_t low, uint32_t high)
{
    return nf_test_between(&random_state, low, high);
}

static struct ninefold_batch *open_batch(const struct ninefold_game *game, uint64_t first)
{
    struct ninefold_batch *batch;
    assert_done(ninefold_batch_open, game, first, &batch);
    return batch;
}

static void assert_same_digest(const struct ninefold_batch *a, const struct ninefold_batch *b)
{
    char of_a[33], of_b[33];
    ninefold_batch_digest(a, of_a);
    ninefold_batch_digest(b, of_b);
    assert_string_equal(of_a, of_b);
}

/* Opens a random game: of two players where only that many go. */
static struct ninefold_game *open_random(const char **name)
{
    struct ninefold_error err;
    struct ninefold_game *game;
    struct ninefold_parameters parameters = {
        .game = ninefold_game_name(between(0, (uint32_t)nf_test_count_games() - 1)),
        .rounds = between(1, 5),
        .players = between(1, 30),
        .seed = between(0, 1000000)};
    *name = parameters.game;
    if (ninefold_open(&parameters, &game, &err) != NINEFOLD_OK) /* sizes that are not its own */
        parameters.players = 0;
    if (game == NULL && ninefold_open(&parameters, &game, &err) != NINEFOLD_OK)
        parameters.rounds = 0;
    return game != NULL ? game : nf_test_open(&parameters);
}

static struct ninefold_batch *run(const struct ninefold_game *game, uint64_t first, uint64_t games,
                                  const struct nf_test_room *room, uint32_t threads)
{
    struct ninefold_batch *const batch = open_batch(game, first);
    const struct ninefold_options options = {.threads = threads};
    assert_done(ninefold_run, batch, games, room != NULL ? &room->arrays : NULL, &options);
    assert_int_equal(ninefold_batch_games(batch), games);
    assert_int_equal(ninefold_batch_next(batch), first + games);
    return batch;
}

/* Closes two games that play 200 games alike. */
static void close_alike(struct ninefold_game *a, struct ninefold_game *b)
{
    FREED_BY(nf_test_close_batch)
    struct ninefold_batch *const of_a = run(a, 0, 200, NULL, 1), *const of_b =
                                                                     run(b, 0, 200, NULL, 1);
    assert_same_digest(of_a, of_b);
    ninefold_close(a);
    ninefold_close(b);
}

/* ---- arrays and statistics ---- */

TEST(test_arrays_sum_to_the_statistics)
{
    for (uint32_t i = 0; i < nf_test_often(6, 6, 40); i++) {
        const char *name;
        FREED_BY(nf_test_close) struct ninefold_game *const game = open_random(&name);
        const uint64_t first = between(0, 1000), games = between(2, 300);
        FREED_BY(nf_test_free_room) struct nf_test_room room = nf_test_make_room(game, games);
        FREED_BY(nf_test_close_batch)
        struct ninefold_batch *const batch = run(game, first, games, &room, between(1, 3));
        const uint32_t players = ninefold_players(game), words = ninefold_words(game);
        for (uint32_t seat = 0; seat < players; seat++) {
            uint64_t times = 0;
            for (uint64_t row = 0; row < games; row++)
                times += room.arrays.events[row * players + seat];
            const struct ninefold_share share = ninefold_batch_share(batch, seat);
            assert_int_equal(times, share.times);
            assert_true(share.low <= share.mean && share.mean <= share.high);
        }
        struct nf_digest sum = {0};
        for (uint64_t row = 0; row < games; row++)
            nf_digest_game(&sum, first + row, room.arrays.outcomes + row * words, words);
        char expected[NF_DIGEST_TEXT], found[33];
        nf_digest_print(&sum, expected);
        ninefold_batch_digest(batch, found);
        assert_string_equal(found, expected);

        FREED_BY(ninefold_text_free) struct ninefold_text json;
        char turns[64];
        uint64_t total = 0;
        for (uint64_t row = 0; row < games; row++)
            total += room.arrays.turns[row];
        snprintf(turns, sizeof turns, "\"turns\": %llu,", (unsigned long long)total);
        assert_done(ninefold_batch_report, batch, NINEFOLD_JSON, &json);
        assert_non_null(strstr(json.data, turns));
        assert_non_null(strstr(json.data, found));
        assert_int_equal(ninefold_batch_turns(batch), total);

        FREED_BY(ninefold_text_free) struct ninefold_text html;
        assert_done(ninefold_batch_report, batch, NINEFOLD_HTML, &html);
        assert_non_null(strstr(html.data, "<svg"));
        assert_non_null(strstr(html.data, found));
    }
}

TEST(test_a_range_in_parts_is_the_range_at_once)
{
    for (uint32_t i = 0; i < nf_test_often(6, 6, 40); i++) {
        const char *name;
        FREED_BY(nf_test_close) struct ninefold_game *const game = open_random(&name);
        const uint64_t first = between(0, 1000), games = between(2, 200);
        const uint64_t part = between(1, (uint32_t)games - 1);
        FREED_BY(nf_test_free_room)
        struct nf_test_room whole = nf_test_make_room(game, games),
                            cut = nf_test_make_room(game, games);
        FREED_BY(nf_test_close_batch)
        struct ninefold_batch *const one = run(game, first, games, &whole, 1);
        FREED_BY(nf_test_close_batch)
        struct ninefold_batch *const two = run(game, first, part, &cut, 2);
        const struct ninefold_arrays rest = nf_test_from(&cut, part);
        assert_done(ninefold_run, two, games - part, &rest, NULL);
        assert_same_digest(two, one);
        for (enum nf_test_array array = NF_OUTCOMES; array < NF_ARRAYS; array++)
            nf_test_same_rows(&cut, 0, &whole, games, array);
    }
}

static int stop_at_once(void *owner, uint64_t games, double seconds)
{
    (void)games, (void)seconds;
    ++*(int *)owner;
    return 1;
}

TEST(test_a_batch_names_the_command_that_plays_it)
{
    struct ninefold_error err;
    char wanted[64];
    for (size_t i = 0; i < nf_test_count_games(); i++) {
        FREED_BY(nf_test_close) struct ninefold_game *game;
        struct ninefold_parameters parameters = {
            .game = ninefold_game_name(i), .seed = between(1, 1000), .detail = 1};
        if (ninefold_open(&parameters, &game, &err) != NINEFOLD_OK)
            parameters.detail = 0; /* a game that has none */
        if (game == NULL)
            game = nf_test_open(&parameters);
        FREED_BY(nf_test_close_batch) struct ninefold_batch *const batch = run(game, 3, 2, NULL, 1);
        FREED_BY(ninefold_text_free) struct ninefold_text command;
        assert_done(ninefold_batch_command, batch, &command);
        snprintf(wanted, sizeof wanted, " --seed %u --first 3%s --games 2",
                 (unsigned)parameters.seed, parameters.detail ? " --detail" : "");
        assert_int_equal(strncmp(command.data, "ninefold run ", 13), 0);
        assert_string_equal(command.data + command.size - strlen(wanted), wanted);
        assert_true(i == 0 || strstr(command.data, parameters.game) != NULL);
    }
}

/* A pair of two games, which close_pair() closes. */
static struct ninefold_pair *open_pair(struct ninefold_game *games[2],
                                       const struct ninefold_parameters parameters[2])
{
    struct ninefold_error err;
    struct ninefold_pair *pair;
    for (int side = 0; side < 2; side++)
        games[side] = nf_test_open(&parameters[side]);
    if (ninefold_pair_open(games[0], games[1], 5, &pair, &err) != NINEFOLD_OK)
        assert_null(pair);
    return pair;
}

static void close_pair(struct ninefold_pair *pair, struct ninefold_game *games[2])
{
    ninefold_pair_close(pair);
    ninefold_close(games[0]);
    ninefold_close(games[1]);
}

TEST(test_a_pair_has_the_runs_of_its_sides_however_it_was_played)
{
    static const char *const names[2] = {"<one>", "another"};
    for (size_t i = 0; i < nf_test_count_games(); i++) {
        const char *const name = ninefold_game_name(i);
        const struct ninefold_parameters parameters[2] = {
            {.game = name, .seed = between(0, 9)},
            {.game = name, .seed = between(0, 9), .profile = ninefold_profile_name(name, 1)}};
        struct ninefold_game *games[2];
        struct ninefold_pair *const pair = open_pair(games, parameters);
        if (pair == NULL) { /* the profile has other players */
            close_pair(pair, games);
            continue;
        }
        const uint32_t parts[] = {between(1, 3), between(1, 300)};
        for (int part = 0; part < 2; part++)
            assert_done(ninefold_pair_run, pair, parts[part], 1 + (uint32_t)part);
        for (uint32_t side = 0; side < 2; side++) {
            FREED_BY(nf_test_close_batch)
            struct ninefold_batch *const batch = run(games[side], 5, parts[0] + parts[1], NULL, 1);
            assert_same_digest(ninefold_pair_side(pair, side), batch);
        }
        for (enum ninefold_form form = NINEFOLD_TABLE; form <= NINEFOLD_HTML; form++) {
            FREED_BY(ninefold_text_free) struct ninefold_text text;
            assert_done(ninefold_pair_report, pair, names, form, &text);
            assert_int_equal(text.size, strlen(text.data));
            assert_true(form != NINEFOLD_HTML || strstr(text.data, "<one>") == NULL);
        }
        close_pair(pair, games);
    }
}

TEST(test_what_cannot_be_compared_is_no_pair)
{
    struct ninefold_text text;
    struct ninefold_game *games[2];
    const struct ninefold_parameters unequal[2] = {{.players = 2}, {.players = 3}};
    const struct ninefold_parameters strangers[2] = {{.game = ninefold_game_name(0)},
                                                     {.game = ninefold_game_name(1)}};
    const struct ninefold_parameters alike[2] = {{.players = 2, .rounds = 1},
                                                 {.players = 2, .rounds = 1}};
    static const char *const names[2] = {"a", "b"};
    assert_null(open_pair(games, unequal));
    close_pair(NULL, games);
    assert_null(open_pair(games, strangers));
    close_pair(NULL, games);
    struct ninefold_pair *const pair = open_pair(games, alike);
    assert_fails(NINEFOLD_USAGE, "", ninefold_pair_run, pair, 0, 1);
    assert_fails(NINEFOLD_USAGE, "", ninefold_pair_report, pair, names, (enum ninefold_form)4,
                 &text);
    close_pair(pair, games);
}

/* Plays a tournament in parts of `part` games, and returns its JSON, to be freed. */
static struct ninefold_text play_tournament(const struct ninefold_parameters *parameters,
                                            const char *const *names, uint64_t part)
{
    struct ninefold_text json;
    struct ninefold_tournament *tournament;
    assert_done(ninefold_tournament_open, parameters, names, 50, &tournament);
    while (ninefold_tournament_left(tournament) > 0)
        assert_done(ninefold_tournament_run, tournament, part, 2);
    assert_int_equal(ninefold_tournament_games(tournament), 48); /* 16 for each of three seats */
    for (enum ninefold_form form = NINEFOLD_TABLE; form <= NINEFOLD_HTML; form++) {
        FREED_BY(ninefold_text_free) struct ninefold_text told;
        assert_done(ninefold_tournament_report, tournament, form, &told);
        assert_non_null(strstr(told.data, names[0]));
    }
    assert_done(ninefold_tournament_report, tournament, NINEFOLD_JSON, &json);
    ninefold_tournament_close(tournament);
    return json;
}

TEST(test_a_tournament_in_parts_is_the_tournament_at_once)
{
    for (size_t i = 0; i < nf_test_count_games(); i++) {
        const char *const game = ninefold_game_name(i);
        const char *names[] = {ninefold_strategy_name(game, 0), "own", NULL};
        const struct ninefold_strategy own[] = {
            {"own", ninefold_strategy_text(game, ninefold_strategy_name(game, 1))}, {NULL, NULL}};
        const struct ninefold_parameters parameters = {
            .game = game, .players = 3, .rounds = 2, .strategies = own};
        struct ninefold_error err;
        struct ninefold_tournament *none;
        if (names[0] == NULL) {
            names[0] = "any";
            assert_fails(NINEFOLD_USAGE, "", ninefold_tournament_open,
                         &(struct ninefold_parameters){.game = game}, names, 1000, &none);
            assert_null(none);
            continue;
        }
        FREED_BY(ninefold_text_free)
        struct ninefold_text at_once = play_tournament(&parameters, names, 50);
        FREED_BY(ninefold_text_free)
        struct ninefold_text in_parts = play_tournament(&parameters, names, between(1, 20));
        assert_string_equal(in_parts.data, at_once.data);
        assert_fails(NINEFOLD_USAGE, "", ninefold_tournament_open, &parameters, names + 1, 50,
                     &none); /* one alone */
        assert_fails(NINEFOLD_USAGE, "", ninefold_tournament_open, &parameters, names, 2,
                     &none); /* fewer games than seats */
        names[1] = "no strategy of that name";
        assert_int_not_equal(ninefold_tournament_open(&parameters, names, 50, &none, &err),
                             NINEFOLD_OK);
        assert_null(none);
    }
}

TEST(test_progress_ends_a_run_early_and_it_can_go_on)
{
    int calls = 0;
    const uint64_t games = 1000000000; /* minutes */
    const struct ninefold_options options = {2, stop_at_once, &calls};
    FREED_BY(nf_test_close)
    struct ninefold_game *const game = nf_test_open(&(struct ninefold_parameters){.seed = 4});
    FREED_BY(nf_test_close_batch) struct ninefold_batch *const batch = open_batch(game, 0);
    assert_done(ninefold_run, batch, games, NULL, &options);
    assert_true(calls > 0);
    const uint64_t played = ninefold_batch_games(batch);
    assert_true(played < games);
    assert_done(ninefold_run, batch, 10, NULL, NULL);
    FREED_BY(nf_test_close_batch)
    struct ninefold_batch *const whole = run(game, 0, played + 10, NULL, 2);
    assert_same_digest(batch, whole);
}

struct alone {
    const struct ninefold_game *game;
    char digest[33];
};

static void *run_alone(void *owner)
{
    struct alone *const alone = owner;
    FREED_BY(nf_test_close_batch)
    struct ninefold_batch *const batch = run(alone->game, 0, 100, NULL, 2);
    ninefold_batch_digest(batch, alone->digest);
    return NULL;
}

TEST(test_runs_of_one_game_go_on_at_a_time)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    struct alone alone[THREADS];
    const struct ninefold_parameters parameters = {.players = 3, .rounds = 4};
    FREED_BY(nf_test_close) struct ninefold_game *const game = nf_test_open(&parameters);
    for (int i = 0; i < THREADS; i++) {
        alone[i].game = game;
        assert_int_equal(pthread_create(&threads[i], NULL, run_alone, &alone[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 1; i < THREADS; i++)
        assert_string_equal(alone[i].digest, alone[0].digest);
}

TEST(test_values_are_those_of_the_event)
{
    const struct ninefold_parameters parameters = {.players = 4, .rounds = 7};
    FREED_BY(nf_test_close) struct ninefold_game *const game = nf_test_open(&parameters);
    FREED_BY(nf_test_free_room) struct nf_test_room room = nf_test_make_room(game, 50);
    ninefold_batch_close(run(game, 0, 50, &room, 2));
    size_t loser = 0, columns = 0;
    for (const char *name; (name = ninefold_column_name(game, columns)) != NULL; columns++)
        if (strcmp(name, "loser") == 0)
            loser = columns;
    assert_string_equal(ninefold_event(game), "losses");
    assert_int_equal(ninefold_rows(game), 7);
    for (size_t i = 0; i < 50; i++) {
        uint16_t losses[4] = {0};
        for (size_t round = 0; round < 7; round++)
            losses[room.arrays.values[(i * 7 + round) * columns + loser] - 1]++;
        assert_memory_equal(losses, room.arrays.events + 4 * i, sizeof losses);
    }
}

/* ---- one game ---- */

TEST(test_what_is_dealt_is_valid_and_plays_as_it_was_dealt)
{
    for (uint32_t i = 0; i < nf_test_often(6, 6, 40); i++) {
        const char *name;
        FREED_BY(nf_test_close) struct ninefold_game *const game = open_random(&name);
        struct ninefold_text instance, transcript, played, report, story;
        assert_done(ninefold_deal, game, between(0, 1000), &instance, &transcript);
        const struct ninefold_input given = {instance.data, instance.size, NULL};
        const struct ninefold_input right = {transcript.data, transcript.size, NULL};
        assert_done(ninefold_play, name, &given, &played);
        assert_string_equal(played.data, transcript.data);
        assert_done(ninefold_verify, name, &given, &report);
        assert_non_null(strstr(report.data, "valid"));
        assert_done(ninefold_story, name, &given, 100, &story);
        assert_non_null(strstr(story.data, "ninefold.game/1"));

        struct ninefold_difference difference;
        assert_done(ninefold_check, name, &given, &right, 1, &difference);
        assert_int_equal(difference.line, 0);
        ninefold_text_free(&difference.why);
        const struct ninefold_input cut = {"0\n", 2, "mine"};
        assert_fails(NINEFOLD_DIFFERENT, "mine:1: ", ninefold_check, name, &given, &cut, 0,
                     &difference);
        assert_int_equal(difference.line, 1);
        assert_true(difference.why.size > 0);
        ninefold_text_free(&difference.why);

        /* Its lines joined: right, but for judges that compare lines; a blank put in: wrong. */
        FREED_BY(nf_test_free) char *const joined = malloc(transcript.size + 1);
        memcpy(joined, transcript.data, transcript.size);
        for (size_t k = 0; k < transcript.size; k++)
            joined[k] = (char)(joined[k] == '\n' ? ' ' : joined[k]);
        const struct ninefold_input line = {joined, transcript.size, "mine"};
        assert_done(ninefold_check, name, &given, &line, 0, &difference);
        assert_int_equal(difference.line, 0);
        assert_string_equal(difference.kind,
                            strchr(transcript.data, '\n')[1] == '\0' ? "line-ends" : "white-space");
        assert_non_null(strstr(difference.why.data, "only white space differs"));
        ninefold_text_free(&difference.why);
        assert_fails(NINEFOLD_DIFFERENT, "mine:1: ", ninefold_check, name, &given, &line, 1,
                     &difference);
        ninefold_text_free(&difference.why);
        memmove(joined + 2, joined + 1, transcript.size - 1);
        joined[1] = ' ';
        const struct ninefold_input parted = {joined, transcript.size + 1, "mine"};
        const bool within = joined[2] != ' ';
        struct ninefold_error err;
        assert_int_equal(ninefold_check(name, &given, &parted, 0, &difference, &err),
                         within ? NINEFOLD_DIFFERENT : NINEFOLD_OK);
        assert_int_equal(difference.line, within ? 1 : 0);
        ninefold_text_free(&difference.why);

        struct ninefold_text page;
        assert_done(ninefold_page, name, &given, &right, 1, 100, &page);
        assert_non_null(strstr(page.data, "right up to its end"));
        ninefold_text_free(&page);
        assert_done(ninefold_page, name, &given, &cut, 0, 100, &page);
        assert_non_null(strstr(page.data, "id=\"parting\""));
        ninefold_text_free(&page);
        struct ninefold_text *const made[] = {&instance, &transcript, &played, &report, &story};
        for (size_t k = 0; k < sizeof made / sizeof *made; k++)
            ninefold_text_free(made[k]);
    }
}

/* ---- what is refused ---- */

static void refused(const struct ninefold_parameters *parameters, const char *message)
{
    struct ninefold_error err;
    struct ninefold_game *game;
    const enum ninefold_status status = ninefold_open(parameters, &game, &err);
    assert_true(status == NINEFOLD_USAGE || status == NINEFOLD_INVALID);
    assert_null(game);
    if (strstr(err.text, message) == NULL)
        fail_msg("found '%s', expected '%s' in it", err.text, message);
}

TEST(test_parameters_that_are_wrong_are_named)
{
    refused(&(struct ninefold_parameters){.game = "chess"}, "game 'chess': expected one of ");
    refused(&(struct ninefold_parameters){.players = 31}, "players: expected 1 to 30, found 31");
    refused(&(struct ninefold_parameters){.rounds = 101}, "rounds: expected 1 to 100, found 101");
    refused(&(struct ninefold_parameters){.deck = 300001}, "deck: expected ");
    refused(&(struct ninefold_parameters){.profile = "fair"}, "profile 'fair': ");
    refused(&(struct ninefold_parameters){.kernel = "gpu"}, "gpu: unknown kernel");
    refused(&(struct ninefold_parameters){.seed = UINT64_MAX}, "seed: expected 0 to 2^63-1");
    refused(&(struct ninefold_parameters){.weights = "Z1=3"}, "Z1");
    refused(&(struct ninefold_parameters){.strategy = "1=nobody"}, "nobody");
}

TEST(test_runs_out_of_range_are_refused_and_change_nothing)
{
    const struct ninefold_parameters parameters = {.players = 2, .rounds = 1};
    const struct ninefold_options crowd = {.threads = 1025};
    FREED_BY(nf_test_close) struct ninefold_game *const game = nf_test_open(&parameters);
    FREED_BY(nf_test_close_batch) struct ninefold_batch *const batch = open_batch(game, 5);
    assert_fails(NINEFOLD_USAGE, "", ninefold_run, batch, 0, NULL, NULL);
    assert_fails(NINEFOLD_USAGE, "", ninefold_run, batch, UINT64_MAX, NULL, NULL);
    assert_fails(NINEFOLD_USAGE, "", ninefold_run, batch, 1, NULL, &crowd);
    assert_int_equal(ninefold_batch_next(batch), 5);
    assert_true(isnan(ninefold_batch_share(batch, 0).mean)); /* no games */
    assert_true(isnan(ninefold_batch_share(batch, 2).mean)); /* no such seat */
}

/* Game `i`; the first one, which can be calculated, with few cards, so that it takes little time.
 */
static struct ninefold_game *open_small(size_t i, uint32_t players)
{
    return nf_test_open(
        &(struct ninefold_parameters){.game = ninefold_game_name(i),
                                      .players = players,
                                      .weights = i == 0 ? "A49=2,A99=2,DOUBLE=1,E99=1" : NULL});
}

TEST(test_numbers_that_are_no_index_or_form_are_refused_by_all)
{
    const uint64_t most = UINT64_C(1000000000000000);
    const uint64_t beyond[] = {most, most + between(1, UINT32_MAX), UINT64_MAX};
    for (size_t i = 0; i < nf_test_count_games(); i++) {
        struct ninefold_error err;
        FREED_BY(nf_test_close) struct ninefold_game *const game = open_small(i, i == 0 ? 2 : 0);
        FREED_BY(nf_test_close_batch) struct ninefold_batch *batch;
        struct ninefold_text text, answer;
        for (size_t k = 0; k < sizeof beyond / sizeof beyond[0]; k++) {
            assert_fails(NINEFOLD_USAGE, "first: expected 0 to 999999999999999, found ",
                         ninefold_batch_open, game, beyond[k], &batch);
            assert_null(batch);
            assert_fails(NINEFOLD_USAGE, "", ninefold_deal, game, beyond[k], &text, &answer);
        }
        assert_int_equal(ninefold_most_games(game), most);
        assert_done(ninefold_batch_open, game, most - 1, &batch);
        assert_int_equal(ninefold_run(batch, 2, NULL, NULL, &err), NINEFOLD_USAGE);
        assert_null(strstr(err.text, "1 to 0"));
        for (int wrong = -1; wrong <= 99; wrong += wrong < 0 ? NINEFOLD_HTML + 2 : 1) {
            const enum ninefold_form form = (enum ninefold_form)wrong;
            assert_fails(NINEFOLD_USAGE, "form: expected 0 to 3, found ", ninefold_batch_report,
                         batch, form, &text);
            assert_null(text.data);
            assert_fails(NINEFOLD_USAGE, "form: ", ninefold_exact, game, NULL, form, &text);
        }
    }
}

TEST(test_null_has_the_meaning_that_the_header_gives_it)
{
    const struct ninefold_strategy nothing[] = {{"mine", NULL}, {NULL, NULL}};
    close_alike(nf_test_open(NULL), nf_test_open(&(struct ninefold_parameters){.seed = 0}));
    assert_ptr_equal(ninefold_strategy_text(NULL, NULL),
                     ninefold_strategy_text(NULL, ninefold_strategy_name(NULL, 0)));
    assert_non_null(ninefold_strategy_text(NULL, NULL));
    assert_null(ninefold_strategy_text("chess", NULL));
    refused(&(struct ninefold_parameters){.strategies = nothing}, "strategies: expected a text");
}

TEST(test_strategies_of_the_callers_own_are_copied)
{
    const char *const usual = ninefold_strategy_name(NULL, 1);
    char *const text = strdup(ninefold_strategy_text(NULL, usual)), name[] = "mine";
    struct ninefold_strategy strategies[] = {{name, text}, {NULL, NULL}};
    const struct ninefold_parameters own = {
        .players = 2, .rounds = 3, .strategy = name, .strategies = strategies};
    const struct ninefold_parameters known = {.players = 2, .rounds = 3, .strategy = usual};
    struct ninefold_game *const mine = nf_test_open(&own);
    memset(text, 'x', strlen(text));
    free(text);
    memset(name, 'x', sizeof name - 1);
    close_alike(mine, nf_test_open(&known));
}

/* ---- all games ---- */

static int count_calls(void *owner, uint64_t turns, uint64_t expected)
{
    uint64_t *const calls = owner;
    assert_true(turns > *calls && expected > 0);
    *calls = turns;
    return 0;
}

static int end_at_once(void *owner, uint64_t turns, uint64_t expected)
{
    (void)owner, (void)turns, (void)expected;
    return 1;
}

TEST(test_what_all_games_come_to_has_every_form_and_needs_no_options)
{
    static const char *const has[] = {[NINEFOLD_TABLE] = "seat 1 loses",
                                      [NINEFOLD_JSON] = "ninefold.exact/1",
                                      [NINEFOLD_MARKDOWN] = "| long run |",
                                      [NINEFOLD_HTML] = "<caption id=\"rounds\">"};
    FREED_BY(nf_test_close) struct ninefold_game *const game = open_small(0, between(1, 2));
    for (int form = NINEFOLD_TABLE; form <= NINEFOLD_HTML; form++) {
        FREED_BY(ninefold_text_free) struct ninefold_text text, again;
        uint64_t calls = 0;
        const struct ninefold_exact_options options = {
            .threads = between(1, 3), .progress = count_calls, .owner = &calls};
        assert_done(ninefold_exact, game, NULL, (enum ninefold_form)form, &text);
        assert_done(ninefold_exact, game, &options, (enum ninefold_form)form, &again);
        assert_true(calls > 0);
        assert_string_equal(text.data, again.data);
        if (strstr(text.data, has[form]) == NULL)
            fail_msg("%s: not in %s", has[form], text.data);
    }
}

TEST(test_what_cannot_be_calculated_is_refused_and_progress_ends_it)
{
    struct ninefold_text text;
    for (size_t i = 0; i < nf_test_count_games(); i++) {
        FREED_BY(nf_test_close) struct ninefold_game *const game = open_small(i, i == 0 ? 3 : 0);
        assert_fails(NINEFOLD_USAGE, "", ninefold_exact, game, NULL, NINEFOLD_JSON, &text);
        assert_null(text.data);
    }
    FREED_BY(nf_test_close) struct ninefold_game *const game = open_small(0, 1);
    struct ninefold_exact_options options = {.progress = end_at_once};
    assert_fails(NINEFOLD_ENDED, "", ninefold_exact, game, &options, NINEFOLD_JSON, &text);
    assert_null(text.data);
    options = (struct ninefold_exact_options){.memory = 1};
    assert_fails(NINEFOLD_USAGE, "", ninefold_exact, game, &options, NINEFOLD_JSON, &text);
    options = (struct ninefold_exact_options){.threads = 1025};
    assert_fails(NINEFOLD_USAGE, "", ninefold_exact, game, &options, NINEFOLD_JSON, &text);
}

/* A form that every thread uses. */
static void *make_and_verify(void *owner)
{
    const struct ninefold_format *const form = owner;
    for (uint64_t i = 0; i < 300; i++) {
        struct ninefold_text made = {0};
        assert_done(ninefold_format_case, form, 7, i, &made);
        const struct ninefold_input input = {made.data, made.size, NULL};
        assert_done(ninefold_format_verify, form, &input);
        ninefold_text_free(&made);
    }
    return NULL;
}

TEST(a_form_makes_cases_that_it_accepts_in_several_threads_and_names_the_place_of_what_it_refuses)
{
    static const char text[] = "INT(1,9,n) NEWLINE REP(n,SPACE) INT(0,99) END NEWLINE";
    const struct ninefold_input source = {text, sizeof text - 1, NULL}, cut = {text, 9, "p.ctd"},
                                input = {"2\n5 100\n", 8, NULL};
    struct ninefold_format *form, *none;
    struct ninefold_error err;
    pthread_t thread;
    assert_int_equal(ninefold_format_open(&cut, &none, &err), NINEFOLD_INVALID);
    assert_null(none);
    assert_memory_equal(err.text, "p.ctd:1:10: ", 12);
    ninefold_format_close(none);
    assert_done(ninefold_format_open, &source, &form);
    assert_int_equal(ninefold_format_verify(form, &input, &err), NINEFOLD_INVALID);
    assert_memory_equal(err.text, "input:2:3: found 100, ", 22);
    assert_int_equal(pthread_create(&thread, NULL, make_and_verify, form), 0);
    make_and_verify(form);
    pthread_join(thread, NULL);
    ninefold_format_close(form);
}

int main(void)
{
    random_state = nf_test_seed();
    return nf_run_tests(NULL, NULL);
}
