package org.sovereignbook.sbp.cli.work;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.DeclaredTools;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.agents.Capabilities;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.TextInput;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Suggestion;
import picocli.CommandLine.Option;

/** The options for capabilities: the whole object, or single parts. */
final class CapabilityOptions {
  static final int MAX_BYTES = 1_048_576;
  private static final List<String> NO_TOOL = List.of("none");

  @Option(
      names = "--capabilities",
      paramLabel = "JSON",
      description = "the whole object of CORDELIA §2.2, or - to read it from standard input")
  @ToolArgument.Of(name = "capabilities", isObject = true, text = "all capabilities as one object")
  Optional<String> capabilities = Optional.empty();

  @Option(
      names = "--tools",
      paramLabel = "TOOLS",
      split = ",",
      description = "the tools it may use, in place of those it has: task_claim,mail_*; none")
  @ToolArgument.Of(text = "its tools, in place of the present ones; a final * matches any ending")
  List<String> tools = new ArrayList<>();

  @Option(
      names = "--ttl-seconds",
      paramLabel = "N",
      description = "how long it lives from its registration; 0 is without end")
  @Range.Of(min = 0, max = Capabilities.MAX_TTL_SECONDS)
  @ToolArgument.Of(text = "its life from registration; 0 has no end")
  Optional<Long> ttlSeconds = Optional.empty();

  @Option(
      names = "--max-parallel-ops",
      paramLabel = "N",
      description = "how many operations it may have under way at once")
  @Range.Of(min = 1, max = Capabilities.MAX_PARALLEL_OPS)
  @ToolArgument.Of(text = "its calls at the same time")
  Optional<Integer> maxParallelOps = Optional.empty();

  @Option(
      names = "--autonomous",
      arity = "1",
      paramLabel = "true|false",
      description = "whether it may work without its parent's supervision")
  @ToolArgument.Of(text = "may work without its parent")
  Optional<Boolean> autonomous = Optional.empty();

  private Optional<Capabilities> whole = Optional.empty();

  /** Reads the object, if one is given. */
  void read(Session session) throws IOException {
    requireKnown(session, tools);
    if (capabilities.isPresent()) {
      String text =
          capabilities.get().equals(TextInput.STANDARD_INPUT)
              ? TextInput.standardInput(session.world(), MAX_BYTES)
              : capabilities.get();
      whole = Optional.of(parse(text));
    }
  }

  /** Refuses names that match no tool of this program: they are slips of the hand. */
  static void requireKnown(Session session, List<String> typed) {
    List<String> names =
        Stream.concat(
                session.commandsHere().catalog().all().map(CommandInfo::toolName),
                DeclaredTools.of(session.node()).names().stream())
            .distinct()
            .toList();
    for (String glob : typed) {
      String name = glob.strip();
      boolean isKnown =
          typed.equals(NO_TOOL)
              || !name.matches("[a-z0-9_*]+")
              || names.stream().anyMatch(new Globs(List.of(name))::contains)
              || new Globs(names).contains(name);
      if (!isKnown) {
        throw CliException.wrong(
            "no tool is called " + PeerText.plain(name),
            Suggestion.nearest(name, names)
                .map(near -> "did you mean " + near + "?")
                .orElse("all tools:  sbp commands"));
      }
    }
  }

  private static Capabilities parse(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try {
      if (JsonReader.file(bytes) instanceof JsonObject json) {
        return Capabilities.parse(json);
      }
      throw CliException.wrong("--capabilities is no JSON object");
    } catch (MalformedJson e) {
      throw CliException.wrong("--capabilities: " + e.in(bytes));
    } catch (IllegalArgumentException e) {
      throw CliException.wrong("--capabilities: " + e.getMessage());
    }
  }

  boolean any() {
    return capabilities.isPresent()
        || !tools.isEmpty()
        || ttlSeconds.isPresent()
        || maxParallelOps.isPresent()
        || autonomous.isPresent();
  }

  /** Returns the earlier capabilities overlaid with the given ones. */
  Capabilities over(Capabilities before) {
    Capabilities base = whole.orElse(before);
    try {
      return new Capabilities(
          base.memoryRead(),
          base.memoryWrite(),
          tools.isEmpty() ? base.tools() : tools(tools),
          maxParallelOps.orElse(base.maxParallelOps()),
          ttlSeconds.orElse(base.ttlSeconds()),
          autonomous.orElse(base.autonomous()));
    } catch (IllegalArgumentException e) {
      throw CliException.wrong(String.valueOf(e.getMessage()));
    }
  }

  static Globs tools(List<String> typed) {
    try {
      return typed.equals(NO_TOOL) ? Globs.NONE : new Globs(typed);
    } catch (IllegalArgumentException e) {
      throw CliException.wrong("tools: " + e.getMessage());
    }
  }
}
