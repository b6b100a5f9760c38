-- The archives of agents are items (CORDELIA §8.4). Rows that no program has moved yet wait as texts without a
-- hash, from which the program makes items when it opens the society.
INSERT INTO content (id, subject_kind, subject, field, sha256, bytes, text, at_ms)
  SELECT id, 'agent', agent, 'archive', '', 0, document, at_ms FROM agent_archive;
DROP TABLE agent_archive;

-- What the owner was notified of is in operational/notices.json.
DROP TABLE hook_told;
ALTER TABLE access_request DROP COLUMN told_ms;
