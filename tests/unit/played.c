#include "tests/unit/played.h"
#include "tests/unit/test.h"

struct nf_setup *nf_test_prepare(const struct nf_game *game, const struct nf_params *params)
{
    struct nf_setup *setup;
    struct nf_error err;
    if (nf_prepare(game, params, &setup, &err) != NF_OK)
        fail_msg("%s", err.text);
    return setup;
}

struct nf_run_result nf_test_run(const struct nf_setup *setup, const struct nf_kernel *kernel,
                                 uint64_t first, uint64_t games, uint32_t threads, uint32_t block)
{
    const struct nf_run_options options = {.setup = setup,
                                           .kernel = kernel,
                                           .first = first,
                                           .games = games,
                                           .threads = threads,
                                           .block = block};
    struct nf_run_result result;
    struct nf_error err;
    if (nf_run(&options, &result, &err) != NF_OK)
        fail_msg("%s", err.text);
    nf_tally_settle(&result.tally);
    return result;
}
