-- What has come to a webhook, so that it is known for longer than its event is kept. delivery: what
-- tells it from others, 64 hex digits.
CREATE TABLE webhook_seen (
  webhook TEXT NOT NULL,
  delivery TEXT NOT NULL,
  at_ms BIGINT NOT NULL,
  PRIMARY KEY (webhook, delivery)
);
CREATE INDEX webhook_seen_at ON webhook_seen (webhook, at_ms);

-- Which trouble with a hook the owner was told of, and when.
CREATE TABLE hook_told (
  hook TEXT NOT NULL,
  what TEXT NOT NULL,
  at_ms BIGINT NOT NULL,
  PRIMARY KEY (hook, what)
);
CREATE INDEX hook_run_ended ON hook_run (ended_ms) WHERE state = 'unknown';
