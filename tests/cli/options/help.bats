# Help, version, and what wrong options are told.
load ../helpers

@test "every command prints its help and --help the overview on stdout, within 80 columns" {
    for command in gen verify play run replay signature; do
        commands | grep -qx "$command"
    done
    for command in $(commands); do
        works "$command" --help
        [[ $output == "usage: ninefold $command "* ]]
        [[ $output == *"--help"* ]]
        [ -z "$(awk 'length > 80' <<<"$output")" ]
        [ "$output" = "$(nf help "$command")" ]
        [ "$output" = "$(nf "$command" -h)" ]
    done
    works --help
    [[ $output == *"usage: ninefold COMMAND"* ]]
    [ -z "$(awk 'length > 80' <<<"$output")" ]
    [ "$output" = "$(nf help)" ]
}

# calls: those among the lines on standard error.
calls() { grep -F "  $NINEFOLD " <<<"$stderr"; }

@test "without a command four calls are shown, one for each kind of reader, which work in an empty folder" {
    mkdir empty
    cd empty
    ends 2
    [ -z "$output" ]
    mapfile -t calls <<<"$(calls)"
    [ "${#calls[@]}" -eq 4 ]
    for call in "${calls[@]}"; do # all but the last, which measures speed, as quickly as it can
        exits 0 bash -c "${call%%#*} $([ "$call" != "${calls[3]}" ] || echo --repeat 1 --min-time 1ms)"
    done
    [ -e nine/problem.yaml ]
}

@test "fuzz without a program shows the call for what lies here: of each kind the file that was changed last" {
    mkdir here
    cd here
    ends 2 fuzz
    [ -z "$output" ]
    [ "${stderr_lines[0]}" = "ninefold fuzz: expected -- PROGRAM [ARGUMENT]..., found none, for instance:" ]
    [[ $(calls) == *" fuzz -- $NINEFOLD play"*" --format problem.ctd --reference brute.py mine.cpp" ]]
    echo 'print(1)' >other.py
    cp other.py brute.py
    cp other.py gen.py
    cp other.py "./-my one.py"
    cp other.py .hidden.py
    cp other.py setup.py
    touch -d '1 hour' setup.py
    printf 'INT(1,9,n) NEWLINE\n' >p.ctd
    touch -d '1 hour ago' other.py
    ends 2 fuzz
    [ "$(calls)" = "  $NINEFOLD fuzz --format p.ctd --reference brute.py ./'-my one.py'" ]
    exits 0 bash -c "$(calls) --count 5"
    rm p.ctd
    ends 2 fuzz
    [[ $(calls) == "  $NINEFOLD fuzz ./'-my one.py'"* ]]
    ends 2
    [[ $(calls) == "  $NINEFOLD fuzz ./'-my one.py'"*" gen --suite nine"* ]]
}

@test "help shows the defaults of the chosen profile, even where another option is wrong" {
    nf run --profile basic --help | grep -q 'players at the table (1 to 30, default 3)'
    nf run --help | grep -q 'players at the table (1 to 30, default 30)'
    works run --players 99 --help
}

@test "--version names version, commit, compiler, flags, licence and kernels" {
    works --version
    grep -Eqx 'ninefold [0-9]+\.[0-9]+\.[0-9]+' <<<"${lines[0]}"
    grep -Eqx 'commit: [0-9a-z-]+' <<<"$output"
    grep -Eqx 'compiler: (gcc|clang) [0-9.]+' <<<"$output"
    grep -q '^flags: .' <<<"$output"
    grep -Eq '^licence: MIT' <<<"$output"
    grep -Eqx 'kernels: reference( [a-z0-9]+)*' <<<"$output"
}

@test "--list-games names the games --game takes, a line each" {
    works --list-games
    [ "${#lines[@]}" -ge 3 ]
    for game in "${lines[@]}"; do
        nf run --quiet --game "$game" --games 1
    done
    misused "*: expected one of $(paste -sd , <<<"$output" | sed 's/,/, /g')" run --game none
}

# bats test_tags=long
@test "after a commit the next make tells the new one, and once only" {
    git -C "$TESTS" rev-parse --git-dir >/dev/null 2>&1 || skip "no git here"
    git clone -q "$TESTS/.." copy && cd copy
    local object=built/src/base/version.o commit
    make -s BUILD=built $object >/dev/null
    for commit in 1 2; do
        git -c user.name=x -c user.email=x commit -q --allow-empty -m more
        make -s BUILD=built $object >/dev/null
        grep -q "$(git describe --always --dirty --abbrev=10)" $object
    done
    [ -z "$(make -s BUILD=built $object)" ]
}

