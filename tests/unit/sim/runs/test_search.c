/* Searches among the strategies of a made-up game in which what each part of a strategy gains is
 * known, and every game that is played is seen. */
/* first: takes long */
/* both: the fuzz targets know all there is */
#include "sim/runs/search.h"

#include "tests/unit/folder.h"
#include "tests/unit/sim/runs/played_run.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

enum { TRIALS = 10000, PART = 9, LONGEST = 40 * PART, SEAT = 2, GAMES = 4096, SEEN = 20000 };

/* ---- the game ----
 *
 * A strategy is a row of parts, "g050:012;" say: a letter, a number and the part's name. Who sits
 * with it loses about half of the trials; 'g' loses so many less, 'e' so many more and less in
 * turn, which comes to the same, 'n' changes nothing, and 'q' makes all games alike. */

struct seated {
    struct nf_setup base; /* first, so that a setup is its table */
    char text[LONGEST + 1];
    struct nf_strategy texts[2];
};

/* What a search did: asked for a change of a strategy, or played games with one. */
struct seen {
    bool asked;
    uint64_t seed, first, games;
    char text[LONGEST + 1];
};

extern const struct nf_game made_up;
static struct seen seen[SEEN];
static size_t seen_count;
static int seated_now;                    /* setups that are not yet released */
static int (*gain_of)(size_t);            /* what change number i gains; 0: it is none */
static size_t calls, fails_at = SIZE_MAX; /* of the game's functions; the call that fails */

static void see(struct seen what, const char *text)
{
    assert_in_range(seen_count, 0, SEEN - 1);
    strcpy(what.text, text);
    seen[seen_count++] = what;
}

static enum nf_status call(struct nf_error *err)
{
    return calls++ == fails_at ? nf_fail(err, NF_INVALID, "the game fails") : NF_OK;
}

static uint32_t losses_of(const char *text, uint64_t seed, uint64_t index)
{
    uint64_t random = seed * 1000003 + index;
    const int noise = strchr(text, 'q') != NULL ? 0 : (int)nf_test_between(&random, 0, 80) - 40;
    int losses = TRIALS / 2 + noise;
    for (; *text != '\0'; text += PART) {
        const int number = atoi(text + 1);
        losses -= *text == 'g' ? number : *text == 'e' ? (index % 2 == 0 ? number : -number) : 0;
    }
    return (uint32_t)losses;
}

static enum nf_status prepare(struct nf_setup *setup, uint32_t profile, struct nf_error *err)
{
    struct seated *const seated = (struct seated *)(void *)setup;
    const struct nf_params *const params = &setup->params;
    (void)profile;
    if (call(err) != NF_OK)
        return NF_INVALID;
    assert_string_equal(params->strategy, "3=searched");
    assert_string_equal(params->texts[0].name, "searched");
    assert_in_range(strlen(params->texts[0].text), 0, LONGEST);
    strcpy(seated->text, params->texts[0].text);
    seated->texts[0] = (struct nf_strategy){"searched", "", seated->text};
    setup->params.texts = seated->texts;
    seated_now++;
    return NF_OK;
}

static void release(struct nf_setup *setup)
{
    (void)setup;
    seated_now--;
}

static size_t memory(const struct nf_kernel *self, const struct nf_setup *setup)
{
    (void)self, (void)setup;
    return NF_CACHE_LINE;
}

static enum nf_status play(const struct nf_kernel *self, const struct nf_setup *setup, void *block,
                           struct nf_feed *feed, struct nf_sink *sink, struct nf_error *err)
{
    (void)self, (void)block;
    if (call(err) != NF_OK)
        return NF_INVALID;
    const struct seated *const seated = (const struct seated *)(const void *)setup;
    const uint64_t seed = setup->params.seed;
    see((struct seen){.seed = seed, .first = feed->next, .games = feed->end - feed->next},
        seated->text);
    for (uint64_t index; nf_feed_take(feed, &index);) {
        const uint32_t losses = losses_of(seated->text, seed, index);
        sink->take(sink, &(struct nf_outcome){.index = index, .words = &losses});
    }
    return NF_OK;
}

