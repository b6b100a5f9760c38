package org.sovereignbook.sbp.cli.work;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
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
@Shape.Order(
    "id from to type body state reason seq in_reply_to epoch sent_at expires_at fence"
        + " lease_until")
record MailView(@Shape.Inline Mail mail, Optional<String> body) {
  private static final int EXCERPT_CHARACTERS = 50;

  static MailView of(Transaction tx, Mail mail) {
    return new MailView(mail, mail.body(tx));
  }

  /** Returns the authorities of the texts in these views. */
  static List<Authority> causes(Transaction tx, List<MailView> mails) {
    return mails.stream()
        .filter(view -> view.body().isPresent() || view.mail().handling().reason().isPresent())
        .flatMap(
            view ->
                tx
                    .authorities("SELECT authority_id FROM mail WHERE id = ?", view.mail().id())
                    .stream())
        .distinct()
        .toList();
  }

  /** Returns a copy without the text, if another node has sent it and it is unread. */
  MailView closed() {
    boolean isClosed = mail.state() == MailState.DELIVERED && mail.sender().indexOf('@') > 0;
    return isClosed ? new MailView(mail, Optional.empty()) : this;
  }

  static Table table(List<MailView> mails, ScreenNames names, Timestamp now) {
    Table table = Table.of("ID", "FROM", "TO", "TYPE", "STATE", "AGE", "TEXT");
    for (MailView view : mails) {
      Mail mail = view.mail;
      table.row(
          Abbreviation.of(mail.id()),
          names.of(mail.sender()),
          names.of(mail.recipient()),
          mail.type().toString(),
          mail.state().toString(),
          Wording.age(Optional.of(new Timestamp(mail.createdAt())), now),
          PeerText.plain(Excerpt.of(view.text(), EXCERPT_CHARACTERS)));
    }
    return table;
  }

  /** Prints it in full, its text marked as that of another. */
  void print(ScreenNames names, Output output) {
    output.line(
        "%s from %s to %s, number %d, %s  %s"
            .formatted(
                Style.HEADING.on(mail.type().toString()),
                names.of(mail.sender()),
                names.of(mail.recipient()),
                mail.seq(),
                mail.state(),
                Style.QUIET.on(mail.id())));
    output.prose("  | ", text());
  }

  private String text() {
    return body.orElse(mail.state() == MailState.DELIVERED ? "(unread)" : "(erased)");
  }
}
