#include "bench/bench_report.h"

#include "base/lang.h"
#include "base/shown.h"
#include "sim/game.h"
#include "sim/report/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SCAN_BAR = 20 };

/* Appends a rate in three digits with an SI prefix, such as "1.25 G", in `width` columns. */
static void put_rate(struct nf_text *text, double rate, int width)
{
    static const char prefixes[] = {' ', 'k', 'M', 'G', 'T'};
    char digits[32];
    size_t prefix = 0;
    while (rate >= 999.5 && prefix + 1 < sizeof prefixes) {
        rate /= 1000;
        prefix++;
    }
    const int decimals = rate < 9.995 ? 2 : rate < 99.95 ? 1 : 0;
    snprintf(digits, sizeof digits, "%.*f %c", decimals, rate, prefixes[prefix]);
    nf_text_format(text, "%*s", width, digits);
}

/* Appends a small number in about three digits; a dash for none. */
static void put_small(struct nf_text *text, double number, int width)
{
    if (number > 0)
        nf_text_format(text, "%*.*f", width, number < 99.95 ? 2 : number < 999.5 ? 1 : 0, number);
    else
        nf_text_format(text, "%*s", width, "-");
}

static void put_context(struct nf_text *text, const struct nf_bench_result *result)
{
    nf_text_format(text, "ninefold %s (%s), %s\nflags %s\n", result->version, result->commit,
                   result->compiler, result->flags);
    nf_text_format(text, "%s, %u %s", result->machine, result->cpus,
                   result->cpus == 1 ? "processor" : "processors");
    if (result->tsc_hz > 0)
        nf_text_format(text, ", TSC %.3f GHz", result->tsc_hz * 1e-9);
    nf_text_format(text, "\n%zu %s in turns after %u to warm up, of %g ms or more; seed %" PRIu64,
                   result->rows[0].repeat,
                   result->rows[0].repeat == 1 ? "repetition" : "repetitions", result->warmup,
                   result->least_seconds * 1e3, result->seed);
    nf_text_string(text, result->detail ? "; with details\n" : "\n");
    if (result->strategy[0] != '\0') {
        nf_text_string(text, "strategy ");
        nf_shown(text, result->strategy);
        nf_text_string(text, "\n");
    }
}

/* ---- tables of kernels ---- */

/* Whether two rows belong to the same table: all but kernel, threads and part agree. */
static bool same_games(const struct nf_bench_row *a, const struct nf_bench_row *b)
{
    return strcmp(a->profile, b->profile) == 0 && a->players == b->players &&
           a->rounds == b->rounds && a->deck == b->deck &&
           (a->part == NF_BENCH_PLAY) == (b->part == NF_BENCH_PLAY);
}

static void put_games(struct nf_text *text, const struct nf_bench_result *result,
                      const struct nf_bench_row *row)
{
    const struct nf_game *const game = nf_find_game(result->game);
    if (game != NULL && game->words != NULL) {
        const struct nf_params params = {.players = row->players,
                                         .rounds = row->rounds,
                                         .deck = row->deck,
                                         .profile = row->profile};
        nf_text_format(text, "profile %s, ", row->profile);
        game->words->sizes(&params, text);
        return;
    }
    nf_text_format(text, "profile %s, %u %s, %u %s", row->profile, row->players,
                   row->players == 1 ? "player" : "players", row->rounds,
                   row->rounds == 1 ? "round" : "rounds");
    if (row->deck > 0) {
        nf_text_string(text, ", ");
        nf_report_count(text, row->deck);
        nf_text_string(text, " cards");
    }
}

static void put_heading(struct nf_text *text, bool cycles)
{
    nf_text_format(text, "%25s%8s%8s%8s%8s", "turns/s: min", "median", "max", "games/s", "ns/turn");
    nf_text_format(text, "%s%7s\n", cycles ? " cyc/turn   best" : "", "x ref");
}

