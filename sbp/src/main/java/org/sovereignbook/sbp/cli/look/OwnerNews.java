package org.sovereignbook.sbp.cli.look;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.access.AccessRequests;
import org.sovereignbook.sbp.authority.access.Approvals;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.cli.rules.ApprovedCalls;
import org.sovereignbook.sbp.frontend.command.EditCommand;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.runtime.health.Alerts;
import org.sovereignbook.sbp.society.mail.Mail;
import org.sovereignbook.sbp.society.mail.Sending;
import org.sovereignbook.sbp.store.Approval;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.NodeBusyException;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;

/**
 * Requests and drafts that wait for the owner: shown in status, sent as notices, and completed
 * after an answer.
 */
public record OwnerNews(Session session, Node node) {
  private static final String MAIL = "mail:";

  /** The ids in a notice. */
  public record Waiting(List<String> requests, List<String> drafts) {}

  /**
   * Sends notices of new requests and drafts, runs approved calls for callers that cannot repeat
   * them, and ends expired drafts.
   *
   * @param isAnyDraft whether there are drafts for a notice or expired ones, as {@link
   *     #isAnyDraft(Store, Alerts)} found before
   * @return errors in sending notices
   */
  public List<String> send(Alerts alerts, boolean isAnyDraft) throws InterruptedException {
    List<String> problems = new ArrayList<>();
    boolean isAnyRequest = false;
    try {
      isAnyRequest = sendRequests(alerts, problems);
    } catch (StoreException e) {
      problems.add("requests for the owner cannot be read: " + e.getMessage());
    }
    if (isAnyDraft || (isAnyRequest && isAnyDraft(alerts))) {
      sendDrafts(alerts).ifPresent(problems::add);
    }
    return problems;
  }

  private boolean sendRequests(Alerts alerts, List<String> problems) throws InterruptedException {
    Optional<Ledger> opened = session.ledgerIfAny(node);
    if (opened.isEmpty()) {
      return false;
    }
    try (Ledger ledger = opened.get()) {
      boolean isAny = ledger.<Boolean>read(tx -> new AccessRequests(tx).isAnything());
      if (isAny) {
        send(alerts, ledger).ifPresent(problems::add);
      }
      return isAny;
    }
  }

  private Optional<String> send(Alerts alerts, Ledger ledger) throws InterruptedException {
    List<ApprovedCalls.Ran> _ = new ApprovedCalls(session, ledger).runAll();
    Optional<String> to = alerts.wantsAttention();
    Optional<String> problem = Optional.empty();
    if (to.isPresent() && to.get().startsWith(MAIL)) {
      problem = mail(ledger, to.get().substring(MAIL.length()));
    } else if (to.isPresent()) {
      List<AccessRequest> news = ledger.<List<AccessRequest>>write(OwnerNews::taken);
      problem =
          news.isEmpty()
              ? Optional.empty()
              : alerts.attention(to.get(), text(lines(news)), about(news));
      if (problem.isPresent()) {
        ledger.write(tx -> mark(tx, news, false));
      }
    }
    return problem.map(OwnerNews::notSent);
  }

  private static String notSent(String why) {
    return "on_attention was not notified; the next tick tries again: " + why;
  }

  /** Marks the notices as sent before sending them, so that a crash never repeats one. */
  private static List<AccessRequest> taken(Transaction tx) {
    AccessRequests requests = new AccessRequests(tx);
    requests.settle();
    List<AccessRequest> news = requests.unnotified();
    boolean _ = mark(tx, news, true);
    return news;
  }

  private static boolean mark(Transaction tx, List<AccessRequest> news, boolean isSent) {
    for (AccessRequest one : news) {
      new AccessRequests(tx).setNotified(one, isSent);
    }
    return !news.isEmpty();
  }

