# stats --html: the report with charts, as a file and as a browser sees it.
load ../helpers

setup_file() {
    cd "$BATS_FILE_TMPDIR" || return 1
    nf run --quiet --games 400 -n 5 --save five.json >/dev/null
    nf run --quiet --games 300 -n 5 --seed 2 --save five-other.json >/dev/null
    nf run --quiet --games 2000 -n 5 --strategy 1=last-e --save unlike.json >/dev/null
    nf run --quiet --games 60 -n 30 --save thirty.json >/dev/null
    nf run --quiet --games 50 -n 4 --detail --save detailed.json >/dev/null
    nf run --quiet --games 20 -n 1 -m 9 --save alone.json >/dev/null
    nf run --quiet --games 1 -n 2 -m 1 --save single.json >/dev/null
}

setup() { cd "$BATS_FILE_TMPDIR" || return 1; }

# How many lines of the last output match.
count() { grep -c -- "$1" <<<"$output"; }

@test "run --html writes the page that stats --html writes of the run saved, of every game, and prints no less" {
    for game in $(some_games); do
        nf run --quiet --game "$game" --games 200 --seed "$RANDOM" --html at-once.html --save run >printed
        grep -q '^digest' printed
        nf stats --html - run | diff at-once.html -
        nf run --quiet --game "$game" --games 5 --html - | grep -q '^<!DOCTYPE html>'
    done
    misused '*only one output can go to standard output' run --html - --json -
}

@test "exact, tournament and optimise --html have every number of their tables, what was calculated, a name twice as two and each line of a strategy" {
    for options in '-n 1' '-n 2' '-n 1 --best 1'; do
        nf exact --quiet $options --weights A49=2,A99=2,DOUBLE=1 --html exact.html >printed
        has_numbers exact.html <printed
        grep -q '<p>all games of 100 rounds, . players*; weights A49=2,A99=2,DOUBLE=1' exact.html
    done
    for options in 'statement keep-e random' 'keep-e keep-e' 'keep-e random --sprt 0,1,0.125,0.25'; do
        nf tournament --quiet -n 3 -m 20 --games 300 --seed "$RANDOM" $options --html page.html >printed
        head -n 1 printed | grep -oE '^[0-9]+ strategies.*' | grep -qFf - page.html
        grep -v '^log' printed | has_numbers page.html
    done
    grep '^log' printed | grep -oE ' -?[0-9]+\.[0-9]+' | has_numbers page.html
    [ "$(nf tournament --quiet -n 2 -m 5 --games 20 keep-e keep-e --html - | grep -c 'scope="row".*>keep-e (2)</th>')" -eq 2 ]
    nf optimise --quiet -n 2 -m 5 --steps 20 --games 2000 --verify 100 --seed "$RANDOM" --html page.html >printed
    grep '^#' printed | has_numbers page.html
    sed -n '1s/^# //p' printed | grep -qFf - page.html
    python3 - <<'PY'
import html, re
page = open("page.html").read()
lines = [html.unescape(x) for x in re.findall(r'scope="row">[0-9]+</th><td[^>]*><code>(.*?)</code>', page)]
text = [x for x in open("printed").read().splitlines()][3:]
assert len(text) > 1 and lines == text, (lines, text)
PY
}

# has_numbers PAGE: every number with a point that is read here stands on the page.
has_numbers() {
    local missing
    grep -oE '[0-9]+\.[0-9]+' >numbers
    missing=$(awk 'FILENAME != "numbers" { page = page $0; next } !index(page, $0)' "$1" numbers)
    [ -s numbers ] && [ -z "$missing" ] || complain "not on the page: $missing"
}

