#include "judge/files/checker.h"

#include "base/format/mismatch.h"
#include "base/lang.h"
#include "base/out_file.h"
#include "base/owned.h"
#include "base/shown.h"
#include "judge/compare.h"
#include "judge/sandbox/build.h"
#include "judge/sandbox/child.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- how a program failed ---- */

enum { FAULT_HOW = 160 };

void nf_faulty_case(char words[NF_FAULTY_CASE], const struct nf_input *instance)
{
    char input[NF_QUOTED];
    nf_quote(input, instance->data, instance->size);
    snprintf(words, NF_FAULTY_CASE, _("the case that begins with %s"), input);
}

/* How the program ended. */
static void fault_how(char how[FAULT_HOW], const struct nf_child_result *result,
                      const char *expected)
{
    switch (result->ending) {
    case NF_ENDED:
        snprintf(how, FAULT_HOW,
                 expected != NULL ? _("ends with exit code %d, expected %s")
                                  : _("ends with exit code %d"),
                 result->code, expected);
        return;
    case NF_KILLED:
        snprintf(how, FAULT_HOW, _("is ended by signal %d (%s)"), result->code,
                 strsignal(result->code));
        return;
    case NF_OUT_OF_TIME: snprintf(how, FAULT_HOW, "%s", _("takes too long")); return;
    case NF_OUT_OF_MEMORY: snprintf(how, FAULT_HOW, "%s", _("needs too much memory")); return;
    case NF_OUT_OF_OUTPUT: snprintf(how, FAULT_HOW, "%s", _("prints too much")); return;
    case NF_UNWATCHED: snprintf(how, FAULT_HOW, "%s", _("cannot be watched")); return;
    }
}

/* Shows the last line that it wrote to standard error and that is not indented: an exception of
 * Python, Java or C++ without its trace; "": nothing. */
static const char *fault_line(char shown[NF_QUOTED], const struct nf_child_result *result)
{
    const char *line = result->errors;
    for (const char *at = line; (at = strchr(at, '\n')) != NULL;)
        if (strchr(" \t\r\n", *++at) == NULL)
            line = at;
    NF_OWNED char *copy = strndup(line, strcspn(line, "\r\n"));
    return nf_shown_copy(shown, NF_QUOTED, copy != NULL ? copy : "");
}

enum nf_status nf_program_fault(const char *what, const char *name,
                                const struct nf_child_result *result, const char *expected,
                                const char *on, struct nf_error *err)
{
    char how[FAULT_HOW] = "", errors[NF_QUOTED];
    fault_how(how, result, expected);
    if (fault_line(errors, result)[0] == '\0')
        return nf_fail(err, NF_INVALID, "the %s %s %s, on %s", _(what), name, how, on);
    return nf_fail(err, NF_INVALID, "the %s %s %s, on %s; it wrote to standard error '%s'", _(what),
                   name, how, on, errors);
}

enum { CHECKER_FLAGS = 64, CHECKER_MESSAGE = 4096 };

/* The files of a slot, all in one folder; those a style has no use for are empty. */
struct checker_slot {
    char *folder, *input, *answer, *output, *feedback;
    struct nf_child *child;
    struct nf_child_result result;
    bool taken;
};

struct nf_checker {
    const struct nf_checker_options *options;
    struct nf_built scratch; /* the folder of all slots */
    struct checker_slot *slots;
    pthread_mutex_t lock;
    pthread_cond_t freed;
};

/* ---- opening ---- */

static char *checker_path(const char *folder, const char *name)
{
    char *path;
    return asprintf(&path, "%s/%s", folder, name) < 0 ? NULL : path;
}

/* Names the files of a slot and makes its folders. */
static enum nf_status checker_make_slot(struct checker_slot *slot, const char *scratch,
                                        uint32_t number, struct nf_error *err)
{
    char name[16];
    snprintf(name, sizeof name, "%u", number);
    slot->folder = checker_path(scratch, name);
    NF_TRY_MEMORY(slot->folder != NULL &&
                      (slot->input = checker_path(slot->folder, "input")) != NULL &&
                      (slot->answer = checker_path(slot->folder, "answer")) != NULL &&
                      (slot->output = checker_path(slot->folder, "output")) != NULL &&
                      (slot->feedback = checker_path(slot->folder, "feedback")) != NULL,
                  err);
    if (mkdir(slot->folder, 0700) != 0)
        return nf_fail(err, NF_IO, "%.400s: %s", slot->folder, strerror(errno));
    return NF_OK;
}

