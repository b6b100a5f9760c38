package org.sovereignbook.sbp.frontend.web;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.agents.AgentStatus;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.model.judgment.LlmStatus;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.runtime.health.Health;
import org.sovereignbook.sbp.society.board.TaskState;
import org.sovereignbook.sbp.society.status.SocietyStatus;
import org.sovereignbook.sbp.store.NodeCounts;
import org.sovereignbook.sbp.store.Store;

/**
 * Numbers of the node for a monitoring system. No name, id or text of anybody is in them, and each
 * label is of a closed list.
 */
final class Metrics {
  private Metrics() {}

  /** Reads the numbers as they are now. */
  static String of(
      Session session,
      Ledger ledger,
      WebEvents events,
      Duration running,
      OpenMetrics.Format format) {
    Node node = ledger.node();
    OpenMetrics all = new OpenMetrics(format);
    SocietyStatus society =
        ledger.read(
            tx -> {
              SocietyStatus now = SocietyStatus.of(tx);
              society(tx, now, all);
              return now;
            });
    LlmStatus llm = LlmStatus.of(node, backend -> session.isMetered(node, backend));
    try (Store store = session.store(node)) {
      counts(NodeCounts.of(store, store.peers()), all);
      problems(Health.of(node, store, llm).and(society.reasons()), all);
    }
    return all.gauge(
            "sbp_server_running",
            "",
            "Whether the server for peers runs.",
            NodeLock.holder(NodeLock.server(node.home())).isPresent() ? 1 : 0)
        .gauge("sbp_web_pages", "", "Open pages with live changes.", events.open())
        .counter("sbp_web_looks", "", "Reads of the database for changes.", events.reads())
        .counter(
            "sbp_web_running_seconds",
            "seconds",
            "Time since this server started.",
            running.toMillis() / 1_000.0)
        .end();
  }

  private static void problems(Health health, OpenMetrics all) {
    SequencedMap<String, Integer> bySeverity = new LinkedHashMap<>();
    for (Health.State severity : List.of(Health.State.ATTENTION, Health.State.DOWN)) {
      List<Health.Reason> its =
          health.reasons().stream().filter(each -> each.severity() == severity).toList();
      bySeverity.put(severity.toString(), its.size());
    }
    all.gauges(
        "sbp_problems", "Problems of the node, its store and its society.", "severity", bySeverity);
  }

  private static void society(Transaction tx, SocietyStatus status, OpenMetrics all) {
    SequencedMap<String, Integer> tasks = new LinkedHashMap<>();
    for (TaskState state : TaskState.values()) {
      String word = Words.of(state);
      tasks.put(word, (int) tx.number("SELECT COUNT(*) FROM task WHERE state = ?", word));
    }
    SequencedMap<String, Integer> agents = new LinkedHashMap<>();
    Stream.of(AgentStatus.values())
        .map(Words::of)
        .forEach(word -> agents.put(word, status.agents().getOrDefault(word, 0)));
    agents.remove(Words.of(AgentStatus.REMOVED));
    all.gauges("sbp_tasks", "Tasks by state.", "state", tasks)
        .gauges("sbp_agents", "Agents by status.", "status", agents)
        .gauge("sbp_mail_waiting", "", "Mail that nobody has handled.", status.unhandledMail())
        .gauge("sbp_owner_waiting", "", "Things that wait for the owner.", status.waiting().size())
        .counter(
            "sbp_events",
            "",
            "Events of the society.",
            (double) tx.number("SELECT COALESCE(MAX(seq), 0) FROM event"));
  }

  private static void counts(NodeCounts counts, OpenMetrics all) {
    SequencedMap<String, Integer> peers = new LinkedHashMap<>();
    counts.peers().forEach((trust, count) -> peers.put(Words.of(trust), count));
    all.gauges("sbp_peers", "Peers by trust.", "trust", peers)
        .gauges("sbp_outbox", "Envelopes that wait, by kind.", "kind", counts.outbox())
        .gauge("sbp_inbox", "", "Envelopes that wait for the reader.", counts.inbox())
        .gauge("sbp_inbox_set_aside", "", "Envelopes that the model failed on.", counts.setAside())
        .gauge("sbp_messages_unread", "", "Unread personal messages.", counts.unread())
        .gauge("sbp_subscribers", "", "Peers that follow this node.", counts.subscribers());
  }
}
