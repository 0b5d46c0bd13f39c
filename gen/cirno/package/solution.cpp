// Plays by the rules, one card after the other.
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

using std::string;
using std::vector;

static const int LIMIT = 99;

static bool counter(const string &card) {
    return card == "PASS" || card == "TURN" || card == "DOUBLE";
}

static int after(const string &card, int p) {
    const int number = std::stoi(card.substr(1));
    switch (card[0]) {
    case 'A': return p + number;
    case 'B': return p - number;
    case 'C': return p * number;
    case 'D': return (p - (p % 2 != 0 && p < 0)) / 2;
    default: return number;
    }
}

// The place in her hand of the card she plays, or -1.
static int choose(const vector<string> &hand, int p, bool doubled) {
    const string largest = "CABDE", smallest = "DBACE", counters[] = {"PASS", "TURN", "DOUBLE"};
    const string &order = doubled ? smallest : largest;
    int basic = -1, value = 0;
    for (int i = 0; i < 3; i++) {
        if (counter(hand[i]))
            continue;
        const int q = after(hand[i], p);
        if (q > LIMIT)
            continue;
        const bool better = doubled ? q < value : q > value;
        const bool first = q == value && basic >= 0 &&
                           order.find(hand[i][0]) < order.find(hand[basic][0]);
        if (basic < 0 || better || first) {
            basic = i;
            value = q;
        }
    }
    if (basic >= 0 && !doubled)
        return basic;
    for (const string &card : counters)
        for (int i = 0; i < 3; i++)
            if (hand[i] == card)
                return i;
    return basic;
}

int main() {
    int n, m, k;
    std::ios::sync_with_stdio(false);
    std::cin >> n >> m >> k;
    vector<string> names(n), deck(k);
    vector<vector<string>> hands(n, vector<string>(3));
    for (int i = 0; i < n; i++)
        std::cin >> names[i] >> hands[i][0] >> hands[i][1] >> hands[i][2];
    for (string &card : deck)
        std::cin >> card;
    int drawn = 0, seat = 0;
    const auto draw = [&] {
        if (drawn == k)
            std::exit(0); // which the rules never do
        return deck[drawn++];
    };
    for (int round = 1; round <= m; round++) {
        printf("Round %d:\n", round);
        int p = 0, step = 1;
        bool doubled = false;
        for (;;) {
            const char *const name = names[seat].c_str();
            const int place = choose(hands[seat], p, doubled);
            if (place < 0) {
                printf("%s lost the game.\n", name);
                for (string &card : hands[seat])
                    card = draw();
                break;
            }
            const string card = hands[seat][place];
            if (!counter(card))
                p = after(card, p);
            printf("%s used %s,now p=%d.\n", name, card.c_str(), p);
            hands[seat][place] = draw();
            if (card == "TURN")
                step = -step;
            if (card == "DOUBLE") {
                doubled = true;
            } else if (doubled && !counter(card)) {
                doubled = false;
                continue;
            }
            seat = (seat + step + n) % n;
        }
    }
}
