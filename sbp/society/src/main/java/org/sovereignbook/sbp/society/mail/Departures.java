package org.sovereignbook.sbp.society.mail;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.HandOver;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Store;

/** Outcomes of items in the node's outbox: delivered to the peer, or given up. */
public final class Departures {
  private Departures() {}

  /**
   * An item of the ledger that is in the node's outbox.
   *
   * @param id of the mail, offer or receipt
   * @param name in the outbox
   */
  public record Handed(String id, String name) {}

  /**
   * The outcome of an item.
   *
   * @param sent whether the peer has accepted it; otherwise it was given up
   * @param reason why it was given up
   */
  public record End(Handed what, boolean sent, Optional<String> reason) {}

  /** Records which mails were delivered and which were given up. Called after each delivery. */
  public static void settle(Ledger ledger, Store store) {
    List<End> ends =
        ends(
            store,
            ledger.read(
                tx ->
                    handed(
                        tx,
                        "mail JOIN outbox ON outbox.id = 'mail:' || mail.id",
                        "state = 'queued'")));
    if (!ends.isEmpty()) {
      ledger.run(tx -> mark(tx, ends));
    }
  }

  /**
   * Returns the items that are in the node's outbox.
   *
   * @param joined the table {@code outbox} joined with the table whose {@code id} the items carry
   */
  public static List<Handed> handed(Transaction tx, String joined, String condition) {
    String table = joined.substring(0, joined.indexOf(' '));
    return tx.list(
        "SELECT %s.id, outbox.id, outbox.kind, outbox.at_ms FROM %s WHERE %s"
                .formatted(table, joined, condition)
            + " AND outbox.handed_ms IS NOT NULL",
        row ->
            new Handed(
                row.text(1),
                HandOver.name(row.text(2), row.text(3), Instant.ofEpochMilli(row.number(4)))));
  }

  /** Returns the outcomes of those items that no longer wait. */
  public static List<End> ends(Store store, List<Handed> handed) {
    List<Handed> gone =
        handed.stream()
            .filter(
                one -> store.outbox().read(new OutboxId(OutboxKind.NETWORK, one.name())).isEmpty())
            .toList();
    if (gone.isEmpty()) {
      return List.of();
    }
    Set<String> failed = new HashSet<>(store.outbox().failed());
    Set<String> sent =
        store.archive().sent().stream().map(Archive.SentId::name).collect(Collectors.toSet());
    return gone.stream()
        .map(
            one ->
                failed.contains(one.name())
                    ? new End(one, false, Optional.of("undeliverable"))
                    : sent.contains(one.name())
                        ? new End(one, true, Optional.empty())
                        : new End(one, false, Optional.of("dropped")))
        .toList();
  }

  private static void mark(Transaction tx, List<End> ends) {
    new SetAsides(tx)
        .each(
            SetAsides.ItemList.OUTBOX,
            "departures",
            ends,
            end -> "departure:" + end.what().id(),
            end -> mark(tx, end));
  }

  private static void mark(Transaction tx, End end) {
    Mail mail = Mail.find(tx, end.what().id()).orElseThrow();
    int changed =
        tx.update(
            "UPDATE mail SET state = ?, reason = ? WHERE id = ? AND state = 'queued'",
            (end.sent() ? MailState.SENT : MailState.FAILED).toString(),
            end.reason(),
            mail.id());
    if (changed > 0 && !end.sent()) {
      Mailboxes.emit(tx, Authority.SYSTEM, mail, "failed", "mail.failed");
    }
  }
}
