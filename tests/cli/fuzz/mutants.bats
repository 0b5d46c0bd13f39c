# The mutants: programs with the mistakes people make, and what finds them.
load ../helpers

MUTANTS=$TESTS/mutants

setup_file() {
    export BUILD=$BATS_FILE_TMPDIR/mutants
}

mutants() { told env NINEFOLD="$NINEFOLD" "$@"; }

# All of them are for make mutants.
# bats test_tags=long
@test "the default fuzz kills mutants drawn at random, and shows it by a game small enough to read" {
    local seed=${NF_TEST_SEED:-$((RANDOM + 1))}
    echo "# seed $seed" >&3
    mapfile -t drawn < <(shuf -i 1-51 -n "$(often "" 5 12)" \
        --random-source=<(yes "$seed"))
    # shellcheck disable=SC2154 # mapfile sets it
    mutants SEEDS=1 SEED="$seed" "$MUTANTS/run" "${drawn[@]}"
    [ "$status" -eq 0 ] || complain "expected that none survives"
    [[ ${lines[-1]} =~ ' 0 survive; medians: size '([0-9]+)' '([0-9]+)' '([0-9]+), ]]
    [ "${BASH_REMATCH[1]}" -le 2 ]
    [ "${BASH_REMATCH[2]}" -le 1 ]
    [ "${BASH_REMATCH[3]}" -le 10 ]
}

@test "a test set is measured by the mutants it kills" {
    mkdir "$BATS_TEST_TMPDIR/suite"
    cp "$DATA/cirno/1.in" "$DATA/cirno/1.out" "$BATS_TEST_TMPDIR/suite"
    mutants "$MUTANTS/run" --suite "$BATS_TEST_TMPDIR/suite" 4 22
    [ "$status" -eq 1 ] || complain "expected that one survives"
    [[ ${lines[1]} == '    1    0 '*' ./4-direction-kept' ]]
    [[ ${lines[2]} == '    0    1 '*' ./22-limit-98' ]]
    [[ ${lines[3]} == '       1: WA, line '* ]]
    [ "${lines[-1]}" = '2 mutants, 1 survive' ]
    mutants "$MUTANTS/run" --suite "$BATS_TEST_TMPDIR/suite" 22
    [ "$status" -eq 0 ]
}

@test "a test set with a wrong answer or without tests is refused" {
    mkdir "$BATS_TEST_TMPDIR/suite"
    mutants "$MUTANTS/run" --suite "$BATS_TEST_TMPDIR/suite" 22
    [ "$status" -eq 1 ]
    [[ $stderr == *'found no test'* ]]
    cp "$DATA/cirno/1.in" "$BATS_TEST_TMPDIR/suite"
    cp "$DATA/cirno/2.out" "$BATS_TEST_TMPDIR/suite/1.ans"
    mutants "$MUTANTS/run" --suite "$BATS_TEST_TMPDIR/suite" 22
    [ "$status" -eq 1 ]
    [[ $stderr == *'1.ans:'*': the stored answer is wrong'*'the correct program is not accepted'* ]]
}

@test "a mutant, a game or an option that does not exist is refused" {
    mutants "$MUTANTS/run" 999
    [ "$status" -eq 2 ]
    [[ $stderr == *'no mutant 999'* ]]
    mutants "$MUTANTS/run" --game chess
    [ "$status" -eq 2 ]
    [[ $stderr == *'--game chess'* ]]
    mutants "$MUTANTS/run" --seeds 3
    [ "$status" -eq 2 ]
    [[ $stderr == *'unknown option --seeds'* ]]
}
