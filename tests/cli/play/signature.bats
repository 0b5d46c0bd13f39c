#!/usr/bin/env bats
# The games themselves: digests recorded in tests/data, which no change of build, kernel or
# thread count may alter. A change that means to alter them says so and records them anew.

load ../helpers

@test "the signature is the recorded one" {
    nf signature | diff - "$DATA/$(first)/signature.txt"
}

@test "every kernel this machine can run has the recorded signature, of every game" {
    local game kernel threads
    for game in $(games); do
        for kernel in $(kernels_of $game); do
            for threads in 1 7; do
                nf signature --game $game --kernel $kernel --threads $threads |
                    diff - "$DATA/$game/signature.txt"
            done
        done
    done
}

@test "20,000 games of the main job are the recorded ones" {
    nf run --games 20k --json - | grep '"digest"' | diff - "$DATA/run-20k.digest"
}
