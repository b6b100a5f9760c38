-- The tables of one node: schema version 1.

CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

-- state: pending, processed or rejected
CREATE TABLE inbox (
  state TEXT NOT NULL,
  id TEXT NOT NULL,
  envelope BLOB NOT NULL,
  size_bytes INTEGER NOT NULL,
  moved_at INTEGER NOT NULL,
  PRIMARY KEY (state, id)
) STRICT;
CREATE INDEX inbox_id ON inbox (id);

-- The envelopes that any server of this node has accepted of late, by the hash of what was signed.
CREATE TABLE accepted_envelope (
  hash TEXT PRIMARY KEY,
  inbox_id TEXT NOT NULL,
  accepted_at INTEGER NOT NULL
) STRICT;
CREATE INDEX accepted_envelope_at ON accepted_envelope (accepted_at);

CREATE TABLE outbox (
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  item TEXT NOT NULL,
  PRIMARY KEY (kind, name)
) STRICT;

CREATE TABLE outbox_failed (
  name TEXT PRIMARY KEY,
  item TEXT NOT NULL
) STRICT;

-- archived: 0 as long as its day is young, then 1
CREATE TABLE sent (
  archived INTEGER NOT NULL,
  day TEXT NOT NULL,
  name TEXT NOT NULL,
  item TEXT NOT NULL,
  PRIMARY KEY (archived, day, name)
) STRICT;

CREATE TABLE object (
  kind TEXT NOT NULL,
  hash TEXT NOT NULL,
  json TEXT NOT NULL,
  PRIMARY KEY (kind, hash)
) STRICT;

CREATE TABLE seen_hash (
  hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL
) STRICT;

CREATE TABLE reply (
  parent TEXT NOT NULL,
  reply TEXT NOT NULL,
  PRIMARY KEY (parent, reply)
) STRICT;

CREATE TABLE seen_envelope (
  hash TEXT PRIMARY KEY,
  inbox_id TEXT NOT NULL,
  seen_at INTEGER NOT NULL
) STRICT;
CREATE INDEX seen_envelope_at ON seen_envelope (seen_at);

-- The lines of peers.md: a row for each peer, unknown columns included, and what people wrote
-- around the table.
CREATE TABLE peer_line (
  position INTEGER PRIMARY KEY,
  line TEXT NOT NULL
) STRICT;

CREATE TABLE peer_identity (
  public_key TEXT PRIMARY KEY,
  document TEXT NOT NULL
) STRICT;

-- The next number of each log.
CREATE TABLE head (
  name TEXT PRIMARY KEY,
  next_number INTEGER NOT NULL
) STRICT;

CREATE TABLE log (
  log TEXT NOT NULL,
  number INTEGER NOT NULL,
  line TEXT NOT NULL,
  PRIMARY KEY (log, number)
) STRICT;

CREATE TABLE log_archive (
  log TEXT NOT NULL,
  month TEXT NOT NULL,
  number INTEGER NOT NULL,
  line TEXT NOT NULL,
  PRIMARY KEY (log, month, number)
) STRICT;

CREATE TABLE state (
  document TEXT PRIMARY KEY,
  json TEXT NOT NULL
) STRICT;

-- File operations of a node directory that are committed and not known to be done.
CREATE TABLE redo (
  directory TEXT NOT NULL,
  number INTEGER NOT NULL,
  plan TEXT NOT NULL,
  PRIMARY KEY (directory, number)
) STRICT;
