#include "games/tng/judged/fuzzing.h"

#include "base/embed.h"

NF_EMBED(tng_statement, "gen/tng/package/statement.md");
NF_EMBED(tng_statement_zh, "gen/tng/package/statement.zh.md");
NF_EMBED(tng_solution_py, "gen/tng/package/solution.py");
NF_EMBED(tng_solution_cpp, "gen/tng/package/solution.cpp");

static const struct nf_package_wrong wrong[] = {
    {1, false, "    return value(n0, 2 * r, 1)\n",
     "    return 1 if n0 in goals else value(n0, 2 * r, 1)\n"},
    {3, true, "value(n0, 2 * r, 1)", "value(n0, 2 * r, -1)"},
    {6, true, "value(n0, 2 * r, 1)", "value(n0, r, 1)"},
    {10, false, "2 * r", "2 * r + 2"},
    {12, true,
     "best = player == 1 ? std::max(values[0], values[1]) : std::min(values[0], values[1]);",
     "best = std::max(values[0], values[1]);"},
    {15, false, "[pow(e, n, p) for", "[pow(e, n, p) if n > 0 else 0 for"},
    {16, false, "pow(e, n, p)", "pow(n, e, p)"},
    {19, true, "        memset(goal, 0, sizeof goal);\n", ""},
    {0, false, NULL, NULL},
};

const struct nf_package tng_package = {
    .statements = {tng_statement, tng_statement_zh},
    .solution_py = tng_solution_py,
    .solution_cpp = tng_solution_cpp,
    .wrong = wrong,
    .seconds = 1,
    .seconds_from = "ten times what solution.py takes for the largest test, 0.1 s on an AMD EPYC "
                    "of Zen 4; solution.cpp takes 2 ms",
};
