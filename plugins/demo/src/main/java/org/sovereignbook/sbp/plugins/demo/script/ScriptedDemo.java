package org.sovereignbook.sbp.plugins.demo.script;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.OutputOptions;
import org.sovereignbook.sbp.frontend.command.ProgressBar;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Style;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Resources;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A demo that plays a script of real commands in a node of its own. The {@linkplain DemoScript
 * script}, {@code NAME.txt}, and its other files lie beside its class.
 */
public abstract class ScriptedDemo implements Subcommand {
  private static final String INDENT = "  ";
  private static final int LIVE_COLUMNS = 100;

  /** Beginning of lines that only tell how far a command is: they are shown while it runs. */
  private static final String PROGRESS = "tries ";

  /** Name of the demo and of its script. */
  private final String name;

  @Option(names = "--keep", description = "keep the node's folder and say how to look inside")
  boolean keep;

  @Mixin OutputOptions options = new OutputOptions();

  /** Makes a demo, by its name and that of its script. */
  protected ScriptedDemo(String name) {
    this.name = name;
  }

  /** Prepares the node, which has the files of the demo. */
  protected void prepare(Node node) {}

  /** Returns what stands for further words of the script, of what the demo itself has started. */
  protected Map<String, String> words() {
    return Map.of();
  }

  private String text(String file) {
    return Resources.text(getClass(), file);
  }

  private List<DemoScript.Line> script() {
    return DemoScript.lines(text(name + ".txt"));
  }

  private String head(String property) {
    return DemoScript.heads(script(), property).getFirst();
  }

  /** Returns what runs the commands: a process for each, whose last line is shown meanwhile. */
  private Runner runner(Session session, Children children) throws IOException {
    if (DemoScript.heads(script(), "process").contains("one")) {
      return children.node()::run;
    }
    int width = Math.max(1, Math.min(session.output().columns(), LIVE_COLUMNS) - INDENT.length());
    return words -> {
      try (ProgressBar bar = ProgressBar.of(session)) {
        return children.run(
            line -> bar.show(INDENT + Style.QUIET.on(Table.clip(PeerText.plain(line), width))),
            words);
      }
    };
  }

  /** One way to run {@code sbp}, by the words behind it. */
  @FunctionalInterface
  public interface Runner {
    Children.Ended run(String... words) throws IOException, InterruptedException;
  }

  /**
   * The output for programs.
   *
   * @param problems faults; none if all went well
   * @param keptIn with {@code --keep}: the node's folder
   */
  public record Shown(List<Done> steps, List<String> problems, Optional<LocalPath> keptIn) {}

  /** A command of the demo. */
  @Shape.Def("demo_step")
  public record Done(String about, String command, int exitCode, String output) {}

  @Override
  public ExitCode run(Session session) throws IOException, InterruptedException {
    return Children.within(session, name, keep, this::report);
  }

  private ExitCode report(Session session, Children children, Path home)
      throws IOException, InterruptedException {
    Output output = session.output();
    Runner runner = runner(session, children);
    Shown shown = play(runner, session::nodeAt, home, beside(children, home), output::line);
    output.line("");
    shown.problems().forEach(problem -> output.line("problem: " + PeerText.plain(problem)));
    if (keep) {
      output.line("kept; look inside:  " + "sbp " + head("look") + " --home " + home);
    } else {
      output.line(head("closing"));
    }
    output.json(shown);
    return shown.problems().isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
  }

  /** Starts what runs beside the node. Returns what stands for words of the script. */
  private Map<String, String> beside(Children children, Path home)
      throws IOException, InterruptedException {
    Map<String, String> words = new TreeMap<>(words());
    words.put("HOME", home.toString());
    for (String beside : DemoScript.heads(script(), "beside")) {
      String[] parts = beside.split(" ", -1);
      Path file = Files.writeString(home.resolveSibling(parts[2]), text(parts[2]));
      words.put(parts[0], children.beside(parts[1], file));
    }
    for (String node : DemoScript.heads(script(), "node")) {
      String[] parts = node.split(" ", -1);
      words.put(parts[0], children.kept(home.resolveSibling(parts[1]), parts[1]));
    }
    return words;
  }

  /** Makes a node and plays the script in it. */
  Shown play(
      Runner runner,
      Function<Path, Node> nodes,
      Path home,
      Map<String, String> words,
      Consumer<String> lines)
      throws IOException, InterruptedException {
    Children.Ended made =
        runner.run("init", home.toString(), "--local", "--name", "Demo", "--llm", "builtin");
    if (made.exitCode() != ExitCode.DONE.number()) {
      throw new IOException("the node could not be made: " + made.output().strip());
    }
    Node node = nodes.apply(home);
    for (String file : DemoScript.heads(script(), "file")) {
      String[] names = file.split(" ", -1);
      node.writeText(home.resolve(names[names.length - 1]), text(names[0]));
    }
    prepare(node);
    List<Done> steps = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    String about = "";
    for (DemoScript.Line line : script()) {
      switch (line) {
        case DemoScript.Head _ -> {}
        case DemoScript.About(String text) -> {
          about = text;
          lines.accept("");
          lines.accept(Style.HEADING.on(text));
        }
        case DemoScript.Call scripted -> {
          DemoScript.Call call =
              scripted.after(steps.isEmpty() ? "" : steps.getLast().output()).with(words);
          lines.accept(Style.QUIET.on(call.shown()));
          Children.Ended ended = runner.run(call.words(home));
          String output = ended.output().strip();
          if (call.isShown()) {
            output
                .lines()
                .filter(one -> !one.startsWith(PROGRESS))
                .forEach(one -> lines.accept(INDENT + PeerText.plain(one)));
          }
          call.problem(ended.exitCode()).ifPresent(problems::add);
          steps.add(new Done(about, "sbp " + call.text(), ended.exitCode(), output));
        }
        case DemoScript.Expected expected ->
            expected.problem(steps.getLast().output()).ifPresent(problems::add);
      }
    }
    return new Shown(steps, problems, keep ? Optional.of(new LocalPath(home)) : Optional.empty());
  }
}
