#include "judge/points.h"

#include <assert.h>
#include <string.h>

/* Alternatives of one point, looked through until number `wanted` is found. */
struct search {
    const struct nf_point *point;
    uint32_t wanted, seen;
    struct nf_alternative found; /* number `wanted`, if seen > wanted */
};

static void add_alternative(struct search *search, int number, const char *order)
{
    if (search->seen++ != search->wanted)
        return;
    search->found.point = search->point;
    search->found.number = number;
    memcpy(search->found.order, order, strlen(order) + 1);
}

/* Moves class `from` of `right` to place `to`, another one. */
static void move(const char *right, size_t from, size_t to, char order[NF_MAX_CLASSES + 1])
{
    size_t at = 0;
    for (size_t i = 0; i <= NF_MAX_CLASSES && right[i] != '\0'; i++) {
        if (at == to)
            order[at++] = right[from];
        if (i != from)
            order[at++] = right[i];
    }
    if (at == to)
        order[at++] = right[from];
    order[at] = '\0';
}

/* The nearest to the right one first: of several that come to the same the first is named. */
static void add_orders(struct search *search)
{
    const char *const right = search->point->order;
    const size_t classes = strlen(right);
    char order[NF_MAX_CLASSES + 1] = "";
    assert(classes >= 2 && classes <= NF_MAX_CLASSES);
    for (size_t far = 1; far < classes; far++)
        for (size_t i = 0; i + far < classes; i++) {
            const size_t j = i + far;
            memcpy(order, right, classes + 1);
            order[i] = right[j];
            order[j] = right[i];
            add_alternative(search, 0, order);
            if (far == 1)
                continue; /* moving one is the same */
            move(right, i, j, order);
            add_alternative(search, 0, order);
            move(right, j, i, order);
            add_alternative(search, 0, order);
        }
    for (size_t i = 0; i < classes; i++)
        order[i] = right[classes - 1 - i];
    if (classes > 3)
        add_alternative(search, 0, order);
}

static void add_all(struct search *search)
{
    const struct nf_point *const point = search->point;
    if (point->kind == NF_SLIP)
        add_alternative(search, 0, "");
    else if (point->kind == NF_ORDER)
        add_orders(search);
    else
        for (int i = point->least; i <= point->most; i++)
            if (i != point->right)
                add_alternative(search, i, "");
}

static struct search look_for_orders(const struct nf_point *points, uint32_t wanted)
{
    struct search search = {.wanted = wanted};
    for (; points != NULL && points->name != NULL; points++) {
        search.point = points;
        add_all(&search);
    }
    return search;
}

uint32_t nf_alternatives(const struct nf_point *points)
{
    return look_for_orders(points, UINT32_MAX).seen;
}

struct nf_alternative nf_alternative(const struct nf_point *points, uint64_t mistakes)
{
    if ((mistakes & NF_BY_SYSTEM) == 0)
        return (struct nf_alternative){.point = NULL};
    const struct search search = look_for_orders(points, (uint32_t)(mistakes & UINT32_MAX));
    assert(search.found.point != NULL);
    return search.found;
}
