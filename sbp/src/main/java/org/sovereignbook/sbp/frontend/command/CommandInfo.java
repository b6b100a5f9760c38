package org.sovereignbook.sbp.frontend.command;

import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.DeclaredTools;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * One command and its subcommands, described independently of picocli.
 *
 * @param path its words, such as {@code peers}, {@code list}
 * @param group the heading on the usage screen; empty for a hidden command
 * @param examples whole command lines
 * @param access its declared access for agents, if any
 * @param tool its declaration as a tool for models, if any
 * @param toolText what it says to models, if it is a tool
 * @param synonyms other words for it, if any are declared
 */
public record CommandInfo(
    List<String> path,
    String group,
    String description,
    List<Argument> options,
    List<Argument> parameters,
    List<String> examples,
    Contract contract,
    Optional<AgentAccess> access,
    Optional<Tool> tool,
    Optional<String> toolText,
    Optional<Synonyms> synonyms,
    List<CommandInfo> commands) {

  public CommandInfo {
    path = List.copyOf(path);
    options = List.copyOf(options);
    parameters = List.copyOf(parameters);
    examples = List.copyOf(examples);
    commands = List.copyOf(commands);
  }

  /** Describes a command of the first level. */
  public static CommandInfo of(CommandLine line, String name, String group) {
    return of(line, List.of(name), group);
  }

  /** Describes a command without a class of its own, with exactly these parameters. */
  public static CommandInfo plain(
      String name, String group, String description, List<Argument> parameters) {
    return wordless(List.of(name), group, description, List.of(), parameters, List.of());
  }

  /** Describes the program itself, by what it has on its first level. */
  public static CommandInfo program(List<Argument> options, List<CommandInfo> commands) {
    return wordless(List.of(), "", "", options, List.of(), commands);
  }

  private static CommandInfo wordless(
      List<String> path,
      String group,
      String description,
      List<Argument> options,
      List<Argument> parameters,
      List<CommandInfo> commands) {
    return new CommandInfo(
        path,
        group,
        description,
        options,
        parameters,
        List.of(),
        Contract.NONE,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        commands);
  }

  /**
   * Describes a command.
   *
   * @param path its words
   */
  public static CommandInfo of(CommandLine line, List<String> path, String group) {
    CommandSpec spec = line.getCommandSpec();
    String command = String.join(" ", path);
    List<CommandInfo> below = new ArrayList<>();
    line.getSubcommands()
        .forEach(
            (name, sub) ->
                below.add(of(sub, Stream.concat(path.stream(), Stream.of(name)).toList(), group)));
    return new CommandInfo(
        path,
        group,
        String.join(" ", spec.usageMessage().description()),
        spec.options().stream()
            .filter(option -> !option.hidden())
            .map(option -> Argument.of(option, command, spec.userObject()))
            .toList(),
        spec.positionalParameters().stream()
            .filter(parameter -> !parameter.hidden())
            .map(parameter -> Argument.of(parameter, command, spec.userObject()))
            .toList(),
        Examples.of(spec),
        spec.userObject() instanceof Subcommand subcommand ? subcommand.contract() : Contract.NONE,
        annotation(spec, AgentAccess.class),
        annotation(spec, Tool.class),
        annotation(spec, Tool.Says.class).map(Tool.Says::value),
        annotation(spec, Synonyms.class),
        below);
  }

  private static <A extends Annotation> Optional<A> annotation(CommandSpec spec, Class<A> type) {
    return Optional.ofNullable(spec.userObject()).map(of -> of.getClass().getAnnotation(type));
  }

  /** Returns the name under which it is a tool and is authorized. */
  public String toolName() {
    return tool.map(Tool::name).filter(name -> !name.isEmpty()).orElseGet(this::joined);
  }

  /** Returns the declaration of its access as a tool, if it has one. */
  public Optional<DeclaredTools.Declared> declared() {
    return access.map(
        given ->
            new DeclaredTools.Declared(
                toolName(),
                given.data(),
                given.usual(),
                given.dangerous(),
                given.handling(),
                given.own(),
                Optional.of(joined()).filter(words -> !words.equals(toolName()))));
  }

  private String joined() {
    return command().replace(' ', '_').replace('-', '_');
  }

  /** Returns its words as typed, without the program's name. */
  public String command() {
    return String.join(" ", path);
  }

  public String name() {
    return path.getLast();
  }

  /** Returns the words that people type in place of its name. */
  public List<String> otherNames() {
    return synonyms.map(other -> List.of(other.value())).orElse(List.of());
  }

  /** Returns the whole commands that people type in place of this one. */
  public List<String> otherWholes() {
    return synonyms.map(other -> List.of(other.whole())).orElse(List.of());
  }

  /** Returns this command and all below it, each after its parent. */
  public Stream<CommandInfo> all() {
    return Stream.concat(Stream.of(this), commands.stream().flatMap(CommandInfo::all));
  }

  /** Returns the option with this spelling. */
  public Optional<Argument> option(String name) {
    return options.stream().filter(option -> option.spellings().contains(name)).findFirst();
  }

  /** Returns its usage, such as {@code peers show PEER}. */
  public String usage() {
    StringBuilder usage = new StringBuilder(command());
    for (Argument parameter : parameters) {
      String label = parameter.label() + (parameter.repeatable() ? "..." : "");
      usage.append(' ').append(parameter.required() ? label : "[" + label + "]");
    }
    return usage.toString();
  }

  /** Returns whether it works on a node. */
  public boolean needsNode() {
    return option("--home").isPresent();
  }
}
