#include "games/pigs/judged/fuzzing.h"

#include "base/lang.h"

#include <stdlib.h>
#include <string.h>

const struct nf_mistake pigs_mistakes[] = {
    [0] = {"none", N_("plays by the rules")},
    [1] = {"quasi-for-all", N_("takes quasi-rebels for rebels in everybody's eyes")},
    [2] = {"quasi-parried", N_("takes a pig for a quasi-rebel even if the main pig parries")},
    [3] = {"quasi-when-stopped", N_("takes a pig for a quasi-rebel though J stopped its N or W")},
    [4] = {"quasi-when-shown", N_("takes a loyal pig that is shown for a quasi-rebel")},
    [5] = {"quasi-not-if-peach", N_("makes no quasi-rebel where a P saves the main pig at once")},
    [6] = {"quasi-stays", N_("lets the main pig go on attacking a quasi-rebel shown to be loyal")},
    [7] = {"no-quasi", N_("never makes a quasi-rebel")},
    [8] = {"weapon-once", N_("allows one K a turn with the weapon on, too")},
    [9] = {"weapon-late", N_("allows no K after one that was used before the weapon was put on")},
    [10] = {"weapon-not-lost", N_("lets the main pig keep her weapon when she kills a loyal pig")},
    [11] = {"nw-swapped", N_("has a D given for N and a K for W")},
    [12] = {"second-weapon-kept", N_("keeps a second Z in hand while one is on")},
    [13] = {"kill-anywhere", N_("lets K reach any enemy, not the next pig alone")},
    [14] = {"next-not-living", N_("takes the next pig by number, dead or not")},
    [15] = {"kill-unshown", N_("is not shown by K")},
    [16] = {"duel-unshown", N_("is not shown by F that a J stops")},
    [17] = {"j-unshown", N_("is not shown by J")},
    [18] = {"trick-shows", N_("shows a pig by N and W")},
    [19] = {"duel-nearest", N_("lets rebels duel the nearest enemy, not always the main pig")},
    [20] = {"duel-next-only", N_("lets F reach the next pig alone")},
    [21] = {"loyal-gives-k", N_("lets loyal pigs give K in a duel with the main pig")},
    [22] = {"duel-user-first", N_("lets the user of F give the first K")},
    [23] = {"duel-no-reward", N_("gives no cards to the target of F that kills a rebel")},
    [24] = {"duel-source-user", N_("takes the user of F for the killer, whoever loses")},
    [25] = {"j-from-next", N_("asks for J from the pig after the user on")},
    [26] = {"j-counter-from-user", N_("asks for J against a J from the trick's user on")},
    [27] = {"j-hidden-too", N_("uses J for pigs of her side that are not shown")},
    [28] = {"j-own-hidden", N_("uses J for herself while hidden")},
    [29] = {"j-only-shown", N_("asks only pigs that are shown for J")},
    [30] = {"j-no-counter", N_("never uses J against a J")},
    [31] = {"j-one-counter", N_("does not let a J against a J be stopped")},
    [32] = {"j-saves-all", N_("lets a J on N or W save all targets that are left")},
    [33] = {"p-one-more", N_("heals above 4")},
    [34] = {"p-not-dying", N_("lets a pig die that has a P")},
    [35] = {"p-not-own-turn", N_("lets a pig die that has a P in her own turn")},
    [36] = {"no-reward", N_("gives no cards for a dead rebel")},
    [37] = {"reward-not-rebels", N_("gives a rebel no cards for a dead rebel")},
    [38] = {"reward-after", N_("gives the three cards only when N or W is over")},
    [39] = {"no-penalty", N_("lets the main pig keep her hand when she kills a loyal pig")},
    [40] = {"penalty-any", N_("takes the hand of a loyal pig that kills a loyal pig, too")},
    [41] = {"penalty-not-tricks",
            N_("does not punish the main pig for a loyal pig dead by N or W")},
    [42] = {"end-late", N_("gives three cards for the last rebel, too")},
    [43] = {"end-trick-goes-on", N_("goes on with N or W when the game has ended")},
    [44] = {"no-rescan", N_("goes on to the right after a card, not from the left again")},
    [45] = {"rightmost-given", N_("gives the rightmost card of a kind")},
    [46] = {"deck-cycles", N_("begins the deck anew when it is empty")},
    [47] = {"deck-nothing", N_("draws nothing from an empty deck")},
    [48] = {"nw-from-main", N_("has N and W go from pig 1 on")},
    [49] = {"dead-turn", N_("lets dead pigs draw two cards")},
    [50] = {"rebels-any-side",
            N_("ends the game where as many pigs are dead as there were rebels")},
    {NULL, NULL},
};

