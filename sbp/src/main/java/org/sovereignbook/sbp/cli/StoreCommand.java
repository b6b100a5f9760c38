package org.sovereignbook.sbp.cli;

import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.NodeOptions;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.command.Subcommand;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.Stores;
import org.sovereignbook.sbp.store.copy.MigrationMarker;
import org.sovereignbook.sbp.store.copy.StoreDigest;
import org.sovereignbook.sbp.store.copy.StoredKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sbp store}: where the node keeps its state, and the way to another store. */
@Command(
    description = "where state is kept; move it elsewhere",
    subcommands = {StoreCommand.Info.class, StoreMigrate.class})
final class StoreCommand implements Subcommand {
  @Mixin NodeOptions options = new NodeOptions();

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
      JsonObject.Builder json =
          JsonObject.builder()
              .put("store", Stores.backend(node))
              .put("location", store.location())
              .putIfPresent("migrating_to", begun.map(MigrationMarker::to));
      session
          .output()
          .json((digest ? digest(session, store, json) : counts(session, store, json)).build());
    }
    return ExitCode.DONE;
  }

  private static JsonObject.Builder counts(Session session, Store store, JsonObject.Builder json) {
    Map<StoredKind, Integer> counts = StoreDigest.count(store, session.now());
    JsonObject.Builder entries = JsonObject.builder();
    counts.forEach(
        (kind, count) -> {
          entries.put(kind.toString(), count);
          session.output().line("%-22s %d".formatted(kind, count));
        });
    return json.put("entries", entries.build());
  }

  private static JsonObject.Builder digest(Session session, Store store, JsonObject.Builder json) {
    StoreDigest digest = StoreDigest.of(store, session.now(), done -> {});
    JsonObject.Builder entries = JsonObject.builder();
    digest
        .kinds()
        .forEach(
            (kind, of) -> {
              entries.put(kind.toString(), of.entries());
              session
                  .output()
                  .line("%-22s %6d  %s".formatted(kind, of.entries(), of.digest().hex()));
            });
    session.output().line("%-22s %6d  %s".formatted("all", digest.entries(), digest.total().hex()));
    return json.put("entries", entries.build())
        .put("bytes", digest.bytes())
        .put("digest", digest.total().toString())
        .put("kinds", digest.toJson());
  }

  @Command(name = "info", description = "show what is kept where (the same as: sbp store)")
  static final class Info implements Subcommand {
    @Mixin NodeOptions options = new NodeOptions();

    @Option(names = "--digest", description = "read everything and print its SHA-256, kind by kind")
    boolean digest;

    @Override
    public ExitCode run(Session session) {
      return info(session, digest);
    }
  }
}
