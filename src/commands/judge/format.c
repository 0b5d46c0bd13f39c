/* ninefold format: a first form from sample inputs. */
#include "base/lang.h"
#include "base/owned.h"
#include "commands/commands.h"
#include "commands/parts/common.h"
#include "judge/forms/form.h"

enum { MOST_SAMPLES = 64 };

static enum nf_status run(void *options, char **operands, struct nf_error *err)
{
    struct nf_input inputs[MOST_SAMPLES];
    struct nf_text text = {0};
    enum nf_status status = NF_OK;
    size_t count = 0;
    (void)options;
    for (; operands[count] != NULL && status == NF_OK; count += status == NF_OK)
        status = nf_input_open(&inputs[count], operands[count], err);
    if (status == NF_OK)
        status = nf_form_infer(inputs, count, &text, err);
    for (size_t i = 0; i < count; i++)
        nf_input_close(&inputs[i]);
    return nf_common_print(&text, status, err);
}

/* The language, by examples, which tests/cli/judge/forms.bats runs. */
static const struct nf_section sections[] = {
    {N_("THE LANGUAGE"),
     N_("A form describes an input from the first byte to the last, in the language of "
        "checktestdata, which ICPC contests use for input validators (.ctd). A # begins a "
        "comment.\n"
        "\n"
        "    # n, then n numbers in one line\n"
        "    INT(1,100000,n) NEWLINE\n"
        "    REPI(i,n,SPACE) INT(-1000000000,1000000000,a[i]) END NEWLINE\n"
        "\n"
        "An input of this form is\n"
        "\n"
        "    3\n"
        "    4 -1 4\n"
        "\n"
        "INT(low,high,n) is an integer within these bounds, without leading zeros, and names it n; "
        "the name may be left out. SPACE is one blank, NEWLINE one line feed; no other white space "
        "is accepted. REPI(i,n,SPACE) repeats what follows up to END n times, with i from 0 on and "
        "a blank between; REP(n,SPACE) does so without an index, and the separator may be left "
        "out. Where the form ends the input ends; EOF demands it explicitly.\n"
        "\n"
        "`ninefold verify` checks inputs by a form, `ninefold gen` makes some, and `ninefold fuzz` "
        "makes those on which it compares a program with a reference:\n"
        "\n"
        "    ninefold verify --format sum.ctd case.in\n"
        "    ninefold gen --format sum.ctd --count 20 --out tests\n"
        "    ninefold fuzz --format sum.ctd --reference brute.py mine.cpp")},
    {N_("SEVERAL TESTS"),
     N_("    INT(1,1000,t) NEWLINE\n"
        "    SET(total = 0)\n"
        "    REP(t)\n"
        "        INT(1,200000,n) NEWLINE\n"
        "        SET(total = total + n)\n"
        "        ASSERT(total <= 200000)\n"
        "        REPI(i,n,SPACE) INT(1,1000000000,a[i]) END NEWLINE\n"
        "        ASSERT(UNIQUE(a))\n"
        "        UNSET(a)\n"
        "    END\n"
        "\n"
        "SET computes and ASSERT demands: all tests together have at most 200000 numbers. "
        "UNIQUE(a) is true if no two values of a are equal. UNSET(a) forgets them, else those of a "
        "longer test would still be there in the next one.\n"
        "\n"
        "    2\n"
        "    1\n"
        "    7\n"
        "    3\n"
        "    2 7 5")},
    {N_("PERMUTATIONS, TREES AND GRAPHS"),
     N_("A permutation has different values from 1 to n:\n"
        "\n"
        "    INT(1,2000,n) NEWLINE\n"
        "    REPI(i,n,SPACE) INT(1,n,p[i]) END NEWLINE\n"
        "    ASSERT(UNIQUE(p))\n"
        "\n"
        "A rising sequence has bounds that depend on the value before:\n"
        "\n"
        "    INT(1,1000,n) NEWLINE\n"
        "    SET(last = 0)\n"
        "    REPI(i,n,SPACE)\n"
        "        INT(last+1,1000000000,x)\n"
        "        SET(last = x)\n"
        "    END NEWLINE\n"
        "\n"
        "A tree is given by the parents of nodes 2 to n, each of which has a smaller number:\n"
        "\n"
        "    INT(2,100000,n) NEWLINE\n"
        "    REPI(i,n-1,SPACE) INT(1,i+1,parent) END NEWLINE\n"
        "\n"
        "A graph without loops and double edges:\n"
        "\n"
        "    INT(2,1000,n) SPACE INT(0,5000,m) NEWLINE\n"
        "    ASSERT(m <= n*(n-1)/2)\n"
        "    REPI(i,m)\n"
        "        INT(1,n-1,u[i]) SPACE INT(u[i]+1,n,v[i]) NEWLINE\n"
        "    END\n"
        "    IF(m > 0) ASSERT(UNIQUE(u,v)) END\n"
        "\n"
        "UNIQUE(u,v) compares pairs. Of names without any value UNIQUE is an error, hence the IF.\n"
        "\n"
        "    4 2\n"
        "    1 2\n"
        "    1 4")},
    {N_("WORDS"), N_("    INT(1,300,n) NEWLINE\n"
                     "    REPI(i,n) REGEX(\"[A-Z][a-z]{0,11}\",name[i]) NEWLINE END\n"
                     "    ASSERT(UNIQUE(name))\n"
                     "    REGEX(\"[A-Z][a-z]{0,11}\",asked) NEWLINE\n"
                     "    ASSERT(INARRAY(asked,name))\n"
                     "    STRING(\"END\") NEWLINE\n"
                     "\n"
                     "REGEX takes the longest text that fits an extended regular expression; "
                     "STRING is just this text. INARRAY(asked,name) is true if one of the values "
                     "of name is asked. In strings \\n, \\t, \\\" and \\\\ are as in C.\n"
                     "\n"
                     "    2\n"
                     "    Ann\n"
                     "    Bo\n"
                     "    Bo\n"
                     "    END")},
    {N_("ROWS OF CHARACTERS"),
     N_("A map of h rows and w columns:\n"
        "\n"
        "    INT(1,50,h) SPACE INT(1,50,w) NEWLINE\n"
        "    REP(h) REGEX(\"[.#]+\",row) ASSERT(STRLEN(row) == w) NEWLINE END\n"
        "\n"
        "The same with exactly one S, read character by character:\n"
        "\n"
        "    INT(1,50,h) SPACE INT(1,50,w) NEWLINE\n"
        "    SET(starts = 0)\n"
        "    REPI(y,h)\n"
        "        REPI(x,w)\n"
        "            REGEX(\"[.#S]\",cell[y,x])\n"
        "            IF(cell[y,x] == \"S\") SET(starts = starts + 1) END\n"
        "        END NEWLINE\n"
        "    END\n"
        "    ASSERT(starts == 1)\n"
        "\n"
        "An input of this form is\n"
        "\n"
        "    2 3\n"
        "    ..#\n"
        "    S#.")},
    {N_("LINES OF SEVERAL KINDS"),
     N_("What a line has may depend on its first word:\n"
        "\n"
        "    INT(1,5000,q) NEWLINE\n"
        "    SET(size = 0)\n"
        "    REP(q)\n"
        "        REGEX(\"push|pop\",op)\n"
        "        IF(op == \"push\")\n"
        "            SPACE INT(0,1000000,x)\n"
        "            SET(size = size + 1)\n"
        "        ELSE\n"
        "            ASSERT(size > 0)\n"
        "            SET(size = size - 1)\n"
        "        END\n"
        "        NEWLINE\n"
        "    END\n"
        "\n"
        "or on its next character, which MATCH looks at: MATCH(\"+-\") is "
        "true if that is one of these, and reads nothing.\n"
        "\n"
        "    IF(MATCH(\"?\")) STRING(\"?\") ELSE INT(1,9) END NEWLINE")},
    {N_("INPUTS WITHOUT A COUNT"),
     N_("Pairs up to the end of the input:\n"
        "\n"
        "    WHILE(!ISEOF)\n"
        "        INT(1,1000,a) SPACE INT(1,1000,b) NEWLINE\n"
        "    END\n"
        "\n"
        "Numbers up to a 0, at most 100 of them; WHILEI counts in i from 0 on:\n"
        "\n"
        "    WHILEI(i,!MATCH(\"0\"))\n"
        "        ASSERT(i < 100)\n"
        "        INT(1,1000,a[i]) NEWLINE\n"
        "    END\n"
        "    STRING(\"0\") NEWLINE\n"
        "\n"
        "    5\n"
        "    7\n"
        "    0")},
    {N_("DECIMAL FRACTIONS"),
     N_("    FLOAT(0,1) SPACE FLOAT(0,1,p,FIXED) SPACE FLOATP(-9,9,1,3,x)\n"
        "    NEWLINE\n"
        "\n"
        "FLOAT accepts an exponent unless FIXED follows the name; SCIENTIFIC demands one. FLOATP "
        "has the smallest and largest number of decimals behind the bounds.\n"
        "\n"
        "    1e-3 0.25 -3.50")},
    {N_("EXPRESSIONS"),
     N_("There are + - * / % ^ and parentheses, the comparisons < <= == != >= >, and && || ! "
        "between tests. Division truncates towards 0, and a remainder has the sign of the "
        "dividend. Integers have up to 128 bits, other numbers the precision of a long double. "
        "Arrays have up to 8 indices: a[i,j].\n"
        "\n"
        "As in checktestdata && and || bind alike, from left to right, and ! negates all that "
        "follows: A || B && C is (A || B) && C, and !A && B is !(A && B).\n"
        "\n"
        "A bound where a number is read, such as INT(1,n,p), finds valid cases more easily than an "
        "ASSERT(p <= n) far behind it.")},
    {NULL, NULL},
};

static const struct nf_option_group groups[] = {{NULL, NULL}};

const struct nf_command nf_command_format = {
    .name = "format",
    .tests = true,
    .summary = N_("write a first form from sample inputs"),
    .details = N_("Prints what the inputs FILE seem to have in common, in the language of "
                  "checktestdata: lines, counts, limits, alphabets. It accepts all of them, and is "
                  "to be edited: the limits are the statement's, which samples seldom reach. "
                  "`verify`, `gen` and `fuzz` take it as --format."),
    .operand = "FILE",
    .usage = "FILE...",
    .operands = MOST_SAMPLES,
    .needed = 1,
    .sections = sections,
    .groups = groups,
    .options_size = 1,
    .run = run,
};
