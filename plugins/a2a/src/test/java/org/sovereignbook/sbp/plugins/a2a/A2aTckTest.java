package org.sovereignbook.sbp.plugins.a2a;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The compatibility kit of A2A ({@code a2aproject/a2a-tck}, branch {@code 1.0-dev}) judges the
 * server in both bindings. Where it is, {@code scripts/trials run a2a-tck -- FOLDER} says; its
 * Python is that of {@code .venv} there, or the one on the path.
 */
@Tag("trial")
class A2aTckTest {
  private static final String FOLDER = "sbp.a2a.tck";
  private static final int MINUTES = 20;

  /** Number of the kit's tests that the server of the JavaScript SDK passes. */
  private static final int PASSED_BY_OTHERS = 172;

  /**
   * Tests of what is for clients with a proof: push notifications, the extended card, and files, of
   * which any type is taken then. The kit expects success also of the two that name an error
   * (a2a-tck#202).
   */
  private static final String WITH_PROOF =
      "test_push_notifications or CORE-SEND-003 or CARD-EXT-001 or CARD-EXT-002";

  @TempDir Path folder;

  private record Verdict(String outcome, String level, String test, String reason) {
    static Verdict of(String line) {
      String[] parts = line.split("\t", -1);
      return new Verdict(parts[0], parts[1], parts[2], parts[3]);
    }
  }

  @Test
  void nothingThatMustBeSoFailsInEitherBinding() throws Exception {
    String given = System.getProperty(FOLDER, "");
    Assumptions.assumeFalse(
        given.isEmpty(), "no kit: scripts/trials run a2a-tck -- FOLDER of a2a-tck");
    Path kit = Path.of(given);
    assertThat(kit.resolve("tests/compatibility")).isDirectory();
    List<Verdict> verdicts = new ArrayList<>();
    try (A2aNode node = A2aNode.reachable(folder)) {
      node.done("config", "set", "access.stranger_calls_per_hour", "0");
      node.done("config", "set", "a2a.unknown_tasks", "1000");
      node.done("a2a", "open", "reader", "--for", "everybody");
      String token = node.token("judge");
      try (ScriptedJudge _ = ScriptedJudge.thatTells(node.ledger())) {
        verdicts.addAll(run(kit, node, "not (" + WITH_PROOF + ")", ""));
        verdicts.addAll(run(kit, node, WITH_PROOF, token));
      }
    }
    show(verdicts);
    assertThat(verdicts)
        .noneMatch(it -> it.outcome().equals("failed") && it.level().equals("must"));
    assertThat(verdicts.stream().filter(it -> it.outcome().equals("passed")).count())
        .isGreaterThan(PASSED_BY_OTHERS);
  }

  private List<Verdict> run(Path kit, A2aNode node, String tests, String token) throws Exception {
    Path settings = folder.resolve("pytest.ini");
    Files.writeString(settings, "[pytest]\nasyncio_mode = auto\n");
    try (InputStream in = A2aTckTest.class.getResourceAsStream("judge_plugin.py")) {
      Files.write(folder.resolve("judge_plugin.py"), in.readAllBytes());
    }
    Path report = Files.createTempFile(folder, "report", ".tsv");
    Path own = kit.resolve(".venv/bin/python3");
    ProcessBuilder builder =
        new ProcessBuilder(
                Files.exists(own) ? own.toString() : "python3",
                "-m",
                "pytest",
                "-c",
                settings.toString(),
                "--rootdir=" + kit,
                "-q",
                "-p",
                "judge_plugin",
                "-p",
                "no:cacheprovider",
                "--sut-host=" + node.endpoint(),
                "-k",
                tests,
                "tests/compatibility")
            .directory(kit.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said.txt").toFile());
    builder.environment().put("PYTHONPATH", folder + ":" + kit);
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    builder.environment().put("JUDGE_REPORT", report.toString());
    builder.environment().put("JUDGE_TOKEN", token);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES)).isTrue();
    } finally {
      Process _ = process.destroyForcibly();
    }
    List<Verdict> verdicts = Files.readAllLines(report).stream().map(Verdict::of).toList();
    assertThat(verdicts).as(said()).isNotEmpty();
    return verdicts;
  }

  private String said() throws IOException {
    return Files.readString(folder.resolve("said.txt"));
  }

  private static void show(List<Verdict> verdicts) {
    verdicts.stream()
        .filter(it -> !it.outcome().equals("passed"))
        .map(it -> "%s (%s) %s: %s".formatted(it.outcome(), it.level(), it.test(), it.reason()))
        .forEach(System.out::println);
    for (String outcome : List.of("passed", "failed", "expected", "skipped")) {
      System.out.println(
          outcome + " " + verdicts.stream().filter(it -> it.outcome().equals(outcome)).count());
    }
  }
}
