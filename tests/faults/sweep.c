/* Makes the calls of every command fail, one after the other, and looks at what it comes to:
 *
 *     sweep --program FILE --preload LIBRARY --given FOLDER --commands TABLE [OPTION]...
 *
 * A line of TABLE is `NAME[/MOST]: ARGUMENT... [< FILE]`, run in a copy of FOLDER; of what takes
 * long at most MOST faults are tried, and --quick leaves it out. Each command is run without a
 * fault first, which shows what calls it makes, where they come from, and what is right. Options:
 * --quick, --most N (faults a command), --only NAME (once or more), --jobs N, --others LIBRARY
 * (preloaded after the first), --fault KIND:N:HOW (that one alone, with what comes of it).
 */
#include "choose.h"
#include "trial.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_DEEDS = 100, MAX_JOBS = 16 };

struct options {
    const char *given, *commands, *fault;
    const char *only[MAX_DEEDS];
    size_t only_count;
    unsigned jobs;
    bool quick;
    struct nf_choice choice;
};

/* What workers share. */
struct tally {
    atomic_size_t next;
    atomic_ulong refused, tolerated, missed, wrong; /* faults: ended with 4; succeeded; ... */
};

/* ---- the table ---- */

static void split(struct nf_deed *deed, char *line)
{
    size_t count = 0;
    char *rest = line, *word;
    while ((word = strsep(&rest, " ")) != NULL) {
        if (word[0] == '\0')
            continue;
        if (strcmp(word, "<") == 0) {
            deed->input = strsep(&rest, " ");
            continue;
        }
        if (count == NF_MAX_WORDS - 1)
            nf_die("%s: too many words", deed->name);
        deed->words[count++] = word;
    }
}

/* Reads the table; its lines stay allocated as long as the program runs. */
static size_t read_deeds(const char *path, struct nf_deed deeds[MAX_DEEDS])
{
    size_t count = 0, room = 0;
    char *line = NULL;
    FILE *const file = fopen(path, "r");
    if (file == NULL)
        nf_die("%s: %s", path, strerror(errno));
    while (getline(&line, &room, file) > 0) {
        line[strcspn(line, "\n")] = '\0';
        char *const colon = strchr(line, ':');
        if (line[0] == '#' || line[0] == '\0')
            continue;
        if (colon == NULL || count == MAX_DEEDS)
            nf_die("%s: expected NAME: ARGUMENT..., found %s", path, line);
        *colon = '\0';
        struct nf_deed *const deed = &deeds[count++];
        *deed = (struct nf_deed){.name = strdup(line), .line = strdup(colon + 1)};
        split(deed, strdup(colon + 1));
        char *const slash = strchr(deed->name, '/');
        if (slash != NULL) {
            *slash = '\0';
            deed->most = strtoul(slash + 1, NULL, 10);
        }
    }
    free(line);
    fclose(file);
    return count;
}

/* ---- a command ---- */

/* One fault; in a worker. */
static void try_fault(const struct nf_stage *stage, const struct nf_deed *deed, const char *fault,
                      const struct nf_outcome *good, struct tally *tally)
{
    struct nf_outcome outcome;
    char words[512];
    nf_trial(stage, deed, fault, false, &outcome);
    const char *const wrong = nf_judge(stage, fault, good, &outcome, words);
    if (wrong != NULL) {
        char function[32] = "?";
        sscanf(outcome.log, "%*s %*u %31s", function);
        printf("WRONG  %s  %s (%s)  %s\n", deed->name, fault, function, wrong);
        fflush(stdout);
        tally->wrong++;
    } else if (outcome.log[0] == '\0') {
        tally->missed++;
    } else if (outcome.code == good->code) {
        tally->tolerated++;
    } else {
        tally->refused++;
    }
    nf_outcome_free(&outcome);
}

