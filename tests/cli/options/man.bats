# Manual pages: they say what --help says, and are roff that nothing complains about.
load ../helpers

# All pages, for every test.
setup_file() {
    # Of a page without a date mandoc complains.
    export SOURCE_DATE_EPOCH=1700000000 PAGES=$BATS_FILE_TMPDIR
    local command
    for command in '' cluster tables $(commands); do
        nf help --man $command >"$PAGES/ninefold${command:+-$command}.1"
    done
}

needs_mandoc() { command -v mandoc >/dev/null || skip "mandoc is missing"; }

# The page of the command, or of the program, as it is read.
page() {
    local file=$PAGES/ninefold${1:+-$1}
    [ -e "$file.txt" ] || mandoc -T ascii "$file.1" | sed $'s/.\b//g' >"$file.txt"
    cat "$file.txt"
}

@test "every page is roff without a warning, within 80 columns" {
    needs_mandoc
    [ "$(ls "$PAGES"/*.1 | wc -l)" -ge 15 ]
    run mandoc -T lint -W warning "$PAGES"/*.1
    [ "$status" -eq 0 ] && [ -z "$output" ] || complain "expected no warning"
    for name in '' cluster tables $(commands); do
        page $name >page
        awk 'length > 80 { print; bad = 1 } END { exit bad || NR <= 30 }' page || complain "$name"
    done
}

@test "the page of fuzz names each rule event of each game, with what it means" {
    needs_mandoc
    page fuzz | tr -s ' \n' ' ' >page
    for game in $(games); do
        nf fuzz --game $game --count 1 --shrink 0 --diagnose 0s --json fuzz.json -- true >/dev/null || [ $? -eq 1 ]
        python3 - fuzz.json page <<'END' || complain "$game"
import json, sys
events, page = json.load(open(sys.argv[1]))["events"], open(sys.argv[2]).read()
sys.exit(len(events) < 10 or any(f" {event['event']}: " not in page for event in events))
END
    done
    grep -q ' p-below-99: p was below -99 after the card ' page
}

# Its words, those of --help: tests/unit/commands/cli/test_cli_man.c.
@test "the page of the program names every command, section, exit code and variable that it reads, that about clusters the commands it speaks of; it is no command" {
    needs_mandoc
    page >page
    for section in NAME SYNOPSIS DESCRIPTION COMMANDS GAMES OPTIONS FILES ENVIRONMENT \
        'EXIT STATUS' EXAMPLES 'SEE ALSO'; do
        grep -qx "$section" page || complain "no $section"
    done
    for command in $(commands); do
        sed '1,/^COMMANDS$/d;/^GAMES$/,$d' page |
            grep -qx " *ninefold-$command(1)" || complain "no $command"
    done
    header=$TESTS/../src/base/error.h
    codes=$(sed -n 's/^    NF_[A-Z]* = \([0-9]*\),.*/\1/p' "$header")
    [ -n "$codes" ]
    for code in $codes; do
        sed '1,/^EXIT STATUS$/d;/^EXAMPLES$/,$d' page |
            grep -q "^       $code  *[a-z]" || complain "no exit code $code"
    done
    # The preloaded library is a part of the programs under test.
    read=$(grep -rhoE --exclude-dir=preload 'getenv\("[A-Z_]+"\)' "$TESTS/../src" |
        cut -d'"' -f2 | sort -u)
    told=$(page | sed '1,/^ENVIRONMENT$/d;/^EXIT STATUS$/,$d' | sed -n 's/^       \([A-Z_]*\).*/\1/p' |
        grep . | sort)
    [ -n "$read" ]
    [ "$read" = "$told" ]
    page cluster >page
    sed '1,/^SEE ALSO$/d' page | tr -s ' \n' ' ' >see
    for command in ninefold ninefold-{run,sweep,tournament,status,merge}; do
        grep -qF " $command(1)" see || complain "no $command"
    done
    run ! grep -q 'fuzz' see
    misused "*cluster*" cluster
    misused "*cluster*" help cluster
}

@test "the examples of the program's page do what they say" {
    mkdir bin
    ln -s "$(realpath "$NINEFOLD")" bin/ninefold
    sed <"$PAGES/ninefold.1" -n '/^\.nf$/,/^\.fi$/p' | grep -v '^\.' | sed 's/\\-/-/g' \
        >examples
    [ "$(wc -l <examples)" -ge 5 ]
    printf '#!/bin/sh\necho Round 1:\n' >mine
    chmod +x mine
    while read -r example; do
        wanted=0
        [[ $example != *./mine* ]] || wanted=1
        exits "$wanted" env PATH="$PWD/bin:$PATH" bash -c "$example" </dev/null
    done <examples
    [ -s small.in ]
    [ -s small.out ]
    [ -s all.json ]
}

