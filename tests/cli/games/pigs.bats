#!/usr/bin/env bats
# The pig game: its rules as users see them, and what only it has.
load ../helpers

pigs() { nf "$1" --game pigs "${@:2}"; }

# Their answers: tests/unit/sim/test_games.c.
@test "pigs: verify says how many pigs and rebels there are" {
    works verify --game pigs "$DATA/pigs/1.in"
    [[ $output == *': valid: 4 pigs, 2 of them rebels, and a deck of '* ]]
}

@test "pigs: words behind the deck, which published tests have, are ignored by all but verify" {
    mkdir set
    cp "$DATA/pigs/1.out" set
    { cat "$DATA/pigs/1.in" && echo 'W N X'; } >set/1.in
    cd set
    pigs play 1.in | diff - 1.out
    works check --game pigs 1.in 1.out
    works explain --game pigs 1.in
    works judge --game pigs . -- "$NINEFOLD" play --game pigs
    works judge --game pigs . -- cat 1.out
    fails 3 'ninefold: 1.in:*: found * expected end of input' verify --game pigs 1.in
}

@test "pigs: a run is told with its pigs and the cards of the deck where they were chosen, in 80 columns, and leads to the game that lasted longest" {
    nf run -q --game pigs --games 2 --players 3 | grep -x 'The Pig Game: 2 games of 3 pigs'
    nf run -q --game pigs --games 2 -k 1 | grep -x 'The Pig Game: 2 games of 5 pigs and 1 card'
    nf run -q --game pigs --games 2 -k 40 | grep -x 'The Pig Game: 2 games of 5 pigs and 40 cards'
    works run --game pigs --games 3k --quiet
    [[ $output == 'The Pig Game: 3,000 games of 5 pigs'* ]]
    [ -z "$(awk 'length > 80' <<<"$output")" ]
    [[ $output == *'ninefold replay --game pigs --profile uniform -n 5 --seed 1 --index '* ]]
    read -r -a words < <(grep '^longest game' <<<"$output")
    pigs replay --quiet --json - --index "${words[-1]}" | grep -q "\"turn ${words[2]}\""
}

@test "pigs: a game of the uniform kind does not come near the end of 2,000 cards" {
    [ "$(digest --game pigs --games 5k --deck 2000)" = "$(digest --game pigs --games 5k)" ]
}

@test "pigs: explain says from which turn on the deck is empty, and only where it is" {
    printf '2 3\nMP K K D D\nFP P P P D\nD D K\n' >dry.in
    works explain --game pigs dry.in
    [[ $output == *'deck     it is empty: from turn 2 on a draw gives its last card, K, once more'* ]]
    printf '2 63\nMP K K D D\nFP P P P D\nD D K%s\n' "$(printf ' K%.0s' {1..60})" >full.in
    works explain --game pigs full.in
    [[ $output != *'it is empty'* ]]
    [ "$(pigs play dry.in)" = "$(pigs play full.in)" ]
}
