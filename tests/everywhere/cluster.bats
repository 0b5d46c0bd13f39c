# scripts/parallel-run and scripts/ninefold.sbatch, with GNU parallel and with a Slurm cluster of one
# node that is started for these tests on this machine: shards are killed or meet a time limit, and
# the joined file is that of a single run. Needs root, and the packages parallel, slurmctld, slurmd,
# slurm-client and munge.
load ../cli/helpers

# forge FILE SEED: has a saved run claim that it is of another seed; its checksum fits.
forge() {
    python3 - "$1" "$2" <<'END'
import ctypes, json, sys
class Hash(ctypes.Structure):
    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]
xxh3 = ctypes.CDLL("libxxhash.so.0").XXH3_128bits
xxh3.restype = Hash
path, seed = sys.argv[1:]
run = json.load(open(path))
run["seed"] = int(seed)
del run["checksum"]
plain = json.dumps(run, sort_keys=True, separators=(",", ":")).encode()
sum = xxh3(plain, ctypes.c_size_t(len(plain)))
run["checksum"] = f"{sum.high:016x}{sum.low:016x}"
json.dump(run, open(path, "w"))
END
}

SCRIPTS=$BATS_TEST_DIRNAME/../../scripts
# Some seconds of play in all, so that there is time to kill a shard.
RUN=(--games 30000 --players 5 --kernel reference --save-every 100ms)

setup_file() {
    export NINEFOLD WHOLE=$BATS_FILE_TMPDIR/whole.json
    "$NINEFOLD" run --quiet --games 30000 --players 5 --save "$WHOLE" >/dev/null
    start_cluster
}

teardown_file() {
    local pid
    for pid in "$CLUSTER"/{slurmd,slurmctld,munged}.pid; do
        [ -s "$pid" ] || continue
        pid=$(cat "$pid")
        kill "$pid"
        # They write to their folder until they have ended.
        timeout 20 tail -f --pid "$pid" /dev/null
    done
}

# A controller, a node and their authentication, with all their files in a folder of their own and
# all their ports on the loopback device.
start_cluster() {
    export CLUSTER=$BATS_FILE_TMPDIR/cluster SLURM_CONF=$BATS_FILE_TMPDIR/cluster/slurm.conf
    local host
    host=$(hostname -s)
    mkdir -p "$CLUSTER"/{state,spool}
    head -c 1024 /dev/urandom >"$CLUSTER/key"
    chmod 600 "$CLUSTER/key"
    cat >"$SLURM_CONF" <<END
ClusterName=ninefold
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=27817
SlurmdPort=27818
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$CLUSTER/munge.socket,cred_expire=5
CredType=cred/munge
StateSaveLocation=$CLUSTER/state
SlurmdSpoolDir=$CLUSTER/spool
SlurmctldPidFile=$CLUSTER/slurmctld.pid
SlurmdPidFile=$CLUSTER/slurmd.pid
SlurmctldLogFile=$CLUSTER/slurmctld.log
SlurmdLogFile=$CLUSTER/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=2,batch_sched_delay=0
ReturnToService=2
KillWait=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
    munged --force --key-file "$CLUSTER/key" --socket "$CLUSTER/munge.socket" \
        --pid-file "$CLUSTER/munged.pid" --log-file "$CLUSTER/munged.log" \
        --seed-file "$CLUSTER/munged.seed"
    slurmctld
    slurmd
    within 30 nodes_wait || { tail -n 20 "$CLUSTER"/*.log >&2 && return 1; }
}

nodes_wait() { sinfo -h -o %t 2>/dev/null | grep -Eq 'idle|mix'; }

# within SECONDS COMMAND...: waits until the command succeeds.
within() {
    local end=$((SECONDS + $1))
    until "${@:2}"; do
        [ $SECONDS -lt $end ] || { echo "not within $1 s: ${*:2}" >&2 && return 1; }
        sleep 0.05
    done
}

# kill_one FOLDER: kills a shard that has saved a state and plays on.
kill_one() {
    local file job
    for file in "$1"/[0-9]*.json; do
        [ -e "$1/.${file##*/}.ninefold-lock" ] || continue
        # The program that has the shard's file locked.
        for job in $(pgrep -x ninefold); do
            tr '\0' ' ' <"/proc/$job/cmdline" 2>/dev/null | grep -q -- " $file " || continue
            kill -KILL "$job" && return
        done
    done
    return 1
}

