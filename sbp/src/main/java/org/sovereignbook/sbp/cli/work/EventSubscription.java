package org.sovereignbook.sbp.cli.work;

import java.util.List;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.society.memory.MemoryEvents;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The events that an agent is told of, and takes (CORDELIA §9.2). */
final class EventSubscription {
  private EventSubscription() {}

  @Command(
      name = "subscribe",
      description = "choose events that then wait for you; see what you chose")
  @Example("sbp event subscribe memory.written --in 'our-*' --as reader")
  @Exit(code = ExitCode.REFUSED, means = "your capabilities do not reach these groups")
  @Tool(set = Toolset.MEMORY, shows = Tool.Text.OWN, repeats = true)
  @Tool.Says(
      "Chooses events that then wait for you in event_poll: memory.written,"
          + " group.member_joined, group.member_left, trust.score_changed,"
          + " agent.status_changed. Without an event it lists what you chose.")
  @AgentAccess(data = DataAccess.NONE, usual = true)
  static final class Subscribe extends SocietyCommand<Subscribe.Subscriptions> {
    /** Form of a subscription in one word. */
    static final String EVENTS =
        "an event that then waits for it, as memory.written or" + " memory.written:GROUPS";

    @Parameters(paramLabel = "EVENT", arity = "0..*", description = "such as memory.written")
    @ToolArgument.Of(name = "event", text = "an event")
    List<String> events = List.of();

    @Option(
        names = "--in",
        paramLabel = "GLOB",
        description = "only of groups like this; may be repeated (default: all of yours)")
    @ToolArgument.Of(name = "groups", also = "group", text = "globs of groups")
    List<String> groups = List.of();

    @Option(names = "--end", description = "end these subscriptions")
    boolean end;

    record Subscriptions(List<Subscribed> subscriptions) {}

    /** A subscription. */
    record Subscribed(String event, List<String> groups) {}

    @Override
    protected Subscriptions work(Transaction tx, Caller caller) {
      MemoryEvents all = new MemoryEvents(tx);
      Globs wanted = groups.isEmpty() ? Globs.ALL : Globs.declared("group", groups);
      for (String event : events) {
        if (end) {
          all.unsubscribe(caller, event);
        } else {
          all.subscribe(caller, event, wanted);
        }
      }
      return new Subscriptions(
          all.subscriptions(caller).stream()
              .map(one -> new Subscribed(one.event(), one.groups().patterns()))
              .toList());
    }

    @Override
    protected ExitCode show(Output output, Subscriptions subscriptions) {
      subscriptions
          .subscriptions()
          .forEach(one -> output.line(one.event() + "  " + String.join(" ", one.groups())));
      if (subscriptions.subscriptions().isEmpty()) {
        output.line("no subscriptions");
      }
      return output.done(subscriptions);
    }
  }

  @Command(
      name = "poll",
      description = "take the events that wait for you, oldest first",
      footer = "They are those that an agent is subscribed to: sbp event subscribe")
  @Example("sbp event poll --as reader")
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "no event waits")
  @Tool(set = Toolset.MEMORY, listed = Tool.Listed.FOR_OWNER, shows = Tool.Text.OWN)
  @Tool.Says(
      "Takes the events that wait for you, oldest first: new items of your groups, members that"
          + " came or left, changed trust. Each is returned once.")
  @AgentAccess(data = DataAccess.NONE, usual = true)
  static final class Poll extends SocietyCommand<Poll.Taken> {
    private static final int USUAL = 50;

    @Option(
        names = {"-n", "--limit"},
        paramLabel = "N",
        description = "the most to show (default ${DEFAULT-VALUE})")
    @Range.Of(min = 1, max = 1_000)
    @ToolArgument.Of(text = "events at most")
    int limit = USUAL;

    record Taken(List<TakenEvent> events, int count) {}

    /** An event: ids and words, never a text that somebody wrote. */
    record TakenEvent(String event, JsonObject payload, Timestamp timestamp) {}

    @Override
    protected Taken work(Transaction tx, Caller caller) {
      List<TakenEvent> events =
          new MemoryEvents(tx)
              .poll(caller, limit).stream()
                  .map(
                      one ->
                          new TakenEvent(one.event(), one.shown(), Timestamp.ofMillis(one.atMs())))
                  .toList();
      return new Taken(events, events.size());
    }

    @Override
    protected ExitCode show(Output output, Taken taken) {
      for (TakenEvent event : taken.events()) {
        output.line(
            "%s  %s  %s"
                .formatted(event.timestamp(), event.event(), JsonWriter.compact(event.payload())));
      }
      if (taken.events().isEmpty()) {
        output.line("no event waits");
      }
      output.json(taken);
      return taken.events().isEmpty() ? ExitCode.NOTHING_TO_DO : ExitCode.DONE;
    }
  }
}
