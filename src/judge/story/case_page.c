#include "judge/story/story.h"

#include "base/format/tokens.h"
#include "base/lang.h"
#include "table/html/markup.h"

#include <string.h>

/* Bytes shown of the case, of a line of an output, and of one before what differs; lines of outputs
 * shown above the first difference, which is to be in sight, and below it. */
enum { MOST_INSTANCE = 8000, MOST_BYTES = 400, BEFORE = 80, ABOVE = 8, BELOW = 200 };

/* ---- the case ---- */

/* A word of the instance: grey, if it is free. */
static void case_put_word(struct nf_text *text, const struct nf_text_token *word, bool is_free)
{
    nf_text_string(text, is_free ? "<span class=\"any\">" : "");
    nf_html_bytes(text, word->bytes, word->length);
    nf_text_string(text, is_free ? "</span>" : "");
}

static void case_put_instance(struct nf_text *text, const struct nf_case_page *page)
{
    const struct nf_input *const instance = &page->instance;
    const bool cut = instance->size > MOST_INSTANCE;
    const struct nf_input shown = {"", instance->data, cut ? MOST_INSTANCE : instance->size};
    nf_text_format(text, "<section>\n<h2>%s</h2>\n", _("The case"));
    if (page->free_words != 0)
        nf_html_note(text, _("With all values tried in place of a grey word, it fails likewise."));
    nf_text_format(text,
                   "<div class=\"scroll step\" role=\"region\" tabindex=\"0\" "
                   "aria-label=\"%s\"><pre id=\"case\">\n",
                   _("The case"));
    struct nf_text_token word;
    size_t from = 0;
    for (size_t at = 0, number = 0; nf_token_next(&shown, &at, &word); from = at, number++) {
        nf_html_bytes(text, shown.data + from, at - word.length - from);
        case_put_word(text, &word, number < 64 && (page->free_words >> number & 1) != 0);
    }
    nf_html_bytes(text, shown.data + from, shown.size - from);
    nf_text_string(text, "</pre></div>\n");
    if (cut)
        nf_text_format(text, _("<p class=\"note\">Its first %d of %zu bytes are shown.</p>\n"),
                       MOST_INSTANCE, instance->size);
    nf_text_string(text, "</section>\n");
}

/* ---- the outputs ---- */

/* One of the outputs: where it differs, and where its next line begins. */
struct side {
    const struct nf_input *text;
    size_t marked, at;
};

/* Moves to the line so many above the one at hand. */
static void side_go_up(struct side *side, uint64_t lines)
{
    for (;; lines--) {
        while (side->at > 0 && side->text->data[side->at - 1] != '\n')
            side->at--;
        if (lines == 0 || side->at == 0)
            return;
        side->at--;
    }
}

/* A line with the word at offset `from` marked, or the place where one is missing; of a long one
 * what is around it. */
static void side_put_marked(struct nf_text *text, const struct nf_line *line, size_t from)
{
    size_t to = from;
    while (to < line->length && to - from < MOST_BYTES && !nf_is_blank(line->text[to]))
        to++;
    while (from > 0 && to > from && to - from < MOST_BYTES && !nf_is_blank(line->text[from - 1]))
        from--;
    const size_t start = from > BEFORE ? from - BEFORE : 0;
    const size_t end = line->length - to > MOST_BYTES / 2 ? to + MOST_BYTES / 2 : line->length;
    nf_text_string(text, start > 0 ? "… <code>" : "<code>");
    nf_html_bytes(text, line->text + start, from - start);
    nf_text_string(text, "<mark>");
    nf_html_bytes(text, line->text + from, to - from);
    nf_text_string(text, "</mark>");
    nf_html_bytes(text, line->text + to, end - to);
    nf_text_string(text, end < line->length ? "</code> …" : "</code>");
}

/* Appends a cell with the next line; `marked`: it is the one that differs. False at the end. */
static bool side_put_line(struct nf_text *text, struct side *side, bool marked)
{
    struct nf_line line;
    const size_t start = side->at;
    nf_text_string(text, "<td>");
    const bool there = nf_next_line(side->text, &side->at, &line);
    if (there && marked && side->marked >= start && side->marked <= start + line.length) {
        side_put_marked(text, &line, side->marked - start);
    } else if (there) {
        const bool cut = line.length > MOST_BYTES;
        nf_text_string(text, "<code>");
        nf_html_bytes(text, line.text, cut ? MOST_BYTES : line.length);
        nf_text_string(text, cut ? "</code> …" : "</code>");
    } else if (marked) {
        nf_text_format(text, "<mark>%s</mark>", _("nothing more"));
    }
    nf_text_string(text, "</td>");
    return there;
}

