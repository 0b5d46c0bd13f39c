#include "games/mahjong/judged/fuzzing.h"

#include "base/lang.h"

#include <stdatomic.h>
#include <string.h>

const struct nf_mistake mahjong_mistakes[] = {
    [0] = {"none", N_("plays by the rules")},
    [1] = {"ron-order-fixed",
           N_("lets the first in the order A B C D win of several who can, even after REVERSE")},
    [2] = {"ron-from-a", N_("lets the first one counted from A win of several who can")},
    [3] = {"ron-last", N_("lets the last one after the discarder win of several who can")},
    [4] = {"pong-before-ron", N_("lets a triplet come before winning with a discard")},
    [5] = {"chow-before-pong", N_("lets the next player's run come before a triplet")},
    [6] = {"chow-lowest", N_("takes the run with the lowest numbers of several that help")},
    [7] = {"chow-highest-only", N_("looks only at the run with the highest numbers")},
    [8] = {"chow-by-anyone", N_("lets any player make a run")},
    [9] = {"chow-forward", N_("lets the next in the order A B C D make a run, even after REVERSE")},
    [10] = {"pong-always", N_("claims a triplet whether it helps or not")},
    [11] = {"chow-always", N_("claims a run whether it helps or not")},
    [12] = {"claim-equal", N_("claims tiles too where the distance stays the same")},
    [13] = {"claim-after-discard", N_("takes the distance before a claim of all 14 tiles")},
    [14] = {"own-pong", N_("claims her own discard")},
    [15] = {"pong-or-nothing", N_("makes no run of a tile that she holds two of")},
    [16] = {"five-of-a-kind", N_("knows no limit of four tiles of a kind")},
    [17] = {"melds-limit", N_("counts the tiles in her melds towards the four of a kind")},
    [18] = {"ties-reversed", N_("discards the first instead of the last of equally good tiles")},
    [19] = {"ties-honours-reversed",
            N_("discards E S W N B F Z in this order, not in the reverse")},
    [20] = {"ties-suits-reversed", N_("discards M before P before S of equally good tiles")},
    [21] = {"discard-drawn", N_("discards the tile drawn last if it is as good as any")},
    [22] = {"pass-skips-nobody", N_("lets the player play whom PASS should skip")},
    [23] = {"pass-names-second", N_("prints the player who plays next behind PASS")},
    [24] = {"pass-forward", N_("skips the next in the order A B C D by PASS, even after REVERSE")},
    [25] = {"reverse-keeps-next",
            N_("goes on with the next player of the old direction at REVERSE")},
    [26] = {"reverse-plays-again", N_("lets the same player play again after REVERSE")},
    [27] = {"double-draws-nothing", N_("draws no tile for the second turn of DOUBLE")},
    [28] = {"double-no-win", N_("does not win with a tile drawn after DOUBLE")},
    [29] = {"double-not-after-claim", N_("plays no second turn for a DOUBLE right after a claim")},
    [30] = {"reverse-before-pass", N_("plays REVERSE before PASS")},
    [31] = {"double-first", N_("plays DOUBLE before REVERSE")},
    [32] = {"special-after-claim", N_("does not play special tiles first right after a claim")},
    [33] = {"special-last",
            N_("discards DOUBLE before REVERSE before PASS, as plain tiles behind Z would be")},
    [34] = {"special-pong", N_("claims special tiles that she holds two of")},
    [35] = {"last-not-claimed", N_("does not look at who claims the discard after the last tile")},
    [36] = {"last-no-ron", N_("does not let the discard after the last tile win")},
    [37] = {"deal-silent", N_("does not print the tiles of the deal")},
    [38] = {"deal-by-hand", N_("deals 13 tiles to A, then to B, C and D")},
    [39] = {"no-kept-pair", N_("takes a hand without a pair for as near to winning")},
    {NULL, NULL},
};

