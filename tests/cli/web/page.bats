# The web page in Chromium, as scripts/web builds it: from disk and from a server of files. And the
# package that scripts/npm makes of its engine.
# first: browsers wait, for one thing after another
# bats file_tags=outside,long
load ../helpers

setup_file() { build_page npm; }

# Bats skips no file as a whole.
setup() {
    command -v emcc >/dev/null || skip "emscripten is missing: scripts/deps web installs it"
    command -v chromium >/dev/null || skip "chromium is not installed, so no browser looks at the page"
    [ -d "$TESTS/../build/web-tests/node_modules" ] ||
        skip "what drives the browser is missing: scripts/deps browser installs it"
}

# browse FILE [FOLDER]: its tests, of which only what fails is shown.
browse() {
    NINEFOLD=$(realpath "$NINEFOLD") NINEFOLD_WEB=$TESTS/../build/${2:-web} NODE_PATH=$TESTS/../build/web-tests/node_modules \
        node --test --test-reporter=tap "$TESTS/web/$1.test.js" >"$BATS_TEST_TMPDIR/said" 2>&1 ||
        { grep -v '^ok\|^# Subtest\|duration_ms' "$BATS_TEST_TMPDIR/said"; return 1; }
}

@test "the page plays, checks and steps through games as the program does, and its links lead there" { browse page; }

@test "the page names the mistakes of programs that answer a few small cases" { browse test; }

@test "the page makes inputs of any problem by a form, and checks them" { browse inputs; }

@test "a folder of cases is taken away, run by its script, and given back: the page names the mistake" { browse folder; }

@test "the page speaks both languages, and is for narrow, dark and read screens and keyboards alone" { browse look; }

@test "in a browser the module of the package plays and checks as the program does" { browse module npm/package; }
