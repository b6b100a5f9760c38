package org.sovereignbook.sbp.plugins.groups;

import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** The operator's settings for groups with members in other nodes. */
final class SharedGroupsSettings {
  static final Setting<Integer> GROUP_NODES =
      Setting.integer(
          "memory.group_nodes", 20, 1, 49, "other nodes that may have members in one group");

  static final Setting<Integer> PEER_GROUPS =
      Setting.integer(
          "memory.peer_groups", 20, 0, 10_000, "groups of one peer that our agents may be in");

  static final Setting<Integer> PEER_ITEMS_PER_HOUR =
      Setting.integer(
          "memory.peer_items_per_hour",
          600,
          1,
          1_000_000,
          "items of shared groups that are accepted from one peer in an hour; more wait in the"
              + " inbox");

  static final Setting<Integer> LIST_MAILS_PER_HOUR =
      Setting.integer(
          "memory.list_mails_per_hour",
          600,
          1,
          1_000_000,
          "mails that the members' lists of one other node make this node send in an hour; more"
              + " wait");

  static final Setting<Integer> PEER_BYTES =
      Setting.integer(
          "memory.peer_bytes",
          67_108_864,
          0,
          2_147_483_647,
          "size of all versions of items that one peer's agents stored here; more are refused");

  static final Settings ALL =
      Settings.of(GROUP_NODES, PEER_GROUPS, PEER_ITEMS_PER_HOUR, LIST_MAILS_PER_HOUR, PEER_BYTES);

  private SharedGroupsSettings() {}
}
