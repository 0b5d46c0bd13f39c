# explain: the story of a case, and where a transcript or a program leaves it.
load ../helpers

setup() {
    printf '%s\n' '1 1 5' 'A A49 C2 A2' 'A49 A99 A99 A99 A99' >case.in
    nf play case.in >right.out
    sed 's/A used C2/A used A49/' right.out >wrong.out
}

# explains CODE ARGUMENT...: explain ends with CODE; its text is in $output, in 80 columns.
explains() {
    ends "$1" explain "${@:2}"
    [ "$(LC_ALL=C awk 'length > 80' <<<"$output")" = "" ] || complain "expected 80 columns"
}

@test "explain: every line of the transcript, with player, hand, rule, sum and the cards drawn, in every game" {
    explains 0 case.in
    shows "1 player, 1 round, 5 deck cards, 4 lines"
    shows "line 3: A used C2,now p=98."
    shows "  where    round 1, turn 2, player 1 (A), clockwise, p = 49, no DOUBLE"
    shows "  hand     A2 (p 51), A49 (p 98), C2 (p 98)"
    shows "  rule     C2 and A49 both make p 98; making p largest prefers C before A"
    shows "  sum      C2 doubles p: 2 * 49 = 98"
    shows "  draws    A99 (card 2 of the deck)"
    [[ $output != *HERE* ]]
    for game in $(some_games); do
        for index in 0 7; do
            nf replay --quiet --game $game --instance --index $index >$game.in
            explains 0 --game $game --lines 100000 $game.in
            sed -n 's/^line [0-9]*: //p' <<<"$output" | cmp - <(nf play --game $game $game.in)
        done
    done
}

@test "explain: a right transcript is told as such, a wrong one marked as check explains it, to its end, be it too long, too short, empty or of any bytes" {
    explains 0 case.in right.out
    shows "the output is right up to its end"
    explains 1 case.in wrong.out
    shows "HERE THE OUTPUT LEAVES THE RULES
$(nf check case.in wrong.out)"
    shows "  output   'A used A49,now p=98.'"
    shows "line 4: A lost the game."
    ends 1 explain case.in - <wrong.out
    { cat right.out && seq 1000; } >long.out
    explains 1 case.in long.out
    shows "goes on after the right one"
    shows "  output   '20'"
    [[ $output != *"output   '21'"* ]]
    head -n 2 right.out >short.out
    explains 1 case.in short.out
    shows "ends too early"
    : >empty.out
    explains 1 case.in empty.out
    shows "the output is empty"
    head -c 100000 /dev/urandom >bytes.out
    explains 1 case.in bytes.out
    tr '\n' '\r' <right.out >blanks.out
    explains 0 case.in blanks.out
    explains 1 --strict case.in blanks.out
    shows "only white space differs"
}

@test "explain: a program is run on the case, and what became of it is told; bad input and wrong options are refused" {
    explains 0 case.in -- "$NINEFOLD" play
    shows "the program: AC"
    explains 1 case.in -- sh -c 'cat wrong.out; echo no card >&2; exit 3'
    shows "the program: RE, exit code 3"
    shows "no card"
    shows "HERE THE OUTPUT LEAVES THE RULES"
    explains 1 --tl 20ms case.in -- sh -c 'while :; do :; done'
    shows "the program: TLE"
    # What it printed may be lost: nothing is said to be missing.
    shows "nothing was printed before it ended"
    [[ $output != *"LEAVES THE RULES"* && $output != *missing* ]]
    explains 1 --html page.html case.in -- false
    grep -q '<p>Nothing was printed before it ended.</p>' page.html
    explains 1 case.in -- true
    shows "the output is empty, "
    explains 1 case.in -- sh -c 'cat right.out; exit 1'
    shows "the output is right up to its end"
    printf '1 1 1\nA A49 C2 X\nA99\n' >bad.in
    fails 3 "ninefold: bad.in:2:10: *" explain bad.in
    fails 3 "ninefold: bad.in:2:10: *" explain bad.in -- touch touched
    [ ! -e touched ]
    fails 4 "*absent.in: No such file*" explain absent.in
    fails 4 "*absent.out: No such file*" explain case.in absent.out
    misused "*--: expected a PROGRAM behind it" explain case.in --
    misused "*'x': expected IN OUT or IN -- PROGRAM" explain case.in right.out x
    misused '*-: expected standard input for one file only' explain - -
    misused '*--lines*' explain --lines 0 case.in
}

