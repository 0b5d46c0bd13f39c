/* The language of what people read. The program's texts are English and stand in the sources; other
 * languages are catalogues of gettext, src/base/po/NAME.po, which `make` compiles into the program:
 * so an installed, a copied and a static program speak the same languages on every system, whatever
 * locales it has. What programs read (JSON, CSV, digests, transcripts, judges' lines) is in no
 * catalogue, and numbers keep their form: no locale is ever set.
 *
 * Formats of nf_fail(), nf_fail_at() and nf_text_row() are translated by these functions; `make po`
 * finds them there. Other texts are marked: _("...") where they are used, N_
 * ("...") in tables whose reader calls _(). */
#ifndef NF_LANG_H
#define NF_LANG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define N_(english) english
#define _(english)  nf_lang_text(english)
/* "one card", "%u cards": the text for `count`, of which formats need not print the number for the
 * first. */
#define P_(one, many, count) nf_lang_plural(one, many, count)

/* Chooses the language as gettext does, by LC_ALL, LC_MESSAGES, LANG and LANGUAGE: English unless
 * they name another that is known, in UTF-8. Call it once, before threads start; until then texts
 * are English. */
void nf_lang_init(void);

/* Sets `*name` ("zh") and `*title` ("Chinese") of language `i`, of which 0 is English; returns
 * false if `i` is past the last. The texts live as long as the program. Thread-safe. */
bool nf_lang_at(size_t i, const char **name, const char **title);

/* Chooses a language by its name; returns false if it is not known. Call it before threads start.
 */
bool nf_lang_choose(const char *name);

/* Returns the name of the chosen language. Thread-safe. */
const char *nf_lang_name(void);

/* Return a text in the chosen language, or itself if the catalogue does not have it; of two texts
 * the one for `count` things. The result lives as long as the program, or as the argument.
 * Thread-safe. */
__attribute__((format_arg(1))) const char *nf_lang_text(const char *english);
__attribute__((format_arg(1), format_arg(2))) const char *
nf_lang_plural(const char *one, const char *many, uint64_t count);

#endif
