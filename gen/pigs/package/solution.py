# The rules, one card after the other.


class End(Exception):
    """The main pig or the last rebel is dead."""


class Pig:
    def __init__(self, role, hand):
        self.role, self.hand, self.health = role, hand, 4
        self.rebel = role == "FP"
        self.shown = role == "MP"
        self.quasi = False  # hidden, but she hurt the main pig
        self.weapon = False

    def give(self, card):
        """Whether she had such a card; she gives the leftmost."""
        if card in self.hand:
            self.hand.remove(card)
            return True
        return False


class Game:
    def __init__(self, roles, hands, deck):
        self.pigs = [Pig(role, list(hand)) for role, hand in zip(roles, hands)]
        self.main, self.deck = self.pigs[0], deck[::-1]  # the top card is the last one

    def draw(self, pig, count):
        for _ in range(count):
            pig.hand.append(self.deck.pop() if len(self.deck) > 1 else self.deck[0])

    def order(self, first):
        """All that live, beginning with the first."""
        place = self.pigs.index(first)
        return [pig for pig in self.pigs[place:] + self.pigs[:place] if pig.health > 0]

    def hurt(self, source, pig):
        pig.health -= 1
        if pig.health == 0 and pig.give("P"):
            pig.health = 1
        if pig.health > 0:
            return
        pig.hand.clear()
        if pig is self.main or not any(p.rebel and p.health > 0 for p in self.pigs):
            raise End
        if pig.rebel:
            self.draw(source, 3)
        elif source is self.main:
            source.hand.clear()
            source.weapon = False

    def stopped(self, rebels, first):
        """Whether one of this side gives a J which the others do not stop."""
        for pig in self.order(first):
            if pig.rebel == rebels and pig.give("J"):
                pig.shown = True
                return not self.stopped(not rebels, pig)
        return False

    def enemies(self, user):
        """Those that she would attack, in order."""
        for pig in self.order(user)[1:]:
            quasi = pig.quasi and not pig.shown and user is self.main
            if quasi or (pig.shown and pig.rebel != user.rebel):
                yield pig

    def duel(self, user, target):
        gives, other = target, user
        while not (gives.role == "ZP" and other is self.main) and gives.give("K"):
            gives, other = other, gives
        self.hurt(other, gives)

    def trick(self, card, user, targets):
        for pig in targets:
            if pig.shown and self.stopped(pig.rebel, user):
                continue
            if card == "F":
                self.duel(user, pig)
            elif not pig.give("K" if card == "N" else "D"):
                if pig is self.main and not user.shown:
                    user.quasi = True
                self.hurt(user, pig)

    def use(self, user, place, killed):
        """Uses the card at this place if it can be used."""
        card, others = user.hand[place], self.order(user)[1:]
        enemies = list(self.enemies(user))
        usable = {
            "P": user.health < 4,
            "K": (user.weapon or not killed) and others[0] in enemies,
            "F": bool(enemies),
        }
        if not usable.get(card, card in "NWZ"):
            return False
        del user.hand[place]
        user.shown |= card in "KF"
        if card == "P":
            user.health += 1
        elif card == "Z":
            user.weapon = True
        elif card in "NW":
            self.trick(card, user, others)
        elif card == "F":
            self.trick(card, user, [self.main if user.rebel else enemies[0]])
        elif not others[0].give("D"):
            self.hurt(user, others[0])
        return True

    def turn(self, user):
        self.draw(user, 2)
        place, killed = 0, False
        while place < len(user.hand):
            card = user.hand[place]
            if self.use(user, place, killed):
                killed = killed or card == "K"
                place = 0
            else:
                place += 1

    def round(self):
        for pig in self.pigs:
            if pig.health > 0:
                self.turn(pig)


def main():
    import sys

    words = sys.stdin.read().split()
    n, m = int(words[0]), int(words[1])
    pigs = [words[2 + 5 * i : 7 + 5 * i] for i in range(n)]
    game = Game([pig[0] for pig in pigs], [pig[1:] for pig in pigs], words[2 + 5 * n :][:m])
    try:
        while True:
            game.round()
    except End:
        print("MP" if game.main.health > 0 else "FP")
        for pig in game.pigs:
            print(" ".join(pig.hand) if pig.health > 0 else "DEAD")


main()
