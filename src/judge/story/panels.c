#include "judge/story/view.h"

#include "base/lang.h"
#include "judge/story/bound.h"
#include "table/html/markup.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

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
