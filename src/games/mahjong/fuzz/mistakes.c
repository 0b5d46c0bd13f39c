#include "games/mahjong/fuzz/mistakes.h"

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
    [33] = {"special-last", N_("discards special tiles as if they were plain ones behind Z")},
    [34] = {"special-pong", N_("claims special tiles that she holds two of")},
    [35] = {"last-not-claimed", N_("does not look at who claims the discard after the last tile")},
    [36] = {"last-no-ron", N_("does not let the discard after the last tile win")},
    [37] = {"deal-silent", N_("does not print the tiles of the deal")},
    [38] = {"deal-by-hand", N_("deals 13 tiles to A, then to B, C and D")},
    [39] = {"no-kept-pair", N_("takes a hand without a pair for as near to winning")},
    {NULL, NULL},
};

enum { HONOUR = 27, PASS = 34, REVERSE, DOUBLE, KINDS, WALL = 148, RANKS = 9, NEVER = 15 };

static const char *const names[KINDS] = {
    "1M", "2M", "3M", "4M", "5M", "6M", "7M", "8M", "9M",   "1P",      "2P",    "3P", "4P",
    "5P", "6P", "7P", "8P", "9P", "1S", "2S", "3S", "4S",   "5S",      "6S",    "7S", "8S",
    "9S", "E",  "S",  "W",  "N",  "B",  "F",  "Z",  "PASS", "REVERSE", "DOUBLE"};

struct game {
    uint64_t mistakes;
    FILE *out;
    size_t common;
    int wall[WALL], top, hand[4][KINDS], open[4][KINDS], melds[4], dir, drawn;
};

/* Of a part of a hand: fewest tiles missing for m melds and p pairs, or NEVER. */
struct row {
    unsigned char missing[5][2];
};

static int made(const struct game *game, int mistake)
{
    return (int)(game->mistakes >> mistake & 1);
}

/* ---- how near a hand is to winning ---- */

static void lower(unsigned char *x, int y)
{
    if (y < *x)
        *x = (unsigned char)y;
}

