package org.sovereignbook.sbp.peer.maintenance;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.sovereignbook.sbp.authority.access.Grants;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Retention;
import org.sovereignbook.sbp.authority.ledger.SocietySettings;
import org.sovereignbook.sbp.authority.ledger.Upkeep;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.model.judgment.LedgerArchiving;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.peer.maintenance.Git.GitException;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.peer.step.RunAsides;
import org.sovereignbook.sbp.peer.step.Step;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Collection.Streamed;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Message;
import org.sovereignbook.sbp.store.Messages;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.SetAside;
import org.sovereignbook.sbp.store.Standing;
import org.sovereignbook.sbp.store.StorageQuota;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;
import org.sovereignbook.sbp.store.StoreSettings;

/**
 * Routine housekeeping (IMPLEMENTATION §3.2, maintenance script). Every part may be repeated, and
 * what one part cannot do does not keep the others from being done.
 */
public final class Maintenance {
  public static final Step STEP =
      new Step(
          Component.MAINTENANCE,
          "maintain",
          "maintenance",
          "rotate, archive, rebuild indexes",
          "rotates logs, archives, rebuilds indexes, writes status.md",
          Set.of(),
          List.of(Maintenance.class),
          MaintenanceResult.class,
          on ->
              new Maintenance(on.node(), on.store(), on::society, on.given(Retention.class), "git")
                  .run());

  static final Duration TEMPORARY_KEPT = Duration.ofDays(1);

  /** Number of files that one commit removes, so that the journal stays small. */
  static final int BATCH_FILES = 200;

  private final Node node;
  private final Store store;
  private final Supplier<Optional<Ledger>> society;
  private final List<Retention> retentions;
  private final String gitProgram;
  private final List<String> errors = new ArrayList<>();
  private RunAsides asides;

  Maintenance(Node node, Store store) {
    this(node, store, Optional::empty, List.of(), "git");
  }

  Maintenance(
      Node node,
      Store store,
      Supplier<Optional<Ledger>> society,
      List<Retention> retentions,
      String gitProgram) {
    this.society = society;
    this.retentions = retentions;
    this.node = node;
    this.store = store;
    this.gitProgram = gitProgram;
    this.asides = RunAsides.of(store, Component.MAINTENANCE);
  }

  /** Does all of it. The caller has locked the node. */
  MaintenanceResult run() {
    errors.clear();
    asides = RunAsides.of(store, Component.MAINTENANCE);
    Config config = MaintenanceSettings.ALL.checked(node.config());
    int lines =
        part("logs", () -> rotateLogs(config))
            + part("calls", () -> LedgerArchiving.run(node, store));
    int folders = part("sent", () -> archiveSent(config));
    int files = part("envelopes", () -> removeOldEnvelopes(config));
    part("messages", () -> removeStrangersMessages(config));
    part("bounds", () -> keepBounds(config));
    part("society", () -> keepSociety(config));
    int temporaries = part("temporaries", this::removeTemporaries);
    part("former-store", this::removeSetAside);
    part("indexes", this::rebuildIndexes);
    StatusReport status = StatusReport.of(node, store);
    store.commit(
        new ChangeSet()
            .add(new Change.WriteFile(node.home().status(), status.toMarkdown()))
            .add(new HandoffReport(node, store).change(Optional.empty()))
            .addAll(asides.change(node.now()).stream().toList()));
    Optional<String> commit = keepHistory(config);
    return new MaintenanceResult(lines, folders, files, temporaries, commit, errors, status);
  }

  /** Does one part; its own failure does not keep the others from being done. */
  private int part(String name, IntSupplier work) {
    return asides.bounded(
        name,
        work::getAsInt,
        why -> {
          error(name, "a part was not done (" + name + "): " + why);
          return 0;
        });
  }

  /** Does a part for each item by itself. Returns the sum. */
  private <T> int each(
      String part, List<T> items, Function<T, String> name, ToIntFunction<T> work) {
    int sum = 0;
    for (T item : items) {
      sum += part(part + " " + name.apply(item), () -> work.applyAsInt(item));
    }
    return sum;
  }

  private void part(String name, Runnable work) {
    int _ =
        part(
            name,
            () -> {
              work.run();
              return 0;
            });
  }

  private int rotateLogs(Config config) {
    return each("logs", LogFile.ALL, Streamed::name, log -> rotateLog(config, log));
  }

  private int rotateLog(Config config, Streamed log) {
    int lines = store.lines(log).size();
    if (lines <= config.get(MaintenanceSettings.LOG_MAX_LINES)) {
      return 0;
    }
    int older = lines - config.get(MaintenanceSettings.LOG_KEEP_LINES);
    store.commit(
        new ChangeSet()
            .add(new Change.Condense(log, node.now(), older, older, List.of()))
            .emit(rotated(log, older)));
    return older;
  }

  private int archiveSent(Config config) {
    LocalDate keptFrom =
        LocalDate.ofInstant(node.clock().instant(), ZoneOffset.UTC)
            .minusDays(config.get(MaintenanceSettings.SENT_KEEP_DAYS));
    List<LocalDate> days =
        store.archive().sentDays().stream().filter(day -> day.isBefore(keptFrom)).toList();
    return each(
        "sent",
        days,
        LocalDate::toString,
        day -> {
          store.commit(new ChangeSet().add(Archive.archiveDay(day)));
          return 1;
        });
  }

  private int removeOldEnvelopes(Config config) {
    Instant keptFrom =
        node.clock()
            .instant()
            .minus(Duration.ofDays(config.get(MaintenanceSettings.PROCESSED_KEEP_DAYS)));
    List<Change> removals = new ArrayList<>();
    for (Keyed shelf : List.of(Archive.PROCESSED, Archive.REJECTED)) {
      store
          .archive()
          .envelopesBefore(shelf, keptFrom)
          .forEach(id -> removals.add(Archive.remove(shelf, id)));
    }
    commitInBatches(removals);
    return removals.size();
  }

