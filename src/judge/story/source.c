#include "judge/story/source.h"

#include "base/lang.h"
#include "table/html/markup.h"

#include <inttypes.h>

/* Lines shown above and below one that is blamed; lines of a source of which none is folded away;
 * bytes shown of a line. */
enum { NEAR = 8, SMALL = 40, MOST_BYTES = 400 };

/* Whether a line is shown, not folded away. */
static bool is_shown(const struct nf_story_source *source, uint64_t lines, uint64_t line)
{
    if (lines <= SMALL)
        return true;
    for (size_t i = 0; i < source->blamed_count; i++) {
        const uint64_t blamed = source->blamed[i].line;
        if (line + NEAR >= blamed && line <= blamed + NEAR)
            return true;
    }
    return false;
}

/* What is said of the line, and the line that would do. */
static void put_blamed(struct nf_text *text, const struct nf_blamed *blamed)
{
    nf_text_string(text, "<p>");
    nf_html_text(text, blamed->says);
    nf_text_string(text, "</p>\n");
    if (blamed->code == NULL)
        return;
    nf_text_string(text, "<code>");
    nf_html_text(text, blamed->code);
    nf_text_string(text, "</code>\n");
}

static void put_source_line(struct nf_text *text, const struct nf_story_source *source,
                            uint64_t number, const struct nf_line *line)
{
    size_t length = line->length;
    bool blamed = false;
    while (length > 0 && nf_is_blank(line->text[length - 1]))
        length--;
    for (size_t i = 0; i < source->blamed_count; i++)
        blamed |= source->blamed[i].line == number;
    nf_text_string(text, blamed ? "<li class=\"blamed\"><code>" : "<li><code>");
    nf_html_bytes(text, line->text, length > MOST_BYTES ? MOST_BYTES : length);
    nf_text_string(text, length > MOST_BYTES ? "</code> …\n" : "</code>\n");
    for (size_t i = 0; i < source->blamed_count; i++)
        if (source->blamed[i].line == number)
            put_blamed(text, &source->blamed[i]);
    nf_text_string(text, "</li>\n");
}

/* Appends the next `count` lines, from line `first` on. `*at` is its offset, and moves behind them.
 */
static void put_lines(struct nf_text *text, const struct nf_story_source *source, size_t *at,
                      uint64_t first, uint64_t count)
{
    struct nf_line line;
    nf_text_format(text, "<ol start=\"%" PRIu64 "\">\n", first);
    for (uint64_t i = 0; i < count && nf_next_line(source->text, at, &line); i++)
        put_source_line(text, source, first + i, &line);
    nf_text_string(text, "</ol>\n");
}

/* Appends the same lines folded away. */
static void put_folded(struct nf_text *text, const struct nf_story_source *source, size_t *at,
                       uint64_t first, uint64_t count)
{
    nf_text_string(text, "<details><summary>");
    nf_text_format(text, P_("%llu more line", "%llu more lines", count), (unsigned long long)count);
    nf_text_string(text, "</summary>\n");
    put_lines(text, source, at, first, count);
    nf_text_string(text, "</details>\n");
}

void nf_html_source(struct nf_text *text, const struct nf_story_source *source)
{
    struct nf_line line;
    uint64_t lines = 0, count;
    for (size_t at = 0; nf_next_line(source->text, &at, &line);)
        lines++;
    nf_text_string(text, "<div class=\"step source\" role=\"region\" aria-labelledby=\"source\">\n"
                         "<p class=\"number\" id=\"source\">");
    nf_html_text(text, source->text->name);
    nf_text_string(text, "</p>\n");
    size_t at = 0;
    for (uint64_t first = 1; first <= lines; first += count) {
        const bool shown = is_shown(source, lines, first);
        count = 1;
        while (first + count <= lines && is_shown(source, lines, first + count) == shown)
            count++;
        if (shown)
            put_lines(text, source, &at, first, count);
        else
            put_folded(text, source, &at, first, count);
    }
    for (size_t i = 0; i < source->blamed_count; i++)
        if (source->blamed[i].line > lines)
            put_blamed(text, &source->blamed[i]);
    nf_text_string(text, "</div>\n");
}
