# run --save and --resume: a run that is interrupted in any way goes on, and ends with the very file
# that it would have ended with undisturbed.
load ../helpers

# The options of the run that is interrupted, and its file undisturbed. A quarter of a second of
# play by one thread of the plainest kernel, so that there are moments to kill it at.
RUN=(-n 3 -m 30 --games 6000 --kernel reference -j 2)

setup_file() {
    export WHOLE=$BATS_FILE_TMPDIR/whole.json
    nf run --quiet "${RUN[@]}" --save "$WHOLE" >/dev/null
    export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0
}

@test "killed before each step of writing a state: the file is whole and goes on" {
    # A state, and the one before it, as a kill has left them.
    mkdir begun
    nf run --quiet "${RUN[@]}" --save begun/state.json --time 1ms >/dev/null
    killed name:2 begun/state.json
    rm begun/.state.json.ninefold-*
    for step in write:1 sync:1 remove:1 name:1 name:2 sync:2 remove:2; do
        cp begun/* .
        killed $step state.json
        works stats state.json
        nf run --quiet --resume state.json >/dev/null
        cmp "$WHOLE" state.json
        nothing_left
    done
}

# killed KIND:N FILE: a run that goes on with a saved one and is killed before that call.
killed() {
    exits 137 inject NF_FAULT="$1:kill" "$NINEFOLD" run --quiet --resume "$2" --save-every 1ms
}

# Other signals: files/files.bats.
@test "SIGINT saves the state and ends with 130" {
    stopped_by INT run --quiet -n 3 -m 30 --games 3M --kernel reference --save state.json
    [[ $stderr == *"are saved, continue with run --resume" ]] || complain "expected how it goes on"
    fails 3 "ninefold: state.json:*: the run has played * of its 3000000 games: finish it with ninefold run --resume state.json" \
        run --games 3M --save state.json
    played=$(sed -n 's/^  "games": \([0-9]*\),$/\1/p' state.json)
    [ "$played" -gt 0 ]
    # What it holds is a prefix of the games.
    [ "$(digest -n 3 -m 30 --games "$played")" = "$(nf stats state.json | sed -n 's/^digest  *//p')" ]
}

@test "a run that time ended is taken up and ends where it would have, in another file as well; a finished one stays as it is with the state before it" {
    for kernel in auto reference; do
        rm -f state.json*
        nf run --quiet "${RUN[@]}" --save state.json --time 5ms >/dev/null
        nf run --quiet --resume state.json --time 5ms -j 1 --kernel "$kernel" >/dev/null
        works run --quiet --resume state.json -j 7 --kernel "$kernel"
        [[ $output == *"6,000 games"* ]]
        cmp "$WHOLE" state.json
    done
    # What is finished stays as it is.
    works run --quiet --resume state.json
    cmp "$WHOLE" state.json
    nf run --quiet "${RUN[@]}" --save state.json --time 5ms >/dev/null
    cp state.json before.json
    nf run --quiet --resume state.json --save other.json >/dev/null
    cmp before.json state.json
    cmp "$WHOLE" other.json
    rm -f state.json*
    nf run --quiet --games 500 -n 3 --save state.json >printed
    touch -d 2001-01-01 state.json
    works run --quiet --resume state.json
    diff <(grep -v '^time\|^speed' printed) <(grep -v '^time\|^speed' <<<"$output")
    [ "$(find . -name 'state.json*' ! -newermt 2002-01-01)" = ./state.json ]
    [ "$(echo state.json*)" = state.json ]
}

