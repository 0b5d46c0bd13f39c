# Writes into the file argv[2] what is executed of the source argv[1], without lines and columns.
import sys, types, tokenize


def bare(c):
    return [c.co_code, c.co_names, c.co_varnames, c.co_freevars, c.co_cellvars, c.co_flags,
            c.co_argcount, c.co_kwonlyargcount, getattr(c, "co_exceptiontable", None),
            [bare(k) if isinstance(k, types.CodeType) else (type(k), k) for k in c.co_consts]]


source = tokenize.open(sys.argv[1]).read()
with open(sys.argv[2], "w") as file:
    file.write(repr(bare(compile(source, "source", "exec"))))
