// The game is played: the deck must suffice, and |p| stay below 10^4.

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

static void check(int n, int m, int, const vector<string> &, vector<vector<string>> hands,
                  const vector<string> &deck) {
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
