package org.sovereignbook.sbp.ops.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.TextEditor;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
import picocli.CommandLine.Command;

/** {@code sbp config edit}: opens the settings in an editor, and keeps only what can be used. */
@Command(
    name = "edit",
    description = "open the settings in your editor; only a valid file is kept",
    footer =
        "The editor is $VISUAL, $EDITOR or vi. A file with an error is not used, and kept beside.")
@Prints(ConfigEdit.Edited.class)
@Exit(code = ExitCode.NOTHING_TO_DO, means = "nothing was changed")
@Exit(code = ExitCode.NOT_VALID, means = "a value is not valid, or a key is unknown")
@Exit(code = ExitCode.BUSY, means = "somebody else changed the file meanwhile")
@ForOwner
final class ConfigEdit extends NodeCommand {
  /** The edited file. */
  record Edited(LocalPath file) {}

  @Override
  public ExitCode run(Session session) throws IOException, InterruptedException {
    Node node = session.node();
    ConfigFile file = new ConfigFile(node);
    Path path = node.home().schedulerConfig();
    Path copy = Files.createTempFile("sbp-config-", ".json");
    try {
      Files.write(copy, file.bytes());
      new TextEditor(session.world()).edit(copy, "sbp config set KEY VALUE");
      byte[] edited = Files.readAllBytes(copy);
      if (Arrays.equals(edited, file.bytes())) {
        session.output().line("nothing was changed");
        session.output().json(new Edited(new LocalPath(path)));
        return ExitCode.NOTHING_TO_DO;
      }
      List<String> problems = problems(session, node, path, edited);
      if (!problems.isEmpty()) {
        Path kept = path.resolveSibling("scheduler-config.json.rejected");
        Files.write(kept, edited);
        throw new CliException(
            ExitCode.NOT_VALID,
            "the settings are as they were; what you wrote is in " + kept,
            problems.toArray(String[]::new));
      }
      file.write(new String(edited, StandardCharsets.UTF_8));
      session.output().line("changed " + path);
      session.output().note("a running server uses this after:  sbp reload");
      return session.output().done(new Edited(new LocalPath(path)));
    } finally {
      Files.deleteIfExists(copy);
    }
  }

  private static List<String> problems(Session session, Node node, Path path, byte[] edited) {
    try {
      Config config = Config.parse(path, edited);
      return ConfigProblems.of(
              config, ProgramSettings.with(node, config, session.extensions(Optional.of(node)), ""))
          .stream()
          .map(ConfigProblems.Problem::line)
          .toList();
    } catch (ConfigException e) {
      return Stream.of(String.valueOf(e.getMessage())).toList();
    }
  }
}
