# One number, one unit and one name, in whatever form a run is shown.
load ../helpers

SCHEMA=$BATS_TEST_DIRNAME/../../../src/report/run.schema.json

@test "JSON keeps to its schema, and CSV, Markdown, HTML and the terminal have its numbers, in random runs of all games" {
    run python3 "$BATS_TEST_DIRNAME/forms.py" "$NINEFOLD" "$SCHEMA" "$DATA" "$(often 6 30 30)"
    [ "$status" -eq 0 ] || complain "forms differ"
}

# bats test_tags=long
@test "a wrong number, a column that was lost or a form out of its schema is found" {
    local change
    # A program whose output is changed by a command of sed's.
    cat >"$BATS_TEST_TMPDIR/wrong" <<-'END'
	#!/bin/bash
	"$NINEFOLD" "$@" | if [[ " $* " == *" $FORM"* ]]; then sed "$CHANGE"; else cat; fi
	code=${PIPESTATUS[0]}
	if [[ $FORM == --csv && " $* " == *" --csv "* ]]; then sed -i "$CHANGE" "$3/seats.csv" "$3/ends.csv" "$3/outcomes.csv" 2>/dev/null; fi
	exit "$code"
	END
    chmod +x "$BATS_TEST_TMPDIR/wrong"
    export NINEFOLD
    for change in '--csv=2s/,1/,2/;2s/,0/,1/' '--csv=1s/,[a-z_]*$//' '--json=s/"games": [0-9]*,/"games": 7,/' \
        '--json=s/"kind": "share"/"kind": "part"/' '--json=s/"unit"/"units"/' \
        '--markdown=/^| [1A3]/s/[0-9]%/9%/;/^| [1A3]/s/99%/98%/' '--html=s/[0-9]%<.t[dh]>/9%<\/td>/g' \
        '--html=/class="interval"/s/V[0-9]/V9/' 'stats /=s/[0-8]%/9%/'; do
        export FORM=${change%%=*} CHANGE=${change#*=}
        run python3 "$BATS_TEST_DIRNAME/forms.py" "$BATS_TEST_TMPDIR/wrong" "$SCHEMA" "$DATA" 5
        [ "$status" -ne 0 ] || complain "not found: $change"
        [[ $output == *"seed "*": ninefold run "* ]] || complain "expected what differs: $change"
    done
    # The same program without a change says the same.
    export FORM=--csv CHANGE=s/x/x/
    run python3 "$BATS_TEST_DIRNAME/forms.py" "$BATS_TEST_TMPDIR/wrong" "$SCHEMA" "$DATA" 2
    [ "$status" -eq 0 ] || complain "expected no difference"
}
