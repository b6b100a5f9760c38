-- Messages to sessions from outside, and of hooks.
-- event: the event that brought a message from outside, or of a hook; it brings one message to a session.
ALTER TABLE agent_input ADD COLUMN event TEXT;
CREATE UNIQUE INDEX agent_input_event ON agent_input (event, session);
