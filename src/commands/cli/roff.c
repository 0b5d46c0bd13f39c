#include "commands/cli/man.h"

#include "base/lang.h"
#include "base/shown.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* Returns the escape for a byte that roff would interpret or change, or NULL for any other byte. A
 * plain ' would become a curved quote and a plain - a typographic hyphen, which cannot be copied
 * into a shell. */
static const char *escaped(char byte)
{
    switch (byte) {
    case '\\': return "\\e";
    case '-': return "\\-";
    case '\'': return "\\(aq";
    case '`': return "\\(ga";
    case '^': return "\\(ha";
    case '~': return "\\(ti";
    case '"': return "\\(dq"; /* would end an argument of a macro */
    case '\n': return " ";
    default: return NULL;
    }
}

static bool at_line_start(const struct nf_text *text)
{
    return text->size == 0 || text->data[text->size - 1] == '\n';
}

void nf_roff_escape(struct nf_text *text, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length && !text->failed; i++) {
        const char *const instead = escaped(bytes[i]);
        if (bytes[i] == '.' && at_line_start(text))
            nf_text_string(text, "\\&");
        if (instead != NULL)
            nf_text_string(text, instead);
        else
            nf_text_bytes(text, &bytes[i], 1);
    }
}

static void set_off(struct nf_text *text, char font, const char *bytes, size_t length)
{
    nf_text_format(text, "\\f%c", font);
    nf_roff_escape(text, bytes, length);
    nf_text_string(text, "\\fR");
}

void nf_roff_bold(struct nf_text *text, const char *words)
{
    set_off(text, 'B', words, strlen(words));
}

void nf_roff_italic(struct nf_text *text, const char *words)
{
    set_off(text, 'I', words, strlen(words));
}

void nf_roff_plain(struct nf_text *text, const char *words)
{
    nf_roff_escape(text, words, strlen(words));
}

/* Returns the length of the word at `at` (letters, digits, underscores), or 0. */
static size_t word_length(const char *at)
{
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_')
        length++;
    return length;
}

/* Returns the length of the option at `at`, dashes included, or 0. */
static size_t option_length(const char *at)
{
    size_t length = 2;
    if (at[0] != '-' || at[1] != '-' || !islower((unsigned char)at[2]))
        return 0;
    while (islower((unsigned char)at[length]) ||
           (at[length] == '-' && islower((unsigned char)at[length + 1])))
        length++;
    return length;
}

/* Returns the length of the text between the backtick at `at` and the next one, or 0. */
static size_t quoted_length(const char *at)
{
    const char *const end = at[0] == '`' ? strchr(at + 1, '`') : NULL;
    return end != NULL ? (size_t)(end - at) - 1 : 0;
}

/* Returns the length of what stays on a line of the characters beyond ASCII at `at`, or 0. */
static size_t wide_length(const char *at, const char *end)
{
    size_t length = 0;
    while (at + length < end && (unsigned char)at[length] >= 0x80)
        length++;
    return length > 0 ? nf_shown_fit(at, length, 0) : 0;
}

/* Whether the word is in capitals and one of `names`. */
static bool is_name(const char *word, size_t length, const char *names)
{
    for (size_t i = 0; i < length; i++)
        if (!isupper((unsigned char)word[i]) && word[i] != '_')
            return false;
    while (*names != '\0') {
        const size_t other = word_length(names);
        if (other == length && memcmp(names, word, length) == 0)
            return true;
        names += other > 0 ? other : 1;
    }
    return false;
}

/* nf_roff_words() for `size` bytes, which must not end inside a word, option or quotation. */
static void append_words(struct nf_text *text, const char *words, size_t size, const char *names)
{
    for (const char *const end = words + size; words < end;) {
        size_t length;
        if ((length = word_length(words)) > 0) {
            if (names != NULL && is_name(words, length, names))
                set_off(text, 'I', words, length);
            else
                nf_roff_escape(text, words, length);
        } else if ((length = option_length(words)) > 0) {
            set_off(text, 'B', words, length);
        } else if ((length = quoted_length(words)) > 0) {
            set_off(text, 'B', words + 1, length);
            length += 2;
        } else if ((length = wide_length(words, end)) > 0) {
            nf_roff_escape(text, words, length);
            if (words + length < end && (unsigned char)words[length] >= 0x80)
                nf_text_string(text, "\\:"); /* a line may break here */
        } else {
            length = 1;
            nf_roff_escape(text, words, length);
        }
        words += length;
    }
}

void nf_roff_words(struct nf_text *text, const char *words, const char *names)
{
    append_words(text, words, strlen(words), names);
}

/* Returns the length of the lines up to an empty one, a title or one that is shown as it is. */
static size_t paragraph_length(const char *words)
{
    const char *end = strchr(words, '\n');
    while (end != NULL && end[1] != '\n' && end[1] != '\0' && strncmp(end, "\n# ", 3) != 0 &&
           strncmp(end, "\n    ", 5) != 0 && strncmp(end, "\n@\n", 3) != 0)
        end = strchr(end + 1, '\n');
    return end != NULL ? (size_t)(end - words) : strlen(words);
}

const char *nf_roff_text(struct nf_text *text, const char *words, const char *names)
{
    enum { INDENT = 4, MARK = 2 };
    bool shown = false; /* as it is */
    const char *line = words;
    while (*line != '\0' && strncmp(line, "@\n", 2) != 0) {
        size_t length = strcspn(line, "\n");
        const bool literal = strncmp(line, "    ", INDENT) == 0;
        if (literal != shown)
            nf_text_string(text, literal ? ".RS 4\n.nf\n" : ".fi\n.RE\n");
        shown = literal;
        if (length == 0 && (strncmp(line, "\n# ", 3) == 0 || strncmp(line, "\n* ", 3) == 0)) {
            line++; /* no paragraph ends before a title or a term */
            continue;
        }
        if (length == 0) {
            nf_text_string(text, ".PP");
        } else if (strncmp(line, "# ", MARK) == 0) {
            nf_text_string(text, ".SH ");
            nf_roff_escape(text, line + MARK, length - MARK);
        } else if (strncmp(line, "* ", MARK) == 0) {
            nf_text_string(text, ".TP\n");
            set_off(text, 'B', line + MARK, length - MARK);
        } else if (literal) {
            nf_roff_escape(text, line + INDENT, length - INDENT);
        } else {
            length = paragraph_length(line);
            append_words(text, line, length, names);
        }
        nf_text_string(text, "\n");
        line += length + (line[length] != '\0');
    }
    if (shown)
        nf_text_string(text, ".fi\n.RE\n");
    return *line != '\0' ? line + 2 : line;
}

void nf_roff_page(struct nf_text *text, const char *command)
{
    nf_text_string(text, "\\fBninefold");
    if (command != NULL) {
        nf_text_string(text, "\\-");
        nf_roff_plain(text, command);
    }
    nf_text_string(text, "\\fR(1)");
}