static void per_seat(const struct nf_setup *setup, const struct nf_outcome *outcome,
                     uint16_t *counts)
{
    (void)setup;
    counts[SEAT] = (uint16_t)outcome->words[0];
    counts[0] = (uint16_t)(TRIALS - outcome->words[0]);
    counts[1] = 0;
}

static uint32_t trials(const struct nf_setup *setup)
{
    (void)setup;
    return TRIALS;
}

/* Appends a part that gains what the test says, named by the number of the change. */
static enum nf_status mutate(const struct nf_text *text, uint64_t *random, struct nf_text *mutated,
                             struct nf_error *err)
{
    const size_t number = (size_t)(*random)++;
    if (call(err) != NF_OK)
        return NF_INVALID;
    see((struct seen){.asked = true}, text->data);
    nf_text_bytes(mutated, text->data, text->size);
    if (gain_of(number) != 0)
        nf_text_format(mutated, "g%03d:%03zu;", gain_of(number), number % 1000);
    return NF_OK;
}

static enum nf_status drop(const struct nf_text *text, uint32_t part, struct nf_text *shorter,
                           struct nf_error *err)
{
    const size_t at = (size_t)part * PART;
    if (call(err) != NF_OK)
        return NF_INVALID;
    if (at >= text->size)
        return nf_fail(err, NF_BUDGET, "no such part");
    nf_text_bytes(shorter, text->data, at);
    nf_text_bytes(shorter, text->data + at + PART, text->size - at - PART);
    return NF_OK;
}

static const struct nf_kernel kernel = {
    .name = "made-up", .supported = nf_everywhere, .memory = memory, .play = play};
static const struct nf_kernel *const kernels[] = {&kernel, NULL};
static const struct nf_tally_ops tally = {.per_seat = per_seat, .trials = trials};
static const struct nf_strategy shipped[] = {{"usual", "", ""}, {NULL, NULL, NULL}};
static const struct nf_strategy_ops strategies = {shipped, mutate, drop};
static const struct nf_words words = {.strategy = ""};
static const struct nf_profile profiles[] = {{.name = "usual"}, {.name = NULL}};
const struct nf_game made_up = {.name = "made-up",
                                .players = {0, NF_MAX_SEATS, 0},
                                .rounds = {0, NF_MAX_ROUNDS, 0},
                                .words = &words,
                                .profiles = profiles,
                                .setup_size = sizeof(struct seated),
                                .prepare = prepare,
                                .release = release,
                                .kernels = kernels,
                                .tally = &tally,
                                .strategies = &strategies};

/* ---- searching ---- */

static struct nf_search_options options_of(uint64_t seed, uint64_t steps, const char *start)
{
    return (struct nf_search_options){
        .game = &made_up,
        .params = {.players = 3, .rounds = 1, .profile = "usual", .seed = seed},
        .kernel = "auto",
        .seat = SEAT,
        .threads = 1,
        .steps = steps,
        .games = GAMES,
        .verifying = 500,
        .start = start};
}

static struct nf_search_found found;   /* by the search last made */
static struct nf_search_result chosen; /* of it */

static void search(const struct nf_search_options *options)
{
    seen_count = 0;
    nf_text_free(&found.best);
    assert_ok(nf_search, options, &found);
    assert_ok(nf_search_choose, options, &found, 1, &chosen);
    assert_int_equal(seated_now, 0);
}

/* How many games of a seed a strategy played, each counted once. */
static uint64_t games_of(const char *text, uint64_t seed)
{
    uint64_t games = 0;
    for (size_t i = 0; i < seen_count; i++) {
        bool again = seen[i].asked || seen[i].seed != seed || strcmp(seen[i].text, text) != 0;
        for (size_t j = 0; j < i && !again; j++)
            again = !seen[j].asked && seen[j].seed == seed && seen[j].first == seen[i].first &&
                    strcmp(seen[j].text, text) == 0;
        games += again ? 0 : seen[i].games;
    }
    return games;
}

static int whole_gain(const char *text)
{
    int gain = 0;
    for (; *text != '\0'; text += PART)
        gain += *text == 'g' ? atoi(text + 1) : 0;
    return gain;
}

