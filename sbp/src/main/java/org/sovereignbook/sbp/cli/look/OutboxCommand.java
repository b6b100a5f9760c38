package org.sovereignbook.sbp.cli.look;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.PagedAlias;
import org.sovereignbook.sbp.frontend.command.PagedList;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SetAsideEdit;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.SetAsideItem;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * {@code sbp outbox}: items that wait for delivery or have failed, with the state of each
 * recipient.
 */
@Command(
    description = "what waits for delivery or failed",
    subcommands = {
      OutboxCommand.ListOutbox.class,
      OutboxCommand.Failed.class,
      OutboxCommand.Show.class,
      OutboxEdit.Retry.class,
      OutboxEdit.Drop.class
    })
@Prints(OutboxCommand.Waiting.class)
public final class OutboxCommand extends PagedList {
  /**
   * A page of what waits.
   *
   * @param setAside items that delivery or a step beside it failed on, on the first page only
   */
  record Waiting(
      List<OutboxEntry> outbox, List<SetAsideItem> setAside, @Shape.Inline Page.End end) {}

  private record GivenUp(List<OutboxEntry> failed, @Shape.Inline Page.End end) {}

  private record Whole(@Shape.Inline OutboxEntry entry, JsonObject item) {}

  public OutboxCommand() {
    super(pages());
  }

  private static PageOptions pages() {
    return PageOptions.cut(1_000, "sbp outbox show ID");
  }

  @Override
  public ExitCode run(Session session) {
    Node node = session.node();
    try (Store store = session.store(node)) {
      Page<OutboxEntry> entries =
          page()
              .of(
                  store.outbox().pending().stream()
                      .map(id -> OutboxEntry.pending(store, id))
                      .flatMap(Optional::stream),
                  OutboxEntry::id);
      List<SetAsideItem> aside =
          page().after().isEmpty() ? new OutboxEdit.Asides(session, node).all(store) : List.of();
      if (!aside.isEmpty()) {
        session
            .output()
            .line("set aside; again with:  sbp outbox retry ID; or delete it:  sbp outbox drop ID");
        SetAsideEdit.print(session.output(), aside);
        session.output().line("");
      }
      return print(
          session,
          "nothing waits for delivery",
          entries,
          (items, end) -> new Waiting(items, aside, end));
    }
  }

  private static ExitCode print(
      Session session,
      String none,
      Page<OutboxEntry> page,
      BiFunction<List<OutboxEntry>, Page.End, Record> document) {
    session
        .output()
        .table(OutboxEntry.table(page.items(), session.now(), session.output().isScreen()), none);
    page.end().print(session.output());
    return session.output().list(document.apply(page.items(), page.end()));
  }

  @Command(name = "list", description = "show what waits (the same as: sbp outbox)")
  static final class ListOutbox extends PagedAlias {
    ListOutbox() {
      super(pages());
    }
  }

  @Command(name = "failed", description = "show what could not be delivered")
  @Prints(GivenUp.class)
  static final class Failed extends NodeCommand {
    @Mixin PageOptions page = pages();

    @Override
    public ExitCode run(Session session) {
      try (Store store = session.store(session.node())) {
        Page<OutboxEntry> entries =
            page.of(
                store.outbox().failed().stream()
                    .map(name -> OutboxEntry.failed(store, name))
                    .flatMap(Optional::stream),
                OutboxEntry::id);
        return print(session, "nothing failed", entries, GivenUp::new);
      }
    }
  }

  @Command(name = "show", description = "show one item: each recipient, its attempts, last error")
  @Example("sbp send Ada hello && sbp outbox show replies/")
  @Prints(Whole.class)
  static final class Show extends NodeCommand {
    @Parameters(
        paramLabel = "ID",
        description = "as sbp outbox or sbp outbox failed lists it, or its beginning")
    String id = "";

    @Override
    public ExitCode run(Session session) {
      Node node = session.node();
      try (Store store = session.store(node)) {
        return show(session, node, store);
      }
    }

    private ExitCode show(Session session, Node node, Store store) {
      OutboxEntry entry = OutboxEntry.named(store, id);
      session.output().lines(entry.lines(node.now()));
      session.output().text(JsonWriter.pretty(OutboxItems.withoutMetadata(entry.item())));
      return session.output().done(new Whole(entry, entry.item()));
    }
  }
}
