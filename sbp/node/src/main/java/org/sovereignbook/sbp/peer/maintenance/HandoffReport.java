package org.sovereignbook.sbp.peer.maintenance;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.model.judgment.AgentSettings;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.ServiceAdvice;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.NodeCounts;
import org.sovereignbook.sbp.store.Store;

/**
 * Part of {@code HANDOFF-REPORT.md} on the node's present state (IMPLEMENTATION §8, Phase 5): a
 * block between two marks, rewritten each time; text around it is preserved.
 */
public record HandoffReport(Node node, Store store) {
  static final String BEGIN =
      "<!-- sbp: written by the node, as `sbp handoff` does; write above or below -->";
  static final String END = "<!-- sbp: end -->";
  private static final String SERVICES = "- Services: ";
  private static final String NO_SERVICES = "none is installed";

  /**
   * Returns the change that rewrites the block.
   *
   * @param services the installed services; empty when the caller does not know, then that part
   *     stays as it is
   */
  public Change.WriteFile change(Optional<String> services) {
    String before = node.readText(node.home().handoffReport()).orElse("");
    String installed =
        services
            .or(() -> services(block(before)))
            .filter(text -> !text.isBlank())
            .orElse(NO_SERVICES);
    return new Change.WriteFile(node.home().handoffReport(), with(before, text(installed)));
  }

  /** Returns the report with this block in the place of its old one, or at its end. */
  private String with(String report, String block) {
    Optional<String> old = block(report);
    if (old.isPresent()) {
      int at = report.indexOf(old.get());
      return report.substring(0, at) + block + report.substring(at + old.get().length());
    }
    String above =
        report.isBlank()
            ? "# Handoff report: " + PeerText.plain(node.identity().name())
            : report.stripTrailing();
    return above + "\n\n" + block + "\n";
  }

  private static Optional<String> block(String report) {
    int begin = report.indexOf(BEGIN);
    int end = report.indexOf(END, Math.max(begin, 0));
    return begin < 0 || end < 0
        ? Optional.empty()
        : Optional.of(report.substring(begin, end + END.length()));
  }

  private static Optional<String> services(Optional<String> block) {
    return block.stream()
        .flatMap(String::lines)
        .filter(line -> line.startsWith(SERVICES))
        .map(line -> line.substring(SERVICES.length()))
        .findFirst();
  }

  private String text(String services) {
    List<String> lines = new ArrayList<>();
    lines.add(BEGIN);
    lines.add("## Current state");
    lines.add("");
    lines.add(
        "As of "
            + node.now()
            + "; `sbp status` says how it is now, `sbp handoff` writes this anew.");
    lines.add("");
    lines.addAll(state(services));
    lines.add("");
    lines.add("## What was NOT done");
    lines.add("");
    lines.addAll(notDone(services));
    lines.add(END);
    return String.join("\n", lines);
  }

  private List<String> state(String services) {
    StatusReport status = StatusReport.of(node, store);
    NodeCounts counts = NodeCounts.of(store, store.peers());
    int known = counts.peers().values().stream().mapToInt(Integer::intValue).sum();
    String byTrust =
        counts.peers().entrySet().stream()
            .filter(entry -> entry.getValue() > 0)
            .map(entry -> entry.getValue() + " " + entry.getKey())
            .collect(Collectors.joining(", "));
    List<String> lines = new ArrayList<>();
    boolean joined = counts.subscribed() + counts.requested() > 0;
    lines.add("- Bootstrap: " + (joined ? "has run" : "not run, or no seed has taken us"));
    lines.add(
        "- Peers known: %d%s; we follow %d, and %d follow us"
            .formatted(
                known,
                byTrust.isEmpty() ? "" : " (" + byTrust + ")",
                counts.subscribed(),
                counts.subscribers()));
    lines.add(SERVICES + services);
    lines.add(
        "- Last runs: "
            + status.lastRun().entrySet().stream()
                .map(
                    run ->
                        run.getKey()
                            + " "
                            + run.getValue().map(Timestamp::toString).orElse("never"))
                .collect(Collectors.joining(", ")));
    lines.add(
        "- Waiting: inbox %d, unread messages %d, %s"
            .formatted(
                counts.inbox(),
                counts.unread(),
                counts.outbox().entrySet().stream()
                    .map(box -> "outbox/" + box.getKey() + " " + box.getValue())
                    .collect(Collectors.joining(", "))));
    lines.add("- Errors: " + errors(status.errorsLastWeek()));
    return lines;
  }

  private String errors(int lastWeek) {
    String count = Wording.counted(lastWeek, "error") + " in the last 7 days";
    return store.lines(LogFile.OPS).reversed().stream()
        .filter(line -> line.contains("Z " + LogEntry.ERROR_PREFIX))
        .findFirst()
        .map(line -> count + "; the last: `" + PeerText.plain(line).replace('`', '\'') + "`")
        .orElse(count);
  }

  private List<String> notDone(String services) {
    IdentityDocument self = node.identity();
    List<String> lines = new ArrayList<>();
    if (services.equals(NO_SERVICES)) {
      lines.add(
          "- The services are not installed, so nothing runs by itself: `"
              + ServiceAdvice.command(node)
              + "`.");
    }
    lines.add("- The endpoint was not tested from outside: " + endpoint(self.endpoint()));
    if (!node.disk().exists(node.home().specBundle())) {
      lines.add(
          "- No specification bundle is served at `GET /spec`; `sbp bootstrap --spec GITREPO` makes"
              + " one.");
    }
    if (node.config().get(AgentSettings.BACKEND).equals(AgentSettings.BUILTIN)) {
      lines.add(
          "- No model is set: the built-in rules judge, and write no replies. Personal messages"
              + " wait in `sbp messages`; a model: `sbp config set llm.backend NAME`.");
    }
    return lines;
  }

  private static String endpoint(Endpoint endpoint) {
    String host = Optional.ofNullable(endpoint.uri().getHost()).orElse("");
    boolean loopback = host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    return loopback
        ? "`%s` is for this machine only; a public one: `sbp identity --set endpoint=https://…`."
            .formatted(endpoint)
        : "fetch `%s/identity` from another machine.".formatted(endpoint);
  }
}
