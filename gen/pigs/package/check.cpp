
// Pig 1 is the one main pig, there is a rebel, and the game ends.
static void check(int, int, const vector<string> &roles, const vector<vector<string>> &hands,
                  const vector<string> &cards) {
    if (roles[0] != "MP" || std::count(roles.begin(), roles.end(), "MP") > 1)
        fail("expected MP for pig 1 and for no other");
    if (std::count(roles.begin(), roles.end(), "FP") == 0)
        fail("there is no rebel");
    for (size_t i = 0; i < roles.size(); i++) {
        string hand;
        for (const string &card : hands[i])
            hand += card;
        sit_down(roles[i], hand);
    }
    for (const string &card : cards)
        deck += card;
    string before, now;
    try {
        do {
            before = now;
            play_round();
            now = std::to_string(top);
            for (const Pig &pig : pigs) {
                now += " " + std::to_string(pig.health);
                std::remove_copy(pig.hand.begin(), pig.hand.end(), std::back_inserter(now),
                                 deck.back());
            }
        } while (now != before);
        fail("the game never ends");
    } catch (End) {
    }
}
