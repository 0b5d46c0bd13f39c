INSERT INTO runs (
    written, version, game, players, rounds, deck, profile, weights, strategy, detail, seed, first,
    games, rejected, turns, digest, seconds, threads, kernel, machine, saved
) VALUES (
    strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), :version, :game, :players, :rounds, :deck, :profile,
    :weights, :strategy, :detail, :seed, :first, :games, :rejected, :turns, :digest, :seconds,
    :threads, :kernel, :machine, :saved
)
