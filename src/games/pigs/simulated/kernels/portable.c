/* The rules once more, for speed: what is asked often is a bit in a mask.
 *
 * A hand has places 0 to 63 in the order in which its cards were drawn; a card that leaves it
 * leaves a hole. The kinds of the cards lie in three planes, a bit of the kind each, so the
 * leftmost card of a kind, or of those that can be used, is the lowest bit of some words and-ed.
 * Pigs are bits by seat: the next living pig, or the first that has a J, is the lowest bit from a
 * seat on. Cards are drawn from the stream when they are needed, so most of a deck is never dealt.
 *
 * A game in which a hand has more cards than places is left to the reference, and so is what to say
 * where no candidate has an end. */
#include "games/pigs/rules/format.h"
#include "games/pigs/simulated/kernels/kernels.h"

#include <string.h>

enum { PLACES = 64 };

struct hand {
    uint64_t there;     /* the places that have a card */
    uint64_t planes[3]; /* the bits of its kind; those of other places say nothing */
    unsigned end;       /* behind the last place that had one */
};

struct table {
    const uint8_t *deck; /* a given one; NULL: cards come from `stream` */
    struct pigs_stream stream;
    unsigned cards; /* of the deck */
    uint8_t last;   /* card drawn from it */
    unsigned seats;
    /* Pigs by seat. Those that hold a J are alive. */
    unsigned living, rebels, shown, quasi, armed, holders;
    uint8_t health[PIGS_SEATS];
    struct hand hands[PIGS_SEATS];
    unsigned turns, drawn, used, stops, quiet;
    bool struck, changed, over, endless, main_wins;
    bool overflow; /* a hand has no place left */
    uint32_t course;
};

/* ---- pigs ---- */

/* The first seat of `pigs` from `seat` on, round the table; there is one. */
static unsigned first_from(unsigned pigs, unsigned seat)
{
    const unsigned later = pigs >> seat << seat;
    return (unsigned)__builtin_ctz(later != 0 ? later : pigs);
}

static unsigned next_living(const struct table *table, unsigned seat)
{
    return first_from(table->living, seat + 1);
}

/* The living pigs that a pig takes for enemies. */
static unsigned enemies_of(const struct table *table, unsigned seat)
{
    if ((table->rebels >> seat & 1) != 0)
        return table->living & table->shown & ~table->rebels;
    const unsigned known = table->shown & table->rebels;
    return table->living & (seat == 0 ? known | table->quasi : known);
}

static void show_pig(struct table *table, unsigned seat)
{
    table->shown |= 1u << seat;
    table->quasi &= ~(1u << seat);
}

/* ---- hands ---- */

/* The places of a kind. Inlined, its conditions are constants. */
static inline uint64_t places_of(const struct hand *hand, enum pigs_card kind)
{
    uint64_t places = hand->there;
    for (unsigned plane = 0; plane < 3; plane++)
        places &= (kind >> plane & 1) != 0 ? hand->planes[plane] : ~hand->planes[plane];
    return places;
}

static inline void place_card(struct hand *hand, unsigned place, unsigned kind)
{
    hand->there |= UINT64_C(1) << place;
    for (unsigned plane = 0; plane < 3; plane++)
        hand->planes[plane] |= (uint64_t)(kind >> plane & 1) << place;
}

static inline unsigned kind_at(const struct hand *hand, unsigned place)
{
    return (unsigned)((hand->planes[0] >> place & 1) | (hand->planes[1] >> place & 1) << 1 |
                      (hand->planes[2] >> place & 1) << 2);
}

/* Closes the holes. */
static void close_up(struct hand *hand)
{
    const struct hand old = *hand;
    *hand = (struct hand){0};
    for (uint64_t left = old.there; left != 0; left &= left - 1)
        place_card(hand, hand->end++, kind_at(&old, (unsigned)__builtin_ctzll(left)));
}

static inline void take_card(struct table *table, unsigned seat, unsigned kind)
{
    struct hand *const hand = &table->hands[seat];
    if (hand->end == PLACES)
        close_up(hand);
    if (hand->end == PLACES) {
        table->overflow = table->over = true;
        return;
    }
    place_card(hand, hand->end++, kind);
    table->holders |= (unsigned)(kind == PIGS_J) << seat;
}

static inline void draw_for_pig(struct table *table, unsigned seat, unsigned count)
{
    for (; count > 0; count--) {
        if (table->drawn < table->cards)
            table->last =
                table->deck != NULL ? table->deck[table->drawn] : pigs_stream_next(&table->stream);
        table->drawn++;
        take_card(table, seat, table->last);
    }
}

static inline void put_down(struct table *table, unsigned seat, unsigned place, unsigned kind)
{
    table->hands[seat].there &= ~(UINT64_C(1) << place);
    table->changed |= kind != table->last;
    table->course = pigs_follow(table->course, seat << 3 | kind);
}

