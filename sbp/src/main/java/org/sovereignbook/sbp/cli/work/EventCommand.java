package org.sovereignbook.sbp.cli.work;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.EventFilter;
import org.sovereignbook.sbp.authority.ledger.EventLog;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.StoredContent;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.BareCommand;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.screen.NumberedList;
import org.sovereignbook.sbp.frontend.screen.ScreenNames;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.society.events.EventStories;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp event}: the events of this node's agents, each with its principal and cause. */
@Command(
    description = "what agents did, for whom; erase texts",
    subcommands = {
      EventCommand.ListEvents.class,
      EventCommand.Show.class,
      EventCommand.Tail.class,
      EventKindList.class,
      EventCommand.Erase.class,
      EventSubscription.Poll.class,
      EventSubscription.Subscribe.class
    })
@Example("sbp event list --kind task --since 2h")
@Prints(EventCommand.Events.class)
public final class EventCommand extends BareCommand {
  /**
   * A page of events, newest first.
   *
   * @param before {@code next} as a number
   */
  record Events(List<EventView.Told> events, Optional<Long> before, @Shape.Inline Page.End end) {}

  @Override
  public ExitCode run(Session session) {
    return new ListEvents().run(session);
  }

  @Command(name = "list", description = "events, newest first")
  @Example("sbp event list --kind task.claimed -n 50")
  @Prints(Events.class)
  static final class ListEvents extends NumberedList<EventView.Told> {
    @Mixin EventOptions wanted = new EventOptions();

    ListEvents() {
      super(PageOptions.cut(20, "sbp event show NUMBER"));
    }

    @Override
    public ExitCode run(Session session) {
      wanted.check(session);
      ScreenNames peers = new ScreenNames(session);
      Listed<EventView.Told> listed =
          listed(
              session,
              (tx, before, most) ->
                  read(session, new EventStories(tx, peers::of), tx, before, most),
              told -> told.view().event().seq());
      Table table = Table.of("NUMBER", "AGE", "KIND", "FOR", "ABOUT").whole("NUMBER");
      for (EventView.Told told : listed.rows()) {
        EventView view = told.view();
        StoredEvent event = view.event();
        table.row(
            event.seq(),
            Wording.age(Optional.of(view.at()), session.now()),
            event.kind(),
            view.who(listed.names()),
            view.what(listed.names()));
      }
      Output output = session.output();
      return output.list(
          new Events(listed.rows(), listed.before(), listed.end()),
          listed.end(),
          table,
          "no such events");
    }

    private List<EventView.Told> read(
        Session session, EventStories stories, Transaction tx, long before, int most) {
      EventLog log = new EventLog(tx);
      return log.before(before, wanted.filter(session, log), most).stream()
          .map(event -> EventView.Told.of(stories, event))
          .toList();
    }
  }

  @Command(name = "show", description = "show one event whole, with its texts")
  @Example("sbp event show 1")
  @Prints(EventView.Whole.class)
  static final class Show extends NodeCommand {
    @Parameters(paramLabel = "EVENT", description = "its number, or its id")
    String event = "";

    @Override
    public ExitCode run(Session session) {
      try (Ledger ledger = session.begunLedger()) {
        EventView.Whole whole =
            ledger.read(
                tx -> {
                  EventLog log = new EventLog(tx);
                  return EventView.Whole.of(
                      log,
                      new EventStories(tx, new ScreenNames(session)::of),
                      log.find(event).orElseThrow(() -> unknown(event)));
                });
        ScreenNames names = new ScreenNames(session, ledger.read(ScreenNames::agents));
        whole.print(session.output(), session.now(), names);
        session.output().json(whole);
      }
      return ExitCode.DONE;
    }
  }

  @Command(
      name = "tail",
      description = "events as they happen, until interrupted; with --json one object a line")
  @Prints(EventView.class)
  static final class Tail extends NodeCommand {
    /** With several writers an event may become visible after one with a larger number. */
    private static final int OVERTAKEN = 200;

    @Mixin EventOptions wanted = new EventOptions();

    @Option(names = "-n", paramLabel = "N", description = "the number to begin with (default 10)")
    @Range.Of(min = 0)
    int events = 10;

    @Override
    public ExitCode run(Session session) throws InterruptedException {
      wanted.check(session);
      Output output = session.output();
      try (Ledger ledger = session.ledger(session.node())) {
        ScreenNames names = new ScreenNames(session, ledger.read(ScreenNames::agents));
        EventFilter filter = ledger.read(tx -> wanted.filter(session, new EventLog(tx)));
        Set<Long> shown = new LinkedHashSet<>();
        List<StoredEvent> last =
            ledger.read(
                tx -> new EventLog(tx).before(Long.MAX_VALUE, filter, Math.max(events, OVERTAKEN)));
        last.reversed().forEach(event -> shown.add(event.seq()));
        last.stream().limit(events).toList().reversed().forEach(one -> print(output, names, one));
        session.follow(
            () -> {
              added(ledger, filter, shown).forEach(one -> print(output, names, one));
              return false;
            });
      }
      return ExitCode.DONE;
    }

    private static List<StoredEvent> added(Ledger ledger, EventFilter filter, Set<Long> shown) {
      long from = shown.isEmpty() ? 0 : new ArrayList<>(shown).getFirst();
      List<StoredEvent> added =
          ledger.read(tx -> new EventLog(tx).after(from, filter, Integer.MAX_VALUE)).stream()
              .filter(event -> shown.add(event.seq()))
              .toList();
      while (shown.size() > OVERTAKEN) {
        shown.remove(shown.iterator().next());
      }
      return added;
    }

    private static void print(Output output, ScreenNames names, StoredEvent event) {
      EventView view = EventView.of(event);
      output.line(view.line(names));
      output.jsonLine(view);
    }
  }

  @Command(
      name = "erase",
      description = "erase the text of an event, a task or a mail for good",
      footer = {
        "The texts go; their lengths and hashes stay, and an event content.erased says what you"
            + " did.",
        "What has left the node, or lies in its outbox and sent/, is not touched."
      })
  @Example("sbp event erase task:9f3a61c2d47b08e5")
  @Prints(Erase.Erased.class)
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "there is no text of it, or no longer")
  @ForOwner
  static final class Erase extends NodeCommand {
    @Parameters(
        paramLabel = "WHAT",
        description = "an event's number or id, or task:ID, mail:ID, content:ID …")
    String what = "";

    record Erased(List<EventView.Text> erased) {}

    @Override
    public ExitCode run(Session session) {
      Output output = session.output();
      List<StoredContent> erased;
      try (Ledger ledger = session.begunLedger()) {
        erased =
            ledger.erase(
                log -> {
                  Optional<StoredEvent> event = log.find(what);
                  return event.isPresent()
                      ? log.contents(event.get())
                      : log.contents(EventOptions.subject(what));
                },
                Authority.of(Principal.OWNER, "command"));
      }
      erased.forEach(
          one ->
              output.line(
                  "erased %s %s, %s"
                      .formatted(
                          PeerText.plain(one.about().toString()),
                          PeerText.plain(one.field()),
                          Wording.counted(one.bytes(), "byte"))));
      output.json(new Erased(erased.stream().map(EventView.Text::of).toList()));
      if (erased.isEmpty()) {
        output.line("nothing is kept of " + PeerText.plain(what));
        return ExitCode.NOTHING_TO_DO;
      }
      return ExitCode.DONE;
    }
  }

  private static CliException unknown(String event) {
    return CliException.notFound(
        "no event has the number or id " + PeerText.quote(event), "the latest:  sbp event list");
  }
}
