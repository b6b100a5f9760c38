package org.sovereignbook.sbp.cli;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.access.DeclaredTools;
import org.sovereignbook.sbp.authority.access.DeclaredTools.Declared;
import org.sovereignbook.sbp.authority.access.ToolFeature;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.node.BuiltList;

/** The tools that are commands of the program, as the annotations on their classes declare them. */
public final class ProgramTools implements ToolFeature {
  /** Holds the list, read when a tool is first asked for. */
  private static final class Lines {
    static final String ALL = "\n" + BuiltList.TOOLS.text().orElseGet(ProgramTools::declared);
  }

  @Override
  public String name() {
    return "program";
  }

  @Override
  public String title() {
    return "the tools that are commands of the program";
  }

  @Override
  public boolean isOptional() {
    return false;
  }

  @Override
  public boolean mayHave(String tool) {
    return true;
  }

  @Override
  public List<Declared> tools() {
    return Lines.ALL.lines().filter(line -> !line.isEmpty()).map(Declared::parse).toList();
  }

  @Override
  public Optional<Declared> tool(String name) {
    return name.isEmpty() ? Optional.empty() : lineAt(Lines.ALL.indexOf("\n" + name + " "));
  }

  @Override
  public Optional<Declared> toolOf(String words) {
    int at = Lines.ALL.indexOf(" " + DeclaredTools.COMMAND + words + "\n");
    return at < 0 ? Optional.empty() : lineAt(Lines.ALL.lastIndexOf('\n', at));
  }

  private Optional<Declared> lineAt(int start) {
    return start < 0
        ? Optional.empty()
        : Optional.of(
            Declared.parse(Lines.ALL.substring(start + 1, Lines.ALL.indexOf('\n', start + 1))));
  }

  /** Returns a line for each tool, in the order of their names, from the declarations. */
  static String declared() {
    List<CommandInfo> commands = Commands.ofProgram().catalog().all().toList();
    Set<String> families =
        commands.stream()
            .filter(command -> command.access().filter(AgentAccess::usual).isPresent())
            .map(command -> family(command.toolName()))
            .collect(Collectors.toSet());
    return commands.stream()
        .filter(command -> isListed(command, families))
        .map(command -> command.declared().orElseGet(() -> undeclared(command)).line() + "\n")
        .sorted()
        .collect(Collectors.joining());
  }

  /**
   * Returns whether a command declares its access, or is beside a usual tool: a new agent may use
   * all names with a prefix only where every command with that prefix is usual.
   */
  private static boolean isListed(CommandInfo command, Set<String> families) {
    String tool = command.toolName();
    return command.access().isPresent() || (tool.contains("_") && families.contains(family(tool)));
  }

  private static String family(String tool) {
    int end = tool.indexOf('_');
    return end < 0 ? tool : tool.substring(0, end);
  }

  private static Declared undeclared(CommandInfo command) {
    return new Declared(
        command.toolName(), DataAccess.FULL, false, false, false, false, Optional.empty());
  }
}
