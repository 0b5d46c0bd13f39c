/* Calls that work in this folder, for those who begin. */
#include "base/lang.h"
#include "base/owned.h"
#include "commands/commands.h"
#include "judge/problem.h"
#include "judge/sandbox/build.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Of each kind the file that was changed last: that is the one at work. */
struct here {
    struct newest {
        char name[256];
        struct timespec changed;
    } source, reference, form;
};

static bool begins_with_any(const char *name, const char *const *words)
{
    for (; *words != NULL; words++)
        if (strncasecmp(name, *words, strlen(*words)) == 0)
            return true;
    return false;
}

static struct newest *here_of_kind(struct here *here, const char *name)
{
    /* "std" and "baoli" are what these are called in China. */
    static const char *const references[] = {"brute", "naive", "slow",  "ref",
                                             "right", "std",   "baoli", NULL};
    static const char *const helpers[] = {"gen", "check", "valid", NULL};
    /* Python's own names. */
    static const char *const tools[] = {"setup.py", "conf.py", "conftest.py", "__init__.py", NULL};
    const char *const ending = strrchr(name, '.');
    const struct nf_build usual = {0};
    if (name[0] == '.' || ending == NULL)
        return NULL;
    if (strcmp(ending, ".ctd") == 0)
        return &here->form;
    if (!nf_build_is_source(name, &usual) || begins_with_any(name, helpers) ||
        begins_with_any(name, tools))
        return NULL;
    return begins_with_any(name, references) ? &here->reference : &here->source;
}

/* Looks at the files of this folder; one that cannot be read is empty. */
static void look_here(struct here *here)
{
    DIR *const names = opendir(".");
    *here = (struct here){0};
    for (const struct dirent *entry; names != NULL && (entry = readdir(names)) != NULL;) {
        struct newest *const newest = here_of_kind(here, entry->d_name);
        struct stat found;
        if (newest == NULL || stat(entry->d_name, &found) != 0)
            continue;
        const struct timespec *const at = &found.st_mtim, *const best = &newest->changed;
        const bool newer = at->tv_sec != best->tv_sec     ? at->tv_sec > best->tv_sec
                           : at->tv_nsec != best->tv_nsec ? at->tv_nsec > best->tv_nsec
                                                          : strcmp(entry->d_name, newest->name) < 0;
        if (newest->name[0] != '\0' && !newer)
            continue;
        snprintf(newest->name, sizeof newest->name, "%s", entry->d_name);
        newest->changed = *at;
    }
    if (names != NULL)
        closedir(names);
}

/* Appends " WORD", or of a file that is not there what it may be called. */
static void append_word(struct nf_text *text, const struct newest *file, const char *else_name)
{
    nf_text_string(text, " ");
    if (file->name[0] == '-')
        nf_text_string(text, "./");
    nf_text_word(text, file->name[0] != '\0' ? file->name : else_name);
}

/* The program is called as it was. */
static void append_call(struct nf_text *text, const char *command)
{
    const char *const typed = program_invocation_name;
    nf_text_word(text, strchr(typed, '/') != NULL ? typed : "ninefold");
    nf_text_format(text, " %s", command);
}

/* Appends the call and what it is for, above a long one, and frees the call. */
static void append_line(struct nf_text *text, struct nf_text *call, const char *what)
{
    enum { COLUMN = 44 };
    if (call->size > COLUMN)
        nf_text_format(text, "  # %s\n", what);
    nf_text_string(text, "  ");
    nf_text_padded(text, nf_text_terminated(call), call->size > COLUMN ? 0 : COLUMN);
    if (call->size <= COLUMN)
        nf_text_format(text, "  # %s", what);
    nf_text_string(text, "\n");
    nf_text_free_part(call, text);
}

static void append_game_call(struct nf_text *text, const struct here *here)
{
    append_call(text, "fuzz");
    if (here->source.name[0] != '\0') {
        append_word(text, &here->source, "");
        return;
    }
    nf_text_string(text, " -- ");
    append_call(text, "play");
}

static void append_form_call(struct nf_text *text, const struct here *here)
{
    append_call(text, "fuzz --format");
    append_word(text, &here->form, "problem.ctd");
    nf_text_string(text, " --reference");
    append_word(text, &here->reference, "brute.py");
    append_word(text, &here->source, "mine.cpp");
}

/* Whether all that another problem than a game takes is here. */
static bool has_problem(const struct here *here)
{
    return here->form.name[0] != '\0' && here->reference.name[0] != '\0' &&
           here->source.name[0] != '\0';
}

void nf_first_call_fuzz(struct nf_text *text)
{
    struct here here;
    struct nf_text call = {0};
    look_here(&here);
    if (!has_problem(&here)) {
        append_game_call(&call, &here);
        append_line(text, &call, _(nf_problem_at(0)->title));
        if (here.form.name[0] == '\0') {
            append_call(&call, "format 1.in 2.in > problem.ctd");
            append_line(text, &call, _("another problem: its form, from samples"));
        }
    }
    append_form_call(&call, &here);
    append_line(text, &call, _("against a slow program that is right"));
}

void nf_first_calls(struct nf_text *text)
{
    struct here here;
    struct nf_text call = {0};
    look_here(&here);
    if (has_problem(&here))
        append_form_call(&call, &here);
    else
        append_game_call(&call, &here);
    append_line(text, &call, _("my program gets Wrong Answer"));
    if (here.form.name[0] != '\0') {
        append_call(&call, "gen --count 20 --out tests --format");
        append_word(&call, &here.form, "");
    } else {
        append_call(&call, "gen --suite nine --format kattis");
    }
    append_line(text, &call, _("I set a problem"));
    append_call(&call, "run --games 100k --players 5");
    append_line(text, &call, _("I study the games"));
    append_call(&call, "bench --threads 1 --kernel auto");
    append_line(text, &call, _("I measure speed"));
}
