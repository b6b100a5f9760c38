-- What an offer's texts take; of those that stand already the most that it can be.
ALTER TABLE offer ADD COLUMN text_bytes BIGINT NOT NULL DEFAULT 0;
UPDATE offer SET text_bytes = 66736 WHERE way = 'in' AND state = 'accepted';
