package org.sovereignbook.sbp.frontend.automation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.access.AccessRequests;
import org.sovereignbook.sbp.authority.access.Approvals;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.EditCommand;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.runtime.feature.NodeFeature;
import org.sovereignbook.sbp.runtime.health.Alerts;
import org.sovereignbook.sbp.runtime.health.Notice;
import org.sovereignbook.sbp.runtime.health.Notices;
import org.sovereignbook.sbp.society.mail.Sending;
import org.sovereignbook.sbp.society.status.OwnersTurn;
import org.sovereignbook.sbp.store.Approval;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.ItemFault;
import org.sovereignbook.sbp.store.NodeBusyException;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;

/**
 * Requests, drafts and hooks that wait for the owner: shown in status, sent as notices, and
 * completed after an answer.
 */
public record OwnerNotices(Session session, Node node, Alerts alerts) {
  private static final String MAIL = "mail:";

  /** The ids in a notice of requests and drafts. */
  public record Waiting(List<String> requests, List<String> drafts) {}

  /** The names in a notice of hooks. */
  public record Needing(List<String> hooks) {}

  /** The keys in a notice of features. */
  public record Asking(List<String> things) {}

  /**
   * Drafts at one moment.
   *
   * @param isAnyOver whether some have expired, which is not recorded yet
   * @param pending the ones that wait for the owner
   */
  public record Drafts(boolean isAnyOver, List<Approval> pending) {
    public static final Drafts NONE = new Drafts(false, List.of());

    private List<Notice> notices() {
      return pending.stream()
          .map(
              one ->
                  new Notice(
                      Notice.Kind.DRAFT,
                      one.id(),
                      "%s: %s drafted a %s, which leaves only when you approve it by %s"
                          .formatted(one.id(), one.by(), one.kind(), one.expires()),
                      OwnersTurn.REQUESTS,
                      one.notified()))
          .toList();
    }
  }

  /** Returns the present drafts. */
  public Drafts drafts(Store store) {
    Approvals approvals = new Approvals(node, store);
    return new Drafts(approvals.isAnyOver(), approvals.pending());
  }

  /**
   * Sends notices of requests, drafts and hooks with problems, runs approved calls for callers that
   * cannot repeat them, and ends expired drafts.
   *
   * @param drafts the drafts, as found before
   * @return errors in sending notices
   */
  public List<String> send(Drafts drafts) throws InterruptedException {
    List<String> problems = new ArrayList<>();
    Map<Notice.Kind, List<Notice>> open = new EnumMap<>(Notice.Kind.class);
    Drafts present = drafts;
    try {
      if (runApproved(open)) {
        try (Store store = session.store(node)) {
          present = drafts(store);
        }
      }
    } catch (StoreException e) {
      problems.add("requests for the owner cannot be read: " + e.getMessage());
    }
    endExpired(present);
    open.put(Notice.Kind.DRAFT, present.notices());
    if (alerts.wantsAttention().isPresent()) {
      Map<Boolean, List<Notice>> ofFeatures =
          ofFeatures().stream()
              .collect(Collectors.partitioningBy(one -> one.kind() == Notice.Kind.HOOK));
      open.put(Notice.Kind.HOOK, ofFeatures.get(true));
      open.put(Notice.Kind.FEATURE, ofFeatures.get(false));
      problems.addAll(give(open, alerts.wantsAttention().get()));
    }
    return problems;
  }

  /** Runs approved calls, and reads what is still requested. Returns whether anything was. */
  private boolean runApproved(Map<Notice.Kind, List<Notice>> open) {
    Optional<Ledger> opened = session.ledgerIfAny(node);
    open.put(Notice.Kind.REQUEST, List.of());
    if (opened.isEmpty()) {
      return false;
    }
    try (Ledger ledger = opened.get()) {
      boolean isAny = ledger.<Boolean>read(tx -> new AccessRequests(tx).isAnything());
      if (isAny) {
        List<ApprovedCalls.Ran> _ = new ApprovedCalls(session, ledger).runAll();
        if (alerts.wantsAttention().isPresent()) {
          open.put(Notice.Kind.REQUEST, ledger.<List<Notice>>write(OwnerNotices::requests));
        }
      }
      return isAny;
    }
  }

  private static List<Notice> requests(Transaction tx) {
    AccessRequests requests = new AccessRequests(tx);
    requests.settle();
    return requests.pending().stream()
        .map(
            one ->
                new Notice(
                    Notice.Kind.REQUEST,
                    one.id(),
                    one.id() + ": " + one.reason(),
                    OwnersTurn.REQUESTS))
        .toList();
  }

  /** Ends expired drafts. If another process holds the node, the next tick does it. */
  private void endExpired(Drafts drafts) {
    if (drafts.isAnyOver()) {
      try (ExclusiveStore held = session.atOnce(node, EditCommand.COMPONENT)) {
        new Approvals(node, held.store()).settle();
      } catch (NodeBusyException e) {
        // The next tick does it.
      }
    }
  }

