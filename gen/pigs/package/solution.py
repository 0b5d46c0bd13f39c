

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
