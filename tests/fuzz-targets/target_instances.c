/* Instances of the games: whatever is accepted can be played, by every way there is to play it and
 * with the same end, and is the same game when it is printed and read again. */
#include "base/format/match.h"
#include "fuzz_target.h"
#include "judge/judge.h"
#include "sim/instances.h"

#include <string.h>

/* What is no instance is none for anybody, and everybody says so with a place. */
static void refused_by_all(const struct nf_problem *problem, const struct nf_input *input)
{
    const struct nf_input nothing = nf_fuzz_input("", 0);
    FREED_BY(nf_text_free) struct nf_text text = {0};
    struct nf_error err;
    struct nf_difference difference;
    nf_fuzz_require(nf_verify(problem, input, &text, &err) == NF_INVALID, "verify accepts it");
    nf_fuzz_place(input, &err);
    nf_fuzz_require(nf_cover(problem->rules, input, &text, NULL, &err) == NF_INVALID,
                    "survey accepts it");
    nf_fuzz_place(input, &err);
    nf_fuzz_require(nf_check_output(problem, input, NULL, &nothing, &difference, &err) ==
                        NF_INVALID,
                    "compare accepts it");
    nf_fuzz_place(input, &err);
}

/* The reference's own transcript is without a difference. */
static void check_transcript(const struct nf_problem *problem, const struct nf_input *input,
                             const struct nf_text *transcript)
{
    const struct nf_input output = nf_fuzz_reread(transcript);
    uint64_t reached[NF_MAX_EVENTS] = {0};
    FREED_BY(nf_text_free) struct nf_text again = {0}, words = {0};
    struct nf_difference difference;
    struct nf_error err;
    nf_fuzz_require(nf_cover(problem->rules, input, &again, reached, &err) == NF_OK,
                    "survey refuses it");
    nf_fuzz_require(nf_fuzz_same(transcript, &again), "play and survey differ");
    nf_fuzz_require(nf_describe_size(problem, input, &words, &err) == NF_OK && words.size > 0,
                    "it has no size");
    nf_fuzz_require(nf_check_output(problem, input, NULL, &output, &difference, &err) == NF_OK,
                    "compare refuses it");
    nf_fuzz_require(difference.line == 0 && difference.why.size == 0,
                    "its own transcript differs in line %llu", (unsigned long long)difference.line);
    nf_text_free(&difference.why);
}

/* Every kernel plays a valid instance as the reference does. */
static void check_kernels(const struct nf_game *game, const struct nf_input *input)
{
    struct nf_error err;
    FREED_BY(nf_text_free) struct nf_text first = {0};
    for (size_t i = 0; game->kernels[i] != NULL; i++) {
        struct nf_text record = {0};
        if (!game->kernels[i]->supported())
            continue;
        nf_fuzz_require(nf_play_instances(game, game->kernels[i], input, 1, &record, &err) == NF_OK,
                        "kernel %s refuses it: %s", game->kernels[i]->name, err.text);
        if (i == 0) {
            first = record;
            continue;
        }
        nf_fuzz_require(nf_fuzz_same(&first, &record), "kernel %s plays it otherwise",
                        game->kernels[i]->name);
        nf_text_free(&record);
    }
}

/* Plays it; returns whether that goes, with what the reference prints. */
static bool play_it(const struct nf_game *game, const struct nf_input *input,
                    struct nf_text *transcript)
{
    const struct nf_problem *const problem = nf_find_problem(game->name);
    FREED_BY(nf_text_free) struct nf_text report = {0};
    struct nf_error err;
    if (nf_play(problem->rules, input, transcript, &err) != NF_OK) {
        nf_fuzz_place(input, &err);
        refused_by_all(problem, input);
        return false;
    }
    check_transcript(problem, input, transcript);
    if (nf_verify(problem, input, &report, &err) == NF_OK) {
        nf_fuzz_lines(&report, "the summary");
        nf_fuzz_require(report.size > 0, "there is no summary");
        check_kernels(game, input);
    } else {
        nf_fuzz_place(input, &err);
    }
    return true;
}

static void check_same(const struct nf_instance *a, const struct nf_instance *b)
{
    for (int kind = 0; kind < NF_VALUE_KINDS; kind++)
        nf_fuzz_require(a->count[kind] == b->count[kind],
                        "printed and read again it has other sizes");
    for (size_t i = 0; i < a->count[NF_IS_NUMBER]; i++)
        nf_fuzz_require(a->numbers[i] == b->numbers[i], "read again number %zu differs", i);
    for (size_t i = 0; i < a->count[NF_IS_WORD]; i++)
        nf_fuzz_require(a->words[i] == b->words[i], "read again word %zu differs", i);
    for (size_t i = 0; i < a->count[NF_IS_NAME]; i++)
        nf_fuzz_require(a->names[i].length == b->names[i].length &&
                            memcmp(a->names[i].text, b->names[i].text, a->names[i].length) == 0,
                        "read again name %zu differs", i);
}

/* Prints an instance that was read: it is playable as before, and where nothing is missing valid.
 */
static void check_printed(const struct nf_game *game, const struct nf_instance *read, bool playable,
                          bool complete, const struct nf_text *transcript)
{
    const struct nf_problem *const problem = nf_find_problem(game->name);
    FREED_BY(nf_text_free) struct nf_text printed = {0}, again = {0}, report = {0};
    FREED_BY(nf_instance_free) struct nf_instance reread;
    struct nf_error err;
    nf_instance_print(&printed, read);
    const struct nf_input input = nf_fuzz_reread(&printed);
    nf_fuzz_require(nf_instance_read(&reread, game->rules->format, &input, &err) == NF_OK,
                    "printed, but not read again: %s", err.text);
    check_same(read, &reread);
    nf_fuzz_require((nf_play(problem->rules, &input, &again, &err) == NF_OK) == playable,
                    "playable before it was printed, or after, but not both");
    if (playable)
        nf_fuzz_require(nf_fuzz_same(&again, transcript), "another game once it is printed");
    if (complete) {
        nf_fuzz_require(nf_verify(problem, &input, &report, &err) == NF_OK,
                        "printed, but invalid: %s", err.text);
        check_kernels(game, &input);
    }
}

static void check_names(const struct nf_instance *read, const struct nf_input *input)
{
    for (size_t i = 0; i < read->count[NF_IS_NAME]; i++)
        nf_fuzz_require(read->names[i].text >= input->data &&
                            read->names[i].text + read->names[i].length <=
                                input->data + input->size,
                        "name %zu is not in the input", i);
}

void nf_fuzz_instance(const struct nf_game *game, const char *bytes, size_t size)
{
    const struct nf_input input = nf_fuzz_input(bytes, size);
    struct nf_match match;
    FREED_BY(nf_text_free) struct nf_text transcript = {0};
    struct nf_error err;
    const bool playable = play_it(game, &input, &transcript);
    if (nf_match_open(&match, game->rules, &input, &err) == NF_OK) {
        check_names(&match.read, &input);
        const bool complete =
            playable && nf_match_play_strictly(&match, game->rules, NULL, &err) == NF_OK;
        check_printed(game, &match.read, playable, complete, &transcript);
        nf_match_close(&match);
    } else {
        nf_fuzz_require(!playable, "played, but not read");
        nf_fuzz_place(&input, &err);
    }
}
