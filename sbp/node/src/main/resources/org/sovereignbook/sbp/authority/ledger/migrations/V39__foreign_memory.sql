-- Text keeps its author on its way into memory: parts of a hot context that others caused are stored apart, an
-- approval ends the foreign causes of a version, and a session's notes carry what the session was shown.

-- Part of a hot context that was written while its holder acted for others. document_id: a JSON merge patch.
CREATE TABLE memory_hot_apart (
  holder TEXT PRIMARY KEY REFERENCES memory_hot (holder),
  document_id TEXT NOT NULL REFERENCES content (id),
  updated_ms BIGINT NOT NULL, -- record
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id)
);

-- approved_version: with this version an approval ended the cause; it still counts for earlier versions.
ALTER TABLE memory_cause ADD COLUMN approved_version BIGINT;

-- doubt: author (its author doubted it), sources (nobody knows whose text it is). judged: wrong, violation.
ALTER TABLE memory_item ADD COLUMN doubt TEXT;
ALTER TABLE memory_item ADD COLUMN judged TEXT;

-- Authors whose text a holder of memory was shown, on any connection, and when last.
CREATE TABLE shown_lately (
  holder TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id),
  at_ms BIGINT NOT NULL, -- past
  PRIMARY KEY (holder, authority_id)
);

-- Sessions of coding CLIs, by the hash of the id that the CLI gives to its hooks.
CREATE TABLE memory_session (
  holder TEXT NOT NULL,
  session TEXT NOT NULL,
  started_ms BIGINT NOT NULL, -- past
  PRIMARY KEY (holder, session)
);
