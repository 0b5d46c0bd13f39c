# run --shard and merge: a range cut up and joined is the same file as the range played at once.
load ../helpers

# The run that everything is compared with.
setup_file() {
    export WHOLE=$BATS_FILE_TMPDIR/whole.json
    nf run --quiet --games 131 --first 40 -n 3 -m 20 --save "$WHOLE" >/dev/null
}

# shard I/N ARGUMENT...: plays a part of that range.
shard() { nf run --quiet --games 131 --first 40 -n 3 -m 20 --shard "$1" "${@:2}" >/dev/null; }

# What the schedulers tell the task of INDEX in an array of 7: by NAME, from 0 or from 1.
told_by() {
    local name=$1 index=$2
    case $name in
    slurm) echo SLURM_ARRAY_TASK_{ID=$index,MIN=1,MAX=7,STEP=1,COUNT=7} ;;
    slurm0) echo SLURM_ARRAY_TASK_{ID=$((index - 1)),MIN=0,MAX=6,STEP=1,COUNT=7} ;;
    sge) echo SGE_TASK_{ID=$index,FIRST=1,LAST=7,STEPSIZE=1} ;;
    again) echo SLURM_ARRAY_TASK_{ID=$index,MIN=$index,MAX=$index,STEP=1,COUNT=1} ;;
    pbs) echo PBS_ARRAY_INDEX=$index SGE_TASK_ID=undefined ;;
    aws) echo AWS_BATCH_JOB_ARRAY_{INDEX=$((index - 1)),SIZE=7} ;;
    kubernetes) echo JOB_COMPLETION_INDEX=$((index - 1)) ;;
    esac
}

@test "the shards of --shard auto, by what each scheduler tells its tasks, are those that are named" {
    for i in 1 5 7; do shard $i/7 --save $i.json; done
    for name in slurm slurm0 sge again pbs aws kubernetes; do
        part=auto
        case $name in again | pbs | kubernetes) part=auto/7 ;; esac
        for i in 1 5 7; do
            env $(told_by $name $i) "$NINEFOLD" run -q --games 131 --first 40 -n 3 -m 20 --shard $part --save - >auto.json 2>said
            [ "$(cut -d' ' -f1-3 said)" = "ninefold: shard $i/7" ]
            cmp $i.json auto.json
        done
    done
}

@test "shards that are none, --shard auto where no scheduler tells number and count or its array has gaps, and merge without an output are wrong options" {
    run=(run --games 7 --shard)
    misused "*--shard auto: expected the environment of a task *" "${run[@]}" auto
    PBS_ARRAY_INDEX=3 misused "*--shard auto: PBS does not tell how many tasks there are; *" "${run[@]}" auto
    JOB_COMPLETION_INDEX=7 misused "*--shard auto: JOB_COMPLETION_INDEX=7: expected 0 to 6, *" "${run[@]}" auto/7
    PBS_ARRAY_INDEX=0 misused "*--shard auto: PBS_ARRAY_INDEX=0: expected 1 to 7, *" "${run[@]}" auto/7
    export SLURM_ARRAY_TASK_ID=12 SLURM_ARRAY_TASK_MIN=7 SLURM_ARRAY_TASK_MAX=12 SLURM_ARRAY_TASK_COUNT=2
    misused "*--shard auto: the tasks of Slurm's array are 2 of 7 to 12; expected all *" "${run[@]}" auto
    export SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_COUNT=4
    misused "*--shard auto: the tasks of Slurm's array are 4 of 1 to 7; expected all *" "${run[@]}" auto
    for shard in 0/3 4/3 1 1/ /3 1/0 -1/3 1/3x a/b 1/1000001 autos auto/ auto/0 auto/x auto/1000001; do
        misused "*--shard '$shard': expected I/N such as 2/7, *" run --shard "$shard"
    done
    misused "*--shard 1/2: expected --games, *" run --shard 1/2 --time 1s
    misused "*--shard 1/2: expected --games, *" run --shard 1/2 --games 9 --until-width 1%
    misused "*--out: expected a FILE for the joined run" merge "$WHOLE"
    misused "ninefold merge: expected FILE..., found none" merge -o x
}

