package org.sovereignbook.sbp.plugins.demo.script;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.OutputOptions;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.frontend.command.World;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * The process of a node of the demo: runs the commands of standard input one after another, each
 * with its output in a file, and says their exit codes. Hidden; {@link NodeProcess} starts it.
 */
@Command(description = "run the commands of a node of the demo")
public final class DemoNodeCommand implements Subcommand {
  static final String NAME = "demo-node";

  /** Between the words of a line: the file for the output, and the command. */
  static final String SEPARATOR = "\u001f";

  @Mixin OutputOptions output = new OutputOptions();

  @Override
  public ExitCode run(Session session) throws IOException {
    World world = session.world();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(world.in(), StandardCharsets.UTF_8));
    String line;
    while ((line = lines.readLine()) != null) {
      List<String> words = List.of(line.split(SEPARATOR, -1));
      try (PrintStream said =
          new PrintStream(
              Files.newOutputStream(Path.of(words.getFirst())), true, StandardCharsets.UTF_8)) {
        World own = world.unattended(world.environment(), world.workingFolder(), said);
        ExitCode code = session.commands().run(session.in(own), words.subList(1, words.size()));
        session.output().line(Integer.toString(code.number()));
      }
    }
    return ExitCode.DONE;
  }
}
