package org.sovereignbook.sbp.plugins.eject;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.JBangProgram;
import org.sovereignbook.sbp.frontend.command.NodeOptions;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.peer.step.Step;
import org.sovereignbook.sbp.runtime.scheduler.Steps;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code sbp eject}: replaces a step's launcher by its source, so that a user can change its rules
 * (docs/patching.md). Without a step it lists the steps and their states.
 */
@Command(description = "replace a step by source to change")
@Example({
  "sbp eject reader-pre && $EDITOR runtime/scripts/reader-preprocess",
  "sbp eject reader-pre --diff",
  "sbp eject reader-pre --restore",
  "sbp eject reader-pre --renew"
})
@Prints({EjectCommand.All.class, EjectCommand.Changed.class, EjectCommand.Replaced.class})
@Exit(code = ExitCode.NOTHING_TO_DO, means = "it is so already, or nothing differs")
@Exit(
    code = ExitCode.REFUSED,
    means = "the script was changed by hand, and --force was not given; nothing changed")
@ForOwner
final class EjectCommand implements Subcommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "STEP",
      completionCandidates = StepNames.class,
      description = "${COMPLETION-CANDIDATES}")
  Optional<String> step = Optional.empty();

  @ArgGroup(exclusive = true, multiplicity = "0..1")
  Wish wish = new Wish();

  @Mixin NodeOptions options = new NodeOptions();

  /** The names of the steps, for picocli. */
  static final class StepNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Steps.ALL.stream().map(Step::command).iterator();
    }
  }

  /** An action other than ejecting. */
  static final class Wish {
    @Option(names = "--diff", description = "show what is changed against the built-in step")
    boolean diff;

    @Option(names = "--restore", description = "put the built-in step back")
    boolean restore;

    @Option(
        names = "--renew",
        description = "bring a changed step of an earlier version over to the packages of today")
    boolean renew;

    @Option(
        names = "--force",
        description = "eject over a script of your own, which is kept in runtime/scripts/backup/")
    boolean force;
  }

  private record Script(
      String step, String script, Ejection.State state, Optional<String> ejectedFrom) {
    static Script of(Ejection one) {
      return new Script(
          one.step().command(), one.file().toString(), one.state(), one.ejectedFrom());
    }
  }

  record All(List<Script> steps) {}

  record Changed(@Shape.Inline Script script, List<String> diff) {}

  record Replaced(@Shape.Inline Script script, Optional<LocalPath> backup) {}

  @Override
  public ExitCode run(Session session) {
    Node node = session.node();
    if (step.isEmpty()) {
      if (wish.diff || wish.restore || wish.renew || wish.force) {
        throw unknown("eject: which step?");
      }
      List<Ejection> all = Steps.ALL.stream().map(source -> new Ejection(node, source)).toList();
      return list(session.output(), all);
    }
    Step source =
        Steps.named(step.get())
            .orElseThrow(() -> unknown("eject: no such step: " + PeerText.quote(step.get())));
    Ejection ejection = new Ejection(node, source);
    if (wish.diff) {
      return diff(session.output(), ejection);
    }
    if (wish.renew) {
      return renew(session.output(), ejection);
    }
    return wish.restore ? restore(session.output(), ejection) : eject(session, ejection);
  }

  private static CliException unknown(String message) {
    List<String> names = Steps.ALL.stream().map(Step::command).toList();
    return CliException.wrong(message, "steps:  " + String.join(", ", names));
  }

  private static ExitCode list(Output output, List<Ejection> all) {
    Table table = Table.of("step", "state", "script");
    List<Script> steps = new ArrayList<>();
    for (Ejection one : all) {
      table.row(one.step().command(), one.state().toString(), one.file().toString());
      steps.add(Script.of(one));
    }
    output.lines(table.lines());
    return output.done(new All(steps));
  }

  private static ExitCode diff(Output output, Ejection one) {
    List<String> lines = one.difference();
    output.json(new Changed(Script.of(one), lines));
    if (lines.isEmpty()) {
      output.line(one.step().command() + " is as built in (" + one.state() + ")");
      return ExitCode.NOTHING_TO_DO;
    }
    output.line("--- " + one.step().command() + ", built in");
    output.line("+++ " + one.file());
    lines.forEach(output::text);
    return ExitCode.DONE;
  }

  private static ExitCode restore(Output output, Ejection one) {
    if (one.state() == Ejection.State.BUILTIN) {
      output.line(one.step().command() + " is built in already");
      output.json(Script.of(one));
      return ExitCode.NOTHING_TO_DO;
    }
    Optional<Path> backup = one.restore();
    output.line(one.step().command() + " is the built-in step again");
    return replaced(output, one, backup);
  }

  private static ExitCode renew(Output output, Ejection one) {
    if (one.state() == Ejection.State.OUTDATED) {
      throw CliException.refused(
          one.file() + " is unchanged and of another version",
          "replace it:  sbp eject " + one.step().command());
    }
    if (one.state() != Ejection.State.EARLIER) {
      output.line(one.step().command() + " names no packages of an earlier version");
      output.json(Script.of(one));
      return ExitCode.NOTHING_TO_DO;
    }
    Optional<Path> backup = one.renew();
    output.line(one.file() + " has the package names of today, and your changes");
    return replaced(output, one, backup);
  }

  private ExitCode eject(Session session, Ejection one) {
    Output output = session.output();
    Ejection.State state = one.state();
    if (state == Ejection.State.EJECTED) {
      output.line(one.step().command() + " is ejected already: " + one.file());
      output.json(Script.of(one));
      return ExitCode.NOTHING_TO_DO;
    }
    String command = "sbp eject " + one.step().command();
    if (state == Ejection.State.EARLIER && !wish.force) {
      throw CliException.refused(
          one.file() + " was changed by hand, and names packages of an earlier version",
          "keep the changes:             " + command + " --renew",
          "replace it, keeping a copy:   " + command + " --force");
    }
    if (state.isPrecious() && !wish.force) {
      throw CliException.refused(
          one.file() + " was changed by hand and would be replaced",
          "see the changes:              " + command + " --diff",
          "replace it, keeping a copy:   " + command + " --force");
    }
    Optional<Path> backup = one.eject();
    output.line("the step " + one.step().command() + " is now " + one.file());
    ExitCode exit = replaced(output, one, backup);
    if (JBangProgram.find(session.world()).isEmpty()) {
      output.note("it needs JBang to run, which is not found; " + JBangProgram.HOW_TO_GET_IT);
    }
    return exit;
  }

  private static ExitCode replaced(Output output, Ejection one, Optional<Path> backup) {
    backup.ifPresent(path -> output.line("the script before is kept as " + path));
    return output.done(new Replaced(Script.of(one), backup.map(LocalPath::new)));
  }
}
