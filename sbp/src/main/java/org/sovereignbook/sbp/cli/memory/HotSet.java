package org.sovereignbook.sbp.cli.memory;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.memory.HotMemory;
import org.sovereignbook.sbp.society.memory.MemoryHolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp memory set}: changes the caller's hot context. */
@Command(
    name = "set",
    description = "change your hot context: merge members, or replace it",
    footer = "PATH is such as active.focus; its VALUE is JSON, or else a text.")
@Example("sbp memory set active.focus='the parser'")
@Exit(
    code = ExitCode.REFUSED,
    means = "it was changed meanwhile (conflict): both texts are in the answer")
@Tool(
    name = "memory_write_hot",
    set = Toolset.MEMORY,
    listed = Tool.Listed.FOR_ALL,
    shows = Tool.Text.OWN,
    reads = false,
    without = "PATH=VALUE",
    text =
        "Changes your hot context: patch merges objects and replaces all else. With"
            + " expected_updated_at a change by another session is a conflict, which returns"
            + " both. Parts: identity, active (project, focus, blockers, next, notes), prefs,"
            + " delegation, ephemeral (open_threads), agent (task, working_memory).")
@AgentAccess(data = DataAccess.NONE, usual = true, own = true)
final class HotSet extends SocietyCommand<HotSet.Written> {
  @Parameters(paramLabel = "PATH=VALUE", arity = "0..*", description = "members to set")
  List<String> assignments = List.of();

  @Option(names = "--of", paramLabel = "ID", description = "whose: only your own is allowed")
  @ToolArgument.Of(name = "user_id", text = "you")
  Optional<String> user = Optional.empty();

  /** How the given members are combined with the present ones. */
  enum Operation {
    PATCH,
    REPLACE
  }

  @Option(names = "--operation", description = "whether members are merged or all replaced")
  @ToolArgument.Of(text = "merge, or replace the whole")
  Operation operation = Operation.PATCH;

  @Option(names = "--members", paramLabel = "JSON", description = "the members as a JSON object")
  @ToolArgument.Of(name = "data", isObject = true, required = true, text = "its members")
  Optional<String> data = Optional.empty();

  @Option(
      names = "--expected-updated-at",
      paramLabel = "TIME",
      description = "only if it was last changed then")
  @ToolArgument.Of(text = "updated_at as you read it")
  Optional<String> expected = Optional.empty();

  /**
   * The outcome.
   *
   * @param error {@code conflict}
   * @param current the present text, in a conflict
   * @param given the text that was not written, in a conflict
   * @param apart whether it was stored apart, since the caller acts for others: {@code memory show}
   *     shows it with {@code --apart}
   */
  record Written(
      boolean success,
      Optional<String> error,
      String updatedAt,
      Optional<String> currentUpdatedAt,
      Optional<JsonObject> current,
      Optional<JsonObject> given,
      Optional<Boolean> apart,
      @Shape.Hidden MemoryHolder holder) {}

  private JsonObject changes = JsonObject.empty();

  @Override
  protected void prepare(Session session) {
    changes = data.map(GivenJson::object).orElse(JsonObject.empty());
    for (String assignment : assignments) {
      int equals = assignment.indexOf('=');
      if (equals < 1) {
        throw CliException.wrong(
            "expected PATH=VALUE, got " + PeerText.quote(assignment),
            "such as:  sbp memory set active.focus='the parser'");
      }
      changes =
          with(
              changes,
              List.of(assignment.substring(0, equals).split("\\.", -1)),
              GivenJson.value(assignment.substring(equals + 1)));
    }
    if (changes.members().isEmpty() && operation == Operation.PATCH) {
      throw CliException.wrong(
          "memory set needs members to set", "such as:  sbp memory set active.focus='the parser'");
    }
  }

  private static JsonObject with(JsonObject in, List<String> path, JsonValue value) {
    String name = path.getFirst();
    return path.size() == 1
        ? in.with(name, value)
        : in.with(
            name,
            with(in.object(name).orElse(JsonObject.empty()), path.subList(1, path.size()), value));
  }

  /** In a conflict the present text is shown, which another session has written. */
  @Override
  protected List<Authority> shown(Transaction tx, Written written) {
    return written.success() ? List.of() : new HotMemory(tx).causes(written.holder());
  }

  @Override
  protected Written work(Transaction tx, Caller caller) {
    MemoryHolder holder = MemoryHolder.named(tx, caller, user);
    HotMemory.Written written =
        new HotMemory(tx).write(caller, holder, operation == Operation.REPLACE, changes, expected);
    String updated = written.now().updatedAt();
    boolean isConflict = written.conflict();
    return new Written(
        !isConflict,
        shownIn(isConflict, "conflict"),
        updated,
        shownIn(isConflict, updated),
        shownIn(isConflict, written.now().text()),
        shownIn(isConflict, changes),
        Optional.of(written.apart()).filter(it -> it),
        holder);
  }

  private static <T> Optional<T> shownIn(boolean conflict, T value) {
    return conflict ? Optional.of(value) : Optional.empty();
  }

  @Override
  protected ExitCode show(Output output, Written written) {
    output.line(
        written.success()
            ? "written at %s%s"
                .formatted(
                    written.updatedAt(),
                    written.apart().isPresent()
                        ? ", apart from your own text: you act for others"
                        : "")
            : "conflict: it was changed at %s; read it and set again:  sbp memory show"
                .formatted(written.updatedAt()));
    output.json(written);
    return written.success() ? ExitCode.DONE : ExitCode.REFUSED;
  }
}