static int none(size_t change)
{
    (void)change;
    return 0;
}

static int gains_apart(size_t change)
{
    return 30 + (int)(change * change * 29 % 83);
}

static int fifty_and_ten_in_turn(size_t change)
{
    return change % 2 == 0 ? 50 : 10;
}

/* The climbs of a search, the best one first, as its rules have them. */
struct model {
    char texts[8][LONGEST + 1];
    size_t changes;
};

static void model_steps(struct model *model, uint32_t climb, uint64_t steps)
{
    char *const text = model->texts[climb];
    for (uint64_t i = 0; i < steps; i++, model->changes++)
        snprintf(text + strlen(text), PART + 1, "g%03d:%03zu;", gains_apart(model->changes),
                 model->changes);
}

static int better_first(const void *a, const void *b)
{
    return whole_gain(b) - whole_gain(a);
}

TEST(eight_climbs_go_alike_and_the_better_half_goes_on_until_one_has_the_rest)
{
    for (uint64_t steps = 48; steps < 64; steps += 15) {
        struct model model = {.changes = 0};
        const struct nf_search_options options = options_of(0, steps, "");
        gain_of = gains_apart;
        search(&options);
        for (uint32_t count = 8; count > 1; count /= 2) {
            for (uint32_t climb = 0; climb < count; climb++)
                model_steps(&model, climb, steps / 16);
            qsort(model.texts, count, sizeof model.texts[0], better_first);
            for (uint32_t climb = 1; climb < count; climb++)
                assert_int_not_equal(whole_gain(model.texts[climb - 1]),
                                     whole_gain(model.texts[climb]));
        }
        model_steps(&model, 0, steps - model.changes);
        assert_string_equal(found.best.data, model.texts[0]);
        assert_int_equal(found.steps, steps);
        assert_int_equal(found.accepted, steps);
        assert_int_equal(found.dropped, 0);
    }
}

TEST(climbs_are_ranked_by_games_that_chose_none_of_them)
{
    const struct nf_search_options options = options_of(0, 16, "");
    gain_of = gains_apart;
    search(&options);
    size_t changes = 0;
    uint64_t next = 0, games[8] = {0}; /* the next new game; new ones of each climb */
    for (size_t i = 0; i < seen_count && changes <= 8; i++) {
        changes += seen[i].asked;
        const int climb = seen[i].text[0] == '\0' ? 7 : atoi(seen[i].text + strlen("g000:"));
        if (changes < 8 && seen[i].first + seen[i].games > next)
            next = seen[i].first + seen[i].games;
        else if (changes == 8 && seen[i].first >= next)
            games[climb] += seen[i].games;
    }
    for (int climb = 0; climb < 8; climb++)
        assert_in_range(games[climb], 8 * 128, SIZE_MAX);
}

TEST(a_test_that_is_given_is_that_of_a_single_climb)
{
    struct nf_search_options options = options_of(0, 6, "");
    options.sprt = (struct nf_sprt){0.002, 0.004, 0.001, 0.001};
    gain_of = fifty_and_ten_in_turn;
    search(&options);
    assert_string_equal(found.best.data, "g050:000;g050:002;g050:004;");
    assert_int_equal(found.accepted, 3);
}

TEST(without_steps_nothing_is_searched)
{
    const struct nf_search_options options = options_of(1, 0, "g100:901;");
    search(&options);
    assert_int_equal(games_of("g100:901;", 1), 0);
    assert_string_equal(found.best.data, "g100:901;");
    assert_int_equal(found.accepted, 0);
}

/* A strategy is known by four times the games of a comparison when its parts are judged, and what
 * is left without one by twice as many, unless it is clearly worse. */
