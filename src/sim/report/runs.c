#include "sim/report/runs.h"

#include "base/lang.h"
#include "table/html/markup.h"

#include <stdbool.h>
#include <string.h>

enum { LONGEST_LABEL = 24 };

static const char *label_of(struct nf_tables *owner, const char *name)
{
    static const char ending[] = ".json";
    const char *const slash = strrchr(name, '/');
    const char *const base = slash != NULL ? slash + 1 : name;
    const size_t length = strlen(base), tail = sizeof ending - 1;
    const bool ends = length > tail && strcmp(base + length - tail, ending) == 0;
    return nf_tables_text(owner, "%.*s", (int)(ends ? length - tail : length), base);
}

void nf_html_labels(struct nf_tables *owner, const char *const *names, size_t count,
                    const char **labels)
{
    bool good = true;
    for (size_t run = 0; run < count; run++) {
        labels[run] = label_of(owner, names[run]);
        good &= labels[run][0] != '\0' && strlen(labels[run]) <= LONGEST_LABEL;
        for (size_t other = 0; other < run; other++)
            good &= strcmp(labels[run], labels[other]) != 0;
    }
    for (size_t run = 0; run < count && !good; run++)
        labels[run] = nf_tables_text(owner, _("run %zu"), run + 1);
}

bool nf_html_is_parameter(const char *name)
{
    static const char *const found[] = {"first", "games", "turns", "rejected", "digest"};
    for (size_t i = 0; i < sizeof found / sizeof *found; i++)
        if (strcmp(name, found[i]) == 0)
            return false;
    return true;
}

bool nf_html_differs(const struct nf_tables *runs, size_t count, size_t column)
{
    const struct nf_table *const first = &runs[0].list[0];
    for (size_t run = 1; run < count; run++)
        if (!nf_cell_same(nf_table_cell(first, 0, column),
                          nf_table_cell(&runs[run].list[0], 0, column)))
            return true;
    return false;
}

static void print_runs_row(struct nf_text *text, const struct nf_table *table, const bool *shown)
{
    struct nf_grid grid;
    nf_grid_make(&grid, table, NF_IN_FULL);
    for (size_t column = 0; column < table->width; column++) {
        if (!shown[column])
            continue;
        nf_text_string(text, "<td>");
        nf_html_cell(text, &grid, 1, column);
        nf_text_string(text, "</td>");
    }
    text->failed |= grid.cells == NULL;
    nf_grid_free(&grid);
}

void nf_html_runs(struct nf_text *text, const struct nf_tables *runs, const char *const *labels,
                  size_t count)
{
    const struct nf_table *const first = &runs[0].list[0];
    bool shown[NF_MAX_COLUMNS];
    nf_html_table_begin(text, "runs", _("The runs"));
    nf_text_format(text, "<thead><tr><th scope=\"col\">%s</th>", _("run"));
    for (size_t column = 0; column < first->width; column++) {
        shown[column] = strcmp(first->columns[column].name, "games") == 0 ||
                        (nf_html_is_parameter(first->columns[column].name) &&
                         nf_html_differs(runs, count, column));
        if (shown[column])
            nf_text_format(text, "<th scope=\"col\">%s</th>", first->columns[column].title);
    }
    nf_text_string(text, "</tr></thead>\n<tbody>\n");
    for (size_t run = 0; run < count; run++) {
        nf_text_format(text, "<tr><th scope=\"row\"><a href=\"#run-%zu\">", run + 1);
        nf_html_text(text, labels[run]);
        nf_text_string(text, "</a></th>");
        print_runs_row(text, &runs[run].list[0], shown);
        nf_text_string(text, "</tr>\n");
    }
    nf_html_table_end(text);
}
