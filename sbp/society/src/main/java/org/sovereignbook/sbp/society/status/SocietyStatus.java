package org.sovereignbook.sbp.society.status;

import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.runtime.feature.NodeFeature;
import org.sovereignbook.sbp.runtime.health.Health;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.mail.Mailboxes;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * The state of a node's society: its agents, its work, and its problems.
 *
 * @param agents counts by status
 * @param openTasks tasks that have not ended
 * @param unhandledMail in all mailboxes
 * @param waiting things that wait for the owner
 * @param features what is under way in features, by their names
 */
public record SocietyStatus(
    SequencedMap<String, Integer> agents,
    int openTasks,
    int unhandledMail,
    List<Health.Reason> reasons,
    List<OwnersTurn> waiting,
    SequencedMap<String, String> features) {
  /** Reads the state. Changes nothing, so deadlines that have passed may not be applied yet. */
  public static SocietyStatus of(Transaction tx) {
    List<Agent> living = Agents.living(tx);
    SequencedMap<String, Integer> byStatus =
        living.stream()
            .collect(
                Collectors.toMap(
                    agent -> agent.status().toString(), _ -> 1, Integer::sum, TreeMap::new));
    return new SocietyStatus(
        byStatus,
        Board.in(tx).open(),
        Mailboxes.unhandled(tx),
        reasons(tx),
        OwnersTurn.of(tx),
        features(tx));
  }

  private static SequencedMap<String, String> features(Transaction tx) {
    SequencedMap<String, String> all = new TreeMap<>();
    for (NodeFeature feature : tx.features().of(NodeFeature.class)) {
      ItemFault.orElse(() -> feature.status(tx), _ -> Optional.<String>empty())
          .ifPresent(text -> all.put(feature.name(), text));
    }
    return all;
  }

  /** Returns the problems of the society: its agents, policies, tasks, hooks, and of features. */
  public static List<Health.Reason> reasons(Transaction tx) {
    return tx.features().of(NodeFeature.class).stream()
        .flatMap(feature -> reasons(tx, feature).stream())
        .toList();
  }

  /** Returns the problems that a feature finds; one that fails in it is a problem itself. */
  private static List<Health.Reason> reasons(Transaction tx, NodeFeature feature) {
    try {
      return feature.judges().stream().flatMap(judge -> judge.finds().apply(tx).stream()).toList();
    } catch (RuntimeException e) {
      if (!ItemFault.isOfItem(e)) {
        throw e;
      }
      return List.of(
          Health.attention(
              "features",
              "the feature %s cannot say how it is: %s"
                  .formatted(feature.name(), PeerText.plain(String.valueOf(e.getMessage()))),
              feature.isOptional() ? "sbp plugin off " + feature.name() : "sbp doctor"));
    }
  }

  /** Returns a line such as {@code 3 active, 1 suspended; 2 open tasks, 0 mails to handle}. */
  public String line() {
    String who =
        agents.entrySet().stream()
            .map(each -> each.getValue() + " " + each.getKey())
            .collect(Collectors.joining(", "));
    return "%s; %s, %s"
        .formatted(
            who,
            Wording.counted(openTasks, "open task"),
            Wording.counted(unhandledMail, "mail") + " to handle");
  }

  /** Returns the same as facts, parted by {@code ;}. */
  public String facts() {
    return line().replaceFirst("(open tasks?), ", "$1; ");
  }
}
