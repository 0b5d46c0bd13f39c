# Whatever run plays, what it writes is read by stats, merge, --resume and --db, and says the same.
load ../helpers

# Options of a small run: any game, and what can be chosen of it (tests/data/README). Into $options.
choose() {
    local all lines game
    mapfile -t all < <(games)
    game=${all[RANDOM % ${#all[@]}]}
    mapfile -t lines <"$DATA/$game/runs"
    read -ra options <<<"${lines[RANDOM % ${#lines[@]}]}"
    options+=(--game "$game" --games $((RANDOM % 6 + 1)) --first $((RANDOM % 2 * RANDOM)) --seed "$RANDOM")
}

# holds OPTION...: the run is written and read, joined, taken up and kept in a database as one thing.
holds() {
    local shards shard parts=()
    rm -f whole db joined part* again*
    nf run -q "$@" --save whole --db db >/dev/null
    nf stats whole --json by-file >/dev/null
    nf stats --db db 1 --json by-db >/dev/null
    cmp by-file by-db
    nf merge whole -o joined >/dev/null
    cmp whole joined
    shards=$((RANDOM % 3 + 1))
    for ((shard = 1; shard <= shards; shard++)); do
        nf run -q "$@" --shard $shard/$shards --save part$shard >/dev/null
        parts=(part$shard "${parts[@]}")
    done
    nf merge "${parts[@]}" -o joined >/dev/null
    cmp whole joined
    cp whole again
    nf run -q --resume again >/dev/null
    cmp whole again
}

@test "what is written is read: random small runs of all games, by file, parts, taken up and in a database" {
    local seed=${NF_TEST_SEED:-$RANDOM} i
    echo "NF_TEST_SEED=$seed"
    RANDOM=$seed
    nf strategies keep-e >own.txt
    holds -n 3 -m 4 --games 5 --strategy 1=own.txt
    for ((i = 0; i < $(often 5 8 16); i++)); do
        choose
        echo "${options[*]}"
        holds "${options[@]}"
    done
}

@test "games in which nobody won have no longest win, and their file is read" {
    holds --game tng -m 1 -k 1 --games 1 --seed 1
    holds --game tng -m 1 -k 1 --games 1 --seed 1 --detail
    grep -q '"extremes": \[\]' whole
}
