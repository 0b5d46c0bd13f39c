// Plays the wall tile by tile. The distance of a hand is found suit by suit.
#include <algorithm>
#include <array>
#include <iostream>
#include <map>
#include <string>
#include <vector>

using std::string;

static const int HONOUR = 27, PASS = 34, REVERSE = 35, KINDS = 37, NEVER = 99;

using Hand = std::array<int, KINDS>;
using Suit = std::array<int, 10>; // nine counts, and whether there are runs
using Row = std::array<int, 10>;  // missing tiles for m melds, at 2m, and a pair beside, at 2m + 1

static std::vector<string> names;

// ---- the distance ----

static Row solve(const Suit &suit) {
    // By the runs begun two ranks and one rank before, melds, pairs.
    static int ways[3][3][5][2], after[3][3][5][2];
    const auto clear = [](int(&all)[3][3][5][2]) {
        std::fill(&all[0][0][0][0], &all[0][0][0][0] + 90, NEVER);
    };
    clear(ways);
    ways[0][0][0][0] = 0;
    for (int rank = 0; rank < 9; rank++) {
        clear(after);
        for (int state = 0; state < 90; state++) {
            const int a = state / 30, b = state / 10 % 3, melds = state / 2 % 5, pair = state % 2;
            const int missing = ways[a][b][melds][pair];
            for (int choice = 0; missing < NEVER && choice < 12; choice++) {
                const int begun = choice / 4, triplet = choice / 2 % 2, two = choice % 2;
                const int used = a + b + begun + 3 * triplet + 2 * two;
                const int all = melds + begun + triplet;
                if (used > 4 || all > 4 || pair + two > 1)
                    continue;
                if (begun > 0 && (suit[9] == 0 || rank > 6))
                    continue;
                int &best = after[b][begun][all][pair + two];
                best = std::min(best, missing + std::max(0, used - suit[rank]));
            }
        }
        std::copy(&after[0][0][0][0], &after[0][0][0][0] + 90, &ways[0][0][0][0]);
    }
    Row row;
    for (int i = 0; i < 10; i++)
        row[i] = ways[0][0][i / 2][i % 2];
    return row;
}

static Row both(const Row &one, const Row &other) {
    Row best;
    best.fill(NEVER);
    for (int i = 0; i < 10; i++)
        for (int j = 0; i + j < 10; j++)
            if (i % 2 + j % 2 < 2)
                best[i + j] = std::min(best[i + j], one[i] + other[j]);
    return best;
}

// How far a hand is from winning beside `melds` melds.
static int distance(const Hand &hand, int melds) {
    static std::map<Suit, Row> known;
    Row whole;
    whole.fill(NEVER);
    whole[0] = 0;
    for (int first = 0; first < PASS; first += 9) {
        Suit suit = {};
        for (int i = 0; i < 9 && first + i < PASS; i++)
            suit[i] = hand[first + i];
        suit[9] = first < HONOUR;
        if (known.count(suit) == 0)
            known[suit] = solve(suit);
        whole = both(whole, known[suit]);
    }
    return whole[2 * (4 - melds) + 1];
}

// ---- the game ----

static std::vector<int> wall;
static size_t drawn = 0;
static Hand hands[4];
static int melds[4], step = 1;

static char letter(int x) {
    return "ABCD"[x];
}

static int after(int x, int steps) {
    return (x + steps * step + 8) % 4;
}

static bool draw(int x) {
    if (drawn == wall.size())
        return false;
    hands[x][wall[drawn]]++;
    std::cout << letter(x) << " IN " << names[wall[drawn++]] << "\n";
    return true;
}

static bool wins(const Hand &hand, int k) {
    return hand[PASS] + hand[REVERSE] + hand[KINDS - 1] == 0 && distance(hand, k) == 0;
}

static int choose(Hand hand, int k) {
    for (int kind = PASS; kind < KINDS; kind++)
        if (hand[kind] > 0)
            return kind;
    int best = -1, least = NEVER;
    for (int kind = 0; kind < PASS; kind++) {
        if (hand[kind] == 0)
            continue;
        hand[kind]--;
        const int left = distance(hand, k);
        hand[kind]++;
        if (best < 0 || left <= least) {
            best = kind;
            least = left;
        }
    }
    return best;
}

// Lays down a meld, of which `kind` was discarded, if that helps x.
static bool claims(int x, const int (&meld)[3], int kind, const char *word) {
    Hand rest = hands[x];
    rest[kind]++;
    for (const int each : meld)
        if (--rest[each] < 0)
            return false;
    if (distance(rest, melds[x] + 1) >= distance(hands[x], melds[x]))
        return false;
    hands[x] = rest;
    melds[x]++;
    std::cout << letter(x) << " " << word;
    for (const int each : meld)
        std::cout << " " << names[each];
    std::cout << "\n";
    return true;
}

// Who claims the discard of x, or -1.
static int claimed(int x, int kind) {
    for (int i = 1; i < 4; i++)
        if (claims(after(x, i), {kind, kind, kind}, kind, "PONG"))
            return after(x, i);
    if (kind >= HONOUR)
        return -1;
    const int rank = kind % 9;
    for (int low = std::min(rank, 6); low >= std::max(rank - 2, 0); low--) {
        const int first = kind - rank + low;
        if (claims(after(x, 1), {first, first + 1, first + 2}, kind, "CHOW"))
            return after(x, 1);
    }
    return -1;
}

static void end(int x, const char *how) {
    std::cout << letter(x) << " " << how << "\n" << letter(x) << " WIN\n";
}

// Whether somebody wins with the discard of x.
static bool ron(int x, int kind) {
    for (int i = 1; i < 4; i++) {
        const int y = after(x, i);
        Hand hand = hands[y];
        hand[kind]++;
        if (!wins(hand, melds[y]))
            continue;
        end(y, "RON");
        return true;
    }
    return false;
}

static void play() {
    for (int i = 0; i < 52; i++)
        draw(i % 4);
    for (int x = 0, claimer = -1;;) {
        if (claimer < 0) {
            if (!draw(x)) {
                std::cout << "DRAW\n";
                return;
            }
            if (wins(hands[x], melds[x]))
                return end(x, "SELFDRAWN");
        }
        const int kind = choose(hands[x], melds[x]);
        hands[x][kind]--;
        claimer = -1;
        std::cout << letter(x) << " OUT " << names[kind];
        if (kind == PASS)
            std::cout << " " << letter(after(x, 1));
        std::cout << "\n";
        if (kind < PASS) {
            if (ron(x, kind))
                return;
            claimer = claimed(x, kind);
            x = claimer >= 0 ? claimer : after(x, 1);
        } else if (kind == PASS) {
            x = after(x, 2);
        } else if (kind == REVERSE) {
            step = -step;
            x = after(x, 1);
        }
    }
}

int main() {
    for (const char suit : string("MPS"))
        for (char number = '1'; number <= '9'; number++)
            names.push_back(string(1, number) + suit);
    for (const char honour : string("ESWNBFZ"))
        names.push_back(string(1, honour));
    for (const char *const special : {"PASS", "REVERSE", "DOUBLE"})
        names.push_back(special);
    string word;
    while (std::cin >> word)
        wall.push_back(int(std::find(names.begin(), names.end(), word) - names.begin()));
    play();
}
