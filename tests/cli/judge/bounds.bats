# verify --bounds: how far the tests of a set go.
load ../helpers

# row NAME: smallest, its test, largest, its test, what is reached.
row() { sed -n "s/^$1  *\([0-9]* \.\. [0-9]*\)* *//p" <<<"$output" | tr -s ' '; }

@test "verify --bounds: the limits that the own sets reach; what is no set of valid tests is refused" {
    for game in $(often tng "$(games)" "$(games)"); do
        nf gen --quiet --game $game --suite $game >/dev/null
        works verify --bounds --game $game $game
        [ -z "$(awk 'length > 80' <<<"$output")" ]
        [[ $output == *' upper'* || $output == *' both'* ]]
    done
    if [ -d cirno ]; then
        works verify --bounds cirno
        [[ "$(row 'players n')" == '1 '*' 30 '*' both' ]]
        [[ "$(row 'deck k')" == *' 300,000 '*' upper' ]]
    fi
    if [ -d tng ]; then
        works verify --bounds --game tng tng
        [[ "$(row 'prime p')" == '3 '*' 47 '*' both' ]]
    fi
    mkdir set
    misused 'ninefold verify: --bounds: expected one DIR' verify --bounds
    fails 3 'ninefold: set: found no test*' verify --bounds set
    echo nonsense >set/1.in
    for game in $(games); do
        fails 3 'ninefold: set/1.in:1:1: *' verify --bounds --game $game set
    done
    fails 4 'ninefold: none: *' verify --bounds none
}

@test "verify --bounds: names, the longest round, cards left over and the depth of p" {
    mkdir set
    printf '1 1 5\nAb A99 A99 A99\nA99 A99 A99 A99 A1\n' >set/1.in
    printf '2 2 12\nAbc B9 B9 B9\nA A99 A99 A99\nB9 A99 A99 A99 A99 A99 A99 A99 A99 A99 A99 A99\n' >set/2.in
    works verify --bounds set
    nf play set/2.in >out
    longest=$(awk '/:$/ { if (n > most) most = n; n = 0; next } { n++ } END { print (n > most ? n : most) }' out)
    lowest=$(sed -n 's/.*now p=-\([0-9]*\)\..*/\1/p' out | sort -n | tail -n 1)
    [[ "$(row 'letters of a name')" == '1 2 3 2 lower' ]]
    [[ "$(row 'turns of a round')" == *" $longest 2"* ]]
    [[ "$(row 'p below zero')" == "0 1 ${lowest:-0} "* ]]
    [[ "$(row 'cards left over')" == *' 1 1'* ]]
}
