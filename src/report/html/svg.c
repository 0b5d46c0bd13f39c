/* What gnuplot draws is a small and regular part of SVG. It is read tag by tag; of each only what
 * shows anything is kept. */
#include "report/html/svg.h"

#include "report/html/markup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- colours and marks ---- */

/* Colours that no script of ours means otherwise. */
enum { CODE = 0x010100, MANY_ATTRIBUTES = 16 };

unsigned nf_ink_code(unsigned ink)
{
    return CODE + ink + 1;
}

void nf_ink_name(struct nf_text *text, unsigned ink)
{
    static const char *const names[] = {"--axis", "--text", "--grid", "--reference"};
    if (ink < NF_INK_SERIES)
        nf_text_string(text, names[ink]);
    else if (ink < NF_INK_HEAT)
        nf_text_format(text, "--series-%u", ink - NF_INK_SERIES + 1);
    else
        nf_text_format(text, "--heat-%u", ink - NF_INK_HEAT);
}

/* Shapes differ, so that series are told apart without colours. */
static const struct mark {
    int type; /* gnuplot's pointtype */
    const char *name, *shape;
} marks[NF_INK_MAX_SERIES] = {
    {7, "mark-1", "<circle r=\"1\"/>"},
    {5, "mark-2", "<path d=\"M-.9-.9h1.8v1.8h-1.8z\"/>"},
    {9, "mark-3", "<path d=\"M0-1.33L-1.2.75h2.4z\"/>"},
    {13, "mark-4", "<path d=\"M0-1.35L1.1 0 0 1.35-1.1 0z\"/>"},
    {11, "mark-5", "<path d=\"M0 1.33L-1.2-.75h2.4z\"/>"},
    {15, "mark-6", "<path d=\"M0-1.3L1.25-.4.77 1.07h-1.54L-1.25-.4z\"/>"},
};

int nf_svg_mark_type(size_t series)
{
    return marks[series % NF_INK_MAX_SERIES].type;
}

const char *nf_svg_mark_name(size_t series)
{
    return marks[series % NF_INK_MAX_SERIES].name;
}

void nf_svg_marks(struct nf_text *text)
{
    nf_text_string(text, "<svg class=\"marks\" width=\"0\" height=\"0\" aria-hidden=\"true\" "
                         "focusable=\"false\"><defs>");
    for (size_t i = 0; i < NF_INK_MAX_SERIES; i++)
        nf_text_format(text, "<g id=\"%s\" fill=\"currentColor\" stroke=\"none\">%s</g>",
                       marks[i].name, marks[i].shape);
    nf_text_string(text, "</defs></svg>\n");
}

/* ---- reading ---- */

struct slice {
    const char *at;
    size_t size;
};

static bool equal(struct slice slice, const char *word)
{
    return slice.size == strlen(word) && memcmp(slice.at, word, slice.size) == 0;
}

static bool begins(struct slice slice, const char *word)
{
    return slice.size >= strlen(word) && memcmp(slice.at, word, strlen(word)) == 0;
}

struct tag {
    struct slice name;
    bool closes, alone; /* </name>, <name/> */
    struct slice names[MANY_ATTRIBUTES], values[MANY_ATTRIBUTES];
    size_t attributes;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && is_blank(*at))
        at++;
    return at;
}

static const char *skip_name(const char *at, const char *end)
{
    while (at < end && !is_blank(*at) && strchr("=/>", *at) == NULL)
        at++;
    return at;
}

/* Reads an attribute; NULL if it is none. */
static const char *read_attribute(const char *at, const char *end, struct tag *tag)
{
    const char *const name = at;
    at = skip_name(at, end);
    const size_t size = (size_t)(at - name);
    at = skip_blanks(at, end);
    if (at == end || *at != '=' || size == 0 || tag->attributes == MANY_ATTRIBUTES)
        return NULL;
    at = skip_blanks(at + 1, end);
    if (at == end || (*at != '"' && *at != '\''))
        return NULL;
    const char *const close = memchr(at + 1, *at, (size_t)(end - at - 1));
    if (close == NULL)
        return NULL;
    tag->names[tag->attributes] = (struct slice){name, size};
    tag->values[tag->attributes++] = (struct slice){at + 1, (size_t)(close - at - 1)};
    return close + 1;
}

