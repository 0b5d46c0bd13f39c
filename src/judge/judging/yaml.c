#include "judge/judging/yaml.h"

#include "base/lang.h"

#include <string.h>
#include <yaml.h>

/* A collection that is open. */
struct level {
    bool map;
    bool key;    /* the next scalar is a key */
    size_t path; /* bytes of the path that lead here */
};

struct walk {
    const struct nf_input *input;
    struct level levels[NF_YAML_DEPTH];
    size_t depth;
    struct nf_text path;
    enum nf_status (*take)(void *owner, const struct nf_yaml_value *value, struct nf_error *err);
    void *owner;
    struct nf_error *err;
};

static enum nf_status fail_at_mark(const struct walk *walk, const yaml_mark_t *mark,
                                   const char *message)
{
    return nf_fail(walk->err, NF_INVALID, "%.400s:%zu:%zu: %s", walk->input->name, mark->line + 1,
                   mark->column + 1, _(message));
}

static enum nf_status fail_by_parser(const struct walk *walk, const yaml_parser_t *parser)
{
    if (parser->error == YAML_MEMORY_ERROR)
        return nf_fail(walk->err, NF_IO, "out of memory for %.400s", walk->input->name);
    /* Of bytes that are no text libyaml has the place in the file alone. */
    if (parser->error == YAML_READER_ERROR && parser->problem_offset <= walk->input->size)
        return nf_fail_at(walk->err, walk->input, parser->problem_offset,
                          "not a YAML file: %.100s%s%.100s", parser->problem, "", "");
    char message[256];
    snprintf(message, sizeof message, _("not a YAML file: %.100s%s%.100s"), parser->problem,
             parser->context != NULL ? " " : "", parser->context != NULL ? parser->context : "");
    return fail_at_mark(walk, &parser->problem_mark, message);
}

/* Cuts the path to where the innermost collection begins, and appends a key. */
static void walk_to_key(struct walk *walk, const char *key)
{
    walk->path.size = walk->levels[walk->depth - 1].path;
    nf_text_string(&walk->path, walk->path.size > 0 ? "/" : "");
    nf_text_string(&walk->path, key);
}

/* A value has ended: a key is next. */
static void walk_past_value(struct walk *walk)
{
    if (walk->depth > 0 && walk->levels[walk->depth - 1].map)
        walk->levels[walk->depth - 1].key = true;
}

static bool at_key(const struct walk *walk)
{
    return walk->depth > 0 && walk->levels[walk->depth - 1].key;
}

static enum nf_status walk_scalar(struct walk *walk, const yaml_event_t *event)
{
    const char *const text = (const char *)event->data.scalar.value;
    if (strlen(text) != event->data.scalar.length)
        return fail_at_mark(walk, &event->start_mark, N_("found a NUL byte, expected text"));
    if (at_key(walk)) {
        walk_to_key(walk, text);
        walk->levels[walk->depth - 1].key = false;
        return NF_OK;
    }
    if (walk->depth > 0 && !walk->levels[walk->depth - 1].map)
        walk->path.size = walk->levels[walk->depth - 1].path;
    const struct nf_yaml_value value = {.file = walk->input->name,
                                        .path = nf_text_terminated(&walk->path),
                                        .text = text,
                                        .line = event->start_mark.line + 1,
                                        .column = event->start_mark.column + 1};
    walk_past_value(walk);
    return walk->take(walk->owner, &value, walk->err);
}

static enum nf_status walk_into(struct walk *walk, const yaml_event_t *event)
{
    const bool map = event->type == YAML_MAPPING_START_EVENT;
    if (at_key(walk))
        return fail_at_mark(walk, &event->start_mark, N_("found a collection, expected a key"));
    if (walk->depth == NF_YAML_DEPTH)
        return fail_at_mark(walk, &event->start_mark,
                            N_("nested too deeply, expected at most 32 levels"));
    if (walk->depth > 0 && !walk->levels[walk->depth - 1].map)
        walk->path.size = walk->levels[walk->depth - 1].path;
    nf_text_string(&walk->path, map ? "" : "[]");
    walk->levels[walk->depth++] = (struct level){.map = map, .key = map, .path = walk->path.size};
    return NF_OK;
}

static enum nf_status walk_event(struct walk *walk, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_SCALAR_EVENT: return walk_scalar(walk, event);
    case YAML_MAPPING_START_EVENT:
    case YAML_SEQUENCE_START_EVENT: return walk_into(walk, event);
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT:
        walk->depth--;
        walk_past_value(walk);
        return NF_OK;
    case YAML_ALIAS_EVENT:
        return fail_at_mark(walk, &event->start_mark,
                            N_("found an alias, expected the value itself"));
    default: return NF_OK;
    }
}

static enum nf_status walk_document(struct walk *walk, yaml_parser_t *parser)
{
    for (;;) {
        yaml_event_t event;
        if (!yaml_parser_parse(parser, &event))
            return fail_by_parser(walk, parser);
        const bool ends =
            event.type == YAML_DOCUMENT_END_EVENT || event.type == YAML_STREAM_END_EVENT;
        const enum nf_status status = walk_event(walk, &event);
        yaml_event_delete(&event);
        if (status != NF_OK || ends)
            return status;
        if (walk->path.failed)
            return nf_fail(walk->err, NF_IO, "out of memory for %.400s", walk->input->name);
    }
}

enum nf_status nf_yaml_each(const struct nf_input *input,
                            enum nf_status (*take)(void *owner, const struct nf_yaml_value *value,
                                                   struct nf_error *err),
                            void *owner, struct nf_error *err)
{
    struct walk walk = {.input = input, .take = take, .owner = owner, .err = err};
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser))
        return nf_fail(err, NF_IO, "out of memory for %.400s", input->name);
    yaml_parser_set_input_string(&parser, (const unsigned char *)input->data, input->size);
    const enum nf_status status = walk_document(&walk, &parser);
    yaml_parser_delete(&parser);
    nf_text_free(&walk.path);
    return status;
}

enum nf_status nf_yaml_fail(struct nf_error *err, const struct nf_yaml_value *value,
                            const char *expected)
{
    char quoted[NF_QUOTED];
    return nf_fail(err, NF_INVALID, "%.400s:%zu:%zu: found %s, expected %s", value->file,
                   value->line, value->column, nf_quote(quoted, value->text, strlen(value->text)),
                   _(expected));
}
