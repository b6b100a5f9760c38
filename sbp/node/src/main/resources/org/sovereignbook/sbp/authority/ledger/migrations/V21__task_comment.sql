-- Comments on tasks. text_id: its text.
CREATE TABLE task_comment (
  number ${serial},
  id TEXT NOT NULL UNIQUE,
  task TEXT NOT NULL REFERENCES task (id),
  text_id TEXT NOT NULL REFERENCES content (id),
  at_ms BIGINT NOT NULL, -- record
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id)
);
CREATE INDEX task_comment_task ON task_comment (task, number);
