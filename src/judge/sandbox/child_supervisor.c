#include "judge/sandbox/child_internal.h"

#include "base/machine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- confining ---- */

enum { SOCKET = 3 }; /* number of the supervisor's end */

static int niceness; /* of ninefold */

static void wake_up(int signal)
{
    (void)signal;
}

static void put_file(const char *path, const char *text)
{
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    const ssize_t written = file >= 0 ? write(file, text, strlen(text)) : 0;
    (void)written;
    if (file >= 0)
        close(file);
}

static void limit(unsigned resource, rlim_t value)
{
    struct rlimit now;
    if (getrlimit(resource, &now) != 0)
        return;
    now.rlim_max = now.rlim_max < value ? now.rlim_max : value;
    now.rlim_cur = now.rlim_max;
    setrlimit(resource, &now);
}

/* The program must not inherit ninefold's signal handling, and the supervisor must not miss
 * SIGCHLD. */
static void reset_signals(void)
{
    sigset_t child;
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
    /* The C library reserves two signals for its threads and hides them, but the parent of ninefold
     * may have left them ignored. */
    static const unsigned long as_they_come[8];
    for (int number = 32; number < 34; number++)
        syscall(SYS_rt_sigaction, number, as_they_come, NULL, sizeof(unsigned long));
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_SETMASK, &child, NULL);
    /* With the default action SIGCHLD would not wake ppoll(). */
    const struct sigaction action = {.sa_handler = wake_up};
    sigaction(SIGCHLD, &action, NULL);
}

/* Keeps only the socket; standard input and output become /dev/null. */
static void reset_descriptors(int socket)
{
    dup2(socket, SOCKET);
    fcntl(SOCKET, F_SETFD, FD_CLOEXEC);
    syscall(SYS_close_range, SOCKET + 1, ~0u, 0u);
    const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int i = 0; i < SOCKET && null >= 0; i++)
        dup2(null, i);
    if (null > SOCKET)
        close(null);
}

/* Limits the user's processes, well above the current number. Root is not limited. */
static void limit_processes(void)
{
    char text[64];
    unsigned long all;
    const int load = open("/proc/loadavg", O_RDONLY | O_CLOEXEC);
    const ssize_t got = load >= 0 ? read(load, text, sizeof text - 1) : -1;
    if (load >= 0)
        close(load);
    text[got > 0 ? got : 0] = '\0';
    if (sscanf(text, "%*s %*s %*s %*u/%lu", &all) == 1)
        limit(RLIMIT_NPROC, all + 4 * NF_CHILD_TASKS);
}

/* Programs that run at the same time have different ids, as they have without namespaces: many name
 * files in /tmp after their id, such as Java. So those of each supervisor start far from those of
 * others: where its own id outside, `own`, is put by the golden section. */
static void start_ids_apart(const char *own)
{
    enum { FIRST = 300, IDS = 32000 };
    char start[32];
    snprintf(start, sizeof start, "%lu", FIRST + strtoul(own, NULL, 10) * 19777 % IDS);
    put_file("/proc/sys/kernel/ns_last_pid", start);
}

/* Mounts the /proc of the new namespace, for this process and its descendants. Returns false if
 * that is not allowed; then the program sees the old /proc, whose ids differ from those of
 * getpid(). */
static bool show_own_processes(void)
{
    char own[32];
    const ssize_t length = readlink("/proc/self", own, sizeof own - 1);
    own[length > 0 ? length : 0] = '\0';
    if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL) != 0 ||
        mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) != 0)
        return false;
    start_ids_apart(own);
    return true;
}

/* Drops from programs of root the capabilities to trace us, to end our namespace by a reboot, to
 * set limits of processes with other ids, and to unmount the shared /proc. The drop takes effect at
 * the next exec. We keep all four, and a process cannot trace one with more capabilities. */
