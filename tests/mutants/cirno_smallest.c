/* The smallest case of Cirno's game on which a program with a mistake differs from the rules,
 * whatever it does wrong there, by search (tests/mutants/run --smallest). A case is dealt while two
 * players play it, one by the rules and one with the mistake; a card is decided when one of them
 * looks at it. Positions from which all goes on alike are looked at once. */
#include "games/cirno/judged/mistakes.c"
#include "judge/points.c"

#include <stdlib.h>
#include <xxhash.h>

enum {
    CARDS = 18,
    SEATS = 3,
    PLACES = 40,    /* cards that are dealt: hands, then the deck */
    OPEN = 32,      /* a card that nobody has looked at: OPEN + its place */
    NONE = 31,      /* no card */
    MOST = 1 << 20, /* positions with so many players and rounds; what takes more is given up */
};

static const char *const names[CARDS] = {"A99", "E99", "A49", "A19",  "A9",   "A5",
                                         "A2",  "A1",  "E49", "E0",   "D2",   "C2",
                                         "B1",  "B9",  "B19", "PASS", "TURN", "DOUBLE"};

/* What one of the two has before a turn. */
struct side {
    int32_t p;
    int8_t cur, dir, doubled, round, done;
    uint8_t drawn, hands[SEATS][3];
};

struct position {
    struct side sides[2]; /* by the rules; with the mistake, not looked at when they differ */
    uint8_t cards[PLACES];
    bool differ;
};

struct positions {
    struct position *all;
    uint64_t *seen;
    size_t count, slots;
};

static int players, rounds, most_deck, mistake;
static bool ordered; /* the order of cards in a hand matters */
static struct positions sizes[PLACES];
static bool too_many, found;
static int found_weight, looked_at;
static struct game games[2]; /* all but what a side has is always the same */
static char printed[2][4096];

/* ---- positions ---- */

static void *held(void *memory)
{
    if (memory == NULL)
        exit(4);
    return memory;
}

/* What is open has a rank for its place, the same in all positions that go on alike. */
static uint64_t position_hash(const struct position *position)
{
    struct position plain = *position;
    const int count = position->differ ? 1 : 2;
    uint8_t rank[PLACES] = {0}, ranks = 0, key[128];
    size_t used = 0;
    for (int i = 0; i < count; i++)
        for (int seat = 0; seat < players; seat++)
            for (int slot = 0; slot < 3; slot++)
                if (plain.sides[i].hands[seat][slot] >= OPEN)
                    rank[plain.sides[i].hands[seat][slot] - OPEN] = 1;
    for (int place = 0; place < PLACES; place++)
        rank[place] = rank[place] > 0 ? ranks++ : 0;
    for (int i = 0; i < count; i++) {
        struct side *const side = &plain.sides[i];
        for (int seat = 0; seat < players; seat++) {
            uint8_t *const hand = side->hands[seat];
            for (int slot = 0; slot < 3; slot++) {
                hand[slot] = hand[slot] < OPEN ? hand[slot] : OPEN + rank[hand[slot] - OPEN];
                for (int k = slot; !ordered && k > 0 && hand[k] < hand[k - 1]; k--) {
                    const uint8_t card = hand[k];
                    hand[k] = hand[k - 1];
                    hand[k - 1] = card;
                }
            }
        }
        memcpy(key + used, side, sizeof *side);
        used += sizeof *side;
    }
    const uint8_t drawn[2] = {plain.sides[0].drawn, plain.sides[1].drawn};
    for (int place = drawn[0] < drawn[1] ? drawn[0] : drawn[1];
         count == 2 && (place < drawn[0] || place < drawn[1]); place++)
        key[used++] = plain.cards[place];
    return XXH3_64bits(key, used) | 1;
}

static size_t slot_of(const uint64_t *seen, size_t slots, uint64_t hash)
{
    size_t slot = hash >> 1 & (slots - 1);
    while (seen[slot] != 0 && seen[slot] != hash)
        slot = (slot + 1) & (slots - 1);
    return slot;
}

static void grow_positions(struct positions *positions)
{
    const size_t slots = positions->slots > 0 ? 2 * positions->slots : 1024;
    uint64_t *const seen = held(calloc(slots, sizeof *seen));
    for (size_t i = 0; i < positions->slots; i++)
        if (positions->seen[i] != 0)
            seen[slot_of(seen, slots, positions->seen[i])] = positions->seen[i];
    free(positions->seen);
    positions->seen = seen;
    positions->slots = slots;
    positions->all = held(realloc(positions->all, slots / 2 * sizeof *positions->all));
}

/* Adds a position to those of its size, unless it is there or its game would take too many cards.
 */
