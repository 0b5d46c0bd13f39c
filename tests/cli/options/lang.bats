# Languages: what chooses one, and what no language changes.
load ../helpers

setup() { nf --lang zh help >/dev/null 2>&1 || skip "built without msgfmt"; }

@test "--lang before the command, among its options and LANG choose the same language; one that is not known is told which there are" {
    want=$(LANG=zh_CN.UTF-8 nf merge --help)
    [[ $want == *用法* ]]
    [ "$(nf --lang zh merge --help)" = "$want" ]
    [ "$(nf --lang=zh merge --help)" = "$want" ]
    [ "$(nf merge --lang zh --help)" = "$want" ]
    [ "$(nf merge --help --lang=zh)" = "$want" ]
    [ "$(nf help --lang zh merge)" = "$want" ]
    [ "$(nf help merge --lang zh)" = "$want" ]
    [ "$(nf --lang en --lang zh merge --help)" = "$want" ]
    [ "$(LANG=zh_CN.UTF-8 nf --lang en merge --help)" = "$(nf merge --help)" ]
    misused 'ninefold: --lang xx: expected one of en, zh' --lang xx
    misused 'ninefold: --lang: missing value, expected one of en, zh' --lang
    misused 'ninefold merge: --lang xx: expected one of en, zh' merge --lang xx
    misused 'ninefold: --lang: missing value, expected one of en, zh' help --lang
}

@test "a text with a number of 64 bits is found in the catalogue, and what to change for a deck that runs out" {
    [[ $(nf --lang zh run --help) == *"1 到 30"* ]]
    ends 3 --lang zh run --deck 2000 --games 1 --quiet
    [[ $stderr == *'抽完了 2000 张牌：请增大 --deck，减小 --rounds（现为 100），把 --profile 改为'* ]] || complain "expected what to change"
}

@test "every text of the sources is translated, with the formats of the original" {
    command -v msgcmp >/dev/null || skip "gettext is missing"
    run env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s -C "$TESTS/.." BUILD="$BATS_TEST_TMPDIR" check-po
    [ "$status" -eq 0 ] || complain "run make po, then fill in src/base/po"
    [ -s "$BATS_TEST_TMPDIR/src/base/po/ninefold.pot" ]
}

@test "a translation has the numbers, options, denials and opposites of its original" {
    for po in "$TESTS"/../src/base/po/*.po; do
        exits 0 "$TESTS/lang/right" "$po"
    done
}

@test "translations that took each other's place are found in 80% of the messages that differ in one word" {
    po=$TESTS/../src/base/po/zh_CN.po
    exits 0 "$TESTS/lang/right" --swap "$po"
    read -r found _ pairs _ <<<"$output"
    [ "$pairs" -gt 300 ] && [ $((100 * found)) -ge $((80 * pairs)) ] || complain "expected 80%"
    # One that no other message is like.
    sed '/^msgid "more than %.6g s of wall time"$/{n;s/实际/处理器/}' "$po" >swapped.po
    exits 1 "$TESTS/lang/right" swapped.po
    [[ $output == *'says '*'more than %.6g s of wall time'* ]]
}

@test "help and manual pages in Chinese have no English sentence, within 80 columns" {
    all=$(commands)
    export LANG=zh_CN.UTF-8
    nf help >help.txt
    nf help --man | sed '/^\.SH NAME/,/^\./d' >manual.txt
    for command in $all; do
        for game in $(some_games); do
            nf "$command" --game "$game" --help || nf "$command" --help
        done >"help-$command.txt" 2>/dev/null
        nf help --man "$command" >"manual-$command.txt"
    done
    [ "$(cat ./*.txt | wc -l)" -gt 1000 ]
    exits 0 "$TESTS/lang/english" ./*.txt
    run python3 - help*.txt <<'END'
import sys, unicodedata
for path in sys.argv[1:]:
    for line in open(path, encoding="utf-8"):
        if sum(1 + (unicodedata.east_asian_width(c) in "WF") for c in line.rstrip("\n")) > 80:
            print(path, line)
END
    [ "$status" -eq 0 ] && [ -z "$output" ] || complain "expected 80 columns at most"
}

@test "README.zh.md has the sections and the commands of README.md" {
    # Of a line of commands without what it says behind a #.
    for readme in README.md README.zh.md; do
        grep -cE '^#' "$TESTS/../$readme"
        sed -nE '/^    (\$ )?(make|ninefold|\(cd) /{s/  *#.*//;p}' "$TESTS/../$readme" |
            grep -v '^    ninefold verify odd.in'
    done >both
    lines=$(wc -l <both)
    [ "$lines" -gt 60 ]
    diff <(head -n $((lines / 2)) both) <(tail -n $((lines / 2)) both)
}

@test "no language changes what programs read" {
    for lang in en zh; do
        mkdir $lang
        for game in $(some_games); do
            nf --lang $lang run -q --game "$game" --games 500 --save $lang/$game.json >/dev/null
            nf --lang $lang stats -q --json $lang/$game.stats $lang/$game.json >/dev/null
            nf --lang $lang stats -q --csv - $lang/$game.json | sed "s,$lang/,," >$lang/$game.csv
            nf --lang $lang gen --game "$game" --count 3 --out $lang/$game -q >/dev/null
            nf --lang $lang play --game "$game" $lang/$game/001.in >$lang/$game.played
            nf --lang $lang gen --game "$game" --index 7 --answer $lang/$game.out >$lang/$game.in
        done
        nf --lang $lang gen --game tng -q --suite $lang/set --format icpc >/dev/null
        nf --lang $lang signature >$lang/signature
        nf --lang $lang --list-games >$lang/games
    done
    exits 0 diff -r en zh
}
