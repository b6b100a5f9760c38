-- session: the one that waits for the task; NULL for none.
ALTER TABLE a2a_work ADD COLUMN session TEXT;

-- What an agent says while it works. artifact: its id there; empty for the words of a state. upto: how many characters of the
-- artifact have come with it.
CREATE TABLE a2a_heard (
  work TEXT NOT NULL,
  number INTEGER NOT NULL,
  artifact TEXT NOT NULL,
  upto BIGINT NOT NULL,
  content_id TEXT NOT NULL,
  at_ms BIGINT NOT NULL, -- record
  PRIMARY KEY (work, number)
);
