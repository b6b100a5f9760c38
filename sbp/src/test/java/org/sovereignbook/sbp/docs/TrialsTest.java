package org.sovereignbook.sbp.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;

/** The declared trials have every test that the build leaves out, each once. */
class TrialsTest {
  private record Ran(int exit, String out) {}

  private static Ran trials(String... words) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                Page.root().resolve("scripts/trials.d/Trials.java").toString(),
                Page.root().toString()));
    command.addAll(List.of(words));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ran(process.waitFor(), out);
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
}
