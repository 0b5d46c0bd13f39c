# What fuzz makes a failing case small by: the first wrong decision, whatever becomes of the program
# after it; and how it does so with slow programs.
# first: shrinking takes many trials
load ../helpers

# mutant NAME GAME FLAG...: builds a program that makes mistakes, in $mutant.
mutant() {
    local game=$2
    mutant=./$1
    "$TESTS/mutants/build" "$game" "$mutant" "${@:3}"
}

# shrinks GAME ARGUMENT...: runs fuzz on $mutant; the shrunk case is in $smallest.
shrinks() {
    # The machine may be busy: no time ends it before its trials do.
    ends 1 fuzz --game "$1" --diagnose 0s --shrink-time 10m --json json \
        "${@:2}" -- "$mutant"
    [ "$1" = "$(first)" ] || [[ $output == *"again: ninefold fuzz --game $1 "* ]] || complain "expected how to run it again"
    smallest=$(grep '"smallest_instance"' json)
    [[ $smallest == *'"'*'\n'*'"'* ]] || complain "expected a smallest case, found $smallest"
}

# same_as CASE: the shrunk case is that one.
same_as() {
    [ "$smallest" = "$1" ] || complain "expected $1, found $smallest"
}

@test "fuzz: one mistake shrinks to the same case, whether the program goes on, crashes or hangs" {
    for game in $(some_games); do
        mutant on $game -DBUG=12
        shrinks $game
        goes_on=$smallest
        # It crashes or hangs behind the first wrong line, or (3 and 4) before it says a word.
        for end in $([ $game = "$(first)" ] && often 3 "2 3" "1 2 3 4" || often 1 1 "1 2"); do
            mutant end$end $game -DBUG=12 -DEND=$end
            shrinks $game --tl 30ms
            same_as "$goes_on"
            [[ $output == *": RE, signal 6"* || $output == *": TLE, more than 0.03 s"* ]]
            [ $end -lt 3 ] || [[ $output == *"nothing was printed before it ended"* ]]
        done
    done
}

@test "fuzz: of two mistakes the one that was found is shown, though the other has smaller cases" {
    mutant both "$(first)" -DBUG=12 -DAND=22
    shrinks "$(first)" --first 9 --count 1
    [[ $output == *"prefers C before A"* ]] || complain "expected the first mistake"
    [ "$(often "" all all)" ] || return 0
    mutant other "$(first)" -DBUG=22
    shrinks "$(first)" --first 9 --count 1
    [[ $output == *" 4 deck cards "* ]] || complain "expected a smaller case of the second"
}

@test "fuzz: a program that dies of want of cards shrinks to a case that shows its mistake" {
    mutant on "$(first)" -DBUG=18
    shrinks "$(first)"
    [[ $output == *"prefers D before B"* ]]
    goes_on=$smallest
    for dry in $(often 2 "1 2" "1 2"); do
        mutant dry$dry "$(first)" -DBUG=18 -DDRY=$dry
        shrinks "$(first)"
        same_as "$goes_on"
        [[ $output == *": RE, "*"here it gets WA, line "*"prefers D before B"* ]] || complain "no WA"
        grep -q '"smallest_verdict": "WA"' json
    done
}

@test "fuzz: a slow program shrinks to the same case with any number of jobs" {
    mutant slow "$(first)" -DBUG=9 -DSLOW=3
    shrinks "$(first)" -j 1
    one=$smallest
    for jobs in $(often 5 "2 5" "2 5"); do
        shrinks "$(first)" -j $jobs
        same_as "$one"
    done
}

@test "fuzz: the wrong decision of a large case is reached in few trials" {
    mutant late "$(first)" -DBUG=12
    shrinks "$(first)" --deck 30000 --profile uniform --count 1 --shrink 40
    [[ $output == *", 30000 deck cards): WA, line "* ]] || complain "expected a large case"
    [[ $output =~ shrunk\ to\ .*,\ ([0-9]+)\ deck\ cards ]]
    [ "${BASH_REMATCH[1]}" -lt 20 ] || complain "expected less than 20 cards"
}

