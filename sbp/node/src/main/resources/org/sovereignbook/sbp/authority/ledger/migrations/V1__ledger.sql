-- What arrived and happened, on whose behalf; what was said about it, which can be erased; what is to
-- leave. Times are milliseconds since 1970. All free text is in content, and only there.

-- id: the SHA-256 of the document's canonical form, 64 hex digits
CREATE TABLE authority (
  id TEXT PRIMARY KEY,
  document TEXT NOT NULL
);

-- Rows are never changed. hash: SHA-256 of the canonical form of all the rest.
CREATE TABLE event (
  seq ${serial},
  id TEXT NOT NULL UNIQUE,
  at_ms BIGINT NOT NULL,
  kind TEXT NOT NULL,
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id),
  source_event TEXT,
  hash TEXT NOT NULL,
  metadata TEXT NOT NULL
);
CREATE INDEX event_kind ON event (kind, seq);
CREATE INDEX event_at ON event (at_ms);

CREATE TABLE event_subject (
  event_id TEXT NOT NULL REFERENCES event (id),
  number INTEGER NOT NULL,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  PRIMARY KEY (event_id, number)
);
CREATE INDEX event_subject_subject ON event_subject (kind, subject);

-- text: NULL once it was erased
CREATE TABLE content (
  id TEXT PRIMARY KEY,
  subject_kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  field TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes BIGINT NOT NULL,
  text TEXT,
  at_ms BIGINT NOT NULL,
  erased_ms BIGINT
);
CREATE INDEX content_subject ON content (subject_kind, subject);

-- What is to leave the node: handed to the node's own outbox under a name made from id, then marked.
CREATE TABLE outbox (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  at_ms BIGINT NOT NULL,
  document TEXT NOT NULL,
  handed_ms BIGINT
);
CREATE INDEX outbox_waiting ON outbox (at_ms) WHERE handed_ms IS NULL;

-- One row for each decision on a call.
CREATE TABLE audit (
  seq ${serial},
  at_ms BIGINT NOT NULL,
  principal TEXT NOT NULL,
  agent TEXT,
  channel TEXT NOT NULL,
  tool TEXT NOT NULL,
  arguments_sha256 TEXT NOT NULL,
  decision TEXT NOT NULL,
  reason TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id)
);
CREATE INDEX audit_principal ON audit (principal, seq);
