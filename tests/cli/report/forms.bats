# One number, one unit and one name, in whatever form a run is shown.
load ../helpers

SCHEMA=$BATS_TEST_DIRNAME/../../../src/sim/report/run.schema.json

@test "in random runs of all games every cell is what records and transcripts make it, in JSON by its schema, CSV, Markdown, HTML and the terminal" {
    exits 0 python3 "$BATS_TEST_DIRNAME/tables.py" "$NINEFOLD" "$SCHEMA" "$DATA" "$(often 4 30 200)"
}
