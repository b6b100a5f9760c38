-- Work that sessions hand to agents (NEXUS, manager and worker). Times are milliseconds since 1970.

-- depth: the dispatches above a session; a fork keeps it. cleared: the owner has ended the causes of turns up to this one.
ALTER TABLE agent_session ADD COLUMN depth INTEGER NOT NULL DEFAULT 0;
ALTER TABLE agent_session ADD COLUMN cleared TEXT;

-- id: a ULID. caller: the session that gets the report; NULL for one who looks it up. asked_in: the turn that handed it out.
-- kind: session, task, mail. target: the session, task or mail that it became. agent: the name of the worker.
-- input: the message to a session that began it. state: open; at last done, failed, aborted, refused or expired, with the
-- reason in why. result_authority: of the result's text. report: the message to the caller with its result. messages: how
-- many went either way.
CREATE TABLE agent_dispatch (
  id TEXT PRIMARY KEY,
  caller TEXT REFERENCES agent_session (label),
  asked_in TEXT,
  kind TEXT NOT NULL,
  target TEXT NOT NULL,
  agent TEXT NOT NULL,
  input TEXT,
  state TEXT NOT NULL,
  why TEXT,
  result_id TEXT REFERENCES content (id),
  result_authority TEXT REFERENCES authority (id),
  report TEXT,
  messages INTEGER NOT NULL,
  at_ms BIGINT NOT NULL, -- record
  ended_ms BIGINT, -- record
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id)
);
CREATE INDEX agent_dispatch_open ON agent_dispatch (target) WHERE state = 'open';
CREATE INDEX agent_dispatch_caller ON agent_dispatch (caller, id);
CREATE INDEX agent_dispatch_report ON agent_dispatch (report);
