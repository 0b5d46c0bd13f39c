#include "games/tng/judge/suite.h"

#include "base/embed.h"

NF_EMBED(tng_statement, "gen/tng/package/statement.md");
NF_EMBED(tng_validator_py, "gen/tng/package/validator.py");
NF_EMBED(tng_validator_cpp, "gen/tng/package/validator.cpp");
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

static const struct nf_package_invalid invalid[] = {
    {"p-not-prime", "3 1 7 12 2 8 9\n-1\n", NULL, NULL},
    {"p-too-large", "3 1 7 53 2 8 9\n-1\n", NULL, NULL},
    {"e-is-1", "3 1 1 11 2 8 9\n-1\n", NULL, NULL},
    {"e-not-below-p", "3 1 11 11 2 8 9\n-1\n", NULL, NULL},
    {"start-not-below-p", "11 1 7 11 2 8 9\n-1\n", NULL, NULL},
    {"goal-not-below-p", "3 1 7 11 2 8 11\n-1\n", NULL, NULL},
    {"no-rounds", "3 0 7 11 2 8 9\n-1\n", NULL, NULL},
    {"seven-rounds", "3 7 7 11 2 8 9\n-1\n", NULL, NULL},
    {"eleven-goals", "3 1 7 11 11 0 1 2 3 4 5 6 7 8 9 10\n-1\n", NULL, NULL},
    {"goal-missing", "3 1 7 11 3 8 9\n-1\n", NULL, NULL},
    {"goal-too-many", "3 1 7 11 1 8 9\n-1\n", NULL, NULL},
    {"no-end", "3 1 7 11 2 8 9\n", NULL, NULL},
    {"game-after-the-end", "3 1 7 11 2 8 9\n-1\n3 1 7 11 0\n", NULL, NULL},
    {"no-game", "-1\n", NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const struct nf_package tng_package = {
    .statement = tng_statement,
    .validator_py = tng_validator_py,
    .validator_cpp = tng_validator_cpp,
    .solution_py = tng_solution_py,
    .solution_cpp = tng_solution_cpp,
    .wrong = wrong,
    .invalid = invalid,
    .seconds = 1,
    .seconds_from = "ten times what solution.py takes for the largest test, 0.1 s on an AMD EPYC "
                    "of Zen 4; solution.cpp takes 2 ms",
};
