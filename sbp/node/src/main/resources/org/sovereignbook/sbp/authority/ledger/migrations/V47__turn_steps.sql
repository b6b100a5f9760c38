-- Steps of a turn: each call of a model with the parts of its prompt, and the decision on each call of a tool.

-- number: its place among the turn's calls of models. behind: the number of the turn's last message before it. fit: what the
-- prompt left out: whole, lean, tight. parts: what it held, JSON, with sizes and authors and without texts. call_id: its id in
-- the ledger of calls, which has its tokens and its cost. first_ms: when the answer began. why: the reason of a failed call.
CREATE TABLE agent_prompt (
  turn TEXT NOT NULL REFERENCES agent_turn (id),
  number INTEGER NOT NULL,
  behind INTEGER NOT NULL,
  backend TEXT NOT NULL,
  fit TEXT NOT NULL,
  parts TEXT NOT NULL,
  call_id TEXT,
  why TEXT,
  began_ms BIGINT NOT NULL, -- record
  first_ms BIGINT, -- record
  ended_ms BIGINT, -- record
  PRIMARY KEY (turn, number)
);
CREATE INDEX agent_prompt_began ON agent_prompt (began_ms);

-- begun_ms: when the call began, behind a wait for others of its turn. decision, reason: what the access rules said to it.
ALTER TABLE agent_call ADD COLUMN begun_ms BIGINT; -- record
ALTER TABLE agent_call ADD COLUMN decision TEXT;
ALTER TABLE agent_call ADD COLUMN reason TEXT;
