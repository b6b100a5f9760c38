-- What proves the owner, as the owner decided: passphrase, terminal or none; one row, and none before a decision.
CREATE TABLE owner_proof (
  id INTEGER PRIMARY KEY,
  proof TEXT, -- sealed
  decided_ms BIGINT NOT NULL, -- record
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id)
);

-- What a token is for: run, turn or connection; NULL: it was handed out.
ALTER TABLE agent_token ADD COLUMN purpose TEXT;

-- How a revoked token ended: program, by what it was for; gone, and its processes are known to be gone. NULL: by anybody else.
ALTER TABLE agent_token ADD COLUMN ended TEXT;