/* Reads a tag from behind its '<' to behind its '>'; NULL if it is none. */
static const char *read_tag(const char *at, const char *end, struct tag *tag)
{
    *tag = (struct tag){0};
    if (at < end && *at == '/') {
        tag->closes = true;
        at++;
    }
    tag->name.at = at;
    at = skip_name(at, end);
    tag->name.size = (size_t)(at - tag->name.at);
    for (;;) {
        at = skip_blanks(at, end);
        if (at == end)
            return NULL;
        if (*at == '>')
            return at + 1;
        if (*at == '/' || *at == '?') {
            tag->alone = true;
            at++;
        } else if ((at = read_attribute(at, end, tag)) == NULL) {
            return NULL;
        }
    }
}

/* ---- writing ---- */

static void put_slice(struct nf_text *text, struct slice slice)
{
    nf_text_bytes(text, slice.at, slice.size);
}

/* A colour of gnuplot's: "rgb(  1,   1,   5)" is a variable of the page. */
static bool put_ink(struct nf_text *text, struct slice value)
{
    char copy[32];
    unsigned red, green, blue;
    snprintf(copy, sizeof copy, "%.*s", (int)value.size, value.at);
    if (sscanf(copy, "rgb( %u , %u , %u )", &red, &green, &blue) != 3)
        return false;
    const unsigned ink = (red << 16 | green << 8 | blue) - CODE - 1;
    if (ink >= NF_INKS)
        return false;
    nf_text_string(text, "var(");
    nf_ink_name(text, ink);
    nf_text_string(text, ")");
    return true;
}

/* "#gpPt6" of gnuplot's is the circle, which is pointtype 7. */
static const char *mark_of(struct slice reference)
{
    int point;
    char copy[32];
    snprintf(copy, sizeof copy, "%.*s", (int)reference.size, reference.at);
    if (sscanf(copy, "#gpPt%d", &point) == 1)
        for (size_t i = 0; i < NF_INK_MAX_SERIES; i++)
            if (marks[i].type == point + 1)
                return marks[i].name;
    return NULL;
}

/* Values of points and paths come with line breaks and more blanks than needed. */
static void put_value(struct nf_text *text, struct slice value)
{
    bool blank = false, first = true;
    for (size_t i = 0; i < value.size; i++) {
        if (is_blank(value.at[i])) {
            blank = true;
            continue;
        }
        if (blank && !first)
            nf_text_string(text, " ");
        nf_text_bytes(text, &value.at[i], 1);
        blank = first = false;
    }
}

