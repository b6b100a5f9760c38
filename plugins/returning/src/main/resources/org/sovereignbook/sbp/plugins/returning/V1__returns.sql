-- Agents away from their node, and guests from others (CORDELIA §6).

-- id: a nonce, which the agent signs when it returns. kind: away, guest. state: open, staged, merged, rejected, ended.
-- sessions, hot_version: of its hot context when it left. group_id: the staging group. bundle_id: the memory that it
-- brought back. divergence: none, ahead, forked, broken.
CREATE TABLE absence ( -- restricted
  id TEXT PRIMARY KEY,
  agent TEXT NOT NULL REFERENCES agent (id),
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  home TEXT NOT NULL,
  sessions BIGINT NOT NULL,
  hot_version BIGINT NOT NULL,
  group_id TEXT,
  bundle_id TEXT REFERENCES content (id),
  divergence TEXT,
  left_ms BIGINT NOT NULL, -- record
  returned_ms BIGINT, -- record
  ended_ms BIGINT, -- record
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id)
);

-- Items that it took along, or brought back. item: the id in this node, or a new one's in the bundle. home_key: its id at
-- home. version: when it left; 0 for a new item. staged: its copy for the review. fate: unchanged, new, changed,
-- changed_here, deleted_here, same_id, same_name, merged, left_out.
CREATE TABLE absence_item ( -- restricted
  absence TEXT NOT NULL REFERENCES absence (id),
  item TEXT NOT NULL,
  home_key TEXT NOT NULL,
  version BIGINT NOT NULL,
  group_id TEXT,
  staged TEXT,
  fate TEXT NOT NULL,
  PRIMARY KEY (absence, item)
);