@test "strategy files are in the state: a run goes on without them; --until-width taken up again and again stops at the same doubling" {
    nf strategies lowest >mine.txt
    nf run --quiet -n 3 -m 10 --games 3000 --strategy 2=mine.txt --save whole.json >/dev/null
    nf run --quiet -n 3 -m 10 --games 3000 --strategy 2=mine.txt --kernel reference --time 2ms \
        --save state.json >/dev/null
    rm mine.txt
    nf run --quiet --resume state.json >/dev/null
    cmp whole.json state.json
    rm *.json*
    local width=(-n 2 -m 3 --until-width 0.2%) games=0 parts=0 whole
    nf run --quiet "${width[@]}" --save whole.json >/dev/null
    whole=$(sed -n 's/^  "games": \([0-9]*\),$/\1/p' whole.json)
    [ "$whole" -gt 65536 ]
    # Parts of at most half of a look each, whatever the machine: by the clock, and by the count.
    nf run --quiet "${width[@]}" --time 1ms --save part.json >/dev/null 2>&1 || [ $? -eq 6 ]
    while [ "$games" -lt "$whole" ] && [ $((parts++)) -lt 200 ]; do
        nf run --quiet --resume part.json --time 20ms >/dev/null 2>&1 || [ $? -eq 6 ]
        games=$(sed -n 's/^  "games": \([0-9]*\),$/\1/p' part.json)
    done
    [ "$parts" -ge 2 ]
    cmp whole.json part.json
    # What is there already is not played again, and the width asked for is known.
    works run --quiet --resume part.json --until-width 0.2%
    cmp whole.json part.json
}

# started WHAT MEMBER SAVED ASKED: what is said of a file of another job.
started() { echo "\"$2\": this $1 was started with $3, not with $4"; }

@test "what was saved by other options is refused in the same words by run, sweep, tournament and optimise; the same command goes on" {
    local file what command
    nf run -q -m 5 --games 2000 --save run.json >/dev/null
    while read -r file what command; do
        nf $command >/dev/null
        cp $file before
        fails 3 "ninefold: $file:*: $(started $what seed 1 2); expected the same, or another file" $command --seed 2
        fails 3 "ninefold: $file:*: $(started $what players 30 3); *" $command -n 3
        works $command -j 2 --kernel reference
        cmp before $file
    done <<'END'
run.json run run -q --resume run.json
sweep/001.json run sweep rounds=5 -q --games 2000 --save sweep
tournament/0.json tournament tournament -q -m 5 --games 2000 statement lowest --save tournament
optimise/1.json search optimise -q -m 5 --games 2000 --steps 4 --verify 100 --save optimise
END
}

@test "options that contradict the file are refused: exit code 3; those that agree are not" {
    nf run --quiet "${RUN[@]}" --save state.json --time 5ms >/dev/null
    cp state.json before.json
    while IFS='|' read -r option begun; do
        fails 3 "ninefold: state.json:*:*: $(started run $begun); expected the same, or another file" \
            run --resume state.json $option
    done <<<"--players 30|players 3 30
--rounds 100|rounds 30 100
--deck 30000|deck none 30000
--seed 2|seed 1 2
--first 1|first 0 1
--games 6001|games 6000 6001
--profile basic|profile \"uniform\" \"basic\"
--weights A1=1,E99=1|weights none \"A1=1,E99=1\"
--strategy lowest|strategy none \"lowest\"
--until-width 1%|until_width none \"1%\"
--shard 1/2 --games 6000|games 6000 3000
--detail|detail none true
--paired|paired none true
--game $(others | tail -n 1)|game \"$(first)\" \"$(others | tail -n 1)\""
    cmp before.json state.json
    # A shard says the same if it is the shard that was begun.
    nf run --quiet "${RUN[@]}" --shard 2/3 --save shard.json --time 2ms >/dev/null
    fails 3 "ninefold: shard.json:*: $(started run first 2000 4000); *" \
        run --resume shard.json --games 6000 --shard 3/3
    fails 3 "ninefold: shard.json:*: $(started run games 2000 6000); *" \
        run --resume shard.json --games 6000
    works run --quiet --resume shard.json "${RUN[@]}" --shard 2/3
    [[ $output == *"2,000 games "*"indices 2000 to 3999"* ]]
    works run --quiet --resume state.json -n 3 -m 30 --games 6000 --first 0 --seed 1 --profile uniform
    cmp "$WHOLE" state.json
    misused "*--save-every: expected --save or --resume with it" run --save-every 1s
    nf run --quiet -n 3 -m 3 --weights A1=2,E99=1 --strategy 1=lowest --time 5ms --save own.json >/dev/null
    while read -r option value begun; do
        fails 3 "ninefold: own.json:*: $(started run $begun); *" run --resume own.json "$option" "$value"
    done <<'END'
--weights A1=1,E99=1 weights "A1=2,E99=1" "A1=1,E99=1"
--profile uniform profile none "uniform"
--strategy 1=random strategy "1=lowest" "1=random"
--games 7 games none 7
END
    fails 4 "ninefold: none/run.json: *" run --resume own.json --save none/run.json
}

