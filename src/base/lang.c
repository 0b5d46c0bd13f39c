#include "base/lang.h"

#include "base/embed.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A catalogue as msgfmt makes it (gettext's manual, "The Format of GNU MO Files"), little-endian: a
 * table of texts in the order of strcmp(), a table of their translations; each entry has a length
 * and an offset. */
enum { COUNT = 8, TEXTS = 12, TRANSLATIONS = 16, ENTRY = 8 };

#ifdef NF_PO
NF_EMBED(nf_lang_zh, NF_PO "/zh_CN.mo");
#endif

static const struct {
    const char *name, *title, *catalogue; /* NULL: English */
} languages[] = {
    {"en", N_("English"), NULL},
#ifdef NF_PO
    {"zh", N_("Chinese"), nf_lang_zh},
#endif
};
enum { LANGUAGES = sizeof languages / sizeof *languages };

static size_t chosen;

bool nf_lang_at(size_t i, const char **name, const char **title)
{
    if (i >= LANGUAGES)
        return false;
    *name = languages[i].name;
    *title = languages[i].title;
    return true;
}

/* Chooses by the first letters of a locale's name: zh_CN.UTF-8, zh-Hans, en. */
static bool choose_language(const char *name, size_t length)
{
    for (size_t i = 0; i < LANGUAGES; i++)
        if (strlen(languages[i].name) == length && strncmp(languages[i].name, name, length) == 0) {
            chosen = i;
            return true;
        }
    return false;
}

bool nf_lang_choose(const char *name)
{
    return choose_language(name, strlen(name));
}

const char *nf_lang_name(void)
{
    return languages[chosen].name;
}

/* Whether the locale has another encoding than UTF-8: what would be shown is not text there. */
static bool other_encoding(const char *locale)
{
    const char *const dot = strchr(locale, '.');
    return dot != NULL && strncasecmp(dot, ".utf-8", 6) != 0 && strncasecmp(dot, ".utf8", 5) != 0;
}

static const char *set(const char *value)
{
    return value != NULL && value[0] != '\0' ? value : NULL;
}

void nf_lang_init(void)
{
    const char *locale = set(getenv("LC_ALL"));
    if (locale == NULL)
        locale = set(getenv("LC_MESSAGES"));
    if (locale == NULL)
        locale = set(getenv("LANG"));
    if (locale == NULL || strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0 ||
        other_encoding(locale))
        return;
    const char *wanted = set(getenv("LANGUAGE"));
    for (wanted = wanted != NULL ? wanted : locale; *wanted != '\0';) {
        if (choose_language(wanted, strcspn(wanted, "_-.@:")))
            return;
        wanted += strcspn(wanted, ":");
        wanted += *wanted == ':';
    }
}

static uint32_t number_at(const char *catalogue, size_t offset)
{
    uint32_t value = 0;
    for (size_t i = 4; i-- > 0;)
        value = value << 8 | (unsigned char)catalogue[offset + i];
    return value;
}

const char *nf_lang_text(const char *english)
{
    const char *const catalogue = languages[chosen].catalogue;
    /* The empty text is the catalogue's head. */
    if (catalogue == NULL || english[0] == '\0')
        return english;
    const uint32_t texts = number_at(catalogue, TEXTS);
    for (uint32_t low = 0, high = number_at(catalogue, COUNT); low < high;) {
        const uint32_t middle = low + (high - low) / 2;
        const int order =
            strcmp(english, catalogue + number_at(catalogue, texts + middle * ENTRY + 4));
        if (order == 0)
            return catalogue +
                   number_at(catalogue, number_at(catalogue, TRANSLATIONS) + middle * ENTRY + 4);
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return english;
}

/* Chinese has one form; another language with a catalogue would bring its rule here. */
const char *nf_lang_plural(const char *one, const char *many, uint64_t count)
{
    const char *const found = nf_lang_text(one);
    return found == one && count != 1 ? many : found;
}