TEST(a_part_is_needless_if_twice_the_games_show_no_difference)
{
    const char whole[] = "g100:901;e020:902;";
    const uint64_t seed = nf_test_seed() >> 1;
    uint64_t dropped = 0;
    gain_of = none;
    for (uint64_t i = 0; i < 40; i++) {
        struct nf_search_options options = options_of(seed + i, 1, whole);
        options.sprt = (struct nf_sprt){0.002, 0.004, 0.001, 0.001};
        search(&options);
        assert_memory_equal(found.best.data, whole, PART);
        assert_int_equal(found.dropped, found.best.size == PART);
        assert_int_equal(games_of(whole, seed + i), 4 * GAMES);
        assert_in_range(games_of("e020:902;", seed + i), 256, GAMES / 4);
        dropped += found.dropped;
        if (found.dropped > 0)
            assert_int_equal(games_of("g100:901;", seed + i), 2 * GAMES);
    }
    assert_in_range(dropped, 30,
                    40); /* the interval misses in one of 40; 11 do by less than 1e-8 */
}

TEST(parts_without_effect_are_dropped_and_told_to_nobody)
{
    const struct nf_search_options options =
        options_of(3, 1, "n000:901;g100:902;n000:903;n000:904;");
    gain_of = none;
    search(&options);
    assert_string_equal(found.best.data, "g100:902;");
    assert_int_equal(found.dropped, 0);
    assert_int_equal(found.accepted, 0);
}

struct watch {
    uint64_t steps, last;
    double gain;
};

static bool watch_steps(void *owner, uint64_t steps, double gain)
{
    struct watch *const watch = owner;
    assert_int_equal(steps, watch->steps + 1);
    *watch = (struct watch){steps, watch->last, gain};
    return steps == watch->last;
}

TEST(progress_tells_each_step_and_the_gain_and_ends_the_search)
{
    for (uint64_t last = 1; last <= 40; last += 13) {
        struct watch watch = {.last = last};
        struct nf_search_options options = options_of(0, 30, "g100:901;");
        options.sprt = (struct nf_sprt){0.0005, 0.0015, 0.001, 0.001};
        options.progress = watch_steps;
        options.progress_owner = &watch;
        gain_of = gains_apart;
        search(&options);
        assert_int_equal(found.steps, last < 30 ? last : 30);
        assert_int_equal(watch.steps, found.steps);
        /* the error of a rate by 4,096 games is 0.00004 */
        assert_true(fabs(watch.gain - (whole_gain(found.best.data) - 100) / (double)TRIALS) <
                    0.0003);
    }
}

/* ---- all of it ---- */

/* Runs a search in which the call `fails` of the game's functions fails, if it comes so far: it
 * ends there with that error. Returns how many calls it made. */
static size_t calls_until(const struct nf_search_options *options, size_t fails)
{
    struct nf_error err = {""};
    calls = seen_count = 0;
    fails_at = fails;
    nf_text_free(&found.best);
    enum nf_status status = nf_search(options, &found, &err);
    if (status == NF_OK)
        status = nf_search_choose(options, &found, 1, &chosen, &err);
    assert_int_equal(status, calls > fails ? NF_INVALID : NF_OK);
    const char *const why = strstr(err.text, "the game fails");
    /* Behind its place, where a saved state is taken up. */
    assert_true(status == NF_OK || why == err.text || (why != NULL && options->folder != NULL));
    assert_int_equal(seated_now, 0);
    fails_at = SIZE_MAX;
    return calls;
}

/* Most closely where it begins and where it ends. */
TEST(whatever_fails_ends_a_search_at_once_with_its_error)
{
    struct nf_search_options options = options_of(0, 16, "n000:901;e020:902;");
    options.games = 1024;
    gain_of = gains_apart;
    const size_t all = calls_until(&options, SIZE_MAX);
    for (size_t i = 0; i < all; i += 1 + i / nf_test_often(4, 20, 20)) {
        assert_int_equal(calls_until(&options, i), i + 1);
        assert_int_equal(calls_until(&options, all - 1 - i), all - i);
    }
}

static int gains_and_losses(size_t change)
{
    return (int)(change * change * 29 % 31) - 15;
}