# joined: waits for the array $array and the job $join that joins its shards in $folder.
joined() {
    within 600 test -e "$folder/all.json" && return
    squeue
    scontrol show job "$array"
    tail slurm-*.out "$CLUSTER"/*.log
    return 1
}

# gone_from_queue JOB: all its tasks have left it.
gone_from_queue() { [ -z "$(squeue -h -j "$1" 2>/dev/null)" ]; }

# ended JOB: waits for that.
ended() { within 300 gone_from_queue "$1" || { squeue && return 1; }; }

@test "parallel-run: a shard that is killed is taken up again, and the file is that of one run" {
    "$SCRIPTS/parallel-run" -s 4 -j 2 -o all.json -- "${RUN[@]}" -j 1 >table 2>messages &
    script=$!
    within 30 kill_one "$(realpath .)/all.json.shards"
    wait $script || { cat messages; false; }
    cmp "$WHOLE" all.json
    grep -q '^digest ' table
    "$NINEFOLD" status all.json.shards >told
    diff <(sed -n '/: 30,000 games /,$p' told) table
}

@test "parallel-run that is killed with all its shards goes on when it is started again" {
    setsid "$SCRIPTS/parallel-run" -s 4 -j 2 -o all.json -- "${RUN[@]}" -j 1 >/dev/null 2>&1 &
    script=$!
    until compgen -G 'all.json.shards/[0-9].json' >/dev/null; do sleep 0.05; done
    kill -KILL -- -$script
    for job in $(pgrep -x ninefold); do
        tr '\0' ' ' <"/proc/$job/cmdline" | grep -q "$BATS_TEST_TMPDIR" && kill -KILL "$job"
    done
    [ ! -e all.json ]
    run -6 "$NINEFOLD" status all.json.shards
    [[ $output == *$'\n'"again    $SCRIPTS/parallel-run -s 4 -j 2 -o all.json -- --games 30000 "* ]]
    run ! "$SCRIPTS/parallel-run" -s 4 -o all.json -- --games 1k
    [[ $output == *"has shards of another run"* ]]
    "$SCRIPTS/parallel-run" -s 4 -j 2 -r 1% -o all.json -- "${RUN[@]}" -j 1 >table
    grep -q '^compared .* no difference$' table
    cmp "$WHOLE" all.json
}

@test "parallel-run over hosts by --sshlogin makes the same file" {
    # ":" is this host without ssh; another one needs an ssh server, which is not started here.
    "$SCRIPTS/parallel-run" -s 5 -S 2/: -o all.json -- --games 30000 --players 5 >/dev/null
    cmp "$WHOLE" all.json
}

@test "Slurm: an array of shards, one of them killed, and a dependent job that joins them" {
    folder=$BATS_TEST_TMPDIR/shards
    array=$(sbatch --parsable --array=1-4 "$SCRIPTS/ninefold.sbatch" "$folder" "${RUN[@]}")
    join=$(sbatch --parsable --array=0 --dependency=afterok:"$array" "$SCRIPTS/ninefold.sbatch" \
        "$folder" merge)
    within 30 kill_one "$folder"
    joined
    cmp "$WHOLE" "$folder/all.json"
    grep -q Killed slurm-"$array"_*.out
    grep -q '^digest ' slurm-"$join"_0.out
}

# The script as it is, without an option of sbatch. Its day is then cut to a minute, as an
# administrator may: Slurm, which looks at time limits every 30 s, interrupts the task that plays
# at that moment. One plays at a time, and the shards are made to last longer than that together.
@test "Slurm: what the script itself asks for holds; tasks that meet the time limit are queued again" {
    folder=$BATS_TEST_TMPDIR/shards
    # Games that take 50 s of a processor, whatever else it does now.
    TIMEFORMAT=%U
    used=$({ time "$NINEFOLD" run --quiet --players 5 --kernel reference -j 1 --time 2s --json speed.json >/dev/null; } 2>&1)
    games=$(python3 -c 'import json, sys; print(int(json.load(open("speed.json"))["games"] * 50 / float(sys.argv[1])))' "$used")
    "$NINEFOLD" run --quiet --players 5 --games "$games" --save whole.json >/dev/null
    array=$(sbatch --parsable "$SCRIPTS/ninefold.sbatch" "$folder" --games "$games" --players 5 \
        --kernel reference)
    join=$(sbatch --parsable --array=0 --dependency=afterok:"$array" "$SCRIPTS/ninefold.sbatch" \
        "$folder" merge)
    scontrol show job "$join" >asked
    for words in JobName=ninefold TimeLimit=1-00:00:00 Requeue=1 CPUs/Task=1; do
        grep -qw -- "$words" asked || { cat asked && false; }
    done
    scontrol update JobId="$array" TimeLimit=1 ArrayTaskThrottle=1
    joined
    [ "$(cat "$folder/shards")" = 16 ]
    cmp whole.json "$folder/all.json"
    # One output has both lives of a task: saved and stopped, then played to its end.
    grep -l '^ninefold: stopped by signal 2 .* are saved' slurm-"$array"_*.out >again
    while read -r output; do grep -q '^digest ' "$output"; done <again
}

@test "Slurm: more shards than tasks; one that is missing is submitted again as status says; a node that lies is found" {
    folder=$BATS_TEST_TMPDIR/shards
    # Of the third shard this node plays other games, and says they are those.
    cat >node <<END
#!/usr/bin/env bash
$(declare -f forge)
[[ " \$* " == *" --shard 3/7 "* ]] || exec $NINEFOLD "\$@"
$NINEFOLD "\$@" --seed 2 && forge $folder/3.json 1
END
    chmod +x node
    array=$(NINEFOLD=$PWD/node SHARDS=7 sbatch --parsable --array=1-3 "$SCRIPTS/ninefold.sbatch" \
        "$folder" --games 30000 --players 5)
    ended "$array"
    "$NINEFOLD" status "$folder" >told # nobody sees it yet
    rm "$folder"/5.json*
    run -6 "$NINEFOLD" status "$folder"
    again=$(sed -n 's/^again *//p' <<<"$output")
    [ "$again" = "sbatch --array=1-3 --export=ALL,SHARDS=7 $SCRIPTS/ninefold.sbatch $folder --games 30000 --players 5 " ]
    ended "$(eval "$again" | grep -o '[0-9]*$')"
    join=$(sbatch --parsable --array=0 "$SCRIPTS/ninefold.sbatch" "$folder" merge --replay 1%)
    ended "$join"
    grep -q "^ninefold: $folder/3.json: of the games [0-9]* to [0-9]*, played again, some are not as they were saved$" \
        slurm-"$join"_0.out
    [ ! -e "$folder/all.json" ]
    rm "$folder"/3.json*
    ended "$(eval "$again" | grep -o '[0-9]*$')"
    join=$(sbatch --parsable --array=0 "$SCRIPTS/ninefold.sbatch" "$folder" merge --replay 1%)
    ended "$join"
    cmp "$WHOLE" "$folder/all.json"
    grep -q '^compared .* no difference$' slurm-"$join"_0.out
}
