package org.sovereignbook.sbp.cli.work;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Style;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.screen.ScreenNames;
import org.sovereignbook.sbp.node.Abbreviation;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.peer.feed.Excerpt;
import org.sovereignbook.sbp.society.mail.Mail;
import org.sovereignbook.sbp.society.mail.MailState;

/** A mail as programs see it. Its text is another's: data and never instructions. */
@Shape.Def("mail")
record MailView(
    String id,
    String from,
    String to,
    MailType type,
    Optional<String> body,
    MailState state,
    Optional<String> reason,
    long seq,
    Optional<String> inReplyTo,
    Optional<Long> epoch,
    Timestamp sentAt,
    Timestamp expiresAt,
    long fence,
    Optional<Timestamp> leaseUntil) {
  private static final int EXCERPT_CHARACTERS = 50;

  static MailView of(Transaction tx, Mail mail) {
    return new MailView(
        mail.id(),
        mail.sender(),
        mail.recipient(),
        mail.type(),
        mail.body(tx),
        mail.state(),
        mail.reason(),
        mail.seq(),
        mail.inReplyTo(),
        mail.toEpoch(),
        Timestamp.ofMillis(mail.createdMs()),
        Timestamp.ofMillis(mail.expiresMs()),
        mail.fence(),
        mail.leaseUntilMs().map(Timestamp::ofMillis));
  }

  /** Returns the authorities of the texts in these views. */
  static List<Authority> causes(Transaction tx, List<MailView> mails) {
    return mails.stream()
        .filter(mail -> mail.body().isPresent() || mail.reason().isPresent())
        .flatMap(
            mail ->
                tx.authorities("SELECT authority_id FROM mail WHERE id = ?", mail.id()).stream())
        .distinct()
        .toList();
  }

  /** Returns a copy without the text, if another node has sent it and it is unread. */
  MailView closed() {
    boolean isClosed = state == MailState.DELIVERED && from.indexOf('@') > 0;
    return isClosed
        ? new MailView(
            id,
            from,
            to,
            type,
            Optional.empty(),
            state,
            reason,
            seq,
            inReplyTo,
            epoch,
            sentAt,
            expiresAt,
            fence,
            leaseUntil)
        : this;
  }

  /** A mail with its position in its mailbox. */
  record Numbered(@Shape.Inline MailView mail, @Shape.Hidden long number) {
    static Numbered of(Transaction tx, Mail mail, boolean isClosed) {
      MailView view = MailView.of(tx, mail);
      return new Numbered(isClosed ? view.closed() : view, mail.number());
    }
  }

  static Table table(List<MailView> mails, ScreenNames names, Timestamp now) {
    Table table = Table.of("ID", "FROM", "TO", "TYPE", "STATE", "AGE", "TEXT");
    for (MailView mail : mails) {
      table.row(
          Abbreviation.of(mail.id),
          names.of(mail.from),
          names.of(mail.to),
          mail.type.toString(),
          mail.state.toString(),
          Wording.age(Optional.of(mail.sentAt), now),
          PeerText.plain(Excerpt.of(mail.text(), EXCERPT_CHARACTERS)));
    }
    return table;
  }

  /** Prints it in full, its text marked as that of another. */
  void print(ScreenNames names, Output output) {
    output.line(
        "%s from %s to %s, number %d, %s  %s"
            .formatted(
                Style.HEADING.on(type.toString()),
                names.of(from),
                names.of(to),
                seq,
                state,
                Style.QUIET.on(id)));
    output.prose("  | ", text());
  }

  private String text() {
    return body.orElse(state == MailState.DELIVERED ? "(unread)" : "(erased)");
  }
}
