#!/usr/bin/env bats
# Programs that answer differently from run to run get the verdict FLAKY from fuzz.

load ../helpers

setup_file() { build_slips; }

# flaky ARGUMENT...: fuzzes a flaky program; the report is in $output and, as JSON, in ./json.
flaky() {
    ends 1 fuzz --quiet --json json "$@"
    [[ $output =~ FLAKY,\ failed\ ([0-9]+)\ of\ ([0-9]+)$'\n'at\ first:\ (RE|WA), ]] || complain "expected FLAKY"
    failed=${BASH_REMATCH[1]} of=${BASH_REMATCH[2]} # fewer than 10 on a machine that does much else
    [[ $output == *'answers: they differ from run to run'* ]] || complain "expected a word on why"
    [[ $output == *' 1 FLAKY; '* ]] || complain "expected it in the totals"
    [[ $output != *'mistake'* ]] || complain "expected no diagnosis"
    [ "$(awk '!/^again/ && length > 80' <<<"$output" | wc -l)" -eq 0 ]
}

@test "a program that fails at random is FLAKY, and the smaller case fails as well, not much more rarely" {
    flaky -- "$SLIPS" random "$RIGHT"
    [[ $output =~ which\ failed\ ([0-9]+)\ of\ 10 ]] || complain "expected how often"
    [ $(((4 * BASH_REMATCH[1] + 3) * of)) -ge $((30 * failed)) ]
    python3 - <<'PYTHON'
import json
report = json.load(open("json"))
finding = report["findings"][0]
assert finding["verdict"] == "FLAKY" and finding["first_verdict"] == "RE", finding
assert 2 <= finding["runs"] <= 10 and 1 <= finding["failed"] < 10, finding
assert 1 <= finding["smallest_failed"] <= 10 and report["flaky"] == 1, finding
assert report["diagnosis"] is None and sum(report["verdicts"].values()) == report["cases"] - 1
PYTHON
}

@test "a program whose answers depend on addresses is FLAKY, also with --forkserver=no" {
    for option in auto no; do
        flaky --forkserver=$option -- "$SLIPS" address "$RIGHT"
        [ "$failed" -eq "$of" ]
        # It takes many cases until one fails.
        [ -z "$(often "" all all)" ] || flaky --count 3000 --forkserver=$option -- "$SLIPS" layout "$RIGHT"
    done
}

# Who always fails, with whatever signal, is not FLAKY: tests/unit/judge/fuzz/test_flaky.c.
# The first runs, by which it is judged, have one signal by chance; later ones have another six times
# of seven.
@test "a program whose crashes had the same signal at first is made small all the same" {
    cat >crashes <<'PROGRAM'
#!/bin/sh
runs=$(($(cat runs 2>/dev/null || echo 0) + 1))
echo $runs >runs
[ $runs -le 12 ] || [ $((runs % 7)) -eq 0 ] && kill -ABRT $$
kill -USR1 $$
PROGRAM
    chmod +x crashes
    ends 1 fuzz --quiet -j 1 --count 1 --diagnose 0s -- ./crashes
    [[ $output == *'RE, signal 6 (Aborted)'* && $output == *'shrunk to 1 player, '* ]] ||
        complain "expected one player"
}
