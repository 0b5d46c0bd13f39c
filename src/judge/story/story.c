#include "judge/story/story.h"

#include "base/json_text.h"
#include "base/lang.h"
#include "base/shown.h"
#include "base/version.h"
#include "judge/judge.h"
#include "table/figures.h"

#include <stdio.h>
#include <string.h>

/* ---- the story ---- */

struct window {
    uint64_t first, last;
};

/* Chooses up to `most` lines around line `here`: three quarters of them up to it, the rest behind.
 */
static struct window choose_window(uint64_t lines, uint64_t here, uint64_t most)
{
    const uint64_t before = most - most / 4, latest = lines > most ? lines - most + 1 : 1;
    struct window window = {.first = here > before ? here - before + 1 : 1};
    if (window.first > latest)
        window.first = latest;
    window.last = lines - window.first < most ? lines : window.first + most - 1;
    return window;
}

/* The longest part of the game, and the one at hand. */
struct parts {
    char name[32];
    struct window part, longest;
};

static bool measure_part(void *owner, const struct nf_step *step)
{
    struct parts *const parts = owner;
    if (strcmp(parts->name, step->part) != 0)
        parts->part.first = step->line;
    snprintf(parts->name, sizeof parts->name, "%s", step->part);
    parts->part.last = step->line;
    if (parts->part.last - parts->part.first > parts->longest.last - parts->longest.first)
        parts->longest = parts->part;
    return true;
}

/* Finds the line that those shown are around: where the output leaves the rules, or the end of the
 * longest part of a game that is longer than what is shown. */
static enum nf_status find_middle(const struct nf_story *story, uint64_t *here,
                                  struct nf_error *err)
{
    struct parts parts = {.longest = {1, 1}};
    const struct nf_listener listener = {.hear = measure_part, .owner = &parts};
    *here = story->parts ? story->mismatch.expected_line : 1;
    if (story->parts || story->lines <= story->most)
        return NF_OK;
    const enum nf_status status =
        nf_write_story(story->problem, story->instance, 1, &listener, err);
    *here = parts.longest.last;
    return status;
}

/* Chooses the lines shown, and those with frames. */
static enum nf_status choose_lines(struct nf_story *story, struct nf_error *err)
{
    const struct nf_input transcript = nf_text_input(&story->transcript, "");
    const uint32_t frames = story->problem->fuzz->frames;
    const uint64_t framed = story->most > frames ? story->most / frames : 1;
    struct nf_line line;
    uint64_t here;
    for (size_t at = 0; nf_next_line(&transcript, &at, &line);)
        story->lines++;
    const enum nf_status status = find_middle(story, &here, err);
    const struct window shown = choose_window(story->lines, here, story->most);
    story->first = shown.first;
    story->last = shown.last;
    if (story->framed) {
        const struct window window = choose_window(story->lines, here, framed);
        story->first_frame = window.first;
        story->last_frame = window.last;
    }
    return status;
}

enum nf_status nf_story_open(struct nf_story *story, struct nf_error *err)
{
    const struct nf_problem *const problem = story->problem;
    NF_TRY(nf_play(problem->rules, story->instance, &story->transcript, err));
    NF_TRY(nf_describe_size(problem, story->instance, &story->size, err));
    if (story->output != NULL)
        NF_TRY(nf_check_output(problem, story->instance, NULL, story->output, &story->difference,
                               err));
    NF_TRY_MEMORY(!story->transcript.failed && !story->size.failed, err);
    const struct nf_input transcript = nf_text_input(&story->transcript, "");
    story->silent = story->output != NULL && story->broke && story->output->size == 0;
    if (story->output != NULL && !story->silent)
        nf_mismatch_find(&story->mismatch, &transcript, story->output, NULL);
    story->parts = story->mismatch.tokens == NF_TOKENS_DIFFER;
    story->wrong = story->difference.line != 0 && (story->strict || story->parts) && !story->silent;
    return choose_lines(story, err);
}

void nf_story_close(struct nf_story *story)
{
    nf_text_free(&story->transcript);
    nf_text_free(&story->size);
    nf_text_free(&story->difference.why);
}

/* ---- rows ---- */

