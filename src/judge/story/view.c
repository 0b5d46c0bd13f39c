#include "judge/story/view.h"

#include "base/embed.h"
#include "base/json_text.h"
#include "base/lang.h"
#include "table/html/markup.h"

#include <stdio.h>
#include <string.h>

NF_EMBED(nf_html_view_js, "src/judge/story/view.js");

/* The Makefile hashes the script. */
const char nf_html_view_hash[] = "'sha256-" NF_VIEW_HASH "'";

/* Appends ` NAME="WORDS"`. */
static void put_attribute(struct nf_text *text, const char *name, const char *words)
{
    nf_text_format(text, " %s=\"", name);
    nf_html_text(text, words);
    nf_text_string(text, "\"");
}

static void put_button(struct nf_text *text, const char *go, const char *sign, const char *label)
{
    nf_text_format(text, "<button type=\"button\" data-go=\"%s\"", go);
    put_attribute(text, "aria-label", label);
    put_attribute(text, "title", label);
    nf_text_format(text, ">%s</button>\n", sign);
}

static void put_play(struct nf_text *text)
{
    nf_text_string(text, "<button type=\"button\" data-go=\"play\"");
    put_attribute(text, "title", _("Space"));
    put_attribute(text, "data-other", _("Pause"));
    nf_text_string(text, ">");
    nf_html_text(text, _("Play"));
    nf_text_string(text, "</button>\n");
}

static void put_parts(struct nf_text *text, const struct nf_view *view)
{
    nf_text_string(text, "<label>");
    nf_html_text(text, _("Part"));
    nf_text_string(text, " <select id=\"part\">\n");
    for (size_t i = 0; i < json_array_size(view->frames); i++) {
        if (!nf_view_starts_part(view, i))
            continue;
        nf_text_format(text, "<option value=\"%zu\">", i);
        nf_html_text(text,
                     json_string_value(json_object_get(json_array_get(view->frames, i), "part")));
        nf_text_string(text, "</option>\n");
    }
    nf_text_string(text, "</select></label>\n");
}

static void put_speeds(struct nf_text *text)
{
    static const char *const speeds[] = {"0.5", "1", "2", "4", "8", "16"};
    nf_text_string(text, "<label>");
    nf_html_text(text, _("Steps a second"));
    nf_text_string(text, " <select id=\"speed\">\n");
    for (size_t i = 0; i < sizeof speeds / sizeof speeds[0]; i++)
        nf_text_format(text, "<option%s>%s</option>\n", i == 2 ? " selected" : "", speeds[i]);
    nf_text_string(text, "</select></label>\n");
}

/* Hidden where no script can serve them. */
static void put_controls(struct nf_text *text, const struct nf_view *view)
{
    const size_t frames = json_array_size(view->frames);
    nf_text_string(text, "<div id=\"controls\" hidden role=\"group\"");
    put_attribute(text, "aria-label", _("Steps"));
    nf_text_string(text, ">\n<div class=\"buttons\">\n");
    put_button(text, "first", "|◀", _("First step (Home)"));
    put_button(text, "part-back", "◀◀", _("A round back (up)"));
    put_button(text, "back", "◀", _("A step back (left)"));
    put_play(text);
    put_button(text, "on", "▶", _("A step on (right)"));
    put_button(text, "part-on", "▶▶", _("A round on (down)"));
    put_button(text, "last", "▶|", _("Last step (End)"));
    nf_text_format(text,
                   "</div>\n<input type=\"range\" id=\"place\" min=\"1\" max=\"%zu\" value=\"%zu\"",
                   frames, view->start + 1);
    put_attribute(text, "aria-label", _("Step"));
    nf_text_string(text, ">\n<output id=\"count\"></output>\n");
    put_parts(text, view);
    put_speeds(text);
    nf_text_string(text, "<label><input type=\"checkbox\" id=\"all\"> ");
    nf_html_text(text, _("All lines below"));
    nf_text_string(text, "</label>\n");
    nf_html_note(text, _("Keys: left and right for a step, up and down for a round, Home and End, "
                         "space to play, + and - for the speed."));
    nf_text_string(text, "</div>\n");
}

