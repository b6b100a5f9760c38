package org.sovereignbook.sbp.ops.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.node.Node;

class MemoryDemoTest {
  @Test
  void eachCommandOfTheDemoDoesWhatItShows(@TempDir Path folder) throws Exception {
    CliTest cli = CliTest.in(folder);
    List<String> lines = new ArrayList<>();

    ScriptedDemo.Shown shown =
        new MemoryDemo()
            .play(
                words -> {
                  CliTest.Ran ran = cli.run(words);
                  return new Children.Ended(
                      String.join(" ", words), ran.exit().number(), ran.out() + ran.err());
                },
                Node::at,
                folder.resolve("node"),
                lines::add);

    assertThat(shown.problems()).as(String.join("\n", lines)).isEmpty();
    assertThat(shown.steps()).hasSizeGreaterThan(10);
    assertThat(lines).as("a minute's reading").hasSizeLessThan(90);
  }
}
