# replay --html: a game as a page.
load ../helpers

setup() { cd "$BATS_TEST_TMPDIR" || return 1; }

@test "replay: the page of a game has the lines of its transcript, of every game" {
    for game in $(games); do
        nf replay --game "$game" --quiet --index 5 --transcript >transcript
        nf replay --game "$game" --index 5 --html page.html >printed
        [ ! -s printed ]
        sed -n 's/^<h3><span class="number">line [0-9]*<\/span><code>\(.*\)<\/code><\/h3>$/\1/p' page.html |
            diff - <(sed 's/&/\&amp;/g; s/</\&lt;/g; s/"/\&quot;/g' transcript)
    done
}

@test "replay: a game of another strategy has no page, for the page tells the rules' reasons" {
    misused '*--html: expected no --strategy; *' replay --strategy keep-e --html page.html
    [ ! -e page.html ]
}
