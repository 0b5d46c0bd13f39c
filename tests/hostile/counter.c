/* Behaves well: reads its input to the end and prints how many bytes there were, how many of them
 * it has seen in all its life, and their sum. The input may begin with an order: "crash", "spin!",
 * "leave" (a process behind) or "exit!" (with code 3). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static size_t ever;

int main(void)
{
    static char bytes[1 << 16];
    char order[6] = "";
    size_t count = 0, got;
    unsigned long sum = 0;
    while ((got = fread(bytes, 1, sizeof bytes, stdin)) > 0) {
        if (count == 0)
            memcpy(order, bytes, got < 5 ? got : 5);
        for (size_t i = 0; i < got; i++)
            sum += (unsigned char)bytes[i];
        count += got;
        ever += got;
    }
    printf("%zu %zu %lu\n", count, ever, sum);
    if (strcmp(order, "crash") == 0)
        abort();
    for (volatile unsigned turns = 0; strcmp(order, "spin!") == 0; turns++) {
    }
    if (strcmp(order, "leave") == 0 && fork() == 0) {
        setsid();
        pause();
    }
    return strcmp(order, "exit!") == 0 ? 3 : 0;
}
