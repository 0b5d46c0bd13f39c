/* Tries to get out: `prober PORT FILE` connects to that port of this machine, writes to the file
 * and to /tmp, and looks for other processes; prints what it could do. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static int can_write(const char *path)
{
    return open(path, O_WRONLY | O_CREAT, 0600) >= 0;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    const int network = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)atoi(argv[1])),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    printf("network %d\n",
           connect(network, (const struct sockaddr *)&address, sizeof address) == 0);
    printf("file %d\n", can_write(argv[2]));
    printf("tmp %d\n", can_write("/tmp/ninefold-prober"));
    printf("others %d\n", access("/proc/4", F_OK) == 0);
    return 0;
}
