# status: what is told of a folder of shards.
load ../helpers

setup() { mkdir shards; }

# shard I/N ARGUMENT...: plays a part of a run.
shard() {
    nf run --quiet --games 40k -n 3 -m 20 --shard "$1" --save "shards/${1%/*}.json" "${@:2}" >/dev/null
}

# tells CODE GLOB ARGUMENT...: status prints tables, and ends with CODE and a line that says why.
tells() {
    run -"$1" nf status "${@:3}"
    [[ $output == $2 ]] || complain "expected: $2"
}

# The state of each shard as --csv has it.
states() { nf status shards --csv - 2>/dev/null | awk -F, '$1 == "shards" { print $2, $3 }' | sort -n | tr '\n' ';'; }

@test "status tells finished, stopped, running, missing and damaged shards, and the statistics of what is there" {
    shard 2/9
    shard 4/9
    shard 3/9 --kernel reference -j 1 --time 20ms
    sed 's/"players": 3/"players": 4/' shards/2.json >shards/5.json
    "$NINEFOLD" run --kernel reference -j 1 --games 100G --first 100k -n 3 -m 20 --time 1m \
        --save shards/6.json --save-every 50ms >/dev/null 2>&1 3>&- &
    running=$!
    until [ -e shards/6.json ] || ! kill -0 $running; do sleep 0.01; done
    echo 9 >shards/shards
    run nf status shards
    [ "$status" -eq 3 ]
    ended_by INT $running
    [[ $output == *"1 of 9 shards are damaged: remove "* ]]
    [[ $output == *"to be submitted again: 1,3,7-9"* ]]
    [[ $output == *"damaged  shards/5.json:"*": the checksum does not fit: "* ]]
    [[ $output == *" games of 20 rounds, 3 players"* ]]
    rm shards/5.json shards/6.json*
    tells 6 "*ninefold: 2 of 9 shards are finished" shards
    [ "$(states)" = "1 missing;2 finished;3 stopped;4 finished;5 missing;6 missing;7 missing;8 missing;9 missing;" ]
    # What the scripts leave.
    echo 'sbatch --array={} script folder' >shards/again
    tells 6 $'*\nagain    sbatch --array=1,3,5-9 script folder\n*' shards
}

@test "when all shards are finished, status has the statistics of the whole run and ends with 0" {
    for i in 1 2 3; do shard $i/3; done
    works status shards
    nf merge shards/?.json -o all.json >table
    [[ $output == *"$(cat table)"* ]]
    [[ $output != *again* ]]
    # More are expected than there are.
    tells 6 "*3 of 5 shards are finished" shards --shards 5
    [[ $output == *"to be submitted again: 4-5"* ]]
}

@test "status of a folder without shards, of none and of shards of two runs is refused or tells which is wrong" {
    fails 3 "ninefold: shards: found 0 shards, expected 1 to *" status shards
    fails 4 "ninefold: none: No such file or directory" status none
    echo many >shards/shards
    fails 3 "ninefold: shards/shards: expected the number of shards" status shards
    rm shards/shards
    shard 1/2
    nf run --quiet --games 30 -n 4 -m 20 --save shards/2.json >/dev/null
    tells 3 '*damaged  shards/2.json:*"players": found 4, expected 3 as in shards/1.json*' shards
    cp shards/1.json shards/2.json
    fails 3 "ninefold: both shards/?.json and shards/?.json have the games 0 to 19999" status shards
    # Nobody is told to remove the file of a search.
    rm shards/2.json
    nf optimise -q -n 2 --steps 2 --games 2000 --verify 100 --searches 2 --save shards --shard 2/2 >/dev/null
    tells 3 "*ninefold: shards/2.json is no saved run: expected a folder of the shards of run" shards
    fails 2 "ninefold optimise: found '-', expected a folder; ./- is one of that name" optimise -n 2 --save -
}
