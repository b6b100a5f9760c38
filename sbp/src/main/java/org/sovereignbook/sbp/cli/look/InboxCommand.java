package org.sovereignbook.sbp.cli.look;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.EditCommand;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.PagedAlias;
import org.sovereignbook.sbp.frontend.command.PagedList;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.screen.ItemFinder;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.peer.reader.BatchMemory;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.SetAsideItem;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp inbox}: messages that wait for the reader. */
@Command(
    description = "what waits for the reader",
    subcommands = {
      InboxCommand.ListInbox.class,
      InboxCommand.Show.class,
      InboxCommand.Retry.class,
      InboxCommand.Drop.class
    })
@Prints(InboxCommand.Waiting.class)
public final class InboxCommand extends PagedList {
  /**
   * A page of the inbox.
   *
   * @param setAside messages that a step or the model failed on, on the first page only
   */
  record Waiting(List<InboxEntry> inbox, List<Aside> setAside, @Shape.Inline Page.End end) {}

  /**
   * A message that was set aside.
   *
   * @param by the step that failed on it, or {@code model}
   * @param tries how often it has failed
   */
  record Aside(@Shape.Inline InboxEntry entry, String by, String reason, Timestamp at, int tries) {
    static List<Aside> all(InboxEntry.Look look, List<InboxId> ids) {
      return look.all(ids).stream().map(entry -> of(look, entry)).toList();
    }

    private static Aside of(InboxEntry.Look look, InboxEntry entry) {
      SetAsideItem item =
          look.memory()
              .item(entry.id())
              .orElseGet(
                  () ->
                      new SetAsideItem(
                          entry.id().value(),
                          "unknown",
                          "the record of it is gone",
                          entry.receivedAt().orElse(look.now()),
                          0));
      return new Aside(entry, item.by(), item.reason(), item.at(), item.tries());
    }
  }

  public InboxCommand() {
    super(pages());
  }

  private static PageOptions pages() {
    return PageOptions.cut(1_000, "sbp inbox show ID");
  }

  @Override
  public ExitCode run(Session session) {
    Output output = session.output();
    Node node = session.node();
    Waiting waiting;
    try (Store store = session.store(node)) {
      InboxEntry.Look look = InboxEntry.Look.at(store, node.now());
      Page<InboxEntry> page =
          page()
              .of(
                  store.inbox().pending().stream().flatMap(id -> look.all(List.of(id)).stream()),
                  entry -> entry.id().value());
      List<InboxId> aside = page().after().isEmpty() ? store.inbox().setAside() : List.of();
      waiting = new Waiting(page.items(), Aside.all(look, aside), page.end());
    }
    output.table(InboxEntry.table(waiting.inbox(), node.now()), "nothing waits in the inbox");
    waiting.end().print(output);
    if (!waiting.setAside().isEmpty()) {
      output.line("");
      output.line("set aside; back with:  sbp inbox retry ID; or delete it:  sbp inbox drop ID");
      output.table(
          InboxEntry.table(waiting.setAside().stream().map(Aside::entry).toList(), node.now()), "");
    }
    return output.list(waiting);
  }

  @Command(name = "list", description = "show what waits (the same as: sbp inbox)")
  static final class ListInbox extends PagedAlias {
    ListInbox() {
      super(pages());
    }
  }

  @Command(name = "show", description = "show one message whole")
  @Prints(InboxEntry.class)
  static final class Show extends NodeCommand {
    @Parameters(paramLabel = "ID", description = "as sbp inbox lists it, or its beginning")
    String id = "";

    @Override
    public ExitCode run(Session session) {
      Output output = session.output();
      Node node = session.node();
      InboxEntry entry = find(session, node);
      output.lines(entry.lines(node.now()));
      if (entry.isReadable()) {
        output.text(JsonWriter.pretty(entry.envelope()));
      }
      return output.done(entry);
    }

    private InboxEntry find(Session session, Node node) {
      try (Store store = session.store(node)) {
        List<InboxId> all = new ArrayList<>(store.inbox().pending());
        all.addAll(store.inbox().setAside());
        InboxId found = ItemFinder.find("message", id, all, "sbp inbox");
        return InboxEntry.Look.at(store, node.now()).all(List.of(found)).stream()
            .findFirst()
            .orElseThrow(() -> CliException.notFound(found + " was processed a moment ago"));
      }
    }
  }

  /** A decision on messages that were set aside. */
  abstract static class OfAside extends EditCommand {
    @Parameters(
        paramLabel = "ID",
        arity = "0..1",
        description = "as sbp inbox lists it, or its beginning")
    Optional<String> id = Optional.empty();

    @Option(names = "--all", description = "all of it")
    boolean all;

    private final String word;
    private final BiFunction<BatchMemory, List<InboxId>, ChangeSet> changes;
    private final Function<List<InboxId>, Record> document;
    private final String done;

    /**
     * Makes a decision.
     *
     * @param done what messages are afterwards, in words
     */
    OfAside(
        String word,
        BiFunction<BatchMemory, List<InboxId>, ChangeSet> changes,
        Function<List<InboxId>, Record> document,
        String done) {
      this.word = word;
      this.changes = changes;
      this.document = document;
      this.done = done;
    }

    @Override
    protected void prepare(Session session, Node node) {
      if (id.isPresent() == all) {
        throw CliException.wrong(
            "inbox " + word + ": name one message, or --all", "all of them:  sbp inbox");
      }
    }

    @Override
    protected ExitCode edit(Output output, Node node, Store store) {
      List<InboxId> aside = store.inbox().setAside();
      List<InboxId> chosen =
          aside.isEmpty()
              ? List.of()
              : id.map(given -> List.of(ItemFinder.find("message", given, aside, "sbp inbox")))
                  .orElse(aside);
      if (!chosen.isEmpty()) {
        store.commit(changes.apply(BatchMemory.load(store, node.now()), chosen));
      }
      output.line(
          chosen.isEmpty()
              ? "nothing is set aside"
              : Wording.counted(chosen.size(), "message") + " " + done);
      return output.done(document.apply(chosen), !chosen.isEmpty());
    }
  }

  @Command(name = "retry", description = "read set-aside messages again")
  @Example("sbp inbox retry --all")
  @Prints(Retry.TakenBack.class)
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "nothing is set aside")
  static final class Retry extends OfAside {
    record TakenBack(List<InboxId> takenBack) {}

    Retry() {
      super("retry", BatchMemory::takeBack, TakenBack::new, "back in the inbox");
    }
  }

  @Command(name = "drop", description = "delete set-aside messages")
  @Example("sbp inbox drop --all")
  @Prints(Drop.Dropped.class)
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "nothing is set aside")
  static final class Drop extends OfAside {
    record Dropped(List<InboxId> dropped) {}

    Drop() {
      super("drop", BatchMemory::drop, Dropped::new, "dropped");
    }
  }
}
