package org.sovereignbook.sbp.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.model.judgment.AgentResult;
import org.sovereignbook.sbp.model.judgment.AgentRunner;
import org.sovereignbook.sbp.model.judgment.FakeBackend;
import org.sovereignbook.sbp.model.judgment.Job;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.runtime.plugin.ExtensionKind;
import org.sovereignbook.sbp.runtime.plugin.Extensions;
import org.sovereignbook.sbp.runtime.plugin.LoadedPlugins;
import org.sovereignbook.sbp.runtime.plugin.PluginCatalog;
import org.sovereignbook.sbp.runtime.plugin.PluginException;
import org.sovereignbook.sbp.runtime.plugin.PluginFile.Origin;
import org.sovereignbook.sbp.runtime.plugin.PluginInstaller;
import org.sovereignbook.sbp.runtime.plugin.PluginScene;
import org.sovereignbook.sbp.runtime.plugin.TestPlugin;
import org.sovereignbook.sbp.testing.TestNode;

/** A kind of extension is a value: a new one comes in from outside, and its plugins with it. */
public class ExtensionKindTest {

  /** What nobody in the program has heard of. */
  public interface Greeting {
    String name();

    String greet(String who);
  }

  private record Own(String name) implements Greeting {
    @Override
    public String greet(String who) {
      return "Hello, " + who;
    }
  }

  private static final ExtensionKind<Greeting> GREETING =
      new ExtensionKind<>(
          "greeting",
          "greeting",
          "greeting.backend",
          Greeting.class,
          Greeting::name,
          () -> Map.of("plain", () -> new Own("plain")));

  private static final String SERVUS =
      """
      package com.example;
      public class Extension implements org.sovereignbook.sbp.extension.ExtensionKindTest.Greeting {
        public String name() { return "servus"; }
        public String greet(String who) { return "Servus, " + who; }
      }
      """;

  private static final String POET =
      """
      package com.example;
      import java.util.*;
      import org.sovereignbook.sbp.model.judgment.*;
      import org.sovereignbook.sbp.model.llm.*;
      import org.sovereignbook.sbp.store.Change;
      public class Extension implements Job {
        public String name() { return "poet"; }
        public String prompt() { return "Write one verse."; }
        public LlmRequest.OutputFile output() {
          return new LlmRequest.OutputFile("verse.md", Optional.empty());
        }
        public List<LlmRequest.Input> inputs(JobRun run) { return List.of(run.ethos()); }
        public Result accept(LlmAnswer answer, JobRun run) throws LlmException {
          if (answer.text().lines().count() != 1) {
            throw LlmException.answer("the answer is not one line");
          }
          return new Result(
              false,
              "wrote a verse",
              List.of(
                  new Change.WriteFile(
                      run.node().home().runtime().resolve("verse.md"), answer.text())));
        }
      }
      """;

  @TempDir Path folder;

  private Extensions installed(List<ExtensionKind<?>> kinds, TestPlugin plugin) {
    PluginCatalog catalog =
        new PluginCatalog(LocalDisk.unsynced(), new PluginScene(folder).folders(), kinds);
    assertThat(
            new PluginInstaller(catalog, Origin.NODE)
                .install(plugin.writeTo(folder.resolve("given.jar")), PluginScene.now())
                .plugin()
                .isOk())
        .isTrue();
    return new Extensions(() -> catalog, new LoadedPlugins());
  }

  @Test
  void aPluginOfAKindFromOutsideIsFoundJudgedAndLoaded() {
    Extensions extensions =
        installed(
            List.of(ExtensionKind.LLM, GREETING), TestPlugin.of("greeting", "servus", SERVUS));

    assertThat(extensions.find(GREETING, "servus").greet("world")).isEqualTo("Servus, world");
    assertThat(extensions.find(GREETING, "plain").greet("world")).isEqualTo("Hello, world");
    assertThatThrownBy(() -> extensions.find(GREETING, "moin"))
        .isInstanceOf(PluginException.class)
        .hasMessage("no greeting is called \"moin\"; greeting.backend is one of: plain, servus");
  }

  @Test
  void whoDoesNotKnowTheKindTakesNoPluginOfIt() {
    Path jar = TestPlugin.of("greeting", "servus", SERVUS).writeTo(folder.resolve("given.jar"));

    assertThatThrownBy(() -> new PluginScene(folder).install(jar))
        .hasMessageContaining("Sbp-Provides: llm:NAME or store:NAME or ledger:NAME or agent:NAME");
  }

  @Test
  void aPluginBringsAJobThatRunsAsTheProgramsOwn() throws Exception {
    Extensions extensions =
        installed(ExtensionKind.all(Features.bundled()), TestPlugin.of("agent", "poet", POET));
    TestNode node = TestNode.in(folder.resolve("agent"));
    FakeBackend backend = FakeBackend.saying("The tide forgets the shore.");

    Job poet = extensions.job("poet");
    AgentResult result = new AgentRunner(node.node(), node.store(), backend).run(poet, false);

    assertThat(result.summary()).isEqualTo("wrote a verse");
    assertThat(backend.onlyRequest().role()).isEqualTo("poet");
    assertThat(backend.onlyRequest().prompt()).isEqualTo("Write one verse.");
    assertThat(node.node().readText(node.home().runtime().resolve("verse.md")))
        .isEqualTo(Optional.of("The tide forgets the shore."));
    assertThat(extensions.job("reader").name()).isEqualTo("reader");
    assertThatThrownBy(() -> extensions.job("critic"))
        .hasMessage(
            "no agent is called \"critic\"; ROLE is one of: author, compactor, ethos, reader,"
                + " poet");
  }
}
