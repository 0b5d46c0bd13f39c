/* Says that it is the fork server, before main, and answers every request with the number in its
 * arguments: `liar NUMBER`; "self" stands for its own process id. It forks nothing. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* src/sandbox/preload/forkserver.h */
static const uint32_t hello = 0x39666f31;

__attribute__((constructor)) static void lie(int argc, char **argv)
{
    int socket = STDERR_FILENO + 1; /* the first that is one; its name is gone by now */
    while (socket < 100 && send(socket, &hello, sizeof hello, 0) != sizeof hello)
        socket++;
    const int32_t answer = argc < 2                       ? 0
                           : strcmp(argv[1], "self") == 0 ? (int32_t)getpid()
                                                          : (int32_t)atoi(argv[1]);
    uint32_t request;
    while (recv(socket, &request, sizeof request, 0) == sizeof request)
        send(socket, &answer, sizeof answer, 0);
    _exit(0);
}

int main(void)
{
    return 0;
}