static inline bool give_leftmost_card(struct table *table, unsigned seat, enum pigs_card kind)
{
    const uint64_t places = places_of(&table->hands[seat], kind);
    if (places == 0)
        return false;
    put_down(table, seat, (unsigned)__builtin_ctzll(places), kind);
    return true;
}

/* ---- wounds and death ---- */

static void lose_all(struct table *table, unsigned seat)
{
    table->hands[seat].there = 0;
    table->armed &= ~(1u << seat);
    table->holders &= ~(1u << seat);
}

static void die(struct table *table, unsigned seat, unsigned killer)
{
    table->living &= ~(1u << seat);
    lose_all(table, seat);
    if (seat == 0 || (table->living & table->rebels) == 0) {
        table->over = true;
        table->main_wins = seat != 0;
    } else if ((table->rebels >> seat & 1) != 0) {
        draw_for_pig(table, killer, 3);
    } else if (killer == 0) {
        lose_all(table, 0);
    }
}

static void wound(struct table *table, unsigned seat, unsigned by)
{
    table->changed = true;
    if (--table->health[seat] > 0)
        return;
    if (give_leftmost_card(table, seat, PIGS_P))
        table->health[seat] = 1;
    else
        die(table, seat, by);
}

/* ---- what cards do ---- */

static bool is_stopped(struct table *table, unsigned user, unsigned target)
{
    if (table->holders == 0 || (table->shown >> target & 1) == 0)
        return false;
    bool stopped = false;
    unsigned side = (table->rebels >> target & 1) != 0 ? table->rebels : ~table->rebels;
    for (unsigned seat = user; (table->holders & side) != 0; side = ~side) {
        seat = first_from(table->holders & side, seat);
        give_leftmost_card(table, seat, PIGS_J);
        table->holders &= ~((unsigned)(places_of(&table->hands[seat], PIGS_J) == 0) << seat);
        table->stops++;
        show_pig(table, seat);
        stopped = !stopped;
    }
    return stopped;
}

static void strike(struct table *table, unsigned user, unsigned target)
{
    table->struck = true;
    show_pig(table, user);
    if (!give_leftmost_card(table, target, PIGS_D))
        wound(table, target, user);
}

static bool fights(struct table *table, unsigned seat, unsigned other)
{
    const bool loyal = seat != 0 && (table->rebels >> seat & 1) == 0;
    return !(loyal && other == 0) && give_leftmost_card(table, seat, PIGS_K);
}

static void duel(struct table *table, unsigned user, unsigned target)
{
    unsigned seat = target, other = user;
    show_pig(table, user);
    if (is_stopped(table, user, target))
        return;
    while (fights(table, seat, other)) {
        const unsigned next = other;
        other = seat;
        seat = next;
    }
    wound(table, seat, other);
}

static inline void raid(struct table *table, unsigned user, enum pigs_card answer)
{
    for (unsigned seat = next_living(table, user); seat != user && !table->over;
         seat = next_living(table, seat)) {
        if (is_stopped(table, user, seat) || give_leftmost_card(table, seat, answer))
            continue;
        wound(table, seat, user);
        if (seat == 0 && (table->shown >> user & 1) == 0)
            table->quasi |= 1u << user;
    }
}

/* ---- turns ---- */

/* The places of the cards that can be used. Of the kinds, by their bits, Z is 011, N 110, W 111; P
 * is 001, K 010, F 101. */
static inline uint64_t usable(const struct table *table, unsigned seat, unsigned enemies)
{
    const struct hand *const hand = &table->hands[seat];
    const uint64_t *const bits = hand->planes;
    uint64_t places = hand->there & bits[1] & (bits[0] | bits[2]);
    if (table->health[seat] < PIGS_HEALTH)
        places |= places_of(hand, PIGS_P);
    if (enemies != 0)
        places |= places_of(hand, PIGS_F);
    if ((!table->struck || (table->armed >> seat & 1) != 0) &&
        (enemies >> next_living(table, seat) & 1) != 0)
        places |= places_of(hand, PIGS_K);
    return places;
}

/* Uses the leftmost card that can be used; false if there is none. */
static bool use(struct table *table, unsigned seat)
{
    const unsigned enemies = enemies_of(table, seat);
    const uint64_t places = usable(table, seat, enemies);
    if (places == 0)
        return false;
    const unsigned place = (unsigned)__builtin_ctzll(places);
    const unsigned card = kind_at(&table->hands[seat], place);
    put_down(table, seat, place, card);
    table->used++;
    switch (card) {
    case PIGS_P:
        table->health[seat]++;
        table->changed = true;
        break;
    case PIGS_K: strike(table, seat, next_living(table, seat)); break;
    case PIGS_F:
        duel(table, seat, (table->rebels >> seat & 1) != 0 ? 0 : first_from(enemies, seat));
        break;
    case PIGS_Z: table->armed |= 1u << seat; break;
    case PIGS_N: raid(table, seat, PIGS_K); break;
    default: raid(table, seat, PIGS_D); break;
    }
    return true;
}

