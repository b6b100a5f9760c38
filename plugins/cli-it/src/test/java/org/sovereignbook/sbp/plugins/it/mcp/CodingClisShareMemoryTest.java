package org.sovereignbook.sbp.plugins.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
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
import org.sovereignbook.sbp.plugins.it.mock.ModelRequest;
import org.sovereignbook.sbp.plugins.it.mock.Reply;
import org.sovereignbook.sbp.testkit.BuiltProgram;
import org.sovereignbook.sbp.testkit.InProcessProgram;

/**
 * The coding CLIs themselves on one memory: in turn, each writes for the group what it learned, and
 * finds what the one before it wrote. A last one that is no member of the group finds nothing.
 */
@Tag("trial")
@Execution(ExecutionMode.SAME_THREAD)
class CodingClisShareMemoryTest {
  private static final String GROUP = "crew";

  @TempDir Path folder;

  @Test
  void eachWritesAndFindsWhatAnotherWroteAndAStrangerFindsNothing() throws Exception {
    for (Client client : Client.values()) {
      Path _ = CodingCliAsClientTest.program(client);
    }
    Assumptions.assumeTrue(
        Files.isRegularFile(SbpProgram.JAR), "skipped: sbp.jar is not built, use mvn verify");
    Path home = Files.createDirectories(folder.resolve("home"));
    Map<String, String> environment = CodingCliAsClientTest.environment(home);
    environment.put("SBP", new BuiltProgram(SbpProgram.JAR).launcher(folder).toString());
    Path node = Files.createDirectories(folder.resolve("node"));
    var sbp = new InProcessProgram(node, InstantSource.system(), Map.copyOf(environment));
    CodingCliAsClientTest.said(sbp, "init", "--local");
    CodingCliAsClientTest.said(sbp, "group", "create", GROUP);
    CodingCliAsClientTest.said(
        sbp, "memory", "add", "--in", GROUP, "the tide of nobody is at noon");
    String before = "nobody";
    for (Client client : Client.values()) {
      client.prepare(home);
      join(sbp, client.word(), client, true);
      String results = work(client, environment, client.word(), before);
      assertThat(results).as(client.word()).contains("the tide of " + before);
      before = client.word();
    }
    CodingCliAsClientTest.said(sbp, "mcp", "uninstall", Client.CLAUDE.word());
    join(sbp, "stranger", Client.CLAUDE, false);
    // Tools answer within a string of the CLI's own.
    String seen = work(Client.CLAUDE, environment, "stranger", before).replace("\\", "");
    assertThat(seen).doesNotContain("the tide of " + before).contains("\"count\":0");
    String found =
        CodingCliAsClientTest.said(sbp, "memory", "search", "tide", "--in", GROUP, "--json");
    for (Client client : Client.values()) {
      assertThat(found).contains("the tide of " + client.word());
    }
  }

  private static void join(InProcessProgram sbp, String agent, Client client, boolean isMember) {
    CodingCliAsClientTest.said(sbp, "agent", "register", agent, "--type", "claude-code");
    if (isMember) {
      CodingCliAsClientTest.said(sbp, "group", "add", GROUP, agent);
    }
    CodingCliAsClientTest.said(
        sbp, "mcp", "install", client.word(), "--agent", agent, "--no-hooks");
  }

  /** Runs a CLI whose model searches and then writes; returns what its tools answered. */
  private String work(Client client, Map<String, String> environment, String agent, String before)
      throws Exception {
    Path program = CodingCliAsClientTest.program(client);
    try (MockModels mock = MockModels.start()) {
      AtomicInteger waits = new AtomicInteger();
      MockModels.Scenario scenario =
          mock.scenario(agent, request -> learn(request, agent, before, waits));
      Map<String, String> all = new HashMap<>(environment);
      all.putAll(client.environment(scenario.base()));
      String said = run(client, program, scenario.base(), all);
      assertThat(scenario.asked()).as("%s %s", said, mock.unexpected()).isNotEmpty();
      return scenario.asked().stream()
          .flatMap(request -> request.toolResults().stream())
          .reduce("", (one, other) -> one + "\n" + other);
    }
  }

  private String run(Client client, Path program, URI models, Map<String, String> environment)
      throws Exception {
    Path here = Files.createDirectories(folder.resolve("work"));
    return CodingCliAsClientTest.run(
        folder,
        here,
        environment,
        "Say what you know of the tide.\n",
        client.command(program, models).toArray(String[]::new));
  }

  private static Reply learn(
      ModelRequest request, String agent, String before, AtomicInteger waits) {
    JsonObject note = JsonObject.empty().with("content", "the tide of " + agent + " is at six");
    JsonObject item = JsonObject.empty().with("type", "note").with("data", note);
    return CodingCliAsClientTest.next(
        request,
        "memory_search",
        waits,
        List.of(
            CodingCliAsClientTest.call(
                request, "memory_search", JsonObject.empty().with("query", "tide of " + before)),
            CodingCliAsClientTest.call(
                request,
                "memory_write_warm",
                agent.equals("stranger") ? item : item.with("group_id", GROUP))));
  }
}