static void print_bench_row(struct nf_text *text, const struct nf_bench_result *result, size_t i,
                            const char *reference)
{
    const struct nf_bench_row *const row = &result->rows[i];
    const struct nf_bench_figures figures = nf_bench_figures(result, i, reference);
    const char *const name = row->part == NF_BENCH_DEAL ? "generator" : row->kernel;
    nf_text_format(text, "%c %-9.9s -j%-3u", figures.busy ? '!' : ' ', name, row->threads);
    put_rate(text, figures.turns_per_second.least, 8);
    put_rate(text, figures.turns_per_second.median, 8);
    put_rate(text, figures.turns_per_second.most, 8);
    put_rate(text, figures.games_per_second, 8);
    put_small(text, figures.ns_per_turn, 8);
    if (result->tsc_hz > 0) {
        put_small(text, figures.cycles_per_turn, 9);
        put_small(text, figures.best_cycles_per_turn, 7);
    }
    put_small(text, row->part == NF_BENCH_DEAL ? 0 : figures.to_reference, 7);
    nf_text_string(text, "\n");
}

static void put_part(struct nf_text *text, const struct nf_bench_result *result, size_t first,
                     enum nf_bench_part part, const char *title, const char *reference)
{
    bool any = false;
    for (size_t i = first; i < result->count; i++) {
        const struct nf_bench_row *const row = &result->rows[i];
        if (row->part != part || !same_games(row, &result->rows[first]))
            continue;
        if (!any)
            nf_text_format(text, "%s\n", title);
        any = true;
        print_bench_row(text, result, i, reference);
    }
}

static void put_kernels(struct nf_text *text, const struct nf_bench_result *result, size_t first,
                        const char *reference)
{
    nf_text_string(text, "\n");
    put_games(text, result, &result->rows[first]);
    nf_text_string(text, "\n");
    put_heading(text, result->tsc_hz > 0);
    put_part(text, result, first, NF_BENCH_RUN, "dealt and played", reference);
    put_part(text, result, first, NF_BENCH_SIMULATE, "played only, dealt beforehand", reference);
    put_part(text, result, first, NF_BENCH_DEAL, "dealt only, cards for these turns", reference);
}

static void put_judge(struct nf_text *text, const struct nf_bench_result *result, size_t i,
                      const char *reference)
{
    const struct nf_bench_row *const row = &result->rows[i];
    const struct nf_bench_figures figures = nf_bench_figures(result, i, reference);
    const struct nf_spread times = nf_samples_spread(row->seconds, row->repeat);
    const double games = (double)row->games;
    nf_text_string(text, "\nninefold play, in process: ");
    put_games(text, result, row);
    nf_text_format(text, "\n%c %.2f ms per instance (median), min %.2f, max %.2f\n  ",
                   figures.busy ? '!' : ' ', times.median / games * 1e3, times.least / games * 1e3,
                   times.most / games * 1e3);
    const struct nf_game *const game = nf_find_game(result->game);
    if (game != NULL && game->deals->deal_many != NULL) {
        nf_report_count(text, NF_BENCH_INSTANCE);
        nf_text_string(text, " games, ");
    }
    nf_report_count(text, row->turns / row->games);
    nf_text_string(text, " turns per instance, ");
    put_rate(text, figures.turns_per_second.median, 0);
    nf_text_string(text, " turns/s\n");
}

/* ---- scans ---- */

static uint32_t scanned(const struct nf_bench_row *row, enum nf_bench_scan scan)
{
    return scan == NF_SCAN_PLAYERS  ? row->players
           : scan == NF_SCAN_ROUNDS ? row->rounds
                                    : row->threads;
}

/* Whether two rows belong to the same table of a scan: all but the scanned parameter agree. */
static bool same_curve(const struct nf_bench_row *a, const struct nf_bench_row *b,
                       enum nf_bench_scan scan)
{
    struct nf_bench_row c = *a;
    if (scan == NF_SCAN_PLAYERS)
        c.players = b->players;
    else if (scan == NF_SCAN_ROUNDS)
        c.rounds = b->rounds;
    else
        c.threads = b->threads;
    return nf_bench_same(&c, b, false);
}

