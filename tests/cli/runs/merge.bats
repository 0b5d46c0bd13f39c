# run --shard and merge: a range cut up and joined is the same file as the range played at once.
load ../helpers

# The run that everything is compared with.
setup_file() {
    export WHOLE=$BATS_FILE_TMPDIR/whole.json
    nf run --quiet --games 131 --first 40 -n 3 -m 20 --save "$WHOLE" >/dev/null
}

# shard I/N ARGUMENT...: plays a part of that range.
shard() {
    local part=$1
    shift
    nf run --quiet --games 131 --first 40 -n 3 -m 20 --shard "$part" "$@" >/dev/null
}

@test "1, 2, 3, 7 and 64 shards, of any threads and kernels, make the file of the single run" {
    kernels=()
    for kernel in reference portable avx2 avx512; do
        nf run --quiet --games 1 --kernel $kernel >/dev/null 2>&1 && kernels+=("$kernel")
    done
    [ "${#kernels[@]}" -ge 2 ]
    for count in 1 2 3 7 64; do
        files=()
        for i in $(seq $count -1 1); do
            files+=("$BATS_TEST_TMPDIR/$count-$i.json")
            shard $i/$count -j $((i % 3 + 1)) --kernel "${kernels[i % ${#kernels[@]}]}" \
                --save "${files[-1]}"
        done
        works merge "${files[@]}" -o "$BATS_TEST_TMPDIR/$count.json"
        cmp "$WHOLE" "$BATS_TEST_TMPDIR/$count.json"
    done
}

@test "merge prints the table that stats prints of the joined run" {
    shard 1/2 --save "$BATS_TEST_TMPDIR/a.json"
    shard 2/2 --save "$BATS_TEST_TMPDIR/b.json"
    works merge "$BATS_TEST_TMPDIR/a.json" "$BATS_TEST_TMPDIR/b.json" -o "$BATS_TEST_TMPDIR/c.json"
    [ "$output" = "$(nf stats "$WHOLE")" ]
    works merge "$BATS_TEST_TMPDIR/a.json" "$BATS_TEST_TMPDIR/b.json" -o -
    [ "$output" = "$(cat "$WHOLE")" ]
}

@test "merge refuses gaps, overlaps, other seeds, parameters and unfinished runs, and writes nothing" {
    cd "$BATS_TEST_TMPDIR"
    shard 1/3 --save a.json
    shard 2/3 --save b.json
    shard 3/3 --save c.json
    fails 3 "ninefold: no file has the games 84 to 127, between those of a.json and c.json" \
        merge a.json c.json -o out.json
    cp a.json again.json
    fails 3 "ninefold: both a.json and again.json have the games 40 to 83" \
        merge a.json again.json -o out.json
    fails 3 "ninefold: both again.json and a.json have the games 40 to 83" \
        merge again.json a.json -o out.json
    fails 3 "ninefold: both */whole.json and b.json have the games 84 to 127" \
        merge "$WHOLE" b.json -o out.json
    nf run --quiet --games 10 --first 84 -n 3 -m 20 --seed 2 --save seed.json >/dev/null
    fails 3 'ninefold: seed.json:12:3: "seed": found 2, expected 1 as in a.json' \
        merge a.json seed.json -o out.json
    nf run --quiet --games 10 --first 84 -n 4 -m 20 --save players.json >/dev/null
    fails 3 'ninefold: players.json:7:5: "players": found 4, expected 3 as in a.json' \
        merge a.json players.json -o out.json
    nf run --quiet --game tng --games 10 --save tng.json >/dev/null
    fails 3 "ninefold: tng.json:4:3: \"game\": found \"tng\", expected \"$(first)\" as in a.json" \
        merge a.json tng.json -o out.json
    sed 's/"players": 3/"players": 4/' b.json >odd.json
    fails 3 'ninefold: odd.json:*: the checksum does not fit: *' merge a.json odd.json -o out.json
    [ ! -e out.json ]
}

@test "shards that are none, and merge without an output, are wrong options" {
    for shard in 0/3 4/3 1 1/ /3 1/0 -1/3 1/3x a/b 1/1000001; do
        misused "*--shard '$shard': expected I/N such as 2/7, *" run --shard "$shard"
    done
    misused "*--shard 1/2: expected --games, *" run --shard 1/2 --time 1s
    misused "*--shard 1/2: expected --games, *" run --shard 1/2 --games 9 --until-width 1%
    misused "*--out: expected a FILE for the joined run" merge "$WHOLE"
    misused "ninefold merge: expected FILE..., found none" merge -o x
}

@test "--audit plays a share of the games by another kernel and says how many" {
    works run --quiet --games 2000 -n 3 -m 9 --audit 10%
    line=$(grep '^compared ' <<<"$output")
    [[ $line =~ ^compared\ +([0-9]+)\ games,\ played\ again\ by\ kernel\ reference:\ no\ difference$ ]]
    [ "${BASH_REMATCH[1]}" -gt 100 ]
    [ "${BASH_REMATCH[1]}" -lt 300 ]
    works run --quiet --games 300 -n 3 --audit 1 --kernel reference --json -
    [[ $output == *'"compared": {'*'"games": 300,'* ]]
    [ "$(digest --games 300 -n 3 --audit 0.5 -j 7)" = "$(digest --games 300 -n 3)" ]
    nf run --quiet --games 131 --first 40 -n 3 -m 20 --audit 5% --save "$BATS_TEST_TMPDIR/a.json" >/dev/null
    cmp "$WHOLE" "$BATS_TEST_TMPDIR/a.json"
    for share in 0 101% x 1.5 -1%; do
        misused "*--audit '$share': expected a share *" run --audit "$share"
    done
}

@test "a part that is missing or a folder: exit code 4, and nothing is written" {
    cd "$BATS_TEST_TMPDIR"
    shard 1/2 --save a.json
    fails 4 "ninefold: none.json: No such file or directory" merge a.json none.json -o out.json
    fails 4 "ninefold: .: *" merge a.json . -o out.json
    fails 4 "ninefold: none/out.json: its folder does not exist" merge a.json -o none/out.json
    misused "*out.json: only one output can go to a file" merge a.json -o out.json --json out.json
    [ ! -e out.json ]
}

@test "runs that count other things, or in which players think otherwise, are not joined" {
    cd "$BATS_TEST_TMPDIR"
    shard 1/3 --save a.json
    shard 2/3 --detail --save detail.json
    shard 2/3 --strategy 2=lowest --save strategy.json
    fails 3 'ninefold: detail.json:*: "detail": found true, expected none as in a.json' \
        merge a.json detail.json -o out.json
    fails 3 'ninefold: strategy.json:*: "strategy": found "2=lowest", expected none as in a.json' \
        merge a.json strategy.json -o out.json
    nf strategies lowest >mine.txt
    nf run --quiet --games 10 -n 3 -m 20 --strategy 1=mine.txt --save mine-1.json >/dev/null
    nf strategies random >mine.txt
    nf run --quiet --games 10 --first 10 -n 3 -m 20 --strategy 1=mine.txt --save mine-2.json >/dev/null
    fails 3 'ninefold: mine-2.json:*: "strategies": found * as in mine-1.json' \
        merge mine-1.json mine-2.json -o out.json
    [ ! -e out.json ]
}
