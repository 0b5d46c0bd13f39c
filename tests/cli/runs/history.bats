# run --db and stats --db: runs kept in an SQLite database.
load ../helpers

@test "run --db adds runs that stats --db lists, filters and prints as saved" {
    for players in 3 4 3; do
        nf run --quiet --games 50 -n "$players" --save "$players.json" --db runs.db >/dev/null
    done
    works stats --db runs.db
    [ "$(grep -c '^ *[123]  20' <<<"$output")" -eq 3 ]
    [ -z "$(awk 'length > 80' <<<"$output")" ]
    works stats --db runs.db --players 3 --json -
    [ "$(grep -c '"id":' <<<"$output")" -eq 2 ]
    works stats --db runs.db --game cirno --players 5
    [ "${lines[1]}" = 'no such run' ]
    works stats --db runs.db 2
    [ "$output" = "$(nf stats 4.json)" ]
    works stats --db runs.db --compare 1 3
    [[ $output == *'0 of 50 games differ'* ]]
}

@test "the sqlite3 shell reads the tables as they are documented, with the numbers of CSV; a history of an older version gets them with its next run" {
    command -v sqlite3 >/dev/null || skip "no sqlite3"
    nf run --quiet --games 50 -n 3 -m 7 --strategy 1=keep-e --db runs.db --save run.json >/dev/null
    [ "$(sqlite3 runs.db 'select game, players, rounds, strategy, seed, first, games from runs')" = \
        'cirno|3|7|1=keep-e|1|0|50' ]
    [ "$(sqlite3 runs.db 'select sum(times), count(*), min(what) from seats where run = 1')" = '350|3|losses' ]
    [ "$(sqlite3 runs.db 'pragma integrity_check; pragma foreign_key_check')" = ok ]
    nf run --quiet --games 50 -n 2 -m 20 --deck 600 --db runs.db --json dealt.json >/dev/null
    rejected=$(sed -n 's/.*"rejected": \([1-9][0-9]*\),/\1/p' dealt.json)
    [ "$(sqlite3 runs.db 'select rejected from runs order by id')" = 0$'\n'"$rejected" ]
    sqlite3 runs.db 'select saved from runs where id = 1' >again.json
    [ "$(nf stats again.json)" = "$(nf stats run.json)" ]
    rm runs.db
    nf run --quiet --games 50 -n 3 -m 7 --db runs.db --save run.json >/dev/null
    nf stats --csv - run.json >csv
    for each in seats.losses.2 seats.loss_rate.3 extremes.index.most_losses totals.turns.; do
        IFS=. read -r table column row <<<"$each"
        found=$(sqlite3 runs.db "select value from statistics where run = 1 and statistic = '$table' and measure = '$column' and row = '$row'")
        [ -n "$found" ]
        column "$table" "$column" <csv | awk -v found="$found" '($1 - found) ^ 2 < 1e-18 { ok = 1 } END { exit !ok }' ||
            complain "$each: $found"
    done
    [ "$(sqlite3 runs.db "select sum(value) from statistics where statistic = 'losses_after' and measure = 'rounds' and row like '2, %'")" -eq \
        "$(grep '^losses_after,2,' csv | awk -F, '{ s += $4 } END { print s }')" ]
    [ "$(sqlite3 runs.db 'select count(*) from seats join statistics s on s.run = seats.run and s.row = seats.seat
        where s.statistic = "seats" and s.measure = "loss_rate" and s.low = seats.low and s.high = seats.high')" -eq 3 ]
    sqlite3 runs.db 'drop table statistics'
    works stats --db runs.db 1
    works run --quiet --games 50 -n 3 -m 7 --seed 2 --db runs.db
    works stats --db runs.db --compare 1 2
    [ "$(sqlite3 runs.db 'select group_concat(distinct run) from statistics; pragma integrity_check')" = $'2\nok' ]
}

# Databases of other programs, damaged ones: tests/unit/sim/runs/test_history.c.
@test "what is no history is refused before anything is played, and not touched; one can be made of an empty file" {
    nf run --quiet --games 5 -n 2 --json run.json >/dev/null
    cp run.json before
    fails 3 'ninefold: run.json: not a history of runs: *' run --games 1G --db run.json
    fails 3 'ninefold: run.json: not a history of runs: *' stats --db run.json
    cmp run.json before
    fails 4 'ninefold: *none/runs.db: its folder *' run --games 1G --db none/runs.db
    fails 4 'ninefold: .: is a directory, expected a file' run --games 1G --db .
    fails 4 'ninefold: none.db: No such file or directory' stats --db none.db
    misused '*--db -: expected a file, *' run --games 1G --db -
    [ ! -e none.db ]
    : >runs.db
    fails 3 'ninefold: runs.db: not a history of runs: it is empty' stats --db runs.db
    nf run --quiet --games 5 -n 2 -m 5 --deck 700 --db runs.db >/dev/null
    works stats --db runs.db --json -
    grep -q '"deck": 700' <<<"$output"
    fails 4 'ninefold: runs.db/x: Not a directory' stats --db runs.db/x
    command -v sqlite3 >/dev/null || skip "no sqlite3"
    sqlite3 runs.db 'pragma user_version = 2'
    fails 3 'ninefold: runs.db: a history of layout 2, expected 1: *' stats --db runs.db
    sqlite3 runs.db 'pragma user_version = 1; drop table runs'
    fails 3 'ninefold: runs.db: not a history of runs: no such table: runs' stats --db runs.db
}

@test "what an edited history has that is no number, a run that is not there and an id that is none are refused" {
    command -v sqlite3 >/dev/null || skip "no sqlite3"
    nf run --quiet --games 5 -n 2 --db runs.db >/dev/null
    while read -r column value; do
        cp runs.db edited.db
        sqlite3 edited.db "update runs set $column = $value"
        fails 3 "ninefold: edited.db: run 1: $column: expected a whole number from 0 on, found *" stats --db edited.db
    done < <(printf '%s -5\n' players deck detail seed turns
        printf 'games %s\n' -9223372036854775808 1.5 "'many'")
    sqlite3 runs.db "update runs set seconds = 'long'"
    fails 3 'ninefold: runs.db: run 1: seconds: expected a number, found *long*' stats --db runs.db --json -
    rm runs.db
    nf run --quiet --games 5 -n 2 --db runs.db >/dev/null
    misused '*runs.db: there is no run 2' stats --db runs.db 2
    for id in x -1 1x 99999999999999999999; do
        misused '*: expected the id of a run in runs.db, a number' stats --db runs.db -- "$id"
    done
    misused '*--game, --players: *' stats --db runs.db --players 2 1
}
