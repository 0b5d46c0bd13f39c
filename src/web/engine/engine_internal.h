/* What the files of the engine share: what a question has, what an answer is made of. */
#ifndef NF_WEB_ENGINE_INTERNAL_H
#define NF_WEB_ENGINE_INTERNAL_H

#include "base/json_text.h"
#include "judge/suspects.h"
#include "lib/ninefold.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- what the page calls ---- */

/* Answers a question, `size` bytes of JSON in UTF-8. The answer lives until the next question;
 * NULL: memory ran out. */
const char *nf_web_ask(const char *bytes, size_t size);

/* Memory for a question, NULL if there is none; and its release. */
void *nf_web_room(size_t size);
void nf_web_forget(void *room);

/* ---- what the files share ---- */

/* A member of a question, borrowed; NULL: it is none or no string. */
const char *nf_web_string(const json_t *question, const char *name);

/* A number that was not given is 0, the library's default. Those out of range, and what is no whole
 * number, are for the library to refuse, so they do not wrap around. */
uint32_t nf_web_number(const json_t *question, const char *name);

/* Numbers beyond 2^53 come as strings; NULL is 0. */
uint64_t nf_web_digits(const char *digits);
uint64_t nf_web_long(const json_t *question, const char *name);

bool nf_web_flag(const json_t *question, const char *name);

/* A text of the user's, empty where it was not given. */
struct ninefold_input nf_web_input(const json_t *question, const char *name);

/* The parameters `given`, whose strings they borrow. */
struct ninefold_parameters nf_web_parameters(const json_t *given);

/* Opens the game that `given` are the parameters of; false and a message if it cannot. */
bool nf_web_open_game(const json_t *given, struct ninefold_game **opened,
                      struct ninefold_error *err);

/* A text of the library as JSON, null where it has none; and the answer {NAME: TEXT}. Both release
 * the text. */
json_t *nf_web_text(struct ninefold_text *text);
json_t *nf_web_answer(const char *name, struct ninefold_text *text);

/* The same of the program's own, null where it is empty. */
json_t *nf_web_string_of(struct nf_text *text);

/* Questions about many games (runs.c): they return the answer, or NULL and a message. */
json_t *nf_web_open(const json_t *question, struct ninefold_error *err);
json_t *nf_web_run(const json_t *question, struct ninefold_error *err);
json_t *nf_web_report(const json_t *question, struct ninefold_error *err);

/* Questions about a program that somebody runs on small cases (naming.c), or on those of a folder
 * (cases.c), likewise. */
json_t *nf_web_name(const json_t *question, struct ninefold_error *err);
json_t *nf_web_case(const json_t *question, struct ninefold_error *err);
json_t *nf_web_narrow(const json_t *question, struct ninefold_error *err);

/* Questions about inputs of any problem (forms.c), likewise. */
json_t *nf_web_fits(const json_t *question, struct ninefold_error *err);
json_t *nf_web_make(const json_t *question, struct ninefold_error *err);

/* Appends what the suspects that are `left` say after so many cases; only those are left of them
 * that are told. */
void nf_web_describe_suspects(struct nf_suspects *left, uint32_t cases, struct nf_text *verdict);

#endif
