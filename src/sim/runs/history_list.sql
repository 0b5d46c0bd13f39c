SELECT id, written, version, game, players, rounds, deck, profile, weights, strategy, detail, seed,
    first, games, rejected, turns, digest, seconds, threads, kernel, machine
FROM runs
WHERE (:game IS NULL OR game = :game) AND (:players = 0 OR players = :players)
ORDER BY id