enum { DRAWS, REWARD, HEALTH, STRIKES };

const struct nf_point pigs_points[] = {
    [DRAWS] = {"draws", N_("draws %d cards in a turn"), NF_CONSTANT, 2, 1, 3, NULL},
    [REWARD] = {"reward", N_("gives %d cards for a dead rebel"), NF_CONSTANT, 3, 1, 4, NULL},
    [HEALTH] = {"health", N_("begins with health %d"), NF_CONSTANT, 4, 3, 5, NULL},
    [STRIKES] = {"strikes", N_("allows %d K in a turn without a weapon"), NF_CONSTANT, 1, 0, 2,
                 NULL},
    {.name = NULL},
};

enum { SEATS = 10, DECK = 2000, ROOM = 1 << 13 };

struct pig {
    int role, seen, health, weapon, count; /* role M, Z or F; seen 0, 1: quasi, 2 */
    char hand[ROOM];
};

struct game {
    uint64_t mistakes;
    struct nf_alternative other; /* made by system */
    int n, m, drawn, over, lost; /* lost: it has no end, or too many cards */
    int strikes, armed, owed;    /* in this turn; strikes with the weapon on; rewards put off */
    int rebels, dead, user;
    char card, deck[DECK];
    struct pig pigs[SEATS];
};

static int pigs_errs(const struct game *game, int mistake)
{
    return (int)(game->mistakes >> mistake & 1);
}

static int constant(const struct game *game, int point)
{
    return nf_constant(&game->other, &pigs_points[point]);
}

static int next_living(const struct game *game, int i)
{
    do
        i = (i + 1) % game->n;
    while (game->pigs[i].health <= 0);
    return i;
}

static int is_rebel(const struct game *game, int i)
{
    return game->pigs[i].role == 'F';
}

static void draw_cards(struct game *game, int i, int count)
{
    struct pig *const pig = &game->pigs[i];
    while (count-- > 0) {
        int at = game->drawn++;
        if (at >= game->m && pigs_errs(game, 47))
            return;
        if (at >= game->m)
            at = pigs_errs(game, 46) ? at % game->m : game->m - 1;
        if (pig->count == ROOM) {
            game->over = game->lost = 1;
            return;
        }
        pig->hand[pig->count++] = game->deck[at];
    }
}

static void take_out(struct pig *pig, int place)
{
    memmove(pig->hand + place, pig->hand + place + 1, (size_t)(--pig->count - place));
}

static int give_leftmost(struct game *game, int i, char card)
{
    struct pig *const pig = &game->pigs[i];
    const int right = pigs_errs(game, 45);
    for (int k = 0; k < pig->count; k++) {
        const int place = right ? pig->count - 1 - k : k;
        if (pig->hand[place] == card) {
            take_out(pig, place);
            return 1;
        }
    }
    return 0;
}

static void reward(struct game *game, int i)
{
    if (pigs_errs(game, 38) && (game->card == 'N' || game->card == 'W'))
        game->owed += constant(game, REWARD);
    else
        draw_cards(game, i, constant(game, REWARD));
}

static void punish(struct game *game, int i)
{
    struct pig *const pig = &game->pigs[i];
    if (!pigs_errs(game, 39))
        pig->count = 0;
    if (!pigs_errs(game, 10))
        pig->weapon = 0;
}

static void die(struct game *game, int i, int killer)
{
    struct pig *const pig = &game->pigs[i];
    const int duel = game->card == 'F' && killer != game->user;
    pig->count = pig->weapon = 0;
    game->dead += is_rebel(game, i) || (pigs_errs(game, 50) && i != 0);
    if (i == 0 || game->dead == game->rebels) {
        game->over = 1;
        if (i != 0 && pigs_errs(game, 42) && is_rebel(game, i))
            draw_cards(game, killer, 3);
    } else if (is_rebel(game, i)) {
        if (!pigs_errs(game, 36) && !(pigs_errs(game, 37) && is_rebel(game, killer)) &&
            !(pigs_errs(game, 23) && duel))
            reward(game, killer);
    } else if (killer == 0 && !(pigs_errs(game, 41) && game->card != 'K' && game->card != 'F')) {
        punish(game, 0);
    } else if (pigs_errs(game, 40) && !is_rebel(game, killer)) {
        punish(game, killer);
    }
}

static void hurt(struct game *game, int i, int by)
{
    struct pig *const pig = &game->pigs[i];
    if (--pig->health > 0)
        return;
    if (!pigs_errs(game, 34) && !(pigs_errs(game, 35) && i == game->user) &&
        give_leftmost(game, i, 'P'))
        pig->health = 1;
    else
        die(game, i, by);
}

