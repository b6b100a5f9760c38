package org.sovereignbook.sbp.plugins.it.mcp;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.sovereignbook.sbp.net.mcp.McpCaller;
import org.sovereignbook.sbp.net.mcp.McpChanges;
import org.sovereignbook.sbp.net.mcp.McpHttp;
import org.sovereignbook.sbp.net.mcp.McpLimits;
import org.sovereignbook.sbp.net.mcp.McpServer;

/** The program's own protocol and transport around what the suite looks for. */
final class EverythingServer {
  private static final McpLimits LIMITS =
      new McpLimits(1_048_576, 1_048_576, 16, 64, Duration.ofMinutes(10), Duration.ofSeconds(10));

  private EverythingServer() {}

  /** Starts it at any free port; who asks is not asked for a token, which the suite has none of. */
  static McpHttp start() throws IOException {
    McpChanges changes = new McpChanges();
    McpServer server =
        new McpServer(
            new EverythingFeatures(changes),
            changes,
            LIMITS,
            new SecureRandom().generateSeed(32),
            InstantSource.system());
    McpCaller anybody = new McpCaller("anybody", Optional.empty(), 8);
    return McpHttp.start(
        server,
        _ -> Optional.of(anybody),
        0,
        InstantSource.system(),
        new SecureRandom(),
        System.err::println);
  }

  /** Runs it alone, for a look at it with other clients. */
  public static void main(String[] args) throws Exception {
    try (McpHttp http = start()) {
      System.out.println(http.endpoint());
      http.awaitClose();
    }
  }
}