/* Of all that a search did and found. */
static uint64_t digest_of(const struct nf_search_options *options)
{
    FREED_BY(nf_text_free) struct nf_text all = {0};
    search(options);
    for (size_t i = 0; i < seen_count; i++)
        nf_text_format(&all, "%d %" PRIu64 " %" PRIu64 " %" PRIu64 " %s\n", seen[i].asked,
                       seen[i].seed, seen[i].first, seen[i].games, seen[i].text);
    nf_text_format(&all, "%s %" PRIu64 " %" PRIu64 " %" PRIu64, found.best.data, found.steps,
                   found.accepted, found.dropped);
    for (int side = 0; side < 2; side++)
        nf_text_format(&all, " %" PRIu64, chosen.played.counts[side][SEAT]);
    const uint64_t digest = XXH3_64bits(all.data, all.size);
    return digest;
}

/* Most gains are near those that are sought, so a search that weighs anything otherwise soon plays
 * other games. What changes it on purpose has other digests. */
TEST(a_seed_has_the_same_search_as_ever)
{
    static const struct {
        const char *start;
        struct nf_sprt sprt;
        uint64_t digest;
    } searches[] = {
        {.start = "", .digest = 0x6095976a119a7e79},
        {.start = "e200:901;g005:902;g001:903;", .digest = 0x57cc741d94bb621f},
        {.start = "e090:901;g002:902;g001:903;",
         .sprt = {0.0009, 0.0014, 0.02, 0.1},
         .digest = 0xb25ca4795d136ea7},
        {.start = "q000:901;", .digest = 0x66b4960f71dd10af},
    };
    gain_of = gains_and_losses;
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
        struct nf_search_options options = options_of(i, 100 + i, searches[i].start);
        options.games = 4500;
        options.sprt = searches[i].sprt;
        const uint64_t digest = digest_of(&options);
        if (digest != searches[i].digest)
            fail_msg("search %zu has the digest %#llx", i, (unsigned long long)digest);
    }
}

/* ---- states that are saved ---- */