/* What the statement decides, in its order: the deal, a turn, claims, the distance. */
enum {
    HAND,
    AT_ONCE,
    FIRST,
    DIRECTION,
    DRAWS,
    WALL_END,
    SELFDRAWN,
    SPECIALS,
    HELD_BACK,
    NEAREST,
    SUITS,
    HONOURS,
    RANK_ORDER,
    PLAIN_STEP,
    PASS_STEP,
    PASS_NAMES,
    REVERSE_STEP,
    REVERSE_TURNS,
    REVERSE_TWICE,
    DOUBLE_STEP,
    CLAIM_STAYS,
    CLAIM_STAYS_DOUBLE,
    BEHIND_DISCARDER,
    CLAIMS,
    RON_ASKS,
    PONG_ASKS,
    CHOW_ASKS,
    CHOW_STEP,
    MELDS_CLAIMED,
    PONG_HELD,
    PONG_HOLDS_THREE,
    PONG_SUITS,
    PONG_GAIN,
    PONG_HELPS,
    PONG_COUNTED,
    PONG_LAID_DOWN,
    CHOW_SUITS,
    CHOW_FROM_BELOW,
    CHOW_ON_ABOVE,
    CHOW_ACROSS,
    CHOW_ORDER,
    CHOW_GAIN,
    CHOW_HELPS,
    CHOW_COUNTED,
    CHOW_LAID_DOWN,
    CHOW_PRINTED,
    COPIES,
    MELDS,
    RUN_SUITS,
    TRIPLETS,
    PAIR,
    SEVEN_PAIRS,
    LACKS,
};

