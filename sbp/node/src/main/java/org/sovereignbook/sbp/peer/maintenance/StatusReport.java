package org.sovereignbook.sbp.peer.maintenance;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.store.Collection.Streamed;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.NodeCounts;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;

/**
 * The health of a node at one moment: the eight entries of {@code status.md} (IMPLEMENTATION §3.2,
 * maintenance, write status). Reads only.
 *
 * @param peers by trust state, all five
 * @param outbox files by subdirectory, with {@code failed}
 * @param objects signed objects by where they are kept
 * @param lastRun by component; empty for one that has not run
 * @param errorsLastWeek lines of the ops log, rotated ones included
 * @param runtimeBytes what {@code runtime/} takes on the disk
 */
record StatusReport(
    Timestamp at,
    SequencedMap<TrustState, Integer> peers,
    int inbox,
    SequencedMap<String, Integer> outbox,
    SequencedMap<String, Integer> objects,
    SequencedMap<String, Optional<Timestamp>> lastRun,
    @Shape.Named("errors_last_7_days") int errorsLastWeek,
    long runtimeBytes) {
  private static final Duration WEEK = Duration.ofDays(7);

  /** Looks at the node now. */
  static StatusReport of(Node node, Store store) {
    NodeCounts counts = NodeCounts.of(store, store.peers());
    return new StatusReport(
        node.now(),
        counts.peers(),
        counts.inbox(),
        counts.outbox(),
        counts.objects(),
        lastRuns(store),
        countErrors(node, store),
        FolderWalk.sizeBytes(node.disk(), node.home().runtime()));
  }

  String toMarkdown() {
    StringBuilder text = new StringBuilder("# Status\n\nAt ").append(at).append(".\n");
    section(text, "Peers", peers);
    section(text, "Inbox", Map.of("waiting", inbox));
    section(text, "Outbox", outbox);
    section(text, "Content and endorsements", objects);
    SequencedMap<String, String> runs = new LinkedHashMap<>();
    lastRun.forEach((name, last) -> runs.put(name, last.map(Timestamp::toString).orElse("never")));
    section(text, "Last run", runs);
    section(text, "Errors", Map.of("in the last 7 days", errorsLastWeek));
    section(text, "Disk", Map.of("runtime/", runtimeBytes + " bytes"));
    return text.toString();
  }

  private static void section(StringBuilder text, String title, Map<?, ?> entries) {
    text.append("\n## ").append(title).append("\n\n");
    entries.forEach((name, value) -> text.append("- %s: %s%n".formatted(name, value)));
  }

  /** Reads the scheduler's document, and ignores a damaged one, which the scheduler repairs. */
  private static SequencedMap<String, Optional<Timestamp>> lastRuns(Store store) {
    SequencedMap<String, Optional<Timestamp>> runs = new LinkedHashMap<>();
    Component.ALL.forEach(one -> runs.put(one.name(), Optional.empty()));
    try {
      JsonObject times =
          store
              .state(StateDocument.SCHEDULER)
              .flatMap(state -> state.object("last_run"))
              .orElse(JsonObject.empty());
      for (String name : times.members().keySet()) {
        runs.put(name, times.string(name).map(Timestamp::parse));
      }
    } catch (NodeException | IllegalArgumentException e) {
      return runs;
    }
    return runs;
  }

  private static int countErrors(Node node, Store store) {
    Instant from = node.clock().instant().minus(WEEK);
    // A rotation may just have moved some of the week's lines away.
    List<String> lines = new ArrayList<>();
    Stream.of(Streamed.month(new Timestamp(from)), Streamed.month(node.now()))
        .distinct()
        .forEach(month -> lines.addAll(store.archived(LogFile.OPS, month)));
    lines.addAll(store.lines(LogFile.OPS));
    return (int) lines.stream().filter(line -> isErrorSince(line, from)).count();
  }

  private static boolean isErrorSince(String line, Instant from) {
    return LogEntry.parse(line)
        .filter(LogEntry::isError)
        .filter(entry -> !entry.at().instant().isBefore(from))
        .isPresent();
  }
}