/* The offset of column NF_ROW_INDENT in a line, 0 if it is shorter. */
static size_t row_text(const struct nf_line *line)
{
    char head[4 * NF_ROW_INDENT + 1] = "";
    bool clean;
    for (size_t at = 0, length; at < line->length && nf_shown_columns(head) < NF_ROW_INDENT;) {
        length = nf_shown_length(line->text + at, line->length - at, &clean);
        memcpy(head + at, line->text + at, length);
        at += length;
        if (nf_shown_columns(head) == NF_ROW_INDENT && at < line->length)
            return at;
    }
    return 0;
}

/* The columns in front of a line's first word. */
static size_t indent_of(const struct nf_line *line)
{
    size_t blanks = 0;
    while (blanks < line->length && line->text[blanks] == ' ')
        blanks++;
    return blanks;
}

bool nf_story_row(const struct nf_text *rows, size_t *at, struct nf_story_row *row)
{
    const struct nf_input text = nf_text_input(rows, "");
    struct nf_line line;
    *row = (struct nf_story_row){.from = *at};
    if (!nf_next_line(&text, at, &line))
        return false;
    const size_t words = row_text(&line);
    if (words > 0 && indent_of(&line) == 2) {
        size_t end = words;
        while (line.text[end - 1] == ' ')
            end--;
        snprintf(row->label, sizeof row->label, "%.*s", (int)(end - 2), line.text + 2);
        for (size_t next = *at; nf_next_line(&text, &next, &line);) {
            if (indent_of(&line) < NF_ROW_INDENT || line.length == NF_ROW_INDENT)
                break;
            *at = next;
        }
    }
    row->size = *at - row->from;
    return true;
}

void nf_story_row_words(const struct nf_text *rows, const struct nf_story_row *row,
                        struct nf_text *words)
{
    const struct nf_input text = {"", rows->data + row->from, row->size};
    struct nf_line line;
    for (size_t at = 0; nf_next_line(&text, &at, &line);) {
        const size_t skipped = row->label[0] != '\0' ? row_text(&line) : 0;
        const char *const from = line.text + skipped;
        if (line.text > text.data && words->size > 0 && /* 0 without memory */
            nf_shown_parted(words->data, words->size, from, line.length - skipped))
            nf_text_string(words, " ");
        nf_text_bytes(words, from, line.length - skipped);
    }
}

/* Whether the row is one of the rows, to the byte. */
static bool has_row(const struct nf_text *rows, const char *bytes, size_t size)
{
    struct nf_story_row row;
    for (size_t at = 0; nf_story_row(rows, &at, &row);)
        if (row.size == size && memcmp(rows->data + row.from, bytes, size) == 0)
            return true;
    return false;
}

/* ---- its lines ---- */

struct walk {
    const struct nf_story *story;
    struct nf_input transcript;
    size_t at, own_at;   /* in the transcript and in the output */
    uint64_t line;       /* the line at `at` */
    uint64_t missing;    /* lines that the output leaves out before it goes on as by the rules */
    struct nf_text rows; /* where the output parts: those not said before */
    char part[32];       /* of the line before */
    void (*put)(void *owner, const struct nf_story_line *line);
    void *owner;
};

/* The next line of the output that is not blank. */
static bool take_own(struct walk *walk, struct nf_line *own)
{
    while (nf_next_line(walk->story->output, &walk->own_at, own))
        if (!nf_line_is_blank(own))
            return true;
    return false;
}

/* The rows of a step that the words on the difference do not say. */
static const struct nf_text *rows_left(struct walk *walk, const struct nf_step *step)
{
    struct nf_story_row row;
    for (size_t at = 0; nf_story_row(step->rows, &at, &row);) {
        const char *const bytes = step->rows->data + row.from;
        if (!has_row(&walk->story->difference.why, bytes, row.size))
            nf_text_bytes(&walk->rows, bytes, row.size);
    }
    return &walk->rows;
}

