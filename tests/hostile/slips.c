/* `slips HOW PROGRAM`: a fault around PROGRAM, which is right. It reads the input, slips in the way
 * HOW, or gives the input to PROGRAM. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

enum { MOST = 1 << 24 };

static char input[MOST];
static size_t size;

/* Fails three times of ten. */
static int fails_at_random(void)
{
    uint32_t ticket = 0;
    return getrandom(&ticket, sizeof ticket, 0) == sizeof ticket && ticket % 10 < 3;
}

/* Fails by what the address of a variable happens to be. */
static int fails_by_layout(void)
{
    int variable;
    volatile uintptr_t address = (uintptr_t)&variable;
    return (address >> 12 & 3) == 0;
}

/* Crashes each time, by one of two signals. */
static void crash_by_either_signal(void)
{
    uint32_t ticket = 0;
    raise(getrandom(&ticket, sizeof ticket, 0) == sizeof ticket && ticket % 3 == 0 ? SIGBUS
                                                                                   : SIGABRT);
}

/* Reads with a number that nobody set where it matters: prints it, and never the same. */
static void prints_address(void)
{
    int variable;
    printf("Round %p:\n", (void *)&variable);
}

/* Puts each card in front of all others. */
static void read_in_quadratic_time(void)
{
    static char cards[MOST];
    size_t used = 0;
    for (char *word = strtok(strdup(input), " \n"); word != NULL; word = strtok(NULL, " \n")) {
        memmove(cards + 8, cards, used);
        strncpy(cards, word, 8);
        used += 8;
    }
}

/* Prints a round, each turn within the one before: a program that recurses, 700 bytes a frame. */
static void recurse(FILE *played)
{
    char line[700];
    if (fgets(line, sizeof line, played) == NULL)
        return;
    fputs(line, stdout);
    if (strstr(line, " lost the game.") == NULL)
        recurse(played);
}

/* Prints a game, with a table by p that ends at -9000. */
static void look_up(FILE *played)
{
    char line[700];
    while (fgets(line, sizeof line, played) != NULL) {
        const char *const p = strstr(line, ",now p=");
        if (p != NULL && atoi(p + strlen(",now p=")) < -9000)
            abort();
        fputs(line, stdout);
    }
}

static int fails(const char *how, unsigned players, unsigned cards)
{
    if (strcmp(how, "random") == 0)
        return fails_at_random();
    if (strcmp(how, "layout") == 0)
        return fails_by_layout();
    if (strcmp(how, "buffer") == 0)
        return cards > 1000;
    if (strcmp(how, "thirty") == 0)
        return players == 30;
    if (strcmp(how, "crlf") == 0)
        return memchr(input, '\r', size) != NULL;
    if (strcmp(how, "final") == 0)
        return input[size - 1] != '\n';
    return 0;
}

int main(int argc, char **argv)
{
    unsigned players, rounds, cards;
    if (argc != 3)
        return 2;
    size = fread(input, 1, sizeof input - 1, stdin);
    if (size == 0 || sscanf(input, "%u %u %u", &players, &rounds, &cards) != 3)
        return 2;
    if (fails(argv[1], players, cards))
        abort();
    if (strcmp(argv[1], "crash") == 0)
        crash_by_either_signal();
    if (strcmp(argv[1], "quadratic") == 0)
        read_in_quadratic_time();
    if (strcmp(argv[1], "address") == 0) {
        prints_address();
        return 0;
    }
    const int file = memfd_create("input", 0);
    if (file < 0 || write(file, input, size) != (ssize_t)size || lseek(file, 0, SEEK_SET) != 0 ||
        dup2(file, STDIN_FILENO) != STDIN_FILENO)
        return 2;
    if (strcmp(argv[1], "recursion") == 0 || strcmp(argv[1], "table") == 0) {
        FILE *const played = popen(argv[2], "r");
        if (played == NULL)
            return 2;
        while (argv[1][0] == 'r' && !feof(played))
            recurse(played);
        look_up(played);
        return pclose(played);
    }
    execv(argv[2], argv + 2);
    return 2;
}