@test "bench --html has a row for each measurement, with the numbers of --csv" {
    nf bench --quiet --kernel reference,portable --profile uniform -m 2 -j 1,2 --min-time 1ms --warmup 0 \
        --repeat 3 --parts run,apart --json bench.json --html page.html >printed
    nf bench bench.json --html - | diff page.html -
    nf bench bench.json --csv >csv
    python3 - <<'PY'
import csv, re
def number(text):
    return None if text in ("", "-") else float(text.replace(",", ""))
page = open("page.html").read()
rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"<tr>(.*?)</tr>", page)][1:]
wanted = list(csv.DictReader(open("csv")))
assert len(rows) == len(wanted) > 5, (len(rows), len(wanted))
for row, want in zip(rows, wanted):
    assert row[1] == want["kernel"] and row[3] == want["profile"], (row, want)
    for at, name in ((2, "threads"), (4, "players"), (5, "rounds"), (7, "repetitions")):
        assert row[at] == want[name], (name, row, want)
    for at, name, scale in ((8, "turns_per_second_min", 1e-6), (9, "turns_per_second_median", 1e-6),
                            (10, "turns_per_second_max", 1e-6), (11, "games_per_second", 1),
                            (12, "ns_per_turn", 1), (13, "cycles_per_turn", 1),
                            (14, "cycles_per_turn_best", 1), (15, "ratio_to_reference", 1)):
        found, value = number(row[at]), number(want[name])
        assert (found is None) == (value is None), (name, row, want)
        # Two digits behind the point here, six digits there.
        assert value is None or abs(found - scale * value) <= 0.0051 + 1e-5 * scale * value, (name, row, want)
    assert (row[16] == "busy") == (want["busy"] == "1"), (row, want)
PY
    misused '*expected only one of them*' bench --html - --csv
}

@test "a report has every chart in two sizes, named and described, its numbers and the facts of the run at its end" {
    works stats --html - five.json
    [ "$(count '^<figure ')" -eq 5 ]
    for size in wide narrow; do
        [ "$(count "<svg id=.* class=\"$size\" role=\"img\" aria-labelledby=")" -eq 5 ]
    done
    # A figure each and two more: all rounds and first rounds are of one table, so are all turns.
    [ "$(count '^</figure>$')" -eq "$(($(count '<summary>Numbers</summary>') + 2))" ]
    grep -q "<code>$(digest --games 400 -n 5)</code>" <<<"$output"
    grep -q "<p>400 games of 100 rounds, 5 players</p>" <<<"$output"
    nf stats --json - five.json | sed -n 's/^ *"\(ninefold replay .*\)",*$/\1/p' >lines
    [ "$(wc -l <lines)" -ge 3 ]
    sed -n 's/.*<code>\(ninefold replay .*\)<\/code>.*$/\1/p' <<<"$output" | diff lines -
    for game in $(some_games); do
        nf run --game "$game" --quiet --games 200 --html lead.html >/dev/null
        [ "$(sed -n '/<div class="facts"/,$p' lead.html | grep -c '<figure')" -eq 0 ]
        [ "$(grep -c '<div class="facts"' lead.html)" -eq 1 ]
    done
}

# seen_numbers: those of three digits or more that stand in the last output, a line each, without
# what is folded, drawn, to be copied, the scale of colours, or the commit the program was built of.
seen_numbers() {
    python3 -c '
import re, sys
page = sys.stdin.read()
for part in ["style", "details", "svg", "code", "title"]:
    page = re.sub(rf"(?s)<{part}\b.*?</{part}>", "", page)
page = re.sub(r"(?s)<ul class=\"key scale\">.*?</ul>", "", page)
page = re.sub(r"Made by ninefold [0-9.]+ \([^)]*\)", "", page)
for number in re.findall(r"[0-9][0-9,.]*[0-9]", re.sub("<[^>]*>", " ", page)):
    if len(re.sub("[^0-9]", "", number)) >= 3: print(number)' <<<"$output"
}

@test "no number stands twice on a page, of any game, of one run or of several" {
    for game in $(some_games); do
        nf run --game "$game" --quiet --games 331 --save one.json >/dev/null
        nf run --game "$game" --quiet --games 417 --seed 982 --save two.json >/dev/null
        for runs in one.json "one.json two.json"; do
            works stats --html - $runs
            seen_numbers | sort >numbers
            [ "$(wc -l <numbers)" -ge 5 ] || complain "$game: hardly any number"
            [ -z "$(uniq -d numbers)" ] || complain "$game: $(uniq -d numbers)"
        done
    done
}

