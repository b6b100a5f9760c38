package org.sovereignbook.sbp.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.sovereignbook.sbp.agent.LlmStatus;
import org.sovereignbook.sbp.crypto.Fingerprint;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugin.PluginException;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.IdentityDocument;
import org.sovereignbook.sbp.scheduler.ShellCommandRunner;
import org.sovereignbook.sbp.scheduler.Tick;
import org.sovereignbook.sbp.scheduler.TickPlan;
import org.sovereignbook.sbp.store.NodeCounts;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;
import org.sovereignbook.sbp.store.StoreSettings;
import org.sovereignbook.sbp.store.Stores;

/**
 * A look at a node without touching it. The locks say what runs; the rest is what the files hold.
 *
 * @param running who holds the node, if anybody
 * @param server who serves it, if anybody
 * @param store the name of the storage backend
 * @param storeProblem why the store cannot be looked at; then what it would tell is empty
 * @param llm the models: what they used up today, and which rest
 * @param counts numbers by name, in the order of printing
 * @param lastRun how the scheduler's state describes each component's last run
 */
record NodeStatus(
    LocalPath home,
    String name,
    PublicKey publicKey,
    Fingerprint fingerprint,
    Endpoint endpoint,
    boolean serverRunning,
    Optional<String> server,
    Optional<String> running,
    String store,
    Optional<String> storeProblem,
    LlmStatus llm,
    SequencedMap<String, Integer> counts,
    SequencedMap<String, Integer> peers,
    int brokenPeerRows,
    SequencedMap<String, String> lastRun,
    TickPlan plan) {

  /** What can be said of a node; also without its store, if that cannot be opened. */
  static NodeStatus of(Node node, Stores stores) {
    try (Store store = stores.open(node)) {
      PeerTable table = store.peers();
      NodeCounts held = NodeCounts.of(store, table);
      Tick tick = new Tick(node, stores, Optional.empty(), new ShellCommandRunner(), event -> {});
      return of(
          node,
          Optional.empty(),
          byName(held),
          known(held),
          table.problems().size(),
          lastRun(store),
          tick.plan(store));
    } catch (StoreException | PluginException e) {
      return of(
          node,
          Optional.of(String.valueOf(e.getMessage())),
          new LinkedHashMap<>(),
          new LinkedHashMap<>(),
          0,
          new LinkedHashMap<>(),
          new TickPlan(List.of(), List.of(), List.of()));
    }
  }

  private static NodeStatus of(
      Node node,
      Optional<String> storeProblem,
      SequencedMap<String, Integer> counts,
      SequencedMap<String, Integer> peers,
      int brokenPeerRows,
      SequencedMap<String, String> lastRun,
      TickPlan plan) {
    IdentityDocument identity = node.identityAsWritten();
    Optional<String> server =
        NodeLock.holder(NodeLock.server(node.home())).map(NodeLock.Holder::toString);
    return new NodeStatus(
        new LocalPath(node.home().root()),
        identity.name(),
        identity.publicKey(),
        identity.fingerprint(),
        identity.endpoint(),
        server.isPresent(),
        server,
        running(node),
        Stores.backend(node),
        storeProblem,
        LlmStatus.of(node),
        counts,
        peers,
        brokenPeerRows,
        lastRun,
        plan);
  }

  /** Who runs a component or a step now. */
  static Optional<String> running(Node node) {
    return NodeLock.holder(NodeLock.step(node.home()))
        .or(() -> NodeLock.holder(NodeLock.tick(node.home())))
        .map(NodeLock.Holder::toString);
  }

  private static SequencedMap<String, Integer> byName(NodeCounts held) {
    SequencedMap<String, Integer> counts = new LinkedHashMap<>();
    counts.put("inbox", held.inbox());
    held.outbox().forEach((box, count) -> counts.put("outbox/" + box, count));
    counts.putAll(held.objects());
    counts.put("subscribers", held.subscribers());
    counts.put("subscribed", held.subscribed());
    return counts;
  }

  private static SequencedMap<String, Integer> known(NodeCounts held) {
    SequencedMap<String, Integer> peers = new LinkedHashMap<>();
    held.peers().forEach((trust, count) -> peers.put(trust.toString(), count));
    peers.values().removeIf(count -> count == 0);
    return peers;
  }

  private static SequencedMap<String, String> lastRun(Store store) {
    SequencedMap<String, String> runs = new LinkedHashMap<>();
    JsonObject state = store.state(StateDocument.SCHEDULER).orElse(JsonObject.empty());
    JsonObject exits = state.object("last_exit").orElse(JsonObject.empty());
    state
        .object("last_run")
        .orElse(JsonObject.empty())
        .members()
        .forEach(
            (name, at) ->
                runs.put(
                    name,
                    state.object("last_run").flatMap(times -> times.string(name)).orElse("?")
                        + exits
                            .object(name)
                            .flatMap(exit -> exit.string("outcome"))
                            .map(outcome -> " " + outcome)
                            .orElse("")));
    return runs;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("node      " + PeerText.plain(name) + " in " + home);
    lines.add("identity  " + fingerprint);
    lines.add("endpoint  " + endpoint);
    lines.add("server    " + server.orElse("not running (sbp serve)"));
    lines.add("running   " + running.orElse("nothing"));
    storeLine().ifPresent(lines::add);
    llm.lines().forEach(line -> lines.add("llm       " + line));
    if (storeProblem.isEmpty()) {
      lines.add("peers     " + joined(peers) + broken());
    }
    counts.forEach((name, count) -> lines.add(padded(name, 22) + count));
    lastRun.forEach((name, when) -> lines.add("last " + padded(name, 17) + when));
    SequencedMap<String, String> due = new LinkedHashMap<>();
    plan.runs().forEach(run -> due.putIfAbsent(run.component(), run.why()));
    due.forEach((component, why) -> lines.add("due " + padded(component, 18) + why));
    plan.waiting()
        .forEach(
            waiting ->
                lines.add(
                    "next "
                        + padded(waiting.component(), 17)
                        + waiting.nextDue().map(Object::toString).orElse(waiting.why())));
    plan.notes().forEach(note -> lines.add("note      " + note));
    return lines;
  }

  /** The text and spaces up to the width, at least one. */
  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()) + 1);
  }

  /** The default goes without saying. */
  private Optional<String> storeLine() {
    return storeProblem
        .map(problem -> "store     " + store + ": " + problem)
        .or(
            () ->
                Optional.of("store     " + store).filter(_ -> !store.equals(StoreSettings.FILES)));
  }

  private String broken() {
    return brokenPeerRows == 0
        ? ""
        : ", and " + brokenPeerRows + " rows that cannot be read (sbp doctor)";
  }

  private static String joined(Map<String, Integer> counts) {
    return counts.isEmpty()
        ? "none yet"
        : String.join(
            ", ",
            counts.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .toList());
  }
}
