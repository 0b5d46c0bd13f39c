/* Saved runs: what is written is read back the same, and nothing else is taken. */
/* valgrind: quick enough to be run under it as well */
#include "core/runner.h"
#include "games/cirno/kernels/kernels.h"
#include "games/cirno/module.h"
#include "games/cirno/rules/cirno.h"
#include "games/cirno/stats/tallying.h"
#include "runs/saved.h"
#include "runs/saved_internal.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* A run that was played, and its file. */
struct played {
    struct nf_setup *setup;
    struct nf_run_result result;
    struct nf_text file;
};

static struct played play(const struct nf_params *params, uint64_t first, uint64_t games)
{
    struct played played = {0};
    struct nf_error err = {""};
    assert_int_equal(nf_prepare(&cirno_game, params, &played.setup, &err), NF_OK);
    const struct nf_run_options options = {.setup = played.setup,
                                           .kernel = &cirno_reference.base,
                                           .first = first,
                                           .games = games,
                                           .threads = 2};
    assert_int_equal(nf_run(&options, &played.result, &err), NF_OK);
    const struct nf_span span = {first, games};
    const struct nf_report report = {
        .tally = &played.result.tally,
        .spans = &span,
        .spans_count = games > 0,
    };
    assert_int_equal(nf_saved_write(&played.file, &report, &err), NF_OK);
    return played;
}

static void close_played(struct played *played)
{
    nf_tally_close(&played->result.tally);
    nf_release(played->setup);
    nf_text_free(&played->file);
}

static const struct nf_params usual = {
    .players = 4, .rounds = 7, .profile = "no-double", .seed = 9};

static enum nf_status read_bytes(const char *data, size_t size, struct nf_saved *saved,
                                 struct nf_error *err)
{
    return nf_saved_read(&(struct nf_input){"run", data, size}, saved, err);
}

TEST(a_run_is_read_back_as_it_was_saved)
{
    static const struct nf_params params[] = {
        {.players = 4, .rounds = 7, .profile = "no-double", .seed = INT64_MAX},
        {.players = 30, .rounds = 100, .deck = 3500, .profile = "uniform"},
        {.players = 1, .rounds = 1, .weights = "A1=3,E99=1,PASS=2", .seed = 5},
        {.players = 3, .rounds = 20, .profile = "uniform", .strategy = "1=lowest", .paired = true},
    };
    static const uint64_t games[] = {300, 60, 0, 40};
    for (int i = 0; i < 4; i++) {
        struct played played = play(&params[i], UINT64_C(1000000000000000000), games[i]);
        const struct nf_tally *const tally = &played.result.tally;
        struct nf_saved saved;
        struct nf_error err = {""};
        if (read_bytes(played.file.data, played.file.size, &saved, &err) != NF_OK)
            fail_msg("%s", err.text);
        assert_int_equal(saved.tally.games, tally->games);
        assert_memory_equal(saved.tally.rejected, tally->rejected, sizeof tally->rejected);
        assert_memory_equal(&saved.tally.digest, &tally->digest, sizeof tally->digest);
        assert_memory_equal(saved.tally.extremes, tally->extremes, sizeof tally->extremes);
        assert_int_equal(saved.tally.sums_count, tally->sums_count);
        assert_memory_equal(saved.tally.sums, tally->sums, tally->sums_count * sizeof *tally->sums);
        /* Written once more it is the same file, so nothing else got lost either. */
        struct nf_text again = {0};
        const struct nf_report report = nf_saved_report(&saved);
        assert_int_equal(nf_saved_write(&again, &report, &err), NF_OK);
        assert_int_equal(again.size, played.file.size);
        assert_memory_equal(again.data, played.file.data, again.size);
        nf_text_free(&again);
        nf_saved_close(&saved);
        close_played(&played);
    }
}

TEST(a_file_cut_short_anywhere_is_refused)
{
    struct played played = play(&usual, 0, 50);
    /* The last two bytes are the brace and the end of the line, which does not matter. */
    for (size_t size = 0; size + 1 < played.file.size; size += size < 1000 ? 1 : 17) {
        struct nf_saved saved;
        struct nf_error err = {""};
        char *const copy = malloc(size + 1); /* of its own, so that an overread is seen */
        memcpy(copy, played.file.data, size);
        assert_int_equal(read_bytes(copy, size, &saved, &err), NF_INVALID);
        assert_non_null(strstr(err.text, "run:"));
        free(copy);
    }
    close_played(&played);
}

