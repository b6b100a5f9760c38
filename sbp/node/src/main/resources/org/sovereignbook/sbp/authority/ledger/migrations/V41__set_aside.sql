CREATE TABLE set_aside (
  list TEXT NOT NULL,
  id TEXT NOT NULL,
  made_by TEXT NOT NULL,
  reason TEXT NOT NULL,
  tries BIGINT NOT NULL,
  state TEXT NOT NULL, -- aside, back, dropped
  at_ms BIGINT NOT NULL, -- record
  PRIMARY KEY (list, id)
);
