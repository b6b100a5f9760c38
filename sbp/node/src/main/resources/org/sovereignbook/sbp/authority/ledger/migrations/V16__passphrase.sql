-- The owner's passphrase, if one is set: one row. verifier: salt and scrypt hash, never the passphrase.
-- failures: wrong attempts in a row; failed_ms: the last of them.
CREATE TABLE owner_passphrase (
  id INTEGER PRIMARY KEY,
  verifier TEXT, -- sealed
  created_ms BIGINT NOT NULL,
  failures INTEGER NOT NULL,
  failed_ms BIGINT,
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id)
);
