-- Evolution of agents by measured changes (AGENT-STACK §9). Decimal numbers are stored in millionths.

-- Changes of agents; at most one of each agent is open. path: prompt, model, role. proposal: JSON of the bullets, models, role and
-- skills before and after. attempts: of the agent, when the state was reached. moved_ms: when it reached its state.
-- written: whether the team's files have what the state demands.
CREATE TABLE evolution_change (
  number ${serial},
  id TEXT NOT NULL UNIQUE,
  principal TEXT NOT NULL,
  path TEXT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT NOT NULL,
  proposal TEXT NOT NULL,
  attempts BIGINT NOT NULL,
  written BIGINT NOT NULL,
  created_ms BIGINT NOT NULL, -- record
  moved_ms BIGINT NOT NULL, -- past
  ended_ms BIGINT -- record
);
CREATE UNIQUE INDEX evolution_change_open ON evolution_change (principal) WHERE ended_ms IS NULL;
CREATE INDEX evolution_change_of ON evolution_change (principal, number);

-- Everything that happened to the changes. detail: JSON.
CREATE TABLE evolution_event (
  number ${serial},
  principal TEXT NOT NULL,
  change_id TEXT,
  kind TEXT NOT NULL,
  detail TEXT NOT NULL,
  at_ms BIGINT NOT NULL -- record
);
CREATE INDEX evolution_event_of ON evolution_event (principal, number);

-- Past tasks on which a change of a prompt is tried. part: held_out, confirmation, anchor, live. The scores are NULL until
-- reviewers have judged the answers of both prompts.
CREATE TABLE evolution_pair (
  change_id TEXT NOT NULL REFERENCES evolution_change (id),
  part TEXT NOT NULL,
  place BIGINT NOT NULL,
  task TEXT NOT NULL,
  old_score BIGINT,
  new_score BIGINT,
  reviews BIGINT NOT NULL,
  judged_ms BIGINT, -- record
  PRIMARY KEY (change_id, part, place)
);

CREATE TABLE evolution_vote (
  change_id TEXT NOT NULL REFERENCES evolution_change (id),
  voter TEXT NOT NULL,
  approves BIGINT NOT NULL,
  at_ms BIGINT NOT NULL, -- record
  PRIMARY KEY (change_id, voter)
);

-- Versions of the bullets in an agent's prompt, as JSON, and which of them is in use. Version 0 has no bullets and no row.
CREATE TABLE evolution_prompt (
  principal TEXT NOT NULL,
  version BIGINT NOT NULL,
  bullets TEXT NOT NULL,
  PRIMARY KEY (principal, version)
);

CREATE TABLE evolution_prompt_used (
  principal TEXT PRIMARY KEY,
  version BIGINT NOT NULL
);
