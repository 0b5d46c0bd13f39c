

def check(n, m, roles, hands, deck):
    """Pig 1 is the one main pig, there is a rebel, and the game ends."""
    if roles[0] != "MP" or "MP" in roles[1:]:
        fail("expected MP for pig 1 and for no other")
    if "FP" not in roles:
        fail("there is no rebel")
    game, before = Game(roles, hands, deck), None
    try:
        while True:
            others = [[card for card in pig.hand if card != deck[-1]] for pig in game.pigs]
            now = [len(game.deck), others, [pig.health for pig in game.pigs]]
            if now == before:
                fail("the game never ends")
            before = now
            game.round()
    except End:
        pass
