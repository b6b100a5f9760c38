package org.sovereignbook.sbp.plugins.e5;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.testkit.InstalledProgram;

/** The jar that was built, in the program that was built: installed, chosen, used. */
class E5IT {
  private static final Path PLUGIN = Path.of(System.getProperty("plugin.jar"));
  private static final long MOST_BYTES = 42_000_000;

  @TempDir Path folder;

  @Test
  void theModelFindsATextThatSharesNoWordWithTheQuestion() throws Exception {
    assertThat(Files.size(PLUGIN)).isLessThan(MOST_BYTES);
    InstalledProgram sbp =
        new InstalledProgram(Path.of(System.getProperty("program.jar")), folder.resolve("node"));
    assertThat(sbp.run("init", "--local").exit()).isZero();
    String drink = "which drink does she like at breakfast";
    assertThat(sbp.run("memory", "add", "--type", "note", "Anna prefers tea in the morning").exit())
        .isZero();
    assertThat(sbp.run("plugin", "install", PLUGIN.toString()).out())
        .contains("embedder:e5-small-v2");
    assertThat(sbp.run("memory", "search", drink).out()).contains("nothing is remembered");

    assertThat(sbp.run("config", "set", "memory.embedder", "e5-small-v2").exit()).isZero();
    assertThat(sbp.run("tick").out()).contains("memory: vectors of 1 item");
    assertThat(sbp.run("memory", "search", drink, "--json").out())
        .contains("Anna prefers tea in the morning", "the meaning");
  }
}
