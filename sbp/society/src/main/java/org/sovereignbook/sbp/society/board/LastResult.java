package org.sovereignbook.sbp.society.board;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.ToolRights;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.society.mail.Bus;

/**
 * Publication of an accepted result on the bus, as {@code last_result} of the member of a team that
 * did it (AGENT-STACK §5).
 */
record LastResult(Transaction tx) {
  private static final String KEY = "last_result";
  private static final String TOOL = "bus_put";
  private static final int MAX_CHARACTERS = 4_000;

  /**
   * Publishes the result of a task, unless its worker may not, or only a group may read it. It
   * speaks for all that the worker had seen when it submitted it.
   *
   * @param by the authority of the acceptance, which is the submission's if nobody reviews it
   */
  void publish(TaskRow task, Authority by) {
    Optional<AgentId> worker = task.worker().flatMap(Principal::agentId).map(AgentId::parse);
    if (worker.isEmpty()
        || !tx.exists("SELECT 1 FROM team_member WHERE agent = ?", worker.get().hex())) {
      return;
    }
    try {
      String name = new WorkerNames(tx).name(task.worker().get());
      List<Authority> submitted =
          tx.authorities(
              "SELECT authority_id FROM event WHERE id = ?",
              "task:%s:%s:%d".formatted(task.id(), TaskAction.SUBMIT.past(), task.attempt()));
      List<Authority> causes = new ArrayList<>(submitted.isEmpty() ? List.of(by) : submitted);
      tx.authority(task.authorityId()).ifPresent(causes::add);
      Caller caller =
          Agents.caller(tx, Optional.of(name), Optional.empty(), "team").onBehalfOf(tx, causes);
      boolean isAllowed =
          causes.stream().allMatch(cause -> Access.refusal(tx, cause, TOOL).isEmpty());
      String result = result(task);
      boolean isForGroup = !ItemPointer.items(result).isEmpty();
      if (isAllowed && !isForGroup && ToolRights.mayNow(tx, caller, TOOL)) {
        Bus.Entry _ = Bus.put(tx, caller, KEY, Cut.after(result, MAX_CHARACTERS), Optional.empty());
      }
    } catch (SocietyException e) {
      // A suspended worker publishes nothing, and a full bus holds up no verdict.
    }
  }

  /** Returns the result of the current attempt; empty when there is none. */
  private String result(TaskRow task) {
    Optional<String> id =
        tx.first(
            "SELECT result_id FROM task_attempt WHERE task = ? AND number = ?"
                + " AND result_id IS NOT NULL",
            row -> row.text(1),
            task.id(),
            (long) task.attempt());
    return id.isPresent() ? tx.text(id.get()).orElse("") : "";
  }
}