/* Appends the words of `flags`, which is changed, to `words`. */
static enum nf_status checker_add_flags(char *flags, const char **words, size_t room,
                                        struct nf_error *err)
{
    char *rest = NULL;
    size_t count = 0;
    for (char *word = strtok_r(flags, " \t\r\n", &rest); word != NULL;
         word = strtok_r(NULL, " \t\r\n", &rest)) {
        if (count == room)
            return nf_fail(err, NF_INVALID, "the checker has more than %zu arguments", room);
        words[count++] = word;
    }
    words[count] = NULL;
    return NF_OK;
}

static enum nf_status checker_open_child(const struct nf_checker_options *options,
                                         struct checker_slot *slot, struct nf_error *err)
{
    const char *words[4 + CHECKER_FLAGS] = {slot->input, slot->output, slot->answer};
    NF_OWNED char *flags = strdup(options->flags != NULL ? options->flags : "");
    NF_OWNED char *feedback = checker_path(slot->feedback, "");
    NF_TRY_MEMORY(flags != NULL && feedback != NULL, err);
    if (options->style == NF_CHECKER_KATTIS) {
        words[1] = slot->answer;
        words[2] = feedback;
    }
    NF_TRY(checker_add_flags(flags, words + 3, CHECKER_FLAGS, err));
    char **const command =
        nf_words_join((const char *const *)options->command, (char *const *)(uintptr_t)words);
    NF_TRY_MEMORY(command != NULL, err);
    const struct nf_child_options child = {.command = command,
                                           .writable = slot->folder,
                                           .sandbox = options->sandbox,
                                           .limits = {.cpu_ns = UINT64_C(10000000000),
                                                      .wall_ns = UINT64_C(30000000000),
                                                      .memory = UINT64_C(1) << 30,
                                                      .output = 64 << 20}};
    const enum nf_status status = nf_child_open(&child, 1, &slot->child, err);
    nf_words_free(command);
    return status;
}

enum nf_status nf_checker_open(const struct nf_checker_options *options,
                               struct nf_checker **checker, struct nf_error *err)
{
    struct nf_checker *const made = *checker = calloc(1, sizeof *made);
    NF_TRY_MEMORY(made != NULL, err);
    made->options = options;
    pthread_mutex_init(&made->lock, NULL);
    pthread_cond_init(&made->freed, NULL);
    NF_TRY(nf_build_folder(&made->scratch, err));
    made->slots = calloc(options->jobs, sizeof *made->slots);
    NF_TRY_MEMORY(made->slots != NULL, err);
    for (uint32_t i = 0; i < options->jobs; i++) {
        NF_TRY(checker_make_slot(&made->slots[i], made->scratch.folder, i, err));
        NF_TRY(checker_open_child(options, &made->slots[i], err));
    }
    return NF_OK;
}

void nf_checker_close(struct nf_checker *checker)
{
    if (checker == NULL)
        return;
    for (uint32_t i = 0; checker->slots != NULL && i < checker->options->jobs; i++) {
        struct checker_slot *const slot = &checker->slots[i];
        nf_child_close(slot->child);
        nf_child_result_free(&slot->result);
        free(slot->folder);
        free(slot->input);
        free(slot->answer);
        free(slot->output);
        free(slot->feedback);
    }
    nf_built_remove(&checker->scratch);
    pthread_cond_destroy(&checker->freed);
    pthread_mutex_destroy(&checker->lock);
    free(checker->slots);
    free(checker);
}

/* ---- checking ---- */

/* The checker owns what is in its folder, and may have left a link there. */
static enum nf_status checker_write(const char *path, const char *data, size_t size,
                                    struct nf_error *err)
{
    const int file =
        open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    size_t done = 0;
    while (file >= 0 && done < size) {
        const ssize_t wrote = write(file, data + done, size - done);
        if (wrote < 0 && errno != EINTR)
            break;
        done += wrote > 0 ? (size_t)wrote : 0;
    }
    const int why = errno;
    if (file >= 0)
        close(file);
    return file >= 0 && done == size ? NF_OK
                                     : nf_fail(err, NF_IO, "%.400s: %s", path, strerror(why));
}

