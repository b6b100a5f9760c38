package org.sovereignbook.sbp.cli.keep;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Collection;
import org.sovereignbook.sbp.store.NodeCollections;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.Stores;
import org.sovereignbook.sbp.store.copy.MigrationMarker;
import org.sovereignbook.sbp.store.copy.StoreDigest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sbp store}: the location of the node's state, and its migration to another store. */
@Command(
    description = "where state is kept; move it elsewhere",
    subcommands = {StoreCommand.Info.class, StoreMigrate.class})
@Prints(StoreCommand.StoreInfo.class)
public final class StoreCommand extends NodeCommand {
  /** The collections that are shown and copied; packages above the store add theirs here. */
  static final List<Collection> COLLECTIONS = NodeCollections.ALL;

  /**
   * The store as programs see it.
   *
   * @param entries how many there are of each kind
   * @param sizes how many bytes each kind takes
   * @param digest with {@code --digest}
   */
  record StoreInfo(
      String store,
      String location,
      Optional<String> migratingTo,
      SequencedMap<String, Integer> entries,
      SequencedMap<String, Long> sizes,
      long totalBytes,
      @Shape.Inline Optional<StoreDigest.Shown> digest) {}

  @Override
  public ExitCode run(Session session) {
    return info(session, false);
  }

  private static ExitCode info(Session session, boolean withDigest) {
    Output output = session.output();
    Node node = session.node();
    try (Store store = session.store(node)) {
      output.line("store     " + Stores.backend(node));
      output.line("location  " + store.location());
      Optional<String> migratingTo = MigrationMarker.of(node).map(MigrationMarker::to);
      migratingTo.ifPresent(
          to ->
              output.note(
                  "a migration to %s is not done; finish it:  sbp store migrate --to %s"
                      .formatted(to, to)));
      SequencedMap<String, Store.Usage> usages = new LinkedHashMap<>();
      Optional<StoreDigest> digest = Optional.empty();
      if (withDigest) {
        StoreDigest read = StoreDigest.of(store, COLLECTIONS, done -> {});
        read.kinds()
            .forEach((kind, of) -> usages.put(kind, new Store.Usage(of.entries(), of.bytes())));
        output.lines(lines(read));
        digest = Optional.of(read);
      } else {
        usages.putAll(StoreDigest.usage(store, COLLECTIONS));
        usages.forEach((kind, usage) -> output.line(line(kind, usage)));
        output.line(line("all", sum(usages)));
      }
      output.json(info(Stores.backend(node), store.location(), migratingTo, usages, digest));
    }
    return ExitCode.DONE;
  }

  private static StoreInfo info(
      String store,
      String location,
      Optional<String> migratingTo,
      SequencedMap<String, Store.Usage> usages,
      Optional<StoreDigest> digest) {
    SequencedMap<String, Integer> entries = new LinkedHashMap<>();
    SequencedMap<String, Long> sizes = new LinkedHashMap<>();
    usages.forEach(
        (kind, usage) -> {
          entries.put(kind, (int) usage.files());
          sizes.put(kind, usage.bytes());
        });
    return new StoreInfo(
        store,
        location,
        migratingTo,
        entries,
        sizes,
        sum(usages).bytes(),
        digest.map(StoreDigest::shown));
  }

  private static Store.Usage sum(SequencedMap<String, Store.Usage> usages) {
    return usages.values().stream()
        .reduce(
            new Store.Usage(0, 0),
            (one, other) ->
                new Store.Usage(one.files() + other.files(), one.bytes() + other.bytes()));
  }

  private static List<String> lines(StoreDigest digest) {
    List<String> lines = new ArrayList<>();
    digest
        .kinds()
        .forEach((kind, of) -> lines.add(line(kind, of.entries(), of.bytes(), of.digest())));
    lines.add(line("all", digest.entries(), digest.bytes(), digest.total()));
    return lines;
  }

  private static String line(String kind, Store.Usage usage) {
    return "%-22s %6d  %10d bytes".formatted(kind, usage.files(), usage.bytes());
  }

  private static String line(String kind, int entries, long bytes, ContentHash digest) {
    return line(kind, new Store.Usage(entries, bytes)) + "  " + digest.hex();
  }

  @Command(name = "info", description = "show what is kept where (the same as: sbp store)")
  @Prints(StoreInfo.class)
  static final class Info extends NodeCommand {
    @Option(names = "--digest", description = "read everything and print its SHA-256, kind by kind")
    boolean digest;

    @Override
    public ExitCode run(Session session) {
      return info(session, digest);
    }
  }
}