void nf_html_view(struct nf_text *text, const struct nf_view *view)
{
    const json_t *const frame = json_array_get(view->frames, view->start);
    const char *const said = json_string_value(json_object_get(frame, "said"));
    nf_text_format(text, "<section id=\"view\" data-start=\"%zu\"", view->start);
    put_attribute(text, "aria-label", _("The game, step by step"));
    nf_text_string(text, ">\n<p id=\"said\" class=\"answer\" aria-live=\"polite\">");
    nf_html_text(text, said != NULL ? said : "");
    nf_text_string(text, "</p>\n");
    put_controls(text, view);
    nf_html_panels(text, view);
    nf_text_string(text, "</section>\n");
}

static json_t *view_change(json_t *from, json_t *to);

/* Adds to `changes` what a member becomes, NULL: it goes; nothing where it stays as it is. */
static void view_add_change(json_t *changes, const char *name, json_t *from, json_t *to)
{
    if (to == NULL)
        json_object_set_new(changes, name, json_array());
    else if (from == NULL || !json_equal(from, to))
        json_object_set_new(changes, name, view_change(from, to));
}

/* Returns a new reference to what makes `to` of `from`, NULL: of nothing. A member stands for
 * itself if it is no list or object; an object has changes of members, by name, or of items of a
 * list as long, by number; a list has what comes whole, or is empty: the member goes. So frames,
 * each as the change of the one before, take 60% of their room; view.js puts them together. */
static json_t *view_change(json_t *from, json_t *to)
{
    const char *name;
    json_t *value;
    char number[24];
    if (!json_is_object(to) && !json_is_array(to))
        return json_incref(to);
    if (from == NULL || json_typeof(from) != json_typeof(to) ||
        json_array_size(from) != json_array_size(to))
        return json_pack("[O]", to);
    json_t *const changes = json_object();
    json_object_foreach(from, name, value) if (json_object_get(to, name) == NULL)
        view_add_change(changes, name, value, NULL);
    json_object_foreach(to, name, value)
        view_add_change(changes, name, json_object_get(from, name), value);
    for (size_t i = 0; i < json_array_size(to); i++) {
        snprintf(number, sizeof number, "%zu", i);
        view_add_change(changes, number, json_array_get(from, i), json_array_get(to, i));
    }
    return changes;
}

static json_t *view_changes(const struct nf_view *view)
{
    json_t *const list = json_array(), *before = NULL;
    for (size_t i = 0; i < json_array_size(view->frames); i++) {
        json_t *const frame = json_array_get(view->frames, i);
        json_array_append_new(list, view_change(before, frame));
        before = frame;
    }
    return list;
}

/* In a script element nothing is markup but "</script" and "<!--"; so JSON is safe there without
 * these three, which stand in its strings alone. */
static void put_safe(struct nf_text *text, const char *dump)
{
    for (const char *at = dump; *at != '\0';) {
        const size_t length = strcspn(at, "<>&");
        nf_text_bytes(text, at, length);
        at += length;
        if (*at != '\0')
            nf_text_format(text, "\\u%04x", (unsigned)*at++);
    }
}

void nf_html_view_script(struct nf_text *text, const struct nf_view *view)
{
    struct nf_text dump = {0};
    json_auto_t *changes = view_changes(view);
    nf_json_dump(&dump, changes, JSON_COMPACT | JSON_ENSURE_ASCII);
    nf_text_string(text, "<script type=\"application/json\" id=\"frames\">");
    put_safe(text, nf_text_terminated(&dump));
    nf_text_string(text, "</script>\n<script>");
    nf_text_string(text, nf_html_view_js);
    nf_text_string(text, "</script>\n");
    nf_text_free_part(&dump, text);
}