  /** Mails the notice and marks it as sent in one commit. */
  private Optional<String> mail(Ledger ledger, String agent) {
    try {
      boolean _ =
          ledger.<Boolean>write(
              tx -> {
                List<AccessRequest> news = taken(tx);
                return !news.isEmpty() && sent(tx, agent, text(lines(news)));
              });
      return Optional.empty();
    } catch (SocietyException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static boolean sent(Transaction tx, String agent, String text) {
    Mail _ = Sending.message(agent, text).send(tx, Caller.system());
    return true;
  }

  private static Waiting about(List<AccessRequest> news) {
    return new Waiting(news.stream().map(AccessRequest::id).toList(), List.of());
  }

  private static List<String> lines(List<AccessRequest> news) {
    return news.stream().map(one -> one.id() + ": " + one.reason()).toList();
  }

  private String text(List<String> lines) {
    return Wording.counted(lines.size(), "request")
        + " for your answer.\n"
        + lines.stream()
            .map(line -> "- " + PeerText.plain(line) + "\n")
            .collect(Collectors.joining())
        + "Answer at your terminal: sbp access requests --home "
        + node.home().root();
  }

  /** Sends notices of drafts. If another process holds the node, the next tick does it. */
  private Optional<String> sendDrafts(Alerts alerts) throws InterruptedException {
    Optional<String> to = alerts.wantsAttention();
    List<Approval> news = new ArrayList<>();
    try (ExclusiveStore held = session.atOnce(node, EditCommand.COMPONENT)) {
      Approvals approvals = new Approvals(node, held.store());
      approvals.settle();
      if (to.isPresent()) {
        news.addAll(untold(approvals).toList());
        keep(held.store(), news, true);
      }
    } catch (NodeBusyException e) {
      return Optional.empty();
    }
    if (news.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> problem = sendDrafts(alerts, to.orElseThrow(), news);
    if (problem.isPresent()) {
      try (ExclusiveStore held = session.atOnce(node, EditCommand.COMPONENT)) {
        Approvals approvals = new Approvals(node, held.store());
        keep(
            held.store(),
            approvals.pending().stream()
                .filter(one -> news.stream().anyMatch(told -> told.id().equals(one.id())))
                .toList(),
            false);
      } catch (NodeBusyException e) {
        return problem;
      }
    }
    return problem.map(OwnerNews::notSent);
  }

  private boolean isAnyDraft(Alerts alerts) {
    try (Store store = session.store(node)) {
      return isAnyDraft(store, alerts);
    }
  }

  /** Returns whether drafts have expired, or need a notice. */
  public boolean isAnyDraft(Store store, Alerts alerts) {
    Approvals approvals = new Approvals(node, store);
    return approvals.isAnyOver()
        || (alerts.wantsAttention().isPresent() && untold(approvals).findAny().isPresent());
  }

  private static Stream<Approval> untold(Approvals approvals) {
    return approvals.pending().stream().filter(one -> !one.told());
  }

  private static void keep(Store store, List<Approval> some, boolean isSent) {
    ChangeSet changes = new ChangeSet();
    some.forEach(one -> changes.add(one.told(isSent).put()));
    if (!changes.isEmpty()) {
      store.commit(changes);
    }
  }

  private Optional<String> sendDrafts(Alerts alerts, String to, List<Approval> news)
      throws InterruptedException {
    String text =
        text(
            news.stream()
                .map(
                    one ->
                        "%s: %s drafted a %s, which leaves only when you approve it by %s"
                            .formatted(one.id(), one.by(), one.kind(), one.expires()))
                .toList());
    if (!to.startsWith(MAIL)) {
      List<String> ids = news.stream().map(Approval::id).toList();
      return alerts.attention(to, text, new Waiting(List.of(), ids));
    }
    try (Ledger ledger = session.ledger(node)) {
      boolean _ = ledger.<Boolean>write(tx -> sent(tx, to.substring(MAIL.length()), text));
      return Optional.empty();
    } catch (SocietyException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
