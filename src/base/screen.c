#include "base/screen.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static size_t columns = NF_TERMINAL;
static bool colours;

/* What the environment variable COLUMNS says, 0 if nothing. */
static size_t given_columns(void)
{
    const char *const given = getenv("COLUMNS");
    char *end;
    const long number = given != NULL ? strtol(given, &end, 10) : 0;
    return number > 0 && *end == '\0' ? (size_t)number : 0;
}

static bool is_set(const char *value)
{
    return value != NULL && *value != '\0';
}

void nf_screen_look(void)
{
    const char *const term = getenv("TERM");
    struct winsize size;
    if (!isatty(STDOUT_FILENO))
        return;
    colours = !is_set(getenv("NO_COLOR")) && is_set(term) && strcmp(term, "dumb") != 0;
    columns = given_columns();
    if (columns == 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        columns = size.ws_col;
    columns = columns < NF_TERMINAL      ? NF_TERMINAL
              : columns > NF_SCREEN_MOST ? NF_SCREEN_MOST
                                         : columns;
}

size_t nf_screen_width(void)
{
    return columns;
}

/* Bold ones can be read on light and on dark ground; all take as many bytes. */
static const char begin[][8] = {
    [NF_GOOD] = "\033[1;32m", [NF_BAD] = "\033[1;31m", [NF_NOTED] = "\033[1;35m"};
static const char end[] = "\033[0m";

const char *nf_screen_word(char to[NF_COLOURED], enum nf_colour colour, const char *word)
{
    assert(strlen(word) <= NF_COLOURED_WORD);
    snprintf(to, NF_COLOURED, "%s%s%s", colours ? begin[colour] : "", word, colours ? end : "");
    return to;
}

void nf_screen_put(struct nf_text *text, enum nf_colour colour, int width, const char *word)
{
    char coloured[NF_COLOURED];
    const int length = (int)strlen(word);
    const int blanks = abs(width) > length ? abs(width) - length : 0;
    nf_text_format(text, "%*s%s%*s", width > 0 ? blanks : 0, "",
                   nf_screen_word(coloured, colour, word), width < 0 ? blanks : 0, "");
}

void nf_screen_line(struct nf_text *text, enum nf_colour colour, const char *line)
{
    nf_text_string(text, colours ? begin[colour] : "");
    nf_text_string(text, line);
    nf_text_string(text, colours ? end : "");
}

size_t nf_screen_unseen(void)
{
    return colours ? strlen(begin[NF_GOOD]) + strlen(end) : 0;
}
