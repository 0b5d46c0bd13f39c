/* Computes every row from the winning hands, unlike mahjong_suit_missing(). Each subset of m melds
 * (and a pair) in a suit is "useful"; a hand lacks the size of these melds minus the largest useful
 * subset that it contains. Both steps, from a collection to its subsets and from useful subsets to
 * all hands that contain them, go one rank at a time over the whole table: nine sweeps each, in
 * order of memory. */
#include "games/mahjong/rules/fast.h"

#include "games/mahjong/rules/distance.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#define ALIKE(step)                                                                                \
    {                                                                                              \
        step, step, step, step                                                                     \
    }
#define SUIT                                                                                       \
    ALIKE(1), ALIKE(5), ALIKE(25), ALIKE(125), ALIKE(625), ALIKE(1 << 16), ALIKE(5 << 16),         \
        ALIKE(25 << 16), ALIKE(125 << 16)
/* The numbers of kinds held 1, 2, 3, 4 times are in units of 1, 8, 64, 512. */
#define HONOUR                                                                                     \
    {                                                                                              \
        1, 8 - 1, 64 - 8, 512 - 64                                                                 \
    }
const uint32_t mahjong_key_step[MAHJONG_KINDS][MAHJONG_COPIES] = {
    SUIT, SUIT, SUIT, HONOUR, HONOUR, HONOUR, HONOUR, HONOUR, HONOUR, HONOUR,
};

enum { LOW_RANKS = 5, HIGH_RANKS = MAHJONG_RANKS - LOW_RANKS, CLASS_SLOTS = 1024 };

/* ---- places ---- */

struct builder {
    struct mahjong_tables *tables;
    uint8_t low_sum[MAHJONG_LOW_KEYS], high_sum[MAHJONG_HIGH_KEYS];
    uint16_t high_at[MAHJONG_HIGH_KEYS]; /* high key by place */
    uint16_t
        high_within[MAHJONG_SUIT_TILES + 1]; /* number of high keys by largest number of tiles */
    uint16_t useful[MAHJONG_SUIT_HANDS];     /* bit f: useful for field f */
    mahjong_row rows[MAHJONG_SUIT_HANDS];
    mahjong_row class_rows[MAHJONG_MOST_CLASSES];
    uint16_t slots[CLASS_SLOTS]; /* hash table of classes, plus 1; 0: free */
};

static unsigned digit_sum(unsigned key)
{
    unsigned sum = 0;
    for (; key > 0; key /= 5)
        sum += key % 5;
    return sum;
}

/* Orders high keys by their number of tiles, so that for any low key those that fit come first, and
 * hands of more than 14 tiles need no place. */
static void place_hands(struct builder *builder)
{
    struct mahjong_tables *const tables = builder->tables;
    unsigned place = 0;
    for (unsigned sum = 0; sum <= HIGH_RANKS * MAHJONG_COPIES; sum++) {
        for (unsigned key = 0; key < MAHJONG_HIGH_KEYS; key++) {
            if (digit_sum(key) != sum)
                continue;
            builder->high_sum[key] = (uint8_t)sum;
            builder->high_at[place] = (uint16_t)key;
            tables->high_place[key] = (uint16_t)place++;
        }
        if (sum <= MAHJONG_SUIT_TILES)
            builder->high_within[sum] = (uint16_t)place;
    }
    uint32_t base = 0;
    for (unsigned key = 0; key < MAHJONG_LOW_KEYS; key++) {
        builder->low_sum[key] = (uint8_t)digit_sum(key);
        tables->low_base[key] = base;
        if (builder->low_sum[key] <= MAHJONG_SUIT_TILES)
            base += builder->high_within[MAHJONG_SUIT_TILES - builder->low_sum[key]];
    }
}

/* Returns the number of hands with this low key. */
static unsigned hands_of(const struct builder *builder, unsigned low)
{
    const unsigned sum = builder->low_sum[low];
    return sum <= MAHJONG_SUIT_TILES ? builder->high_within[MAHJONG_SUIT_TILES - sum] : 0;
}

/* ---- winning collections ---- */

static unsigned field_of(unsigned melds, unsigned pair)
{
    return melds + pair * (MAHJONG_MAX_MELDS + 1);
}

static void mark(struct builder *builder, const unsigned count[MAHJONG_RANKS], unsigned melds,
                 unsigned pair)
{
    uint32_t key = 0;
    for (unsigned rank = 0; rank < MAHJONG_RANKS; rank++)
        key += count[rank] * mahjong_key_step[rank][0];
    const struct mahjong_tables *const tables = builder->tables;
    const uint32_t place = tables->low_base[key & 0xffff] + tables->high_place[key >> 16];
    builder->useful[place] |= (uint16_t)(1u << field_of(melds, pair));
}

