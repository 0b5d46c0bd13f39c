/* The pig game: its instances and transcripts. */
#include "core/format/judge.h"
#include "games/pigs/module.h"
#include "games/pigs/rules/format.h"
#include "tests/fuzz-targets/fuzz_game.h"

static bool check(struct nf_match *match, bool playable)
{
    struct nf_error err;
    if (!playable)
        return false;
    nf_fuzz_require(nf_match_play(match, &pigs_game, NULL, NULL, &err) == NF_OK,
                    "what was played can be played again");
    const struct pigs_game *const end = match->course;
    nf_fuzz_require((end->pigs[0].health > 0) == end->main_wins, "the winner is dead");
    for (uint32_t seat = 0; seat < end->instance->seats; seat++)
        nf_fuzz_require(end->pigs[seat].health <= PIGS_HEALTH &&
                            (end->pigs[seat].health > 0 || end->pigs[seat].count == 0),
                        "pig %u has health %u and %u cards", seat + 1, end->pigs[seat].health,
                        end->pigs[seat].count);
    return true;
}

static void test_instance(const char *bytes, size_t size)
{
    nf_fuzz_check_instance(&pigs_game, bytes, size, check);
}

static void test_answer(const char *bytes, size_t size)
{
    nf_fuzz_check_answer(&pigs_game, bytes, size);
}

static const struct nf_fuzz_target targets[] = {
    {"pigs-instance", 2048, test_instance},
    {"pigs-answer", 2048, test_answer},
    {NULL, 0, NULL},
};

static const struct nf_params runs[] = {
    {.players = 5, .rounds = 1, .profile = "uniform", .seed = 3},
    {.players = 10, .rounds = 1, .profile = "jj", .seed = INT64_MAX},
    {0},
};

const struct nf_fuzz_game pigs_fuzz_targets = {&pigs_game, targets, runs};
