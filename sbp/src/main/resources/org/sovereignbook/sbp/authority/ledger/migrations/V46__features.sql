-- Which version the tables of each feature have.

-- name: of the feature. version: how many of its scripts have run.
CREATE TABLE society_feature (
  name TEXT NOT NULL PRIMARY KEY,
  version BIGINT NOT NULL
);