/* Adds melds from number `meld` on (runs by lowest rank, then triplets), with repetition, and marks
 * each collection. */
static void add_melds(struct builder *builder, unsigned count[MAHJONG_RANKS], unsigned meld,
                      unsigned melds, unsigned pair)
{
    enum { RUNS = MAHJONG_RANKS - 2 };
    mark(builder, count, melds, pair);
    if (melds == MAHJONG_MAX_MELDS)
        return;
    for (; meld < RUNS + MAHJONG_RANKS; meld++) {
        const unsigned first = meld < RUNS ? meld : meld - RUNS;
        const unsigned step = meld < RUNS ? 1 : 0;
        for (unsigned i = 0; i < 3; i++)
            count[first + i * step]++;
        if (count[first] <= MAHJONG_COPIES && count[first + step] <= MAHJONG_COPIES &&
            count[first + 2 * step] <= MAHJONG_COPIES)
            add_melds(builder, count, meld, melds + 1, pair);
        for (unsigned i = 0; i < 3; i++)
            count[first + i * step]--;
    }
}

static void mark_collections(struct builder *builder)
{
    unsigned count[MAHJONG_RANKS] = {0};
    add_melds(builder, count, 0, 0, 0);
    for (unsigned rank = 0; rank < MAHJONG_RANKS; rank++) {
        count[rank] = 2;
        add_melds(builder, count, 0, 0, 1);
        count[rank] = 0;
    }
}

/* ---- sweeps ---- */

/* A useful collection stays useful without a tile of one rank. Sweeps down along a low rank. */
static void shrink_low(struct builder *builder, unsigned step)
{
    for (unsigned low = MAHJONG_LOW_KEYS; low-- > 0;) {
        if (low / step % 5 == (unsigned)MAHJONG_COPIES)
            continue;
        uint16_t *const to = builder->useful + builder->tables->low_base[low];
        const uint16_t *const from = builder->useful + builder->tables->low_base[low + step];
        const unsigned count = hands_of(builder, low + step);
        for (unsigned i = 0; i < count; i++)
            to[i] |= from[i];
    }
}

/* Removing a tile of a high rank, among the hands with the same low key. */
struct steps {
    uint16_t from[MAHJONG_HIGH_KEYS], to[MAHJONG_HIGH_KEYS]; /* places; `from` ascends */
    uint16_t within[MAHJONG_HIGH_KEYS + 1]; /* number of steps from the first places */
};

static void find_steps(const struct builder *builder, unsigned step, struct steps *steps)
{
    unsigned count = 0;
    for (unsigned place = 0; place < MAHJONG_HIGH_KEYS; place++) {
        const unsigned high = builder->high_at[place];
        steps->within[place] = (uint16_t)count;
        if (high / step % 5 == 0)
            continue;
        steps->from[count] = (uint16_t)place;
        steps->to[count++] = builder->tables->high_place[high - step];
    }
    steps->within[MAHJONG_HIGH_KEYS] = (uint16_t)count;
}

static void shrink_high(struct builder *builder, unsigned step)
{
    struct steps steps;
    find_steps(builder, step, &steps);
    for (unsigned low = 0; low < MAHJONG_LOW_KEYS; low++) {
        uint16_t *const useful = builder->useful + builder->tables->low_base[low];
        for (unsigned i = steps.within[hands_of(builder, low)]; i-- > 0;)
            useful[steps.to[i]] |= useful[steps.from[i]];
    }
}

/* A hand lacks no more than the hand without a tile of one rank. */
static void grow_low(struct builder *builder, unsigned step)
{
    for (unsigned low = 0; low + step < MAHJONG_LOW_KEYS; low++) {
        if (low / step % 5 == (unsigned)MAHJONG_COPIES)
            continue;
        const mahjong_row *const from = builder->rows + builder->tables->low_base[low];
        mahjong_row *const to = builder->rows + builder->tables->low_base[low + step];
        const unsigned count = hands_of(builder, low + step);
        for (unsigned i = 0; i < count; i++)
            to[i] = mahjong_row_min(to[i], from[i]);
    }
}

static void grow_high(struct builder *builder, unsigned step)
{
    struct steps steps;
    find_steps(builder, step, &steps);
    for (unsigned low = 0; low < MAHJONG_LOW_KEYS; low++) {
        mahjong_row *const rows = builder->rows + builder->tables->low_base[low];
        const unsigned count = steps.within[hands_of(builder, low)];
        for (unsigned i = 0; i < count; i++)
            rows[steps.from[i]] = mahjong_row_min(rows[steps.from[i]], rows[steps.to[i]]);
    }
}

