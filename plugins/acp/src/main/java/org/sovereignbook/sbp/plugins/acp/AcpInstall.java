package org.sovereignbook.sbp.plugins.acp;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.EditableJson;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.EditedFile;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Programs;
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
    footer = "Its file is kept as it is, comments and mode included, but for the one entry.")
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
   * @param entry the editor's entry now
   */
  record Installed(Editor editor, String name, LocalPath file, boolean changed, JsonObject entry) {}

  @Override
  public ExitCode run(Session session) {
    JsonObject entry = editor.entry(command(session));
    Path path =
        editor
            .file(UserFolders.of(session.world().environment()))
            .orElseThrow(() -> CliException.refused("HOME is not set"));
    return print ? shown(session.output(), path, entry) : written(session, path, entry);
  }

  private Installed result(Path path, boolean isChanged, JsonObject entry) {
    return new Installed(editor, name, new LocalPath(path), isChanged, entry);
  }

  private ExitCode shown(Output output, Path path, JsonObject entry) {
    JsonObject section =
        JsonObject.empty().with(Editor.SECTION, JsonObject.empty().with(name, entry));
    output.note("in " + path + ":");
    output.text(JsonWriter.file(section));
    return output.done(result(path, false, entry));
  }

  private ExitCode written(Session session, Path path, JsonObject entry) {
    EditedFile file = EditedFile.read(session.world().disk(), path);
    String text = with(path, file.text(), entry);
    if (text.equals(file.text())) {
      session.output().line(path + " says so already");
      session.output().json(result(path, false, entry));
      return ExitCode.NOTHING_TO_DO;
    }
    if (file.isChanged()) {
      throw new CliException(
          ExitCode.BUSY,
          path + " was changed by somebody else just now; nothing was written",
          "run the command again");
    }
    file.writePrivate(text);
    session.output().line("changed " + path);
    return session.output().done(result(path, true, entry));
  }

  private List<String> command(Session session) {
    List<String> command = new ArrayList<>(program(session.world()));
    command.addAll(List.of("acp", "--home", session.node().home().root().toString()));
    if (persona.isPresent()) {
      Persona known = new Personas(session.node()).require(persona.get());
      command.addAll(List.of("--persona", known.name()));
    }
    return command;
  }

  /** Returns the command by which an editor can start the program in any folder. */
  private static List<String> program(World world) {
    Optional<Path> launcher =
        world
            .launcher()
            .flatMap(
                text ->
                    text.contains(File.separator)
                        ? Optional.of(world.path(Path.of(text)))
                        : Programs.onPath(world.environment(), text));
    return launcher.map(path -> List.of(path.toString())).orElseGet(World::asItRuns);
  }

  /** Returns the text with the entry; all else stays, also members that the user has added. */
  private String with(Path path, String before, JsonObject entry) {
    String text = before.isBlank() ? "{}\n" : before;
    try {
      for (Map.Entry<String, JsonValue> each : entry.members().entrySet()) {
        List<String> place = List.of(Editor.SECTION, name, each.getKey());
        EditableJson json = EditableJson.withComments(text.getBytes(StandardCharsets.UTF_8));
        requireObjects(path, json, place);
        boolean isUsers = each.getKey().equals("env") && json.find(place).isPresent();
        boolean isSo = json.find(place).equals(Optional.of(each.getValue()));
        text = isUsers || isSo ? text : json.with(place, each.getValue());
      }
      return text;
    } catch (MalformedJson e) {
      throw unreadable(path, String.valueOf(e.getMessage()));
    }
  }

  private void requireObjects(Path path, EditableJson json, List<String> place) {
    for (int depth = 1; depth < place.size(); depth++) {
      List<String> above = place.subList(0, depth);
      if (json.find(above).filter(value -> !(value instanceof JsonObject)).isPresent()) {
        throw unreadable(path, "its " + String.join(".", above) + " is not an object");
      }
    }
  }

  private CliException unreadable(Path path, String why) {
    return CliException.refused(
        path + ": " + why + "; nothing was changed",
        "add it by hand:  sbp acp install " + editor + " --print");
  }
}
