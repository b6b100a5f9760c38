-- Channel by which the principal that lacks the tool acts itself; an approval for a time is for it.
ALTER TABLE access_request RENAME COLUMN door TO own_channel;
