-- Text of others that an agent was shown, by what its authors may cause. token: with which it called. task, attempt: the
-- claim that it had then, if it called by a command; else empty and 0: until the token ends.
CREATE TABLE shown_text (
  agent TEXT NOT NULL REFERENCES agent (id),
  token TEXT NOT NULL,
  task TEXT NOT NULL,
  attempt BIGINT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id),
  tool TEXT NOT NULL,
  at_ms BIGINT NOT NULL,
  PRIMARY KEY (agent, token, task, attempt, authority_id)
);
