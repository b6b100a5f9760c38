-- Schema version 2: all keyed collections in one table, all streams in another, so that a new
-- collection needs no table. What version 1 held is carried over.

-- changed_at: when the entry was put or moved there, or its own time where it is remembered for
-- some time
CREATE TABLE entry (
  collection TEXT NOT NULL,
  key TEXT NOT NULL,
  value BLOB NOT NULL,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (collection, key)
) STRICT;
CREATE INDEX entry_changed_at ON entry (collection, changed_at);

-- part: empty, or the month of an archive
CREATE TABLE line (
  stream TEXT NOT NULL,
  part TEXT NOT NULL,
  number INTEGER NOT NULL,
  line TEXT NOT NULL,
  PRIMARY KEY (stream, part, number)
) STRICT;

INSERT INTO entry SELECT CASE state WHEN 'pending' THEN 'inbox' ELSE 'inbox/' || state END, id, envelope, moved_at FROM inbox;
INSERT INTO entry SELECT 'accepted-envelopes', hash, CAST(json_object('id', inbox_id, 'at', strftime('%Y-%m-%dT%H:%M:%SZ', accepted_at, 'unixepoch')) AS BLOB), accepted_at FROM accepted_envelope;
INSERT INTO entry SELECT 'outbox', kind || '/' || name, CAST(item AS BLOB), CAST(strftime('%s', 'now') AS INTEGER) FROM outbox;
INSERT INTO entry SELECT 'outbox/failed', name, CAST(item AS BLOB), CAST(strftime('%s', 'now') AS INTEGER) FROM outbox_failed;
INSERT INTO entry SELECT CASE archived WHEN 0 THEN 'sent' ELSE 'sent-archive' END, day || '/' || name, CAST(item AS BLOB), CAST(strftime('%s', 'now') AS INTEGER) FROM sent;
INSERT INTO entry SELECT kind, hash, CAST(json AS BLOB), CAST(strftime('%s', 'now') AS INTEGER) FROM object;
INSERT INTO entry SELECT 'seen-hashes', hash, CAST('"' || kind || '/' || replace(hash, ':', '-') || '.json"' AS BLOB), CAST(strftime('%s', 'now') AS INTEGER) FROM seen_hash;
INSERT INTO entry SELECT 'reply-index', parent || '/' || reply, x'', CAST(strftime('%s', 'now') AS INTEGER) FROM reply;
INSERT INTO entry SELECT 'seen-envelopes', hash, CAST(json_object('id', inbox_id, 'at', strftime('%Y-%m-%dT%H:%M:%SZ', seen_at, 'unixepoch')) AS BLOB), seen_at FROM seen_envelope;
INSERT INTO entry SELECT 'identity/peers', public_key, CAST(document AS BLOB), CAST(strftime('%s', 'now') AS INTEGER) FROM peer_identity;
INSERT INTO entry SELECT document, document, CAST(json AS BLOB), CAST(strftime('%s', 'now') AS INTEGER) FROM state;
INSERT INTO line SELECT log, '', number, line FROM log;
INSERT INTO line SELECT log, month, number, line FROM log_archive;

DROP TABLE inbox;
DROP TABLE accepted_envelope;
DROP TABLE outbox;
DROP TABLE outbox_failed;
DROP TABLE sent;
DROP TABLE object;
DROP TABLE seen_hash;
DROP TABLE reply;
DROP TABLE seen_envelope;
DROP TABLE peer_identity;
DROP TABLE state;
DROP TABLE log;
DROP TABLE log_archive;