static bool is_dropped(const struct tag *tag, struct slice name, struct slice value)
{
    static const char *const names[] = {"id", "font-family", "xmlns", "xmlns:xlink"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (equal(name, names[i]))
            return true;
    /* The page's text colour is the colour where none is told. */
    return equal(name, "color") && equal(tag->name, "g") &&
           (equal(value, "black") || equal(value, "white"));
}

/* Writes an attribute. False for one we do not know what to make of. */
static bool put_attribute(struct nf_text *text, const struct tag *tag, size_t i)
{
    const struct slice name = tag->names[i], value = tag->values[i];
    if (is_dropped(tag, name, value))
        return true;
    if (equal(name, "xlink:href")) {
        const char *const mark = mark_of(value);
        nf_text_format(text, " href=\"#%s\"", mark == NULL ? "" : mark);
        return mark != NULL;
    }
    nf_text_string(text, " ");
    put_slice(text, name);
    nf_text_string(text, "=\"");
    if (begins(value, "rgb(")) {
        if (!put_ink(text, value))
            return false;
    } else {
        put_value(text, value);
    }
    nf_text_string(text, "\"");
    return true;
}

/* A drawing on its way from gnuplot into the page. */
struct drawing {
    struct nf_text *text;
    const char *at, *end;
    size_t empty;    /* where the last group opened that nothing is in yet; 0: there is none */
    unsigned hidden; /* depth in what is left out */
};

static bool is_left_out(const struct tag *tag)
{
    return equal(tag->name, "defs") || equal(tag->name, "title") || equal(tag->name, "desc");
}

/* Writes a tag. False for one that gnuplot does not make. */
static bool put_tag(struct drawing *drawing, const struct tag *tag)
{
    struct nf_text *const text = drawing->text;
    if (is_left_out(tag)) {
        drawing->hidden += tag->closes ? -1u : !tag->alone;
        return true;
    }
    if (drawing->hidden > 0 || equal(tag->name, "tspan"))
        return true;
    if (tag->closes && equal(tag->name, "g") && drawing->empty > 0) {
        text->size = drawing->empty;
        drawing->empty = 0;
        return true;
    }
    drawing->empty = !tag->closes && equal(tag->name, "g") ? text->size : 0;
    nf_text_string(text, tag->closes ? "</" : "<");
    put_slice(text, tag->name);
    for (size_t i = 0; i < tag->attributes; i++)
        if (!put_attribute(text, tag, i))
            return false;
    nf_text_string(text, tag->alone ? "/>" : ">");
    return true;
}

/* Text between tags; gnuplot has escaped it, but for '>'. */
static void put_text(struct drawing *drawing, const char *end)
{
    const char *const begin = skip_blanks(drawing->at, end);
    while (end > begin && is_blank(end[-1]))
        end--;
    if (begin == end || drawing->hidden > 0)
        return;
    nf_text_bytes(drawing->text, begin, (size_t)(end - begin));
    drawing->empty = 0;
}

static bool read_next(struct drawing *drawing, struct tag *tag)
{
    if (drawing->at == drawing->end) /* where nothing was drawn at all both are NULL */
        return false;
    const char *const open = memchr(drawing->at, '<', (size_t)(drawing->end - drawing->at));
    if (open == NULL)
        return false;
    put_text(drawing, open);
    drawing->at = read_tag(open + 1, drawing->end, tag);
    return drawing->at != NULL;
}

static void put_head(struct nf_text *text, const struct tag *svg, const struct nf_svg_words *words)
{
    nf_text_format(text, "<svg id=\"%s\" class=\"%s\" role=\"img\" aria-labelledby=\"%s-t %s-d\"",
                   words->id, words->class, words->id, words->id);
    for (size_t i = 0; i < svg->attributes; i++)
        if (equal(svg->names[i], "viewBox"))
            put_attribute(text, svg, i);
    nf_text_format(text, "><title id=\"%s-t\">", words->id);
    nf_html_text(text, words->title);
    nf_text_format(text, "</title><desc id=\"%s-d\">", words->id);
    nf_html_text(text, words->description);
    nf_text_string(text, "</desc>\n");
}

enum nf_status nf_svg_embed(struct nf_text *text, const char **drawn, const char *end,
                            const struct nf_svg_words *words, struct nf_error *err)
{
    struct drawing drawing = {text, *drawn, end, 0, 1};
    struct tag tag;
    bool good;
    /* What is before the drawing begins is no part of it. */
    while ((good = read_next(&drawing, &tag)) && !equal(tag.name, "svg"))
        ;
    drawing.hidden = 0;
    if (good && !tag.closes)
        put_head(text, &tag, words);
    while (good && !(equal(tag.name, "svg") && tag.closes))
        good = read_next(&drawing, &tag) && put_tag(&drawing, &tag);
    if (!good)
        return nf_fail(err, NF_IO, "gnuplot drew something else than was asked for");
    nf_text_string(text, "\n");
    *drawn = drawing.at;
    return NF_OK;
}