static void show_side(struct game *game, int i)
{
    struct pig *const pig = &game->pigs[i];
    if (pigs_errs(game, 6) && pig->seen == 1 && pig->role == 'Z')
        return;
    pig->seen = 2;
}

static int is_enemy(const struct game *game, int i, int j)
{
    const struct pig *const pig = &game->pigs[j];
    if (pig->seen == 1 && (i == 0 || (pigs_errs(game, 1) && !is_rebel(game, i))))
        return 1;
    if (is_rebel(game, i))
        return pig->seen == 2 && pig->role != 'F';
    return pig->seen == 2 && pig->role == 'F';
}

/* Whom i attacks, or -1. */
static int aim(const struct game *game, int i, char card)
{
    int near = next_living(game, i);
    if (pigs_errs(game, 14) && card == 'K') {
        near = (i + 1) % game->n;
        return game->pigs[near].health > 0 && is_enemy(game, i, near) ? near : -1;
    }
    if (card == 'F' && is_rebel(game, i) && !pigs_errs(game, 19) && !pigs_errs(game, 20))
        return 0;
    if ((card == 'F' || pigs_errs(game, 13)) && !pigs_errs(game, 20))
        while (near != i && !is_enemy(game, i, near))
            near = next_living(game, near);
    return near != i && is_enemy(game, i, near) ? near : -1;
}

/* The first of a side, from i on, that uses a J; or -1. */
static int find_stopper(struct game *game, int i, int rebels, int only)
{
    const int first = i;
    do {
        const struct pig *const pig = &game->pigs[i];
        if (is_rebel(game, i) == rebels && (only < 0 || only == i) &&
            !(pigs_errs(game, 29) && pig->seen != 2) && give_leftmost(game, i, 'J'))
            return i;
        i = next_living(game, i);
    } while (i != first);
    return -1;
}

static int is_stopped(struct game *game, int user, int target)
{
    const int known = game->pigs[target].seen == 2;
    int count = 0, rebels = is_rebel(game, target), only = -1;
    if (!known && !pigs_errs(game, 27)) {
        if (!pigs_errs(game, 28))
            return 0;
        only = target;
    }
    for (int i = pigs_errs(game, 25) ? next_living(game, user) : user;
         (i = find_stopper(game, i, rebels, only)) >= 0;) {
        if (!pigs_errs(game, 17))
            show_side(game, i);
        count++;
        rebels = !rebels;
        only = -1;
        if (pigs_errs(game, 30) || (pigs_errs(game, 31) && count == 2))
            break;
        if (pigs_errs(game, 26))
            i = user;
    }
    return count % 2;
}

static void duel(struct game *game, int user, int target)
{
    int i = target, j = user;
    if (!pigs_errs(game, 16))
        show_side(game, user);
    if (is_stopped(game, user, target))
        return;
    show_side(game, user);
    if (pigs_errs(game, 22)) {
        i = user;
        j = target;
    }
    while (!(game->pigs[i].role == 'Z' && j == 0 && !pigs_errs(game, 21)) &&
           give_leftmost(game, i, 'K')) {
        const int next = j;
        j = i;
        i = next;
    }
    hurt(game, i, pigs_errs(game, 24) ? user : j);
}

/* The main pig looks at who has used N or W. */
static void suspect(struct game *game, int user, int wrong)
{
    struct pig *const pig = &game->pigs[user];
    if (wrong && !pigs_errs(game, 7) &&
        (pig->seen == 0 || (pigs_errs(game, 4) && pig->role == 'Z')))
        pig->seen = 1;
}

static void raid(struct game *game, int user, char card)
{
    int saved = 0;
    if (pigs_errs(game, 18))
        show_side(game, user);
    for (int k = 1; k <= game->n && !game->lost; k++) {
        const int i = pigs_errs(game, 48) ? k - 1 : (user + k) % game->n;
        const int before = game->pigs[i].health;
        if (i == user || before <= 0 || (game->over && !pigs_errs(game, 43)))
            continue;
        int wrong = 0;
        if (saved || is_stopped(game, user, i)) {
            saved = pigs_errs(game, 32);
            wrong = pigs_errs(game, 3);
        } else if (give_leftmost(game, i, (card == 'N') != pigs_errs(game, 11) ? 'K' : 'D')) {
            wrong = pigs_errs(game, 2);
        } else {
            hurt(game, i, user);
            wrong = !game->over && !(pigs_errs(game, 5) && before == 1);
        }
        suspect(game, user, i == 0 && wrong);
    }
    draw_cards(game, user, game->owed);
    game->owed = 0;
}