const struct nf_point mahjong_points[] = {
    [HAND] = NF_POINT_CONSTANT("hand", 13, 12, 14, N_("deals %d tiles to each player")),
    [AT_ONCE] = NF_POINT_CONSTANT("dealt-at-once", 1, 2, 4, N_("deals %d tiles at a time")),
    [FIRST] = NF_POINT_CONSTANT("first-player", 1, 2, 4, N_("lets player %d of A B C D begin")),
    [DIRECTION] = NF_POINT_SLIP("direction", N_("begins in the direction A D C B")),
    [DRAWS] = NF_POINT_CONDITION("draws", N_("draws a tile %s her turn begins without a claim")),
    [WALL_END] =
        NF_POINT_CONSTANT("wall-end", 0, 1, 2, N_("draws no more where the wall has %d tiles")),
    [SELFDRAWN] = NF_POINT_SLIP("no-selfdrawn", N_("does not win with a tile she draws")),
    [SPECIALS] = NF_POINT_ORDER(
        "specials", "PRD",
        N_("plays special tiles in the order %s: PASS (P), REVERSE (R), DOUBLE (D)")),
    [HELD_BACK] = NF_POINT_SLIP("claimed-kind-held-back",
                                N_("does not discard a tile like the one she just claimed")),
    [NEAREST] =
        NF_POINT_CONDITION("nearest", N_("discards the first tile of the order %s that leaves her "
                                         "as near to winning as any")),
    [SUITS] =
        NF_POINT_ORDER("suits", "HSPM",
                       N_("discards equally good tiles in the order %s of honours (H) and suits")),
    [HONOURS] =
        NF_POINT_ORDER("honours", "ZFBNWSE", N_("discards equally good honours in the order %s")),
    [RANK_ORDER] =
        NF_POINT_SLIP("lowest-rank", N_("discards the lowest of equally good tiles of a suit")),
    [PLAIN_STEP] = NF_POINT_CONSTANT("plain-step", 1, 0, 2,
                                     N_("goes on by %d players after a tile that nobody claims")),
    [PASS_STEP] = NF_POINT_CONSTANT("pass-step", 2, 1, 3, N_("goes on by %d players after PASS")),
    [PASS_NAMES] =
        NF_POINT_CONSTANT("pass-names", 1, 0, 2, N_("names the player %d seats on by PASS")),
    [REVERSE_STEP] =
        NF_POINT_CONSTANT("reverse-step", 1, 0, 2, N_("goes on by %d players after REVERSE")),
    [REVERSE_TURNS] =
        NF_POINT_SLIP("reverse-ignored", N_("does not turn the direction by REVERSE")),
    [REVERSE_TWICE] = NF_POINT_SLIP("second-reverse",
                                    N_("does not turn the direction back by the second REVERSE")),
    [DOUBLE_STEP] =
        NF_POINT_CONSTANT("double-step", 0, 1, 2, N_("goes on by %d players after DOUBLE")),
    [CLAIM_STAYS] =
        NF_POINT_SLIP("claim-stays", N_("lets no tile be drawn after a special tile that is "
                                        "discarded right after a claim")),
    [CLAIM_STAYS_DOUBLE] = NF_POINT_SLIP(
        "claim-stays-by-double", N_("draws no tile for a DOUBLE discarded right after a claim")),
    [BEHIND_DISCARDER] = NF_POINT_SLIP(
        "behind-discarder", N_("goes on behind the player whose tile was claimed, not behind "
                               "the one who claimed it")),
    [CLAIMS] = NF_POINT_ORDER("claims", "RPC",
                              N_("looks at claims in the order %s: RON (R), PONG (P), CHOW (C)")),
    [RON_ASKS] =
        NF_POINT_CONSTANT("ron-asks", 3, 0, 2, N_("lets only the next %d players win by RON")),
    [PONG_ASKS] = NF_POINT_CONSTANT("pong-asks", 3, 0, 2, N_("lets only the next %d players PONG")),
    [CHOW_ASKS] = NF_POINT_CONSTANT("chow-asks", 1, 0, 3, N_("lets the next %d players CHOW")),
    [CHOW_STEP] = NF_POINT_CONSTANT("chow-step", 1, 2, 3, N_("lets the player %d seats on CHOW")),
    [MELDS_CLAIMED] = NF_POINT_CONSTANT("melds-claimed", 4, 0, 3, N_("claims %d melds at most")),
    [PONG_HELD] =
        NF_POINT_CONSTANT("pong-held", 2, 3, 3, N_("claims triplets of tiles she has %d of")),
    [PONG_HOLDS_THREE] =
        NF_POINT_SLIP("pong-holds-three", N_("claims no triplet of a tile that she has three of")),
    [PONG_SUITS] = NF_POINT_CONSTANT(
        "pong-suits", 4, 1, 3, N_("claims triplets in the first %d of M, P, S and honours only")),
    [PONG_GAIN] = NF_POINT_CONSTANT(
        "pong-gain", 1, 0, 0, N_("claims a triplet where that brings her nearer by %d or more")),
    [PONG_HELPS] =
        NF_POINT_CONDITION("pong-helps", N_("claims a triplet %s that brings her nearer")),
    [PONG_COUNTED] =
        NF_POINT_SLIP("pong-not-counted", N_("does not count a triplet she claimed as a meld")),
    [PONG_LAID_DOWN] = NF_POINT_SLIP("pong-kept", N_("keeps the tiles of a triplet she claimed")),
    [CHOW_SUITS] = NF_POINT_CONSTANT("chow-suits", 3, 1, 4,
                                     N_("claims runs in the first %d of M, P, S and honours")),
    [CHOW_FROM_BELOW] = NF_POINT_SLIP("chow-from-below",
                                      N_("claims a tile for a run that begins in the suit before")),
    [CHOW_ON_ABOVE] =
        NF_POINT_SLIP("chow-on-above", N_("claims a tile for a run that ends in the next suit")),
    [CHOW_ACROSS] =
        NF_POINT_SLIP("chow-across", N_("claims runs that go on from one suit to the next")),
    [CHOW_ORDER] =
        NF_POINT_ORDER("chow-order", "HML",
                       N_("looks at runs in the order %s: of high (H), middle (M) and low (L) "
                          "numbers")),
    [CHOW_GAIN] = NF_POINT_CONSTANT("chow-gain", 1, 0, 0,
                                    N_("claims a run where that brings her nearer by %d or more")),
    [CHOW_HELPS] = NF_POINT_CONDITION("chow-helps", N_("claims a run %s that brings her nearer")),
    [CHOW_COUNTED] =
        NF_POINT_SLIP("chow-not-counted", N_("does not count a run she claimed as a meld")),
    [CHOW_LAID_DOWN] = NF_POINT_SLIP("chow-kept", N_("keeps the tiles of a run she claimed")),
    [CHOW_PRINTED] =
        NF_POINT_SLIP("chow-claimed-first", N_("prints the claimed tile of a run first")),
    [COPIES] =
        NF_POINT_CONSTANT("copies", 4, 3, 5, N_("lets winning hands have %d tiles of a kind")),
    [MELDS] =
        NF_POINT_CONSTANT("melds", 4, 3, 3, N_("takes %d melds and a pair for a winning hand")),
    [RUN_SUITS] = NF_POINT_CONSTANT("run-suits", 3, 0, 4,
                                    N_("knows runs in the first %d of M, P, S and honours")),
    [TRIPLETS] = NF_POINT_SLIP("triplets", N_("takes three equal tiles for no meld")),
    [PAIR] = NF_POINT_SLIP("no-pair", N_("needs no pair in a winning hand")),
    [SEVEN_PAIRS] = NF_POINT_SLIP("seven-pairs", N_("takes seven pairs for a winning hand, too")),
    [LACKS] = NF_POINT_CONSTANT("lacks", 0, 1, 1, N_("wins with a hand that lacks %d tiles")),
    {.name = NULL},
};

enum { HONOUR = 27, PASS = 34, REVERSE, DOUBLE, KINDS, WALL = 148, RANKS = 9, NEVER = 15 };