/* Appends the title: the parameters that do not vary. */
static void put_curve_title(struct nf_text *text, const struct nf_bench_row *row,
                            enum nf_bench_scan scan)
{
    nf_text_format(text, "\n%s, profile %s", row->part == NF_BENCH_DEAL ? "generator" : row->kernel,
                   row->profile);
    if (row->part != NF_BENCH_RUN)
        nf_text_format(text, ", %s only", row->part == NF_BENCH_DEAL ? "dealt" : "played");
    if (scan != NF_SCAN_PLAYERS)
        nf_text_format(text, ", %u players", row->players);
    if (scan != NF_SCAN_ROUNDS)
        nf_text_format(text, ", %u rounds", row->rounds);
    if (scan != NF_SCAN_THREADS)
        nf_text_format(text, ", -j%u", row->threads);
    nf_text_string(text, "\n");
}

static void put_curve(struct nf_text *text, const struct nf_bench_result *result, size_t first,
                      const char *reference, enum nf_bench_scan scan)
{
    static const char *const names[] = {"", "players", "rounds", "threads"};
    const struct nf_bench_row *const rows = result->rows;
    const double start = nf_bench_figures(result, first, reference).turns_per_second.median;
    double highest = 0;
    for (size_t i = first; i < result->count; i++)
        if (same_curve(&rows[i], &rows[first], scan))
            highest = fmax(highest, nf_bench_figures(result, i, reference).turns_per_second.median);
    put_curve_title(text, &rows[first], scan);
    nf_text_format(text, "%9s  turns/s: min  median     max%s x first\n", names[scan],
                   result->tsc_hz > 0 ? " cyc/turn" : "");
    for (size_t i = first; i < result->count; i++) {
        if (!same_curve(&rows[i], &rows[first], scan))
            continue;
        const struct nf_bench_figures figures = nf_bench_figures(result, i, reference);
        nf_text_format(text, "%c%8u", figures.busy ? '!' : ' ', scanned(&rows[i], scan));
        put_rate(text, figures.turns_per_second.least, 14);
        put_rate(text, figures.turns_per_second.median, 8);
        put_rate(text, figures.turns_per_second.most, 8);
        if (result->tsc_hz > 0)
            put_small(text, figures.cycles_per_turn, 9);
        put_small(text, figures.turns_per_second.median / start, 8);
        /* Rounded up, so that even the slowest is visible. */
        const int bar = (int)ceil(figures.turns_per_second.median / highest * SCAN_BAR);
        nf_text_format(text, "  %.*s\n", bar, "####################");
    }
}

/* ---- the whole report ---- */

/* Whether row `i` is the first of its table. */
static bool opens_table(const struct nf_bench_result *result, size_t i, enum nf_bench_scan scan)
{
    for (size_t j = 0; j < i; j++)
        if (scan != NF_SCAN_NONE ? same_curve(&result->rows[j], &result->rows[i], scan)
                                 : same_games(&result->rows[j], &result->rows[i]))
            return false;
    return true;
}

static void put_legend(struct nf_text *text, const struct nf_bench_result *result,
                       const char *reference)
{
    size_t busy = 0;
    bool kernels = false;
    for (size_t i = 0; i < result->count; i++) {
        busy += nf_bench_figures(result, i, reference).busy;
        kernels = kernels || result->rows[i].digest[0] != '\0';
    }
    if (kernels)
        nf_text_format(text,
                       "\n"
                       "ns%s per turn: processor time, median%s\n"
                       "x ref: ratio of median turns/s to %s with as many threads\n"
                       "digests: all kernels agree with %s\n",
                       result->tsc_hz > 0 ? " and TSC cycles" : "",
                       result->tsc_hz > 0 ? "; best: least" : "", reference, reference);
    if (busy > 0)
        nf_text_format(
            text,
            "! warning: in %zu of %zu rows times spread too far (median > 1.05 min or max >\n"
            "  1.25 min) or processors were taken away: the machine was busy; trust\n"
            "  the best more than the median.\n",
            busy, result->count);
}

void nf_bench_table(struct nf_text *text, const struct nf_bench_result *result,
                    const char *reference, enum nf_bench_scan scan)
{
    put_context(text, result);
    for (size_t i = 0; i < result->count; i++) {
        if (result->rows[i].part == NF_BENCH_PLAY)
            put_judge(text, result, i, reference);
        else if (opens_table(result, i, scan) && scan != NF_SCAN_NONE)
            put_curve(text, result, i, reference, scan);
        else if (opens_table(result, i, scan))
            put_kernels(text, result, i, reference);
    }
    put_legend(text, result, reference);
}

