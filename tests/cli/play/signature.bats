#!/usr/bin/env bats
# The games themselves: digests recorded in tests/data, which no change of build, kernel or
# thread count may alter. A change that means to alter them says so and records them anew.

load ../helpers

golden="$TESTS/data/cirno/signature.txt"

@test "the signature is the recorded one" {
    run "$NINEFOLD" signature
    [ "$status" -eq 0 ]
    diff <(printf '%s\n' "$output") "$golden"
}

@test "every kernel this machine can run has the recorded signature" {
    for kernel in $("$NINEFOLD" --version | sed -n 's/^kernels: //p'); do
        for threads in 1 2 7; do
            "$NINEFOLD" signature --kernel "$kernel" --threads "$threads" | diff - "$golden"
        done
    done
}

@test "20,000 games of the main job are the recorded ones" {
    "$NINEFOLD" run --games 20k --json - | grep '"digest"' |
        diff - "$TESTS/data/run-20k.digest"
}

@test "every kernel of the mahjong simulator has the recorded signature, too" {
    for kernel in $("$NINEFOLD" --version | sed -n 's/^mahjong: //p'); do
        "$NINEFOLD" signature --game mahjong --kernel "$kernel" |
            diff - "$TESTS/data/mahjong/signature.txt"
    done
}
