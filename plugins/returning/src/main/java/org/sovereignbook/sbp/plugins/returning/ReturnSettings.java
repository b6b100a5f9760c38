package org.sovereignbook.sbp.plugins.returning;

import java.util.List;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** The operator's settings for agents that leave and return. */
final class ReturnSettings {
  static final Setting<Integer> BUNDLE_BYTES =
      Setting.integer(
          "returns.max_bundle_bytes",
          64 << 20,
          1 << 16,
          1 << 30,
          "the largest file of an agent that is read");

  static final Setting<List<String>> AUTOMATIC =
      Setting.texts(
          "returns.automatic_merge",
          List.of(),
          Agent::isName,
          "the name of an agent",
          "agents that are merged without review when they return: with trust above 0.85, at most"
              + " two sessions, and no conflict");

  static final Settings ALL = Settings.of(BUNDLE_BYTES, AUTOMATIC);

  private ReturnSettings() {}
}
