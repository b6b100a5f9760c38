-- An item takes less space: its first text has no row in memory_version until another follows, since memory_item says all of it
-- (class Items); and in SQLite there is no second copy of some primary keys.

DELETE FROM memory_version WHERE source_event IS NULL AND EXISTS (
  SELECT 1 FROM memory_item i WHERE i.id = memory_version.item AND i.version = memory_version.version
    AND i.body_id = memory_version.body_id AND i.author = memory_version.author AND i.created_ms = memory_version.at_ms
    AND i.principal = memory_version.principal AND i.authority_id = memory_version.authority_id
);

-- The tables keep their declarations of V1, V20 and V39, and so their statements are indented.
-- only SQLITE
  CREATE TABLE lean_old AS SELECT * FROM memory_cause;
  DROP TABLE memory_cause;
  CREATE TABLE memory_cause (item TEXT NOT NULL, authority_id TEXT NOT NULL REFERENCES authority (id), approved_version BIGINT, PRIMARY KEY (item, authority_id)) WITHOUT ROWID;
  INSERT INTO memory_cause SELECT * FROM lean_old;
  DROP TABLE lean_old;
  CREATE TABLE lean_old AS SELECT * FROM memory_tag;
  DROP TABLE memory_tag;
  CREATE TABLE memory_tag (item TEXT NOT NULL REFERENCES memory_item (id), tag TEXT NOT NULL, PRIMARY KEY (item, tag)) WITHOUT ROWID;
  INSERT INTO memory_tag SELECT * FROM lean_old;
  DROP TABLE lean_old;
  CREATE TABLE lean_old AS SELECT * FROM event_subject;
  DROP TABLE event_subject;
  CREATE TABLE event_subject (event_id TEXT NOT NULL REFERENCES event (id), number INTEGER NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL, PRIMARY KEY (event_id, number)) WITHOUT ROWID;
  INSERT INTO event_subject SELECT * FROM lean_old;
  CREATE INDEX event_subject_subject ON event_subject (kind, subject);
  DROP TABLE lean_old;
-- end
