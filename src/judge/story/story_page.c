#include "judge/story/story.h"

#include "base/json_text.h"
#include "base/lang.h"
#include "base/owned.h"
#include "judge/story/view.h"
#include "table/html/markup.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- a source ---- */

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
    nf_html_text(text, blamed->sentence);
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

enum { MOST_INSTANCE = 8000 }; /* shown of the instance */

struct page {
    const struct nf_story *story;
    struct nf_text *text; /* the lines, one below the other */
    struct nf_text table; /* rows of both transcripts */
    json_t *players, *frames;
    /* The frame shown first: where the output leaves the rules, or the first turn. */
    size_t start;
    bool in_section;
};

/* ---- rows ---- */

/* Cards parted by commas, each in a box; commas in brackets are part of one. */
static void put_cards(struct nf_text *text, const char *words, size_t size)
{
    int depth = 0;
    nf_text_string(text, "<dd class=\"cards\">");
    for (size_t from = 0, at = 0; at <= size; at++) {
        const char byte = at < size ? words[at] : ',';
        depth += (byte == '(') - (byte == ')');
        if (byte != ',' || (depth > 0 && at < size))
            continue;
        nf_text_string(text, "<span>");
        nf_html_bytes(text, words + from, at - from);
        nf_text_string(text, "</span>");
        from = at + 1 + (at + 1 < size && words[at + 1] == ' ');
        depth = 0;
    }
    nf_text_string(text, "</dd>\n");
}

static void put_row(struct nf_text *text, const char *label, const struct nf_text *words)
{
    const char *const bytes = words->data != NULL ? words->data : "";
    nf_text_string(text, "<dt>");
    nf_html_text(text, label);
    nf_text_string(text, "</dt>");
    if (strcmp(label, _("hand")) == 0 && words->size > 0 &&
        memchr(bytes, ',', words->size) != NULL) {
        put_cards(text, bytes, words->size);
        return;
    }
    nf_text_string(text, "<dd>");
    nf_html_bytes(text, bytes, words->size);
    nf_text_string(text, "</dd>\n");
}

void nf_html_rows(struct nf_text *text, const struct nf_text *rows)
{
    struct nf_story_row row;
    struct nf_text words = {0};
    bool open = false;
    for (size_t at = 0; nf_story_row(rows, &at, &row);) {
        const bool title = row.label[0] == '\0';
        words.size = 0;
        nf_story_row_words(rows, &row, &words);
        if (title == open)
            nf_text_string(text, title ? "</dl>\n" : "<dl>\n");
        open = !title;
        if (title) {
            nf_text_string(text, "<h3>");
            nf_html_bytes(text, words.data != NULL ? words.data : "", words.size);
            nf_text_string(text, "</h3>\n");
        } else {
            put_row(text, row.label, &words);
        }
    }
    nf_text_string(text, open ? "</dl>\n" : "");
    nf_text_free_part(&words, text);
}

/* ---- lines ---- */

static void put_code(struct nf_text *text, const struct nf_line *line)
{
    const bool cut = line->length > MOST_BYTES;
    nf_text_string(text, "<code>");
    nf_html_bytes(text, line->text, cut ? MOST_BYTES : line->length);
    nf_text_string(text, "</code>");
    if (cut) {
        nf_text_string(text, " …");
        nf_text_format(text, _(" (%zu bytes)"), line->length);
    }
}

static bool is_same(const struct nf_story_line *line)
{
    return line->has_own && line->step != NULL && line->own.length == line->right.length &&
           memcmp(line->own.text, line->right.text, line->own.length) == 0;
}

/* A line by the rules and what the output has instead, side by side. */
static void put_sides(struct nf_text *text, const struct nf_story_line *line)
{
    const bool same = is_same(line);
    nf_text_string(text, "<div class=\"sides\"><p><span class=\"number\">");
    if (line->step != NULL) {
        nf_text_format(text, _("line %llu by the rules"), (unsigned long long)line->step->line);
        nf_text_string(text, "</span>");
        put_code(text, &line->right);
    } else {
        nf_text_format(text, "%s</span>%s", _("by the rules"), _("nothing more"));
    }
    nf_text_format(text, "</p><p%s><span class=\"number\">%s</span>",
                   same ? "" : " class=\"other\"", _("the output"));
    if (line->has_own)
        put_code(text, &line->own);
    else
        nf_text_string(text, _("nothing"));
    nf_text_string(text, "</p></div>\n");
}

/* `line`: the line of the story that it stands at. */
static void put_difference(const struct page *page, uint64_t line)
{
    struct nf_text why = {0};
    nf_story_put_difference(page->story, &why);
    nf_text_format(page->text,
                   "<article class=\"step parting\" id=\"parting\" data-line=\"%" PRIu64 "\">\n"
                   "<p class=\"number\">%s</p>\n",
                   line,
                   page->story->parts ? _("here the output leaves the rules")
                                      : _("only white space differs"));
    nf_html_rows(page->text, &why);
    nf_text_string(page->text, "</article>\n");
    nf_text_free_part(&why, page->text);
}