# Shards in any order, of any threads and kernels: tests/unit/sim/runs/test_merge.c and test_every_kernel.c.
# Other parameters by name, unfinished runs: tests/unit/sim/runs/test_merge.c.
@test "run, merge and stats write the same tables of a run" {
    nf run -q --games 300 -n 3 -m 9 --save run.json --csv run --markdown run.md >/dev/null
    nf merge run.json --out joined.json --csv merged --markdown merged.md >/dev/null
    nf stats run.json --csv stats --markdown stats.md >/dev/null
    [ -s run/seats.csv ]
    diff -r run stats
    diff -r merged stats
    for name in run merged; do
        sed 1d $name.md | cmp - <(sed 1d stats.md)
    done
}

@test "merge refuses gaps, overlaps, other games, other strategies and what is no run, and writes nothing" {
    for i in 1 2 3; do shard $i/3 --save $i.json; done
    fails 3 "ninefold: no file has the games 84 to 127, between those of 1.json and 3.json" merge 1.json 3.json -o out.json
    nf run --quiet --game tng --games 10 --save tng.json >/dev/null
    fails 3 "ninefold: tng.json:4:3: \"game\": found \"tng\", expected \"$(first)\" as in 1.json" merge 1.json tng.json -o out.json
    for name in lowest random; do
        nf strategies $name >mine.txt
        nf run --quiet --games 10 -n 3 -m 20 --strategy 1=mine.txt --save $name.json >/dev/null
    done
    fails 3 'ninefold: random.json:*: "mine.txt": found "# No plan *, expected "# Safe * as in lowest.json' merge lowest.json random.json -o out.json
    fails 4 "ninefold: none.json: No such file or directory" merge 1.json none.json -o out.json
    fails 4 "ninefold: .: *" merge 1.json . -o out.json
    fails 4 "ninefold: none/out.json: its folder does not exist" merge 1.json -o none/out.json
    misused "*out.json: only one output can go to a file" merge 1.json -o out.json --json out.json
    [ ! -e out.json ]
}

@test "--partial joins what is there and says which games; run --resume plays the others, to the file of the single run" {
    for i in 2 3 5; do shard $i/6 --save $i.json; done
    works merge --partial 5.json 2.json 3.json -o part.json
    [[ $output == *"66 games of 20 rounds, 3 players"*$'\n'"indices 62 to 105, 128 to 149"$'\n\n'* ]]
    works stats part.json --json -
    [[ $(tr -d ' \n' <<<"$output") == *'"ranges":[[62,44],[128,22]],"games":66,'* ]]
    fails 3 "ninefold: part.json:*: the run has played 66 of its 88 games: finish it with *" \
        merge part.json -o out.json
    # The parts that come later, and those that never do.
    shard 1/6 --save 1.json
    shard 6/6 --save 6.json
    works merge --partial part.json 1.json 6.json -o part.json
    fails 3 'ninefold: part.json:* 109 of its 131 games: *' merge part.json -o out.json
    works run --quiet --resume part.json
    cmp "$WHOLE" part.json
}

