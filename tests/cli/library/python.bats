# The Python module, from the sources and as it is installed.
# first: what the module needs takes seconds to load
load ../helpers

# Whether $PYTHON has what the module needs, without the seconds that loading it takes.
has_modules() {
    "$PYTHON" -c 'import importlib.util as util
assert all(util.find_spec(name) for name in ("numpy", "cffi", "pandas", "matplotlib"))' 2>/dev/null
}

setup() {
    BUILT=$(dirname "$(realpath "$NINEFOLD")")
    [ -e "$BUILT/libninefold.so.1" ] || skip "this build has no libninefold: make library builds it"
    # The Python for which Debian's packages are.
    PYTHON=/usr/bin/python3
    has_modules || PYTHON=python3
    has_modules || skip "Python has no NumPy, cffi, pandas or Matplotlib"
    export NINEFOLD NINEFOLD_LIBRARY=$BUILT/libninefold.so.1 PYTHONDONTWRITEBYTECODE=1
    NINEFOLD=$(realpath "$NINEFOLD")
}

@test "the module says what the library and the program say" {
    PYTHONPATH=$TESTS/../src/lib/python "$PYTHON" "$TESTS/python/test_ninefold.py" 3>&- ||
        complain "see above"
}

# bats test_tags=long
@test "the worked study finds that one strategy loses less and another more, and draws it" {
    PYTHONPATH=$TESTS/../src/lib/python "$PYTHON" "$TESTS/../src/lib/python/examples/study.py" plot.png >found
    [ "$(head -c 4 plot.png | tail -c 3)" = PNG ]
    awk '$1 == "keep-e" && $3 + $4 < 0 || $1 == "lowest" && $3 - $4 > 0 { n++ } END { exit n != 2 }' found
}

# bats test_tags=long
@test "make install-python puts a module that works without the sources, make uninstall takes it away" {
    local make=(env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s -C "$TESTS/.." BUILD="$BUILT" PYTHON="$PYTHON"
        DESTDIR="$PWD/root" PREFIX=/usr PYTHONDIR=/python)
    "${make[@]}" install-python
    find root -type f | sort | diff <(printf 'root/python/ninefold/%s\n' __init__.py ninefold.h) -
    PYTHONPATH=root/python "$PYTHON" -c 'import ninefold; print(ninefold.run(games=8, players=2).digest)' >found
    grep -q "$(cat found)" <(nf run -q --games 8 --players 2)
    "${make[@]}" uninstall
    run ! test -e root/python/ninefold
}

# bats test_tags=long
@test "make wheel makes one that pip installs and that runs without the sources, for the C library it needs" {
    command -v objdump >/dev/null && /usr/bin/python3 -c 'import setuptools, wheel, pip' ||
        skip "what makes wheels is missing: scripts/deps wheel installs it"
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s -C "$TESTS/.." BUILD="$BUILT" PYTHON=/usr/bin/python3 \
        wheel WHEELS="$PWD/wheels" >made
    [ "$(ls wheels)" = "$(basename "$(cat made)")" ]
    unset NINEFOLD_LIBRARY
    /usr/bin/python3 -m pip install --quiet --no-deps --no-index --target=site "$(cat made)"
    PYTHONPATH=site /usr/bin/python3 -c 'import ninefold; print(ninefold.run(games=8, players=2).digest)' >found
    grep -q "$(cat found)" <(nf run -q --games 8 --players 2)
    # What it needs of the C library is what its name says, and what is no part of it lies beside it.
    needed=$(objdump -T site/ninefold/*.so.* | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -1)
    [[ $(cat made) == *-py3-none-manylinux_$(tr . _ <<<"${needed#GLIBC_}")_$(uname -m).whl ]]
    run ! grep -v "$PWD/site/ninefold\|linux-vdso\|ld-linux\|lib[cm]\.so" <(ldd site/ninefold/libninefold.so.1)
}

# bats test_tags=long
@test "types of the module are right by mypy" {
    command -v mypy >/dev/null || skip "mypy is missing: scripts/deps wheel installs it"
    mypy --config-file "$TESTS/../pyproject.toml" --cache-dir "$PWD" "$TESTS/../src/lib/python/ninefold"
}