@test "fuzz: on a terminal one line shows how far shrinking is" {
    mutant slow "$(first)" -DBUG=9 -DSLOW=100
    run script -qec "'$NINEFOLD' fuzz -j 1 --forkserver=no --shrink 30 --diagnose 0s -- $mutant" /dev/null </dev/null
    [[ $output == *"%  "*" smaller cases  "*" s left"* ]] || complain "expected progress"
}

@test "fuzz: of a program that is too slow for large cases the smallest such size is found by halves, and its growth told" {
    printf '%s\n' 'import sys' 'size = len(sys.stdin.read().split()) // 25' 'for i in range(size):' \
        '    for j in range(size): pass' >square.py
    ends 1 fuzz --tl 200ms --first 95 --count 1 --diagnose 0s --shrink-time 5m --json json square.py
    [[ $output =~ shrunk\ to\ 30\ players,\ 1\ round,\ ([0-9]+)\ deck\ cards ]] || complain "expected the size"
    [ "${BASH_REMATCH[1]}" -lt 300000 ] && [ "${BASH_REMATCH[1]}" -gt 3000 ] || complain "expected a smaller one"
    [[ $output =~ "With twice the input it takes about "[0-9.]+" times as long: " ]] || complain "expected its growth"
    [[ $output != *"its transcript"* ]] || complain "nobody reads it"
    grep -q '"for_twice": [1-9]' json
}

@test "fuzz: a program that hangs from some size on shrinks to that size" {
    printf '%s\n' 'import sys' 'while len(sys.stdin.read().split()) > 300:' '    while True: pass' >hangs.py
    ends 1 fuzz --tl 200ms --first 90 --count 1 --diagnose 0s --json json hangs.py
    [[ $output == *", 300000 deck cards): TLE, "* && $output == *"its transcript"* ]] || complain "expected a large case, small"
    python3 -c 'import json
smallest = json.load(open("json"))["findings"][0]["smallest_instance"].split()
assert 300 < len(smallest) < 330, len(smallest)'
}

@test "fuzz: how many numbers are too many for the memory is not looked for one by one" {
    printf 'INT(1,1000000,n) NEWLINE\n' >p.ctd
    printf 'print(input())\n' >right.py
    printf 'n = int(input())\nnumbers = b"x" * (200 * n)\nprint(n)\n' >large.py
    exits 1 nf fuzz --format p.ctd --reference right.py --ml 64M --diagnose 0s -q large.py
    [[ $output =~ "shrunk to 1 token, 7 bytes ("([0-9]+)" trials" ]] || complain "expected 7 bytes"
    [ "${BASH_REMATCH[1]}" -lt 40 ] || complain "expected few trials"
    [[ $output == *"MLE"* ]]
}

@test "fuzz: a case of many small numbers that takes too much memory loses some, too" {
    printf 'INT(1,10000,n) NEWLINE REPI(i,n,SPACE) INT(1,1000000000,a[i]) END NEWLINE\n' >p.ctd
    printf 'print(input())\n' >right.py
    printf 'n = int(input())\nnumbers = b"x" * (n * n)\nprint(n)\n' >square.py
    exits 1 nf fuzz --format p.ctd --reference right.py --first 900 --ml 64M --diagnose 0s -q square.py # behind the small
    [[ $output =~ "shrunk to "([0-9]+)" tokens, "([0-9]+)" bytes ("([0-9]+)" trials" ]] || complain "expected a size"
    [ "${BASH_REMATCH[1]}" -lt 9000 ] || complain "expected fewer numbers"
    [ "${BASH_REMATCH[2]}" -lt 18010 ] || complain "expected small ones"
    [ "${BASH_REMATCH[3]}" -lt 40 ] || complain "expected few trials"
}
