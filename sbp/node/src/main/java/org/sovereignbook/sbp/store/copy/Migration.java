package org.sovereignbook.sbp.store.copy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Collection;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.RenderedPeers;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;
import org.sovereignbook.sbp.store.StoreSettings;
import org.sovereignbook.sbp.store.Stores;
import org.sovereignbook.sbp.store.file.FileStore;

/**
 * {@code sbp store migrate}: copies a node's state to another store, compares both, and only then
 * makes the configuration name the new one. May be killed at any time and run again: it continues.
 * The old store's data is never deleted: files move into a folder of their own, a database stays.
 *
 * <p>The caller has locked the node against steps, ticks and a server.
 *
 * @param collections the collections to move, beside the peers
 */
public record Migration(Node node, Stores stores, List<Collection> collections, Watcher watcher) {
  /** Listener to the progress. */
  public interface Watcher {
    /** A watcher that does not look. */
    Watcher NONE = (stage, done, total) -> {};

    /** Reports how many of about how many entries are copied or compared. */
    void at(String stage, int done, int total);
  }

  public Migration {
    collections = List.copyOf(collections);
  }

  /**
   * Migrates, or continues an interrupted migration.
   *
   * @param to the name of the new store
   * @param replace whether the new store may be emptied, if it has entries
   * @return empty when the node uses this store already
   * @throws NodeException when another migration was begun, or the new store is not empty
   * @throws StoreException when a store cannot be opened, or both are not the same afterwards
   */
  public Optional<MigrationResult> run(String to, boolean replace) {
    Optional<MigrationMarker> begun = MigrationMarker.of(node);
    String current = Stores.backend(node);
    if (begun.isPresent() && !begun.get().to().equals(to)) {
      throw new NodeException(
          "a migration to %s was begun %s and is not done; finish it: sbp store migrate --to %s"
                  .formatted(begun.get().to(), begun.get().begun(), begun.get().to())
              + ", or give it up: sbp store migrate --cancel");
    }
    if (begun.isEmpty() && current.equals(to)) {
      return Optional.empty();
    }
    String from = begun.map(MigrationMarker::from).orElse(current);
    forgetOldRendering(current, to);
    try (Store source = stores.named(node, from).open(node);
        Store target = stores.named(node, to).open(node)) {
      return Optional.of(new Run(from, to, source, target).run(begun, replace));
    }
  }

  /**
   * Gives up a migration that was interrupted before the configuration named the new store, which
   * keeps what was copied.
   *
   * @return the migration that is given up; empty when none was begun
   */
  public Optional<MigrationMarker> cancel() {
    Optional<MigrationMarker> begun = MigrationMarker.of(node);
    begun.ifPresent(
        marker -> {
          if (Stores.backend(node).equals(marker.to())) {
            throw new NodeException(
                "the node uses "
                    + marker.to()
                    + " already; finish the migration: sbp store migrate --to "
                    + marker.to());
          }
          node.disk().delete(MigrationMarker.file(node));
        });
    return begun;
  }

  /**
   * Forgets the last rendering: in a file store {@code peers.md} is no rendering that a person may
   * have edited.
   */
  private void forgetOldRendering(String current, String to) {
    if (current.equals(StoreSettings.FILES) && !to.equals(StoreSettings.FILES)) {
      new RenderedPeers(node).forget();
    }
  }

  /** Migration with both stores open. */
  private final class Run {
    private final String from;
    private final String to;
    private final Store source;
    private final Store target;

    Run(String from, String to, Store source, Store target) {
      this.from = from;
      this.to = to;
      this.source = source;
      this.target = target;
    }

    MigrationResult run(Optional<MigrationMarker> begun, boolean replace) {
      source.recover();
      target.recover();
      StoreCopy copy = new StoreCopy(0, 0);
      if (!Stores.backend(node).equals(to)) {
        copy = copyAndSwitch(begun, replace);
      }
      StoreDigest digest = StoreDigest.of(target, collections, _ -> {});
      Optional<String> aside = setAside();
      finish(digest);
      target.refresh();
      return new MigrationResult(
          from, to, copy.copied(), copy.present(), digest, aside.orElse(source.location()));
    }

    private void finish(StoreDigest digest) {
      if (MigrationMarker.of(node).isEmpty()) {
        // The recovery of the new store has just done what is below.
        return;
      }
      target.commit(
          new ChangeSet()
              .emit(
                  Event.of(
                      "maintenance",
                      "migrated",
                      node.now(),
                      "the state moved from the store %s to %s: %d entries, %s"
                          .formatted(from, to, digest.entries(), digest.total())))
              .add(new Change.RemoveFile(MigrationMarker.file(node))));
    }

    private StoreCopy copyAndSwitch(Optional<MigrationMarker> begun, boolean replace) {
      source.refresh();
      prepare(begun, replace);
      MigrationMarker marker = new MigrationMarker(from, to, node.now().toString(), false);
      marker.write(node);
      int total =
          StoreDigest.usage(source, collections).values().stream()
              .mapToInt(usage -> (int) usage.files())
              .sum();
      StoreCopy copy =
          StoreCopy.run(source, target, collections, done -> watcher.at("copying", done, total));
      verify(total);
      marker.asVerified().write(node);
      switchOver();
      return copy;
    }

    /**
     * Empties the new store if an interrupted copy there is out of date, because the node continued
     * with its old store.
     */
    private void prepare(Optional<MigrationMarker> begun, boolean replace) {
      StoreContents here = new StoreContents(source, collections);
      StoreContents there = new StoreContents(target, collections);
      List<String> counted = there.kinds().stream().filter(kind -> isCounted(there, kind)).toList();
      boolean isStale = StoreCopy.isStale(here, there, counted);
      boolean isEmpty = counted.stream().allMatch(there::isEmpty);
      if (begun.isEmpty() && !isEmpty && !replace) {
        throw new NodeException(
            "the store %s is not empty (%s); look at it, and if nobody needs what it holds: sbp"
                    .formatted(to, target.location())
                + " store migrate --to "
                + to
                + " --replace");
      }
      if (isStale || (begun.isEmpty() && !isEmpty)) {
        target.commit(new ChangeSet().add(new Change.Forget(collections)));
      }
    }

    /**
     * Returns whether files of this kind count: a file store's folder may have files that another
     * store rendered.
     */
    private boolean isCounted(StoreContents there, String kind) {
      return !(to.equals(StoreSettings.FILES) && there.isRendered(kind));
    }

    private void verify(int total) {
      StoreDigest here =
          StoreDigest.of(source, collections, done -> watcher.at("comparing", done, 2 * total));
      StoreDigest there =
          StoreDigest.of(
              target, collections, done -> watcher.at("comparing", total + done, 2 * total));
      List<String> different = here.differences(there);
      if (!different.isEmpty()) {
        throw new StoreException(
            "%s does not hold the same as %s: %s; the node goes on with %s. Run it again, or give it"
                    .formatted(to, from, different, from)
                + " up: sbp store migrate --cancel");
      }
    }

    private void switchOver() {
      node.made().leaveStore();
      node.writeJson(
          node.home().schedulerConfig(), node.config().with(StoreSettings.BACKEND, to).json());
    }

    /** Moves the old files away, because files that are no longer updated would mislead. */
    private Optional<String> setAside() {
      if (!from.equals(StoreSettings.FILES)) {
        new RenderedPeers(node).forget();
        return Optional.empty();
      }
      target.refresh();
      source.commit(new ChangeSet().add(new Change.Forget(collections)));
      target.refresh();
      return FileStore.setAside(node).map(Path::toString);
    }
  }
}
