// Validates an input of Cirno's Arithmetic Game in testlib's manner: exit code 0 if it is valid, 3
// with a message if not. --group NAME: the limits of that subtask must hold as well. C++17.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

using std::set;
using std::string;
using std::vector;

[[noreturn]] static void fail(const string &words) {
    std::cerr << "FAIL " << words << "\n";
    std::exit(3);
}

// ---- reading: every byte counts ----

static string text;
static size_t at = 0;

static string read_word(const string &name, char end) {
    const size_t to = std::min(text.find(end, at), text.size());
    const string word = text.substr(at, to - at);
    if (to == text.size() || word.empty() || word.find_first_of(" \t\r\n") != string::npos)
        fail("expected " + name + (end == '\n' ? " and a newline" : " and a blank"));
    at = to + 1;
    return word;
}

static int read_number(const string &name, char end, int high) {
    const string word = read_word(name, end);
    const bool digits = word.find_first_not_of("0123456789") == string::npos;
    if (!digits || word[0] == '0' || word.size() > 6 || std::stoi(word) > high)
        fail(name + " is " + word + ", expected 1 to " + std::to_string(high));
    return std::stoi(word);
}

static string read_card(char end) {
    static const set<string> cards = {"A1",  "A2", "A5", "A9", "A19", "A49",  "A99",  "B1",   "B9",
                                      "B19", "C2", "D2", "E0", "E49", "E99",  "PASS", "TURN", "DOUBLE"};
    const string card = read_word("a card", end);
    if (cards.count(card) == 0)
        fail("no such card: " + card);
    return card;
}

static string read_name() {
    const string name = read_word("a name", ' ');
    for (const char letter : name)
        if (!((letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z')))
            fail("expected letters only in the name " + name);
    if (name.size() > 20)
        fail("expected at most 20 letters in the name " + name);
    return name;
}

// ---- playing: the deck must suffice, and |p| stay below 10^4 ----

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
    const string order = doubled ? "DBACE" : "CABDE", counters[] = {"PASS", "TURN", "DOUBLE"};
    int basic = -1, value = 0;
    for (int i = 0; i < 3; i++) {
        const int q = counter(hand[i]) ? 100 : after(hand[i], p);
        if (q <= 99 && (basic < 0 || (doubled ? q < value : q > value) ||
                        (q == value && order.find(hand[i][0]) < order.find(hand[basic][0])))) {
            basic = i;
            value = q;
        }
    }
    for (const string &card : counters)
        for (int i = 0; i < 3 && (doubled || basic < 0); i++)
            if (hand[i] == card)
                return i;
    return basic;
}

static void play(int n, int m, vector<vector<string>> &hands, const vector<string> &deck) {
    size_t drawn = 0;
    int seat = 0;
    const auto draw = [&] {
        if (drawn == deck.size())
            fail("the deck runs out");
        return deck[drawn++];
    };
    for (int round = 1; round <= m; round++) {
        int p = 0, step = 1, place;
        bool doubled = false;
        while ((place = choose(hands[seat], p, doubled)) >= 0) {
            const string card = hands[seat][place];
            p = counter(card) ? p : after(card, p);
            if (std::abs(p) >= 10000)
                fail("p becomes " + std::to_string(p));
            hands[seat][place] = draw();
            step = card == "TURN" ? -step : step;
            const bool again = doubled && !counter(card);
            doubled = (doubled && !again) || card == "DOUBLE";
            if (!again)
                seat = (seat + step + n) % n;
        }
        for (string &card : hands[seat])
            card = draw();
    }
}

// The limits of a subtask.
static void check_group(const string &group, int n, const set<string> &used) {
    const auto without = [&](const string &card) {
        if (used.count(card) > 0)
            fail(card + " is not in the subtask " + group);
    };
    if (group == "basic" && n > 3)
        fail("n is " + std::to_string(n) + ", expected at most 3 in the subtask " + group);
    if (group == "basic" || group == "no-turn-pass") {
        without("PASS");
        without("TURN");
    }
    if (group == "basic" || group == "no-double")
        without("DOUBLE");
}

int main(int argc, char **argv) {
    text.assign(std::istreambuf_iterator<char>(std::cin), {});
    const int n = read_number("n", ' ', 30), m = read_number("m", ' ', 100);
    const int k = read_number("k", '\n', 300000);
    vector<vector<string>> hands(n, vector<string>(3));
    vector<string> deck(k);
    set<string> used;
    for (vector<string> &hand : hands) {
        read_name();
        for (int i = 0; i < 3; i++)
            used.insert(hand[i] = read_card(i < 2 ? ' ' : '\n'));
    }
    for (int i = 0; i < k; i++)
        used.insert(deck[i] = read_card(i < k - 1 ? ' ' : '\n'));
    if (at != text.size())
        fail("expected the end of the file");
    for (int i = 1; i + 1 < argc; i++)
        if (string(argv[i]) == "--group")
            check_group(argv[i + 1], n, used);
    play(n, m, hands, deck);
}
