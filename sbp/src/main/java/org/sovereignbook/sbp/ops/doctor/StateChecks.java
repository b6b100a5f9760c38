package org.sovereignbook.sbp.ops.doctor;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.net.http.ClockSkew;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.peer.network.Seeds;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.runtime.health.ClockRepair;
import org.sovereignbook.sbp.runtime.health.Health;
import org.sovereignbook.sbp.runtime.scheduler.SchedulerState;
import org.sovereignbook.sbp.society.ingress.SessionPeers;
import org.sovereignbook.sbp.society.recall.RecallIndex;
import org.sovereignbook.sbp.society.status.SocietyStatus;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;
import org.sovereignbook.sbp.store.Stores;
import org.sovereignbook.sbp.store.copy.MigrationMarker;
import org.sovereignbook.sbp.store.file.FileStore;

/** Checks of a node's state and of the work of its components (IMPLEMENTATION §10). */
final class StateChecks implements AutoCloseable {
  /**
   * A component whose work leaves traces.
   *
   * @param worked whether there are traces of its work
   * @param toDo how to give it some work
   */
  record Pipeline(Component component, Predicate<Store> worked, String toDo) {}

  static final List<Pipeline> PIPELINES =
      List.of(
          new Pipeline(
              Component.READER,
              store ->
                  store.count(Archive.PROCESSED) > 0 || !store.lines(LogFile.SESSION).isEmpty(),
              "sbp bootstrap --seed URL && sbp tick"),
          new Pipeline(
              Component.AUTHOR,
              store -> store.count(ObjectStore.CONTENT_CREATED) > 0,
              "$EDITOR runtime/drafts/first.md && sbp tick"),
          new Pipeline(
              Component.DELIVERY,
              store -> store.count(Archive.SENT) + store.count(Archive.SENT_ARCHIVE) > 0,
              "sbp bootstrap --seed URL && sbp deliver"));

  private final Node node;
  private final NodeHome home;
  private final Stores stores;
  private Optional<Store> opened = Optional.empty();

  StateChecks(Node node, Stores stores) {
    this.node = node;
    this.home = node.home();
    this.stores = stores;
  }

  /**
   * Opens the store for the first check that needs it, so that each check reports its own failure.
   */
  private Store store() {
    Store store = opened.orElseGet(() -> stores.open(node));
    opened = Optional.of(store);
    return store;
  }

  Finding opened() {
    Optional<MigrationMarker> begun = MigrationMarker.of(node);
    if (begun.isPresent()) {
      return Finding.fail(
          "a migration to " + begun.get().to() + " was begun and is not done",
          "sbp store migrate --to " + begun.get().to());
    }
    return Finding.pass(Stores.backend(node) + " in " + store().location());
  }

  /** Checks whether agents, tasks and mail can be read. */
  static Finding society(Session session, Node node) {
    try {
      return session.ofSociety(node, Finding.pass("none yet"), ledger -> society(node, ledger));
    } catch (StoreException e) {
      // A newer, locked or unreadable database is intact; its error has the remedy.
      String why = e.getMessage();
      return why.contains(" is damaged")
          ? damaged(node, why)
          : Finding.fail(why, why.contains(" --accept ") ? "sbp lost" : "sbp doctor");
    }
  }

  /** Checks whether the peers of {@code reader.sessions} may write to a session. */
  static Finding readerSessions(Session session, Node node) {
    Optional<Ledger> opened = session.ledgerIfAny(node);
    if (opened.isEmpty()) {
      return Finding.pass("none yet");
    }
    try (Ledger ledger = opened.get()) {
      List<String> without = ledger.read(SessionPeers::withoutEffect);
      return without.isEmpty()
          ? Finding.pass("each of them may write to a session")
          : Finding.warn(
              "without effect, since no policy lets in what peers of this trust write: "
                  + String.join(", ", without),
              without.getFirst().startsWith("trust:")
                  ? "sbp access lint"
                  : "sbp peers trust " + without.getFirst());
    }
  }

  /** Checks whether search finds what is stored. */
  static Finding memory(Session session, Node node) {
    return session.ofSociety(
        node,
        Finding.pass("none yet"),
        ledger ->
            ledger
                .read(RecallIndex::drift)
                .map(drift -> Finding.fail(drift, "sbp memory verify --search"))
                .orElseGet(() -> Finding.pass("search has what is stored")));
  }

