package org.sovereignbook.sbp.plugins.acp;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.mcp.ClientConfig;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.UserFolders;
import org.sovereignbook.sbp.society.sessions.Persona;
import org.sovereignbook.sbp.society.sessions.Personas;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp acp install}: registers this node's agent in an editor. */
@Command(
    name = "install",
    description = "tell an editor of your agent",
    footer =
        "Its file is kept as it is, comments and mode included, but for the one entry; a copy is"
            + " left beside.")
@Example("sbp acp install zed --print")
@Prints(AcpInstall.Installed.class)
@Exit(code = ExitCode.NOTHING_TO_DO, means = "it knows already")
@Exit(code = ExitCode.REFUSED, means = "its file cannot be read or edited; nothing was changed")
@Exit(code = ExitCode.BUSY, means = "somebody else changed its file just now; nothing was written")
@ForOwner
final class AcpInstall extends NodeCommand {
  @Parameters(paramLabel = "EDITOR", description = "zed or jetbrains")
  Editor editor = Editor.ZED;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "what the agent is called there (default sbp), to have several")
  String name = "sbp";

  @Option(
      names = "--persona",
      paramLabel = "PERSONA",
      description = "the partner of new conversations")
  Optional<String> persona = Optional.empty();

  @Option(names = "--print", description = "show what would be written, change nothing")
  boolean print;

  /**
   * The result.
   *
   * @param file the editor's file, with links followed
   * @param backup the copy of the former file
   * @param entry the editor's entry now
   */
  record Installed(
      Editor editor,
      String name,
      LocalPath file,
      boolean changed,
      Optional<LocalPath> backup,
      JsonObject entry) {}

  @Override
  public ExitCode run(Session session) {
    JsonObject entry = editor.entry(command(session));
    Path path =
        editor
            .file(UserFolders.of(session.world().environment()))
            .orElseThrow(() -> CliException.refused("HOME is not set"));
    ClientConfig file = new ClientConfig(path, editor.section(), name, session.world().disk());
    return print ? shown(session.output(), file, entry) : written(session, file, entry);
  }

  private Installed result(
      ClientConfig file, boolean isChanged, Optional<Path> backup, JsonObject entry) {
    return new Installed(
        editor, name, new LocalPath(file.file()), isChanged, backup.map(LocalPath::new), entry);
  }

  private ExitCode shown(Output output, ClientConfig file, JsonObject entry) {
    output.note("in " + file.file() + ":");
    output.text(ClientConfig.shown(editor.section(), name, entry));
    return output.done(result(file, false, Optional.empty(), entry));
  }

  private ExitCode written(Session session, ClientConfig file, JsonObject entry) {
    // The variables of an entry that is there are the user's.
    String text =
        file.with(file.has(Editor.ENVIRONMENT) ? entry.without(Editor.ENVIRONMENT) : entry);
    if (text.equals(file.text())) {
      session.output().line(file.file() + " says so already");
      session.output().json(result(file, false, Optional.empty(), entry));
      return ExitCode.NOTHING_TO_DO;
    }
    Optional<Path> backup = file.write(text, session.now());
    session.output().line("changed " + file.file());
    backup.ifPresent(copy -> session.output().line("before  " + copy));
    return session.output().done(result(file, true, backup, entry));
  }

  private List<String> command(Session session) {
    List<String> command = new ArrayList<>(session.world().wordsAnywhere());
    command.addAll(List.of("acp", "--home", session.node().home().root().toString()));
    if (persona.isPresent()) {
      Persona known = new Personas(session.node()).require(persona.get());
      command.addAll(List.of("--persona", known.name()));
    }
    return command;
  }
}
