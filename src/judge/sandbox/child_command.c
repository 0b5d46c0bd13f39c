#include "judge/sandbox/child_internal.h"

#include "base/lang.h"
#include "base/text.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether `path` is a file that may be executed; sets errno if not. */
static bool executable(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return false;
    if (!S_ISREG(status.st_mode)) {
        errno = S_ISDIR(status.st_mode) ? EISDIR : EACCES;
        return false;
    }
    return access(path, X_OK) == 0;
}

char *nf_find_program(const char *name)
{
    if (strchr(name, '/') != NULL)
        return executable(name) ? strdup(name) : NULL;
    const char *folder = getenv("PATH");
    int error = ENOENT;
    while (folder != NULL && *name != '\0') {
        char path[PATH_MAX];
        const size_t length = strcspn(folder, ":");
        /* An empty entry is the current folder. */
        const int used = length > 0
                             ? snprintf(path, sizeof path, "%.*s/%s", (int)length, folder, name)
                             : snprintf(path, sizeof path, "./%s", name);
        if (used < (int)sizeof path && executable(path))
            return strdup(path);
        if (errno != ENOENT && errno != ENOTDIR)
            error = errno;
        folder = folder[length] == ':' ? folder + length + 1 : NULL;
    }
    errno = error;
    return NULL;
}

/* ---- the fork server ---- */

/* Whether an ELF file has no loader, so that nothing can be preloaded. False for files that are not
 * ELF of this machine's word size: whether the interpreter of a script loads the library shows
 * later. */
static bool statically_linked(const char *path)
{
#if __SIZEOF_POINTER__ == 8
    typedef Elf64_Ehdr elf_header;
    typedef Elf64_Phdr elf_segment;
    const int class = ELFCLASS64;
#else
    typedef Elf32_Ehdr elf_header;
    typedef Elf32_Phdr elf_segment;
    const int class = ELFCLASS32;
#endif
    elf_header header;
    bool is_elf = false, loader = false;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    if (read(file, &header, sizeof header) == sizeof header &&
        memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == class)
        is_elf = true;
    for (unsigned i = 0; is_elf && i < header.e_phnum; i++) {
        elf_segment segment;
        const off_t at = (off_t)(header.e_phoff + (size_t)i * header.e_phentsize);
        if (pread(file, &segment, sizeof segment, at) != sizeof segment)
            is_elf = false; /* that shows later, too */
        else if (segment.p_type == PT_INTERP)
            loader = true;
    }
    close(file);
    return is_elf && !loader;
}

/* Finds the library: the file that NINEFOLD_FORKSERVER names, next to the running program, or where
 * `make install` puts it. Returns an allocated path, or NULL. */
static char *find_preload(void)
{
    static const char *const places[] = {"", "../lib/ninefold/"};
    const char *const named = getenv("NINEFOLD_FORKSERVER");
    if (named != NULL)
        return realpath(named, NULL);
    char self[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0)
        return NULL;
    self[length] = '\0';
    *(strrchr(self, '/') + 1) = '\0';
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        char path[PATH_MAX];
        const int used =
            snprintf(path, sizeof path, "%s%slibninefold-forkserver.so", self, places[i]);
        if (used < (int)sizeof path && access(path, R_OK) == 0)
            return realpath(path, NULL);
    }
    return NULL;
}

/* Why the library at `preload`, or NULL, cannot be loaded into the program; NULL: it can. */
static const char *find_reason(const char *program, const char *preload)
{
    struct stat status;
    if (statically_linked(program))
        return N_("it is statically linked");
    if (stat(program, &status) == 0 && (status.st_mode & (S_ISUID | S_ISGID)) != 0)
        return N_("it runs with its owner's rights (setuid)");
    if (access("/proc/self/syscall", R_OK) != 0)
        return N_("this system does not tell what it waits for");
    if (preload == NULL)
        return N_("libninefold-forkserver.so is neither next to ninefold nor in ../lib/ninefold, "
                  "and NINEFOLD_FORKSERVER names no file");
    if (strpbrk(preload, " :") != NULL)
        return N_("the path of libninefold-forkserver.so has a space or a colon");
    return NULL;
}

static void prepare_server(struct nf_command *command)
{
    command->preload = find_preload();
    command->why = find_reason(command->path, command->preload);
    if (command->why != NULL) {
        free(command->preload);
        command->preload = NULL;
    }
}

/* ---- all of it ---- */

void nf_words_free(char **words)
{
    for (size_t i = 0; words != NULL && words[i] != NULL; i++)
        free(words[i]);
    free(words);
}

char **nf_words_join(const char *const *front, char *const *behind)
{
    size_t first = 0, count = 0;
    while (front[first] != NULL)
        first++;
    while (behind[count] != NULL)
        count++;
    char **const words = calloc(first + count + 1, sizeof *words);
    for (size_t i = 0; words != NULL && i < first + count; i++)
        if ((words[i] = strdup(i < first ? front[i] : behind[i - first])) == NULL) {
            nf_words_free(words); /* a NULL in the middle would cut the arguments */
            return NULL;
        }
    return words;
}

/* Whether the error means a wrong name, not a problem of this machine. */
static bool is_misnamed(int error)
{
    return error == ENOENT || error == ENOTDIR || error == EACCES || error == EISDIR ||
           error == ELOOP || error == ENAMETOOLONG;
}

static enum nf_status find_command(const struct nf_child_options *options,
                                   struct nf_command *command, struct nf_error *err)
{
    static const char *const nothing[] = {NULL};
    const char *const name = options->command[0];
    char quoted[NF_QUOTED];
    if (name == NULL)
        return nf_fail(err, NF_USAGE, "no program given, expected its name and its arguments");
    errno = 0;
    command->path = nf_find_program(name);
    if (command->path == NULL)
        return nf_fail(err, is_misnamed(errno) ? NF_USAGE : NF_IO, "%s cannot be run: %s%s",
                       nf_quote(quoted, name, strlen(name)), strerror(errno),
                       strchr(name, '/') == NULL ? _(", looked for in PATH") : "");
    command->argv = nf_words_join(nothing, options->command);
    return command->argv != NULL ? NF_OK : nf_fail_memory(err);
}

enum nf_status nf_command_prepare(const struct nf_child_options *options,
                                  struct nf_command *command, struct nf_error *err)
{
    *command = (struct nf_command){0};
    NF_TRY(find_command(options, command, err));
    if (options->forkserver && !options->sandbox)
        prepare_server(command);
    return options->sandbox ? nf_sandbox_wrap(command, options, err) : NF_OK;
}

void nf_command_free(struct nf_command *command)
{
    nf_words_free(command->argv);
    free(command->path);
    free(command->preload);
    *command = (struct nf_command){0};
}
