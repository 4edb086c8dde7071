-- What is for sale, what it cost before, and what the user chose. Memory is GiB, times are seconds
-- since 1970 UTC, amounts are decimal text. An empty (NULL) cell is "not stated", never 0.

-- Facts about this file: which catalogue fills it, which program wrote it.
CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A name under which cards are sold, and which rows of the spec sheet that may be.
CREATE TABLE cards (
    id     INTEGER PRIMARY KEY,
    name   TEXT NOT NULL,
    model  TEXT NOT NULL,               -- JSON: {"known": id}, {"one_of": [id, …]}, {"unknown": text}
    vendor TEXT,                        -- lower case; NULL where no row of the sheet explains the name
    UNIQUE (name, model)
) STRICT;

CREATE TABLE offers (
    id                INTEGER PRIMARY KEY AUTOINCREMENT, -- a number is never used for another offer
    provider          TEXT NOT NULL,
    sku               TEXT NOT NULL,
    region            TEXT,
    zone              TEXT,
    os                TEXT NOT NULL,
    billing           TEXT NOT NULL,
    kind              TEXT NOT NULL,
    card              INTEGER REFERENCES cards,
    gpu_count         INTEGER,
    gpu_memory_gib    REAL,             -- of one device, nominal
    gpu_usable_gib    REAL,
    gpu_share         REAL,
    gpu_link          TEXT,
    vcpus             REAL,
    memory_gib        REAL,
    mainland_china    INTEGER NOT NULL,
    listed            TEXT,
    payable           TEXT,
    currency          TEXT,
    period            TEXT,
    -- For order and limits only; what is shown is calculated from `listed`. The first is in the
    -- currency of the list, the second in yuan by the rates in force, NULL where one is missing.
    listed_per_hour   REAL,
    cny_per_hour      REAL,
    cny_per_gpu_hour  REAL GENERATED ALWAYS AS
        (CASE WHEN gpu_share >= 1.0 THEN cny_per_hour / gpu_count END) VIRTUAL,
    cny_per_gib_hour  REAL GENERATED ALWAYS AS
        (cny_per_hour / (gpu_count * gpu_memory_gib)) VIRTUAL,
    availability      TEXT NOT NULL,
    stock             INTEGER,
    quota             INTEGER,
    means             TEXT NOT NULL,
    source            TEXT NOT NULL,
    note              TEXT,
    quarantine        TEXT,
    quarantine_detail TEXT,
    observed_at       INTEGER,
    superseded        INTEGER NOT NULL
) STRICT;

-- Everything that the plans table filters by, so that a question never reads whole rows.
CREATE INDEX offers_to_match ON offers (
    superseded, billing, kind, gpu_memory_gib, quarantine, provider, card, gpu_share, gpu_count,
    cny_per_hour, mainland_china, region, observed_at
);
-- Where the sources of one offer meet.
CREATE INDEX offers_by_key ON offers (provider, sku, billing);
-- How everybody prices one card, in order.
CREATE INDEX offers_by_card ON offers (card, superseded, billing, quarantine, cny_per_gpu_hour);

-- A price or an availability, and the moment it became so.
CREATE TABLE prices (
    provider     TEXT NOT NULL,
    sku          TEXT NOT NULL,
    region       TEXT,
    zone         TEXT,
    os           TEXT NOT NULL,
    billing      TEXT NOT NULL,
    means        TEXT NOT NULL,
    at           INTEGER NOT NULL,
    listed       TEXT,
    payable      TEXT,
    currency     TEXT,
    period       TEXT,
    availability TEXT NOT NULL,
    stock        INTEGER
) STRICT;
CREATE INDEX prices_by_key ON prices (provider, sku, billing, at);

-- Reference rates: units of the currency for one euro.
CREATE TABLE rates (
    currency    TEXT PRIMARY KEY,
    per_eur     TEXT NOT NULL,
    observed_on TEXT NOT NULL,
    source      TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Rates that the user set instead: yuan for one unit.
CREATE TABLE own_rates (
    currency TEXT PRIMARY KEY,
    cny      TEXT NOT NULL,
    set_on   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Earlier questions; the same question is kept once.
CREATE TABLE recent (
    id      INTEGER PRIMARY KEY AUTOINCREMENT, -- the order in which they were asked
    answers TEXT NOT NULL UNIQUE,       -- JSON
    at      TEXT NOT NULL,
    title   TEXT NOT NULL,
    first   TEXT
) STRICT;

CREATE TABLE shortlists (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    name    TEXT NOT NULL,
    at      TEXT NOT NULL,
    answers TEXT NOT NULL,              -- JSON
    items   TEXT NOT NULL               -- JSON
) STRICT;
