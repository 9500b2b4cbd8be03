CREATE TABLE fairlead_schema (version INTEGER PRIMARY KEY);

-- Texts are bytes, since they may contain what a database takes for the end of a text. Times are milliseconds since 1970.
CREATE TABLE fairlead_entry (
    name BLOB NOT NULL UNIQUE,
    value BLOB NOT NULL,
    version TEXT NOT NULL,
    expires_at INTEGER NOT NULL
);

CREATE INDEX fairlead_entry_expiry ON fairlead_entry (expires_at) WHERE expires_at < 9223372036854775807;