TEST(a_file_with_any_byte_changed_is_refused)
{
    struct played played = play(&usual, 0, 50);
    uint64_t random = nf_test_seed();
    for (int i = 0; i < 3000; i++) {
        char *const byte =
            &played.file.data[nf_test_between(&random, 0, (uint32_t)played.file.size - 1)];
        const char before = *byte;
        if (before == ' ' || before == '\n')
            continue;
        *byte = before >= '0' && before < '9' ? (char)(before + 1)
                                              : (char)nf_test_between(&random, 33, 126);
        struct nf_saved saved;
        struct nf_error err = {""};
        if (*byte != before)
            assert_int_equal(read_bytes(played.file.data, played.file.size, &saved, &err),
                             NF_INVALID);
        *byte = before;
    }
    close_played(&played);
}

/* ---- files that were made up, with a checksum that fits ---- */

static char *dump_with_checksum(json_t *document)
{
    json_object_del(document, "checksum");
    char *const plain = json_dumps(document, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENSURE_ASCII);
    const XXH128_hash_t hash = XXH3_128bits(plain, strlen(plain));
    free(plain);
    char text[NF_DIGEST_TEXT];
    nf_digest_print(&(struct nf_digest){hash.low64, hash.high64}, text);
    json_object_set_new(document, "checksum", json_string(text));
    return json_dumps(document, JSON_INDENT(2));
}

TEST(a_made_up_file_is_refused_and_the_message_names_what_is_wrong)
{
    static const struct {
        const char *member; /* set to this JSON, or taken out where that is NULL */
        const char *value;
        const char *message; /* a part of it */
    } changes[] = {
        {"odd", "1", "'odd': no such member"},
        {"schema", "\"ninefold.saved/2\"", "found schema 'ninefold.saved/2', expected"},
        {"schema", NULL, "not a saved run: no schema"},
        {"game", "\"chess\"", "found game 'chess', which this program does not know"},
        {"game", "3", "\"game\": expected a text"},
        {"layout", "\"cirno.tally/0\"", "found sums 'cirno.tally/0', expected 'cirno.tally/"},
        {"params", "{}", "\"params\": expected players, rounds, deck"},
        {"params", "[]", "\"params\": expected players"},
        {"params", "{\"players\":4,\"rounds\":7,\"deck\":0,\"profile\":\"uniform\"}",
         "\"params\": expected players"},
        {"params", "{\"players\":4,\"rounds\":7,\"deck\":null,\"profile\":\"x\"}", "'x'"},
        {"params", "{\"players\":31,\"rounds\":7,\"deck\":null,\"profile\":\"uniform\"}",
         "expected a number from 1 to 30"},
        {"params", "{\"players\":5,\"rounds\":7,\"deck\":null,\"profile\":\"uniform\"}",
         "\"sums\": expected a list of"},
        {"params", "{\"players\":4,\"rounds\":7,\"deck\":null,\"profile\":\"x\",\"strategy\":1}",
         "\"params\": expected players"},
        {"params", "{\"players\":4,\"rounds\":7,\"deck\":null,\"profile\":\"uniform\",\"a\":1}",
         "\"params\": expected players"},
        {"seed", "-1", "\"seed\": expected an integer from 0"},
        {"seed", "1.5", "\"seed\": expected an integer"},
        {"params",
         "{\"players\":4,\"rounds\":7,\"deck\":null,\"profile\":\"uniform\",\"strategies\":{}}",
         "\"strategies\": expected the texts of \"strategy\""},
        {"params",
         "{\"players\":4,\"rounds\":7,\"deck\":null,\"profile\":\"uniform\",\"strategy\":\"1="
         "mine\","
         "\"strategies\":[\"normal\"]}",
         "\"strategies\": expected the texts of \"strategy\""},
        {"params",
         "{\"players\":4,\"rounds\":7,\"deck\":null,\"profile\":\"uniform\",\"strategy\":\"1="
         "mine\","
         "\"strategies\":{\"mine\":3}}",
         "\"strategies\": expected texts by name"},
        {"ranges", "7", "\"ranges\": expected a list"},
        {"ranges", "[[0,49]]", "\"ranges\": hold 49 games, not 50"},
        {"ranges", "[[0,30],[29,20]]", "\"ranges\": expected [first, games], disjoint"},
        {"ranges", "[[20,30],[0,20]]", "\"ranges\": expected"},
        {"ranges", "[[0,50],[60,0]]", "\"ranges\": expected"},
        {"ranges", "[[0,50,1]]", "\"ranges\": expected"},
        {"ranges", "[[100,50]]", "\"extremes\": expected {name, value, index} of longest_round"},
        {"games", "51", "\"ranges\": hold 50 games, not 51"},
        {"games", "\"50\"", "\"games\": expected an integer"},
        {"rejected", "[0]", "\"rejected\": expected a list of 2 numbers, found 1"},
        {"rejected", "[0,-1]", "\"rejected\": number 2 is not a non-negative integer"},
        {"digest", "\"0123\"", "\"digest\": expected 32 hexadecimal digits"},
        {"digest", "\"0123456789ABCDEF0123456789abcdef\"", "\"digest\": expected 32"},
        {"extremes", "[]", "\"extremes\": expected a list of 3"},
        {"extremes", "null", "\"extremes\": expected a list of 3"},
        {"sums", "[]", "\"sums\": expected a list of"},
        {"sums", NULL, "\"sums\": expected a list of"},
        {"blocks", "7", "\"blocks\": expected 50 digests that add up to \"digest\""},
        {"blocks", "[]", "\"blocks\": expected 50 digests"},
        {"digest", "\"0123456789abcdef0123456789abcdef\"", "\"blocks\": expected 50 digests that"},
        {"plan", NULL, "\"plan\": expected first, games and until_width"},
        {"plan", "{\"first\":0,\"games\":50}", "\"plan\": expected first, games"},
        {"plan", "{\"first\":0,\"games\":-1,\"until_width\":null}", "\"plan\": expected first"},
        {"plan", "{\"first\":0,\"games\":50,\"until_width\":1}", "\"plan\": expected first"},
        {"plan", "{\"first\":0,\"games\":49,\"until_width\":null}",
         "\"plan\": does not contain the indices of \"ranges\""},
        {"plan", "{\"first\":1,\"games\":50,\"until_width\":null}",
         "\"plan\": does not contain the indices"},
        {"plan", "{\"first\":51,\"games\":null,\"until_width\":null}",
         "\"plan\": does not contain the indices"},
    };
    struct played played = play(&usual, 0, 50);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        json_t *const document = json_loadb(played.file.data, played.file.size, 0, NULL);
        if (changes[i].value == NULL)
            json_object_del(document, changes[i].member);
        else
            json_object_set_new(document, changes[i].member,
                                json_loads(changes[i].value, JSON_DECODE_ANY, NULL));
        char *const file = dump_with_checksum(document);
        struct nf_saved saved;
        struct nf_error err = {""};
        const enum nf_status status = read_bytes(file, strlen(file), &saved, &err);
        if (status != NF_INVALID || strstr(err.text, changes[i].message) == NULL)
            fail_msg("%s = %s: found '%s', expected '%s'", changes[i].member, changes[i].value,
                     err.text, changes[i].message);
        free(file);
        json_decref(document);
    }
    close_played(&played);
}