static bool side_is_over(const struct side *side)
{
    return side->at >= side->text->size;
}

/* The rows of both outputs. What differs first stands in one row. */
static void outputs_put_rows(struct nf_text *text, const struct nf_case_page *page)
{
    const struct nf_difference *const difference = page->difference;
    struct side expected = {&page->expected, difference->expected_at, difference->expected_at};
    struct side found = {&page->found, difference->found_at, difference->found_at};
    const uint64_t line = nf_newlines(expected.text->data, expected.at) + 1,
                   other = nf_newlines(found.text->data, found.at) + 1,
                   least = line < other ? line : other;
    const uint64_t above = least > ABOVE ? ABOVE : least - 1;
    side_go_up(&expected, above);
    side_go_up(&found, above);
    if (other - above > 1)
        nf_text_string(text, "<tr><th scope=\"row\">…</th><td>…</td><td>…</td></tr>\n");
    for (uint64_t i = 0; i <= above + BELOW; i++) {
        const bool here = i == above && difference->line != 0;
        if (!here && side_is_over(&expected) && side_is_over(&found))
            return;
        nf_text_format(text, "<tr%s><th scope=\"row\">%llu</th>", here ? " class=\"now\"" : "",
                       (unsigned long long)(other - above + i));
        side_put_line(text, &expected, here);
        side_put_line(text, &found, here);
        nf_text_string(text, "</tr>\n");
    }
    if (!side_is_over(&expected) || !side_is_over(&found))
        nf_text_string(text, "<tr><th scope=\"row\">…</th><td>…</td><td>…</td></tr>\n");
}

/* What a checker says, which may look like rows and is none. */
static void outputs_put_message(struct nf_text *text, const struct nf_text *why)
{
    nf_text_string(text, "<pre>\n");
    nf_html_bytes(text, why->data, why->size);
    nf_text_string(text, "</pre>\n");
}

static void outputs_put(struct nf_text *text, const struct nf_case_page *page)
{
    const bool answers = strcmp(page->difference->kind, NF_KIND_CHECKER) == 0;
    nf_text_format(text, "<section class=\"both\">\n<h2>%s</h2>\n", _("The outputs"));
    if (page->programs[0] != NULL)
        nf_text_string(text, ""); /* the rows show it */
    else if (page->broke && page->found.size == 0)
        nf_text_string(text, _("<p>Nothing was printed before it ended.</p>\n"));
    else if (page->difference->line == 0)
        nf_text_string(text, _("<p>The output is right up to its end.</p>\n"));
    else if (answers)
        outputs_put_message(text, &page->difference->why);
    else
        nf_html_rows(text, &page->difference->why);
    nf_html_table_begin(text, "outputs", _("Line by line"));
    nf_text_format(text, "<thead><tr><th scope=\"col\">%s</th><th scope=\"col\">", _("line"));
    nf_html_text(text, page->programs[0] != NULL ? page->programs[0]
                       : answers                 ? _("the reference")
                                                 : _("expected"));
    nf_text_string(text, "</th><th scope=\"col\">");
    nf_html_text(text, page->programs[0] != NULL ? page->programs[1] : _("found"));
    nf_text_string(text, "</th></tr></thead>\n<tbody>\n");
    outputs_put_rows(text, page);
    nf_html_table_end(text);
    nf_text_string(text, "</section>\n");
}

/* ---- the page ---- */

void nf_html_case(struct nf_text *text, const struct nf_case_page *page)
{
    nf_html_page_begin(text, page->title, NULL);
    nf_html_head_begin(text, page->title);
    nf_html_bytes(text, page->size->data, page->size->size);
    nf_html_head_end(text);
    if (page->programs[0] == NULL)
        nf_html_ending(text, page->verdict, page->errors);
    if (page->remarks->size > 0) {
        nf_text_string(text, "<p>");
        nf_html_bytes(text, page->remarks->data, page->remarks->size);
        nf_text_string(text, "</p>\n");
    }
    case_put_instance(text, page);
    outputs_put(text, page);
    if (page->source != NULL) {
        nf_text_format(text, "<section>\n<h2>%s</h2>\n", _("The source"));
        nf_html_source(text, page->source);
        nf_text_string(text, "</section>\n");
    }
    nf_text_format(text, "<section>\n<h2>%s</h2>\n<pre class=\"step\">\n", _("To run it again"));
    nf_html_text(text, page->again);
    nf_text_string(text, "</pre>\n</section>\n</main>\n");
    nf_html_page_end(text);
}
