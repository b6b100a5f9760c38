-- Search: texts by scope (package society.recall), and the full-text index over them, which the database keeps by itself.

-- scope: a random id. number: the beginning of each word that is indexed in it.
CREATE TABLE recall_scope (
  number ${serial},
  scope TEXT NOT NULL UNIQUE
);

-- id: of the text's owner. at_ms: the date that the text is about. passages: how many besides the heading. terms: how many words in all.
CREATE TABLE recall_item (
  number ${serial},
  id TEXT NOT NULL UNIQUE,
  scope BIGINT NOT NULL REFERENCES recall_scope (number),
  at_ms BIGINT NOT NULL,
  passages BIGINT NOT NULL,
  terms BIGINT NOT NULL
);
CREATE INDEX recall_item_scope ON recall_item (scope, passages, terms);

-- id: 4096 times the item's number, plus the passage's number; 0 is the heading: author, title, caption. terms: the different
-- words of the text as they are indexed, SCOPE:STEM each.
CREATE TABLE recall_passage (
  id ${key},
  text TEXT NOT NULL,
  terms TEXT NOT NULL
);

-- only SQLITE
DROP TABLE IF EXISTS recall_words;
CREATE VIRTUAL TABLE recall_words USING fts5 (
  terms, content = 'recall_passage', content_rowid = 'id', detail = none, tokenize = "ascii tokenchars ':'"
);
INSERT INTO recall_words (recall_words, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER recall_passage_added AFTER INSERT ON recall_passage BEGIN
  INSERT INTO recall_words (rowid, terms) VALUES (new.id, new.terms);
END;
CREATE TRIGGER recall_passage_removed AFTER DELETE ON recall_passage BEGIN
  INSERT INTO recall_words (recall_words, rowid, terms) VALUES ('delete', old.id, old.terms);
END;
CREATE TRIGGER recall_passage_changed AFTER UPDATE ON recall_passage BEGIN
  INSERT INTO recall_words (recall_words, rowid, terms) VALUES ('delete', old.id, old.terms);
  INSERT INTO recall_words (rowid, terms) VALUES (new.id, new.terms);
END;
-- end
-- only POSTGRES
CREATE INDEX recall_words ON recall_passage USING gin (array_to_tsvector(string_to_array(terms, ' ')));
-- end