static bool hear(void *owner, const struct nf_step *step)
{
    struct walk *const walk = owner;
    const struct nf_story *const story = walk->story;
    struct nf_story_line line = {.step = step};
    if (step->line > story->last)
        return false;
    for (; walk->line <= step->line; walk->line++)
        if (!nf_next_line(&walk->transcript, &walk->at, &line.right))
            return false;
    const bool behind = story->parts && step->line >= story->mismatch.expected_line;
    line.parts = story->parts && step->line == story->mismatch.expected_line;
    line.rows = line.parts ? rows_left(walk, step) : step->rows;
    line.new_part = strcmp(walk->part, step->part) != 0;
    snprintf(walk->part, sizeof walk->part, "%s", step->part);
    if (behind && walk->missing > 0)
        walk->missing--;
    else if (behind)
        line.has_own = take_own(walk, &line.own);
    walk->put(walk->owner, &line);
    return step->line < story->last;
}

/* Where the output goes on beside the first line that differs. */
static void find_own(struct walk *walk)
{
    const struct nf_mismatch *const mismatch = &walk->story->mismatch;
    struct nf_line line;
    walk->own_at = mismatch->has_found ? (size_t)(mismatch->found.text - walk->story->output->data)
                                       : walk->story->output->size;
    if (mismatch->shift > 0)
        walk->missing = (uint64_t)mismatch->shift;
    for (int64_t more = mismatch->shift; more < 0; more++)
        take_own(walk, &line);
}

enum nf_status nf_story_walk(const struct nf_story *story,
                             void (*put)(void *owner, const struct nf_story_line *line),
                             void *owner, struct nf_error *err)
{
    struct walk walk = {.story = story,
                        .transcript = nf_text_input(&story->transcript, ""),
                        .line = 1,
                        .put = put,
                        .owner = owner};
    const struct nf_listener listener = {hear, &walk, story->first_frame, story->last_frame};
    struct nf_story_line rest = {.has_own = true};
    if (story->parts)
        find_own(&walk);
    const enum nf_status status =
        nf_write_story(story->problem, story->instance, story->first, &listener, err);
    const bool failed = walk.rows.failed;
    nf_text_free(&walk.rows);
    NF_TRY(status);
    NF_TRY_MEMORY(!failed, err);
    if (!story->parts || story->last < story->lines)
        return NF_OK;
    for (uint32_t i = 0; i < NF_STORY_REST && take_own(&walk, &rest.own); i++) {
        rest.parts = i == 0 && !story->mismatch.has_expected;
        put(owner, &rest);
    }
    return NF_OK;
}

void nf_story_put_difference(const struct nf_story *story, struct nf_text *text)
{
    const struct nf_text *const why = &story->difference.why;
    if (story->silent) {
        nf_text_string(text, _("nothing was printed before it ended\n"));
        return;
    }
    if (!story->wrong)
        nf_text_string(text, _("the output is right up to its end\n"));
    nf_text_bytes(text, why->data, why->size);
}

/* ---- as text ---- */

struct writer {
    const struct nf_story *story;
    struct nf_text *text;
};

static void put_shown(struct nf_text *text, const struct nf_line *line)
{
    nf_shown_bytes(text, line->text, line->length);
    nf_text_string(text, "\n");
}

static void put_mismatch(const struct writer *writer)
{
    nf_text_string(writer->text, _("HERE THE OUTPUT LEAVES THE RULES\n"));
    nf_story_put_difference(writer->story, writer->text);
}

static void put_step(const struct writer *writer, const struct nf_story_line *line)
{
    struct nf_text *const text = writer->text;
    const struct nf_step *const step = line->step;
    if (line->new_part)
        nf_text_format(text, "\n%s\n", step->part);
    if (line->new_part || step->rows->size > 0)
        nf_text_string(text, "\n");
    if (line->parts) {
        put_mismatch(writer);
        nf_text_string(text, _("\nby the rules, and as the output goes on:\n\n"));
    }
    nf_text_format(text, _("line %llu: "), (unsigned long long)step->line);
    put_shown(text, &line->right);
    if (line->has_own)
        nf_row_bytes(text, N_("output"), line->own.text, line->own.length, 0);
    nf_text_bytes(text, line->rows->data, line->rows->size);
}

static void put_story_line(void *owner, const struct nf_story_line *line)
{
    const struct writer *const writer = owner;
    struct nf_text *const text = writer->text;
    if (line->step != NULL) {
        put_step(writer, line);
        return;
    }
    if (line->parts) {
        nf_text_string(text, "\n");
        put_mismatch(writer);
        nf_text_string(text, "\n");
    }
    nf_row_bytes(text, N_("output"), line->own.text, line->own.length, 0);
}

