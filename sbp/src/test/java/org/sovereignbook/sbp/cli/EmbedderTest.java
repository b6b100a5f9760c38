package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.runtime.plugin.TestPlugin;

/** An embedder that a plugin brings, chosen by the configuration. */
class EmbedderTest {
  private static final String SOURCE =
      """
      package com.example;

      import java.util.List;
      import org.sovereignbook.sbp.society.recall.Embedder;

      @org.pf4j.Extension
      public final class Extension implements Embedder {
        @Override
        public String name() {
          return "drinks";
        }

        @Override
        public String modelId() {
          return "drinks-1";
        }

        @Override
        public int dimension() {
          return 2;
        }

        @Override
        public double related() {
          return .8;
        }

        @Override
        public List<float[]> embed(Use use, List<String> texts) {
          return texts.stream()
              .map(text -> text.matches(".*(tea|drink).*") ? new float[] {1, 0} : new float[] {0, 1})
              .toList();
        }
      }
      """;

  @TempDir Path folder;
  private CliTest sbp;

  @BeforeEach
  void init() throws Exception {
    sbp =
        CliTest.in(Files.createDirectories(folder.resolve("node")))
            .with("XDG_DATA_HOME", folder.resolve("data").toString());
    assertThat(sbp.run("init", "--local").exit()).isEqualTo(ExitCode.DONE);
    assertThat(sbp.run("memory", "add", "--type", "note", "Anna prefers tea").exit())
        .isEqualTo(ExitCode.DONE);
  }

  @Test
  void theChosenEmbedderFindsByMeaningAfterTheNextTick() throws Exception {
    Path jar = TestPlugin.of("embedder", "drinks", SOURCE).writeTo(folder.resolve("drinks.jar"));
    assertThat(sbp.run("plugin", "install", jar.toString()).exit()).isEqualTo(ExitCode.DONE);
    assertThat(sbp.run("memory", "search", "any drink").out()).contains("nothing is remembered");
    assertThat(sbp.run("config", "set", "memory.embedder", "drinks").exit())
        .isEqualTo(ExitCode.DONE);
    assertThat(sbp.run("memory", "search", "any drink").out()).contains("nothing is remembered");

    assertThat(sbp.run("tick").out()).contains("memory: vectors of 1 item");
    assertThat(sbp.run("tick").out()).doesNotContain("memory: vectors");
    assertThat(sbp.run("memory", "search", "any drink", "--json").out())
        .contains("Anna prefers tea")
        .contains("no word; the meaning");
  }

  @Test
  void withoutItsPluginMemoryWorksByWordsAndSaysSo() throws Exception {
    assertThat(sbp.run("config", "set", "memory.embedder", "gone").exit()).isEqualTo(ExitCode.DONE);
    CliTest.Ran found = sbp.run("memory", "search", "tea");
    assertThat(found.exit()).isEqualTo(ExitCode.DONE);
    assertThat(found.out()).contains("Anna prefers tea");
    assertThat(found.err()).contains("no embedder is called \"gone\"", "only words were compared");
    assertThat(sbp.run("tick").err()).contains("no vectors are computed");
  }
}
