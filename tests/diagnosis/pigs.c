/* A right solution of the pig game, to be changed by the list. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FULL = 4, ROOM = 100000 };

static struct pig {
    char role, hand[ROOM];
    int health, cards;
    bool shown, doubted, armed;
} pigs[10];
static char deck[2000];
static int n, m, top;

static int team(int i)
{
    return pigs[i].role == 'F' ? -1 : 1;
}

static void take(int i, int count)
{
    while (count-- > 0) {
        pigs[i].hand[pigs[i].cards++] = deck[top];
        top += top < m - 1;
    }
}

static void drop(int i, int place)
{
    struct pig *const pig = &pigs[i];
    memmove(&pig->hand[place], &pig->hand[place + 1], (size_t)(pig->cards - place - 1));
    pig->cards--;
}

static bool pay(int i, char card)
{
    for (int place = 0; place < pigs[i].cards; place++)
        if (pigs[i].hand[place] == card) {
            drop(i, place);
            return true;
        }
    return false;
}

static int after(int i)
{
    for (i = (i + 1) % n; pigs[i].health <= 0;)
        i = (i + 1) % n;
    return i;
}

static void finish(void)
{
    puts(pigs[0].health > 0 ? "MP" : "FP");
    for (int i = 0; i < n; i++) {
        if (pigs[i].health <= 0)
            printf("DEAD");
        for (int place = 0; place < pigs[i].cards; place++)
            printf("%s%c", place > 0 ? " " : "", pigs[i].hand[place]);
        puts("");
    }
    exit(0);
}

static void strip(int i)
{
    pigs[i].cards = 0;
    pigs[i].armed = false;
}

static void wound(int by, int i)
{
    int rebels = 0;
    pigs[i].health--;
    if (pigs[i].health <= 0 && pay(i, 'P'))
        pigs[i].health = 1;
    if (pigs[i].health > 0)
        return;
    strip(i);
    for (int other = 0; other < n; other++)
        rebels += team(other) < 0 && pigs[other].health > 0;
    if (i == 0 || rebels == 0)
        finish();
    if (team(i) < 0)
        take(by, 3);
    if (team(i) > 0 && by == 0)
        strip(by);
}

/* Whether a trick, or a J, is stopped by this team. */
static bool barred(int side, int first)
{
    int i = first;
    do {
        if (team(i) == side && pay(i, 'J')) {
            pigs[i].shown = true;
            return !barred(-side, i);
        }
        i = after(i);
    } while (i != first);
    return false;
}

static bool saved(int user, int i)
{
    return pigs[i].shown && barred(team(i), user);
}

static bool hostile(int i, int other)
{
    if (pigs[other].shown)
        return team(other) != team(i);
    return i == 0 && pigs[other].doubted;
}

static int rival(int i)
{
    if (team(i) < 0)
        return 0;
    for (int other = after(i); other != i; other = after(other))
        if (hostile(i, other))
            return other;
    return -1;
}

static bool yields(int i, int other)
{
    return pigs[i].role == 'Z' && other == 0;
}

static void duel(int user, int target)
{
    pigs[user].shown = true;
    if (saved(user, target))
        return;
    for (int i = target, other = user;;) {
        if (yields(i, other) || !pay(i, 'K')) {
            wound(other, i);
            return;
        }
        const int next = other;
        other = i;
        i = next;
    }
}

static void sweep(int user, char answer)
{
    for (int i = after(user); i != user; i = after(i)) {
        if (saved(user, i))
            continue;
        if (pay(i, answer))
            continue;
        if (i == 0 && !pigs[user].shown)
            pigs[user].doubted = true;
        wound(user, i);
    }
}

static void strike(int user, int target)
{
    pigs[user].shown = true;
    if (!pay(target, 'D'))
        wound(user, target);
}

static bool use(int i, int place, bool *struck)
{
    const char card = pigs[i].hand[place];
    const int next = after(i), aim = rival(i);
    if (card == 'P' && pigs[i].health < FULL) {
        drop(i, place);
        pigs[i].health++;
    } else if (card == 'K' && (!*struck || pigs[i].armed) && hostile(i, next)) {
        drop(i, place);
        *struck = true;
        strike(i, next);
    } else if (card == 'F' && aim >= 0) {
        drop(i, place);
        duel(i, aim);
    } else if (card == 'N' || card == 'W') {
        drop(i, place);
        sweep(i, card == 'N' ? 'K' : 'D');
    } else if (card == 'Z') {
        drop(i, place);
        pigs[i].armed = true;
    } else {
        return false;
    }
    return true;
}

int main(void)
{
    if (scanf("%d%d", &n, &m) != 2)
        return 1;
    for (int i = 0; i < n; i++) {
        char role[3];
        if (scanf("%2s", role) != 1)
            return 1;
        pigs[i].role = role[0];
        pigs[i].shown = role[0] == 'M';
        pigs[i].health = FULL;
        while (pigs[i].cards < 4 && scanf(" %c", &pigs[i].hand[pigs[i].cards]) == 1)
            pigs[i].cards++;
    }
    for (int i = 0; i < m && scanf(" %c", &deck[i]) == 1;)
        i++;
    for (int i = 0;; i = after(i)) {
        bool struck = false;
        take(i, 2);
        for (int place = 0; place < pigs[i].cards; place++)
            if (use(i, place, &struck))
                place = -1;
    }
}