static void bound_capabilities(const struct nf_supervisor *supervisor)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {0};
    prctl(PR_CAPBSET_DROP, CAP_SYS_PTRACE, 0, 0, 0);
    prctl(PR_CAPBSET_DROP, CAP_SYS_BOOT, 0, 0, 0);
    prctl(PR_CAPBSET_DROP, CAP_SYS_RESOURCE, 0, 0, 0);
    if (!supervisor->command->sandboxed) /* bubblewrap needs to mount */
        prctl(PR_CAPBSET_DROP, CAP_SYS_ADMIN, 0, 0, 0);
    if (syscall(SYS_capget, &header, data) != 0)
        return;
    for (int i = 0; i < _LINUX_CAPABILITY_U32S_3; i++)
        data[i].inheritable = 0; /* this clears the ambient ones, too */
    syscall(SYS_capset, &header, data);
}

/* The program runs as our user and may do to us what users may do to their own processes. This
 * forbids as much as possible; ninefold deals with the rest (child_pipes.c). */
static void protect(const struct nf_supervisor *supervisor)
{
    bound_capabilities(supervisor);
    /* Unprivileged processes can neither trace us nor write to our memory. */
    prctl(PR_SET_DUMPABLE, 0);
    /* Nor may they set our limits if one of our ids is not theirs. Only root may have such a one;
     * it does not outlive an exec, so the program has none. By the system call alone: the C library
     * waits for all threads to follow, and one of ThreadSanitizer's own never does. */
    syscall(SYS_setresgid, (gid_t)-1, (gid_t)-1, getgid() + 1);
    /* If ninefold is killed while we are stopped: in a namespace our death ends all processes;
     * without one we must continue and kill them ourselves. */
    if (supervisor->bound || !supervisor->alone)
        prctl(PR_SET_PDEATHSIG, supervisor->alone ? SIGKILL : SIGCONT);
}

/* The program inherits these. RLIMIT_AS is not used: some runtimes reserve terabytes of address
 * space, and a program that is refused memory looks as if it had crashed. */
void nf_confine_limits(struct nf_supervisor *supervisor)
{
    /* One byte makes no core file and, unlike 0, also keeps a core_pattern handler from running. */
    limit(RLIMIT_CORE, 1);
    if (supervisor->limits.output > 0)
        limit(RLIMIT_FSIZE, supervisor->limits.output);
    limit_processes();
    supervisor->own_proc = supervisor->alone && show_own_processes();
    if (!supervisor->command->sandboxed) {
        /* We could not kill a program with more privileges than ours. */
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    }
    /* If memory runs out before we look, the system should kill the program first. */
    put_file("/proc/self/oom_score_adj", "1000");
    /* If allowed, the supervisor takes priority over the thousands of processes of a fork bomb,
     * which do not inherit this. */
    const struct sched_param first = {.sched_priority = 1};
    niceness = getpriority(PRIO_PROCESS, 0);
    sched_setscheduler(0, SCHED_RR | SCHED_RESET_ON_FORK, &first);
    protect(supervisor);
    nf_limits_read(0, supervisor->own);
}

