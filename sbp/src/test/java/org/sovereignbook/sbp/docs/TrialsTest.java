package org.sovereignbook.sbp.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.testing.Eventually;

/** The declared trials have every test that the build leaves out, each once. */
class TrialsTest {
  @TempDir Path root;

  private record Ran(int exit, String out) {}

  private static Ran trials(String... words) throws Exception {
    return trials(Page.root(), words);
  }

  private static Ran trials(Path root, String... words) throws Exception {
    Process process = started(root, words);
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ran(process.waitFor(), out);
  }

  private static Process started(Path root, String... words) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                Page.root().resolve("scripts/trials.d/Trials.java").toString(),
                root.toString()));
    command.addAll(List.of(words));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  /** Makes a checkout with trials that are shell scripts. */
  private Path checkout(String... trials) throws IOException {
    Path table = root.resolve("scripts/trials.d/trials.txt");
    Files.createDirectories(table.getParent());
    Files.createDirectories(root.resolve("testkit/src/main/java"));
    for (String module : List.of("sbp", "testkit", "release", "plugins/a", "examples/plugins/a")) {
      Files.createDirectories(root.resolve(module).resolve("src/test/java"));
    }
    Files.writeString(table, String.join("\n", trials) + "\n");
    return root;
  }

  private static boolean holds(Path file, String text) {
    try {
      return Files.readString(file).contains(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void script(String name, String... lines) throws IOException {
    Files.writeString(root.resolve(name), String.join("\n", lines) + "\n");
  }

  private void git(String... words) throws Exception {
    List<String> command =
        new ArrayList<>(List.of("git", "-c", "user.name=t", "-c", "user.email=t@t"));
    command.addAll(List.of(words));
    Process git = new ProcessBuilder(command).directory(root.toFile()).start();
    assertThat(git.waitFor()).isZero();
  }

  @Test
  void everyTestWithTheTagBelongsToExactlyOneTrial() throws Exception {
    assertThat(trials("check")).isEqualTo(new Ran(0, ""));
  }

  @Test
  void theListIsADocumentToo() throws Exception {
    Ran ran = trials("list", "--json");
    JsonObject list = (JsonObject) JsonReader.file(ran.out().getBytes(StandardCharsets.UTF_8));
    assertThat(list.array("trials").orElseThrow().objects())
        .hasSizeGreaterThan(10)
        .allSatisfy(trial -> assertThat(trial.string("proves")).isPresent())
        .extracting(trial -> trial.string("name").orElseThrow())
        .contains("lint", "postgres", "browser", "kills", "months")
        .doesNotHaveDuplicates();
  }

  @Test
  void anUnknownTrialIsAnsweredByTheKnownOnes() throws Exception {
    Ran ran = trials("run", "postgers");
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.out()).contains("no trial is called 'postgers'", "postgres");
  }

  @Test
  void aRunThatWasKilledGoesOnWhereItStopped() throws Exception {
    checkout("trial one 1 the first", "  run sh one", "trial two 1 the second", "  run sh two");
    script("one", "echo ran >> one.ran");
    script("two", "echo ran >> two.ran", "while [ -f two.waits ] && [ -d . ]; do sleep 0.05; done");
    script("two.waits");
    Path state = root.resolve("target/trials/last-run.txt");
    Process first = started(root, "run", "all");
    Eventually.holds(
        "one has ended and two runs",
        () ->
            !first.isAlive() || (Files.exists(root.resolve("two.ran")) && holds(state, "passed")));
    first.destroyForcibly().waitFor();
    Files.delete(root.resolve("two.waits"));
    Files.writeString(state, "two\tpas", StandardOpenOption.APPEND); // torn by the kill

    Ran ran = trials(root, "run", "--resume");

    assertThat(ran.exit()).as(ran.out()).isZero();
    assertThat(ran.out()).contains("2 passed, 0 failed, 0 skipped");
    assertThat(root.resolve("one.ran")).hasContent("ran");
    assertThat(root.resolve("two.ran")).hasContent("ran\nran");
  }

  @Test
  void aRunCanBeNarrowedToWhatChangedAndToWhatFits() throws Exception {
    checkout(
        "trial lake 9 water",
        "  packages lake",
        "  run sh fails",
        "trial hill 2 stone",
        "  packages hill",
        "  run sh skips",
        "trial wood 1 trees",
        "  packages wood hill",
        "  run sh passes");
    script("fails", "exit 1");
    script("skips", "echo no stone here", "exit 3");
    script("passes", "exit 0");
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "begin");
    script("hill", "changed, not committed");

    Ran since = trials(root, "run", "--since", "HEAD", "--json", root.resolve("rows").toString());
    assertThat(since.exit()).as(since.out()).isZero();
    assertThat(since.out()).contains("1 passed, 0 failed, 1 skipped").doesNotContain("lake");
    assertThat(root.resolve("rows")).content().contains("\"reason\": \"no stone here\"");

    Ran fit = trials(root, "run", "--fit", "1");
    assertThat(fit.out()).contains("1 passed").contains("wood").doesNotContain("hill");

    assertThat(trials(root, "run", "hill").exit()).isEqualTo(3);
    assertThat(trials(root, "run", "lake", "wood").exit()).isEqualTo(1);
  }
}
