# One number, one unit and one name, in whatever form a run is shown.
load ../helpers

SCHEMA=$BATS_TEST_DIRNAME/../../../src/report/run.schema.json

# tables PROGRAM RUNS: random runs of it.
tables() {
    run python3 "$BATS_TEST_DIRNAME/tables.py" "$1" "$SCHEMA" "$DATA" "$2"
}

@test "in random runs of all games every cell is what records and transcripts make it, in JSON by its schema, CSV, Markdown, HTML and the terminal" {
    tables "$NINEFOLD" "$(often 4 30 200)"
    [ "$status" -eq 0 ] || complain "tables differ"
}

# bats test_tags=long
@test "a wrong number, a column that was lost or a form out of its schema is found" {
    # A program whose output is changed by a command of sed's.
    cat >wrong <<-'END'
	#!/bin/bash
	"$NINEFOLD" "$@" | if [[ " $* " == *" $FORM"* ]]; then sed "$CHANGE"; else cat; fi
	code=${PIPESTATUS[0]}
	if [[ $FORM == --csv && " $* " == *" --csv "* ]]; then sed -i "$CHANGE" "$3/seats.csv" "$3/ends.csv" "$3/outcomes.csv" 2>/dev/null; fi
	exit "$code"
	END
    chmod +x wrong
    export NINEFOLD
    for change in '--csv=2s/,1/,2/;2s/,0/,1/' '--csv=1s/,[a-z_]*$//' '--json=s/"games": [0-9]*,/"games": 7,/' \
        '--json=s/"kind": "share"/"kind": "part"/' '--json=s/"unit"/"units"/' \
        '--markdown=/^| [1A3]/s/[0-9]%/9%/;/^| [1A3]/s/99%/98%/' '--html=s/[0-9]%<.t[dh]>/9%<\/td>/g' \
        '--html=/class="interval"/s/V[0-9]/V9/' 'stats /=s/[0-8]%/9%/'; do
        export FORM=${change%%=*} CHANGE=${change#*=}
        tables ./wrong 5
        [ "$status" -ne 0 ] || complain "not found: $change"
        [[ $output == *"seed "*": ninefold run "* ]] || complain "expected what differs: $change"
    done
    # The same program without a change says the same.
    export FORM=--csv CHANGE=s/x/x/
    tables ./wrong 2
    [ "$status" -eq 0 ] || complain "expected no difference"
}
