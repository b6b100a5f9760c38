-- The agents of the node (CORDELIA §1, §2, §8). Rows are never deleted: history outlives an agent.

-- id: SHA-256 of the raw public key, 64 hex digits. living_name: the name until the agent is removed.
-- sealed_key: the private key, sealed to the key sealed_to; NULL once the agent is removed.
-- changes: how many transitions there were. due_ms: when time alone causes the next one.
CREATE TABLE agent (
  id TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  public_key TEXT NOT NULL,
  sealed_key TEXT, -- sealed
  sealed_to TEXT NOT NULL,
  parent TEXT NOT NULL,
  depth INTEGER NOT NULL,
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  living_name TEXT UNIQUE,
  display_name_id TEXT REFERENCES content (id),
  status TEXT NOT NULL,
  status_ms BIGINT NOT NULL,
  status_reason TEXT NOT NULL,
  changes BIGINT NOT NULL,
  epoch BIGINT NOT NULL,
  mail_policy TEXT NOT NULL,
  work_policy TEXT NOT NULL,
  capabilities TEXT NOT NULL,
  created_ms BIGINT NOT NULL,
  ends_ms BIGINT,
  grace_seconds BIGINT NOT NULL,
  due_ms BIGINT,
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id),
  source_event TEXT
);
CREATE INDEX agent_due ON agent (due_ms) WHERE due_ms IS NOT NULL;
CREATE INDEX agent_parent ON agent (parent);

-- hash: SHA-256 of the bearer token, which is kept nowhere. scope: the tools that it is good for.
CREATE TABLE agent_token (
  id TEXT PRIMARY KEY,
  agent TEXT NOT NULL REFERENCES agent (id),
  hash TEXT NOT NULL UNIQUE,
  scope TEXT NOT NULL,
  created_ms BIGINT NOT NULL,
  expires_ms BIGINT NOT NULL,
  revoked_ms BIGINT,
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id),
  source_event TEXT
);
CREATE INDEX agent_token_agent ON agent_token (agent, created_ms);

-- Nonces that wait for an agent's signature. A row is deleted by the one answer that it gets.
CREATE TABLE agent_challenge (
  hash TEXT PRIMARY KEY,
  agent TEXT NOT NULL REFERENCES agent (id),
  expires_ms BIGINT NOT NULL
);

-- Errors within the last minute, by which an agent is suspended.
CREATE TABLE agent_error (
  number ${serial},
  agent TEXT NOT NULL REFERENCES agent (id),
  at_ms BIGINT NOT NULL
);
CREATE INDEX agent_error_agent ON agent_error (agent, at_ms);

-- What an agent was when it was deactivated (CORDELIA §8.4).
CREATE TABLE agent_archive (
  id TEXT PRIMARY KEY,
  agent TEXT NOT NULL REFERENCES agent (id),
  at_ms BIGINT NOT NULL,
  document TEXT NOT NULL
);

CREATE INDEX audit_denied ON audit (principal, seq) WHERE decision = 'deny';
