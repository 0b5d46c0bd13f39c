/* Rule points: where a statement decides something, and how programs get it wrong by system. A game
 * lists its points once; each gives some alternatives, whose sentences are made of the point's. The
 * player of nf_fuzz_ops.play_as asks at each point what she makes of it. All is thread-safe. */
#ifndef NF_POINTS_H
#define NF_POINTS_H

#include <stdbool.h>
#include <stdint.h>

enum nf_point_kind {
    NF_SLIP,      /* something that is done or not: `does` says what a wrong player does */
    NF_CONSTANT,  /* a number; the others from `least` to `most` are wrong; %d in `does` */
    NF_ORDER,     /* classes by letters, best first; %s in `does`. Wrong are: two exchanged, one
                     moved to another place, all reversed */
    NF_CONDITION, /* what something depends on; %s in `does`. Wrong are: "whether or not" it holds,
                     "unless" it does */
};

enum { NF_MAX_CLASSES = 8 };

struct nf_point {
    const char *name; /* lower case words joined by '-'; NULL ends the list */
    const char *does; /* words that follow "a player who" */
    enum nf_point_kind kind;
    int right, least, most; /* of a constant */
    const char *order;      /* the right one, of at most NF_MAX_CLASSES */
};

/* The members of a point, in braces, by its kind. A reset that is left out is a slip. */
#define NF_POINT_SLIP(name, does)                                                                  \
    {                                                                                              \
        name, does, NF_SLIP, 0, 0, 0, NULL                                                         \
    }
#define NF_POINT_CONSTANT(name, right, least, most, does)                                          \
    {                                                                                              \
        name, does, NF_CONSTANT, right, least, most, NULL                                          \
    }
#define NF_POINT_ORDER(name, order, does)                                                          \
    {                                                                                              \
        name, does, NF_ORDER, 0, 0, 0, order                                                       \
    }
#define NF_POINT_CONDITION(name, does)                                                             \
    {                                                                                              \
        name, does, NF_CONDITION, 0, NF_LEFT_OUT, NF_TURNED, NULL                                  \
    }

enum { NF_LEFT_OUT = 1, NF_TURNED = 2 }; /* what is made of a condition */

/* One wrong way at one point. */
struct nf_alternative {
    const struct nf_point *point; /* NULL: none, she plays by the rules */
    int number;                   /* a constant; of a condition NF_LEFT_OUT or NF_TURNED */
    char order[NF_MAX_CLASSES + 1];
};

/* A set of mistakes with this bit is no set of the catalogue: the other bits are the number of an
 * alternative. */
#define NF_BY_SYSTEM (UINT64_C(1) << 63)

/* How many alternatives the points have, numbered from 0. `points` may be NULL: 0. */
uint32_t nf_alternatives(const struct nf_point *points);

/* The alternative that a set of mistakes stands for; one without a point if it stands for none. */
struct nf_alternative nf_alternative(const struct nf_point *points, uint64_t mistakes);

/* What a player with an alternative makes of a point: whether she slips, her number, her order,
 * whether what depends on a condition happens where the condition `holds`. */
static inline bool nf_slips(const struct nf_alternative *alternative, const struct nf_point *point)
{
    return alternative->point == point;
}

static inline int nf_constant(const struct nf_alternative *alternative,
                              const struct nf_point *point)
{
    return alternative->point == point ? alternative->number : point->right;
}

static inline const char *nf_order(const struct nf_alternative *alternative,
                                   const struct nf_point *point)
{
    return alternative->point == point ? alternative->order : point->order;
}

static inline bool nf_condition(const struct nf_alternative *alternative,
                                const struct nf_point *point, bool holds)
{
    return alternative->point != point ? holds : alternative->number == NF_LEFT_OUT || !holds;
}

#endif
