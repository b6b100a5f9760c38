package org.sovereignbook.sbp.society.board;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.society.mail.Sending;
import org.sovereignbook.sbp.society.reputation.Consensus;
import org.sovereignbook.sbp.society.reputation.Judgment;

/**
 * Requests of reviews: of the drawn panel first, of more of it when their scores are far apart, and
 * of the owner when they stay apart.
 */
record Escalation(Transaction tx, TaskTable tasks, BoardPolicy policy) {

  /** Asks for further reviews of the current attempt, if it needs some. Returns whether it does. */
  boolean asksMore(TaskRow task, Judgment judgment) {
    int asked = tasks.askedOfPanel(task);
    if (asked == 0 || judgment.verified().isPresent() || judgment.consensus().isEmpty()) {
      return false;
    }
    Consensus consensus = judgment.consensus().get();
    List<Principal> more = tasks.panel(task, asked, consensus.reviewersAfter(asked));
    for (Principal reviewer : more) {
      tasks.ask(task, reviewer, task.due().orElse(tx.now()));
      mail(task, reviewer);
    }
    if (!more.isEmpty()) {
      return true;
    }
    if (!consensus.isContested() || tasks.isAsked(task, Principal.OWNER)) {
      return false;
    }
    tasks.ask(task, Principal.OWNER, task.due().orElse(tx.now()));
    return Sending.notify(tx, by(task), Principal.OWNER, dissent(task, consensus));
  }

  /** Mails a reviewer of the panel, in the program's name, because its worker is not shown whom. */
  void mail(TaskRow task, Principal reviewer) {
    boolean _ =
        Sending.requestReview(
            tx,
            by(task),
            reviewer,
            JsonObject.empty().with("task", task.id()).with("attempt", task.attempt()),
            Duration.ofMillis(policy.reviewMs()));
  }

  private Authority by(TaskRow task) {
    return tasks.caused(task, Authority.SYSTEM);
  }

  private String dissent(TaskRow task, Consensus consensus) {
    WorkerNames names = new WorkerNames(tx);
    String scores =
        consensus.reviews().stream()
            .sorted(
                Comparator.comparingDouble(
                    each -> -Math.abs(each.corrected() - consensus.verdict())))
            .map(
                each ->
                    "%s: %.0f (weight %.2f)"
                        .formatted(
                            names.name(new Principal(each.review().reviewer())),
                            each.review().score(),
                            each.weight()))
            .collect(Collectors.joining("\n"));
    return "The reviewers of attempt %d of the task %s do not agree; those farthest from the verdict\n"
            .formatted(task.attempt(), task.id())
        + "come first:\n%s\n".formatted(scores)
        + ("Your score decides:  sbp task review %s --score N\n"
                + "Without it the verdict will be %.0f of 100 when the time for reviews is over.")
            .formatted(task.id(), consensus.verdict());
  }
}
