#include "report/html/view.h"

#include "base/embed.h"
#include "base/json_text.h"
#include "base/lang.h"
#include "report/html/markup.h"

#include <stdlib.h>
#include <string.h>

NF_EMBED(nf_html_view_js, "src/report/html/view.js");

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
    nf_json_dump(&dump, view->frames, JSON_COMPACT | JSON_ENSURE_ASCII);
    nf_text_string(text, "<script type=\"application/json\" id=\"frames\">");
    put_safe(text, nf_text_terminated(&dump));
    nf_text_string(text, "</script>\n<script>");
    nf_text_string(text, nf_html_view_js);
    nf_text_string(text, "</script>\n");
    nf_text_free_part(&dump, text);
}
