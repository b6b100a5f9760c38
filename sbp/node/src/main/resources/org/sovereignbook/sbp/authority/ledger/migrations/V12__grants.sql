-- By which door whoever lacks a tool speaks itself: an approval for a time is for that door.
ALTER TABLE access_request ADD COLUMN door TEXT;

-- A grant for one session only.
ALTER TABLE access_grant ADD COLUMN session TEXT;

-- Keys by which the owner answers from elsewhere than the terminal: the public halves.
CREATE TABLE owner_key (
  name TEXT PRIMARY KEY,
  public_key TEXT NOT NULL,
  created_ms BIGINT NOT NULL,
  used_ms BIGINT,
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id)
);

-- What such an answer signs, once. hash: SHA-256 of the nonce, as it is never kept.
CREATE TABLE owner_challenge (
  hash TEXT PRIMARY KEY,
  expires_ms BIGINT NOT NULL
);
