-- turn: the turn of a session in which the refused call was made; NULL outside of turns, and for older requests.
ALTER TABLE access_request ADD COLUMN turn TEXT;