  /**
   * Removes old messages of strangers above the limit; conversations in both directions are kept.
   */
  private void removeStrangersMessages(Config config) {
    PeerTable peers = store.peers();
    List<PublicKey> strangers =
        store.messages().peers().stream()
            .filter(key -> !peers.trust(key).isEndorsedOrTrusted())
            .toList();
    List<Message> received = new ArrayList<>();
    int _ =
        each(
            "messages",
            strangers,
            PublicKey::toString,
            key -> {
              List<Message> all = store.messages().with(key);
              if (all.stream().noneMatch(one -> one.way() == Message.Way.SENT)) {
                received.addAll(all);
              }
              return all.size();
            });
    List<Change> removals =
        received.stream()
            .sorted(Comparator.comparing(Message::at).reversed())
            .skip(config.get(MaintenanceSettings.STRANGERS_MESSAGES))
            .<Change>map(Messages::remove)
            .toList();
    commitInBatches(removals);
    if (!removals.isEmpty()) {
      String text = "removed %d old messages of strangers".formatted(removals.size());
      store.commit(new ChangeSet().emit(event("messages-removed", text)));
    }
  }

  /**
   * Enforces the limits on strangers' data; on an almost full disk, deletes more of it to free the
   * missing bytes.
   */
  private void keepBounds(Config config) {
    StorageQuota quota = new StorageQuota(store, config);
    quota.enforce();
    long missing =
        config.get(StoreSettings.FREE_DISK_BYTES) - node.disk().freeBytes(node.home().runtime());
    if (missing > 0) {
      Store.Usage gone = quota.free(missing, Standing.CHOSEN);
      error(
          "disk",
          "the disk is almost full: deleted %d entries, %s, that strangers had caused"
              .formatted(gone.files(), Wording.size(gone.bytes())));
    }
  }

  private void keepSociety(Config config) {
    try {
      Optional<Upkeep.Done> done = society.get().map(ledger -> keep(ledger, config));
      done.filter(what -> what.removed() + what.erased() > 0)
          .ifPresent(
              what -> {
                String text =
                    "removed %d old rows of the society, erased %d old texts of peers in it"
                        .formatted(what.removed(), what.erased());
                store.commit(new ChangeSet().emit(event("society-kept", text)));
              });
    } catch (StoreException e) {
      error("society", "the society could not be kept: " + e.getMessage());
    }
  }

  /**
   * Deletes the packages' expired rows first, so that the rows these referred to can go as well.
   */
  private Upkeep.Done keep(Ledger ledger, Config config) {
    Duration kept = Duration.ofDays(config.get(SocietySettings.GRANTS_KEEP_DAYS));
    int forgotten = ledger.<Integer>write(tx -> new Grants(tx).forget(kept));
    List<Integer> places = IntStream.range(0, retentions.size()).boxed().toList();
    forgotten +=
        each(
            "retention",
            places,
            i -> Integer.toString(i + 1),
            i -> retentions.get(i).forget(ledger));
    Upkeep.Done done = new Upkeep(ledger, config).run();
    return new Upkeep.Done(done.removed() + forgotten, done.erased());
  }

  private void commitInBatches(List<Change> changes) {
    for (int from = 0; from < changes.size(); from += BATCH_FILES) {
      int to = Math.min(from + BATCH_FILES, changes.size());
      store.commit(new ChangeSet().addAll(changes.subList(from, to)));
    }
  }

  private int removeTemporaries() {
    List<Path> files =
        FolderWalk.temporariesBefore(
            node.disk(), node.home().runtime(), node.clock().instant().minus(TEMPORARY_KEPT));
    files.forEach(node.disk()::delete);
    return files.size();
  }

  private void removeSetAside() {
    int _ = each("former-store", SetAside.all(node), one -> name(one.path()), this::removeIfOver);
  }

  private int removeIfOver(SetAside one) {
    SetAside dated = one.dated(node);
    if (!dated.isOver(node)) {
      return 0;
    }
    OwnerOnly.deleteTree(dated.path());
    store.commit(
        new ChangeSet()
            .emit(event("removed", "what a former store had left: " + name(dated.path()))));
    return 1;
  }

  private String name(Path path) {
    return node.home().root().relativize(path).toString();
  }

  private void rebuildIndexes() {
    try {
      store.objects().rebuildIndexes();
    } catch (NodeException e) {
      error("indexes", "the indexes could not be rebuilt: " + e.getMessage());
    }
  }

  private Optional<String> keepHistory(Config config) {
    if (!config.get(MaintenanceSettings.HISTORY).equals(MaintenanceSettings.GIT)) {
      return Optional.empty();
    }
    try {
      return new GitHistory(node, gitProgram).commit();
    } catch (GitException e) {
      error("history", "the history was not kept: " + e.getMessage());
      return Optional.empty();
    }
  }

  private void error(String part, String what) {
    errors.add(what);
    store.commit(new ChangeSet().emit(event("failed", what).about("part", part).asError()));
  }

  private Event rotated(Streamed log, int lines) {
    Path file = log.in(node.home()).getFileName();
    Path archive = log.archiveIn(node.home(), Streamed.month(node.now())).getFileName();
    return event("rotated", "moved %d lines of %s to %s".formatted(lines, file, archive))
        .about("log", file);
  }

  private Event event(String kind, String text) {
    return Event.of(Component.MAINTENANCE.name(), kind, node.now(), text);
  }
}
