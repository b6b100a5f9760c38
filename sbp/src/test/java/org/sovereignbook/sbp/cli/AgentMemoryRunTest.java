package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.peer.reader.Digests;
import org.sovereignbook.sbp.runtime.plugin.TestPlugin;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** Runs of the built-in agents, which begin and end with their memory as a coding CLI does. */
class AgentMemoryRunTest {
  @TempDir private Path folder;
  private TestNode node;
  private CliTest cli;
  private Path seen;

  @BeforeEach
  void aNodeWithWorkForAll() {
    Path home = folder.resolve("node");
    node = TestNode.in(home);
    seen = folder.resolve("seen.txt");
    cli = CliTest.in(home).with("XDG_DATA_HOME", folder.resolve("data").toString());
    Digests.write(node, Digests.item("one", "direct", TestKeys.alice()));
    node.node().writeText(node.home().drafts().resolve("a.md"), "text");
    ChangeSet changes = new ChangeSet();
    IntStream.range(0, 600)
        .forEach(
            i ->
                changes.add(
                    LogFile.SESSION.append(
                        new LogEntry("network", node.node().now(), "round " + i))));
    node.store().commit(changes);
    Path witness =
        TestPlugin.of(
                "llm",
                "witness",
                """
                package com.example;
                import org.sovereignbook.sbp.model.llm.*;
                public class Extension implements LlmBackend {
                  public String name() { return "witness"; }
                  public String description() { return "notes what it is asked"; }
                  public LlmAnswer answer(LlmRequest request) {
                    try {
                      java.nio.file.Files.writeString(
                          java.nio.file.Path.of("%s"), request.role() + " " + request.inputs());
                    } catch (java.io.IOException e) { throw new Error(e); }
                    return new LlmAnswer("no", "");
                  }
                }
                """
                    .formatted(seen))
            .writeTo(folder.resolve("witness.jar"));
    ok("plugin", "install", "--user", witness.toString());
  }

  private CliTest.Ran ok(String... words) {
    CliTest.Ran ran = cli.run(words);
    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
    return ran;
  }

  private JsonObject ephemeral(String agent) {
    return ok("memory", "show", agent, "--json")
        .json()
        .object("ephemeral")
        .orElse(JsonObject.empty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"reader", "author", "compactor"})
  void aRunIsToldWhatTheAgentRemembersAndItsEndIsALinkOfTheChain(String agent) throws IOException {
    ok("memory", "add", "--as", agent, "the " + agent + " likes kelp");
    ok("memory", "set", "--as", agent, "active.focus=the bay");
    JsonObject before = ephemeral(agent);

    CliTest.Ran _ = cli.run("agent", "run", agent, "--llm", "witness");

    assertThat(Files.readString(seen))
        .startsWith(agent)
        .contains("memory.md", "Memory of " + agent, "the " + agent + " likes kelp", "the bay");
    JsonObject after = ephemeral(agent);
    assertThat(after.integer("session_count").orElseThrow())
        .isGreaterThan(before.integer("session_count").orElse(0));
    assertThat(after.string("last_session_end")).isPresent();
    assertThat(ok("memory", "verify", agent).exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void anAgentThatRemembersNothingRunsAsBefore() throws IOException {
    ok("memory", "add", "--as", "author", "only the author's");
    JsonObject before = ephemeral("reader");

    CliTest.Ran _ = cli.run("agent", "run", "reader", "--llm", "witness");

    assertThat(Files.readString(seen)).startsWith("reader").doesNotContain("memory.md");
    assertThat(ephemeral("reader")).isEqualTo(before);
  }
}
