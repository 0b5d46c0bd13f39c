/* Two settings played side by side. */
#include "base/json_text.h"
#include "base/owned.h"
#include "lib/lib_internal.h"

#include "sim/report/page.h"
#include "sim/runs/comparing.h"
#include "table/forms.h"

#include <stdlib.h>

struct ninefold_pair {
    struct ninefold_batch *sides[2];
    struct nf_paired paired; /* their games, one by one */
};

/* Games that both sides play before they are compared. */
enum { PAIR_CHUNK = 4096 };

void ninefold_pair_close(struct ninefold_pair *pair)
{
    if (pair == NULL)
        return;
    ninefold_batch_close(pair->sides[0]);
    ninefold_batch_close(pair->sides[1]);
    free(pair);
}

enum ninefold_status ninefold_pair_open(const struct ninefold_game *a,
                                        const struct ninefold_game *b, uint64_t first,
                                        struct ninefold_pair **pair, struct ninefold_error *err)
{
    struct ninefold_pair *const made = calloc(1, sizeof *made);
    *pair = NULL;
    if (made == NULL)
        return (enum ninefold_status)nf_fail_memory(nf_lib_error(err));
    made->paired =
        (struct nf_paired){.seats = ninefold_players(a), .trials = nf_trials_of(a->setup)};
    enum ninefold_status status =
        (enum ninefold_status)nf_can_compare(a->setup, b->setup, nf_lib_error(err));
    if (status == NINEFOLD_OK)
        status = ninefold_batch_open(a, first, &made->sides[0], err);
    if (status == NINEFOLD_OK)
        status = ninefold_batch_open(b, first, &made->sides[1], err);
    if (status == NINEFOLD_OK)
        *pair = made;
    else
        ninefold_pair_close(made);
    return status;
}

const struct ninefold_batch *ninefold_pair_side(const struct ninefold_pair *pair, uint32_t side)
{
    return pair->sides[side];
}

enum ninefold_status ninefold_pair_run(struct ninefold_pair *pair, uint64_t games, uint32_t threads,
                                       struct ninefold_error *err)
{
    const size_t room = (size_t)PAIR_CHUNK * pair->paired.seats;
    const struct ninefold_options options = {.threads = threads};
    enum ninefold_status status = NINEFOLD_OK;
    uint16_t *const events = calloc(2 * room, sizeof *events);
    if (events == NULL)
        return (enum ninefold_status)nf_fail_memory(nf_lib_error(err));
    do {
        const uint64_t next = games < PAIR_CHUNK ? games : PAIR_CHUNK;
        for (size_t side = 0; status == NINEFOLD_OK && side < 2; side++) {
            const struct ninefold_arrays arrays = {.events = events + side * room};
            status = ninefold_run(pair->sides[side], next, &arrays, &options, err);
        }
        if (status == NINEFOLD_OK)
            nf_paired_add(&pair->paired, events, events + room, next);
        games -= next;
    } while (status == NINEFOLD_OK && games > 0);
    free(events);
    return status;
}

static enum nf_status write_form(struct nf_text *made, enum ninefold_form form,
                                 const struct nf_compared *compared, struct nf_error *err)
{
    NF_FREED_BY(nf_tables_free) struct nf_tables tables = {0};
    nf_compared_tables(&tables, compared);
    NF_TRY_MEMORY(!tables.failed, err);
    if (form == NINEFOLD_JSON) {
        nf_json_forget();
        return nf_text_json(made, nf_compared_document(compared, &tables), err);
    }
    if (form == NINEFOLD_HTML)
        return nf_html_report(made, compared->runs, compared->names, 2, &tables, err);
    if (form == NINEFOLD_MARKDOWN)
        nf_tables_markdown(made, &tables);
    else
        nf_compared_table(made, compared, &tables);
    return NF_OK;
}

enum ninefold_status ninefold_pair_report(const struct ninefold_pair *pair,
                                          const char *const names[2], enum ninefold_form form,
                                          struct ninefold_text *text, struct ninefold_error *err)
{
    struct nf_span spans[2];
    struct nf_report runs[2];
    struct nf_comparison of[2] = {{0}};
    struct nf_text made = {0};
    for (int side = 0; side < 2; side++) {
        const struct ninefold_batch *const batch = pair->sides[side];
        spans[side] = nf_lib_played(batch);
        runs[side] = (struct nf_report){
            .tally = &batch->tally, .spans = &spans[side], .spans_count = batch->tally.games > 0};
    }
    const struct nf_comparing_options options = {
        .runs = {&runs[0], &runs[1]}, .paired = &pair->paired, .miss = NF_MISS};
    const struct nf_compared compared = {
        .runs = runs,
        .names = names,
        .count = 2,
        .of = of,
        .seats = pair->paired.seats,
        .event = pair->sides[0]->game->setup->game->tally->event,
    };
    enum nf_status status = nf_lib_form(form, nf_lib_error(err));
    if (status == NF_OK)
        status = nf_compare(&options, &of[1], nf_lib_error(err));
    if (status == NF_OK)
        status = write_form(&made, form, &compared, nf_lib_error(err));
    nf_comparison_close(&of[1]);
    return nf_lib_give(text, &made, status, nf_lib_error(err));
}
