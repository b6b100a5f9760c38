package org.sovereignbook.sbp.cli.memory;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.MemoryRights;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
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
import org.sovereignbook.sbp.society.memory.Items;
import org.sovereignbook.sbp.society.memory.MemoryHolder;
import org.sovereignbook.sbp.society.recall.RecallIndex;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands of a hot context (CORDELIA §3). */
final class HotCommands {
  private HotCommands() {}

  @Command(name = "show", description = "a hot context, your own or that of an agent below you")
  @Example("sbp memory show")
  @Exit(code = ExitCode.NOT_FOUND, means = "there is no such entity (user_not_found)")
  @Tool(
      name = "memory_read_hot",
      set = Toolset.MEMORY,
      listed = Tool.Listed.FOR_ALL,
      shows = Tool.Text.OTHERS,
      reads = true)
  @Tool.Says(
      "Reads your hot context: who you are, what you work on, open threads, events that wait."
          + " Call it first in a session.")
  @AgentAccess(data = DataAccess.NONE, usual = true, own = true)
  static final class Show extends SocietyCommand<Show.Context> {
    @Parameters(paramLabel = "AGENT", arity = "0..1", description = "whose; your own if left out")
    @ToolArgument.Of(name = "user_id", text = "whose: you (default) or an agent below you")
    Optional<String> user = Optional.empty();

    @Option(names = "--apart", description = "also the parts that others caused, as data")
    @ToolArgument.Of(text = "also what others caused, for whom you act then")
    boolean apart;

    /** The members of the hot context. */
    record Context(@Shape.Inline JsonObject context, @Shape.Hidden MemoryHolder holder) {}

    @Override
    protected List<Authority> shown(Transaction tx, Context context) {
      HotMemory hot = new HotMemory(tx);
      return Stream.concat(
              hot.causes(context.holder()).stream(),
              apart ? hot.apartCauses(context.holder()).stream() : Stream.empty())
          .distinct()
          .toList();
    }

    @Override
    protected Context work(Transaction tx, Caller caller) {
      try {
        return context(tx, caller, MemoryHolder.named(tx, caller, user));
      } catch (SocietyException e) {
        // In the same words for everybody: they do not tell whom there is.
        if (!e.code().equals(MemoryHolder.UNKNOWN)) {
          throw e;
        }
        throw new SocietyException(
            e.kind(),
            e.code(),
            e.getMessage(),
            Stream.concat(e.hints().stream(), Stream.of("an item:  sbp memory read ID"))
                .toArray(String[]::new));
      }
    }

    private Context context(Transaction tx, Caller caller, MemoryHolder holder) {
      HotMemory hot = new HotMemory(tx);
      JsonObject text = hot.read(caller, holder).text();
      JsonObject parts = hot.apart(caller, holder);
      if (!parts.members().isEmpty()) {
        text =
            text.with(
                "apart_for",
                JsonArray.ofStrings(hot.apartFor(holder).stream().map(Principal::text).toList()));
      }
      return new Context(
          apart && !parts.members().isEmpty() ? text.with("apart", parts) : text, holder);
    }

