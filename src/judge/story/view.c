#include "judge/story/view.h"

#include "base/embed.h"
#include "base/json_text.h"
#include "base/lang.h"
#include "table/html/markup.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
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
    const char *const sentence = json_string_value(json_object_get(frame, "said"));
    nf_text_format(text, "<section id=\"view\" data-start=\"%zu\"", view->start);
    put_attribute(text, "aria-label", _("The game, step by step"));
    nf_text_string(text, ">\n<p id=\"said\" class=\"answer\" aria-live=\"polite\">");
    nf_html_text(text, sentence != NULL ? sentence : "");
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

/* ---- panels ---- */

/* ---- bound elements ---- */

enum { LONGEST = 64 }; /* bytes of a name in a path, of a condition, and a NUL */

static const json_t *look_one(const json_t *value, const char *name, size_t length)
{
    char key[LONGEST];
    assert(length < sizeof key);
    memcpy(key, name, length);
    key[length] = '\0';
    return json_is_array(value) ? json_array_get(value, strtoul(key, NULL, 10))
                                : json_object_get(value, key);
}

const json_t *nf_bound_look(const json_t *state, const char *path)
{
    for (;;) {
        const size_t length = strcspn(path, ".");
        state = look_one(state, path, length);
        if (path[length] == '\0')
            return state;
        path += length + 1;
    }
}

