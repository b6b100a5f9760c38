-- Memory of agents (CORDELIA §3, §5, §7, §9): hot context (L1), items (L2), groups, trust, subscriptions.

-- Who may see what. kind: private (of a holder), group, public. of_whom: a principal, a group's id, or empty.
-- scope: a random id; the search index knows nothing else of its readers.
CREATE TABLE memory_scope (
  scope TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  of_whom TEXT NOT NULL,
  UNIQUE (kind, of_whom)
);

-- Hot context of an entity. holder: owner, or an agent's principal. document_id: its JSON. archived_ms: when
-- its agent was deactivated.
CREATE TABLE memory_hot (
  holder TEXT PRIMARY KEY,
  document_id TEXT NOT NULL REFERENCES content (id),
  version BIGINT NOT NULL,
  created_ms BIGINT NOT NULL,
  updated_ms BIGINT NOT NULL,
  archived_ms BIGINT,
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id)
);

-- Earlier texts of a hot context. cause: write, session_end, merge.
CREATE TABLE memory_hot_version (
  holder TEXT NOT NULL REFERENCES memory_hot (holder),
  version BIGINT NOT NULL,
  document_id TEXT NOT NULL REFERENCES content (id),
  cause TEXT NOT NULL,
  at_ms BIGINT NOT NULL,
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id),
  PRIMARY KEY (holder, version)
);

-- Ends of sessions, only ever added to: from them anybody can tell whether a chain is an ancestor of another.
CREATE TABLE memory_chain (
  holder TEXT NOT NULL,
  session_count BIGINT NOT NULL,
  content_hash TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  chain_hash TEXT NOT NULL,
  at_ms BIGINT NOT NULL,
  PRIMARY KEY (holder, session_count)
);

-- Groups. id: as the creator called it. culture: JSON. deleted_ms: a tombstone; the items stay.
CREATE TABLE memory_group (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  culture TEXT NOT NULL,
  created_ms BIGINT NOT NULL,
  deleted_ms BIGINT,
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id)
);

-- role: owner, admin, member, viewer. posture: active, silent, emcon. left_ms: when the membership ended.
CREATE TABLE memory_member (
  group_id TEXT NOT NULL REFERENCES memory_group (id),
  member TEXT NOT NULL,
  role TEXT NOT NULL,
  posture TEXT NOT NULL,
  joined_ms BIGINT NOT NULL,
  left_ms BIGINT,
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id),
  PRIMARY KEY (group_id, member)
);
CREATE INDEX memory_member_of ON memory_member (member) WHERE left_ms IS NULL;

-- Items. id: random. label: the id that its writer gave, unique in its scope. type: entity, session, learning,
-- note. body_id: its JSON. confidence: per mille. used_ms, uses: when and how often it was recalled.
-- copy_of: the item that it was shared from; such an item never changes. deleted_ms: a tombstone.
CREATE TABLE memory_item (
  id TEXT PRIMARY KEY,
  label TEXT,
  type TEXT NOT NULL,
  subtype TEXT,
  title TEXT NOT NULL,
  scope TEXT NOT NULL REFERENCES memory_scope (scope),
  owner TEXT NOT NULL,
  author TEXT NOT NULL,
  domain TEXT NOT NULL,
  confidence BIGINT,
  validated BIGINT NOT NULL,
  version BIGINT NOT NULL,
  body_id TEXT NOT NULL REFERENCES content (id),
  bytes BIGINT NOT NULL,
  created_ms BIGINT NOT NULL,
  updated_ms BIGINT NOT NULL,
  valid_from_ms BIGINT,
  valid_to_ms BIGINT,
  expires_ms BIGINT,
  used_ms BIGINT,
  uses BIGINT NOT NULL,
  copy_of TEXT,
  deleted_ms BIGINT,
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id),
  source_event TEXT,
  UNIQUE (scope, label)
);
CREATE INDEX memory_item_scope ON memory_item (scope, updated_ms);
CREATE INDEX memory_item_expiry ON memory_item (expires_ms) WHERE expires_ms IS NOT NULL AND deleted_ms IS NULL;

CREATE TABLE memory_tag (
  item TEXT NOT NULL REFERENCES memory_item (id),
  tag TEXT NOT NULL,
  PRIMARY KEY (item, tag)
);

-- Every text that an item ever had.
CREATE TABLE memory_version (
  item TEXT NOT NULL REFERENCES memory_item (id),
  version BIGINT NOT NULL,
  body_id TEXT NOT NULL REFERENCES content (id),
  author TEXT NOT NULL,
  at_ms BIGINT NOT NULL,
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id),
  source_event TEXT,
  PRIMARY KEY (item, version)
);

-- Authorities of all texts that an item, or a hot context (hot:HOLDER), was made of: whoever reads it acts for
-- them, too.
CREATE TABLE memory_cause (
  item TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id),
  PRIMARY KEY (item, authority_id)
);

-- Items handed out by recall in a holder's present session, so that an echo of one is no new memory.
CREATE TABLE memory_recalled (
  holder TEXT NOT NULL,
  item TEXT NOT NULL REFERENCES memory_item (id),
  at_ms BIGINT NOT NULL,
  PRIMARY KEY (holder, item)
);

-- Assessments of an agent's memories, by observer. verdict: confirmed, wrong, violation. way: owner,
-- contradiction, prediction. item: the memory that was assessed.
CREATE TABLE trust_observation (
  id TEXT PRIMARY KEY,
  observer TEXT NOT NULL,
  agent TEXT NOT NULL,
  item TEXT,
  verdict TEXT NOT NULL,
  way TEXT NOT NULL,
  at_ms BIGINT NOT NULL,
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id)
);
CREATE INDEX trust_observation_of ON trust_observation (agent, observer, at_ms);

-- Events that an agent wants to hear of (CORDELIA §9.3). groups: globs, separated by spaces.
CREATE TABLE memory_subscription (
  holder TEXT NOT NULL,
  event TEXT NOT NULL,
  groups TEXT NOT NULL,
  created_ms BIGINT NOT NULL,
  PRIMARY KEY (holder, event)
);

-- Events that wait for an agent, oldest first (CORDELIA §9.2).
CREATE TABLE memory_queue (
  number ${serial},
  holder TEXT NOT NULL,
  event TEXT NOT NULL,
  payload TEXT NOT NULL,
  at_ms BIGINT NOT NULL
);
CREATE INDEX memory_queue_of ON memory_queue (holder, number);

-- The archives of agents become items (CORDELIA §8.4); the program moves the rows and drops the table later.