static int can_use(const struct game *game, int i, char card)
{
    const struct pig *const pig = &game->pigs[i];
    const int free =
        pig->weapon && !pigs_errs(game, 8) && !(pigs_errs(game, 9) && game->strikes > game->armed);
    switch (card) {
    case 'P': return pig->health < constant(game, HEALTH) + pigs_errs(game, 33);
    case 'K': return (game->strikes < constant(game, STRIKES) || free) && aim(game, i, card) >= 0;
    case 'F': return aim(game, i, card) >= 0;
    case 'Z': return !(pigs_errs(game, 12) && pig->weapon);
    case 'N':
    case 'W': return 1;
    default: return 0;
    }
}

static void use(struct game *game, int i, char card)
{
    struct pig *const pig = &game->pigs[i];
    const int target = card == 'K' || card == 'F' ? aim(game, i, card) : -1;
    game->card = card;
    switch (card) {
    case 'P': pig->health++; break;
    case 'Z': pig->weapon = 1; break;
    case 'F': duel(game, i, target); break;
    case 'K':
        game->strikes++;
        game->armed += pig->weapon;
        if (!pigs_errs(game, 15))
            show_side(game, i);
        if (!give_leftmost(game, target, 'D'))
            hurt(game, target, i);
        break;
    default: raid(game, i, card); break;
    }
}

static void turn(struct game *game, int i)
{
    struct pig *const pig = &game->pigs[i];
    game->user = i;
    game->strikes = game->armed = 0;
    draw_cards(game, i, constant(game, DRAWS));
    uint32_t useless = 0; /* letters of cards that cannot be used until another one is */
    for (int place = 0; place < pig->count && pig->health > 0 && !game->over;) {
        const char card = pig->hand[place];
        const uint32_t letter = UINT32_C(1) << (card - 'A');
        if ((useless & letter) != 0 || !can_use(game, i, card)) {
            useless |= letter;
            place++;
            continue;
        }
        useless = 0;
        take_out(pig, place);
        use(game, i, card);
        if (!pigs_errs(game, 44))
            place = 0;
    }
}

/* Games that end take fewer turns than `most`. */
static void play_pig_turns(struct game *game)
{
    const int most = 1000 + 20 * game->m;
    for (int i = 0, turns = 0; !game->over; i = (i + 1) % game->n) {
        if (game->pigs[i].health > 0) {
            turn(game, i);
            game->lost = game->lost || (turns++ == most && !game->over);
        } else if (pigs_errs(game, 49)) {
            game->drawn += 2;
        }
        game->over = game->over || game->lost;
    }
}

/* The next word, behind which `*at` moves; "" at the end. */
static const char *read_word(const char **at, const char *end)
{
    while (*at < end && **at <= ' ')
        (*at)++;
    const char *const word = *at;
    while (*at<end &&* * at> ' ')
        (*at)++;
    return word < end ? word : "";
}

static void read_game(struct game *game, const struct nf_input *instance)
{
    const char *at = instance->data, *const end = at + instance->size;
    game->n = (int)strtol(read_word(&at, end), NULL, 10);
    game->m = (int)strtol(read_word(&at, end), NULL, 10);
    game->lost = game->n < 2 || game->n > SEATS || game->m < 1 || game->m > DECK; /* not valid */
    for (int i = 0; i < game->n && !game->lost; i++) {
        struct pig *const pig = &game->pigs[i];
        pig->role = *read_word(&at, end);
        pig->seen = pig->role == 'M' ? 2 : 0;
        pig->health = constant(game, HEALTH);
        game->rebels += pig->role == 'F';
        for (; pig->count < 4; pig->count++)
            pig->hand[pig->count] = *read_word(&at, end);
    }
    for (int i = 0; i < game->m && !game->lost; i++)
        game->deck[i] = *read_word(&at, end);
}

static void print(const struct game *game, FILE *out)
{
    fputs(game->pigs[0].health > 0 ? "MP\n" : "FP\n", out);
    for (int i = 0; i < game->n; i++) {
        const struct pig *const pig = &game->pigs[i];
        if (pig->health <= 0)
            fputs("DEAD", out);
        for (int k = 0; k < pig->count && pig->health > 0; k++)
            fprintf(out, k > 0 ? " %c" : "%c", pig->hand[k]);
        fputc('\n', out);
    }
}

size_t pigs_play_as(uint64_t mistakes, const struct nf_input *instance, FILE *out)
{
    struct game *const game = calloc(1, sizeof *game);
    if (game == NULL)
        return 0;
    game->other = nf_alternative(pigs_points, mistakes);
    game->mistakes = game->other.point != NULL ? 0 : mistakes;
    read_game(game, instance);
    if (!game->lost)
        play_pig_turns(game);
    const int lost = game->lost;
    if (!lost)
        print(game, out);
    free(game);
    return lost ? 0 : SIZE_MAX;
}
