package org.sovereignbook.sbp.frontend.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.net.mcp.McpCall;
import org.sovereignbook.sbp.net.mcp.McpCaller;
import org.sovereignbook.sbp.net.mcp.McpChanges;
import org.sovereignbook.sbp.net.mcp.McpFeatures;
import org.sovereignbook.sbp.net.mcp.McpLimits;
import org.sovereignbook.sbp.net.mcp.McpOutcome;
import org.sovereignbook.sbp.net.mcp.McpPrompt;
import org.sovereignbook.sbp.net.mcp.McpResource;
import org.sovereignbook.sbp.net.mcp.McpServer;
import org.sovereignbook.sbp.net.mcp.McpStdio;
import org.sovereignbook.sbp.net.mcp.McpTool;
import org.sovereignbook.sbp.net.mcp.RpcError;
import org.sovereignbook.sbp.testing.Eventually;
import org.sovereignbook.sbp.testing.TestNode;
import org.sovereignbook.sbp.testing.TestSociety;
import org.sovereignbook.sbp.testing.TroubledDatabase;

/** The watch for clients over MCP, at a database that fails. */
@Timeout(120)
class LedgerWatchTest {
  private static final Duration SOON = Duration.ofMillis(5);
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final int MOST = 4_096;

  @TempDir Path folder;

  /** Nothing but what may be watched. */
  private static final class Nothing implements McpFeatures {
    @Override
    public JsonObject serverInfo() {
      return JsonObject.builder().put("name", "nothing").put("version", "1").build();
    }

    @Override
    public Set<String> changingLists() {
      return Set.of();
    }

    @Override
    public String instructions(McpCaller caller) {
      return "for tests";
    }

    @Override
    public List<McpTool> tools(McpCaller caller) {
      return List.of();
    }

    @Override
    public Optional<McpTool> tool(String name) {
      return Optional.empty();
    }

    @Override
    public List<McpResource> resources(McpCaller caller) {
      return List.of();
    }

    @Override
    public List<McpResource> templates() {
      return List.of();
    }

    @Override
    public McpOutcome read(String uri, McpCall call) throws RpcError {
      throw RpcError.noResource(uri);
    }

    @Override
    public boolean mayWatch(String uri, McpCaller caller) {
      return true;
    }

    @Override
    public List<McpPrompt> prompts(McpCaller caller) {
      return List.of();
    }

    @Override
    public List<String> complete(
        McpCaller caller, JsonObject reference, String argument, String begun) {
      return List.of();
    }
  }

  private static void serve(McpStdio stdio, InputStream input) {
    try {
      stdio.serve(input);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void oneFailureEndsNoWatchAndCloseJoinsIt() throws Exception {
    TestNode node = TestNode.in(folder);
    TroubledDatabase database = new TroubledDatabase(new SqliteLedgerProvider().open(node.node()));
    List<String> log = new CopyOnWriteArrayList<>();
    McpChanges changes = new McpChanges();
    McpServer server =
        new McpServer(
            new Nothing(),
            changes,
            new McpLimits(MOST, MOST, 4, 4, LONG, LONG),
            new byte[32],
            InstantSource.system());
    McpCaller caller = new McpCaller("owner", Optional.empty(), 2);
    McpStdio stdio =
        new McpStdio(server, _ -> Optional.of(caller), new ByteArrayOutputStream(), log::add);
    Thread serving;
    try (TestSociety society = TestSociety.of(node, _ -> database);
        PipedOutputStream toServer = new PipedOutputStream()) {
      PipedInputStream input = new PipedInputStream(toServer);
      serving = Thread.ofVirtual().start(() -> serve(stdio, input));
      String initialize =
          """
          {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18",\
          "capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
          """;
      toServer.write(initialize.getBytes(UTF_8));
      toServer.flush();
      Eventually.holds("a client is open", changes::isAnyOpen);
      LedgerWatch watch = LedgerWatch.start(society.ledger(), changes, SOON, log::add);
      database.fail(1);
      Eventually.holds("a failure is told", () -> !log.isEmpty());
      assertThat(log).containsExactly("mcp: cannot look for changes: the database is locked");

      int works = database.works();
      Eventually.holds("the next look", () -> database.works() > works);
      database.awaitHanging();
      watch.close();
      assertThat(database.isOver()).as("close waits for what it interrupts").isTrue();
    }
    serving.join();
  }
}
