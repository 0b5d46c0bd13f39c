# Writes the path of the interpreter, as it knows it, into the file argv[2]; before that compiles the
# source argv[1], unless this is "", and ends with 1 and what Python says of it if it does not.
import sys

sys.path = [path for path in sys.path if path]  # no token.py that lies here
import tokenize

if sys.argv[1]:
    try:
        compile(tokenize.open(sys.argv[1]).read(), sys.argv[1], "exec")
    except (SyntaxError, ValueError) as error:
        error.__context__ = None
        sys.excepthook(type(error), error.with_traceback(None), None)
        sys.exit(1)
with open(sys.argv[2], "w", errors="surrogateescape") as file:
    file.write(sys.executable or "")
