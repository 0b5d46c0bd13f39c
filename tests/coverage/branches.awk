# Compares the notes on branches that no test takes (the first file; its head tells their form) with
# gcovr's list of such branches below the folder `where` (the second). Prints branches that are not
# noted and notes whose line there is no more, and exits with 1 if there is either. A note on a
# branch that was taken this time is told, no more: some depend on how fast the machine is.

function trim(text) {
    gsub(/^[ \t]+|[ \t]+$/, "", text)
    return text
}

# The text of a line of a source file.
function source(file, number,    count, text) {
    if (!(file in held)) {
        count = 0
        while ((getline text < file) > 0)
            line[file, ++count] = trim(text)
        close(file)
        held[file] = 1
    }
    return line[file, number]
}

FNR == NR && /^src\/[^ ]*: / {
    noted[trim($0)] = FNR
    next
}

FNR != NR && index($0, where) == 1 && $4 != "100%" && $5 != "" {
    count = split($5, missing, ",")
    for (i = 1; i <= count; i++) {
        key = $1 ": " source($1, missing[i])
        if (key in noted)
            met[key] = 1
        else if (($1 ": *") in noted)
            met[$1 ": *"] = 1
        else {
            printf "not taken both ways: %s:%s: %s\n", $1, missing[i], source($1, missing[i])
            bad = 1
        }
    }
}

# Whether the file of a note still has its line.
function has_line(key,    file, i) {
    file = key
    sub(/: .*/, "", file)
    source(file, 1)
    if (key == file ": *")
        return (file, 1) in line
    for (i = 1; (file, i) in line; i++)
        if (file ": " line[file, i] == key)
            return 1
    return 0
}

END {
    for (key in noted)
        if (!has_line(key)) {
            printf "%s:%d: there is no such line: %s\n", ARGV[1], noted[key], key
            bad = 1
        } else if (!(key in met))
            printf "%s:%d: taken both ways now: %s\n", ARGV[1], noted[key], key
    exit bad
}
