# replay --html and --json: a game as a page, and as data.
load ../helpers

@test "replay: page and JSON have the same lines and frames, and the page shows that of the first turn without scripts; a game of another strategy has neither" {
    for game in $(some_games); do
        nf replay --game "$game" --quiet --index 5 --transcript >transcript
        nf replay --game "$game" --index 5 --html page.html --json frames.json >printed
        [ ! -s printed ]
        sed -n 's/^<h3><span class="number">line [0-9]*<\/span><code>\(.*\)<\/code><\/h3>$/\1/p' page.html |
            diff - <(sed 's/&/\&amp;/g; s/</\&lt;/g; s/"/\&quot;/g' transcript)
        python3 - <<-'END'
	import html, json, re
	page, frames = open("page.html", encoding="utf-8").read(), json.load(open("frames.json"))["frames"]
	def changed(old, change):
	    if isinstance(change, list):
	        return change[0] if change else None  # None: it goes
	    if not isinstance(change, dict):
	        return change
	    if isinstance(old, list):
	        return [changed(item, change[str(i)]) if str(i) in change else item for i, item in enumerate(old)]
	    gone = {name for name, each in change.items() if each == []}
	    return {name: changed(old.get(name), change[name]) if name in change else old[name]
	            for name in {**old, **change} if name not in gone}
	text, now, whole = re.search(r'id="frames">(.*?)</script>', page, re.S)[1], None, 0
	for change, frame in zip(json.loads(text), frames, strict=True):
	    now = changed(now, change)
	    assert now == frame, (change, now, frame)
	    whole += len(json.dumps(frame, separators=(",", ":")))
	# Frames are kept as differences, which is shorter.
	assert len(text) < 0.8 * whole, (len(text), whole)
	first = next(i for i, frame in enumerate(frames) if frame["part"] != "The deal")
	assert (first > 0) == ("Mahjong" in page)
	assert html.unescape(re.search(r'<p id="said"[^>]*>(.*?)</p>', page)[1]) == frames[first]["said"]
	shown = dict(re.findall(r'data-text="(\w+)">([^<]*)<', page))
	assert shown and all(text == str(frames[first]["state"][path] or "") or text == "0" for path, text in shown.items())
	END
        grep -q '<div id="controls" hidden role="group" aria-label="Steps">' page.html
    done
    misused '*--html: expected no --strategy; *' replay --strategy keep-e --html page.html
    misused '*--json: expected no --strategy; *' replay --strategy keep-e --json page.json
    misused '*only one output can go to standard output' replay --html - --json -
    [ ! -e page.json ]
}

@test "replay --json: frames hold what the transcript says, by the schema, in random games of all games" {
    exits 0 python3 "$TESTS/frames/check" "$NINEFOLD" "$TESTS/../src/judge/story/game.schema.json" "$(often 1 1 40)"
}

@test "replay: of large games page and JSON tell the lines up to the end of the longest round, and say so" {
    size=$(often "-n 3 -m 30 --weights A1=1,A99=1,E0=3" "--profile max" "--profile max")
    nf replay $size --index 3 --html page.html --json frames.json
    [ "$(wc -c <page.html)" -lt 20000000 ]
    nf replay --quiet $size --index 3 --transcript >transcript
    # The last line of the longest round.
    wanted=$(awk '/^Round/ { if (NR - from > most) { most = NR - from; end = NR - 1 } from = NR }
        END { print (NR + 1 - from > most ? NR : end) }' transcript)
    lines=$(wc -l <transcript)
    python3 - "$wanted" "$lines" <<-'END'
	import json, sys
	wanted, lines = map(int, sys.argv[1:])
	shown = [line["line"] for line in json.load(open("frames.json"))["lines"]]
	assert len(shown) == 5000 and shown[0] <= wanted <= shown[-1] <= lines, (shown[0], shown[-1], wanted)
	notes = [f"Lines 1 to {shown[0] - 1} are left out."] if shown[0] > 1 else []
	notes += [f"Lines {shown[-1] + 1} to {lines} are left out."] if shown[-1] < lines else []
	assert notes and all(f'<p class="note">{note}</p>' in open("page.html").read() for note in notes)
	END
}

# bats test_tags=long
@test "replay: an address with a line leads to it in Chromium" {
    command -v chromium >/dev/null || skip "chromium is not installed, so no browser goes there"
    nf replay -n 4 -m 3 --index 5 --html page.html --json frames.json
    nf replay --game tng -m 6 --index 5 --html steps.html --json steps.json
    for place in page.html=frames.json=12 steps.html=steps.json=1.3; do
        IFS== read -r page json line <<<"$place"
        HOME=$PWD chromium --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/profile" \
            --virtual-time-budget=5000 --dump-dom "file://$PWD/$page#line=$line" 2>log >dom
        grep -qF "aria-live=\"polite\">$(python3 -c '
import json, sys
line, step = (sys.argv[2] + ".1").split(".")[:2]
print(next(frame["said"] for frame in json.load(open(sys.argv[1]))["frames"]
           if frame["line"] == int(line) and frame.get("step", 1) == int(step)))' "$json" "$line")</p>" dom
    done
}
