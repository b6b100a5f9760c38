package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** The commands that run a node: each step, tick, agent, serve, and those that join a network. */
class RunCommandsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "reader-pre",
        "reader-post",
        "author-post",
        "deliver",
        "network",
        "agent run reader",
        "agent run author",
        "agent run compactor"
      })
  void aStepWithNothingToDoEndsWithThree(String command) {
    TestNode.in(folder);

    assertThat(CliTest.in(folder).run(command.split(" ")).exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "reader-pre",
        "reader-post",
        "author-post",
        "deliver",
        "network",
        "maintain",
        "agent run author"
      })
  void aStepDoesNotDisturbAnother(String command) {
    TestNode node = TestNode.in(folder);
    try (ExclusiveStore held =
        ExclusiveStore.open(node.node(), TestNode.FILES, "network", Optional.empty())) {
      assertThat(held.store().recover()).isFalse();

      CliTest.Ran ran = CliTest.in(folder).run(command.split(" "));

      assertThat(ran.exit()).isEqualTo(ExitCode.BUSY);
      assertThat(ran.err()).contains("the node is busy: network");
    }
  }

  @Test
  void theReaderPipelineTakesAnEnvelopeFromInboxToDecision() {
    TestNode node = TestNode.in(folder);
    node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.KNOWN);
    node.store()
        .inbox()
        .accept(
            node.envelope(
                TestKeys.alice(),
                TestNode.ALICE_ENDPOINT,
                MessageType.SUBSCRIBE,
                JsonObject.empty()),
            node.clock().instant());
    CliTest cli = CliTest.in(folder);

    assertThat(cli.run("reader-pre").exit()).isEqualTo(ExitCode.DONE);
    assertThat(cli.run("agent", "run", "reader").exit()).isEqualTo(ExitCode.DONE);
    CliTest.Ran post = cli.run("reader-post", "--json");

    assertThat(post.exit()).isEqualTo(ExitCode.DONE);
    assertThat(post.json().members()).isNotEmpty();
    assertThat(node.store().peers().find(TestKeys.alice().publicKey()).orElseThrow().subscriber())
        .isTrue();
    assertThat(node.store().inbox().pending()).isEmpty();
  }

  @Test
  void anUnknownBackendIsRefusedWithThoseThereAre() {
    TestNode.in(folder);

    CliTest.Ran ran = CliTest.in(folder).run("agent", "run", "reader", "--llm", "oracle");

    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).contains("oracle", "builtin");
    assertThat(CliTest.in(folder).run("agent", "run", "poet").exit())
        .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
  }

  private static TestNode withOneCommand(Path folder, String command) {
    TestNode node = TestNode.in(folder);
    node.configure(
        JsonObject.builder()
            .put(
                "components",
                JsonObject.builder()
                    .put("delivery", JsonObject.builder().put("interval_minutes", 60).build())
                    .build())
            .put("commands", JsonObject.builder().put("delivery", command).build())
            .build());
    return node;
  }

  @Test
  void aDryRunSaysWhatWouldRunAndTouchesNothing() {
    TestNode node = withOneCommand(folder, "touch ran");

    CliTest.Ran ran = CliTest.in(folder).run("tick", "--dry-run");

    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    assertThat(ran.out()).contains("would run delivery");
    assertThat(folder.resolve("ran")).doesNotExist();
    assertThat(node.home().schedulerState()).doesNotExist();
  }

  @Test
  void aTickRunsWhatIsDueOnceAndThenNothing() {
    withOneCommand(folder, "echo \"$SBP\" >> ran");
    CliTest cli = CliTest.in(folder).with("SBP", "/opt/sbp");

    CliTest.Ran first = cli.run("tick");

    assertThat(first.exit()).isEqualTo(ExitCode.DONE);
    assertThat(first.out()).contains("delivery: started");
    assertThat(cli.run("tick").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(folder.resolve("ran")).hasContent("/opt/sbp");
  }

  @Test
  void aTickWhoseComponentFailsFails() {
    withOneCommand(folder, "exit 9");

    CliTest.Ran ran = CliTest.in(folder).run("tick", "--json");

    assertThat(ran.exit()).isEqualTo(ExitCode.FAILED);
    assertThat(ran.json().array("runs").orElseThrow().objects().getFirst().integer("exit_code"))
        .hasValue(9);
  }

  @Test
  void aTickBesideAStepIsBusy() {
    TestNode node = withOneCommand(folder, "touch ran");
    try (ExclusiveStore held =
        ExclusiveStore.open(node.node(), TestNode.FILES, "keygen", Optional.empty())) {
      assertThat(held.store().recover()).isFalse();

      assertThat(CliTest.in(folder).run("tick").exit()).isEqualTo(ExitCode.BUSY);
    }
    assertThat(folder.resolve("ran")).doesNotExist();
  }

  @Test
  void serveSaysWhereAndStopsWhenInterrupted() throws Exception {
    TestNode node = TestNode.in(folder);
    node.configure(
        node.node()
            .config()
            .json()
            .with("server", JsonObject.builder().put("bind", "127.0.0.1").put("port", 0).build()));
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    AtomicReference<ExitCode> exit = new AtomicReference<>();
    World world =
        CliTest.in(folder).world(new LineStream(lines::add), new java.io.ByteArrayOutputStream());
    Thread serving = new Thread(() -> exit.set(new Program(world).run("serve")));
    serving.start();

    String ready = Optional.ofNullable(lines.poll(60, TimeUnit.SECONDS)).orElseThrow();
    assertThat(ready).startsWith("serving Bob at http://127.0.0.1:");
    URI identity = URI.create(ready.substring(ready.indexOf("http")) + "/identity");
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(identity).build(), HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).contains(node.keys().publicKey().toString());
    }
    serving.interrupt();
    serving.join();

    assertThat(exit.get()).isEqualTo(ExitCode.INTERRUPTED);
  }

  /** Hands on each line that is written. */
  private static final class LineStream extends java.io.ByteArrayOutputStream {
    private final java.util.function.Consumer<String> lines;

    LineStream(java.util.function.Consumer<String> lines) {
      this.lines = lines;
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) {
      super.write(bytes, from, length);
      if (toString(java.nio.charset.StandardCharsets.UTF_8).endsWith("\n")) {
        toString(java.nio.charset.StandardCharsets.UTF_8).lines().forEach(lines);
        reset();
      }
    }
  }

  @Test
  void aSeedBecomesEndorsedAndOneThatIsDownIsSkipped() throws IOException {
    TestNode node = TestNode.in(folder);
    try (TestPeer alice = TestPeer.named("Alice", TestKeys.alice());
        TestPeer broken = TestPeer.answering(500, endpoint -> "")) {
      CliTest.Ran ran =
          CliTest.in(folder)
              .run(
                  "bootstrap",
                  "--seed",
                  broken.endpoint().toString(),
                  "--seed",
                  alice.endpoint().toString());

      assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
      assertThat(ran.out()).contains("endorsed, follows \"Alice\" once it agrees");
      assertThat(ran.err()).contains("skipped").doesNotContain("Alice");
      assertThat(node.store().peers().trust(TestKeys.alice().publicKey()))
          .isEqualTo(TrustState.ENDORSED);
      assertThat(node.store().outbox().pending()).hasSize(2);
      assertThat(CliTest.in(folder).run("bootstrap", "--seed", alice.endpoint().toString()).exit())
          .isEqualTo(ExitCode.NOTHING_TO_DO);
    }
  }

  @Test
  void withoutASeedTheConfigurationsSeedsAreUsed() throws IOException {
    try (TestPeer alice = TestPeer.named("Alice", TestKeys.alice())) {
      Path home = folder.resolve("n");
      CliTest cli = CliTest.in(folder);
      cli.run("init", "n", "--local", "--seed", alice.endpoint().toString());

      CliTest.Ran ran = cli.run("--home", home.toString(), "bootstrap", "--json");

      assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
      List<JsonObject> seeds = ran.json().array("seeds").orElseThrow().objects();
      assertThat(seeds).hasSize(1);
      assertThat(seeds.getFirst().string("outcome")).contains("done");
    }
  }

  @Test
  void bootstrapWithoutAnySeedIsAWrongCommandLine() {
    TestNode.in(folder);

    assertThat(CliTest.in(folder).run("bootstrap").exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
  }

  @Test
  void theSpecificationIsBundledFromItsRepository() throws Exception {
    TestNode node = TestNode.in(folder.resolve("n"));
    Path repository = Files.createDirectories(folder.resolve("spec"));
    Files.writeString(repository.resolve("PROTOCOL.md"), "# Protocol\n");
    git(repository, "init", "-q");
    git(repository, "add", "-A");
    git(
        repository,
        "-c",
        "user.name=t",
        "-c",
        "user.email=t@example.com",
        "commit",
        "-q",
        "-m",
        "spec");
    CliTest cli = CliTest.in(folder).with("SBP_HOME", folder.resolve("n").toString());

    assertThat(cli.run("bootstrap", "--spec", "spec").exit()).isEqualTo(ExitCode.DONE);

    assertThat(Files.readAllBytes(node.home().specBundle()))
        .startsWith("# v".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    CliTest.Ran none = cli.run("bootstrap", "--spec", "nowhere");
    assertThat(none.exit()).isEqualTo(ExitCode.FAILED);
    assertThat(none.err()).contains("git cannot bundle");
    assertThat(node.home().specBundle()).isNotEmptyFile();
  }

  private static void git(Path repository, String... arguments) throws Exception {
    List<String> command = new java.util.ArrayList<>(List.of("git", "-C", repository.toString()));
    command.addAll(List.of(arguments));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  @Test
  void followingEndorsesAnnouncesAndSubscribesOnce() throws IOException {
    TestNode node = TestNode.in(folder);
    try (TestPeer alice = TestPeer.named("Alice", TestKeys.alice())) {
      String url = alice.endpoint().toString();

      assertThat(CliTest.in(folder).run("follow", url).exit()).isEqualTo(ExitCode.DONE);
      assertThat(node.store().outbox().pending()).hasSize(3);
      assertThat(CliTest.in(folder).run("follow", url).exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
      assertThat(node.store().outbox().pending()).hasSize(3);
    }
  }

  @Test
  void followingSomethingThatIsNoNodeSaysWhy() throws IOException {
    TestNode.in(folder);
    try (TestPeer page = TestPeer.answering(200, endpoint -> "<html>")) {
      CliTest.Ran ran = CliTest.in(folder).run("follow", page.endpoint().toString());

      assertThat(ran.exit()).isEqualTo(ExitCode.NOT_VALID);
      assertThat(ran.err()).startsWith("sbp: cannot follow").contains("base URL");
      assertThat(ran.out()).isEmpty();
    }
    assertThat(CliTest.in(folder).run("follow", "nonsense").exit())
        .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
  }
}
