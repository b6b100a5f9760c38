package org.sovereignbook.sbp.society.team;

import java.util.List;

/**
 * Decisions about a member that need nobody else (AGENT-STACK §11, {@code autonomy_level}).
 *
 * @param needsOwner whether each verdict on its work waits for the owner
 * @param prompt whether a change of its prompt that has passed its trial is adopted
 * @param model whether it gets another model
 * @param role whether it gets another role without a vote
 * @param models those that it may be given in place of its own, in this order
 */
public record Autonomy(
    boolean needsOwner, boolean prompt, boolean model, boolean role, List<String> models) {

  static Autonomy of(int level, List<String> models) {
    return new Autonomy(level == 0, level >= 1, level >= 2, level >= 3, models);
  }
}
