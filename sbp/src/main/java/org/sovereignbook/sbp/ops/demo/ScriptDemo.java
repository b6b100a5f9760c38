package org.sovereignbook.sbp.ops.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.Cleanup;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.OutputOptions;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Style;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.node.PeerText;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Demo in a node of its own, by real commands that a {@link DemoScript} lists. */
abstract class ScriptDemo implements Subcommand {
  private final String script;
  private final String lookInside;
  private final String next;

  /**
   * Creates a demo.
   *
   * @param script the name of its script
   * @param lookInside a command that shows what is in a node that was kept
   * @param next what to do after the demo
   */
  ScriptDemo(String script, String lookInside, String next) {
    this.script = script;
    this.lookInside = lookInside;
    this.next = next;
  }

  @Option(names = "--keep", description = "keep the node's folder and say how to look inside")
  boolean keep;

  @Mixin OutputOptions options = new OutputOptions();

  /** One way to run {@code sbp}, by the words behind it. */
  @FunctionalInterface
  interface Runner {
    Children.Ended run(String... words) throws IOException, InterruptedException;
  }

  /**
   * The output for programs.
   *
   * @param problems faults; none if all went well
   * @param keptIn with {@code --keep}: the node's folder
   */
  record Shown(List<Done> steps, List<String> problems, Optional<LocalPath> keptIn) {}

  /** A command of the demo. */
  @Shape.Def("memory_demo_step")
  record Done(String about, String command, int exitCode, String output) {}

  @Override
  public ExitCode run(Session session) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("sbp-demo-" + script + "-").toRealPath();
    try (Cleanup cleanup = Cleanup.start()) {
      cleanup.add(() -> removeUnlessKept(folder));
      DemoLauncher launcher = DemoLauncher.find(session.world().environment(), folder);
      Path outputs = Files.createDirectories(folder.resolve("outputs"));
      try (Children children = new Children(launcher, session.world().environment(), outputs)) {
        cleanup.add(children::close);
        return report(session.output(), children::run, folder.resolve("node"));
      }
    }
  }

  private ExitCode report(Output output, Runner runner, Path home)
      throws IOException, InterruptedException {
    Shown shown = play(script, runner, home, output::line, keep);
    output.line("");
    shown.problems().forEach(problem -> output.line("problem: " + PeerText.plain(problem)));
    if (keep) {
      output.line("kept; look inside:  " + lookInside + " --home " + home);
    } else {
      output.line(next);
    }
    output.json(shown);
    return shown.problems().isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
  }

  /** Makes a node and plays the script in it. */
  static Shown play(String script, Runner runner, Path home, Consumer<String> lines, boolean isKept)
      throws IOException, InterruptedException {
    Children.Ended made =
        runner.run("init", home.toString(), "--local", "--name", "Demo", "--llm", "builtin");
    if (made.exitCode() != ExitCode.DONE.number()) {
      throw new IOException("the node could not be made: " + made.output().strip());
    }
    List<Done> steps = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    String about = "";
    for (DemoScript.Line line : DemoScript.lines(script)) {
      switch (line) {
        case DemoScript.About(String text) -> {
          about = text;
          lines.accept("");
          lines.accept(Style.HEADING.on(text));
        }
        case DemoScript.Call call -> {
          lines.accept(Style.QUIET.on("$ sbp " + call.text()));
          Children.Ended ended = runner.run(call.words(home));
          String output = ended.output().strip();
          if (call.isShown()) {
            output.lines().forEach(one -> lines.accept("  " + PeerText.plain(one)));
          }
          call.problem(ended.exitCode()).ifPresent(problems::add);
          steps.add(new Done(about, "sbp " + call.text(), ended.exitCode(), output));
        }
        case DemoScript.Expected expected ->
            expected.problem(steps.getLast().output()).ifPresent(problems::add);
      }
    }
    return new Shown(steps, problems, isKept ? Optional.of(new LocalPath(home)) : Optional.empty());
  }

  private void removeUnlessKept(Path folder) {
    if (!keep) {
      OwnerOnly.deleteTree(folder);
    }
  }
}
