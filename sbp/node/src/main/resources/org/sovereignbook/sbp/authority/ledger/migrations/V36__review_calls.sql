-- review_calls: answers of models that were read for the reviews of an attempt, the unreadable ones among them.
ALTER TABLE task_attempt ADD COLUMN review_calls BIGINT NOT NULL DEFAULT 0;
