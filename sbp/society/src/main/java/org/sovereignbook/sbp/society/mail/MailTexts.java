package org.sovereignbook.sbp.society.mail;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.peer.feed.Search;
import org.sovereignbook.sbp.peer.feed.Someone;
import org.sovereignbook.sbp.peer.feed.TextSource;

/** Search in the caller's own mail, received and sent; not in unread mail of other nodes. */
public final class MailTexts {
  public static final TextSource SOURCE =
      new TextSource(Search.Kind.MAIL, "mail_list", MailTexts::find, MailTexts::causes);

  private MailTexts() {}

  private static Stream<Search.Hit> find(TextSource.Asked asked) {
    String box = Mailboxes.box(asked.caller());
    return TextSource.newestFirst(
            (before, most) ->
                Mail.ROWS.list(
                    asked.tx(),
                    "WHERE (to_box = ? OR from_box = ?) AND number < ? ORDER BY number DESC LIMIT"
                        + " ?",
                    box,
                    box,
                    before,
                    most),
            Mail::number)
        .filter(mail -> mail.way() != Mail.Way.IN || mail.state() != MailState.DELIVERED)
        .flatMap(mail -> hit(asked, mail).stream());
  }

  private static Optional<Search.Hit> hit(TextSource.Asked asked, Mail mail) {
    return mail.body(asked.tx())
        .flatMap(body -> asked.search().found(body, mail.sender(), mail.recipient()))
        .map(
            text ->
                new Search.Hit(
                    Search.Kind.MAIL,
                    mail.id(),
                    writer(asked, mail),
                    new Timestamp(mail.createdAt()),
                    Optional.empty(),
                    text));
  }

  private static Someone writer(TextSource.Asked asked, Mail mail) {
    return mail.origin()
        .peer()
        .filter(_ -> mail.way() == Mail.Way.IN)
        .map(peer -> asked.peer(peer.key()))
        .orElseGet(() -> asked.here(mail.sender()));
  }

  private static List<Authority> causes(TextSource.Asked asked, List<Search.Hit> hits) {
    return hits.stream()
        .flatMap(
            hit ->
                asked
                    .tx()
                    .authorities("SELECT authority_id FROM mail WHERE id = ?", hit.id())
                    .stream())
        .distinct()
        .toList();
  }
}