  /**
   * Checks for a leap of the clock, and for stored times that only a wrong clock can have written.
   */
  Finding clock(Session session) {
    SequencedMap<String, Long> wrong = new LinkedHashMap<>(ClockRepair.wrong(store()));
    Optional<Ledger> society = session.ledgerIfAny(node);
    if (society.isPresent()) {
      try (Ledger ledger = society.get()) {
        wrong.putAll(ledger.read(ClockRepair::wrong));
      }
    }
    Optional<String> leap = ClockRepair.leap(node).map(Health.Reason::text);
    String found =
        Stream.concat(
                leap.stream(), wrong.isEmpty() ? Stream.of() : Stream.of(ClockRepair.line(wrong)))
            .collect(Collectors.joining("; "));
    return found.isEmpty()
        ? Finding.pass("no stored time lies further ahead than it can be")
        : Finding.warn(found, "timedatectl");
  }

  /** Checks for agents that rest, and for tokens that expire soon. */
  static Finding agents(Session session, Node node) {
    return first(session, node, "agents", "none yet", SocietyStatus::facts);
  }

  /**
   * Checks what the judges of a feature find under its name.
   *
   * @param well the finding when they find nothing
   */
  static Finding feature(Session session, Node node, String name, String well) {
    return first(session, node, name, "none yet", _ -> well);
  }

  /**
   * Returns the worst problem of a kind.
   *
   * @param without the finding in a node without a society
   */
  private static Finding first(
      Session session,
      Node node,
      String what,
      String without,
      Function<SocietyStatus, String> otherwise) {
    try {
      Optional<Ledger> opened = session.ledgerIfAny(node);
      if (opened.isEmpty()) {
        return Finding.pass(without);
      }
      try (Ledger ledger = opened.get()) {
        SocietyStatus status = ledger.read(SocietyStatus::of);
        List<Health.Reason> found =
            status.reasons().stream().filter(reason -> reason.what().equals(what)).toList();
        return found.isEmpty()
            ? Finding.pass(otherwise.apply(status))
            : finding(
                found.getFirst(),
                found.size() == 1 ? "" : " (and " + (found.size() - 1) + " more)");
      }
    } catch (StoreException e) {
      return Finding.skip("the society cannot be read");
    }
  }

  private static Finding finding(Health.Reason worst, String more) {
    return worst.severity() == Health.State.DOWN
        ? Finding.fail(worst.text() + more, worst.remedy())
        : Finding.warn(worst.text() + more, worst.remedy());
  }

  /** Checks whether the policy files are valid, and whether they let anybody do anything. */
  static Finding access(Session session, Node node) {
    Optional<String> wrong = Health.policies(node, false);
    return wrong.isPresent()
        ? Finding.fail(wrong.get(), "sbp access")
        : first(
            session, node, "access", "the policies are in force", _ -> "the policies are in force");
  }

  private static Finding society(Node node, Ledger ledger) {
    Optional<String> fault = ledger.fault();
    if (fault.isPresent()) {
      return damaged(node, fault.get());
    }
    List<StoredEvent> changed = ledger.changedEvents();
    if (!changed.isEmpty()) {
      return Finding.fail(
          Wording.counted(changed.size(), "event")
              + " changed since, such as number "
              + changed.getFirst().seq(),
          "sbp event show " + changed.getFirst().seq());
    }
    String whole = "whole, in " + ledger.location();
    return ledger.read(SocietyStatus::of).reasons().stream()
        .filter(reason -> reason.what().equals("tasks"))
        .findFirst()
        .map(reason -> Finding.warn(whole + "; " + reason.text(), reason.remedy()))
        .orElseGet(() -> Finding.pass(whole));
  }

  private static Finding damaged(Node node, String what) {
    // Moves its whole folder: SQLite would apply the files beside the old database to a new one.
    Path folder = node.home().root().relativize(node.home().society().resolveSibling(""));
    String aside = folder + ".damaged-" + node.now().inFileName();
    return Finding.fail(what, "mv " + folder + " " + aside + " && sbp society import EXPORT");
  }

  @Override
  public void close() {
    opened.ifPresent(Store::close);
  }

