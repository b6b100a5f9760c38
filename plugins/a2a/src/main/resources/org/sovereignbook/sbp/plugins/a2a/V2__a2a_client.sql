-- Agents of others that work for this node, over A2A.

-- card: the address of the card. public_key: signs the card; NULL for none. strange_key: the one it has now, which nothing
-- connects with the one before. worker: a principal. token_from: file:PATH or env:NAME. says_id: of the agent itself.
CREATE TABLE a2a_agent (
  name TEXT PRIMARY KEY,
  card TEXT NOT NULL,
  public_key TEXT,
  strange_key TEXT,
  worker TEXT NOT NULL,
  url TEXT NOT NULL,
  binding TEXT NOT NULL,
  tenant TEXT NOT NULL,
  streams INTEGER NOT NULL,
  takes_proof INTEGER NOT NULL,
  token_from TEXT,
  daily_sends INTEGER NOT NULL,
  says_id TEXT NOT NULL,
  added_ms BIGINT NOT NULL, -- record
  read_ms BIGINT NOT NULL, -- past
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id)
);

-- Tasks that they do. remote: the agent's id. reason_id, result_id: words of the agent. task: of the board, claimed with the
-- fence. question: a task of the board that asks the owner. looks, tries: since the last change, since the last answer.
CREATE TABLE a2a_work (
  id TEXT PRIMARY KEY,
  agent TEXT NOT NULL,
  worker TEXT NOT NULL,
  remote TEXT,
  context TEXT NOT NULL,
  state TEXT NOT NULL,
  reason_id TEXT,
  result_id TEXT,
  task TEXT,
  fence BIGINT NOT NULL,
  question TEXT,
  cancelling INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  looks INTEGER NOT NULL,
  due_ms BIGINT NOT NULL, -- pause
  busy_until_ms BIGINT NOT NULL, -- pause
  deadline_ms BIGINT NOT NULL, -- term
  created_ms BIGINT NOT NULL, -- record
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id)
);
CREATE INDEX a2a_work_due ON a2a_work (state, due_ms);
CREATE INDEX a2a_work_task ON a2a_work (task);
CREATE INDEX a2a_work_question ON a2a_work (question);
CREATE INDEX a2a_work_agent ON a2a_work (agent, created_ms);

-- Messages to them, stored before they are sent. id: the messageId.
CREATE TABLE a2a_said (
  id TEXT PRIMARY KEY,
  work TEXT NOT NULL,
  agent TEXT NOT NULL,
  content_id TEXT NOT NULL,
  sent INTEGER NOT NULL,
  at_ms BIGINT NOT NULL -- record
);
CREATE INDEX a2a_said_work ON a2a_said (work, at_ms);
CREATE INDEX a2a_said_agent ON a2a_said (agent, at_ms);