@test "explain: of a large case the lines around the first wrong one are told" {
    nf gen --profile max -n 3 -m 8 --deck 20000 >large.in
    nf play large.in | sed '5000s/.*/nonsense/' >nonsense.out
    explains 1 large.in nonsense.out
    [ "$(grep -c '^line [0-9]*: ' <<<"$output")" -eq 1000 ]
    shows "from line 4251 on"
    shows "line 4999: "
    shows "  output   'nonsense'"
    shows "line 5250: "
    shows " more lines"
    explains 1 --lines 1 large.in nonsense.out
    shows "  output   'nonsense'"
    explains 0 --lines 7 large.in
    [ "$(grep -c '^line [0-9]*: ' <<<"$output")" -eq 7 ]
}

# own_scripts PAGE: its scripts are the frames, as JSON, and one that its policy names by its hash.
own_scripts() {
    python3 - "$1" <<-'END'
	import base64, hashlib, json, re, sys
	page = open(sys.argv[1], encoding="utf-8").read()
	frames, script = re.findall(r"<script[^>]*>(.*?)</script>", page, re.S)
	assert page.count("<script") == 2 and json.loads(frames)
	found = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
	assert f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{found}'" in page, found
	END
}

@test "explain --html: one page with every line, both transcripts side by side from where they part, and no script but its own" {
    works explain --html right.html case.in
    [ -z "$output" ]
    [ "$(grep -c '^<article ' right.html)" -eq 4 ]
    ends 1 explain --html - case.in wrong.out
    printf '%s\n' "$output" >wrong.html
    own_scripts wrong.html
    [ -z "$(grep -oE '(src|href|srcset|action|data)="[^#"][^"]*"|url\(|@import|<link|https?://' <<<"$output")" ]
    shows '<h3>line 3, column 8: she plays another card</h3>'
    shows 'line 3 by the rules</span><code>A used C2,now p=98.</code>'
    shows '<p class="other"><span class="number">the output</span><code>A used A49,now p=98.</code>'
    shows '<span>A2 (p 51)</span><span>A49 (p 98)</span><span>C2 (p 98)</span>'
    shows 'prefers C before A'
    [ "$(grep -o "<section[ >]" <<<"$output" | wc -l)" -eq "$(grep -o '</section>' <<<"$output" | wc -l)" ]
    [ "$(grep -c '^<article ' <<<"$output")" -eq "$(grep -c '^</article>' <<<"$output")" ]
    run nf explain --html wrong.html case.in wrong.out
    grep -qF '<th scope="col">by the rules</th><th scope="col">the output</th>' wrong.html
    grep -qF '<tr id="line-2"><th scope="row"><a href="#line=2">2</a></th><td><code>A used A49,now p=49.</code></td><td><code>A used A49,now p=49.</code></td></tr>' wrong.html
    grep -qF '<tr class="other" id="line-3"><th scope="row"><a href="#line=3">3</a></th><td><code>A used C2,now p=98.</code></td><td><code>A used A49,now p=98.</code></td></tr>' wrong.html
    grep -qF '<p id="said" class="answer" aria-live="polite">Player 1 (A) plays C2, which takes p from 49 to 98.</p>' wrong.html
    grep -qF '<strong class="value" data-text="p">98</strong>' wrong.html
    # An output that is too long parts from the last line.
    { cat right.out && seq 3; } >long.out
    run nf explain --html long.html case.in long.out
    grep -qF 'aria-live="polite">Player 1 (A) can play no card' long.html
    [ "$(grep -c '^<tr class="other"><th scope="row"></th><td></td><td><code>[123]</code></td></tr>$' long.html)" -eq 3 ]
}

@test "explain --html: what an output holds is text in the page, and its size is bounded" {
    { cat right.out && echo '<script>alert("&")</script>' && printf '\377\033[31m\n' &&
        head -c 100000 /dev/zero | tr '\0' 'x'; } >odd.out
    ends 1 explain --html odd.html case.in odd.out
    grep -qF '&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;' odd.html
    own_scripts odd.html
    iconv -f UTF-8 -t UTF-8 odd.html | cmp - odd.html
    grep -q '(100000 bytes)' odd.html
    nf gen -n 30 -m 30 --weights A1=1,A99=1,E0=3 >large.in
    nf explain --html large.html large.in
    [ "$(grep -c '^<article ' large.html)" -eq 1000 ]
    [ "$(wc -c <large.html)" -lt 4000000 ]
    misused '*case.in*' explain --html case.in case.in
}

# inspected SCHEME [LANG]: pages of all games look right in a browser, in light ones also step by
# step.
inspected() {
    local game lang=${2:-en}
    command -v chromium >/dev/null || skip "chromium is not installed, so no browser looks at stories"
    for game in $(games); do
        nf replay --quiet --game $game --instance --index 3 >$game.in
        nf --lang $lang explain --html $game.html --game $game $game.in
        nf play --game $game $game.in | sed '$s/.*/<b>nonsense/' >$game.out
        ends 1 --lang $lang explain --html $game-wrong.html --game $game $game.in $game.out
    done
    exits 0 "$TESTS/html/inspect" "$1" ./*.html
    [ "$output" = "inspected $(($(games | wc -l) * 4)) frames, 0 drawings" ] ||
        complain "the browser missed something"
    [ "$1" = light ] || return 0
    SCRIPT=step.js run "$TESTS/html/inspect" "$1" ./*.html
    [ "$status" -eq 0 ] || complain "the browser found something on the way"
    [[ $output == "inspected $(($(games | wc -l) * 4)) frames, "[1-9][0-9][0-9]*" steps" ]] ||
        complain "the browser missed a step"
}

# bats test_tags=long
@test "explain --html in Chromium, light, at 360 and 1280 px: keys and buttons lead to every step, nothing overflows" {
    inspected light
    [ -z "$(often "" "" all)" ] || inspected light zh
}

# bats test_tags=long
@test "explain --html in Chromium, dark: the same" {
    inspected dark zh
    [ -z "$(often "" "" all)" ] || inspected dark
}

@test "an instance of another game is refused with the name of that game" {
    for here in $(games); do
        for other in $(games); do
            [ "$here" != "$other" ] || continue
            fails 3 "*; it is an instance of --game $other" play --game $here "$TESTS/data/$other/1.in"
        done
    done
    other=$(games | tail -1)
    nf play --game "$other" "$TESTS/data/$other/1.in" >right.out
    fails 3 "*; it is an instance of --game $other" verify "$TESTS/data/$other/1.in"
    fails 3 "*; it is an instance of --game $other" explain "$TESTS/data/$other/1.in"
    run nf check "$TESTS/data/$other/1.in" right.out
    [[ $output == *"; it is an instance of --game $other"* ]] || complain "expected the game"
    # What no game knows is what it was.
    echo "no instance" >none
    run nf play none
    [[ $output != *"it is an instance"* ]]
}

@test "explain tells where the deck runs out in the last draw, which verify refuses" {
    printf '1 1 2\nA A99 A99 A99\nA99 A99\n' >dry.in
    works explain dry.in
    [[ $(tr -s ' \n' '  ' <<<"$output") == *"it runs out: 2 of the 3 cards she draws are missing, and verify refuses the instance"* ]]
    printf '1 1 4\nA A99 A99 A99\nA99 A99 A99 A99\n' >full.in
    works explain full.in
    [[ $output != *"runs out"* ]]
}
