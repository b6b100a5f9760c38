-- Channels to people: their accounts, what was sent and received by them.

-- options: of the adapter, as JSON. secret: where the password is, as JSON; never the password. cursor: after the last message
-- that was taken. error: of the last attempt, until one succeeds.
CREATE TABLE channel_account (
  name TEXT PRIMARY KEY,
  adapter TEXT NOT NULL,
  options TEXT NOT NULL,
  secret TEXT NOT NULL,
  owner_address TEXT NOT NULL,
  alarms INTEGER NOT NULL,
  digest INTEGER NOT NULL,
  cursor TEXT,
  in_ms BIGINT, -- past
  out_ms BIGINT, -- past
  error TEXT,
  failing_ms BIGINT, -- past
  created_ms BIGINT NOT NULL, -- record
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id)
);

-- id: the idempotency key. once: a name that no other message has. kind: answer, message, digest, alarm, test. refs: of the
-- thread on the channel. state: queued, accepted, failed. tried_ms: of an attempt whose outcome is not known yet; looks: how
-- often the server was asked for it since.
CREATE TABLE channel_outbox (
  number ${serial},
  id TEXT NOT NULL UNIQUE,
  channel TEXT NOT NULL,
  once TEXT UNIQUE,
  kind TEXT NOT NULL,
  recipient TEXT NOT NULL,
  is_group INTEGER NOT NULL,
  subject TEXT NOT NULL,
  content_id TEXT NOT NULL,
  refs TEXT NOT NULL,
  session TEXT,
  state TEXT NOT NULL,
  server_id TEXT,
  reason TEXT,
  tries INTEGER NOT NULL,
  looks INTEGER NOT NULL,
  next_ms BIGINT NOT NULL, -- pause
  tried_ms BIGINT, -- record
  created_ms BIGINT NOT NULL, -- record
  ended_ms BIGINT, -- record
  read_ms BIGINT, -- record
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id)
);
CREATE INDEX channel_outbox_due ON channel_outbox (channel, state, next_ms);
CREATE INDEX channel_outbox_recipient ON channel_outbox (channel, recipient, created_ms);
CREATE INDEX channel_outbox_server ON channel_outbox (channel, server_id);

-- Messages that were received, each once. state: taken, denied, ignored, limited, broken. ref: its id on the channel.
CREATE TABLE channel_seen (
  channel TEXT NOT NULL,
  id TEXT NOT NULL,
  ref TEXT NOT NULL,
  sender TEXT NOT NULL,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  why TEXT NOT NULL,
  session TEXT,
  at_ms BIGINT NOT NULL, -- record
  PRIMARY KEY (channel, id)
);
CREATE INDEX channel_seen_ref ON channel_seen (channel, ref);
CREATE INDEX channel_seen_at ON channel_seen (at_ms);

-- Problems of which the owner was alarmed and that last. gone_ms: since when it is not there any more.
CREATE TABLE channel_alarm (
  what TEXT PRIMARY KEY,
  text TEXT NOT NULL,
  since_ms BIGINT NOT NULL, -- record
  gone_ms BIGINT -- past
);
