#include "trial.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_MS = 60000, LEFT_MS = 3000 };

/* ---- running ---- */

static void put(const char *name, const char *value)
{
    if (setenv(name, value, 1) != 0)
        _exit(126);
}

__attribute__((noreturn)) static void become(const struct nf_stage *stage,
                                             const struct nf_deed *deed, const char *fault,
                                             bool trace, const int standard[3])
{
    char preload[2 * PATH_MAX + 2], log[256];
    char *words[NF_MAX_WORDS + 1] = {(char *)(uintptr_t)stage->program};
    memcpy(words + 1, deed->words, sizeof deed->words);
    snprintf(preload, sizeof preload, "%s%s%s", stage->preload, stage->others[0] != '\0' ? ":" : "",
             stage->others);
    snprintf(log, sizeof log, "%s.log", stage->scratch);
    for (int i = 0; i < 3; i++)
        dup2(standard[i], i);
    if (chdir(stage->scratch) != 0)
        _exit(126);
    put("LD_PRELOAD", preload);
    put("NF_FAULT_LOG", log);
    if (fault != NULL)
        put("NF_FAULT", fault);
    if (trace)
        put("NF_FAULT_TRACE", "1");
    setpgid(0, 0);
    execv(stage->program, words);
    _exit(126);
}

static void pause_ms(long ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

/* Waits for the program; kills it if it takes too long. */
static int await(pid_t pid, bool *hung)
{
    const int handle = (int)syscall(SYS_pidfd_open, pid, 0);
    struct pollfd wait = {.fd = handle, .events = POLLIN};
    int status;
    *hung = poll(&wait, 1, PATIENCE_MS) == 0;
    if (*hung)
        kill(-pid, SIGKILL);
    waitpid(pid, &status, 0);
    close(handle);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Whether something that it started is still there; it is killed. Orphans become ours. */
static bool has_left(void)
{
    pid_t child = 0;
    for (int waited = 0; waited < LEFT_MS; waited += 2) {
        while ((child = waitpid(-1, NULL, WNOHANG)) > 0) {
        }
        if (child < 0)
            return false;
        pause_ms(2);
    }
    char path[64], text[4096];
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    FILE *const list = fopen(path, "r");
    const size_t got = list != NULL ? fread(text, 1, sizeof text - 1, list) : 0;
    if (list != NULL)
        fclose(list);
    text[got] = '\0';
    char *rest = text;
    for (long pid; (pid = strtol(rest, &rest, 10)) > 0;)
        kill((pid_t)pid, SIGKILL);
    while (waitpid(-1, NULL, 0) > 0) {
    }
    return true;
}

static int memory_file(void)
{
    const int file = memfd_create("output", MFD_CLOEXEC);
    if (file < 0)
        nf_die("memfd_create: %s", strerror(errno));
    return file;
}

static int open_input(const struct nf_stage *stage, const struct nf_deed *deed)
{
    char path[512] = "/dev/null";
    if (deed->input != NULL)
        snprintf(path, sizeof path, "%s/%s", stage->scratch, deed->input);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        nf_die("%s: %s", path, strerror(errno));
    return file;
}

void nf_trial(const struct nf_stage *stage, const struct nf_deed *deed, const char *fault,
              bool trace, struct nf_outcome *outcome)
{
    char log[256];
    size_t size;
    outcome->refusal = strstr(deed->line, "testlib") != NULL ? 3 : 4;
    outcome->measured = strcmp(deed->words[0], "bench") == 0;
    outcome->partial = strcmp(deed->words[0], "fuzz") == 0 || strcmp(deed->words[0], "judge") == 0;
    outcome->states =
        strstr(deed->line, "--save-every") != NULL || strcmp(deed->words[0], "optimise") == 0;
    snprintf(log, sizeof log, "%s.log", stage->scratch);
    unlink(log);
    nf_folder_remove(stage->scratch);
    nf_folder_write(&stage->given, stage->scratch);
    const int standard[3] = {open_input(stage, deed), memory_file(), memory_file()};
    const pid_t pid = fork();
    if (pid == 0)
        become(stage, deed, fault, trace, standard);
    if (pid < 0)
        nf_die("fork: %s", strerror(errno));
    outcome->code = await(pid, &outcome->hung);
    outcome->left = has_left();
    outcome->out = nf_read_whole(standard[1], &size);
    outcome->err = nf_read_whole(standard[2], &size);
    for (int i = 0; i < 3; i++)
        close(standard[i]);
    nf_folder_read(&outcome->folder, stage->scratch, true);
    const int file = open(log, O_RDONLY | O_CLOEXEC);
    outcome->log = file >= 0 ? nf_read_whole(file, &size) : strdup("");
    if (file >= 0)
        close(file);
}

void nf_outcome_free(struct nf_outcome *outcome)
{
    free(outcome->out);
    free(outcome->err);
    free(outcome->log);
    nf_folder_free(&outcome->folder);
}

/* ---- judging ---- */

/* Lines that tell times, or memory, by what they begin with or hold: they differ from run to run.
 */
static bool tells_time(const char *line, size_t length)
{
    static const char *const begins[] = {"time  ", "speed  ", "cases  ", "tests  ", "limit  "};
    static const char *const holds[] = {
        "seconds\":", "_per_second\":", " trials, ",           "_ms\":",       "_ns\":",
        "time/",      " MiB",           "\"memory\":",         "\"slowest\":", "\"largest\":",
        "speed/",     "| seconds |",    "| turns per second |"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (length >= strlen(begins[i]) && memcmp(line, begins[i], strlen(begins[i])) == 0)
            return true;
    for (size_t i = 0; i < sizeof holds / sizeof *holds; i++)
        if (memmem(line, length, holds[i], strlen(holds[i])) != NULL)
            return true;
    return false;
}

/* The next line of *text that is not about times, without its end; false at the end. */
static bool next_line(const char **text, const char **line, size_t *length)
{
    while (**text != '\0') {
        *line = *text;
        *length = strcspn(*text, "\n");
        *text += *length + ((*text)[*length] == '\n');
        if (!tells_time(*line, *length))
            return true;
    }
    return false;
}

/* Whether two texts say the same but for times; with `begins` whether `b` may also be cut off at
 * any place. */
static bool same_text(const char *a, const char *b, bool begins)
{
    const char *line[2];
    size_t length[2];
    for (;;) {
        const bool more_a = next_line(&a, &line[0], &length[0]);
        const bool more_b = next_line(&b, &line[1], &length[1]);
        if (!more_b)
            return !more_a || begins;
        const bool cut = begins && *b == '\0'; /* nor can be told what the line is about */
        if (cut)
            return true;
        if (!more_a || length[0] != length[1] || memcmp(line[0], line[1], length[0]) != 0)
            return false;
    }
}

/* Of measurements, whether it begins and ends like the other. */
static bool same_ends(const struct nf_file *a, const struct nf_file *b)
{
    return a->size > 3 && b->size > 3 && memcmp(a->data, b->data, 2) == 0 &&
           memcmp(a->data + a->size - 2, b->data + b->size - 2, 2) == 0;
}

static bool same_file(const struct nf_file *a, const struct nf_file *b, bool measured)
{
    if (a == NULL || b == NULL || a->data == NULL || b->data == NULL)
        return a != NULL && b != NULL && a->data == b->data;
    return (measured && same_ends(a, b)) ||
           (a->size == b->size && memcmp(a->data, b->data, a->size) == 0) ||
           same_text(a->data, b->data, false);
}

static bool ends_with(const char *name, const char *end)
{
    const size_t length = strlen(name), least = strlen(end);
    return length >= least && strcmp(name + length - least, end) == 0;
}

/* Whether a file may stay where removing it is what fails. So may SQLite's journal where a disk
 * cannot be read for good: the next to open the database goes by it, as nf_folder_read has. */
static bool may_stay(const char *fault, const char *name)
{
    if (fault == NULL)
        return false;
    const bool journal = ends_with(name, "-journal");
    if (strncmp(fault, "remove:", 7) == 0)
        return journal || strstr(name, ".ninefold-") != NULL;
    return journal && strncmp(fault, "read:", 5) == 0 && strchr(fault, '+') != NULL;
}

/* Whether the program says that it had to leave something there: "NAME: cannot be removed". */
static bool is_told(const struct nf_outcome *outcome, const char *name)
{
    const char *const told = strstr(outcome->err, ": cannot be removed");
    const size_t length = strcspn(name, "/"); /* a folder goes with all that is in it */
    return told != NULL && told - outcome->err >= (ptrdiff_t)length &&
           memcmp(told - length, name, length) == 0;
}

/* Whether it is a whole saved run or search: of a command that saves its state as it goes on,
 * nobody can tell which one. */
static bool is_state(const struct nf_file *file)
{
    return file->data != NULL &&
           (strstr(file->data, "\"ninefold.saved/1\"") != NULL ||
            strstr(file->data, "\"ninefold.search/1\"") != NULL) &&
           strstr(file->data, "\"checksum\"") != NULL &&
           strcmp(file->data + file->size - 2, "}\n") == 0;
}

/* Each file is as it was, or as it should have become. */
static const char *judge_folder(const struct nf_stage *stage, const char *fault,
                                const struct nf_outcome *good, const struct nf_outcome *outcome,
                                char words[512])
{
    const struct nf_folder *const before = &stage->before, *const after = &outcome->folder;
    for (size_t i = 0; i < after->count; i++) {
        const struct nf_file *const file = &after->files[i];
        if (same_file(file, nf_folder_find(before, file->name), false) ||
            same_file(file, nf_folder_find(&good->folder, file->name),
                      good->measured || (good->partial && outcome->code != good->code)) ||
            may_stay(fault, file->name) || is_told(outcome, file->name) ||
            (good->states && is_state(file)))
            continue;
        snprintf(words, 512, "%s is %s", file->name,
                 nf_folder_find(&good->folder, file->name) != NULL ? "neither old nor whole"
                                                                   : "left behind");
        return words;
    }
    for (size_t i = 0; i < before->count; i++) {
        const char *const name = before->files[i].name;
        if (nf_folder_find(&good->folder, name) != NULL && nf_folder_find(after, name) == NULL) {
            snprintf(words, 512, "%s is gone", name);
            return words;
        }
    }
    return NULL;
}

/* It says that it went well: then nothing may be missing. */
static const char *judge_success(const struct nf_outcome *good, const struct nf_outcome *outcome,
                                 char words[512])
{
    if (!good->measured && !same_text(good->out, outcome->out, false))
        return "succeeds, but prints something else";
    for (size_t i = 0; i < good->folder.count; i++) {
        const char *const name = good->folder.files[i].name;
        const bool kept = good->states && strstr(name, ".json.1") != NULL;
        if (!kept && !same_file(&good->folder.files[i], nf_folder_find(&outcome->folder, name),
                                good->measured)) {
            snprintf(words, 512, "succeeds, but %s is missing or differs", name);
            return words;
        }
    }
    return NULL;
}

/* Whether it says why: "ninefold: ...", or as a checker "FAIL ...". */
static bool explains(const char *text)
{
    const char *line = text;
    for (; line != NULL && *line != '\0'; line = strchr(line, '\n'), line += line != NULL)
        if ((strncmp(line, "ninefold", 8) == 0 || strncmp(line, "FAIL ", 5) == 0) &&
            strcspn(line, "\n") > 14)
            return true;
    return false;
}

/* SQLite calls a database malformed that a disk fails to give back, and who asks it cannot tell. */
static bool calls_it_damaged(const char *fault, const struct nf_outcome *outcome)
{
    enum { NF_INVALID = 3 };
    return fault != NULL && strncmp(fault, "read:", 5) == 0 && outcome->code == NF_INVALID &&
           strstr(outcome->err, "database disk image is malformed") != NULL;
}

/* AddressSanitizer takes memory itself where a thread begins, and gives up without. */
static bool sanitizer_gave_up(const struct nf_outcome *outcome)
{
    return strstr(outcome->err, "AddressSanitizer: CHECK failed: sanitizer_linux") != NULL;
}

const char *nf_judge(const struct nf_stage *stage, const char *fault, const struct nf_outcome *good,
                     const struct nf_outcome *outcome, char words[512])
{
    enum { NF_IO = 4 }; /* also before the options are read that choose other codes */
    const int length = (int)strcspn(outcome->err, "\n");
    const char *wrong = NULL;
    if (sanitizer_gave_up(outcome))
        return NULL;
    if (outcome->hung)
        return "hangs";
    if (outcome->left)
        return "leaves processes behind";
    if (outcome->code != good->code && outcome->code != outcome->refusal &&
        outcome->code != NF_IO && !calls_it_damaged(fault, outcome)) {
        snprintf(words, 512, "ends with %d: %.*s", outcome->code, length < 400 ? length : 400,
                 outcome->err);
        return words;
    }
    if (outcome->code != good->code && !explains(outcome->err))
        wrong = "does not say why it fails";
    else if (outcome->code == good->code)
        wrong = judge_success(good, outcome, words);
    else if (!good->measured && !good->partial && !same_text(good->out, outcome->out, true))
        wrong = "prints something else before it fails";
    return wrong != NULL ? wrong : judge_folder(stage, fault, good, outcome, words);
}
