# gen and replay: valid instances, reproduced from seed and index.
load ../helpers

# Dealt games are valid in every profile: tests/unit/sim/test_games.c; what profiles lack: gen/cirno/test_cirno_deal.c.
@test "an instance is the same every time, by default of 30 players and 100 rounds, and another with another seed or index" {
    base=$(nf gen --seed 5 --index 3)
    [ "$(nf gen --seed 5 --index 3)" = "$base" ]
    [ "$(nf gen --seed 6 --index 3)" != "$base" ]
    [ "$(nf gen --seed 5 --index 4)" != "$base" ]
    [ "$(nf gen)" = "$(nf gen -n 30 -m 100 --seed 1 --index 0 --profile uniform)" ]
    nf gen | head -n 1 | grep -Eq '^30 100 [0-9]+$'
}

@test "--deck gives exactly that many cards, without it the deck just covers the game" {
    nf gen -n 4 -m 10 --deck 4321 >made.in
    [ "$(head -n 1 made.in)" = '4 10 4321' ]
    [ "$(tail -n 1 made.in | wc -w)" -eq 4321 ]
    works verify made.in
    nf gen -n 4 -m 10 >made.in
    works verify made.in
    cards=$(head -n 1 made.in | cut -d ' ' -f 3)
    sed -e "1s/[0-9]*$/$((cards - 1))/" -e '$s/ *[A-Z0-9]* *$//' made.in >short.in
    fails 3 '*deck*' verify short.in
}

@test "weights choose the cards; of those of which no game can be made it is told what to change, exit code 3" {
    nf gen --weights A1=3,A99=2 -n 2 -m 5 >made.in
    works verify made.in
    [ "$(tail -n 1 made.in | tr ' ' '\n' | grep . | sort -u | tr '\n' ' ')" = 'A1 A99 ' ]
    fails 3 '*--weights*' gen --weights PASS=1 --deck 1k
    fails 3 '*--weights*' gen -m 6 --weights PASS=8,A1=6,B1=7 --index 1023 --count 3 --out made
    [ ! -e made ]
    fails 3 '*--deck*' run --games 10 --deck 1
}

@test "--count --out fills a new folder with instances and answers, --count alone prints them; where it fails later it says which files are written" {
    works gen --count 4 --out new/folder --index 7 -n 3 -m 4
    [ -z "$output" ]
    pushd new/folder
    [ "$(ls -A | tr '\n' ' ')" = '001.in 001.out 002.in 002.out 003.in 003.out 004.in 004.out ' ]
    for number in 1 2 3 4; do
        nf gen --index $((6 + number)) -n 3 -m 4 | cmp - 00$number.in
        nf play 00$number.in | cmp - 00$number.out
    done
    popd
    mkdir -p in/003.in out/003.out
    fails 4 "ninefold: in/003.in: *; the files up to 002.out are written" \
        gen --count 4 --out in -n 1 -m 1
    [ "$(cd in && echo *)" = '001.in 001.out 002.in 002.out 003.in' ]
    fails 4 "ninefold: out/003.out: *; the files up to 003.in are written" \
        gen --count 4 --out out -n 1 -m 1
    [ "$(cd out && echo *)" = '001.in 001.out 002.in 002.out 003.in 003.out' ]
    # Without a folder they are printed as head prints several files.
    (cd new/folder && head -n 1000 -- *) | cmp - <(nf gen --count 4 --index 7 -n 3 -m 4)
    # Numbers have as many digits as the last one needs.
    mkdir -p many/0002.in
    fails 4 "ninefold: many/0002.in: *; the files up to 0001.out are written" \
        gen --count 1000 --out many -n 1 -m 1
}

@test "replay prints what gen and play print for the same game, or one part of it, with headlines but for --quiet; gen --answer has the transcript" {
    for index in 0 9 1000000000000; do
        ends 0 replay --seed 4 --index $index -n 6 -m 3
        nf gen --seed 4 --index $index -n 6 -m 3 >game.in
        [ "$output" = "$(cat game.in && echo && nf play game.in)" ]
    done
    nf replay --seed 4 --index $index -n 6 -m 3 --instance 2>heads | cmp game.in -
    nf replay --seed 4 --index $index -n 6 -m 3 --transcript 2>>heads | cmp <(nf play game.in) -
    diff heads <(printf "%s of game $index, seed 4:\n" instance transcript)
    works replay --index 8 -n 2 --quiet
    nf gen --index 2 --answer made.out >made.in
    nf play made.in | cmp - made.out
    fails 4 "ninefold: none/a: *" gen --answer none/a
}