    @Override
    protected ExitCode show(Output output, Context context) {
      output.text(JsonWriter.pretty(context.context()));
      return output.done(context);
    }
  }

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
      without = "PATH=VALUE")
  @Tool.Says(
      "Changes your hot context: patch merges objects and replaces all else. With"
          + " expected_updated_at a change by another session is a conflict, which returns"
          + " both. Parts: identity, active (project, focus, blockers, next, notes), prefs,"
          + " delegation, ephemeral (open_threads), agent (task, working_memory).")
  @AgentAccess(data = DataAccess.NONE, usual = true, own = true)
  static final class Write extends SocietyCommand<Write.Written> {
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
     * @param apart whether it was stored apart, since the caller acts for others: {@code memory
     *     show} shows it with {@code --apart}
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
            "memory set needs members to set",
            "such as:  sbp memory set active.focus='the parser'");
      }
    }

    private static JsonObject with(JsonObject in, List<String> path, JsonValue value) {
      String name = path.getFirst();
      return path.size() == 1
          ? in.with(name, value)
          : in.with(
              name,
              with(
                  in.object(name).orElse(JsonObject.empty()), path.subList(1, path.size()), value));
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
          new HotMemory(tx)
              .write(caller, holder, operation == Operation.REPLACE, changes, expected);
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

  @Command(name = "verify", description = "check a hot context's chain")
  @Example("sbp memory verify")
  @Exit(code = ExitCode.NOT_VALID, means = "the chain is broken")
  @Tool(set = Toolset.MEMORY, shows = Tool.Text.OWN, reads = true, without = "--search")
  @Tool.Says(
      "Checks the chain of sessions of your hot context against its text and the log of session"
          + " ends. Returns whether it is intact, or what is wrong.")
  @AgentAccess(data = DataAccess.NONE, usual = true, own = true)
  static final class Verify extends SocietyCommand<Verify.Verified> {
    @Parameters(paramLabel = "AGENT", arity = "0..1", description = "whose; your own if left out")
    @ToolArgument.Of(name = "user_id", text = "whose: you (default) or an agent below you")
    Optional<String> user = Optional.empty();

    @Option(names = "--search", description = "also compare the search index, and mend it (owner)")
    boolean search;

    /**
     * The state of the chain.
     *
     * @param sessions how many sessions have ended
     * @param search with {@code --search}: how the index of search was, which is mended now
     */
    record Verified(
        boolean intact,
        long sessions,
        Optional<String> chainHash,
        Optional<String> problem,
        Optional<String> search) {}

    @Override
    protected Verified work(Transaction tx, Caller caller) {
      HotMemory.Chain chain =
          new HotMemory(tx).verify(caller, MemoryHolder.named(tx, caller, user));
      return new Verified(
          chain.problem().isEmpty(),
          chain.sessions(),
          chain.chainHash(),
          chain.problem(),
          search ? Optional.of(mended(tx, caller)) : Optional.empty());
    }

    private static String mended(Transaction tx, Caller caller) {
      if (!caller.isUnbounded()) {
        throw MemoryRights.denied(
            caller, MemoryRights.UNAUTHORIZED, "only the owner mends the index of search");
      }
      Optional<String> drift = RecallIndex.drift(tx);
      if (drift.isPresent()) {
        RecallIndex.rebuild(tx);
        new Items(tx).indexAgain();
      }
      return drift.map(it -> it + "; indexed again").orElse("search: intact");
    }

    @Override
    protected ExitCode show(Output output, Verified verified) {
      output.line(
          verified
              .problem()
              .orElse("intact, %d sessions have ended".formatted(verified.sessions())));
      verified.search().ifPresent(output::line);
      output.json(verified);
      return verified.intact() ? ExitCode.DONE : ExitCode.NOT_VALID;
    }
  }

  @Command(
      name = "bind",
      description = "in sessions below a directory, show the items of a group first")
  @Example("sbp memory bind . our-team")
  @Tool(name = "memory_bind_context", set = Toolset.MEMORY, shows = Tool.Text.OWN, repeats = true)
  @Tool.Says(
      "Binds a directory to one of your groups: sessions that start there, or below, see its"
          + " items first. The longest bound directory counts. Without a group it ends the"
          + " binding.")
  @AgentAccess(data = DataAccess.NONE, usual = true)
  static final class Bind extends SocietyCommand<Bind.Bound> {
    @Parameters(index = "0", paramLabel = "DIR", description = "where the sessions start")
    @ToolArgument.Of(name = "directory", text = "absolute path")
    String directory = "";

    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "GROUP",
        description = "a group of yours; none ends the binding")
    @ToolArgument.Of(name = "group_id", text = "a group of yours")
    Optional<String> group = Optional.empty();

    @Option(names = "--of", paramLabel = "ID", description = "whose: only your own is allowed")
    @ToolArgument.Of(name = "user_id", text = "you")
    Optional<String> user = Optional.empty();

    /** The outcome. */
    record Bound(boolean success, String updatedAt, String directory, Optional<String> group) {}

    private String place = "";

    @Override
    protected void prepare(Session session) {
      place = session.world().path(Path.of(directory)).toAbsolutePath().normalize().toString();
    }

    @Override
    protected Bound work(Transaction tx, Caller caller) {
      HotMemory.Shown shown = new HotMemory(tx).bind(caller, user, place, group);
      return new Bound(true, shown.updatedAt(), place, group);
    }

    @Override
    protected ExitCode show(Output output, Bound bound) {
      output.line(
          bound
              .group()
              .map(name -> "%s is bound to %s".formatted(bound.directory(), name))
              .orElse(bound.directory() + " is bound to no group"));
      return output.done(bound);
    }
  }
}