static void play_turn(struct table *table, unsigned seat)
{
    const bool was_empty = table->drawn >= table->cards;
    table->turns++;
    table->struck = table->changed = false;
    draw_for_pig(table, seat, 2);
    while (!table->over && use(table, seat))
        ;
    table->quiet = was_empty && !table->changed ? table->quiet + 1 : 0;
    if (!table->over && table->quiet >= (unsigned)__builtin_popcount(table->living))
        table->endless = table->over = true;
}

static void play_game(struct table *table)
{
    const unsigned all = (1u << table->seats) - 1;
    table->living = all;
    table->shown = 1;
    table->quasi = table->armed = 0;
    table->turns = table->drawn = table->used = table->stops = table->quiet = 0;
    table->over = table->endless = table->main_wins = false;
    table->course = 0;
    memset(table->health, PIGS_HEALTH, sizeof table->health);
    for (unsigned seat = 0; !table->over; seat = next_living(table, seat))
        play_turn(table, seat);
}

/* ---- games ---- */

static void clear_hands(struct table *table, unsigned seats)
{
    table->seats = seats;
    table->holders = 0;
    table->overflow = table->over = false;
    memset(table->hands, 0, seats * sizeof *table->hands);
}

static void open_given(struct table *table, const struct pigs_instance *given)
{
    clear_hands(table, given->seats);
    table->deck = given->deck;
    table->cards = given->cards;
    table->rebels = 0;
    for (unsigned seat = 0; seat < given->seats; seat++) {
        table->rebels |= (unsigned)(given->roles[seat] == PIGS_REBEL) << seat;
        for (unsigned place = 0; place < PIGS_DEALT; place++)
            take_card(table, seat, given->hands[seat][place]);
    }
}

static void open_dealt(struct table *table, const struct pigs_deal *deal, const struct nf_key *key)
{
    clear_hands(table, deal->seats);
    table->deck = NULL;
    table->stream = pigs_stream_start(deal, key);
    table->cards = table->stream.cards;
    table->rebels = table->stream.rebels;
    for (unsigned seat = 0; seat < deal->seats; seat++)
        for (unsigned place = 0; place < PIGS_DEALT; place++)
            take_card(table, seat, pigs_stream_next(&table->stream));
}

static uint32_t half(unsigned number)
{
    return number < UINT16_MAX ? number : UINT16_MAX;
}

static void pack(const struct table *table, uint32_t words[PIGS_WORDS])
{
    const unsigned dead = ((1u << table->seats) - 1) & ~table->living;
    uint32_t hands = 0;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        const struct hand *const hand = &table->hands[seat];
        for (uint64_t left = hand->there; left != 0; left &= left - 1)
            hands = pigs_follow(hands, kind_at(hand, (unsigned)__builtin_ctzll(left)));
        hands = pigs_follow(hands, PIGS_CARDS);
    }
    words[0] = table->seats | (uint32_t)table->main_wins << 4 | table->rebels << 5 | dead << 15;
    words[1] = half(table->turns) | half(table->stops) << 16;
    words[2] = half(table->drawn) | half(table->used) << 16;
    words[3] = hands;
    words[4] = table->course;
}

/* Plays the first game of an index that has an end; false where that is left to the reference. */
static bool play_valid(struct table *table, const struct pigs_setup *setup,
                       struct nf_outcome *outcome)
{
    const uint32_t attempts = setup->given != NULL ? 1 : PIGS_ATTEMPTS;
    for (uint32_t attempt = 0; attempt < attempts; attempt++) {
        const struct nf_key key = {setup->seed, outcome->index, attempt};
        if (setup->given != NULL)
            open_given(table, &setup->given[outcome->index]);
        else
            open_dealt(table, &setup->deal, &key);
        play_game(table);
        outcome->rejected[0] = attempt;
        if (table->overflow || !table->endless)
            return !table->overflow;
    }
    return false;
}

/* ---- the kernel ---- */

struct worker {
    struct table table;
    uint32_t words[PIGS_WORDS];
    struct pigs_worker other; /* for the reference */
};

static enum nf_status play_pigs_portable(const struct nf_setup *setup, void *memory,
                                         struct nf_outcome *outcome, struct nf_error *err)
{
    struct worker *const worker = memory;
    if (!play_valid(&worker->table, (const struct pigs_setup *)setup, outcome))
        return pigs_reference.each.play(setup, &worker->other, outcome, err);
    pack(&worker->table, worker->words);
    outcome->words = worker->words;
    return NF_OK;
}

const struct nf_each_kernel pigs_portable = {
    {"portable", nf_everywhere, nf_each_memory, nf_each_play, .unfit = NULL},
    {sizeof(struct worker), play_pigs_portable},
};