/* Returns a row with 1 in the fields of `useful`. */
static mahjong_row ones_of(unsigned useful)
{
    mahjong_row row = 0;
    for (unsigned field = 0; field < MAHJONG_FIELDS; field++)
        row |= (mahjong_row)(useful >> field & 1) << (MAHJONG_FIELD * field);
    return row;
}

/* Initialises the rows, ignoring subsets: the tiles of each field, minus the tiles of the hand if
 * all of them are useful for the field. */
static void start_rows(struct builder *builder)
{
    mahjong_row wanted = 0, ones[1 << MAHJONG_FIELDS];
    for (unsigned melds = 0; melds <= MAHJONG_MAX_MELDS; melds++)
        for (unsigned pair = 0; pair <= 1; pair++)
            wanted |= (mahjong_row)(3 * melds + 2 * pair)
                      << (MAHJONG_FIELD * field_of(melds, pair));
    for (unsigned useful = 0; useful < 1 << MAHJONG_FIELDS; useful++)
        ones[useful] = ones_of(useful);
    for (unsigned low = 0; low < MAHJONG_LOW_KEYS; low++) {
        const uint32_t base = builder->tables->low_base[low];
        const unsigned count = hands_of(builder, low);
        for (unsigned i = 0; i < count; i++) {
            const unsigned tiles =
                builder->low_sum[low] + (unsigned)builder->high_sum[builder->high_at[i]];
            builder->rows[base + i] = wanted - ones[builder->useful[base + i]] * tiles;
        }
    }
}

static void compute_rows(struct builder *builder)
{
    mark_collections(builder);
    for (unsigned step = 1; step < MAHJONG_LOW_KEYS; step *= 5)
        shrink_low(builder, step);
    for (unsigned step = 1; step < MAHJONG_HIGH_KEYS; step *= 5)
        shrink_high(builder, step);
    start_rows(builder);
    for (unsigned step = 1; step < MAHJONG_LOW_KEYS; step *= 5)
        grow_low(builder, step);
    for (unsigned step = 1; step < MAHJONG_HIGH_KEYS; step *= 5)
        grow_high(builder, step);
}

/* ---- honours ---- */

/* Returns the row of one kind of honour held `held` times, which can be a triplet or the pair. */
static mahjong_row honour_row(unsigned held)
{
    mahjong_row row = MAHJONG_NEVER * MAHJONG_ONES;
    for (unsigned melds = 0; melds <= 1; melds++)
        for (unsigned pair = 0; pair + melds <= 1; pair++) {
            const unsigned wanted = 3 * melds + 2 * pair,
                           field = MAHJONG_FIELD * field_of(melds, pair);
            const unsigned missing = wanted > held ? wanted - held : 0;
            row &= ~((mahjong_row)63 << field);
            row |= (mahjong_row)missing << field;
        }
    return row;
}

/* Joins rows and cuts sums with MAHJONG_NEVER to it, so that the result can be joined again. */
static mahjong_row join_cut(mahjong_row a, mahjong_row b)
{
    return mahjong_row_min(mahjong_row_join(a, b), MAHJONG_NEVER * MAHJONG_ONES);
}

/* Returns how many kinds of honours have this count according to a key. */
static unsigned kinds_held(uint32_t key, unsigned times)
{
    return key >> (3 * (times - 1)) & 7;
}

/* Whether seven kinds with at most 14 tiles can have this key. */
static bool possible_honours(uint32_t key)
{
    unsigned kinds = 0, tiles = 0;
    for (unsigned times = 1; times <= MAHJONG_COPIES; times++) {
        kinds += kinds_held(key, times);
        tiles += times * kinds_held(key, times);
    }
    return kinds <= MAHJONG_HONOURS && tiles <= MAHJONG_SUIT_TILES;
}

static mahjong_row honours_row(uint32_t key)
{
    unsigned held[MAHJONG_HONOURS] = {0}, kinds = 0;
    for (unsigned times = 1; times <= MAHJONG_COPIES; times++)
        for (unsigned n = kinds_held(key, times); n > 0; n--)
            held[kinds++] = times;
    mahjong_row row = honour_row(held[0]);
    for (unsigned kind = 1; kind < MAHJONG_HONOURS; kind++)
        row = join_cut(row, honour_row(held[kind]));
    return row;
}

/* ---- classes ---- */

/* Returns the class of a row, adding a new one if necessary; MAHJONG_MOST_CLASSES if there is no
 * room. */
