package org.sovereignbook.sbp.cli.look;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.Style;
import org.sovereignbook.sbp.model.judgment.AgentSettings;
import org.sovereignbook.sbp.model.judgment.LlmStatus;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.ops.config.ConfigProblems;
import org.sovereignbook.sbp.peer.reader.StrangerTurn;
import org.sovereignbook.sbp.runtime.health.Health;
import org.sovereignbook.sbp.runtime.plugin.PluginException;
import org.sovereignbook.sbp.runtime.scheduler.ShellCommandRunner;
import org.sovereignbook.sbp.runtime.scheduler.Tick;
import org.sovereignbook.sbp.runtime.scheduler.TickPlan;
import org.sovereignbook.sbp.society.status.OwnersTurn;
import org.sovereignbook.sbp.society.status.SocietyStatus;
import org.sovereignbook.sbp.store.NodeCounts;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;
import org.sovereignbook.sbp.store.StoreSettings;
import org.sovereignbook.sbp.store.Stores;

/**
 * The state of a node, read without changing it. Running processes come from the locks, the rest
 * from the files and the store.
 *
 * @param health the node's health, with reasons
 * @param running the holder of the node's lock, if any
 * @param server the holder of the server's lock, if any
 * @param keeper the process of {@code sbp up} that keeps the node running, if any
 * @param store the name of the storage backend
 * @param storeProblem why the store cannot be read; its values are empty then
 * @param llm the models: today's use, and which of them rest
 * @param counts numbers by name, in the order of printing
 * @param lastRun by component, from the scheduler's state
 * @param society its agents, tasks and mail, if there is one
 * @param strangers until when no model reads mail of strangers, and why
 */