/* Of 9 ranks, of which at most `limit` each may be used. `runs` of three are melds. */
static void solve(const int *count, const int *limit, int runs, struct row *row)
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
                if (m + r + t <= 4 && p + q < 2 && used <= limit[i])
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
static void solve_kept(const int *count, const int *limit, int runs, struct row *row)
{
    enum { ENTRIES = 1 << 16, ROW_BITS = 40 };
    static _Atomic uint64_t memo[ENTRIES];
    uint64_t key = limit[0] > 4 ? 2 : 0;
    key += (uint64_t)runs;
    for (int i = 0; i < RANKS; i++)
        key = key * 5 + (uint64_t)count[i];
    _Atomic uint64_t *const entry = &memo[key * UINT64_C(0x9e3779b97f4a7c15) >> 48];
    uint64_t kept = atomic_load_explicit(entry, memory_order_relaxed);
    if (kept >> ROW_BITS != key + 1) {
        solve(count, limit, runs, row);
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
    const int honours = s == 3;
    int count[RANKS] = {0}, limit[RANKS] = {0}, fewer = 0;
    for (int i = 0; i < (honours ? 7 : 9); i++) {
        const int t = 9 * s + i;
        count[i] = hand[t] < 4 ? hand[t] : 4;
        limit[i] = made(game, 16) ? 9 : 4;
        if (made(game, 17) && game->open[player][t] > 0) {
            limit[i] -= game->open[player][t];
            if (limit[i] < count[i])
                limit[i] = count[i];
            fewer = 1;
        }
    }
    if (fewer)
        solve(count, limit, !honours, row);
    else
        solve_kept(count, limit, !honours, row);
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
    const int pair = !made(game, 39) || all.missing[4 - melds][0] == 0;
    return all.missing[4 - melds][pair];
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

/* ---- a turn ---- */

static int after(const struct game *game, int x, int steps)
{
    return (x + steps * game->dir + 8) % 4;
}

static int draw(struct game *game, int x)
{
    if (game->top == WALL)
        return 0;
    game->drawn = game->wall[game->top++];
    game->hand[x][game->drawn]++;
    if (game->top > 52 || !made(game, 37))
        fprintf(game->out, "%c IN %s\n", 'A' + x, names[game->drawn]);
    return 1;
}

static int place(const struct game *game, int t) /* who is last goes first */
{
    if (made(game, 18))
        return -t;
    if (made(game, 19) && t >= HONOUR)
        return HONOUR + 33 - t;
    if (made(game, 20) && t < HONOUR)
        return (2 - t / 9) * 9 + t % 9;
    return t;
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

/* The tile to discard, or -1 without any. */
static int choose(struct game *game, int x, int claimed)
{
    static const int usual[] = {PASS, REVERSE, DOUBLE}, other[] = {REVERSE, PASS, DOUBLE},
                     third[] = {PASS, DOUBLE, REVERSE};
    const int *const order = made(game, 30) ? other : made(game, 31) ? third : usual;
    const int *const hand = game->hand[x];
    int left[KINDS], best = -1, least = 99;
    for (int i = 0; i < 3 && !made(game, 33); i++)
        if (hand[order[i]] && !(made(game, 32) && claimed))
            return order[i];
    for (int s = 0; s < 4; s++)
        without_each(game, x, s, left);
    for (int t = PASS; t < KINDS; t++)
        left[t] = made(game, 33) && hand[t] ? dist(game, x, hand, game->melds[x]) : 99;
    const int drawn = made(game, 21) && !claimed ? game->drawn : -1;
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
    const int won = dist(game, x, game->hand[x], game->melds[x]) == 0;
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

static int helps(struct game *game, int x, int t, int d)
{
    game->hand[x][t] += made(game, 13);
    const int now = dist(game, x, game->hand[x], game->melds[x]);
    game->hand[x][t] -= made(game, 13);
    return made(game, 12) ? d <= now : d < now;
}

static int try_pong(struct game *game, int from, int t, int *who)
{
    if (t >= PASS && !made(game, 34))
        return 0;
    for (int i = 1; i < (made(game, 14) ? 5 : 4); i++) {
        const int x = after(game, from, i);
        if (game->hand[x][t] < 2 || game->melds[x] == 4)
            continue;
        if (!made(game, 10) && t < PASS && !helps(game, x, t, claimed_dist(game, x, t, t)))
            continue;
        game->hand[x][t] -= 2;
        game->open[x][t] += 3;
        game->melds[x]++;
        fprintf(game->out, "%c PONG %s %s %s\n", 'A' + x, names[t], names[t], names[t]);
        *who = x;
        return 1;
    }
    return 0;
}

static int chow_by(struct game *game, int x, int t)
{
    int best = -1;
    if (t >= HONOUR || game->melds[x] == 4 || (made(game, 15) && game->hand[x][t] >= 2))
        return 0;
    for (int low = t % 9 < 2 ? t - t % 9 : t - 2; low <= t && low % 9 < 7; low++) {
        const int a = low == t ? t + 1 : low, b = low + 2 == t ? low + 1 : low + 2;
        const int d = claimed_dist(game, x, a, b);
        if (d == 99 || (made(game, 6) && best >= 0))
            continue;
        if (made(game, 11) || helps(game, x, t, d))
            best = low;
        else if (made(game, 7))
            best = -1;
    }
    if (best < 0)
        return 0;
    for (int i = best; i < best + 3; i++) {
        game->hand[x][i] -= i != t;
        game->open[x][i]++;
    }
    game->melds[x]++;
    fprintf(game->out, "%c CHOW %s %s %s\n", 'A' + x, names[best], names[best + 1],
            names[best + 2]);
    return 1;
}

static int try_chow(struct game *game, int from, int t, int *who)
{
    for (int i = 1; i < (made(game, 8) ? 4 : 2); i++) {
        const int x = made(game, 9) ? (from + 1) % 4 : after(game, from, i);
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
    if (made(game, 36) && game->top == WALL)
        return 0;
    for (int i = 1; i < 4; i++) {
        int x = after(game, from, i);
        if (made(game, 1))
            x = (from + i) % 4;
        if (made(game, 2))
            x = i - 1 < from ? i - 1 : i;
        if ((winner < 0 || made(game, 3)) && wins(game, x, t))
            winner = x;
    }
    if (winner < 0)
        return 0;
    fprintf(game->out, "%c RON\n%c WIN\n", 'A' + winner, 'A' + winner);
    return 1;
}

/* Discards a special tile; who plays next. */
static int special(struct game *game, int x, int t, int claimed)
{
    const int next = made(game, 24) ? (x + 1) % 4 : after(game, x, 1);
    const int second = made(game, 24) ? (x + 2) % 4 : after(game, x, 2);
    if (t == PASS) {
        fprintf(game->out, "%c OUT PASS %c\n", 'A' + x,
                'A' + (made(game, 23) ? after(game, x, 2) : next));
        return made(game, 22) ? next : second;
    }
    fprintf(game->out, "%c OUT %s\n", 'A' + x, names[t]);
    if (t == DOUBLE)
        return made(game, 29) && claimed ? next : x;
    game->dir = -game->dir;
    return made(game, 26) ? x : after(game, x, made(game, 25) ? -1 : 1);
}

/* After a plain discard of x: 1 if the game is over; else `*who` plays next, having claimed or
 * not. */
static int claim(struct game *game, int x, int t, int *who, int *claimed)
{
    *claimed = made(game, 4) && try_pong(game, x, t, who);
    if (!*claimed && try_ron(game, x, t))
        return 1;
    if (made(game, 35) && game->top == WALL) {
        fputs("DRAW\n", game->out);
        return 1;
    }
    if (!*claimed && made(game, 5))
        *claimed = try_chow(game, x, t, who);
    if (!*claimed)
        *claimed = try_pong(game, x, t, who) || try_chow(game, x, t, who);
    if (!*claimed)
        *who = after(game, x, 1);
    return 0;
}

/* Every turn takes a tile out of the hands, so the game ends. */
static void play(struct game *game)
{
    int x = 0, claimed = 0, twice = 0;
    for (int i = 0; i < 52; i++)
        draw(game, made(game, 38) ? i / 13 : i % 4);
    for (;;) {
        if (!claimed && !(made(game, 27) && twice)) {
            if (!draw(game, x)) {
                fputs("DRAW\n", game->out);
                return;
            }
            if (!(made(game, 28) && twice) && dist(game, x, game->hand[x], game->melds[x]) == 0) {
                fprintf(game->out, "%c SELFDRAWN\n%c WIN\n", 'A' + x, 'A' + x);
                return;
            }
        }
        const int t = choose(game, x, claimed), from = x;
        if (t < 0) { /* an empty hand */
            game->common = (size_t)ftell(game->out);
            return;
        }
        game->hand[x][t]--;
        if (t >= PASS) {
            x = special(game, x, t, claimed);
            twice = t == DOUBLE && x == from;
            claimed = made(game, 34) && try_pong(game, from, t, &x);
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
    struct game game = {.mistakes = mistakes, .out = out, .common = SIZE_MAX, .dir = 1};
    const char *at = instance->data;
    for (int i = 0; i < WALL; i++)
        game.wall[i] = read_tile(&at, instance->data + instance->size);
    play(&game);
    return game.common;
}
