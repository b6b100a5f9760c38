package org.sovereignbook.sbp.plugins.team;

import java.util.function.Consumer;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.model.llm.LlmException;

/** Work of a feature that a member does between its own tasks. For one thread. */
public interface MemberWork {
  /**
   * Member at work, in its process.
   *
   * @param self its principal
   * @param log receives lines about its steps
   */
  record Host(
      Ledger ledger,
      TeamFiles files,
      Team team,
      TeamMember member,
      Principal self,
      MemberModels models,
      Consumer<String> log) {}

  /** Returns the member's activity during a step, one word. */
  String activity();

  /**
   * Prepares for the next task, before the member claims it. Changes of the team's files hold for
   * that task.
   */
  default void beforeTask() {}

  /**
   * Does a step while the member has no other work, or after its task.
   *
   * @return whether it did one; if not, it is asked again after a minute
   * @throws LlmException when a backend fails, which is logged
   */
  boolean step() throws LlmException, InterruptedException;
}
