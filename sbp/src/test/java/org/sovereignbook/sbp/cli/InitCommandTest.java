package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.access.Policies;
import org.sovereignbook.sbp.authority.access.Policy;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.CrashingDisk;
import org.sovereignbook.sbp.testing.SimulatedCrash;

class InitCommandTest {
  @TempDir Path folder;

  private Node node(String name) {
    return new Node(
        new NodeHome(folder.resolve(name)),
        LocalDisk.unsynced(),
        CliTest.in(folder).clock(),
        new java.security.SecureRandom());
  }

  private CliTest.Ran init(String... arguments) {
    List<String> words = new ArrayList<>(List.of("init"));
    words.addAll(List.of(arguments));
    return CliTest.in(folder).run(words.toArray(String[]::new));
  }

  private static Map<String, String> contents(Path folder) throws IOException {
    Map<String, String> found = new TreeMap<>();
    try (var paths = Files.walk(folder)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        found.put(folder.relativize(path).toString(), Files.readString(path));
      }
    }
    return found;
  }

  @Test
  void whatIsInForceIsKnownBeforeAnybodyAsks() throws IOException {
    init("n");
    Path policies = folder.resolve("n/runtime/access/default.yaml");
    Files.writeString(policies, "- {");
    Policies now = Policies.of(node("n"));
    assertThat(now.problems()).isNotEmpty();
    assertThat(now.set().policies()).extracting(Policy::name).contains("peers");
  }

  @Test
  void theWholeLayoutOfTheSeedIsThere() {
    assertThat(init("n", "--name", "Echo").exit()).isEqualTo(ExitCode.DONE);

    Path root = folder.resolve("n");
    assertThat(
            List.of(
                "runtime/inbox/rejected",
                "runtime/outbox/content",
                "runtime/outbox/replies",
                "runtime/outbox/endorsements",
                "runtime/outbox/network",
                "runtime/outbox/failed",
                "runtime/sent",
                "runtime/content/received",
                "runtime/content/created",
                "runtime/endorsements/received",
                "runtime/endorsements/created",
                "runtime/operational/author-output",
                "runtime/drafts",
                "runtime/plugins"))
        .allSatisfy(name -> assertThat(root.resolve(name)).isDirectory());
    assertThat(
            List.of(
                "AGENTS.md",
                "CLAUDE.md",
                "GEMINI.md",
                "HANDOFF-REPORT.md",
                "services/sbp-n-serve.service",
                "services/sbp-n-tick.service",
                "services/sbp-n-tick.timer",
                "runtime/lib/README.md",
                "runtime/ethos.md",
                "runtime/agent-prompts/CLAUDE-READER.md",
                "runtime/agent-prompts/CLAUDE-AUTHOR.md",
                "runtime/agent-prompts/CLAUDE-COMPACTOR.md",
                "runtime/agent-prompts/CLAUDE-ETHOS.md"))
        .allSatisfy(name -> assertThat(root.resolve(name)).isNotEmptyFile());
    assertThat(root.resolve("runtime/session-log.md")).isEmptyFile();
    assertThat(root.resolve("runtime/ops-log.md")).isEmptyFile();
    assertThat(root.resolve("runtime/peers.md")).hasContent(FileStore.emptyPeers());
    assertThat(root.resolve("runtime/init-in-progress.json")).doesNotExist();
  }

  @Test
  void theInstructionsForAgentsNameEveryCommand() throws IOException {
    init("n");

    String instructions = Files.readString(folder.resolve("n/AGENTS.md"));
    assertThat(CommandContract.catalog().all())
        .allSatisfy(
            command ->
                assertThat(instructions)
                    .contains("| `sbp " + command.usage() + "` | " + command.description() + " |"));
  }

  @Test
  void theHandoffReportNamesWhatTheSchedulerRuns() throws IOException {
    init("n");

    assertThat(folder.resolve("n/HANDOFF-REPORT.md"))
        .content()
        .contains(
            "| reader, author, compactor | LLM agents",
            "| reader-preprocess, reader-postprocess, author-postprocess | pipeline scripts",
            "| delivery, network, maintenance | scheduled scripts");
  }

  @Test
  void noTextOfTheNodeHasAPlaceholderLeft() throws IOException {
    init("n");

    assertThat(contents(folder.resolve("n")))
        .allSatisfy((name, text) -> assertThat(text).as(name).doesNotContain("{{", "}}"));
  }

  @Test
  void theKeysAreTheOwnersAloneAndTheIdentityCommitsToTheNext() throws IOException {
    init("n", "--name", "Echo", "--endpoint", "https://echo.example.com");

    Node node = node("n");
    KeyPair next = KeyFile.load(node.disk(), node.home().nextKeypair());
    IdentityDocument identity = node.identity();
    assertThat(identity.publicKey()).isEqualTo(node.keys().publicKey());
    assertThat(identity.name()).isEqualTo("Echo");
    assertThat(identity.endpoint()).hasToString("https://echo.example.com");
    assertThat(identity.nextKeyHash())
        .contains(ContentHash.ofBytes(next.publicKey().bytes()))
        .isNotEqualTo(Optional.of(ContentHash.ofBytes(identity.publicKey().bytes())));
    for (Path key : List.of(node.home().keypair(), node.home().nextKeypair())) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void noKeyMaterialIsPrintedOrWrittenAnywhereElse() throws IOException {
    CliTest.Ran ran = init("n", "--json");

    Node node = node("n");
    String secret = node.keys().privateKey().encoded();
    assertThat(ran.out() + ran.err()).doesNotContain(secret);
    assertThat(contents(folder.resolve("n")))
        .allSatisfy(
            (name, text) ->
                assertThat(text.contains(secret))
                    .as(name)
                    .isEqualTo(name.equals("runtime/identity/keypair.json")));
  }

  @Test
  void twoNodesNeverShareAKey() {
    init("a");
    init("b");

    assertThat(node("a").keys().publicKey()).isNotEqualTo(node("b").keys().publicKey());
  }

  @Test
  void allSixScriptsAreExecutableAndCallTheProgramForTheirOwnNode() throws Exception {
    init("n");
    Path program =
        Files.writeString(folder.resolve("fake sbp"), "#!/bin/sh\necho \"$SBP_HOME $*\"");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    Map<String, String> commands =
        Map.of(
            "delivery", "deliver",
            "network", "network",
            "maintenance", "maintain",
            "reader-preprocess", "reader-pre",
            "reader-postprocess", "reader-post",
            "author-postprocess", "author-post");

    for (Map.Entry<String, String> script : commands.entrySet()) {
      ProcessBuilder builder =
          new ProcessBuilder(
              folder.resolve("n/runtime/scripts/" + script.getKey()).toString(), "--json");
      builder.environment().put("SBP", program.toString());
      builder.environment().put("SBP_HOME", "/another/node");
      Process process = builder.directory(folder.toFile()).start();

      assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo(folder.resolve("n").toRealPath() + " " + script.getValue() + " --json\n");
      assertThat(process.waitFor()).isZero();
    }
  }

  @Test
  void aScriptThatCannotFindTheProgramSaysSo() throws Exception {
    init("n");
    ProcessBuilder builder =
        new ProcessBuilder(folder.resolve("n/runtime/scripts/delivery").toString());
    builder.environment().put("SBP", folder.resolve("gone").toString());
    builder.environment().put("PATH", "/usr/bin:/bin");
    builder.environment().put("XDG_DATA_HOME", folder.resolve("data").toString());

    Process process = builder.start();

    assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains(
            "cannot find the program of the node " + folder.resolve("n").toRealPath(),
            folder.resolve("data") + "/sbp/program/bin/sbp\n",
            "PATH/TO/sbp tick --home " + folder.resolve("n").toRealPath());
    assertThat(process.waitFor()).isEqualTo(127);
  }

  @Test
  void aBackendThatThereIsNotIsRefusedBeforeAnythingIsMade() {
    CliTest.Ran ran = init("n", "--llm", "oracle");

    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(ran.err()).contains("\"oracle\"", "builtin");
    assertThat(folder.resolve("n")).doesNotExist();
  }

  @Test
  void theConfigHasTheIntervalsOfTheSeedAndEverySection() {
    init(
        "n",
        "--seed",
        "https://a.example.com",
        "--seed",
        "https://b.example.com",
        "--llm",
        "builtin");

    JsonObject config = node("n").config().json();
    JsonObject components = config.object("components").orElseThrow();
    Map.of(
            "reader", 120L,
            "author", 360L,
            "compactor", 240L,
            "delivery", 60L,
            "network", 1440L,
            "maintenance", 10080L)
        .forEach(
            (name, minutes) -> {
              assertThat(components.object(name).orElseThrow().integer("interval_minutes"))
                  .hasValue(minutes);
              assertThat(config.object("commands").orElseThrow().string(name)).isPresent();
            });
    assertThat(config.members().keySet())
        .contains("network_config", "server", "llm", "history", "seeds");
    assertThat(config.array("seeds").orElseThrow().strings())
        .contains(List.of("https://a.example.com", "https://b.example.com"));
    assertThat(config.object("llm").orElseThrow().string("backend")).contains("builtin");
    assertThat(config.object("network_config").orElseThrow().bool("allow_private_endpoints"))
        .contains(false);
  }

  @Test
  void aLocalNodeListensOnLoopbackAndMayTalkToPrivateEndpoints() {
    init("n", "--local", "--port", "8999");

    JsonObject config = node("n").config().json();
    assertThat(config.object("server").orElseThrow().string("bind")).contains("127.0.0.1");
    assertThat(config.object("server").orElseThrow().integer("port")).hasValue(8999);
    assertThat(config.object("network_config").orElseThrow().bool("allow_private_endpoints"))
        .contains(true);
    assertThat(node("n").identity().endpoint()).hasToString("http://127.0.0.1:8999");
  }

  @Test
  void anExistingNodeIsNotTouched() throws IOException {
    init("n");
    Map<String, String> before = contents(folder.resolve("n"));

    CliTest.Ran ran = init("n", "--name", "Other");

    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).contains("is a node already");
    assertThat(contents(folder.resolve("n"))).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"AGENTS.md", "CLAUDE.md", "GEMINI.md", "HANDOFF-REPORT.md", "runtime/notes.txt"})
  void aFileOfSomebodyElseIsNotOverwritten(String name) throws IOException {
    Path file = folder.resolve("n").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "mine");

    assertThat(init("n").exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(contents(folder.resolve("n"))).isEqualTo(Map.of(name, "mine"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "docs", "docs/deep/node"})
  void aCheckoutOfTheSpecificationIsReadOnly(String below) throws IOException {
    Path checkout = Files.createDirectories(folder.resolve("spec"));
    for (String name : List.of("PROTOCOL.md", "IDENTITY.md", "IMPLEMENTATION.md")) {
      Files.writeString(checkout.resolve(name), name);
    }
    Map<String, String> before = contents(checkout);

    CliTest.Ran ran = init("spec/" + below);

    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).contains("specification", "nothing was changed");
    assertThat(contents(checkout)).isEqualTo(before);
  }

  @Test
  void aLinkIntoTheSpecificationIsSeenThrough() throws IOException {
    Path checkout = Files.createDirectories(folder.resolve("spec/docs"));
    for (String name : List.of("PROTOCOL.md", "IDENTITY.md", "AGENT.md")) {
      Files.writeString(folder.resolve("spec").resolve(name), name);
    }
    Files.createSymbolicLink(folder.resolve("link"), checkout);

    assertThat(init("link/node").exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(checkout).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--port=0",
        "--port=65536",
        "--name= ",
        "--name=a\nb",
        "--pace=hectic",
        "--prompt= "
      })
  void aValueThatMakesNoSenseChangesNothing(String option) {
    CliTest.Ran ran = init("n", option);

    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(ran.err()).startsWith("sbp: init: ");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void anEndpointThatIsNoneSaysWhichRuleItBreaks() {
    CliTest.Ran ran = init("n", "--endpoint", "https://a.example/");

    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(ran.err()).contains("endpoint ends with a slash");
  }

  @Test
  void withoutAPublicEndpointTheUserIsTold() {
    assertThat(init("n").err()).contains("sbp identity --set endpoint=");
    assertThat(init("m", "--endpoint", "https://m.example.com").err()).isEmpty();
    assertThat(init("l", "--local").err()).isEmpty();
  }

  @Test
  void thePaceIsWhatThePromptSaysUnlessItIsChosenAndInitTellsIt() {
    assertThat(init("q", "--local", "--prompt", "Write about tides, once a day").lines())
        .contains("pace      quiet, by the prompt's \"once a day\" (--pace chooses another)");
    assertThat(reader("q")).isEqualTo(1_440);

    assertThat(
            init("a", "--local", "--pace", "active", "--prompt", "Write about tides, once a day")
                .lines())
        .contains("pace      active");
    assertThat(reader("a")).isLessThan(240);

    assertThat(init("d", "--local", "--prompt", "Write about tides").lines())
        .anyMatch(line -> line.startsWith("pace      default"));
    assertThat(reader("d")).isEqualTo(120);
  }

  private long reader(String name) {
    return node(name)
        .config()
        .json()
        .object("components")
        .flatMap(components -> components.object("reader"))
        .orElseThrow()
        .integer("interval_minutes")
        .orElseThrow();
  }

  /**
   * Dying in the middle of an operation leaves what dying before it, or after the one before,
   * leaves, and a torn temporary file beside it: so this covers all three at a third of the time.
   */
  @Test
  void aCrashAtAnyPointLeavesWhatASecondInitCompletes() throws IOException {
    boolean crashed = true;
    int at = 0;
    for (; crashed; at++) {
      String name = "crash-" + at;
      Path key = folder.resolve(name).resolve("runtime/identity/keypair.json");
      crashed =
          crashes(name, new CrashingDisk(LocalDisk.unsynced(), at, CrashingDisk.Moment.DURING));
      String made = Files.exists(key) ? Files.readString(key) : "";

      CliTest.Ran again = init(name, "--name", "Echo");

      assertThat(again.exit()).as(name).isEqualTo(crashed ? ExitCode.DONE : ExitCode.REFUSED);
      assertThat(node(name).identity().name()).isEqualTo("Echo");
      assertThat(Files.readString(key)).as("a key once made stays").contains(made);
      assertThat(node(name).config().json().has("commands")).isTrue();
      assertThat(folder.resolve(name).resolve("HANDOFF-REPORT.md")).isNotEmptyFile();
      assertThat(folder.resolve(name).resolve("runtime/init-in-progress.json")).doesNotExist();
    }
    assertThat(at).as("operations of one init").isGreaterThan(40);
  }

  private boolean crashes(String name, CrashingDisk disk) {
    try {
      CliTest.in(folder).on(disk).run("init", name, "--name", "Echo");
      return false;
    } catch (SimulatedCrash e) {
      return true;
    }
  }
}
