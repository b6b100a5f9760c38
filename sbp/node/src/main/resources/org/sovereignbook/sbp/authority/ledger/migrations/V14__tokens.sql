-- The token by which whoever made this one had proved itself: this one ends with it. NULL: none.
ALTER TABLE agent_token ADD COLUMN issued_by TEXT;

-- By which channel calls with this token come. NULL: by commands, and over MCP.
ALTER TABLE agent_token ADD COLUMN channel TEXT;
CREATE INDEX agent_token_issued_by ON agent_token (issued_by) WHERE issued_by IS NOT NULL;
