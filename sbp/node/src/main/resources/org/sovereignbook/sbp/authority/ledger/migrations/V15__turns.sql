-- What peers cause comes after the node's own work of the same priority, and in turns.
-- turn_of: the peer that caused the task; turn: its place among what peers caused, 0 for all else.
ALTER TABLE task ADD COLUMN turn_of TEXT;
ALTER TABLE task ADD COLUMN turn BIGINT NOT NULL DEFAULT 0;
UPDATE task SET turn_of = 'peer:' || origin_peer, turn = 1,
  priority = CASE WHEN priority > 0 THEN 0 ELSE priority END WHERE origin_peer IS NOT NULL;
DROP INDEX task_ready;
CREATE INDEX task_ready ON task (state, priority DESC, turn, number)
  WHERE state = 'pending' AND open_blockers = 0;
CREATE INDEX task_turn ON task (turn_of, turn) WHERE state = 'pending' AND turn_of IS NOT NULL;
