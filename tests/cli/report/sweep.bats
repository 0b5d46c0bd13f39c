# ninefold sweep: a grid of runs in one table.
load ../helpers

@test "every row of a sweep has the numbers and the digest of the run that its command plays" {
    for game in $(some_games); do
        axes=(seed=1,7)
        nf run --game $game --help | grep -q -- '--players N .*1 to ' && axes+=(players=2..3)
        works sweep --game $game "${axes[@]}" -q --games 60 --first 5 --csv all --html page.html --json all.json
        [ -s page.html ] && grep -q '"schema": "ninefold.sweep/1"' all.json
        sed 1d all/sweep.csv | rev | cut -d, -f 1 | rev | sort -u >commands
        [ "$(wc -l <commands)" -ge 2 ]
        while read -r command; do
            [[ $command == "ninefold run "* ]]
            nf ${command#ninefold } -q --save one.json >digest
            nf stats one.json --csv one
            # The first table of the run, whose columns stand between the values and the last three.
            grep -F ",$command" all/sweep.csv | rev | cut -d, -f 4- | rev | cut -d, -f $((${#axes[@]} + 1))- >rows
            cat one/*.csv >tables
            while read -r row; do
                grep -Fxq -- "$row" tables || complain "$command: no $row"
            done <rows
            grep -F ",$command" all/sweep.csv | grep -q "$(sed -n 's/^digest  *//p' digest)"
        done <commands
    done
}

@test "the chart of a sweep draws each seat's difference from an equal share, with its interval" {
    nf sweep players=2..5 --games 300 -q --json all.json --html page.html
    nf sweep players=3,4 rounds=5,20 --games 300 -q --html two.html
    python3 - <<-'END'
	import html, json, re
	page = html.unescape(open("page.html", encoding="utf-8").read())
	drawn = {(int(n), int(seat)): tuple(map(float, numbers)) for n, seat, *numbers in re.findall(
	    r"<title>players (\d+): seat (\d) ([-+.\d]+)% \(([-+.\d]+) \.\. ([-+.\d]+)%\)\nif all seats were alike", page)}
	table = next(table for table in json.load(open("all.json"))["tables"] if table["name"] == "sweep")
	rows = [dict(zip([column["name"] for column in table["columns"]], row)) for row in table["rows"]]
	assert len(drawn) == len(rows) == 2 + 3 + 4 + 5, (len(drawn), len(rows))
	for row in rows:
	    wanted = [100 * (row["loss_rate" + end] - 1 / row["players"]) for end in ("", "_low", "_high")]
	    found = drawn[row["players"], row["seat"]]
	    assert all(abs(a - b) < 0.00051 for a, b in zip(found, wanted)), (row, found, wanted)
	assert "differences from an equal share" in page and '<path class="reference"' in page
	two = html.unescape(open("two.html", encoding="utf-8").read())
	assert len(re.findall(r"<title>players \d: rounds 20 [-+.\d]+% \([-+.\d]+ \.\. [-+.\d]+%\)", two)) > 0, re.findall("<title>.*", two)[:9]
	END
}

@test "a sweep that was interrupted goes on: runs that are there are not played again, and the table is the same" {
    nf sweep players=2..4 rounds=3,20 --games 2k -q --csv - >whole.csv
    # So long that it is in the midst of a run.
    "$NINEFOLD" sweep players=2..3 rounds=1,100 --kernel reference -j 1 --games 100k -q --save long >out 2>err &
    until [ -s long/001.json ] || ! kill -0 $!; do sleep 0.05; done
    ended_by INT
    [ "$status" -eq 130 ]
    grep -Eq 'stopped by signal 2 .*; [123] of 4 runs are finished and saved, the same command goes on' err
    [ ! -s out ] && nothing_left
    nf sweep players=2..4 rounds=3,20 --games 2k -q --save dir >/dev/null
    rm dir/003.json dir/006.json
    touch -d 2001-01-01 dir/*.json
    nf sweep players=2..4 rounds=3,20 --games 2k -q -j 1 --save dir --csv - | cmp whole.csv -
    [ "$(find dir -name '*.json' ! -newermt 2002-01-01 | wc -l)" -eq 4 ]
    [ "$(find dir -name '*.json' | wc -l)" -eq 6 ]
    nf stats dir/*.json --csv - >/dev/null
}

@test "the shards of a sweep play each run once, by schedulers too, and the same command makes the table of all" {
    nf sweep players=2..4 rounds=3,20 --games 500 -q --csv - >whole.csv
    works sweep players=2..4 rounds=3,20 --games 500 -q --save dir --shard 1/4
    [ -z "$output" ]
    [ "$(cd dir && echo *)" = "001.json 005.json" ]
    touch -d 2001-01-01 dir/*.json
    for i in 1 2 3 4; do
        SLURM_ARRAY_TASK_ID=$i nf sweep players=2..4 rounds=3,20 --games 500 -q --save dir --shard auto/4 2>said
        grep -qx "ninefold: shard $i/4 by Slurm" said
    done
    [ "$(find dir -name '*.json' ! -newermt 2002-01-01 | wc -l)" -eq 2 ]
    [ "$(find dir -name '*.json' | wc -l)" -eq 6 ]
    touch -d 2001-01-01 dir/*.json
    nf sweep players=2..4 rounds=3,20 --games 500 -q --save dir --csv - | cmp whole.csv -
    [ "$(find dir -name '*.json' ! -newermt 2002-01-01 | wc -l)" -eq 6 ]
    misused "*--shard: expected --save DIR and no other output; *" sweep players=2,3 --shard 1/2
    misused "*--shard: expected --save DIR and no other output; *" sweep players=2,3 --shard 1/2 --save dir --csv t
    misused "*--shard '3/2': expected I/N *" sweep players=2,3 --shard 3/2 --save dir
}

@test "what is no grid is refused before anything is played, and a folder with another run, whose file stays" {
    misused "*expected NAME=VALUES..., found none" sweep
    misused "*'playrs=2': expected an option and its values, such as players=2..30" sweep playrs=2
    misused "*'games=2': expected an option *" sweep games=2
    misused "*'exhaustive=1': expected an option *" sweep exhaustive=1
    misused "*'players': expected an option *" sweep players
    misused "*players='5..2': expected numbers such as 2..30" sweep players=5..2
    misused "*players=3: found this value twice" sweep players=2..4,3
    misused "*--players 31: expected a number from 1 to 30" sweep players=29..31 --save dir
    misused "*--players: the grid has this option, expected it only there" sweep players=2 -n 3
    misused "*expected a grid of at most 1000 runs" sweep players=1..30 rounds=1..100
    misused "*--profile *" sweep profile=uniform,none
    [ ! -e dir ]
    nf sweep players=2,3 --games 50 -q --save dir >/dev/null
    cp dir/002.json before
    fails 3 'ninefold: dir/002.json:*: "players": this run was started with 3, not with 4; *' \
        sweep players=2,4 --games 50 -q --save dir
    fails 3 'ninefold: dir/001.json:*: "games": this run was started with 50, not with 51; *' sweep players=2,3 --games 51 -q --save dir
    echo '{}' >dir/002.json
    fails 3 "ninefold: dir/002.json:*" sweep players=2,3 --games 50 -q --save dir
    cp before dir/002.json
    works sweep players=2,3 --games 50 -q --save dir
}
