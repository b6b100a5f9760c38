package org.sovereignbook.sbp.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.NodeCommand;
import org.sovereignbook.sbp.cli.command.Prints;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Collection;
import org.sovereignbook.sbp.store.NodeCollections;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.Stores;
import org.sovereignbook.sbp.store.copy.MigrationMarker;
import org.sovereignbook.sbp.store.copy.StoreDigest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sbp store}: where the node keeps its state, and the way to another store. */
@Command(
    description = "where state is kept; move it elsewhere",
    subcommands = {StoreCommand.Info.class, StoreMigrate.class})
@Prints(StoreCommand.Kept.class)
final class StoreCommand extends NodeCommand {
  /** What is shown and copied; a room above the store adds its collections here. */
  static final List<Collection> COLLECTIONS = NodeCollections.ALL;

  /**
   * What programs see of it.
   *
   * @param entries how many there are of each kind
   * @param digest with {@code --digest}
   */
  record Kept(
      String store,
      String location,
      Optional<String> migratingTo,
      SequencedMap<String, Integer> entries,
      @Shape.Inline Optional<StoreDigest.Shown> digest) {
    static Kept of(
        Node node,
        Store store,
        Optional<MigrationMarker> begun,
        SequencedMap<String, Integer> entries,
        Optional<StoreDigest.Shown> digest) {
      return new Kept(
          Stores.backend(node), store.location(), begun.map(MigrationMarker::to), entries, digest);
    }
  }

  @Override
  public ExitCode run(Session session) {
    return info(session, false);
  }

  private static ExitCode info(Session session, boolean digest) {
    Node node = session.node();
    try (Store store = session.store(node)) {
      session.output().line("store     " + Stores.backend(node));
      session.output().line("location  " + store.location());
      Optional<MigrationMarker> begun = MigrationMarker.of(node);
      begun.ifPresent(
          marker ->
              session
                  .output()
                  .note(
                      "a migration to %s is not done; finish it:  sbp store migrate --to %s"
                          .formatted(marker.to(), marker.to())));
      Kept kept =
          digest ? digest(session, store, node, begun) : counts(session, store, node, begun);
      session.output().json(kept);
    }
    return ExitCode.DONE;
  }

  private static Kept counts(
      Session session, Store store, Node node, Optional<MigrationMarker> begun) {
    SequencedMap<String, Integer> entries = new LinkedHashMap<>();
    StoreDigest.count(store, COLLECTIONS, session.now())
        .forEach(
            (kind, count) -> {
              entries.put(kind, count);
              session.output().line("%-22s %d".formatted(kind, count));
            });
    return Kept.of(node, store, begun, entries, Optional.empty());
  }

  private static Kept digest(
      Session session, Store store, Node node, Optional<MigrationMarker> begun) {
    StoreDigest digest = StoreDigest.of(store, COLLECTIONS, session.now(), done -> {});
    SequencedMap<String, Integer> entries = new LinkedHashMap<>();
    digest
        .kinds()
        .forEach(
            (kind, of) -> {
              entries.put(kind, of.entries());
              session
                  .output()
                  .line("%-22s %6d  %s".formatted(kind, of.entries(), of.digest().hex()));
            });
    session.output().line("%-22s %6d  %s".formatted("all", digest.entries(), digest.total().hex()));
    return Kept.of(node, store, begun, entries, Optional.of(digest.shown()));
  }

  @Command(name = "info", description = "show what is kept where (the same as: sbp store)")
  @Prints(Kept.class)
  static final class Info extends NodeCommand {
    @Option(names = "--digest", description = "read everything and print its SHA-256, kind by kind")
    boolean digest;

    @Override
    public ExitCode run(Session session) {
      return info(session, digest);
    }
  }
}