  Finding journal() {
    boolean atWork = NodeLock.holder(NodeLock.step(home)).isPresent();
    if (node.disk().exists(home.journal()) && !atWork) {
      return Finding.fail("a step was interrupted while it changed the node", "sbp tick");
    }
    return FileStore.cannotRestore(node)
        ? Finding.fail("accepted messages cannot be restored from " + home.intake(), "sbp tick")
        : Finding.pass("no interrupted change");
  }

  Finding peers() {
    PeerTable table = store().peers();
    return table.problems().isEmpty()
        ? Finding.pass(table.peers().size() + " in " + home.peers())
        : Finding.fail(
            home.peers()
                + " "
                + table.problems().stream()
                    .map(PeerTable.RowProblem::toString)
                    .collect(Collectors.joining("; ")),
            "$EDITOR runtime/peers.md");
  }

  /** Checks whether the node has joined the network through every configured seed. */
  Finding seeds() {
    Seeds seeds = new Seeds(node, store());
    List<Endpoint> open = seeds.notJoined();
    if (seeds.configured().isEmpty()) {
      return Finding.skip("none is configured");
    }
    return open.isEmpty()
        ? Finding.pass("joined through " + Wording.counted(seeds.configured().size(), "seed"))
        : Finding.todo(
            "never joined "
                + open.getFirst()
                + (open.size() == 1 ? "" : " and " + (open.size() - 1) + " more")
                + "; each run of network tries again",
            "sbp bootstrap");
  }

  private static final String NONE_ASIDE = "nothing is set aside";

  Finding outbox() {
    List<String> failed = store().outbox().failed();
    return failed.isEmpty()
        ? Finding.pass("nothing failed, " + store().outbox().pending().size() + " waiting")
        : Finding.fail(
            failed.size() + " could not be delivered, such as " + failed.getFirst(),
            "sbp outbox failed");
  }

  /** Checks whether loops over messages, deliveries, hooks, sessions or groups left items out. */
  Finding setAside(Session session) {
    return Health.setAside(store())
        .map(reason -> finding(reason, ""))
        .orElseGet(() -> first(session, node, Health.SET_ASIDE, NONE_ASIDE, _ -> NONE_ASIDE));
  }

  /** Checks whether this machine's clock agrees with those of peers. */
  Finding clock() {
    ClockSkew clock = ClockSkew.of(node, store());
    return switch (clock.clock()) {
      case NONE ->
          clock.hosts() == 0
              ? Finding.skip("no peer has told its time lately")
              : Finding.pass(clock.text());
      case OURS, PEER, UNKNOWN -> Finding.warn(clock.text(), clock.remedy());
    };
  }

  Finding schedulerState() {
    Optional<JsonObject> json = store().state(StateDocument.SCHEDULER);
    if (json.isEmpty()) {
      return Finding.todo("no tick ran yet", "sbp tick");
    }
    try {
      SchedulerState state = Shape.of(SchedulerState.class).read(json.get());
      return Finding.pass(
          "valid, last written " + state.lastUpdated().map(Timestamp::toString).orElse("never"));
    } catch (IllegalArgumentException e) {
      return Finding.fail(home.schedulerState() + ": " + e.getMessage(), "sbp tick");
    }
  }

  /** Returns when the scheduler was last active. */
  Optional<Timestamp> lastTick() {
    return Health.lastTick(store().intactState(StateDocument.SCHEDULER));
  }

  /** Checks whether a component's last run was complete, and whether it has ever had work. */
  Finding pipeline(Pipeline pipeline) {
    Optional<JsonObject> exit =
        store()
            .state(StateDocument.SCHEDULER)
            .flatMap(state -> state.object("last_exit"))
            .flatMap(exits -> exits.object(pipeline.component().name()));
    if (exit.isEmpty()) {
      return Finding.todo("has not run yet", "sbp tick");
    }
    String outcome = exit.get().string("outcome").orElse("unknown");
    String found = outcome + " at " + exit.get().string("at").orElse("an unknown time");
    if (!outcome.equals("done") && !outcome.equals("idle")) {
      return Finding.fail(found, "sbp log --ops");
    }
    return pipeline.worked().test(store())
        ? Finding.pass(found)
        : Finding.todo(
            "not yet seen to work: it ran (" + found + ") and had nothing to do", pipeline.toDo());
  }
}
