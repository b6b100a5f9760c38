package org.sovereignbook.sbp.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.Contract;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.NodeOptions;
import org.sovereignbook.sbp.cli.command.PlainWords;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.command.Subcommand;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sbp outbox}: what waits for delivery, what failed, and how each recipient stands. */
@Command(
    description = "what waits for delivery, or failed",
    subcommands = {
      OutboxCommand.ListOutbox.class,
      OutboxCommand.Failed.class,
      OutboxCommand.Show.class
    })
final class OutboxCommand implements Subcommand {
  @Mixin NodeOptions options = new NodeOptions();

  private record Waiting(List<OutboxEntry.Shown> outbox) {}

  private record GivenUp(List<OutboxEntry.Shown> failed) {}

  private record Whole(@Shape.Inline OutboxEntry.Shown entry, JsonObject item) {}

  @Override
  public Contract contract() {
    return Contract.prints(Waiting.class);
  }

  @Override
  public boolean understands(PlainWords words) {
    return words.isBare();
  }

  @Override
  public ExitCode run(Session session) {
    return list(session);
  }

  private static ExitCode list(Session session) {
    Node node = session.node();
    try (Store store = session.store(node)) {
      List<OutboxEntry> entries =
          store.outbox().pending().stream()
              .map(id -> OutboxEntry.pending(store, id))
              .flatMap(java.util.Optional::stream)
              .toList();
      return print(session, "nothing waits for delivery", entries, Waiting::new);
    }
  }

  private static ExitCode failed(Session session) {
    try (Store store = session.store(session.node())) {
      List<OutboxEntry> entries =
          store.outbox().failed().stream()
              .map(name -> OutboxEntry.failed(store, name))
              .flatMap(java.util.Optional::stream)
              .toList();
      return print(session, "nothing failed", entries, GivenUp::new);
    }
  }

  private static ExitCode print(
      Session session,
      String none,
      List<OutboxEntry> entries,
      Function<List<OutboxEntry.Shown>, Record> document) {
    Node node = session.node();
    if (entries.isEmpty()) {
      session.output().line(none);
    } else {
      OutboxEntry.table(entries, node.now()).lines().forEach(session.output()::line);
    }
    session.output().json(document.apply(entries.stream().map(OutboxEntry::shown).toList()));
    return ExitCode.DONE;
  }

  @Command(name = "list", description = "show what waits (the same as: sbp outbox)")
  static final class ListOutbox implements Subcommand {
    @Mixin NodeOptions options = new NodeOptions();

    @Override
    public Contract contract() {
      return Contract.prints(Waiting.class);
    }

    @Override
    public ExitCode run(Session session) {
      return list(session);
    }
  }

  @Command(name = "failed", description = "show what could not be delivered")
  static final class Failed implements Subcommand {
    @Mixin NodeOptions options = new NodeOptions();

    @Override
    public Contract contract() {
      return Contract.prints(GivenUp.class);
    }

    @Override
    public ExitCode run(Session session) {
      return failed(session);
    }
  }

  @Command(name = "show", description = "show one item: each recipient, its attempts, last error")
  static final class Show implements Subcommand {
    @Mixin NodeOptions options = new NodeOptions();

    @Parameters(
        paramLabel = "ID",
        description = "as sbp outbox or sbp outbox failed lists it, or its beginning")
    String id = "";

    @Override
    public Contract contract() {
      return Contract.prints(Whole.class);
    }

    @Override
    public ExitCode run(Session session) {
      Node node = session.node();
      try (Store store = session.store(node)) {
        return show(session, node, store);
      }
    }

    private ExitCode show(Session session, Node node, Store store) {
      List<String> ids = new ArrayList<>();
      store.outbox().pending().forEach(item -> ids.add(item.toString()));
      store.outbox().failed().forEach(name -> ids.add(OutboxEntry.FAILED_PREFIX + name));
      String found = ItemFinder.find("outbox item", id, ids, "sbp outbox; sbp outbox failed");
      OutboxEntry entry =
          OutboxEntry.find(store, found)
              .orElseThrow(
                  () ->
                      new CliException(ExitCode.NOT_FOUND, found + " was delivered a moment ago"));
      entry.lines(node.now()).forEach(session.output()::line);
      session.output().text(JsonWriter.pretty(OutboxItems.withoutMetadata(entry.item())));
      session.output().json(new Whole(entry.shown(), entry.item()));
      return ExitCode.DONE;
    }
  }
}
