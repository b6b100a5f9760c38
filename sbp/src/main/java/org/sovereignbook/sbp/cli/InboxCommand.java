package org.sovereignbook.sbp.cli;

import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.cli.command.Alias;
import org.sovereignbook.sbp.cli.command.BareCommand;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.NodeCommand;
import org.sovereignbook.sbp.cli.command.Prints;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp inbox}: what was received and waits for the reader. */
@Command(
    description = "what waits for the reader",
    subcommands = {InboxCommand.ListInbox.class, InboxCommand.Show.class})
@Prints(InboxCommand.Waiting.class)
final class InboxCommand extends BareCommand {
  record Waiting(List<InboxEntry> inbox) {}

  @Override
  public ExitCode run(Session session) {
    Node node = session.node();
    List<InboxEntry> entries = new ArrayList<>();
    try (Store store = session.store(node)) {
      PeerLabels labels = PeerLabels.of(store);
      for (InboxId id : store.inbox().pending()) {
        store
            .inbox()
            .read(id)
            .ifPresent(bytes -> entries.add(InboxEntry.of(labels, id, bytes, node.now())));
      }
    }
    session.output().table(InboxEntry.table(entries, node.now()), "nothing waits in the inbox");
    session.output().json(new Waiting(entries));
    return ExitCode.DONE;
  }

  @Command(name = "list", description = "show what waits (the same as: sbp inbox)")
  static final class ListInbox extends Alias {}

  @Command(name = "show", description = "show one message whole")
  @Prints(InboxEntry.class)
  static final class Show extends NodeCommand {
    @Parameters(paramLabel = "ID", description = "as sbp inbox lists it, or its beginning")
    String id = "";

    @Override
    public ExitCode run(Session session) {
      Node node = session.node();
      InboxEntry entry = find(session, node);
      session.output().lines(entry.lines(node.now()));
      if (entry.isReadable()) {
        session.output().text(JsonWriter.pretty(entry.envelope()));
      }
      session.output().json(entry);
      return ExitCode.DONE;
    }

    private InboxEntry find(Session session, Node node) {
      try (Store store = session.store(node)) {
        InboxId found = ItemFinder.find("message", id, store.inbox().pending(), "sbp inbox");
        return InboxEntry.of(PeerLabels.of(store), found, bytes(store.inbox(), found), node.now());
      }
    }

    private static byte[] bytes(Inbox inbox, InboxId id) {
      return inbox
          .read(id)
          .orElseThrow(() -> CliException.notFound(id + " was processed a moment ago"));
    }
  }
}
