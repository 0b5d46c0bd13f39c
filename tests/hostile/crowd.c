/* Starts threads, which are there for a while, and ends while they run. */
#include <pthread.h>
#include <unistd.h>

static void *stay(void *nothing)
{
    for (;;)
        pause();
    return nothing;
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < 30; i++)
        pthread_create(&thread, NULL, stay, NULL);
    usleep(50000);
    return 0;
}
