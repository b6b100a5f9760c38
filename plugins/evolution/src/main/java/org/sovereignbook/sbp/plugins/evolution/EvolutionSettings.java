package org.sovereignbook.sbp.plugins.evolution;

import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** The operator's settings for changes of agents. */
final class EvolutionSettings {
  static final Setting<Integer> TRIAL_CALLS =
      Setting.integer(
          "reputation.trial_calls",
          250,
          0,
          10_000,
          "most calls of models for the trial of one change of a prompt on past tasks");

  static final Settings ALL = Settings.of(TRIAL_CALLS);

  private EvolutionSettings() {}
}
