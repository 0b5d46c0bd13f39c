/* A right solution of Cirno's game, to be changed by the list. */
#include <stdio.h>
#include <string.h>

enum { BASIC = 15, PASS = 15, TURN, DOUBLE, CARDS };
static const char *card_names[CARDS] = {"A1",  "A2",  "A5",  "A9",   "A19",  "A49",
                                        "A99", "B1",  "B9",  "B19",  "C2",   "D2",
                                        "E0",  "E49", "E99", "PASS", "TURN", "DOUBLE"};
static const char best_first[] = "CABDE", worst_first[] = "DBACE";

struct person {
    char name[24];
    int count[CARDS];
} people[30];

static int n, m, k, p, who, step, twice;

static int read_card(void)
{
    char word[16];
    int c = 0;
    if (scanf("%15s", word) != 1) {
        fprintf(stderr, "the deck is empty\n");
        fflush(stdout);
        __builtin_trap();
    }
    while (c < DOUBLE && strcmp(card_names[c], word) != 0)
        c++;
    return c;
}

static int floor_half(int x)
{
    return (x - (x % 2 != 0 && x < 0)) / 2;
}

static int result(int c)
{
    int value = 0;
    sscanf(card_names[c] + 1, "%d", &value);
    if (card_names[c][0] == 'A')
        return p + value;
    if (card_names[c][0] == 'B')
        return p - value;
    if (card_names[c][0] == 'C')
        return p * 2;
    if (card_names[c][0] == 'D')
        return floor_half(p);
    return value;
}

/* goes through the classes in the order of preference; a later one must be really better */
static int basic(int small)
{
    const char *classes = small ? worst_first : best_first;
    int found = -1;
    for (int i = 0; i < 5; i++)
        for (int c = 0; c < BASIC; c++) {
            if (card_names[c][0] != classes[i] || people[who].count[c] == 0 || result(c) > 99)
                continue;
            if (found < 0 || (small ? result(c) < result(found) : result(c) > result(found)))
                found = c;
        }
    return found;
}

static int special(void)
{
    for (int c = PASS; c <= DOUBLE; c++)
        if (people[who].count[c] > 0)
            return c;
    return -1;
}

static void replace(int c)
{
    people[who].count[c]--;
    if (c < BASIC)
        p = result(c);
    printf("%s used %s,now p=%d.\n", people[who].name, card_names[c], p);
    people[who].count[read_card()]++;
}

static void advance(int c)
{
    if (c == TURN)
        step = n - step;
    who = (who + step) % n;
}

static int single(void)
{
    int c = basic(0);
    if (c < 0)
        c = special();
    if (c < 0)
        return 0;
    replace(c);
    advance(c);
    twice = c == DOUBLE;
    return 1;
}

static int under_double(void)
{
    int c = special();
    if (c >= 0) {
        replace(c);
        advance(c);
        return 1;
    }
    c = basic(1);
    if (c < 0)
        return 0;
    replace(c);
    twice = 0;
    return single();
}

static void draw_three(void)
{
    memset(people[who].count, 0, sizeof people[who].count);
    for (int i = 0; i < 3; i++)
        people[who].count[read_card()]++;
}

int main(void)
{
    if (scanf("%d %d %d", &n, &m, &k) != 3)
        return 1;
    for (who = 0; who < n; who++) {
        if (scanf("%23s", people[who].name) != 1)
            return 1;
        draw_three();
    }
    who = 0;
    step = 1;
    for (int r = 1; r <= m; r++) {
        printf("Round %d:\n", r);
        p = 0;
        step = 1;
        twice = 0;
        while (twice ? under_double() : single()) {
        }
        printf("%s lost the game.\n", people[who].name);
        draw_three();
    }
    return 0;
}
