-- Work for clients that speak A2A (Agent2Agent 1.0).

-- reach: everybody, peers, or the principal of a client. says_id: what the agent does, in the owner's words. daily_cost:
-- in millionths of a dollar for each client; 0 for no limit. way: task or session.
CREATE TABLE a2a_opening (
  agent TEXT NOT NULL REFERENCES agent (id),
  reach TEXT NOT NULL,
  daily_cost BIGINT NOT NULL,
  says_id TEXT,
  way TEXT NOT NULL,
  opened_ms BIGINT NOT NULL, -- record
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id),
  PRIMARY KEY (agent, reach)
);

-- hash: of the bearer token. client: a principal.
CREATE TABLE a2a_token (
  hash TEXT PRIMARY KEY,
  client TEXT NOT NULL,
  created_ms BIGINT NOT NULL, -- record
  expires_ms BIGINT NOT NULL, -- record
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id)
);
CREATE INDEX a2a_token_client ON a2a_token (client);

-- id: that of the task on the board; one of its own in a session, and when it was rejected. client: a principal; of the
-- unknown with a hash of their address. way: task or session. reason: why it was rejected, in words of the program. changed:
-- the number of its newest event.
CREATE TABLE a2a_task (
  id TEXT PRIMARY KEY,
  client TEXT NOT NULL,
  context TEXT NOT NULL,
  agent TEXT NOT NULL,
  way TEXT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT NOT NULL,
  changed BIGINT NOT NULL,
  changed_ms BIGINT NOT NULL, -- past
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id)
);
CREATE INDEX a2a_task_client ON a2a_task (client, changed);

-- what: a state, or artifact.
CREATE TABLE a2a_event (
  number ${serial},
  task TEXT NOT NULL,
  what TEXT NOT NULL,
  at_ms BIGINT NOT NULL -- record
);
CREATE INDEX a2a_event_task ON a2a_event (task, number);

-- Messages of clients to an agent. message: the client's own id, by which a repeated one is recognised. sha256: of all that
-- it says. content_id: none of one that a policy denied.
CREATE TABLE a2a_message (
  number ${serial},
  client TEXT NOT NULL,
  agent TEXT NOT NULL,
  message TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  task TEXT NOT NULL,
  content_id TEXT,
  at_ms BIGINT NOT NULL, -- record
  UNIQUE (client, agent, message)
);
CREATE INDEX a2a_message_task ON a2a_message (task, number);

-- Questions of agents to clients. question: a task of the board, which the client does by its answer. task: waits for it.
CREATE TABLE a2a_question (
  question TEXT PRIMARY KEY,
  task TEXT NOT NULL
);
CREATE INDEX a2a_question_task ON a2a_question (task);

-- Messages to sessions, with the task of the client that they belong to.
CREATE TABLE a2a_input (
  input TEXT PRIMARY KEY,
  task TEXT NOT NULL
);
CREATE INDEX a2a_input_task ON a2a_input (task, input);

-- Files of clients. sha256: of the bytes, which the content has in base64. agent: to which it was sent.
CREATE TABLE a2a_file (
  task TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  client TEXT NOT NULL,
  agent TEXT NOT NULL,
  name TEXT NOT NULL,
  media_type TEXT NOT NULL,
  bytes BIGINT NOT NULL,
  content_id TEXT NOT NULL,
  PRIMARY KEY (task, sha256)
);
CREATE INDEX a2a_file_sha256 ON a2a_file (sha256);
CREATE INDEX a2a_file_client ON a2a_file (client);

-- Addresses that clients want to be told at. id: the client's. content_id: the configuration. sent: the number of the last
-- event that has arrived there. tries: of the next one, so far; tried_ms: the last of them.
CREATE TABLE a2a_push (
  task TEXT NOT NULL,
  id TEXT NOT NULL,
  content_id TEXT NOT NULL,
  sent BIGINT NOT NULL,
  tries INTEGER NOT NULL,
  tried_ms BIGINT NOT NULL, -- pause
  PRIMARY KEY (task, id)
);