static bool is_behind(const struct page *page, const struct nf_story_line *line)
{
    return line->step == NULL ||
           (page->story->parts && line->step->line >= page->story->mismatch.expected_line);
}

/* A row of the table of transcripts. Up to the mismatch both say the same. */
static void put_both(struct page *page, const struct nf_story_line *line)
{
    struct nf_text *const table = &page->table;
    const struct nf_story *const story = page->story;
    const bool behind = is_behind(page, line), own = behind ? line->has_own : true;
    const struct nf_line *const other = behind ? &line->own : &line->right;
    const bool same = !behind || is_same(line);
    nf_text_format(table, "<tr%s", same ? "" : " class=\"other\"");
    if (line->step == NULL) {
        nf_text_string(table, "><th scope=\"row\"></th><td></td>");
    } else {
        const uint64_t number = line->step->line;
        const bool link = number >= story->first_frame && number <= story->last_frame;
        nf_text_format(table, " id=\"line-%" PRIu64 "\"><th scope=\"row\">", number);
        if (link)
            nf_text_format(table, "<a href=\"#line=%" PRIu64 "\">", number);
        nf_text_format(table, "%" PRIu64 "%s</th><td>", number, link ? "</a>" : "");
        put_code(table, &line->right);
        nf_text_string(table, "</td>");
    }
    if (story->output != NULL) {
        nf_text_string(table, "<td>");
        if (own)
            put_code(table, other);
        nf_text_string(table, "</td>");
    }
    nf_text_string(table, "</tr>\n");
}

static void take_frames(struct page *page, const struct nf_story_line *line)
{
    for (size_t i = 0; i < json_array_size(line->step->frames); i++)
        json_array_append_new(page->frames, nf_story_frame(line, i));
    if (line->step->deals && !page->story->parts)
        page->start = json_array_size(page->frames);
    if (page->players == NULL)
        page->players = json_incref(line->step->players);
}

static void put_page_line(void *owner, const struct nf_story_line *line)
{
    struct page *const page = owner;
    struct nf_text *const text = page->text;
    const uint64_t number = line->step != NULL ? line->step->line : page->story->lines;
    put_both(page, line);
    if (line->parts)
        page->start = json_array_size(page->frames) - (line->step == NULL);
    if (line->step != NULL)
        take_frames(page, line);
    if (line->new_part) {
        nf_text_format(text, "%s<section>\n<h2>", page->in_section ? "</section>\n" : "");
        nf_html_text(text, line->step->part);
        nf_text_string(text, "</h2>\n");
        page->in_section = true;
    }
    if (line->parts)
        put_difference(page, number);
    const bool plain = line->rows == NULL || line->rows->size == 0;
    nf_text_format(text, "<article class=\"step%s\" data-line=\"%" PRIu64 "\">\n",
                   plain ? " plain" : "", number);
    if (is_behind(page, line)) {
        put_sides(text, line);
    } else {
        nf_text_string(text, "<h3><span class=\"number\">");
        nf_text_format(text, _("line %llu"), (unsigned long long)line->step->line);
        nf_text_string(text, "</span>");
        put_code(text, &line->right);
        nf_text_string(text, "</h3>\n");
    }
    if (!plain)
        nf_html_rows(text, line->rows);
    nf_text_string(text, "</article>\n");
}

/* ---- the page ---- */

void nf_html_ending(struct nf_text *text, const char *verdict, const char *errors)
{
    if (verdict != NULL) {
        nf_text_string(text, _("<p>The program: "));
        nf_html_text(text, verdict);
        nf_text_string(text, "</p>\n");
    }
    if (errors != NULL && errors[0] != '\0') {
        nf_text_string(text, _("<p>It wrote to standard error:</p>\n<pre>"));
        nf_html_text(text, errors);
        nf_text_string(text, "</pre>\n");
    }
}

static void put_outcome(const struct page *page, struct nf_text *text)
{
    const struct nf_story *const story = page->story;
    if (story->mistake != NULL) {
        nf_text_string(text, "<p><strong>");
        nf_html_text(text, story->mistake);
        nf_text_string(text, "</strong></p>\n");
    }
    nf_html_ending(text, story->verdict, story->errors);
    if (story->parts)
        nf_text_format(text,
                       _("<p><a href=\"#parting\">The output leaves the rules at line "
                         "%llu.</a></p>\n"),
                       (unsigned long long)story->mismatch.line);
    else if (story->silent)
        nf_text_string(text, _("<p>Nothing was printed before it ended.</p>\n"));
    else if (story->output != NULL && !story->wrong)
        nf_text_string(text, _("<p>The output is right up to its end.</p>\n"));
    if (story->source != NULL)
        nf_html_source(text, story->source);
}

