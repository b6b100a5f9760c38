-- Swarms (CORDELIA §4): a group of memory, agents that are its members, and tasks with one label, run by a team.

-- id: as the creator called it. strategy: broadcast, pipeline, hierarchical. parent: who created it. coordinator:
-- the principal that merges the findings. leads: whether that is one of its agents, by a task. goal_item,
-- synthesis_item: items of the group. state: open, complete, failed, disbanded.
CREATE TABLE swarm ( -- restricted
  id TEXT PRIMARY KEY,
  group_id TEXT NOT NULL UNIQUE REFERENCES memory_group (id),
  label TEXT NOT NULL UNIQUE,
  strategy TEXT NOT NULL,
  parent TEXT NOT NULL,
  coordinator TEXT NOT NULL,
  leads BIGINT NOT NULL,
  goal_item TEXT NOT NULL,
  synthesis_item TEXT,
  state TEXT NOT NULL,
  created_ms BIGINT NOT NULL, -- record
  ended_ms BIGINT, -- record
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id)
);

-- number: its place in the manifest. agent: its 64 hex digits.
CREATE TABLE swarm_agent ( -- restricted
  swarm TEXT NOT NULL REFERENCES swarm (id),
  number BIGINT NOT NULL,
  slot TEXT NOT NULL,
  agent TEXT NOT NULL UNIQUE REFERENCES agent (id),
  PRIMARY KEY (swarm, number)
);