/* Appends a value, or nothing if there is none. */
static void put_cell(struct nf_text *text, double figure)
{
    if (figure > 0)
        nf_text_format(text, ",%.6g", figure);
    else
        nf_text_string(text, ",");
}

void nf_bench_csv(struct nf_text *text, const struct nf_bench_result *result, const char *reference)
{
    nf_text_string(text,
                   "part,kernel,threads,profile,players,rounds,deck,games,turns,repetitions,"
                   "seconds_min,seconds_median,seconds_max,turns_per_second_min,"
                   "turns_per_second_median,turns_per_second_max,games_per_second,ns_per_turn,"
                   "cycles_per_turn,cycles_per_turn_best,ratio_to_reference,busy\n");
    for (size_t i = 0; i < result->count; i++) {
        const struct nf_bench_row *const row = &result->rows[i];
        const struct nf_bench_figures figures = nf_bench_figures(result, i, reference);
        const struct nf_spread times = nf_samples_spread(row->seconds, row->repeat);
        nf_text_format(text, "%s,%s,%u,%s,%u,%u,%u,%" PRIu64 ",%" PRIu64 ",%zu",
                       nf_bench_part_names[row->part], row->kernel, row->threads, row->profile,
                       row->players, row->rounds, row->deck, row->games, row->turns, row->repeat);
        const double cells[] = {
            times.least,
            times.median,
            times.most,
            figures.turns_per_second.least,
            figures.turns_per_second.median,
            figures.turns_per_second.most,
            figures.games_per_second,
            figures.ns_per_turn,
            figures.cycles_per_turn,
            figures.best_cycles_per_turn,
            figures.to_reference,
        };
        for (size_t j = 0; j < sizeof cells / sizeof cells[0]; j++)
            put_cell(text, cells[j]);
        nf_text_format(text, ",%d\n", figures.busy);
    }
}

/* ---- tables ---- */

/* What is not known is 0 in the figures. */
static void put_figure(struct nf_tables *tables, double figure)
{
    nf_cell_number(tables, figure > 0 ? figure : NAN);
}

static void add_bench_row(struct nf_tables *tables, const struct nf_bench_result *result, size_t i,
                          const char *reference)
{
    static const char *const parts[NF_BENCH_PARTS] = {
        [NF_BENCH_RUN] = N_("dealt and played"),
        [NF_BENCH_SIMULATE] = N_("played only"),
        [NF_BENCH_DEAL] = N_("dealt only"),
        [NF_BENCH_PLAY] = N_("the judge's program"),
    };
    const struct nf_bench_row *const row = &result->rows[i];
    const struct nf_bench_figures figures = nf_bench_figures(result, i, reference);
    nf_cell_words(tables, nf_bench_part_names[row->part], _(parts[row->part]));
    nf_cell_shown(tables, row->kernel, NF_BENCH_NAME);
    nf_cell_count(tables, row->threads);
    nf_cell_shown(tables, row->profile, NF_BENCH_NAME);
    nf_cell_count(tables, row->players);
    nf_cell_count(tables, row->rounds);
    nf_cell_count(tables, row->deck);
    nf_cell_count(tables, row->repeat);
    nf_cell_number(tables, figures.turns_per_second.least * 1e-6);
    nf_cell_number(tables, figures.turns_per_second.median * 1e-6);
    nf_cell_number(tables, figures.turns_per_second.most * 1e-6);
    nf_cell_number(tables, figures.games_per_second);
    put_figure(tables, figures.ns_per_turn);
    put_figure(tables, figures.cycles_per_turn);
    put_figure(tables, figures.best_cycles_per_turn);
    put_figure(tables, figures.to_reference);
    nf_cell_words(tables, figures.busy ? "busy" : "", figures.busy ? _("busy") : "");
}

