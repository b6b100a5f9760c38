-- Why a member asks nobody, and until when. Milliseconds since 1970; both NULL when it is not held.
ALTER TABLE team_member ADD COLUMN held_until_ms BIGINT;
ALTER TABLE team_member ADD COLUMN held_why TEXT;
