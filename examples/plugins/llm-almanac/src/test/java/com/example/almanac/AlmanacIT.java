package com.example.almanac;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.testkit.InstalledProgram;

/** The jar that was built, in the program that was built: installed, listed, used, changed. */
class AlmanacIT {
  private static final Path PLUGIN = Path.of(System.getProperty("plugin.jar"));

  @TempDir Path folder;

  @Test
  void thePluginLivesThroughAllThatAnOperatorDoesWithIt() throws Exception {
    InstalledProgram sbp =
        new InstalledProgram(Path.of(System.getProperty("program.jar")), folder.resolve("node"));
    assertThat(sbp.run("init", "--local").exit()).isZero();
    assertThat(sbp.run("agent", "run", "author", "--llm", "almanac").err())
        .contains("no LLM backend is called \"almanac\"");

    assertThat(sbp.run("plugin", "install", PLUGIN.toString()).out())
        .contains("llm-almanac 1.0.0 is installed", "llm:almanac", "sha256:");
    assertThat(sbp.run("plugin", "list").out()).containsPattern("llm-almanac +1\\.0\\.0 .* ok");

    assertThat(sbp.run("agent", "run", "author", "--llm", "almanac").out())
        .contains("wrote 1 piece");
    assertThat(written(sbp)).contains("The moon is ");

    Path installed = sbp.node().resolve("runtime/plugins/llm-almanac.jar");
    Files.write(installed, new byte[] {0}, StandardOpenOption.APPEND);
    InstalledProgram.Ran refused = sbp.run("agent", "run", "author", "--llm", "almanac");
    assertThat(refused.exit()).isEqualTo(4);
    assertThat(refused.err()).contains("changed", "sbp plugin install " + installed);
    assertThat(sbp.run("status").exit()).isZero();
    assertThat(sbp.run("doctor").out()).contains("llm-almanac (node) is changed");

    assertThat(sbp.run("plugin", "install", installed.toString()).exit()).isZero();
    assertThat(sbp.run("plugin", "list").out()).containsPattern("llm-almanac .* ok");
    assertThat(sbp.run("plugin", "remove", "almanac").exit()).isZero();
    assertThat(sbp.run("plugin", "list", "--json").out()).doesNotContain("almanac");
  }

  private static String written(InstalledProgram sbp) throws IOException {
    try (var files = Files.list(sbp.node().resolve("runtime/operational/author-output"))) {
      return Files.readString(files.findFirst().orElseThrow());
    }
  }
}
