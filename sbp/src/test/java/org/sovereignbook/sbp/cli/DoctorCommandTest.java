package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.peer.server.NodeServer;
import org.sovereignbook.sbp.peer.server.ServerSettings;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.DeafPort;
import org.sovereignbook.sbp.testing.ForwardingDisk;

class DoctorCommandTest {
  @TempDir Path folder;
  private Node node;
  private CliTest cli;
  private DeafPort port;

  @AfterEach
  void freePort() throws IOException {
    port.close();
  }

  @BeforeEach
  void makeNode() throws IOException {
    cli = CliTest.in(folder);
    port = new DeafPort();
    assertThat(cli.run("init", "--name", "Echo", "--local", "--port", "" + port.number()).exit())
        .isEqualTo(ExitCode.DONE);
    node =
        new Node(
            new NodeHome(folder), new LocalDisk(), cli.clock(), new java.security.SecureRandom());
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

  private List<String> with(String verdict) {
    return cli.run("doctor", "--json").json().array("checks").orElseThrow().objects().stream()
        .filter(check -> check.string("verdict").orElseThrow().equals(verdict))
        .map(check -> check.string("check").orElseThrow())
        .toList();
  }

  @Test
  void theLimitsFollowFromTheConfigurationAndFromHowManyTheyAre() {
    cli.run("config", "set", "strangers.received_endorsements_files", "7");
    cli.run("config", "set", "server.inbox_key_files", "10");
    CliTest.Ran few = cli.run("doctor", "--limits", "--keys", "3", "--addresses", "2", "--json");

    assertThat(stored(few, "endorsements/received").integer("files")).hasValue(7L);
    assertThat(stored(few, "inbox").integer("files")).hasValue(30L);
    assertThat(few.json().integer("messages_a_day")).hasValue(3 * 60 * 1_440L);
    assertThat(few.json().integer("calls_a_day")).hasValue(0L);
    assertThat(few.json().integer("disk_bytes").orElseThrow())
        .isGreaterThan(few.json().integer("bytes").orElseThrow());
    CliTest.Ran many = cli.run("doctor", "--limits", "--keys", "30000", "--json");
    assertThat(stored(many, "inbox").integer("files")).hasValue(7_500L);
    assertThat(cli.run("doctor", "--limits").out()).contains("all ", "a day: ", "at a time: ");
  }

  private static JsonObject stored(CliTest.Ran ran, String what) {
    return ran.json().array("stored").orElseThrow().objects().stream()
        .filter(row -> row.string("what").equals(Optional.of(what)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aFreshNodeHasNoFailsAndSaysWhatIsNotSetUpYet() {
    assertThat(with("fail")).isEmpty();
    assertThat(with("warn")).isEmpty();
    assertThat(with("todo"))
        .containsExactly(
            "scheduler state",
            "timer",
            "reader pipeline",
            "author pipeline",
            "delivery pipeline",
            "server",
            "GET /identity");
    assertThat(cli.run("doctor").exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void everyRemedyIsACommand() {
    requireRemedies();
    node.disk().delete(node.home().ethos());
    node.disk().delete(node.home().keypair());
    node.disk().delete(node.home().agentPrompts().resolve("CLAUDE-AUTHOR.md"));
    node.disk().delete(node.home().scripts().resolve("delivery"));
    node.disk().delete(node.home().handoffReport());
    node.writeText(node.home().peers(), FileStore.emptyPeers() + "| a | b | c |\n");
    node.writeText(node.home().schedulerState(), "{");
    node.writeText(node.home().specBundle(), "x");
    requireRemedies();
    node.writeText(node.home().schedulerConfig(), "{\"llm\": {\"backend\": \"oracle\"}}");
    requireRemedies();
    node.writeText(node.home().schedulerConfig(), "{");
    requireRemedies();
  }

  private void requireRemedies() {
    for (JsonObject check :
        cli.run("doctor", "--json").json().array("checks").orElseThrow().objects()) {
      boolean needsNone = List.of("pass", "skip").contains(check.string("verdict").orElseThrow());
      assertThat(check.has("remedy")).as(check.toString()).isEqualTo(!needsNone);
      if (!needsNone) {
        assertThat(check.string("remedy").orElseThrow())
            .matches("(sbp [a-z]+|chmod|cp|curl|df|\\$EDITOR)( .*)?");
      }
    }
  }

  private NodeServer serve() {
    Config any = node.config().with(ServerSettings.BIND, "127.0.0.1").with(ServerSettings.PORT, 0);
    NodeServer server = NodeServer.start(node, new FileStore(node), any, line -> {});
    assertThat(cli.run("identity", "--set", "endpoint=" + server.endpoint()).exit())
        .isEqualTo(ExitCode.DONE);
    cli.run("config", "set", "server.port", "" + server.address().getPort());
    // The server looks at its identity document once a second.
    cli.clock().advance(Duration.ofSeconds(2));
    return server;
  }

  private void ticked(String outcome) {
    JsonObject exit =
        JsonObject.builder().put("outcome", outcome).put("at", node.now().toString()).build();
    node.writeJson(
        node.home().schedulerState(),
        JsonObject.builder()
            .put("last_updated", node.now().toString())
            .put(
                "last_exit", JsonObject.builder().put("author", exit).put("delivery", exit).build())
            .build());
  }

  @Test
  void aServedAndTickedNodeHasNoFailsAndItsMessagesReachTheInbox() {
    try (NodeServer server = serve()) {
      ticked("idle");

      CliTest.Ran ran = cli.run("doctor");

      assertThat(ran.out())
          .contains(server.endpoint() + " serves our document")
          .contains("an envelope of our own was accepted and reached the inbox")
          .contains(" 0 failed");
      assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
      assertThat(new FileStore(node).inbox().pending()).as("it is taken out again").isEmpty();
    }
  }

  @Test
  void aProxyThatHidesWhoIsBehindItIsFound() throws Exception {
    try (NodeServer server = serve();
        TestPeer silent = TestPeer.passingOnTo(server.endpoint(), Optional.empty());
        TestPeer telling = TestPeer.passingOnTo(server.endpoint(), Optional.of("192.0.2.1"))) {
      cli.run("identity", "--set", "endpoint=" + silent.endpoint());
      cli.clock().advance(Duration.ofSeconds(2));
      JsonObject hidden = check("POST /message");
      assertThat(hidden.string("verdict")).contains("warn");
      assertThat(hidden.string("found").orElseThrow())
          .contains("127.0.0.1 adds no X-Forwarded-For");

      cli.run("identity", "--set", "endpoint=" + telling.endpoint());
      cli.clock().advance(Duration.ofSeconds(2));
      assertPasses("POST /message");
    }
  }

  @Test
  void aMessageThatReachesSomebodyElseIsNoMessageToUs() throws IOException {
    try (TestPeer proxy =
        TestPeer.answering(202, endpoint -> "{\"status\":\"accepted\",\"id\":\"x\"}")) {
      cli.run("identity", "--set", "endpoint=" + proxy.endpoint());

      assertFails("POST /message", "not in this node's inbox");
    }
  }

  @Test
  void aServerThatTakesNoMessagesIsFound() throws IOException {
    try (TestPeer full = TestPeer.answering(503, endpoint -> "{\"error\":\"disk-full\"}")) {
      cli.run("identity", "--set", "endpoint=" + full.endpoint());

      assertFails("POST /message", "503");
      assertThat(check("POST /message").string("found").orElseThrow()).contains("disk-full");
    }
  }

  @Test
  void aServerStartedByHandIsSaidToBe() {
    try (NodeServer _ = serve()) {
      assertThat(check("server").string("verdict")).contains("todo");
      assertThat(check("server").string("found").orElseThrow()).startsWith("by hand: ");

      try (NodeLock _ = lock(NodeLock.up(node.home()), "up")) {
        assertPasses("server");
        assertThat(check("server").string("found").orElseThrow()).contains("sbp up (process ");
        assertPasses("timer");
      }
    }
    assertFails("server", "not running");
  }

  @Test
  void aTickByHandIsNoTimer() {
    ticked("done");

    assertThat(check("timer").string("verdict")).contains("todo");
    assertThat(check("timer").string("found").orElseThrow())
        .startsWith("by hand: ")
        .contains("the last tick was at " + node.now());
  }

  @Test
  void aTimerPassesOnlyWhenItsManagerSaysThatItRuns() throws IOException {
    Path programs = Files.createDirectories(folder.resolve("bin"));
    cli.with("PATH", programs.toString()).with("HOME", folder.toString()).with("SBP", "/opt/sbp");
    program(programs, "systemctl", "echo active");
    assertThat(check("timer").string("verdict")).as("of another node").contains("todo");
    assertThat(cli.run("service", "install", "--kind", "systemd").exit()).isEqualTo(ExitCode.DONE);

    assertPasses("timer");
    assertThat(check("timer").string("found").orElseThrow()).contains("tick.timer is active");

    program(programs, "systemctl", "echo inactive; exit 3");
    assertFails("timer", "tick.timer is installed, but: inactive");
    assertFails("server", "installed, but: inactive");
  }

  @Test
  void aLineOfTheCrontabIsATimerOnceItHasTicked() throws IOException {
    Path programs = Files.createDirectories(folder.resolve("bin"));
    cli.with("PATH", programs.toString()).with("HOME", folder.toString()).with("SBP", "/opt/sbp");
    program(programs, "crontab", "echo '#*/5 * * * * sbp tick --home " + folder + "'");
    assertThat(check("timer").string("found").orElseThrow()).startsWith("nothing makes it tick");

    program(programs, "crontab", "echo '*/5 * * * * sbp tick --home " + folder + "'");
    assertThat(check("timer").string("verdict")).contains("todo");
    ticked("done");
    assertPasses("timer");
    cli.clock().advance(Duration.ofHours(2));
    assertFails("timer", "should come every 15 minutes");
  }

  private static void program(Path folder, String name, String script) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private NodeLock lock(Path file, String what) {
    return NodeLock.tryAcquire(file, what, node.now(), "t").orElseThrow();
  }

  @Test
  void whatHasNeverDoneAnythingIsNotYetSeen() {
    ticked("idle");
    for (String component : List.of("author", "delivery")) {
      assertThat(check(component + " pipeline").string("verdict")).contains("todo");
      assertThat(check(component + " pipeline").string("found").orElseThrow())
          .startsWith("not yet seen");
    }

    node.writeText(folder.resolve("piece.md"), "# Fog\n\nIt is grey.\n");
    assertThat(cli.run("post", folder.resolve("piece.md").toString()).exit())
        .isEqualTo(ExitCode.DONE);

    assertPasses("author pipeline");
  }

  @Test
  void aDiskThatIsAlmostFullIsFound() {
    long[] free = {1_000};
    cli.on(
        new ForwardingDisk() {
          @Override
          public Disk disk() {
            return LocalDisk.unsynced();
          }

          @Override
          public long freeBytes(Path path) {
            return free[0];
          }
        });
    assertFails("disk", "1.0 KB free");

    free[0] = 300L << 20;
    assertThat(check("disk").string("verdict")).contains("warn");
    free[0] = 300L << 30;
    assertPasses("disk");
  }

  @Test
  void aMeteredBackendWithoutAnyLimitIsAWarning() {
    node.writeText(
        node.home().schedulerConfig(),
        "{\"llm\": {\"backend\": \"claude\", \"daily_call_limit\": 0}}");

    assertThat(check("llm calls").string("verdict")).contains("warn");
    assertThat(check("llm calls").string("found").orElseThrow()).contains("there is no limit");
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

    assertFails("llm calls", "claude rests for the reader until");
  }

  @Test
  void oneBrokenCommaIsOneFailureAndStopsNoOtherCheck() {
    String text = node.readText(node.home().schedulerConfig()).orElseThrow();
    node.writeText(node.home().schedulerConfig(), text.replaceFirst(",\n", "\n"));

    assertThat(with("fail")).containsExactly("config");
    assertThat(check("config").string("found").orElseThrow()).contains("line 5");
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
