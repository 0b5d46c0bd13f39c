#!/usr/bin/env bats
# Processors with fewer instructions than this one, played by qemu-user (skipped where it is not
# installed): dispatch falls back, and the games stay the same.

load ../helpers

setup() {
    command -v qemu-x86_64 >/dev/null || skip "no qemu-x86_64"
    file_is_x86=$(od -An -tx1 -j18 -N2 "$NINEFOLD" | tr -d ' ')
    [ "$file_is_x86" = 3e00 ] || skip "not a program for x86-64"
    # A sanitizer's shadow memory does not fit qemu's.
    ! "$NINEFOLD" --version | grep -q fsanitize || skip "a sanitizer build"
}

# on PROCESSOR ARGUMENT...: ninefold on that processor.
on() { qemu-x86_64 -cpu "$1" "$NINEFOLD" "${@:2}"; }

# bats test_tags=long
@test "without AVX2 the portable kernel is the fastest, without AVX-512 the avx2 kernel, with the recorded signature" {
    while read -r processor kernels; do
        [ "$(on $processor --version | sed -n 's/^kernels: //p')" = "$kernels" ] || complain "$processor: expected $kernels"
        on $processor signature </dev/null | diff - "$DATA/cirno/signature.txt"
    done <<'END'
Nehalem reference portable
Haswell reference portable avx2
END
}

@test "a kernel the processor cannot run is refused with what it can" {
    exits 2 on Nehalem run --kernel avx512 --games 1
    [[ -z $output && $stderr == *"--kernel avx512"*"auto is portable"* ]]
}
