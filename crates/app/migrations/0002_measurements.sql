-- What the user measured, row by row as the file stated it. An empty (NULL) cell is "not stated".

CREATE TABLE measurements (
    id          INTEGER PRIMARY KEY AUTOINCREMENT, -- a number is never used for another row
    name        TEXT NOT NULL,          -- of the row in its file
    task        TEXT NOT NULL,
    model       TEXT NOT NULL,
    gpu         TEXT NOT NULL,
    gpu_count   INTEGER NOT NULL,
    precision   TEXT NOT NULL,
    batch       REAL,
    seq         REAL,
    metric      TEXT NOT NULL,
    value       REAL NOT NULL,
    unit        TEXT NOT NULL,
    framework   TEXT NOT NULL,
    source      TEXT,
    year        INTEGER,
    note        TEXT NOT NULL,          -- key=value pairs between semicolons
    file        TEXT NOT NULL,          -- the file it came from
    imported_at INTEGER NOT NULL,
    confirmed   INTEGER NOT NULL DEFAULT 0  -- the user has said that a figure far off is right
) STRICT;

-- The same figure of the same run is kept once, whichever file brings it; the name of a row may be
-- no more than its line there.
CREATE UNIQUE INDEX measurements_by_content ON measurements (
    task, model, gpu, gpu_count, precision, ifnull(batch, -1), ifnull(seq, -1), metric, value, unit,
    framework, ifnull(source, ''), ifnull(year, 0), note
);
