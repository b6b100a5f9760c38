package org.sovereignbook.sbp.plugins.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.LedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.society.hooks.HotHook;
import org.sovereignbook.sbp.society.ingress.Incoming;
import org.sovereignbook.sbp.society.ingress.Ingress;
import org.sovereignbook.sbp.testing.CrashPoint;
import org.sovereignbook.sbp.testing.CrashingDatabase;
import org.sovereignbook.sbp.testing.SimulatedCrash;

/**
 * Contract of hooks whose starters die, and of several machines that run them at the same time:
 * their effects happen once, and no program of theirs is started twice for one event.
 */
public abstract class HooksContract {
  private static final Duration LONG = Duration.ofDays(1);
  private static final int EVENTS = 24;

  /** Time limit on a busy machine. */
  private static final int PATIENCE_SECONDS = 50;

  private static final long HOUR_MS = Duration.ofHours(1).toMillis();
  private static final long DAY_MS = Duration.ofDays(1).toMillis();
  private static final String YESTERDAY =
      "UPDATE hook SET accepted_ms = accepted_ms - ?, slots_until_ms = accepted_ms - ?"
          + " WHERE name = ?";
  private static final List<String> NAMES = List.of("one", "two", "three");

  @TempDir private Path folder;
  private final Map<String, HotHook> hot = new ConcurrentHashMap<>();
  private final KeyPair keys = KeyPair.generate(new java.security.SecureRandom());
  private JsonObject config = JsonObject.empty();
  private Node node;

  /** Opens the database in a process of its own; has a public constructor without parameters. */
  protected abstract LedgerProvider provider();

  /**
   * Returns more of the node's configuration, such as the database's place; a new one each time.
   */
  protected JsonObject config() {
    return JsonObject.empty();
  }

  /** Returns whether a node elsewhere with the same configuration has the same database. */
  protected boolean isShared() {
    return false;
  }

  @BeforeEach
  void makeNode() {
    config =
        config().with("hooks", JsonObject.builder().put("run_seconds", PATIENCE_SECONDS).build());
    node = node("node");
    try (Ledger ledger = open(node)) {
      Agents.ensureOfTheNode(ledger, Component.names(Component.Trait.AGENT));
    }
  }

  private Node node(String name) {
    Node made = Node.at(folder.resolve(name));
    made.writeJson(made.home().schedulerConfig(), config);
    KeyFile.save(made.disk(), made.home().keypair(), keys, made.now());
    return made;
  }

  private Node otherMachine() {
    return isShared() ? node("other") : node;
  }

  private Ledger open(Node on) {
    return Ledger.open(on, provider().open(on));
  }

  private static void declare(Node on, String name, String declaration) {
    on.writeText(
        HookScript.folder(on).resolve(name + ".hook.yaml"), "plugin: " + name + "\n" + declaration);
  }

  private void hook(
      Ledger ledger, String name, String declaration, Function<JsonObject, JsonObject> answer) {
    hot.put(name, new Hot(name, answer));
    declare(node, name, declaration);
    if (HookScript.find(node, name).orElseThrow()
        instanceof HookScript.Found.Good(HookScript script)) {
      ledger.run(tx -> Acceptance.accept(tx, Caller.owner("command"), script));
    }
  }

  private record Hot(String name, Function<JsonObject, JsonObject> does) implements HotHook {
    @Override
    public JsonObject answer(JsonObject input) {
      return does.apply(input);
    }
  }

  private Dispatch dispatch(Ledger ledger) {
    HookPrograms programs =
        new HookPrograms(
            ledger.node(),
            List.of("false"),
            Optional.empty(),
            Map.of(),
            name -> Objects.requireNonNull(hot.get(name), name));
    return new Dispatch(ledger, programs, ZoneOffset.UTC);
  }

  private static long count(Ledger ledger, String query, Object... parameters) {
    return ledger
        .<Optional<Long>>read(tx -> tx.first(query, row -> row.number(1), parameters))
        .orElseThrow();
  }

  private static JsonObject everything(String title) {
    JsonObject task = JsonObject.builder().put("title", title).build();
    JsonObject mail = JsonObject.builder().put("to", "reader").put("body", title).build();
    JsonObject piece = JsonObject.builder().put("title", title).put("text", "x").build();
    return JsonObject.builder()
        .put("fire", true)
        .put("agent", "author")
        .put("context", JsonObject.builder().put("prompt", title).build())
        .put(
            "actions",
            JsonArray.of(
                List.of(
                    JsonObject.builder().put("task", task).build(),
                    JsonObject.builder().put("mail", mail).build(),
                    JsonObject.builder().put("publish", piece).build(),
                    JsonObject.builder()
                        .put("reply", JsonObject.builder().put("text", title).build())
                        .build())))
        .build();
  }

  /** Origin of a hook's event, with the number of mails and drafts in its answer. */
  private enum Origin {
    WEBHOOK(2, 1),
    /** From a peer, so that the reply is a draft, too. */
    ENVELOPE(1, 2),
    TIMER(2, 1);