# Every form of a value, right and wrong, and of options: tests/unit/commands/cli/test_cli.c.
@test "unknown commands, options, games, profiles and kernels are told the nearest, numbers their range, operands how many" {
    long=$(printf 'x%.0s' {1..200})
    while IFS='|' read -r said words; do
        eval "misused \"ninefold\$said\" $words"
    done <<END
: rnu: unknown command, did you mean run?|rnu
: xyzzy: unknown command, see ninefold --help|xyzzy
: xxxxxxxxxx*: unknown command, see ninefold --help|$long
: rum: unknown command, did you mean run?|help rum
: help: expected at most one COMMAND|help run gen
: --versoin: unknown option, did you mean --version?|--versoin
 run: --player: unknown option, did you mean --players?|run --player 3
 run: --xxxxxxxxxx*: unknown option, see ninefold run --help|run --$long
 run: --game crino: unknown game, did you mean cirno?|run --game crino
 run: --profile unifrm: unknown profile, did you mean uniform?|run --profile unifrm
 run: --profile zzzzzz: expected one of uniform, *|run --profile zzzzzz
 run: --kernel refrence: unknown kernel, did you mean reference?|run --kernel refrence
 run: --players 31: expected a number from 1 to 30|run --players 31
 gen: --rounds 101: expected a number from 1 to 100|gen -m 101
 gen: --deck 300001: expected a number from 1 to 300000*|gen -k 300001
 run: --time 0s: expected a duration such as *|run --time 0s
 run: --games  1: expected a number from *|run --games ' 1'
 run: 'more': expected options only|run more
 run: '--games': expected options only|run -- --games
 run: --players 3: expected 2|run --game tng -n 3
 run: --players 5: expected 4|run --game mahjong -n 5
 run: --players 11: expected a number from 2 to 10|run --game pigs -n 11
 run: --rounds 7: expected a number from 1 to 6|run --game tng -m 7
 run: --deck 2001: expected a number from 1 to 2000|run --game pigs -k 2001
 run: --detail: the chosen --game has no details|run --game pigs --detail
 gen: --games: an instance of the chosen --game is one game|gen --games 2
 gen: --weights '': expected a LIST|gen --weights=
END
    for words in A1 A1= A3=1 A1=x A1=0 A1=1,A1=2 ,; do
        misused 'ninefold gen: --weights: *' gen --weights "$words"
    done
    while read -r game words; do
        for words in $words; do
            misused "ninefold run: --$words: the chosen --game has no such option" run --game "$game" --$words 1
        done
    done <<'END'
tng weights strategy
mahjong rounds deck weights strategy
pigs rounds weights strategy
END
    for words in $(nf run --help | sed -n 's/^ *\([a-z0-9]*\)  *not on this machine$/\1/p'); do
        misused "ninefold run: --kernel $words: *" run --games 20 --kernel "$words"
    done
    [ "$(nf gen -qn5 -m2)" = "$(nf gen --players=5 --rounds 2)" ]
}

@test "an index beyond the most games of a run is refused by every command that takes one" {
    local most=999999999999999 command game index
    for game in $(games); do
        works replay --quiet --game "$game" --index "$most" --instance
    done
    for command in 'replay --index' 'gen --index' 'run --first' 'sweep players=2..3 --first'; do
        for index in 1000000000000000 18446744073709551615; do
            misused "ninefold ${command%% *}: ${command##* } $index: expected a number from 0 to $most, *" $command "$index"
        done
    done
    misused '*--games 2: expected 1' run --first "$most" --games 2
    misused '*--games 2: expected 1' sweep players=2..3 --first "$most" --games 2
    works run --quiet -n 2 -m 1 --first "$most" --games 1
}

@test "a command that writes tables in one form writes them in each; --csv of bench is a flag" {
    for command in $(commands); do
        nf help "$command" >help
        grep -qE '^ +--(csv DIR|markdown FILE) ' help || continue
        forms=$(grep -cE '^ +--(csv DIR|markdown FILE|html FILE|json FILE) ' help)
        [ "$forms" -eq 4 ] || complain "$command"
        echo "$command"
    done >found
    for command in run stats merge sweep tournament optimise exact status; do
        grep -qx "$command" found || complain "$command"
    done
}

@test "a seed is any number below 2^63, decimal or hexadecimal, and JSON tells it" {
    [ "$(nf gen --seed 255)" = "$(nf gen --seed 0xff)" ]
    nf run --seed 0x7fffffffffffffff --games 1 --json - | grep -q '"seed": 9223372036854775807,'
}

@test "make help lists the targets in 80 columns, and CONTRIBUTING has each that tests" {
    cd "$TESTS/.."
    make -s help >"$BATS_TEST_TMPDIR/targets"
    [ "$(awk 'length > 80' "$BATS_TEST_TMPDIR/targets" | wc -l)" -eq 0 ]
    while read -r _ target _; do
        case $target in
        test* | check-[^fp]* | mutants | simulate | mutation | faults | fuzz-targets | bench*)
            grep -q "^| .*\`make $target[\` ]" CONTRIBUTING.md || complain "$target is not in CONTRIBUTING" ;;
        esac
    done <"$BATS_TEST_TMPDIR/targets"
}
