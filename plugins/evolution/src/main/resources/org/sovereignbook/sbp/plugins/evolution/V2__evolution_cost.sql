-- What the calls of models for a change have cost; the amount in millionths of a dollar.
ALTER TABLE evolution_change ADD COLUMN calls BIGINT NOT NULL DEFAULT 0;

ALTER TABLE evolution_change ADD COLUMN tokens BIGINT NOT NULL DEFAULT 0;

ALTER TABLE evolution_change ADD COLUMN cost_usd BIGINT NOT NULL DEFAULT 0;
