-- What a policy delays waits: a run of a hook is not begun before this time. NULL: at once.
ALTER TABLE hook_run ADD COLUMN not_before_ms BIGINT;
