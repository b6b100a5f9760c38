package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.server.NodeServer;
import org.sovereignbook.sbp.server.ServerSettings;
import org.sovereignbook.sbp.store.file.FileStore;

class DoctorCommandTest {
  @TempDir Path folder;
  private Node node;
  private CliTest cli;

  @BeforeEach
  void makeNode() {
    cli = CliTest.in(folder);
    assertThat(cli.run("init", "--name", "Echo", "--local").exit()).isEqualTo(ExitCode.DONE);
    node =
        new Node(
            new NodeHome(folder),
            new org.sovereignbook.sbp.node.LocalDisk(),
            cli.clock(),
            new java.security.SecureRandom());
  }

  private JsonObject check(String name) {
    CliTest.Ran ran = cli.run("doctor", "--json");
    return ran.json().array("checks").orElseThrow().objects().stream()
        .filter(check -> check.string("check").orElseThrow().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is not in " + ran.out()));
  }

  private void assertFails(String name, String found) {
    assertThat(check(name).string("verdict")).as(name).contains("fail");
    assertThat(check(name).string("found").orElseThrow()).contains(found);
    CliTest.Ran ran = cli.run("doctor");
    assertThat(ran.exit()).isEqualTo(ExitCode.NOT_VALID);
    assertThat(ran.out()).contains("fail  " + name + ": ");
  }

  private void assertPasses(String name) {
    assertThat(check(name).string("verdict")).as(name).contains("pass");
  }

  @Test
  void aFreshNodeLacksOnlyATickAndItsServer() {
    CliTest.Ran ran = cli.run("doctor", "--json");

    assertThat(
            ran.json().array("checks").orElseThrow().objects().stream()
                .filter(check -> check.string("verdict").orElseThrow().equals("fail"))
                .map(check -> check.string("check").orElseThrow()))
        .containsExactly("scheduler state", "GET /identity", "server");
    assertThat(ran.exit()).isEqualTo(ExitCode.NOT_VALID);
  }

  @Test
  void everyFailureComesWithARemedy() {
    assertThat(cli.run("doctor", "--json").json().array("checks").orElseThrow().objects())
        .allSatisfy(
            check ->
                assertThat(check.has("remedy"))
                    .isEqualTo(check.string("verdict").orElseThrow().equals("fail")));
  }

  @Test
  void aServedAndTickedNodePassesAll() {
    Config any = node.config().with(ServerSettings.BIND, "127.0.0.1").with(ServerSettings.PORT, 0);
    try (NodeServer server = NodeServer.start(node, new FileStore(node), any, line -> {})) {
      assertThat(cli.run("identity", "--set", "endpoint=" + server.endpoint()).exit())
          .isEqualTo(ExitCode.DONE);
      // The server looks at its identity again after a second.
      cli.clock().advance(Duration.ofSeconds(2));
      node.writeJson(
          node.home().schedulerState(),
          JsonObject.builder().put("last_updated", node.now().toString()).build());
      // The server looks at its identity document once a second.
      cli.clock().advance(java.time.Duration.ofSeconds(1));

      CliTest.Ran ran = cli.run("doctor");

      assertThat(ran.out()).contains(server.endpoint() + " serves our document", " 0 failed");
      assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    }
  }

  @Test
  void anotherNodeAtOurEndpointIsFound() throws IOException {
    try (TestPeer stranger = TestPeer.named("Eve", org.sovereignbook.sbp.testing.TestKeys.eve())) {
      cli.run("identity", "--set", "endpoint=" + stranger.endpoint());

      assertFails("GET /identity", "serves another document than ours");
    }
  }

  @Test
  void aProxyThatServesSomethingElseIsFound() throws IOException {
    try (TestPeer proxy = TestPeer.answering(200, endpoint -> "<html>")) {
      cli.run("identity", "--set", "endpoint=" + proxy.endpoint());

      assertFails("GET /identity", "no identity document");
    }
    try (TestPeer proxy = TestPeer.answering(502, endpoint -> "")) {
      cli.run("identity", "--set", "endpoint=" + proxy.endpoint());

      assertFails("GET /identity", "answers 502");
    }
  }

  @Test
  void aPrivateEndpointOfAPublicNodeIsFound() {
    node.writeJson(
        node.home().schedulerConfig(),
        node.config()
            .json()
            .with(
                "network_config",
                JsonObject.builder().put("allow_private_endpoints", false).build()));

    assertFails("GET /identity", "is private");
  }

  @Test
  void keysThatOthersCanReadAreFound() throws IOException {
    Files.setPosixFilePermissions(
        node.home().keypair(), PosixFilePermissions.fromString("rw-r--r--"));

    assertFails("keys", "chmod 600");
  }

  @Test
  void keysOfSomebodyElseAreFound() {
    node.disk().delete(node.home().keypair());
    node.disk().move(node.home().nextKeypair(), node.home().keypair());

    assertFails("identity", "another key");
    assertThat(check("next key").string("verdict")).contains("skip");
  }

  @Test
  void everyDamagedKeyOfTheConfigIsNamed() {
    node.writeJson(
        node.home().schedulerConfig(),
        node.config()
            .json()
            .with("server", JsonObject.builder().put("port", "x").build())
            .with("reader", JsonObject.builder().put("max_items_per_run", 0).build())
            .with("llm", JsonObject.builder().put("backend", "oracle").build()));

    assertFails("config", "server.port");
    assertThat(check("config").string("found").orElseThrow()).contains("max_items_per_run");
    assertThat(check("llm backend").string("found").orElseThrow()).contains("oracle");
  }

  @Test
  void aBackendThatRestsIsTold() {
    assertPasses("llm calls");
    String failed =
        """
        {"event":"settled","time":"%s","component":"reader","backend":"claude","id":"a","outcome":"failed","duration_ms":1}
        """
            .formatted(node.now());
    node.writeText(node.home().llmLedger(), failed.repeat(3));

    assertFails("llm calls", "claude rests until");
  }

  @Test
  void aConfigThatIsNoJsonStopsNoOtherCheck() {
    node.writeText(node.home().schedulerConfig(), "{");

    assertThat(check("config").string("verdict")).contains("fail");
    assertPasses("keys");
    assertPasses("prompts");
  }

  @Test
  void damagedRowsAreNamedByLine() {
    node.writeText(node.home().peers(), FileStore.emptyPeers() + "| a | b | c |\n");

    assertFails("peers", "line 3");
  }

  @Test
  void missingAndUnexecutableFilesAreNamed() throws IOException {
    Files.setPosixFilePermissions(
        node.home().scripts().resolve("network"), PosixFilePermissions.fromString("rw-r--r--"));
    node.disk().delete(node.home().agentPrompts().resolve("CLAUDE-AUTHOR.md"));
    node.writeText(node.home().ethos(), " \n");
    node.writeText(node.home().handoffReport(), "## What was built\n");
    node.disk().write(node.home().specBundle(), new byte[] {1, 2, 3});

    assertFails("scripts", "network");
    assertFails("prompts", "CLAUDE-AUTHOR.md");
    assertFails("ethos", "empty");
    assertFails("handoff report", "How to restart");
    assertFails("GET /spec", "no git bundle");
  }

  @Test
  void leftoversOfACrashAreNamed() {
    node.writeJson(node.home().operational().resolve("journal.json"), JsonObject.empty());
    node.writeJson(node.home().runtime().resolve("init-in-progress.json"), JsonObject.empty());

    assertFails("journal", "interrupted");
    assertFails("init", "interrupted");
  }

  @Test
  void whatCouldNotBeDeliveredIsCounted() {
    node.writeJson(node.home().outbox().resolve("failed").resolve("x.json"), JsonObject.empty());

    assertFails("outbox", "1 could not be delivered");
  }

  @Test
  void aDamagedOrOldSchedulerStateIsFound() {
    node.writeJson(
        node.home().schedulerState(), JsonObject.builder().put("last_updated", "noon").build());
    assertFails("scheduler state", "not a UTC time");

    node.writeJson(
        node.home().schedulerState(),
        JsonObject.builder()
            .put("last_updated", "2026-03-16T12:00:00Z")
            .put(
                "last_exit",
                JsonObject.builder()
                    .put(
                        "reader",
                        JsonObject.builder()
                            .put("outcome", "failed")
                            .put("exit_code", 1)
                            .put("at", "2026-03-16T12:00:00Z")
                            .build())
                    .build())
            .build());
    assertFails("timer", "2026-03-16T12:00:00Z");
    assertFails("reader pipeline", "failed at 2026-03-16T12:00:00Z");
    assertPasses("scheduler state");
  }

  @Test
  void itChangesNothing() throws IOException {
    TreeMap<String, String> before = contents();

    cli.run("doctor");

    assertThat(contents()).isEqualTo(before);
  }

  private TreeMap<String, String> contents() throws IOException {
    TreeMap<String, String> found = new TreeMap<>();
    try (var paths = Files.walk(folder)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        found.put(path.toString(), Files.readString(path));
      }
    }
    return found;
  }
}