    private final int mails;
    private final int drafts;

    Origin(int mails, int drafts) {
      this.mails = mails;
      this.drafts = drafts;
    }

    String trigger(String name) {
      return this == TIMER
          ? "{interval: 1d}"
          : "{event: {types: " + kind() + ", metadata: {event_type: " + name + "}}}";
    }

    String kind() {
      return switch (this) {
        case WEBHOOK -> "webhook.received";
        case ENVELOPE -> "envelope.received";
        case TIMER -> "timer.tick";
      };
    }
  }

  @ParameterizedTest
  @EnumSource
  void whereverItsStarterDiesWhatAHookDoesHereHappensOnceAndItsProgramIsNotStartedTwice(
      Origin origin) throws Exception {
    node.disk().createFolders(node.home().access());
    node.writeText(
        node.home().access().resolve("owner.yaml"),
        "- { name: all, effect: allow, permissions: \"*\" }\n");
    int at = 0;
    while (dies(origin, at)) {
      at++;
    }
    assertThat(at).as("moments of death").isGreaterThan(origin == Origin.TIMER ? 8 : 10);
  }

  private boolean dies(Origin origin, int at) throws InterruptedException {
    String name = "h" + at;
    AtomicInteger started = new AtomicInteger();
    boolean died = false;
    try (Ledger ledger = open(node)) {
      hook(
          ledger,
          name,
          "mode: one-shot\ntools: [\"*\"]\ntriggers: " + origin.trigger(name),
          _ -> {
            started.incrementAndGet();
            return everything("by " + name);
          });
      // The database's own clock cannot be turned.
      ledger.run(tx -> tx.update(YESTERDAY, DAY_MS + HOUR_MS, DAY_MS, name));
      try (Ledger dying =
          Ledger.open(node, new CrashingDatabase(provider().open(node), CrashPoint.at(at)))) {
        comes(dying, origin, name);
        dispatch(dying).run(LONG);
      } catch (SimulatedCrash | IllegalStateException e) {
        died = true;
      }
      comes(ledger, origin, name);
      dispatch(ledger).run(LONG);
      ledger.run(tx -> tx.update("UPDATE hook_run SET lease_until_ms = 0 WHERE state = 'started'"));
      dispatch(ledger).run(LONG);
      verify(ledger, origin, name, started.get());
    }
    return died;
  }

  /**
   * Delivers an event, which its sender repeats if it gets no answer; times arrive by themselves.
   */
  private static void comes(Ledger ledger, Origin origin, String name) {
    if (origin != Origin.TIMER) {
      Principal sender =
          origin == Origin.WEBHOOK
              ? Principal.webhook("ci")
              : Principal.parse("peer:" + "A".repeat(43));
      ledger.run(
          tx ->
              Ingress.offered(
                  tx,
                  new Incoming(
                      "it:" + name,
                      origin.kind(),
                      sender,
                      Words.of(origin),
                      new Subject("it", name),
                      Optional.of("hello"),
                      "text",
                      JsonObject.builder().put("event_type", name).build())));
    }
  }

  private void verify(Ledger ledger, Origin origin, String name, int started) {
    List<HookRun> runs = ledger.read(tx -> HookRun.newest(tx, Optional.of(name), 10));
    assertThat(runs).hasSize(1);
    HookRun run = runs.getFirst();
    boolean isUnknown = run.state() == HookRun.State.UNKNOWN;
    assertThat(run.state()).isIn(HookRun.State.UNKNOWN, HookRun.State.FIRED);
    assertThat(started).isLessThanOrEqualTo(1);
    assertThat(isUnknown || started == 1).isTrue();
    assertThat(
            count(
                ledger,
                "SELECT COUNT(*) FROM audit WHERE event_id = ? AND tool = ?",
                run.event(),
                origin.kind()))
        .as("decisions on what came")
        .isEqualTo(1);
    long once = isUnknown ? 0 : 1;
    String source = "hook_run:" + run.id();
    assertThat(count(ledger, "SELECT COUNT(*) FROM task WHERE source_event = ?", source))
        .isEqualTo(once);
    assertThat(count(ledger, "SELECT COUNT(*) FROM mail WHERE source_event = ?", source))
        .as("the message and, to no peer, the proposal")
        .isEqualTo(origin.mails * once);
    assertThat(
            count(
                ledger,
                "SELECT COUNT(*) FROM agent_input WHERE source = 'hook' AND state = 'waiting'"))
        .as("the context, in a session")
        .isEqualTo(once);
    ledger.run(tx -> tx.update("DELETE FROM agent_input WHERE source = 'hook'"));
    assertThat(
            count(
                ledger, "SELECT COUNT(*) FROM outbox WHERE document LIKE ?", "%by " + name + "\"%"))
        .as("what waits for its owner")
        .isEqualTo(origin.drafts * once);
    assertThat(ledger.read(tx -> Hook.find(tx, name)).orElseThrow().isEnabled())
        .isEqualTo(isUnknown);
    assertThat(count(ledger, "SELECT COUNT(*) FROM hook_run WHERE state IN ('pending', 'started')"))
        .isZero();
    // A hook that an unknown one left enabled is not for the next ones.
    ledger.run(tx -> tx.update("UPDATE hook SET state = 'ended'"));
  }