/* Prepares the folder for a case. */
static enum nf_status checker_put_files(const struct checker_slot *slot,
                                        enum nf_checker_style style,
                                        const struct nf_input *instance,
                                        const struct nf_text *answer, const struct nf_input *output,
                                        struct nf_error *err)
{
    NF_TRY(checker_write(slot->input, instance->data, instance->size, err));
    NF_TRY(checker_write(slot->answer, answer->data, answer->size, err));
    if (style == NF_CHECKER_TESTLIB)
        return checker_write(slot->output, output->data, output->size, err);
    if (rmdir(slot->feedback) != 0 && errno != ENOENT)
        nf_out_remove_folder(slot->feedback);
    return mkdir(slot->feedback, 0700) == 0
               ? NF_OK
               : nf_fail(err, NF_IO, "%.400s: %s", slot->feedback, strerror(errno));
}

/* Appends what the checker says of the output: of Kattis' feedback the judge's message. */
static void checker_take_message(const struct checker_slot *slot, enum nf_checker_style style,
                                 struct nf_text *words)
{
    char message[CHECKER_MESSAGE + 1] = "";
    NF_OWNED char *path =
        style == NF_CHECKER_KATTIS ? checker_path(slot->feedback, "judgemessage.txt") : NULL;
    const int file = path != NULL ? open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) : -1;
    const ssize_t got = file >= 0 ? read(file, message, CHECKER_MESSAGE) : 0;
    if (file >= 0)
        close(file);
    message[got > 0 ? got : 0] = '\0';
    for (ssize_t i = 0; i < got; i++)
        message[i] = message[i] != '\0' ? message[i] : ' ';
    const char *const reason = got > 0 ? message : slot->result.errors;
    nf_text_string(words, reason[0] != '\0' ? _("the checker refuses the output:\n")
                                            : _("the checker refuses the output\n"));
    nf_shown_lines(words, reason);
}

/* A checker that does not answer is at fault itself. */
static enum nf_status checker_fail(const struct nf_checker *checker,
                                   const struct nf_child_result *result,
                                   const struct nf_input *instance, struct nf_error *err)
{
    const struct nf_checker_options *const options = checker->options;
    char on[NF_FAULTY_CASE];
    nf_faulty_case(on, instance);
    return nf_program_fault(N_("checker"), options->name, result,
                            options->style == NF_CHECKER_KATTIS ? _("42 or 43") : _("0, 1 or 2"),
                            on, err);
}

/* Where the output parts from the answer, though it need not be wrong there, and what it has
 * there. */
static void checker_take_line(const struct nf_text *answer, const struct nf_input *output,
                              struct nf_difference *difference)
{
    const struct nf_input right = {"the answer", answer->data, answer->size};
    struct nf_mismatch mismatch;
    difference->line = 1;
    if (!nf_mismatch_find(&mismatch, &right, output, NULL))
        return;
    difference->line = mismatch.line;
    difference->expected_at = mismatch.expected_at;
    difference->found_at = mismatch.found_at;
    if (mismatch.has_found && mismatch.tokens == NF_TOKENS_DIFFER)
        nf_row_bytes(&difference->why, N_("found"), mismatch.found.text, mismatch.found.length,
                     mismatch.column);
}

static struct checker_slot *checker_take(struct nf_checker *checker)
{
    struct checker_slot *slot = NULL;
    pthread_mutex_lock(&checker->lock);
    while (slot == NULL) {
        for (uint32_t i = 0; slot == NULL && i < checker->options->jobs; i++)
            slot = checker->slots[i].taken ? NULL : &checker->slots[i];
        if (slot == NULL)
            pthread_cond_wait(&checker->freed, &checker->lock);
    }
    slot->taken = true;
    pthread_mutex_unlock(&checker->lock);
    return slot;
}

static void checker_put_back(struct nf_checker *checker, struct checker_slot *slot)
{
    pthread_mutex_lock(&checker->lock);
    slot->taken = false;
    pthread_cond_signal(&checker->freed);
    pthread_mutex_unlock(&checker->lock);
}

