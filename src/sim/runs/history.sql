-- The tables of a history. Those of before have no statistics, and their runs stay without.
PRAGMA application_id = 1852205165;  -- APPLICATION
PRAGMA user_version = 1;             -- LAYOUT

CREATE TABLE IF NOT EXISTS runs (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    written  TEXT NOT NULL,
    version  TEXT NOT NULL,
    game     TEXT NOT NULL,
    players  INTEGER NOT NULL,
    rounds   INTEGER NOT NULL,
    deck     INTEGER,
    profile  TEXT,
    weights  TEXT,
    strategy TEXT,
    detail   INTEGER NOT NULL,
    seed     INTEGER NOT NULL,
    first    INTEGER NOT NULL,
    games    INTEGER NOT NULL,
    rejected INTEGER NOT NULL,
    turns    INTEGER NOT NULL,
    digest   TEXT NOT NULL,
    seconds  REAL NOT NULL,
    threads  INTEGER NOT NULL,
    kernel   TEXT NOT NULL,
    machine  TEXT NOT NULL,
    saved    TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS seats (
    run   INTEGER NOT NULL REFERENCES runs (id),
    seat  INTEGER NOT NULL,
    what  TEXT NOT NULL,
    times INTEGER NOT NULL,
    share REAL,
    low   REAL,
    high  REAL,
    PRIMARY KEY (run, seat)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS statistics (
    run       INTEGER NOT NULL REFERENCES runs (id),
    statistic TEXT NOT NULL,
    row       TEXT NOT NULL,
    measure   TEXT NOT NULL,
    value,
    low       REAL,
    high      REAL,
    PRIMARY KEY (run, statistic, row, measure)
) WITHOUT ROWID;
