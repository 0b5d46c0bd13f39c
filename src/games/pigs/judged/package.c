#include "games/pigs/judged/fuzzing.h"
#include "games/pigs/rules/judge.h"

#include "base/embed.h"

NF_EMBED(pigs_statement, "gen/pigs/package/statement.md");
NF_EMBED(pigs_statement_zh, "gen/pigs/package/statement.zh.md");
NF_EMBED(pigs_solution_py, "gen/pigs/package/solution.py");
NF_EMBED(pigs_solution_cpp,
         "gen/pigs/package/rules.cpp" NF_EMBED_AND "gen/pigs/package/solution.cpp");
NF_EMBED(pigs_check_cpp, "gen/pigs/package/rules.cpp" NF_EMBED_AND "gen/pigs/package/check.cpp");
NF_EMBED(pigs_wrong, "gen/pigs/package/wrong.diff");

static const struct nf_package_invalid invalid[] = {
    {"no-rebel", "2 1\nMP D D D D\nZP P K F N\nW\n"},
    {"no-main-pig", "2 1\nFP D D D D\nZP P K F N\nW\n"},
    {"main-pig-second", "2 1\nFP D D D D\nMP P K F N\nW\n"},
    {"never-ends", "2 1\nMP D D D D\nFP D D D D\nD\n"},
    {NULL, NULL},
};

const struct nf_package pigs_package = {
    .statements = {pigs_statement, pigs_statement_zh},
    .check_cpp = pigs_check_cpp,
    .solution_py = pigs_solution_py,
    .solution_cpp = pigs_solution_cpp,
    .wrong = pigs_wrong,
    .invalid = invalid,
    .seconds = 1,
    .seconds_from = "ten times what solution.py takes for the largest test, 0.1 s on an AMD EPYC "
                    "of Zen 4; solution.cpp takes 2 ms",
};