@test "help says what help itself takes, and heads no group that a game has no options of" {
    works help
    [[ $output == *"ninefold help [--man] [COMMAND]"* ]]
    for game in $(games); do
        for command in run gen fuzz replay; do
            empty=$(nf "$command" --game "$game" --help |
                awk 'head != "" && !/^  / { print head }
                     { head = last == "" && /^[^ ].*:$/ ? $0 : ""; last = $0 }')
            [ -z "$empty" ] || complain "$command --game $game: nothing below $empty"
        done
    done
}

@test "help takes --man before and behind the command, and --help; wrong use is told what would be right" {
    want=$(nf help --man run)
    [[ $want == '.TH NINEFOLD\-RUN 1 '* ]]
    [ "$(nf help run --man)" = "$want" ]
    [ "$(nf help --help)" = "$(nf help)" ]
    [ "$(nf help -h)" = "$(nf help)" ]
    misused 'ninefold: rum: unknown command, did you mean run?' help --man rum
    misused 'ninefold: nonsense: unknown command, see ninefold --help' help --man nonsense
    misused 'ninefold: help: --mna: unknown option, did you mean --man?' help --mna run
    misused 'ninefold: help: --zzzzzz: unknown option, expected --man or a COMMAND' help --zzzzzz
    misused 'ninefold: help: -x: unknown option, expected --man or a COMMAND' help -x
    misused 'ninefold: help: expected at most one COMMAND' help --man run gen
}

# make as it is used by hand, with a build folder that holds just what is tested: nothing is built.
install_make() {
    local build=$BATS_TEST_TMPDIR/build built
    built=$(dirname "$(realpath "$NINEFOLD")")
    mkdir -p "$build"
    ln -sf "$built"/{ninefold,libninefold-forkserver.so,libninefold.{so.1,a}} "$build"
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s -C "$TESTS/.." \
        BUILD="$build" -o all -o library -o "$build/ninefold" DESTDIR="$BATS_TEST_TMPDIR/root" PREFIX=/usr "$@"
}

@test "make install puts program, library, completions and a page for each command, make uninstall takes them away" {
    [ -e "$(dirname "$(realpath "$NINEFOLD")")/libninefold.a" ] ||
        skip "libninefold.a is not built: make library builds it"
    mkdir -p root/usr/share/man/man1
    touch root/usr/share/man/man1/other.1
    install_make install
    cd root
    {
        printf './usr/%s\n' bin/ninefold include/ninefold.h share/man/man1/other.1
        printf './usr/lib/%s\n' ninefold/libninefold-forkserver.so libninefold.{so.1,a} pkgconfig/ninefold.pc
        printf './usr/share/%s\n' ninefold/{exact,game,optimise,run}.schema.json bash-completion/completions/ninefold \
            fish/vendor_completions.d/ninefold.fish zsh/site-functions/_ninefold
        pages=('' -cluster -tables $(commands | sed 's/^/-/'))
        printf './usr/share/man/man1/ninefold%s.1\n' "${pages[@]}"
        ! nf --lang zh help >/dev/null 2>&1 || printf './usr/share/man/zh_CN/man1/ninefold%s.1\n' "${pages[@]}"
    } | sort >../wanted
    find . -type f | sort | diff ../wanted -
    [ "$(usr/bin/ninefold help --man gen)" = "$(cat usr/share/man/man1/ninefold-gen.1)" ]
    [ "$(usr/bin/ninefold help --man)" = "$(cat usr/share/man/man1/ninefold.1)" ]
    [ "$(stat -c %a usr/share/man/man1/ninefold.1)" = 644 ]
    install_make uninstall
    [ "$(find . -type f)" = ./usr/share/man/man1/other.1 ]
}

@test "the page about tables names every table and column that a run of any game writes, in both languages" {
    needs_mandoc
    for game in $(games); do
        nf run --game $game --games 60 $(detail_of $game) --quiet --save $game.json >/dev/null
        nf stats $game.json --csv $game >/dev/null
        for table in $game/*.csv; do
            name=$(basename $table .csv)
            [[ $name != columns && $name != notes ]] || continue
            echo "$name"
            head -n 1 $table | tr , '\n' | sed 's/_low$//; s/_high$//'
        done
    done | sort -u >names
    [ "$(wc -l <names)" -gt 90 ]
    nf --lang zh help --man tables >zh.1
    for page in "$PAGES/ninefold-tables.1" zh.1; do
        while read -r name; do
            grep -qF "\\fB$name\\fR" $page || complain "$page: no $name"
        done <names
    done
}
