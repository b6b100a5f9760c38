package org.sovereignbook.sbp.plugins.acp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.sovereignbook.sbp.node.Programs;

/** The published SDK of the protocol, as {@code scripts/fetch-coding-clis} brings it. */
final class PublishedSdk {
  private static final String SDK =
      "agentclientprotocol_sdk-2.4.0/node_modules/@agentclientprotocol/sdk/dist/v1/stable/acp.js";

  private PublishedSdk() {}

  private static Path sdk() {
    Path cache =
        Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
            .filter(text -> !text.isBlank())
            .map(Path::of)
            .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"));
    return cache.resolve("sbp-cli-it").resolve(SDK);
  }

  /**
   * Returns the command that runs a script of the tests with the SDK as its first argument; skips
   * the test where Node or the SDK is not.
   *
   * @param folder where the script is written
   */
  static List<String> command(Path folder, String name) throws IOException {
    Optional<Path> node = Programs.onPath(System.getenv(), "node");
    Assumptions.assumeTrue(node.isPresent() && Files.exists(sdk()), "no Node, or no SDK");
    Path script = folder.resolve(name);
    try (InputStream in = PublishedSdk.class.getResourceAsStream(name)) {
      Files.write(script, in.readAllBytes());
    }
    return List.of(node.get().toString(), script.toString(), sdk().toString());
  }
}