static const char *const names[KINDS] = {
    "1M", "2M", "3M", "4M", "5M", "6M", "7M", "8M", "9M",   "1P",      "2P",    "3P", "4P",
    "5P", "6P", "7P", "8P", "9P", "1S", "2S", "3S", "4S",   "5S",      "6S",    "7S", "8S",
    "9S", "E",  "S",  "W",  "N",  "B",  "F",  "Z",  "PASS", "REVERSE", "DOUBLE"};

struct game {
    uint64_t mistakes;
    struct nf_alternative other; /* made by system */
    FILE *out;
    size_t common;
    int wall[WALL], top, hand[4][KINDS], open[4][KINDS], melds[4], dir, drawn;
    int taken,
        taken_from; /* the tile claimed for this turn, and whose it was; -1 without a claim */
};

/* Of a part of a hand: fewest tiles missing for m melds and p pairs, or NEVER. */
struct row {
    unsigned char missing[5][2];
};

static int mahjong_errs(const struct game *game, int mistake)
{
    return (int)(game->mistakes >> mistake & 1);
}

static int slips(const struct game *game, int point)
{
    return nf_slips(&game->other, &mahjong_points[point]);
}

static int constant(const struct game *game, int point)
{
    return nf_constant(&game->other, &mahjong_points[point]);
}

static int condition(const struct game *game, int point, int holds)
{
    return nf_condition(&game->other, &mahjong_points[point], holds);
}

static const char *order_at(const struct game *game, int point)
{
    return nf_order(&game->other, &mahjong_points[point]);
}

/* ---- how near a hand is to winning ---- */

static void lower(unsigned char *x, int y)
{
    if (y < *x)
        *x = (unsigned char)y;
}

/* Of 9 ranks, of which at most `limit` each may be used. `runs` of three are melds, and
 * `triplets`. */
static void solve_ranks(const int *count, const int *limit, int runs, int triplets, struct row *row)
{
    /* By runs begun at the rank before the last one and at the last one. */
    unsigned char now[3][3][5][2], next[3][3][5][2];
    memset(now, 50, sizeof now);
    now[0][0][0][0] = 0;
    for (int i = 0; i < RANKS; i++) {
        memset(next, 50, sizeof next);
        for (int state = 0; state < 90; state++) {
            const int a = state / 30, b = state / 10 % 3, m = state / 2 % 5, p = state % 2;
            if (now[a][b][m][p] == 50)
                continue;
            for (int choice = 0; choice < (runs && i < 7 ? 12 : 4); choice++) {
                const int q = choice % 2, t = choice / 2 % 2, r = choice / 4;
                const int used = a + b + r + 3 * t + 2 * q;
                if (m + r + t <= 4 && p + q < 2 && used <= limit[i] && t <= triplets)
                    lower(&next[b][r][m + r + t][p + q],
                          now[a][b][m][p] + (used > count[i] ? used - count[i] : 0));
            }
        }
        memcpy(now, next, sizeof now);
    }
    for (int i = 0; i < 10; i++)
        row->missing[i / 2][i % 2] =
            now[0][0][i / 2][i % 2] < NEVER ? now[0][0][i / 2][i % 2] : NEVER;
}

/* The same, kept: an entry has 40 bits of the row, and its key plus one. */
static void solve_kept(const int *count, const int *limit, int runs, int triplets, struct row *row)
{
    enum { INDEX_BITS = 17, ROW_BITS = 40, FEWEST = 3, MANY = 6 };
    static _Atomic uint64_t memo[2][1 << INDEX_BITS];
    uint64_t key = (uint64_t)(limit[0] < MANY ? limit[0] - FEWEST : MANY - FEWEST);
    key = 2 * key + (uint64_t)runs;
    for (int i = 0; i < RANKS; i++)
        key = key * 5 + (uint64_t)count[i];
    _Atomic uint64_t *const entry =
        &memo[triplets][key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - INDEX_BITS)];
    uint64_t kept = atomic_load_explicit(entry, memory_order_relaxed);
    if (kept >> ROW_BITS != key + 1) {
        solve_ranks(count, limit, runs, triplets, row);
        kept = (key + 1) << ROW_BITS;
        for (int i = 0; i < 10; i++)
            kept |= (uint64_t)row->missing[i / 2][i % 2] << (4 * i);
        atomic_store_explicit(entry, kept, memory_order_relaxed);
    }
    for (int i = 0; i < 10; i++)
        row->missing[i / 2][i % 2] = (unsigned char)(kept >> (4 * i) & 15);
}