static void add_position(const struct position *position)
{
    const struct side *const right = &position->sides[0];
    const int deck = right->drawn - 3 * players;
    const int lost = right->done ? rounds : right->round > 0 ? right->round - 1 : 0;
    struct positions *const to = &sizes[deck];
    if (deck + 3 * (rounds - lost) > most_deck || too_many)
        return;
    if (2 * to->count >= to->slots)
        grow_positions(to);
    const uint64_t hash = position_hash(position);
    const size_t slot = slot_of(to->seen, to->slots, hash);
    if (to->seen[slot] == hash)
        return;
    to->seen[slot] = hash;
    to->all[to->count++] = *position;
    too_many |= ++looked_at == MOST;
}

/* ---- a turn ---- */

static uint8_t card_of(const char *word)
{
    if (word[0] == '?')
        return (uint8_t)(OPEN + atoi(word + 1));
    for (uint8_t card = 0; card < CARDS; card++)
        if (strcmp(names[card], word) == 0)
            return card;
    return NONE;
}

static void put_word(char word[WORD], uint8_t card)
{
    if (card >= OPEN)
        snprintf(word, WORD, "?%d", card - OPEN);
    else
        strcpy(word, card == NONE ? "" : names[card]);
}

/* Plays a turn of one of the two; appends what is printed. */
static void play_turn(struct position *position, int who, char *text)
{
    struct side *const side = &position->sides[who];
    struct game *const game = &games[who];
    char deck[64] = "";
    rewind(game->out);
    memset(printed[who], 0, 256);
    for (int seat = 0; seat < players; seat++)
        for (int slot = 0; slot < 3; slot++)
            put_word(game->hands[seat][slot], side->hands[seat][slot]);
    for (int place = side->drawn; place < side->drawn + 6 && place < PLACES; place++) {
        const uint8_t card = position->cards[place];
        put_word(deck + strlen(deck), card == OPEN ? OPEN + place : card);
        strcat(deck, " ");
    }
    game->at = deck;
    game->end = deck + strlen(deck);
    game->k = 6;
    game->drawn = 0;
    game->cur = side->cur, game->dir = side->dir, game->doubled = side->doubled, game->p = side->p;
    if (side->round == 0) {
        begin_round(game, side->round = 1);
    } else if (!play_cirno_turn(game)) {
        end_round(game);
        side->done = side->round == rounds;
        if (!side->done)
            begin_round(game, ++side->round);
    }
    fflush(game->out);
    strcat(text, printed[who]);
    side->cur = game->cur, side->dir = game->dir, side->doubled = game->doubled, side->p = game->p;
    side->drawn += game->drawn;
    for (int seat = 0; seat < players; seat++)
        for (int slot = 0; slot < 3; slot++)
            side->hands[seat][slot] = card_of(game->hands[seat][slot]);
}

/* The place of an open card that the next turn looks at, or -1. */
static int open_place(const struct position *position, int who)
{
    const struct side *const side = &position->sides[who];
    if (side->round == 0)
        return -1;
    for (int slot = 0; slot < 3; slot++)
        if (side->hands[side->cur][slot] >= OPEN)
            return side->hands[side->cur][slot] - OPEN;
    for (int place = side->drawn; place < side->drawn + side->doubled && place < PLACES; place++)
        if (position->cards[place] == OPEN)
            return place;
    return -1;
}

static void decide(struct position *position, int place, uint8_t card)
{
    position->cards[place] = card;
    for (int i = 0; i < 2; i++)
        for (int seat = 0; seat < players; seat++)
            for (int slot = 0; slot < 3; slot++)
                if (position->sides[i].hands[seat][slot] == OPEN + place)
                    position->sides[i].hands[seat][slot] = card;
}

/* Whether both have the two cards in the same hand, so that they may be exchanged. */
static bool may_exchange(const struct position *position, int place, int other)
{
    int together = other < 0 ? -1 : 0;
    for (int i = 0; i < (position->differ ? 1 : 2); i++)
        for (int seat = 0; seat < players; seat++) {
            int of_them = 0;
            for (int slot = 0; slot < 3; slot++)
                of_them += position->sides[i].hands[seat][slot] == OPEN + place ||
                           position->sides[i].hands[seat][slot] == OPEN + other;
            together += of_them == 2;
        }
    return !ordered && together == (position->differ ? 1 : 2);
}

/* ---- the search ---- */

