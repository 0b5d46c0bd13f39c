/* `printer out|err BYTES` writes so many x to standard output or error, without end for -1. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    static char bytes[1 << 16];
    if (argc != 3)
        return 2;
    const int to = strcmp(argv[1], "err") == 0 ? STDERR_FILENO : STDOUT_FILENO;
    long left = atol(argv[2]);
    memset(bytes, 'x', sizeof bytes);
    while (left != 0) {
        const size_t most = left < 0 || left > (long)sizeof bytes ? sizeof bytes : (size_t)left;
        const ssize_t put = write(to, bytes, most);
        if (put < 0)
            return 1;
        left -= left > 0 ? put : 0;
    }
    return 0;
}
