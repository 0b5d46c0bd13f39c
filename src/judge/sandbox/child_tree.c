#include "judge/sandbox/child_internal.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
    PATH_BYTES = 64,
    HELD = 1024, /* files told apart; more count once for each descriptor */
};

static const char own_children[] = "/proc/thread-self/children";

bool nf_tree_childless(int *children, pid_t except)
{
    char bytes[64], expected[32];
    if (*children < 0)
        *children = open(own_children, O_RDONLY | O_CLOEXEC);
    const ssize_t got = pread(*children, bytes, sizeof bytes, 0);
    const int length = snprintf(expected, sizeof expected, "%d ", except);
    return got == 0 || (got == length && memcmp(bytes, expected, (size_t)length) == 0);
}

/* The fields we use of /proc/PID/stat. */
struct status {
    char state;
    pid_t parent;
    size_t threads;
    uint64_t cpu_ns; /* including children it has waited for */
    uint64_t memory;
};

/* Reads the start of a small file and terminates it; returns -1 if it cannot be read. */
static ssize_t read_small(const char *path, char *bytes, size_t size)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    const ssize_t got = read(file, bytes, size - 1);
    close(file);
    if (got >= 0)
        bytes[got] = '\0';
    return got;
}

static bool read_status(pid_t pid, struct status *status)
{
    char path[PATH_BYTES], text[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    if (read_small(path, text, sizeof text) <= 0)
        return false;
    /* The program's name, in parentheses, may contain anything, even parentheses. */
    const char *const rest = strrchr(text, ')');
    unsigned long ticks[4];
    long threads, pages;
    int parent;
    if (rest == NULL ||
        sscanf(rest,
               ") %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %lu %lu %*d %*d %ld %*d %*u "
               "%*u %ld",
               &status->state, &parent, &ticks[0], &ticks[1], &ticks[2], &ticks[3], &threads,
               &pages) != 8)
        return false;
    const uint64_t tick_ns = 1000000000u / (uint64_t)sysconf(_SC_CLK_TCK);
    status->cpu_ns = (uint64_t)(ticks[0] + ticks[1] + ticks[2] + ticks[3]) * tick_ns;
    status->parent = parent;
    status->threads = threads > 0 ? (size_t)threads : 0;
    status->memory = pages > 0 ? (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
    return true;
}

static bool is_spared(const struct nf_tree *tree, pid_t pid)
{
    for (size_t i = 0; i < tree->spared_count; i++)
        if (tree->spared[i] == pid)
            return true;
    return false;
}

/* Adds the processes of a children file, ids separated by spaces, as children of `parent`. Sends
 * the signal to each as it is read: if the parent is stopped, the id cannot have been reused. */
static void add_listed(struct nf_tree *tree, const char *path, pid_t parent, pid_t except,
                       int signal)
{
    char bytes[4096];
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    pid_t pid = 0;
    ssize_t got;
    while ((got = read(file, bytes, sizeof bytes)) > 0) {
        for (ssize_t i = 0; i < got; i++) {
            if (bytes[i] >= '0' && bytes[i] <= '9') {
                pid = pid * 10 + (bytes[i] - '0');
                continue;
            }
            if (pid > 0 && pid != except && tree->count < tree->capacity && !is_spared(tree, pid)) {
                if (signal != 0)
                    kill(pid, signal);
                tree->nodes[tree->count++] = (struct nf_tree_node){.pid = pid, .parent = parent};
            }
            pid = 0;
        }
    }
    close(file);
}

/* Adds the children of the process with that folder of tasks: every thread has children of its
 * own. */
static void add_of_threads(struct nf_tree *tree, const char *folder, pid_t parent, pid_t except,
                           int signal)
{
    char path[2 * PATH_BYTES];
    DIR *const tasks = opendir(folder);
    if (tasks == NULL)
        return;
    const struct dirent *task;
    while ((task = readdir(tasks)) != NULL) {
        if (task->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%.16s/children", folder, task->d_name);
        add_listed(tree, path, parent, except, signal);
    }
    closedir(tasks);
}

static void add_children(struct nf_tree *tree, pid_t parent, size_t threads, int signal)
{
    char path[PATH_BYTES];
    if (threads <= 1) {
        snprintf(path, sizeof path, "/proc/%d/task/%d/children", parent, parent);
        add_listed(tree, path, parent, 0, signal);
        return;
    }
    snprintf(path, sizeof path, "/proc/%d/task", parent);
    add_of_threads(tree, path, parent, 0, signal);
}

bool nf_tree_supported(void)
{
    return access(own_children, R_OK) == 0;
}

bool nf_tree_open(struct nf_tree *tree, size_t capacity)
{
    *tree = (struct nf_tree){.capacity = capacity};
    tree->nodes = malloc(capacity * sizeof *tree->nodes);
    tree->held = malloc(HELD * sizeof *tree->held);
    return tree->nodes != NULL && tree->held != NULL;
}

void nf_tree_close(struct nf_tree *tree)
{
    free(tree->nodes);
    free(tree->held);
    free(tree->spared);
    *tree = (struct nf_tree){0};
}

bool nf_tree_spare(struct nf_tree *tree, size_t more)
{
    tree->count = 0;
    add_listed(tree, own_children, 0, 0, 0);
    pid_t *const spared = calloc(tree->count + more + 1, sizeof *spared);
    if (spared == NULL)
        return false;
    for (size_t i = 0; i < tree->count; i++)
        spared[i] = tree->nodes[i].pid;
    free(tree->spared);
    tree->spared = spared;
    tree->spared_count = tree->count + more;
    return true;
}

/* Whether a file was met before; from now on it was. */
static bool met_held(struct nf_tree *tree, const struct stat *file)
{
    for (size_t i = 0; i < tree->held_count; i++)
        if (tree->held[i].device == file->st_dev && tree->held[i].inode == file->st_ino)
            return true;
    if (tree->held_count < HELD)
        tree->held[tree->held_count++] = (struct nf_tree_held){file->st_dev, file->st_ino};
    return false;
}

/* How much of a process's resident memory is of files in memory. */
static uint64_t mapped_in_memory(pid_t pid)
{
    char path[PATH_BYTES], text[4096];
    unsigned long long kib = 0;
    snprintf(path, sizeof path, "/proc/%d/status", pid);
    const char *const line =
        read_small(path, text, sizeof text) > 0 ? strstr(text, "RssShmem:") : NULL;
    return line != NULL && sscanf(line, "RssShmem: %llu", &kib) == 1 ? (uint64_t)kib * 1024 : 0;
}

/* Adds the files without a name that a process holds open and that lie in memory, as those of
 * memfd_create() do, whether it maps them or not. */
static void add_held(struct nf_tree *tree, pid_t pid)
{
    char path[PATH_BYTES];
    uint64_t held = 0;
    snprintf(path, sizeof path, "/proc/%d/fd", pid);
    DIR *const folder = opendir(path);
    const struct dirent *entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        struct stat file;
        struct statfs system;
        if (entry->d_name[0] == '.' || fstatat(dirfd(folder), entry->d_name, &file, 0) != 0 ||
            !S_ISREG(file.st_mode) || file.st_nlink > 0)
            continue;
        snprintf(path, sizeof path, "/proc/%d/fd/%.16s", pid, entry->d_name);
        if (statfs(path, &system) != 0 ||
            (system.f_type != TMPFS_MAGIC && system.f_type != HUGETLBFS_MAGIC))
            continue;
        if (!met_held(tree, &file))
            tree->held_bytes += (uint64_t)file.st_blocks * 512;
        held++;
    }
    if (folder != NULL)
        closedir(folder);
    if (held > 0)
        tree->held_mapped += mapped_in_memory(pid);
}

/* Whether others of the user may not look into a user's process: it then belongs to root. */
static bool is_undumpable(pid_t pid)
{
    char path[PATH_BYTES];
    struct stat status;
    snprintf(path, sizeof path, "/proc/%d", pid);
    return geteuid() != 0 && stat(path, &status) == 0 && status.st_uid != geteuid();
}

/* Adds up what a process uses. Returns the number of its threads; 0: it is gone, or its id is now
 * that of another one. */
static size_t add_usage(struct nf_tree *tree, const struct nf_tree_node *node)
{
    struct status status;
    if (!read_status(node->pid, &status) || (node->parent != 0 && status.parent != node->parent))
        return 0;
    tree->halted &= strchr("TtZX", status.state) != NULL;
    tree->running += status.state == 'R';
    tree->undumpable |= is_undumpable(node->pid);
    tree->tasks += status.threads;
    tree->cpu_ns += status.cpu_ns;
    tree->memory += status.memory;
    add_held(tree, node->pid);
    return status.threads;
}

static void clear(struct nf_tree *tree)
{
    tree->count = tree->tasks = tree->running = tree->held_count = 0;
    tree->cpu_ns = tree->memory = tree->held_bytes = tree->held_mapped = 0;
    tree->halted = true;
    tree->undumpable = false;
}

/* What is mapped is resident memory of those who map it. */
static void add_unmapped(struct nf_tree *tree)
{
    if (tree->held_bytes > tree->held_mapped)
        tree->memory += tree->held_bytes - tree->held_mapped;
}

void nf_tree_walk(struct nf_tree *tree, pid_t except, size_t most, int signal)
{
    clear(tree);
    add_of_threads(tree, "/proc/self/task", 0, except, signal);
    for (size_t i = 0; i < tree->count && tree->tasks <= most; i++) {
        const struct nf_tree_node node = tree->nodes[i];
        const size_t threads = add_usage(tree, &node);
        if (threads > 0)
            add_children(tree, node.pid, threads, signal);
    }
    add_unmapped(tree);
}

void nf_tree_list(struct nf_tree *tree, pid_t except, size_t most)
{
    DIR *const processes = opendir("/proc");
    const struct dirent *process;
    const pid_t own = getpid();
    clear(tree);
    while (processes != NULL && (process = readdir(processes)) != NULL) {
        const pid_t pid = (pid_t)strtol(process->d_name, NULL, 10);
        if (pid > 0 && pid != own && pid != except && tree->count < tree->capacity)
            tree->nodes[tree->count++] = (struct nf_tree_node){.pid = pid};
    }
    if (processes != NULL)
        closedir(processes);
    if (tree->count > most)
        tree->tasks = tree->count;
    for (size_t i = 0; i < tree->count && tree->tasks <= most; i++)
        add_usage(tree, &tree->nodes[i]);
    add_unmapped(tree);
}

pid_t nf_tree_only_child(void)
{
    struct nf_tree_node nodes[2];
    struct nf_tree tree = {.nodes = nodes, .capacity = 2};
    add_listed(&tree, own_children, 0, 0, 0);
    return tree.count == 1 ? nodes[0].pid : 0;
}

/* ---- processor time ---- */

int nf_usage_open(void)
{
    struct perf_event_attr event = {
        .type = PERF_TYPE_SOFTWARE,
        .size = sizeof event,
        .config = PERF_COUNT_SW_TASK_CLOCK,
        .inherit = 1,
        .exclude_kernel = 1, /* a user may not do without; this clock counts all the same */
    };
    return (int)syscall(SYS_perf_event_open, &event, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

/* What the counter shows, without the caller's own time. */
static uint64_t usage_counted_ns(int counter)
{
    struct timespec own;
    uint64_t all = 0;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
    if (read(counter, &all, sizeof all) != sizeof all)
        return 0;
    const uint64_t own_ns = (uint64_t)own.tv_sec * 1000000000 + (uint64_t)own.tv_nsec;
    return all > own_ns ? all - own_ns : 0;
}

void nf_usage_begin(struct nf_usage *usage, uint64_t now_ns)
{
    *usage =
        (struct nf_usage){.counter = usage->counter,
                          .base_ns = usage->counter >= 0 ? usage_counted_ns(usage->counter) : 0,
                          .last_ns = now_ns};
}

void nf_usage_look(struct nf_usage *usage, const struct nf_tree *tree, uint64_t now_ns,
                   uint64_t seen_ns, uint32_t cpus)
{
    const uint64_t running = tree->running < cpus ? tree->running : cpus;
    const uint64_t most = tree->count > 1 ? running * (now_ns - usage->last_ns) : 0;
    const uint64_t more = seen_ns > usage->last_seen ? seen_ns - usage->last_seen : 0;
    usage->sampled_ns += most > more ? most : more;
    usage->estimated |= tree->count > 1 && (usage->counter < 0 || tree->undumpable);
    usage->last_ns = now_ns;
    usage->last_seen = seen_ns > usage->last_seen ? seen_ns : usage->last_seen;
}

uint64_t nf_usage_ns(const struct nf_usage *usage)
{
    const uint64_t now = usage->counter >= 0 ? usage_counted_ns(usage->counter) : 0;
    const uint64_t counted = now > usage->base_ns ? now - usage->base_ns : 0;
    return usage->estimated && usage->sampled_ns > counted ? usage->sampled_ns : counted;
}
