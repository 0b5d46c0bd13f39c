# What comes to a terminal: colours where it shows them and is let, and its whole width.
load ../helpers

setup_file() {
    nf run --quiet --games 400 -n 5 --save "$BATS_FILE_TMPDIR/a.json" >/dev/null
    nf run --quiet --games 400 -n 5 --strategy 1=last-e --save "$BATS_FILE_TMPDIR/b.json" >/dev/null
    for game in $(games); do
        nf run --game "$game" --quiet --games 300 --save "$BATS_FILE_TMPDIR/$game.json" >/dev/null
    done
}

setup() {
    command -v script >/dev/null || skip "script(1) is not installed, so there is no terminal"
    cd "$BATS_FILE_TMPDIR" || return 1
    unset NO_COLOR COLUMNS
    export TERM=xterm
}

# on_screen COLUMNS ARGUMENT...: runs the program with standard output on a terminal that wide; what
# came to it is in $output.
on_screen() {
    local line
    printf -v line '%q ' "$NINEFOLD" "${@:2}"
    run script -qec "stty cols $1; $line 2>/dev/null" /dev/null </dev/null
    output=${output//$'\r'/}
}

escape=$'\033'

# plain: the last output without colours.
plain() { sed "s/$escape\[[0-9;]*m//g" <<<"$output"; }

# widest: the columns of its longest line.
widest() { plain | awk '{ if (length($0) > most) most = length($0) } END { print most }'; }

# The verdicts of a wrong program on a case, and of outputs in a folder.
write_tests() {
    mkdir -p tests
    nf gen -n 2 -m 1 >tests/1.in
    nf play tests/1.in >tests/1.ans
    printf 'wrong\n' >tests/1.out
}

# TERM, NO_COLOR and COLUMNS: tests/unit/base/test_process.c.
@test "colours: stars of a comparison and verdicts have them on a terminal, else they are as in a file" {
    write_tests
    for words in "stats --compare a.json b.json" "check tests" "fuzz --quiet --count 1 --shrink 0 --diagnose 0s -- cat" \
        "judge tests -- cat" "tournament statement lowest random -n 2 -m 5 --games 200 --quiet"; do
        on_screen 80 $words
        coloured=$output
        [[ $words == tournament* || $coloured == *"$escape["1\;3[15]m*"$escape[0m"* ]] ||
            complain "$words: no colour"
        run nf $words
        [[ $output != *"$escape"* ]] || complain "$words: colours in a pipe"
    done
    NO_COLOR=1 on_screen 80 check tests
    [[ $output != *"$escape"* ]] || complain "colours with NO_COLOR"
    # Nothing but colours is added: the table that a file gets, too.
    on_screen 80 stats --compare a.json b.json
    [ "$(plain)" = "$(nf stats --compare a.json b.json)" ]
}

@test "width: a wide terminal gets more intervals and longer bars, none gets less than 80 columns" {
    for game in $(some_games); do
        on_screen 40 stats "$game.json"
        [ "$output" = "$(nf stats "$game.json")" ] || complain "$game: expected 80 columns"
        on_screen 160 stats "$game.json"
        [ "$(widest)" -gt 80 ] || complain "$game: 160 columns are not used"
        [ "$(widest)" -le 160 ] || complain "$game: $(widest) columns of 160"
        [ "$(grep -o '95% interval' <<<"$output" | wc -l)" -gt \
            "$(nf stats "$game.json" | grep -o '95% interval' | wc -l)" ]
        for columns in $(often "81 120" "81 95 110 120 130 145 200" "81 95 110 120 130 145 200"); do
            on_screen $columns stats "$game.json"
            [ "$(widest)" -le $columns ] || complain "$game: $(widest) columns of $columns"
        done
    done
    on_screen 160 stats a.json
    [[ $output == *################* ]]
}
