# Makes a table of gcovr's CSV: a row a file, then a row a folder and one of all. Exits with 1 where fewer
# than `wanted` percent of all lines are reached.

function percent(part, whole) { return whole ? sprintf("%.1f%%", 100 * part / whole) : "-" }

function row(name, lines, reached, branches, taken) {
    printf "%-36s %6d %6d %7s %6d %6d %7s\n", name, lines, reached, percent(reached, lines),
        branches, taken, percent(taken, branches)
}

BEGIN {
    FS = ","
    printf "%-36s %6s %6s %7s %6s %6s %7s\n", "file", "lines", "hit", "", "branch", "hit", ""
}

FNR > 1 {
    folder = $1
    sub(/[^\/]*$/, "", folder)
    if (!(folder in lines))
        folders[++count] = folder
    row($1, $2, $3, $5, $6)
    lines[folder] += $2; reached[folder] += $3; branches[folder] += $5; taken[folder] += $6
    lines["all"] += $2; reached["all"] += $3; branches["all"] += $5; taken["all"] += $6
}

END {
    print ""
    folders[++count] = "all"
    for (i = 1; i <= count; i++) {
        f = folders[i]
        row(f == "all" ? "src and gen" : f, lines[f], reached[f], branches[f], taken[f])
    }
    exit !(lines["all"] && 100 * reached["all"] >= wanted * lines["all"])
}