/* Suit s of a hand of `player`: M, P, S or honours. */
static void suit(const struct game *game, int player, const int *hand, int s, struct row *row)
{
    const int runs = s < constant(game, RUN_SUITS), triplets = !slips(game, TRIPLETS);
    int count[RANKS] = {0}, limit[RANKS] = {0}, fewer = 0;
    for (int i = 0; i < (s == 3 ? 7 : 9); i++) {
        const int t = 9 * s + i;
        count[i] = hand[t] < 4 ? hand[t] : 4;
        limit[i] = mahjong_errs(game, 16) ? 9 : constant(game, COPIES);
        if (mahjong_errs(game, 17) && game->open[player][t] > 0) {
            limit[i] -= game->open[player][t];
            if (limit[i] < count[i])
                limit[i] = count[i];
            fewer = 1;
        }
    }
    if (fewer)
        solve_ranks(count, limit, runs, triplets, row);
    else
        solve_kept(count, limit, runs, triplets, row);
}

static void join(const struct row *a, const struct row *b, struct row *both)
{
    memset(both, NEVER, sizeof *both);
    for (int m = 0; m < 5; m++)
        for (int i = 0; i <= m; i++) {
            lower(&both->missing[m][0], a->missing[i][0] + b->missing[m - i][0]);
            lower(&both->missing[m][1], a->missing[i][0] + b->missing[m - i][1]);
            lower(&both->missing[m][1], a->missing[i][1] + b->missing[m - i][0]);
        }
}

/* How many tiles two parts lack together of what wins beside `melds` melds. */
static int lacks(const struct game *game, const struct row *a, const struct row *b, int melds)
{
    struct row all;
    join(a, b, &all);
    const int wanted = constant(game, MELDS), m = melds < wanted ? wanted - melds : 0;
    const int pair = !mahjong_errs(game, 39) || all.missing[m][0] == 0;
    return all.missing[m][pair && !slips(game, PAIR)];
}

static int dist(const struct game *game, int player, const int *hand, int melds)
{
    struct row row[4], m_p, s_honours;
    for (int s = 0; s < 4; s++)
        suit(game, player, hand, s, &row[s]);
    join(&row[0], &row[1], &m_p);
    join(&row[2], &row[3], &s_honours);
    return lacks(game, &m_p, &s_honours, melds);
}

static int is_complete_hand(const struct game *game, int x)
{
    int pairs = 0;
    for (int t = 0; t < PASS; t++)
        pairs += game->hand[x][t] / 2;
    return dist(game, x, game->hand[x], game->melds[x]) <= constant(game, LACKS) ||
           (pairs == 7 && slips(game, SEVEN_PAIRS));
}

/* ---- a turn ---- */

static int seat_after(const struct game *game, int x, int steps)
{
    return (x + steps * game->dir + 8) % 4;
}

static int draw_tile(struct game *game, int x)
{
    if (game->top >= WALL - constant(game, WALL_END))
        return 0;
    game->drawn = game->wall[game->top++];
    game->hand[x][game->drawn]++;
    if (game->top > 52 || !mahjong_errs(game, 37))
        fprintf(game->out, "%c IN %s\n", 'A' + x, names[game->drawn]);
    return 1;
}

static int position(const char *order, char class)
{
    return (int)(strchr(order, class) - order);
}

static int place(const struct game *game, int t) /* who is last goes first */
{
    if (mahjong_errs(game, 18))
        return -t;
    if (mahjong_errs(game, 19) && t >= HONOUR)
        return HONOUR + 33 - t;
    if (mahjong_errs(game, 20) && t < HONOUR)
        return (2 - t / 9) * 9 + t % 9;
    if (t >= PASS)
        return t;
    const int suit = 3 - position(order_at(game, SUITS), "MPSH"[t / 9]);
    const int rank = t >= HONOUR ? 6 - position(order_at(game, HONOURS), names[t][0]) : t % 9;
    return 9 * suit + (t < HONOUR && slips(game, RANK_ORDER) ? 8 - rank : rank);
}

/* What is left of the hand without each kind of suit s; 99 where there is none of it. */
static void without_each(struct game *game, int x, int s, int left[KINDS])
{
    int *const hand = game->hand[x];
    struct row others = {{{0}}}, row, joined;
    memset(&others, NEVER, sizeof others);
    others.missing[0][0] = 0;
    for (int other = 0; other < 4; other++)
        if (other != s) {
            suit(game, x, hand, other, &row);
            join(&others, &row, &joined);
            others = joined;
        }
    for (int t = 9 * s; t < (s == 3 ? PASS : 9 * s + 9); t++) {
        left[t] = 99;
        if (hand[t] == 0)
            continue;
        hand[t]--;
        suit(game, x, hand, s, &row);
        hand[t]++;
        left[t] = lacks(game, &others, &row, game->melds[x]);
    }
}

