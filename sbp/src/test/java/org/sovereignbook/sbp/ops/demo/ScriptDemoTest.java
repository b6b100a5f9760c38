package org.sovereignbook.sbp.ops.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.cli.CliTest;

class ScriptDemoTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"memory", "chat"})
  void eachCommandOfTheDemoDoesWhatItShows(String script) throws Exception {
    CliTest cli = CliTest.in(folder);
    List<String> lines = new ArrayList<>();

    ScriptDemo.Shown shown =
        ScriptDemo.play(
            script,
            words -> {
              CliTest.Ran ran = cli.run(words);
              return new Children.Ended(
                  String.join(" ", words), ran.exit().number(), ran.out() + ran.err());
            },
            folder.resolve("node"),
            lines::add,
            false);

    assertThat(shown.problems()).as(String.join("\n", lines)).isEmpty();
    assertThat(shown.steps()).hasSizeGreaterThan(9);
    assertThat(lines).as("a minute's reading").hasSizeLessThan(90);
  }
}