record NodeStatus(
    @Shape.Inline Health health,
    LocalPath home,
    String name,
    PublicKey publicKey,
    Fingerprint fingerprint,
    Endpoint endpoint,
    boolean serverRunning,
    Optional<NodeLock.Holder.Shown> server,
    Optional<NodeLock.Holder.Shown> keeper,
    Optional<NodeLock.Holder.Shown> running,
    String store,
    Optional<String> storeProblem,
    LlmStatus llm,
    SequencedMap<String, Integer> counts,
    SequencedMap<String, Integer> peers,
    int brokenPeerRows,
    SequencedMap<String, LastRun> lastRun,
    TickPlan plan,
    Optional<StrangerTurn> strangers,
    Optional<SocietyStatus> society) {
  private static final String RULES = "none; the built-in rules judge";
  private static final String OUTBOX = "outbox/";
  private static final String FAILED = OUTBOX + "failed";

  /** The end of a component's last run. */
  record LastRun(Optional<String> at, Optional<String> outcome, Optional<Long> exitCode) {
    @Override
    public String toString() {
      return at.orElse("?") + outcome.map(how -> " " + how).orElse("");
    }
  }

  /** The state of the society, with its problems. */
  record SocietyLook(Optional<SocietyStatus> society, List<Health.Reason> reasons) {
    static final SocietyLook NOTHING = new SocietyLook(Optional.empty(), List.of());
  }

  /** Values read from the store. */
  private record StoreFacts(
      Health health,
      SequencedMap<String, Integer> counts,
      SequencedMap<String, Integer> peers,
      int brokenPeerRows,
      SequencedMap<String, LastRun> lastRun,
      TickPlan plan) {
    static StoreFacts nothing(Health health) {
      return new StoreFacts(
          health,
          new LinkedHashMap<>(),
          new LinkedHashMap<>(),
          0,
          new LinkedHashMap<>(),
          new TickPlan(List.of(), List.of(), List.of()));
    }
  }

  /**
   * Reads the state of a node, also if its store cannot be opened.
   *
   * @param waiting reasons why it does not run at all
   * @param metered whether calls of the backend of this name may cost money
   * @param look supplies the society's state; called late, because another thread may still be
   *     reading
   */
  static NodeStatus of(
      Node node,
      Stores stores,
      List<Health.Reason> waiting,
      Predicate<String> metered,
      Supplier<SocietyLook> look) {
    List<Health.Reason> settings =
        Stream.concat(ConfigProblems.reasons(node).stream(), waiting.stream()).toList();
    LlmStatus llm = LlmStatus.of(node, metered);
    try (Store store = stores.open(node)) {
      PeerTable table = store.peers();
      NodeCounts held = NodeCounts.of(store, table);
      Tick tick =
          new Tick(node, stores, Optional.empty(), new ShellCommandRunner(), metered, event -> {});
      TickPlan plan = tick.plan(store);
      StoreFacts facts =
          new StoreFacts(
              Health.of(node, store, llm)
                  .and(OwnersTurn.of(node, store).stream().map(OwnersTurn::reason).toList())
                  .and(settings)
                  .and(look.get().reasons()),
              byName(held),
              known(held),
              table.problems().size(),
              lastRun(store),
              plan);
      return of(node, Optional.empty(), metered, llm, facts, look.get());
    } catch (StoreException | PluginException e) {
      String problem = String.valueOf(e.getMessage());
      Health health =
          Health.withoutStore(node, problem, llm).and(settings).and(look.get().reasons());
      return of(node, Optional.of(problem), metered, llm, StoreFacts.nothing(health), look.get());
    }
  }

  private static NodeStatus of(
      Node node,
      Optional<String> storeProblem,
      Predicate<String> metered,
      LlmStatus llm,
      StoreFacts facts,
      SocietyLook look) {
    IdentityDocument identity = node.identityAsWritten();
    Optional<NodeLock.Holder> server = NodeLock.holder(NodeLock.server(node.home()));
    return new NodeStatus(
        facts.health(),
        new LocalPath(node.home().root()),
        identity.name(),
        identity.publicKey(),
        identity.fingerprint(),
        identity.endpoint(),
        server.isPresent(),
        server.map(NodeLock.Holder::shown),
        NodeLock.holder(NodeLock.up(node.home())).map(NodeLock.Holder::shown),
        running(node).map(NodeLock.Holder::shown),
        Stores.backend(node),
        storeProblem,
        llm,
        facts.counts(),
        facts.peers(),
        facts.brokenPeerRows(),
        facts.lastRun(),
        facts.plan(),
        metered.test(node.config().get(AgentSettings.BACKEND))
            ? StrangerTurn.wait(node)
            : Optional.empty(),
        look.society());
  }

  /** Returns the process that runs a component or a step now. */
  static Optional<NodeLock.Holder> running(Node node) {
    return NodeLock.holder(NodeLock.step(node.home()))
        .or(() -> NodeLock.holder(NodeLock.tick(node.home())));
  }

  private static SequencedMap<String, Integer> byName(NodeCounts held) {
    SequencedMap<String, Integer> counts = new LinkedHashMap<>();
    counts.put("inbox", held.inbox());
    counts.put("set_aside", held.setAside());
    counts.put("unread", held.unread());
    held.outbox().forEach((box, count) -> counts.put(OUTBOX + box, count));
    counts.putAll(held.objects());
    counts.put("subscribers", held.subscribers());
    counts.put("subscribed", held.subscribed());
    counts.put("requested", held.requested());
    return counts;
  }

  private static SequencedMap<String, Integer> known(NodeCounts held) {
    SequencedMap<String, Integer> peers = new LinkedHashMap<>();
    held.peers().forEach((trust, count) -> peers.put(trust.toString(), count));
    peers.values().removeIf(count -> count == 0);
    return peers;
  }

  private static SequencedMap<String, LastRun> lastRun(Store store) {
    SequencedMap<String, LastRun> runs = new LinkedHashMap<>();
    JsonObject state = store.state(StateDocument.SCHEDULER).orElse(JsonObject.empty());
    JsonObject times = state.object("last_run").orElse(JsonObject.empty());
    JsonObject exits = state.object("last_exit").orElse(JsonObject.empty());
    for (String name : times.members().keySet()) {
      JsonObject exit = exits.object(name).orElse(JsonObject.empty());
      Optional<Long> code = exit.integer("exit_code").stream().boxed().findFirst();
      runs.put(name, new LastRun(times.string(name), exit.string("outcome"), code));
    }
    return runs;
  }

  /**
   * Returns six lines for a person, beginning with the node's health; and one more for each further
   * problem and each thing that waits for the owner.
   */
  List<String> lines(Timestamp now) {
    String models = llm.beside().map(text -> llm.backend() + ", today " + text).orElse(RULES);
    List<String> lines = new ArrayList<>(styled(health));
    waitingForOwner().forEach(lines::add);
    Collections.addAll(
        lines,
        "node      " + PeerText.plain(name) + " in " + home + " (" + fingerprint + ")",
        "server    " + endpoint + ", " + serverLine(now),
        "now       " + nowLine(now),
        "mail      " + mailLine(),
        "models    " + models);
    llm.waits().forEach(line -> lines.add(" ".repeat(10) + line));
    featureLines().forEach(lines::add);
    return lines;
  }

  private Stream<String> featureLines() {
    return society.stream()
        .flatMap(it -> it.features().entrySet().stream())
        .map(one -> padded(one.getKey(), 9) + PeerText.plain(one.getValue()));
  }

  /** Returns lines on what waits for the owner alone; shown in any state of the node. */
  private List<String> waitingForOwner() {
    Stream<OwnersTurn> drafts =
        health.reasons().stream()
            .filter(why -> why.what().equals("drafts"))
            .map(why -> new OwnersTurn(why.what(), why.text(), why.remedy()));
    Stream<OwnersTurn> others = society.stream().flatMap(it -> it.waiting().stream());
    return Stream.concat(others, drafts)
        .map(one -> "you       " + one.text() + " (" + one.command() + ")")
        .toList();
  }

  private static List<String> styled(Health health) {
    Style style =
        switch (health.state()) {
          case OK -> Style.PASS;
          case ATTENTION -> Style.WARNING;
          case DOWN -> Style.FAIL;
        };
    List<String> lines = new ArrayList<>(health.lines());
    lines.set(0, style.on(lines.getFirst()));
    return lines;
  }

  private String serverLine(Timestamp now) {
    return server
        .map(
            who ->
                "started "
                    + Wording.ago(who.since(), now)
                    + " (process "
                    + who.pid()
                    + ")"
                    + keeper.map(up -> ", kept by sbp up (process " + up.pid() + ")").orElse(""))
        .orElse("not running (sbp serve)");
  }

  private String nowLine(Timestamp now) {
    String runs =
        running
            .map(who -> who.what() + ", started " + Wording.ago(who.since(), now))
            .orElse("nothing runs");
    String due =
        plan.runs().stream()
            .map(TickPlan.Run::component)
            .distinct()
            .collect(Collectors.joining(", "));
    Optional<Timestamp> next =
        plan.waiting().stream()
            .flatMap(waiting -> waiting.nextDue().stream())
            .min(Timestamp::compareTo);
    return runs
        + (due.isEmpty()
            ? (next.isEmpty() ? "" : "; the next is due " + Wording.ago(next.get(), now))
            : "; the next tick runs " + due);
  }

  private String mailLine() {
    if (storeProblem.isPresent()) {
      return "not known, since the store cannot be read";
    }
    int toDeliver =
        counts.entrySet().stream()
            .filter(box -> box.getKey().startsWith(OUTBOX) && !box.getKey().equals(FAILED))
            .mapToInt(Map.Entry::getValue)
            .sum();
    // Without a formatter: the first number that it formats takes a tenth of a start.
    return count("inbox")
        + " to read, "
        + toDeliver
        + " to deliver, "
        + count(FAILED)
        + " failed"
        + (count("set_aside") == 0 ? "" : ", " + count("set_aside") + " set aside (sbp inbox)")
        + strangers.filter(_ -> count("inbox") > 0).map(wait -> "; " + wait).orElse("")
        + (count("unread") == 0 ? "" : ", " + count("unread") + " unread (sbp messages)")
        + "; peers: "
        + joined(peers)
        + "; "
        + Wording.counted(count("subscribers"), "follower")
        + ", following "
        + count("subscribed")
        + (count("requested") == 0 ? "" : ", requested " + count("requested"));
  }

  private int count(String name) {
    return counts.getOrDefault(name, 0);
  }

  List<String> allLines() {
    List<String> lines = new ArrayList<>();
    health.reasons().forEach(why -> lines.add(padded(why.what(), 9) + why.text()));
    lines.add("node      " + PeerText.plain(name) + " in " + home);
    lines.add("identity  " + fingerprint);
    lines.add("endpoint  " + endpoint);
    lines.add("server    " + server.map(NodeStatus::who).orElse("not running (sbp serve)"));
    lines.add("running   " + running.map(NodeStatus::who).orElse("nothing"));
    storeLine().ifPresent(lines::add);
    llm.lines().forEach(line -> lines.add("llm       " + line));
    strangers.ifPresent(wait -> lines.add("llm       " + wait));
    if (storeProblem.isEmpty()) {
      lines.add("peers     " + joined(peers) + broken());
    }
    society.ifPresent(it -> lines.add("agents    " + it.line()));
    featureLines().forEach(lines::add);
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

  private static String who(NodeLock.Holder.Shown holder) {
    return holder.what() + " (process " + holder.pid() + ", since " + holder.since() + ")";
  }

  /** Returns the text padded to the width, with at least one space. */
  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()) + 1);
  }

  /** Returns the line on the store; empty for the default store without a problem. */
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
