-- Size of a backend's context as its refusals have shown it, with the hash of the settings that it was learned under.
CREATE TABLE model_window (
  backend TEXT PRIMARY KEY,
  settings TEXT NOT NULL,
  tokens BIGINT NOT NULL,
  at_ms BIGINT NOT NULL -- record
);
