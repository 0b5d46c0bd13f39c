# No file that the user did not name is written, emptied, replaced or removed; and no two outputs meet.
load ../helpers

setup() {
    mkdir here # bats has files of its own in the other
    cd here
    NF=(run -q --games 200 -n 3 -m 3)
}

# Side files of others, locks: tests/unit/sim/runs/test_checkpoint.c.
@test "a FILE.1 that is not the state before of FILE's run is told before anything is played, and left alone" {
    local refused="*out.1: found a file that is not the state before out, *"
    echo mine >out.1
    fails 3 "$refused" run -q --time 1s --save out
    nf "${NF[@]}" --save out.1 >/dev/null || true
    rm out.1
    nf "${NF[@]}" --save out.1 >/dev/null # a saved run with a name of that form
    cp out.1 named
    fails 3 "$refused" run -q --time 1s --save out
    nf "${NF[@]}" --seed 2 --save other >/dev/null
    mv other out
    cp out finished
    fails 3 "$refused" run -q --time 1s --save out
    fails 3 "$refused" run --resume out
    cmp named out.1
    cmp finished out
    # That of the run in FILE goes with it.
    rm out out.1
    nf run -q -n 3 -m 3 --games 10G --time 1ms --save out >/dev/null
    [ ! -e out.1 ]
    # On a busy machine a millisecond may be over before a game is.
    for _ in {1..100}; do
        works run -q --resume out --time 1ms
        [ ! -e out.1 ] || break
    done
    [ -e out.1 ]
    works run -q --resume out --time 1ms
    [ -e out.1 ]
    mv finished out
    rm out.1
    cp out out.1
    works "${NF[@]}" --seed 3 --save out
    [ ! -e out.1 ]
}

@test "two outputs that would be one file, by any spelling, are refused before anything is played" {
    mkdir sub other
    ln -s sub link
    ln -s sub/new dangling
    while read -r -a pair; do
        fails 2 "ninefold run: *" run -q --time 1s "${pair[@]}"
        [ -z "$(find . -type f)" ] || complain "made a file: ${pair[*]}"
    done <<'END'
--save x.json --json ./x.json
--save x.json --json other/../x.json
--save sub/x.json --json link/x.json
--save dangling --json sub/new
--json dangling --db link/new
--save a --json a.1
--save a --json ./a.1
--save - --json -
--db old --json old
END
    nf "${NF[@]}" --save s >/dev/null
    cp s before
    ln s hard
    misused "*s and hard: only one output can go to a file" run -q --time 1s --save hard --json s
    misused "*./q and q: only one output can go to a file" stats s --csv q --markdown ./q
    misused "*sub/q and link/q: only one output *" stats s --html sub/q --csv link/q
    misused "*./s: found the same file as input and output" stats s --json ./s
    misused "*hard: found the same file as input and output" merge s -o m --json hard
    misused "*./s: found the same file as input and output" run --resume s --save more --json ./s
    nf "${NF[@]}" --db runs.db >/dev/null
    misused "*runs.db: found the same file as input and output" stats --db runs.db 1 --csv runs.db
    works replay -n 2 -m 2 --json /dev/null --html /dev/null # what is no file can take several
    misused "*s.1: found a file that ninefold keeps next to s, *" run --resume s --json s.1
    cp s s.1
    misused "*s.1: found a file that ninefold keeps next to s, *" run --resume s.1 --save s
    nf strategies lowest >own.txt
    misused "*./own.txt: found the same file as input and output" run -n 2 --strategy 2=own.txt --json ./own.txt
    misused "*own.txt: found the same file as input and output" run -n 2 --strategy 1=own.txt,2=random --save own.txt
    misused "*own.txt: found the same file as input and output" tournament own.txt lowest --json own.txt
    misused "*own.txt: found the same file as input and output" gen --strategy own.txt --answer own.txt
    printf '#!/bin/sh\nexit 1\n' >mine && chmod +x mine
    misused "*mine: found the same file as input and output" fuzz --json mine -- ./mine
    nf gen -n 2 -m 2 >in
    nf play in >out
    misused "*out: found the same file as input and output" check --exit-style testlib in out in out
    nf bench --quiet --kernel reference --profile uniform -j 1 --repeat 1 --warmup 0 --min-time 1ms -n 3 -m 5 --parts run --json b >/dev/null
    misused "*b: found the same file as input and output" bench --compare b --json ./b
    cmp s before
    # A saved run may take the place of what it goes on from, by whatever name.
    works run -q --resume s --save ./hard
    works merge s -o ./s
    cmp s before
}

