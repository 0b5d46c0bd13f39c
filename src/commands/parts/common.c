#include "commands/parts/common.h"

#include "base/format/match.h"
#include "base/lang.h"
#include "base/machine.h"
#include "base/owned.h"
#include "base/threads.h"
#include "judge/forms/form.h"
#include "sim/runner.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

const struct nf_game *nf_common_game(const struct nf_common *common)
{
    const struct nf_game *const game = common->game != NULL ? nf_find_game(common->game) : NULL;
    return game != NULL ? game : nf_games[0];
}

const struct nf_problem *nf_common_problem(const struct nf_common *common)
{
    const struct nf_problem *const problem =
        common->game != NULL ? nf_find_problem(common->game) : NULL;
    return problem != NULL ? problem : nf_problems[0];
}

bool nf_common_problem_typed(const struct nf_common *common)
{
    return common->game != NULL && common->game != nf_problems[0]->name;
}

bool nf_common_simulated(const struct nf_common *common)
{
    return nf_find_game(nf_common_problem(common)->name) != NULL;
}

bool nf_common_game_word(const void *options, size_t i, struct nf_word *word)
{
    const struct nf_game *const game = nf_game_at(i);
    (void)options;
    if (game != NULL)
        *word = (struct nf_word){game->name, game->title};
    return game != NULL;
}

static void adapt_game(struct nf_option *row, const void *options)
{
    (void)options;
    row->normal_text = nf_games[0]->name;
}

static bool problem_word(const void *options, size_t i, struct nf_word *word)
{
    const struct nf_problem *const problem = nf_problem_at(i);
    (void)options;
    if (problem != NULL)
        *word = (struct nf_word){problem->name, problem->title};
    return problem != NULL;
}

static void adapt_problem(struct nf_option *row, const void *options)
{
    (void)options;
    row->normal_text = nf_problems[0]->name;
}

bool nf_common_profile_word(const void *options, size_t i, struct nf_word *word)
{
    const struct nf_profile *const profiles = nf_common_game(options)->profiles;
    for (size_t j = 0; profiles[j].name != NULL; j++)
        if (j == i) {
            *word = (struct nf_word){profiles[i].name, profiles[i].help};
            return true;
        }
    return false;
}

void nf_common_words(struct nf_option *row, const void *options)
{
    const struct nf_words *const words = nf_common_game(options)->words;
    if (words == NULL)
        return;
    const struct {
        const char *name, *help;
    } rows[] = {
        {"profile", words->profile}, {"weights", words->weights}, {"strategy", words->strategy},
        {"players", words->players}, {"rounds", words->rounds},   {"deck", words->deck},
        {"detail", words->detail},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(row->name, rows[i].name) == 0)
            row->help = rows[i].help;
    if (row->help == NULL)
        row->absent = N_("the chosen --game has no such option");
}

void nf_common_detail(struct nf_option *row, const void *options)
{
    nf_common_words(row, options);
    if (nf_common_game(options)->details == NULL)
        row->absent = N_("the chosen --game has no details");
}

static void adapt_paired(struct nf_option *row, const void *options)
{
    if (nf_common_game(options)->strategies == NULL)
        row->absent = N_("the chosen --game has no strategies to compare");
}

static void adapt_exhaustive(struct nf_option *row, const void *options)
{
    if (nf_common_game(options)->numbered == NULL)
        row->absent = N_("the chosen --game has no finite number of games");
}

void nf_common_profile_row(struct nf_option *row, const void *options)
{
    const struct nf_common *const common = options;
    const struct nf_game *const game = nf_common_game(common);
    nf_common_words(row, options);
    /* --exhaustive may have been typed for a game without such a profile. */
    row->normal_text = common->exhaustive && game->numbered != NULL ? game->numbered->profile
                                                                    : game->profiles[0].name;
}

const struct nf_profile *nf_common_profile(const struct nf_common *common)
{
    const struct nf_profile *profile = nf_common_game(common)->profiles;
    for (; common->params.profile != NULL && profile->name != NULL; profile++)
        if (strcmp(profile->name, common->params.profile) == 0)
            return profile;
    return nf_common_game(common)->profiles;
}

