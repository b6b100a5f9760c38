-- Members of teams are sessions: what each was asked and answered in a run becomes the thread of agent:main:NAME:team:RUN.
-- The hashes of these turns are computed when the society is opened next (society.sessions.MemberTurns).

CREATE INDEX agent_turn_unsealed ON agent_turn (session, id) WHERE hash IS NULL AND state = 'completed';

ALTER TABLE team_turn ADD COLUMN turn TEXT;
ALTER TABLE team_turn ADD COLUMN session TEXT;
ALTER TABLE team_turn ADD COLUMN authority_id TEXT;

-- A ULID: ten digits of the time, then the number.
UPDATE team_turn SET session = 'agent:main:' || name || ':team:' || run,
  authority_id = COALESCE((SELECT t.authority_id FROM task t WHERE t.id = team_turn.task),
    (SELECT r.authority_id FROM team_run r WHERE r.id = team_turn.run)),
  turn = substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + CAST((at_ms >> 45) & 31 AS INTEGER), 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + CAST((at_ms >> 40) & 31 AS INTEGER), 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + CAST((at_ms >> 35) & 31 AS INTEGER), 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + CAST((at_ms >> 30) & 31 AS INTEGER), 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + CAST((at_ms >> 25) & 31 AS INTEGER), 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + CAST((at_ms >> 20) & 31 AS INTEGER), 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + CAST((at_ms >> 15) & 31 AS INTEGER), 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + CAST((at_ms >> 10) & 31 AS INTEGER), 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + CAST((at_ms >> 5) & 31 AS INTEGER), 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + CAST(at_ms & 31 AS INTEGER), 1)
    || substr('0000000000000000', 1, 16 - length(CAST(number AS TEXT))) || CAST(number AS TEXT);

DELETE FROM team_turn WHERE authority_id IS NULL OR asked_id NOT IN (SELECT id FROM content)
  OR answered_id NOT IN (SELECT id FROM content);

INSERT INTO agent_session (label, persona, agent, head, created_ms, moved_ms, principal, authority_id)
SELECT l.session, 'main', l.name, l.turn, r.started_ms, l.at_ms, r.principal, r.authority_id
FROM team_turn l JOIN team_run r ON r.id = l.run
WHERE l.number = (SELECT MAX(n.number) FROM team_turn n WHERE n.session = l.session);

DELETE FROM team_turn WHERE session NOT IN (SELECT label FROM agent_session);

INSERT INTO agent_turn (id, parent, session, type, state, tries, started_ms, ended_ms, tokens_in, tokens_out, prompt_tokens)
SELECT turn, LAG(turn) OVER (PARTITION BY session ORDER BY number), session, 'normal', 'completed', 1, at_ms, at_ms, 0, 0, 0
FROM team_turn;

INSERT INTO agent_input (id, session, turn, number, source, mode, state, content_id, reply_to, at_ms, ended_ms, principal,
  authority_id)
SELECT t.turn, t.session, t.turn, 1, 'agent', 'followup', 'answered', t.asked_id, '', t.at_ms, t.at_ms,
  COALESCE((SELECT k.principal FROM task k WHERE k.id = t.task), (SELECT r.principal FROM team_run r WHERE r.id = t.run)),
  t.authority_id
FROM team_turn t;

INSERT INTO agent_message (turn, number, role, content_id, at_ms)
SELECT turn, 2, 'assistant', answered_id, at_ms FROM team_turn;

DROP TABLE team_turn;
