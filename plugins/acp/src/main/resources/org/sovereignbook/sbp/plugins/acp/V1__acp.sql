-- Open connections of editors over the Agent Client Protocol.

-- code: shown by the connection, and given to the command that proves the owner. proven_ms: when the owner was proved for it.
CREATE TABLE acp_connection (
  code TEXT PRIMARY KEY NOT NULL,
  begun_ms BIGINT NOT NULL, -- record
  proven_ms BIGINT, -- record
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id)
);
