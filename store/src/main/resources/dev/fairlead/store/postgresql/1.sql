CREATE TABLE fairlead_schema (version integer PRIMARY KEY);

-- Texts are bytes, since they may contain what a database takes for the end of a text.
CREATE TABLE fairlead_entry (
    name bytea PRIMARY KEY,
    value bytea NOT NULL,
    version text NOT NULL,
    expires_at timestamptz NOT NULL
);

CREATE INDEX fairlead_entry_expiry ON fairlead_entry (expires_at) WHERE expires_at < 'infinity';

-- The versions that were written lately: whoever lost the connection learns here whether his was.
CREATE TABLE fairlead_receipt (
    version text PRIMARY KEY,
    kept_at timestamptz NOT NULL
);

CREATE INDEX fairlead_receipt_age ON fairlead_receipt (kept_at);
