#include "games/cirno/judge/suite.h"

#include "base/embed.h"

NF_EMBED(cirno_statement, "gen/cirno/package/statement.md");
NF_EMBED(cirno_validator_py, "gen/cirno/package/validator.py");
NF_EMBED(cirno_validator_cpp, "gen/cirno/package/validator.cpp");
NF_EMBED(cirno_solution_py, "gen/cirno/package/solution.py");
NF_EMBED(cirno_solution_cpp, "gen/cirno/package/solution.cpp");

static const struct nf_package_wrong wrong[] = {
    {1, true, "(p - (p % 2 != 0 && p < 0)) / 2", "p / 2"},
    {4, false,
     "    seat = 0\n    for number in range(1, m + 1):\n        yield f\"Round {number}:\"\n       "
     " p, step, doubled = 0, 1, False\n",
     "    seat, step = 0, 1\n    for number in range(1, m + 1):\n        yield f\"Round "
     "{number}:\"\n        p, doubled = 0, False\n"},
    {5, false, "            if card == \"DOUBLE\":\n",
     "            if card == \"PASS\":\n                doubled = False\n            elif card == "
     "\"DOUBLE\":\n"},
    {12, false, "= \"CABDE\", ", "= \"ACBDE\", "},
    {17, true, "smallest = \"DBACE\"", "smallest = \"CABDE\""},
    {22, true, "LIMIT = 99", "LIMIT = 98"},
    {24, false, "p, step, doubled = 0, 1, False", "p, step, doubled, seat = 0, 1, False, 0"},
    {31, false, "(\"PASS\", \"TURN\", \"DOUBLE\")", "(\"TURN\", \"PASS\", \"DOUBLE\")"},
    {41, true, "doubled = true;", "doubled = n > 1;"},
    {0, false, NULL, NULL},
};

static const struct nf_package_invalid invalid[] = {
    {"deck-too-short", "1 1 3\nA A99 A99 A99\nA99 A99 A99\n", NULL, NULL},
    {"deck-not-k-cards", "1 1 5\nA A99 A99 A99\nA99 A99 A99 A99\n", NULL, NULL},
    {"no-players", "0 1 4\nA99 A99 A99 A99\n", NULL, NULL},
    {"no-rounds", "1 0 4\nA A99 A99 A99\nA99 A99 A99 A99\n", NULL, NULL},
    {"too-many-rounds", "1 101 4\nA A99 A99 A99\nA99 A99 A99 A99\n", NULL, NULL},
    {"too-many-cards", "1 1 300001\nA A99 A99 A99\nA99 A99 A99 A99\n", NULL, NULL},
    {"name-of-21-letters", "1 1 4\nAAAAAAAAAAAAAAAAAAAAA A99 A99 A99\nA99 A99 A99 A99\n", NULL,
     NULL},
    {"name-with-a-digit", "1 1 4\nA1 A99 A99 A99\nA99 A99 A99 A99\n", NULL, NULL},
    {"hand-of-two", "1 1 4\nA A99 A99\nA99 A99 A99 A99\n", NULL, NULL},
    {"unknown-card", "1 1 4\nA A99 A99 A99\nA3 A99 A99 A99\n", NULL, NULL},
    {"lower-case-card", "1 1 4\nA A99 A99 A99\na99 A99 A99 A99\n", NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const struct nf_package cirno_package = {
    .statement = cirno_statement,
    .validator_py = cirno_validator_py,
    .validator_cpp = cirno_validator_cpp,
    .solution_py = cirno_solution_py,
    .solution_cpp = cirno_solution_cpp,
    .wrong = wrong,
    .invalid = invalid,
    .seconds = 6,
    .seconds_from = "four times what solution.py takes for the largest test, 1.3 s on an AMD EPYC "
                    "of Zen 4, rounded up; solution.cpp takes 0.2 s",
};
