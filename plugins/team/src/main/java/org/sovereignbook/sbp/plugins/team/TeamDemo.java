package org.sovereignbook.sbp.plugins.team;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.LiveLines;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.OutputOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.plugins.demo.script.Children;
import org.sovereignbook.sbp.society.board.TaskState;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code sbp demo team}: the team of {@code examples/team}, with scripts for models, does a real
 * job in a node of its own, by real commands; one worker is killed in the middle.
 */
@Command(name = "team", description = "watch a team do a job although one of it is killed")
@Prints(TeamDemo.Shown.class)
@Exit(code = ExitCode.FAILED, means = "a task was not accepted exactly once, or nobody was killed")
@Exit(code = ExitCode.REFUSED, means = "teams are off in the node here")
final class TeamDemo implements Subcommand {
  private static final String EXAMPLE = "examples/team/";
  private static final String TASK = "check, build and document the project";
  private static final long LOOK_AGAIN_MILLISECONDS = 200;

  /** How many tasks are done before a worker is killed. */
  private static final int DONE_BEFORE_THE_KILL = 2;

  @Option(names = "--keep", description = "keep the node's folder and say how to look inside")
  boolean keep;

  @Mixin OutputOptions options = new OutputOptions();

  record Killed(String member, String task) {}

  /**
   * The output for programs.
   *
   * @param problems faults; none if all went well
   */
  record Shown(
      String run, Optional<Killed> killed, List<TeamResult.Done> tasks, List<String> problems) {}

  private record DemoScope(Session session, Node node, Children children, LiveLines view) {}

  @Override
  public ExitCode run(Session session) throws IOException, InterruptedException {
    return Children.within(session, "team", keep, this::shown);
  }

  private ExitCode shown(Session session, Children children, Path home)
      throws IOException, InterruptedException {
    Shown shown = run(session, children, home);
    report(session.output(), shown, home);
    return shown.problems().isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
  }

  private static Shown run(Session session, Children children, Path home)
      throws IOException, InterruptedException {
    try (LiveLines view = LiveLines.of(session, TeamStatus.STOP)) {
      view.line("a node, and a team of scripts, in " + home);
      Children.Started made =
          children.start("init", home.toString(), "--local", "--name", "Team", "--llm", "builtin");
      long began = System.nanoTime();
      while (!made.process().waitFor(LOOK_AGAIN_MILLISECONDS, TimeUnit.MILLISECONDS)) {
        view.show(List.of("making the node" + since(began)));
      }
      if (made.process().exitValue() != ExitCode.DONE.number()) {
        throw new IOException("the node could not be made: " + made.text().strip());
      }
      Node node = session.nodeAt(home);
      for (String name : Resources.text(EXAMPLE + "files.txt").lines().toList()) {
        node.writeText(home.resolve(name), Resources.text(EXAMPLE + name));
      }
      return work(new DemoScope(session, node, children, view));
    }
  }

  private static Shown work(DemoScope scope) throws IOException, InterruptedException {
    Children.Started team =
        scope
            .children()
            .start("team", "run", TASK, "--home", scope.node().home().root().toString());
    long began = System.nanoTime();
    Optional<Killed> killed = Optional.empty();
    long shownLines = 0;
    try (Ledger ledger = scope.session().ledger(scope.node())) {
      boolean ended = false;
      while (!ended) {
        ended = team.process().waitFor(LOOK_AGAIN_MILLISECONDS, TimeUnit.MILLISECONDS);
        List<String> lines = team.text().lines().toList();
        lines.stream()
            .skip(shownLines)
            .filter(line -> !line.startsWith(TeamResult.KEPT))
            .forEach(scope.view()::line);
        shownLines = lines.size();
        Optional<TeamRuns.Run> run = ledger.read(TeamRuns::newest);
        if (run.isEmpty()) {
          scope.view().show(List.of("the team begins" + since(began)));
        }
        if (run.isPresent() && !ended) {
          scope.view().show(TeamStatus.of(ledger, run.get(), true).lines());
          killed = killed.isPresent() ? killed : kill(scope, ledger, run.get());
        }
      }
      return judged(ledger, killed, team);
    }
  }

  private static String since(long began) {
    return ", %d s".formatted(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began));
  }

  /** Kills a busy worker, once enough tasks are done. */
  private static Optional<Killed> kill(DemoScope scope, Ledger ledger, TeamRuns.Run run) {
    TeamStatus status = TeamStatus.of(ledger, run, true);
    if (status.tasks().getOrDefault(TaskState.COMPLETED.toString(), 0) <= DONE_BEFORE_THE_KILL) {
      return Optional.empty();
    }
    for (TeamStatus.Member member : status.members()) {
      boolean works = member.kind().equals("worker") && member.state().equals("thinking");
      Optional<ProcessHandle> process = works ? ProcessHandle.of(member.pid()) : Optional.empty();
      if (process.isPresent() && member.task().isPresent() && process.get().destroyForcibly()) {
        scope
            .view()
            .line(">>> kills " + member.name() + " with SIGKILL, at " + member.task().get());
        return Optional.of(new Killed(member.name(), member.task().get()));
      }
    }
    return Optional.empty();
  }

  private static Shown judged(Ledger ledger, Optional<Killed> killed, Children.Started team) {
    List<String> problems = new ArrayList<>();
    Optional<TeamRuns.Run> run = ledger.read(TeamRuns::newest);
    if (run.isEmpty() || run.get().label().isEmpty()) {
      return new Shown(
          "", killed, List.of(), List.of("the team did not begin: " + team.text().strip()));
    }
    TeamResult result = TeamResult.of(ledger, run.get().id(), run.get().label().get());
    for (TeamResult.Done task : result.tasks()) {
      if (task.state() != TaskState.COMPLETED || task.accepted() != 1) {
        problems.add(
            "%s (%s) is %s, accepted %d times"
                .formatted(task.title(), task.id(), task.state(), task.accepted()));
      }
    }
    int exit = team.process().exitValue();
    if (exit != ExitCode.DONE.number()) {
      problems.add("sbp team run ended with " + exit);
    }
    if (killed.isEmpty()) {
      problems.add("nobody was killed");
    }
    return new Shown(run.get().id(), killed, result.tasks(), problems);
  }

  private void report(Output out, Shown shown, Path home) {
    shown
        .killed()
        .flatMap(
            killed ->
                shown.tasks().stream()
                    .filter(task -> task.id().equals(killed.task()))
                    .findFirst()
                    .map(
                        task ->
                            "%s was killed at \"%s\", which %s did in attempt %d"
                                .formatted(
                                    killed.member(),
                                    PeerText.plain(task.title()),
                                    task.worker().orElse("nobody"),
                                    task.attempts())))
        .ifPresent(out::line);
    shown.problems().forEach(problem -> out.line("problem: " + PeerText.plain(problem)));
    if (shown.problems().isEmpty()) {
      out.line("all %d tasks were accepted, each exactly once".formatted(shown.tasks().size()));
    }
    if (keep) {
      out.line("kept; look inside:  sbp task list --home " + home);
      out.line("what was built:  ls " + home.resolve("project/out"));
    }
    out.json(shown);
  }
}
