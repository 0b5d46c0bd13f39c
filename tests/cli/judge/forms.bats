# Forms (.ctd): inputs of any problem checked by verify.
# What the language means and what is told of inputs: tests/unit/judge/forms.
load ../helpers

form() {
    printf 'INT(1,100,n) NEWLINE\nREPI(i,n,SPACE) INT(1,n,p[i]) END NEWLINE\n' >p.ctd
}

@test "an input is checked by a form, from files or standard input; what differs is reported with the line of the form, for each file" {
    form
    printf '3\n3 1 2\n' >good.in
    works verify --format p.ctd good.in
    nf verify --format p.ctd - <good.in
    printf '0\n' >case.in
    fails 3 'ninefold: case.in:1:1: found 0, expected n: 1 to 100 (p.ctd:1)' verify --format p.ctd case.in
    printf '2\n1 3\n' >case.in
    fails 3 'ninefold: case.in:2:3: found 3, expected p?1?: 1 to 2 (p.ctd:2)' verify --format p.ctd case.in
    printf '1' >short.in
    ends 3 verify --format p.ctd case.in good.in short.in
    [[ $stderr == 'ninefold: case.in:2:3: found 3, expected p[1]: 1 to 2 (p.ctd:2)
ninefold: short.in:1:2: found the end of the input, expected the end of the line (p.ctd:1)' ]]
    ends 4 verify --format p.ctd case.in nothere short.in
    [[ $stderr == 'ninefold: case.in:'*$'\n''ninefold: nothere: No such file or directory' ]]
    # Of a folder all tests are.
    mkdir -p set/secret empty
    mv good.in set/secret/1.in
    works verify --format p.ctd set
    cp case.in set/secret/2.in
    cp short.in set/secret/3.in
    ends 3 verify --format p.ctd set case.in
    [[ $stderr == 'ninefold: set/secret/2.in:2:3: '*$'\n''ninefold: set/secret/3.in:1:2: '*$'\n''ninefold: case.in:2:3: '* ]]
    ends 3 verify --format p.ctd case.in empty
    [[ $stderr == 'ninefold: case.in:2:3: '*$'\n''ninefold: empty: '* ]]
    mv set/secret/1.in good.in
    fails 43 '*' verify --exit-style kattis --format p.ctd case.in
    ends 42 verify --exit-style kattis --format p.ctd good.in
}

@test "a form that is wrong is shown with a caret, one that is missing is named" {
    printf 'INT(1,9,n) NEWLINE\nREP(n SPACE) INT(1,5) END\n' >p.ctd
    told nf verify --format p.ctd /dev/null
    [ "$status" -eq 3 ]
    [ "${stderr_lines[0]}" = '    REP(n SPACE) INT(1,5) END' ]
    [ "${stderr_lines[1]}" = '          ^' ]
    [ "${stderr_lines[2]}" = "ninefold: p.ctd:2:7: found 'SPACE', expected an operator, ',' or ')'" ]
    fails 4 '*none.ctd*' verify --format none.ctd /dev/null
    fails 2 '*--format*' verify --bounds --format p.ctd .
}

@test "gen makes valid cases of a form, the same for a seed; those of a folder are spread from the smallest to the largest" {
    form
    printf 'ASSERT(UNIQUE(p))\n' >>p.ctd
    works gen --format p.ctd --count 20 --seed 7 --out cases
    [ "$(ls cases | wc -l)" -eq 20 ]
    for case in cases/*.in; do works verify --format p.ctd "$case"; done
    (cd cases && head -n 1000000 -- *) | cmp - <(nf gen --format p.ctd --count 20 --seed 7)
    [ "$(cat cases/001.in)" = $'1\n1' ]
    [ "$(cat cases/*.in | wc -w)" -gt 100 ]
    [ "$(nf gen --format p.ctd --seed 7 --index 700)" = "$(nf gen --format p.ctd --seed 7 --index 700)" ]
    [ "$(nf gen --format p.ctd --seed 7 --index 700)" != "$(nf gen --format p.ctd --seed 8 --index 700)" ]
    printf 'INT(1,9,n) NEWLINE\nASSERT(n > 9)\n' >p.ctd
    fails 3 'ninefold: p.ctd:?:*: no case was found that meets this*' gen --format p.ctd
    fails 2 '*--format*' gen --suite new --format p.ctd
    fails 2 '*--format*' gen --answer a --format p.ctd
    fails 2 '*--format*' gen --players 5 --format p.ctd
}

@test "format writes a form that accepts the samples, named files and lines where it cannot" {
    printf '3\n1 2 9\n' >1.in
    printf '1\n7\n' >2.in
    works format 1.in 2.in
    [ "$output" = $'# Edit the limits. What connects values (a tree, distinct values, a sum) is not inferred.
INT(1,100,n) NEWLINE\nREPI(i,n,SPACE) INT(1,10,a[i]) END NEWLINE\nEOF' ]
    echo "$output" >p.ctd
    works verify --format p.ctd 1.in
    works gen --format p.ctd --count 3 --out cases
    works format - <2.in
    : >empty.in
    fails 3 'ninefold: empty.in: the file is empty, expected a sample input' format 1.in empty.in
    fails 4 '*none.in*' format 1.in none.in
    printf '2\nx 1\n.#.\n' >3.in
    fails 3 'ninefold: 3.in:*: no form was found that fits this line*' format 1.in 3.in
    misused '*FILE*' format
}

# The blocks of the page that are shown as they are, each in a file: N.ctd a form, N.in an input of
# the form before it.
blocks() {
    nf "$@" help --man format |
        sed -n '/^\.nf$/,/^\.fi$/p' | sed 's/\\-/-/g; s/\\(dq/"/g; s/\\(ha/^/g; s/\\e/\\/g; s/^\\&//' |
        awk '/^\.nf$/ { body = ""; next }
             /^\.fi$/ { if (body !~ /^ninefold /) {
                            name = sprintf("%02d.%s", ++n, body ~ /NEWLINE/ ? "ctd" : "in")
                            printf "%s", body >name
                        }
                        next }
             { body = body $0 "\n" }'
}

@test "each form of the manual page makes cases and accepts them and the inputs shown, and the Chinese page has the same" {
    mkdir en zh
    (cd en && blocks --lang en)
    ls en
    [ "$(ls en/*.ctd | wc -l)" -ge 10 ]
    [ "$(ls en/*.in | wc -l)" -ge 5 ]
    for block in en/*; do
        if [[ $block == *.ctd ]]; then
            form=$block
            works gen --format "$form" --count 6 --out "$form.cases"
            for case in "$form".cases/*.in; do works verify --format "$form" "$case"; done
        else
            works verify --format "$form" "$block"
        fi
    done
    rm -r en/*.cases
    nf --lang zh help >/dev/null 2>&1 || skip "there are no translations"
    (cd zh && blocks --lang zh)
    sed -i '/^#/d' en/*.ctd zh/*.ctd
    diff -r en zh
}
