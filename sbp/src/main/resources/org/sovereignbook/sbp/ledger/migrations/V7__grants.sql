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
