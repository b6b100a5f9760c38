package org.sovereignbook.sbp.plugins.a2a;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.node.Programs;

/**
 * The published SDK of A2A, as a client: every method in both bindings, the card's signature, and a
 * rotation of the node's key. Skipped where Node or the SDK is not ({@code
 * scripts/fetch-coding-clis}).
 */
@Tag("trial")
@Timeout(600)
class JavaScriptClientTest {
  private static final String SDK = "a2a-js_sdk-1.3.0/node_modules/@a2a-js/sdk/dist/index.js";
  private static final List<String> STREAMED =
      List.of(
          "TASK_STATE_SUBMITTED", "TASK_STATE_WORKING", "artifactUpdate", "TASK_STATE_COMPLETED");

  @TempDir Path folder;

  private static Path sdk() {
    Path cache =
        Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
            .filter(text -> !text.isBlank())
            .map(Path::of)
            .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"));
    return cache.resolve("sbp-cli-it").resolve(SDK);
  }

  @Test
  void everyMethodWorksInBothBindingsWithThePublishedClient() throws Exception {
    JsonObject seen = run();
    assertThat(seen.string("card")).contains("none");
    assertThat(seen.string("withToken")).contains("none");
    assertThat(strings(seen, "tampered")).hasSize(4).containsOnly("Error");
    for (String binding : List.of("JSONRPC", "HTTP+JSON")) {
      check(binding, seen.object("bindings").orElseThrow().object(binding).orElseThrow());
    }
    assertThat(written(seen, "rotation")).isEqualTo("[true,true,true]");
    assertThat(strings(seen, "rotated")).containsExactly("none", "Error");
    assertThat(written(seen, "narrow")).isEqualTo("[1,\"none\"]");
  }

  private static void check(String binding, JsonObject its) {
    assertThat(its.string("binding")).contains(binding);
    assertThat(strings(its, "send")).containsExactly("TASK_STATE_COMPLETED", "Hello from TCK");
    assertThat(its.string("answer")).contains("Direct message response");
    assertThat(strings(its, "file")).containsExactly("output.txt", "hello");
    assertThat(its.object("data").orElseThrow().integer("count")).hasValue(42);
    assertThat(strings(its, "stream")).isEqualTo(STREAMED);
    assertThat(strings(its, "asked")).containsExactly("TASK_STATE_INPUT_REQUIRED", "What more?");
    assertThat(its.string("pushMade")).contains("mine");
    assertThat(its.bool("pushGot")).contains(true);
    assertThat(strings(its, "pushListed")).containsExactly("mine");
    assertThat(strings(its, "subscribed"))
        .startsWith("TASK_STATE_INPUT_REQUIRED")
        .endsWith("artifactUpdate", "TASK_STATE_COMPLETED");
    assertThat(its.string("proof")).contains("Bearer js");
    assertThat(its.string("get")).contains("TASK_STATE_COMPLETED");
    assertThat(its.integer("history")).hasValue(1);
    assertThat(written(its, "listed")).isEqualTo("[true]");
    assertThat(its.string("cancel")).contains("TASK_STATE_CANCELED");
    assertThat(its.bool("extended")).contains(true);
    assertThat(strings(its, "failures").toString())
        .contains("TaskNotFoundError", "TaskNotCancelableError", "UnsupportedOperationError");
  }

  private static List<String> strings(JsonObject seen, String name) {
    return seen.array(name).flatMap(JsonArray::strings).orElseThrow();
  }

  private static String written(JsonObject seen, String name) {
    return JsonWriter.compact(seen.get(name).orElseThrow());
  }

  private static void goOn(Process client) throws IOException {
    client.getOutputStream().write('\n');
    client.getOutputStream().flush();
  }

  private JsonObject run() throws Exception {
    Optional<Path> program = Programs.onPath(System.getenv(), "node");
    Assumptions.assumeTrue(program.isPresent() && Files.exists(sdk()), "no Node, or no SDK of A2A");
    Path script = folder.resolve("client.mjs");
    try (InputStream in = JavaScriptClientTest.class.getResourceAsStream("client.mjs")) {
      Files.write(script, in.readAllBytes());
    }
    Path report = folder.resolve("report.json");
    try (A2aNode node = A2aNode.reachable(folder)) {
      node.done("a2a", "open", "reader", "--for", "everybody");
      String token = node.token("js");
      node.done("a2a", "open", "author", "--for", "js");
      try (ScriptedJudge _ = ScriptedJudge.thatTells(node.ledger())) {
        Process client =
            new ProcessBuilder(
                    program.get().toString(),
                    script.toString(),
                    sdk().toString(),
                    node.endpoint().replaceFirst("/$", ""),
                    token,
                    report.toString())
                .redirectError(Redirect.INHERIT)
                .start();
        try (BufferedReader said = client.inputReader()) {
          assertThat(said.readLine()).isEqualTo("rotate");
          node.done("keygen", "--rotate");
          goOn(client);
          assertThat(said.readLine()).isEqualTo("close");
          node.done("a2a", "close", "reader");
          goOn(client);
          assertThat(client.waitFor(2, TimeUnit.MINUTES)).isTrue();
          assertThat(client.exitValue()).isZero();
        } finally {
          Process _ = client.destroyForcibly();
        }
      }
    }
    return A2aNode.json(Files.readString(report));
  }
}
