# stats --html: the report with charts, as a file and as a browser sees it.
load ../helpers

setup_file() {
    cd "$BATS_FILE_TMPDIR" || return 1
    nf run --quiet --games 400 -n 5 --save five.json >/dev/null
    nf run --quiet --games 300 -n 5 --seed 2 --save other.json >/dev/null
    nf run --quiet --games 60 -n 30 --save thirty.json >/dev/null
    nf run --quiet --games 50 -n 4 --detail --save detailed.json >/dev/null
    nf run --quiet --games 20 -n 1 -m 9 --save alone.json >/dev/null
    nf run --quiet --games 1 -n 2 -m 1 --save single.json >/dev/null
}

setup() { cd "$BATS_FILE_TMPDIR" || return 1; }

# How many lines of the last output match.
count() { grep -c -- "$1" <<<"$output"; }

@test "a report has every chart in two sizes, named and described, its numbers and the run's facts" {
    works stats --html - five.json
    [ "$(count '^<figure ')" -eq 5 ]
    [ "$(count '<svg id=.* class="wide" role="img" aria-labelledby=')" -eq 5 ]
    [ "$(count '<svg id=.* class="narrow" role="img" aria-labelledby=')" -eq 5 ]
    # A figure each and one more: rates of all rounds and of first rounds are of one table.
    [ "$(count '^</figure>$')" -eq "$(($(count '<summary>Numbers</summary>') + 1))" ]
    for title in 'Rounds lost by each seat' 'Rounds lost, counted from who starts' 'Turns a round' \
        'Who loses after whom' 'First rounds lost by each seat'; do
        [ "$(count "<h3>$title</h3>")" -eq 1 ]
    done
    grep -q "<code>$(digest --games 400 -n 5)</code>" <<<"$output"
    grep -q "<td>400</td>" <<<"$output"
}

@test "the rates of a report are those of the table" {
    nf stats five.json | awk '/^seat/ { on = 1; next } !NF { on = 0 } on { print $3 }' >rates
    [ "$(wc -l <rates)" -eq 5 ]
    nf stats --html - five.json | sed -n '/<caption[^>]*>Rounds lost by each seat</,/<\/table>/p' |
        sed -n 's/.*scope="row">[0-9]*<\/th><td>[^<]*<\/td><td>\([^<]*\)<.*/\1/p' | diff rates -
}

@test "the replay lines of a report are those of run --json" {
    nf stats --json - five.json | sed -n 's/^ *"\(ninefold replay .*\)",*$/\1/p' >lines
    [ "$(wc -l <lines)" -ge 3 ]
    nf stats --html - five.json | sed -n 's/.*<code>\(ninefold replay .*\)<\/code>.*$/\1/p' | diff lines -
}

@test "the same run makes the same bytes, whatever time, folder and locale" {
    nf stats --html first.html five.json >/dev/null
    mkdir -p elsewhere
    (cd elsewhere && LC_ALL=de_DE.UTF-8 HOME=/nonexistent \
        nf stats --html second.html ../five.json >/dev/null)
    cmp first.html elsewhere/second.html
}

@test "a report is one file that asks for nothing else, nor runs anything" {
    works stats --html - five.json other.json
    [ "$(count "default-src 'none'; style-src 'unsafe-inline'")" -eq 1 ]
    [ -z "$(grep -oE '(src|href|srcset|action|data)="[^#"][^"]*"|url\(|@import|<script|<link|https?://' <<<"$output")" ]
    [ -z "$(grep -E 'rgb\(|currentcolor="' <<<"$output")" ]
}

@test "several runs: side by side, and differences with intervals" {
    works stats --html - five.json other.json
    [ "$(count '<h3>Rounds lost by each seat: differences</h3>')" -eq 1 ]
    [ "$(count '<h3>First rounds lost by each seat: differences</h3>')" -eq 1 ]
    [ "$(count '<h3>Rounds lost by each seat</h3>')" -eq 3 ]
    [ "$(count '<h2>Run [12]: ')" -eq 2 ]
    [ "$(count 'share a seed and indices')" -eq 0 ]
    # Run 2's share less run 1's, as in the tables of each.
    rate() { nf stats --csv - "$1" | column seats loss_rate | sed -n 3p; }
    wanted=$(awk -v a="$(rate five.json)" -v b="$(rate other.json)" 'BEGIN { printf "%+.3f%%", 100 * (b - a) }')
    found=$(sed -n '/<caption[^>]*>Rounds lost by each seat: differences</,/<\/table>/p' <<<"$output" |
        sed -n 's/.*scope="row">3<\/th><td>\([^<]*\)<.*/\1/p')
    [ "$found" = "$wanted" ]
}

@test "runs of the same games, and of other tables, are told as what they are" {
    works stats --html - five.json five.json
    [ "$(count 'share a seed and indices')" -eq 1 ]
    works stats --html - five.json thirty.json
    [ "$(count 'not all runs count by the same seats')" -eq 1 ]
    [ "$(count 'Rounds lost by each seat: differences')" -eq 0 ]
}

@test "file names are text in a report, whatever is in them" {
    odd="<b>&amp;'\"\$(id)"$'\x01\xff.json'
    cp five.json "$odd"
    works stats --html - "$odd" five.json
    [ "$(count '<b>')" -eq 0 ]
    [ "$(count "Run 1: &lt;b&gt;&amp;amp;&#39;&quot;\$(id)"$'\xef\xbf\xbd\xef\xbf\xbd.json</h2>')" -eq 1 ]
}

@test "a report and another output cannot both go to standard output" {
    misused '*only one output can go to standard output' stats --html - --csv - five.json
}

# inspected SCHEME: reports of all sorts look right in a browser.
inspected() {
    command -v chromium >/dev/null || skip "chromium is not installed, so no browser looks at reports"
    nf stats --html five.html five.json >/dev/null
    nf stats --html thirty.html thirty.json >/dev/null
    nf stats --html compared.html five.json other.json >/dev/null
    nf stats --html crowd.html thirty.json thirty.json thirty.json >/dev/null
    nf stats --html alone.html alone.json >/dev/null
    nf stats --html single.html single.json >/dev/null
    nf stats --html detailed.html detailed.json >/dev/null
    run "$TESTS/html/inspect" "$1" five.html thirty.html compared.html crowd.html \
        alone.html single.html detailed.html
    [ "$status" -eq 0 ] || complain "the browser found something"
    # Charts a report: 5, 5, 6 and twice 5, 6 and three times 5, 1, 4, 7; each on two screens.
    [ "$output" = 'inspected 14 frames, 118 drawings' ] || complain "the browser missed something"
}

# bats test_tags=long
@test "in Chromium, light, at 360 and 1280 px: no errors, all charts, nothing overflows" {
    inspected light
}

# bats test_tags=long
@test "in Chromium, dark: the same, and all words can be read" {
    inspected dark
}

@test "runs of several games: said, and each has its own charts" {
    nf run --quiet --game tng --games 30 --save "$BATS_TEST_TMPDIR/tng.json" >/dev/null
    works stats --html - five.json "$BATS_TEST_TMPDIR/tng.json"
    [ "$(count 'The runs are of several games')" -eq 1 ]
    [ "$(count 'differences</h3>')" -eq 0 ]
    [ "$(count '^<section id="run-[12]">$')" -eq 2 ]
}
