-- Reputation of agents and peers by their tasks (AGENT-STACK §7, §8). Decimal numbers are stored in millionths.

-- low: the number of verdicts in a row after which the composite was below 40.
CREATE TABLE reputation (
  principal TEXT PRIMARY KEY,
  task_completion BIGINT NOT NULL,
  output_quality BIGINT NOT NULL,
  improvement_rate BIGINT NOT NULL,
  consistency BIGINT NOT NULL,
  review_accuracy BIGINT NOT NULL,
  state TEXT NOT NULL,
  attempts BIGINT NOT NULL,
  low BIGINT NOT NULL
);

-- Changes of a reputation. cause: the ending of an attempt, or reviewed. bucket: the role that the task required.
-- …_signal: NULL where there was none. The scores are those afterwards.
CREATE TABLE reputation_change (
  number ${serial},
  principal TEXT NOT NULL,
  task TEXT NOT NULL,
  attempt BIGINT NOT NULL,
  cause TEXT NOT NULL,
  bucket TEXT NOT NULL,
  verdict BIGINT,
  completion_signal BIGINT,
  quality_signal BIGINT,
  improvement_signal BIGINT,
  consistency_signal BIGINT,
  accuracy_signal BIGINT,
  task_completion BIGINT NOT NULL,
  output_quality BIGINT NOT NULL,
  improvement_rate BIGINT NOT NULL,
  consistency BIGINT NOT NULL,
  review_accuracy BIGINT NOT NULL,
  composite BIGINT NOT NULL,
  state TEXT NOT NULL,
  at_ms BIGINT NOT NULL -- record
);
CREATE INDEX reputation_change_of ON reputation_change (principal, number);

-- Agents that may be asked about an attempt, in random order; drawn when it began.
CREATE TABLE review_panel (
  task TEXT NOT NULL,
  attempt BIGINT NOT NULL,
  place BIGINT NOT NULL,
  reviewer TEXT NOT NULL,
  PRIMARY KEY (task, attempt, place)
);

-- spread: between the highest and the lowest score. thin: whether fewer than three reviewed it. verified: whether the
-- owner's score decided.
CREATE TABLE review_verdict (
  task TEXT NOT NULL,
  attempt BIGINT NOT NULL,
  target TEXT NOT NULL,
  verdict BIGINT NOT NULL,
  spread BIGINT NOT NULL,
  thin BIGINT NOT NULL,
  verified BIGINT NOT NULL,
  reviews BIGINT NOT NULL,
  at_ms BIGINT NOT NULL, -- record
  PRIMARY KEY (task, attempt)
);

-- Reviews of attempts that have a verdict, each with the factors of its weight. others: the weighted median of the other
-- reviews; verified: the owner's score; NULL without one.
CREATE TABLE peer_review (
  number ${serial},
  task TEXT NOT NULL,
  attempt BIGINT NOT NULL,
  reviewer TEXT NOT NULL,
  target TEXT NOT NULL,
  score BIGINT NOT NULL,
  corrected BIGINT NOT NULL,
  weight BIGINT NOT NULL,
  reputation BIGINT NOT NULL,
  mutual BIGINT NOT NULL,
  deviation BIGINT NOT NULL,
  favouritism BIGINT NOT NULL,
  information BIGINT NOT NULL,
  verification BIGINT NOT NULL,
  bias BIGINT NOT NULL,
  hot BIGINT NOT NULL,
  others BIGINT,
  verified BIGINT,
  at_ms BIGINT NOT NULL -- record
);
CREATE INDEX peer_review_by ON peer_review (reviewer, number);
CREATE INDEX peer_review_of ON peer_review (task, attempt);

ALTER TABLE task_review DROP COLUMN weight_permille;
