/* A host of libninefold that has JSON of its own: ./host LIBRARY. It makes Jansson take from an
 * allocator of its own, in whose blocks a word stands in front, so that a block which another one
 * made or releases is noticed; loads the library, has it write its documents, and unloads it. */
#include "ninefold.h"

#include <dlfcn.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORD = 0x6e696e65 };

static long blocks;

static void fail(const char *why)
{
    fprintf(stderr, "host: %s\n", why);
    exit(1);
}

static void *take(size_t size)
{
    size_t *const block = malloc(size + 2 * sizeof *block);
    if (block == NULL)
        fail("out of memory");
    block[0] = WORD;
    blocks++;
    return block + 2;
}

static void release(void *pointer)
{
    size_t *const block = (size_t *)pointer - 2;
    if (pointer == NULL)
        return;
    if (block[0] != WORD)
        fail("a block of Jansson is released that this allocator did not make");
    block[0] = 0;
    blocks--;
    free(block);
}

/* The host's own document, through Jansson and back. */
static void use_json(void)
{
    json_t *const list = json_pack("[i, s, {s:f}]", 7, "host", "real", 0.5);
    char *const text = json_dumps(list, JSON_COMPACT);
    json_t *const read = json_loads(text, 0, NULL);
    if (!json_equal(list, read))
        fail("a document is another one when it is read back");
    release(text);
    json_decref(list);
    json_decref(read);
    json_decref(json_integer(7));
    if (blocks != 0)
        fail("a document of the host leaves blocks behind");
}

static struct ninefold_error err;
static void *library;

#define GET(name) __typeof__(name) *const get_##name = (__typeof__(name) *)dlsym(library, #name)
#define CALL(name, ...)                                                                            \
    do {                                                                                           \
        GET(name);                                                                                 \
        if (get_##name == NULL || get_##name(__VA_ARGS__, &err) != NINEFOLD_OK)                    \
            fail(get_##name == NULL ? #name : err.text);                                           \
    } while (0)

static void check_text(struct ninefold_text *text, const char *what)
{
    GET(ninefold_text_free);
    if (text->size < 200)
        fail(what);
    get_ninefold_text_free(text);
    if (blocks != 0)
        fail("the library leaves blocks of Jansson behind");
}

static void use_library(void)
{
    const struct ninefold_parameters parameters = {.players = 3, .rounds = 4};
    static const char *const names[2] = {"one", "other"};
    struct ninefold_game *game;
    struct ninefold_batch *batch;
    struct ninefold_pair *pair;
    struct ninefold_text text, instance, transcript;
    GET(ninefold_close);
    GET(ninefold_batch_close);
    GET(ninefold_pair_close);
    GET(ninefold_text_free);
    CALL(ninefold_open, &parameters, &game);
    CALL(ninefold_batch_open, game, 0, &batch);
    CALL(ninefold_run, batch, 60, NULL, NULL);
    for (int form = NINEFOLD_TABLE; form <= NINEFOLD_HTML; form++) {
        CALL(ninefold_batch_report, batch, (enum ninefold_form)form, &text);
        check_text(&text, "a report is short");
    }
    CALL(ninefold_pair_open, game, game, 0, &pair);
    CALL(ninefold_pair_run, pair, 60, 1);
    CALL(ninefold_pair_report, pair, names, NINEFOLD_JSON, &text);
    check_text(&text, "a comparison is short");
    CALL(ninefold_deal, game, 0, &instance, &transcript);
    const struct ninefold_input input = {instance.data, instance.size, NULL};
    CALL(ninefold_story, NULL, &input, 20, &text);
    check_text(&text, "a story is short");
    CALL(ninefold_page, NULL, &input, NULL, 0, 20, &text);
    check_text(&text, "a page is short");
    get_ninefold_text_free(&instance);
    get_ninefold_text_free(&transcript);
    get_ninefold_pair_close(pair);
    get_ninefold_batch_close(batch);
    get_ninefold_close(game);
}

/* Loads the library, uses both, unloads it and goes on. */
static void live(const char *path)
{
    use_json();
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        fail(dlerror());
    use_json();
    use_library();
    use_json();
    if (dlclose(library) != 0)
        fail(dlerror());
    if (dlopen(path, RTLD_NOW | RTLD_NOLOAD) != NULL)
        fail("the library stays after dlclose");
    use_json();
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    json_set_alloc_funcs(take, release);
    live(argv[1]);
    live(argv[1]);
    puts("all is the host's");
    return 0;
}
