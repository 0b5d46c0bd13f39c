/* Twenty questions: programs with each mistake of each catalogue are named by what they print for a
 * few small cases. */
/* first: takes long */
#include "judge/suspects.h"
#include "tests/unit/judged.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

enum { MOST_ASKED = 8 };

/* The game of questions with a program. */
struct asking {
    struct nf_answer told[MOST_ASKED];
    uint32_t asked;
    struct nf_suspects left;
};

/* What is asked before anything is known, of every program; the caller frees it. */
static struct nf_text first_question(const struct nf_problem *problem)
{
    FREED_BY(nf_suspects_free) struct nf_suspects all;
    struct nf_text question = {0};
    assert_ok(nf_questions_narrow, &all, problem, NULL, 0);
    assert_ok(nf_questions_next, &all, problem, 0, &question);
    return question;
}

static void ask(struct asking *asking, const struct nf_problem *problem,
                const struct nf_text *first, uint64_t set)
{
    *asking = (struct asking){.asked = 0};
    for (;;) {
        struct nf_text instance = {0};
        assert_ok(nf_questions_narrow, &asking->left, problem, asking->told, asking->asked);
        if (asking->asked == MOST_ASKED)
            break;
        if (asking->asked == 0)
            nf_text_bytes(&instance, first->data, first->size);
        else
            assert_ok(nf_questions_next, &asking->left, problem, asking->asked, &instance);
        if (instance.size == 0)
            break;
        nf_suspects_free(&asking->left);
        nf_test_valid(problem, &instance);
        asking->told[asking->asked++] =
            (struct nf_answer){instance, nf_test_play_as(problem, set, &instance, NULL)};
    }
}

static void forget(struct asking *asking)
{
    for (uint32_t i = 0; i < asking->asked; i++) {
        nf_text_free(&asking->told[i].instance);
        nf_text_free(&asking->told[i].output);
    }
    nf_suspects_free(&asking->left);
}

/* The program is among those that are left, and, of the catalogue, alone. */
static bool is_named(struct asking *asking, uint64_t set)
{
    bool among = false;
    for (uint32_t i = 0; i < asking->left.count; i++)
        among |= asking->left.sets[i] == set;
    assert_true(among);
    nf_suspects_prefer_named(&asking->left, set != NF_BY_THE_RULES);
    return asking->left.count == 1;
}

TEST(eight_answers_name_nine_of_ten_mistakes_of_each_game)
{
    size_t games = 0;
    while (nf_problems[games] != NULL)
        games++;
    for (const struct nf_problem *const *problem = nf_problems; *problem != NULL; problem++) {
        if (!nf_test_tries((size_t)(problem - nf_problems), games))
            continue;
        FREED_BY(nf_text_free) struct nf_text question = first_question(*problem);
        uint32_t named = 0, tried = 0, asked[MOST_ASKED + 1] = {0};
        const unsigned mistakes = nf_test_mistakes(*problem);
        /* A few stand for all where there is little time. */
        const unsigned step = nf_test_often(25, 20, 1), first = (unsigned)(nf_test_seed() % step);
        for (unsigned k = 1 + first; k <= mistakes; k += step) {
            FREED_BY(forget) struct asking asking;
            ask(&asking, *problem, &question, UINT64_C(1) << k);
            const bool alone = is_named(&asking, UINT64_C(1) << k);
            if (!alone)
                print_message("%s: %s is not named\n", (*problem)->name,
                              (*problem)->fuzz->mistakes[k].name);
            named += alone;
            tried++;
            asked[asking.asked]++;
        }
        print_message("%s: %u of %u named; by number of answers:", (*problem)->name, named, tried);
        for (uint32_t i = 0; i <= MOST_ASKED; i++)
            print_message(" %u", asked[i]);
        print_message("\n");
        assert_true(step > 1 || 10 * named >= 9 * tried);
    }
}

TEST(an_output_that_is_cut_short_fits_nobody_and_one_by_the_rules_fits_the_rules)
{
    for (const struct nf_problem *const *problem = nf_problems; *problem != NULL; problem++) {
        FREED_BY(nf_suspects_free) struct nf_suspects all, left;
        struct nf_answer told = {.instance = nf_test_guide(*problem, 1, 0)};
        assert_ok(nf_questions_narrow, &all, *problem, NULL, 0);
        assert_int_equal(all.sets[0], NF_BY_THE_RULES);
        told.output = nf_test_play_as(*problem, NF_BY_THE_RULES, &told.instance, NULL);
        assert_ok(nf_questions_narrow, &left, *problem, &told, 1);
        assert_int_equal(left.sets[0], NF_BY_THE_RULES);
        assert_true(left.count < all.count);
        nf_suspects_free(&left);
        told.output.size = 3;
        assert_ok(nf_questions_narrow, &left, *problem, &told, 1);
        assert_int_equal(left.count, 0);
        nf_text_free(&told.instance);
        nf_text_free(&told.output);
    }
}
