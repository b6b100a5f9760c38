-- analysis: the version of the text analysis that made the words of an item (class Terms).
ALTER TABLE recall_item ADD COLUMN analysis BIGINT NOT NULL DEFAULT 1;
CREATE INDEX recall_item_analysis ON recall_item (analysis);