static void work(const struct nf_stage *stage, const struct nf_deed *deed,
                 const struct nf_faults *faults, const struct nf_outcome *good, unsigned job,
                 struct tally *tally)
{
    struct nf_stage own = *stage;
    snprintf(own.scratch, sizeof own.scratch, "%.128s-%u", stage->scratch, job);
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    for (size_t i; (i = atomic_fetch_add(&tally->next, 1)) < faults->count;)
        try_fault(&own, deed, faults->list[i], good, tally);
    char log[256];
    nf_folder_remove(own.scratch);
    snprintf(log, sizeof log, "%s.log", own.scratch);
    unlink(log);
}

static void share_out(const struct nf_stage *stage, const struct nf_deed *deed,
                      const struct nf_faults *faults, const struct nf_outcome *good, unsigned jobs,
                      struct tally *tally)
{
    fflush(stdout);
    for (unsigned job = 0; job < jobs; job++) {
        const pid_t pid = fork();
        if (pid < 0)
            nf_die("fork: %s", strerror(errno));
        if (pid == 0) {
            work(stage, deed, faults, good, job, tally);
            fflush(stdout);
            _exit(0);
        }
    }
    int status;
    for (unsigned job = 0; job < jobs; job++)
        if (wait(&status) > 0 && status != 0)
            tally->wrong++;
}

/* Runs it without a fault, twice: what differs then is no fault's doing. */
static void find_good(const struct nf_stage *stage, const struct nf_deed *deed,
                      struct nf_outcome *good)
{
    struct nf_outcome again;
    char words[512];
    nf_trial(stage, deed, NULL, false, good);
    nf_trial(stage, deed, NULL, false, &again);
    if (good->code >= 2 || good->hung || good->left || good->log[0] == '\0')
        nf_die("%s: ends with %d without a fault: %s", deed->name, good->code, good->err);
    const char *const wrong = nf_judge(stage, NULL, good, &again, words);
    if (again.code != good->code || wrong != NULL)
        nf_die("%s: without a fault, the second time: %s", deed->name,
               wrong != NULL ? wrong : "another exit code");
    nf_outcome_free(&again);
}

/* Shows all that comes of one fault. */
static void show_fault(const struct nf_stage *stage, const struct nf_deed *deed, const char *fault)
{
    struct nf_outcome good, outcome;
    char words[512];
    find_good(stage, deed, &good);
    nf_trial(stage, deed, fault, true, &outcome);
    const char *const wrong = nf_judge(stage, fault, &good, &outcome, words);
    printf("%s, %s: %s\n", deed->name, fault, wrong != NULL ? wrong : "right");
    printf("code: %d\nout: %s\nerr: %s\nstruck: %s\nfiles:", outcome.code, outcome.out, outcome.err,
           outcome.log);
    for (size_t i = 0; i < outcome.folder.count; i++)
        printf(" %s", outcome.folder.files[i].name);
    printf("\n");
    nf_outcome_free(&outcome);
    nf_outcome_free(&good);
}

/* Adds to the sums what came of a command's faults. */
static void sweep(const struct nf_stage *stage, const struct nf_deed *deed,
                  const struct options *options, struct tally *tally, size_t sums[4])
{
    struct nf_outcome good;
    struct nf_faults faults;
    find_good(stage, deed, &good);
    struct nf_choice choice = options->choice;
    if (deed->most > 0)
        choice.most = deed->most;
    nf_choose(&faults, good.log, &choice);
    *tally = (struct tally){0};
    share_out(stage, deed, &faults, &good, options->jobs, tally);
    printf("%-12s %6zu calls from %4zu places, %5zu faults: %5lu refused, %4lu without "
           "consequence, %3lu not met, %lu wrong\n",
           deed->name, faults.calls, faults.sites, faults.count, tally->refused, tally->tolerated,
           tally->missed, tally->wrong);
    fflush(stdout);
    sums[0] += faults.calls;
    sums[1] += faults.sites;
    sums[2] += faults.count;
    sums[3] += tally->wrong;
    free(faults.list);
    nf_outcome_free(&good);
}

