#!/usr/bin/env bats
# Text from outside - names of files and strategies, operands, values, what programs print - steers no
# terminal and forges no line, whatever it is and wherever it is shown. The strings are made by chance;
# NF_TEST_SEED makes the same again.

load ../helpers

setup() {
    RANDOM=${NF_TEST_SEED:=$((SRANDOM % 30000 + 1))}
    printf 'NF_TEST_SEED=%s\n' "$NF_TEST_SEED"
}

# hostile: sets $hostile to such a string, which is also good for a file's name and has a line FORGED.
hostile() {
    local pieces=($'\e[31m' $'\e]0;owned\a' $'\x7f' $'\xc2\x9b2J' $'\x9b' $'\xe2\x80\xae' $'\xe2\x81\xa6'
        $'\xe2\x80\xa8' $'\xd8\x9c' $'\r' $'\t' $'\b' $'\xff' $'\xed\xa0\x80' $'\xc3' '|' '`id`' "'" '"'
        "\\" '<b>' '$(id)' ' ' ';' '*' 'é' '日' 'plain' '&' '%s%n' '+1' '@x' '-')
    local i
    hostile=${1-}
    for i in 1 2 3 4 5; do hostile+=${pieces[RANDOM % ${#pieces[@]}]}; done
    hostile+=$'\e[2J\xc2\x9b\nFORGED\r'
    for i in 1 2 3; do hostile+=${pieces[RANDOM % ${#pieces[@]}]}; done
}

# clean FILE: what the file shows is harmless. In HTML a new line is a blank.
clean() {
    local bad='[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]|\xd8\x9c|^FORGED'
    head -n 1 "$1" | grep -q '^<!DOCTYPE html>' && sed -i 's/^FORGED//' "$1"
    if LC_ALL=C grep -anP "$bad" "$1" >odd || ! iconv -f UTF-8 -t UTF-8 "$1" >/dev/null 2>odd; then
        printf '%s\n' "shown by ${*@Q}"
        cat -A odd | head -c 3000
        return 1
    fi
}

# shown CODES ARGUMENT...: the command ends with one of CODES, and what it prints is clean. All but
# pages is looked at in the end, by teardown.
shown() {
    local codes=$1 code=0 lines
    shift
    "$NINEFOLD" "$@" >stdout 2>stderr </dev/null || code=$?
    [[ " $codes " == *" $code "* ]] || {
        printf '%s\n' "code $code of ${*@Q}"
        cat -A stderr
        return 1
    }
    mapfile -t lines <stderr
    [ "$code" -le 1 ] || [ "${#lines[@]}" -eq 1 ]
    mapfile -t -n 1 lines <stdout
    case ${lines-} in '<!DOCTYPE html>'*) clean stdout "$@" ;; *) cat stdout >>all ;; esac
    cat stderr >>all
}

teardown() { clean all; }

COMMANDS="run replay gen verify play check fuzz stats status merge strategies tournament optimise exact bench signature"

@test "hostile operands, options and values are told in one clean line" {
    for round in $(often 1 1 "1 2"); do
        hostile x
        shown 2 "$hostile"
        shown 2 "--$hostile"
        shown 2 help "$hostile"
        for command in $COMMANDS; do
            shown "2 3 4" "$command" "$hostile"
        done
        # Options are read and told by one function, whatever the command.
        shown 2 run "--$hostile"
        shown 2 run "-$hostile"
        shown 2 run --game "$hostile"
        shown 2 run --seed "$hostile"
        shown "2 3 4" run --weights "$hostile"
        shown 2 run --profile "$hostile"
        shown "2 4" run --strategy "$hostile"
        shown "2 4" run --strategy "1=$hostile"
        shown 4 run --games 1 --json "$hostile/x"
        shown 4 run --games 1 --save "$hostile/x"
        shown "2 4" run --games 1 --db "$hostile/x"
        shown "2 4" fuzz -- "./$hostile"
        shown "2 4" bench --against "$hostile"
        shown "2 4" stats "$hostile" "$hostile"
    done
}

@test "files with hostile names are read, written and told cleanly" {
    hostile f
    for game in $(some_games); do
        nf gen --game $game >"$hostile"
        shown 0 verify --game $game "$hostile"
        nf play --game $game "$hostile" >"$hostile.out"
        shown 0 check --game $game "$hostile" "$hostile.out"
        printf '%s\n' "$hostile" >"$hostile.bad"
        shown 1 check --game $game "$hostile" "$hostile.bad"
        shown 3 verify --game $game "$hostile.bad"
        shown 3 check --game $game "$hostile" "$hostile.out" "$hostile.bad"
        shown "0 1 2 3" check --game $game --exit-style testlib "$hostile" "$hostile.bad" "$hostile.bad"
    done
    mkdir "$hostile.d"
    shown 0 gen --game tng --suite "$hostile.d/set"
}

@test "names of runs and strategies are shown cleanly in every form of the results" {
    hostile
    # What a list of strategies is made of is not in a name; what is no UTF-8 is not saved.
    strategy=./s$(LC_ALL=C tr -d ',=' <<<"$hostile" | iconv -c -f UTF-8 -t UTF-8)
    nf strategies lowest >"$strategy"
    hostile =
    nf run --quiet --games 100 --strategy "$strategy" --save "$hostile.a" >stdout
    cat stdout >>all
    nf run --quiet --games 100 --seed 2 --save "$hostile.b" >stdout
    for form in csv markdown json html; do
        shown 0 stats "$hostile.a" "$hostile.b" --$form -
    done
    # No spreadsheet takes the name for a formula.
    nf stats "$hostile.a" "$hostile.b" --csv - >stdout
    [ "$(LC_ALL=C grep -c "^[a-z0-9_]*,\"\?'=" stdout)" -eq "$(grep -v '^table,' stdout | grep -c .)" ]
    shown 0 stats "$hostile.a" "$hostile.b" --csv "$hostile.csv"
    shown 0 run --games 100 --strategy "$strategy" --json -
    shown 0 stats "$hostile.a"
    shown 0 stats "$hostile.a" "$hostile.b"
    shown "0 2 3" merge "$hostile.a" "$hostile.b"
    shown 0 run --quiet --games 100 --strategy "$strategy" --db "$hostile.db"
    shown 0 stats --db "$hostile.db"
    for form in csv markdown json; do
        shown 0 stats --db "$hostile.db" --$form -
    done
    mkdir "$hostile.d"
    cp "$hostile.b" "$hostile.d/1.json"
    printf '%s {}\n' "$hostile" >"$hostile.d/again"
    for form in csv markdown json html; do
        shown 0 status "$hostile.d" --$form -
    done
    echo "$hostile" >"$hostile.d/2.json"
    shown 3 status "$hostile.d" --shards 3
    shown 3 status "$hostile.d" --json -
    rm "$hostile.d/2.json"
    shown 6 status "$hostile.d" --shards 3
    shown 0 tournament -n 2 -m 5 --games 60 --save "$hostile.t" lowest "$strategy"
    shown 3 tournament -n 2 -m 5 --games 61 --save "$hostile.t" lowest "$strategy"
    shown 0 optimise -n 2 -m 5 --steps 1 --games 2000 --verify 100 --save "$hostile.o"
    shown 3 optimise -n 2 -m 5 --steps 2 --games 2000 --verify 100 --save "$hostile.o"
    shown 0 tournament -n 2 -m 5 --games 60 lowest "$strategy"
    shown 0 tournament -n 2 -m 5 --games 60 lowest "$strategy" --json -
}

@test "what a hostile program prints and is called is shown cleanly, and 'again' runs it again" {
    hostile
    printf '#!/bin/sh\nprintf "%%s" "$*" >&2\ncat >/dev/null\nprintf "%%s" "$*"\nexit 1\n' >"$hostile"
    chmod +x -- "$hostile"
    shown 1 fuzz --count 1 --shrink 3 --keep "$hostile.kept" -- "./$hostile" "$hostile"
    grep -q '^it wrote to standard error:$' stdout
    again=$(sed -n 's/^again: ninefold //p' stdout)
    bash -c "\"\$0\" $again" "$NINEFOLD" >second || [ $? -eq 1 ]
    clean second fuzz
    grep -q '^cases    1, 1 RE;' second
    [ "$(sed -n 's/^again: //p' second)" = "ninefold $again" ]
    shown 1 fuzz --count 1 --shrink 0 --diagnose 0s --json - -- "./$hostile" "$hostile"
    sed -i 's/exit 1/exit 0/' -- "$hostile"
    shown 1 fuzz --count 1 --shrink 3 --diagnose 0s -- "./$hostile" "$hostile"
    shown 1 fuzz --count 1 --shrink 0 --kernel portable -- "./$hostile" "$hostile"
    weights=$'A1=3, \t\n PASS=1'
    shown "0 1 2" fuzz --count 1 --shrink 0 --weights "$weights" -- false
}
