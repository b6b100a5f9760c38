-- A turn takes less space: no index entry for a message without an event and, in SQLite, no second copy of a primary key.
-- The sha256 of a text that the hash of its turn covers stays empty until the text is erased.

DROP INDEX agent_input_event;
CREATE UNIQUE INDEX agent_input_event ON agent_input (event, session) WHERE event IS NOT NULL;

-- The tables keep their declarations of V23, and so their statements are indented.
-- only SQLITE
  CREATE TABLE agent_old AS SELECT * FROM agent_message;
  DROP TABLE agent_message;
  CREATE TABLE agent_message (turn TEXT NOT NULL REFERENCES agent_turn (id), number INTEGER NOT NULL, role TEXT NOT NULL, content_id TEXT NOT NULL REFERENCES content (id), at_ms BIGINT NOT NULL, PRIMARY KEY (turn, number)) WITHOUT ROWID;
  INSERT INTO agent_message SELECT * FROM agent_old;
  DROP TABLE agent_old;
  CREATE TABLE agent_old AS SELECT * FROM agent_call;
  DROP TABLE agent_call;
  CREATE TABLE agent_call (turn TEXT NOT NULL REFERENCES agent_turn (id), number INTEGER NOT NULL, asked INTEGER NOT NULL, name TEXT NOT NULL, arguments_id TEXT NOT NULL REFERENCES content (id), state TEXT NOT NULL, result INTEGER, at_ms BIGINT NOT NULL, ended_ms BIGINT, PRIMARY KEY (turn, number)) WITHOUT ROWID;
  INSERT INTO agent_call SELECT * FROM agent_old;
  DROP TABLE agent_old;
  CREATE TABLE agent_old AS SELECT * FROM agent_cause;
  DROP TABLE agent_cause;
  CREATE TABLE agent_cause (turn TEXT NOT NULL REFERENCES agent_turn (id), authority_id TEXT NOT NULL REFERENCES authority (id), PRIMARY KEY (turn, authority_id)) WITHOUT ROWID;
  INSERT INTO agent_cause SELECT * FROM agent_old;
  DROP TABLE agent_old;
-- end
