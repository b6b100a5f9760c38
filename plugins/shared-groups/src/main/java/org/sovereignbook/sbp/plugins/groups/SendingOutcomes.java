package org.sovereignbook.sbp.plugins.groups;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.GroupMail;
import org.sovereignbook.sbp.society.mail.Departures;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.Store;

/** Outcomes of sendings: mails delivered or given up, and receipts of the other nodes. */
record SendingOutcomes(Transaction tx) {
  private static final Duration SOON = Duration.ofHours(1);
  private static final Duration FIRST_AGAIN = Duration.ofHours(6);
  private static final Duration LAST_AGAIN = Duration.ofDays(2);
  private static final Duration REFUSED_AGAIN = Duration.ofDays(7);

  /** Reasons of refusals that end by themselves. */
  private static final List<String> PASSING = List.of("behind", "epoch", "unknown-peer", "full");

  /** A refusal as the delivery writes it. */
  private static final Pattern ANSWERED = Pattern.compile("answered 4\\d\\d (?:\\W?([a-z-]+))?.*");

  /** Notes what became of the mails that were delivered or given up. Called after each delivery. */
  static void settle(Ledger ledger, Store store) {
    List<Departures.End> ends =
        Departures.ends(store, ledger.read(tx -> SendingRun.handed(tx, GroupSending.State.LEFT)));
    if (ends.isEmpty()) {
      return;
    }
    List<Optional<String>> errors = new ArrayList<>();
    for (Departures.End end : ends) {
      errors.add(
          end.sent()
              ? Optional.empty()
              : store
                  .outbox()
                  .readFailed(end.what().name())
                  .flatMap(json -> json.string(OutboxItems.LAST_ERROR)));
    }
    List<Integer> places = IntStream.range(0, ends.size()).boxed().toList();
    ledger.run(
        tx -> {
          new SetAsides(tx)
              .each(
                  SendingQueue.ASIDES,
                  "departures",
                  places,
                  i -> "departure:" + ends.get(i).what().id(),
                  i -> new SendingOutcomes(tx).end(ends.get(i), errors.get(i)));
        });
  }

  private void end(Departures.End end, Optional<String> error) {
    GroupSending row =
        GroupSending.ROWS
            .first(tx, "WHERE id = ? AND state = 'left'", end.what().id())
            .orElseThrow();
    if (end.sent()) {
      long again =
          Math.min(FIRST_AGAIN.toMillis() * Math.max(1, row.tries()), LAST_AGAIN.toMillis());
      row.become(tx, GroupSending.State.SENT, Optional.empty(), again);
      return;
    }
    Matcher answered = ANSWERED.matcher(error.orElse(""));
    if (answered.matches()) {
      String code = Optional.ofNullable(answered.group(1)).orElse("refused");
      row.become(tx, GroupSending.State.REFUSED, Optional.of(code), REFUSED_AGAIN.toMillis());
    } else {
      row.become(tx, GroupSending.State.WAITING, Optional.of("unreached"), SOON.toMillis());
    }
  }

  /** Notes a node's receipts; those for an earlier version say nothing of the present one. */
  int receipts(SharedGroup shared, PublicKey node, List<GroupMail.Receipt> receipts) {
    int noted = 0;
    for (GroupMail.Receipt receipt : receipts) {
      Optional<GroupSending> row =
          GroupSending.ROWS.first(
              tx,
              "WHERE group_id = ? AND node = ? AND what = ? AND version = ? AND tries > 0 AND state"
                  + " NOT IN ('received', 'cancelled')",
              shared.groupId(),
              node.toString(),
              receipt.of(),
              receipt.version());
      if (row.isPresent()) {
        noted++;
        note(row.get(), receipt);
      }
    }
    return noted;
  }

  private void note(GroupSending row, GroupMail.Receipt receipt) {
    if (receipt.status() == GroupMail.ReceiptStatus.RECEIVED) {
      row.become(tx, GroupSending.State.RECEIVED, Optional.empty(), 0);
    } else {
      String reason = receipt.reason().orElse("refused");
      long again = PASSING.contains(reason) ? FIRST_AGAIN.toMillis() : REFUSED_AGAIN.toMillis();
      row.become(tx, GroupSending.State.REFUSED, Optional.of(reason), again);
    }
  }
}