void nf_confine_program(const int standard[3])
{
    sigset_t none;
    sigemptyset(&none);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setsid();
    for (int i = 0; i < 3; i++)
        dup2(standard[i], i);
    setpriority(PRIO_PROCESS, 0, niceness);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

void nf_limits_read(pid_t pid, struct rlimit limits[RLIM_NLIMITS])
{
    for (int i = 0; i < RLIM_NLIMITS; i++)
        prlimit(pid, (unsigned)i, NULL, &limits[i]);
}

bool nf_limits_changed(pid_t pid, const struct rlimit limits[RLIM_NLIMITS])
{
    struct rlimit now[RLIM_NLIMITS];
    memcpy(now, limits, sizeof now);
    nf_limits_read(pid, now);
    return memcmp(now, limits, sizeof now) != 0;
}

/* Makes the next child the first process of a new process id namespace, if allowed: then one kill
 * ends all its descendants, and they end with it. Returns a descriptor of the old namespace to
 * return to, or -1 if it is not allowed. */
static int leave_namespace(void)
{
    const int ours = open("/proc/self/ns/pid", O_RDONLY | O_CLOEXEC);
    if (ours >= 0 && unshare(CLONE_NEWPID) == 0)
        return ours;
    if (ours >= 0)
        close(ours);
    return -1;
}

static void return_to_namespace(int ours)
{
    if (ours < 0)
        return;
    setns(ours, CLONE_NEWPID);
    close(ours);
}

/* Whether RLIMIT_NPROC counts per user namespace, as it does since Linux 5.14. */
static bool counts_by_namespace(void)
{
    struct utsname system;
    unsigned major, minor;
    return uname(&system) == 0 && sscanf(system.release, "%u.%u", &major, &minor) == 2 &&
           (major > 5 || (major == 5 && minor >= 14));
}

/* A user who may not create a process id namespace often may inside a new user namespace. A process
 * cannot leave that again, so an intermediate process enters it and waits for the supervisor.
 * Returns in the supervisor. */
static void enter_user_namespace(bool bound)
{
    char map[64];
    const unsigned user = geteuid(), group = getegid();
    if (unshare(CLONE_NEWUSER | CLONE_NEWPID) != 0)
        return;
    prctl(PR_SET_DUMPABLE, 1); /* ninefold may not be by now, and then these files are root's */
    put_file("/proc/self/setgroups", "deny");
    snprintf(map, sizeof map, "%u %u 1", user, user);
    put_file("/proc/self/uid_map", map);
    snprintf(map, sizeof map, "%u %u 1", group, group);
    put_file("/proc/self/gid_map", map);
    /* A few more than NF_CHILD_TASKS. */
    if (counts_by_namespace())
        limit(RLIMIT_NPROC, NF_CHILD_TASKS + 50);
    const pid_t supervisor = fork();
    if (supervisor == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        return;
    }
    /* The intermediate process ends with the supervisor, which notices the end of ninefold by its
     * socket; if the intermediate process is killed, the supervisor ends with it. */
    setsid();
    if (bound)
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    syscall(SYS_close_range, 0, ~0u, 0u);
    prctl(PR_SET_NAME, "ninefold-wait");
    while (supervisor > 0 && waitpid(supervisor, NULL, 0) < 0 && errno == EINTR) {
    }
    _exit(supervisor > 0 ? 0 : 1);
}

pid_t nf_confine_fork(bool namespace, bool bound)
{
    const int ours = namespace ? leave_namespace() : -1;
    const pid_t pid = fork();
    if (pid == 0 && namespace && ours < 0)
        enter_user_namespace(bound);
    const int error = errno;
    return_to_namespace(ours);
    errno = error;
    return pid;
}

int nf_confine_begin(int socket)
{
    reset_signals();
    setsid();
    reset_descriptors(socket);
    return SOCKET;
}

/* ---- the supervisor ---- */

enum { TREE_CAPACITY = 1 << 16 };

/* Prepares the supervisor. If it cannot work here, sends a report and returns false. */
static bool settle_child(struct nf_supervisor *supervisor)
{
    prctl(PR_SET_NAME, "nf-supervisor");
    nf_confine_limits(supervisor);
    supervisor->cpus = nf_machine_cpus();
    supervisor->exec_error = mmap(NULL, sizeof *supervisor->exec_error, PROT_READ | PROT_WRITE,
                                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (supervisor->exec_error == MAP_FAILED || !nf_tree_open(&supervisor->tree, TREE_CAPACITY))
        nf_supervisor_complain(supervisor->socket, "out of memory");
    else if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0)
        nf_supervisor_complain(supervisor->socket,
                               "this system does not support PR_SET_CHILD_SUBREAPER: %s",
                               strerror(errno));
    else if (!nf_tree_supported())
        nf_supervisor_complain(supervisor->socket, "no /proc/PID/task/TID/children on this system");
    else
        return true;
    return false;
}

__attribute__((noreturn)) static void keep(struct nf_supervisor *supervisor)
{
    bool going = settle_child(supervisor);
    struct nf_supervisor_report ready = {.event = NF_SUPERVISOR_READY};
    supervisor->usage.counter = nf_usage_open();
    if (supervisor->usage.counter < 0)
        snprintf(ready.why, sizeof ready.why, "%s", strerror(errno));
    going = going && nf_supervisor_answer(supervisor->socket, &ready) == 0;
    while (going) {
        int standard[3];
        const int order = nf_supervisor_listen(supervisor->socket, standard);
        if (order == NF_SUPERVISOR_START || order == NF_SUPERVISOR_FORK)
            nf_supervisor_case(supervisor, standard, order == NF_SUPERVISOR_FORK);
        else if (order < 0)
            going = false;
        /* A late STOP: the case was over before it came. */
    }
    nf_server_end(&supervisor->server);
    _exit(0);
}

pid_t nf_supervisor_fork(const struct nf_command *command, const struct nf_child_limits *limits,
                         bool bound, int *socket)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return -1;
    /* The sandbox creates its own namespaces, which end with it. */
    const pid_t pid = nf_confine_fork(!command->sandboxed, bound);
    if (pid == 0) {
        struct nf_supervisor supervisor = {.socket = nf_confine_begin(ends[1]),
                                           .command = command,
                                           .limits = *limits,
                                           .children = -1,
                                           /* A fork has id 1 only in a new namespace. */
                                           .alone = getpid() == 1,
                                           .bound = bound};
        keep(&supervisor);
    }
    const int error = errno;
    close(ends[1]);
    *socket = ends[0];
    if (pid < 0) {
        close(ends[0]);
        errno = error;
    }
    return pid;
}

