package org.sovereignbook.sbp.cli.keep;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.ops.init.Launcher;
import org.sovereignbook.sbp.runtime.scheduler.CommandRunner;
import org.sovereignbook.sbp.runtime.scheduler.ShellCommandRunner;
import org.sovereignbook.sbp.runtime.scheduler.Steps;

/**
 * Execution of a component's command in the tick's own process, if it is nothing but commands of
 * this program: for the demo, whose nodes are one process each. A command of the owner's, and a
 * step that was ejected, run as ever; here no time limit ends one.
 */
record StepsInside(Session session, Node node, CommandRunner others) implements CommandRunner {
  /** Set by the demo for its nodes. */
  static final String VARIABLE = "SBP_STEPS_INSIDE";

  private static final Pattern SCRIPT = Pattern.compile("\\./runtime/scripts/([a-z-]+)");
  private static final String PROGRAM = "\"$SBP\" ";
  private static final String THEN = " && ";

  static CommandRunner of(Session session, Node node, ShellCommandRunner runner) {
    return session.world().environment().containsKey(VARIABLE)
        ? new StepsInside(session, node, runner)
        : runner;
  }

  @Override
  public CommandResult run(Command command) throws InterruptedException {
    List<List<String>> lines = new ArrayList<>();
    for (String part : command.line().split(THEN, -1)) {
      Optional<List<String>> words = words(part);
      if (words.isEmpty()) {
        return others.run(command);
      }
      lines.add(words.get());
    }
    Map<String, String> environment = new TreeMap<>(session.world().environment());
    environment.putAll(command.environment());
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    PrintStream said = new PrintStream(output, true, StandardCharsets.UTF_8);
    World world = session.world().unattended(environment, command.folder(), said);
    ExitCode last = ExitCode.DONE;
    for (List<String> words : lines) {
      last = session.commands().run(session.in(world), words);
      if (last != ExitCode.DONE) {
        break;
      }
    }
    String text = output.toString(StandardCharsets.UTF_8);
    text.lines().forEach(command.output());
    return new CommandResult.Exited(last.number(), text.strip());
  }

  private Optional<List<String>> words(String part) {
    Matcher script = SCRIPT.matcher(part);
    if (script.matches()) {
      Path file = node.home().scripts().resolve(script.group(1));
      return Steps.named(script.group(1))
          .filter(step -> node.readText(file).filter(new Launcher(step).text()::equals).isPresent())
          .map(step -> List.of(step.command()));
    }
    return Optional.of(part)
        .filter(line -> line.matches(Pattern.quote(PROGRAM) + "[a-z -]+"))
        .map(line -> List.of(line.substring(PROGRAM.length()).split(" ")));
  }
}
