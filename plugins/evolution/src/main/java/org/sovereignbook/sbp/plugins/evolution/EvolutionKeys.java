package org.sovereignbook.sbp.plugins.evolution;

import java.util.List;
import org.sovereignbook.sbp.node.Setting;

/** The keys of evolution in {@code team.yaml} (AGENT-STACK §11). */
final class EvolutionKeys {
  static final Setting<Boolean> PROMPT_AUTO_APPLY =
      Setting.flag(
          "reputation.evolution.prompt_auto_apply",
          true,
          "whether a change of a prompt that has passed its trial is adopted without you; for"
              + " agents without autonomy_level");

  static final Setting<Boolean> SWAP_CONFIRM =
      Setting.flag(
          "reputation.evolution.model_swap_require_confirm",
          true,
          "whether a change of the model waits for you; for agents without autonomy_level");

  static final Setting<Double> VOTE_THRESHOLD =
      Setting.decimal(
          "reputation.evolution.role_vote_threshold",
          0.6,
          0,
          1,
          "the share of the votes that a change of the role needs");

  static final List<Setting<?>> OF_TEAM = List.of(PROMPT_AUTO_APPLY, SWAP_CONFIRM, VOTE_THRESHOLD);

  static final Setting<List<String>> FALLBACK_MODELS =
      Setting.texts(
          "fallback_models",
          List.of(),
          name -> !name.isBlank(),
          "the name of a model",
          "the models that it may be given in place of its own, in this order");

  private EvolutionKeys() {}
}