@test "a write-protected file is not replaced by any output: exit code 4, by root as well" {
    nf "${NF[@]}" --save in.json >/dev/null
    nf "${NF[@]}" --db old.db >/dev/null
    nf gen -n 2 -m 2 >in
    nf play in >answer
    echo old >old
    mkdir kept cases tables
    echo old | tee cases/001.in >tables/seats.csv
    printf '#!/bin/sh\n' >silent && chmod +x silent
    chmod 444 old old.db in.json cases/001.in tables/seats.csv
    md5sum old old.db in.json cases/001.in tables/seats.csv >sums
    local refused="ninefold: *: found a write-protected file (mode 444), expected one that may be replaced"
    fails 4 "$refused" run -q --time 1s --save old
    fails 4 "$refused" run -q --time 1s --json old
    fails 4 "$refused" run -q --time 1s --records tables/seats.csv
    fails 4 "$refused" run -q --time 1s --db old.db
    fails 4 "$refused" run --resume in.json
    fails 4 "$refused" stats in.json --csv tables
    fails 4 "$refused" stats in.json --html old
    fails 4 "$refused" merge in.json -o old
    fails 4 "$refused" gen --answer old
    fails 4 "$refused" gen --count 2 --out cases
    fails 4 "$refused" optimise -q -n 2 -m 2 --steps 1 --games 2000 --verify 200 --out old
    fails 4 "$refused" tournament lowest random --json old
    fails 4 "$refused" bench --quiet --kernel reference --games 100 --repeat 1 --warmup 0 --min-time 1ms -n 3 -m 5 --parts run --json old
    fails 4 "$refused" fuzz --json old -- ./silent
    ends 3 check --exit-style testlib in answer answer old
    md5sum -c --quiet sums
}

@test "a history is made without touching a file of a name that SQLite or a temporary file might have" {
    echo mine >runs.db.tmp
    echo mine >runs.db.1.tmp
    ln -s elsewhere link.db
    exits 0 bash -c 'echo mine >runs.db.$$.tmp; echo mine >runs.db.$$.tmp-journal; exec "$@"' - \
        "$NINEFOLD" "${NF[@]}" --db runs.db
    [ "$(cat runs.db.*.tmp runs.db.*.tmp-journal | sort -u)" = mine ]
    [ "$(ls runs.db.*.tmp* | wc -l)" -eq 3 ]
    works "${NF[@]}" --db link.db
    [ -f elsewhere ]
    [ -L link.db ]
    works stats --db link.db
    nothing_left
}

# ---- signals ----

@test "signals that shells and batch systems send end a run with its state saved: exit code 128+n" {
    local signal all="HUP QUIT XCPU USR1 USR2 ALRM INT TERM"
    for signal in $(often "HUP XCPU ALRM" "$all" "$all"); do
        rm -f state*
        stopped_by $signal run --quiet -j 1 -n 3 -m 30 --games 3G --save state
        [[ $stderr == *"are saved, continue with run --resume" ]] || complain "expected how it goes on"
        works stats state
        nothing_left
    done
}

@test "other long commands end on a lost line as on SIGTERM, with what they have" {
    printf '#!/bin/sh\nexec %q play\n' "$NINEFOLD" >right && chmod +x right
    stopped_by HUP fuzz --quiet -j 1 --count 1000000 -- ./right
    shows "cases "
    stopped_by HUP optimise --quiet -n 2 -m 5 --steps 1000000 --games 2000 --verify 200 --out found.txt
    nf run -q -n 2 -m 2 --games 10 --strategy 1=found.txt >/dev/null
    stopped_by HUP gen --quiet --count 1000000 --out cases -n 2 -m 2
    nothing_left
    for file in cases/*.in; do [ -s "${file%.in}.out" ]; done
}

@test "an output that standard output was led to is refused, and nothing is played" {
    cd "$BATS_TEST_TMPDIR"
    for option in --save --json --db; do
        exits 2 bash -c '"$1" run -q --games 10 "$2" x 2>err >x' - "$NINEFOLD" $option
        grep -qx 'ninefold run: x: standard output goes to that file, expected another one' err
        [ ! -s x ]
    done
    exits 0 bash -c '"$1" run -q --games 10 --json y >x' - "$NINEFOLD"
    [ -s x ]
    [ -s y ]
}

@test "a stack that is too small is an error with exit code 4, not a signal; the smallest one named works" {
    [[ $(ldd "$NINEFOLD") != *libasan* ]] || skip "a sanitizer takes more stack"
    for size in 20 64 511; do
        exits 4 bash -c 'ulimit -s "$2"; exec "$1" run --games 100' - "$NINEFOLD" $size
        [ "$stderr" = "ninefold: found a stack limit below 512 KiB, expected at least that: ulimit -s 512" ]
    done
    printf '#!/bin/sh\nexec %q play\n' "$NINEFOLD" >right && chmod +x right
    for game in $(some_games $(others)); do
        exits 0 bash -c 'ulimit -s 512; exec "$@"' - "$NINEFOLD" run -q --game $game --games 20 $(detail_of $game)
    done
    for command in "run -q --games 200 --detail --save a --db b" "fuzz --count 3 -j 2 -- ./right" "gen --game tng --suite set" "stats a --csv c" \
        "tournament -q -n 2 -m 2 --games 20 lowest random" "help --man run"; do
        exits 0 bash -c 'ulimit -s 512; exec "$@"' - "$NINEFOLD" $command
    done
    # JSON nested as deep as it is read.
    printf '%.0s{"a":' {1..2000} >deep
    printf 1 >>deep
    printf '%.0s}' {1..2000} >>deep
    exits 3 bash -c 'ulimit -s 512; exec "$1" stats deep' - "$NINEFOLD"
}