/* nf_checker_check() in a slot. */
static enum nf_status checker_run(const struct nf_checker *checker, struct checker_slot *slot,
                                  const struct nf_input *instance, const struct nf_text *answer,
                                  const struct nf_input *output, struct nf_difference *difference,
                                  struct nf_error *err)
{
    const enum nf_checker_style style = checker->options->style;
    struct nf_child_result *const result = &slot->result;
    const bool reads = style == NF_CHECKER_KATTIS;
    NF_TRY(checker_put_files(slot, style, instance, answer, output, err));
    NF_TRY(nf_child_run(slot->child, 0, reads ? output->data : "", reads ? output->size : 0, result,
                        err));
    const int right = style == NF_CHECKER_KATTIS ? 42 : 0;
    const bool refused =
        style == NF_CHECKER_KATTIS ? result->code == 43 : result->code != 3 && result->code <= 8;
    if (result->ending != NF_ENDED || (result->code != right && !refused))
        return checker_fail(checker, result, instance, err);
    if (result->code == right)
        return NF_OK;
    snprintf(difference->kind, sizeof difference->kind, "%s",
             output->size > 0 ? NF_KIND_CHECKER : NF_KIND_EMPTY);
    checker_take_message(slot, style, &difference->why);
    checker_take_line(answer, output, difference);
    return difference->why.failed ? nf_fail_memory(err) : NF_OK;
}

enum nf_status nf_checker_check(struct nf_checker *checker, const struct nf_input *instance,
                                const struct nf_text *answer, const struct nf_input *output,
                                struct nf_difference *difference, struct nf_error *err)
{
    struct checker_slot *const slot = checker_take(checker);
    *difference = (struct nf_difference){0};
    const enum nf_status status =
        checker_run(checker, slot, instance, answer, output, difference, err);
    checker_put_back(checker, slot);
    return status;
}

/* ---- comparing ---- */

/* Reads a tolerance, a number in decimal digits. */
static enum nf_status comparison_tolerance(const char *flag, const char *word, double *tolerance,
                                           struct nf_error *err)
{
    char *end = NULL;
    *tolerance = word != NULL ? strtod(word, &end) : 0;
    if (word == NULL || end == word || *end != '\0' || !(*tolerance >= 0) || isinf(*tolerance))
        return nf_fail(err, NF_INVALID, "%s: found '%.40s', expected a number from 0 on", flag,
                       word != NULL ? word : "");
    return NF_OK;
}

/* Takes `word`, and its number from `rest`. */
static enum nf_status comparison_flag(const char *word, char **rest,
                                      struct nf_comparison *comparison, struct nf_error *err)
{
    const bool both = strcmp(word, "float_tolerance") == 0;
    const bool absolute = both || strcmp(word, "float_absolute_tolerance") == 0;
    const bool relative = both || strcmp(word, "float_relative_tolerance") == 0;
    struct nf_token_rule *const tokens = &comparison->tokens;
    if (absolute || relative) {
        double tolerance;
        NF_TRY(comparison_tolerance(word, strtok_r(NULL, " \t\r\n", rest), &tolerance, err));
        tokens->numbers = true;
        tokens->absolute = absolute ? tolerance : tokens->absolute;
        tokens->relative = relative ? tolerance : tokens->relative;
    } else if (strcmp(word, "case_sensitive") == 0) {
        tokens->any_case = false;
    } else if (strcmp(word, "space_change_sensitive") == 0) {
        comparison->spaces = true;
    } else {
        return nf_fail(err, NF_INVALID,
                       "found '%.40s', expected case_sensitive, space_change_sensitive, "
                       "float_tolerance E, float_absolute_tolerance E or "
                       "float_relative_tolerance E",
                       word);
    }
    return NF_OK;
}

enum nf_status nf_comparison_parse(const char *flags, struct nf_comparison *comparison,
                                   struct nf_error *err)
{
    NF_OWNED char *words = strdup(flags);
    char *rest = NULL;
    *comparison = (struct nf_comparison){.tokens = {.any_case = true}};
    NF_TRY_MEMORY(words != NULL, err);
    for (char *word = strtok_r(words, " \t\r\n", &rest); word != NULL;
         word = strtok_r(NULL, " \t\r\n", &rest))
        NF_TRY(comparison_flag(word, &rest, comparison, err));
    return NF_OK;
}

enum nf_status nf_comparison_check(const struct nf_comparison *comparison,
                                   const struct nf_input *instance, const struct nf_text *answer,
                                   const struct nf_input *output, struct nf_difference *difference,
                                   struct nf_error *err)
{
    if (comparison->checker != NULL)
        return nf_checker_check(comparison->checker, instance, answer, output, difference, err);
    NF_TRY(nf_compare_plainly(answer, output, &comparison->tokens, difference, err));
    if (comparison->spaces)
        difference->only_blanks = false;
    return NF_OK;
}
