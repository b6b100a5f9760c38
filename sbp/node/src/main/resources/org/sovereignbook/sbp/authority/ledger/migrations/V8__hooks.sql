-- What waits for hooks, and what they did.

-- declaration: as it was accepted, JSON. state: enabled, disabled, ended (a one-shot hook that has fired).
-- seen_seq: events up to this number were looked at for it. slots_until_ms: slots up to this time were
-- run, caught up or logged as skipped. opened_ms: since when its circuit is open.
CREATE TABLE hook (
  name TEXT PRIMARY KEY,
  file TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  declaration TEXT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT,
  agent TEXT NOT NULL,
  accepted_ms BIGINT NOT NULL,
  seen_seq BIGINT NOT NULL,
  slots_until_ms BIGINT NOT NULL,
  last_run_ms BIGINT,
  last_fired_ms BIGINT,
  errors_in_row BIGINT NOT NULL,
  opened_ms BIGINT,
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id)
);

-- One event, one hook, one run. state: pending, started, fired, quiet, failed, timeout, refused, denied,
-- skipped, held, unknown. depth: how many hooks stand between it and what came from outside.
CREATE TABLE hook_run (
  number ${serial},
  id TEXT NOT NULL UNIQUE,
  hook TEXT NOT NULL,
  event_id TEXT NOT NULL,
  is_gate INTEGER NOT NULL,
  state TEXT NOT NULL,
  reason TEXT,
  sha256 TEXT,
  agent TEXT,
  depth BIGINT NOT NULL,
  created_ms BIGINT NOT NULL,
  started_ms BIGINT,
  ended_ms BIGINT,
  lease_until_ms BIGINT,
  answer_id TEXT,
  calls BIGINT NOT NULL,
  input_tokens BIGINT NOT NULL,
  output_tokens BIGINT NOT NULL,
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id),
  UNIQUE (hook, event_id)
);
CREATE INDEX hook_run_open ON hook_run (number) WHERE state IN ('pending', 'started');
CREATE INDEX hook_run_event ON hook_run (event_id);
CREATE INDEX hook_run_agent ON hook_run (agent) WHERE state = 'started';

-- Drafts that hooks wrote, until each is a file among the operator's drafts.
CREATE TABLE hook_draft (
  name TEXT PRIMARY KEY,
  run TEXT NOT NULL,
  content_id TEXT NOT NULL REFERENCES content (id),
  at_ms BIGINT NOT NULL,
  written_ms BIGINT
);
CREATE INDEX hook_draft_open ON hook_draft (at_ms) WHERE written_ms IS NULL;
