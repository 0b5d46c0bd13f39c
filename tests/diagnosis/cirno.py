"""A right solution of Cirno's game, to be changed by the list."""
import sys


def effect(card, p):
    value = int(card[1:])
    return {'A': p + value, 'B': p - value, 'C': p * value, 'D': p // 2, 'E': value}[card[0]]


class Table:
    def __init__(self, words):
        self.n, self.rounds, _ = map(int, words[:3])
        people = [words[3 + 4 * i:7 + 4 * i] for i in range(self.n)]
        self.names = [person[0] for person in people]
        self.hands = [person[1:] for person in people]
        self.deck = words[3 + 4 * self.n:][::-1]
        self.now = 0

    def pick(self, small):
        """The basic card to play, if any."""
        good = [c for c in self.hands[self.now] if c[1:].isdigit() and effect(c, self.p) <= 99]
        if small:
            order = 'DBACE'
            return min(good, key=lambda c: (effect(c, self.p), order.index(c[0])), default=None)
        order = 'CABDE'
        return min(good, key=lambda c: (-effect(c, self.p), order.index(c[0])), default=None)

    def counter(self):
        return next((c for c in ('PASS', 'TURN', 'DOUBLE') if c in self.hands[self.now]), None)

    def put(self, card):
        hand = self.hands[self.now]
        hand.remove(card)
        if card[1:].isdigit():
            self.p = effect(card, self.p)
        print(f'{self.names[self.now]} used {card},now p={self.p}.')
        hand.append(self.deck.pop())

    def lose(self):
        print(self.names[self.now], 'lost the game.')
        self.hands[self.now] = [self.deck.pop() for _ in range(3)]

    def step(self):
        self.now = (self.now + self.way) % self.n

    def act(self, card, double):
        """What a counter card leads to."""
        if card == 'TURN':
            self.way = -self.way
        self.step()
        self.double = double or card == 'DOUBLE'

    def turn(self):
        """False if the player loses."""
        if self.double:
            card = self.counter() or self.pick(True)
            if card is None:
                return False
            self.put(card)
            if not card[1:].isdigit():
                self.act(card, True)
                return True
            self.double = False
        card = self.pick(False) or self.counter()
        if card is None:
            return False
        self.put(card)
        self.act(card, False)
        return True

    def play(self):
        self.way = 1
        for number in range(1, self.rounds + 1):
            print(f'Round {number}:')
            self.p, self.way, self.double = 0, 1, False
            while self.turn():
                pass
            self.lose()


Table(sys.stdin.read().split()).play()
