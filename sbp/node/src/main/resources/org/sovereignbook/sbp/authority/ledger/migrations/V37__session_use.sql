-- used_ms: when a message came or a turn ended, the order of lists. archived_ms: when the owner put the session away.
ALTER TABLE agent_session ADD COLUMN used_ms BIGINT NOT NULL DEFAULT 0; -- record
ALTER TABLE agent_session ADD COLUMN archived_ms BIGINT; -- record
UPDATE agent_session SET used_ms = moved_ms;
CREATE INDEX agent_session_used ON agent_session (used_ms, label);
CREATE INDEX agent_dispatch_target ON agent_dispatch (target);
