-- Teams at work. Times are milliseconds since 1970, of the database's clock.

-- label: which tasks are its own; NULL for a team that takes any. root: the task that it is to do.
-- state: running, stopping or ended. source_event: what began it.
CREATE TABLE team_run (
  id TEXT PRIMARY KEY,
  label TEXT,
  root TEXT,
  file TEXT NOT NULL,
  state TEXT NOT NULL,
  started_ms BIGINT NOT NULL,
  ended_ms BIGINT,
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id),
  source_event TEXT
);
CREATE INDEX team_run_started ON team_run (started_ms);

-- A row for each member, as its newest process is. agent: 64 hex digits. epoch: which incarnation of
-- the agent that process is; token: the id of what it proves that by. activity: what it is at, a word; task: the task, if it is at one.
CREATE TABLE team_member (
  run TEXT NOT NULL REFERENCES team_run (id),
  name TEXT NOT NULL,
  agent TEXT NOT NULL,
  kind TEXT NOT NULL,
  epoch BIGINT NOT NULL,
  token TEXT NOT NULL,
  pid BIGINT NOT NULL,
  starts INTEGER NOT NULL,
  started_ms BIGINT NOT NULL,
  beat_ms BIGINT NOT NULL,
  activity TEXT NOT NULL,
  task TEXT,
  PRIMARY KEY (run, name)
);

-- The conversation of each member: a task, and what it answered. Content ids.
CREATE TABLE team_turn (
  number ${serial},
  run TEXT NOT NULL REFERENCES team_run (id),
  name TEXT NOT NULL,
  task TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  at_ms BIGINT NOT NULL,
  asked_id TEXT NOT NULL,
  answered_id TEXT NOT NULL
);
CREATE INDEX team_turn_member ON team_turn (run, name, number);
