package org.sovereignbook.sbp.runtime.health;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Tokens;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.hooks.HookTrouble;
import org.sovereignbook.sbp.society.mail.Mailboxes;

/**
 * The state of a node's society: its agents, its work, and its problems.
 *
 * @param agents counts by status
 * @param openTasks tasks that have not ended
 * @param unhandledMail in all mailboxes
 */
public record SocietyStatus(
    SequencedMap<String, Integer> agents,
    int openTasks,
    int unhandledMail,
    List<Health.Reason> reasons) {
  /** Reads the state. Changes nothing, so deadlines that have passed may not be applied yet. */
  public static SocietyStatus of(Transaction tx) {
    List<Agent> living = Agents.living(tx);
    SequencedMap<String, Integer> byStatus =
        living.stream()
            .collect(
                Collectors.toMap(
                    agent -> agent.status().toString(), _ -> 1, Integer::sum, TreeMap::new));
    return new SocietyStatus(
        byStatus, Board.in(tx).open(), Mailboxes.unhandled(tx), reasons(tx, living));
  }

  private static List<Health.Reason> reasons(Transaction tx, List<Agent> living) {
    List<Health.Reason> reasons = new ArrayList<>();
    for (Agent agent : living) {
      if (agent.rests() && agent.dueMs().filter(due -> due > tx.nowMs()).isPresent()) {
        String text =
            "%s is suspended (%s) until %s"
                .formatted(agent.name(), agent.statusReason(), agent.restsUntil().orElseThrow());
        reasons.add(Health.attention("agents", text, "sbp agent show " + agent.name()));
      }
    }
    for (Tokens.Ending ending : Tokens.ending(tx)) {
      String text =
          "the last token of %s %s %s"
              .formatted(ending.agent(), ending.isOver() ? "ended" : "ends", ending.at());
      reasons.add(Health.attention("agents", text, "sbp agent token " + ending.agent()));
    }
    reasons.addAll(Health.ofTasks(tx));
    for (HookTrouble one : HookTrouble.all(tx)) {
      reasons.add(Health.attention("hooks", PeerText.plain(one.text()), one.remedy()));
    }
    return List.copyOf(reasons);
  }

  /** Returns a line such as {@code 3 active, 1 suspended; 2 open tasks, 0 mails to handle}. */
  public String line() {
    String who =
        agents.entrySet().stream()
            .map(each -> each.getValue() + " " + each.getKey())
            .collect(Collectors.joining(", "));
    return "%s; %d open %s, %d %s to handle"
        .formatted(
            who,
            openTasks,
            openTasks == 1 ? "task" : "tasks",
            unhandledMail,
            unhandledMail == 1 ? "mail" : "mails");
  }
}
