-- Groups that agents of several nodes share (docs/protocol-memory.md).

-- A shared group. node: the first key of its owner's node, name_there: its id in that node. serial: of the newest
-- members' list. epoch: of the key for items sent now. document: the signed list, where another node signs it.
-- ended_ms: when this node had no member left.
CREATE TABLE shared_group (
  group_id TEXT PRIMARY KEY REFERENCES memory_group (id),
  node TEXT NOT NULL,
  name_there TEXT NOT NULL,
  serial BIGINT NOT NULL,
  epoch BIGINT NOT NULL,
  document TEXT NOT NULL,
  created_ms BIGINT NOT NULL, -- record
  ended_ms BIGINT, -- record
  principal TEXT NOT NULL,
  authority_id TEXT NOT NULL REFERENCES authority (id),
  UNIQUE (node, name_there)
);

-- Keys of a group's epochs, sealed to a key of this node.
CREATE TABLE shared_key (
  group_id TEXT NOT NULL REFERENCES shared_group (group_id),
  epoch BIGINT NOT NULL,
  sealed TEXT NOT NULL, -- sealed
  to_key TEXT NOT NULL,
  created_ms BIGINT NOT NULL, -- record
  PRIMARY KEY (group_id, epoch)
);

-- The other nodes of a group. refused: what this node refused of it, with the last reason.
CREATE TABLE shared_node (
  group_id TEXT NOT NULL REFERENCES shared_group (group_id),
  node TEXT NOT NULL,
  endpoint TEXT NOT NULL,
  refused BIGINT NOT NULL,
  reason TEXT,
  joined_ms BIGINT NOT NULL, -- record
  heard_ms BIGINT, -- record
  left_ms BIGINT, -- record
  PRIMARY KEY (group_id, node)
);

-- Members in other nodes.
CREATE TABLE shared_member (
  group_id TEXT NOT NULL REFERENCES shared_group (group_id),
  node TEXT NOT NULL,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  joined_ms BIGINT NOT NULL, -- record
  PRIMARY KEY (group_id, node, name)
);

-- Items of a shared group. id: the same in all nodes. item: here. version_id, updated_ms: of the present version.
-- ended: deleted for all nodes.
CREATE TABLE shared_item (
  group_id TEXT NOT NULL REFERENCES shared_group (group_id),
  id TEXT NOT NULL,
  item TEXT NOT NULL,
  version_id TEXT NOT NULL,
  updated_ms BIGINT NOT NULL, -- past
  node TEXT NOT NULL,
  author TEXT NOT NULL,
  ended BIGINT NOT NULL,
  PRIMARY KEY (group_id, id)
);
CREATE INDEX shared_item_here ON shared_item (item);

-- Versions of such items, those that lost included. version: its number here, 0 for the end of the item. node,
-- author: who wrote it. bytes: of its text.
CREATE TABLE shared_version (
  group_id TEXT NOT NULL REFERENCES shared_group (group_id),
  id TEXT NOT NULL,
  version_id TEXT NOT NULL,
  version BIGINT NOT NULL,
  node TEXT NOT NULL,
  author TEXT NOT NULL,
  updated_ms BIGINT NOT NULL, -- record
  bytes BIGINT NOT NULL,
  at_ms BIGINT NOT NULL, -- past
  PRIMARY KEY (group_id, id, version_id)
);
CREATE INDEX shared_version_of ON shared_version (node, at_ms);

-- What a node is to get. what: an item's id, list, or leave. version: the version's id, or the list's serial.
-- id: of the mail that carries it now. state: waiting, left, sent, received, refused, cancelled.
-- due_ms: when it is sent, or sent again.
CREATE TABLE shared_sending (
  group_id TEXT NOT NULL REFERENCES shared_group (group_id),
  node TEXT NOT NULL,
  what TEXT NOT NULL,
  version TEXT NOT NULL,
  id TEXT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT,
  tries BIGINT NOT NULL,
  due_ms BIGINT NOT NULL, -- pause
  at_ms BIGINT NOT NULL, -- past
  PRIMARY KEY (group_id, node, what)
);
CREATE INDEX shared_sending_due ON shared_sending (state, due_ms);
CREATE INDEX shared_sending_mail ON shared_sending (id);
