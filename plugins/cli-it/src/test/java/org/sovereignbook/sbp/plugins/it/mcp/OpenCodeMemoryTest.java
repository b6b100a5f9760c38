package org.sovereignbook.sbp.plugins.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.plugins.it.SbpProgram;
import org.sovereignbook.sbp.plugins.it.mcp.CodingCliAsClientTest.Client;
import org.sovereignbook.sbp.plugins.it.mock.MockModels;
import org.sovereignbook.sbp.plugins.it.mock.Reply;
import org.sovereignbook.sbp.testkit.BuiltProgram;
import org.sovereignbook.sbp.testkit.InProcessProgram;

/**
 * OpenCode itself with the plugin that {@code sbp mcp install opencode --hooks} writes: its session
 * begins with what the agent remembers, what it writes into a memory file is learned, and the end
 * is a link of the agent's chain.
 */
@Tag("trial")
@Execution(ExecutionMode.SAME_THREAD)
class OpenCodeMemoryTest {
  @TempDir private Path folder;

  @Test
  void aSessionBeginsWithWhatTheAgentRemembersAndLeavesWhatItLearned() throws Exception {
    Path program = CodingCliAsClientTest.program(Client.OPENCODE);
    Assumptions.assumeTrue(
        Files.isRegularFile(SbpProgram.JAR), "skipped: sbp.jar is not built, use mvn verify");
    Path home = Files.createDirectories(folder.resolve("home"));
    Map<String, String> environment = CodingCliAsClientTest.environment(home);
    environment.put("SBP", new BuiltProgram(SbpProgram.JAR).launcher(folder).toString());
    var sbp =
        new InProcessProgram(
            Files.createDirectories(folder.resolve("node")),
            InstantSource.system(),
            Map.copyOf(environment));
    CodingCliAsClientTest.said(sbp, "init", "--local");
    CodingCliAsClientTest.said(sbp, "agent", "register", "coder", "--type", "claude-code");
    CodingCliAsClientTest.said(sbp, "memory", "add", "--as", "coder", "the tide is at noon");
    CodingCliAsClientTest.said(sbp, "mcp", "install", "opencode", "--agent", "coder", "--hooks");
    Path here = Files.createDirectories(folder.resolve("work"));
    JsonObject learned =
        JsonObject.empty()
            .with("filePath", here.resolve("memory/bay.md").toString())
            .with("content", "Kelp grows fastest at night in the northern bay.");

    try (MockModels mock = MockModels.start()) {
      MockModels.Scenario scenario =
          mock.scenario(
              "coder",
              request ->
                  request.turn() == 0 && request.tools().contains("write")
                      ? new Reply.Call("write", learned)
                      : new Reply.Say("done"));
      Map<String, String> all = new HashMap<>(environment);
      all.putAll(Client.OPENCODE.environment(scenario.base()));
      String said =
          CodingCliAsClientTest.run(
              folder,
              here,
              all,
              "Note what you know of the bay.\n",
              Client.OPENCODE.command(program, scenario.base()).toArray(String[]::new));

      assertThat(scenario.asked()).as(said).isNotEmpty();
      assertThat(scenario.asked().getFirst().body().toString())
          .contains("Memory of coder", "the tide is at noon");
    }
    assertThat(CodingCliAsClientTest.said(sbp, "memory", "search", "kelp", "--as", "coder"))
        .contains("Kelp grows fastest");
    assertThat(CodingCliAsClientTest.said(sbp, "memory", "show", "--as", "coder", "--json"))
        .contains("last_session_end");
    CodingCliAsClientTest.said(sbp, "mcp", "uninstall", "opencode");
    assertThat(home.resolve(".config/opencode/plugins")).doesNotExist();
  }
}