@test "--compare --html leads with the seat that differs most, as the table has it, of every game" {
    for game in $(some_games); do
        nf run --game "$game" --quiet --games 900 --save a.json >/dev/null
        nf run --game "$game" --quiet --games 900 --seed 7 --save b.json >/dev/null
        works stats --compare a.json b.json --html -
        [ "$(grep -A1 '<section id="comparison">' <<<"$output" | grep -c '^<p class="answer">')" -eq 1 ]
        [ "$(count '<h3>What differs, seat by seat</h3>')" -eq 1 ]
        [ "$(count '<a href="#run-2">B: b</a>')" -eq 1 ]
        [ "$(count 'differences</h3>')" -eq 0 ]
        most=$(nf stats --compare a.json b.json --csv - | column comparison difference |
            awk '{ d = $1 < 0 ? -$1 : $1; if (d > most) most = d } END { printf "%.3f", 100 * most }')
        grep -q "<p class=\"answer\">.* $most points " <<<"$output"
    done
    nf run --quiet --games 400 -n 5 --strategy 1=last-e --save last.json >/dev/null
    works stats --compare five.json last.json --html -
    [ "$(count '<p class="answer">Seat 1 differs most: [0-9.]* points fewer losses in B than in A (95% interval [0-9.]* to [0-9.]*).</p>')" -eq 1 ]
    works stats --compare five.json five.json --html -
    [ "$(count '<p class="answer">A and B play all games that they have in common alike.</p>')" -eq 1 ]
}

@test "every mark and bar shows its number and interval when it is pointed at" {
    works stats --html - five.json
    nf stats --csv - five.json >all.csv
    # Of both sizes: two charts of 5 seats each, and 5 places.
    [ "$(count '<rect class="hit".*<title>seat [1-5]: [0-9.]*% ([0-9.]* .. [0-9.]*%)$')" -eq 20 ]
    [ "$(count '<rect class="hit".*<title>+[0-4]: [0-9.]*% ([0-9.]* .. [0-9.]*%)$')" -eq 10 ]
    rate=$(column seats loss_rate <all.csv | sed -n 3p)
    [ "$(count "<title>seat 3: $(awk -v r="$rate" 'BEGIN { printf "%.3f", 100 * r }')% (")" -eq 2 ]
    [ "$(count 'class="interval"')" -ge 6 ]
    [ "$(count '>5 turns: all have played once</text>')" -eq 2 ]
    works stats --html - alone.json
    [ "$(count 'have played once</text>')" -eq 0 ]
    works stats --html - detailed.json
    [ "$(count '<title>E99: [0-9.]*% ([0-9.]* .. [0-9.]*%)$')" -eq 2 ]
    [ "$(count '^share in the deck 5.556%</title>')" -eq 36 ]
}

@test "a report is one file that asks for nothing else, nor runs anything, the same bytes whatever time, folder and locale" {
    works stats --html - five.json five-other.json
    [ "$(count "default-src 'none'; style-src 'unsafe-inline'")" -eq 1 ]
    [ -z "$(grep -oE '(src|href|srcset|action|data)="[^#"][^"]*"|url\(|@import|<script|<link|https?://' <<<"$output")" ]
    [ -z "$(grep -E 'rgb\(|currentcolor="' <<<"$output")" ]
    nf stats --html first.html five.json >/dev/null
    mkdir -p elsewhere
    (cd elsewhere && LC_ALL=de_DE.UTF-8 HOME=/nonexistent \
        nf stats --html second.html ../five.json >/dev/null)
    cmp first.html elsewhere/second.html
}

@test "several runs: side by side, and differences with intervals, their names and the options in which they differ; of the same games, other tables and other games told as what they are" {
    works stats --html - five.json five-other.json
    for title in 'Rounds lost by each seat: differences' 'First rounds lost by each seat: differences' \
        'Rounds lost by each seat'; do
        [ "$(count "<h3>$title</h3>")" -eq 1 ]
    done
    [ "$(count '<h2>Run [12]: ')" -eq 2 ]
    [ "$(count 'share a seed and indices')" -eq 0 ]
    # Run 2's share less run 1's, as in the tables of each.
    rate() { nf stats --csv - "$1" | column seats loss_rate | sed -n 3p; }
    wanted=$(awk -v a="$(rate five.json)" -v b="$(rate five-other.json)" 'BEGIN { printf "%+.3f%%", 100 * (b - a) }')
    found=$(sed -n '/<caption[^>]*>Rounds lost by each seat: differences</,/<\/table>/p' <<<"$output" |
        sed -n 's/.*scope="row">3<\/th><td>\([^<]*\)<.*/\1/p')
    [ "$found" = "$wanted" ]
    nf run --quiet --games 300 -n 5 --strategy 1=last-e --save strategy.json >/dev/null
    works stats --html - five.json strategy.json
    [ "$(sed -n '/id="runs"/,/<\/table>/s/.*<th scope="col">run<\/th>//p' <<<"$output")" = \
        '<th scope="col">strategy</th><th scope="col">games</th></tr></thead>' ]
    [ "$(count '<a href="#run-2">strategy</a></th><td>1=last-e</td><td>300</td>')" -eq 1 ]
    [ "$(count '</svg>five</li>')" -ge 1 ]
    works stats --html - five.json five.json
    [ "$(count 'share a seed and indices')" -eq 1 ]
    works stats --html - five.json thirty.json
    [ "$(count 'not all runs count by the same seats')" -eq 1 ]
    [ "$(count 'Rounds lost by each seat: differences')" -eq 0 ]
    nf run --quiet --game tng --games 30 --save tng.json >/dev/null
    works stats --html - five.json tng.json
    [ "$(count 'The runs are of several games')" -eq 1 ]
    [ "$(count 'differences</h3>')" -eq 0 ]
    [ "$(count '^<section id="run-[12]">$')" -eq 2 ]
}

# inspected SCHEME LANG...: reports of all sorts and games, in these languages, look right in a browser.
inspected() {
    local lang name
    command -v chromium >/dev/null || skip "chromium is not installed, so no browser looks at reports"
    for name in $(others); do
        nf run --quiet --game $name --games 300 $(detail_of $name) --save $name.json >/dev/null
        nf run --quiet --game $name --games 300 --seed 2 --save $name-other.json >/dev/null
        nf run --quiet --game $name --games 1 --save $name-single.json >/dev/null
    done
    nf run --quiet --game tng --exhaustive -k 1 --save all.json >/dev/null
    for lang in "${@:2}"; do
        for name in five thirty alone single detailed unlike all $(others | sed 'p; s/$/-single/'); do
            nf --lang $lang stats --html $lang-$name.html $name.json >/dev/null
        done
        for name in five $(others); do
            nf --lang $lang stats --html $lang-$name-two.html $name.json $name-other.json >/dev/null
        done
        nf --lang $lang stats --html $lang-crowd.html thirty.json thirty.json thirty.json >/dev/null
        nf --lang $lang stats --compare five.json unlike.json --html $lang-paired.html >/dev/null
        exits 0 "$TESTS/html/inspect" "$1" $lang-*.html
        # All pages and their charts, each on two screens.
        [ "$output" = 'inspected 38 frames, 224 drawings' ] ||
            complain "the browser missed something in $lang"
    done
}

# bats test_tags=long
@test "in Chromium, light, at 360 and 1280 px: no errors, all charts, nothing overflows" {
    inspected light en $(often "" "" zh)
}

# bats test_tags=long
@test "in Chromium, dark: the same, and all words can be read" {
    inspected dark zh $(often "" "" en)
}