# What else is no saved run: tests/unit/sim/runs/test_saved.c.
@test "a state that is a directory or missing is refused, the last with the state before it; so is a second run at once" {
    nf run --quiet "${RUN[@]}" --save state.json --time 5ms >/dev/null
    fails 3 "ninefold: $BATS_TEST_TMPDIR: is a directory, *" run --resume "$BATS_TEST_TMPDIR"
    fails 4 "ninefold: none.json: No such file or directory" run --resume none.json
    cp state.json none.json.1
    fails 4 "ninefold: none.json: *; its previous state exists: copy none.json.1 *" run --resume none.json
    [ ! -e none.json ]
    rm state.json
    # Closed descriptors, and a time, so that a test that fails does not wait for it.
    "$NINEFOLD" run --quiet --games 1G --time 20s --save state.json >/dev/null 2>&1 3>&- &
    until { [ -e .state.json.ninefold-lock ] &&
            grep -q ":$(stat -c %i .state.json.ninefold-lock) " /proc/locks; } || ! kill -0 $!; do sleep 0.01; done
    fails 4 "ninefold: state.json: another run is writing to it" run --games 10 --save state.json
    ended_by KILL
    works run --quiet --games 10 --save state.json
    nothing_left
}

@test "what a state replaces is a regular file: FIFOs, sockets and devices are refused at once, as they are" {
    nf() { timeout -s KILL 20 "$NINEFOLD" "$@"; } # a FIFO may be waited for
    mkfifo fifo
    python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")'
    ln -s fifo link
    mkdir swept && mkfifo swept/002.json
    for file in fifo:FIFO socket:socket link:FIFO /dev/null:device /dev/full:device; do
        for option in --save --resume --db; do
            fails 4 "ninefold: ${file%:*}: found a ${file#*:}, expected a regular file or none" \
                run --games 1G $option "${file%:*}"
        done
    done
    fails 4 "ninefold: swept/002.json: found a FIFO, expected a regular file or none" \
        sweep players=2,3 --games 1G --save swept
    [ -p fifo ] && [ -S socket ] && [ -L link ] && [ -c /dev/null ] && [ -p swept/002.json ]
    [ ! -e swept/001.json ]
}

@test "--check has the reference play every game again, held to its promises, and changes nothing" {
    works run --quiet --games 300 -n 7 --check
    grep -q '^compared  *300 games, played again by kernel checking: no difference$' <<<"$output"
    [ "$(digest --games 300 -n 7 --check --kernel reference -j 3)" = "$(digest --games 300 -n 7)" ]
    [ -z "$(often "" all all)" ] || nf run --quiet --games 5 --profile max --check >/dev/null
    nf run --quiet --games 300 -n 3 --strategy 1=random --check >/dev/null
    for game in $(some_games $(others)); do
        works run --quiet --game $game --games 500 --check
        grep -q '^compared  *500 games, played again by kernel checking: no difference$' <<<"$output"
    done
    misused "*--check: expected no --audit with it, *" run --check --audit 1%
}

# bats test_tags=long
@test "every promise of --check notices a fault planted in the rules: exit code 5" {
    for game in $(games); do
        "$TESTS/promises/run" "$NINEFOLD" "$game"
    done
}
