/* Files that become part of the program. */
#ifndef NF_EMBED_H
#define NF_EMBED_H

#include <stddef.h>

/* Defines `name`, the bytes of the file `path` with a NUL behind them, as `const char name[]`. The
 * path is taken from where the compiler runs, the root of the sources; what is embedded is a
 * prerequisite in the Makefile. */
#ifdef __wasm__
#define NF_EMBED(name, path)                                                                       \
    extern const char name[];                                                                      \
    __asm__(".section .rodata." #name ",\"\",@\n.type " #name ",@object\n.p2align 4\n" #name       \
            ":\n.incbin \"" path "\"\n.byte 0\n.size " #name ", .-" #name "\n")
#else
#define NF_EMBED(name, path)                                                                       \
    extern const char name[];                                                                      \
    __asm__(".pushsection .rodata\n.balign 16\n" #name ":\n.incbin \"" path                        \
            "\"\n.byte 0\n.popsection\n")
#endif

/* Between the paths of files that are embedded one behind the other. */
#define NF_EMBED_AND "\"\n.incbin \""

#endif