/* Nothing else is left in the folder. */
static void remove_files(void)
{
    static const char *const names[] = {"1.json", "1.json.1", "2.json", "2.json.1"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unlink(names[i]);
    nf_folder_lists("", "");
}

/* A random search, its state saved under the number 1. */
static struct nf_search_options random_options(uint64_t *random)
{
    static const char *const starts[] = {"", "e200:901;g005:902;g001:903;", "q000:901;",
                                         "n000:901;g100:902;e020:903;e030:904;"};
    struct nf_search_options options =
        options_of(nf_test_between(random, 0, 1000), nf_test_between(random, 1, 60),
                   starts[nf_test_between(random, 0, 3)]);
    options.games = nf_test_between(random, 500, 3000);
    options.threads = 1 + nf_test_between(random, 0, 1);
    if (nf_test_between(random, 0, 3) == 0)
        options.sprt = (struct nf_sprt){0.0009, 0.0014, 0.02, 0.1};
    options.folder = ".";
    options.number = 1;
    options.save_every = nf_test_between(random, 0, 1) * 0.001;
    return options;
}

/* The file of a state; free() it. */
static char *file_of(const char *name)
{
    FREED_BY(nf_input_close) struct nf_input input;
    assert_ok(nf_input_open, &input, name);
    char *const text = strndup(input.data, input.size);
    return text;
}

/* What was found last, moved, to be released. */
static struct nf_search_found take_found(void)
{
    const struct nf_search_found taken = found;
    found.best = (struct nf_text){0};
    return taken;
}

/* Releases `earlier`, which is the same as what was found last. */
static void assert_found_again(struct nf_search_found *earlier)
{
    assert_string_equal(found.best.data, earlier->best.data);
    assert_int_equal(found.steps, earlier->steps);
    assert_int_equal(found.accepted, earlier->accepted);
    assert_int_equal(found.dropped, earlier->dropped);
    assert_int_equal(found.seed, earlier->seed);
    nf_text_free(&earlier->best);
}

/* Searches, ended `stops` times by a call that fails, at random moments up to twice as far as the
 * whole may come. */
static void search_in_pieces(const struct nf_search_options *options, uint64_t *random,
                             uint32_t stops, size_t whole)
{
    for (uint32_t i = 0; i < stops; i++)
        calls_until(options, nf_test_between(random, 0, (uint32_t)(2 * whole / stops)));
    search(options);
}

TEST(a_search_that_was_stopped_and_resumed_finds_and_saves_what_one_without_a_break_does)
{
    uint64_t random = nf_test_seed();
    gain_of = gains_and_losses;
    for (uint32_t i = 0; i < nf_test_often(2, 30, 300); i++) {
        struct nf_search_options options = random_options(&random);
        options.folder = NULL;
        search(&options);
        struct nf_search_found unsaved = take_found();
        options.folder = ".";
        calls = 0;
        search(&options);
        const size_t all = calls;
        assert_found_again(&unsaved);
        struct nf_search_found whole = take_found();
        FREED_BY(nf_test_free) char *const saved = file_of("1.json");
        options.number = 2;
        search_in_pieces(&options, &random, nf_test_between(&random, 1, 12), all);
        assert_found_again(&whole);
        nf_folder_has("2.json", saved);
        remove_files();
    }
}

TEST(a_search_that_is_over_plays_nothing_and_writes_nothing_when_it_is_asked_for_again)
{
    struct nf_search_options options = options_of(5, 20, "e200:901;g005:902;");
    options.folder = ".";
    options.number = 1;
    gain_of = gains_and_losses;
    search(&options);
    struct nf_search_found first = take_found();
    assert_int_equal(unlink("1.json.1"), 0); /* the next state would be written beside it */
    search(&options);
    assert_found_again(&first);
    nf_folder_lists("", "1.json ");
    assert_in_range(games_of(found.best.data, 5), 0, 128);
}

static int none_but_a_signal_at_the_fifth(size_t change)
{
    if (change == 4)
        raise(SIGTERM);
    return 0;
}

TEST(a_signal_between_steps_has_all_of_them_saved)
{
    struct nf_search_options options = options_of(0, 20, "g005:902;");
    options.folder = ".";
    options.number = 1;
    options.save_every = 1000;
    gain_of = none_but_a_signal_at_the_fifth;
    assert_ends(
        128 + SIGTERM,
        "stopped by signal 15 (Terminated); 5 of 20 steps are saved, the same command goes on",
        nf_search, &options, &found);
}

/* Makes the search and saves it as number 1. Returns its file. */
static char *save_search(struct nf_search_options *options)
{
    options->folder = ".";
    options->number = 1;
    gain_of = gains_and_losses;
    search(options);
    return file_of("1.json");
}

/* Expects that the state is refused, with its place in the file and a part of the message. */
static void check_refused(const struct nf_search_options *options, const char *message)
{
    struct nf_error err = {""};
    nf_text_free(&found.best);
    const enum nf_status status = nf_search(options, &found, &err);
    unsigned line = 0, column = 0;
    if (status != NF_INVALID || sscanf(err.text, "./1.json:%u:%u: ", &line, &column) != 2 ||
        line == 0 || column == 0 || strstr(err.text, message) == NULL)
        fail_msg("found %d, '%s', expected '%s'", status, err.text, message);
    assert_int_equal(seated_now, 0);
}

TEST(a_state_of_another_search_is_refused_and_stays)
{
    struct nf_search_options options = options_of(3, 20, "g005:902;");
    FREED_BY(nf_test_free) char *const saved = save_search(&options);
    for (int i = 0; i < 7; i++) {
        struct nf_search_options other = options;
        other.params.seed += i == 0;
        other.params.players += i == 1;
        other.params.rounds += i == 2;
        other.steps += i == 3;
        other.games += i == 4;
        other.start = i == 5 ? "g006:902;" : other.start;
        if (i == 6)
            other.sprt = (struct nf_sprt){0.0009, 0.0014, 0.02, 0.1};
        check_refused(&other, "this search was started with");
        nf_folder_has("1.json", saved);
    }
}

TEST(a_made_up_state_with_a_checksum_that_fits_is_refused_for_what_no_search_has)
{
    static const char *const changes[][2] = {
        {"odd 1", "'odd': no such"},
        {"tried 0", "\"tried\": expected "},
        {"tried 21", "\"tried\": expected "},
        {"tried \"3\"", "\"tried\": expected "},
        {"accepted 21", "\"accepted\": expected "},
        {"accepted -1", "\"accepted\": expected "},
        {"dropped 0.5", "\"dropped\": expected "},
        {"random 7", "\"random\": expected "},
        {"random \"0123456789abcdeg\"", "\"random\": expected "},
        {"random \"0123\"", "\"random\": expected "},
        {"random \"0123456789abcdefg\"", "\"random\": expected "},
        {"next_game 127", "\"next_game\": expected "},
        {"next_game null", "\"next_game\": expected "},
        {"trials 0", "\"trials\": expected "},
        {"trials 4294967296", "\"trials\": expected "},
        {"start []", "\"start\": expected "},
        {"start [0, 0, 0]", "\"start\": expected "},
        {"start [1, 10001, 0]", "\"start\": expected "},
        {"start [1, 1, 0, 0]", "\"start\": expected "},
        {"part -1", "\"part\": expected "},
        {"part 4294967296", "\"part\": expected "},
        {"climbs []", "\"climbs\": expected "},
        {"climbs {}", "\"climbs\": expected "},
        {"climbs [1]", "\"climbs\": expected "},
        {"climbs.0.known", "\"climbs\": expected "},
        {"climbs.0.odd 1", "\"climbs\": expected "},
        {"climbs.0.text 1", "\"climbs\": expected "},
        {"climbs.0.first -1", "\"climbs\": expected "},
        {"climbs.0.first 999999999", "\"climbs\": expected "},
        {"climbs.0.known [1, 10001, 1]", "\"climbs\": expected "},
        {"climbs.1 2\nclimbs.2 3", "\"climbs\": expected "},
    };
    struct nf_search_options options = options_of(5, 20, "");
    FREED_BY(nf_test_free) char *const saved = save_search(&options);
    const struct nf_text file = {.data = saved, .size = strlen(saved)};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        FREED_BY(nf_text_free) struct nf_text changed = nf_file_changed(&file, changes[i][0]);
        assert_ok(nf_text_save, &changed, "1.json");
        check_refused(&options, changes[i][1]);
    }
}

