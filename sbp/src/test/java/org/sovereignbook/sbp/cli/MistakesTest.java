package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.testing.ForwardingDisk;
import org.sovereignbook.sbp.testing.TestClock;

/**
 * Mistakes that people make, one after the other in {@code mistakes.txt}: the exit code is right,
 * the answer names the place and the remedy, its commands parse and work in that state, nothing is
 * lost, and there is no stack trace.
 */
class MistakesTest {
  private static final Pattern WORD = Pattern.compile("(?:'[^']*'|[^\\s'])+");
  private static final Pattern COMMAND = Pattern.compile("sbp (?:-{0,2}[a-z])[^;,()]*");

  /** Words in capitals stand for something that only the person knows. */
  private static final Pattern PLACEHOLDER = Pattern.compile(".*(\\b[A-Z]{1,}\\b|…|\\.\\.\\.).*");

  /** Commands that do not end, that end processes, or that need a service manager. */
  private static final Set<String> NOT_RUN =
      Set.of(
          "up",
          "serve",
          "web",
          "stop",
          "mcp",
          "service",
          "shell",
          "init",
          "keygen",
          "store",
          "doctor",
          // These need another node.
          "follow",
          // This needs the program of the node.
          "tick",
          // This needs a team.
          "team",
          "bootstrap",
          "demo");

  @TempDir private static Path shared;
  @TempDir private Path folder;

  /** A mistake and the wanted answer. */
  private record Mistake(
      String state, String line, int exit, List<String> says, List<String> hints) {
    @Override
    public String toString() {
      return state + " " + line;
    }

    List<String> words() {
      return split(line).stream().skip(1).toList();
    }
  }

  private static List<String> split(String line) {
    return WORD.matcher(line).results().map(word -> word.group().replace("'", "")).toList();
  }

  static Stream<Mistake> mistakes() {
    List<Mistake> all = new ArrayList<>();
    for (String block :
        Resources.text("org/sovereignbook/sbp/cli/mistakes.txt").split("\n\\s*\n")) {
      List<String> lines = block.lines().filter(line -> !line.startsWith("#")).toList();
      if (!lines.isEmpty()) {
        all.add(mistake(lines));
      }
    }
    return all.stream();
  }

  private static Mistake mistake(List<String> lines) {
    String first = lines.getFirst();
    String state = first.startsWith("[") ? first.substring(1, first.indexOf(']')) : "";
    return new Mistake(
        state,
        first.substring(first.indexOf("sbp")),
        Integer.parseInt(lines.get(1)),
        after(lines, "says "),
        after(lines, "hint "));
  }

  private static List<String> after(List<String> lines, String mark) {
    return lines.stream()
        .filter(line -> line.startsWith(mark))
        .map(line -> line.substring(mark.length()))
        .toList();
  }

  @BeforeAll
  static void makeNode() {
    assertThat(CliTest.in(shared).run("init", "node", "--local").exit().isFailure()).isFalse();
  }

  @Test
  void thereAreEnough() {
    assertThat(mistakes()).hasSizeGreaterThan(73 + 60 + 57 + 40);
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void itIsAnsweredWithPlaceAndRemedy(Mistake mistake) throws IOException {
    Path node = folder.resolve("node");
    if (mistake.state().equals("nowhere")) {
      Files.createDirectories(node);
    } else {
      copy(shared.resolve("node"), node);
    }
    List<NodeLock> locks = locks(mistake.state(), node);
    try {
      Map<String, String> before = texts(node);
      CliTest.Ran ran = run(mistake, node, mistake.words());
      String answer = ran.out() + ran.err();
      assertThat(ran.exit().number()).as(answer).isEqualTo(mistake.exit());
      for (String part : mistake.says()) {
        assertThat(answer).contains(part);
      }
      assertThat(answer).doesNotContain("\tat ", "this should not happen", "Exception");
      for (String hint : mistake.hints()) {
        assertThat(answer).contains(hint);
      }
      if (ran.exit().isFailure() && !mistake.line().contains("bootstrap --seed")) {
        assertThat(lost(before, texts(node))).isEmpty();
      }
      for (String hint : hints(ran.err())) {
        requirePossible(mistake, node, hint);
      }
    } finally {
      locks.forEach(NodeLock::close);
    }
  }

  /** Returns the files that are gone or changed; logs grow. */
  private static List<String> lost(Map<String, String> before, Map<String, String> after) {
    return before.keySet().stream()
        .filter(file -> !after.getOrDefault(file, "").startsWith(before.get(file)))
        .toList();
  }

  private static CliTest.Ran run(Mistake mistake, Path node, List<String> words) {
    CliTest cli = CliTest.in(node);
    if (mistake.state().equals("terminal")) {
      cli.onTerminal();
    } else if (mistake.state().equals("closed")) {
      cli.on(closed());
    }
    return cli.run(words.toArray(String[]::new));
  }

  private static Disk closed() {
    Disk open = LocalDisk.unsynced();
    return new ForwardingDisk() {
      @Override
      public Disk disk() {
        return open;
      }

      @Override
      public boolean isClosed(Path path) {
        return path.endsWith("runtime");
      }
    };
  }

  private static List<NodeLock> locks(String state, Path node) {
    NodeHome home = new NodeHome(node);
    List<NodeLock> locks = new ArrayList<>();
    TestClock clock = new TestClock();
    if (state.equals("serving") || state.equals("up")) {
      locks.add(lock(NodeLock.server(home), "serve", clock));
    }
    if (state.equals("up")) {
      locks.add(lock(NodeLock.up(home), "sbp up", clock));
    }
    return locks;
  }

  private static NodeLock lock(Path file, String what, TestClock clock) {
    return NodeLock.tryAcquire(file, what, new Timestamp(clock.instant()), "t").orElseThrow();
  }

  /**
   * Returns the commands of this program in an answer. The two ways to a proof of the owner change
   * the node, and one needs a terminal; {@link OwnerRuleTest} goes both.
   */
  private static List<String> hints(String err) {
    return err.lines()
        .filter(line -> !line.matches(" +(at a terminal|without one): .*"))
        .flatMap(line -> COMMAND.matcher(line).results())
        .map(found -> found.group().strip())
        .filter(command -> !command.matches("sbp [a-z-]+: .*"))
        .toList();
  }

  /** Requires that a command parses and, as far as it can be run here, works. */
  private static void requirePossible(Mistake mistake, Path node, String hint) {
    List<String> words = split(hint).stream().skip(1).toList();
    Optional<String> name = words.stream().filter(word -> !word.startsWith("-")).findFirst();
    if (name.isEmpty() || name.get().equals("help")) {
      return;
    }
    assertThat(CommandLines.exists(name.get())).as(hint).isTrue();
    boolean isWhole = !PLACEHOLDER.matcher(hint).matches();
    boolean needsMore = words.size() <= 2 && mistake.words().size() > words.size();
    boolean follows = words.contains("-f") || words.contains("tail");
    if (!isWhole || needsMore || follows || NOT_RUN.contains(name.get())) {
      return;
    }
    CliTest.Ran ran = run(mistake, node, words);
    assertThat(ran.exit().isFailure()).as(hint + ": " + ran.err()).isFalse();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  /** Returns the texts of the node's files; what only records a refusal does not count. */
  private static Map<String, String> texts(Path node) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    Files.walkFileTree(
        node,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            String name = node.relativize(file).toString();
            boolean isRecord =
                name.contains("society")
                    || name.contains("operational")
                    || name.endsWith("made.json");
            if (!isRecord) {
              texts.put(name, Files.readString(file, StandardCharsets.ISO_8859_1));
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return texts;
  }
}
