#include "base/signals.h"

void nf_signals_catch(struct nf_signals *before, void (*handler)(int), int flags)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &before->interrupt);
    sigaction(SIGTERM, &action, &before->terminate);
}

void nf_signals_restore(const struct nf_signals *before)
{
    sigaction(SIGINT, &before->interrupt, NULL);
    sigaction(SIGTERM, &before->terminate, NULL);
}
