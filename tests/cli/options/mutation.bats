# make mutation: which changes it makes.
load ../helpers

@test "mutation: an argument stands in another's place, and a member for its neighbour of the same type" {
    cd "$TESTS/.."
    mutants=$(tests/mutation/run --list src/stats/sprt.c)
    for after in 'log(sprt->alpha / (1 - sprt->alpha))' 'log((1 - sprt->beta) / sprt->beta)' \
        'nf_sprt_ratio(sprt, games, total, total, squares)'; do
        grep -qF "$after" <<<"$mutants" || { echo "not among them: $after" && false; }
    done
    # Of other types the compiler would refuse it.
    run ! grep -qE 'sprt->alpha, sprt|=> .*->games.*whole' <<<"$mutants"
}