/* Whether the case that is dealt shows the mistake, played as a whole. */
static bool case_fails(const struct position *position)
{
    const int deck = position->sides[0].drawn - 3 * players;
    char text[512], *at = text, *outputs[2];
    at += sprintf(at, "%d %d %d\n", players, rounds, deck);
    for (int place = 0; place < 3 * players + deck; place++) {
        const uint8_t card = position->cards[place] == OPEN ? 0 : position->cards[place];
        if (place < 3 * players && place % 3 == 0)
            at += sprintf(at, "%c ", 'A' + place / 3);
        at += sprintf(at, "%s%c", names[card],
                      (place < 3 * players && place % 3 == 2) || place + 1 == 3 * players + deck
                          ? '\n'
                          : ' ');
    }
    const struct nf_input instance = {"", text, (size_t)(at - text)};
    for (int i = 0; i < 2; i++) {
        size_t size;
        FILE *const out = open_memstream(&outputs[i], &size);
        cirno_play_as(i == 0 ? 0 : UINT64_C(1) << mistake, &instance, out);
        fclose(out);
    }
    const bool fails = strcmp(outputs[0], outputs[1]) != 0;
    if (fails) {
        found_weight = 4 * players + 4 * rounds + deck;
        printf("%d %s", found_weight, text);
    }
    free(outputs[0]);
    free(outputs[1]);
    return fails;
}

/* Goes on from a position, up to where both have printed the same; `tail` is what `owner` has
 * printed and the other has not yet. The first card that is decided is none before `least`. */
static void go_on_from(struct position *position, const char *tail, int owner, int least)
{
    const bool right_done = position->sides[0].done;
    const int who = position->differ ? 0 : *tail != '\0' ? !owner : right_done;
    if (found || too_many)
        return;
    if (position->differ && right_done) {
        found = case_fails(position);
        return;
    }
    if (position->sides[who].done) {
        position->differ = true;
        if (*tail != '\0') /* else they print the same to the end */
            add_position(position);
        return;
    }
    const int place = open_place(position, who);
    for (int card = least; place >= 0 && card < CARDS; card++) {
        struct position next = *position;
        decide(&next, place, (uint8_t)card);
        const int other = open_place(&next, who);
        go_on_from(&next, tail, owner, may_exchange(position, place, other) ? card : 0);
    }
    if (place >= 0)
        return;
    struct position next = *position;
    char text[256] = "";
    play_turn(&next, who, text);
    const size_t mine = strlen(text), other = strlen(tail), both = mine < other ? mine : other;
    next.differ |= memcmp(text, tail, both) != 0;
    if (next.differ || mine == other)
        add_position(&next);
    else
        go_on_from(&next, mine > other ? text + both : tail + both, mine > other ? who : owner, 0);
}

/* Looks for the smallest deck with so many players and rounds, of at most `most_deck` cards. */
static void search(void)
{
    struct position start = {.differ = false};
    memset(start.cards, OPEN, sizeof start.cards);
    for (int i = 0; i < 2; i++) {
        struct side *const side = &start.sides[i];
        memset(side->hands, NONE, sizeof side->hands);
        for (int place = 0; place < 3 * players; place++)
            side->hands[place / 3][place % 3] = (uint8_t)(OPEN + place);
        side->dir = 1;
        side->drawn = (uint8_t)(3 * players);
        games[i].n = players;
    }
    add_position(&start);
    for (int deck = 0; deck <= most_deck; deck++) {
        struct positions *const now = &sizes[deck];
        for (size_t i = 0; i < now->count && !found && !too_many; i++) {
            struct position position = now->all[i];
            go_on_from(&position, "", 0, 0);
        }
        free(now->all);
        free(now->seen);
        *now = (struct positions){0};
    }
}

/* MISTAKE WEIGHT: prints the smallest case of at most that weight, and "too large" for each number
 * of players and rounds that was given up. */
int main(int count, char **values)
{
    static const int shapes[][2] = {{1, 1}, {1, 2}, {2, 1}, {2, 2}, {3, 1}, {3, 2}};
    if (count != 3)
        return 2;
    setlinebuf(stdout);
    mistake = atoi(values[1]);
    int weight = atoi(values[2]);
    ordered = mistake == 11 || mistake == 21 || mistake == 50;
    for (int i = 0; i < 2; i++)
        games[i] = (struct game){.mistakes = i == 0 ? 0 : UINT64_C(1) << mistake,
                                 .common = SIZE_MAX,
                                 .names = {"A", "B", "C"},
                                 .out = fmemopen(printed[i], sizeof printed[i], "w")};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        players = shapes[i][0], rounds = shapes[i][1];
        most_deck = weight - 4 * players - 4 * rounds;
        found = too_many = false;
        looked_at = 0;
        if (most_deck < 4)
            continue;
        search();
        if (found)
            weight = found_weight - 1;
        if (too_many)
            printf("too large %d %d %d\n", players, rounds, most_deck);
    }
    return 0;
}
