/* The story of a game as JSON. */
#include "base/json_text.h"
#include "base/shown.h"
#include "base/version.h"
#include "judge/story/story.h"
#include "table/figures.h"

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
static json_t *shown(const struct nf_line *line)
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

struct writer {
    json_t *players, *lines, *frames;
};

static void add_line_json(void *owner, const struct nf_story_line *line)
{
    struct writer *const writer = owner;
    const struct nf_step *const step = line->step;
    json_t *const object = json_object();
    json_object_set_new(object, "line", nf_json_count(step->line));
    json_object_set_new(object, "text", shown(&line->right));
    json_object_set_new(object, "why", make_rows(step->rows));
    json_array_append_new(writer->lines, object);
    for (size_t i = 0; i < json_array_size(step->frames); i++)
        json_array_append_new(writer->frames, nf_story_frame(line, i));
    if (writer->players == NULL)
        writer->players = json_incref(step->players);
}

json_t *nf_story_json(const struct nf_story *story, struct nf_error *err)
{
    struct writer writer = {.lines = json_array(), .frames = json_array()};
    const struct nf_line size = {story->size.data, story->size.size, false};
    const enum nf_status status = nf_story_walk(story, add_line_json, &writer, err);
    json_t *const document = json_pack(
        "{s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o}", "schema", "ninefold.game/1", "version",
        nf_version, "game", story->problem->name, "title", story->problem->title, "size",
        shown(&size), "transcript_lines", nf_json_count(story->lines), "players",
        writer.players != NULL ? writer.players : json_array(), "lines", writer.lines, "frames",
        writer.frames);
    if (status == NF_OK && document != NULL)
        return document;
    json_decref(document);
    if (status == NF_OK)
        nf_fail(err, NF_IO, "out of memory for the JSON document");
    return NULL;
}
