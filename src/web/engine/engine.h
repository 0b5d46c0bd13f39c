/* The engine of the web page and of the package for npm: libninefold behind one function, which
 * takes a question as JSON and returns an answer as JSON. worker.js calls what is here, client.js
 * has what pages and programs call.
 *
 * A question is {"ask": NAME, ...}; the answer {"error": MESSAGE}, or what engine.c has for it. One
 * run is open at a time. One thread. */
#ifndef NF_WEB_ENGINE_H
#define NF_WEB_ENGINE_H

#include <stddef.h>

/* Answers a question, `size` bytes of JSON in UTF-8. The answer lives until the next question;
 * NULL: memory ran out. */
const char *nf_web_ask(const char *bytes, size_t size);

/* Memory for a question, NULL if there is none; and its release. */
void *nf_web_room(size_t size);
void nf_web_forget(void *room);

#endif
