-- Tasks across nodes. way: out (offered to the peer), in (offered by it). peer_id: the id by which the
-- offering node knows it. fence: of the claim that stands for it on the offering node's board.
-- state: offered, accepted, completed, refused, failed, withdrawn, expired.
CREATE TABLE offer ( -- restricted
  id TEXT PRIMARY KEY,
  way TEXT NOT NULL,
  peer TEXT NOT NULL,
  peer_endpoint TEXT NOT NULL,
  peer_id TEXT NOT NULL,
  task TEXT NOT NULL,
  attempt BIGINT NOT NULL,
  fence BIGINT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT,
  result_id TEXT,
  created_ms BIGINT NOT NULL, -- past
  expires_ms BIGINT NOT NULL, -- term
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id),
  source_event TEXT,
  envelope TEXT
);
CREATE INDEX offer_task ON offer (task);
CREATE INDEX offer_open ON offer (expires_ms) WHERE state IN ('offered', 'accepted');