static void set_range(struct nf_option *row, const struct nf_range *range, uint32_t of_profile)
{
    row->low = range->low;
    row->high = range->high;
    row->normal = nf_usual(range, of_profile);
}

static void adapt_players(struct nf_option *row, const void *options)
{
    nf_common_words(row, options);
    set_range(row, &nf_common_game(options)->players, nf_common_profile(options)->players);
}

void nf_common_rounds(struct nf_option *row, const void *options)
{
    nf_common_words(row, options);
    set_range(row, &nf_common_game(options)->rounds, nf_common_profile(options)->rounds);
}

static void adapt_deck(struct nf_option *row, const void *options)
{
    nf_common_words(row, options);
    set_range(row, &nf_common_game(options)->deck, nf_common_profile(options)->deck);
}

bool nf_common_kernel_word(const void *options, size_t i, struct nf_word *word)
{
    if (i == 0) {
        *word = (struct nf_word){"auto", N_("the fastest this machine can run")};
        return true;
    }
    const struct nf_kernel *const *const kernels = nf_common_game(options)->kernels;
    for (size_t j = 0; kernels[j] != NULL; j++)
        if (j == i - 1) {
            *word = (struct nf_word){kernels[j]->name,
                                     kernels[j]->supported() ? NULL : N_("not on this machine")};
            return true;
        }
    return false;
}

uint32_t nf_common_cpus(void)
{
    const uint32_t cpus = nf_machine_cpus();
    return cpus < NF_MAX_THREADS ? cpus : NF_MAX_THREADS;
}

void nf_common_threads(struct nf_option *row, const void *options)
{
    (void)options;
    row->normal = nf_common_cpus();
}

/* clang-format off */
#define ROW_GAME                                                                                   \
    {"game", 0, NF_CHOICE, "NAME", NF_INTO(struct nf_common, game), N_("what is played"),          \
     .word = nf_common_game_word, .adapt = adapt_game}
#define ROW_PROBLEM                                                                                \
    {"game", 0, NF_CHOICE, "NAME", NF_INTO(struct nf_common, game), N_("what is played"),          \
     .word = problem_word, .adapt = adapt_problem}
/* --exhaustive before --profile, whose default it changes. */
#define ROWS_PARAMS                                                                                \
    {"exhaustive", 0, NF_FLAG, NULL, NF_INTO(struct nf_common, exhaustive),                        \
     N_("all games of these sizes, each once, instead of random games"),                           \
     .adapt = adapt_exhaustive},                                                                   \
    NF_ROWS_CARDS(adapt_players),                                                                  \
    {"paired", 0, NF_FLAG, NULL, NF_INTO(struct nf_common, params.paired),                         \
     N_("deal each seat cards of her own, so that runs with other --strategy share more "          \
        "chance and compare more precisely; other games than without, on slower kernels"),         \
     .adapt = adapt_paired},                                                                       \
    {"deck", 'k', NF_NUMBER, "K", NF_INTO(struct nf_common, params.deck),                          \
     N_("cards in the deck; default: as many as the game uses"), .adapt = adapt_deck},             \
    {"seed", 0, NF_SEED, "S", NF_INTO(struct nf_common, params.seed),                              \
     N_("seed of all random numbers, 0 to 2^63-1"), .normal = 1}

const struct nf_option nf_rows_game[] = {ROW_GAME, {.name = NULL}};
const struct nf_option nf_rows_problem[] = {ROW_PROBLEM, {.name = NULL}};
const struct nf_option nf_rows_params[] = {ROW_GAME, ROWS_PARAMS, {.name = NULL}};
const struct nf_option nf_rows_problem_params[] = {ROW_PROBLEM, ROWS_PARAMS, {.name = NULL}};
/* clang-format on */