  /** Reads what features want the owner to know; one that fails stops no other. */
  private List<Notice> ofFeatures() {
    List<Notice> all = new ArrayList<>();
    Map<NodeFeature, List<Function<Transaction, List<Notice>>>> asked = new LinkedHashMap<>();
    for (NodeFeature feature : Features.on(node).of(NodeFeature.class)) {
      List<Function<Transaction, List<Notice>>> questions =
          ItemFault.orElse(
              feature::notices,
              e -> {
                all.add(failed(feature, e));
                return List.of();
              });
      if (!questions.isEmpty()) {
        asked.put(feature, questions);
      }
    }
    Optional<Ledger> opened = asked.isEmpty() ? Optional.empty() : session.ledgerIfAny(node);
    if (opened.isPresent()) {
      try (Ledger ledger = opened.get()) {
        asked.keySet().removeIf(feature -> !ledger.hasTables(feature));
        asked.forEach((feature, questions) -> all.addAll(notices(ledger, feature, questions)));
      }
    }
    return all;
  }

  private static List<Notice> notices(
      Ledger ledger, NodeFeature feature, List<Function<Transaction, List<Notice>>> questions) {
    return ItemFault.orElse(
        () ->
            ledger.read(
                tx ->
                    questions.stream()
                        .flatMap(question -> question.apply(tx).stream())
                        .map(OwnerNotices::plain)
                        .toList()),
        e -> List.of(failed(feature, e)));
  }

  private static Notice plain(Notice one) {
    return new Notice(one.kind(), one.key(), PeerText.plain(one.text()), one.remedy());
  }

  private static Notice failed(NodeFeature feature, RuntimeException failure) {
    return new Notice(
        Notice.Kind.FEATURE,
        feature.name(),
        "the feature %s cannot say what waits: %s"
            .formatted(feature.name(), ItemFault.reason(failure)),
        "sbp plugin off " + feature.name());
  }

  /** Gives what is due to the receiver in {@code on_attention}. Returns the errors. */
  private List<String> give(Map<Notice.Kind, List<Notice>> open, String to)
      throws InterruptedException {
    List<String> problems = new ArrayList<>();
    Optional<Notices> opened = Notices.open(node);
    if (opened.isEmpty()) {
      // Another process gives them.
      return problems;
    }
    try (Notices notices = opened.get()) {
      for (Map.Entry<Notice.Kind, List<Notice>> each : open.entrySet()) {
        notices
            .give(each.getKey(), each.getValue(), means(to, each.getKey()))
            .map(why -> notSent(each.getKey(), why))
            .ifPresent(problems::add);
      }
    }
    return problems;
  }

  private Notice.Means means(String to, Notice.Kind kind) {
    Function<List<Notice>, String> text =
        switch (kind) {
          case HOOK -> due -> text("hooks need you.", due);
          case FEATURE -> due -> text("something waits for you.", due);
          default -> this::requestText;
        };
    return to.startsWith(MAIL)
        ? new ByMail(this, to.substring(MAIL.length()), text)
        : alerts.attention(to, text, due -> about(kind, due));
  }

  private static Record about(Notice.Kind kind, List<Notice> due) {
    List<String> keys = due.stream().map(Notice::key).toList();
    return switch (kind) {
      case HOOK -> new Needing(keys.stream().map(OwnerNotices::program).distinct().toList());
      case FEATURE -> new Asking(keys);
      case DRAFT -> new Waiting(List.of(), keys);
      default -> new Waiting(keys, List.of());
    };
  }

  /** Returns the name of the program in the key of a notice about it. */
  private static String program(String key) {
    return key.split(" ", 2)[0];
  }

  private static String notSent(Notice.Kind kind, String why) {
    return "on_attention was not notified"
        + switch (kind) {
          case HOOK -> " of hooks: ";
          case FEATURE -> " of features: ";
          default -> "; the next tick tries again: ";
        }
        + why;
  }

  private String requestText(List<Notice> due) {
    return Wording.counted(due.size(), "request")
        + " for your answer.\n"
        + due.stream()
            .map(one -> "- " + PeerText.plain(one.text()) + "\n")
            .collect(Collectors.joining())
        + "Answer at your terminal: sbp access requests --home "
        + node.home().root();
  }

  private static String text(String heading, List<Notice> due) {
    return heading
        + "\n"
        + due.stream()
            .map(one -> "- " + one.text() + " (" + one.remedy() + ")")
            .collect(Collectors.joining("\n"));
  }

  /** Mail to an agent of the owner. */
  private record ByMail(OwnerNotices from, String agent, Function<List<Notice>, String> text)
      implements Notice.Means {
    @Override
    public String name() {
      return "mail";
    }

    @Override
    public Optional<String> send(List<Notice> due) {
      try (Ledger ledger = from.session().ledger(from.node())) {
        ledger.run(tx -> Sending.message(agent, text.apply(due)).send(tx, Caller.system()));
        return Optional.empty();
      } catch (SocietyException e) {
        return Optional.of(e.getMessage());
      }
    }
  }
}
