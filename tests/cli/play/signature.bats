#!/usr/bin/env bats
# The games themselves: digests recorded in tests/data, which no change of build, kernel or
# thread count may alter. A change that means to alter them says so and records them anew.

load ../helpers

@test "every kernel this machine can run has the recorded signature, of every game" {
    local game kernel threads=1
    for game in $(games); do
        for kernel in $(kernels_of $game); do
            nf signature --game $game --kernel $kernel --threads $threads | diff - "$DATA/$game/signature.txt"
            threads=$((8 - threads)) # 1 and 7
        done
    done
}

@test "20,000 games of the main job are the recorded ones" {
    nf run --games 20k --json - | grep '"digest"' | diff - "$DATA/run-20k.digest"
}