/* ---- the best of several ---- */

TEST(the_best_of_several_is_chosen_and_its_gain_known_by_games_that_no_search_has_played)
{
    static const char *const texts[] = {"g030:901;", "g300:902;", "", "g200:903;"};
    const uint64_t seeds[] = {0, 0x5eed, INT64_MAX, nf_test_seed() % 1000000};
    for (size_t k = 0; k < sizeof seeds / sizeof *seeds; k++) {
        const struct nf_search_options options = options_of(seeds[k], 0, "");
        struct nf_search_found several[4] = {{.seed = 0}};
        struct nf_search_result result;
        uint64_t losses[2] = {0};
        for (size_t i = 0; i < 4; i++) {
            nf_text_string(&several[i].best, texts[i]);
            nf_text_terminated(&several[i].best);
        }
        seen_count = 0;
        assert_ok(nf_search_choose, &options, several, 4, &result);
        assert_int_equal(result.best, 1);
        assert_in_range(result.played_seed, 0, INT64_MAX);
        assert_int_not_equal(result.chosen_seed, result.played_seed);
        for (size_t i = 0; i < 4; i++) {
            assert_int_equal(games_of(texts[i], result.chosen_seed), options.verifying);
            assert_int_equal(several[i].chosen.games, options.verifying);
            assert_int_equal(games_of(texts[i], result.played_seed),
                             i == 1 || i == 2 ? options.verifying : 0);
            nf_text_free(&several[i].best);
        }
        for (size_t i = 0; i < seen_count; i++)
            assert_true(seen[i].seed < seeds[k] || seen[i].seed > seeds[k] + 8000);
        for (uint64_t index = 0; index < options.verifying; index++)
            for (int side = 0; side < 2; side++)
                losses[side] += losses_of(side == 0 ? "" : texts[1], result.played_seed, index);
        assert_int_equal(result.played.games, options.verifying);
        for (int side = 0; side < 2; side++)
            assert_int_equal(result.played.counts[side][SEAT], losses[side]);
    }
}

static int end(void **state)
{
    nf_text_free(&found.best);
    return nf_folder_end(state);
}

int main(void)
{
    return nf_run_tests(nf_folder_begin, end);
}
