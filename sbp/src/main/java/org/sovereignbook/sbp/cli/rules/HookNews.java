package org.sovereignbook.sbp.cli.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.runtime.health.Alerts;
import org.sovereignbook.sbp.society.hooks.HookPrograms;
import org.sovereignbook.sbp.society.hooks.HookTrouble;
import org.sovereignbook.sbp.society.mail.Mail;
import org.sovereignbook.sbp.society.mail.Sending;

/** Notices of hooks with problems to the receivers in {@code on_attention}. */
public record HookNews(Session session, Node node) {
  private static final String MAIL = "mail:";

  /** The names in a notice. */
  public record Needing(List<String> hooks) {}

  /**
   * Sends the notices not sent within a day.
   *
   * @return errors in sending them
   */
  public Optional<String> send(Alerts alerts) throws InterruptedException {
    Optional<String> to = alerts.wantsAttention();
    Optional<Ledger> opened =
        to.isPresent() && HookPrograms.isAny(node) ? session.ledgerIfAny(node) : Optional.empty();
    if (opened.isEmpty()) {
      return Optional.empty();
    }
    try (Ledger ledger = opened.get()) {
      return (to.get().startsWith(MAIL)
              ? mail(ledger, to.get().substring(MAIL.length()))
              : send(ledger, alerts, to.get()))
          .map(why -> "on_attention was not notified of hooks: " + why);
    }
  }

  /** Marks the notices as sent before sending them, so that a crash never repeats one. */
  private static Optional<String> send(Ledger ledger, Alerts alerts, String to)
      throws InterruptedException {
    List<HookTrouble> news = ledger.write(HookTrouble::untold);
    Optional<String> problem =
        news.isEmpty()
            ? Optional.empty()
            : alerts.attention(
                to,
                text(news),
                new Needing(news.stream().map(HookTrouble::hook).distinct().toList()));
    if (problem.isPresent()) {
      ledger.write(
          tx -> {
            HookTrouble.forget(tx, news);
            return true;
          });
    }
    return problem;
  }

  /** Mails the notice and marks it as sent in one commit. */
  private static Optional<String> mail(Ledger ledger, String agent) {
    try {
      List<Mail> _ =
          ledger.write(
              tx -> {
                List<Mail> sent = new ArrayList<>();
                List<HookTrouble> news = HookTrouble.untold(tx);
                if (!news.isEmpty()) {
                  sent.add(Sending.message(agent, text(news)).send(tx, Caller.system()));
                }
                return sent;
              });
      return Optional.empty();
    } catch (SocietyException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static String text(List<HookTrouble> news) {
    return "hooks need you.\n"
        + news.stream()
            .map(one -> "- " + PeerText.plain(one.text()) + " (" + one.remedy() + ")")
            .collect(Collectors.joining("\n"));
  }
}
