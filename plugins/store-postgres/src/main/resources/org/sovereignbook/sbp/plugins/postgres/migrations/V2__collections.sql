-- All keyed collections in one table, all streams in another, so that a new collection needs no
-- table. What version 1 held is carried over.

-- changed_at: when the entry was put or moved there, or its own time where it is remembered for
-- some time
-- claimed_by: the worker that works on it, as long as that worker lives
CREATE TABLE entry (
  collection TEXT COLLATE "C" NOT NULL,
  key TEXT COLLATE "C" NOT NULL,
  value BYTEA NOT NULL,
  changed_at BIGINT NOT NULL,
  claimed_by TEXT COLLATE "C",
  PRIMARY KEY (collection, key)
);
CREATE INDEX entry_changed_at ON entry (collection, changed_at);

-- part: empty, or the month of an archive
CREATE TABLE line (
  stream TEXT COLLATE "C" NOT NULL,
  part TEXT COLLATE "C" NOT NULL,
  number BIGINT NOT NULL,
  line TEXT NOT NULL,
  PRIMARY KEY (stream, part, number)
);

INSERT INTO entry SELECT CASE state WHEN 'pending' THEN 'inbox' ELSE 'inbox/' || state END, id, envelope, moved_at FROM inbox;
INSERT INTO entry SELECT 'accepted-envelopes', hash, convert_to('{"id": "' || inbox_id || '", "at": "' || to_char(to_timestamp(accepted_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || '"}', 'UTF8'), accepted_at FROM accepted_envelope;
INSERT INTO entry SELECT 'outbox', kind || '/' || name, convert_to(item, 'UTF8'), extract(epoch FROM now())::BIGINT, claimed_by FROM outbox;
INSERT INTO entry SELECT 'outbox/failed', name, convert_to(item, 'UTF8'), extract(epoch FROM now())::BIGINT FROM outbox_failed;
INSERT INTO entry SELECT CASE archived WHEN 0 THEN 'sent' ELSE 'sent-archive' END, day || '/' || name, convert_to(item, 'UTF8'), extract(epoch FROM now())::BIGINT FROM sent;
INSERT INTO entry SELECT kind, hash, convert_to(json, 'UTF8'), extract(epoch FROM now())::BIGINT FROM object;
INSERT INTO entry SELECT 'seen-hashes', hash, convert_to('"' || kind || '/' || replace(hash, ':', '-') || '.json"', 'UTF8'), extract(epoch FROM now())::BIGINT FROM seen_hash;
INSERT INTO entry SELECT 'reply-index', parent || '/' || reply, ''::BYTEA, extract(epoch FROM now())::BIGINT FROM reply;
INSERT INTO entry SELECT 'seen-envelopes', hash, convert_to('{"id": "' || inbox_id || '", "at": "' || to_char(to_timestamp(seen_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || '"}', 'UTF8'), seen_at FROM seen_envelope;
INSERT INTO entry SELECT 'identity/peers', public_key, convert_to(document, 'UTF8'), extract(epoch FROM now())::BIGINT FROM peer_identity;
INSERT INTO entry SELECT document, document, convert_to(json, 'UTF8'), extract(epoch FROM now())::BIGINT FROM state;
INSERT INTO line SELECT log, '', number, line FROM log;
INSERT INTO line SELECT log, month, number, line FROM log_archive;

DROP TABLE inbox, accepted_envelope, outbox, outbox_failed, sent, object, seen_hash, reply, seen_envelope, peer_identity, state, log, log_archive;