static void put_value(struct nf_text *text, const json_t *value)
{
    if (json_is_string(value))
        nf_html_bytes(text, json_string_value(value), json_string_length(value));
    else if (json_is_integer(value))
        nf_text_format(text, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
}

void nf_bound_text(struct nf_text *text, const json_t *state, const char *tag, const char *base,
                   const char *path)
{
    nf_text_format(text, "<%s class=\"%s\" data-text=\"%s\">", tag, base, path);
    put_value(text, nf_bound_look(state, path));
    nf_text_format(text, "</%s>", tag);
}

static void put_cell(struct nf_text *text, const json_t *cell)
{
    const char *const mark = json_string_value(json_object_get(cell, "mark"));
    nf_text_string(text, "<li");
    if (mark != NULL) {
        nf_text_string(text, " class=\"");
        nf_html_text(text, mark);
        nf_text_string(text, "\"");
    }
    nf_text_string(text, ">");
    put_value(text, json_is_object(cell) ? json_object_get(cell, "text") : cell);
    nf_text_string(text, "</li>");
}

void nf_bound_cells(struct nf_text *text, const json_t *state, const char *path)
{
    const json_t *const list = nf_bound_look(state, path);
    nf_text_format(text, "<ul class=\"cells\" data-cells=\"%s\">", path);
    for (size_t i = 0; i < json_array_size(list); i++)
        put_cell(text, json_array_get(list, i));
    if (json_is_string(list) || json_is_integer(list))
        put_cell(text, list);
    nf_text_string(text, "</ul>");
}

static bool has_word(const char *words, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = words; (at = strstr(at, word)) != NULL; at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

static bool is_value(const json_t *value, const char *wanted)
{
    return json_is_integer(value)
               ? json_integer_value(value) == strtoll(wanted, NULL, 10)
               : json_is_string(value) && strcmp(json_string_value(value), wanted) == 0;
}

/* Whether "PATH", "PATH=VALUE" or "PATH~WORD" holds; `condition` is written to. */
static bool holds(const json_t *state, char *condition)
{
    char *const sign = strpbrk(condition, "=~");
    const char kind = sign != NULL ? *sign : '\0';
    if (sign != NULL)
        *sign = '\0';
    const json_t *const value = nf_bound_look(state, condition);
    if (kind == '=')
        return is_value(value, sign + 1);
    if (kind == '~')
        return json_is_string(value) && has_word(json_string_value(value), sign + 1);
    return value != NULL && !json_is_null(value) && !json_is_false(value);
}

void nf_bound_class(struct nf_text *text, const json_t *state, const char *base, const char *when)
{
    nf_text_format(text, " data-when=\"%s\" class=\"%s", when, base);
    while (*when != '\0') {
        char condition[LONGEST];
        const size_t length = strcspn(when, ":"), name = strcspn(when + length, " ");
        assert(length < sizeof condition && name > 1);
        memcpy(condition, when, length);
        condition[length] = '\0';
        if (holds(state, condition))
            nf_text_format(text, " %.*s", (int)name - 1, when + length + 1);
        when += length + name;
        when += *when == ' ';
    }
    nf_text_string(text, "\"");
}

/* ---- panels ---- */

enum { PATH = 64, MANY = 12 }; /* bytes of a path; more players need a large circle */

static const json_t *state_of(const struct nf_view *view, size_t frame)
{
    return json_object_get(json_array_get(view->frames, frame), "state");
}

static const json_t *first_state(const struct nf_view *view)
{
    return state_of(view, view->start);
}

static size_t players_of(const struct nf_view *view)
{
    return json_array_size(view->players);
}

static void put_name(struct nf_text *text, const struct nf_view *view, size_t seat)
{
    const char *const name = json_string_value(json_array_get(view->players, seat));
    nf_text_string(text, "<span class=\"name\">");
    nf_html_text(text, name != NULL ? name : "");
    nf_text_string(text, "</span>");
}

static void put_seat_class(struct nf_text *text, const struct nf_view *view, size_t seat,
                           const char *base)
{
    char when[PATH * 2];
    snprintf(when, sizeof when, "seat=%zu:on loser=%zu:lost winner=%zu:won", seat + 1, seat + 1,
             seat + 1);
    nf_bound_class(text, first_state(view), base, when);
}

/* ---- the circle ---- */

static void put_turning(struct nf_text *text, const struct nf_view *view)
{
    nf_text_string(text, "<svg class=\"turning\" viewBox=\"0 0 100 100\" aria-hidden=\"true\"><g");
    nf_bound_class(text, first_state(view), "maybe", "direction=clockwise:shown");
    nf_text_string(text, "><path d=\"M34 33A23.5 23.5 0 0 1 66 33\"/>"
                         "<path class=\"head\" d=\"M69 36l-5.5-1.5 4-4z\"/></g><g");
    nf_bound_class(text, first_state(view), "maybe", "direction=counterclockwise:shown");
    nf_text_string(text, "><path d=\"M66 33A23.5 23.5 0 0 0 34 33\"/>"
                         "<path class=\"head\" d=\"M31 36l5.5-1.5-4-4z\"/></g></svg>\n");
}

static void put_middle(struct nf_text *text, const struct nf_view *view,
                       const struct nf_panel *panel)
{
    char when[PATH];
    snprintf(when, sizeof when, "%s:shown", panel->rows[2].path);
    nf_text_string(text, "<div class=\"middle\">");
    nf_bound_text(text, first_state(view), "span", "card", panel->rows[0].path);
    nf_text_string(text, "<span class=\"number\">");
    nf_html_text(text, _(panel->rows[1].title));
    nf_text_string(text, "</span>");
    nf_bound_text(text, first_state(view), "strong", "value", panel->rows[1].path);
    nf_text_string(text, "<em");
    nf_bound_class(text, first_state(view), "maybe", when);
    nf_text_format(text, ">%s</em></div>\n", panel->rows[2].title);
}

static void put_hand(struct nf_text *text, const struct nf_view *view, const struct nf_panel *panel,
                     size_t seat)
{
    char path[PATH];
    snprintf(path, sizeof path, "%s.%zu", panel->path, seat);
    nf_text_format(text, "<b>%zu ", seat + 1);
    put_name(text, view, seat);
    nf_text_string(text, "</b>");
    nf_bound_cells(text, first_state(view), path);
}

static void put_ring(struct nf_text *text, const struct nf_view *view, const struct nf_panel *panel)
{
    const size_t players = players_of(view);
    const bool many = players > MANY;
    const double radius = many ? 43 : 38;
    nf_text_format(text, "<div class=\"ring%s\">\n", many ? " many" : players > 6 ? " some" : "");
    put_turning(text, view);
    put_middle(text, view, panel);
    for (size_t seat = 0; seat < players; seat++) {
        const double angle = 2 * M_PI * (double)seat / (double)players;
        nf_text_string(text, "<div");
        put_seat_class(text, view, seat, "seat");
        nf_text_format(text, " style=\"left:%.2f%%;top:%.2f%%\">", 50 + radius * sin(angle),
                       50 - radius * cos(angle));
        put_hand(text, view, panel, seat);
        nf_text_string(text, "</div>\n");
    }
    nf_text_string(text, "</div>\n");
    if (!many)
        return;
    nf_text_string(text, "<ul class=\"hands\">\n"); /* for screens on which the circle is small */
    for (size_t seat = 0; seat < players; seat++) {
        nf_text_string(text, "<li");
        put_seat_class(text, view, seat, "seat");
        nf_text_string(text, ">");
        put_hand(text, view, panel, seat);
        nf_text_string(text, "</li>\n");
    }
    nf_text_string(text, "</ul>\n");
}

/* ---- boxes, cells, facts ---- */

static void put_seats(struct nf_text *text, const struct nf_view *view,
                      const struct nf_panel *panel)
{
    nf_text_string(text, "<div class=\"boxes\">\n");
    for (size_t seat = 0; seat < players_of(view); seat++) {
        nf_text_string(text, "<div");
        put_seat_class(text, view, seat, "seat");
        nf_text_string(text, "><b>");
        put_name(text, view, seat);
        nf_text_string(text, "</b><dl>\n");
        for (size_t i = 0; i < NF_PANEL_ROWS && panel->rows[i].title != NULL; i++) {
            char path[PATH];
            snprintf(path, sizeof path, "%s.%zu", panel->rows[i].path, seat);
            nf_text_string(text, "<dt>");
            nf_html_text(text, _(panel->rows[i].title));
            nf_text_string(text, "</dt><dd>");
            nf_bound_cells(text, first_state(view), path);
            nf_text_string(text, "</dd>\n");
        }
        nf_text_string(text, "</dl></div>\n");
    }
    nf_text_string(text, "</div>\n");
}

static void put_facts(struct nf_text *text, const struct nf_view *view,
                      const struct nf_panel *panel)
{
    nf_text_string(text, "<ul class=\"headlines\">\n");
    for (size_t i = 0; i < NF_PANEL_ROWS && panel->rows[i].title != NULL; i++) {
        nf_text_string(text, "<li>");
        nf_bound_text(text, first_state(view), "strong", "value", panel->rows[i].path);
        nf_text_string(text, " ");
        nf_html_text(text, _(panel->rows[i].title));
        nf_text_string(text, "</li>\n");
    }
    nf_text_string(text, "</ul>\n");
}

/* ---- the chart ---- */

/* The frames of a part, and the range of their values. */
struct plot {
    size_t from, to; /* the frame behind the last one */
    double low, high;
};

static double value_of(const struct nf_view *view, const struct nf_panel *panel, size_t frame)
{
    return json_number_value(nf_bound_look(state_of(view, frame), panel->path));
}

static double height(const struct plot *plot, double value)
{
    return 4 + 92 * (plot->high - value) / (plot->high - plot->low);
}

static void put_plot_line(struct nf_text *text, const struct plot *plot, int32_t value)
{
    nf_text_format(text, "<span class=\"tick\" style=\"top:%.2f%%\">%" PRId32 "</span>",
                   height(plot, value), value);
}

static void put_plot(struct nf_text *text, const struct nf_view *view, const struct nf_panel *panel,
                     struct plot *plot)
{
    const double step =
        plot->to > plot->from + 1 ? 1000.0 / (double)(plot->to - plot->from - 1) : 0;
    const bool here = view->start >= plot->from && view->start < plot->to;
    const size_t now = here ? view->start : plot->from;
    nf_text_format(text, "<div class=\"plot\" data-from=\"%zu\"%s>", plot->from,
                   here ? "" : " hidden");
    nf_text_string(text, "<svg viewBox=\"0 0 1000 100\" preserveAspectRatio=\"none\" "
                         "aria-hidden=\"true\">");
    nf_text_format(text, "<path class=\"reference\" d=\"M0 %.2fH1000M0 %.2fH1000\"/>",
                   height(plot, panel->low), height(plot, panel->high));
    nf_text_string(text, "<polyline class=\"line s1\" points=\"");
    for (size_t i = plot->from; i < plot->to; i++)
        nf_text_format(text, "%.1f,%.1f ", (double)(i - plot->from) * step,
                       height(plot, value_of(view, panel, i)));
    nf_text_string(text, "\"/></svg>");
    put_plot_line(text, plot, panel->low);
    put_plot_line(text, plot, panel->high);
    if (plot->low < panel->low - 20)
        put_plot_line(text, plot, (int32_t)plot->low);
    nf_text_format(text,
                   "<span class=\"rail\"><span class=\"dot\" style=\"left:%.2f%%;top:%.2f%%\">"
                   "</span></span></div>\n",
                   (double)(now - plot->from) * step / 10,
                   height(plot, value_of(view, panel, now)));
}

static void put_chart(struct nf_text *text, const struct nf_view *view,
                      const struct nf_panel *panel)
{
    const size_t frames = json_array_size(view->frames);
    for (size_t at = 0; at < frames;) {
        struct plot plot = {at, at, panel->low, panel->high};
        do {
            const double value = value_of(view, panel, plot.to++);
            plot.low = value < plot.low ? value : plot.low;
            plot.high = value > plot.high ? value : plot.high;
        } while (plot.to < frames && !nf_view_starts_part(view, plot.to));
        put_plot(text, view, panel, &plot);
        at = plot.to;
    }
}

/* ---- the tree ---- */

enum { TREE_WIDTH = 320, TREE_ROW = 50, TREE_TOP = 18 };

static void put_node(struct nf_text *text, const struct nf_view *view, const struct nf_panel *panel,
                     int node, int level, int place)
{
    const int x = TREE_WIDTH * (2 * place + 1) / (2 << level), y = TREE_TOP + TREE_ROW * level;
    const int above = TREE_WIDTH * (place / 2 * 2 + 1) / (1 << level);
    char path[PATH], when[2 * PATH];
    snprintf(when, sizeof when, "%s.%d:shown %s.%d.mark~best:best %s.%d.mark~goal:goal",
             panel->path, node, panel->path, node, panel->path, node);
    nf_text_string(text, "<g");
    nf_bound_class(text, first_state(view), "maybe", when);
    nf_text_string(text, ">");
    if (level > 0)
        nf_text_format(text, "<path d=\"M%d %dL%d %d\"/>", above, y - TREE_ROW + 17, x, y - 13);
    snprintf(path, sizeof path, "%s.%d.text", panel->path, node);
    nf_text_format(text, "<g transform=\"translate(%d %d)\">", x, y);
    nf_bound_text(text, first_state(view), "text", "n", path);
    snprintf(path, sizeof path, "%s.%d.value", panel->path, node);
    nf_text_string(text, "<g transform=\"translate(0 12)\">");
    nf_bound_text(text, first_state(view), "text", "value", path);
    nf_text_string(text, "</g></g></g>\n");
}

static void put_tree(struct nf_text *text, const struct nf_view *view, const struct nf_panel *panel)
{
    nf_text_format(text, "<svg class=\"tree\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"",
                   TREE_WIDTH, TREE_TOP + 3 * TREE_ROW + 18);
    nf_html_text(text, _(panel->title));
    nf_text_string(text, "\">\n");
    for (int level = 0, node = 0; node < NF_TREE_NODES; level++)
        for (int place = 0; place < 1 << level; place++)
            put_node(text, view, panel, node++, level, place);
    nf_text_string(text, "</svg>\n");
}

/* ---- all ---- */

bool nf_view_starts_part(const struct nf_view *view, size_t frame)
{
    return frame == 0 ||
           !json_equal(json_object_get(json_array_get(view->frames, frame), "part"),
                       json_object_get(json_array_get(view->frames, frame - 1), "part"));
}

void nf_html_panels(struct nf_text *text, const struct nf_view *view)
{
    for (const struct nf_panel *panel = view->panels; panel->kind != NF_PANEL_NONE; panel++) {
        nf_text_string(text, "<div class=\"panel\"><h3>");
        nf_html_text(text, _(panel->title));
        nf_text_string(text, "</h3>\n");
        switch (panel->kind) {
        case NF_PANEL_RING: put_ring(text, view, panel); break;
        case NF_PANEL_SEATS: put_seats(text, view, panel); break;
        case NF_PANEL_CHART: put_chart(text, view, panel); break;
        case NF_PANEL_CELLS: nf_bound_cells(text, first_state(view), panel->path); break;
        case NF_PANEL_FACTS: put_facts(text, view, panel); break;
        case NF_PANEL_TREE: put_tree(text, view, panel); break;
        case NF_PANEL_NONE: break;
        }
        nf_text_string(text, "</div>\n");
    }
}
