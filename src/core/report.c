#include "core/report.h"

#include "core/json_text.h"
#include "core/machine.h"
#include "version.h"

#include <math.h>

void nf_report_count(struct nf_text *text, uint64_t number)
{
    if (number >= 1000) {
        nf_report_count(text, number / 1000);
        nf_text_format(text, ",%03u", (unsigned)(number % 1000));
    } else {
        nf_text_format(text, "%u", (unsigned)number);
    }
}

/* A count right-aligned in `width` columns. */
static void put_count(struct nf_text *text, uint64_t number, int width)
{
    struct nf_text digits = {0};
    nf_report_count(&digits, number);
    nf_text_format(text, "%*.*s", width, (int)digits.size, digits.data == NULL ? "" : digits.data);
    nf_text_free(&digits);
}

/* A rate in three or four digits with its unit's prefix: 1.25 G. */
static void put_rate(struct nf_text *text, double rate, const char *unit)
{
    static const char prefixes[] = {' ', 'k', 'M', 'G', 'T'};
    size_t prefix = 0;
    while (rate >= 999.5 && prefix + 1 < sizeof prefixes) {
        rate /= 1000;
        prefix++;
    }
    const int decimals = rate < 9.995 ? 2 : rate < 99.95 ? 1 : 0;
    nf_text_format(text, "%.*f %.*s%s", decimals, rate, prefix > 0, &prefixes[prefix], unit);
}

static uint64_t rejected(const struct nf_tally *tally)
{
    uint64_t sum = 0;
    for (int kind = 0; kind < NF_REJECT_KINDS; kind++)
        sum += tally->rejected[kind];
    return sum;
}

static void put_headline(struct nf_text *text, const struct nf_run_options *options,
                         const struct nf_run_result *result)
{
    const struct nf_params *const params = &options->setup->params;
    nf_text_format(text, "%s: ", options->setup->game->title);
    nf_report_count(text, result->tally.games);
    nf_text_format(text, " %s of %u rounds, %u %s\n", result->tally.games == 1 ? "game" : "games",
                   params->rounds, params->players, params->players == 1 ? "player" : "players");
    if (params->weights != NULL)
        nf_text_format(text, "weights %s", params->weights);
    else
        nf_text_format(text, "profile %s", params->profile);
    nf_text_format(text, ", seed %llu", (unsigned long long)params->seed);
    if (result->tally.games == 1)
        nf_text_format(text, ", index %llu", (unsigned long long)options->first);
    else if (result->tally.games > 1)
        nf_text_format(text, ", indices %llu to %llu", (unsigned long long)options->first,
                       (unsigned long long)(options->first + result->tally.games - 1));
    nf_text_string(text, "\n\n");
}

/* Two tables side by side: the seats, and the places counted from who started the round. */
static void put_seats(struct nf_text *text, const struct nf_tally *tally)
{
    enum { BAR = 15 };
    uint64_t highest = 1;
    for (uint32_t seat = 0; seat < tally->seats; seat++)
        if (nf_tally_relative(tally, seat) > highest)
            highest = nf_tally_relative(tally, seat);
    nf_text_string(text, "seat         losses     rate   95% interval     | after starter\n");
    for (uint32_t seat = 0; seat < tally->seats; seat++) {
        const struct nf_estimate rate = nf_tally_loss_rate(tally, seat);
        const uint64_t relative = nf_tally_relative(tally, seat);
        nf_text_format(text, "%4u", seat + 1);
        put_count(text, tally->losses[seat], 15);
        nf_text_format(text, "%8.3f%%", 100 * rate.mean);
        if (isnan(rate.low))
            nf_text_format(text, "%18s", "-");
        else
            nf_text_format(text, "%7.3f ..%7.3f%%", 100 * rate.low, 100 * rate.high);
        nf_text_format(text, "  | %+4d%8.3f%%%s%.*s\n", (int)seat,
                       100 * (double)relative / (double)tally->rounds, relative > 0 ? " " : "",
                       (int)((relative * BAR + highest / 2) / highest), "###############");
    }
}

static void put_totals(struct nf_text *text, const struct nf_run_options *options,
                       const struct nf_run_result *result)
{
    const struct nf_tally *const tally = &result->tally;
    nf_text_format(text,
                   "\nturns a round  mean %.2f  sd %.2f  p50 %u  p90 %u  p99 %u  longest %u\n",
                   nf_tally_turns_mean(tally), nf_tally_turns_sd(tally),
                   nf_tally_turns_quantile(tally, 0.5), nf_tally_turns_quantile(tally, 0.9),
                   nf_tally_turns_quantile(tally, 0.99), tally->turns_longest);
    nf_text_string(text, "turns          ");
    nf_report_count(text, tally->turns);
    nf_text_string(text, " in ");
    nf_report_count(text, tally->rounds);
    nf_text_string(text, " rounds\nthrown away    ");
    nf_report_count(text, rejected(tally));
    nf_text_string(text, rejected(tally) == 1 ? " candidate" : " candidates");
    for (int kind = 0; kind < NF_REJECT_KINDS; kind++)
        if (tally->rejected[kind] > 0) {
            nf_text_string(text, ", ");
            nf_report_count(text, tally->rejected[kind]);
            nf_text_format(text, " %s", options->setup->game->reject_reasons[kind]);
        }
    nf_text_format(text, "\ntime           %.3f s on %u %s, kernel %s\nspeed          ",
                   result->seconds, options->threads, options->threads == 1 ? "thread" : "threads",
                   options->kernel->name);
    put_rate(text, (double)tally->games / result->seconds, "games/s, ");
    put_rate(text, (double)tally->turns / result->seconds, "turns/s\n");
    char digest[NF_DIGEST_TEXT];
    nf_digest_print(&tally->digest, digest);
    nf_text_format(text, "digest         %s\n", digest);
}

