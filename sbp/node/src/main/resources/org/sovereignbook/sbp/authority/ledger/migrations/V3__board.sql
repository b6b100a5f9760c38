-- Who may do what next, who does it, and when it is accepted. Workers and reviewers are principals.

-- open_blockers: how many of its blockers are not completed; it is ready at 0.
-- attempt, fence: of the latest claim; a fence only grows, and grows whenever a claim ends unasked.
-- worker, worker_epoch: whose attempt it is, and which incarnation; returned: 1 from a rejection until
--   that worker takes it up again.
-- due_ms: when time itself changes it next: a lease, the time for reviews or the deadline ends.
-- failure: why it failed, one word.
-- origin_…: whose board it came from, and what it is there; offered_…: who was offered it.
CREATE TABLE task (
  number ${serial},
  id TEXT NOT NULL UNIQUE,
  title_id TEXT NOT NULL,
  description_id TEXT,
  state TEXT NOT NULL,
  priority INTEGER NOT NULL,
  required_role TEXT,
  min_reputation INTEGER NOT NULL,
  parent TEXT,
  deadline_ms BIGINT,
  keep_waiting INTEGER NOT NULL,
  open_blockers INTEGER NOT NULL,
  created_ms BIGINT NOT NULL,
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL,
  source_event TEXT,
  attempt INTEGER NOT NULL,
  fence BIGINT NOT NULL,
  worker TEXT,
  worker_epoch BIGINT,
  returned INTEGER NOT NULL,
  lease_until_ms BIGINT,
  due_ms BIGINT,
  rejections INTEGER NOT NULL,
  expiries INTEGER NOT NULL,
  failure TEXT,
  finished_ms BIGINT,
  origin_peer TEXT,
  origin_task TEXT,
  origin_fence BIGINT,
  offered_to TEXT,
  offer_id TEXT
);
-- These begin with the state, or SQLite would rather sort what task_state finds.
CREATE INDEX task_ready ON task (state, priority DESC, number)
  WHERE state = 'pending' AND open_blockers = 0;
CREATE INDEX task_due ON task (due_ms) WHERE due_ms IS NOT NULL;
CREATE INDEX task_state ON task (state, number);
CREATE INDEX task_worker ON task (state, worker, number) WHERE state = 'claimed';
CREATE INDEX task_parent ON task (parent) WHERE parent IS NOT NULL;
CREATE INDEX task_origin ON task (origin_peer, origin_task) WHERE origin_peer IS NOT NULL;
CREATE INDEX task_offer ON task (offer_id) WHERE offer_id IS NOT NULL;

CREATE TABLE task_label (
  task TEXT NOT NULL,
  label TEXT NOT NULL,
  PRIMARY KEY (task, label)
);
CREATE INDEX task_label_label ON task_label (label, task);

CREATE TABLE blocker (
  task TEXT NOT NULL,
  blocked_by TEXT NOT NULL,
  PRIMARY KEY (task, blocked_by)
);
CREATE INDEX blocker_blocked_by ON blocker (blocked_by);

-- Who is asked to review each attempt.
CREATE TABLE task_reviewer (
  task TEXT NOT NULL,
  reviewer TEXT NOT NULL,
  PRIMARY KEY (task, reviewer)
);

-- Every claimed try at a task. ending: a word; NULL as long as it goes on.
CREATE TABLE task_attempt (
  task TEXT NOT NULL,
  number INTEGER NOT NULL,
  worker TEXT NOT NULL,
  epoch BIGINT NOT NULL,
  fence BIGINT NOT NULL,
  started_ms BIGINT NOT NULL,
  submitted_ms BIGINT,
  ended_ms BIGINT,
  ending TEXT,
  result_id TEXT,
  reason_id TEXT,
  PRIMARY KEY (task, number)
);

-- at_ms, score, comment_id: NULL until the review is in.
CREATE TABLE task_review (
  task TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  reviewer TEXT NOT NULL,
  requested_ms BIGINT NOT NULL,
  due_ms BIGINT NOT NULL,
  score INTEGER,
  weight_permille INTEGER NOT NULL,
  comment_id TEXT,
  at_ms BIGINT,
  PRIMARY KEY (task, attempt, reviewer)
);
CREATE INDEX task_review_waiting ON task_review (reviewer) WHERE at_ms IS NULL;
