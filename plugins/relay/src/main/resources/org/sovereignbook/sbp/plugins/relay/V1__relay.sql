-- Post that a relay holds for other nodes, and the relays that hold this node's.

-- Guests of this node. id: the last part of the address. days: of silence, after which nothing more is taken. identity: its
-- document, as signed. waiting, waiting_bytes, remembered: of relay_post. taken: how many envelopes in all, the number of the
-- last. empty_ms: the latest time at which it was told that nothing waits. left_ms: 0 while it stays.
CREATE TABLE relay_guest (
  id TEXT PRIMARY KEY,
  public_key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  days INTEGER NOT NULL,
  bytes BIGINT NOT NULL,
  until_ms BIGINT, -- record
  joined INTEGER NOT NULL,
  identity TEXT,
  budgets TEXT,
  waiting INTEGER NOT NULL,
  waiting_bytes BIGINT NOT NULL,
  remembered INTEGER NOT NULL,
  object_bytes BIGINT NOT NULL,
  taken BIGINT NOT NULL,
  empty_ms BIGINT NOT NULL, -- record
  heard_ms BIGINT NOT NULL, -- past
  left_ms BIGINT NOT NULL, -- record
  created_ms BIGINT NOT NULL, -- record
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id)
);

-- hash: of the token.
CREATE TABLE relay_invitation (
  hash TEXT PRIMARY KEY,
  days INTEGER NOT NULL,
  bytes BIGINT NOT NULL,
  until_ms BIGINT, -- record
  expires_ms BIGINT NOT NULL, -- record
  created_ms BIGINT NOT NULL, -- record
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id)
);

-- Envelopes for guests. body: as received; NULL once the guest has it, which is remembered for as long as it could be sent
-- again. number: one more than that of the one before.
CREATE TABLE relay_post (
  guest TEXT NOT NULL,
  id TEXT NOT NULL,
  number BIGINT NOT NULL,
  hash TEXT NOT NULL,
  sender TEXT NOT NULL,
  address TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  waits INTEGER NOT NULL,
  body TEXT,
  received_ms BIGINT NOT NULL, -- record
  PRIMARY KEY (guest, id),
  UNIQUE (guest, hash)
);
CREATE INDEX relay_post_number ON relay_post (guest, waits, number);
CREATE INDEX relay_post_sender ON relay_post (guest, waits, sender);
CREATE INDEX relay_post_address ON relay_post (guest, waits, address);
CREATE INDEX relay_post_received ON relay_post (waits, received_ms);

-- What guests have published. kind: content or endorsement.
CREATE TABLE relay_object (
  guest TEXT NOT NULL,
  hash TEXT NOT NULL,
  kind TEXT NOT NULL,
  created TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (guest, hash)
);
CREATE INDEX relay_object_created ON relay_object (guest, kind, created);

-- Requests of guests that have been taken, each once.
CREATE TABLE relay_nonce ( -- restricted
  guest TEXT NOT NULL,
  nonce TEXT NOT NULL,
  at_ms BIGINT NOT NULL, -- record
  PRIMARY KEY (guest, nonce)
);
CREATE INDEX relay_nonce_at ON relay_nonce (guest, at_ms);

-- Relays of this node. relay: its endpoint. address: of this node there. former: the endpoint before. whole_ms: by the relay's
-- clock, when nothing more waited there. last_number: of the last envelope. failing_ms: since when it does not answer.
-- identity: the hash of the document that it has. repeated, refused, missing: envelopes that no honest relay would bring so.
CREATE TABLE relay_joined (
  relay TEXT PRIMARY KEY,
  relay_key TEXT NOT NULL,
  name TEXT NOT NULL,
  address TEXT NOT NULL,
  former TEXT NOT NULL,
  former_bind TEXT,
  days INTEGER NOT NULL,
  megabytes INTEGER NOT NULL,
  until_ms BIGINT, -- record
  identity TEXT,
  whole_ms BIGINT NOT NULL, -- record
  last_number BIGINT NOT NULL,
  waiting INTEGER NOT NULL,
  stored BIGINT NOT NULL,
  repeated BIGINT NOT NULL,
  refused BIGINT NOT NULL,
  missing BIGINT NOT NULL,
  heard_ms BIGINT NOT NULL, -- past
  failing_ms BIGINT, -- past
  problem TEXT,
  ended INTEGER NOT NULL,
  joined_ms BIGINT NOT NULL, -- record
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id)
);

-- Relays that were left. whole_ms: by the relay's clock, when nothing more waited there.
CREATE TABLE relay_former ( -- restricted
  relay TEXT PRIMARY KEY,
  whole_ms BIGINT NOT NULL -- record
);

-- Envelopes that came by relays, for as long as a relay could bring them again. relay: that brought it; empty for one that
-- had come directly.
CREATE TABLE relay_seen ( -- restricted
  hash TEXT NOT NULL,
  relay TEXT NOT NULL,
  signed_ms BIGINT NOT NULL, -- record
  PRIMARY KEY (hash, relay)
);
CREATE INDEX relay_seen_signed ON relay_seen (signed_ms);

-- Objects that a relay has of this node.
CREATE TABLE relay_sent ( -- restricted
  relay TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (relay, hash)
);