enum nf_status nf_story_text(const struct nf_story *story, struct nf_text *text,
                             struct nf_error *err)
{
    struct writer writer = {story, text};
    nf_text_format(text, P_("%s: %.*s, %llu line\n", "%s: %.*s, %llu lines\n", story->lines),
                   _(story->problem->title), (int)story->size.size, story->size.data,
                   (unsigned long long)story->lines);
    if (story->verdict != NULL)
        nf_text_format(text, _("the program: %s\n"), story->verdict);
    if (story->errors != NULL && story->errors[0] != '\0') {
        nf_text_string(text, _("it wrote to standard error:\n"));
        nf_shown_lines(text, story->errors);
    }
    if (story->first > 1)
        nf_text_format(text, _("from line %llu on; --lines shows more\n"),
                       (unsigned long long)story->first);
    NF_TRY(nf_story_walk(story, put_story_line, &writer, err));
    if (story->last < story->lines)
        nf_text_format(text, _("\n%llu more lines; --lines shows more\n"),
                       (unsigned long long)(story->lines - story->last));
    if (story->output != NULL && !story->parts) {
        nf_text_string(text, "\n");
        nf_story_put_difference(story, text);
    }
    return text->failed ? nf_fail_memory(err) : NF_OK;
}

/* ---- JSON ---- */

json_t *nf_story_frame(const struct nf_story_line *line, size_t step)
{
    json_t *const frame = json_object();
    json_object_set_new(frame, "line", nf_json_count(line->step->line));
    if (json_array_size(line->step->frames) > 1)
        json_object_set_new(frame, "step", nf_json_count(step + 1));
    json_object_set_new(frame, "part", json_string(line->step->part));
    json_object_update(frame, json_array_get(line->step->frames, step));
    return frame;
}

/* Bytes from outside, as text. */
static json_t *json_bytes(const struct nf_line *line)
{
    struct nf_text text = {0};
    nf_shown_bytes(&text, line->text, line->length);
    json_t *const made = nf_json_text(&text);
    nf_text_free(&text);
    return made;
}

/* Rows of nf_text_row(): [label, words]. */
static json_t *make_rows(const struct nf_text *rows)
{
    json_t *const list = json_array();
    struct nf_story_row row;
    for (size_t at = 0; nf_story_row(rows, &at, &row);) {
        struct nf_text words = {0};
        nf_story_row_words(rows, &row, &words);
        json_array_append_new(list, json_pack("[s, o]", row.label, nf_json_text(&words)));
        nf_text_free(&words);
    }
    return list;
}

struct json_writer {
    json_t *players, *lines, *frames;
};

static void add_line_json(void *owner, const struct nf_story_line *line)
{
    struct json_writer *const writer = owner;
    const struct nf_step *const step = line->step;
    json_t *const object = json_object();
    json_object_set_new(object, "line", nf_json_count(step->line));
    json_object_set_new(object, "text", json_bytes(&line->right));
    json_object_set_new(object, "why", make_rows(step->rows));
    json_array_append_new(writer->lines, object);
    for (size_t i = 0; i < json_array_size(step->frames); i++)
        json_array_append_new(writer->frames, nf_story_frame(line, i));
    if (writer->players == NULL)
        writer->players = json_incref(step->players);
}

json_t *nf_story_json(const struct nf_story *story, struct nf_error *err)
{
    struct json_writer writer = {.lines = json_array(), .frames = json_array()};
    const struct nf_line size = {story->size.data, story->size.size, false};
    const enum nf_status status = nf_story_walk(story, add_line_json, &writer, err);
    json_t *const document = json_pack(
        "{s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o}", "schema", "ninefold.game/1", "version",
        nf_version, "game", story->problem->name, "title", story->problem->title, "size",
        json_bytes(&size), "transcript_lines", nf_json_count(story->lines), "players",
        writer.players != NULL ? writer.players : json_array(), "lines", writer.lines, "frames",
        writer.frames);
    if (status == NF_OK && document != NULL)
        return document;
    json_decref(document);
    if (status == NF_OK)
        nf_fail_memory(err);
    return NULL;
}