/* ---- the protocol ---- */

int nf_supervisor_send(int socket, enum nf_supervisor_order order, const int standard[3])
{
    uint32_t word = order;
    struct iovec part = {&word, sizeof word};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(3 * sizeof(int))];
    } control;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (standard != NULL) {
        memset(&control, 0, sizeof control);
        control.header = (struct cmsghdr){.cmsg_len = CMSG_LEN(3 * sizeof(int)),
                                          .cmsg_level = SOL_SOCKET,
                                          .cmsg_type = SCM_RIGHTS};
        memcpy(CMSG_DATA(&control.header), standard, 3 * sizeof(int));
        message.msg_control = &control;
        message.msg_controllen = sizeof control.bytes;
    }
    ssize_t sent;
    while ((sent = sendmsg(socket, &message, MSG_NOSIGNAL)) < 0 && errno == EINTR) {
    }
    return sent < 0 ? -1 : 0;
}

int nf_supervisor_receive(int socket, struct nf_supervisor_report *report)
{
    ssize_t got;
    while ((got = recv(socket, report, sizeof *report, 0)) < 0 && errno == EINTR) {
    }
    if (got >= 0 && got != (ssize_t)sizeof *report)
        errno = ECONNRESET;
    return got == (ssize_t)sizeof *report ? 0 : -1;
}

bool nf_supervisor_gone(int error)
{
    return error == ECONNRESET || error == EPIPE || error == ENOTCONN || error == ETIMEDOUT;
}

int nf_supervisor_listen(int socket, int standard[3])
{
    uint32_t word;
    struct iovec part = {&word, sizeof word};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(3 * sizeof(int))];
    } control;
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = &control,
                             .msg_controllen = sizeof control.bytes};
    ssize_t got;
    while ((got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {
    }
    if (got != (ssize_t)sizeof word)
        return -1;
    const struct cmsghdr *const rights = CMSG_FIRSTHDR(&message);
    const bool three = rights != NULL && rights->cmsg_len == CMSG_LEN(3 * sizeof(int));
    for (int i = 0; i < 3; i++)
        standard[i] = -1;
    if (three)
        memcpy(standard, CMSG_DATA(rights), 3 * sizeof(int));
    return (int)word;
}

int nf_supervisor_answer(int socket, const struct nf_supervisor_report *report)
{
    ssize_t sent;
    while ((sent = send(socket, report, sizeof *report, MSG_NOSIGNAL)) < 0 && errno == EINTR) {
    }
    return sent == (ssize_t)sizeof *report ? 0 : -1;
}

void nf_supervisor_complain(int socket, const char *format, ...)
{
    struct nf_supervisor_report report = {.event = NF_SUPERVISOR_FAILED};
    va_list args;
    va_start(args, format);
    vsnprintf(report.why, sizeof report.why, format, args);
    va_end(args);
    nf_supervisor_answer(socket, &report);
}
