/* Strategies played off against each other. */
#include "sim/runs/tournament.h"
#include "base/json_text.h"
#include "base/lang.h"
#include "base/owned.h"
#include "lib/lib_internal.h"
#include "sim/report/page.h"
#include "sim/report/report.h"
#include "sim/runs/comparing.h"
#include "table/forms.h"

#include <stdlib.h>
#include <string.h>

/* ---- two settings played side by side ---- */

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

static enum nf_status write_pair_form(struct nf_text *made, enum ninefold_form form,
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
        status = write_pair_form(&made, form, &compared, nf_lib_error(err));
    nf_comparison_close(&of[1]);
    return nf_lib_give(text, &made, status, nf_lib_error(err));
}

struct ninefold_tournament {
    struct ninefold_game *game; /* of which the plan borrows */
    char *names[NF_TOURNAMENT_MOST + 1];
    struct nf_tournament_plan plan;
    struct nf_tournament of;
};

void ninefold_tournament_close(struct ninefold_tournament *tournament)
{
    if (tournament == NULL)
        return;
    nf_tournament_close(&tournament->of);
    ninefold_close(tournament->game);
    for (size_t i = 0; tournament->names[i] != NULL; i++)
        free(tournament->names[i]);
    free(tournament);
}

static enum nf_status copy_names(struct ninefold_tournament *made, const char *const *names,
                                 struct nf_error *err)
{
    for (size_t i = 0; names[i] != NULL; i++) {
        if (i == NF_TOURNAMENT_MOST)
            return nf_fail(err, NF_USAGE, "expected at most %d strategies", NF_TOURNAMENT_MOST);
        made->names[i] = strdup(names[i]);
        NF_TRY_MEMORY(made->names[i] != NULL, err);
    }
    return NF_OK;
}

static enum nf_status open_plan(struct ninefold_tournament *made,
                                const struct ninefold_parameters *parameters,
                                const char *const *names, uint64_t games, struct nf_error *err)
{
    struct ninefold_parameters of_all = {.game = NULL};
    if (parameters != NULL)
        of_all = *parameters;
    if (of_all.strategy != NULL)
        return nf_fail(err, NF_USAGE, "strategy: expected none of all tables");
    of_all.detail = 0; /* which tells nothing here */
    NF_TRY(copy_names(made, names, err));
    NF_TRY((enum nf_status)ninefold_open(&of_all, &made->game, (struct ninefold_error *)err));
    made->plan = (struct nf_tournament_plan){
        .game = made->game->setup->game,
        .params = made->game->setup->params,
        .kernel =
            parameters != NULL && parameters->kernel != NULL ? made->game->kernel->name : "auto",
        .threads = 1,
        .names = (const char *const *)made->names,
        .games = games,
        .partly = true,
    };
    made->plan.params.texts = made->game->strategies; /* a setup keeps those it plays by */
    return nf_tournament_open(&made->of, &made->plan, err);
}

enum ninefold_status ninefold_tournament_open(const struct ninefold_parameters *parameters,
                                              const char *const *names, uint64_t games,
                                              struct ninefold_tournament **tournament,
                                              struct ninefold_error *err)
{
    struct ninefold_tournament *const made = *tournament = calloc(1, sizeof *made);
    if (made == NULL)
        return (enum ninefold_status)nf_fail_memory(nf_lib_error(err));
    const enum nf_status status = open_plan(made, parameters, names, games, nf_lib_error(err));
    if (status != NF_OK) {
        ninefold_tournament_close(made);
        *tournament = NULL;
    }
    return (enum ninefold_status)status;
}

/* The games of a seat, and how many of them are played. */
static uint64_t seat_games(const struct ninefold_tournament *tournament)
{
    return tournament->plan.games / tournament->plan.params.players;
}

static uint64_t seat_played(const struct ninefold_tournament *tournament)
{
    return tournament->of.games / tournament->plan.params.players;
}

uint64_t ninefold_tournament_games(const struct ninefold_tournament *tournament)
{
    return tournament->of.games;
}

uint64_t ninefold_tournament_left(const struct ninefold_tournament *tournament)
{
    return (seat_games(tournament) - seat_played(tournament)) * tournament->plan.params.players;
}

enum ninefold_status ninefold_tournament_run(struct ninefold_tournament *tournament, uint64_t games,
                                             uint32_t threads, struct ninefold_error *err)
{
    const uint32_t players = tournament->plan.params.players;
    const uint64_t each = seat_games(tournament), before = seat_played(tournament);
    const uint64_t asked = games / players + (games % players != 0);
    const uint64_t end = asked < each - before ? before + asked : each;
    enum nf_status status = nf_lib_threads(threads, &tournament->plan.threads, nf_lib_error(err));
    for (uint64_t first = before; status == NF_OK && first < end; first += NF_TOURNAMENT_CHUNK) {
        const uint64_t next = end - first < NF_TOURNAMENT_CHUNK ? end - first : NF_TOURNAMENT_CHUNK;
        for (uint32_t seat = 0; status == NF_OK && seat < players; seat++)
            status =
                nf_tournament_chunk(&tournament->of, seat,
                                    (struct nf_span){seat * each + first, next}, nf_lib_error(err));
    }
    tournament->plan.partly = ninefold_tournament_left(tournament) > 0;
    return (enum ninefold_status)status;
}

enum ninefold_status ninefold_tournament_command(const struct ninefold_tournament *tournament,
                                                 struct ninefold_text *text,
                                                 struct ninefold_error *err)
{
    struct nf_text made = {0};
    nf_report_tournament(&made, tournament->game->setup, tournament->plan.names,
                         tournament->plan.games);
    return nf_lib_give(text, &made, NF_OK, nf_lib_error(err));
}

static enum nf_status write_page(struct nf_text *made, const struct nf_tournament *tournament,
                                 const struct nf_tables *tables, struct nf_error *err)
{
    struct nf_text words = {0};
    nf_tournament_words(&words, tournament);
    const enum nf_status status = nf_html_tables(made, _(tournament->plan->game->title),
                                                 nf_text_terminated(&words), tables, err);
    nf_text_free_part(&words, made);
    return status;
}

static enum nf_status write_tournament_form(struct nf_text *made, const struct nf_tournament *of,
                                            enum ninefold_form form, struct nf_error *err)
{
    NF_FREED_BY(nf_tables_free) struct nf_tables tables = {0};
    NF_TRY(nf_lib_form(form, err));
    nf_tournament_tables(&tables, of);
    NF_TRY_MEMORY(!tables.failed, err);
    if (form == NINEFOLD_JSON) {
        nf_json_forget();
        return nf_text_json(made, nf_tournament_document(of), err);
    }
    if (form == NINEFOLD_HTML)
        return write_page(made, of, &tables, err);
    if (form == NINEFOLD_MARKDOWN)
        nf_tables_markdown(made, &tables);
    else
        nf_tournament_table(made, of);
    return NF_OK;
}

enum ninefold_status ninefold_tournament_report(const struct ninefold_tournament *tournament,
                                                enum ninefold_form form, struct ninefold_text *text,
                                                struct ninefold_error *err)
{
    struct nf_text made = {0};
    const enum nf_status status =
        write_tournament_form(&made, &tournament->of, form, nf_lib_error(err));
    return nf_lib_give(text, &made, status, nf_lib_error(err));
}
