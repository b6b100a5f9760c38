package org.sovereignbook.sbp.cli;

import java.nio.file.Files;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.access.AccessRequests;
import org.sovereignbook.sbp.agents.Caller;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.health.Alerts;
import org.sovereignbook.sbp.health.Health;
import org.sovereignbook.sbp.hooks.HookPrograms;
import org.sovereignbook.sbp.hooks.HookTrouble;
import org.sovereignbook.sbp.ledger.Ledger;
import org.sovereignbook.sbp.ledger.SocietyException;
import org.sovereignbook.sbp.ledger.Transaction;
import org.sovereignbook.sbp.mail.Sending;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;

/**
 * What waits for the owner: what is shown of it, who is told, and what an answer has left to do.
 */
record OwnerNews(Session session, Node node) {
  private static final String MAIL = "mail:";

  /** What is told: ids of requests, or names of hooks. */
  record Waiting(List<String> requests, List<String> hooks) {}

  /** That requests wait, for status. */
  static List<Health.Reason> reasons(Ledger ledger) {
    int waiting = pending(ledger).size();
    return waiting == 0
        ? List.of()
        : List.of(
            Health.attention(
                "requests",
                Wording.counted(waiting, "request")
                    + (waiting == 1 ? " waits" : " wait")
                    + " for your answer",
                "sbp access requests"));
  }

  private static List<AccessRequests.Request> pending(Ledger ledger) {
    return ledger.read(tx -> new AccessRequests(tx).pending());
  }

  /**
   * Tells of new requests, and lets approved calls run that somebody was kept from.
   *
   * @return what could not be told
   */
  List<String> tell(Alerts alerts) throws InterruptedException {
    Optional<Ledger> opened = opened();
    if (opened.isEmpty()) {
      return List.of();
    }
    try (Ledger ledger = opened.get()) {
      List<ApprovedCalls.Ran> _ = new ApprovedCalls(session, ledger).runAll();
      Optional<String> to = alerts.wantsAttention();
      List<AccessRequests.Request> news =
          to.isEmpty() ? List.of() : ledger.<List<AccessRequests.Request>>write(OwnerNews::taken);
      if (pending(ledger).isEmpty()) {
        node.disk().delete(AccessRequests.hint(node));
      }
      List<HookTrouble> hooks =
          to.isEmpty() ? List.of() : ledger.<List<HookTrouble>>write(HookTrouble::untold);
      List<String> problems = new ArrayList<>();
      if (!news.isEmpty()) {
        problems.addAll(tell(ledger, alerts, to.orElseThrow(), news));
      }
      if (!hooks.isEmpty()) {
        problems.addAll(tellOfHooks(ledger, alerts, to.orElseThrow(), hooks));
      }
      return problems;
    }
  }

  private List<String> tellOfHooks(Ledger ledger, Alerts alerts, String to, List<HookTrouble> hooks)
      throws InterruptedException {
    String text =
        "Hooks need your attention.\n"
            + hooks.stream()
                .map(one -> "- " + PeerText.plain(one.text()) + " (" + one.remedy() + ")\n")
                .collect(Collectors.joining());
    return tell(
        ledger,
        alerts,
        to,
        text.strip(),
        new Waiting(List.of(), hooks.stream().map(HookTrouble::hook).distinct().toList()));
  }

  /** Known to be told before they are, so that nobody is told twice. */
  private static List<AccessRequests.Request> taken(Transaction tx) throws SQLException {
    AccessRequests requests = new AccessRequests(tx);
    requests.settle();
    List<AccessRequests.Request> news = requests.untold();
    for (AccessRequests.Request one : news) {
      requests.told(one);
    }
    return news;
  }

  private List<String> tell(
      Ledger ledger, Alerts alerts, String to, List<AccessRequests.Request> news)
      throws InterruptedException {
    String text =
        Wording.counted(news.size(), "request")
            + " for your answer.\n"
            + news.stream()
                .map(one -> "- " + PeerText.plain(one.id() + ": " + one.reason()) + "\n")
                .collect(Collectors.joining())
            + "Answer at your terminal: sbp access requests --home "
            + node.home().root();
    return tell(
        ledger,
        alerts,
        to,
        text,
        new Waiting(news.stream().map(AccessRequests.Request::id).toList(), List.of()));
  }

  private static List<String> tell(
      Ledger ledger, Alerts alerts, String to, String text, Waiting waiting)
      throws InterruptedException {
    Optional<String> problem =
        to.startsWith(MAIL)
            ? mail(ledger, to.substring(MAIL.length()), text)
            : alerts.attention(to, text, waiting);
    return problem.map(why -> "on_attention was not told: " + why).stream().toList();
  }

  private static Optional<String> mail(Ledger ledger, String agent, String text) {
    try {
      ledger.write(tx -> Sending.message(agent, text).send(tx, Caller.system()));
      return Optional.empty();
    } catch (SocietyException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private Optional<Ledger> opened() {
    return Files.exists(AccessRequests.hint(node)) || HookPrograms.isAny(node)
        ? session.ledgerIfAny(node)
        : Optional.empty();
  }
}
