-- When something was used last, by which it is forgotten.

ALTER TABLE authority ADD COLUMN last_ms BIGINT NOT NULL DEFAULT 0;

ALTER TABLE mail_counter ADD COLUMN last_ms BIGINT NOT NULL DEFAULT 0;
UPDATE mail_counter SET last_ms = COALESCE((SELECT MAX(created_ms) FROM mail), 0);

CREATE INDEX content_erased ON content (erased_ms) WHERE text IS NULL;
