-- Grants, requests and approvals; the trail of decisions.

-- Each row holds a hash of itself and of the row before it in its chain: what is changed, removed or
-- moved afterwards is found. trail: own, strangers, grants; of each there are lanes, so that several
-- can write at a time. Rows from before have none of these.
ALTER TABLE audit ADD COLUMN trail TEXT;
ALTER TABLE audit ADD COLUMN lane INTEGER;
ALTER TABLE audit ADD COLUMN number BIGINT;
ALTER TABLE audit ADD COLUMN hash TEXT;
ALTER TABLE audit ADD COLUMN event_id TEXT;
ALTER TABLE audit ADD COLUMN detail_id TEXT;
ALTER TABLE audit ADD COLUMN grant_id TEXT;
ALTER TABLE audit ADD COLUMN took_us BIGINT;
CREATE UNIQUE INDEX audit_place ON audit (trail, lane, number);
CREATE INDEX audit_trail ON audit (trail, seq);
CREATE INDEX audit_event ON audit (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX audit_grant ON audit (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX audit_detail_of ON audit (detail_id) WHERE detail_id IS NOT NULL;

-- What a decision rested on, once for all rows that rest on the same. id: SHA-256 of the document.
-- last_ms: a day on which something did; whatever rests on it later is not removed with the old.
CREATE TABLE audit_detail (
  id TEXT PRIMARY KEY,
  document TEXT NOT NULL,
  last_ms BIGINT NOT NULL
);

-- The newest row of each chain. The trail "before" says up to which seq rows have no chain.
CREATE TABLE audit_chain (
  trail TEXT NOT NULL,
  lane INTEGER NOT NULL,
  number BIGINT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (trail, lane)
);
INSERT INTO audit_chain (trail, lane, number, hash)
  SELECT 'before', 0, MAX(seq), '' FROM audit HAVING COUNT(*) > 0;

-- What the node has signed of a chain: up to where its oldest rows were removed ("cut"), and how
-- far it went at a time ("seen").
CREATE TABLE audit_anchor (
  kind TEXT NOT NULL,
  trail TEXT NOT NULL,
  lane INTEGER NOT NULL,
  number BIGINT NOT NULL,
  hash TEXT NOT NULL,
  at_ms BIGINT NOT NULL,
  public_key TEXT,
  signature TEXT,
  PRIMARY KEY (kind, trail, lane)
);

-- What the owner has allowed somebody beyond the policies: to one principal, or to all of a
-- relationship or tag. tools, credentials: patterns, with spaces between. Ended ones are kept.
CREATE TABLE access_grant (
  id TEXT PRIMARY KEY,
  to_principal TEXT,
  to_relationship TEXT,
  to_tag TEXT,
  tools TEXT NOT NULL,
  credentials TEXT NOT NULL,
  data TEXT,
  channel TEXT,
  created_ms BIGINT NOT NULL,
  expires_ms BIGINT,
  ended_ms BIGINT,
  ended_as TEXT,
  request TEXT,
  uses BIGINT NOT NULL,
  last_used_ms BIGINT,
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id)
);
CREATE INDEX access_grant_active ON access_grant (to_principal) WHERE ended_ms IS NULL;

-- A tool that somebody was refused, and what the owner answered. principal: who lacks it; caller:
-- who called, the same or an agent that works for it. call_id: the content that says how to call
-- it again. rerun_ms: when the call that was refused ran after all.
CREATE TABLE access_request (
  id TEXT PRIMARY KEY,
  to_principal TEXT NOT NULL,
  caller TEXT NOT NULL,
  channel TEXT NOT NULL,
  tool TEXT NOT NULL,
  arguments_sha256 TEXT NOT NULL,
  call_id TEXT,
  reason TEXT NOT NULL,
  created_ms BIGINT NOT NULL,
  expires_ms BIGINT NOT NULL,
  status TEXT NOT NULL,
  answer TEXT,
  answered_ms BIGINT,
  grant_id TEXT,
  told_ms BIGINT,
  rerun_ms BIGINT,
  rerun_outcome TEXT,
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id)
);
CREATE INDEX access_request_open ON access_request (expires_ms) WHERE status = 'pending';
CREATE INDEX access_request_of ON access_request (to_principal, created_ms);
CREATE INDEX access_request_rerun ON access_request (caller, tool)
  WHERE status = 'approved' AND rerun_ms IS NULL;

-- When somebody's next call of a tool would be due if all came evenly; what is ahead of it is used up.
CREATE TABLE access_rate (
  principal TEXT NOT NULL,
  tool TEXT NOT NULL,
  due_ms BIGINT NOT NULL,
  PRIMARY KEY (principal, tool)
);
CREATE INDEX access_rate_due ON access_rate (due_ms);