static unsigned class_of(struct builder *builder, mahjong_row row)
{
    uint32_t slot = (uint32_t)(row * 0x9e3779b97f4a7c15u >> 54);
    for (;; slot = (slot + 1) % CLASS_SLOTS) {
        if (builder->slots[slot] == 0) {
            if (builder->tables->classes == MAHJONG_MOST_CLASSES)
                return MAHJONG_MOST_CLASSES;
            builder->class_rows[builder->tables->classes++] = row;
            builder->slots[slot] = (uint16_t)builder->tables->classes;
        }
        const unsigned class = builder->slots[slot] - 1u;
        if (builder->class_rows[class] == row)
            return class;
    }
}

/* Finds the classes of all suits; returns false if there are too many. */
static bool class_suits(struct builder *builder)
{
    struct mahjong_tables *const tables = builder->tables;
    unsigned class = 0;
    for (uint32_t hand = 0; hand < MAHJONG_SUIT_HANDS && class < MAHJONG_MOST_CLASSES; hand++) {
        class = class_of(builder, builder->rows[hand]);
        tables->suit_class[hand] = (uint8_t) class;
    }
    for (uint32_t key = 0; key < MAHJONG_HONOUR_KEYS && class < MAHJONG_MOST_CLASSES; key++) {
        if (!possible_honours(key))
            continue;
        class = class_of(builder, honours_row(key));
        tables->honour_class[key] = (uint8_t) class;
    }
    return class < MAHJONG_MOST_CLASSES;
}

/* Joins all pairs of classes, including new ones; returns false if there are too many. */
static bool class_joins(struct builder *builder)
{
    struct mahjong_tables *const tables = builder->tables;
    for (unsigned a = 0; a < tables->classes; a++)
        for (unsigned b = 0; b <= a; b++) {
            const unsigned class =
                class_of(builder, join_cut(builder->class_rows[a], builder->class_rows[b]));
            if (class == MAHJONG_MOST_CLASSES)
                return false;
            tables->join[a][b] = tables->join[b][a] = (uint8_t) class;
        }
    return true;
}

static void fill_distances(struct builder *builder)
{
    struct mahjong_tables *const tables = builder->tables;
    for (unsigned melds = 0; melds <= MAHJONG_MAX_MELDS; melds++)
        for (unsigned class = 0; class < tables->classes; class ++) {
            const unsigned field = field_of(MAHJONG_MAX_MELDS - melds, 1);
            tables->distance[melds][class] =
                builder->class_rows[class] >> (MAHJONG_FIELD * field) & 31;
        }
}

enum nf_status mahjong_tables_make(struct mahjong_tables **tables, struct nf_error *err)
{
    struct mahjong_tables *const made = calloc(1, sizeof *made);
    struct builder *const builder = calloc(1, sizeof *builder);
    enum nf_status status = NF_OK;
    if (made == NULL || builder == NULL) {
        status = nf_fail_memory(err);
    } else {
        builder->tables = made;
        place_hands(builder);
        compute_rows(builder);
        if (!class_suits(builder) || !class_joins(builder))
            status =
                nf_fail(err, NF_INTERNAL, "more than %d classes of hands", MAHJONG_MOST_CLASSES);
        fill_distances(builder);
    }
    free(builder);
    if (status != NF_OK)
        free(made);
    else
        *tables = made;
    return status;
}

static struct mahjong_tables *shared;

static void make_shared(void)
{
    struct nf_error err;
    if (mahjong_tables_make(&shared, &err) != NF_OK)
        shared = NULL;
}

const struct mahjong_tables *mahjong_shared_tables(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_shared);
    return shared;
}

unsigned mahjong_table_distance(const struct mahjong_tables *tables,
                                const uint8_t count[MAHJONG_KINDS], unsigned melds)
{
    /* The key of honours with so many tiles of one kind. */
    static const uint16_t honours[MAHJONG_COPIES + 1] = {0, 1, 1 << 3, 1 << 6, 1 << 9};
    uint32_t key = 0;
    for (unsigned kind = MAHJONG_FIRST_HONOUR; kind < MAHJONG_PLAIN; kind++)
        key += honours[count[kind]];
    unsigned hand = tables->honour_class[key];
    for (unsigned suit = 0; suit < MAHJONG_SUITS - 1; suit++) {
        key = 0; /* all steps of a kind are the same */
        for (unsigned rank = 0; rank < MAHJONG_RANKS; rank++)
            key += count[suit * MAHJONG_RANKS + rank] * mahjong_key_step[rank][0];
        hand = tables->join[hand][mahjong_suit_class(tables, key)];
    }
    return tables->distance[melds][hand];
}
