-- Which version the tables of each feature have.

-- name: of the feature. version: how many of its scripts have run. tables: their names, each behind those that it refers to.
CREATE TABLE society_feature (
  name TEXT NOT NULL PRIMARY KEY,
  version BIGINT NOT NULL,
  tables TEXT NOT NULL
);