@test "a run between whose games others are missing is stopped and goes on, and a shard that is not finished counts" {
    games=(run --quiet --games 40k --first 40 -n 3 -m 20)
    on=(run --quiet --resume part.json --kernel reference -j 1)
    nf "${games[@]}" --save one.json >/dev/null
    nf "${games[@]}" --shard 4/4 --save 4.json >/dev/null
    nf "${games[@]}" --shard 1/4 --kernel reference -j 1 --time 20ms --save 1.json >/dev/null
    # Of the second and third, nothing is there.
    works merge --partial 4.json 1.json -o part.json
    [[ $output == *$'\n'"indices 40 to "*", 30040 to 40039"$'\n'* ]]
    works "${on[@]}" --time 30ms
    [[ $output == *$'\n'"indices 40 to "*", 30040 to 40039"$'\n'* ]]
    "$NINEFOLD" "${on[@]}" --save-every 20ms >/dev/null 2>&1 3>&- &
    cp part.json before.json
    changing part.json before.json
    ended_by KILL
    [ "$(<one.json)" != "$(<part.json)" ]
    works run --quiet --resume part.json
    cmp one.json part.json
}

@test "runs that stand one behind the other are read from standard input, and go to standard output" {
    for i in 1 2 3; do shard $i/3 --save $i.json; done
    cat 2.json 3.json 1.json | nf merge - -o - >all.json
    cmp "$WHOLE" all.json
    cat 2.json 3.json >two.json
    nf merge two.json 1.json -o - | nf stats - >table
    nf stats "$WHOLE" | cmp - table
    nf run --quiet --games 131 --first 40 -n 3 -m 20 --shard 1/3 --save - | cmp - 1.json
    # A state by standard input, what it becomes by standard output.
    nf merge --partial 1.json 3.json -o - | nf run --quiet --resume - | cmp - "$WHOLE"
    cat 2.json 2.json >twice
    fails 3 "ninefold: both standard input, run ? and standard input, run ? have *" merge - -o out.json <twice
    cat 2.json <(head -c 400 1.json) >cut
    fails 3 "ninefold: standard input, run 2:*: not a saved run: *" merge - -o out.json <cut
    [ ! -e out.json ]
}

# It finds false ones: tests/unit/sim/runs/test_audit.c, and with the exit code tests/everywhere/cluster.bats.
@test "--audit plays a share of the games by another kernel, merge --replay a share of each run again, and say how many" {
    for game in $(some_games); do
        for i in 1 2 3; do nf run --quiet --game "$game" --games 3k --shard $i/3 --save $i.json >/dev/null; done
        works merge --replay 1% {1..3}.json -o all.json
        line=$(grep '^compared ' <<<"$output")
        # Of 500 blocks with two games each, 5 are played, or of those that have one game at an end.
        [[ $line =~ ^compared\ +([0-9]+)\ games,\ played\ again\ by\ kernel\ [a-z0-9]+:\ no\ difference$ ]]
        [ "${BASH_REMATCH[1]}" -ge 15 ] && [ "${BASH_REMATCH[1]}" -le 36 ]
        nf run --quiet --game "$game" --games 3k --save one.json >/dev/null
        cmp one.json all.json
        works merge --replay 100% all.json -o -
        [[ $output == "$(cat one.json)" ]]
    done
    for share in 0 101% x; do
        misused "*--replay '$share': expected a share *" merge --replay "$share" 1.json -o all.json
    done
    works run --quiet --games 2000 -n 3 -m 9 --audit 10%
    line=$(grep '^compared ' <<<"$output")
    [[ $line =~ ^compared\ +([0-9]+)\ games,\ played\ again\ by\ kernel\ reference:\ no\ difference$ ]]
    [ "${BASH_REMATCH[1]}" -gt 100 ]
    [ "${BASH_REMATCH[1]}" -lt 300 ]
    works run --quiet --games 300 -n 3 --audit 1 --kernel reference --json -
    [[ $output == *'"compared": {'*'"games": 300,'* ]]
    [ "$(digest --games 300 -n 3 --audit 0.5 -j 7)" = "$(digest --games 300 -n 3)" ]
    nf run --quiet --games 131 --first 40 -n 3 -m 20 --audit 5% --save a.json >/dev/null
    cmp "$WHOLE" a.json
    for share in 0 101% x 1.5 -1%; do
        misused "*--audit '$share': expected a share *" run --audit "$share"
    done
}
