package org.sovereignbook.sbp.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.agents.Caller;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.health.Alerts;
import org.sovereignbook.sbp.hooks.HookPrograms;
import org.sovereignbook.sbp.hooks.HookTrouble;
import org.sovereignbook.sbp.ledger.Ledger;
import org.sovereignbook.sbp.ledger.SocietyException;
import org.sovereignbook.sbp.mail.Mail;
import org.sovereignbook.sbp.mail.Sending;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;

/** Tells whoever {@code on_attention} names of hooks that need their owner. */
record HookNews(Session session, Node node) {
  private static final String MAIL = "mail:";

  /** What is told, by the names. */
  record Needing(List<String> hooks) {}

  /**
   * Tells what was not told within a day.
   *
   * @return what could not be told
   */
  Optional<String> tell(Alerts alerts) throws InterruptedException {
    Optional<String> to = alerts.wantsAttention();
    Optional<Ledger> opened =
        to.isPresent() && HookPrograms.isAny(node) ? session.ledgerIfAny(node) : Optional.empty();
    if (opened.isEmpty()) {
      return Optional.empty();
    }
    try (Ledger ledger = opened.get()) {
      return (to.get().startsWith(MAIL)
              ? mail(ledger, to.get().substring(MAIL.length()))
              : tell(ledger, alerts, to.get()))
          .map(why -> "on_attention was not told of hooks: " + why);
    }
  }

  /** Known to be told before they are, so that whatever crashes nobody is told twice. */
  private static Optional<String> tell(Ledger ledger, Alerts alerts, String to)
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

  /** The mail and the note that it was sent are one commit. */
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