TEST(sums_that_no_games_come_to_are_refused)
{
    struct played played = play(&usual, 0, 50);
    json_t *const document = json_loadb(played.file.data, played.file.size, 0, NULL);
    json_t *const sums = json_object_get(document, "sums");
    json_array_set_new(sums, 3, json_integer(1 + json_integer_value(json_array_get(sums, 3))));
    char *const file = dump_with_checksum(document);
    struct nf_saved saved;
    struct nf_error err = {""};
    assert_int_equal(read_bytes(file, strlen(file), &saved, &err), NF_INVALID);
    assert_non_null(strstr(err.text, "\"sums\": no 50 games can have these numbers"));
    free(file);
    json_decref(document);
    close_played(&played);
}

TEST(what_is_no_object_is_no_saved_run)
{
    static const char *const files[] = {"[]", "[{\"schema\": \"ninefold.saved/1\"}]"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct nf_saved saved;
        struct nf_error err = {""};
        assert_int_equal(read_bytes(files[i], strlen(files[i]), &saved, &err), NF_INVALID);
        assert_string_equal(err.text, "run:1:1: not a saved run: expected a JSON object");
    }
}

TEST(what_is_no_json_is_refused_at_its_place)
{
    static const char *const files[][2] = {
        {"", "run:1:1: not a saved run: "},
        {"x", "run:1:1: not a saved run: "},
        {"{\"a\": 1\n!", "run:2:1: not a saved run: "},
        {"{\"a\": 1\n  !}", "run:2:3: not a saved run: "},
        {"{\"a\": 1", "run:1:8: not a saved run: "},
        {"{\"a\": 1\n", "run:2:1: not a saved run: "},
        {"{} {}", "run:1:4: not a saved run: "},
        {"{\"a\": 1, \"a\": 2}", "run:1:12: not a saved run: "},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct nf_saved saved;
        struct nf_error err = {""};
        assert_int_equal(read_bytes(files[i][0], strlen(files[i][0]), &saved, &err), NF_INVALID);
        if (strncmp(err.text, files[i][1], strlen(files[i][1])) != 0)
            fail_msg("%s: found '%s', expected '%s'", files[i][0], err.text, files[i][1]);
    }
}