static void put_head(const struct page *page, struct nf_text *text)
{
    const struct nf_story *const story = page->story;
    const struct nf_input *const instance = story->instance;
    const bool cut = instance->size > MOST_INSTANCE;
    nf_html_page_begin(text, _(story->problem->title), nf_html_view_hash);
    nf_html_head_begin(text, _(story->problem->title));
    nf_html_bytes(text, story->size.data, story->size.size);
    nf_text_format(text, P_(", %llu line", ", %llu lines", story->lines),
                   (unsigned long long)story->lines);
    nf_html_head_end(text);
    put_outcome(page, text);
    nf_text_format(text, "<details><summary>%s</summary><pre>", _("The instance"));
    nf_html_bytes(text, instance->data, cut ? MOST_INSTANCE : instance->size);
    nf_text_string(text, "</pre>\n");
    if (cut)
        nf_text_format(text, _("<p class=\"note\">Its first %d of %zu bytes are shown.</p>\n"),
                       MOST_INSTANCE, instance->size);
    nf_text_string(text, "</details>\n");
}

/* Appends a printf-style sentence in a paragraph. */
__attribute__((format(printf, 2, 3))) static void put_note(struct nf_text *text, const char *format,
                                                           ...)
{
    char words[200];
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    nf_html_note(text, words);
}

/* What is left out, and where frames end before the lines do. */
static void put_bounds(const struct page *page, struct nf_text *text)
{
    const struct nf_story *const story = page->story;
    if (story->first > 1)
        put_note(text, _("Lines 1 to %" PRIu64 " are left out."), story->first - 1);
    if (story->last < story->lines)
        put_note(text, _("Lines %" PRIu64 " to %" PRIu64 " are left out."), story->last + 1,
                 story->lines);
    if (story->first_frame > story->first || story->last_frame < story->last)
        put_note(text, _("The steps are those of lines %" PRIu64 " to %" PRIu64 "."),
                 story->first_frame, story->last_frame);
}

static void put_head_cell(struct nf_text *text, const char *words)
{
    nf_text_string(text, "<th scope=\"col\">");
    nf_html_text(text, words);
    nf_text_string(text, "</th>");
}

static void put_transcripts(const struct page *page, struct nf_text *text)
{
    const bool both = page->story->output != NULL;
    nf_text_string(text, "<div class=\"scroll\" id=\"lines\" role=\"region\" tabindex=\"0\" "
                         "aria-labelledby=\"lines-title\"><table>\n<caption id=\"lines-title\">");
    nf_html_text(text, both ? _("Both transcripts") : _("The transcript"));
    nf_text_string(text, "</caption>\n<thead><tr>");
    put_head_cell(text, _("line"));
    put_head_cell(text, _("by the rules"));
    if (both)
        put_head_cell(text, _("the output"));
    nf_text_string(text, "</tr></thead>\n<tbody>\n");
    nf_text_bytes(text, page->table.data, page->table.size);
    nf_html_table_end(text);
    text->failed |= page->table.failed;
}

/* Puts the parts of the page together. */
static void join(const struct page *page, struct nf_text *text)
{
    const bool started = page->start < json_array_size(page->frames);
    const struct nf_view view = {page->story->problem->fuzz->panels, page->players, page->frames,
                                 started ? page->start : 0};
    put_head(page, text);
    if (json_array_size(page->frames) > 0)
        nf_html_view(text, &view);
    put_bounds(page, text);
    put_transcripts(page, text);
    nf_text_bytes(text, page->text->data, page->text->size);
    text->failed |= page->text->failed;
    nf_text_string(text, "</main>\n");
    if (json_array_size(page->frames) > 0)
        nf_html_view_script(text, &view);
    nf_html_page_end(text);
}

static void page_free(struct page *page)
{
    json_decref(page->players);
    json_decref(page->frames);
    nf_text_free(&page->table);
}

enum nf_status nf_html_story(struct nf_text *text, const struct nf_story *story,
                             struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text lines = {0};
    NF_FREED_BY(page_free)
    struct page page = {.story = story, .text = &lines, .frames = json_array()};
    NF_TRY(nf_story_walk(story, put_page_line, &page, err));
    nf_text_string(&lines, page.in_section ? "</section>\n" : "");
    if (story->difference.line != 0 && !story->parts && !story->silent)
        put_difference(&page, story->lines);
    NF_TRY_MEMORY(!nf_json_failed(), err);
    join(&page, text);
    NF_TRY_MEMORY(!text->failed && !nf_json_failed(), err);
    return NF_OK;
}

enum nf_status nf_html_story_save(const struct nf_story *story, const char *path,
                                  struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text text = {0};
    NF_TRY(nf_html_story(&text, story, err));
    return nf_text_save(&text, path, err);
}
