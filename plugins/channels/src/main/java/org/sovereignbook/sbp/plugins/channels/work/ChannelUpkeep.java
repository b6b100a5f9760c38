package org.sovereignbook.sbp.plugins.channels.work;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.runtime.health.Health;
import org.sovereignbook.sbp.runtime.health.Notice;

/** Status of channels, notices about them by the node's other means, and retention. */
public final class ChannelUpkeep {
  /** How long a channel may fail before the owner is told by other means. */
  private static final Duration FAILING = Duration.ofMinutes(30);

  /** Days for which servers that number messages anew may bring old ones again, and one more. */
  private static final int SEEN_DAYS = 31;

  private static final int AT_ONCE = 500;

  private ChannelUpkeep() {}

  /** Removes messages that ended long ago, with their texts. */
  public static int forget(Ledger ledger) {
    return ledger.write(
        tx -> {
          int days = tx.config().get(ChannelsSettings.KEEP_DAYS);
          long before = tx.nowMs() - Duration.ofDays(days).toMillis();
          long seen = tx.nowMs() - Duration.ofDays(Math.max(days, SEEN_DAYS)).toMillis();
          List<OutboxRow> old =
              OutboxRow.ROWS.list(
                  tx, "WHERE ended_ms < ? ORDER BY number LIMIT ?", before, AT_ONCE);
          old.forEach(row -> tx.forget(row.contentId()));
          old.forEach(row -> tx.update("DELETE FROM channel_outbox WHERE id = ?", row.id()));
          return old.size() + tx.update("DELETE FROM channel_seen WHERE at_ms < ?", seen);
        });
  }

  /** Returns the ways by which alarms reach the owner, and what waits or has failed. */
  public static Optional<String> status(Transaction tx) {
    List<Account> all = new Accounts(tx).all();
    if (all.isEmpty()) {
      return Optional.empty();
    }
    List<String> parts = new ArrayList<>();
    String alarms =
        all.stream().filter(Account::alarms).map(Account::name).collect(Collectors.joining(", "));
    parts.add(alarms.isEmpty() ? "no alarms by channels" : "alarms by " + alarms);
    long queued = tx.number("SELECT COUNT(*) FROM channel_outbox WHERE state = 'queued'");
    long failed = failed(tx);
    if (queued > 0) {
      parts.add(Wording.counted(queued, "message") + (queued == 1 ? " waits" : " wait"));
    }
    if (failed > 0) {
      parts.add(failed + " failed:  sbp channel outbox --failed");
    }
    all.stream()
        .filter(one -> one.failingAt().isPresent())
        .forEach(
            one ->
                parts.add(
                    "%s does not work since %s: %s"
                        .formatted(
                            one.name(),
                            new Timestamp(one.failingAt().get()),
                            PeerText.plain(one.error().orElse("")))));
    return Optional.of(String.join("; ", parts));
  }

  private static long failed(Transaction tx) {
    return tx.number(
        "SELECT COUNT(*) FROM channel_outbox WHERE state = 'failed' AND ended_ms > ?"
            + " AND EXISTS (SELECT 1 FROM channel_account WHERE name = channel AND"
            + " channel_account.created_ms <= channel_outbox.created_ms)",
        tx.nowMs() - Duration.ofDays(1).toMillis());
  }

  /** Finds channels that have failed for a while: a problem, which other means report. */
  public static List<Health.Reason> reasons(Transaction tx) {
    return failing(tx).stream()
        .map(one -> Health.attention("channels", text(one), "sbp channel test " + one.name()))
        .toList();
  }

  /** Returns the same as notices. */
  public static List<Notice> notices(Transaction tx) {
    return failing(tx).stream()
        .map(
            one ->
                new Notice(
                    Notice.Kind.FEATURE,
                    "channels:" + one.name(),
                    text(one),
                    "sbp channel test " + one.name()))
        .toList();
  }

  private static String text(Account one) {
    return "the channel %s does not work since %s: %s"
        .formatted(
            one.name(),
            new Timestamp(one.failingAt().orElse(one.createdAt())),
            PeerText.plain(one.error().orElse("")));
  }

  private static List<Account> failing(Transaction tx) {
    return new Accounts(tx)
        .all().stream()
            .filter(
                one ->
                    one.failingAt().filter(at -> at.plus(FAILING).isBefore(tx.now())).isPresent())
            .toList();
  }
}