TEST(counts_are_saved_up_to_what_is_read_again)
{
    struct played played = play(&usual, 0, 5);
    struct nf_tally *const tally = &played.result.tally;
    const struct nf_report report = {.tally = tally};
    const struct nf_tally before = *tally;
    for (int more = 0; more < 2; more++) {
        const enum nf_status wanted = more ? NF_INVALID : NF_OK;
        struct nf_error err = {""};
        struct nf_text text = {0};
        tally->games = nf_saved_most_games + (uint64_t)more;
        assert_int_equal(nf_saved_write(&text, &report, &err), wanted);
        tally->games = before.games;
        tally->rejected[0] = (uint64_t)INT64_MAX + (uint64_t)more;
        assert_int_equal(nf_saved_write(&text, &report, &err), wanted);
        tally->rejected[0] = before.rejected[0];
        for (uint32_t i = 0; i < tally->sums_count; i += tally->sums_count - 1) {
            const uint64_t sum = tally->sums[i];
            tally->sums[i] = (uint64_t)INT64_MAX + (uint64_t)more;
            assert_int_equal(nf_saved_write(&text, &report, &err), wanted);
            tally->sums[i] = sum;
        }
        nf_text_free(&text);
    }
    close_played(&played);
}

/* JSON holds UTF-8 alone, and a file's name may be any bytes. */
TEST(a_run_whose_strategy_file_has_a_name_that_is_no_text_is_not_saved)
{
    struct played played = play(&usual, 0, 5);
    struct nf_error err = {""};
    struct nf_text text = {0};
    const char *const before = played.setup->params.strategy;
    played.setup->params.strategy = "1=\xff.txt";
    const struct nf_report report = {.tally = &played.result.tally};
    assert_int_equal(nf_saved_write(&text, &report, &err), NF_INVALID);
    assert_non_null(strstr(err.text, "the name of a strategy file is not UTF-8"));
    assert_int_equal(text.size, 0);
    played.setup->params.strategy = before;
    close_played(&played);
}

/* Earlier builds saved the words that were given. */
TEST(a_file_that_names_the_usual_strategy_for_everybody_is_that_of_a_run_without)
{
    static const char *const words[] = {"statement", "1..4=statement", "2=statement,1=statement"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct played played = play(&usual, 0, 20);
        struct nf_saved saved;
        struct nf_error err = {""};
        struct nf_text named = {0}, again = {0};
        const struct nf_span span = {0, 20};
        const struct nf_report report = {
            .tally = &played.result.tally, .spans = &span, .spans_count = 1};
        played.setup->params.strategy = words[i];
        assert_int_equal(nf_saved_write(&named, &report, &err), NF_OK);
        assert_int_not_equal(named.size, played.file.size);
        if (read_bytes(named.data, named.size, &saved, &err) != NF_OK)
            fail_msg("%s", err.text);
        assert_null(saved.setup->params.strategy);
        const struct nf_report found = nf_saved_report(&saved);
        assert_int_equal(nf_saved_write(&again, &found, &err), NF_OK);
        assert_int_equal(again.size, played.file.size);
        assert_memory_equal(again.data, played.file.data, again.size);
        nf_text_free(&named);
        nf_text_free(&again);
        nf_saved_close(&saved);
        close_played(&played);
    }
}

TEST(a_digest_is_read_back_and_nothing_else)
{
    const struct nf_digest digest = {UINT64_C(0x0123456789abcdef), UINT64_MAX};
    struct nf_digest found;
    char text[NF_DIGEST_TEXT];
    nf_digest_print(&digest, text);
    assert_true(nf_digest_scan(&found, text));
    assert_true(found.low == digest.low && found.high == digest.high);
    static const char *const wrong[] = {"", "0", "0123456789abcdef0123456789abcdeg",
                                        "0123456789abcdef0123456789abcdef0",
                                        "0123456789abcdef 123456789abcdef"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(nf_digest_scan(&found, wrong[i]));
}