void nf_report_table(struct nf_text *text, const struct nf_run_options *options,
                     const struct nf_run_result *result)
{
    put_headline(text, options, result);
    if (result->tally.games == 0) {
        nf_text_string(text, "no game was finished\n");
        return;
    }
    put_seats(text, &result->tally);
    put_totals(text, options, result);
}

/* A number JSON can hold; null for what is not known. */
static json_t *json_number_or_null(double number)
{
    return isfinite(number) ? json_real(number) : json_null();
}

static json_t *json_count(uint64_t number)
{
    return json_integer((json_int_t)number);
}

static json_t *json_seats(const struct nf_tally *tally)
{
    json_t *const seats = json_array();
    for (uint32_t seat = 0; seat < tally->seats; seat++) {
        const struct nf_estimate rate = nf_tally_loss_rate(tally, seat);
        json_array_append_new(
            seats,
            json_pack("{s:o, s:o, s:o, s:[o, o]}", "seat", json_count(seat + 1), "losses",
                      json_count(tally->losses[seat]), "loss_rate", json_number_or_null(rate.mean),
                      "ci95", json_number_or_null(rate.low), json_number_or_null(rate.high)));
    }
    return seats;
}

static json_t *json_relative(const struct nf_tally *tally)
{
    json_t *const relative = json_array();
    for (uint32_t distance = 0; distance < tally->seats; distance++)
        json_array_append_new(relative, json_count(nf_tally_relative(tally, distance)));
    return relative;
}

static json_t *json_turns(const struct nf_tally *tally)
{
    return json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o}", "mean", json_number_or_null(nf_tally_turns_mean(tally)),
        "sd", json_number_or_null(nf_tally_turns_sd(tally)), "p50",
        json_count(nf_tally_turns_quantile(tally, 0.5)), "p90",
        json_count(nf_tally_turns_quantile(tally, 0.9)), "p99",
        json_count(nf_tally_turns_quantile(tally, 0.99)), "max", json_count(tally->turns_longest));
}

static json_t *json_params(const struct nf_params *params)
{
    json_t *const object = json_pack("{s:o, s:o}", "players", json_count(params->players), "rounds",
                                     json_count(params->rounds));
    json_object_set_new(object, "deck", params->deck > 0 ? json_count(params->deck) : json_null());
    if (params->weights != NULL)
        json_object_set_new(object, "weights", json_string(params->weights));
    json_object_set_new(object, "profile",
                        params->weights != NULL ? json_null() : json_string(params->profile));
    return object;
}

static json_t *json_machine(void)
{
    char name[NF_MACHINE_NAME_BYTES];
    nf_machine_name(name);
    return json_pack("{s:s, s:o}", "processor", name, "cpus", json_count(nf_machine_cpus()));
}

static json_t *json_run(const struct nf_run_options *options, const struct nf_run_result *result)
{
    const struct nf_game *const game = options->setup->game;
    const struct nf_tally *const tally = &result->tally;
    char digest[NF_DIGEST_TEXT];
    nf_digest_print(&tally->digest, digest);
    json_t *const run = json_object();
    json_object_set_new(run, "schema", json_string("ninefold.run/1"));
    json_object_set_new(run, "version", json_string(nf_version));
    json_object_set_new(run, "game", json_string(game->name));
    json_object_set_new(run, "params", json_params(&options->setup->params));
    json_object_set_new(run, "seed", json_count(options->setup->params.seed));
    json_object_set_new(run, "first", json_count(options->first));
    json_object_set_new(run, "games", json_count(tally->games));
    json_object_set_new(run, "rejected", json_count(rejected(tally)));
    json_object_set_new(run, "digest", json_string(digest));
    json_object_set_new(run, "turns", json_count(tally->turns));
    json_object_set_new(run, "rounds", json_count(tally->rounds));
    json_object_set_new(
        run, "cards",
        json_count(game->cards_per_turn * tally->turns + game->cards_per_round * tally->rounds));
    json_object_set_new(run, "turns_per_round", json_turns(tally));
    json_object_set_new(run, "seconds", json_real(result->seconds));
    json_object_set_new(run, "turns_per_second",
                        json_number_or_null((double)tally->turns / result->seconds));
    json_object_set_new(run, "games_per_second",
                        json_number_or_null((double)tally->games / result->seconds));
    json_object_set_new(run, "threads", json_count(options->threads));
    json_object_set_new(run, "kernel", json_string(options->kernel->name));
    json_object_set_new(run, "machine", json_machine());
    json_object_set_new(run, "seats", json_seats(tally));
    json_object_set_new(run, "losses_from_starter", json_relative(tally));
    return run;
}

enum nf_exit nf_report_json(struct nf_text *text, const struct nf_run_options *options,
                            const struct nf_run_result *result, struct nf_error *err)
{
    return nf_text_json(text, json_run(options, result), err);
}
