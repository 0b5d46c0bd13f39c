/* Says that it is the fork server where it waits for its input, and answers every request with the
 * number in its arguments: `liar NUMBER`; "self" stands for its own process id. It forks nothing.
 * Where nobody asks, it reads its input. */
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* src/judge/sandbox/preload/forkserver.h */
enum { SOCKET = 200 };
static const uint32_t hello = 0x39666f31;

static int32_t answer;

static void lie(int number)
{
    uint32_t request;
    (void)number;
    send(SOCKET, &hello, sizeof hello, 0);
    while (recv(SOCKET, &request, sizeof request, 0) == sizeof request)
        send(SOCKET, &answer, sizeof answer, 0);
    _exit(0);
}

int main(int argc, char **argv)
{
    char byte;
    answer = argc < 2                       ? 0
             : strcmp(argv[1], "self") == 0 ? (int32_t)getpid()
                                            : (int32_t)atoi(argv[1]);
    signal(SIGRTMAX - 2, lie);
    return read(STDIN_FILENO, &byte, 1) < 0;
}
