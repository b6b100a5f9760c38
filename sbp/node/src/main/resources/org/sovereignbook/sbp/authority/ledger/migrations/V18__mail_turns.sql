-- Mail of peers is given in turns. turn: a mail's place among what peers sent to the mailbox, 0 for all else.
ALTER TABLE mail ADD COLUMN turn BIGINT NOT NULL DEFAULT 0;
UPDATE mail SET turn = 1 WHERE way = 'in';
CREATE INDEX mail_turn ON mail (to_box, peer, turn) WHERE state = 'delivered' AND turn > 0;
