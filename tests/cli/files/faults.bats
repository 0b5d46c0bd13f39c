# What the program does when the machine fails it: disks, limits, clocks, processors.

load ../helpers

setup() {
    # A sanitizer wants address space and memory, and to be told of a library before it.
    if ldd "$NINEFOLD" 2>/dev/null | grep -q libasan; then
        SANITIZED=1
        export ASAN_OPTIONS=verify_asan_link_order=0:allocator_may_return_null=1:detect_leaks=1
    fi
}

# A shell that may mount, as root or in a user namespace, reads commands from standard input with
# the functions of this file at hand. DISK is an empty folder to mount on.
mounting() {
    local enter
    if [ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null; then
        enter=(unshare -m)
    elif unshare -Urm true 2>/dev/null; then
        enter=(unshare -Urm)
    else
        skip "mounting is not allowed here"
    fi
    mkdir -p disk
    "${enter[@]}" bash -c 'mount -t tmpfs none disk' 2>/dev/null || skip "tmpfs cannot be mounted here"
    NINEFOLD=$NINEFOLD DISK=$PWD/disk "${enter[@]}" bash -eu
}

# The digest of saved runs, and what a small run of 200 games should have.
saved_digest() { nf stats "$1" --json - | sed -n 's/.*"digest": "\(.*\)",/\1/p'; }
small() { nf run --quiet -n 5 -m 20 --games 200 "$@"; }

# ---- single calls; make faults tries every one, and looks at what is left behind ----

@test "a lock that goes between two looks at it is taken the next time" {
    save() {
        : >.new.json.ninefold-lock # the remains of a killed run, opened by the second call
        told inject "NF_FAULT=open:2:$1" "$NINEFOLD" run --quiet -n 2 -m 2 --games 9 \
            -j 1 --save new.json
    }
    save EACCES
    [ "$status" -eq 4 ]
    [[ $stderr == *"cannot make its lock "*": Permission denied" ]]
    save ENOENT
    [ "$status" -eq 0 ]
    [ -e new.json ]
    [ ! -e .new.json.ninefold-lock ]
}

@test "an unfinished run that this machine cannot read is not written over" {
    nf run --quiet --games 1000G --time 20ms --save begun.json >/dev/null || true
    cp begun.json before.json
    told inject NF_FAULT=read:1:EIO "$NINEFOLD" run --quiet --games 9 --save begun.json
    [ "$status" -eq 4 ] && [[ $stderr == "ninefold: "*"begun.json: Input/output error" ]] || complain read
    cmp begun.json before.json
}

@test "where files have one name only, a state that cannot take its place leaves there the one before" {
    nf run --quiet --games 1000G --time 20ms --save begun.json >/dev/null || true
    cp begun.json before.json
    told inject NF_FAULT=name:1+:EROFS "$NINEFOLD" run --quiet --resume begun.json --time 20ms
    [ "$status" -eq 4 ] && [[ $stderr == "ninefold: "*"begun.json: Read-only file system"* ]] || complain name
    cmp begun.json before.json
}

# ---- disks; a full one under each output: tests/faults, where each call that writes fails ----

@test "a saved run on a disk that fills up keeps its last whole state and goes on when there is room" {
    nf run --quiet -n 30 --games 20k >whole.txt
    mounting <<'END'
mount -t tmpfs -o size=2m none "$DISK"
"$NINEFOLD" run --quiet -n 30 -j 1 --kernel reference --games 20k --save-every 10ms \
    --save "$DISK/run.json" >out.txt 2>err.txt &
until [ -s "$DISK/run.json.1" ] || ! kill -0 $!; do sleep 0.01; done
cat /dev/zero >"$DISK/filler" 2>/dev/null || true
status=0
wait $! || status=$?
[ "$status" -eq 4 ]
grep -q '^ninefold: .*run.json: No space left on device$' err.txt
[ -z "$(find "$DISK" -name '.*.ninefold-*')" ]
"$NINEFOLD" stats "$DISK/run.json" >/dev/null
rm "$DISK/filler"
"$NINEFOLD" run --quiet --resume "$DISK/run.json" >resumed.txt
END
    [ "$(grep ^digest whole.txt)" = "$(grep ^digest resumed.txt)" ]
}

@test "a set on a disk that fills up is there as a whole or not at all, and its name is the user's" {
    small --save run.json >/dev/null
    printf '#!/bin/sh\necho\n' >wrong && chmod +x wrong
    export ROOMS="$(seq -s " " 0 "$(often 10 4 1)" 14)"
    mounting <<'END'
mount -t tmpfs -o size=1m none "$DISK"
# One file after another finds no room, in a new folder and where an older set is.
sets() {
    local name=$1 room status whole=0 none=0 old
    shift
    for room in $ROOMS; do
        for old in "" old; do
            rm -rf "$DISK"/*
            [ -z "$old" ] || { mkdir "$DISK/$name" && "$@" >/dev/null 2>&1; } || true
            [ -z "$old" ] || for file in $(find "$DISK/$name" -type f); do echo old >"$file"; done
            [ $name != suite ] || rm -rf "$DISK/$name"/*
            head -c "$((room * (room + 1) / 2 * 4096))" /dev/zero >"$DISK/room"
            cat /dev/zero >"$DISK/filler" 2>/dev/null || true
            rm "$DISK/room"
            find "$DISK/$name" -type f -exec cat {} + >before.txt 2>/dev/null || true
            status=0
            "$@" >out.txt 2>err.txt || status=$?
            [ -z "$(find "$DISK" -name '.*')" ] || { find "$DISK" && exit 1; }
            if [ "$status" -ne 4 ]; then
                whole=$((whole + 1))
                continue
            fi
            none=$((none + 1))
            grep -q "^ninefold: $DISK/$name.*: No space left on device$" err.txt || { cat err.txt && exit 1; }
            ! grep -q ninefold- err.txt || { cat err.txt && exit 1; }
            # What cannot be kept is printed all the same.
            [ $name != kept ] || { grep -q "^case 0 " out.txt && ! grep -q "^kept:" out.txt; } || { cat out.txt && exit 1; }
            find "$DISK/$name" -type f -exec cat {} + >after.txt 2>/dev/null || true
            cmp before.txt after.txt || { echo "$name with room $room" && find "$DISK" -type f && exit 1; }
        done
    done
    [ "$none" -gt 1 ] || { echo "$name: $none not, $whole whole" && exit 1; }
    [ "$whole" -gt 0 ] || [ $name = suite ] # which is large
}
sets tables "$NINEFOLD" stats run.json --csv "$DISK/tables"
sets kept "$NINEFOLD" fuzz --quiet --count 1 --diagnose 0s --shrink 3 --keep "$DISK/kept" -- ./wrong
sets suite "$NINEFOLD" gen --suite "$DISK/suite" --quiet
END
}

@test "a history that does not fit on the disk any more keeps the runs it has" {
    mounting <<'END'
mount -t tmpfs -o size=200k none "$DISK"
small() { "$NINEFOLD" run --quiet -n 5 -m 20 --games 200 --db "$DISK/runs.db" >/dev/null 2>err.txt; }
runs=0 status=0
while small || { status=$?; false; }; do runs=$((runs + 1)); [ "$runs" -lt 1000 ]; done
[ "$status" -eq 4 ] && [ "$runs" -gt 1 ]
grep -q '^ninefold: .*runs.db: ' err.txt
[ "$(sqlite3 "$DISK/runs.db" 'PRAGMA integrity_check; SELECT count(*) FROM runs')" = "ok
$runs" ]
END
}

@test "in a folder that is read-only, outputs are refused by name before anything is played" {
    mkdir ro && echo old >ro/old.json
    mounting <<'END'
mount --bind ro "$DISK"
mount -o remount,bind,ro "$DISK"
refused() {
    local status=0
    timeout 100 "$@" >out.txt 2>err.txt || status=$?
    [ "$status" -eq 4 ] || { echo "$*: ends with $status" && cat err.txt && exit 1; }
    grep -Eq '^ninefold: .*(Read-only file system|readonly)' err.txt || { echo "$*" && cat err.txt && exit 1; }
    [ ! -s out.txt ]
}
refused "$NINEFOLD" run --quiet --games 1000G --save "$DISK/new.json"
refused "$NINEFOLD" run --quiet --games 1000G --db "$DISK/new.db"
refused "$NINEFOLD" run --quiet --games 1000G --json "$DISK/new.json"
refused "$NINEFOLD" run --quiet --games 1000G --records "$DISK/new.csv"
refused "$NINEFOLD" run --quiet --games 1000G --json "$DISK/old.json"
refused "$NINEFOLD" gen --count 3 --out "$DISK/cases"
refused "$NINEFOLD" gen --suite "$DISK/suite"
refused "$NINEFOLD" fuzz --keep "$DISK/kept" -- /bin/cat
END
    [ "$(cat ro/old.json)" = old ]
    [ "$(ls ro)" = old.json ]
}

@test "a file that may not grow so large is an error with exit code 4, not a signal" {
    [ -z "$SANITIZED" ] || skip "a sanitizer's own files are limited, too"
    exits 4 bash -c 'ulimit -f 1; "$1" run --quiet --games 200 --save run.json' - "$NINEFOLD"
    [[ $stderr == "ninefold: "*"run.json: File too large" ]]
    ! compgen -G 'run.json*'
}

# ---- clocks ----

# set_back N COMMAND...: from its N-th reading on, the time of day is an hour earlier than it was; the
# monotonic clock goes on.
set_back() {
    command -v faketime >/dev/null || skip "faketime is missing: scripts/deps test installs it"
    FAKETIME_START_AFTER_NUMCALLS=$1 faketime -m --exclude-monotonic -f -1h timeout 100 "$NINEFOLD" "${@:2}"
}

# bats test_tags=long
@test "a clock that is set back an hour neither stops a run nor changes what it saves" {
    nf run --quiet -n 30 --games 1k --save whole.json >/dev/null
    for reading in 1 2 5; do
        rm -f run.json*
        exits 0 set_back $reading run --quiet -n 30 -j 2 --kernel reference --games 1k --save-every 20ms \
            --save run.json --db runs.db
        cmp run.json whole.json
    done
    [ "$(sqlite3 runs.db 'SELECT count(*) FROM runs')" = 3 ]
    # Without --db, which reads the time of day before the run begins: the clock is set back within.
    exits 0 set_back 4 run --quiet --time 200ms
}
