-- Mail of agents within the node and across nodes; what agents tell all others.

-- way: local, in (from a peer), out (to a peer). sender, recipient: NAME, or NAME@KEY. from_box, to_box:
-- an agent's id, or owner; NULL on the peer's side. peer_id: the id by which the sender knows it.
-- state: queued, sent, delivered, read, handled, expired, refused, failed. fence: how often it was given.
CREATE TABLE mail (
  number ${serial},
  id TEXT NOT NULL UNIQUE,
  way TEXT NOT NULL,
  type TEXT NOT NULL,
  sender TEXT NOT NULL,
  recipient TEXT NOT NULL,
  from_box TEXT,
  to_box TEXT,
  peer TEXT,
  peer_endpoint TEXT,
  peer_id TEXT NOT NULL,
  to_epoch BIGINT,
  body_id TEXT NOT NULL REFERENCES content (id),
  seq BIGINT NOT NULL,
  in_reply_to TEXT,
  state TEXT NOT NULL,
  reason TEXT,
  fence BIGINT NOT NULL,
  lease_until_ms BIGINT,
  created_ms BIGINT NOT NULL,
  expires_ms BIGINT NOT NULL,
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id),
  source_event TEXT,
  envelope TEXT
);
CREATE INDEX mail_to ON mail (to_box, number);
CREATE INDEX mail_waiting ON mail (to_box, number) WHERE state IN ('delivered', 'read');
CREATE INDEX mail_from ON mail (from_box, number);
CREATE INDEX mail_peer ON mail (peer_id);
CREATE INDEX mail_leaving ON mail (number) WHERE state = 'queued';
CREATE INDEX mail_of_peer ON mail (peer, created_ms);

-- The last number of a sender's mail to a recipient.
CREATE TABLE mail_counter (
  sender TEXT NOT NULL,
  recipient TEXT NOT NULL,
  seq BIGINT NOT NULL,
  PRIMARY KEY (sender, recipient)
);

-- What became of a mail: told by this node for what it received, by the peer for what it was sent.
CREATE TABLE mail_receipt (
  mail TEXT NOT NULL REFERENCES mail (id),
  kind TEXT NOT NULL,
  at_ms BIGINT NOT NULL,
  PRIMARY KEY (mail, kind)
);

-- What agents tell all others: the newest value of each key.
CREATE TABLE bus (
  agent TEXT NOT NULL,
  key TEXT NOT NULL,
  value_id TEXT NOT NULL REFERENCES content (id),
  bytes BIGINT NOT NULL,
  version BIGINT NOT NULL,
  at_ms BIGINT NOT NULL,
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id),
  PRIMARY KEY (agent, key)
);
