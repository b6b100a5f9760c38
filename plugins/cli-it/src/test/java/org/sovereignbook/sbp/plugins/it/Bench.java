package org.sovereignbook.sbp.plugins.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.runtime.builtin.BuiltinJobs;

/**
 * A node with a real CLI set up for it, in a scrubbed environment with an empty home.
 *
 * @param folder holds all of it
 * @param message what a stranger wrote
 */
record Bench(Path folder, Node node, LlmBackend backend, JsonObject settings, String message) {
  static final String ETHOS = "This agent cares about trust and networks.";
  static final String SECRET = "the-secret-that-stays-4711";

  /** Makes it; the folder holds the home and the scratch directories too. */
  static Bench in(Path folder, CliUnderTest cli, Path program, URI base) throws IOException {
    Path home = Files.createDirectories(folder.resolve("home"));
    Node node = Node.at(Files.createDirectories(folder.resolve("agent")));
    if (!Files.exists(node.home().keypair())) {
      KeyFile.save(
          node.disk(), node.home().keypair(), KeyPair.generate(new SecureRandom()), node.now());
    }
    JsonObject llm =
        JsonObject.builder()
            .put("scratch_folder", folder.resolve("scratch").toString())
            .put(cli.name(), cli.settings(program, base))
            .build();
    node.writeJson(node.home().schedulerConfig(), JsonObject.builder().put("llm", llm).build());
    return new Bench(
        folder,
        node,
        cli.backend(environment(home, cli.environment(base))),
        cli.settings(program, base),
        "Hello.");
  }

  private static Map<String, String> environment(Path home, Map<String, String> further) {
    Map<String, String> environment = new HashMap<>(further);
    environment.put("PATH", System.getenv("PATH"));
    environment.put("HOME", home.toString());
    // Of no concern to any CLI, so it must not get there.
    environment.put("SOMEBODY_ELSES_TOKEN", SECRET);
    return environment;
  }

  /** Without a key, but with a file in which the CLI once noted its user's login. */
  Bench withLogin(CliUnderTest cli, URI base, String login) throws IOException {
    Path file = Files.writeString(folder.resolve("login.json"), login);
    Map<String, String> keyless = new HashMap<>(cli.environment(base));
    keyless.values().removeIf(CliUnderTest.KEY::equals);
    return new Bench(
        folder,
        node,
        cli.backend(environment(folder.resolve("home"), keyless)),
        settings.without("key_variable").with("login", file.toString()),
        message);
  }

  Bench withMessage(String text) {
    return new Bench(folder, node, backend, settings, text);
  }

  /** As reader-pre leaves it when there is something to decide. */
  Bench withDigest() {
    JsonObject item =
        JsonObject.builder()
            .put("id", "2026-03-17T120000Z-a3f9")
            .put("message_type", "direct")
            .put("sender_key", node.keys().publicKey().toString())
            .put("sender_trust", "known")
            .put("body", message)
            .build();
    node.writeJson(
        node.home().inboxDigest(), JsonObject.builder().put("items", JsonArray.of(item)).build());
    return this;
  }

  /** Asks once; no process of the run may be left afterwards, however it ends. */
  LlmAnswer ask(String role, LlmRequest.Mode mode, Duration timeout)
      throws LlmException, InterruptedException {
    try {
      return answer(role, mode, timeout);
    } finally {
      assertThat(Processes.mentioning(folder)).isEmpty();
    }
  }

  private LlmAnswer answer(String role, LlmRequest.Mode mode, Duration timeout)
      throws LlmException, InterruptedException {
    return backend.answer(
        new LlmRequest(
            role,
            mode,
            "# Do your work\n",
            List.of(
                new LlmRequest.Input("ethos.md", ETHOS, false),
                new LlmRequest.Input("operational/inbox-digest.json", message, true)),
            BuiltinJobs.of(role).output(),
            Optional.empty(),
            new LlmRequest.Budget(8_000, Optional.empty(), timeout),
            new LlmRequest.Context(
                Config.at("llm." + backend.name(), settings),
                node.clock(),
                node.random(),
                folder.resolve("scratch"),
                node::identity)));
  }

  LlmException fail(String role, LlmRequest.Mode mode, Duration timeout) {
    return catchThrowableOfType(LlmException.class, () -> ask(role, mode, timeout));
  }
}