/* Where she does not take those that leave her nearest, the others or all are as good as any. */
static void forget_nearest(const struct game *game, int left[KINDS])
{
    int least = 99;
    for (int t = 0; t < PASS; t++)
        least = left[t] < least ? left[t] : least;
    for (int t = 0; t < PASS; t++)
        if (left[t] < 99)
            left[t] = condition(game, NEAREST, left[t] == least) ? 0 : 98;
}

/* The tile to discard, or -1 without any. */
static int choose_discard(struct game *game, int x, int claimed)
{
    const char *const order = mahjong_errs(game, 30)   ? "RPD"
                              : mahjong_errs(game, 31) ? "PDR"
                                                       : order_at(game, SPECIALS);
    const int *const hand = game->hand[x];
    int left[KINDS], best = -1, least = 99;
    for (int i = 0; i < 3 && !mahjong_errs(game, 33); i++) {
        const int t = PASS + position("PRD", order[i]);
        if (hand[t] && !(mahjong_errs(game, 32) && claimed))
            return t;
    }
    for (int s = 0; s < 4; s++)
        without_each(game, x, s, left);
    if (slips(game, NEAREST))
        forget_nearest(game, left);
    for (int t = PASS; t < KINDS; t++)
        left[t] = mahjong_errs(game, 33) && hand[t] ? dist(game, x, hand, game->melds[x]) : 99;
    if (game->taken_from >= 0 && slips(game, HELD_BACK))
        left[game->taken] = 99;
    const int drawn = mahjong_errs(game, 21) && !claimed ? game->drawn : -1;
    for (int t = 0; t < KINDS; t++)
        if (left[t] < least || (left[t] == least && best != drawn && left[t] < 99 &&
                                (t == drawn || place(game, t) > place(game, best)))) {
            least = left[t];
            best = t;
        }
    for (int t = PASS; best < 0 && t < KINDS; t++) /* nothing but special tiles */
        if (hand[t])
            best = t;
    return best;
}

/* ---- claims ---- */

static int wins(struct game *game, int x, int t)
{
    game->hand[x][t]++;
    const int won = is_complete_hand(game, x);
    game->hand[x][t]--;
    return won;
}

/* How near x is after laying down a, b and the claimed tile, if she has them; 99. */
static int claimed_dist(struct game *game, int x, int a, int b)
{
    int *const hand = game->hand[x];
    hand[a]--;
    hand[b]--;
    const int d = hand[a] < 0 || hand[b] < 0 ? 99 : dist(game, x, hand, game->melds[x] + 1);
    hand[a]++;
    hand[b]++;
    return d;
}

static int claim_helps(struct game *game, int x, int t, int d, int gain, int holds)
{
    game->hand[x][t] += mahjong_errs(game, 13);
    const int now = dist(game, x, game->hand[x], game->melds[x]);
    game->hand[x][t] -= mahjong_errs(game, 13);
    return condition(game, holds, now - d >= (mahjong_errs(game, 12) ? 0 : constant(game, gain)));
}

static int may_pong(struct game *game, int x, int t)
{
    const int held = game->hand[x][t];
    if (held < constant(game, PONG_HELD) || (held == 3 && slips(game, PONG_HOLDS_THREE)) ||
        game->melds[x] >= constant(game, MELDS_CLAIMED))
        return 0;
    if (mahjong_errs(game, 10) || t >= PASS)
        return 1;
    return t / 9 < constant(game, PONG_SUITS) &&
           claim_helps(game, x, t, claimed_dist(game, x, t, t), PONG_GAIN, PONG_HELPS);
}

static int try_pong(struct game *game, int from, int t, int *who)
{
    if (t >= PASS && !mahjong_errs(game, 34))
        return 0;
    for (int i = 1; i <= (mahjong_errs(game, 14) ? 4 : constant(game, PONG_ASKS)); i++) {
        const int x = seat_after(game, from, i);
        if (!may_pong(game, x, t))
            continue;
        game->hand[x][t] -= slips(game, PONG_LAID_DOWN) ? 0 : 2;
        game->open[x][t] += 3;
        game->melds[x] += !slips(game, PONG_COUNTED);
        fprintf(game->out, "%c PONG %s %s %s\n", 'A' + x, names[t], names[t], names[t]);
        *who = x;
        return 1;
    }
    return 0;
}