void nf_bench_tables(struct nf_tables *tables, const struct nf_bench_result *result,
                     const char *reference)
{
    static const struct nf_about about = {.name = "kernels", .title = N_("Throughput")};
    static const struct nf_column columns[] = {
        NF_COLUMN("part", "part", NULL, NF_KEY),
        NF_COLUMN("kernel", "kernel", NULL, NF_KEY),
        NF_COLUMN("threads", "threads", "threads", NF_KEY),
        NF_COLUMN("profile", "profile", NULL, NF_KEY),
        NF_COLUMN("players", "players", "players", NF_KEY),
        NF_COLUMN("rounds", "rounds", "rounds", NF_KEY),
        NF_COLUMN("deck", "cards", "cards", NF_KEY),
        NF_COLUMN("repetitions", "repetitions", "repetitions", NF_COUNT),
        NF_COLUMN("least", "M turns/s: min", "million turns a second", NF_REAL),
        NF_COLUMN("median", "median", "million turns a second", NF_REAL),
        NF_COLUMN("most", "max", "million turns a second", NF_REAL),
        NF_COLUMN("games", "games/s", "games a second", NF_REAL),
        NF_COLUMN("ns", "ns/turn", "nanoseconds of processor time a turn", NF_REAL),
        NF_COLUMN("cycles", "cycles/turn", "TSC cycles a turn", NF_REAL),
        NF_COLUMN("best", "best", "TSC cycles a turn", NF_REAL),
        NF_COLUMN("ratio", "x reference", NULL, NF_REAL),
        NF_COLUMN("busy", "machine", NULL, NF_TEXT),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    for (size_t i = 0; i < result->count; i++)
        add_bench_row(tables, result, i, reference);
    nf_tables_note(tables,
                   "ns and cycles a turn: processor time, median; best: least. x reference: "
                   "ratio of median turns/s to the reference with as many threads. busy: "
                   "times spread too far or processors were taken away; trust the best "
                   "more than the median.");
}

void nf_bench_words(struct nf_text *text, const struct nf_bench_result *result)
{
    nf_shown(text, result->machine);
    nf_text_string(text, "; ninefold ");
    nf_shown(text, result->version);
    nf_text_string(text, " (");
    nf_shown(text, result->commit);
    nf_text_string(text, "), ");
    nf_shown(text, result->compiler);
    nf_text_string(text, " ");
    nf_shown(text, result->flags);
    nf_text_format(text, _("; seed %" PRIu64), result->seed);
    if (result->strategy[0] != '\0') {
        nf_text_string(text, _("; strategy "));
        nf_shown(text, result->strategy);
    }
}

/* ---- two benches compared ---- */

struct nf_bench_change nf_bench_change(const struct nf_bench_row *now,
                                       const struct nf_bench_row *then, double tolerance)
{
    double old_times[NF_SAMPLES_MAX], new_times[NF_SAMPLES_MAX]; /* seconds per turn */
    for (size_t i = 0; i < then->repeat; i++)
        old_times[i] = then->seconds[i] / (double)then->turns;
    for (size_t i = 0; i < now->repeat; i++)
        new_times[i] = now->seconds[i] / (double)now->turns;
    /* Speeds are reciprocals of times, so the ratio of speeds is the inverse. */
    struct nf_bench_change change = {
        nf_samples_ratio(old_times, then->repeat, new_times, now->repeat), false, false};
    const struct nf_ratio *const speed = &change.speed;
    /* Comparisons with NAN are false, so a missing interval never prevents the decision. */
    change.regression = speed->ratio < 1 - tolerance && !(speed->high >= 1);
    change.progress = speed->ratio > 1 / (1 - tolerance) && !(speed->low <= 1);
    return change;
}

static const struct nf_bench_row *find_row(const struct nf_bench_result *result,
                                           const struct nf_bench_row *row)
{
    for (size_t i = 0; i < result->count; i++)
        if (nf_bench_same(&result->rows[i], row, false))
            return &result->rows[i];
    return NULL;
}

static double median_rate(const struct nf_bench_row *row)
{
    return (double)row->turns / nf_samples_spread(row->seconds, row->repeat).median;
}

static void put_change(struct nf_text *text, const struct nf_bench_row *now,
                       const struct nf_bench_row *then, const struct nf_bench_change *change)
{
    nf_text_format(text, "%-8s %-9.9s %-9.9s%3u%4u%3u", nf_bench_part_names[now->part], now->kernel,
                   now->profile, now->players, now->rounds, now->threads);
    put_rate(text, median_rate(then), 7);
    put_rate(text, median_rate(now), 7);
    nf_text_format(text, " %6.3f", change->speed.ratio);
    if (isnan(change->speed.low))
        nf_text_string(text, "      -     ");
    else
        nf_text_format(text, " %5.3f-%5.3f", change->speed.low, change->speed.high);
    nf_text_format(text, "%s\n",
                   change->regression ? " slower"
                   : change->progress ? " faster"
                                      : "");
}

static void put_difference(struct nf_text *text, const char *what, const char *then,
                           const char *now)
{
    if (strcmp(then, now) != 0)
        nf_text_format(text, "note: another %s then: %s\n", what, then);
}

static const char *or_usual(const char *strategy)
{
    return strategy[0] != '\0' ? strategy : "the usual one";
}

static void put_compared_heading(struct nf_text *text, const struct nf_bench_result *now,
                                 const struct nf_bench_result *then, const char *name)
{
    nf_text_format(text, "now (%s, %s) against then (%s, %s: ", now->version, now->commit,
                   then->version, then->commit);
    nf_shown(text, name);
    nf_text_string(text, ")\n");
    put_difference(text, "machine", then->machine, now->machine);
    put_difference(text, "compiler", then->compiler, now->compiler);
    put_difference(text, "set of flags", then->flags, now->flags);
    put_difference(text, "strategy", or_usual(then->strategy), or_usual(now->strategy));
    put_difference(text, "choice of details", then->detail ? "with them" : "without",
                   now->detail ? "with them" : "without");
    nf_text_format(text, "%-8s %-9s %-9s%3s%4s%3s%7s%7s%7s%13s\n", "part", "kernel", "profile", "n",
                   "m", "j", "then", "now", "ratio", "95% interval");
}

static enum nf_status fail_regressions(const struct nf_bench_row *worst, double ratio,
                                       size_t regressions, size_t compared, double tolerance,
                                       struct nf_error *err)
{
    return nf_fail(err, NF_DIFFERENT,
                   "%zu of %zu rows are more than %g%% slower than then; the worst is %s %s, "
                   "profile %s, %u players, -j%u: %.3f times",
                   regressions, compared, tolerance * 100, nf_bench_part_names[worst->part],
                   worst->kernel, worst->profile, worst->players, worst->threads, ratio);
}

enum nf_status nf_bench_compare(struct nf_text *text, const struct nf_bench_result *now,
                                const struct nf_bench_result *then, const char *name,
                                double tolerance, struct nf_error *err)
{
    const struct nf_bench_row *worst = NULL;
    double worst_ratio = 1;
    size_t compared = 0, regressions = 0;
    if (strcmp(now->game, then->game) != 0)
        return nf_fail(err, NF_INVALID, "%.200s: a bench of the game %s, expected %s", name,
                       then->game, now->game);
    put_compared_heading(text, now, then, name);
    for (size_t i = 0; i < now->count; i++) {
        const struct nf_bench_row *const row = &now->rows[i], *const old = find_row(then, row);
        if (old == NULL)
            continue;
        const struct nf_bench_change change = nf_bench_change(row, old, tolerance);
        put_change(text, row, old, &change);
        compared++;
        regressions += change.regression;
        if (change.regression && (worst == NULL || change.speed.ratio < worst_ratio)) {
            worst = row;
            worst_ratio = change.speed.ratio;
        }
    }
    if (compared == 0)
        return nf_fail(err, NF_INVALID, "%.200s: has no row in common with this bench", name);
    nf_text_string(text, "ratio: median turns/s, now / then; interval: bootstrap of the medians\n");
    if (now->count > compared || then->count > compared)
        nf_text_format(text, "not compared: %zu rows that are only in now, %zu only in then\n",
                       now->count - compared, then->count - compared);
    return worst == NULL
               ? NF_OK
               : fail_regressions(worst, worst_ratio, regressions, compared, tolerance, err);
}
