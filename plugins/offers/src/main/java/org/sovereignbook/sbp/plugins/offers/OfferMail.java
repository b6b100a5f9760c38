package org.sovereignbook.sbp.plugins.offers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.AgentMail;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.base.protocol.TaskOffer;
import org.sovereignbook.sbp.base.protocol.TaskResult;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.society.mail.Correspondent;

/** Mails by which nodes offer tasks and report on them (docs/protocol-mail.md). */
final class OfferMail {
  /** Leaves space for the rest of an envelope. */
  private static final int MAX_ESCAPED = 200_000;

  private OfferMail() {}

  /** Queues the offer or withdrawal of a task; it leaves after the commit. */
  static void send(
      Transaction tx, Correspondent peer, String from, TaskOffer offer, Timestamp expires) {
    String text =
        offer.state() == TaskOffer.State.OFFERED
            ? "Offers a task: " + offer.title()
            : "The task is offered no more: " + offer.title();
    peer.send(
        tx,
        "offer:" + offer.id() + ":" + offer.state(),
        mail(
            tx,
            peer,
            MailType.TASK_OFFER,
            from,
            text,
            Optional.of(expires),
            Optional.of(offer),
            Optional.empty()),
        Authority.SYSTEM);
  }

  /** Queues news on a task that the peer offered; the mail leaves after the commit. */
  static void send(Transaction tx, Correspondent peer, TaskResult result, Authority cause) {
    peer.send(
        tx,
        "result:" + result.offer() + ":" + peer.key() + ":" + result.state(),
        mail(
            tx,
            peer,
            MailType.TASK_RESULT,
            AgentMail.OWNER,
            "The offered task is " + result.state() + ".",
            Optional.empty(),
            Optional.empty(),
            Optional.of(result)),
        cause);
  }

  private static AgentMail mail(
      Transaction tx,
      Correspondent peer,
      MailType type,
      String from,
      String text,
      Optional<Timestamp> expires,
      Optional<TaskOffer> offer,
      Optional<TaskResult> result) {
    return new AgentMail(
        tx.newId(),
        type,
        from,
        Optional.empty(),
        peer.number(tx, from),
        new Timestamp(tx.now()),
        new AgentMail.About(expires, Optional.empty(), Optional.empty()),
        text,
        new AgentMail.Carried(List.of(), offer, result));
  }

  /** Returns whether a text fits whole into an envelope. */
  static boolean fits(String text) {
    return text.equals(fitting(text));
  }

  /** Returns the beginning of the text that fits into an envelope once it is escaped. */
  static String fitting(String text) {
    String cut = cut(text, TaskOffer.MAX_TEXT_BYTES);
    while (JsonWriter.compact(JsonObject.empty().with("text", cut)).length() > MAX_ESCAPED) {
      cut = cut(cut, cut.getBytes(UTF_8).length / 2);
    }
    return cut;
  }

  /** Returns the first {@code mostBytes} bytes of the text, with a mark if it was cut. */
  static String cut(String text, int mostBytes) {
    String cut = text;
    while (cut.getBytes(UTF_8).length > mostBytes) {
      int characters = cut.codePointCount(0, cut.length());
      cut = Cut.after(cut, characters * 3 / 4);
    }
    return cut;
  }
}
