# The engine of the web page, as scripts/web builds it and scripts/npm packs it, under node: it plays,
# says and refuses what the program does.
# first: compiling for browsers is slow
# bats file_tags=outside,long
load ../helpers

setup_file() { build_page npm; }

setup() { command -v emcc >/dev/null || skip "emscripten is missing: scripts/deps web installs it"; }

engine() {
    NINEFOLD=$(realpath "$NINEFOLD") node "$TESTS/web/engine.js" "$TESTS/../build/npm/package" "$1"
}

@test "random runs of each profile in the browser's engine have the program's digests" { engine digests; }

@test "two settings compare in the browser's engine as their saved runs do in the program" { engine compares; }

@test "a tournament in the browser's engine tells what the program's tells" { engine tournaments; }

@test "what it deals, plays, checks and tells is what the program writes" { engine cases; }

@test "by a form it makes the inputs that the program makes, and refuses others at their place" { engine forms; }

@test "the cases of a folder are valid, and the program's outputs for them are right" { engine folder; }

@test "a run shows what it has, and ends when it is to" { engine stops; }

@test "it names mistakes as the library does" { engine refuses; }

@test "what npm installs from the tarball plays, checks and has the types it says" {
    NINEFOLD=$(realpath "$NINEFOLD") NINEFOLD_TARBALL=$(echo "$TESTS"/../build/npm/*.tgz) \
        node --test --test-reporter=tap "$TESTS/web/npm.test.js"
}

@test "the page is less than 1 MB in all" {
    [ "$(cat "$TESTS"/../build/web/* | wc -c)" -lt 1000000 ]
}

@test "whoever reads the page while it is built anew reads each file as a whole" {
    local page=$BATS_TEST_TMPDIR/page i
    mkdir "$page"
    build() { (cd "$TESTS/.." && node scripts/web.js build/wasm "$page"); }
    build
    cp -r "$page" "$page.whole"
    for i in 1 2 3 4 5; do build; done 3>&- &
    while kill -0 $! 2>/dev/null; do
        diff -q -x '.*' "$page" "$page.whole" || complain "a part of a file"
    done
    wait $!
}
