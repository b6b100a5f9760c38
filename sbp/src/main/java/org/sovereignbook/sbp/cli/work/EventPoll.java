package org.sovereignbook.sbp.cli.work;

import java.util.List;
import org.sovereignbook.sbp.authority.access.DataAccess;
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

/** {@code sbp event poll}: takes the events that wait for the caller (CORDELIA §9.2). */
@Command(
    name = "poll",
    description = "take the events that wait for you, oldest first",
    footer = "They are those that an agent is subscribed to: sbp event subscribe")
@Example("sbp event poll --as reader")
@Exit(code = ExitCode.NOTHING_TO_DO, means = "no event waits")
@Tool(
    set = Toolset.MEMORY,
    listed = Tool.Listed.FOR_OWNER,
    shows = Tool.Text.OWN,
    reads = false,
    text =
        "Takes the events that wait for you, oldest first: new items of your groups, members that"
            + " came or left, changed trust. Each is returned once.")
@AgentAccess(data = DataAccess.NONE, usual = true)
final class EventPoll extends SocietyCommand<EventPoll.Taken> {
  private static final int USUAL = 50;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      description = "at most so many (default ${DEFAULT-VALUE})")
  @Range.Of(min = 1, max = 1_000)
  @ToolArgument.Of(text = "events at most")
  int limit = USUAL;

  record Taken(List<Row> events, int count) {}

  /** An event: ids and words, never a text that somebody wrote. */
  record Row(String event, JsonObject payload, Timestamp timestamp) {}

  @Override
  protected Taken work(Transaction tx, Caller caller) {
    List<Row> events =
        new MemoryEvents(tx)
            .poll(caller, limit).stream()
                .map(one -> new Row(one.event(), one.shown(), Timestamp.ofMillis(one.atMs())))
                .toList();
    return new Taken(events, events.size());
  }

  @Override
  protected ExitCode show(Output output, Taken taken) {
    for (Row event : taken.events()) {
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
