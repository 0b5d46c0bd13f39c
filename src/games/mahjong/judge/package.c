#include "games/mahjong/judge/package.h"

#include "base/embed.h"

NF_EMBED(mahjong_statement, "gen/mahjong/package/statement.md");
NF_EMBED(mahjong_validator_py, "gen/mahjong/package/validator.py");
NF_EMBED(mahjong_validator_cpp, "gen/mahjong/package/validator.cpp");
NF_EMBED(mahjong_solution_py, "gen/mahjong/package/solution.py");
NF_EMBED(mahjong_solution_cpp, "gen/mahjong/package/solution.cpp");

static const struct nf_package_wrong wrong[] = {
    {1, false, "for y in [(x + self.step * i) % 4", "for y in [(x + i) % 4"},
    {6, false, "range(min(rank, 6), max(rank - 3, -1), -1)",
     "range(max(rank - 2, 0), min(rank, 6) + 1)"},
    {12, true, "melds[x] + 1) >= distance", "melds[x] + 1) > distance"},
    {16, true, "if (used > 4 || all > 4", "if (all > 4"},
    {18, true, "left <= least", "left < least"},
    {22, false, "x = (x + 2 * self.step) % 4", "x = after"},
    {25, false, "                x = (x + self.step) % 4\n", "                x = after\n"},
    {36, true, "if (ron(x, kind))", "if (drawn < wall.size() && ron(x, kind))"},
    {0, false, NULL, NULL},
};

static const struct nf_package_invalid invalid[] = {
    {"fifth-tile", NULL, "\n1M\n", "\n2M\n"},
    {"unknown-tile", NULL, "\nE\n", "\nX\n"},
    {"lower-case-tile", NULL, "\n1M\n", "\n1m\n"},
    {"two-on-a-line", NULL, "\nE\n", " E\n"},
    {"tile-missing", NULL, "\nE\n", "\n"},
    {"tile-too-many", NULL, "\nE\n", "\nE\nE\n"},
    {NULL, NULL, NULL, NULL},
};

const struct nf_package mahjong_package = {
    .statement = mahjong_statement,
    .validator_py = mahjong_validator_py,
    .validator_cpp = mahjong_validator_cpp,
    .solution_py = mahjong_solution_py,
    .solution_cpp = mahjong_solution_cpp,
    .wrong = wrong,
    .invalid = invalid,
    .seconds = 2,
    .seconds_from = "four times what solution.py takes for a test, up to 0.5 s on an AMD EPYC of "
                    "Zen 4; solution.cpp takes 10 ms",
};