const struct nf_option nf_rows_speed[] = {
    NF_ROW_THREADS,
    {"kernel", 0, NF_CHOICE, "NAME", NF_INTO(struct nf_common, kernel),
     N_("the kernel that plays; all give the same digest"), .normal_text = "auto",
     .word = nf_common_kernel_word},
    {.name = NULL},
};

enum nf_status nf_common_prepare(const struct nf_common *common, struct nf_setup **setup,
                                 struct nf_error *err)
{
    const struct nf_game *const game = nf_common_game(common);
    const char *const profile = common->params.profile;
    if (common->exhaustive && strcmp(profile, game->numbered->profile) != 0)
        return nf_fail(err, NF_USAGE,
                       "--exhaustive: expected no --profile but %s with it, found %s",
                       game->numbered->profile, profile);
    return nf_prepare(game, &common->params, setup, err);
}

/* Reads a number and the comma or end behind it; moves `*text` past both. */
static bool read_part(const char **text, double *number)
{
    char *end;
    *number = strtod(*text, &end);
    const bool read = strspn(*text, "+-.0123456789") == (size_t)(end - *text) && end > *text &&
                      (*end == ',' || *end == '\0');
    *text = *end == ',' ? end + 1 : end;
    return read;
}

enum nf_status nf_common_sprt(const char *text, struct nf_sprt *sprt, struct nf_error *err)
{
    const char *left = text;
    double low = 0, high = 0;
    sprt->alpha = sprt->beta = 0.05;
    bool valid = read_part(&left, &low) && read_part(&left, &high);
    if (valid && *left != '\0')
        valid = read_part(&left, &sprt->alpha) && read_part(&left, &sprt->beta) && *left == '\0';
    char quoted[NF_QUOTED];
    if (!valid || !(low < high) || low < -100 || high > 100 || sprt->alpha < 1e-6 ||
        sprt->alpha > 0.4 || sprt->beta < 1e-6 || sprt->beta > 0.4)
        return nf_fail(
            err, NF_USAGE,
            "--sprt %s: expected LOW,HIGH in points, or LOW,HIGH,ALPHA,BETA with chances "
            "of error up to 0.4, such as 0,0.5 or 0,0.5,0.05,0.05",
            nf_quote(quoted, text, strlen(text)));
    sprt->low = low / 100;
    sprt->high = high / 100;
    return NF_OK;
}

enum nf_status nf_common_save(struct nf_text *text, enum nf_status status, const char *path,
                              struct nf_error *err)
{
    if (status == NF_OK)
        status = nf_text_save(text, path, err);
    nf_text_free(text);
    return status;
}

enum nf_status nf_common_print(struct nf_text *text, enum nf_status status, struct nf_error *err)
{
    return nf_common_save(text, status, "-", err);
}

enum nf_status nf_common_form(const char *path, struct nf_form_spec **form, struct nf_error *err)
{
    NF_OWNED_INPUT struct nf_input source = {0};
    NF_OWNED_TEXT struct nf_text caret = {0};
    struct nf_error ignored;
    size_t place = 0;
    *form = NULL;
    NF_TRY(nf_input_open(&source, path, err));
    const enum nf_status status = nf_form_parse(form, &source, &place, err);
    if (status == NF_INVALID) {
        nf_form_caret(&source, place, &caret);
        (void)nf_text_write(&caret, STDERR_FILENO, "standard error", &ignored);
    }
    return status;
}

bool nf_common_share(const char *text, double *share)
{
    char *end;
    *share = strtod(text, &end);
    if (end != text && strcmp(end, "%") == 0) {
        *share /= 100;
        end++;
    }
    /* strtod() also accepts signs, blanks, infinities and hexadecimal numbers. */
    return strspn(text, "0123456789.e-%") == strlen(text) && *end == '\0' && *share > 0 &&
           *share <= 1;
}

