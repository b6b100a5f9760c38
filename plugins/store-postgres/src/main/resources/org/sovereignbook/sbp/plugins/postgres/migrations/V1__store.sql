-- One schema holds one node. Text columns that are compared or ordered use the order of bytes.

CREATE TABLE meta (
  name TEXT COLLATE "C" PRIMARY KEY,
  value TEXT NOT NULL
);

-- state: pending, processed or rejected
CREATE TABLE inbox (
  state TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  envelope BYTEA NOT NULL,
  size_bytes BIGINT NOT NULL,
  moved_at BIGINT NOT NULL,
  PRIMARY KEY (state, id)
);
CREATE INDEX inbox_id ON inbox (id);

-- The envelopes that any server of this node has accepted of late, by the hash of what was signed.
CREATE TABLE accepted_envelope (
  hash TEXT COLLATE "C" PRIMARY KEY,
  inbox_id TEXT COLLATE "C" NOT NULL,
  accepted_at BIGINT NOT NULL
);
CREATE INDEX accepted_envelope_at ON accepted_envelope (accepted_at);

-- claimed_by: the worker that delivers it, as long as that worker lives
CREATE TABLE outbox (
  kind TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  item TEXT NOT NULL,
  claimed_by TEXT COLLATE "C",
  PRIMARY KEY (kind, name)
);

CREATE TABLE outbox_failed (
  name TEXT COLLATE "C" PRIMARY KEY,
  item TEXT NOT NULL
);

-- archived: 0 as long as its day is young, then 1
CREATE TABLE sent (
  archived INTEGER NOT NULL,
  day TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  item TEXT NOT NULL,
  PRIMARY KEY (archived, day, name)
);

CREATE TABLE object (
  kind TEXT COLLATE "C" NOT NULL,
  hash TEXT COLLATE "C" NOT NULL,
  json TEXT NOT NULL,
  PRIMARY KEY (kind, hash)
);

CREATE TABLE seen_hash (
  hash TEXT COLLATE "C" PRIMARY KEY,
  kind TEXT COLLATE "C" NOT NULL
);

CREATE TABLE reply (
  parent TEXT COLLATE "C" NOT NULL,
  reply TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (parent, reply)
);

CREATE TABLE seen_envelope (
  hash TEXT COLLATE "C" PRIMARY KEY,
  inbox_id TEXT COLLATE "C" NOT NULL,
  seen_at BIGINT NOT NULL
);
CREATE INDEX seen_envelope_at ON seen_envelope (seen_at);

-- The lines of peers.md: a row for each peer, unknown columns included, and what people wrote
-- around the table.
CREATE TABLE peer_line (
  position BIGINT PRIMARY KEY,
  line TEXT NOT NULL
);

CREATE TABLE peer_identity (
  public_key TEXT COLLATE "C" PRIMARY KEY,
  document TEXT NOT NULL
);

-- Whoever adds lines to a log, or changes the peers, locks its row here for the transaction.
CREATE TABLE head (
  name TEXT COLLATE "C" PRIMARY KEY,
  next_number BIGINT NOT NULL
);

CREATE TABLE log (
  log TEXT COLLATE "C" NOT NULL,
  number BIGINT NOT NULL,
  line TEXT NOT NULL,
  PRIMARY KEY (log, number)
);

CREATE TABLE log_archive (
  log TEXT COLLATE "C" NOT NULL,
  month TEXT COLLATE "C" NOT NULL,
  number BIGINT NOT NULL,
  line TEXT NOT NULL,
  PRIMARY KEY (log, month, number)
);

CREATE TABLE state (
  document TEXT COLLATE "C" PRIMARY KEY,
  json TEXT NOT NULL
);

-- File operations of a node directory that are committed and not known to be done.
CREATE TABLE redo (
  directory TEXT COLLATE "C" NOT NULL,
  number BIGINT NOT NULL,
  plan TEXT NOT NULL,
  PRIMARY KEY (directory, number)
);

-- The processes that hold or claim something. Each keeps its row locked as long as it lives.
CREATE TABLE worker (
  id TEXT COLLATE "C" PRIMARY KEY,
  place TEXT NOT NULL,
  started_at BIGINT NOT NULL
);

-- A worker's right to commit: its commits share a lock here, its heirs take the row away.
CREATE TABLE worker_term (
  worker TEXT COLLATE "C" PRIMARY KEY
);

CREATE TABLE hold (
  component TEXT COLLATE "C" PRIMARY KEY,
  worker TEXT COLLATE "C" NOT NULL
);
