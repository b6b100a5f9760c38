package org.sovereignbook.sbp.plugins.team;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.ToolRights;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.mail.Sending;

/**
 * Texts of a member, in the group of its team.
 *
 * @param caller the member, on behalf of the authors of the items that it was shown
 */
record Sharing(Transaction tx, Caller caller, TeamGroup group, TeamMember member) {
  private static final int MAX_REPORTED_CHARACTERS = 2_000;

  /** Stores a result, and mails it to the lead. Returns what the board holds of it. */
  String result(Claim claim, String text) {
    String pointer = TeamGroup.put(tx, caller, group.id(), "task-" + claim.task(), text);
    boolean reports =
        !group.lead().isEmpty()
            && !group.lead().equals(member.id())
            && ToolRights.mayNow(tx, caller, "mail_send");
    if (reports) {
      report(claim, pointer, text);
    }
    return pointer;
  }

  /** A report that finds no room is not sent: the result is in the group. */
  private void report(Claim claim, String pointer, String text) {
    try {
      Sending.message(
              group.lead(),
              "the result of %s (%s):%n%n%s"
                  .formatted(claim.task(), pointer, Cut.after(text, MAX_REPORTED_CHARACTERS)))
          .send(tx, caller);
    } catch (SocietyException e) {
      if (!e.code().equals("mailbox-full")) {
        throw e;
      }
    }
  }

  /** Returns a plan whose texts are items of the group. */
  Plan plan(Claim claim, Plan given) {
    List<PlannedTask> tasks = new ArrayList<>();
    for (PlannedTask task : given.tasks()) {
      int number = tasks.size() + 1;
      String label = "task-" + claim.task() + "-part-" + number;
      String text = task.title() + task.description().map(more -> "\n\n" + more).orElse("");
      tasks.add(
          task.saying(
              "part %d, planned by %s".formatted(number, member.id()),
              Optional.of(TeamGroup.put(tx, caller, group.id(), label, text))));
    }
    return Plan.of(tasks);
  }
}