  @Test
  void machinesThatRunHooksTogetherRunEachOnceForEachEventInOrder() throws Exception {
    Map<String, List<String>> ran = new ConcurrentHashMap<>();
    Map<String, AtomicInteger> atOnce = new ConcurrentHashMap<>();
    Node other = otherMachine();
    try (Ledger here = open(node);
        Ledger there = open(other);
        ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (String name : NAMES) {
        ran.put(name, new CopyOnWriteArrayList<>());
        atOnce.put(name, new AtomicInteger());
        String declaration = "triggers: {event: {types: thing}}";
        declare(other, name, declaration);
        hook(
            here,
            name,
            declaration,
            input -> {
              assertThat(atOnce.get(name).incrementAndGet()).as("runs at once").isEqualTo(1);
              ran.get(name).add(input.object("event").orElseThrow().string("id").orElseThrow());
              atOnce.get(name).decrementAndGet();
              return JsonObject.builder().put("fire", true).build();
            });
      }
      List<Future<?>> writers = new ArrayList<>();
      for (Ledger writer : List.of(here, there)) {
        writers.add(threads.submit(() -> write(writer)));
      }
      List<Future<?>> runners = new ArrayList<>();
      for (Ledger runner : List.of(here, there)) {
        runners.add(threads.submit(() -> runUntil(runner, writers)));
      }
      for (Future<?> each : runners) {
        each.get(5, TimeUnit.MINUTES);
      }
      List<String> inOrder =
          here.read(
              tx ->
                  tx.list(
                      "SELECT id FROM event WHERE kind = 'thing.made' ORDER BY seq",
                      row -> row.text(1)));
      assertThat(inOrder).hasSize(2 * EVENTS);
      for (String name : NAMES) {
        assertThat(ran.get(name)).as(name).containsExactlyElementsOf(inOrder);
      }
      List<String> ends =
          here.read(
              tx ->
                  tx.list(
                      "SELECT state || ': ' || COALESCE(reason, '') FROM hook_run",
                      row -> row.text(1)));
      assertThat(ends).hasSize(2 * EVENTS * NAMES.size()).containsOnly("fired: ");
    }
  }

  /**
   * Writes events whose transactions overlap: a later number may be visible before an earlier one.
   */
  private static Void write(Ledger ledger) {
    for (int i = 0; i < EVENTS; i++) {
      String id = "thing:" + ledger.node().randomId();
      ledger.run(
          tx ->
              tx.append(
                  LedgerEvent.of(
                      id,
                      "thing.made",
                      Authority.of(Principal.OWNER, "command"),
                      new Subject("thing", id))));
    }
    return null;
  }

  private Void runUntil(Ledger ledger, List<Future<?>> writers)
      throws InterruptedException, ExecutionException {
    boolean isLast = false;
    while (!isLast) {
      isLast = writers.stream().allMatch(Future::isDone);
      dispatch(ledger).run(LONG);
    }
    // Runs of the other machine under way at this look are its own to end.
    for (Future<?> each : writers) {
      each.get();
    }
    return null;
  }

  @Test
  void aTimeIsRunOnceWhicheverMachineComesFirst() throws Exception {
    AtomicInteger started = new AtomicInteger();
    Node other = otherMachine();
    try (Ledger here = open(node);
        Ledger there = open(other);
        ExecutorService threads = Executors.newFixedThreadPool(2)) {
      String declaration = "triggers: {cron: '* * * * *'}\ncatch_up: all\ncatch_up_limit: 9";
      declare(other, "minutely", declaration);
      hook(
          here,
          "minutely",
          declaration,
          _ -> {
            started.incrementAndGet();
            return JsonObject.builder().put("fire", true).build();
          });
      int _ =
          here.write(
              tx ->
                  tx.update(
                      "UPDATE hook SET slots_until_ms = ?",
                      tx.nowMs() - Duration.ofMinutes(20).toMillis()));
      List<Future<Dispatch.Done>> both = new ArrayList<>();
      for (Ledger each : List.of(here, there)) {
        both.add(threads.submit(() -> dispatch(each).run(LONG)));
      }
      for (Future<Dispatch.Done> each : both) {
        Dispatch.Done _ = each.get(5, TimeUnit.MINUTES);
      }
      dispatch(here).run(LONG);
      assertThat((long) started.get())
          .isGreaterThanOrEqualTo(9)
          .isEqualTo(count(here, "SELECT COUNT(*) FROM hook_run WHERE state = 'fired'"))
          .isEqualTo(count(here, "SELECT COUNT(*) FROM event WHERE kind = 'timer.tick'"));
      assertThat(count(here, "SELECT COUNT(*) FROM hook_run WHERE state = 'skipped'")).isEqualTo(1);
    }
  }
}
