-- Sessions of agents (NEXUS): the agents ledger, separate from the events. Times are milliseconds since 1970.

-- label: agent:PERSONA:CONTEXT, or fork-ID. agent: the name of the agent whose capabilities bound its turns.
-- head: the newest completed turn, moved by compare-and-set. forked_at: the turn where it began.
-- mode: how its messages are queued; NULL for the node's mode.
CREATE TABLE agent_session (
  label TEXT PRIMARY KEY,
  persona TEXT NOT NULL,
  agent TEXT NOT NULL,
  head TEXT,
  forked_at TEXT,
  mode TEXT,
  created_ms BIGINT NOT NULL, -- record
  moved_ms BIGINT NOT NULL, -- record
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id)
);

-- id: a ULID. parent: the turn that it continues. type: normal, compaction. state: running, completed, failed,
-- aborted. token: the id of the token with which it calls tools, while it runs. tries: how many processes have run it.
-- prompt_tokens: size of its last prompt. through, kept: of a compaction, the newest turn that its summary replaces
-- and the oldest turn that stays. hash: SHA-256 over the parent's hash and the canonical form of the turn.
CREATE TABLE agent_turn (
  id TEXT PRIMARY KEY,
  parent TEXT,
  session TEXT NOT NULL REFERENCES agent_session (label),
  type TEXT NOT NULL,
  state TEXT NOT NULL,
  token TEXT,
  tries INTEGER NOT NULL,
  started_ms BIGINT NOT NULL, -- record
  beat_ms BIGINT, -- past
  abort_ms BIGINT, -- record
  ended_ms BIGINT, -- record
  model TEXT,
  tokens_in BIGINT NOT NULL,
  tokens_out BIGINT NOT NULL,
  prompt_tokens BIGINT NOT NULL,
  why TEXT,
  through TEXT,
  kept TEXT,
  hash TEXT
);
CREATE INDEX agent_turn_parent ON agent_turn (parent);
CREATE INDEX agent_turn_running ON agent_turn (session) WHERE state = 'running';
CREATE INDEX agent_turn_token ON agent_turn (token) WHERE state = 'running';

-- Messages to sessions, each stored before it is acknowledged. turn, number: the turn that takes it, and its place there.
-- state: waiting, taken; at last answered, merged, refused or expired, with the reason in why. reply_to: where the
-- answer goes, JSON; empty for a caller that reads the session.
CREATE TABLE agent_input (
  id TEXT PRIMARY KEY,
  session TEXT NOT NULL REFERENCES agent_session (label),
  turn TEXT,
  number INTEGER,
  source TEXT NOT NULL,
  mode TEXT NOT NULL,
  state TEXT NOT NULL,
  why TEXT,
  content_id TEXT NOT NULL REFERENCES content (id),
  reply_to TEXT NOT NULL,
  at_ms BIGINT NOT NULL, -- record
  ended_ms BIGINT, -- record
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id)
);
CREATE INDEX agent_input_waiting ON agent_input (session, id) WHERE state = 'waiting';
CREATE INDEX agent_input_turn ON agent_input (turn, number);

-- Other messages of turns. role: assistant, tool, note, summary. number: shared with the turn's inputs.
CREATE TABLE agent_message (
  turn TEXT NOT NULL REFERENCES agent_turn (id),
  number INTEGER NOT NULL,
  role TEXT NOT NULL,
  content_id TEXT NOT NULL REFERENCES content (id),
  at_ms BIGINT NOT NULL, -- record
  PRIMARY KEY (turn, number)
);

-- Tool calls. asked: number of the message that asks for it; result: number of the message with its result.
-- state: asked, intended (committed before the call begins), done, failed, unknown, dropped.
CREATE TABLE agent_call (
  turn TEXT NOT NULL REFERENCES agent_turn (id),
  number INTEGER NOT NULL,
  asked INTEGER NOT NULL,
  name TEXT NOT NULL,
  arguments_id TEXT NOT NULL REFERENCES content (id),
  state TEXT NOT NULL,
  result INTEGER,
  at_ms BIGINT NOT NULL, -- record
  ended_ms BIGINT, -- record
  PRIMARY KEY (turn, number)
);

-- Authorities of others whose text came into a thread with this turn: all later turns of the thread act for them, too.
CREATE TABLE agent_cause (
  turn TEXT NOT NULL REFERENCES agent_turn (id),
  authority_id TEXT NOT NULL REFERENCES authority (id),
  PRIMARY KEY (turn, authority_id)
);
