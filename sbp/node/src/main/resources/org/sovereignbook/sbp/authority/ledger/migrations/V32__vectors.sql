-- Vectors of texts to search (package society.recall), if an embedder is chosen.

-- item: whose passages they are of. model: the id of the model. vectors: a byte for each number, passage by passage, in Base64.
CREATE TABLE recall_vector (
  item ${key} REFERENCES recall_item (number),
  model TEXT NOT NULL,
  vectors TEXT NOT NULL
);
