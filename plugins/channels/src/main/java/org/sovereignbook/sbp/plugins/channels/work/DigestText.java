package org.sovereignbook.sbp.plugins.channels.work;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.runtime.health.DailyDigest;
import org.sovereignbook.sbp.runtime.health.Health;
import org.sovereignbook.sbp.society.status.OwnersTurn;

/**
 * Digest of a day as a message: what waits, what is wrong now, what happened, what it cost. Counts
 * of zero are left out.
 */
record DigestText(
    Transaction tx,
    DailyDigest digest,
    Health health,
    List<OwnersTurn> waits,
    List<WaitingRequest> requests) {
  private static final int MOST_LISTED = 5;

  /** The sender is the owner by the address that the message bears. */
  private static final String BEARS_OWNER =
      "EXISTS (SELECT 1 FROM channel_account WHERE name = channel AND LOWER(owner_address) ="
          + " LOWER(sender))";

  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("EEEE, d MMMM", Locale.ENGLISH);

  String subject(String name) {
    List<String> first =
        Stream.concat(
                waits.stream().map(OwnersTurn::text),
                health.reasons().stream().map(Health.Reason::text))
            .toList();
    String what =
        first.isEmpty()
            ? "nothing waits for you"
            : first.getFirst() + (first.size() > 1 ? ", and more" : "");
    return "%s on %s: %s".formatted(name, day().format(DAY), what);
  }

  private LocalDate day() {
    return LocalDate.parse(digest.day());
  }

  String text() {
    List<String> lines = new ArrayList<>(List.of("## What waits for you", ""));
    requests.stream().limit(MOST_LISTED).map(WaitingRequest::item).forEach(lines::add);
    waits.forEach(one -> lines.add("- %s: `%s`".formatted(one.text(), one.command())));
    if (waits.isEmpty()) {
      lines.add("Nothing.");
    }
    if (!health.reasons().isEmpty()) {
      lines.addAll(List.of("", "## What is wrong now", ""));
      health.reasons().stream()
          .limit(MOST_LISTED)
          .forEach(one -> lines.add("- %s: `%s`".formatted(one.text(), one.remedy())));
    }
    lines.addAll(List.of("", "## What happened", ""));
    List<String> happened = happened();
    lines.addAll(happened.isEmpty() ? List.of("A quiet day.") : happened);
    lines.addAll(List.of("", "## What it cost", "", cost()));
    return String.join("\n", lines);
  }

  private String cost() {
    return digest.models().calls() == 0
        ? "No model was asked."
        : "%s of a model, %s."
            .formatted(
                Wording.counted(digest.models().calls(), "call"), digest.models().costText());
  }

  private List<String> happened() {
    List<String> lines = new ArrayList<>();
    count(lines, digest.received(), "message", " received from other nodes");
    count(lines, digest.published(), "piece", " published");
    count(lines, digest.endorsed(), "endorsement", " given");
    count(lines, digest.delivered(), "item", " delivered to other nodes");
    count(lines, digest.failed(), "item", " could not be delivered: `sbp outbox failed`");
    count(
        lines,
        between("agent_input", "state IN ('answered', 'merged')", "at_ms"),
        "message",
        " in conversations answered");
    count(
        lines,
        between("channel_outbox", "state = 'accepted'", "ended_ms"),
        "message",
        " sent by channels");
    count(
        lines,
        between(
            "channel_outbox",
            "state = 'failed' AND channel IN (SELECT name FROM channel_account)",
            "ended_ms"),
        "message",
        " could not be sent: `sbp channel outbox --failed`");
    count(
        lines,
        between("channel_seen", "state = 'denied' AND NOT " + BEARS_OWNER, "at_ms"),
        "message",
        " of strangers kept away");
    count(
        lines,
        between("channel_seen", "state = 'denied' AND " + BEARS_OWNER, "at_ms"),
        "message",
        " from your address not believed: `sbp channel list`");
    count(
        lines, digest.errors(), "error", " in the log, the last: " + digest.lastError().orElse(""));
    return lines;
  }

  private static void count(List<String> to, long number, String noun, String rest) {
    if (number > 0) {
      to.add("- " + Wording.counted(number, noun) + rest);
    }
  }

  /** Returns how many rows of the day there are; names of tables and columns are constants. */
  private long between(String table, String which, String at) {
    return tx.number(
        "SELECT COUNT(*) FROM %1$s WHERE %2$s AND %3$s >= ? AND %3$s < ?"
            .formatted(table, which, at),
        day().atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli(),
        day().plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli());
  }
}
