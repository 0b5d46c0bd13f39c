/* Aims: what favours each rule event. */
#ifndef NF_CIRNO_GUIDE_AIMS_H
#define NF_CIRNO_GUIDE_AIMS_H

#include "base/rng.h"
#include "games/cirno/rules/events.h"
#include "games/cirno/rules/walk.h"
#include "gen/cirno/cases/guided.h"

/* The required state of the player in whose turn the event happens. */
enum cirno_obligation {
    CIRNO_ANY,
    CIRNO_FREE,    /* not under DOUBLE */
    CIRNO_DOUBLED, /* under DOUBLE */
    CIRNO_SECOND,  /* plays her second card */
};

struct cirno_aim {
    uint8_t least_players, most_players; /* 0: any number will do */
    uint8_t least_rounds;                /* 0: any number will do */
    uint8_t least_turns;                 /* length a round may need; 0: short */
    uint8_t obligation;                  /* enum cirno_obligation */
    int16_t low, high;     /* p before that turn; 0 and 0: any (see cirno_guide_aim()) */
    cirno_card_set cards;  /* good to have in hand */
    cirno_card_set last;   /* played in that turn; empty: any */
    cirno_event_set steps; /* events that lead there */
};

/* Two cards that tie at `p`. */
struct cirno_tie {
    uint8_t first, second;
    int16_t p;
};

/* Returns the aim for `event`. The aim of a tie has no range of p: see cirno_guide_ties().
 * Thread-safe. */
const struct cirno_aim *cirno_guide_aim(unsigned event);

/* Returns the `*count` ties of `event` for all p of valid games; `*count` is 0 if the event is not
 * a tie. Thread-safe. */
const struct cirno_tie *cirno_guide_ties(unsigned event, uint32_t *count);

/* ---- a game whose cards are decided while it is played ---- */

/* A card of a hand or the deck stays undecided until its holder has a turn. */
struct cirno_undecided {
    const struct cirno_choices *choices;
    struct nf_dice *dice;
    uint32_t kinds;
    uint8_t present[CIRNO_CARDS]; /* the cards there are, `kinds` */
    struct cirno_table table;     /* its hands have only the decided cards */
    struct cirno_watch watch;
    uint8_t *deck;
    uint32_t most, used;                          /* cards that it may have, and those drawn */
    uint8_t *open[CIRNO_MAX_PLAYERS][CIRNO_HAND]; /* where undecided cards of a hand go */
    uint8_t count[CIRNO_MAX_PLAYERS];             /* how many there are */
};

/* Returns a game of all cards but the `absent`, with undecided hands, which are `hands`, and a deck
 * of at most `most` cards. */
struct cirno_undecided cirno_undecided_open(uint32_t players, cirno_card_set absent,
                                            struct nf_dice *dice, uint8_t *hands, uint8_t *deck,
                                            uint32_t most);

/* Returns a random card of those there are. */
static inline uint8_t cirno_undecided_any(struct cirno_undecided *game)
{
    return game->present[nf_roll(game->dice, game->kinds)];
}

/* Decides all undecided cards of the player to move: as many of `cards` as there are. */
static inline void cirno_undecided_decide(struct cirno_undecided *game,
                                          const uint8_t cards[CIRNO_HAND])
{
    const uint32_t seat = game->table.seat;
    for (uint32_t i = 0; i < game->count[seat]; i++) {
        *game->open[seat][i] = cards[i];
        game->table.hands[seat] += cirno_one(cards[i]);
    }
    game->count[seat] = 0;
}

/* Gives her undecided cards of the deck; returns false if there are no more. */
static inline bool cirno_undecided_draw(struct cirno_undecided *game, uint32_t seat, uint32_t count)
{
    for (; count > 0; count--) {
        if (game->used == game->most)
            return false;
        game->open[seat][game->count[seat]++] = &game->deck[game->used++];
    }
    return true;
}

/* Plays her turn, and starts another round if she loses. Sets `*card`, CIRNO_LOSES if she does, and
 * `*events`. Returns false if the deck ran out or p reached its bound. */
static inline bool cirno_undecided_play(struct cirno_undecided *game, unsigned *card,
                                        cirno_event_set *events)
{
    struct cirno_table *const table = &game->table;
    const uint32_t seat = table->seat;
    const unsigned played =
        cirno_choices_pick(game->choices, table->hands[seat], table->p, table->doubled);
    *card = played;
    *events = cirno_watch_turn(&game->watch, table, played);
    cirno_watch_pass(&game->watch, table, played);
    if (played == CIRNO_LOSES) {
        table->hands[seat] = 0;
        cirno_start_round(table);
        return cirno_undecided_draw(game, seat, CIRNO_HAND);
    }
    cirno_put(table, played);
    return table->p > -CIRNO_P_BOUND && cirno_undecided_draw(game, seat, 1);
}

/* Decides the cards that are never played, and then up to `left` further ones of the deck, at
 * random. Returns the size of the deck. */
uint32_t cirno_undecided_close(struct cirno_undecided *game, uint32_t left);

/* Deals a guided game: plays it and decides each card only when it matters. */

/* The requirements of a guided game. */
struct cirno_guide_plan {
    unsigned target; /* enum cirno_event */
    uint32_t players, rounds;
    uint32_t soft_deck; /* wanted deck size, exceeded if necessary */
    uint32_t deck;      /* maximum deck size, at most CIRNO_GUIDE_DECK */
    uint32_t left;      /* cards to leave over, as far as `deck` allows */
};

enum { CIRNO_GUIDE_DECK = 400 };

/* A dealt game. */
struct cirno_guided {
    uint32_t deck_size;
    uint8_t hands[CIRNO_MAX_PLAYERS * CIRNO_HAND];
    uint8_t deck[CIRNO_GUIDE_DECK];
    cirno_event_set reached;
};

/* Deals a game for `plan`: hands for plan->players, the deck, and the events it reaches. Returns
 * false if the deck was too short or p left its bounds; `guided` is then undefined. Thread-safe. */
bool cirno_guide_deal(const struct cirno_guide_plan *plan, struct nf_dice *dice,
                      struct cirno_guided *guided);

#endif