bool nf_common_is_stream(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

enum nf_status nf_common_make_folder(const char *path, struct nf_error *err)
{
    char part[4096];
    const size_t length = strlen(path);
    if (strcmp(path, "-") == 0) /* standard output elsewhere */
        return nf_fail(err, NF_USAGE, "found '-', expected a folder; ./- is one of that name");
    if (length >= sizeof part)
        return nf_fail(err, NF_IO, "%.100s...: the path is too long", path);
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return nf_fail(err, NF_IO, "%.400s: cannot make the folder: %s", part, strerror(errno));
    }
    struct stat found;
    if (stat(path, &found) != 0 || !S_ISDIR(found.st_mode))
        return nf_fail(err, NF_IO, "%.400s: not a folder", path);
    return NF_OK;
}

enum nf_status nf_common_hint(const struct nf_problem *problem, const struct nf_input *instance,
                              enum nf_status status, struct nf_error *err)
{
    struct nf_error ignored;
    for (const struct nf_problem *const *other = nf_problems; *other != NULL; other++)
        if (status == NF_INVALID && *other != problem &&
            nf_play((*other)->rules, instance, NULL, &ignored) == NF_OK) {
            const size_t used = strlen(err->text);
            snprintf(err->text + used, sizeof err->text - used,
                     _("; it is an instance of --game %s"), (*other)->name);
            break;
        }
    return status;
}

enum nf_status
nf_common_judge(const struct nf_common *common,
                enum ninefold_status (*read)(const char *, const struct ninefold_input *,
                                             struct ninefold_text *, struct ninefold_error *),
                const char *path, struct nf_error *err)
{
    NF_OWNED_INPUT struct nf_input input = {0};
    NF_FREED_BY(ninefold_text_free) struct ninefold_text made = {0};
    struct ninefold_error fault;
    NF_TRY(nf_input_open(&input, path, err));
    const struct ninefold_input given = {input.data, input.size, input.name};
    const enum nf_status status =
        (enum nf_status)read(nf_common_problem(common)->name, &given, &made, &fault);
    if (status != NF_OK)
        memcpy(err->text, fault.text, sizeof err->text);
    NF_TRY(nf_common_hint(nf_common_problem(common), &input, status, err));
    const struct nf_text text = {.data = made.data, .size = made.size};
    return nf_text_write(&text, STDOUT_FILENO, "standard output", err);
}

/* The width of the progress line; shorter text is padded. */
enum { PROGRESS_WIDTH = 120 };

/* Returns the columns of the progress line: one less than the terminal has, so that it never
 * wraps. */
static int progress_width(void)
{
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 2 ||
        size.ws_col > PROGRESS_WIDTH)
        return PROGRESS_WIDTH;
    return size.ws_col - 1;
}

bool nf_progress_shown(const struct nf_progress *progress)
{
    return !progress->quiet && isatty(STDERR_FILENO);
}

void nf_progress_show(void *owner, uint64_t done, double seconds)
{
    static const double pause = 0.2;
    struct nf_progress *const progress = owner;
    if (seconds + pause < progress->next) /* the job began again */
        progress->next = 0;
    if (seconds < 1 || seconds < progress->next || !nf_progress_shown(progress))
        return;
    progress->next = seconds + pause;
    char line[160];
    const double rate = (double)done / seconds;
    double share = progress->total > 0 ? (double)done / (double)progress->total : 0;
    if (progress->limit > 0 && seconds / progress->limit > share)
        share = seconds / progress->limit;
    snprintf(line, sizeof line, _("%5.1f%%  %" PRIu64 " %s  %.0f/s  %.0f s left  %s"), 100 * share,
             done, _(progress->what), rate, share > 0 && share < 1 ? seconds / share - seconds : 0,
             progress->estimate != NULL ? progress->estimate : "");
    const int width = progress_width();
    fprintf(stderr, "\r%-*.*s", width, width, line);
    fflush(stderr);
    progress->visible = true;
}

void nf_progress_part(void *owner, uint64_t done, double seconds)
{
    const struct nf_progress *const progress = owner;
    (void)seconds;
    nf_progress_show(owner, progress->before + done, nf_now() - progress->start);
}

void nf_progress_end(struct nf_progress *progress)
{
    if (progress->visible)
        fprintf(stderr, "\r%*s\r", progress_width(), "");
    progress->visible = false;
}