/* ---- all of them ---- */

static char *absolute(const char *path)
{
    char *const found = realpath(path, NULL);
    if (found == NULL)
        nf_die("%s: %s", path, strerror(errno));
    return found;
}

static void read_options(int argc, char **argv, struct nf_stage *stage, struct options *options)
{
    static const struct option known[] = {
        {"program", 1, NULL, 'p'},  {"preload", 1, NULL, 'l'}, {"given", 1, NULL, 'g'},
        {"commands", 1, NULL, 'c'}, {"others", 1, NULL, 'o'},  {"quick", 0, NULL, 'q'},
        {"most", 1, NULL, 'm'},     {"only", 1, NULL, 'n'},    {"jobs", 1, NULL, 'j'},
        {"fault", 1, NULL, 'f'},    {NULL, 0, NULL, 0},
    };
    for (int letter; (letter = getopt_long(argc, argv, "", known, NULL)) != -1;) {
        switch (letter) {
        case 'p': stage->program = absolute(optarg); break;
        case 'l': stage->preload = absolute(optarg); break;
        case 'g': options->given = absolute(optarg); break;
        case 'c': options->commands = optarg; break;
        case 'o': stage->others = optarg; break;
        case 'q':
            options->quick = true;
            options->choice = (struct nf_choice){.most = 40};
            break;
        case 'm': options->choice.most = (size_t)atoi(optarg); break;
        case 'n': options->only[options->only_count++ % MAX_DEEDS] = optarg; break;
        case 'j': options->jobs = (unsigned)atoi(optarg); break;
        case 'f': options->fault = optarg; break;
        default: exit(2);
        }
    }
    if (stage->program == NULL || stage->preload == NULL || options->given == NULL ||
        options->commands == NULL || options->jobs < 1 || options->jobs > MAX_JOBS)
        nf_die("expected --program, --preload, --given and --commands, and --jobs from 1 to %d",
               MAX_JOBS);
}

static bool is_wanted(const struct options *options, const struct nf_deed *deed)
{
    for (size_t i = 0; i < options->only_count; i++)
        if (strcmp(options->only[i], deed->name) == 0)
            return true;
    return options->only_count == 0 && !(options->quick && deed->most > 0);
}

/* Below TMPDIR, which tests/faults/run makes and removes. */
static void name_scratch(char scratch[160])
{
    const char *const place = getenv("TMPDIR");
    snprintf(scratch, 100, "%s/faults-%d", place != NULL ? place : "/tmp", (int)getpid());
}

int main(int argc, char **argv)
{
    static struct nf_deed deeds[MAX_DEEDS];
    struct nf_stage stage = {.others = ""};
    struct options options = {.jobs = 2, .choice = {.first = 200, .spread = 100, .last = 1}};
    size_t sums[4] = {0}, done = 0;
    read_options(argc, argv, &stage, &options);
    name_scratch(stage.scratch);
    nf_folder_read(&stage.given, options.given, false);
    nf_folder_read(&stage.before, options.given, true);
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    struct tally *const tally =
        mmap(NULL, sizeof *tally, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (tally == MAP_FAILED)
        nf_die("out of memory");
    const size_t count = read_deeds(options.commands, deeds);
    for (size_t i = 0; i < count; i++) {
        if (!is_wanted(&options, &deeds[i]))
            continue;
        done++;
        if (options.fault != NULL)
            show_fault(&stage, &deeds[i], options.fault);
        else
            sweep(&stage, &deeds[i], &options, tally, sums);
    }
    nf_folder_remove(stage.scratch);
    char log[256];
    snprintf(log, sizeof log, "%s.log", stage.scratch);
    unlink(log);
    if (done == 0)
        nf_die("no command of that name");
    if (options.fault == NULL)
        printf("%zu commands, %zu calls from %zu places: %zu faults, %zu wrong\n", done, sums[0],
               sums[1], sums[2], sums[3]);
    return sums[3] > 0;
}