/* Whether tile t may be claimed for the run from `low` on. */
static int is_run(const struct game *game, int t, int low)
{
    if (t / 9 >= constant(game, CHOW_SUITS) || low < 0 || low + 2 >= PASS)
        return 0;
    const int across = slips(game, CHOW_ACROSS);
    return (low / 9 == t / 9 || across || slips(game, CHOW_FROM_BELOW)) &&
           ((low + 2) / 9 == t / 9 || across || slips(game, CHOW_ON_ABOVE));
}

/* The lowest tile of the run for which x claims t, or -1. */
static int find_run(struct game *game, int x, int t)
{
    const char *const order = mahjong_errs(game, 6) ? "LMH" : order_at(game, CHOW_ORDER);
    for (int i = 0; i < 3; i++) {
        const int low = t - position("HML", order[i]);
        if (!is_run(game, t, low))
            continue;
        const int a = low == t ? t + 1 : low, b = low + 2 == t ? low + 1 : low + 2;
        const int d = claimed_dist(game, x, a, b);
        if (d == 99)
            continue;
        if (mahjong_errs(game, 11) || claim_helps(game, x, t, d, CHOW_GAIN, CHOW_HELPS))
            return low;
        if (mahjong_errs(game, 7) && !mahjong_errs(game, 6))
            return -1;
    }
    return -1;
}

static int chow_by(struct game *game, int x, int t)
{
    if (game->melds[x] >= constant(game, MELDS_CLAIMED) ||
        (mahjong_errs(game, 15) && game->hand[x][t] >= 2))
        return 0;
    const int low = find_run(game, x, t);
    if (low < 0)
        return 0;
    for (int i = low; i < low + 3; i++) {
        game->hand[x][i] -= i != t && !slips(game, CHOW_LAID_DOWN);
        game->open[x][i]++;
    }
    game->melds[x] += !slips(game, CHOW_COUNTED);
    fprintf(game->out, "%c CHOW", 'A' + x);
    if (slips(game, CHOW_PRINTED))
        fprintf(game->out, " %s", names[t]);
    for (int i = low; i < low + 3; i++)
        if (i != t || !slips(game, CHOW_PRINTED))
            fprintf(game->out, " %s", names[i]);
    fputc('\n', game->out);
    return 1;
}

static int try_chow(struct game *game, int from, int t, int *who)
{
    for (int i = 0; i < (mahjong_errs(game, 8) ? 3 : constant(game, CHOW_ASKS)); i++) {
        const int x = mahjong_errs(game, 9) ? (from + 1) % 4
                                            : seat_after(game, from, i + constant(game, CHOW_STEP));
        if (chow_by(game, x, t)) {
            *who = x;
            return 1;
        }
    }
    return 0;
}

static int try_ron(struct game *game, int from, int t)
{
    int winner = -1;
    if (mahjong_errs(game, 36) && game->top == WALL)
        return 0;
    for (int i = 1; i <= constant(game, RON_ASKS); i++) {
        int x = seat_after(game, from, i);
        if (mahjong_errs(game, 1))
            x = (from + i) % 4;
        if (mahjong_errs(game, 2))
            x = i - 1 < from ? i - 1 : i;
        if ((winner < 0 || mahjong_errs(game, 3)) && wins(game, x, t))
            winner = x;
    }
    if (winner < 0)
        return 0;
    fprintf(game->out, "%c RON\n%c WIN\n", 'A' + winner, 'A' + winner);
    return 1;
}

static int ahead(const struct game *game, int x, int steps) /* as PASS counts them */
{
    return mahjong_errs(game, 24) ? (x + steps) % 4 : seat_after(game, x, steps);
}

/* Discards a special tile; who plays next. */
static int special(struct game *game, int x, int t, int claimed)
{
    if (t == PASS) {
        fprintf(game->out, "%c OUT PASS %c\n", 'A' + x,
                'A' + (mahjong_errs(game, 23) ? seat_after(game, x, 2)
                                              : ahead(game, x, constant(game, PASS_NAMES))));
        return ahead(game, x, mahjong_errs(game, 22) ? 1 : constant(game, PASS_STEP));
    }
    fprintf(game->out, "%c OUT %s\n", 'A' + x, names[t]);
    if (t == DOUBLE)
        return mahjong_errs(game, 29) && claimed ? ahead(game, x, 1)
                                                 : seat_after(game, x, constant(game, DOUBLE_STEP));
    if (!slips(game, REVERSE_TURNS) && !(slips(game, REVERSE_TWICE) && game->dir < 0))
        game->dir = -game->dir;
    return mahjong_errs(game, 26)
               ? x
               : seat_after(game, x, mahjong_errs(game, 25) ? -1 : constant(game, REVERSE_STEP));
}

