
int main() {
    int n, m;
    std::cin >> n >> m;
    const auto cards = [](int count) {
        std::string found;
        for (char card; count > 0 && std::cin >> card; count--)
            found += card;
        return found;
    };
    while (n-- > 0) {
        std::string role;
        std::cin >> role;
        sit_down(role, cards(4));
    }
    deck = cards(m);
    try {
        while (true)
            play_round();
    } catch (End) {
    }
    std::cout << (pigs[0].health > 0 ? "MP\n" : "FP\n");
    for (const Pig &pig : pigs) {
        for (size_t i = 0; i < pig.hand.size(); i++)
            std::cout << (i > 0 ? " " : "") << pig.hand[i];
        std::cout << (pig.health > 0 ? "\n" : "DEAD\n");
    }
}
