-- Transactions on chains (AGENT-STACK §10), each signed and stored before it is sent.

-- network: chain id and registry. account: the sender. signer: the variable of its key. kind: register, set-wallet, rate,
-- revoke. agent_number: on the chain. wallet: the variable of a new wallet. task: that a rating is for. state: signed, settled,
-- failed, replaced. result: the new agent's number, or the feedback's index.
CREATE TABLE chain_transaction (
  number ${serial},
  id TEXT NOT NULL UNIQUE,
  network TEXT NOT NULL,
  account TEXT NOT NULL,
  nonce BIGINT NOT NULL,
  signer TEXT NOT NULL,
  kind TEXT NOT NULL,
  agent TEXT NOT NULL REFERENCES agent (id),
  agent_number TEXT,
  wallet TEXT,
  task TEXT,
  rated BIGINT,
  raw TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL,
  result TEXT,
  fee_wei TEXT,
  signed_ms BIGINT NOT NULL, -- record
  settled_ms BIGINT, -- record
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id),
  UNIQUE (network, account, nonce)
);
CREATE INDEX chain_transaction_agent ON chain_transaction (agent, network, kind);
