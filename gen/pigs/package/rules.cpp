// The rules, one card after the other.
#include <iostream>
#include <string>
#include <vector>

struct Pig {
    std::string role, hand;
    int health;
    bool rebel, weapon, shown, quasi; // quasi: a hidden pig that hurt the main pig
};

struct End {}; // the main pig or the last rebel is dead

static std::vector<Pig> pigs;
static std::string deck;
static size_t top;

static void sit_down(const std::string &role, const std::string &hand) {
    pigs.push_back({role, hand, 4, role == "FP", false, role == "MP", false});
}

static void draw(Pig &pig, int count) {
    for (; count > 0; count--) {
        pig.hand += deck[top];
        if (top + 1 < deck.size())
            top++;
    }
}

static bool give(Pig &pig, char card) {
    const size_t place = pig.hand.find(card);
    if (place == std::string::npos)
        return false;
    pig.hand.erase(place, 1);
    return true;
}

static int after(int i) {
    do
        i = (i + 1) % (int)pigs.size();
    while (pigs[i].health == 0);
    return i;
}

static void hurt(int source, int target) {
    Pig &killer = pigs[source], &pig = pigs[target];
    pig.health--;
    if (pig.health == 0 && give(pig, 'P'))
        pig.health = 1;
    if (pig.health > 0)
        return;
    pig.hand.clear();
    pig.weapon = false;
    int rebels = 0;
    for (const Pig &other : pigs)
        rebels += other.rebel && other.health > 0;
    if (target == 0 || rebels == 0)
        throw End();
    if (pig.rebel)
        draw(killer, 3);
    else if (source == 0) {
        killer.hand.clear();
        killer.weapon = false;
    }
}

// Whether one of this side, asked in order from `first`, gives a J that holds.
static bool stopped(bool rebels, int first) {
    int i = first;
    do {
        if (pigs[i].rebel == rebels && give(pigs[i], 'J')) {
            pigs[i].shown = true;
            return !stopped(!rebels, i);
        }
        i = after(i);
    } while (i != first);
    return false;
}

static bool parried(int user, int target) {
    return pigs[target].shown && stopped(pigs[target].rebel, user);
}

static bool enemy(int user, int target) {
    const Pig &other = pigs[target];
    if (other.shown)
        return other.rebel != pigs[user].rebel;
    return user == 0 && other.quasi;
}

static int duel_target(int user) {
    if (pigs[user].rebel)
        return 0;
    for (int i = after(user); i != user; i = after(i))
        if (enemy(user, i))
            return i;
    return -1;
}

static void duel(int user, int target) {
    if (parried(user, target))
        return;
    int gives = target, other = user;
    while (!(pigs[gives].role == "ZP" && other == 0) && give(pigs[gives], 'K'))
        std::swap(gives, other);
    hurt(other, gives);
}

static void all(int user, char answer) {
    for (int i = after(user); i != user; i = after(i)) {
        if (parried(user, i) || give(pigs[i], answer))
            continue;
        if (i == 0 && !pigs[user].shown)
            pigs[user].quasi = true;
        hurt(user, i);
    }
}

// Uses the card at this place if it can be used.
static bool use(int user, size_t place, bool &killed) {
    Pig &pig = pigs[user];
    const char card = pig.hand[place];
    const int next = after(user), target = duel_target(user);
    if (card == 'D' || card == 'J' || (card == 'P' && pig.health == 4) ||
        (card == 'K' && ((killed && !pig.weapon) || !enemy(user, next))) ||
        (card == 'F' && target < 0))
        return false;
    pig.hand.erase(place, 1);
    if (card == 'P')
        pig.health++;
    else if (card == 'Z')
        pig.weapon = true;
    else if (card == 'N' || card == 'W')
        all(user, card == 'N' ? 'K' : 'D');
    else {
        pig.shown = true;
        if (card == 'F')
            duel(user, target);
        else {
            killed = true;
            if (!give(pigs[next], 'D'))
                hurt(user, next);
        }
    }
    return true;
}

static void play_round() {
    for (int user = 0; user < (int)pigs.size(); user++) {
        if (pigs[user].health == 0)
            continue;
        draw(pigs[user], 2);
        bool killed = false;
        size_t place = 0;
        while (place < pigs[user].hand.size())
            place = use(user, place, killed) ? 0 : place + 1;
    }
}