/* After a plain discard of x: 1 if the game is over; else `*who` plays next, having claimed or
 * not. */
static int claim(struct game *game, int x, int t, int *who, int *claimed)
{
    const int last = mahjong_errs(game, 35) && game->top == WALL;
    const char *order = mahjong_errs(game, 4)   ? "PRC"
                        : mahjong_errs(game, 5) ? "RCP"
                                                : order_at(game, CLAIMS);
    for (*claimed = 0; *order != '\0' && !*claimed; order++) {
        if (*order == 'R' && try_ron(game, x, t))
            return 1;
        if (*order == 'P' && (!last || mahjong_errs(game, 4)))
            *claimed = try_pong(game, x, t, who);
        if (*order == 'C' && !last)
            *claimed = try_chow(game, x, t, who);
    }
    if (last) {
        fputs("DRAW\n", game->out);
        return 1;
    }
    const int behind = slips(game, BEHIND_DISCARDER) && game->taken_from >= 0;
    if (!*claimed)
        *who = seat_after(game, behind ? game->taken_from : x, constant(game, PLAIN_STEP));
    game->taken = t;
    game->taken_from = *claimed ? x : -1;
    return 0;
}

static void deal_hands(struct game *game)
{
    const int hand = constant(game, HAND),
              once = mahjong_errs(game, 38) ? hand : constant(game, AT_ONCE);
    for (int held = 0; held < hand; held += once)
        for (int x = 0; x < 4; x++)
            for (int i = held; i < held + once && i < hand; i++)
                draw_tile(game, x);
}

/* Draws for a turn: 1 if the game is over. */
static int draw_or_end(struct game *game, int x, int twice)
{
    if (!draw_tile(game, x)) {
        fputs("DRAW\n", game->out);
        return 1;
    }
    if ((mahjong_errs(game, 28) && twice) || slips(game, SELFDRAWN) || !is_complete_hand(game, x))
        return 0;
    fprintf(game->out, "%c SELFDRAWN\n%c WIN\n", 'A' + x, 'A' + x);
    return 1;
}

/* Every turn takes a tile out of the hands, so the game ends. */
static void play_mahjong_turns(struct game *game)
{
    int x = constant(game, FIRST) - 1, claimed = 0, twice = 0;
    deal_hands(game);
    for (;;) {
        if (condition(game, DRAWS, !claimed) && !(mahjong_errs(game, 27) && twice) &&
            draw_or_end(game, x, twice))
            return;
        const int t = choose_discard(game, x, claimed), from = x;
        if (t < 0) { /* nothing that she could discard */
            game->common = (size_t)ftell(game->out);
            return;
        }
        game->hand[x][t]--;
        if (t >= PASS) {
            x = special(game, x, t, claimed);
            twice = t == DOUBLE && x == from;
            claimed &= slips(game, CLAIM_STAYS) || (t == DOUBLE && slips(game, CLAIM_STAYS_DOUBLE));
            claimed |= mahjong_errs(game, 34) && try_pong(game, from, t, &x);
            if (t != DOUBLE)
                game->taken_from = -1;
            continue;
        }
        fprintf(game->out, "%c OUT %s\n", 'A' + x, names[t]);
        twice = 0;
        if (claim(game, from, t, &x, &claimed))
            return;
    }
}

/* The kind of tile at `*at`, which moves behind its name; 0 where there is none. */
static int read_tile(const char **at, const char *end)
{
    while (*at < end && (**at <= ' '))
        (*at)++;
    const char *const name = *at;
    while (*at<end &&* * at> ' ')
        (*at)++;
    for (int t = 0; t < KINDS; t++)
        if (strlen(names[t]) == (size_t)(*at - name) &&
            memcmp(name, names[t], (size_t)(*at - name)) == 0)
            return t;
    return 0;
}

size_t mahjong_play_as(uint64_t mistakes, const struct nf_input *instance, FILE *out)
{
    struct game game = {.mistakes = mistakes & NF_BY_SYSTEM ? 0 : mistakes,
                        .other = nf_alternative(mahjong_points, mistakes),
                        .out = out,
                        .common = SIZE_MAX,
                        .taken_from = -1};
    game.dir = slips(&game, DIRECTION) ? -1 : 1;
    const char *at = instance->data;
    for (int i = 0; i < WALL; i++)
        game.wall[i] = read_tile(&at, instance->data + instance->size);
    play_mahjong_turns(&game);
    return game.common;
}
