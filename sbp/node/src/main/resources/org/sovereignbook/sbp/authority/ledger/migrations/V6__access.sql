-- Who is who: entities, by what they are known, and what the operator calls them.

-- type: owner, person, persona, agent, peer. There is at most one owner.
CREATE TABLE entity (
  id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  relationship TEXT,
  created_ms BIGINT NOT NULL,
  updated_ms BIGINT NOT NULL
);
CREATE INDEX entity_name ON entity (name);

-- channel: sbp (identifier: a node's public key), agent (an agent's id), email, phone, …
-- is_owned: 1 where the identity is one that this node itself acts as.
CREATE TABLE entity_identity (
  channel TEXT NOT NULL,
  identifier TEXT NOT NULL,
  entity TEXT NOT NULL REFERENCES entity (id),
  account TEXT,
  is_owned INTEGER NOT NULL,
  created_ms BIGINT NOT NULL,
  PRIMARY KEY (channel, identifier)
);
CREATE INDEX entity_identity_entity ON entity_identity (entity);

CREATE TABLE entity_tag (
  entity TEXT NOT NULL REFERENCES entity (id),
  tag TEXT NOT NULL,
  PRIMARY KEY (entity, tag)
);
