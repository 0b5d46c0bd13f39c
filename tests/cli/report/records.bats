# run --records: the outcomes themselves. Their values: forms.bats.
load ../helpers

# Random numbers by NF_TEST_SEED.
between() { echo $(($1 + RANDOM % ($2 - $1 + 1))); }

@test "the same bytes for any threads, blocks and kernels, and ranges joined are the whole" {
    RANDOM=${NF_TEST_SEED:=$((RANDOM * 32768 + RANDOM))}
    echo "note: seed $NF_TEST_SEED"
    for game in $(some_games); do
        games=$(between 100 400)
        for form in csv ndjson; do
            nf run -q --game $game --games $games -j 1 --block 1 --records whole.$form >/dev/null
            nf run -q --game $game --games $games -j $(between 2 9) --records b.$form >/dev/null
            cmp whole.$form b.$form
            for cut in 1 2 3; do
                nf run -q --game $game --games $games --shard $cut/3 --records $cut.$form >/dev/null
                [ $form = ndjson ] || [ $cut = 1 ] || sed -i 1d $cut.csv
            done
            cat 1.$form 2.$form 3.$form | cmp whole.$form -
        done
        nf run -q --game $game --games $games --block $(between 1 99) --check --records b.csv >/dev/null
        cmp whole.csv b.csv
        nf run -q --game $game --games $games --records - | cmp whole.csv -
        for kernel in $(kernels_of $game); do
            nf run -q --game $game --games $games --kernel $kernel --records b.csv >/dev/null
            cmp whole.csv b.csv
        done
    done
}

@test "records of many parts are those of the games, one after the other" {
    # 4 MiB of records are a part: 1 Mi games of The Number Game.
    nf run -q --game tng --games 1100k -j 1 --records whole.csv >/dev/null
    nf run -q --game tng --games 70k --first 1030k --records end.csv >/dev/null
    [ "$(wc -l <whole.csv)" -eq 1100001 ]
    sed 1d end.csv | cmp - <(tail -n 70000 whole.csv)
}

@test "a run that time or a signal ends early leaves the records of the games it reports" {
    for ended in '' INT; do
        if [ -z "$ended" ]; then
            nf run -q -n 5 --time 100ms --records r.csv --json r.json >/dev/null
        else
            stopped_by INT run -q -n 5 --time 60s --records r.csv --json r.json
        fi
        games=$(sed -n 's/^ *"games": \([0-9]*\),.*/\1/p' r.json)
        [ "$games" -gt 0 ]
        nf run -q -n 5 --games "$games" --records again.csv >/dev/null
        cmp r.csv again.csv
        nothing_left
        rm r.*
    done
}

@test "a run that fails leaves no records, and the file that was there; they go to a .csv, an .ndjson or standard output, and not with --resume" {
    echo old >old.csv
    # Nearly no deck of two cards is enough.
    fails 3 "*" run -q -n 5 -k 2 -m 100 --records old.csv
    [ "$(cat old.csv)" = old ]
    nothing_left
    mkfifo pipe.csv
    head -c 100 pipe.csv >/dev/null &
    fails 4 "ninefold: pipe.csv: Broken pipe" run -q --games 100k --records pipe.csv
    misused "*--records 'x.txt': expected a name that ends with .csv or .ndjson, or -" run -q --time 1s --records x.txt
    misused "*--records 'a.csv/x': expected a name *" run -q --time 1s --records a.csv/x
    misused "*only one output can go to standard output" run -q --time 1s --records - --json -
    misused "*x.csv: only one output can go to a file" run -q --time 1s --records x.csv --save x.csv
    nf run -q --games 10 --save s.json >/dev/null
    misused "*--records: expected no --resume with it; *" run -q --resume s.json --records x.csv
    [ ! -e x.csv ]
}

@test "the help of every game lists the columns of its records, in their order" {
    for game in $(games); do
        nf run --game $game --help | sed -n '/--records/,/--save/s/^ \{26\}\([a-z0-9_]*\)  .*/\1/p' >listed
        nf run -q --game $game --games 1 --records - | head -n 1 | tr , '\n' | diff listed -
    done
}
